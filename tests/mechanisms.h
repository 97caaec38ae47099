// What the fixtures show: one record for every ending and every special mechanism. make_fixtures.cpp looks for games in which
// they happen, record_test.cpp checks that they do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/score.h"
#include "support.h"

namespace fogg::test {

// One decision and what came of it.
struct Step {
  const Edition& e;
  const State& before;
  int seat;
  Action action;
  const State& after;
  bool three_passengers;  // the row was thrown away because of passenger cards

  const Route& route() const { return e.board.routes[action.where]; }
  bool is(ActionKind kind) const { return action.kind == kind; }
};

struct Mechanism {
  std::string name;  // of the fixture, without .jsonl
  std::string edition;
  int players;
  std::function<bool(const Step&)> happens;
};

inline bool ends(const Step& step, Ending ending) { return step.after.over() && step.after.ending == ending; }

// Tickets that one borrowed route completes.
inline bool one_borrowed_route_completes_two(const Step& step) {
  for (int seat = 0; seat < step.after.players && step.after.over(); ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const Borrowed borrowed = borrow_routes(step.e, step.after, seat);
    const TicketSet mine = step.after.tickets_at(step.e, static_cast<std::uint8_t>(seat));
    const TicketSet alone = completed_tickets(step.e, step.after.owned[s], mine);
    const TicketSet helped = completed_tickets(step.e, step.after.owned[s] | borrowed.routes, mine);
    if (borrowed.used == 1 && helped.without(alone).size() >= 2) return true;
  }
  return false;
}

// The passenger comes to a city it has been to on this journey.
inline bool closes_a_loop(const Step& step) {
  if (!step.is(ActionKind::kGo)) return false;
  const Extras& x = step.before.extras(step.e);
  const int there = step.route().a == x.journey_at ? step.route().b : step.route().a;
  return there == x.journey_from || !(x.journey_used & step.e.routes_at[static_cast<std::size_t>(there)]).empty();
}

inline bool takes_the_last_tile(const Step& step) {
  if (!step.is(ActionKind::kGo)) return false;
  for (int city = 0; city < static_cast<int>(step.e.board.cities.size()); ++city) {
    const int pile = static_cast<int>(step.e.board.cities[static_cast<std::size_t>(city)].goods.size());
    const int now = step.after.extras(step.e).tiles_taken(city);
    if (pile >= 3 && now == pile && step.before.extras(step.e).tiles_taken(city) == pile - 1) return true;
  }
  return false;
}

// A completed ticket to a country, of which not the first end point was reached.
inline bool completed_by_another_end_point(const Step& step) {
  for (std::size_t seat = 0; seat < step.after.players && step.after.over(); ++seat) {
    const TicketSet mine = step.after.tickets_at(step.e, static_cast<std::uint8_t>(seat));
    bool found = false;
    completed_tickets(step.e, step.after.owned[seat], mine).each([&](int t) {
      const Ticket& ticket = step.e.tickets[static_cast<std::size_t>(t)];
      for (const std::uint8_t end : {ticket.a, ticket.b}) {
        if (end < Ticket::kCountry) continue;
        const int first = std::countr_zero(step.e.board.end_cities(end));
        found |= (step.after.owned[seat] & step.e.routes_at[static_cast<std::size_t>(first)]).empty();
      }
    });
    if (found) return true;
  }
  return false;
}

// How many tracks of the triple route just claimed have owners; 0 if another one was claimed.
inline int tracks_taken(const Step& step) {
  if (!step.is(ActionKind::kClaim)) return 0;
  const RouteSet all = step.e.parallel_to(RouteSet::single(step.action.where)) | RouteSet::single(step.action.where);
  if (all.size() != 3) return 0;
  RouteSet owned;
  for (const RouteSet& routes : step.after.owned) owned |= routes;
  return (owned & all).size();
}

inline const std::vector<Mechanism>& mechanisms() {
  using K = ActionKind;
  auto last_round = [](const Step& s) { return ends(s, Ending::kLastRound); };
  auto all_passed = [](const Step& s) { return ends(s, Ending::kAllPassed); };
  static const std::vector<Mechanism> kAll = {
      {"europe-2p-last-round", "europe", 2, last_round},
      {"europe-5p-all-passed", "europe", 5, all_passed},
      {"europe-2p-turn-limit", "europe", 2, [](const Step& s) { return ends(s, Ending::kTurnLimit); }},
      {"europe-tunnel-paid", "europe", 2, [](const Step& s) { return s.is(K::kPay); }},
      {"europe-tunnel-declined", "europe", 3,
       [](const Step& s) { return s.is(K::kDecline) && Legal(s.e, s.before, s.seat).count() > 1; }},
      {"europe-tunnel-locomotives", "europe", 2,
       [](const Step& s) { return s.is(K::kPay) && s.before.extras(s.e).tunnel_count == 0; }},
      {"europe-tunnel-empty-deck", "europe", 2,
       [](const Step& s) {
         return s.is(K::kClaim) && s.route().tunnel && s.before.deck_size == 0 &&
                s.after.owned[static_cast<std::size_t>(s.seat)].has(s.action.where);
       }},
      {"europe-ferry-refused", "europe", 2,
       [](const Step& s) { return s.is(K::kClaim) && s.route().ferry == 2 && s.action.locomotives >= 2; }},
      {"europe-third-station", "europe", 4,
       [](const Step& s) { return s.is(K::kStation) && s.action.count + s.action.locomotives == 3; }},
      {"europe-station-two-tickets", "europe", 2, one_borrowed_route_completes_two},
      {"maerklin-2p-last-round", "maerklin", 2, last_round},
      {"maerklin-5p-all-passed", "maerklin", 5, all_passed},
      {"maerklin-foreign-route", "maerklin", 2,
       [](const Step& s) {
         return s.is(K::kGo) && !s.before.owned[static_cast<std::size_t>(s.seat)].has(s.action.where);
       }},
      {"maerklin-loop", "maerklin", 2, closes_a_loop},
      {"maerklin-last-tile", "maerklin", 2, takes_the_last_tile},
      {"maerklin-second-end-point", "maerklin", 2, completed_by_another_end_point},
      {"maerklin-triple-4p", "maerklin", 4, [](const Step& s) { return tracks_taken(s) == 3; }},
      {"maerklin-triple-3p", "maerklin", 3,
       [](const Step& s) {
         return tracks_taken(s) == 1 &&
                s.e.parallel_to(RouteSet::single(s.action.where)).without(s.after.closed).empty();
       }},
      {"maerklin-passenger-reset", "maerklin", 2, [](const Step& s) { return s.three_passengers; }},
      {"usa-1910-2p-last-round", "usa-1910", 2, last_round},
      {"usa-mega-2p-last-round", "usa-mega", 2, last_round},
      {"usa-bigcities-2p-last-round", "usa-bigcities", 2, last_round},
  };
  return kAll;
}

}  // namespace fogg::test
