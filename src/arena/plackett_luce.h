// Strengths from rankings: the model of Plackett and Luce. A game is a row of choices: who comes first among all, who comes first among the
// rest, and so on, and everybody is chosen in proportion to a strength that belongs to the entrant.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/types.h"

namespace fogg::arena {

inline constexpr std::size_t kMostSeats = 5;

// Those of whom one was chosen, in ascending order; an entrant in several seats is there several times.
struct ChoiceSet {
  std::array<Entrant, kMostSeats> members{};
  std::size_t size = 0;

  auto operator<=>(const ChoiceSet&) const = default;
};

// Parts of a choice are counted in whole numbers of this size, so that sums do not depend on their order. It divides by all that ties among
// five players need.
inline constexpr std::int64_t kWholeChoice = 60;

// What one game says about strengths.
struct GameChoices {
  struct Choice {
    ChoiceSet among;
    std::int64_t times = 0;  // in parts of kWholeChoice
  };
  std::vector<Choice> choices;
  std::vector<std::int64_t> chosen;  // by seat, in parts of kWholeChoice
};

// Players with the same rank finished in any order, each as likely as the other: the game counts as the average over these orders, so that
// for two players a tie is half a win for each. A choice between seats of one entrant says nothing and is left out.
GameChoices choices_of(const std::vector<Entrant>& seats, const std::vector<int>& ranks);

// Results against a player of average strength that nobody has seen: what is assumed of an entrant before its first game.
struct Assumed {
  double wins = 0.5;
  double losses = 0.5;
};

// Everything that the strengths follow from.
struct Evidence {
  std::vector<double> chosen;  // by entrant: how often
  std::vector<Assumed> assumed;  // by entrant; positive, so that there always is one best answer
  std::vector<ChoiceSet> sets;
  std::vector<double> times;  // by set
};

struct Fit {
  std::vector<double> strengths;  // by entrant: natural logarithms; that of the unseen average player is 0
  int iterations = 0;
  bool converged = false;
};

// The strengths that make the evidence most likely, starting from `start` (by entrant). Every iteration raises the likelihood.
Fit fit_strengths(const Evidence& evidence, std::vector<double> start);

}  // namespace fogg::arena
