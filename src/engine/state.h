// The position: everything that changes during a game, and nothing else. Plain bytes, so that a search copies it
// with one memcpy; an edition says how many of them it uses (Edition::state_bytes).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "engine/bit_set.h"
#include "engine/cards.h"
#include "engine/edition.h"

namespace fogg {

enum class Phase : std::uint8_t {
  kStartMix,       // one after the other announces the mix of the first tickets
  kStart,          // everyone chooses the first tickets, all at once
  kTurn,           // `player` begins a turn
  kSecondCard,     // `player` takes the second train card
  kChooseTickets,  // `player` chooses from drawn tickets
  kTunnel,         // `player` pays a surcharge or not
  kPlace,          // `player` may put a passenger on the board
  kJourney,        // `player` moves a passenger
  kOver,
};

enum class Ending : std::uint8_t { kNone, kLastRound, kAllPassed, kTurnLimit };

// Where a ticket is. 0..4: kept by that seat; 5..9: on offer to seat 0..4; or one of these.
namespace ticket_at {
inline constexpr std::uint8_t kOffered = 5;
inline constexpr std::uint8_t kUnseen = 10;    // top of the deck: no player has seen it, its place is open
inline constexpr std::uint8_t kShuffled = 11;  // below: returned at the start and shuffled, its place is open
inline constexpr std::uint8_t kReturned = 12;  // bottom: in the order of the returns, see the ticket log
inline constexpr std::uint8_t kGone = 13;      // has left the game
}  // namespace ticket_at

inline constexpr std::uint8_t kEmptyPlace = 0xFF;  // in the row

// The face-up cards. Kept and changed as one number with a byte per place, for the same reason as CardCounts::add.
struct Row {
  std::array<std::uint8_t, 8> place;  // Card or kEmptyPlace; the last three are not part of the row and zero

  bool operator==(const Row&) const = default;
  static constexpr std::size_t size() { return kRow; }
  std::uint8_t operator[](std::size_t at) const { return place[at]; }
  std::uint8_t& operator[](std::size_t at) { return place[at]; }
  const std::uint8_t* begin() const { return place.data(); }
  const std::uint8_t* end() const { return place.data() + kRow; }

  void set(std::size_t at, std::uint8_t card) {
    const std::uint64_t word = (packed() & ~(0xFFULL << (8 * at))) | (static_cast<std::uint64_t>(card) << (8 * at));
    std::memcpy(place.data(), &word, sizeof word);
  }
  void clear() {
    const std::uint64_t word = 0xFF * kOnes;
    std::memcpy(place.data(), &word, sizeof word);
  }
  std::uint64_t packed() const {
    std::uint64_t word;
    std::memcpy(&word, place.data(), sizeof word);
    return word;
  }
  bool has_empty_place() const { return (packed() & kTops) != 0; }
  // The top bit of every place that has this card. No card has its top bit set, an empty place has.
  std::uint64_t places_of(Card card) const {
    const std::uint64_t word = packed();
    return ~(((word ^ (static_cast<std::uint64_t>(card) * kOnes)) | kTops) - kOnes) & kTops & ~word;
  }
  int count(Card card) const { return std::popcount(places_of(card)); }

