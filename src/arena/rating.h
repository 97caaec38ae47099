// Who is how strong: ratings with intervals, averages, and who was ahead of whom. Pure functions of the games; docs/ratings.md explains the
// numbers to those who read them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "arena/deal_means.h"
#include "arena/elo_scale.h"
#include "arena/plackett_luce.h"
#include "arena/types.h"

namespace fogg::arena {

struct RatingOptions {
  int resamples = 200;  // 0: no intervals of ratings, but an answer at once
  std::uint64_t seed = 1;
  Zero zero = Zero::kField;
};

// An entrant may sit in several seats of a game. Each counts as a player of its own: averages are about seats.
struct Rating {
  Entrant entrant = 0;
  std::int64_t games = 0;
  std::int64_t seats = 0;  // in these games
  std::int64_t deals = 0;
  // Entrants that met, directly or through others, have the same number: that of the first of them. Between groups ratings mean little.
  Entrant group = 0;
  Estimate elo;  // 400 more: ten times as strong. 0 without games
  double best = 0;  // share of the resamples in which it is the strongest
  Estimate points;
  Estimate rank;  // those who are equal share theirs: 2.5 each for the second and third
  Estimate victories;  // share; those who win together share the victory
};

// One entrant against another. Each pair of seats counts.
struct Pair {
  std::int64_t games = 0;  // in which both took part
  std::int64_t ahead = 0;
  std::int64_t equal = 0;
  std::int64_t behind = 0;
  Estimate share;  // ahead, and half of equal
};

struct Ranking {
  std::vector<Rating> by_entrant;
  std::vector<Entrant> order;  // best first; those without games last
  // By place in the order but the last: share of the resamples in which that entrant is stronger than the next one. Empty without resamples.
  // 0.5 if one of them has no games.
  std::vector<double> above_next;
  std::vector<std::vector<Pair>> pairs;  // by entrant and entrant
};

// Takes games one by one. What was added is kept as sums, so that everything but the resampling takes the same time after a million games
// as after a thousand.
class Standings {
 public:
  explicit Standings(int entrants) { admit(entrants); }

  // There are `entrants` now, with new ones behind those there were. Fewer than before changes nothing.
  void admit(int entrants);

  // False, and nothing is changed: not a game of 1 to 5 seats with known entrants and a rank and points for each.
  bool add(const Played& played);

  int entrants() const { return static_cast<int>(entrants_.size()); }
  std::int64_t games() const { return games_; }

  // The ratings alone, by entrant: the quick way to a live table.
  std::vector<double> elo(Zero zero = Zero::kField) const;
  Ranking ranking(const RatingOptions& options) const;

 private:
  struct EntrantSums {
    std::int64_t games = 0;
    std::uint64_t first_seat = UINT64_MAX;  // of the game with the lowest number
    std::int64_t chosen = 0;  // in parts of kWholeChoice
    DealSums points;
    DealSums half_ranks;
    DealSums victories;  // in parts of kWholeVictory
  };
  struct PairSums {
    std::int64_t games = 0;
    std::int64_t ahead = 0;
    std::int64_t behind = 0;
    DealSums half_wins;
  };
  // What a deal has added so far, in ascending order of places.
  struct EntrantInDeal {
    std::size_t place = 0;
    std::int64_t seats = 0;
    std::int64_t chosen = 0;
    std::int64_t points = 0;
    std::int64_t half_ranks = 0;
    std::int64_t victories = 0;
  };
  struct PairInDeal {
    std::size_t place = 0;  // of both: see pair_place
    DealValue half_wins;
  };
  struct SetInDeal {
    std::size_t place = 0;
    std::int64_t times = 0;
  };
  struct Deal {
    std::vector<EntrantInDeal> entrants;
    std::vector<PairInDeal> pairs;
    std::vector<SetInDeal> sets;
  };

  // Of a victory, so that one to five can share it in whole numbers.
  static constexpr std::int64_t kWholeVictory = 60;

  static std::size_t index(Entrant entrant) { return static_cast<std::size_t>(entrant); }
  static std::size_t pair_place(Entrant one, Entrant other);
  void add_seats(const Played& played, Deal& deal);
  void add_pairs(const Played& played, Deal& deal);
  void add_choices(const Played& played, Deal& deal);
  std::vector<std::size_t> with_games() const;
  std::vector<double> strengths() const;
  std::vector<Entrant> groups() const;
  double assumed_in_resamples(Entrant entrant) const;
  void add_resampled(const RatingOptions& options, const std::vector<double>& best, Ranking& ranking) const;

  std::int64_t games_ = 0;
  std::vector<EntrantSums> entrants_;
  std::vector<PairSums> pairs_;  // the first of a pair has the lower number
  std::map<ChoiceSet, std::size_t> set_places_;
  std::vector<ChoiceSet> sets_;
  std::vector<std::int64_t> set_times_;  // in parts of kWholeChoice
  std::map<std::int64_t, Deal> deals_;
};

// All at once. Games that Standings does not take are left out.
Ranking rank(int entrants, const std::vector<Played>& games, const RatingOptions& options = {});

}  // namespace fogg::arena
