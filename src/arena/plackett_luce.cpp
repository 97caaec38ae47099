#include "arena/plackett_luce.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace fogg::arena {

namespace {

constexpr int kMostIterations = 500;
// A step of Newton's that is smaller (as a logarithm) is the last one. What is left after it is about its square.
constexpr double kSmallStep = 1e-6;
// Far from the top the curvature is no guide, so no step multiplies or divides a strength by more than e to this.
constexpr double kLargestStep = 4;
constexpr int kHalvings = 5;
constexpr double kRounding = 1e-12;  // of the likelihood, relatively

constexpr std::array<std::array<std::int64_t, 6>, 6> kBinomial = {{{1, 0, 0, 0, 0, 0},
                                                                   {1, 1, 0, 0, 0, 0},
                                                                   {1, 2, 1, 0, 0, 0},
                                                                   {1, 3, 3, 1, 0, 0},
                                                                   {1, 4, 6, 4, 1, 0},
                                                                   {1, 5, 10, 10, 5, 1}}};

void insert(ChoiceSet& set, Entrant entrant) {
  std::size_t at = set.size++;
  for (; at > 0 && set.members[at - 1] > entrant; --at) set.members[at] = set.members[at - 1];
  set.members[at] = entrant;
}

bool one_entrant_only(const ChoiceSet& set) { return set.members[0] == set.members[set.size - 1]; }

// log(1 + e^x)
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }
double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// The likelihood of strengths, its slope and its curvature.
class Likelihood {
 public:
  explicit Likelihood(const Evidence& evidence)
      : evidence_(evidence), n_(evidence.chosen.size()), slope_(n_), expected_(n_), curvature_(n_ * n_), step_(n_) {}

  double at(const std::vector<double>& strengths) {
    exponentials(strengths);
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Assumed& assumed = evidence_.assumed[i];
      sum += (evidence_.chosen[i] + assumed.wins) * strengths[i] -
             (assumed.wins + assumed.losses) * softplus(strengths[i]);
    }
    for (std::size_t s = 0; s < evidence_.sets.size(); ++s) {
      if (evidence_.times[s] > 0) sum -= evidence_.times[s] * std::log(total(evidence_.sets[s]));
    }
    return sum;
  }

  // How often each entrant would be chosen if these were the strengths; from it the slope, and with the curvature Newton's step.
  const std::vector<double>& newton_step(const std::vector<double>& strengths) {
    exponentials(strengths);
    std::ranges::fill(curvature_, 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      const Assumed& assumed = evidence_.assumed[i];
      const double share = logistic(strengths[i]);
      expected_[i] = (assumed.wins + assumed.losses) * share;
      curvature_[i * n_ + i] = expected_[i] * (1 - share);
    }
    for (std::size_t s = 0; s < evidence_.sets.size(); ++s) add_set(evidence_.sets[s], evidence_.times[s]);
    for (std::size_t i = 0; i < n_; ++i) slope_[i] = evidence_.chosen[i] + evidence_.assumed[i].wins - expected_[i];
    solve();
    return step_;
  }

  // Hunter's step (2004): every strength times chosen / expected. Never lowers the likelihood, but near the top it is slow where groups of
  // entrants hardly meet. After `newton_step`.
  double hunter_step(std::size_t i) const { return std::log((slope_[i] + expected_[i]) / expected_[i]); }

 private:
  // Only ratios matter within a set, and strengths are within a few dozen of 0, so this neither overflows nor vanishes.
  void exponentials(const std::vector<double>& strengths) {
    exponentials_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) exponentials_[i] = std::exp(strengths[i]);
  }
  double exponential(Entrant entrant) const { return exponentials_[static_cast<std::size_t>(entrant)]; }
  double total(const ChoiceSet& set) const {
    double sum = 0;
    for (std::size_t k = 0; k < set.size; ++k) sum += exponential(set.members[k]);
    return sum;
  }

  void add_set(const ChoiceSet& set, double times) {
    const double scale = 1 / total(set);
    std::array<double, kMostSeats> share{};
    for (std::size_t k = 0; k < set.size; ++k) share[k] = exponential(set.members[k]) * scale;
    for (std::size_t k = 0; k < set.size; ++k) {
      const auto row = static_cast<std::size_t>(set.members[k]);
      const double part = times * share[k];
      expected_[row] += part;
      curvature_[row * n_ + row] += part;
      // Members ascend, so this fills the lower triangle; a pair of seats of one entrant counts in both directions.
      for (std::size_t l = 0; l < k; ++l) {
        const auto column = static_cast<std::size_t>(set.members[l]);
        curvature_[row * n_ + column] -= (row == column ? 2 : 1) * part * share[l];
      }
      curvature_[row * n_ + row] -= part * share[k];
    }
  }

  // step = slope / curvature, by Cholesky's decomposition of the lower triangle.
  void solve() {
    step_ = slope_;
    for (std::size_t i = 0; i < n_; ++i) {
      double* row = &curvature_[i * n_];
      for (std::size_t j = 0; j <= i; ++j) {
        const double* other = &curvature_[j * n_];
        double sum = row[j];
        for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
        if (j < i) {
          row[j] = sum / other[j];
        } else {
          row[i] = std::sqrt(std::max(sum, 1e-12));  // positive but for rounding
        }
      }
      for (std::size_t k = 0; k < i; ++k) step_[i] -= row[k] * step_[k];
      step_[i] /= row[i];
    }
    for (std::size_t i = n_; i-- > 0;) {
      step_[i] /= curvature_[i * n_ + i];
      for (std::size_t k = 0; k < i; ++k) step_[k] -= curvature_[i * n_ + k] * step_[i];
    }
  }

  const Evidence& evidence_;
  std::size_t n_;
  std::vector<double> slope_;
  std::vector<double> expected_;
  std::vector<double> curvature_;
  std::vector<double> step_;
  std::vector<double> exponentials_;
};

}  // namespace

