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
  if (action.order != 0 && action.offered != offered) return refuse(Reason::kKeepNotOffered);
  return {};
}

Refusal check_claim(const Edition& edition, const State& state, std::size_t seat, const Action& action) {
  if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
  const RouteSet self = RouteSet::single(action.route);
  for (const RouteSet& owned : state.owned) {
    if (!(owned & self).empty()) return refuse(Reason::kRouteTaken);
  }
  if (!(edition.parallel_to(state.owned[seat]) & self).empty()) return refuse(Reason::kParallelOwned);
  if (!(state.closed & self).empty()) return refuse(Reason::kParallelClosed);
  const int length = edition.board.routes[action.route].length;
  if (state.trains[seat] < length) return refuse(Reason::kTooFewTrains, state.trains[seat], length);
  const CardCounts& hand = state.hand[seat];
  if (action.count > 0 && hand[action.color] < action.count) {
    return refuse(Reason::kTooFewCards, hand[action.color], action.count);
  }
  if (hand[Card::kLocomotive] < action.locomotives) {
    return refuse(Reason::kTooFewLocomotives, hand[Card::kLocomotive], action.locomotives);
  }
  return {};
}

}  // namespace

Refusal check(const Edition& edition, const State& state, int seat, const Action& action) {
  if (edition.action_id(action) < 0) return refuse(Reason::kUnknownAction);
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
    case ActionKind::kTickets:
      if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
      if (state.ticket_deck_size() == 0) return refuse(Reason::kNoTickets);
      return {};
    case ActionKind::kPass:
      if (state.phase != Phase::kTurn) return refuse(Reason::kNotNow);
      if (const Legal legal(edition, state, seat); !(legal.nth(0) == Action::pass()))
        return refuse(Reason::kMayNotPass);
      return {};
    case ActionKind::kKeep: return check_keep(edition, state, s, action);
    case ActionKind::kClaim: return check_claim(edition, state, s, action);
  }
  return refuse(Reason::kUnknownAction);
}

std::string_view name(Reason reason) {
  static constexpr std::array<std::string_view, 20> kNames = {"none",
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
                                                              "may_not_pass"};
  const auto at = static_cast<std::size_t>(reason);
  return at < kNames.size() ? kNames[at] : "unknown";
}

}  // namespace fogg
