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
  int longest = 0;          // trains in the longest trail; 0 in editions without a bonus for it
  int bonus = 0;            // for the longest trail
  int most_tickets = 0;     // bonus for most completed tickets
  int stations = 0;         // points for stations not built
  int goods = 0;
  int total = 0;
  bool winner = false;      // several, if shared
  bool operator==(const Score&) const = default;
};

using Scores = std::array<Score, kMaxPlayers>;

// What the stations of a seat do for it: to each the route of another player that it borrows, so that the tickets are worth most,
// then most of them are completed, then fewest routes are borrowed. Exact.
struct Borrowed {
  static constexpr std::uint8_t kNone = 0xFF;
  struct Use {
    std::uint8_t city = kNone;
    std::uint8_t route = kNone;  // kNone: the station is not needed
  };
  std::array<Use, kMaxStations> station{};
  RouteSet routes;
  int used = 0;
};
Borrowed borrow_routes(const Edition& edition, const State& state, int seat);

// The score of every seat as if the game ended now. `borrowed`, if given, receives what their stations do.
Scores score(const Edition& edition, const State& state, std::array<Borrowed, kMaxPlayers>* borrowed = nullptr);

// 1 if seat a is ahead of seat b at the end, -1 if it is behind, 0 if they are equal. Winners are ahead of all others; the rest are compared
// by points, then by the edition's rules for ties as if the two were alone.
int compare_seats(const Edition& edition, const State& state, const Scores& scores, std::size_t a, std::size_t b);

// Which tickets (of `asked`) the routes complete.
TicketSet completed_tickets(const Edition& edition, RouteSet routes, TicketSet asked);

// The longest trail through the routes: each route at most once, cities as often as wanted. Exact. `steps`, if given,
// receives how many steps it took, for tests of its bounds. `patience`: after so many steps of the usual search a part
// of the network is solved in another way, which ordinary networks do not need (see trail.cpp); the result is the same.
inline constexpr long kTrailPatience = 2000;
int longest_trail(const Board& board, RouteSet routes, long* steps = nullptr, long patience = kTrailPatience);

}  // namespace fogg
