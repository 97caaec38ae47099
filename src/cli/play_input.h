// Reading what a player types, forgivingly: lines, words, card names, city names.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/edition.h"

namespace fogg::cli {

inline constexpr std::size_t kMaxLine = 1000;

// One line without its end. What goes beyond kMaxLine is read and thrown away.
struct Line {
  std::string text;
  bool too_long = false;
};
// Nothing at the end of the input.
std::optional<Line> read_line(std::istream& in);

// Lower case and plain ASCII: accents are dropped, long dashes are dashes, anything else that is not ASCII or cannot be
// printed becomes '?'. Blanks at both ends are cut off.
std::string fold(std::string_view text);
// The same text with '?' for whatever a terminal might take for a command.
std::string printable(std::string_view text);
// For quoting a player's words back: folded and not too long.
std::string quoted(std::string_view text);

// The words of a folded line, separated by blanks.
std::vector<std::string> words_of(std::string_view folded);
std::optional<int> whole_number(std::string_view word);  // digits only, below 10,000

// A card by its name, the beginning of it or its letter. Several if it is not clear which.
std::vector<Card> match_card(std::string_view word);

// Cities that words may stand for, those that fit best: the whole name, its initials, the beginning of the name or of
// its words, one of the later words. `rank` says how good that is, 0 being best.
struct CityMatch {
  std::vector<int> cities;
  int rank = 0;
};
CityMatch match_city(const Board& board, std::vector<std::string> words);
// A city whose name is written much like this; -1 if there is none.
int similar_city(const Board& board, std::string_view word);

}  // namespace fogg::cli
