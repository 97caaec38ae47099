#include "playback/public_game.h"

#include <algorithm>
#include <bit>

namespace fogg::playback {

PublicGame::PublicGame(const Edition& edition, int players) : edition_(edition) {
  state_.players = static_cast<std::uint8_t>(players);
  state_.turns_left = -1;
  state_.deck_size = static_cast<std::uint8_t>(edition.total_cards());
  state_.row.clear();
  state_.pile[0].unseen = static_cast<std::uint8_t>(edition.ticket_count());
  std::fill_n(state_.trains.begin(), players, static_cast<std::uint8_t>(edition.trains));
  std::fill_n(state_.tail.begin(), edition.tickets.size(), ticket_at::kUnseen);
  state_.phase = Phase::kStart;
}

void PublicGame::take_in(const Event& event) {
  switch (event.kind) {
    case EventKind::kCard:
      if (state_.deck_size > 0) --state_.deck_size;
      if (event.to.place != CardTo::kInRow) break;
      state_.row.set(event.to.at, event.card ? static_cast<std::uint8_t>(*event.card) : kEmptyPlace);
      unknown_[event.to.at] = !event.card;
      break;
    case EventKind::kReset:
      state_.row.clear();
      unknown_.fill(false);
      break;
    case EventKind::kReshuffle: state_.deck_size = static_cast<std::uint8_t>(event.number); break;
    case EventKind::kOffer:
      if (event.actor) {
        const auto number = static_cast<std::uint8_t>(event.tickets.size());
        state_.offered[static_cast<std::size_t>(*event.actor)] = number;
        state_.pile[0].unseen = static_cast<std::uint8_t>(std::max(0, state_.pile[0].unseen - number));
      }
      break;
    case EventKind::kFirstPlayer:
      state_.player = state_.first_player = static_cast<std::uint8_t>(std::min(event.number, state_.players - 1));
      break;
    default: break;
  }
}

void PublicGame::end_half_turn() {
  if (state_.phase == Phase::kSecondCard) end_turn(false);
}

void PublicGame::finish(Ending ending) {
  state_.phase = Phase::kOver;
  state_.ending = ending;
}

void PublicGame::return_tickets(int count) {
  state_.pile[0].unseen =
      static_cast<std::uint8_t>(std::min(edition_.ticket_count(), state_.pile[0].unseen + std::max(0, count)));
}

std::string PublicGame::keep(std::size_t seat, const Action& action) {
  const int kept = std::popcount(action.keep);
  const int offered = state_.offered[seat];
  if (kept == 0 || (action.keep >> offered) != 0) return "these tickets were not on offer";
  if (state_.phase == Phase::kStart) {
    if (state_.choice[seat] != 0) return "the first tickets were chosen already";
    state_.choice[seat] = action.keep;
    if (std::count(state_.choice.begin(), state_.choice.begin() + state_.players, 0) > 0) return {};
    // The log of tickets tells how many each has kept; which ones stays empty.
    for (std::size_t s = 0; s < state_.players; ++s) {
      const int of = state_.offered[s];
      const int number = std::popcount(state_.choice[s]);
      state_.log(edition_)[state_.log_size] = TicketChoice::head(static_cast<int>(s), of, number);
      state_.log_size = static_cast<std::uint16_t>(state_.log_size + 1 + of);
      state_.kept[s] = static_cast<std::uint8_t>(number);
      state_.offered[s] = 0;
      if (edition_.start_returns != StartReturns::kLeave) return_tickets(of - number);
    }
    state_.choice = {};
    state_.phase = Phase::kTurn;
    return {};
  }
  state_.kept[seat] = static_cast<std::uint8_t>(state_.kept[seat] + kept);
  return_tickets(offered - kept);
  state_.offered[seat] = 0;
  end_turn(false);
  return {};
}

void PublicGame::take(Card card) {
  const auto* known = std::find(state_.row.begin(), state_.row.end(), static_cast<std::uint8_t>(card));
  auto place = static_cast<std::size_t>(known - state_.row.begin());
  if (known == state_.row.end())
    place = static_cast<std::size_t>(std::find(unknown_.begin(), unknown_.end(), true) - unknown_.begin());
  if (place >= kRow) return;
  state_.row.set(place, kEmptyPlace);
  unknown_[place] = false;
}

std::string PublicGame::claim(std::size_t seat, const Action& action) {
  if (action.where >= edition_.board.routes.size()) return "there is no such route";
  for (std::size_t s = 0; s < state_.players; ++s) {
    if (state_.owned[s].has(action.where)) return "the route has an owner";
  }
  if (state_.trains[seat] < edition_.board.routes[action.where].length) return "the player has too few trains";
  detail::place_trains(edition_, state_, seat, action.where);
  end_turn(false);
  return {};
}

std::string PublicGame::act(int seat, const Action& action) {
  const auto s = static_cast<std::size_t>(seat);
  if (state_.phase == Phase::kStart) {
    return action.kind == ActionKind::kKeep ? keep(s, action) : "the first tickets must be chosen before";
  }
  const bool card = action.kind == ActionKind::kDraw || action.kind == ActionKind::kTake;
  if (!card || seat != state_.player) end_half_turn();
  // Other servers may count the last round in another way.
  if (state_.over()) {
    if (++extra_turns_ > state_.players) return "the game is over";
    state_.phase = Phase::kTurn;
  }
  if (seat != state_.player) return "it is another player's turn";
  if ((state_.phase == Phase::kChooseTickets) != (action.kind == ActionKind::kKeep))
    return action.kind == ActionKind::kKeep ? "no tickets are on offer" : "the player has tickets to choose from";
  switch (action.kind) {
    case ActionKind::kTake: take(action.color); [[fallthrough]];
    case ActionKind::kDraw:
      if (state_.phase == Phase::kTurn && !(action == Action::take(Card::kLocomotive))) {
        state_.phase = Phase::kSecondCard;
      } else {
        end_turn(false);
      }
      return {};
    case ActionKind::kTickets: state_.phase = Phase::kChooseTickets; return {};
    case ActionKind::kKeep: return keep(s, action);
    case ActionKind::kClaim: return claim(s, action);
    case ActionKind::kPass: end_turn(true); return {};
    default: return "this cannot be followed without knowing every card";
  }
}

}  // namespace fogg::playback
