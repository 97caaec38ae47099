// What the referee notes of a game besides how it ended.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/types.h"

namespace fogg::arena {

enum class Fault : std::uint8_t {
  kTimeout,     // too late for a move, or the time for the game was used up
  kIllegal,     // a move that the rules do not allow
  kMalformed,   // a line that is no message of the protocol, or one in the wrong place
  kCrash,       // the program ended
  kDisconnect,  // the connection was lost
  kStall,       // it did not start, or does not read what it is told
  kFlood,       // more output than anyone could want
};
inline constexpr std::size_t kFaults = 7;
std::string_view name(Fault fault);

// How long decisions took: number i counts those of less than 2^i microseconds that are not in an earlier one; the last has all the rest.
class DecisionTimes {
 public:
  static constexpr std::size_t kClasses = 28;
  void add(std::int64_t microseconds) {
    std::size_t i = 0;
    while (i + 1 < kClasses && microseconds >= std::int64_t{1} << i) ++i;
    ++counts_[i];
    total_us_ += microseconds;
    if (microseconds > slowest_us_) slowest_us_ = microseconds;
  }
  void add(const DecisionTimes& other) {
    for (std::size_t i = 0; i < kClasses; ++i) counts_[i] += other.counts_[i];
    total_us_ += other.total_us_;
    if (other.slowest_us_ > slowest_us_) slowest_us_ = other.slowest_us_;
  }
  std::int64_t decisions() const;
  std::int64_t total_us() const { return total_us_; }
  std::int64_t slowest_us() const { return slowest_us_; }
  const std::array<std::int64_t, kClasses>& counts() const { return counts_; }
  bool operator==(const DecisionTimes&) const = default;

 private:
  friend std::string to_json(const struct GameReport& report);
  friend tl::expected<struct GameReport, std::string> report_from_json(std::string_view text);
  std::array<std::int64_t, kClasses> counts_{};
  std::int64_t total_us_ = 0;
  std::int64_t slowest_us_ = 0;
};

struct SeatReport {
  DecisionTimes times;
  std::array<int, kFaults> faults{};
  bool replaced = false;  // from some moment on a bot played in its place
  bool forfeited = false;
  std::string words = {};  // what went wrong first, for people
  bool has_fault() const;
  bool operator==(const SeatReport&) const = default;
};

struct GameReport {
  std::vector<SeatReport> seats;
  std::int64_t milliseconds = 0;  // from the start to the end of the game
  bool operator==(const GameReport&) const = default;
};

// What a program wrote last can be any bytes, and may be cut in the middle of a letter; what is written down must be readable again.
std::string readable(std::string_view text);
std::string to_json(const GameReport& report);
tl::expected<GameReport, std::string> report_from_json(std::string_view text);

// A game that is over, with all that is kept of it.
struct Finished {
  Game game;
  Outcome outcome;
  GameReport report;
  // How it was played: the moves (moves.h), or the record itself.
  enum class Form : std::uint8_t { kMoves, kRecord } form = Form::kMoves;
  std::string played;
};

}  // namespace fogg::arena
