// How far off strengths may be: the same competition again and again, with other weights for its deals.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/plackett_luce.h"

namespace fogg::arena {

// One deal's part of the evidence.
struct DealEvidence {
  struct Amount {
    std::size_t place = 0;  // an entrant, or a set
    std::int64_t parts = 0;  // of kWholeChoice
  };
  std::int64_t deal = 0;
  std::vector<Amount> chosen;
  std::vector<Amount> times;
};

struct ResamplingPlan {
  int resamples = 0;
  std::uint64_t seed = 0;
  // By entrant: what its assumed results are drawn with. Not its number, so that numbering entrants otherwise changes nothing.
  std::vector<std::uint64_t> keys;
  std::vector<double> assumed;  // by entrant: how many games its assumed results weigh, on average
};

// By resample and entrant. Every deal gets a weight from the exponential distribution (the Bayesian bootstrap); deals with the same evidence
// share the sum of their weights, which depends on nothing but the seed, the resample, how many they are and the lowest of their numbers. Assumed results get weights as well, so that an entrant that never lost is not taken for one
// that cannot lose: if its games had been against the unseen average player, this would be the usual way to draw from what they leave open
// (Jeffreys' prior).
// `best` are the strengths that follow from all deals with equal weight.
std::vector<std::vector<double>> resampled_strengths(const ResamplingPlan& plan, const std::vector<ChoiceSet>& sets,
                                                     const std::vector<DealEvidence>& deals,
                                                     const std::vector<double>& best);

// The value below which `share` of the values lie. `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace fogg::arena