GameChoices choices_of(const std::vector<Entrant>& seats, const std::vector<int>& ranks) {
  GameChoices game;
  game.chosen.resize(seats.size());
  std::vector<std::size_t> order(seats.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&ranks](std::size_t seat) { return ranks[seat]; });
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && ranks[order[end]] == ranks[order[first]]) ++end;
    const std::size_t tied = end - first;
    // Those of the tied players who are still there when a choice is made: any of them with the same number is as likely.
    for (unsigned left = 1; left < 1U << tied; ++left) {
      ChoiceSet among;
      for (std::size_t k = first; k < order.size(); ++k) {
        if (k >= end || ((left >> (k - first)) & 1U) != 0) insert(among, seats[order[k]]);
      }
      if (one_entrant_only(among)) continue;
      const auto number = static_cast<std::size_t>(std::popcount(left));
      const std::int64_t times = kWholeChoice / kBinomial[tied][number];
      game.choices.push_back({among, times});
      for (std::size_t k = first; k < end; ++k) {
        if (((left >> (k - first)) & 1U) != 0) game.chosen[order[k]] += times / static_cast<std::int64_t>(number);
      }
    }
  }
  return game;
}

Fit fit_strengths(const Evidence& evidence, std::vector<double> start) {
  Fit fit{std::move(start), 0, false};
  std::vector<double>& strengths = fit.strengths;
  Likelihood likelihood(evidence);
  double best = likelihood.at(strengths);
  std::vector<double> next(strengths.size());
  // Whether the likelihood went up, but for rounding.
  auto climbs = [&] {
    const double value = likelihood.at(next);
    if (!(value > best - kRounding * (1 + std::abs(best)))) return false;
    best = value;
    return true;
  };
  while (!fit.converged && fit.iterations < kMostIterations) {
    ++fit.iterations;
    const std::vector<double>& step = likelihood.newton_step(strengths);
    double largest = 0;
    for (const double change : step) largest = std::max(largest, std::abs(change));
    fit.converged = largest < kSmallStep;
    double scale = largest > kLargestStep ? kLargestStep / largest : 1;
    bool higher = false;
    for (int halving = 0; halving <= kHalvings && !higher; ++halving, scale /= 2) {
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = strengths[i] + scale * step[i];
      higher = fit.converged || climbs();
    }
    if (!higher) {
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = strengths[i] + likelihood.hunter_step(i);
      best = likelihood.at(next);
    }
    strengths.swap(next);
  }
  return fit;
}

}  // namespace fogg::arena
