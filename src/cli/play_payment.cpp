#include "cli/play_payment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "cli/play_input.h"
#include "cli/play_style.h"

namespace fogg::cli {

namespace {

// "4+" alone or with a word for a locomotive on either side is one card's name.
void join_fours(std::vector<std::string>& tokens) {
  const std::string four(name(Card::kLocomotive4));
  const auto locomotive = [&](std::size_t i) {
    return i < tokens.size() && tokens[i].size() > 1 && match_card(tokens[i]) == std::vector{Card::kLocomotive};
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] != "4+") continue;
    tokens[i] = four;
    if (i > 0 && locomotive(i - 1)) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(--i));
    } else if (locomotive(i + 1)) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i + 1));
    }
  }
}

}  // namespace

std::vector<std::string> tokens_of(std::string_view folded) {
  static constexpr std::array<std::string_view, 12> kFiller = {"with", "using", "and", "the",   "route", "from",
                                                               "via",  "pay",   "in",  "cards", "card",  "track"};
  std::string spaced;
  for (std::size_t i = 0; i < folded.size(); ++i) {
    const char c = folded[i];
    const auto alnum_at = [&](std::size_t at) {
      return at < folded.size() && std::isalnum(static_cast<unsigned char>(folded[at])) != 0;
    };
    const bool number_follows = i + 1 < folded.size() && std::isdigit(static_cast<unsigned char>(folded[i + 1])) != 0;
    // "4+" is a locomotive; elsewhere a plus stands between two kinds of cards.
    const bool four_plus = c == '+' && !alnum_at(i + 1) && (spaced == "4" || spaced.ends_with(" 4"));
    if (alnum_at(i) || c == '?' || four_plus) {
      spaced += c;
    } else if (number_follows && (c == '.' || c == '*')) {
      spaced += c == '.' ? " #" : " *";
    } else {
      spaced += ' ';
    }
  }
  std::vector<std::string> tokens = words_of(spaced);
  std::erase_if(tokens, [](const std::string& token) { return std::ranges::find(kFiller, token) != kFiller.end(); });
  join_fours(tokens);
  // "boston to new york", but "tor to" has a city that begins so.
  if (tokens.size() > 2) {
    const auto to = std::find(tokens.begin() + 1, tokens.end() - 1, "to");
    if (to != tokens.end() - 1) tokens.erase(to);
  }
  return tokens;
}

bool Payment::fits(const Action& paid) const {
  if (color && (paid.count == 0 || paid.color != *color)) return false;
  if (count && paid.count != *count) return false;
  // Locomotives alone, if nothing else was named and no number says how many.
  if ((locomotives || fours) && !color && !locomotive_count && !four_count && paid.count != 0) return false;
  // Who names one kind of locomotives does not mean the other.
  if (locomotives != fours && (locomotives ? paid.fours : paid.locomotives) != 0) return false;
  if (locomotives && paid.locomotives == 0) return false;
  if (fours && paid.fours == 0) return false;
  if (locomotive_count && paid.locomotives != *locomotive_count) return false;
  return !four_count || paid.fours == *four_count;
}

std::optional<int> Payment::total() const {
  if (!color && !locomotives && !fours) return {};
  if ((color && !count) || (locomotives && !locomotive_count) || (fours && !four_count)) return {};
  return count.value_or(0) + locomotive_count.value_or(0) + four_count.value_or(0);
}

std::optional<Payment> payment_of(std::span<const std::string> tokens) {
  Payment payment;
  const bool numbers_first = !tokens.empty() && whole_number(tokens[0]).has_value();
  for (std::size_t i = 0; i < tokens.size();) {
    std::optional<int> number;
    if (numbers_first) number = whole_number(tokens[i]);
    if (number && ++i == tokens.size()) return {};
    const auto cards = match_card(tokens[i]);
    if (cards.size() != 1 || cards[0] == Card::kPassenger) return {};
    ++i;
    if (!number && i < tokens.size()) {
      number = whole_number(tokens[i][0] == '*' ? std::string_view(tokens[i]).substr(1) : std::string_view(tokens[i]));
      if (number) ++i;
    }
    if (cards[0] == Card::kLocomotive) {
      if (payment.locomotives) return {};
      payment.locomotives = true;
      payment.locomotive_count = number;
    } else if (cards[0] == Card::kLocomotive4) {
      if (payment.fours) return {};
      payment.fours = true;
      payment.four_count = number;
    } else {
      if (payment.color) return {};
      payment.color = cards[0];
      payment.count = number;
    }
  }
  return payment;
}

namespace {
std::tuple<int, int> price(const Action& action) { return {action.locomotives + action.fours, action.locomotives}; }
}  // namespace

const Action& cheapest(const std::vector<Action>& actions) { return *std::ranges::min_element(actions, {}, price); }

void sort_by_locomotives(std::vector<Action>& actions) { std::ranges::stable_sort(actions, {}, price); }

std::vector<int> routes_between(const Board& board, int a, int b) {
  std::vector<int> found;
  for (std::size_t r = 0; r < board.routes.size(); ++r) {
    const Route& route = board.routes[r];
    if ((route.a == a && route.b == b) || (route.a == b && route.b == a)) found.push_back(static_cast<int>(r));
  }
  return found;
}

std::string no_such_city(const Board& board, std::string_view words) {
  std::string joined(words);
  std::erase(joined, ' ');
  const int similar = similar_city(board, joined);
  return fmt::format(
      "There is no city {} on this map{}", quoted(words),
      similar < 0 ? "; 'board' shows all." : fmt::format("; do you mean {}?", city_words(board, similar)));
}

std::string which_city(const Board& board, const std::vector<int>& cities) {
  std::vector<std::string> names;
  for (const int city : cities) {
    const std::string& words = city_words(board, city);
    if (std::ranges::find(names, words) == names.end()) names.push_back(words);
  }
  return fmt::format("Do you mean {}?", enumeration(names, "or"));
}

}  // namespace fogg::cli
