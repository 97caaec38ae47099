// What Standings says of the games it was given.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "arena/rating.h"
#include "arena/resampling.h"

namespace fogg::arena {

namespace {

// With fewer deals than this, weighing them anew says nothing about those that were not played.
constexpr std::int64_t kFewestDeals = 5;
// Ratings that differ by less differ by rounding. (In resamples nobody is equal: what is assumed has different weights.)
constexpr double kSameElo = 1e-6;

Estimate mirrored(const Estimate& share) {
  Estimate other{1 - share.value, {}};
  if (share.interval) other.interval = {1 - share.interval->high, 1 - share.interval->low};
  return other;
}

// Quantiles of resamples are too narrow where deals are few: their spread is that of n + 1 deals instead of n - 1, and it is itself only
// estimated, as in Student's distribution.
Interval interval_of(std::vector<double> resampled, double value, std::int64_t deals) {
  std::ranges::sort(resampled);
  const auto n = static_cast<double>(deals);
  const double wider = student_t(deals - 1) / kNormal * std::sqrt((n + 1) / (n - 1));
  return {value + wider * std::min(0.0, quantile(resampled, 0.025) - value),
          value + wider * std::max(0.0, quantile(resampled, 0.975) - value)};
}

}  // namespace

std::vector<Entrant> Standings::groups() const {
  std::vector<Entrant> group(entrants_.size());
  std::iota(group.begin(), group.end(), 0);
  auto first_of = [&group](Entrant entrant) {
    while (group[index(entrant)] != entrant) entrant = group[index(entrant)] = group[index(group[index(entrant)])];
    return entrant;
  };
  for (const ChoiceSet& set : sets_) {
    for (std::size_t k = 1; k < set.size; ++k) {
      const Entrant one = first_of(set.members[0]);
      const Entrant other = first_of(set.members[k]);
      group[index(std::max(one, other))] = std::min(one, other);
    }
  }
  for (Entrant entrant = 0; entrant < entrants(); ++entrant) group[index(entrant)] = first_of(entrant);
  return group;
}

Ranking Standings::ranking(const RatingOptions& options) const {
  Ranking ranking;
  const std::vector<double> best = strengths();
  const std::vector<double> elo = elo_of(best, with_games(), options.zero);
  const std::vector<Entrant> group = groups();
  for (Entrant entrant = 0; entrant < entrants(); ++entrant) {
    const EntrantSums& sums = entrants_[index(entrant)];
    Rating rating;
    rating.entrant = entrant;
    rating.games = sums.games;
    rating.seats = sums.points.count();
    rating.deals = sums.points.deals();
    rating.group = group[index(entrant)];
    rating.elo.value = elo[index(entrant)];
    rating.points = sums.points.mean(1);
    rating.rank = sums.half_ranks.mean(2);
    rating.victories = sums.victories.share(kWholeVictory);
    ranking.by_entrant.push_back(rating);
    ranking.order.push_back(entrant);
  }
  // Rounded, so that equal entrants stay in the order of their numbers whatever the last digit says.
  std::ranges::stable_sort(ranking.order, {}, [&](Entrant entrant) {
    const Rating& rating = ranking.by_entrant[index(entrant)];
    return std::pair(rating.games == 0, -std::round(rating.elo.value / kSameElo));
  });
  ranking.pairs.assign(entrants_.size(), std::vector<Pair>(entrants_.size()));
  for (Entrant one = 0; one < entrants(); ++one) {
    for (Entrant other = one + 1; other < entrants(); ++other) {
      const PairSums& sums = pairs_[pair_place(one, other)];
      if (sums.games == 0) continue;
      const std::int64_t equal = sums.half_wins.count() - sums.ahead - sums.behind;
      const Estimate share = sums.half_wins.share(2);
      ranking.pairs[index(one)][index(other)] = {sums.games, sums.ahead, equal, sums.behind, share};
      ranking.pairs[index(other)][index(one)] = {sums.games, sums.behind, equal, sums.ahead, mirrored(share)};
    }
  }
  if (options.resamples > 0) add_resampled(options, best, ranking);
  return ranking;
}

// Who never was behind anybody, or never ahead, has deals that are all alike, and nothing shows how much the games of a deal depend on each
// other. Then the deal is what counts, and what is assumed weighs as much as a deal.
double Standings::assumed_in_resamples(Entrant entrant) const {
  const DealSums& seats = entrants_[index(entrant)].points;
  std::int64_t ahead = 0;
  std::int64_t behind = 0;
  for (Entrant other = 0; other < entrants(); ++other) {
    if (other == entrant) continue;
    const PairSums& sums = pairs_[pair_place(entrant, other)];
    ahead += entrant < other ? sums.ahead : sums.behind;
    behind += entrant < other ? sums.behind : sums.ahead;
  }
  const bool alike = seats.deals() > 0 && (ahead == 0 || behind == 0);
  return alike ? static_cast<double>(seats.count()) / static_cast<double>(seats.deals()) : 1.0;
}

void Standings::add_resampled(const RatingOptions& options, const std::vector<double>& best, Ranking& ranking) const {
  ResamplingPlan plan{options.resamples, options.seed, {}, {}};
  for (Entrant entrant = 0; entrant < entrants(); ++entrant) {
    plan.keys.push_back(entrants_[index(entrant)].first_seat);
    plan.assumed.push_back(assumed_in_resamples(entrant));
  }
  std::vector<DealEvidence> deals;
  for (const auto& [number, deal] : deals_) {
    deals.push_back({number, {}, {}});
    for (const EntrantInDeal& cell : deal.entrants) deals.back().chosen.push_back({cell.place, cell.chosen});
    for (const SetInDeal& cell : deal.sets) deals.back().times.push_back({cell.place, cell.times});
  }
  std::vector<std::vector<double>> resampled = resampled_strengths(plan, sets_, deals, best);
  const std::vector<std::size_t> played = with_games();
  for (std::vector<double>& values : resampled) values = elo_of(values, played, options.zero);
  const auto share = 1 / static_cast<double>(resampled.size());
  for (const std::vector<double>& elo : resampled) {
    const auto first = std::ranges::max_element(played, {}, [&elo](std::size_t i) { return elo[i]; });
    if (first != played.end()) ranking.by_entrant[*first].best += share;
  }
  for (const std::size_t i : played) {
    Rating& rating = ranking.by_entrant[i];
    if (rating.deals < kFewestDeals) continue;
    std::vector<double> values;
    for (const std::vector<double>& elo : resampled) values.push_back(elo[i]);
    rating.elo.interval = interval_of(std::move(values), rating.elo.value, rating.deals);
  }
  for (std::size_t place = 0; place + 1 < ranking.order.size(); ++place) {
    const std::size_t one = index(ranking.order[place]);
    const std::size_t next = index(ranking.order[place + 1]);
    double above = 0;
    for (const std::vector<double>& elo : resampled) above += elo[one] > elo[next] ? share : 0;
    ranking.above_next.push_back(entrants_[next].games == 0 ? 0.5 : above);
  }
}

Ranking rank(int entrants, const std::vector<Played>& games, const RatingOptions& options) {
  Standings standings(entrants);
  for (const Played& played : games) standings.add(played);
  return standings.ranking(options);
}

}  // namespace fogg::arena
