// Who meets whom in a competition: properties of many random courses, and what can be computed a second time in a simple way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "arena/schedule.h"
#include "engine/chance.h"

namespace fogg::test {
namespace {

using namespace fogg::arena;
using Entrants = std::vector<EntrantState>;
using Group = std::set<Entrant>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Group group_of(const Game& game) { return {game.seats.begin(), game.seats.end()}; }
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int orders(const Course& course) { return course.seatings == Seatings::kAll ? factorial(course.seats) : course.seats; }

// All sets of `size` of the entrants, by going through all sets there are.
std::set<Group> all_groups(int entrants, int size) {
  std::set<Group> groups;
  for (unsigned bits = 0; bits < (1U << static_cast<unsigned>(entrants)); ++bits) {
    Group group;
    for (int i = 0; i < entrants; ++i) {
      if ((bits >> static_cast<unsigned>(i)) & 1U) group.insert(i);
    }
    if (static_cast<int>(group.size()) == size) groups.insert(group);
  }
  return groups;
}

// A competition between entrants of known strength, the first is the best. Checks what holds for the games of every round.
struct Competition {
  Course course;
  Entrants entrants;
  double luck = 0;  // 0: the better one always wins
  FastGenerator random{1};
  std::vector<Played> so_far = {};
  std::int64_t next_game = 1;
  std::int64_t next_deal = 1;

  std::vector<Game> next() const { return next_round(course, entrants, so_far, next_game, next_deal); }

  // Empty at the end.
  std::vector<Game> round() {
    const std::vector<Game> games = next();
    EXPECT_EQ(games, next());
    std::set<std::int64_t> deals;
    std::map<std::pair<Group, std::string>, std::map<int, std::map<Entrant, int>>> sat;  // by seat
    for (const Game& game : games) {
      EXPECT_EQ(game.number, next_game++);
      EXPECT_EQ(static_cast<int>(group_of(game).size()), course.seats);
      deals.insert(game.deal);
      for (int seat = 0; seat < course.seats; ++seat) {
        const Entrant entrant = game.seats[at(seat)];
        EXPECT_TRUE(entrants[at(entrant)].active);
        ++sat[{group_of(game), game.edition}][seat][entrant];
      }
    }
    for (const auto& [pairing, seats] : sat) {
      for (const auto& [seat, times] : seats) {
        for (const Entrant entrant : pairing.first) {
          const auto found = times.find(entrant);
          EXPECT_EQ(found == times.end() ? 0 : found->second, course.deals * orders(course) / course.seats);
        }
      }
    }
    if (!deals.empty()) {
      EXPECT_EQ(*deals.begin(), next_deal);
      EXPECT_EQ(*deals.rbegin(), next_deal + static_cast<std::int64_t>(deals.size()) - 1) << "no gaps";
      next_deal = *deals.rbegin() + 1;
    }
    return games;
  }

