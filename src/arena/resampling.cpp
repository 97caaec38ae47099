#include "arena/resampling.h"

#include <algorithm>
#include <cmath>
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

// The parts of all deals one after the other, without memory between them: they are read once per resample.
class FlatEvidence {
 public:
  FlatEvidence(const std::vector<DealEvidence>& deals, std::size_t entrants) {
    for (const DealEvidence& deal : deals) {
      numbers_.push_back(static_cast<std::uint64_t>(deal.deal));
      for (const auto& amount : deal.chosen) parts_.push_back({amount.place, static_cast<double>(amount.parts)});
      for (const auto& amount : deal.times)
        parts_.push_back({entrants + amount.place, static_cast<double>(amount.parts)});
      ends_.push_back(parts_.size());
    }
  }

  // Into `sums`: by entrant how often it was chosen, then by set how often it was chosen from.
  void weigh(std::uint64_t seed, std::vector<double>& sums) const {
    std::ranges::fill(sums, 0.0);
    std::size_t at = 0;
    for (std::size_t d = 0; d < ends_.size(); ++d) {
      FastGenerator random(seed, numbers_[d]);
      const double weight = exponential(random) / static_cast<double>(kWholeChoice);
      for (; at < ends_[d]; ++at) sums[parts_[at].place] += weight * parts_[at].amount;
    }
  }

 private:
  struct Part {
    std::size_t place;
    double amount;
  };
  std::vector<std::uint64_t> numbers_;
  std::vector<std::size_t> ends_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<std::vector<double>> resampled_strengths(const ResamplingPlan& plan, const std::vector<ChoiceSet>& sets,
                                                     const std::vector<DealEvidence>& deals,
                                                     const std::vector<double>& best) {
  const std::size_t entrants = plan.keys.size();
  const FlatEvidence flat(deals, entrants);
  std::vector<double> sums(entrants + sets.size());
  Evidence evidence{std::vector<double>(entrants), std::vector<Assumed>(entrants), sets,
                    std::vector<double>(sets.size())};
  std::vector<std::vector<double>> all;
  for (int resample = 0; resample < plan.resamples; ++resample) {
    FastGenerator seeds(plan.seed, static_cast<std::uint64_t>(resample));
    const std::uint64_t seed_of_deals = seeds.next();
    const std::uint64_t seed_of_assumed = seeds.next();
    flat.weigh(seed_of_deals, sums);
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
