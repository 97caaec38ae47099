// What the formats of the schedule have in common. For schedule*.cpp only.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "arena/schedule.h"

namespace fogg::arena::schedule {

using Entrants = std::vector<EntrantState>;
using History = std::vector<Played>;
using Pairing = std::vector<Entrant>;  // who meets at a table, in ascending order

// The lot of an entrant, less is better. It does not depend on who else is there, so that nobody's lot changes when others come.
std::uint64_t lot(const Course& course, Entrant entrant);
bool better_lot(const Course& course, Entrant a, Entrant b);

// Products and sums that stop at the greatest number there is.
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t choose(std::int64_t n, std::int64_t k);

std::int64_t seatings_per_deal(const Course& course);
std::int64_t games_per_table(const Course& course);  // in one round
std::int64_t tables_of_knock_out(const Course& course, std::int64_t entrants);  // of all rounds

// Guards against a list of entrants or an outcome that does not go with the game, and against rounds that cannot be.
bool fits(const Played& played, const Entrants& entrants);
Pairing table_of(const Game& game);
int last_round(const History& so_far);  // 0: nothing played
std::vector<std::vector<const Played*>> by_round(const Entrants& entrants, const History& so_far);

// What an entrant has reached in some games.
struct Tally {
  std::int64_t halves = 0;  // 2 for every opponent beaten, 1 for every equal one
  std::int64_t opponents = 0;
  std::int64_t points = 0;
  std::int64_t games = 0;

  // Only opponents who `count` (by entrant) are looked at.
  void add(const Played& played, std::size_t seat, const std::vector<bool>& count);
  double share() const;
};
std::vector<bool> everybody(const Entrants& entrants);

// The tables of round `round`. None: the competition is over.
std::vector<Pairing> round_robin_tables(const Course& course, const Entrants& entrants, const History& so_far,
                                        int round);
std::vector<Pairing> gauntlet_tables(const Course& course, const Entrants& entrants, const History& so_far, int round);
std::vector<Pairing> swiss_tables(const Course& course, const Entrants& entrants, const History& so_far, int round);
std::vector<Pairing> knock_out_tables(const Course& course, const Entrants& entrants, const History& so_far);

// Every set of `size` of the numbers 0 to n - 1 once, in an order in which all numbers appear about equally often at any time.
std::vector<std::vector<int>> spread_sets(int n, int size);

// By entrant: whom it has met, in how many rounds.
using Met = std::vector<std::map<Entrant, int>>;
// Divides those of a standing (a multiple of `seats`), the best first, into groups of neighbors who have met least.
std::vector<Pairing> groups_of_neighbors(const std::vector<Entrant>& ranked, const Met& met, int seats);

std::vector<Game> games_of(const Course& course, const Entrants& entrants, const std::vector<Pairing>& tables,
                           int round, std::int64_t next_game, std::int64_t next_deal);

std::vector<Place> standing_by_share(const Course& course, const Entrants& entrants, const History& so_far);
std::vector<Place> standing_of_swiss(const Course& course, const Entrants& entrants, const History& so_far);
std::vector<Place> standing_of_knock_out(const Course& course, const Entrants& entrants, const History& so_far);

// Fills in what is the same for all formats: games, last round.
std::vector<Place> places_of(const Entrants& entrants, const History& so_far);
// Numbers the places of a sorted standing; `equal(a, b)` says whether neighbours share one.
template <typename Equal>
void number_places(std::vector<Place>& places, const Equal& equal) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool shared = i > 0 && equal(places[i - 1], places[i]);
    places[i].place = shared ? places[i - 1].place : static_cast<int>(i) + 1;
  }
}

}  // namespace fogg::arena::schedule
