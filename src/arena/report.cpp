#include "arena/report.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <numeric>

namespace fogg::arena {

namespace {

namespace json = boost::json;
constexpr std::array<std::string_view, kFaults> kNames = {"time-out",   "illegal", "malformed", "crash",
                                                          "disconnect", "stall",   "flood"};

// Bytes of the next character, if it is well-formed UTF-8; else 0.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  const unsigned second = byte(1);
  // Longer than need be, halves of pairs of UTF-16, and beyond the end of Unicode.
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
      (first == 0xF4 && second > 0x8F))
    return 0;
  return size;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character(text);
    if (size == 0) {
      out += "\uFFFD";
      text.remove_prefix(1);
    } else {
      out += text.substr(0, size);
      text.remove_prefix(size);
    }
  }
  return out;
}

std::string_view name(Fault fault) { return kNames[static_cast<std::size_t>(fault)]; }

std::int64_t DecisionTimes::decisions() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

bool SeatReport::has_fault() const {
  return forfeited || replaced || std::any_of(faults.begin(), faults.end(), [](int n) { return n > 0; });
}

// Millions of these are written: by hand, and without what is zero.
std::string to_json(const GameReport& report) {
  std::string out = fmt::format(R"({{"ms":{},"seats":[)", report.milliseconds);
  for (const SeatReport& seat : report.seats) {
    const auto& counts = seat.times.counts_;
    const auto end = std::find_if(counts.rbegin(), counts.rend(), [](std::int64_t n) { return n != 0; }).base();
    fmt::format_to(std::back_inserter(out), R"({}{{"times":[{}],"us":{},"slowest":{})",
                   &seat == &report.seats.front() ? "" : ",", fmt::join(counts.begin(), end, ","), seat.times.total_us_,
                   seat.times.slowest_us_);
    if (std::any_of(seat.faults.begin(), seat.faults.end(), [](int n) { return n != 0; }))
      fmt::format_to(std::back_inserter(out), R"(,"faults":[{}])", fmt::join(seat.faults, ","));
    if (seat.replaced) out += R"(,"replaced":true)";
    if (seat.forfeited) out += R"(,"forfeited":true)";
    if (!seat.words.empty()) out += R"(,"words":)" + json::serialize(json::string(readable(seat.words)));
    out += '}';
  }
  return out + "]}";
}

tl::expected<GameReport, std::string> report_from_json(std::string_view text) {
  try {
    std::array<unsigned char, 4096> room{};  // all that most reports need; millions of them are read
    json::monotonic_resource memory(room.data(), room.size());
    const json::value value = json::parse(json::string_view(text.data(), text.size()), &memory);
    GameReport report;
    report.milliseconds = value.at("ms").as_int64();
    for (const json::value& one : value.at("seats").as_array()) {
      const json::object& in = one.as_object();
      SeatReport seat;
      const json::array& counts = in.at("times").as_array();
      if (counts.size() > DecisionTimes::kClasses)
        return tl::unexpected(std::string("a report with too many classes of times"));
      for (std::size_t i = 0; i < counts.size(); ++i) seat.times.counts_[i] = counts[i].as_int64();
      seat.times.total_us_ = in.at("us").as_int64();
      seat.times.slowest_us_ = in.at("slowest").as_int64();
      if (const json::value* faults = in.if_contains("faults")) {
        const json::array& list = faults->as_array();
        if (list.size() != kFaults) return tl::unexpected(std::string("a report with other faults than there are"));
        for (std::size_t i = 0; i < kFaults; ++i) seat.faults[i] = static_cast<int>(list[i].as_int64());
      }
      seat.replaced = in.contains("replaced");
      seat.forfeited = in.contains("forfeited");
      if (const json::value* words = in.if_contains("words")) seat.words = std::string(words->as_string());
      report.seats.push_back(std::move(seat));
    }
    return report;
  } catch (const std::exception& error) {
    return tl::unexpected(fmt::format("a report that cannot be read: {}", error.what()));
  }
}

}  // namespace fogg::arena
