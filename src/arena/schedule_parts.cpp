#include "arena/schedule_parts.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace fogg::arena::schedule {

// The last step of SplitMix64. Not the engine's generator: that one may change, the games of a competition may not.
std::uint64_t lot(const Course& course, Entrant entrant) {
  auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  };
  return mix(mix(course.seed + 0x9E3779B97F4A7C15U) + static_cast<std::uint64_t>(entrant) + 1);
}

bool better_lot(const Course& course, Entrant a, Entrant b) {
  return std::tuple(lot(course, a), a) < std::tuple(lot(course, b), b);
}

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

std::int64_t choose(std::int64_t n, std::int64_t k) {
  if (n < k) return 0;
  std::int64_t sets = 1;
  for (std::int64_t i = 0; i < k; ++i) {
    sets = times(sets, n - i);
    if (sets == std::numeric_limits<std::int64_t>::max()) return sets;
    sets /= i + 1;
  }
  return sets;
}

std::int64_t seatings_per_deal(const Course& course) {
  if (course.seatings == Seatings::kCyclic) return course.seats;
  std::int64_t orders = 1;
  for (int i = 2; i <= course.seats; ++i) orders *= i;
  return orders;
}

std::int64_t games_per_table(const Course& course) {
  return times(times(course.deals, static_cast<std::int64_t>(course.editions.size())), seatings_per_deal(course));
}

std::int64_t tables_of_knock_out(const Course& course, std::int64_t entrants) {
  if (entrants < course.seats) return 0;
  std::int64_t tables = 1;  // the final
  for (std::int64_t left = entrants; left > course.seats;) {
    const std::int64_t full = left / course.seats;
    tables += full;
    left = std::max<std::int64_t>(full * course.advance + left % course.seats, course.seats);
  }
  return tables;
}

bool fits(const Played& played, const Entrants& entrants) {
  const Game& game = played.game;
  return game.round >= 1 && game.round <= kMostRounds && game.seats.size() >= 2 &&
         played.outcome.ranks.size() == game.seats.size() && std::ranges::all_of(game.seats, [&](Entrant entrant) {
           return entrant >= 0 && static_cast<std::size_t>(entrant) < entrants.size();
         });
}

Pairing table_of(const Game& game) {
  Pairing table = game.seats;
  std::ranges::sort(table);
  return table;
}

int last_round(const History& so_far) {
  int last = 0;
  for (const Played& played : so_far) last = std::max(last, played.game.round);
  return last;
}

std::vector<std::vector<const Played*>> by_round(const Entrants& entrants, const History& so_far) {
  std::vector<std::vector<const Played*>> rounds;
  for (const Played& played : so_far) {
    if (!fits(played, entrants)) continue;
    const auto round = static_cast<std::size_t>(played.game.round);
    if (rounds.size() < round) rounds.resize(round);
    rounds[round - 1].push_back(&played);
  }
  return rounds;
}

void Tally::add(const Played& played, std::size_t seat, const std::vector<bool>& count) {
  const auto& [ranks, all_points] = played.outcome;
  for (std::size_t other = 0; other < ranks.size(); ++other) {
    if (other == seat || !count[static_cast<std::size_t>(played.game.seats[other])]) continue;
    ++opponents;
    halves += ranks[seat] < ranks[other] ? 2 : ranks[seat] == ranks[other] ? 1 : 0;
  }
  if (seat < all_points.size()) points += all_points[seat];
  ++games;
}

double Tally::share() const {
  return opponents == 0 ? 0 : static_cast<double>(halves) / static_cast<double>(2 * opponents);
}

std::vector<bool> everybody(const Entrants& entrants) { return std::vector<bool>(entrants.size(), true); }

std::vector<Place> places_of(const Entrants& entrants, const History& so_far) {
  std::vector<Place> places(entrants.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i].entrant = static_cast<Entrant>(i);
  for (const Played& played : so_far) {
    if (!fits(played, entrants)) continue;
    for (const Entrant entrant : played.game.seats) {
      Place& place = places[static_cast<std::size_t>(entrant)];
      ++place.games;
      place.last_round = std::max(place.last_round, played.game.round);
    }
  }
  return places;
}

}  // namespace fogg::arena::schedule
