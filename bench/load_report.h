// What a run found out: latencies, counts of what went wrong, and how they are printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fogg::bench {

// Keeps every sample: a run has a few million at most, and then percentiles are exact.
class Latencies {
 public:
  void add(std::chrono::nanoseconds latency);
  void add(const Latencies& other);
  void clear() { samples_.clear(); }
  std::size_t count() const { return samples_.size(); }
  // In milliseconds; 0 without samples.
  double percentile(double percent) const;

 private:
  std::vector<std::uint32_t> samples_;  // in tenths of a microsecond
};

struct Tally {
  std::int64_t commands = 0;   // answered game commands
  std::int64_t queries = 0;    // answered BoardState queries
  std::int64_t refusals = 0;   // of the commands
  std::int64_t games = 0;      // seats that saw the end of their game
  std::int64_t lost = 0;       // connections that ended in the middle of a game or failed to open
  std::int64_t malformed = 0;  // lines that are no message of the protocol
  std::int64_t foreign = 0;    // answers that named another player
  std::int64_t stuck = 0;      // games given up
  std::string first_trouble;   // for a person who wants to know what happened

  void add(const Tally& other);
  Tally since(const Tally& earlier) const;
  bool clean() const { return lost + malformed + foreign + stuck == 0; }
  void trouble(std::string_view what);
};

// Facts in the order in which they were added, as lines for people or as one JSON object.
class Report {
 public:
  void add(std::string key, double number, int decimals);
  void add(std::string key, std::int64_t number);
  void add(std::string key, bool truth);
  void add_text(std::string key, std::string_view text);
  void add(const Latencies& latencies, std::string_view prefix = "");
  void add(const Tally& tally);
  void print(std::string_view mode, bool json) const;

 private:
  std::vector<std::pair<std::string, std::string>> facts_;
};

}  // namespace fogg::bench
