// Ratings: against a naive implementation, under changes that must not matter, and for results that are hardly any.
#include "arena/rating.h"

#include <gtest/gtest.h>

#include <array>
#include <tuple>

#include "arena_rating_support.h"

namespace fogg::test {
namespace {

using namespace fogg::arena;

constexpr RatingOptions kNoResamples{0, 1, Zero::kMean};

// Written without a look at the other one: all orders that agree with the ranks, the logarithm of each one's probability, their average.
double log_likelihood(const std::vector<Played>& games, const std::vector<double>& strengths) {
  double sum = 0;
  for (const double s : strengths) sum += 0.5 * s - std::log(1 + std::exp(s));  // half a win and half a loss against 0
  for (const Played& game : games) {
    const auto& ranks = game.outcome.ranks;
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    double of_game = 0;
    int orders = 0;
    do {
      bool agrees = true;
      for (std::size_t i = 1; i < order.size(); ++i) agrees = agrees && ranks[order[i - 1]] <= ranks[order[i]];
      if (!agrees) continue;
      ++orders;
      double left = 0;
      for (std::size_t i = order.size(); i-- > 0;) {
        const double s = strengths[static_cast<std::size_t>(game.game.seats[order[i]])];
        left += std::exp(s);
        of_game += s - std::log(left);
      }
    } while (std::ranges::next_permutation(order).found);
    sum += of_game / orders;
  }
  return sum;
}

// Up the hill, one strength at a time, with steps that get smaller.
std::vector<double> naive_elo(int entrants, const std::vector<Played>& games) {
  std::vector<double> strengths(static_cast<std::size_t>(entrants));
  double best = log_likelihood(games, strengths);
  for (double step = 1; step > 1e-7; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (double& s : strengths) {
        for (const double change : {step, -step}) {
          s += change;
          if (const double value = log_likelihood(games, strengths); value > best) {
            best = value;
            better = true;
          } else {
            s -= change;
          }
        }
      }
    }
  }
  const double mean = std::accumulate(strengths.begin(), strengths.end(), 0.0) / entrants;
  for (double& s : strengths) s = in_elo(s - mean);
  return strengths;
}

// Any seats, also the same entrant twice, and any ranks, also equal ones.
std::vector<Played> wild_games(int entrants, int number, FastGenerator& random) {
  std::vector<Played> games;
  for (int i = 1; i <= number; ++i) {
    const int seats = 2 + static_cast<int>(random.pick(4));
    std::vector<Entrant> seated;
    std::vector<int> raw;
    for (int s = 0; s < seats; ++s) {
      // The first entrant is in every game, so that all have met.
      seated.push_back(s == 0 ? 0 : static_cast<Entrant>(random.pick(entrants)));
      raw.push_back(static_cast<int>(random.pick(seats)));
    }
    std::vector<int> ranks;
    for (const int r : raw)
      ranks.push_back(1 + static_cast<int>(std::ranges::count_if(raw, [r](int o) { return o < r; })));
    games.push_back(played(i, i / 2, seated, ranks));
    for (int& points : games.back().outcome.points) points += static_cast<int>(random.pick(50));
  }
  return games;
}

std::vector<double> elo_of(int entrants, const std::vector<Played>& games, Zero zero = Zero::kMean) {
  Standings standings(entrants);
  for (const Played& game : games) EXPECT_TRUE(standings.add(game));
  return standings.elo(zero);
}

void expect_near(const Estimate& one, const Estimate& other) {
  EXPECT_NEAR(one.value, other.value, 1e-6);
  ASSERT_EQ(one.interval.has_value(), other.interval.has_value());
  if (!one.interval) return;
  EXPECT_NEAR(one.interval->low, other.interval->low, 1e-6);
  EXPECT_NEAR(one.interval->high, other.interval->high, 1e-6);
}

// `names`: what the entrants of `one` are called in `other`.
void expect_same(const Ranking& one, const Ranking& other, const std::vector<Entrant>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Rating& a = one.by_entrant[i];
    const Rating& b = other.by_entrant[static_cast<std::size_t>(names[i])];
    EXPECT_EQ(a.games, b.games);
    EXPECT_EQ(a.seats, b.seats);
    EXPECT_EQ(a.deals, b.deals);
    EXPECT_NEAR(a.best, b.best, 1e-9);
    expect_near(a.elo, b.elo);
    expect_near(a.points, b.points);
    expect_near(a.rank, b.rank);
    expect_near(a.victories, b.victories);
    EXPECT_EQ(names[static_cast<std::size_t>(one.order[i])], other.order[i]);
    for (std::size_t j = 0; j < names.size(); ++j) {
      const Pair& pair = one.pairs[i][j];
      const Pair& same = other.pairs[static_cast<std::size_t>(names[i])][static_cast<std::size_t>(names[j])];
      EXPECT_EQ(std::tuple(pair.games, pair.ahead, pair.equal, pair.behind),
                std::tuple(same.games, same.ahead, same.equal, same.behind));
      expect_near(pair.share, same.share);
    }
  }
  ASSERT_EQ(one.above_next.size(), other.above_next.size());
  for (std::size_t i = 0; i < one.above_next.size(); ++i) EXPECT_NEAR(one.above_next[i], other.above_next[i], 1e-9);
}

