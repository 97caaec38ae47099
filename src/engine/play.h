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
  auto outside_hands = [&state](Card card) { return state.deck[card] + state.discards[card] + state.row.count(card); };
  int all = state.deck_size + state.discards.total();
  for (const std::uint8_t card : state.row) all += card != kEmptyPlace ? 1 : 0;
  const int locomotives = outside_hands(Card::kLocomotive);
  const int passengers = outside_hands(Card::kPassenger);
  const int most = edition.row_reset_at - 1;
  return all - locomotives - passengers + std::min(locomotives, most) + std::min(passengers, most) >=
         std::min(kRow, all);
}

inline bool row_is_bad(const Edition& edition, const State& state) {
  return state.row.count(Card::kLocomotive) >= edition.row_reset_at ||
         (edition.has_passenger_cards && state.row.count(Card::kPassenger) >= edition.row_reset_at);
}

template <Chance C>
void replace_in_row(State& state, std::uint8_t place, C& chance) {
  std::uint8_t card = kEmptyPlace;
  if (state.deck_size > 0) card = static_cast<std::uint8_t>(draw_card(state, CardTo::row(place), chance));
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
    if (!row_is_bad(edition, state) || !reset_can_help(edition, state)) return;
    chance.note_reset();
    for (const std::uint8_t card : state.row) {
      if (card != kEmptyPlace) state.discards.add(static_cast<Card>(card));
    }
    state.row.clear();
    reshuffle_if_empty(state, chance);
    fill_row(state, chance);
  }
}

// Throws the row away while it has too many locomotives or passenger cards. To be called, with the row as full as it can be, when it has
// changed or cards have been discarded. Hardly ever there is something to do.
template <Chance C>
void look_at_row(const Edition& edition, State& state, C& chance) {
  if (row_is_bad(edition, state)) [[unlikely]]
    reset_row(edition, state, chance);
}

// After cards were discarded.
template <Chance C>
[[gnu::always_inline]] inline void after_discards(const Edition& edition, State& state, C& chance) {
  reshuffle_if_empty(state, chance);
  if (state.row.has_empty_place()) [[unlikely]]
    fill_row(state, chance);
  look_at_row(edition, state, chance);
}

// The returned tickets of an entry that belong to a deck: they stand together, as they do in an offer.
struct Returns {
  const std::uint8_t* first;
  int count;
};
inline Returns returns_of(const Edition& edition, const TicketChoice& entry, int deck) {
  const std::uint8_t* first = entry.tickets + entry.kept;
  const std::uint8_t* end = entry.tickets + entry.offered;
  if (edition.decks.size() > 1) {
    while (first != end && edition.deck_of(*first) != deck) ++first;
    while (first != end && edition.deck_of(end[-1]) != deck) --end;
  }
  return {first, static_cast<int>(end - first)};
}

// The next ticket of a deck that was returned in a known order.
inline int next_returned_ticket(const Edition& edition, State& state, int deck) {
  TicketPile& pile = state.pile[static_cast<std::size_t>(deck)];
  while (true) {
    const TicketChoice entry = TicketChoice::read(state.log(edition) + pile.entry);
    const Returns returns = returns_of(edition, entry, deck);
    if (pile.taken < returns.count) {
      --pile.returned;
      return returns.first[pile.taken++];
    }
    pile.entry = static_cast<std::uint16_t>(pile.entry + entry.bytes());
    pile.taken = 0;
  }
}

// Offers the next tickets of a deck, as many as there are.
template <Chance C>
void offer_from_deck(const Edition& edition, State& state, int seat, int deck, int number, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  TicketPile& pile = state.pile[static_cast<std::size_t>(deck)];
  number = std::min(number, pile.size());
  TicketSet open;
  if (pile.unseen > 0) open = state.tickets_at(edition, ticket_at::kUnseen) & edition.tickets_of(deck);
  for (int i = 0; i < number; ++i) {
    int ticket;
    if (pile.unseen > 0) {
      ticket = chance.ticket(open, seat);
      --pile.unseen;
      open = open.without(TicketSet::single(ticket));
    } else if (pile.shuffled > 0) {
      ticket = chance.ticket(state.tickets_at(edition, ticket_at::kShuffled) & edition.tickets_of(deck), seat);
      --pile.shuffled;
    } else {
      ticket = next_returned_ticket(edition, state, deck);
    }
    state.where(ticket) = static_cast<std::uint8_t>(ticket_at::kOffered + seat);
    state.offer[s][state.offered[s]++] = static_cast<std::uint8_t>(ticket);
  }
}

