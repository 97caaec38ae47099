#include "wire/v09_words.h"

#include <algorithm>

namespace fogg::v09 {

namespace {

constexpr std::array<std::string_view, 10> kTurnTypes = {"Join",
                                                         "DrawPassengerCars",
                                                         "DrawDestinationTickets",
                                                         "ClaimDestinationTickets",
                                                         "ClaimRoute",
                                                         "BoardState",
                                                         "ListAllRoutes",
                                                         "Turn",
                                                         "FinalScore",
                                                         "Unknown"};
constexpr std::array<std::string_view, 6> kErrorCodes = {"DoubleRouteClaimed", "NoCardLeft",    "RuleViolation",
                                                         "NotPlayersTurn",     "InternalError", "WrongTurnFormat"};
constexpr std::array<std::string_view, 2> kClientTypes = {"Player", "Observer"};
constexpr std::array<std::string_view, kSeatColors> kSeatNames = {"Blue", "Red", "Green", "Yellow", "Black"};
constexpr std::array<std::string_view, 9> kCards = {"Purple", "White", "Blue",  "Yellow", "Orange",
                                                    "Black",  "Red",   "Green", "Rainbow"};

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <typename T, std::size_t N>
std::optional<T> find(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (same_word(words[i], word)) return static_cast<T>(i);
  }
  return {};
}

template <typename T, std::size_t N>
std::string_view spelled(const std::array<std::string_view, N>& words, T value) {
  return words[static_cast<std::size_t>(value)];
}

// Reads one character of UTF-8 and moves `text` on; nothing if it is not well formed.
std::optional<char32_t> next_character(std::string_view& text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  std::size_t size = 1;
  char32_t value = first;
  if (first >= 0x80) {
    size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
    value = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
      if ((byte(i) & 0xC0U) != 0x80) return {};
      value = (value << 6U) | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kLeast[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  }
  text.remove_prefix(size);
  return value;
}

bool is_printable(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  // Blanks, controls, what has no shape of its own, what changes the direction of writing, and what is no character.
  constexpr std::array<Range, 21> kNot = {
      {{0x00, 0x20},       {0x7F, 0xA0},       {0xAD, 0xAD},      {0x34F, 0x34F},   {0x61C, 0x61C},   {0x115F, 0x1160},
       {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},  {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},
       {0x3000, 0x3000},   {0xE000, 0xF8FF},   {0xFDD0, 0xFDEF},  {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFF},
       {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}}};
  if (c >= 0xE0000 || (c & 0xFFFEU) == 0xFFFE || c == 0x3164 || c == 0xFFA0 || c == 0x2800) return false;
  return std::none_of(kNot.begin(), kNot.end(), [c](const Range& r) { return c >= r.first && c <= r.last; });
}

}  // namespace

std::string_view name(TurnType type) { return spelled(kTurnTypes, type); }
std::string_view name(ErrorCode code) { return spelled(kErrorCodes, code); }
std::string_view name(ClientType type) { return spelled(kClientTypes, type); }
std::string_view name(SeatColor color) { return spelled(kSeatNames, color); }
std::string_view card_name(int kind) { return kCards[static_cast<std::size_t>(kind)]; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<TurnType> turn_type(std::string_view word) { return find<TurnType>(kTurnTypes, word); }
std::optional<ErrorCode> error_code(std::string_view word) { return find<ErrorCode>(kErrorCodes, word); }
std::optional<ClientType> client_type(std::string_view word) {
  if (same_word(word, "Spieler")) return ClientType::kPlayer;
  return find<ClientType>(kClientTypes, word);
}
std::optional<SeatColor> seat_color(std::string_view word) { return find<SeatColor>(kSeatNames, word); }
std::optional<Card> card(std::string_view word) { return find<Card>(kCards, word); }

std::optional<bool> truth(std::string_view word) {
  if (same_word(word, "true")) return true;
  if (same_word(word, "false")) return false;
  return {};
}

int city(const Board& board, std::string_view word) {
  const auto found = std::find_if(board.cities.begin(), board.cities.end(),
                                  [word](const City& city) { return same_word(city.id, word); });
  return found == board.cities.end() ? -1 : static_cast<int>(found - board.cities.begin());
}

bool can_play(const Edition& edition) {
  return edition.board.id == "usa" && !edition.is_special() && edition.decks.size() == 1 &&
         edition.card_kinds <= index(Card::kLocomotive) + 1;
}

bool is_name(std::string_view text) {
  int characters = 0;
  while (!text.empty()) {
    const auto c = next_character(text);
    if (!c || !is_printable(*c) || ++characters > kMaxName) return false;
  }
  return characters > 0;
}

}  // namespace fogg::v09
