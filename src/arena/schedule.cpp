#include "arena/schedule.h"

#include <fmt/core.h>

#include <limits>
#include <set>

#include "arena/schedule_parts.h"

namespace fogg::arena {

namespace {

using namespace schedule;

constexpr int kLeastSeats = 2;
constexpr int kMostSeats = 5;

// Those who fill the tables of a round when everybody is there.
struct Field {
  std::int64_t all = 0;
  std::int64_t champions = 0;  // kGauntlet
};

Field field_of(const Course& course, const Entrants& entrants) {
  Field field;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    // A knock-out is closed once it has begun.
    if (!entrants[i].active || (course.format == Format::kKnockOut && entrants[i].from_round > 1)) continue;
    ++field.all;
    if (static_cast<int>(i) < course.champions) ++field.champions;
  }
  return field;
}

// Of the largest round, which is the first one.
std::int64_t tables_in_round(const Course& course, const Field& field) {
  switch (course.format) {
    case Format::kRoundRobin: return choose(field.all, course.seats);
    case Format::kGauntlet: return times(field.champions, choose(field.all - field.champions, course.seats - 1));
    case Format::kSwiss:
    case Format::kKnockOut: return field.all / course.seats;
  }
  return 0;
}

std::optional<std::string> problem_of_course(const Course& course) {
  if (course.seats < kLeastSeats || course.seats > kMostSeats) {
    return fmt::format("a table has {} to {} seats, not {}", kLeastSeats, kMostSeats, course.seats);
  }
  if (course.deals < 1) return fmt::format("every pairing needs at least one deal, not {}", course.deals);
  if (course.editions.empty()) return "there is no edition to play";
  std::set<std::string> seen;
  for (const std::string& edition : course.editions) {
    if (!seen.insert(edition).second) return fmt::format("edition {} is there twice", edition);
  }
  if (course.format == Format::kSwiss && (course.rounds < 1 || course.rounds > kMostRounds)) {
    return fmt::format("a Swiss competition has 1 to {} rounds, not {}", kMostRounds, course.rounds);
  }
  if (course.format == Format::kKnockOut && (course.advance < 1 || course.advance >= course.seats)) {
    return fmt::format("1 to {} of a group of {} can go on, not {}", course.seats - 1, course.seats, course.advance);
  }
  if (course.format == Format::kGauntlet && course.champions < 1) return "a gauntlet needs a champion";
  if (course.sprt && (course.format != Format::kRoundRobin || course.seats != kLeastSeats))
    return "a test whether one is better than the other is a round robin for two";
  return {};
}

}  // namespace

std::int64_t games_in(const Course& course, const std::vector<EntrantState>& entrants) {
  if (problem_of_course(course)) return 0;
  const Field field = field_of(course, entrants);
  std::int64_t tables = tables_in_round(course, field);
  if (course.format == Format::kSwiss) tables = times(tables, course.rounds);
  if (course.format == Format::kKnockOut) tables = tables_of_knock_out(course, field.all);
  return times(tables, games_per_table(course));
}

std::optional<std::string> problem(const Course& course, const std::vector<EntrantState>& entrants) {
  if (auto wrong = problem_of_course(course)) return wrong;
  if (static_cast<std::int64_t>(entrants.size()) > kMostEntrants) {
    return fmt::format("{} entrants are too many, {} can take part", entrants.size(), kMostEntrants);
  }
  if (course.sprt) {
    if (entrants.size() != 2)
      return fmt::format("a test whether one is better has two entrants, not {}", entrants.size());
    // Both games of a deal together are one observation.
    for (const EntrantState& entrant : entrants)
      if (entrant.outside && entrant.connections < 2)
        return "a test whether one is better needs two connections of those who connect, to play both games of a deal "
               "at once";
  }
  const Field field = field_of(course, entrants);
  if (field.all < course.seats) {
    return fmt::format("a table has {} seats, but only {} can play", course.seats, field.all);
  }
  if (course.format == Format::kGauntlet) {
    if (field.champions == 0) return "no champion is left for the gauntlet";
    if (field.all - field.champions < course.seats - 1) {
      return fmt::format("a table of {} seats needs {} against the champion, but only {} can play", course.seats,
                         course.seats - 1, field.all - field.champions);
    }
  }
  const std::int64_t games = times(tables_in_round(course, field), games_per_table(course));
  if (games > kMostGamesInRound) {
    return fmt::format(
        "{}{} games in one round are too many, {} can be played: fewer deals, editions or seatings help{}",
        games == std::numeric_limits<std::int64_t>::max() ? "more than " : "", games, kMostGamesInRound,
        course.format == Format::kRoundRobin ? ", or the Swiss format" : "");
  }
  return {};
}

std::vector<Game> next_round(const Course& course, const std::vector<EntrantState>& entrants,
                             const std::vector<Played>& so_far, std::int64_t next_game, std::int64_t next_deal) {
  if (problem(course, entrants)) return {};
  const int round = last_round(so_far) + 1;
  std::vector<Pairing> tables;
  switch (course.format) {
    case Format::kRoundRobin: tables = round_robin_tables(course, entrants, so_far, round); break;
    case Format::kGauntlet: tables = gauntlet_tables(course, entrants, so_far, round); break;
    case Format::kSwiss: tables = swiss_tables(course, entrants, so_far, round); break;
    case Format::kKnockOut: tables = knock_out_tables(course, entrants, so_far); break;
  }
  return games_of(course, entrants, tables, round, next_game, next_deal);
}

std::vector<Place> standing(const Course& course, const std::vector<EntrantState>& entrants,
                            const std::vector<Played>& so_far) {
  if (problem_of_course(course)) return standing_by_share(course, entrants, so_far);
  switch (course.format) {
    case Format::kSwiss: return standing_of_swiss(course, entrants, so_far);
    case Format::kKnockOut: return standing_of_knock_out(course, entrants, so_far);
    default: return standing_by_share(course, entrants, so_far);
  }
}

}  // namespace fogg::arena
