// The position: everything that changes during a game, and nothing else. Plain bytes, so that a search copies it
// with one memcpy; an edition says how many of them it uses (Edition::state_bytes).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/bit_set.h"
#include "engine/cards.h"
#include "engine/edition.h"

namespace fogg {

enum class Phase : std::uint8_t {
  kStart,          // everyone chooses the first tickets, all at once
  kTurn,           // `player` begins a turn
  kSecondCard,     // `player` takes the second train card
  kChooseTickets,  // `player` chooses from drawn tickets
  kOver,
};

enum class Ending : std::uint8_t { kNone, kLastRound, kAllPassed };

// Where a ticket is. 0..4: kept by that seat; 5..9: on offer to seat 0..4; or one of these.
namespace ticket_at {
inline constexpr std::uint8_t kOffered = 5;
inline constexpr std::uint8_t kUnseen = 10;    // top of the deck: no player has seen it, its place is open
inline constexpr std::uint8_t kShuffled = 11;  // below: returned at the start and shuffled, its place is open
inline constexpr std::uint8_t kReturned = 12;  // bottom: in the order of the returns, see the ticket log
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

struct State {
  static constexpr int kTailBytes = 423;

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
  std::uint16_t turns;                           // completed
  std::uint16_t log_size;                        // bytes of the ticket log
  std::uint16_t queue_entry;  // where in the log the next entry begins whose returned tickets are still to be drawn
  std::array<std::uint8_t, kMaxPlayers> trains;
  std::array<std::uint8_t, kMaxPlayers> kept;    // number of tickets
  std::array<std::array<std::uint8_t, kMaxOffer>, kMaxPlayers> offer;
  std::array<std::uint8_t, kMaxPlayers> offered;  // number of tickets on offer
  std::array<std::uint8_t, kMaxPlayers> choice;   // kStart: the set chosen to keep, 0 while still choosing

  Phase phase;
  Ending ending;
  std::uint8_t players;
  std::uint8_t player;  // whose turn it is
  std::uint8_t first_player;
  std::uint8_t deck_size;
  std::uint8_t passes;        // in a row
  std::int8_t turns_left;     // of the last round; -1 before it
  std::uint8_t queue_left;    // returned tickets of the entry before it that have not been drawn yet
  std::uint8_t unseen;        // tickets in each part of the deck
  std::uint8_t shuffled;
  std::uint8_t returned;

  // First the place of every ticket, then the ticket log: one entry per choice of tickets made, in order, each
  //   seat | ((offered - 1) * 5 + (kept - 1)) << 3, the tickets kept, the tickets returned in the order of return.
  // The log says what every player has seen of the ticket deck, and it is the queue of returned tickets.
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
  int ticket_deck_size() const { return unseen + shuffled + returned; }

  // -- Who may act
  bool over() const { return phase == Phase::kOver; }
  bool may_act(int seat) const {
    if (seat < 0 || seat >= players || over()) return false;
    return phase == Phase::kStart ? choice[static_cast<std::size_t>(seat)] == 0 : seat == player;
  }
  // A seat that may act; the lowest, if several may. -1 when the game is over.
  int actor() const {
    if (over()) return -1;
    if (phase != Phase::kStart) return player;
    int seat = 0;
    while (choice[static_cast<std::size_t>(seat)] != 0) ++seat;
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
static_assert(sizeof(State) <= 768);
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

// Copies only what the edition uses.
inline void copy_state(const Edition& edition, State& to, const State& from) {
  std::memcpy(&to, &from, static_cast<std::size_t>(edition.state_bytes()));
}
inline bool same_state(const Edition& edition, const State& a, const State& b) {
  return std::memcmp(&a, &b, static_cast<std::size_t>(edition.state_bytes())) == 0;
}

}  // namespace fogg