 private:
  static constexpr std::uint64_t kOnes = 0x0101010101U;
  static constexpr std::uint64_t kTops = 0x8080808080U;
};

// A deck of tickets, as far as it changes: the numbers of tickets in its parts, and how far the returned ones have been
// drawn again: those of the log's entry at `entry` but for the first `taken`, and those of the later entries, are in the deck.
struct TicketPile {
  std::uint16_t entry;
  std::uint8_t unseen;
  std::uint8_t shuffled;
  std::uint8_t returned;
  std::uint8_t taken;
  bool operator==(const TicketPile&) const = default;
  int size() const { return unseen + shuffled + returned; }
};

// What only some editions have.
struct Extras {
  RouteSet journey_used;  // kJourney: routes gone along
  std::array<CitySet, kMaxPlayers> pieces;  // where stations or passengers stand; no edition has both
  std::array<std::uint8_t, kMaxCities / 2> taken;  // tiles taken from a city: half a byte each
  CardCounts revealed;  // kTunnel
  std::array<std::int16_t, kMaxPlayers> goods;  // points
  std::array<std::uint8_t, kMaxPlayers> passengers;  // not used yet
  std::uint8_t tunnel_route;  // kTunnel; else 0, as the next ones
  Card tunnel_color;
  std::uint8_t tunnel_count;
  std::uint8_t tunnel_locomotives;
  std::uint8_t surcharge;
  std::uint8_t place_route;  // kPlace: the route just claimed
  std::uint8_t journey_from;  // kJourney
  std::uint8_t journey_at;
  std::uint8_t journey_cards;  // passenger cards to be discarded at the end
  std::array<std::uint8_t, 4> spare;

  int tiles_taken(int city) const { return (taken[static_cast<std::size_t>(city) / 2] >> (4 * (city & 1))) & 15; }
  void take_tile(int city) {
    auto& both = taken[static_cast<std::size_t>(city) / 2];
    both = static_cast<std::uint8_t>(both + (1 << (4 * (city & 1))));
  }
  bool operator==(const Extras&) const = default;
  CitySet all_pieces() const { return pieces[0] | pieces[1] | pieces[2] | pieces[3] | pieces[4]; }
};
static_assert(std::has_unique_object_representations_v<Extras> && sizeof(Extras) == 128);

struct State {
  static constexpr int kTailBytes = 417;

  std::array<RouteSet, kMaxPlayers> owned;
  RouteSet closed;  // owned by somebody, or closed to all because a parallel route is
  std::array<CardCounts, kMaxPlayers> hand;
  // Cards of a hand that everybody knows of: taken from the row and not paid since.
  std::array<CardCounts, kMaxPlayers> seen;
  // With two players: cards of a hand that the other one knows of, also by counting.
  std::array<CardCounts, 2> counted;
  CardCounts deck;
  CardCounts discards;
  Row row;
  std::array<std::int16_t, kMaxPlayers> points;  // of routes
  std::uint16_t turns;  // completed
  std::uint16_t log_size;  // bytes of the ticket log
  std::array<TicketPile, kMaxDecks> pile;
  std::array<std::uint8_t, kMaxPlayers> trains;
  std::array<std::uint8_t, kMaxPlayers> kept;  // number of tickets
  std::array<std::array<std::uint8_t, kMaxOffer>, kMaxPlayers> offer;
  std::array<std::uint8_t, kMaxPlayers> offered;  // number of tickets on offer
  std::array<std::uint8_t, kMaxPlayers> choice;  // kStart: the set chosen to keep, 0 while still choosing

  Phase phase;
  Ending ending;
  std::uint8_t players;
  std::uint8_t player;  // whose turn it is
  std::uint8_t first_player;
  std::uint8_t deck_size;
  std::uint8_t passes;  // in a row
  std::int8_t turns_left;  // of the last round; -1 before it

  // First the place of every ticket, then the ticket log: one entry per choice of tickets made, in order, each
  //   seat | ((offered - 1) * 5 + (kept - 1)) << 3, the tickets kept, the tickets returned in the order of return.
  // The log says what every player has seen of the ticket decks, and it is the queue of returned tickets. Then the extras.
  std::array<std::uint8_t, kTailBytes> tail;

