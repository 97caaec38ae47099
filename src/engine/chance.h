// Chance lives outside the State: `apply` asks one of these which card, which ticket, which seat.
//
// How a random number becomes an outcome is part of the format of games and never changes:
//   pick(n)  = the upper 64 bits of x · n, with x the generator's next 64-bit number
//   a card   = the card at place pick(size of deck), the deck laid out kind by kind in the order of the kinds
//   a ticket = the possible ticket with pick(number of possible tickets) possible ones of lower number
//   a seat   = pick(number of players)
// With n ≤ 127 no outcome is off its fair share by more than 127 / 2^64.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "engine/bit_set.h"
#include "engine/cards.h"

namespace fogg {

// Where a drawn card goes.
struct CardTo {
  enum Place : std::uint8_t { kHand, kInRow, kTunnel };
  Place place = kHand;
  std::uint8_t at = 0;  // the seat, the place in the row, or how many were revealed before
  bool operator==(const CardTo&) const = default;

  static CardTo hand(int seat) { return {kHand, static_cast<std::uint8_t>(seat)}; }
  static CardTo row(int place_in_row) { return {kInRow, static_cast<std::uint8_t>(place_in_row)}; }
  static CardTo tunnel(int number) { return {kTunnel, static_cast<std::uint8_t>(number)}; }
};

constexpr std::string_view name(CardTo::Place place) {
  return place == CardTo::kHand ? "hand" : place == CardTo::kInRow ? "row" : "tunnel";
}

// Notes are told what happens without chance in between: a row thrown away, discards becoming the deck.
template <typename T>
concept Chance = requires(T chance, const CardCounts& deck, int n, CardTo to, const TicketSet& tickets) {
  { chance.card(deck, n, to) } -> std::same_as<Card>;
  { chance.ticket(tickets, n) } -> std::same_as<int>;
  { chance.first_player(n) } -> std::same_as<int>;
  chance.note_reset();
  chance.note_reshuffle(n);
};

// Streams keep independent questions apart, so that the tickets of a game do not depend on the cards drawn.
enum class Stream : std::uint8_t { kFirstPlayer = 0, kCards = 1, kTickets = 2 };

constexpr std::uint32_t scale(std::uint64_t x, std::uint32_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint32_t>((static_cast<Wide>(x) * n) >> 64U);
}

// Outcomes from a generator with `std::uint64_t next(Stream)`.
template <typename Generator>
class GeneratedChance : public Generator {
 public:
  using Generator::Generator;
  std::uint32_t pick(Stream stream, int n) { return scale(this->next(stream), static_cast<std::uint32_t>(n)); }
  Card card(const CardCounts& deck, int deck_size, CardTo) { return deck.at(pick(Stream::kCards, deck_size)); }
  int ticket(const TicketSet& possible, int) {
    return possible.nth(static_cast<int>(pick(Stream::kTickets, possible.size())));
  }
  int first_player(int players) { return static_cast<int>(pick(Stream::kFirstPlayer, players)); }
  void note_reset() {}
  void note_reshuffle(int) {}
};

// For playouts: SplitMix64. One sequence for all streams; fast, and good enough for statistics.
class FastGenerator {
 public:
  explicit FastGenerator(std::uint64_t seed) : state_(seed) {}
  // A generator for part `part` of something seeded with `seed`.
  FastGenerator(std::uint64_t seed, std::uint64_t part) : state_(mix(seed + kStep) ^ mix(part * kStep + 1)) {}

  std::uint64_t next(Stream) { return next(); }
  std::uint64_t next() { return mix(state_ += kStep); }
  std::uint32_t pick(int n) { return scale(next(), static_cast<std::uint32_t>(n)); }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

// For games that are compared: as fast, but with the streams apart. A deck whose cards leave it one by one is then as good as shuffled
// beforehand: whatever the players do, the same cards come in the same order until the discards become the deck.
class StreamedGenerator {
 public:
  static constexpr std::uint64_t kParts = 3;
  // Uses the parts from `part` on.
  StreamedGenerator(std::uint64_t seed, std::uint64_t part)
      : streams_{FastGenerator(seed, part), FastGenerator(seed, part + 1), FastGenerator(seed, part + 2)} {}

  std::uint64_t next(Stream stream) { return streams_[static_cast<std::size_t>(stream)].next(); }

 private:
  std::array<FastGenerator, kParts> streams_;
};

// For real games: ChaCha8 as a function of (key, stream, index). Nobody who lacks the key can tell what comes, and to go
// on with a game later only the three indices are needed.
using ChaKey = std::array<std::uint8_t, 32>;

// Number `index` of a stream: 64-bit word `index % 8` (little-endian) of the ChaCha8 block with counter `index / 8`, the nonce
// being the stream's number as 64 bits.
std::array<std::uint64_t, 8> chacha8_block(const ChaKey& key, std::uint64_t nonce, std::uint64_t counter);

class KeyedGenerator {
 public:
  static constexpr std::size_t kStreams = 3;
  explicit KeyedGenerator(const ChaKey& key, std::array<std::uint64_t, kStreams> indices = {})
      : key_(key), index_(indices) {}

  std::uint64_t next(Stream stream) {
    const auto s = static_cast<std::size_t>(stream);
    const std::uint64_t at = index_[s]++;
    if (!ready_[s] || block_at_[s] != at / 8) {
      block_[s] = chacha8_block(key_, s, at / 8);
      block_at_[s] = at / 8;
      ready_[s] = true;
    }
    return block_[s][at % 8];
  }
  const std::array<std::uint64_t, kStreams>& indices() const { return index_; }

 private:
  ChaKey key_;
  std::array<std::uint64_t, kStreams> index_;
  std::array<std::array<std::uint64_t, 8>, kStreams> block_{};
  std::array<std::uint64_t, kStreams> block_at_{};
  std::array<bool, kStreams> ready_{};
};

using FastChance = GeneratedChance<FastGenerator>;
using StreamedChance = GeneratedChance<StreamedGenerator>;
using KeyedChance = GeneratedChance<KeyedGenerator>;
static_assert(Chance<FastChance> && Chance<StreamedChance> && Chance<KeyedChance>);

}  // namespace fogg
