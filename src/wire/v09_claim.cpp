#include "wire/v09_claim.h"

#include <algorithm>
#include <bit>
#include <span>

namespace fogg::v09 {

namespace {

tl::unexpected<Refused> refuse(ErrorCode code) { return tl::unexpected(Refused{code, {}, {}}); }

tl::expected<Action, Refused> checked(const Edition& edition, const State& state, int seat, const Action& action) {
  const Refusal refusal = check(edition, state, seat, action);
  if (refusal) return tl::unexpected(Refused{error_for(refusal), refusal, action});
  return action;
}

// Cards of the color first, locomotives for the rest. With nothing of the color it would be locomotives alone.
Action pay_with(int route, int length, const CardCounts& hand, Card color) {
  if (color == Card::kLocomotive) return Action::claim(route, color, 0, length);
  const int of_color = std::min<int>(hand[color], length);
  return Action::claim(route, color, of_color, length - of_color);
}

// Fewest locomotives, then most held, then the order of the colors.
Action pay_as_server_likes(int route, const Route& r, const CardCounts& hand) {
  if (r.color != kGray) return pay_with(route, r.length, hand, static_cast<Card>(r.color));
  Action best = Action::claim(route, Card::kLocomotive, 0, r.length);
  int best_held = 0;
  for (int c = 0; c < kColors; ++c) {
    const auto color = static_cast<Card>(c);
    if (hand[color] == 0) continue;
    const Action way = pay_with(route, r.length, hand, color);
    if (way.locomotives < best.locomotives || (way.locomotives == best.locomotives && hand[color] > best_held)) {
      best = way;
      best_held = hand[color];
    }
  }
  return best;
}

// The cards as listed; nothing if they are not of one color and locomotives.
std::optional<Action> pay_exactly(int route, std::span<const Card> cards) {
  Card color = Card::kLocomotive;
  int of_color = 0;
  for (const Card card : cards) {
    if (card == Card::kLocomotive) continue;
    if (of_color > 0 && card != color) return {};
    color = card;
    ++of_color;
  }
  return Action::claim(route, color, of_color, static_cast<int>(cards.size()) - of_color);
}

// The forms of the command: nothing, COLOR, ROUTECOLOR COLOR, or COLOR CARD CARD …
struct Claim {
  Card track = Card::kLocomotive;  // which of the parallel routes; locomotive: any
  bool track_is_route = false;     // the color of the route itself, not of the set played
  Card set = Card::kLocomotive;    // what to pay with; locomotive: as the server likes
  std::span<const Card> cards;

  explicit Claim(const ClaimCommand& command) {
    const std::span<const Card> said(command.colors.data(), static_cast<std::size_t>(command.count));
    if (said.empty()) return;
    track = set = said[0];
    if (said.size() == 2) {
      track_is_route = true;
      set = said[1];
    } else if (said.size() > 2) {
      cards = said.subspan(1);
    }
  }