  Outcome outcome(const Game& game) {
    Outcome out;
    for (const Entrant entrant : game.seats) {
      const double chance = static_cast<double>(random.next() >> 11U) * 0x1p-53;
      out.points.push_back(static_cast<int>(std::lround(-10.0 * entrant + 100 * luck * chance)));
    }
    for (const int points : out.points) {
      out.ranks.push_back(1 + static_cast<int>(std::ranges::count_if(out.points, [&](int p) { return p > points; })));
    }
    return out;
  }
  void play(const std::vector<Game>& games) {
    for (const Game& game : games) so_far.push_back({game, outcome(game)});
  }
  std::vector<Place> places() const { return standing(course, entrants, so_far); }
  Place place_of(Entrant entrant) const {
    for (const Place& place : places()) {
      if (place.entrant == entrant) return place;
    }
    ADD_FAILURE() << entrant << " has no place";
    return {};
  }
};

Course random_course(FastGenerator& random, Format format) {
  Course course;
  course.format = format;
  course.seats = 2 + static_cast<int>(random.pick(4));
  course.deals = 1 + static_cast<int>(random.pick(3));
  course.seatings = random.pick(2) == 0 && course.seats < 5 ? Seatings::kAll : Seatings::kCyclic;
  course.editions = {"europe"};
  if (random.pick(2) == 0) course.editions.emplace_back("usa");
  course.rounds = 1 + static_cast<int>(random.pick(6));
  course.champions = 1 + static_cast<int>(random.pick(2));
  course.advance = 1 + static_cast<int>(random.pick(course.seats - 1));
  course.seeding = random.pick(2) == 0 ? Seeding::kListed : Seeding::kLot;
  course.seed = random.next();
  return course;
}

constexpr Format kFormats[] = {Format::kRoundRobin, Format::kGauntlet, Format::kSwiss, Format::kKnockOut};

// Each of `groups` has every deal of every edition once in every seating, and nothing else is there.
void expect_complete(const Course& course, const std::vector<Game>& games, const std::set<Group>& groups) {
  std::map<std::tuple<Group, std::string, std::int64_t>, std::set<std::vector<Entrant>>> seatings;
  std::map<std::pair<Group, std::string>, std::set<std::int64_t>> deals;
  std::set<std::int64_t> all_deals;
  for (const Game& game : games) {
    EXPECT_TRUE(groups.contains(group_of(game)));
    const bool fresh = seatings[{group_of(game), game.edition, game.deal}].insert(game.seats).second;
    EXPECT_TRUE(fresh) << "seated so twice";
    deals[{group_of(game), game.edition}].insert(game.deal);
    all_deals.insert(game.deal);
  }
  EXPECT_EQ(deals.size(), groups.size() * course.editions.size());
  for (const auto& [pairing, its_deals] : deals) EXPECT_EQ(static_cast<int>(its_deals.size()), course.deals);
  for (const auto& [deal, seated] : seatings) EXPECT_EQ(static_cast<int>(seated.size()), orders(course));
  EXPECT_EQ(all_deals.size(), course.editions.size() * at(course.deals)) << "all pairings share the deals";
}

TEST(ArenaSchedule, RoundRobinHasEverySetOnce) {
  FastGenerator random(1);
  for (int i = 0; i < 150; ++i) {
    const Course course = random_course(random, Format::kRoundRobin);
    const int n = course.seats + static_cast<int>(random.pick(5));
    Competition all{course, Entrants(at(n))};
    const std::vector<Game> games = all.round();
    expect_complete(course, games, all_groups(n, course.seats));
    EXPECT_EQ(static_cast<std::int64_t>(games.size()), games_in(course, all.entrants));
    // Deal by deal, and the games of a pairing's deal one after the other.
    std::set<std::pair<std::int64_t, Group>> begun;
    for (std::size_t g = 0; g < games.size(); ++g) {
      EXPECT_LE(games[g == 0 ? 0 : g - 1].deal, games[g].deal);
      const bool goes_on = g > 0 && games[g - 1].deal == games[g].deal && group_of(games[g - 1]) == group_of(games[g]);
      EXPECT_NE(begun.insert({games[g].deal, group_of(games[g])}).second, goes_on);
      EXPECT_FALSE(games[g].together);
    }
    all.play(games);
    EXPECT_TRUE(all.round().empty());
  }
}

TEST(ArenaSchedule, GauntletHasOneChampionAtEveryTable) {
  FastGenerator random(2);
  for (int i = 0; i < 150; ++i) {
    const Course course = random_course(random, Format::kGauntlet);
    const int n = course.champions + course.seats - 1 + static_cast<int>(random.pick(5));
    std::set<Group> groups = all_groups(n, course.seats);
    std::erase_if(groups, [&](const Group& group) {
      return std::ranges::count_if(group, [&](Entrant e) { return e < course.champions; }) != 1;
    });
    Competition all{course, Entrants(at(n))};
    const std::vector<Game> games = all.round();
    expect_complete(course, games, groups);
    EXPECT_EQ(static_cast<std::int64_t>(games.size()), games_in(course, all.entrants));
    all.play(games);
    EXPECT_TRUE(all.round().empty());
  }
}

// Wherever a round robin is interrupted, nobody has played much more than another, and few play twice in a row.
TEST(ArenaSchedule, RoundRobinSpreadsEntrants) {
  for (int seats = 2; seats <= 5; ++seats) {
    for (int n = seats; n <= 16; ++n) {
      Course course;
      course.seats = seats;
      course.editions = {"europe"};
      course.seatings = Seatings::kCyclic;
      std::vector<int> played(at(n), 0);
      const std::vector<Game> games = Competition{course, Entrants(at(n))}.round();
      int changes = 0;
      int in_a_row = 0;
      for (std::size_t i = 0; i < games.size(); ++i) {
        for (const Entrant entrant : games[i].seats) ++played[at(entrant)];
        const auto [least, most] = std::ranges::minmax(played);
        // At most as many tables ahead as a table has seats, each with `seats` games.
        ASSERT_LE(most - least, seats * seats) << seats << " of " << n << " after game " << games[i].number;
        if (i == 0 || group_of(games[i - 1]) == group_of(games[i])) continue;
        ++changes;
        for (const Entrant entrant : games[i].seats) in_a_row += group_of(games[i - 1]).contains(entrant) ? 1 : 0;
      }
      const double by_lot = static_cast<double>(seats * seats) / n * changes;
      // With fewer entrants there is not enough choice.
      if (n >= 3 * seats) {
        EXPECT_LT(in_a_row, 0.45 * by_lot) << seats << " of " << n;
      }
    }
  }
}

TEST(ArenaSchedule, RotationsGoThroughAllCircles) {
  for (int seats = 2; seats <= 5; ++seats) {
    Course course;
    course.seats = seats;
    course.deals = factorial(seats - 1);
    course.seatings = Seatings::kCyclic;
    course.editions = {"europe"};
    std::set<std::vector<Entrant>> seatings;
    for (const Game& game : Competition{course, Entrants(at(seats))}.round()) seatings.insert(game.seats);
    EXPECT_EQ(static_cast<int>(seatings.size()), factorial(seats));
  }
}

TEST(ArenaSchedule, LateEntrantsGetWhatTheyMissAndTheGoneNothing) {
  FastGenerator random(3);
  for (int i = 0; i < 100; ++i) {
    const Course course = random_course(random, i % 2 == 0 ? Format::kRoundRobin : Format::kGauntlet);
    const int n = course.champions + course.seats + static_cast<int>(random.pick(3));
    Competition all{course, Entrants(at(n))};
    all.entrants[at(n - 1)].from_round = 2;  // known already, but too late for the round that is being played
    std::map<Group, int> rounds;
    auto play = [&] {
      const std::vector<Game> games = all.round();
      std::set<Group> groups;
      for (const Game& game : games) groups.insert(group_of(game));
      for (const Group& group : groups) ++rounds[group];
      all.play(games);
      return groups;
    };
    for (const Group& group : play()) EXPECT_FALSE(group.contains(n - 1));
    // One goes, two come.
    all.entrants[at(n - 2)].active = false;
    all.entrants.push_back({.from_round = 2});
    for (const Group& group : play()) {
      EXPECT_FALSE(group.contains(n - 2));
      EXPECT_TRUE(group.contains(n - 1) || group.contains(n));
    }
    EXPECT_TRUE(all.round().empty());
    std::set<Group> expected = all_groups(n + 1, course.seats);
    std::erase_if(expected, [&](const Group& group) {
      const auto champions = std::ranges::count_if(group, [&](Entrant e) { return e < course.champions; });
      return (group.contains(n - 2) && (group.contains(n - 1) || group.contains(n))) ||
             (course.format == Format::kGauntlet && champions != 1);
    });
    EXPECT_EQ(rounds.size(), expected.size());
    for (const auto& [group, times] : rounds) {
      EXPECT_EQ(times, 1);
      EXPECT_TRUE(expected.contains(group));
    }
  }
}

// Whoever connects from outside never sees a deal again, unless its games are played at the same time; also over the rounds.
TEST(ArenaSchedule, OutsidersMeetADealOnce) {
  FastGenerator random(4);
  int together = 0;
  int alone = 0;
  for (int i = 0; i < 240; ++i) {
    Course course = random_course(random, kFormats[i % 4]);
    const int n = course.champions + course.seats + static_cast<int>(random.pick(4));
    Competition all{course, Entrants(at(n)), 1};
    for (EntrantState& entrant : all.entrants) {
      entrant.outside = random.pick(2) == 0;
      entrant.connections = 1 + static_cast<int>(random.pick(2 * orders(course)));
      if (random.pick(8) == 0) entrant.from_round = 2;
    }
    std::map<std::pair<Entrant, std::int64_t>, std::vector<Game>> met;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      for (const Game& game : games) {
        bool outside = false;
        bool enough = true;
        for (const Entrant entrant : game.seats) {
          const EntrantState& state = all.entrants[at(entrant)];
          if (!state.outside) continue;
          outside = true;
          enough = enough && state.connections >= orders(course);
          met[{entrant, game.deal}].push_back(game);
        }
        EXPECT_EQ(game.together, outside && enough);
      }
      all.play(games);
    }
    for (const auto& [who, games] : met) {
      if (!games.front().together) {
        EXPECT_EQ(games.size(), 1U);
        ++alone;
        continue;
      }
      ++together;
      EXPECT_EQ(static_cast<int>(games.size()), orders(course));
      for (const Game& game : games) {
        EXPECT_TRUE(game.together);
        EXPECT_EQ(group_of(game), group_of(games.front()));
        EXPECT_EQ(game.edition, games.front().edition);
        EXPECT_EQ(game.round, games.front().round);
      }
    }
  }
  EXPECT_GT(together, 100);
  EXPECT_GT(alone, 100);
}

// Two tables whose outsiders cannot play mirrors at once play each other's.
TEST(ArenaSchedule, OthersPlayTheMirrors) {
  Course course;
  course.format = Format::kSwiss;
  course.editions = {"europe"};
  Entrants entrants(4);
  for (EntrantState& entrant : entrants) entrant.outside = true;
  std::map<std::int64_t, std::set<bool>> lower_first;
  for (const Game& game : Competition{course, entrants}.round()) {
    lower_first[game.deal].insert(game.seats[0] < game.seats[1]);
  }
  EXPECT_EQ(lower_first.size(), 2U);
  for (const auto& [deal, both] : lower_first) EXPECT_EQ(both.size(), 2U);
}

// The least sum of squares of how often those at a table have met, by trying all ways to divide them.
int least_repeats(const std::vector<Entrant>& left, const std::map<std::pair<Entrant, Entrant>, int>& met, int seats) {
  if (left.empty()) return 0;
  int best = 1 << 20;
  const std::vector<Entrant> others(left.begin() + 1, left.end());
  for (const Group& chosen : all_groups(static_cast<int>(others.size()), seats - 1)) {
    std::vector<Entrant> table = {left.front()};
    std::vector<Entrant> rest;
    for (std::size_t i = 0; i < others.size(); ++i) {
      (chosen.contains(static_cast<int>(i)) ? table : rest).push_back(others[i]);
    }
    int cost = 0;
    for (const Entrant a : table) {
      for (const Entrant b : table) {
        const auto found = met.find({a, b});
        if (a < b && found != met.end()) cost += found->second * found->second;
      }
    }
    best = std::min(best, cost + least_repeats(rest, met, seats));
  }
  return best;
}

TEST(ArenaSchedule, SwissRepeatsOnlyWhatItMust) {
  FastGenerator random(5);
  int repeats = 0;
  for (int i = 0; i < 60; ++i) {
    Course course = random_course(random, Format::kSwiss);
    course.deals = 1;
    course.rounds = 12;
    const int n =
        std::min(course.seats * (2 + static_cast<int>(random.pick(3))) + static_cast<int>(random.pick(2)), 10);
    Competition all{course, Entrants(at(n)), 1};
    std::map<std::pair<Entrant, Entrant>, int> met;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      std::set<Group> groups;
      std::vector<Entrant> playing;
      for (const Game& game : games) groups.insert(group_of(game));
      for (const Group& group : groups) playing.insert(playing.end(), group.begin(), group.end());
      const int least = least_repeats(playing, met, course.seats);
      int cost = 0;
      for (const Group& group : groups) {
        for (const Entrant a : group) {
          for (const Entrant b : group) {
            if (a < b) cost += met[{a, b}] * met[{a, b}];
          }
        }
      }
      EXPECT_EQ(cost, least) << n << " entrants, " << course.seats << " seats, round " << games.front().round;
      repeats += cost > 0 ? 1 : 0;
      for (const Group& group : groups) {
        for (const Entrant a : group) {
          for (const Entrant b : group) met[{a, b}] += a < b ? 1 : 0;
        }
      }
      all.play(games);
    }
    EXPECT_EQ(all.so_far.back().game.round, 12);
  }
  EXPECT_GT(repeats, 50);
}

