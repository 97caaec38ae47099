#include "engine/score.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace fogg {

namespace {

// Which cities are joined: joined ones have the same label. Relabelling all cities for each route, eight at a time, has no
// branch to guess wrong, which is quicker than any clever forest for networks of this size.
class Joined {
 public:
  Joined(const Board& board, RouteSet routes) {
    for (std::size_t i = 0; i < kMaxCities; ++i) label_[i] = static_cast<std::uint8_t>(i);
    routes.each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      join(label_[route.a], label_[route.b]);
    });
  }
  void join(std::uint8_t from, std::uint8_t to) {
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kTops = 0x8080808080808080U;
    const std::uint64_t change = static_cast<std::uint64_t>(from ^ to) * kOnes;
    std::array<std::uint64_t, kMaxCities / 8> words;
    std::memcpy(words.data(), label_.data(), sizeof words);
    for (std::uint64_t& word : words) {
      // No label has its top bit set: subtracting 1 clears it only where the label is `from`.
      const std::uint64_t equal = ~(((word ^ (from * kOnes)) | kTops) - kOnes) & kTops;
      word ^= ((equal << 1U) - (equal >> 7U)) & change;
    }
    std::memcpy(label_.data(), words.data(), sizeof words);
  }
  bool joined(std::uint8_t a, std::uint8_t b) const { return label_[a] == label_[b]; }
  // The label is one of the joined cities.
  std::uint8_t label(std::uint8_t city) const { return label_[city]; }

  bool complete(const Board& board, const Ticket& ticket) const {
    if (ticket.a < Ticket::kCountry && ticket.b < Ticket::kCountry) return joined(ticket.a, ticket.b);
    // Any end point of a country will do. Nothing passes through one, as its routes lead to one city only.
    const CitySet from = board.end_cities(ticket.a);
    const CitySet to = board.end_cities(ticket.b);
    for (CitySet a = from; a != 0; a &= a - 1) {
      for (CitySet b = to; b != 0; b &= b - 1) {
        if (joined(static_cast<std::uint8_t>(std::countr_zero(a)), static_cast<std::uint8_t>(std::countr_zero(b))))
          return true;
      }
    }
    return false;
  }

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

// Tries all ways to borrow routes. What matters of a route is which two parts of the own network it joins, so few are
// left to try.
class Borrowing {
 public:
  Borrowing(const Edition& edition, const State& state, int seat)
      : edition_(edition), own_(edition.board, state.owned[static_cast<std::size_t>(seat)]) {
    const auto s = static_cast<std::size_t>(seat);
    state.tickets_at(edition, static_cast<std::uint8_t>(seat)).each([&](int t) {
      const Ticket& ticket = edition.tickets[static_cast<std::size_t>(t)];
      if (!own_.complete(edition.board, ticket)) open_[open_count_++] = static_cast<std::uint8_t>(t);
    });
    RouteSet others;
    for (const RouteSet& owned : state.owned) others |= owned;
    others = others.without(state.owned[s]);
    for (CitySet rest = state.extras(edition).pieces[s]; rest != 0; rest &= rest - 1) {
      Station& station = stations_[station_count_++];
      station.city = static_cast<std::uint8_t>(std::countr_zero(rest));
      (others & edition.routes_at[station.city]).each([&](int r) {
        const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
        const Choice choice{static_cast<std::uint8_t>(r), own_.label(route.a), own_.label(route.b)};
        for (std::size_t i = 0; i < station.count; ++i) {
          if (station.choices[i].joins_as(choice)) return;
        }
        if (choice.from != choice.to && station.count < station.choices.size())
          station.choices[station.count++] = choice;
      });
    }
  }

  Borrowed best() {
    for (std::size_t i = 0; i < station_count_; ++i) best_.station[i].city = now_.station[i].city = stations_[i].city;
    if (open_count_ > 0) try_from(0, own_);
    return best_;
  }

 private:
  struct Choice {
    std::uint8_t route, from, to;
    bool joins_as(const Choice& o) const { return (from == o.from && to == o.to) || (from == o.to && to == o.from); }
  };
  struct Station {
    std::uint8_t city = 0;
    std::array<Choice, 64> choices;  // joins of a city with different parts: never more than cities
    std::size_t count = 0;
  };

  void try_from(std::size_t at, const Joined& cities) {
    for (; at < station_count_; ++at) {
      const Station& station = stations_[at];
      for (std::size_t i = 0; i < station.count; ++i) {
        const Choice& choice = station.choices[i];
        const std::uint8_t from = cities.label(choice.from);
        const std::uint8_t to = cities.label(choice.to);
        if (from == to) continue;
        Joined joined = cities;
        joined.join(from, to);
        now_.station[at].route = choice.route;
        ++now_.used;
        const RouteSet before = now_.routes;
        now_.routes |= RouteSet::single(choice.route);
        judge(joined);
        try_from(at + 1, joined);
        now_.routes = before;
        --now_.used;
        now_.station[at].route = Borrowed::kNone;
      }
    }
  }

  void judge(const Joined& cities) {
    int points = 0;
    int tickets = 0;
    for (std::size_t i = 0; i < open_count_; ++i) {
      const Ticket& ticket = edition_.tickets[open_[i]];
      if (!cities.complete(edition_.board, ticket)) continue;
      points += ticket.points;
      ++tickets;
    }
    if (std::tuple(points, tickets, -now_.used) <= std::tuple(points_, tickets_, -best_.used)) return;
    points_ = points;
    tickets_ = tickets;
    best_ = now_;
  }

