// A set of small numbers (routes of a board, tickets of an edition) as 128 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace fogg {

struct BitSet {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  static constexpr BitSet single(int member) {
    return member < 64 ? BitSet{1ULL << member, 0} : BitSet{0, 1ULL << (member - 64)};
  }

  // The numbers 0..count-1.
  static constexpr BitSet first(int count) {
    if (count >= 64) return {~0ULL, count == 128 ? ~0ULL : (1ULL << (count - 64)) - 1};
    return {(1ULL << count) - 1, 0};
  }

  constexpr bool operator==(const BitSet&) const = default;
  constexpr BitSet operator|(BitSet o) const { return {low | o.low, high | o.high}; }
  constexpr BitSet operator&(BitSet o) const { return {low & o.low, high & o.high}; }
  constexpr BitSet without(BitSet o) const { return {low & ~o.low, high & ~o.high}; }
  constexpr BitSet& operator|=(BitSet o) { return *this = *this | o; }

  // All members moved by one place up or down.
  constexpr BitSet up() const { return {low << 1U, (high << 1U) | (low >> 63U)}; }
  constexpr BitSet down() const { return {(low >> 1U) | (high << 63U), high >> 1U}; }

  constexpr bool has(int member) const { return ((member < 64 ? low >> member : high >> (member - 64)) & 1U) != 0; }
  constexpr bool empty() const { return (low | high) == 0; }
  constexpr int size() const { return std::popcount(low) + std::popcount(high); }

  // The smallest member, and the set without it; not for an empty set. Without branches.
  constexpr int first_member() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
  constexpr BitSet without_first() const { return {low & (low - 1), low != 0 ? high : high & (high - 1)}; }

  template <typename F>
  constexpr void each(F&& f) const {
    for (std::uint64_t rest = low; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
    for (std::uint64_t rest = high; rest != 0; rest &= rest - 1) f(64 + std::countr_zero(rest));
  }

  // The member with `rank` smaller members; rank < size().
  constexpr int nth(int rank) const {
    std::uint64_t word = low;
    int base = 0;
    if (const int in_low = std::popcount(low); rank >= in_low) {
      rank -= in_low;
      word = high;
      base = 64;
    }
    for (; rank > 0; --rank) word &= word - 1;
    return base + std::countr_zero(word);
  }
};

using RouteSet = BitSet;
using TicketSet = BitSet;

}  // namespace fogg