void expect_sound(const Ranking& ranking) {
  auto sound = [](const Estimate& estimate) {
    EXPECT_TRUE(std::isfinite(estimate.value));
    if (!estimate.interval) return;
    EXPECT_TRUE(std::isfinite(estimate.interval->low) && std::isfinite(estimate.interval->high));
    EXPECT_LE(estimate.interval->low, estimate.value + 1e-9);
    EXPECT_GE(estimate.interval->high, estimate.value - 1e-9);
  };
  double best = 0;
  double sum = 0;
  bool games = false;
  for (const Rating& rating : ranking.by_entrant) {
    for (const Estimate& e : {rating.elo, rating.points, rating.rank, rating.victories}) sound(e);
    best += rating.best;
    sum += rating.elo.value;
    games = games || rating.games > 0;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_NEAR(best, games ? 1 : 0, 1e-9);
  for (const auto& row : ranking.pairs) {
    for (const Pair& pair : row) sound(pair.share);
  }
  for (const double above : ranking.above_next) EXPECT_TRUE(above >= 0 && above <= 1 + 1e-9);
  EXPECT_EQ(ranking.order.size(), ranking.by_entrant.size());
  EXPECT_EQ(ranking.above_next.size() + 1, std::max<std::size_t>(ranking.order.size(), 1));
}

TEST(Rating, AgreesWithANaiveImplementation) {
  FastGenerator random(11);
  for (int run = 0; run < 12; ++run) {
    const int entrants = 2 + run % 4;
    const std::vector<Played> games = wild_games(entrants, 6 + 2 * run, random);
    const std::vector<double> naive = naive_elo(entrants, games);
    const std::vector<double> elo = elo_of(entrants, games);
    for (std::size_t i = 0; i < naive.size(); ++i) {
      if (std::ranges::none_of(games, [i](const Played& g) { return std::ranges::count(g.game.seats, i) > 0; }))
        continue;
      EXPECT_NEAR(elo[i], naive[i], in_elo(1e-4)) << run << " " << i;
    }
  }
}

TEST(Rating, TheOrderOfGamesAndEntrantsDoesNotMatter) {
  FastGenerator random(12);
  const RatingOptions options{60, 5, Zero::kMean};
  for (int run = 0; run < 10; ++run) {
    const std::vector<Played> games = wild_games(5, 40, random);
    const Ranking ranking = rank(5, games, options);
    expect_sound(ranking);
    std::vector<Entrant> names = {0, 1, 2, 3, 4};
    std::vector<Played> others = games;
    for (std::size_t i = others.size(); i > 1; --i) std::swap(others[i - 1], others[random.pick(static_cast<int>(i))]);
    expect_same(ranking, rank(5, others, options), names);
    for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[random.pick(static_cast<int>(i))]);
    for (Played& game : others) {
      for (Entrant& entrant : game.game.seats) entrant = names[static_cast<std::size_t>(entrant)];
    }
    expect_same(ranking, rank(5, others, options), names);
  }
}

// A live table asks in between, and entrants come later.
TEST(Rating, GameByGameIsAsGoodAsAllAtOnce) {
  FastGenerator random(13);
  const std::vector<Played> games = wild_games(4, 60, random);
  Standings standings(1);
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const Entrant entrant : games[i].game.seats) standings.admit(entrant + 1);
    ASSERT_TRUE(standings.add(games[i]));
    if (i % 20 != 19) continue;
    const std::vector<Played> so_far(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    const Ranking ranking = standings.ranking({20, 1, Zero::kField});
    expect_same(rank(standings.entrants(), so_far, {20, 1, Zero::kField}), ranking, {0, 1, 2, 3});
    for (std::size_t e = 0; e < 4; ++e) EXPECT_EQ(standings.elo(Zero::kField)[e], ranking.by_entrant[e].elo.value);
  }
  EXPECT_EQ(standings.games(), 60);
}

