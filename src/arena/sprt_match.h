// Follows a match between two entrants and hands its deals to the test, in the order of the schedule.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "arena/sprt.h"

namespace fogg::arena {

class SprtMatch {
 public:
  explicit SprtMatch(const SprtOptions& options) : sprt_(options) {}

  // Games may end in any order; a deal waits for all that come before it.
  void add(const Played& played);

  const SprtState& state() const { return sprt_.state(); }

 private:
  struct Deal {
    int games = 0;
    double score = 0;  // of the second entrant
  };
  static constexpr int kGamesOfDeal = 2;  // both seatings

  Sprt sprt_;
  std::map<std::int64_t, Deal> waiting_;
  std::int64_t next_ = 1;
};

// For the organiser: how it stands, or the verdict, in one line. `a` and `b`: names of the first and the second entrant.
std::string sprt_text(const SprtState& state, const SprtOptions& options, std::string_view a, std::string_view b);

}  // namespace fogg::arena
