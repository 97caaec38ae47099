// Train cards: the kinds, and small multisets of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fogg {

// The order is the order of the rules and of every file and protocol.
enum class Card : std::uint8_t {
  kPurple,
  kWhite,
  kBlue,
  kYellow,
  kOrange,
  kBlack,
  kRed,
  kGreen,
  kLocomotive,
  kLocomotive4,  // a joker for long routes only
  kPassenger,    // lets a passenger use a route of another player
};

inline constexpr int kColors = 8;
inline constexpr int kCardKinds = 11;
// No deck may hold more cards: sums of counts then fit seven bits, which the picks below rely on.
inline constexpr int kMaxCards = 127;

inline constexpr std::array<std::string_view, kCardKinds> kCardNames = {
    "purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive", "locomotive4", "passenger"};

constexpr int index(Card card) { return static_cast<int>(card); }
constexpr std::string_view name(Card card) { return kCardNames[static_cast<std::size_t>(card)]; }

// How many cards of each kind. The last byte is always zero.
struct CardCounts {
  std::array<std::uint8_t, 12> of{};

  std::uint8_t& operator[](Card card) { return of[static_cast<std::size_t>(card)]; }
  std::uint8_t operator[](Card card) const { return of[static_cast<std::size_t>(card)]; }
  bool operator==(const CardCounts&) const = default;

  // More or fewer of a card. Colors are changed in their packed form: a byte written alone would make the next
  // packed read wait for it, and in playouts that is the next thing to happen.
  void add(Card card, int number = 1) {
    if (index(card) < kColors) {
      set_colors(colors() + (static_cast<std::uint64_t>(number) << (8 * index(card))));
    } else {
      of[static_cast<std::size_t>(card)] = static_cast<std::uint8_t>(of[static_cast<std::size_t>(card)] + number);
    }
  }
  void remove(Card card, int number = 1) {
    if (index(card) < kColors) {
      set_colors(colors() - (static_cast<std::uint64_t>(number) << (8 * index(card))));
    } else {
      of[static_cast<std::size_t>(card)] = static_cast<std::uint8_t>(of[static_cast<std::size_t>(card)] - number);
    }
  }

  // The eight colors as one number, one byte each.
  std::uint64_t colors() const {
    std::uint64_t packed;
    std::memcpy(&packed, of.data(), sizeof packed);
    return packed;
  }
  std::uint32_t others() const {
    std::uint32_t packed;
    std::memcpy(&packed, of.data() + kColors, sizeof packed);
    return packed;
  }

  // The colors' counts plus `more`, each at most 8, one byte each. Counts and `more` must be at most 64.
  std::uint64_t colors_up_to_eight(std::uint64_t more) const {
    const std::uint64_t sums = colors() + more * kOnes;
    const std::uint64_t above = ((sums + 0x77 * kOnes) & kTops) >> 7U;  // 1 where a sum exceeds 8
    return (sums & ~(above * 0xFFU)) | (above << 3U);
  }

  int total() const {
    return static_cast<int>((colors() * kOnes) >> 56U) + static_cast<int>((others() * 0x01010101U) >> 24U);
  }

  // The card at place `at` (0 ≤ at < total) when the cards are laid out kind by kind. Without branches: a draw is the
  // most frequent thing in a playout, and the kind drawn cannot be predicted.
  Card at(std::uint32_t place) const {
    const std::uint64_t sums = colors() * kOnes;  // byte i: cards of kinds 0..i
    const std::uint64_t reached = ((place * kOnes) | kTops) - sums;
    const auto kind = std::popcount(reached & kTops);
    // The two kinds that only some editions have begin where the locomotives end.
    const std::uint32_t locomotives_end = static_cast<std::uint32_t>(sums >> 56U) + of[kColors];
    if (place < locomotives_end) [[likely]]
      return static_cast<Card>(kind);
    return static_cast<Card>(kind + (place < locomotives_end + of[kColors + 1] ? 1 : 2));
  }

 private:
  void set_colors(std::uint64_t packed) { std::memcpy(of.data(), &packed, sizeof packed); }

  static_assert(std::endian::native == std::endian::little, "CardCounts packs its bytes for little-endian machines");
  static constexpr std::uint64_t kOnes = 0x0101010101010101U;
  static constexpr std::uint64_t kTops = 0x8080808080808080U;
};
static_assert(sizeof(CardCounts) == 12);

}  // namespace fogg