// In larger fields the fewest repeats cannot be computed. But no two players could change places to save one.
TEST(ArenaSchedule, SwissLeavesNoSimpleImprovement) {
  int repeats = 0;
  for (int i = 0; i < 20; ++i) {
    Course course;
    course.format = Format::kSwiss;
    course.seats = 3 + i % 3;
    course.seatings = Seatings::kCyclic;
    course.rounds = 10;
    course.editions = {"europe"};
    course.seed = at(i);
    Competition all{course, Entrants(at(20 + i)), 1, FastGenerator(at(i))};
    std::map<std::pair<Entrant, Entrant>, int> met;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      std::set<Group> distinct;
      for (const Game& game : games) distinct.insert(group_of(game));
      const std::vector<Group> groups(distinct.begin(), distinct.end());
      auto with = [&met](const Group& group, Entrant entrant, Entrant without) {
        int cost = 0;
        for (const Entrant other : group) {
          if (other != without && other != entrant) cost += met[{entrant, other}] * met[{entrant, other}];
        }
        return cost;
      };
      for (const Group& group : groups) {
        for (const Group& other : groups) {
          if (group == other) continue;
          for (const Entrant a : group) {
            repeats += with(group, a, a) > 0 ? 1 : 0;
            for (const Entrant b : other) {
              EXPECT_LE(with(group, a, a) + with(other, b, b), with(group, b, a) + with(other, a, b));
            }
          }
        }
      }
      for (const Group& group : groups) {
        for (const Entrant a : group) {
          for (const Entrant b : group) ++met[{a, b}];
        }
      }
      all.play(games);
    }
  }
  EXPECT_GT(repeats, 100);
}

