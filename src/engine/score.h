// The end of a game: tickets, longest trail, bonus, winners.
#pragma once

#include <array>
#include <cstdint>

#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

struct Score {
  int routes = 0;           // points of routes
  int tickets = 0;          // completed minus uncompleted
  int completed = 0;        // how many
  int uncompleted = 0;
  int longest = 0;          // trains in the longest trail
  int bonus = 0;
  int total = 0;
  bool winner = false;      // several, if shared
  bool operator==(const Score&) const = default;
};

using Scores = std::array<Score, kMaxPlayers>;

// The score of every seat as if the game ended now.
Scores score(const Edition& edition, const State& state);

// Which tickets (of `asked`) the routes complete.
TicketSet completed_tickets(const Edition& edition, RouteSet routes, TicketSet asked);

// The longest trail through the routes: each route at most once, cities as often as wanted. Exact. `steps`, if given,
// receives how many steps it took, for tests of its bounds. `patience`: after so many steps of the usual search a part
// of the network is solved in another way, which ordinary networks do not need (see trail.cpp); the result is the same.
inline constexpr long kTrailPatience = 2000;
int longest_trail(const Board& board, RouteSet routes, long* steps = nullptr, long patience = kTrailPatience);

}  // namespace fogg
