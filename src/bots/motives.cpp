#include "bots/motives.h"

#include <algorithm>
#include <optional>

#include "bots/passengers.h"
#include "engine/score.h"

namespace fogg {

namespace {

class Finder {
 public:
  Finder(const Edition& edition, const Guide& guide, const State& state, int seat, const Plan& plan)
      : edition_(edition), guide_(guide), state_(state), seat_(seat), plan_(plan) {}

  std::vector<Motive> find(const Action& action) {
    switch (action.kind) {
      case ActionKind::kClaim: claim(action); break;
      case ActionKind::kDraw:
      case ActionKind::kTake: card(action); break;
      case ActionKind::kTickets: new_tickets(); break;
      case ActionKind::kKeep: keep(action); break;
      case ActionKind::kPay: tunnel(); break;
      case ActionKind::kStation: station(); break;
      case ActionKind::kMove:
        add(MotiveKind::kGoods, 0, best_journey(edition_, state_, seat_, action.where, kJourneySteps).points);
        break;
      case ActionKind::kGo:
      case ActionKind::kStop: journey(action.kind); break;
      case ActionKind::kPlace: place(action.where); break;
      case ActionKind::kPass: add(MotiveKind::kNobodyElse); break;
      case ActionKind::kSkip:
      case ActionKind::kDecline: break;
    }
    return std::move(found_);
  }

 private:
  void add(MotiveKind kind, int where = 0, int number = 0) {
    found_.push_back({kind, static_cast<std::int16_t>(where), static_cast<std::int16_t>(number)});
  }
  RouteSet owned() const { return state_.owned[static_cast<std::size_t>(seat_)]; }
  TicketSet tickets() const { return state_.tickets_at(edition_, static_cast<std::uint8_t>(seat_)); }
  const Route& route(int r) const { return edition_.board.routes[static_cast<std::size_t>(r)]; }

  bool plan_is_done() const { return plan_.routes.empty() && plan_.borrowed.empty(); }

  void end_near() {
    const int time = turns_left(edition_, state_, seat_);
    if (time <= 4) add(MotiveKind::kEndIsNear, 0, time);
  }

  void serves(int r) {
    const TicketSet before = completed_tickets(edition_, owned(), tickets());
    const TicketSet at_once = completed_tickets(edition_, owned() | RouteSet::single(r), tickets()).without(before);
    const RouteSet all = owned() | plan_.routes | plan_.borrowed;
    const TicketSet without = completed_tickets(edition_, all.without(RouteSet::single(r)), tickets());
    const TicketSet served = completed_tickets(edition_, all, tickets()).without(without | at_once);
    at_once.each([&](int ticket) { add(MotiveKind::kCompletesTicket, ticket); });
    served.each([&](int ticket) { add(MotiveKind::kServesTicket, ticket); });
  }

  void claim(const Action& action) {
    const int r = action.where;
    if (plan_.routes.has(r)) {
      serves(r);
      add(MotiveKind::kOnPlan, 0, plan_.routes.size() - 1);
      const std::optional<int> around = way_around(r);
      if (!around || *around > route(r).length) add(MotiveKind::kMayBeTaken, 0, around.value_or(0));
    } else if (plan_is_done()) {
      add(MotiveKind::kPlanIsDone);
    }
    add(MotiveKind::kPoints, 0, edition_.route_points[route(r).length]);
    end_near();
  }

  // Trains for the shortest way between the cities of a route that somebody else has taken.
  std::optional<int> way_around(int r) const {
    RouteSet gone = RouteSet::single(r);
    if (state_.one_of_parallels()) gone |= edition_.parallel_to(gone);
    return trains_between(city_bit(route(r).a), city_bit(route(r).b), owned(), gone);
  }

  // Trains for the shortest way between two places; nothing if there is none.
  std::optional<int> trains_between(CitySet from, CitySet to, RouteSet free, RouteSet closed) const {
    Prices prices;
    prices.fill(kNoWay);
    state_.open_to(edition_, seat_).without(closed).each([&](int other) {
      prices[static_cast<std::size_t>(other)] = route(other).length;
    });
    free.each([&](int own) { prices[static_cast<std::size_t>(own)] = 0; });
    Reach found;
    reach(guide_.links(), prices, from, to, found);
    if (found.reached < 0) return {};
    return found.cost[static_cast<std::size_t>(found.reached)];
  }

  void new_tickets() {
    if (state_.phase != Phase::kTurn) return;  // at the start everybody draws some
    add(MotiveKind::kNewTickets, 0, std::max(0, state_.trains[static_cast<std::size_t>(seat_)] - plan_.trains));
  }

  void journey(ActionKind kind) {
    const int points = best_rest_of_journey(edition_, state_, kJourneySteps).points;
    if (kind == ActionKind::kGo || points == 0) add(MotiveKind::kGoods, 0, points);
  }

  // What a card of this color is good for.
  MotiveKind use_of(const Needs& needs, std::size_t color) const {
    if (needs.lack[color] > 0) return needs.missing > 0 ? MotiveKind::kNeedsColor : MotiveKind::kSparesJoker;
    State with = state_;
    ++with.hand[static_cast<std::size_t>(seat_)].of[color];
    return guide_.needs(with, seat_, plan_).missing < needs.missing ? MotiveKind::kFitsGray : MotiveKind::kNotNeeded;
  }

