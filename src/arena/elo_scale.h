// The scale on which strengths are told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fogg::arena {

// Where the scale has its 0. Only differences have a meaning.
enum class Zero : std::uint8_t {
  kMean,  // the mean of the entrants that have played
  kField,  // a player who would score half against these entrants, one game each. Nearly the same, but one who always loses, and of whom
  // nobody knows how bad it is, moves the mean and with it everybody's interval
};

// Strengths as natural logarithms, on a scale on which 400 more is ten times as strong. The entrants at `with_games` are those that make the
// zero; all others get 0.
std::vector<double> elo_of(const std::vector<double>& strengths, const std::vector<std::size_t>& with_games, Zero zero);

}  // namespace fogg::arena