TEST(Rating, TheSeedDecidesIntervalsAndNothingElse) {
  FastGenerator random(14);
  const std::vector<Played> games = Field{{0.5, 0, -0.5}, 3, 40, 2, 0.3}.play(random);
  const Ranking one = rank(3, games, {50, 1, Zero::kMean});
  const Ranking same = rank(3, games, {50, 1, Zero::kMean});
  const Ranking other = rank(3, games, {50, 2, Zero::kMean});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one.by_entrant[i].elo, same.by_entrant[i].elo);
    EXPECT_EQ(one.by_entrant[i].elo.value, other.by_entrant[i].elo.value);
    EXPECT_NE(one.by_entrant[i].elo.interval, other.by_entrant[i].elo.interval);
    EXPECT_EQ(one.by_entrant[i].points, other.by_entrant[i].points);
  }
}

TEST(Rating, WhatATieIsWorth) {
  // Two ties are a win and a loss.
  const std::vector<double> won = elo_of(2, {played(1, 1, {0, 1}, {1, 2}), played(2, 2, {0, 1}, {1, 2}),
                                             played(3, 3, {0, 1}, {1, 2}), played(4, 4, {0, 1}, {2, 1})});
  const std::vector<double> tied = elo_of(2, {played(1, 1, {0, 1}, {1, 2}), played(2, 2, {0, 1}, {1, 2}),
                                              played(3, 3, {0, 1}, {1, 1}), played(4, 4, {0, 1}, {1, 1})});
  EXPECT_GT(won[0], 10);
  EXPECT_NEAR(won[0], tied[0], 1e-6);
  // Two tied for second place of four: as if each order had happened once.
  const std::vector<Played> twice = {played(1, 1, {0, 1, 2, 3}, {1, 2, 2, 4}),
                                     played(2, 2, {0, 1, 2, 3}, {1, 2, 2, 4})};
  const std::vector<Played> orders = {played(1, 1, {0, 1, 2, 3}, {1, 2, 3, 4}),
                                      played(2, 2, {0, 1, 2, 3}, {1, 3, 2, 4})};
  const std::vector<double> a = elo_of(4, twice);
  const std::vector<double> b = elo_of(4, orders);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1e-6);
  EXPECT_NEAR(a[1], a[2], 1e-6);
  EXPECT_GT(a[0], a[1] + 10);
  // Everybody equal, always.
  for (int players = 2; players <= 5; ++players) {
    std::vector<Entrant> seats(static_cast<std::size_t>(players));
    std::iota(seats.begin(), seats.end(), 0);
    const std::vector<int> ranks(seats.size(), 1);
    std::vector<Played> games;
    for (int i = 1; i <= 10; ++i) games.push_back(played(i, i, seats, ranks));
    const Ranking ranking = rank(players, games);
    expect_sound(ranking);
    for (const Rating& rating : ranking.by_entrant) {
      EXPECT_NEAR(rating.elo.value, 0, 1e-6);
      EXPECT_DOUBLE_EQ(rating.victories.value, 1.0 / players);
      EXPECT_DOUBLE_EQ(rating.rank.value, (1.0 + players) / 2);
    }
    EXPECT_EQ(ranking.order, seats);
    EXPECT_EQ(ranking.pairs[0][1].equal, 10);
    EXPECT_EQ(ranking.pairs[0][1].share.value, 0.5);
  }
}

// Each beats the next one in the circle as often as it loses to the one before, and the last entrant loses to them all: they are equal, but
// their sums come about in different ways.
TEST(Rating, EqualEntrantsStayInTheOrderOfTheirNumbers) {
  for (const int circle : {3, 5, 7, 9, 11}) {
    for (int times = 1; times <= 7; ++times) {
      std::vector<Played> games;
      for (int i = 0; i < circle * times; ++i) {
        const Entrant winner = (i * 2 + times) % circle;
        games.push_back(played(i + 1, i, {winner, circle, (winner + 1) % circle}, {1, 3, 2}));
      }
      std::vector<Entrant> numbers(static_cast<std::size_t>(circle) + 1);
      std::iota(numbers.begin(), numbers.end(), 0);
      EXPECT_EQ(rank(circle + 1, games, kNoResamples).order, numbers) << circle << " " << times;
    }
  }
}