// By hand: what a Swiss entrant has. `rounds` of shares; a negative one is a bye.
double half_for_bye(double share) { return share < 0 ? 0.5 : share; }

// Whole Swiss competitions, with entrants who come and go.
TEST(ArenaSchedule, SwissRoundsAreSound) {
  FastGenerator random(6);
  for (int i = 0; i < 80; ++i) {
    Course course = random_course(random, Format::kSwiss);
    course.deals = 1;
    course.rounds = 3 + static_cast<int>(random.pick(5));
    const int n = std::max(course.seats, 4) + static_cast<int>(random.pick(37));
    Competition all{course, Entrants(at(n)), 1, FastGenerator(at(i))};
    std::map<Entrant, int> byes;
    std::map<Entrant, std::vector<double>> shares;
    std::map<Entrant, std::vector<Group>> tables;
    for (int round = 1; round <= course.rounds; ++round) {
      if (random.pick(3) == 0) all.entrants.push_back({.from_round = round});
      if (random.pick(3) == 0) all.entrants[random.pick(static_cast<int>(all.entrants.size()))].active = false;
      std::set<Entrant> there;
      for (int e = 0; e < static_cast<int>(all.entrants.size()); ++e) {
        if (all.entrants[at(e)].active) there.insert(e);
      }
      const std::vector<Place> places_before = all.places();
      const std::vector<Game> games = all.round();
      if (static_cast<int>(there.size()) < course.seats) {
        EXPECT_TRUE(games.empty());
        break;
      }
      std::set<Group> groups;
      std::map<Entrant, int> at_tables;
      for (const Game& game : games) groups.insert(group_of(game));
      for (const Group& group : groups) {
        for (const Entrant entrant : group) ++at_tables[entrant];
      }
      EXPECT_EQ(games.size(), groups.size() * course.editions.size() * at(orders(course)));
      for (const auto& [entrant, times] : at_tables) EXPECT_EQ(times, 1) << "nobody sits at two tables";
      // Byes: as few as possible, and for those who had the fewest.
      int most_of_chosen = 0;
      int least_of_others = 1000;
      int chosen = 0;
      for (const Entrant entrant : there) {
        if (at_tables.contains(entrant)) {
          least_of_others = std::min(least_of_others, byes[entrant]);
        } else {
          most_of_chosen = std::max(most_of_chosen, byes[entrant]);
          ++byes[entrant];
          ++chosen;
        }
      }
      EXPECT_EQ(chosen, static_cast<int>(there.size()) % course.seats);
      EXPECT_LE(most_of_chosen, least_of_others);
      int above = -1;  // the byes a pausing entrant further up in the standing had before
      for (const Place& place : places_before) {
        if (!there.contains(place.entrant)) continue;
        if (at_tables.contains(place.entrant)) {
          EXPECT_NE(byes[place.entrant], above) << "of those who had the fewest the lowest pause";
        } else {
          above = byes[place.entrant] - 1;
        }
      }

      const std::size_t before = all.so_far.size();
      all.play(games);
      std::map<Entrant, std::pair<double, double>> won;
      for (std::size_t g = before; g < all.so_far.size(); ++g) {
        const auto& [game, outcome] = all.so_far[g];
        for (int a = 0; a < course.seats; ++a) {
          for (int b = 0; b < course.seats; ++b) {
            if (a == b) continue;
            auto& [sum, of] = won[game.seats[at(a)]];
            sum += outcome.ranks[at(a)] < outcome.ranks[at(b)]    ? 1
                   : outcome.ranks[at(a)] == outcome.ranks[at(b)] ? 0.5
                                                                  : 0;
            of += 1;
          }
        }
      }
      for (int e = 0; e < static_cast<int>(all.entrants.size()); ++e) {
        shares[e].resize(at(round - 1), -1);
        shares[e].push_back(won.contains(e) ? won[e].first / won[e].second : -1);
        tables[e].resize(at(round - 1));
        tables[e].emplace_back();
      }
      for (const Group& group : groups) {
        for (const Entrant e : group) tables[e].back() = group;
      }
      std::map<Entrant, double> score;
      for (const auto& [e, its_shares] : shares) {
        for (const double share : its_shares) score[e] += half_for_bye(share);
      }
      double last = 1e9;
      for (const Place& place : all.places()) {
        const Entrant e = place.entrant;
        if (!all.entrants[at(e)].active) continue;
        EXPECT_NEAR(place.score, score[e], 1e-9);
        EXPECT_EQ(place.byes, byes[e]);
        EXPECT_LE(place.score, last + 1e-9) << "the best first";
        last = place.score;
        double opponents = 0;
        for (const Group& table : tables[e]) {
          for (const Entrant other : table) opponents += other == e ? 0 : score[other];
          if (table.empty()) opponents += 0.5 * round * (course.seats - 1);
        }
        EXPECT_NEAR(place.opponents, opponents / (course.seats - 1), 1e-9);
      }
    }
    EXPECT_TRUE(all.round().empty());
  }
}

