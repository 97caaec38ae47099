#include "load_report.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace fogg::bench {

void Latencies::add(std::chrono::nanoseconds latency) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  samples_.push_back(static_cast<std::uint32_t>(std::clamp<std::int64_t>(latency.count() / 100, 0, kMost)));
}

void Latencies::add(const Latencies& other) {
  samples_.insert(samples_.end(), other.samples_.begin(), other.samples_.end());
}

double Latencies::percentile(double percent) const {
  if (samples_.empty()) return 0;
  // The smallest sample that at least this share of all samples does not exceed.
  const double rank = std::ceil(percent / 100 * static_cast<double>(samples_.size()));
  const std::size_t index = std::min(samples_.size() - 1, static_cast<std::size_t>(std::max(0.0, rank - 1)));
  std::vector<std::uint32_t> sorted = samples_;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(index), sorted.end());
  return sorted[index] / 10000.0;
}

void Tally::add(const Tally& other) {
  commands += other.commands;
  queries += other.queries;
  refusals += other.refusals;
  games += other.games;
  lost += other.lost;
  malformed += other.malformed;
  foreign += other.foreign;
  stuck += other.stuck;
  trouble(other.first_trouble);
}

Tally Tally::since(const Tally& earlier) const {
  Tally difference = *this;
  difference.commands -= earlier.commands;
  difference.queries -= earlier.queries;
  difference.refusals -= earlier.refusals;
  difference.games -= earlier.games;
  // What went wrong counts from the beginning.
  return difference;
}

void Tally::trouble(std::string_view what) {
  if (first_trouble.empty()) first_trouble = what;
}

void Report::add(std::string key, double number, int decimals) {
  facts_.emplace_back(std::move(key), fmt::format("{:.{}f}", number, decimals));
}
void Report::add(std::string key, std::int64_t number) {
  facts_.emplace_back(std::move(key), fmt::format("{}", number));
}
void Report::add(std::string key, bool truth) { facts_.emplace_back(std::move(key), truth ? "true" : "false"); }

void Report::add_text(std::string key, std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (byte < 0x20 || byte >= 0x7f) {
      quoted += fmt::format("\\u{:04x}", byte);  // may be anything that a server sent
    } else {
      quoted += c;
    }
  }
  facts_.emplace_back(std::move(key), quoted + '"');
}

void Report::add(const Latencies& latencies, std::string_view prefix) {
  for (const int percent : {50, 90, 99}) {
    add(fmt::format("{}p{}_ms", prefix, percent), latencies.percentile(percent), 3);
  }
  add(fmt::format("{}max_ms", prefix), latencies.percentile(100), 3);
}

void Report::add(const Tally& tally) {
  add("refused", tally.refusals);
  add("seats_finished", tally.games);
  add("connections_lost", tally.lost);
  add("malformed_lines", tally.malformed);
  add("foreign_answers", tally.foreign);
  add("games_given_up", tally.stuck);
  if (!tally.first_trouble.empty()) add_text("first_trouble", tally.first_trouble);
}

void Report::print(std::string_view mode, bool json) const {
  if (json) {
    std::string text = fmt::format(R"({{"mode":"{}")", mode);
    for (const auto& [key, value] : facts_) text += fmt::format(R"(,"{}":{})", key, value);
    fmt::print("{}}}\n", text);
    return;
  }
  fmt::print("{}\n", mode);
  for (const auto& [key, value] : facts_) {
    std::string words = key;
    std::ranges::replace(words, '_', ' ');
    fmt::print("  {:<36} {:>14}\n", words, value);
  }
}

}  // namespace fogg::bench
