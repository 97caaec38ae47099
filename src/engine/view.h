// What one player may know, and sampling full positions that agree with it.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/chance.h"
#include "engine/state.h"

namespace fogg {

inline constexpr int kSpectator = -1;

// Plain bytes without padding; everything hidden is zero (tickets in the log: kHiddenTicket). Two positions that differ only in
// what the viewer cannot know give the same bytes.
struct View {
  static constexpr std::uint8_t kHiddenTicket = 0xFF;  // of the first deck; one less: of the second
  static constexpr std::uint8_t hidden_ticket(int deck) { return static_cast<std::uint8_t>(kHiddenTicket - deck); }
  static constexpr bool hides(std::uint8_t ticket) { return ticket > kHiddenTicket - kMaxDecks; }

  // -- Public
  std::array<RouteSet, kMaxPlayers> owned;
  RouteSet closed;
  // -- Tickets kept: the viewer's, and everybody's when the game is over
  std::array<TicketSet, kMaxPlayers> tickets;
  // -- The viewer's own (nothing for a spectator)
  CardCounts hand;
  // -- Public
  std::array<CardCounts, kMaxPlayers> seen;  // cards known to all to be in a hand
  std::array<CardCounts, 2> counted;  // two players: the same, with what can be counted; zero for a spectator
  CardCounts discards;
  std::array<std::uint8_t, kMaxPlayers> hand_size;
  std::array<std::uint8_t, kRow> row;
  std::array<std::uint8_t, kMaxPlayers> trains;
  std::array<std::uint8_t, kMaxPlayers> kept;
  std::array<std::uint8_t, kMaxPlayers> offered;  // how many tickets are on offer
  std::array<std::uint8_t, kMaxPlayers> offered_first;  // of them, how many of the first deck
  std::array<std::uint8_t, kMaxOffer> offer;  // the viewer's own, in the order offered
  std::uint8_t choice;  // at the start: the viewer's own choice, 0 while open
  std::int8_t viewer;  // a seat or kSpectator
  Phase phase;
  Ending ending;
  std::uint8_t players;
  std::uint8_t player;
  std::uint8_t first_player;
  std::uint8_t deck_size;
  std::uint8_t passes;
  std::int8_t turns_left;
  std::array<std::int16_t, kMaxPlayers> points;
  std::uint16_t turns;
  std::uint16_t log_size;
  std::array<TicketPile, kMaxDecks> pile;  // the parts of the ticket decks, as in State
  std::array<std::uint8_t, State::kTailBytes> log;  // the ticket log; of others' tickets only the decks can be seen
  Extras extras;  // all of it is public; zero in editions that have none

  bool operator==(const View&) const = default;

  int ticket_deck_size() const { return pile[0].size() + pile[1].size(); }
  // The deck of a ticket of the log, known or not.
  static int deck_of(const Edition& edition, std::uint8_t ticket) {
    return hides(ticket) ? kHiddenTicket - ticket : edition.deck_of(ticket);
  }
  // How many tickets of a deck a seat has kept.
  int kept_of(const Edition& edition, int seat, int deck) const;
  // Cards of another hand that the viewer knows of.
  const CardCounts& known(int seat) const {
    return players == 2 && viewer != kSpectator ? counted[static_cast<std::size_t>(seat)]
                                                : seen[static_cast<std::size_t>(seat)];
  }
};
static_assert(std::is_trivially_copyable_v<View>);

View view_of(const Edition& edition, const State& state, int viewer);

// A position with what is hidden left out: good for `Legal` and `check` of the viewer, who may do the same on it as on the
// true one. It is not a possible position; for that, see `redeal`.
State visible_state(const Edition& edition, const View& view);

// Deals anew what the viewer cannot see, uniformly over the cards and with every choice of tickets by others equally
// likely, so that all the viewer knows still holds: cards others took from the row and have not paid, tickets the viewer has seen
// and where they are or may be by now, every public count. False if no such deal was found (it always is for a view of a
// running game that `view_of` made) or the game is over.
bool redeal(const Edition& edition, const View& view, FastGenerator& random, State& state);

// How much likelier than others a ticket that the viewer has never seen is to be with a seat that keeps some; above zero.
using TicketOdds = std::array<std::array<float, kMaxTickets>, kMaxPlayers>;
// The same with such tickets picked by odds. `favor`: how much likelier this made the deal than it is without odds.
bool redeal(const Edition& edition, const View& view, FastGenerator& random, State& state, const TicketOdds& odds,
            double& favor);

}  // namespace fogg
