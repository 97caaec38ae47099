// The sequential test: is it wrong as seldom as it promises, does it get to an end, and does nothing upset it?
#include "arena/sprt.h"

#include <gtest/gtest.h>

#include <limits>

#include "arena_rating_support.h"

namespace fogg::test {
namespace {

using namespace fogg::arena;

// A deal of two games; `by_deal`: how often the second ends like the first (for the same player), else it is drawn anew; `against`: how
// often it ends the other way round, as where the hand wins and not the player.
struct Source {
  double elo = 0;
  double by_deal = 0;
  double against = 0;

  double deal(FastGenerator& random) const {
    // What is turned round wins with the other's chance, so the first game must make up for it to keep the mean.
    const double p = expected_score(elo);
    const double first = uniform(random) < p ? 1 : 0;
    const double luck = uniform(random);
    double second = uniform(random) < p ? 1 : 0;
    if (luck < by_deal) second = first;
    if (luck >= by_deal && luck < by_deal + against) {
      // The mean of `second` given `first` is such that overall it is p again.
      second = uniform(random) < (first > 0.5 ? std::max(0.0, 2 - 1 / p) : std::min(1.0, p / (1 - p))) ? 1 : 0;
    }
    return (first + second) / 2;
  }
};

struct Runs {
  double h0 = 0;
  double h1 = 0;
  double deals = 0;
};

Runs simulate(const SprtOptions& options, const Source& source, int runs, FastGenerator& random) {
  Runs result;
  for (int run = 0; run < runs; ++run) {
    Sprt test(options);
    while (test.state().verdict == SprtVerdict::kGoOn && test.state().deals < 20000) {
      EXPECT_TRUE(test.add_deal(source.deal(random)));
    }
    EXPECT_TRUE(std::isfinite(test.state().llr));
    result.h0 += test.state().verdict == SprtVerdict::kH0 ? 1.0 / runs : 0;
    result.h1 += test.state().verdict == SprtVerdict::kH1 ? 1.0 / runs : 0;
    result.deals += static_cast<double>(test.state().deals) / runs;
  }
  return result;
}

TEST(Sprt, IsWrongAsSeldomAsItPromises) {
  FastGenerator random(31);
  constexpr int kRuns = 600;
  const SprtOptions options{0, 25, 0.1, 0.05, 20};
  for (const Source& kind : {Source{0, 0, 0}, Source{0, 0.6, 0}, Source{0, 0, 0.8}}) {
    const Runs h0 = simulate(options, {options.elo0, kind.by_deal, kind.against}, kRuns, random);
    const Runs h1 = simulate(options, {options.elo1, kind.by_deal, kind.against}, kRuns, random);
    EXPECT_NEAR(h0.h0 + h0.h1, 1, 1e-9) << "it ends";
    EXPECT_NEAR(h1.h0 + h1.h1, 1, 1e-9);
    // Wald's bounds are safe, so a little less is normal. The rest is three times what chance does in so many runs.
    EXPECT_NEAR(h0.h1, options.alpha, 0.04) << kind.by_deal << " " << kind.against;
    EXPECT_NEAR(h1.h0, options.beta, 0.03) << kind.by_deal << " " << kind.against;
  }
}

TEST(Sprt, DecidesQuicklyAndRightWhereItIsClear) {
  FastGenerator random(32);
  const SprtOptions options{0, 20, 0.05, 0.05, 20};
  const Runs better = simulate(options, {100, 0, 0}, 100, random);
  EXPECT_GT(better.h1, 0.995);
  const Runs worse = simulate(options, {-100, 0, 0}, 100, random);
  EXPECT_GT(worse.h0, 0.995);
  const Runs close = simulate(options, {10, 0, 0}, 100, random);
  EXPECT_GT(close.deals, 3 * better.deals);
  EXPECT_GT(close.deals, 3 * worse.deals);
}

// Mirrored deals with little luck left need fewer deals; deals whose games all end alike need more.
TEST(Sprt, CountsDealsNotGames) {
  FastGenerator random(33);
  const SprtOptions options{0, 40, 0.05, 0.05, 20};
  const double alike = simulate(options, {40, 1, 0}, 200, random).deals;
  const double apart = simulate(options, {40, 0, 0}, 200, random).deals;
  const double mirrored = simulate(options, {40, 0, 0.8}, 200, random).deals;
  EXPECT_GT(alike, 1.5 * apart);
  EXPECT_GT(apart, 1.5 * mirrored);
}

// For scores 0 and 1 alone the ratio is that of coin tosses, which everybody can compute.
TEST(Sprt, RatioIsThatOfCoinTosses) {
  const SprtOptions options{-10, 30, 0.05, 0.05, 1000};
  Sprt test(options);
  const double p0 = expected_score(-10);
  const double p1 = expected_score(30);
  double wins = 0;
  for (int deal = 1; deal <= 200; ++deal) {
    const double score = deal % 3 == 0 ? 0 : 1;
    wins += score;
    ASSERT_TRUE(test.add_deal(score));
    const double losses = deal - wins;
    const double expected = wins * std::log(p1 / p0) + losses * std::log((1 - p1) / (1 - p0));
    EXPECT_NEAR(test.state().llr, expected, 0.05) << deal;
    EXPECT_NEAR(test.state().score, wins / deal, 1e-12);
  }
}

// For many deals it is close to the formula for normally distributed scores.
TEST(Sprt, RatioIsCloseToThatOfANormalDistribution) {
  FastGenerator random(34);
  const SprtOptions options{0, 5, 1e-9, 1e-9, 1000000};
  Sprt test(options);
  double sum = 0;
  double squares = 0;
  constexpr int kDeals = 20000;
  for (int deal = 0; deal < kDeals; ++deal) {
    const double score = Source{3, 0, 0.5}.deal(random);
    sum += score;
    squares += score * score;
    test.add_deal(score);
  }
  const double mean = sum / kDeals;
  const double variance = squares / kDeals - mean * mean;
  const double s0 = expected_score(0);
  const double s1 = expected_score(5);
  const double expected = kDeals * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
  EXPECT_GT(std::abs(expected), 0.1);
  EXPECT_NEAR(test.state().llr, expected, 0.02 * std::abs(expected) + 0.02);
}

TEST(Sprt, NothingUpsetsIt) {
  // The same score again and again, also where it lies far from both hypotheses.
  for (const double score : {0.0, 0.25, 0.5, 0.5072, 0.75, 1.0}) {
    for (const SprtOptions& options : {SprtOptions{0, 5, 0.05, 0.05, 20}, SprtOptions{-400, 800, 0.01, 0.01, 20},
                                       SprtOptions{300, 301, 0.05, 0.05, 1}, SprtOptions{-1000, -999, 0.4, 0.4, 0}}) {
      Sprt test(options);
      EXPECT_EQ(test.state().llr, 0);
      for (int deal = 1; deal <= 3000 && test.state().verdict == SprtVerdict::kGoOn; ++deal) {
        ASSERT_TRUE(test.add_deal(score));
        ASSERT_TRUE(std::isfinite(test.state().llr)) << score << " " << deal;
        if (deal < options.fewest_deals) {
          ASSERT_EQ(test.state().verdict, SprtVerdict::kGoOn);
        }
      }
      if (score > expected_score(options.elo1)) {
        EXPECT_GT(test.state().llr, 0) << score << " " << options.elo1;
      }
      if (score < expected_score(options.elo0)) {
        EXPECT_LT(test.state().llr, 0) << score << " " << options.elo0;
      }
    }
  }
  Sprt test({});
  for (const double score : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN(), HUGE_VAL})
    EXPECT_FALSE(test.add_deal(score));
  EXPECT_EQ(test.state().deals, 0);
}

TEST(Sprt, AVerdictStands) {
  Sprt test({0, 100, 0.05, 0.05, 20});
  for (int i = 0; i < 19; ++i) test.add_deal(1);
  EXPECT_EQ(test.state().verdict, SprtVerdict::kGoOn) << "too early, however clear";
  EXPECT_GT(test.state().llr, test.state().high);
  test.add_deal(1);
  EXPECT_EQ(test.state().verdict, SprtVerdict::kH1);
  const SprtState then = test.state();
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(test.add_deal(0));
  EXPECT_EQ(test.state().verdict, SprtVerdict::kH1);
  EXPECT_EQ(test.state().llr, then.llr);
  EXPECT_EQ(test.state().deals, 20);
}

TEST(Sprt, OptionsThatAreNoneNeverDecide) {
  EXPECT_TRUE(SprtOptions{}.valid());
  for (const SprtOptions& options :
       {SprtOptions{5, 5, 0.05, 0.05, 1}, SprtOptions{5, 0, 0.05, 0.05, 1}, SprtOptions{0, 5, 0, 0.05, 1},
        SprtOptions{0, 5, 0.05, 0, 1}, SprtOptions{0, 5, 0.5, 0.5, 1}, SprtOptions{0, HUGE_VAL, 0.05, 0.05, 1},
        SprtOptions{std::nan(""), 5, 0.05, 0.05, 1}, SprtOptions{0, 1e6, 0.05, 0.05, 1}}) {
    EXPECT_FALSE(options.valid());
    Sprt test(options);
    for (int i = 0; i < 100; ++i) test.add_deal(1);
    EXPECT_EQ(test.state().verdict, SprtVerdict::kGoOn);
    EXPECT_EQ(test.state().llr, 0);
    EXPECT_EQ(test.state().deals, 100);
  }
}

TEST(Sprt, ScoresOfDeals) {
  const std::vector<Played> games = {
      played(1, 7, {0, 1}, {1, 2}),       played(2, 7, {1, 0}, {1, 2}),  // one each
      played(3, 3, {1, 2, 0}, {1, 2, 3}), played(4, 3, {0, 1, 2}, {2, 2, 1}),  // ahead, and equal
      played(5, 4, {2, 1}, {1, 2}),  // did not meet
      played(6, 9, {1, 0, 1}, {1, 2, 3}), played(7, 9, {1, 1, 0}, {1, 2, 3}),  // each of its seats counts
  };
  EXPECT_EQ(deal_scores(games, 0, 1), (std::vector<double>{0.75, 0.5, 0.75}));
  EXPECT_EQ(deal_scores(games, 1, 0), (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_TRUE(deal_scores(games, 1, 1).empty());
  EXPECT_TRUE(deal_scores(games, 0, 5).empty());
}

}  // namespace
}  // namespace fogg::test