// A seat is a player: the entrant's two seats each do as well as they do, and between them nothing is learned.
TEST(Rating, AnEntrantInSeveralSeats) {
  const std::vector<Played> games = {played(1, 1, {0, 1, 0}, {1, 2, 3}), played(2, 1, {0, 0, 1}, {1, 1, 3})};
  const Ranking ranking = rank(2, games, kNoResamples);
  const Rating& first = ranking.by_entrant[0];
  EXPECT_EQ(first.games, 2);
  EXPECT_EQ(first.seats, 4);
  EXPECT_EQ(first.deals, 1);
  EXPECT_DOUBLE_EQ(first.rank.value, (1 + 3 + 1.5 + 1.5) / 4);
  EXPECT_DOUBLE_EQ(first.victories.value, (1 + 0.5 + 0.5) / 4);
  const Pair& pair = ranking.pairs[0][1];
  EXPECT_EQ(std::tuple(pair.games, pair.ahead, pair.equal, pair.behind), std::tuple(2, 3, 0, 1));
  EXPECT_EQ(ranking.pairs[0][0].games, 0);
  // Against itself: games, but nothing about strength.
  const Ranking alone = rank(3, {played(1, 1, {2, 2}, {1, 2}), played(2, 2, {0, 1}, {1, 2})}, kNoResamples);
  EXPECT_EQ(alone.by_entrant[2].games, 1);
  EXPECT_NEAR(alone.by_entrant[2].elo.value, 0, 1e-6);
  EXPECT_GT(alone.by_entrant[0].elo.value, 10);
}

TEST(Rating, HardlyAnyGames) {
  expect_sound(rank(0, {}));
  expect_sound(rank(1, {}));
  expect_sound(rank(3, {}));
  EXPECT_EQ(rank(3, {}).order, (std::vector<Entrant>{0, 1, 2}));
  EXPECT_EQ(rank(3, {}).by_entrant[0].best, 0);
  expect_sound(rank(1, {played(1, 1, {0}, {1})}));
  expect_sound(rank(1, {played(1, 1, {0, 0}, {1, 2})}));
  const Ranking one = rank(3, {played(1, 1, {2, 0}, {1, 2})});
  expect_sound(one);
  EXPECT_EQ(one.order, (std::vector<Entrant>{2, 0, 1})) << "without games is last";
  EXPECT_EQ(one.by_entrant[1].elo, Estimate{});
  EXPECT_FALSE(one.by_entrant[2].elo.interval) << "one deal says too little";
  EXPECT_GT(one.by_entrant[2].best, 0.6);
  EXPECT_LT(one.by_entrant[2].best, 1.0);
  EXPECT_NEAR(one.above_next[0], one.by_entrant[2].best, 1e-9);
  EXPECT_EQ(one.above_next[1], 0.5) << "nothing is known";
}

TEST(Rating, WhoAlwaysWinsIsFarAheadButNobodyKnowsHowFar) {
  double before = 0;
  for (const int games : {10, 100, 1000}) {
    std::vector<Played> all;
    for (int i = 1; i <= games; ++i) all.push_back(played(i, i, {i % 2, 1 - i % 2}, {1 + i % 2, 2 - i % 2}));
    for (int i = 1; i <= games; ++i) all.push_back(played(games + i, games + i, {1, 2}, {1 + i % 2, 2 - i % 2}));
    const Ranking ranking = rank(3, all, {200, 1, Zero::kMean});
    expect_sound(ranking);
    EXPECT_EQ(ranking.order[0], 0);
    EXPECT_EQ(ranking.pairs[0][1].behind, 0);
    EXPECT_GT(ranking.by_entrant[0].elo.value, before + 100);
    before = ranking.by_entrant[0].elo.value;
    EXPECT_GT(ranking.by_entrant[0].elo.interval->high - before, 100);
    EXPECT_GT(before - ranking.by_entrant[0].elo.interval->low, 50);
  }
}

// One that is hopeless makes the mean uncertain, and with it every rating that is told from there; the field it hardly moves.
TEST(Rating, TheFieldIsASteadierZeroThanTheMean) {
  FastGenerator random(15);
  const std::vector<Played> games = Field{{0.2, 0.1, 0, -12}, 2, 1500, 2, 0}.play(random);
  auto width = [&](Zero zero) {
    const Interval interval = *rank(4, games, {200, 1, zero}).by_entrant[0].elo.interval;
    return interval.high - interval.low;
  };
  EXPECT_GT(width(Zero::kMean), 3 * width(Zero::kField));
  const Estimate hopeless = rank(4, games, {200, 1, Zero::kField}).by_entrant[3].elo;
  EXPECT_GT(hopeless.value - hopeless.interval->low, 200) << "nobody knows how bad";
  EXPECT_GT(hopeless.interval->high - hopeless.value, 50);
  const std::vector<double> elo = elo_of(4, games, Zero::kField);
  double score = 0;
  for (const double e : elo) score += 1 / (1 + std::pow(10, -e / 400));
  EXPECT_NEAR(score, 2, 1e-9);
  EXPECT_NEAR(elo[0] - elo[1], elo_of(4, games)[0] - elo_of(4, games)[1], 1e-9);
}

