// Words about cities, routes and payments, as they are shared by the commands that name them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/action.h"
#include "engine/edition.h"

namespace fogg::cli {

// "boston-newyork.2 red*1" becomes boston, newyork, #2, red, *1; "2 loco 4+" becomes 2, locomotive4.
std::vector<std::string> tokens_of(std::string_view folded);

// What was said about paying.
struct Payment {
  std::optional<Card> color;  // not a locomotive
  std::optional<int> count;
  bool locomotives = false;
  std::optional<int> locomotive_count;
  bool fours = false;
  std::optional<int> four_count;

  bool fits(const Action& paid) const;
  // Only a color was named: the locomotives are to be kept.
  bool color_only() const { return color && !locomotives && !fours; }
  // How many cards were named, if every kind has its number.
  std::optional<int> total() const;
};

// Nothing if the tokens are not a payment.
std::optional<Payment> payment_of(std::span<const std::string> tokens);

// Of several payments the one with fewest locomotives, and the common ones spared, as they are good for more.
const Action& cheapest(const std::vector<Action>& actions);
// Fewest locomotives first.
void sort_by_locomotives(std::vector<Action>& actions);

std::vector<int> routes_between(const Board& board, int a, int b);

// "There is no city 'bostn' on this map; do you mean Boston?"
std::string no_such_city(const Board& board, std::string_view words);
// "Do you mean Athina or Angora?" Countries, whose end points have one name, are named once.
std::string which_city(const Board& board, const std::vector<int>& cities);

}  // namespace fogg::cli