  const Edition& edition_;
  const Joined own_;
  std::array<std::uint8_t, kMaxTickets> open_;  // tickets not completed by own routes
  std::size_t open_count_ = 0;
  std::array<Station, kMaxStations> stations_;
  std::size_t station_count_ = 0;
  Borrowed now_;
  Borrowed best_;
  int points_ = 0;
  int tickets_ = 0;
};

// Who of those equal so far is ahead by a rule for ties.
unsigned break_tie(Tie tie, unsigned equal, const Edition& edition, const State& state, const Scores& scores) {
  switch (tie) {
    case Tie::kMostTickets: return best_of(equal, [&](unsigned seat) { return scores[seat].completed; });
    case Tie::kMostGoods: return best_of(equal, [&](unsigned seat) { return scores[seat].goods; });
    case Tie::kFewestStations:
      if (edition.stations == 0) return equal;
      return best_of(equal, [&](unsigned seat) { return -std::popcount(state.extras(edition).pieces[seat]); });
    case Tie::kLongestPath: {
      // Decides only if exactly one of those still equal has the bonus.
      const unsigned with_bonus = best_of(equal, [&](unsigned seat) { return scores[seat].bonus; });
      return std::popcount(with_bonus) == 1 ? with_bonus : equal;
    }
  }
  return equal;
}

}  // namespace

Borrowed borrow_routes(const Edition& edition, const State& state, int seat) {
  if (edition.stations == 0 || state.extras(edition).pieces[static_cast<std::size_t>(seat)] == 0) return {};
  return Borrowing(edition, state, seat).best();
}

TicketSet completed_tickets(const Edition& edition, RouteSet routes, TicketSet asked) {
  const Joined cities(edition.board, routes);
  TicketSet done;
  asked.each([&](int t) {
    if (cities.complete(edition.board, edition.tickets[static_cast<std::size_t>(t)])) done |= TicketSet::single(t);
  });
  return done;
}

Scores score(const Edition& edition, const State& state, std::array<Borrowed, kMaxPlayers>* borrowed) {
  Scores scores{};
  const unsigned everyone = (1U << state.players) - 1;
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    Score& mine = scores[seat];
    mine.routes = state.points[seat];
    RouteSet network = state.owned[seat];
    if (edition.has_extras()) {
      const Extras& extras = state.extras(edition);
      mine.goods = extras.goods[seat];
      if (edition.stations > 0) {
        mine.stations = edition.unbuilt_station_points * (edition.stations - std::popcount(extras.pieces[seat]));
        const Borrowed best = borrow_routes(edition, state, static_cast<int>(seat));
        network |= best.routes;
        if (borrowed != nullptr) (*borrowed)[seat] = best;
      }
    }
    const Joined cities(edition.board, network);
    state.tickets_at(edition, static_cast<std::uint8_t>(seat)).each([&](int t) {
      const Ticket& ticket = edition.tickets[static_cast<std::size_t>(t)];
      const int done = cities.complete(edition.board, ticket) ? 1 : 0;
      mine.tickets += (2 * done - 1) * ticket.points;
      mine.completed += done;
      mine.uncompleted += 1 - done;
    });
    if (edition.longest_path_bonus > 0) mine.longest = longest_trail(edition.board, state.owned[seat]);
    mine.total = mine.routes + mine.tickets + mine.stations + mine.goods;
  }
  const unsigned longest = best_of(everyone, [&](unsigned seat) { return scores[seat].longest; });
  const unsigned most_tickets = best_of(everyone, [&](unsigned seat) { return scores[seat].completed; });
  for (unsigned seat = 0; seat < state.players; ++seat) {
    Score& mine = scores[seat];
    if (((longest >> seat) & 1U) != 0 && mine.longest > 0) mine.bonus = edition.longest_path_bonus;
    if (((most_tickets >> seat) & 1U) != 0 && mine.completed > 0) mine.most_tickets = edition.most_tickets_bonus;
    mine.total += mine.bonus + mine.most_tickets;
  }
  unsigned winners = best_of(everyone, [&](unsigned seat) { return scores[seat].total; });
  for (const Tie tie : edition.ties) winners = break_tie(tie, winners, edition, state, scores);
  for (unsigned seat = 0; seat < state.players; ++seat) scores[seat].winner = ((winners >> seat) & 1U) != 0;
  return scores;
}

namespace {
int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }
}  // namespace

int compare_seats(const Edition& edition, const State& state, const Scores& scores, std::size_t a, std::size_t b) {
  if (scores[a].winner || scores[b].winner) return sign((scores[a].winner ? 1 : 0) - (scores[b].winner ? 1 : 0));
  if (scores[a].total != scores[b].total) return sign(scores[a].total - scores[b].total);
  for (const Tie tie : edition.ties) {
    int difference = 0;
    switch (tie) {
      case Tie::kMostTickets: difference = scores[a].completed - scores[b].completed; break;
      case Tie::kMostGoods: difference = scores[a].goods - scores[b].goods; break;
      case Tie::kLongestPath: difference = scores[a].bonus - scores[b].bonus; break;
      case Tie::kFewestStations:
        if (edition.stations > 0)
          difference = std::popcount(state.extras(edition).pieces[b]) - std::popcount(state.extras(edition).pieces[a]);
        break;
    }
    if (difference != 0) return sign(difference);
  }
  return 0;
}

}  // namespace fogg
