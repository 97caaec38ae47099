// The best journey of a passenger: for bots and hints.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/state.h"

namespace fogg {

// From where a journey starts, or goes on, and what may be used.
struct JourneyStart {
  int from = 0;       // where it began: gives nothing
  int at = 0;         // where the passenger is
  RouteSet used;      // already gone along
  int cards = 0;      // passenger cards that may still be played
};

struct Journey {
  int points = 0;                    // of goods, from here on
  int cards = 0;                     // passenger cards it takes
  std::vector<std::uint8_t>
      routes;  // in the order of travel; empty: stay (or, before the first step, no journey is possible)
  int bound = 0;                     // no journey is worth more; equal to `points` if the search was finished
  bool exact() const { return bound == points; }
};

// The journey worth most, and among these one with fewest cards, then fewest routes. After `patience` steps the search gives up;
// then `bound` says how much better the best one could be. Before the first step a journey has at least one route.
inline constexpr long kJourneyPatience = 200'000;
Journey best_journey(const Edition& edition, const State& state, int seat, const JourneyStart& start,
                     long patience = kJourneyPatience);

// For a passenger on the board of a player at turn, with all passenger cards in hand.
Journey best_journey(const Edition& edition, const State& state, int seat, int city, long patience = kJourneyPatience);

// For the journey under way.
Journey best_rest_of_journey(const Edition& edition, const State& state, long patience = kJourneyPatience);

}  // namespace fogg
