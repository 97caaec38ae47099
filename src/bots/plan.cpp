#include "bots/plan.h"

#include <algorithm>

#include "engine/score.h"

namespace fogg {

namespace {

int trains_of(const Edition& edition, RouteSet routes) {
  int trains = 0;
  routes.each([&](int r) { trains += edition.board.routes[static_cast<std::size_t>(r)].length; });
  return trains;
}

// What is to be claimed, and what of others' to be used.
struct Draft {
  RouteSet routes;
  RouteSet borrowed;
  TicketSet joined;
  int price = 0;
  Draft() = default;
  Draft(const Network& network, RouteSet foreign)
      : routes(network.routes.without(foreign)),
        borrowed(network.routes & foreign),
        joined(network.joined),
        price(network.price) {}
};

}  // namespace

Taste usual_taste(const Edition& edition) {
  Taste taste;
  if (edition.stations > 0) {
    taste.turn = 37;
    taste.draw = 24;
    taste.joker = 9;
    taste.tunnel = 14;
  }
  return taste;
}

int turns_left(const Edition& edition, const State& state, int seat) {
  const int players = state.players;
  if (state.turns_left >= 0) {
    // The seat's own turns among those that are left, the one under way included.
    int ahead = seat - state.player;
    if (ahead < 0) ahead += players;
    return std::max(0, (state.turns_left - ahead + players - 1) / players);
  }
  constexpr int kUsualTurns = 8;
  constexpr int kUsualTrains = 10;  // in so many turns
  const int turns = state.turns / players;
  int least = 1 << 16;
  for (int p = 0; p < players; ++p) {
    const int used = edition.trains - state.trains[static_cast<std::size_t>(p)];
    const int more = std::max(0, state.trains[static_cast<std::size_t>(p)] - edition.last_round_at);
    const int needed = (more * (turns + kUsualTurns) + used + kUsualTrains - 1) / (used + kUsualTrains);
    // The longest route may bring it about at once.
    least = std::min(least, needed);
  }
  return least + 1;
}

namespace {

Price price_with(const Edition& edition, const Route& route, const Taste& taste, int missing) {
  int price = taste.turn + taste.train * route.length - taste.points * edition.route_points[route.length];
  price += missing * (route.color == kGray ? taste.gray_card : taste.card);
  if (route.tunnel) price += taste.tunnel;
  price += taste.ferry * route.ferry;
  return static_cast<Price>(std::max(price, 3));
}

}  // namespace

Price price_at_first(const Edition& edition, const Route& route, const Taste& taste) {
  return price_with(edition, route, taste, route.length);
}

void price_routes(const Edition& edition, const State& state, int seat, const Taste& taste, Prices& prices) {
  const auto s = static_cast<std::size_t>(seat);
  const CardCounts& hand = state.hand[s];
  const RouteSet open =
      state.open_to(edition, seat) & edition.all_up_to[std::min<std::size_t>(state.trains[s], kMaxLength)];
  int most = 0;  // cards of one color
  for (std::size_t c = 0; c < kColors; ++c) most = std::max<int>(most, hand.of[c]);
  const int jokers = hand[Card::kLocomotive];
  prices.fill(kNoWay);
  open.each([&](int r) {
    const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
    const int held = route.color == kGray ? most : hand.of[route.color];
    const int missing = std::max(0, route.length - held - (jokers + 1) / 2);
    prices[static_cast<std::size_t>(r)] = price_with(edition, route, taste, missing);
  });
  state.owned[s].each([&](int r) { prices[static_cast<std::size_t>(r)] = 0; });
}

Plan make_plan(const Edition& edition, const Links& links, const State& state, int seat, TicketSet tickets,
               const Taste& taste) {
  const auto s = static_cast<std::size_t>(seat);
  Plan plan;
  const TicketSet done = completed_tickets(edition, state.owned[s], tickets);
  plan.open = tickets.without(done);
  if (plan.open.empty()) return plan;

  Prices prices;
  price_routes(edition, state, seat, taste, prices);
  RouteSet foreign;
  int stations = 0;
  if (taste.extras && edition.stations > 0) {
    stations = edition.stations - std::popcount(state.extras(edition).pieces[s]);
    if (stations > 0) {
      for (int other = 0; other < state.players; ++other) {
        if (other != seat) foreign |= state.owned[static_cast<std::size_t>(other)];
      }
      foreign.each([&](int r) { prices[static_cast<std::size_t>(r)] = static_cast<Price>(taste.station); });
    }
  }

  TicketList list = by_points(edition, plan.open);
  const int time = turns_left(edition, state, seat);
  while (list.size > 0) {
    Draft best(join_well(edition, links, prices, list), foreign);
    // Claims and stations take a turn each.
    auto fit = [&](const Draft& draft) {
      return trains_of(edition, draft.routes) <= state.trains[s] &&
             draft.routes.size() + draft.borrowed.size() <= time && draft.borrowed.size() <= stations;
    };
    bool fits = fit(best);
    if (!fits && stations > 0) {
      Prices cheap = prices;
      foreign.each([&](int r) { cheap[static_cast<std::size_t>(r)] = static_cast<Price>(taste.late_station); });
      const Draft draft(join(edition, links, cheap, list), foreign);
      if (draft.joined.size() >= best.joined.size() && fit(draft)) {
        best = draft;
        fits = true;
      }
    }
    const int trains = trains_of(edition, best.routes);
    if (fits || list.size == 1) {
      plan.given_up = plan.open.without(best.joined);
      if (!fits) {
        plan.given_up = plan.open;
        best = {};
      }
      plan.open = plan.open.without(plan.given_up);
      plan.routes = best.routes;
      plan.borrowed = best.borrowed;
      plan.trains = fits ? trains : 0;
      plan.price = best.price;
      return plan;
    }
    // Give up what costs most for its points: of those that were joined, or at once what cannot be.
    int worst = 0;
    int worst_value = 1 << 20;
    Reach found;
    for (int i = 0; i < list.size; ++i) {
      const int ticket = list.at[static_cast<std::size_t>(i)];
      int value = -1;
      if (best.joined.has(ticket)) {
        reach(links, prices, links.ends(ticket)[0], links.ends(ticket)[1], found);
        value = 1000 * edition.tickets[static_cast<std::size_t>(ticket)].points /
                (10 + found.cost[static_cast<std::size_t>(found.reached)]);
      }
      if (value < worst_value) {
        worst_value = value;
        worst = i;
      }
    }
    std::copy(list.at.begin() + worst + 1, list.at.begin() + list.size, list.at.begin() + worst);
    --list.size;
  }
  plan.given_up = plan.open;
  plan.open = {};
  return plan;
}

int worth_of_tickets(const Edition& edition, const Links& links, const State& state, int seat, TicketSet tickets,
                     const Taste& taste) {
  const Plan plan = make_plan(edition, links, state, seat, tickets, taste);
  int worth = -plan.price;
  tickets.each([&](int ticket) {
    const int points = 10 * edition.tickets[static_cast<std::size_t>(ticket)].points;
    worth += plan.given_up.has(ticket) ? -points : points;
  });
  return worth;
}

}  // namespace fogg
