#include "engine/refusal.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/legal.h"

namespace fogg {

namespace {

Refusal refuse(Reason reason, int have = 0, int need = 0) {
  return {reason, static_cast<std::uint8_t>(have), static_cast<std::uint8_t>(need)};
}

Refusal check_keep(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  const bool at_start = state.phase == Phase::kStart;
  if (!at_start && state.phase != Phase::kChooseTickets) return refuse(Reason::kNotNow);
  const int offered = state.offered[seat];
  if (action.keep >= (1 << offered)) return refuse(Reason::kKeepNotOffered);
  const int kept = std::popcount(action.keep);
  const int least = std::min(at_start ? edition.keep_at_start : edition.keep_later, offered);
  if (kept < least) return refuse(Reason::kKeepTooFew, kept, least);
  const bool choose = !at_start && edition.return_order == ReturnOrder::kChosen && offered - kept >= 2;
  if (choose && action.order == 0) return refuse(Reason::kOrderNotChosen);
  if (action.order != 0 && !choose) return refuse(Reason::kOrderNotAllowed);
  if (action.order != 0 && action.count != offered) return refuse(Reason::kKeepNotOffered);
  return {};
}

// Whether the hand, less what has been shown already, has the cards of a payment.
Refusal check_cards(const CardCounts& hand, const Action& action, int shown_of_color = 0, int shown_locomotives = 0) {
  if (action.count > 0 && hand[action.color] - shown_of_color < action.count) {
    return refuse(Reason::kTooFewCards, hand[action.color] - shown_of_color, action.count);
  }
  if (hand[Card::kLocomotive] - shown_locomotives < action.locomotives) {
    return refuse(Reason::kTooFewLocomotives, hand[Card::kLocomotive] - shown_locomotives, action.locomotives);
  }
  if (hand[Card::kLocomotive4] < action.fours) {
    return refuse(Reason::kTooFewFours, hand[Card::kLocomotive4], action.fours);
  }
  return {};
}

Refusal check_claim(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
  const RouteSet self = RouteSet::single(action.where);
  for (const RouteSet& owned : state.owned) {
    if (!(owned & self).empty()) return refuse(Reason::kRouteTaken);
  }
  if (!(edition.parallel_to(state.owned[seat]) & self).empty()) return refuse(Reason::kParallelOwned);
  if (!(state.closed & self).empty()) return refuse(Reason::kParallelClosed);
  const Route& route = edition.board.routes[action.where];
  if (state.trains[seat] < route.length) return refuse(Reason::kTooFewTrains, state.trains[seat], route.length);
  if (action.locomotives < route.ferry) return refuse(Reason::kFerryLocomotives, action.locomotives, route.ferry);
  return check_cards(state.hand[seat], action);
}

Refusal check_pay(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  if (state.phase != Phase::kTunnel) return refuse(Reason::kNotNow);
  const Extras& extras = state.extras(edition);
  const int paid = action.count + action.locomotives;
  if (paid != extras.surcharge) return refuse(Reason::kWrongSurcharge, paid, extras.surcharge);
  if (action.count > 0 && (extras.tunnel_count == 0 || action.color != extras.tunnel_color))
    return refuse(Reason::kWrongColor);
  return check_cards(state.hand[seat], action, extras.tunnel_count, extras.tunnel_locomotives);
}

Refusal check_station(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
  const Extras& extras = state.extras(edition);
  const int built = std::popcount(extras.pieces[seat]);
  if (built == edition.stations) return refuse(Reason::kNoStationLeft);
  if ((extras.all_pieces() & city_bit(action.where)) != 0) return refuse(Reason::kStationThere);
  const int paid = action.count + action.locomotives;
  if (paid != built + 1) return refuse(Reason::kWrongPrice, paid, built + 1);
  return check_cards(state.hand[seat], action);
}

Refusal check_passenger(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  const int me = static_cast<int>(seat);
  const Extras& extras = state.extras(edition);
  const int cards = state.hand[seat][Card::kPassenger];
  switch (action.kind) {
    case ActionKind::kPlace: {
      if (state.phase != Phase::kPlace) return refuse(Reason::kNotNow);
      const Route& route = edition.board.routes[extras.place_route];
      const CitySet city = city_bit(action.where);
      if (action.where != route.a && action.where != route.b) return refuse(Reason::kNotAnEnd);
      if ((edition.country_ends & city) != 0) return refuse(Reason::kCountry);
      if ((extras.all_pieces() & city) != 0) return refuse(Reason::kCityOccupied);
      return {};
    }
    case ActionKind::kMove:
      if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
      if ((extras.pieces[seat] & city_bit(action.where)) == 0) return refuse(Reason::kNoPassengerHere);
      if (next_steps(edition, state, me, action.where, {}, cards).empty()) return refuse(Reason::kCannotTravel);
      return {};
    case ActionKind::kGo: {
      if (state.phase != Phase::kJourney) return refuse(Reason::kNotNow);
      const RouteSet route = RouteSet::single(action.where);
      if ((edition.routes_at[extras.journey_at] & route).empty()) return refuse(Reason::kNotOnRoute);
      if (!(extras.journey_used & route).empty()) return refuse(Reason::kRouteUsed);
      if (!(state.owned[seat] & route).empty()) return {};
      RouteSet all;
      for (const RouteSet& owned : state.owned) all |= owned;
      if ((all & route).empty()) return refuse(Reason::kRouteFree);
      if (cards == extras.journey_cards) return refuse(Reason::kNoPassengerCard);
      return {};
    }
    default:
      if (state.phase != Phase::kJourney) return refuse(Reason::kNotNow);
      if (extras.journey_used.empty()) return refuse(Reason::kMustTravel);
      return {};
  }
}

// Claims that no id stands for, but that deserve a better answer than "unknown".
Refusal check_fours(const Edition& edition, const Action& action) {
  if (action.kind != ActionKind::kClaim || action.where >= edition.board.routes.size()) return {};
  const int length = edition.board.routes[action.where].length;
  if (edition.has_fours && action.fours > 0 && length < kFourPlus)
    return refuse(Reason::kFourPlusTooShort, length, kFourPlus);
  return {};
}

}  // namespace

Refusal check(const Edition& edition, const State& state, int seat, const Action& action) {
  if (edition.action_id(action) < 0) {
    const Refusal fours = check_fours(edition, action);
    return fours ? fours : refuse(Reason::kUnknownAction);
  }
  if (state.over()) return refuse(Reason::kGameOver);
  if (!state.may_act(seat)) return refuse(Reason::kNotYourTurn);
  const auto s = static_cast<std::size_t>(seat);
  const bool second = state.phase == Phase::kSecondCard;
  switch (action.kind) {
    case ActionKind::kDraw:
      if (state.phase != Phase::kTurn && !second) return refuse(Reason::kNotNow);
      if (state.deck_size == 0) return refuse(Reason::kDeckEmpty);
      return {};
    case ActionKind::kTake:
      if (state.phase != Phase::kTurn && !second) return refuse(Reason::kNotNow);
      if (!second && state.deck_size == 0) return refuse(Reason::kDeckEmpty);
      if (second && action.color == Card::kLocomotive) return refuse(Reason::kLocomotiveSecond);
      if (state.row.count(action.color) == 0) return refuse(Reason::kNotInRow);
      return {};
    case ActionKind::kTickets: {
      if (state.phase != Phase::kTurn && state.phase != Phase::kStartMix) return refuse(Reason::kNotNow);
      int left = state.ticket_deck_size();
      if (edition.mix > 0)
        left = std::min<int>(state.pile[0].size(), action.count) +
               std::min(state.pile[1].size(), edition.mix - action.count);
      if (left == 0) return refuse(Reason::kNoTickets);
      return {};
    }
    case ActionKind::kPass:
      if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
      if (const Legal legal(edition, state, seat); !(legal.nth(0) == Action::pass()))
        return refuse(Reason::kMayNotPass);
      return {};
    case ActionKind::kKeep: return check_keep(edition, state, s, action);
    case ActionKind::kClaim: return check_claim(edition, state, s, action);
    case ActionKind::kPay: return check_pay(edition, state, s, action);
    case ActionKind::kStation: return check_station(edition, state, s, action);
    case ActionKind::kDecline: return state.phase == Phase::kTunnel ? Refusal{} : refuse(Reason::kNotNow);
    case ActionKind::kSkip: return state.phase == Phase::kPlace ? Refusal{} : refuse(Reason::kNotNow);
    case ActionKind::kPlace:
    case ActionKind::kMove:
    case ActionKind::kGo:
    case ActionKind::kStop: return check_passenger(edition, state, s, action);
  }
  return refuse(Reason::kUnknownAction);
}

std::string_view name(Reason reason) {
  static constexpr std::array<std::string_view, 38> kNames = {"none",
                                                              "unknown_action",
                                                              "game_over",
                                                              "not_your_turn",
                                                              "not_now",
                                                              "deck_empty",
                                                              "not_in_row",
                                                              "locomotive_second",
                                                              "no_tickets",
                                                              "keep_too_few",
                                                              "keep_not_offered",
                                                              "order_not_chosen",
                                                              "order_not_allowed",
                                                              "route_taken",
                                                              "parallel_owned",
                                                              "parallel_closed",
                                                              "too_few_cards",
                                                              "too_few_locomotives",
                                                              "too_few_trains",
                                                              "may_not_pass",
                                                              "ferry_locomotives",
                                                              "four_plus_too_short",
                                                              "too_few_fours",
                                                              "wrong_surcharge",
                                                              "wrong_color",
                                                              "no_station_left",
                                                              "station_there",
                                                              "wrong_price",
                                                              "not_an_end",
                                                              "no_passenger_here",
                                                              "city_occupied",
                                                              "country",
                                                              "cannot_travel",
                                                              "not_on_route",
                                                              "route_used",
                                                              "route_free",
                                                              "no_passenger_card",
                                                              "must_travel"};
  const auto at = static_cast<std::size_t>(reason);
  return at < kNames.size() ? kNames[at] : "unknown";
}

}  // namespace fogg