  // For a gray route of one space two colors are also COLOR CARD: the first one is then no color that the route has.
  bool is_one_card(const Route& route) const {
    return track_is_route && track != Card::kLocomotive && route.color == kGray && route.length == 1;
  }
  bool means(const Route& route) const {
    if (route.color == kGray) {
      return !track_is_route || track == Card::kLocomotive || is_one_card(route);
    }
    return track == Card::kLocomotive || static_cast<int>(track) == route.color;
  }
  std::optional<Action> payment(int number, const Route& route, const CardCounts& hand) const {
    if (!cards.empty()) return pay_exactly(number, cards);
    if (is_one_card(route)) return pay_exactly(number, {&set, 1});
    if (set == Card::kLocomotive) return pay_as_server_likes(number, route, hand);
    return pay_with(number, route.length, hand, set);
  }
};

bool is_twin_rule(Reason reason) { return reason == Reason::kParallelOwned || reason == Reason::kParallelClosed; }

tl::expected<Action, Refused> claim_route(const Edition& edition, const State& state, int seat,
                                          const ClaimCommand& command) {
  const Claim claim(command);
  const CardCounts& hand = state.hand[static_cast<std::size_t>(seat)];
  std::optional<Refused> first;
  bool exists = false;
  bool twin = false;     // a track is free, but not for this player
  bool lengths = false;  // as many cards as some track is long
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
    const Route& route = edition.board.routes[r];
    const bool here = (route.a == command.a && route.b == command.b) || (route.a == command.b && route.b == command.a);
    if (!here) continue;
    exists = true;
    const int number = static_cast<int>(r);
    // Whether the twin's rule stands in the way is asked with any payment, so that cards do not matter.
    const auto likely = check(edition, state, seat, pay_as_server_likes(number, route, hand));
    twin = twin || is_twin_rule(likely.reason);
    if (!claim.cards.empty() && claim.cards.size() != route.length) continue;
    lengths = true;
    if (!claim.means(route)) continue;
    const auto action = claim.payment(number, route, hand);
    if (!action) {
      if (!first) first = Refused{};
      continue;
    }
    auto result = checked(edition, state, seat, *action);
    if (result) return result;
    if (!first) first = result.error();
  }
  if (exists && !lengths) return refuse(ErrorCode::kWrongTurnFormat);
  if (!first) return refuse(ErrorCode::kRuleViolation);  // no such route, or none of that color
  if (twin) first->code = ErrorCode::kDoubleRouteClaimed;
  return tl::unexpected(*first);
}

tl::expected<Action, Refused> keep_tickets(const Edition& edition, const State& state, int seat,
                                           const KeepCommand& command) {
  const int offered = state.offered[static_cast<std::size_t>(seat)];
  // Old clients always send three words, also when the deck had fewer tickets: forgiven if the rest keeps nothing.
  if (command.words > std::max(offered, 3) || command.set >= (1 << offered)) return refuse(ErrorCode::kWrongTurnFormat);
  const bool ordered = edition.return_order == ReturnOrder::kChosen && state.phase == Phase::kChooseTickets &&
                       offered - std::popcount(static_cast<unsigned>(command.set)) > 1;
  return checked(edition, state, seat,
                 ordered ? Action::keeping_in_order(command.set, offered, 0) : Action::keeping(command.set));
}

}  // namespace

ErrorCode error_for(const Refusal& refusal) {
  switch (refusal.reason) {
    case Reason::kGameOver:
    case Reason::kNotYourTurn:
    case Reason::kNotNow: return ErrorCode::kNotPlayersTurn;
    case Reason::kDeckEmpty:
    case Reason::kNoTickets: return ErrorCode::kNoCardLeft;
    case Reason::kParallelOwned:
    case Reason::kParallelClosed: return ErrorCode::kDoubleRouteClaimed;
    default: return ErrorCode::kRuleViolation;
  }
}

TurnType open_request(const State& state) {
  switch (state.phase) {
    case Phase::kStart:
    case Phase::kChooseTickets: return TurnType::kClaimDestinationTickets;
    case Phase::kSecondCard: return TurnType::kDrawPassengerCars;
    default: return TurnType::kTurn;
  }
}

tl::expected<Action, Refused> action_for(const Edition& edition, const State& state, int seat, const Command& command) {
  if (!state.may_act(seat)) return refuse(ErrorCode::kNotPlayersTurn);
  const TurnType open = open_request(state);
  const bool fits = open == TurnType::kTurn ? command.type != TurnType::kClaimDestinationTickets : command.type == open;
  if (!fits) return refuse(ErrorCode::kNotPlayersTurn);
  switch (command.type) {
    case TurnType::kDrawPassengerCars:
      return checked(edition, state, seat, command.draw.hidden ? Action::draw() : Action::take(command.draw.card));
    case TurnType::kDrawDestinationTickets: return checked(edition, state, seat, Action::tickets());
    case TurnType::kClaimDestinationTickets: return keep_tickets(edition, state, seat, command.keep);
    case TurnType::kClaimRoute: return claim_route(edition, state, seat, command.claim);
    default: return refuse(ErrorCode::kNotPlayersTurn);
  }
}

}  // namespace fogg::v09
