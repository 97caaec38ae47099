#include "engine/score.h"

#include <algorithm>

namespace fogg {

namespace {

// Which cities are joined, by the usual forest of parents.
class Joined {
 public:
  Joined(const Board& board, RouteSet routes) {
    for (std::size_t i = 0; i < board.cities.size(); ++i) parent_[i] = static_cast<std::uint8_t>(i);
    routes.each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      parent_[root(route.a)] = root(route.b);
    });
  }
  bool joined(std::uint8_t a, std::uint8_t b) { return root(a) == root(b); }

 private:
  std::uint8_t root(std::uint8_t city) {
    while (parent_[city] != city) {
      parent_[city] = parent_[parent_[city]];
      city = parent_[city];
    }
    return city;
  }
  std::array<std::uint8_t, kMaxCities> parent_;
};

// Keeps only those of the seats in `set` whose value is greatest.
template <typename F>
unsigned best_of(unsigned set, F&& value) {
  int best = -1000000;
  unsigned chosen = 0;
  for (unsigned seat = 0; seat < kMaxPlayers; ++seat) {
    if (((set >> seat) & 1U) == 0) continue;
    const int mine = value(seat);
    if (mine > best) {
      best = mine;
      chosen = 0;
    }
    if (mine == best) chosen |= 1U << seat;
  }
  return chosen;
}

}  // namespace

TicketSet completed_tickets(const Edition& edition, RouteSet routes, TicketSet asked) {
  Joined cities(edition.board, routes);
  TicketSet done;
  asked.each([&](int t) {
    const Ticket& ticket = edition.tickets[static_cast<std::size_t>(t)];
    if (cities.joined(ticket.a, ticket.b)) done |= TicketSet::single(t);
  });
  return done;
}

Scores score(const Edition& edition, const State& state) {
  Scores scores{};
  const unsigned everyone = (1U << state.players) - 1;
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    Score& mine = scores[seat];
    mine.routes = state.points[seat];
    Joined cities(edition.board, state.owned[seat]);
    for (int t = 0; t < edition.ticket_count(); ++t) {
      if (state.where(t) != seat) continue;
      const Ticket& ticket = edition.tickets[static_cast<std::size_t>(t)];
      const bool done = cities.joined(ticket.a, ticket.b);
      mine.tickets += done ? ticket.points : -ticket.points;
      ++(done ? mine.completed : mine.uncompleted);
    }
    mine.longest = longest_trail(edition.board, state.owned[seat]);
    mine.total = mine.routes + mine.tickets;
  }
  const unsigned longest = best_of(everyone, [&](unsigned seat) { return scores[seat].longest; });
  for (unsigned seat = 0; seat < state.players; ++seat) {
    if (((longest >> seat) & 1U) == 0 || scores[seat].longest == 0) continue;
    scores[seat].bonus = edition.longest_path_bonus;
    scores[seat].total += edition.longest_path_bonus;
  }
  unsigned winners = best_of(everyone, [&](unsigned seat) { return scores[seat].total; });
  winners = best_of(winners, [&](unsigned seat) { return scores[seat].completed; });
  // The bonus decides only if exactly one of those still equal has it.
  const unsigned with_bonus = best_of(winners, [&](unsigned seat) { return scores[seat].bonus; });
  if (std::popcount(with_bonus) == 1) winners = with_bonus;
  for (unsigned seat = 0; seat < state.players; ++seat) scores[seat].winner = ((winners >> seat) & 1U) != 0;
  return scores;
}

}  // namespace fogg
