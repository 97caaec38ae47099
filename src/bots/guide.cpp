#include "bots/guide.h"

#include <algorithm>
#include <bit>

#include "bots/passengers.h"
#include "engine/score.h"

namespace fogg {

namespace {

constexpr int kJokerPrice = 16;

const Route& route_of(const Edition& edition, int r) { return edition.board.routes[static_cast<std::size_t>(r)]; }

int fewest_trains_of_others(const State& state, int seat) {
  int least = 1 << 10;
  for (int other = 0; other < state.players; ++other) {
    if (other != seat) least = std::min<int>(least, state.trains[static_cast<std::size_t>(other)]);
  }
  return least;
}

}  // namespace

void Guide::consider(const State& state, int seat, const Plan& plan, const Legal& legal, Effort effort,
                     Candidates& out) const {
  out.clear();
  switch (state.phase) {
    case Phase::kTurn: turn(state, seat, plan, legal, effort, out); break;
    case Phase::kSecondCard:
      draws(state, seat, needs(state, seat, plan), legal, turns_left(edition_, state, seat), out);
      break;
    case Phase::kStart:
    case Phase::kChooseTickets: keeps(state, seat, legal, effort, out); break;
    case Phase::kTunnel: surcharge(state, plan, legal, out); break;
    case Phase::kPlace: places(state, seat, legal, out); break;
    case Phase::kJourney: out.add(next_step(edition_, state, legal), 0); break;
    case Phase::kStartMix:
      legal.each([&](const Action& action) { out.add(action, action.count == taste_.start_mix ? 10 : 0); });
      break;
    case Phase::kOver: break;
  }
  if (out.size() == 0) out.add(legal.nth(0), 0);
}

Needs Guide::needs(const State& state, int seat, const Plan& plan) const {
  const CardCounts& hand = state.hand[static_cast<std::size_t>(seat)];
  Needs needs;
  RouteSet routes = plan.routes;
  if (routes.empty()) {
    const int target = race_target(state, seat);
    if (target >= 0) routes = RouteSet::single(target);
  }
  RouteSet gray;
  routes.each([&](int r) {
    const Route& route = route_of(edition_, r);
    if (route.color == kGray) {
      gray |= RouteSet::single(r);
    } else {
      needs.cards[route.color] += route.length;
    }
  });
  // A gray route is paid in the color of which most is left.
  gray.each([&](int r) {
    std::size_t best = 0;
    int most = -1000;
    for (std::size_t c = 0; c < kColors; ++c) {
      const int left = hand.of[c] - needs.cards[c];
      if (left > most) {
        most = left;
        best = c;
      }
    }
    needs.cards[best] += route_of(edition_, r).length;
  });
  for (std::size_t c = 0; c < kColors; ++c) {
    needs.lack[c] = std::max(0, needs.cards[c] - hand.of[c]);
    needs.missing += needs.lack[c];
  }
  needs.missing = std::max(0, needs.missing - hand[Card::kLocomotive]);
  return needs;
}

int Guide::race_target(const State& state, int seat) const {
  const auto s = static_cast<std::size_t>(seat);
  const CardCounts& hand = state.hand[s];
  const RouteSet open =
      state.open_to(edition_, seat) & edition_.all_up_to[std::min<std::size_t>(state.trains[s], kMaxLength)];
  std::size_t most = 0;
  for (std::size_t c = 1; c < kColors; ++c) {
    if (hand.of[c] > hand.of[most]) most = c;
  }
  int best = -1;
  int best_value = -(1 << 20);
  // The longest of each color and of the gray ones will do: equal lengths of a color take the same cards.
  for (std::size_t c = 0; c <= kGray; ++c) {
    for (std::size_t length = kMaxLength; length > 0; --length) {
      const RouteSet some = edition_.exactly[c][length] & open;
      if (some.empty()) continue;
      const int held = hand.of[c == kGray ? most : c];
      const int missing = std::max(0, static_cast<int>(length) - held - hand[Card::kLocomotive]);
      const int value = 10 * edition_.route_points[length] - taste_.race_train * static_cast<int>(length) -
                        (c == kGray ? taste_.gray_card : taste_.card) * missing;
      if (value > best_value) {
        best_value = value;
        best = some.first_member();
      }
      if (length < 5) break;
    }
  }
  return best;
}

void Guide::turn(const State& state, int seat, const Plan& plan, const Legal& legal, Effort effort,
                 Candidates& out) const {
  const int time = turns_left(edition_, state, seat);
  const Needs wanted = needs(state, seat, plan);
  claims(state, seat, plan, wanted, legal, time, effort, out);
  draws(state, seat, wanted, legal, time, out);
  tickets(state, seat, plan, legal, time, out);
  if (taste_.extras && edition_.stations > 0 && !plan.borrowed.empty()) stations(state, seat, plan, wanted, time, out);
  if (edition_.passengers > 0) journeys(state, seat, time, effort, out);
}

void Guide::claims(const State& state, int seat, const Plan& plan, const Needs& needs, const Legal& legal, int time,
                   Effort effort, Candidates& out) const {
  const auto s = static_cast<std::size_t>(seat);
  const CardCounts& hand = state.hand[s];
  Keepsakes keep;
  for (std::size_t c = 0; c < kColors; ++c) keep[c] = needs.cards[c] > 0 && !plan.routes.empty() ? 3 : 1;
  const int trains = state.trains[s];
  const int usable = time * 5 / 2;
  const int train =
      (plan.routes.empty() ? taste_.race_train : taste_.free_train) * std::min(usable, trains) / std::max(trains, 1);
  CitySet network = 0;
  if (edition_.longest_path_bonus > 0) {
    state.owned[s].each(
        [&](int r) { network |= city_bit(route_of(edition_, r).a) | city_bit(route_of(edition_, r).b); });
  }
  RouteSet looked_at = legal.routes();
  if (effort == Effort::kPlayout) {
    // Routes too short to be better than drawing cards need no closer look.
    std::size_t length = 1;
    const int drawing = taste_.draw * std::min(std::max(time - 1, 0), 3) / 3;
    while (length <= kMaxLength &&
           10 * edition_.route_points[length] - train * static_cast<int>(length) + taste_.network < drawing)
      ++length;
    looked_at = looked_at.without(edition_.all_up_to[length - 1].without(plan.routes));
  }
  for (const auto [first, second] : links_.twins()) {
    if (looked_at.has(first) && looked_at.has(second))
      looked_at = looked_at.without(RouteSet::single(plan.routes.has(second) ? first : second));
  }
  looked_at.each([&](int r) {
    const Route& route = route_of(edition_, r);
    const Action claim = cheapest_claim(edition_, hand, r, keep);
    if (claim.kind != ActionKind::kClaim) return;
    int value = 10 * edition_.route_points[route.length] - kJokerPrice * claim.locomotives - 9 * claim.fours;
    if (route.tunnel) {
      int spare = hand[Card::kLocomotive] - claim.locomotives;
      if (claim.count > 0) spare += hand[claim.color] - claim.count;
      if (spare == 0 && time > 2) value -= taste_.tunnel_risk;
    }
    if (plan.routes.has(r)) {
      value += taste_.plan_claim + (route.length <= 2 ? taste_.risk : 0);
    } else {
      if (trains - route.length < plan.trains) return;
      value -= train * route.length;
      if (claim.count > 0 && !plan.routes.empty()) {
        const auto c = static_cast<std::size_t>(claim.color);
        const int reserved = std::max(0, needs.cards[c] - (hand.of[c] - claim.count));
        value -= taste_.card * std::min<int>(reserved, claim.count);
      }
      if ((network & (city_bit(route.a) | city_bit(route.b))) != 0) value += taste_.network;
    }
    out.add(claim, value);
  });
}

void Guide::draws(const State& state, int seat, const Needs& needs, const Legal& legal, int time,
                  Candidates& out) const {
  static_cast<void>(seat);
  const bool first = state.phase == Phase::kTurn;
  // Cards drawn in the last turn are worth nothing, shortly before it a little.
  const int base = first ? taste_.draw * std::min(std::max(time - 1, 0), 3) / 3 : 0;
  const std::uint32_t simple = legal.simple_actions();
  if ((simple >> simple::kDraw & 1U) != 0) {
    int useful = 14;  // of about 110 cards
    for (std::size_t c = 0; c < kColors; ++c) useful += needs.lack[c] > 0 ? 12 : 0;
    out.add(Action::draw(), base + taste_.card_wanted * useful / 110 + 2);
  }
  for (std::size_t c = 0; c < kColors; ++c) {
    if ((simple >> (simple::kTake + c) & 1U) == 0) continue;
    const int lack = needs.lack[c];
    out.add(Action::take(static_cast<Card>(c)), base + (lack > 0 ? taste_.card_wanted + std::min(lack, 3) : 0));
  }
  if ((simple >> (simple::kTake + index(Card::kLocomotive)) & 1U) != 0) {
    // It takes the whole turn: worth it when it is the last card missing, or hardly anything else helps.
    int value = base - taste_.joker;
    if (needs.missing == 1) value = base + 2 * taste_.joker;
    out.add(Action::take(Card::kLocomotive), value);
  }
  for (const Card special : {Card::kLocomotive4, Card::kPassenger}) {
    if ((simple >> (simple::kTake + index(special)) & 1U) == 0) continue;
    const bool four = special == Card::kLocomotive4;
    out.add(Action::take(special), base + (four ? taste_.card_wanted + 1 : taste_.extras ? taste_.passenger_card : 0));
  }
  if ((simple >> simple::kPass & 1U) != 0) out.add(Action::pass(), 0);
}

// New tickets: while there is much time, for their points; at any time, because some may be completed already. How much the
// second is worth follows from how many of the tickets one does not have would be.
void Guide::tickets(const State& state, int seat, const Plan& plan, const Legal& legal, int time,
                    Candidates& out) const {
  const std::uint32_t simple = legal.simple_actions();
  if ((simple >> simple::kTickets & ((1U << (kMaxOffer + 1)) - 1)) == 0) return;
  const auto s = static_cast<std::size_t>(seat);
  const int trains = state.trains[s];
  const bool early = plan.open.empty() && trains >= taste_.ticket_trains &&
                     fewest_trains_of_others(state, seat) >= taste_.ticket_trains && time > 6;
  const TicketSet others =
      TicketSet::first(edition_.ticket_count()).without(state.tickets_at(edition_, static_cast<std::uint8_t>(seat)));
  const TicketSet done = completed_tickets(edition_, state.owned[s], others);
  for (int mix = 0; mix <= kMaxOffer; ++mix) {
    if ((simple >> (simple::kTickets + mix) & 1U) == 0) continue;
    int value = -80;
    if (early && (edition_.mix == 0 || mix == taste_.later_mix)) value = taste_.ticket_value;
    value = std::max(value, lucky_tickets(others, done, mix));
    out.add(Action::tickets(mix), value);
  }
}

// What an offer is worth of which only completed tickets are kept, or the cheapest if there are none.
int Guide::lucky_tickets(TicketSet others, TicketSet done, int mix) const {
  // In whole numbers, so that every machine plays the same game.
  constexpr long kOne = 1L << 20U;
  long none = kOne;
  int points = 0;
  for (int deck = 0; deck < static_cast<int>(edition_.decks.size()); ++deck) {
    const TicketSet all = others & edition_.tickets_of(deck);
    const TicketSet lucky = done & all;
    if (all.empty()) continue;
    const int drawn = edition_.mix == 0 ? edition_.decks[static_cast<std::size_t>(deck)].draw
                      : deck == 0       ? mix
                                        : edition_.mix - mix;
    for (int i = 0; i < drawn; ++i) none = none * (all.size() - lucky.size()) / all.size();
    int sum = 0;
    lucky.each([&](int ticket) { sum += edition_.tickets[static_cast<std::size_t>(ticket)].points; });
    points += drawn * 10 * sum / all.size();
  }
  return points - static_cast<int>(none * taste_.ticket_loss / kOne) + taste_.ticket_luck;
}

void Guide::stations(const State& state, int seat, const Plan& plan, const Needs& needs, int time,
                     Candidates& out) const {
  const auto s = static_cast<std::size_t>(seat);
  const Extras& extras = state.extras(edition_);
  const int price = std::popcount(extras.pieces[s]) + 1;
  if (price > edition_.stations) return;
  CitySet taken = 0;
  for (const CitySet pieces : extras.pieces) taken |= pieces;
  // Paid in the color of which most is left over.
  const CardCounts& hand = state.hand[s];
  int color = -1;
  int most = -1000;
  for (std::size_t c = 0; c < kColors; ++c) {
    if (hand.of[c] >= price && hand.of[c] - needs.cards[c] > most) {
      most = hand.of[c] - needs.cards[c];
      color = static_cast<int>(c);
    }
  }
  if (color < 0) return;
  // Others' routes stay: a station can wait until nothing else is left to do for the tickets, or the end comes near.
  const bool now = plan.routes.empty() || time <= plan.borrowed.size() + 2;
  plan.borrowed.each([&](int r) {
    for (const int city : {static_cast<int>(route_of(edition_, r).a), static_cast<int>(route_of(edition_, r).b)}) {
      if ((taken & city_bit(city)) != 0) continue;
      if ((extras.pieces[s] & (city_bit(route_of(edition_, r).a) | city_bit(route_of(edition_, r).b))) != 0) continue;
      out.add(Action::station(city, static_cast<Card>(color), price, 0), now ? taste_.plan_claim : -50);
    }
  });
}

void Guide::journeys(const State& state, int seat, int time, Effort effort, Candidates& out) const {
  const auto s = static_cast<std::size_t>(seat);
  const long patience = effort == Effort::kThorough ? kJourneySteps : 40;
  if (!taste_.extras) return;
  // Journeys take long to find: in a playout they are looked for only now and then, and at the end.
  if (effort == Effort::kPlayout && time > 2 && (state.turns / state.players) % 3 != 0) return;
  // A longer journey is possible later, unless the end or somebody else comes first.
  const int wait = taste_.journey_wait * std::min(time - 1, 8) / 8;
  for (CitySet rest = state.extras(edition_).pieces[s]; rest != 0; rest &= rest - 1) {
    const int city = std::countr_zero(rest);
    if (next_steps(edition_, state, seat, city, {}, state.hand[s][Card::kPassenger]).empty()) continue;
    const int points = best_journey(edition_, state, seat, city, patience).points;
    if (points > 0) out.add(Action::move(city), taste_.draw + 10 * points - wait);
  }
}

void Guide::places(const State& state, int seat, const Legal& legal, Candidates& out) const {
  static_cast<void>(seat);
  const Extras& extras = state.extras(edition_);
  legal.each([&](const Action& action) {
    int value = 0;
    if (action.kind == ActionKind::kPlace) {
      if (!taste_.extras) value = -1;
      // Tiles around: a passenger takes none where it starts.
      for (const Links::Link link : links_.at(action.where)) {
        const auto& goods = edition_.board.cities[link.city].goods;
        const auto taken = static_cast<std::size_t>(extras.tiles_taken(link.city));
        if (taken < goods.size()) value += goods[taken];
      }
    }
    out.add(action, value);
  });
}

void Guide::surcharge(const State& state, const Plan& plan, const Legal& legal, Candidates& out) const {
  const int route = state.extras(edition_).tunnel_route;
  legal.each([&](const Action& action) {
    int value = 0;
    if (action.kind == ActionKind::kPay) {
      value = (plan.routes.has(route) ? taste_.plan_claim : 0) +
              10 * edition_.route_points[route_of(edition_, route).length] - kJokerPrice * action.locomotives -
              taste_.card * action.count;
    }
    out.add(action, value);
  });
}

void Guide::keeps(const State& state, int seat, const Legal& legal, Effort effort, Candidates& out) const {
  const auto s = static_cast<std::size_t>(seat);
  const TicketSet held = state.tickets_at(edition_, static_cast<std::uint8_t>(seat));
  std::array<int, 1U << kMaxOffer> worth;
  worth.fill(1 << 20);
  auto tickets_of = [&](unsigned set) {
    TicketSet tickets = held;
    for (std::size_t i = 0; i < state.offered[s]; ++i) {
      if ((set >> i & 1U) != 0) tickets |= TicketSet::single(state.offer[s][i]);
    }
    return tickets;
  };
  const bool singly = effort != Effort::kThorough && state.phase != Phase::kStart;
  int base = 0;
  if (singly) base = worth_of_tickets(edition_, links_, state, seat, held, taste_);
  legal.each([&](const Action& action) {
    int& known = worth[action.keep];
    if (known == 1 << 20) {
      if (singly) {
        // Each by itself, added up.
        known = 0;
        for (unsigned rest = action.keep; rest != 0; rest &= rest - 1) {
          const unsigned one = rest & -rest;
          if (worth[one] == 1 << 20)
            worth[one] = worth_of_tickets(edition_, links_, state, seat, tickets_of(one), taste_) - base;
          if (one != action.keep) known += worth[one];
        }
        if (std::has_single_bit(static_cast<unsigned>(action.keep))) known = worth[action.keep];
      } else {
        known = worth_of_tickets(edition_, links_, state, seat, tickets_of(action.keep), taste_);
      }
    }
    out.add(action, known);
  });
}

}  // namespace fogg
