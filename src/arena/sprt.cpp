#include "arena/sprt.h"

#include <cmath>

namespace fogg::arena {

namespace {

// Imagined deals that were lost and won in full. With them every mean between 0 and 1 is possible whatever was seen; they weigh so little
// that they decide nothing.
constexpr double kImagined = 0.1;

struct Observation {
  double score;
  double times;
};

// Of all distributions over the scores that were seen, with `mean` as their mean, the one that makes them most likely gives each score the
// probability times / n / (1 + tilt · (score - mean)). This is the tilt, for which these add up to 1.
double tilt_to(double mean, const std::vector<Observation>& seen) {
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  double tilt = 0;
  for (int i = 0; i < 200 && high - low > 1e-13; ++i) {
    double value = 0;
    double slope = 0;
    for (const Observation& o : seen) {
      const double part = (o.score - mean) / (1 + tilt * (o.score - mean));
      value += o.times * part;
      slope += o.times * part * part;
    }
    (value > 0 ? low : high) = tilt;
    const double newton = tilt + value / slope;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - tilt) < 1e-13) break;
    tilt = next;
  }
  return tilt;
}

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

bool SprtOptions::valid() const {
  return std::isfinite(elo0) && std::isfinite(elo1) && elo0 < elo1 && expected_score(elo0) > 1e-9 &&
         expected_score(elo1) < 1 - 1e-9 && alpha > 0 && beta > 0 && alpha + beta < 1;
}

Sprt::Sprt(const SprtOptions& options) : options_(options) {
  if (!options.valid()) return;
  state_.low = std::log(options.beta / (1 - options.alpha));
  state_.high = std::log((1 - options.beta) / options.alpha);
}

bool Sprt::add_deal(double score) {
  if (!(score >= 0 && score <= 1)) return false;
  if (state_.verdict != SprtVerdict::kGoOn) return true;
  ++deals_[score];
  ++state_.deals;
  state_.score = 0;
  for (const auto& [value, times] : deals_) {
    state_.score += value * static_cast<double>(times) / static_cast<double>(state_.deals);
  }
  if (!options_.valid()) return true;
  state_.llr = log_likelihood_ratio();
  if (state_.deals < options_.fewest_deals) return true;
  if (state_.llr >= state_.high) state_.verdict = SprtVerdict::kH1;
  if (state_.llr <= state_.low) state_.verdict = SprtVerdict::kH0;
  return true;
}

double Sprt::log_likelihood_ratio() const {
  std::vector<Observation> seen = {{0, kImagined}, {1, kImagined}};
  for (const auto& [score, times] : deals_) seen.push_back({score, static_cast<double>(times)});
  const double mean0 = expected_score(options_.elo0);
  const double mean1 = expected_score(options_.elo1);
  const double tilt0 = tilt_to(mean0, seen);
  const double tilt1 = tilt_to(mean1, seen);
  double ratio = 0;
  for (const Observation& o : seen) {
    ratio += o.times * (std::log1p(tilt0 * (o.score - mean0)) - std::log1p(tilt1 * (o.score - mean1)));
  }
  return ratio;
}

std::vector<double> deal_scores(const std::vector<Played>& games, Entrant a, Entrant b) {
  struct Sum {
    std::int64_t half_wins = 0;
    std::int64_t pairs = 0;
  };
  std::map<std::int64_t, Sum> by_deal;
  for (const Played& played : games) {
    const std::vector<Entrant>& seats = played.game.seats;
    const std::vector<int>& ranks = played.outcome.ranks;
    if (a == b || ranks.size() != seats.size()) continue;
    for (std::size_t s = 0; s < seats.size(); ++s) {
      for (std::size_t t = 0; t < seats.size(); ++t) {
        if (seats[s] != b || seats[t] != a) continue;
        Sum& sum = by_deal[played.game.deal];
        sum.half_wins += ranks[s] < ranks[t] ? 2 : ranks[s] == ranks[t] ? 1 : 0;
        ++sum.pairs;
      }
    }
  }
  std::vector<double> scores;
  for (const auto& [deal, sum] : by_deal) {
    scores.push_back(static_cast<double>(sum.half_wins) / static_cast<double>(2 * sum.pairs));
  }
  return scores;
}

}  // namespace fogg::arena
