// Round robin and gauntlet: the standing.
#include <algorithm>
#include <tuple>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

// Negative: a is better. Fractions are compared as they are, so that equal ones are equal on every machine.
int compare(const Tally& a, const Tally& b) {
  if ((a.opponents == 0) != (b.opponents == 0)) return a.opponents == 0 ? 1 : -1;
  const std::int64_t left = a.halves * b.opponents;
  const std::int64_t right = b.halves * a.opponents;
  if (left != right) return left > right ? -1 : 1;
  // Per thousand games: the mean to three digits.
  auto mean = [](const Tally& tally) { return tally.games == 0 ? 0 : times(tally.points, 1000) / tally.games; };
  if (mean(a) != mean(b)) return mean(a) > mean(b) ? -1 : 1;
  return 0;
}

}  // namespace

// Results against those who have left do not count: not everybody has met them. What others have reached against each other at the
// same table does.
std::vector<Place> standing_by_share(const Course& course, const Entrants& entrants, const History& so_far) {
  std::vector<bool> active;
  for (const EntrantState& entrant : entrants) active.push_back(entrant.active);
  std::vector<Tally> tallies(entrants.size());
  for (const Played& played : so_far) {
    if (!fits(played, entrants)) continue;
    for (std::size_t seat = 0; seat < played.game.seats.size(); ++seat) {
      tallies[static_cast<std::size_t>(played.game.seats[seat])].add(played, seat, active);
    }
  }
  std::vector<Place> places = places_of(entrants, so_far);
  for (Place& place : places) place.score = tallies[static_cast<std::size_t>(place.entrant)].share();
  auto compare_places = [&](const Place& a, const Place& b) {
    const auto i = static_cast<std::size_t>(a.entrant);
    const auto j = static_cast<std::size_t>(b.entrant);
    return active[i] == active[j] ? compare(tallies[i], tallies[j]) : active[i] ? -1 : 1;
  };
  std::ranges::sort(places, [&](const Place& a, const Place& b) {
    const int order = compare_places(a, b);
    return order != 0 ? order < 0 : better_lot(course, a.entrant, b.entrant);
  });
  number_places(places, [&](const Place& a, const Place& b) { return compare_places(a, b) == 0; });
  return places;
}

}  // namespace fogg::arena::schedule