// Moves the tickets on offer to the player and to where they are returned, and writes the log.
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
    TicketPile& pile = state.pile[static_cast<std::size_t>(edition.deck_of(ticket))];
    if (returned_to == ticket_at::kReturned) ++pile.returned;
    if (returned_to == ticket_at::kShuffled) ++pile.shuffled;
  }
  state.log_size = static_cast<std::uint16_t>(state.log_size + 1 + offered);
  state.kept[s] = static_cast<std::uint8_t>(state.kept[s] + kept);
  state.offered[s] = 0;
  state.offer[s] = {};
}

// All tickets at one place go to another.
inline void move_tickets(const Edition& edition, State& state, std::uint8_t from, std::uint8_t to) {
  state.tickets_at(edition, from).each([&](int ticket) { state.where(ticket) = to; });
}

// When all have chosen: the returns in seat order, and the first turn.
inline void finish_start(const Edition& edition, State& state) {
  std::uint8_t to = ticket_at::kReturned;
  switch (edition.start_returns) {
    case StartReturns::kUnder: break;
    case StartReturns::kShuffledUnder:
    case StartReturns::kShuffledIn: to = ticket_at::kShuffled; break;
    case StartReturns::kLeave: to = ticket_at::kGone; break;
  }
  for (int seat = 0; seat < state.players; ++seat) {
    settle_offer(edition, state, seat, Action::keeping(state.choice[static_cast<std::size_t>(seat)]), to);
  }
  if (edition.start_returns == StartReturns::kShuffledIn) {
    move_tickets(edition, state, ticket_at::kUnseen, ticket_at::kShuffled);
    for (TicketPile& pile : state.pile) {
      pile.shuffled = static_cast<std::uint8_t>(pile.shuffled + pile.unseen);
      pile.unseen = 0;
    }
  }
  // Only under the deck they lie in the order of the log.
  if (to != ticket_at::kReturned) {
    for (std::size_t deck = 0; deck < edition.decks.size(); ++deck) state.pile[deck].entry = state.log_size;
  }
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
  } else if (state.turns == kMostTurns) [[unlikely]] {
    state.phase = Phase::kOver;
    state.ending = Ending::kTurnLimit;
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

[[gnu::always_inline]] inline void pay(State& state, std::size_t seat, Card card, int number) {
  state.hand[seat].remove(card, number);
  state.discards.add(card, number);
  forget_paid(state.seen[seat], card, number);
  if (seat < 2) forget_paid(state.counted[seat], card, number);
}

[[gnu::always_inline]] inline void pay(State& state, std::size_t seat, const Action& action) {
  if (action.count > 0) pay(state, seat, action.color, action.count);
  if (action.locomotives > 0) pay(state, seat, Card::kLocomotive, action.locomotives);
  if (action.fours > 0) pay(state, seat, Card::kLocomotive4, action.fours);
}

[[gnu::always_inline]] inline void place_trains(const Edition& edition, State& state, std::size_t seat, int r) {
  const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
  const RouteSet self = RouteSet::single(r);
  state.owned[seat] |= self;
  state.closed |= self;
  if (state.one_of_parallels()) state.closed |= edition.parallel_to(self);
  state.trains[seat] = static_cast<std::uint8_t>(state.trains[seat] - route.length);
  state.points[seat] = static_cast<std::int16_t>(state.points[seat] + edition.route_points[route.length]);
}

// Everyone has seen these cards in the hand.
inline void show(State& state, std::size_t seat, Card card, int number) {
  auto at_least = [&](CardCounts& known) {
    known[card] = static_cast<std::uint8_t>(std::max<int>(known[card], number));
  };
  at_least(state.seen[seat]);
  if (seat < 2) at_least(state.counted[seat]);
}

// The cards shown stay in the hand until the tunnel is settled, so that no reshuffle takes them up.
template <Chance C>
[[gnu::noinline]] void enter_tunnel(const Edition& edition, State& state, std::size_t seat, const Action& action,
                                    C& chance) {
  Extras& extras = state.extras(edition);
  if (action.count > 0) show(state, seat, action.color, action.count);
  if (action.locomotives > 0) show(state, seat, Card::kLocomotive, action.locomotives);
  for (int i = 0; i < kTunnelCards && state.deck_size > 0; ++i) {
    const Card card = draw_card(state, CardTo::tunnel(i), chance);
    extras.revealed.add(card);
    if (card == Card::kLocomotive || (action.count > 0 && card == action.color)) ++extras.surcharge;
    reshuffle_if_empty(state, chance);
  }
  extras.tunnel_route = action.where;
  extras.tunnel_color = action.color;
  extras.tunnel_count = action.count;
  extras.tunnel_locomotives = action.locomotives;
  state.phase = Phase::kTunnel;
}

// `surcharge`: what is paid on top; null if the player declines.
template <Chance C>
[[gnu::noinline]] void settle_tunnel(const Edition& edition, State& state, int seat, const Action* surcharge,
                                     C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  Extras& extras = state.extras(edition);
  if (surcharge != nullptr) {
    const Action shown =
        Action::claim(extras.tunnel_route, extras.tunnel_color, extras.tunnel_count, extras.tunnel_locomotives);
    pay(state, s, shown);
    pay(state, s, *surcharge);
    place_trains(edition, state, s, extras.tunnel_route);
  }
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const auto card = static_cast<Card>(kind);
    state.discards.add(card, extras.revealed[card]);
  }
  extras.revealed = {};
  extras.tunnel_route = extras.tunnel_count = extras.tunnel_locomotives = extras.surcharge = 0;
  extras.tunnel_color = Card::kPurple;
  after_discards(edition, state, chance);
  end_turn(edition, state, false);
}

