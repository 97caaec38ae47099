// Swiss: rounds in which those with about the same success meet.
#include <algorithm>
#include <set>
#include <tuple>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

// Whole numbers, so that who is equal does not depend on how a machine rounds: a round is worth `a_round` at most, which every possible
// share of a complete round divides, and a bye half of it.
struct Swiss {
  std::int64_t a_round = 2;
  std::vector<std::int64_t> score;  // by entrant
  std::vector<std::int64_t> opponents;  // by entrant: the scores of those it met, added up
  std::vector<int> byes;  // by entrant
  Met met;
};

using Games = std::vector<const Played*>;

// By entrant; no games: a bye, or was not there.
std::vector<Tally> tallies_of(const Entrants& entrants, const Games& games) {
  std::vector<Tally> tallies(entrants.size());
  const std::vector<bool> all = everybody(entrants);
  for (const Played* played : games) {
    for (std::size_t seat = 0; seat < played->game.seats.size(); ++seat) {
      tallies[static_cast<std::size_t>(played->game.seats[seat])].add(*played, seat, all);
    }
  }
  return tallies;
}

std::set<Pairing> tables_of(const Games& games) {
  std::set<Pairing> tables;
  for (const Played* played : games) tables.insert(table_of(played->game));
  return tables;
}

Swiss swiss_of(const Course& course, const Entrants& entrants, const History& so_far) {
  const std::vector<Games> rounds = by_round(entrants, so_far);
  const std::size_t n = entrants.size();
  Swiss swiss;
  swiss.a_round = std::min(games_per_table(course), kMostGamesInRound) * 2 * (course.seats - 1);
  const std::int64_t half = swiss.a_round / 2;
  swiss.score.resize(n);
  swiss.byes.resize(n);
  swiss.opponents.resize(n);
  swiss.met.resize(n);

  // Who has left gets no points for the rounds after that. But those who met it must not suffer: as an opponent it counts as if it
  // had gone on with average results.
  std::vector<std::int64_t> as_opponent(n);
  const std::vector<Place> places = places_of(entrants, so_far);
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    const int round = static_cast<int>(r) + 1;
    const std::vector<Tally> tallies = tallies_of(entrants, rounds[r]);
    for (std::size_t i = 0; i < n; ++i) {
      const bool bye = tallies[i].opponents == 0;
      const bool gone = !entrants[i].active && round > places[i].last_round;
      const std::int64_t points = bye ? half : swiss.a_round * tallies[i].halves / (2 * tallies[i].opponents);
      as_opponent[i] += points;
      if (gone) continue;
      swiss.score[i] += points;
      if (bye && round >= entrants[i].from_round) ++swiss.byes[i];
    }
  }

  const std::int64_t average = half * static_cast<std::int64_t>(rounds.size());
  for (const Games& games : rounds) {
    std::vector<bool> met_somebody(n, false);
    for (const Pairing& table : tables_of(games)) {
      for (const Entrant a : table) {
        met_somebody[static_cast<std::size_t>(a)] = true;
        for (const Entrant b : table) {
          if (a == b) continue;
          ++swiss.met[static_cast<std::size_t>(a)][b];
          swiss.opponents[static_cast<std::size_t>(a)] += as_opponent[static_cast<std::size_t>(b)];
        }
      }
    }
    // A bye is a table full of average opponents.
    for (std::size_t i = 0; i < n; ++i) {
      if (!met_somebody[i]) swiss.opponents[i] += average * (course.seats - 1);
    }
  }
  return swiss;
}

bool before(const Course& course, const Swiss& swiss, Entrant a, Entrant b) {
  const auto i = static_cast<std::size_t>(a);
  const auto j = static_cast<std::size_t>(b);
  return std::tuple(swiss.score[j], swiss.opponents[j], lot(course, a), a) <
         std::tuple(swiss.score[i], swiss.opponents[i], lot(course, b), b);
}

// Who has had the fewest byes, and of these the last in the standing.
void give_byes(std::vector<Entrant>& ranked, const Swiss& swiss, std::size_t byes) {
  std::vector<Entrant> order(ranked.rbegin(), ranked.rend());
  std::ranges::stable_sort(order, {},
                           [&swiss](Entrant entrant) { return swiss.byes[static_cast<std::size_t>(entrant)]; });
  const std::set<Entrant> chosen(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(byes));
  std::erase_if(ranked, [&chosen](Entrant entrant) { return chosen.contains(entrant); });
}

}  // namespace

std::vector<Pairing> swiss_tables(const Course& course, const Entrants& entrants, const History& so_far, int round) {
  if (round > course.rounds) return {};
  const Swiss swiss = swiss_of(course, entrants, so_far);
  std::vector<Entrant> ranked;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].active && entrants[i].from_round <= round) ranked.push_back(static_cast<Entrant>(i));
  }
  std::ranges::sort(ranked, [&](Entrant a, Entrant b) { return before(course, swiss, a, b); });
  give_byes(ranked, swiss, ranked.size() % static_cast<std::size_t>(course.seats));
  return groups_of_neighbors(ranked, swiss.met, course.seats);
}

std::vector<Place> standing_of_swiss(const Course& course, const Entrants& entrants, const History& so_far) {
  const Swiss swiss = swiss_of(course, entrants, so_far);
  std::vector<Place> places = places_of(entrants, so_far);
  const auto a_round = static_cast<double>(swiss.a_round);
  for (Place& place : places) {
    const auto i = static_cast<std::size_t>(place.entrant);
    place.score = static_cast<double>(swiss.score[i]) / a_round;
    place.opponents = static_cast<double>(swiss.opponents[i]) / a_round / (course.seats - 1);
    place.byes = swiss.byes[i];
  }
  auto active = [&entrants](const Place& place) { return entrants[static_cast<std::size_t>(place.entrant)].active; };
  std::ranges::sort(places, [&](const Place& a, const Place& b) {
    return active(a) == active(b) ? before(course, swiss, a.entrant, b.entrant) : active(a);
  });
  number_places(places, [&](const Place& a, const Place& b) {
    const auto i = static_cast<std::size_t>(a.entrant);
    const auto j = static_cast<std::size_t>(b.entrant);
    return active(a) == active(b) && swiss.score[i] == swiss.score[j] && swiss.opponents[i] == swiss.opponents[j];
  });
  return places;
}

}  // namespace fogg::arena::schedule