// With little luck the best is on top, and those of about the same strength end up at the same tables.
TEST(ArenaSchedule, SwissFindsTheBest) {
  for (int seats = 2; seats <= 5; ++seats) {
    int on_top = 0;
    double between = 0;
    double by_lot = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Course course;
      course.format = Format::kSwiss;
      course.seats = seats;
      course.seatings = Seatings::kCyclic;
      course.rounds = seats == 2 ? 7 : 5;
      const int n = 20 * seats;  // enough for nearly equal ones who have not met yet
      course.editions = {"europe"};
      course.seed = seed;
      Competition all{course, Entrants(at(n)), 0.3, FastGenerator(seed)};
      for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
        for (const Game& game : games) {
          if (game.round < 3) continue;
          const auto [low, high] = std::ranges::minmax(game.seats);
          between += high - low;
          by_lot +=
              (n + 1.0) * (seats - 1) / (seats + 1);  // what the best and the worst of a table drawn by lot differ by
        }
        all.play(games);
      }
      EXPECT_EQ(static_cast<std::int64_t>(all.so_far.size()), games_in(course, all.entrants));
      on_top += all.places().front().entrant == 0 ? 1 : 0;
    }
    EXPECT_GE(on_top, 15) << seats;
    EXPECT_LT(between, 0.5 * by_lot) << seats;
  }
}

TEST(ArenaSchedule, SwissGamesCalledOffAreABye) {
  Course course;
  course.format = Format::kSwiss;
  course.editions = {"europe"};
  course.rounds = 3;
  Competition all{course, Entrants(4)};
  std::vector<Game> games = all.round();
  const Entrant gone = games[0].seats[0];
  const Entrant other = games[0].seats[1];
  std::erase_if(games, [&](const Game& game) { return group_of(game).contains(gone); });
  ASSERT_EQ(games.size(), 2U);
  all.entrants[at(gone)].active = false;
  all.play(games);
  EXPECT_EQ(all.place_of(other).score, 0.5);
  EXPECT_EQ(all.place_of(other).byes, 1);
  EXPECT_EQ(all.place_of(other).place, 2);
  EXPECT_EQ(all.place_of(gone).score, 0);
  EXPECT_EQ(all.place_of(gone).byes, 0);
  EXPECT_EQ(all.place_of(gone).place, 4);
  // Three are left, one of them has had its bye.
  games = all.round();
  ASSERT_EQ(games.size(), 2U);
  EXPECT_TRUE(group_of(games[0]).contains(other));
  // Of a pairing that was broken off, what was played counts.
  const Entrant loser = games[0].seats[1];
  const double before = all.place_of(loser).score;
  all.so_far.push_back({games[0], {{1, 2}, {50, 40}}});
  all.entrants[at(games[0].seats[0])].active = false;
  EXPECT_EQ(all.place_of(loser).score, before);
}

