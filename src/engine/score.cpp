#include "engine/score.h"

#include <algorithm>

namespace fogg {

namespace {

// Which cities are joined: joined ones have the same label. Relabelling all cities for each route has no branch to guess wrong,
// which is quicker than any clever forest for networks of this size.
class Joined {
 public:
  Joined(const Board& board, RouteSet routes) {
    for (std::size_t i = 0; i < kMaxCities; ++i) label_[i] = static_cast<std::uint8_t>(i);
    routes.each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      const std::uint8_t from = label_[route.a];
      const std::uint8_t to = label_[route.b];
      for (std::uint8_t& label : label_) label = label == from ? to : label;
    });
  }
  bool joined(std::uint8_t a, std::uint8_t b) const { return label_[a] == label_[b]; }

 private:
  std::array<std::uint8_t, kMaxCities> label_;
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
  const Joined cities(edition.board, routes);
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
    const Joined cities(edition.board, state.owned[seat]);
    state.tickets_at(edition, static_cast<std::uint8_t>(seat)).each([&](int t) {
      const Ticket& ticket = edition.tickets[static_cast<std::size_t>(t)];
      const int done = cities.joined(ticket.a, ticket.b) ? 1 : 0;
      mine.tickets += (2 * done - 1) * ticket.points;
      mine.completed += done;
      mine.uncompleted += 1 - done;
    });
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
