#include "arena/resampling.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "engine/chance.h"

namespace fogg::arena {

namespace {

// No assumed result weighs less; one draw in a hundred would. Without it a resample might say that an entrant is a million times as strong.
constexpr double kLeastAssumed = 1e-4;

// Above 0, at most 1.
double uniform(FastGenerator& random) { return static_cast<double>((random.next() >> 11U) + 1) * 0x1p-53; }

double exponential(FastGenerator& random) { return -std::log(uniform(random)); }

// From the gamma distribution with shape and mean 1/2: half of the square of a normally distributed number.
double gamma_of_half(FastGenerator& random) {
  const double cosine = std::cos(2 * std::numbers::pi * uniform(random));
  return exponential(random) * cosine * cosine;
}

double normal(FastGenerator& random) {
  return std::sqrt(2 * exponential(random)) * std::cos(2 * std::numbers::pi * uniform(random));
}

// The sum of so many numbers from the exponential distribution, by the method of Marsaglia and Tsang (2000).
double sum_of_exponentials(std::int64_t count, FastGenerator& random) {
  if (count == 1) return exponential(random);
  const double d = static_cast<double>(count) - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double z = normal(random);
    const double root = 1 + c * z;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform(random)) < z * z / 2 + d * (1 - v + std::log(v))) return d * v;
  }
}

// Most deals of a long competition have the same evidence as many others. Those are weighed together, so that a resample takes as long as
// there are kinds of them.
class Kinds {
 public:
  Kinds(const std::vector<DealEvidence>& deals, std::size_t entrants) {
    std::map<std::vector<Part>, std::size_t> known;
    for (const DealEvidence& deal : deals) {
      std::vector<Part> parts;
      for (const auto& amount : deal.chosen) parts.push_back({amount.place, amount.parts});
      for (const auto& amount : deal.times) parts.push_back({entrants + amount.place, amount.parts});
      const auto [found, is_new] = known.try_emplace(std::move(parts), kinds_.size());
      const auto number = static_cast<std::uint64_t>(deal.deal);
      if (is_new) kinds_.push_back({number, 0, found->first});
      Kind& kind = kinds_[found->second];
      kind.first = std::min(kind.first, number);
      ++kind.deals;
    }
  }

  // Into `sums`: by entrant how often it was chosen, then by set how often it was chosen from.
  void weigh(std::uint64_t seed, std::vector<double>& sums) const {
    std::ranges::fill(sums, 0.0);
    for (const Kind& kind : kinds_) {
      FastGenerator random(seed, kind.first);
      const double weight = sum_of_exponentials(kind.deals, random) / static_cast<double>(kWholeChoice);
      for (const Part& part : kind.parts) sums[part.place] += weight * static_cast<double>(part.amount);
    }
  }

 private:
  struct Part {
    std::size_t place;
    std::int64_t amount;
    auto operator<=>(const Part&) const = default;
  };
  struct Kind {
    std::uint64_t first;  // the lowest number of its deals, so that the numbers of entrants do not matter
    std::int64_t deals;
    std::vector<Part> parts;
  };
  std::vector<Kind> kinds_;
};

}  // namespace

std::vector<std::vector<double>> resampled_strengths(const ResamplingPlan& plan, const std::vector<ChoiceSet>& sets,
                                                     const std::vector<DealEvidence>& deals,
                                                     const std::vector<double>& best) {
  const std::size_t entrants = plan.keys.size();
  const Kinds kinds(deals, entrants);
  std::vector<double> sums(entrants + sets.size());
  Evidence evidence{std::vector<double>(entrants), std::vector<Assumed>(entrants), sets,
                    std::vector<double>(sets.size())};
  std::vector<std::vector<double>> all;
  for (int resample = 0; resample < plan.resamples; ++resample) {
    FastGenerator seeds(plan.seed, static_cast<std::uint64_t>(resample));
    const std::uint64_t seed_of_deals = seeds.next();
    const std::uint64_t seed_of_assumed = seeds.next();
    kinds.weigh(seed_of_deals, sums);
    for (std::size_t i = 0; i < entrants; ++i) {
      FastGenerator random(seed_of_assumed, plan.keys[i]);
      evidence.chosen[i] = sums[i];
      evidence.assumed[i].wins = plan.assumed[i] * std::max(kLeastAssumed, gamma_of_half(random));
      evidence.assumed[i].losses = plan.assumed[i] * std::max(kLeastAssumed, gamma_of_half(random));
    }
    for (std::size_t s = 0; s < sets.size(); ++s) evidence.times[s] = sums[entrants + s];
    all.push_back(fit_strengths(evidence, best).strengths);
  }
  return all;
}

double quantile(const std::vector<double>& sorted, double share) {
  const auto n = static_cast<double>(sorted.size());
  const double place = std::clamp(share * (n + 1) - 1, 0.0, n - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace fogg::arena