TEST(ArenaSchedule, SwissOfManyIsQuickAndSound) {
  for (const int seats : {2, 3, 5}) {
    Course course;
    course.format = Format::kSwiss;
    course.seats = seats;
    course.seatings = Seatings::kCyclic;
    course.rounds = 3;
    course.editions = {"europe"};
    Competition all{course, Entrants(1001), 1};
    std::set<std::pair<Entrant, Entrant>> met;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      std::set<Group> groups;
      for (const Game& game : games) groups.insert(group_of(game));
      EXPECT_EQ(static_cast<int>(groups.size()), 1001 / seats);
      for (const Group& group : groups) {
        for (const Entrant a : group) {
          for (const Entrant b : group) EXPECT_TRUE(a >= b || met.insert({a, b}).second);
        }
      }
      all.play(games);
    }
  }
}

TEST(ArenaSchedule, KnockOutEndsWithOneWinner) {
  FastGenerator random(7);
  for (int i = 0; i < 200; ++i) {
    Course course = random_course(random, Format::kKnockOut);
    course.deals = 1;
    const int n = course.seats + static_cast<int>(random.pick(60));
    Competition all{course, Entrants(at(n)), i % 3 == 0 ? 0.0 : 1.0, FastGenerator(at(i))};
    int in = n;
    std::map<Entrant, int> byes;
    std::set<Entrant> still_in;
    for (int e = 0; e < n; ++e) still_in.insert(e);
    bool final_played = false;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      ASSERT_FALSE(final_played);
      std::set<Group> groups;
      std::set<Entrant> playing;
      for (const Game& game : games) groups.insert(group_of(game));
      for (const Group& group : groups) playing.insert(group.begin(), group.end());
      EXPECT_EQ(static_cast<int>(groups.size()), in / course.seats);
      EXPECT_EQ(playing.size(), groups.size() * at(course.seats)) << "nobody sits at two tables";
      EXPECT_TRUE(std::ranges::includes(still_in, playing)) << "who was knocked out stays out";
      for (const Entrant bye : still_in) {
        if (playing.contains(bye)) continue;
        for (const Entrant other : playing) {
          EXPECT_LE(byes[bye], byes[other]);
          if (course.seeding == Seeding::kListed && byes[bye] == byes[other]) {
            EXPECT_LT(bye, other);
          }
        }
        ++byes[bye];
      }
      all.play(games);
      final_played = in == course.seats;
      in = std::max(in / course.seats * course.advance + in % course.seats, course.seats);
      if (final_played) break;
      still_in.clear();
      for (const Place& place : all.places()) {
        if (place.place == 1) still_in.insert(place.entrant);
      }
      EXPECT_EQ(static_cast<int>(still_in.size()), in);
    }
    EXPECT_TRUE(final_played);
    EXPECT_TRUE(all.round().empty());
    EXPECT_EQ(static_cast<std::int64_t>(all.so_far.size()), games_in(course, all.entrants));
    const std::vector<Place> places = all.places();
    ASSERT_EQ(static_cast<int>(places.size()), n);
    std::set<Entrant> seen;
    for (std::size_t p = 0; p < places.size(); ++p) {
      seen.insert(places[p].entrant);
      const bool shared = p > 0 && places[p].place == places[p - 1].place;
      EXPECT_TRUE(shared || places[p].place == static_cast<int>(p) + 1);
      EXPECT_FALSE(shared && p < at(course.seats)) << "the final leaves no doubt";
      if (p > 0) {
        EXPECT_LE(places[p].last_round, places[p - 1].last_round);
      }
      EXPECT_EQ(places[p].byes, byes[places[p].entrant]);
    }
    EXPECT_EQ(static_cast<int>(seen.size()), n);
    if (all.luck == 0) {
      EXPECT_EQ(places.front().entrant, 0);
    }
  }
}

// When the stronger always wins, the list comes out as it went in.
TEST(ArenaSchedule, KnockOutKeepsTheStrongApart) {
  Course course;
  course.format = Format::kKnockOut;
  course.editions = {"europe"};
  Competition all{course, Entrants(16)};
  for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
    for (const Game& game : games) EXPECT_EQ(game.seats[0] + game.seats[1], (16 >> (game.round - 1)) - 1);
    all.play(games);
  }
  for (Entrant e = 0; e < 16; ++e) {
    EXPECT_EQ(all.place_of(e).place, e < 2 ? e + 1 : e < 4 ? 3 : e < 8 ? 5 : 9) << e;
  }
}

TEST(ArenaSchedule, KnockOutTiesGoByPointsThenByLot) {
  Course course;
  course.format = Format::kKnockOut;
  course.editions = {"europe"};
  std::set<Entrant> winners;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    course.seed = seed;
    Competition all{course, Entrants(2)};
    const std::vector<Game> games = all.round();
    all.so_far = {{games[0], {{1, 1}, {50, 50}}}, {games[1], {{1, 1}, {50, 50}}}};
    winners.insert(all.places().front().entrant);
    EXPECT_EQ(all.places().back().place, 2);
    for (const Entrant better : {0, 1}) {
      all.so_far[0].outcome = {{1, 1}, games[0].seats[0] == better ? std::vector{51, 50} : std::vector{50, 51}};
      EXPECT_EQ(all.places().front().entrant, better);
    }
  }
  EXPECT_EQ(winners.size(), 2U) << "the lot falls on both";
}