TEST(Rating, GroupsThatNeverMet) {
  std::vector<Played> games;
  for (int i = 1; i <= 400; ++i) {
    games.push_back(played(2 * i, i, {4, 1}, i % 4 == 0 ? std::vector{2, 1} : std::vector{1, 2}));
    games.push_back(played(2 * i + 1, 1000 + i, {2, 0}, i % 2 == 0 ? std::vector{2, 1} : std::vector{1, 2}));
  }
  const Ranking ranking = rank(5, games);
  expect_sound(ranking);
  const auto& by = ranking.by_entrant;
  EXPECT_EQ((std::array{by[0].group, by[1].group, by[2].group, by[3].group, by[4].group}), (std::array{0, 1, 0, 3, 1}));
  EXPECT_NEAR(by[4].elo.value - by[1].elo.value, in_elo(std::log(3)), 2);
  EXPECT_NEAR(by[0].elo.value, by[2].elo.value, 1e-6);
  // What is known within a group is known well, what is between them is not.
  EXPECT_GT(by[0].elo.interval->high - by[0].elo.interval->low, 300);
  EXPECT_GT(ranking.above_next[0], 0);
}

TEST(Rating, GamesThatAreNoneAreRefused) {
  Standings standings(2);
  EXPECT_FALSE(standings.add(played(1, 1, {0, 2}, {1, 2})));
  EXPECT_FALSE(standings.add(played(1, 1, {0, -1}, {1, 2})));
  EXPECT_FALSE(standings.add(played(1, 1, {}, {})));
  EXPECT_FALSE(standings.add(played(1, 1, {0, 1}, {1})));
  EXPECT_FALSE(standings.add(played(1, 1, {0, 1, 0, 1, 0, 1}, {1, 2, 3, 4, 5, 6})));
  Played no_points = played(1, 1, {0, 1}, {1, 2});
  no_points.outcome.points.clear();
  EXPECT_FALSE(standings.add(no_points));
  EXPECT_EQ(standings.games(), 0);
  EXPECT_EQ(standings.ranking({}).by_entrant[0].games, 0);
  EXPECT_TRUE(standings.add(played(1, 1, {0, 1}, {1, 2})));
}

TEST(Rating, AveragesAndPairsAreCountedRight) {
  FastGenerator random(16);
  const std::vector<Played> games = wild_games(4, 200, random);
  const Ranking ranking = rank(4, games, kNoResamples);
  for (Entrant e = 0; e < 4; ++e) {
    double seats = 0;
    double points = 0;
    double ranks = 0;
    double victories = 0;
    std::array<std::array<std::int64_t, 3>, 4> met{};  // by opponent: ahead, equal, behind
    for (const Played& game : games) {
      for (std::size_t s = 0; s < game.game.seats.size(); ++s) {
        if (game.game.seats[s] != e) continue;
        int ahead = 0;
        int equal = 0;
        for (std::size_t t = 0; t < game.game.seats.size(); ++t) {
          const int difference = game.outcome.ranks[s] - game.outcome.ranks[t];
          ahead += difference > 0 ? 1 : 0;
          equal += difference == 0 ? 1 : 0;
          ++met[static_cast<std::size_t>(game.game.seats[t])][difference < 0 ? 0 : difference == 0 ? 1 : 2];
        }
        ++seats;
        points += game.outcome.points[s];
        ranks += ahead + (equal + 1) / 2.0;
        victories += ahead == 0 ? 1.0 / equal : 0;
      }
    }
    const Rating& rating = ranking.by_entrant[static_cast<std::size_t>(e)];
    EXPECT_EQ(static_cast<double>(rating.seats), seats);
    EXPECT_NEAR(rating.points.value, points / seats, 1e-9);
    EXPECT_NEAR(rating.rank.value, ranks / seats, 1e-9);
    EXPECT_NEAR(rating.victories.value, victories / seats, 1e-9);
    for (std::size_t o = 0; o < 4; ++o) {
      if (static_cast<Entrant>(o) == e) continue;
      const Pair& pair = ranking.pairs[static_cast<std::size_t>(e)][o];
      EXPECT_EQ((std::array{pair.ahead, pair.equal, pair.behind}), met[o]);
    }
  }
}

}  // namespace
}  // namespace fogg::test
