// Competitions with known strengths.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "arena/types.h"
#include "engine/chance.h"

namespace fogg::test {

inline double uniform(FastGenerator& random) { return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1p-53; }

inline double in_elo(double strength) { return 400 * strength / std::numbers::ln10; }

inline arena::Played played(std::int64_t number, std::int64_t deal, std::vector<arena::Entrant> seats,
                            std::vector<int> ranks) {
  std::vector<int> points;
  for (const int rank : ranks) points.push_back(10 * (static_cast<int>(ranks.size()) - rank));
  return {{number, 1, deal, "usa-2004", std::move(seats)}, {std::move(ranks), std::move(points)}};
}

// Games of entrants with these strengths (natural logarithms), as Plackett and Luce have it.
struct Field {
  std::vector<double> strengths;
  std::size_t seats = 2;
  std::int64_t deals = 100;
  int games_per_deal = 2;
  double by_deal =
      0;  // how often a game ends as the deal's first one did, player by player: how much games of a deal depend on each other

  std::vector<arena::Played> play(FastGenerator& random) const {
    std::vector<arena::Played> games;
    std::vector<arena::Entrant> at_table(strengths.size());
    std::iota(at_table.begin(), at_table.end(), 0);
    for (std::int64_t deal = 0; deal < deals; ++deal) {
      shuffle(at_table, random);
      std::vector<arena::Entrant> seated(at_table.begin(), at_table.begin() + static_cast<std::ptrdiff_t>(seats));
      std::vector<int> first;  // ranks of the deal's first game, by entrant
      for (int game = 0; game < games_per_deal; ++game) {
        const std::vector<int> ranks = first.empty() || uniform(random) >= by_deal ? finish(seated, random) : first;
        if (first.empty()) first = ranks;
        shuffle(seated, random);
        std::vector<int> by_seat;
        for (const arena::Entrant entrant : seated) by_seat.push_back(ranks[static_cast<std::size_t>(entrant)]);
        const auto number = static_cast<std::int64_t>(games.size()) + 1;
        games.push_back(played(number, deal, seated, by_seat));
        for (int& points : games.back().outcome.points) points += static_cast<int>(random.pick(21));
      }
    }
    return games;
  }

  // With a mean of 0, in Elo.
  std::vector<double> truth() const {
    const double mean =
        std::accumulate(strengths.begin(), strengths.end(), 0.0) / static_cast<double>(strengths.size());
    std::vector<double> elo;
    for (const double strength : strengths) elo.push_back(in_elo(strength - mean));
    return elo;
  }

 private:
  template <typename T>
  static void shuffle(std::vector<T>& items, FastGenerator& random) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.pick(static_cast<int>(i))]);
  }

  // One choice after the other, in proportion to strength.
  std::vector<int> finish(std::vector<arena::Entrant> left, FastGenerator& random) const {
    std::vector<int> ranks(strengths.size());
    for (int rank = 1; !left.empty(); ++rank) {
      double total = 0;
      for (const arena::Entrant e : left) total += std::exp(strengths[static_cast<std::size_t>(e)]);
      double drawn = uniform(random) * total;
      std::size_t at = 0;
      for (; at + 1 < left.size(); ++at) {
        drawn -= std::exp(strengths[static_cast<std::size_t>(left[at])]);
        if (drawn < 0) break;
      }
      ranks[static_cast<std::size_t>(left[at])] = rank;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return ranks;
  }
};

}  // namespace fogg::test