TEST(ArenaSchedule, KnockOutFillsThePlaceOfWhoLeft) {
  Course course;
  course.format = Format::kKnockOut;
  course.editions = {"europe"};
  Competition all{course, Entrants(4)};
  all.play(all.round());  // 0 beats 3, 1 beats 2
  Competition before_final = all;
  before_final.entrants[1].active = false;
  for (const Game& game : before_final.round()) EXPECT_EQ(group_of(game), (Group{0, 2}));

  // In the middle of the final, ahead: the other one has won.
  const std::vector<Game> final_games = all.round();
  all.so_far.push_back({final_games[0], {{1, 2}, {50, 40}}});
  const Entrant ahead = final_games[0].seats[0];
  EXPECT_EQ(all.places().front().entrant, ahead);
  all.entrants[at(ahead)].active = false;
  EXPECT_TRUE(all.round().empty());
  EXPECT_EQ(all.places().front().entrant, 1 - ahead);
}

// Anybody can leave at any time, and games with them are called off.
TEST(ArenaSchedule, KnockOutEndsWhoeverLeaves) {
  FastGenerator random(8);
  int single = 0;
  for (int i = 0; i < 200; ++i) {
    Course course = random_course(random, Format::kKnockOut);
    course.deals = 1;
    const int n = course.seats + static_cast<int>(random.pick(30));
    Competition all{course, Entrants(at(n)), 1, FastGenerator(at(i))};
    int rounds = 0;
    for (std::vector<Game> games = all.round(); !games.empty(); games = all.round()) {
      ASSERT_LT(++rounds, 100);
      const std::size_t cut = random.pick(static_cast<int>(games.size()) + 1);
      all.play({games.begin(), games.begin() + static_cast<std::ptrdiff_t>(cut)});
      if (random.pick(2) == 0) all.entrants[random.pick(n)].active = false;
      std::vector<Game> rest(games.begin() + static_cast<std::ptrdiff_t>(cut), games.end());
      std::erase_if(rest, [&](const Game& game) {
        return std::ranges::any_of(game.seats, [&](Entrant e) { return !all.entrants[at(e)].active; });
      });
      all.play(rest);
    }
    const std::vector<Place> places = all.places();
    EXPECT_EQ(static_cast<int>(places.size()), n);
    const bool somebody = std::ranges::any_of(all.entrants, &EntrantState::active);
    if (somebody) {
      EXPECT_TRUE(all.entrants[at(places.front().entrant)].active);
    }
    single += places[1].place > 1 ? 1 : 0;
  }
  EXPECT_GT(single, 180) << "shared only when too few are left for a table";
}

// Asked again after any round, and with the games in any order, the answer is the same.
TEST(ArenaSchedule, ResumesTheSame) {
  FastGenerator random(9);
  for (int i = 0; i < 80; ++i) {
    const Course course = random_course(random, kFormats[i % 4]);
    const int n = course.champions + course.seats + static_cast<int>(random.pick(5));
    Competition all{course, Entrants(at(n)), 1, FastGenerator(at(i))};
    struct Asked {
      Competition then;
      std::vector<Game> answer;
      std::vector<Place> places;
    };
    std::vector<Asked> asked;
    do {
      if (random.pick(3) == 0) {
        all.entrants.push_back({.outside = true, .from_round = static_cast<int>(asked.size()) + 1});
      }
      const Competition then = all;
      asked.push_back({then, all.round(), all.places()});
      all.play(asked.back().answer);
    } while (!asked.back().answer.empty());
    for (auto& [then, answer, places] : asked) {
      std::vector<Played> cut;
      for (const Played& played : all.so_far) {
        if (played.game.number < then.next_game) cut.push_back(played);
      }
      for (std::size_t k = cut.size(); k > 1; --k) std::swap(cut[k - 1], cut[random.pick(static_cast<int>(k))]);
      then.so_far = cut;
      EXPECT_EQ(then.next(), answer);
      EXPECT_EQ(then.places(), places);
    }
  }
}

TEST(ArenaSchedule, SharesCountOnlyAgainstThoseWhoStay) {
  Course course;
  course.seats = 3;
  course.editions = {"europe"};
  Competition all{course, Entrants(4)};
  auto add = [&](std::vector<Entrant> seats, std::vector<int> ranks) {
    all.so_far.push_back({{1, 1, 1, "europe", std::move(seats)}, {std::move(ranks), {0, 0, 0}}});
  };
  add({0, 1, 2}, {1, 2, 3});
  add({0, 1, 3}, {2, 2, 1});
  add({2, 0, 3}, {1, 2, 2});
  // By hand: 0 beat 1 and 2, was equal to 1 and 3, lost to 3 and 2 (and so on).
  const std::map<Entrant, double> shares = {{0, 3.0 / 6}, {1, 1.5 / 4}, {2, 2.0 / 4}, {3, 2.5 / 4}};
  for (const auto& [e, share] : shares) EXPECT_NEAR(all.place_of(e).score, share, 1e-12) << e;
  EXPECT_EQ(all.place_of(3).place, 1);
  EXPECT_EQ(all.place_of(0).place, 2);
  EXPECT_EQ(all.place_of(2).place, 2);
  EXPECT_EQ(all.place_of(1).place, 4);

  all.so_far[0].outcome.points = {9, 0, 0};  // equal shares: by points
  EXPECT_EQ(all.place_of(0).place, 2);
  EXPECT_EQ(all.place_of(2).place, 3);

  all.entrants[3].active = false;
  EXPECT_NEAR(all.place_of(0).score, 2.5 / 4, 1e-12);
  EXPECT_NEAR(all.place_of(1).score, 1.5 / 3, 1e-12);
  EXPECT_NEAR(all.place_of(2).score, 1.0 / 3, 1e-12);
  EXPECT_EQ(all.place_of(3).place, 4) << "who left comes last";
}