template <Chance C>
[[gnu::always_inline]] inline void claim(const Edition& edition, State& state, int seat, const Action& action,
                                         C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  if (edition.has_tunnels && edition.board.routes[action.where].tunnel) {
    enter_tunnel(edition, state, s, action, chance);
    if (state.extras(edition).surcharge > 0) return;
    const Action nothing{};
    settle_tunnel(edition, state, seat, &nothing, chance);
    return;
  }
  pay(state, s, action);
  place_trains(edition, state, s, action.where);
  after_discards(edition, state, chance);
  if (edition.passengers > 0) {
    Extras& extras = state.extras(edition);
    extras.place_route = action.where;
    state.phase = Phase::kPlace;
    if (extras.passengers[s] > 0 && Legal(edition, state, seat).count() > 1) return;
    extras.place_route = 0;
  }
  end_turn(edition, state, false);
}

template <Chance C>
void end_journey(const Edition& edition, State& state, std::size_t seat, C& chance) {
  Extras& extras = state.extras(edition);
  const int cards = extras.journey_cards;
  extras.journey_used = {};
  extras.journey_from = extras.journey_at = extras.journey_cards = 0;
  if (cards > 0) {
    pay(state, seat, Card::kPassenger, cards);
    after_discards(edition, state, chance);
  }
  end_turn(edition, state, false);
}

template <Chance C>
void travel(const Edition& edition, State& state, std::size_t seat, int r, C& chance) {
  Extras& extras = state.extras(edition);
  const RouteSet self = RouteSet::single(r);
  extras.journey_used |= self;
  if ((state.owned[seat] & self).empty()) show(state, seat, Card::kPassenger, ++extras.journey_cards);
  const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
  extras.journey_at = route.a == extras.journey_at ? route.b : route.a;
  const std::vector<std::uint8_t>& pile = edition.board.cities[extras.journey_at].goods;
  const auto taken = static_cast<std::size_t>(extras.tiles_taken(extras.journey_at));
  if (extras.journey_at != extras.journey_from && taken < pile.size()) {
    extras.goods[seat] = static_cast<std::int16_t>(extras.goods[seat] + pile[taken]);
    extras.take_tile(extras.journey_at);
  }
  if ((edition.country_ends & city_bit(extras.journey_at)) != 0) end_journey(edition, state, seat, chance);
}

// Actions that only some editions have.
template <Chance C>
[[gnu::noinline]] void apply_special(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  Extras& extras = state.extras(edition);
  switch (action.kind) {
    case ActionKind::kPay: settle_tunnel(edition, state, seat, &action, chance); break;
    case ActionKind::kDecline: settle_tunnel(edition, state, seat, nullptr, chance); break;
    case ActionKind::kStation:
      pay(state, s, action);
      extras.pieces[s] |= city_bit(action.where);
      after_discards(edition, state, chance);
      end_turn(edition, state, false);
      break;
    case ActionKind::kPlace:
      extras.pieces[s] |= city_bit(action.where);
      --extras.passengers[s];
      [[fallthrough]];
    case ActionKind::kSkip:
      extras.place_route = 0;
      end_turn(edition, state, false);
      break;
    case ActionKind::kMove:
      extras.pieces[s] &= ~city_bit(action.where);
      extras.journey_from = extras.journey_at = action.where;
      state.phase = Phase::kJourney;
      break;
    case ActionKind::kGo: travel(edition, state, s, action.where, chance); break;
    case ActionKind::kStop: end_journey(edition, state, s, chance); break;
    default: break;
  }
}

// Tickets offered at the start or later, deck by deck.
template <Chance C>
void offer_tickets(const Edition& edition, State& state, int seat, bool at_start, const Action& action, C& chance) {
  if (edition.mix > 0) {
    offer_from_deck(edition, state, seat, 0, action.count, chance);
    offer_from_deck(edition, state, seat, 1, edition.mix - action.count, chance);
    return;
  }
  for (std::size_t deck = 0; deck < edition.decks.size(); ++deck) {
    const TicketDeck& of = edition.decks[deck];
    offer_from_deck(edition, state, seat, static_cast<int>(deck), at_start ? of.deal : of.draw, chance);
  }
}

