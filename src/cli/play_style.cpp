#include "cli/play_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>

namespace fogg::cli {

namespace {

// Background and text of the 256-color palette, which terminals agree on more than on the first eight.
constexpr std::array<std::string_view, kColors> kBlocks = {
    "48;5;97;38;5;231",   // purple
    "48;5;255;38;5;16",   // white
    "48;5;26;38;5;231",   // blue
    "48;5;220;38;5;16",   // yellow
    "48;5;208;38;5;16",   // orange
    "48;5;237;38;5;255",  // black: a little lighter, to be seen on a black terminal
    "48;5;160;38;5;231",  // red
    "48;5;28;38;5;231",   // green
};

struct SeatColor {
  std::string_view name;
  std::string_view code;
};
constexpr std::array<SeatColor, 9> kSeatColors = {{{"blue", "1;38;5;33"},
                                                   {"red", "1;38;5;196"},
                                                   {"green", "1;38;5;35"},
                                                   {"yellow", "1;38;5;178"},
                                                   {"black", "1;38;5;244"},
                                                   {"white", "1;38;5;250"},
                                                   {"purple", "1;38;5;134"},
                                                   {"pink", "1;38;5;205"},
                                                   {"orange", "1;38;5;208"}}};

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

std::string Style::sequence(std::string_view code, std::string_view text) const {
  if (!color || code.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

char letter(Card card) {
  constexpr std::string_view kLetters = "PWBYOKRGL+@";
  static_assert(kLetters.size() == kCardKinds);
  return kLetters[static_cast<std::size_t>(card)];
}

std::vector<char> seat_letters(const std::vector<std::string>& seats) {
  std::vector<char> letters;
  for (const std::string& seat : seats) {
    char wanted = capital(seat)[0];
    if (std::ranges::find(letters, wanted) != letters.end()) wanted = capital(seat.substr(seat.size() - 1))[0];
    letters.push_back(wanted);
  }
  return letters;
}

std::string_view kind_words(Card card) { return card == Card::kLocomotive4 ? "locomotive 4+" : name(card); }

std::string Style::block(Card card) const {
  if (!color) return fmt::format("[{}]", letter(card));
  // A locomotive stands for all colors, so its block has several.
  if (card == Card::kLocomotive || card == Card::kLocomotive4) {
    return sequence(kBlocks[4], " ") + sequence("48;5;231;38;5;16", std::string(1, letter(card))) +
           sequence(kBlocks[7], " ");
  }
  if (card == Card::kPassenger) return sequence("48;5;223;38;5;16", fmt::format(" {} ", letter(card)));
  return sequence(kBlocks[static_cast<std::size_t>(card)], fmt::format(" {} ", letter(card)));
}

std::string Style::mark(Card card) const {
  return sequence(kBlocks[static_cast<std::size_t>(std::min(index(card), kColors - 1))], std::string(1, letter(card)));
}

std::string Style::card(Card card) const {
  const std::string_view words = card == Card::kLocomotive    ? "loco"
                                 : card == Card::kLocomotive4 ? "loco 4+"
                                                              : name(card);
  return fmt::format("{} {}", block(card), words);
}

std::string Style::seat(std::string_view seat_color, std::string_view text) const {
  for (const SeatColor& known : kSeatColors) {
    if (known.name == seat_color) return sequence(known.code, text);
  }
  return bold(text);
}

std::string payment_words(const Action& paid) {
  std::vector<std::string> parts;
  if (paid.count > 0) parts.push_back(fmt::format("{} {}", paid.count, name(paid.color)));
  if (paid.locomotives > 0) parts.push_back(fmt::format("{} loco", paid.locomotives));
  if (paid.fours > 0) parts.push_back(fmt::format("{} loco 4+", paid.fours));
  return fmt::format("{}", fmt::join(parts, " + "));
}

std::string count_words(int number, std::string_view one) {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

std::string a_card(Card card) {
  if (card == Card::kLocomotive || card == Card::kLocomotive4) return fmt::format("a {}", kind_words(card));
  return fmt::format("{} {} card", card == Card::kOrange ? "an" : "a", name(card));
}

std::string two_cards(Card card) {
  if (card == Card::kLocomotive) return "two locomotives";
  if (card == Card::kLocomotive4) return "two locomotives 4+";
  return fmt::format("two {} cards", name(card));
}

std::string capital(std::string_view word) {
  std::string out(word);
  if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
  return out;
}

std::string color_words(const Route& route) {
  return route.color == kGray ? "any color" : std::string(name(static_cast<Card>(route.color)));
}

std::string crossing_words(const Route& route) {
  if (route.tunnel) return "tunnel";
  return route.ferry > 0 ? fmt::format("ferry {}", route.ferry) : std::string();
}

std::string space_words(const Route& route) {
  const std::string crossing = crossing_words(route);
  return fmt::format("{} {}{}{}", route.length, color_words(route), crossing.empty() ? "" : ", ", crossing);
}

const std::string& city_words(const Board& board, int city) {
  return board.cities[static_cast<std::size_t>(city)].name;
}

std::string route_words(const Board& board, int route) {
  const Route& r = board.routes[static_cast<std::size_t>(route)];
  return city_words(board, r.a) + "-" + city_words(board, r.b);
}

std::string ticket_words(const Board& board, const Ticket& ticket) {
  return board.end_name(ticket.a) + "-" + board.end_name(ticket.b);
}

std::vector<std::string> city_list(const Board& board, CitySet cities) {
  std::vector<std::string> names;
  for (; cities != 0; cities &= cities - 1) names.push_back(city_words(board, std::countr_zero(cities)));
  return names;
}

std::string deck_counts(const Edition& edition, int of_first, int of_second) {
  if (edition.decks.size() < 2) return count_words(of_first + of_second, "ticket");
  std::vector<std::string> parts;
  if (of_first > 0) parts.push_back(fmt::format("{} {}", of_first, edition.decks[0].name));
  if (of_second > 0) parts.push_back(fmt::format("{} {}", of_second, edition.decks[1].name));
  if (parts.empty()) return "no tickets";
  const int last = of_second > 0 ? of_second : of_first;
  return enumeration(parts) + (last == 1 ? " ticket" : " tickets");
}

int columns(std::string_view text) {
  int count = 0;
  bool escape = false;
  for (const char c : text) {
    if (c == '\x1b') {
      escape = true;
    } else if (escape) {
      escape = c != 'm';
    } else if (!continues_character(c)) {
      ++count;
    }
  }
  return count;
}

namespace {
std::string blanks(int number) { return std::string(static_cast<std::size_t>(std::max(number, 0)), ' '); }
}  // namespace

std::string shortened(std::string_view text, int width) {
  std::size_t end = 0;
  for (int count = 0; end < text.size(); ++end) {
    if (!continues_character(text[end]) && ++count > width) break;
  }
  return std::string(text.substr(0, end));
}

std::string pad(std::string_view text, int width) { return std::string(text) + blanks(width - columns(text)); }
std::string pad_left(std::string_view text, int width) { return blanks(width - columns(text)) + std::string(text); }

std::string flow(const std::vector<std::string>& pieces, std::string_view separator, std::string_view first,
                 int width) {
  const int indent = columns(first);
  std::string out(first);
  int at = indent;
  bool line_begins = true;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string piece = pieces[i] + (i + 1 < pieces.size() ? std::string(separator) : "");
    // A blank at the end of a line may hang over: it is cut off.
    const std::size_t solid = piece.find_last_not_of(' ');
    const int needed = columns(std::string_view(piece).substr(0, solid == std::string::npos ? 0 : solid + 1));
    if (!line_begins && at + needed > width) {
      while (!out.empty() && out.back() == ' ') out.pop_back();
      out += "\n" + blanks(indent);
      at = indent;
    }
    out += piece;
    at += columns(piece);
    line_begins = false;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string wrap(std::string_view text, std::string_view first, int width) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    if (blank != 0) words.emplace_back(text.substr(0, blank));
    if (blank == std::string_view::npos) break;
    text.remove_prefix(blank + 1);
  }
  return flow(words, " ", first, width);
}

std::string enumeration(const std::vector<std::string>& parts, std::string_view last_word) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? fmt::format(" {} ", last_word) : ", ";
    out += parts[i];
  }
  return out;
}

std::string card_names(const std::vector<Card>& cards) {
  std::vector<std::string> names;
  names.reserve(cards.size());
  for (const Card card : cards) names.emplace_back(kind_words(card));
  return enumeration(names, "or");
}

}  // namespace fogg::cli
