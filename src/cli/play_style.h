// How things are written on the terminal: names, colors, columns. Everything reads the same without color.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/edition.h"

namespace fogg::cli {

// What can be said with a bare escape sequence, kept in one place so that color = false leaves out all of them.
struct Style {
  bool color = true;
  int width = 80;  // columns

  std::string bold(std::string_view text) const { return sequence("1", text); }
  std::string dim(std::string_view text) const { return sequence("2", text); }
  std::string sequence(std::string_view code, std::string_view text) const;

  // "[R]", or a block of the color with the letter in it: three columns either way.
  std::string block(Card card) const;
  // The letter alone, in the card's color: one column.
  std::string mark(Card card) const;
  // "[R] red"; a locomotive is a "loco" here and one 4+ a "loco 4+", as this is for narrow places.
  std::string card(Card card) const;
  // Text in the color of a seat ("blue", "red", …).
  std::string seat(std::string_view seat_color, std::string_view text) const;
};

// The letter of a card, also understood as input. Black is K, for B is blue; a passenger is @, for P is purple.
char letter(Card card);
// "red", "locomotive 4+", "passenger": the kind of card for people.
std::string_view kind_words(Card card);

// Letters of seats: the first letter of the color, K for black if blue is there too.
std::vector<char> seat_letters(const std::vector<std::string>& seats);

// "2 red", "1 red + 1 loco + 1 loco 4+"; "1 card", "2 cards".
std::string payment_words(const Action& paid);
std::string count_words(int number, std::string_view one);

std::string a_card(Card card);     // "a red card", "an orange card", "a locomotive"
std::string two_cards(Card card);  // "two red cards", "two locomotives"

std::string capital(std::string_view word);
std::string color_words(const Route& route);                  // "red", "any color"
std::string crossing_words(const Route& route);               // "tunnel", "ferry 2", or nothing
std::string space_words(const Route& route);                  // "3 red", "2 any color, ferry 1"
std::string route_words(const Board& board, int route);       // "Boston-New York"
std::string ticket_words(const Board& board, const Ticket&);  // "Boston-Miami"
const std::string& city_words(const Board& board, int city);
std::vector<std::string> city_list(const Board& board, CitySet cities);
// "1 short and 3 long tickets"; with a single deck "4 tickets".
std::string deck_counts(const Edition& edition, int of_first, int of_second);

// Columns a text takes: without escape sequences, a UTF-8 character as one.
int columns(std::string_view text);
// As much of a text without escape sequences as takes no more columns.
std::string shortened(std::string_view text, int width);
std::string pad(std::string_view text, int width);       // blanks behind
std::string pad_left(std::string_view text, int width);  // blanks before

// Pieces one after the other with `separator` between them, broken into lines of at most `width` columns. The first
// line begins with `first`, the others with as many blanks.
std::string flow(const std::vector<std::string>& pieces, std::string_view separator, std::string_view first, int width);
// The same for the words of a text.
std::string wrap(std::string_view text, std::string_view first, int width);
// "a", "a and b", "a, b and c".
std::string enumeration(const std::vector<std::string>& parts, std::string_view last_word = "and");
// "red", "red or yellow".
std::string card_names(const std::vector<Card>& cards);

}  // namespace fogg::cli