// Decks that are never drawn from again leave the game when the first tickets are dealt.
inline void remove_undealt(const Edition& edition, State& state) {
  for (std::size_t deck = 0; deck < edition.decks.size(); ++deck) {
    if (edition.mix > 0 || edition.decks[deck].draw > 0) continue;
    const TicketSet left = state.tickets_at(edition, ticket_at::kUnseen) & edition.tickets_of(static_cast<int>(deck));
    left.each([&](int ticket) { state.where(ticket) = ticket_at::kGone; });
    state.pile[deck].unseen = 0;
  }
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
  for (std::size_t deck = 0; deck < edition.decks.size(); ++deck)
    state.pile[deck].unseen = static_cast<std::uint8_t>(edition.decks[deck].count);
  if (edition.passengers > 0)
    std::fill_n(state.extras(edition).passengers.begin(), players, static_cast<std::uint8_t>(edition.passengers));
  std::fill_n(state.tail.begin(), edition.tickets.size(), ticket_at::kUnseen);
  for (int seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    state.trains[s] = static_cast<std::uint8_t>(edition.trains);
    for (int i = 0; i < edition.hand_at_start; ++i) {
      state.hand[s].add(detail::draw_card(state, CardTo::hand(seat), chance));
      detail::reshuffle_if_empty(state, chance);
    }
  }
  detail::fill_row(state, chance);
  detail::look_at_row(edition, state, chance);
  if (edition.mix == 0) {
    for (int seat = 0; seat < players; ++seat) detail::offer_tickets(edition, state, seat, true, {}, chance);
    detail::remove_undealt(edition, state);
  }
  state.first_player = static_cast<std::uint8_t>(first ? *first : chance.first_player(players));
  state.player = state.first_player;
  state.phase = edition.mix > 0 ? Phase::kStartMix : Phase::kStart;
}

namespace detail {

template <Chance C>
[[gnu::always_inline]] inline void take_from_row(const Edition& edition, State& state, std::size_t seat, Card card,
                                                 C& chance) {
  state.hand[seat].add(card);
  ++state.seen[seat][card];
  if (seat < 2) ++state.counted[seat][card];
  const auto place = static_cast<std::uint8_t>(std::countr_zero(state.row.places_of(card)) / 8);
  replace_in_row(state, place, chance);
  look_at_row(edition, state, chance);
  after_card(edition, state, card == Card::kLocomotive);
}

template <Chance C>
void draw_tickets(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  offer_tickets(edition, state, seat, false, action, chance);
  if (state.phase == Phase::kTurn) {
    state.phase = Phase::kChooseTickets;
  } else if (seat + 1 == state.players) {
    state.phase = Phase::kStart;
  }
}

inline void keep_tickets(const Edition& edition, State& state, int seat, const Action& action) {
  if (state.phase == Phase::kStart) {
    state.choice[static_cast<std::size_t>(seat)] = action.keep;
    const auto chosen = std::count_if(state.choice.begin(), state.choice.end(), [](std::uint8_t c) { return c != 0; });
    if (chosen == state.players) finish_start(edition, state);
  } else {
    settle_offer(edition, state, seat, action, ticket_at::kReturned);
    end_turn(edition, state, false);
  }
}

template <Chance C>
[[gnu::noinline]] void apply_rare(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  if (action.kind == ActionKind::kKeep) {
    keep_tickets(edition, state, seat, action);
  } else if (action.kind == ActionKind::kTickets) {
    draw_tickets(edition, state, seat, action, chance);
  } else {
    end_turn(edition, state, true);
  }
}

}  // namespace detail

// The frequent actions first, and no jump through a table, which would be guessed wrong most of the time.
template <Chance C>
void apply_legal(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  const auto s = static_cast<std::size_t>(seat);
  if (action.kind <= ActionKind::kTake) {
    if (action.kind == ActionKind::kTake) {
      detail::take_from_row(edition, state, s, action.color, chance);
    } else {
      state.hand[s].add(detail::draw_card(state, CardTo::hand(seat), chance));
      detail::reshuffle_if_empty(state, chance);
      detail::after_card(edition, state, false);
    }
  } else if (action.kind == ActionKind::kClaim) {
    detail::claim(edition, state, seat, action, chance);
  } else if (action.kind < ActionKind::kClaim) {
    detail::apply_rare(edition, state, seat, action, chance);
  } else {
    detail::apply_special(edition, state, seat, action, chance);
  }
}

}  // namespace fogg
