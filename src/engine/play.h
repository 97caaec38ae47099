// Playing: setting up a game and carrying out actions. Templates over the source of chance, so that playouts pay
// nothing for what they do not use.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/chance.h"
#include "engine/legal.h"
#include "engine/refusal.h"
#include "engine/state.h"

namespace fogg {

// A new game up to the choice of the first tickets. `first` fixes who begins; otherwise chance decides.
template <Chance C>
void start(const Edition& edition, State& state, int players, C& chance, std::optional<int> first = {});

// Carries out an action that is known to be legal.
template <Chance C>
void apply_legal(const Edition& edition, State& state, int seat, const Action& action, C& chance);

// Carries out an action if it is legal; otherwise says why not and changes nothing.
template <Chance C>
Refusal apply(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  const Refusal refusal = check(edition, state, seat, action);
  if (!refusal) apply_legal(edition, state, seat, action, chance);
  return refusal;
}

namespace detail {

inline constexpr int kMostResets = 10;

// If the deck is empty the discards become the deck.
template <Chance C>
void reshuffle_if_empty(State& state, C& chance) {
  if (state.deck_size != 0) return;
  if (state.players == 2) {
    // All other cards lie open: each player can count what the other one holds.
    state.counted[0] = state.hand[0];
    state.counted[1] = state.hand[1];
  }
  state.deck = state.discards;
  state.discards = {};
  state.deck_size = static_cast<std::uint8_t>(state.deck.total());
  if (state.deck_size != 0) chance.note_reshuffle(state.deck_size);
}

template <Chance C>
Card draw_card(State& state, CardTo to, C& chance) {
  const Card card = chance.card(state.deck, state.deck_size, to);
  state.deck.remove(card);
  --state.deck_size;
  return card;
}

// Whether a row without the condition could be made from all cards outside the hands.
inline bool reset_can_help(const Edition& edition, const State& state) {
  int locomotives = state.deck[Card::kLocomotive] + state.discards[Card::kLocomotive];
  int others = state.deck_size + state.discards.total() - locomotives;
  for (const std::uint8_t card : state.row) {
    if (card == kEmptyPlace) continue;
    ++(card == static_cast<std::uint8_t>(Card::kLocomotive) ? locomotives : others);
  }
  return others + std::min(locomotives, edition.row_reset_at - 1) >= std::min(kRow, others + locomotives);
}

template <Chance C>
void replace_in_row(State& state, std::uint8_t place, C& chance) {
  std::uint8_t card = kEmptyPlace;
  if (state.deck_size > 0) card = static_cast<std::uint8_t>(draw_card(state, CardTo{true, place}, chance));
  state.row.set(place, card);
  if (card != kEmptyPlace) reshuffle_if_empty(state, chance);
}

template <Chance C>
void fill_row(State& state, C& chance) {
  for (std::uint8_t place = 0; place < kRow; ++place) {
    if (state.row[place] == kEmptyPlace) replace_in_row(state, place, chance);
  }
}

template <Chance C>
[[gnu::noinline]] void reset_row(const Edition& edition, State& state, C& chance) {
  for (int resets = 0; resets < kMostResets; ++resets) {
    if (state.row.count(Card::kLocomotive) < edition.row_reset_at || !reset_can_help(edition, state)) return;
    chance.note_reset();
    for (const std::uint8_t card : state.row) {
      if (card != kEmptyPlace) state.discards.add(static_cast<Card>(card));
    }
    state.row.clear();
    reshuffle_if_empty(state, chance);
    fill_row(state, chance);
  }
}

// Throws the row away while it has too many locomotives. To be called, with the row as full as it can be, when it has
// changed or cards have been discarded. Hardly ever there is something to do.
template <Chance C>
void look_at_row(const Edition& edition, State& state, C& chance) {
  if (state.row.count(Card::kLocomotive) >= edition.row_reset_at) [[unlikely]]
    reset_row(edition, state, chance);
}

// The next ticket that was returned in a known order.
inline int next_returned_ticket(const Edition& edition, State& state) {
  const std::uint8_t* log = state.log(edition);
  while (state.queue_left == 0) {
    const TicketChoice entry = TicketChoice::read(log + state.queue_entry);
    state.queue_entry = static_cast<std::uint16_t>(state.queue_entry + entry.bytes());
    state.queue_left = static_cast<std::uint8_t>(entry.offered - entry.kept);
  }
  --state.returned;
  return log[state.queue_entry - state.queue_left--];
}

template <Chance C>
void offer_tickets(const Edition& edition, State& state, int seat, int number, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  number = std::min(number, state.ticket_deck_size());
  TicketSet open;
  if (state.unseen > 0) open = state.tickets_at(edition, ticket_at::kUnseen);
  for (int i = 0; i < number; ++i) {
    int ticket;
    if (state.unseen > 0) {
      ticket = chance.ticket(open, seat);
      --state.unseen;
      open = open.without(TicketSet::single(ticket));
    } else if (state.shuffled > 0) {
      ticket = chance.ticket(state.tickets_at(edition, ticket_at::kShuffled), seat);
      --state.shuffled;
    } else {
      ticket = next_returned_ticket(edition, state);
    }
    state.where(ticket) = static_cast<std::uint8_t>(ticket_at::kOffered + seat);
    state.offer[s][static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(ticket);
  }
  state.offered[s] = static_cast<std::uint8_t>(number);
}

// Moves the tickets on offer to the player and under the deck, and writes the log.
inline void settle_offer(const Edition& edition, State& state, int seat, const Action& keep, std::uint8_t returned_to) {
  const auto s = static_cast<std::size_t>(seat);
  const int offered = state.offered[s];
  const int kept = std::popcount(keep.keep);
  std::uint8_t* entry = state.log(edition) + state.log_size;
  *entry++ = TicketChoice::head(seat, offered, kept);
  for (std::size_t i = 0; i < static_cast<std::size_t>(offered); ++i) {
    if (((keep.keep >> i) & 1) == 0) continue;
    const std::uint8_t ticket = state.offer[s][i];
    state.where(ticket) = static_cast<std::uint8_t>(seat);
    *entry++ = ticket;
  }
  const ReturnList list = returned_positions(keep, offered);
  for (std::size_t i = 0; i < static_cast<std::size_t>(list.size); ++i) {
    const std::uint8_t ticket = state.offer[s][list.position[i]];
    state.where(ticket) = returned_to;
    *entry++ = ticket;
  }
  (returned_to == ticket_at::kShuffled ? state.shuffled : state.returned) += static_cast<std::uint8_t>(list.size);
  state.log_size = static_cast<std::uint16_t>(state.log_size + 1 + offered);
  state.kept[s] = static_cast<std::uint8_t>(state.kept[s] + kept);
  state.offered[s] = 0;
  state.offer[s] = {};
}

// When all have chosen: the returns in seat order, and the first turn.
inline void finish_start(const Edition& edition, State& state) {
  const bool shuffled = edition.start_returns == StartReturns::kShuffledUnder;
  for (int seat = 0; seat < state.players; ++seat) {
    const Action keep = Action::keeping(state.choice[static_cast<std::size_t>(seat)]);
    settle_offer(edition, state, seat, keep, shuffled ? ticket_at::kShuffled : ticket_at::kReturned);
  }
  // The shuffled ones are drawn by chance, not from the log.
  if (shuffled) state.queue_entry = state.log_size;
  state.choice = {};
  state.phase = Phase::kTurn;
}

inline void end_turn(const Edition& edition, State& state, bool passed) {
  ++state.turns;
  state.passes = passed ? static_cast<std::uint8_t>(state.passes + 1) : std::uint8_t{0};
  if (state.turns_left > 0) {
    --state.turns_left;
  } else if (state.trains[state.player] <= edition.last_round_at) {
    state.turns_left = static_cast<std::int8_t>(state.players);
  }
  state.phase = Phase::kTurn;
  if (state.turns_left == 0) {
    state.phase = Phase::kOver;
    state.ending = Ending::kLastRound;
  } else if (state.passes == state.players) {
    state.phase = Phase::kOver;
    state.ending = Ending::kAllPassed;
  }
  state.player = static_cast<std::uint8_t>(state.player + 1 == state.players ? 0 : state.player + 1);
}

// After a card was taken: a second one, if it is the first and there is one to take; else the turn ends.
inline void after_card(const Edition& edition, State& state, bool action_ends) {
  if (!action_ends && state.phase == Phase::kTurn) {
    state.phase = Phase::kSecondCard;
    if (state.deck_size > 0 || Legal(edition, state, state.player).count() > 0) return;
  }
  end_turn(edition, state, false);
}

// Cards that are known to be in a hand leave it first.
inline void forget_paid(CardCounts& known, Card card, int number) {
  known[card] = static_cast<std::uint8_t>(std::max(0, known[card] - number));
}

inline void pay(State& state, std::size_t seat, Card card, int number) {
  state.hand[seat].remove(card, number);
  state.discards.add(card, number);
  forget_paid(state.seen[seat], card, number);
  if (seat < 2) forget_paid(state.counted[seat], card, number);
}

template <Chance C>
void claim(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  const Route& route = edition.board.routes[action.route];
  if (action.count > 0) pay(state, s, action.color, action.count);
  if (action.locomotives > 0) pay(state, s, Card::kLocomotive, action.locomotives);
  const RouteSet self = RouteSet::single(action.route);
  state.owned[s] |= self;
  state.closed |= self;
  if (state.one_of_parallels()) state.closed |= edition.parallel_to(self);
  state.trains[s] = static_cast<std::uint8_t>(state.trains[s] - route.length);
  state.points[s] = static_cast<std::int16_t>(state.points[s] + edition.route_points[route.length]);
  reshuffle_if_empty(state, chance);
  if (state.row.has_empty_place()) [[unlikely]]
    fill_row(state, chance);
  look_at_row(edition, state, chance);
  end_turn(edition, state, false);
}

}  // namespace detail

template <Chance C>
void start(const Edition& edition, State& state, int players, C& chance, std::optional<int> first) {
  std::memset(static_cast<void*>(&state), 0, static_cast<std::size_t>(edition.state_bytes()));
  state.players = static_cast<std::uint8_t>(players);
  state.turns_left = -1;
  state.deck = edition.cards;
  state.deck_size = static_cast<std::uint8_t>(edition.total_cards());
  state.row.clear();
  state.unseen = static_cast<std::uint8_t>(edition.ticket_count());
  std::fill_n(state.tail.begin(), edition.tickets.size(), ticket_at::kUnseen);
  for (int seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    state.trains[s] = static_cast<std::uint8_t>(edition.trains);
    for (int i = 0; i < edition.hand_at_start; ++i) {
      state.hand[s].add(detail::draw_card(state, CardTo{false, static_cast<std::uint8_t>(seat)}, chance));
      detail::reshuffle_if_empty(state, chance);
    }
  }
  detail::fill_row(state, chance);
  detail::look_at_row(edition, state, chance);
  for (int seat = 0; seat < players; ++seat) detail::offer_tickets(edition, state, seat, edition.deal, chance);
  state.first_player = static_cast<std::uint8_t>(first ? *first : chance.first_player(players));
  state.player = state.first_player;
  state.phase = Phase::kStart;
}

template <Chance C>
void apply_legal(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  switch (action.kind) {
    case ActionKind::kDraw: {
      state.hand[s].add(detail::draw_card(state, CardTo{false, static_cast<std::uint8_t>(seat)}, chance));
      detail::reshuffle_if_empty(state, chance);
      detail::after_card(edition, state, false);
      break;
    }
    case ActionKind::kTake: {
      state.hand[s].add(action.color);
      ++state.seen[s][action.color];
      if (s < 2) ++state.counted[s][action.color];
      const auto place = static_cast<std::uint8_t>(std::countr_zero(state.row.places_of(action.color)) / 8);
      detail::replace_in_row(state, place, chance);
      detail::look_at_row(edition, state, chance);
      detail::after_card(edition, state, action.color == Card::kLocomotive);
      break;
    }
    case ActionKind::kTickets:
      detail::offer_tickets(edition, state, seat, edition.draw, chance);
      state.phase = Phase::kChooseTickets;
      break;
    case ActionKind::kPass: detail::end_turn(edition, state, true); break;
    case ActionKind::kKeep:
      if (state.phase == Phase::kStart) {
        state.choice[s] = action.keep;
        const auto chosen =
            std::count_if(state.choice.begin(), state.choice.end(), [](std::uint8_t c) { return c != 0; });
        if (chosen == state.players) detail::finish_start(edition, state);
      } else {
        detail::settle_offer(edition, state, seat, action, ticket_at::kReturned);
        detail::end_turn(edition, state, false);
      }
      break;
    case ActionKind::kClaim: detail::claim(edition, state, seat, action, chance); break;
  }
}

}  // namespace fogg
