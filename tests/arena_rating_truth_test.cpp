// Ratings of competitions whose truth is known: do estimates come close to it, and do intervals hold it as often as they say?
#include <gtest/gtest.h>

#include <array>

#include "arena/rating.h"
#include "arena/resampling.h"
#include "arena_rating_support.h"

namespace fogg::test {
namespace {

using namespace fogg::arena;

constexpr std::array<double, 6> kStrengths = {0.9, 0.5, 0.1, -0.2, -0.4, -0.9};

std::vector<double> first_strengths(std::size_t number) {
  return {kStrengths.begin(), kStrengths.begin() + static_cast<std::ptrdiff_t>(number)};
}

TEST(RatingTruth, MoreGamesLessError) {
  FastGenerator random(21);
  for (std::size_t seats = 2; seats <= 5; ++seats) {
    for (const double by_deal : {0.0, 0.6}) {
      std::vector<double> errors;
      for (const std::int64_t deals : {50, 800, 3200}) {
        const Field field{first_strengths(6), seats, deals, 3, by_deal};
        double squares = 0;
        for (int run = 0; run < 6; ++run) {
          const Ranking ranking = rank(6, field.play(random), {0, 1, Zero::kMean});
          for (std::size_t i = 0; i < 6; ++i)
            squares += std::pow(ranking.by_entrant[i].elo.value - field.truth()[i], 2) / 36;
        }
        errors.push_back(std::sqrt(squares));
      }
      // Sixteen times as many, a quarter of the error; four times as many, half.
      EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.8) << seats << " " << by_deal;
      EXPECT_NEAR(std::log2(errors[1] / errors[2]), 1, 0.7) << seats << " " << by_deal;
      EXPECT_LT(errors[2], 10) << seats << " " << by_deal;
    }
  }
}

struct Coverage {
  int covered = 0;
  int all = 0;
  void add(const Estimate& estimate, double truth) {
    ASSERT_TRUE(estimate.interval);
    covered += estimate.interval->low <= truth && truth <= estimate.interval->high ? 1 : 0;
    ++all;
  }
  double share() const { return static_cast<double>(covered) / all; }
};

// In 300 competitions a true 95 % shows as less than 92 % or more than 98 % about once in a hundred times; several entrants make it rarer.
constexpr int kRuns = 300;
constexpr double kLeast = 0.92;
constexpr double kMost = 0.98;

// All entrants sit at one table, so that the truth about averages is known, too.
TEST(RatingTruth, IntervalsCoverTheTruth) {
  FastGenerator random(22);
  for (std::size_t seats = 2; seats <= 5; ++seats) {
    for (const double by_deal : {0.0, 0.5, 1.0}) {
      const Field field{first_strengths(seats), seats, 60, 3, by_deal};
      const std::vector<double>& s = field.strengths;
      Coverage elo;
      Coverage points;
      Coverage ranks;
      Coverage victories;
      Coverage pairs;
      for (int run = 0; run < kRuns; ++run) {
        const Ranking ranking =
            rank(static_cast<int>(seats), field.play(random), {100, static_cast<std::uint64_t>(run), Zero::kMean});
        for (std::size_t i = 0; i < seats; ++i) {
          double rank_of_i = 1;
          double total = 0;
          for (std::size_t j = 0; j < seats; ++j) {
            total += std::exp(s[j] - s[i]);
            if (j == i) continue;
            const double ahead = 1 / (1 + std::exp(s[j] - s[i]));
            rank_of_i += 1 - ahead;
            pairs.add(ranking.pairs[i][j].share, ahead);
          }
          const Rating& rating = ranking.by_entrant[i];
          elo.add(rating.elo, field.truth()[i]);
          ranks.add(rating.rank, rank_of_i);
          victories.add(rating.victories, 1 / total);
          points.add(rating.points, 10 * (static_cast<double>(seats) - rank_of_i) + 10);
        }
      }
      for (const auto& [what, coverage] :
           {std::pair("elo", elo), {"points", points}, {"ranks", ranks}, {"victories", victories}, {"pairs", pairs}}) {
        EXPECT_GE(coverage.share(), kLeast) << what << " " << seats << " seats " << by_deal;
        EXPECT_LE(coverage.share(), kMost) << what << " " << seats << " seats " << by_deal;
      }
    }
  }
}

// Tables that change, few deals, and both zeros.
TEST(RatingTruth, IntervalsOfRatingsCoverTheTruthInOtherCompetitions) {
  FastGenerator random(23);
  for (const std::int64_t deals : {30, 100}) {
    for (const Zero zero : {Zero::kMean, Zero::kField}) {
      const Field field{first_strengths(5), 3, deals, 2, 0.5};
      double middle = -1000;  // of the truth: who scores half against all
      auto score = [&] {
        double sum = 0;
        for (const double e : field.truth()) sum += 1 / (1 + std::pow(10, (middle - e) / 400));
        return sum;
      };
      while (score() > 2.5) middle += 0.01;
      if (zero == Zero::kMean) middle = 0;
      Coverage coverage;
      for (int run = 0; run < kRuns; ++run) {
        const Ranking ranking = rank(5, field.play(random), {100, static_cast<std::uint64_t>(run), zero});
        for (std::size_t i = 0; i < 5; ++i) coverage.add(ranking.by_entrant[i].elo, field.truth()[i] - middle);
      }
      EXPECT_GE(coverage.share(), kLeast) << deals;
      EXPECT_LE(coverage.share(), kMost) << deals;
    }
  }
}

// Often one of the two wins every game of the few there are. What is then said must be cautious, but not beyond all measure.
TEST(RatingTruth, IntervalsOfRatingsCoverTheTruthOfOneSidedMatches) {
  FastGenerator random(26);
  for (const double by_deal : {0.0, 0.5, 1.0}) {
    const Field field{{1.2, -1.2}, 2, 10, 3, by_deal};
    Coverage coverage;
    int one_sided = 0;
    for (int run = 0; run < 1000; ++run) {
      const Ranking ranking = rank(2, field.play(random), {100, static_cast<std::uint64_t>(run), Zero::kMean});
      coverage.add(ranking.by_entrant[0].elo, field.truth()[0]);
      one_sided += ranking.pairs[0][1].behind == 0 ? 1 : 0;
    }
    EXPECT_GE(coverage.share(), 0.9) << by_deal;
    EXPECT_GT(one_sided, 50);
  }
}

// Games of a deal that all end alike are one observation: as many deals with more games make no interval narrower.
TEST(RatingTruth, RepeatedGamesOfADealAddNothing) {
  FastGenerator random(24);
  const std::vector<Played> once = Field{first_strengths(4), 4, 80, 1, 1}.play(random);
  std::vector<Played> often;
  for (const Played& game : once) {
    for (int i = 0; i < 10; ++i) often.push_back(game);
  }
  const Ranking a = rank(4, once, {200, 3, Zero::kField});
  const Ranking b = rank(4, often, {200, 3, Zero::kField});
  for (std::size_t i = 0; i < 4; ++i) {
    const Interval one = *a.by_entrant[i].elo.interval;
    const Interval other = *b.by_entrant[i].elo.interval;
    EXPECT_NEAR((other.high - other.low) / (one.high - one.low), 1, 0.1);
    EXPECT_NEAR(a.by_entrant[i].victories.interval->low, b.by_entrant[i].victories.interval->low, 1e-9);
    EXPECT_NEAR(a.by_entrant[i].points.interval->high, b.by_entrant[i].points.interval->high, 1e-9);
  }
}

// "With what certainty is the first better than the second" should be right as often as it says.
TEST(RatingTruth, LikelihoodsOfSuperiorityAreHonest) {
  FastGenerator random(25);
  double said = 0;
  double right = 0;
  double said_best = 0;
  double right_best = 0;
  constexpr int kMany = 1500;
  for (int run = 0; run < kMany; ++run) {
    // Strengths that are drawn anew, wide apart compared with what so few games can tell: then what one thought before hardly matters.
    const Field field{{4 * uniform(random), 4 * uniform(random), 4 * uniform(random)}, 3, 20, 1, 0};
    const Ranking ranking = rank(3, field.play(random), {60, static_cast<std::uint64_t>(run), Zero::kField});
    auto strength = [&](std::size_t place) { return field.strengths[static_cast<std::size_t>(ranking.order[place])]; };
    for (const std::size_t place : {0U, 1U}) {
      said += ranking.above_next[place];
      right += strength(place) > strength(place + 1) ? 1 : 0;
    }
    said_best += ranking.by_entrant[static_cast<std::size_t>(ranking.order[0])].best;
    right_best += strength(0) >= std::ranges::max(field.strengths) ? 1 : 0;
  }
  EXPECT_NEAR(said / kMany / 2, right / kMany / 2, 0.03);
  EXPECT_NEAR(said_best / kMany, right_best / kMany, 0.03);
  EXPECT_LT(right_best / kMany, 0.97) << "too easy to tell anything";
}

// The sums of deals under changes, against the textbook's formulas.
TEST(RatingTruth, MeansOverDealsAreThoseOfTheTextbook) {
  DealSums sums;
  EXPECT_EQ(sums.mean(1), Estimate{});
  EXPECT_EQ(sums.share(1), Estimate{});
  const std::vector<std::int64_t> values = {3, 5, 4, 8, 0};
  for (const std::int64_t value : values) {
    // As if the deal's two games had ended one after the other.
    sums.change({}, {value / 2, 1});
    sums.change({value / 2, 1}, {value, 2});
  }
  const Estimate mean = sums.mean(1);
  EXPECT_DOUBLE_EQ(mean.value, 2);
  // Of the deals' means 1.5, 2.5, 2, 4, 0: variance 2.125.
  EXPECT_NEAR(mean.interval->high - 2, 2.776 * std::sqrt(2.125 / 5), 0.01);
  EXPECT_NEAR(2 - mean.interval->low, 2.776 * std::sqrt(2.125 / 5), 0.01);
  // All won is no certainty: Wilson's interval for ten of ten.
  DealSums won;
  for (int i = 0; i < 10; ++i) won.change({}, {4, 4});
  EXPECT_NEAR(won.share(1).interval->low, 0.722, 0.001);
  EXPECT_EQ(won.share(1).interval->high, 1);
}

// Near the top every step of Newton's squares the error, however seldom groups meet and whoever sits twice. At the top everybody is chosen as
// often as the strengths would have it.
TEST(RatingTruth, TheFitConvergesQuickly) {
  FastGenerator random(27);
  for (int run = 0; run < 20; ++run) {
    Evidence evidence{std::vector<double>(6), std::vector<Assumed>(6), {}, {}};
    for (int set = 0; set < 30; ++set) {
      // The first three and the last three never meet.
      const int base = set % 2 == 0 ? 0 : 3;
      const int other = base + 1 + static_cast<int>(random.pick(2));
      evidence.sets.push_back({{base, other, other}, 3});
      evidence.times.push_back(1 + 1000 * uniform(random));
      const double share = uniform(random);
      evidence.chosen[static_cast<std::size_t>(base)] += evidence.times.back() * share;
      evidence.chosen[static_cast<std::size_t>(other)] += evidence.times.back() * (1 - share);
    }
    const Fit fit = fit_strengths(evidence, std::vector<double>(6));
    EXPECT_TRUE(fit.converged);
    EXPECT_LE(fit.iterations, 8);
    std::vector<double> missing = evidence.chosen;
    for (std::size_t i = 0; i < 6; ++i) missing[i] += 0.5 - 1 / (1 + std::exp(-fit.strengths[i]));
    for (std::size_t set = 0; set < evidence.sets.size(); ++set) {
      double total = 0;
      auto strength = [&](std::size_t k) {
        return std::exp(fit.strengths[static_cast<std::size_t>(evidence.sets[set].members[k])]);
      };
      for (std::size_t k = 0; k < 3; ++k) total += strength(k);
      for (std::size_t k = 0; k < 3; ++k) {
        missing[static_cast<std::size_t>(evidence.sets[set].members[k])] -= evidence.times[set] * strength(k) / total;
      }
    }
    for (const double difference : missing) EXPECT_NEAR(difference, 0, 1e-6);
  }
}

// Deals keep their weights, nearly, when others are added, so that the intervals of a live table do not flicker.
TEST(RatingTruth, WeightsFollowTheDeals) {
  FastGenerator random(28);
  const std::vector<ChoiceSet> sets = {{{0, 1}, 2}};
  std::vector<DealEvidence> deals;
  for (std::int64_t deal = 0; deal < 100; ++deal) {
    deals.push_back({deal, {{random.pick(2), kWholeChoice}}, {{0, kWholeChoice}}});
  }
  const ResamplingPlan plan{100, 1, {1, 2}, {1, 1}};
  const auto all = resampled_strengths(plan, sets, deals, {0, 0});
  deals.pop_back();
  const auto rest = resampled_strengths(plan, sets, deals, {0, 0});
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_NEAR(all[i][0] - all[i][1], rest[i][0] - rest[i][1], 0.2) << "one of a hundred";
  }
}