  // -- Tickets
  std::uint8_t& where(int ticket) { return tail[static_cast<std::size_t>(ticket)]; }
  std::uint8_t where(int ticket) const { return tail[static_cast<std::size_t>(ticket)]; }
  std::uint8_t* log(const Edition& edition) { return tail.data() + edition.tickets.size(); }
  const std::uint8_t* log(const Edition& edition) const { return tail.data() + edition.tickets.size(); }
  TicketSet tickets_at(const Edition& edition, std::uint8_t place) const {
    // Eight places at a time: a byte that equals `place` keeps its top bit clear; a product gathers the eight bits.
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kTops = 0x8080808080808080U;
    std::array<std::uint64_t, 2> bits{};
    const std::size_t count = edition.tickets.size();
    for (std::size_t t = 0; t < count; t += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, tail.data() + t, sizeof eight);
      const std::uint64_t equal = ~(((eight ^ (place * kOnes)) | kTops) - kOnes) & kTops;
      const std::uint64_t gathered = ((equal >> 7U) * 0x0102040810204080U) >> 56U;
      bits[t / 64] |= gathered << (t % 64);
    }
    return TicketSet{bits[0], bits[1]} & TicketSet::first(static_cast<int>(count));
  }
  int ticket_deck_size() const { return pile[0].size() + pile[1].size(); }

  // -- Only if the edition has them
  Extras& extras(const Edition& edition) {
    return *std::launder(reinterpret_cast<Extras*>(tail.data() + edition.extras_at()));
  }
  const Extras& extras(const Edition& edition) const {
    return *std::launder(reinterpret_cast<const Extras*>(tail.data() + edition.extras_at()));
  }

  // -- Who may act
  bool over() const { return phase == Phase::kOver; }
  bool may_act(int seat) const {
    if (seat < 0 || seat >= players || over()) return false;
    if (phase > Phase::kStart) return seat == player;
    return phase == Phase::kStart ? choice[static_cast<std::size_t>(seat)] == 0 : seat == actor();
  }
  // A seat that may act; the lowest, if several may. -1 when the game is over.
  int actor() const {
    if (over()) return -1;
    if (phase > Phase::kStart) return player;
    const auto& done = phase == Phase::kStart ? choice : offered;
    int seat = 0;
    while (done[static_cast<std::size_t>(seat)] != 0) ++seat;
    return seat;
  }

  // -- Routes
  bool one_of_parallels() const { return players <= 3; }  // the rule for few players
  // Routes this seat might claim, as far as owners are concerned.
  RouteSet open_to(const Edition& edition, int seat) const {
    if (one_of_parallels()) return edition.all_routes().without(closed);
    return edition.all_routes().without(closed | edition.parallel_to(owned[static_cast<std::size_t>(seat)]));
  }
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) == 768 && offsetof(State, tail) == 768 - State::kTailBytes);
static_assert(std::has_unique_object_representations_v<State>, "no padding: positions are compared as bytes");

// One entry of the ticket log, read.
struct TicketChoice {
  int seat;
  int offered;
  int kept;
  const std::uint8_t* tickets;  // the kept ones first
  int bytes() const { return 1 + offered; }
  static std::uint8_t head(int seat, int offered, int kept) {
    return static_cast<std::uint8_t>(seat | (((offered - 1) * 5 + (kept - 1)) << 3));
  }
  static TicketChoice read(const std::uint8_t* at) {
    const int code = *at >> 3;
    return {*at & 7, code / 5 + 1, code % 5 + 1, at + 1};
  }
};

// How many tickets of each deck a seat kept when it chose last.
inline std::array<int, kMaxDecks> last_kept(const Edition& edition, const State& state, int seat) {
  std::array<int, kMaxDecks> by_deck{};
  const std::uint8_t* log = state.log(edition);
  for (int at = 0; at < state.log_size;) {
    const TicketChoice entry = TicketChoice::read(log + at);
    if (entry.seat == seat) {
      by_deck = {};
      for (int i = 0; i < entry.kept; ++i) ++by_deck[static_cast<std::size_t>(edition.deck_of(entry.tickets[i]))];
    }
    at += entry.bytes();
  }
  return by_deck;
}

// Copies only what the edition uses.
inline void copy_state(const Edition& edition, State& to, const State& from) {
  std::memcpy(&to, &from, static_cast<std::size_t>(edition.state_bytes()));
}
inline bool same_state(const Edition& edition, const State& a, const State& b) {
  return std::memcmp(&a, &b, static_cast<std::size_t>(edition.state_bytes())) == 0;
}

}  // namespace fogg
