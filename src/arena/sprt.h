// Is B better than A? Asked after every finished deal, until there is an answer (a sequential probability ratio test).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "arena/types.h"

namespace fogg::arena {

// The score of B against A: 1 ahead, 0.5 equal, 0 behind. With strengths that differ by `elo` this is what to expect, whoever else plays.
double expected_score(double elo);

struct SprtOptions {
  double elo0 = 0;  // H0: B is better by this much
  double elo1 = 10;  // H1: by this much. More than elo0
  double alpha = 0.05;  // how often H1 may be accepted although H0 is true
  double beta = 0.05;  // and the other way round
  std::int64_t fewest_deals = 20;  // no verdict before

  // elo0 below elo1, and error rates above 0 that together are below 1. Without that there is never a verdict.
  bool valid() const;
};

enum class SprtVerdict : std::uint8_t { kGoOn, kH0, kH1 };

struct SprtState {
  std::int64_t deals = 0;
  double score = 0.5;  // mean over deals
  double llr = 0;  // logarithm of how much more likely the deals are if H1 is true. It stays what it was at the verdict
  double low = 0;  // H0 is accepted here
  double high = 0;  // and H1 here
  SprtVerdict verdict = SprtVerdict::kGoOn;
};

class Sprt {
 public:
  explicit Sprt(const SprtOptions& options);

  // The mean score of B over all games of a deal. After a verdict nothing changes any more: to look until one likes the answer is what this
  // test is there to avoid. False, and nothing is changed: not a score.
  bool add_deal(double score);

  const SprtState& state() const { return state_; }

 private:
  double log_likelihood_ratio() const;

  SprtOptions options_;
  SprtState state_;
  std::map<double, std::int64_t> deals_;  // by score
};

// The mean score of b against a by deal, in the order of the deals' numbers; deals in which they did not meet are left out. Only for deals of
// which all games are over. Each pair of their seats counts.
std::vector<double> deal_scores(const std::vector<Played>& games, Entrant a, Entrant b);

}  // namespace fogg::arena