// Deals that say the same are weighed together, in one draw instead of many: it must not matter. Deals that say nothing of anybody else
// make the same evidence differ.
TEST(RatingTruth, WeighingDealsTogetherIsTheSame) {
  const std::vector<ChoiceSet> sets = {{{0, 1}, 2}};
  const std::vector<ChoiceSet> more_sets = {{{0, 1}, 2}, {{2, 3}, 2}};
  for (const int count : {1, 2, 7, 60}) {
    std::vector<DealEvidence> alike;
    std::vector<DealEvidence> different;
    for (std::int64_t deal = 0; deal < 2 * count; ++deal) {
      const std::size_t winner = deal % 2 == 0 ? 0 : 1;
      alike.push_back({deal, {{winner, kWholeChoice}}, {{0, kWholeChoice}}});
      different.push_back({deal, {{winner, kWholeChoice}, {2, deal}}, {{0, kWholeChoice}, {1, deal}}});
    }
    constexpr int kResamples = 4000;
    auto spread = [&](const std::vector<std::vector<double>>& resampled) {
      double sum = 0;
      double squares = 0;
      for (const std::vector<double>& strengths : resampled) {
        sum += strengths[0] - strengths[1];
        squares += (strengths[0] - strengths[1]) * (strengths[0] - strengths[1]);
      }
      return std::pair(sum / kResamples, std::sqrt(squares / kResamples));
    };
    const auto one = spread(resampled_strengths({kResamples, 1, {1, 2}, {1, 1}}, sets, alike, {0, 0}));
    const auto other =
        spread(resampled_strengths({kResamples, 2, {1, 2, 3, 4}, {1, 1, 1, 1}}, more_sets, different, {0, 0, 0, 0}));
    EXPECT_NEAR(one.first, other.first, 0.1 * one.second) << count;
    EXPECT_NEAR(one.second, other.second, 0.06 * one.second) << count;
  }
}

// Without any game all that is known is what is assumed, and that is Jeffreys' prior: the chance to win has the arcsine distribution.
TEST(RatingTruth, WithoutGamesResamplesAreThePrior) {
  const auto all = resampled_strengths({4000, 1, {1}, {1}}, {}, {}, {0});
  for (const double p : {0.02, 0.1, 0.3, 0.5, 0.8, 0.95}) {
    const auto below = std::ranges::count_if(all, [p](const auto& s) { return 1 / (1 + std::exp(-s[0])) < p; });
    EXPECT_NEAR(static_cast<double>(below) / 4000, 2 / std::numbers::pi * std::asin(std::sqrt(p)), 0.03) << p;
  }
}

TEST(RatingTruth, Quantiles) {
  std::vector<double> values(199);
  std::iota(values.begin(), values.end(), 1.0);
  EXPECT_DOUBLE_EQ(quantile(values, 0.025), 5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 100);
  EXPECT_DOUBLE_EQ(quantile(values, 0.975), 195);
  EXPECT_EQ(quantile({7}, 0.025), 7);
  EXPECT_EQ(quantile({1, 2}, 0.999), 2);
}

}  // namespace
}  // namespace fogg::test
