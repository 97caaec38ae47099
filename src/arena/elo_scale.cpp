#include "arena/elo_scale.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fogg::arena {

namespace {

constexpr double kEloPerUnit = 400 / std::numbers::ln10;  // strengths are natural logarithms

// The 0 of the scale for these strengths, of which those at `places` count.
double zero_of(const std::vector<double>& strengths, const std::vector<std::size_t>& places, Zero zero) {
  if (places.empty()) return 0;
  double sum = 0;
  double low = strengths[places[0]];
  double high = low;
  for (const std::size_t i : places) {
    sum += strengths[i];
    low = std::min(low, strengths[i]);
    high = std::max(high, strengths[i]);
  }
  const auto n = static_cast<double>(places.size());
  if (zero == Zero::kMean) return sum / n;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    double score = 0;
    for (const std::size_t i : places) score += 1 / (1 + std::exp(middle - strengths[i]));
    (score > n / 2 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::vector<double> elo_of(const std::vector<double>& strengths, const std::vector<std::size_t>& with_games,
                           Zero zero) {
  const double middle = zero_of(strengths, with_games, zero);
  std::vector<double> elo(strengths.size());
  for (const std::size_t i : with_games) elo[i] = (strengths[i] - middle) * kEloPerUnit;
  return elo;
}

}  // namespace fogg::arena
