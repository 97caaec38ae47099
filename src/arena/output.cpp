#include "arena/output.h"

#include <fmt/format.h>
#include <algorithm>

namespace fogg::arena {

bool LineQueue::add(std::string_view bytes, Clock::time_point when) {
  while (trouble_.empty() && !bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    if (part_.size() + end > bounds_.line) {
      trouble_ = fmt::format("too much output: a line of more than {} bytes", bounds_.line);
      break;
    }
    part_.append(bytes.substr(0, end));
    if (end == bytes.size()) break;
    bytes.remove_prefix(end + 1);
    if (!part_.empty() && part_.back() == '\r') part_.pop_back();
    if (lines_.size() >= bounds_.lines || bytes_ + part_.size() > bounds_.bytes) {
      trouble_ = fmt::format("too much output: more than {} lines or {} bytes that nobody asked for", bounds_.lines,
                             bounds_.bytes);
      break;
    }
    bytes_ += part_.size();
    lines_.push_back({std::move(part_), when});
    part_ = {};
  }
  return trouble_.empty();
}

std::optional<Stamped> LineQueue::take() {
  if (lines_.empty()) return std::nullopt;
  std::optional<Stamped> line = std::move(lines_.front());
  lines_.pop_front();
  bytes_ -= line->line.size();
  return line;
}

void Excerpt::add(std::string_view bytes) {
  total_ += bytes.size();
  const std::size_t to_first = std::min(bytes.size(), most_ - first_.size());
  first_.append(bytes.substr(0, to_first));
  bytes.remove_prefix(to_first);
  if (bytes.size() > most_) bytes.remove_prefix(bytes.size() - most_);
  last_.append(bytes);
  if (last_.size() > 2 * most_) last_.erase(0, last_.size() - most_);
}

std::string Excerpt::text() const {
  const std::string_view last = std::string_view(last_).substr(last_.size() - std::min(last_.size(), most_));
  const std::size_t missing = total_ - first_.size() - last.size();
  if (missing == 0) return first_ + std::string(last);
  return fmt::format("{}\n[… {} bytes left out …]\n{}", first_, missing, last);
}

}  // namespace fogg::arena