  // Whether a locomotive 4+ could pay for something planned; with no plan left, the longest routes are.
  bool long_routes_wanted() const {
    bool wanted = plan_.routes.empty();
    plan_.routes.each([&](int r) { wanted |= route(r).length >= kFourPlus; });
    return wanted;
  }

  void card(const Action& action) {
    const Needs needs = guide_.needs(state_, seat_, plan_);
    if (plan_is_done()) add(MotiveKind::kPlanIsDone);
    if (action.kind == ActionKind::kTake && action.color == Card::kLocomotive) {
      add(MotiveKind::kJokerIsScarce);
    } else if (action.kind == ActionKind::kTake && action.color == Card::kLocomotive4) {
      add(MotiveKind::kJokerForLong);
    } else if (action.kind == ActionKind::kTake && index(action.color) < kColors) {
      const auto color = static_cast<std::size_t>(action.color);
      // Some of it locomotives may stand for, so it is never more than what is missing in all.
      add(use_of(needs, color), index(action.color), std::min(needs.lack[color], needs.missing));
    } else if (action.kind == ActionKind::kTake && action.color == Card::kPassenger) {
      add(MotiveKind::kPassengerCard);
    } else if (action.kind == ActionKind::kDraw) {
      bool something = false;
      for (const std::uint8_t face_up : state_.row) {
        if (face_up < kColors) {
          something |= use_of(needs, face_up) != MotiveKind::kNotNeeded;
        } else if (face_up == static_cast<std::uint8_t>(Card::kLocomotive)) {
          something |= needs.missing > 0;
        } else if (face_up == static_cast<std::uint8_t>(Card::kLocomotive4)) {
          something |= needs.missing > 0 && long_routes_wanted();
        }
      }
      if (!something) add(MotiveKind::kRowHasNothing);
    }
    if (needs.missing > 0) {
      add(plan_.routes.empty() ? MotiveKind::kSavesForRoute : MotiveKind::kSavesForPlan, 0, needs.missing);
    }
  }

  void keep(const Action& action) {
    const auto s = static_cast<std::size_t>(seat_);
    TicketSet kept = tickets();
    for (std::size_t i = 0; i < state_.offered[s]; ++i) {
      if ((action.keep >> i & 1) != 0) kept |= TicketSet::single(state_.offer[s][i]);
    }
    auto worth = [&](TicketSet set) {
      return worth_of_tickets(edition_, guide_.links(), state_, seat_, set, guide_.taste());
    };
    const int all = worth(kept);
    const Plan less = make_plan(edition_, guide_.links(), state_, seat_, kept, guide_.taste());
    for (std::size_t i = 0; i < state_.offered[s]; ++i) {
      const int ticket = state_.offer[s][i];
      const TicketSet self = TicketSet::single(ticket);
      if (kept.has(ticket)) {
        add(MotiveKind::kTicketWorth, ticket, (all - worth(kept.without(self))) / 10);
      } else {
        const Plan more = make_plan(edition_, guide_.links(), state_, seat_, kept | self, guide_.taste());
        // The plan with it need not be the plan without it and a way more: whichever is less.
        const auto& ends = guide_.links().ends(ticket);
        const RouteSet planned = owned() | less.routes | less.borrowed;
        const std::optional<int> longer = trains_between(ends[0], ends[1], planned, {});
        const int other = more.trains - less.trains;
        // This one or another given up for it: there is not enough for both.
        if (!longer || !more.given_up.without(less.given_up).empty()) {
          add(MotiveKind::kTicketTooFar, ticket);
        } else {
          add(MotiveKind::kTicketCosts, ticket, other > 0 ? std::min(other, *longer) : *longer);
        }
      }
    }
  }

  void tunnel() {
    const int r = state_.extras(edition_).tunnel_route;
    if (plan_.routes.has(r)) serves(r);
    add(MotiveKind::kPoints, 0, edition_.route_points[route(r).length]);
  }

  void station() {
    const TicketSet before = completed_tickets(edition_, owned() | plan_.routes, tickets());
    completed_tickets(edition_, owned() | plan_.routes | plan_.borrowed, tickets())
        .without(before)
        .each([&](int ticket) { add(MotiveKind::kStationHelps, ticket); });
  }

  void place(int city) {
    int points = 0;
    CitySet around = 0;  // parallel tracks lead to the same city
    for (const Links::Link link : guide_.links().at(city)) {
      if ((around & city_bit(link.city)) != 0) continue;
      around |= city_bit(link.city);
      const auto& goods = edition_.board.cities[link.city].goods;
      const auto taken = static_cast<std::size_t>(state_.extras(edition_).tiles_taken(link.city));
      if (taken < goods.size()) points += goods[taken];
    }
    if (points > 0) add(MotiveKind::kGoodsAround, 0, points);
  }

  const Edition& edition_;
  const Guide& guide_;
  const State& state_;
  int seat_;
  const Plan& plan_;
  std::vector<Motive> found_;
};

}  // namespace

std::vector<Motive> motives(const Edition& edition, const Guide& guide, const State& state, int seat, const Plan& plan,
                            const Action& action) {
  return Finder(edition, guide, state, seat, plan).find(action);
}

}  // namespace fogg