TEST(ArenaSchedule, SillyNumbersAreRefused) {
  Course course;
  course.editions = {"europe"};
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  auto refused = [](const Course& c, const Entrants& entrants) {
    EXPECT_TRUE(next_round(c, entrants, {}, 1, 1).empty() == problem(c, entrants).has_value());
    standing(c, entrants, {});  // must not fall over either
    return problem(c, entrants).has_value();
  };
  EXPECT_FALSE(refused(course, Entrants(2)));
  for (const Format format : kFormats) {
    Course c = course;
    c.format = format;
    EXPECT_TRUE(refused(c, {}));
    EXPECT_TRUE(refused(c, Entrants(1)));
    EXPECT_EQ(games_in(c, Entrants(1)), 0);
    EXPECT_TRUE(refused(c, {EntrantState{}, EntrantState{.active = false}}));
    EXPECT_TRUE(refused(c, Entrants(10'001)));
    for (const int seats : {-1, 0, 1, 6, 1 << 30}) {
      c.seats = seats;
      EXPECT_TRUE(refused(c, Entrants(10)));
      EXPECT_EQ(games_in(c, Entrants(10)), 0);
    }
    c.seats = 5;
    c.deals = std::numeric_limits<int>::max();
    EXPECT_TRUE(refused(c, Entrants(9'999)));
    EXPECT_EQ(games_in(c, Entrants(9'999)) == most, format == Format::kRoundRobin || format == Format::kGauntlet);
    c.deals = 0;
    EXPECT_TRUE(refused(c, Entrants(10)));
    c.deals = 1;
    c.editions.clear();
    EXPECT_TRUE(refused(c, Entrants(10)));
    c.editions = {"usa", "usa"};
    EXPECT_TRUE(refused(c, Entrants(10)));
  }
  Course many = course;
  many.deals = 1'000'000;
  EXPECT_TRUE(refused(many, Entrants(2))) << "two games each";
  many.deals = 500'000;
  EXPECT_FALSE(problem(many, Entrants(2))) << "the bound itself";
  EXPECT_TRUE(refused(many, Entrants(3)));
  EXPECT_EQ(games_in(many, Entrants(3)), 3'000'000);

  Course huge = course;
  huge.seats = 5;
  huge.seatings = Seatings::kCyclic;
  EXPECT_EQ(games_in(huge, Entrants(200'000)), most);

  Course swiss = course;
  swiss.format = Format::kSwiss;
  for (const int rounds : {-1, 0, 1001}) {
    swiss.rounds = rounds;
    EXPECT_TRUE(refused(swiss, Entrants(10)));
  }
  swiss.rounds = 4;
  EXPECT_FALSE(refused(swiss, Entrants(10'000)));
  Course knock_out = course;
  knock_out.format = Format::kKnockOut;
  EXPECT_FALSE(refused(knock_out, Entrants(10'000)));
  EXPECT_EQ(games_in(knock_out, Entrants(10'000)), 2 * 9'999);
  for (const int advance : {-1, 0, 2}) {
    knock_out.advance = advance;
    EXPECT_TRUE(refused(knock_out, Entrants(10)));
  }
  Course gauntlet = course;
  gauntlet.format = Format::kGauntlet;
  for (const int champions : {-1, 0, 10, 11}) {
    gauntlet.champions = champions;
    EXPECT_TRUE(refused(gauntlet, Entrants(10)));
  }
}

// The table of docs/formats.md.
TEST(ArenaSchedule, GamesOfTheDocumentation) {
  const std::vector<std::pair<int, int>> columns = {{2, 8}, {2, 16}, {2, 40}, {3, 16}, {3, 40}, {4, 16}};
  const std::map<Format, std::vector<std::int64_t>> rows = {
      {Format::kRoundRobin, {56, 240, 1560, 3360, 59280, 43680}},
      {Format::kGauntlet, {14, 30, 78, 630, 4446, 10920}},
      {Format::kSwiss, {40, 80, 200, 150, 390, 480}},
      {Format::kKnockOut, {14, 30, 78, 48, 120, 120}},
  };
  for (const auto& [format, row] : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto [seats, entrants] = columns[i];
      Course course;
      course.format = format;
      course.seats = seats;
      course.rounds = 5;
      course.editions = {"europe"};
      EXPECT_EQ(games_in(course, Entrants(at(entrants))), row[i]) << seats << " seats, " << entrants;
      course.deals = 3;
      course.editions = {"europe", "usa"};
      EXPECT_EQ(games_in(course, Entrants(at(entrants))), 6 * row[i]);
    }
  }
}

}  // namespace
}  // namespace fogg::test
