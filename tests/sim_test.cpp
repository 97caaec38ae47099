// Comparing bots: seatings, mirrored deals, intervals.
#include <cmath>
#include <set>
#include <sstream>
#include <thread>

#include "cli/common.h"
#include "cli/sim.h"
#include "cli/sim_progress.h"
#include "cli/sim_report.h"
#include "cli/sim_table.h"
#include "sim_support.h"
#include "support.h"

namespace fogg::test {
namespace {

using namespace fogg::cli;
using Bots = std::vector<std::string>;

SimResult run(const std::string& edition_id, const SimOptions& options) {
  return simulate(edition(edition_id), options, [](const Standing&) { return true; });
}

// All names stand for the same bot.
SimOptions twins(int players, const std::string& bot, std::int64_t games) {
  SimOptions options;
  options.players = players;
  options.games = games;
  for (int i = 0; i < players; ++i) options.bots.push_back(fmt::format("twin{}", i));
  options.make = [bot](const std::string&) { return make_bot(bot); };
  return options;
}

TEST(Sim, SeatingsAreDistinctAndComplete) {
  struct Case {
    Bots bots;
    std::optional<Seatings> wish;
    std::size_t expected;
  };
  const std::vector<Case> cases = {
      {{"a", "b"}, {}, 2},
      {{"a", "a"}, {}, 1},
      {{"a", "b"}, Seatings::kNone, 1},
      {{"a", "b", "b", "b"}, {}, 4},
      {{"b", "b", "a"}, {}, 3},
      {{"a", "a", "b", "b"}, {}, 6},
      {{"a", "b", "a", "b"}, Seatings::kCyclic, 2},
      {{"a", "b", "c", "d"}, {}, 24},
      {{"a", "b", "c", "d"}, Seatings::kCyclic, 4},
      {{"a", "b", "c", "d", "e"}, {}, 5},  // all would be too many
      {{"a", "b", "c", "d", "e"}, Seatings::kAll, 120},
      {{"a", "b", "c", "d", "d"}, {}, 5},
      {{"a", "b", "c", "d", "d"}, Seatings::kAll, 60},
  };
  for (const Case& c : cases) {
    const SimPlan plan = make_plan(c.bots, c.wish);
    ASSERT_EQ(plan.seats.size(), c.expected);
    std::set<Bots> seen;
    std::map<std::pair<std::string, std::size_t>, std::size_t> times;  // by bot and seat
    for (const auto& seats : plan.seats) {
      Bots seating;
      for (const std::size_t entry : seats) seating.push_back(c.bots[entry]);
      for (std::size_t seat = 0; seat < seating.size(); ++seat) ++times[{seating[seat], seat}];
      seen.insert(seating);
      EXPECT_EQ(std::set<std::size_t>(seats.begin(), seats.end()).size(), c.bots.size()) << "everybody sits once";
      EXPECT_EQ(seating == c.bots, &seats == &plan.seats.front()) << "as it was given comes first";
    }
    EXPECT_EQ(seen.size(), c.expected);
    if (!plan.mirrored()) continue;
    for (const auto& [where, number] : times) {
      const auto entries = static_cast<std::size_t>(std::ranges::count(c.bots, where.first));
      EXPECT_EQ(number * c.bots.size(), entries * c.expected) << where.first << " in seat " << where.second;
    }
    EXPECT_EQ(plan.whole(1), plan.games_per_block());
    EXPECT_EQ(plan.whole(plan.games_per_block()), plan.games_per_block());
  }
}

TEST(Sim, StudentsTIsThatOfTheTables) {
  const std::vector<std::pair<int, double>> known = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},
                                                     {5, 2.571},  {10, 2.228}, {30, 2.042}, {1000, 1.962}};
  for (const auto& [degrees, value] : known) EXPECT_NEAR(student_t(degrees), value, 0.01) << degrees;
}

// Runs with a known truth: blocks of four games, each decided by the deal with probability `by_deal`, so that they depend on each other.
TEST(Sim, IntervalsOfSharesCoverTheTruth) {
  constexpr int kRuns = 4000;
  FastGenerator random(2026);
  auto chance = [&random](double p) { return static_cast<double>(random.next() >> 11U) * 0x1p-53 < p; };
  for (const double truth : {0.5, 0.62, 0.9}) {
    for (const double by_deal : {0.0, 0.5, 1.0}) {
      for (const int blocks : {30, 100, 400}) {
        int covered = 0;
        for (int i = 0; i < kRuns; ++i) {
          BlockSum sums;
          for (int block = 0; block < blocks; ++block) {
            const bool deal = chance(truth);
            int won = 0;
            for (int game = 0; game < 4; ++game) won += (chance(by_deal) ? deal : chance(truth)) ? 1 : 0;
            sums.add_block(won);
          }
          const Interval interval = *share_over_blocks(sums, blocks, 4).interval;
          covered += interval.low <= truth && truth <= interval.high ? 1 : 0;
        }
        EXPECT_GE(covered, 0.93 * kRuns) << truth << " " << by_deal << " " << blocks;
        EXPECT_LE(covered, 0.97 * kRuns) << truth << " " << by_deal << " " << blocks;
      }
    }
  }
}

TEST(Sim, IntervalsOfMeansCoverTheTruth) {
  constexpr int kRuns = 4000;
  FastGenerator random(7);
  for (const int blocks : {5, 30, 200}) {
    int covered = 0;
    for (int i = 0; i < kRuns; ++i) {
      BlockSum sums;
      for (int block = 0; block < blocks; ++block) {
        std::int64_t points = 0;
        for (int die = 0; die < 6; ++die) points += random.pick(21);
        sums.add_block(points);
      }
      const Interval interval = *mean_over_blocks(sums, blocks, 1).interval;
      covered += interval.low <= 60 && 60 <= interval.high ? 1 : 0;
    }
    EXPECT_NEAR(covered, 0.95 * kRuns, 0.02 * kRuns) << blocks;
  }
}

TEST(Sim, IntervalsOfFewOrEqualBlocksAreSound) {
  auto share = [](std::initializer_list<int> blocks) {
    BlockSum sums;
    for (const int won : blocks) sums.add_block(won);
    return share_over_blocks(sums, static_cast<std::int64_t>(blocks.size()), 2);
  };
  EXPECT_FALSE(share({}).interval);
  const Estimate one = share({2});
  EXPECT_EQ(one.value, 1);
  EXPECT_LT(one.interval->low, 0.3);
  EXPECT_EQ(one.interval->high, 1);
  // All won does not mean that all will be won.
  const Estimate ten = share({2, 2, 2, 2, 2, 2, 2, 2, 2, 2});
  EXPECT_NEAR(ten.interval->low, 0.722, 0.001);
  const Estimate none = share({0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(none.interval->low, 0);
  EXPECT_NEAR(none.interval->high, 0.278, 0.001);
  // Always one each tells more than nothing, but the interval is not a point.
  const Estimate even = share({1, 1, 1, 1});
  EXPECT_LT(even.interval->low, 0.4);
  EXPECT_GT(even.interval->high, 0.6);
  // Never wider than if each block were a single game.
  const Estimate mixed = share({0, 2, 2, 0});
  EXPECT_NEAR(mixed.interval->low, 0.15, 0.001);
  EXPECT_NEAR(mixed.interval->high, 0.85, 0.001);
}

// Seats have the same luck whoever sits there, so the same bot under two names wins exactly half of the games of every deal.
TEST(Sim, TheSameBotUnderOtherNamesIsExactlyEven) {
  for (const char* bot : {"hungry", "random"}) {
    for (const int players : {2, 3, 4}) {
      const SimOptions options = twins(players, bot, 48);
      const SimResult result = run("usa-2004", options);
      const SimPlan plan = make_plan(options.bots, {});
      for (std::size_t a = 0; a < plan.bots.size(); ++a) {
        EXPECT_DOUBLE_EQ(report_of_bot(plan, result, a).victories.value, 1.0 / players);
        EXPECT_DOUBLE_EQ(report_of_bot(plan, result, a).mean_rank, (1.0 + players) / 2);
        for (std::size_t b = 0; b < plan.bots.size(); ++b) {
          EXPECT_DOUBLE_EQ(ahead_of(plan, result, a, b).value, a == b ? 0 : 0.5);
        }
      }
    }
  }
}

TEST(Sim, SumsAgreeWithEachOther) {
  for (const char* id : {"usa-2004", "usa-2025", "europe", "maerklin"}) {
    SimOptions options;
    options.games = 200;
    options.bots = {"hungry", "random"};
    const SimPlan two = make_plan(options.bots, {});
    const SimResult pair = run(id, options);
    // With two players to be ahead is to win.
    EXPECT_DOUBLE_EQ(ahead_of(two, pair, 0, 1).value, report_of_bot(two, pair, 0).victories.value) << id;
    options.players = 4;
    options.bots = {"hungry", "random", "random", "hungry"};
    const SimPlan plan = make_plan(options.bots, {});
    const SimResult result = run(id, options);
    EXPECT_EQ(result.games, 204);
    EXPECT_EQ(result.blocks, 34);
    EXPECT_NEAR(ahead_of(plan, result, 0, 1).value + ahead_of(plan, result, 1, 0).value, 1, 1e-9);
    EXPECT_NEAR(report_of_bot(plan, result, 0).mean_rank + report_of_bot(plan, result, 1).mean_rank, 5, 1e-9);
    EXPECT_NEAR(report_of_bot(plan, result, 0).victories.value + report_of_bot(plan, result, 1).victories.value, 0.5,
                1e-9);
    EXPECT_GT(ahead_of(plan, result, 0, 1).interval->low, 0.8);
    std::int64_t by_entry = 0;
    std::int64_t by_seat = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      by_entry += result.victories[i];
      by_seat += result.seat_victories[i];
    }
    EXPECT_EQ(by_entry, 204 * SimResult::kShare);
    EXPECT_EQ(by_seat, by_entry);
  }
}

// What chance deals before anyone decides, without the bots' names.
std::string start_of(const std::string& record) {
  std::istringstream in(record);
  std::string line;
  std::getline(in, line);
  std::string start;
  while (std::getline(in, line) && line.find("\"kind\":\"action\"") == std::string::npos) start += line + "\n";
  return start;
}

TEST(Sim, GamesOfADealBeginAlikeAndSeatEverybodyEverywhere) {
  for (const bool keyed : {false, true}) {
    const Folder folder;
    SimOptions options = twins(3, "random", 60);
    options.keyed = keyed;
    options.records = folder / "records";
    run("usa-2004", options);
    const auto records = records_in(options.records);
    ASSERT_EQ(records.size(), 60U);
    std::vector<std::string> starts;
    std::map<std::string, int> seatings;
    for (const auto& [name, text] : records) {
      starts.push_back(start_of(text));
      const json::object header = json::parse(text.substr(0, text.find('\n'))).as_object();
      ++seatings[json::serialize(header.at("players"))];
    }
    std::set<std::string> deals;
    for (std::size_t game = 0; game < starts.size(); ++game) {
      EXPECT_EQ(starts[game], starts[game / 6 * 6]) << game;
      deals.insert(starts[game]);
    }
    EXPECT_EQ(deals.size(), 10U);
    EXPECT_EQ(seatings.size(), 6U);
    for (const auto& [seating, number] : seatings) EXPECT_EQ(number, 10) << seating;
  }
}

// Cards leave the deck in the same order whatever the players do.
TEST(Sim, TheDeckOfADealIsTheSameForAllSeatings) {
  const Folder folder;
  SimOptions options;
  options.games = 20;
  options.bots = {"hungry", "random"};
  options.records = folder / "records";
  run("usa-2004", options);
  std::vector<std::string> decks;
  for (const auto& [name, text] : records_in(options.records)) {
    std::string cards;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line) && line.find("\"kind\":\"reshuffle\"") == std::string::npos;) {
      if (line.find("\"kind\":\"card\"") != std::string::npos) cards += line.substr(line.rfind("\"card\":"));
    }
    decks.push_back(cards);
  }
  ASSERT_EQ(decks.size(), 20U);
  for (std::size_t game = 0; game < decks.size(); game += 2) {
    const std::size_t common = std::min(decks[game].size(), decks[game + 1].size());
    EXPECT_GT(common, 500U);
    EXPECT_EQ(decks[game].substr(0, common), decks[game + 1].substr(0, common));
  }
}

TEST(Sim, ResultsDoNotDependOnTheNumberOfThreads) {
  for (const char* seatings : {"all", "cyclic", "none"}) {
    std::string first;
    for (const int threads : {1, 2, 5}) {
      SimOptions options;
      options.players = 3;
      options.games = 150;
      options.bots = {"hungry", "random", "random"};
      options.seatings = seatings_from(seatings);
      options.threads = threads;
      const std::string text = timeless(sim_json("europe", options, run("europe", options)));
      if (first.empty()) first = text;
      EXPECT_EQ(text, first);
    }
  }
}

// The same inside one process; sim_resume_test.cpp has what happens to real ones.
TEST(Sim, RecordsAreReadBackInsteadOfPlayed) {
  const Folder folder;
  SimOptions options = twins(3, "hungry", 24);
  const std::string whole = timeless(sim_json("europe", options, run("europe", options)));
  options.records = folder / "records";
  options.threads = 2;
  run("europe", options);
  const auto records = records_in(options.records);
  for (const int game : {2, 7, 24}) fs::remove(options.records + fmt::format("/game-{:06}.jsonl", game));
  EXPECT_THROW(run("europe", options), Failure);
  options.resume = true;
  const SimResult resumed = run("europe", options);
  EXPECT_EQ(resumed.read_back, 21);
  EXPECT_EQ(timeless(sim_json("europe", options, resumed)), whole);
  EXPECT_EQ(records_in(options.records), records);
  const std::string file = options.records + "/game-000005.jsonl";
  const std::string good = records.at("game-000005.jsonl");
  for (std::size_t size = 0; size < good.size(); size += 1009) {
    write_file(file, good.substr(0, size));
    EXPECT_THROW(run("europe", options), Failure);
  }
}

// Takes its time, but hurries when asked to, if it listens.
class SlowBot : public Bot {
 public:
  SlowBot(std::chrono::milliseconds time, bool listens) : time_(time), listens_(listens) {}
  Action choose(const Question& question) override {
    const auto until = std::chrono::steady_clock::now() + time_;
    while (std::chrono::steady_clock::now() < until && !(listens_ && question.stop.stop_requested()))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return question.legal.nth(0);
  }

 private:
  std::chrono::milliseconds time_;
  bool listens_;
};

TEST(Sim, AStopComesThroughWithinADecision) {
  const Folder folder;
  for (const bool listens : {true, false}) {
    SimOptions options = twins(2, "random", 10);
    options.threads = 2;
    options.records = folder / (listens ? "a" : "b");
    const std::chrono::milliseconds time(listens ? 60'000 : 500);
    options.make = [&](const std::string&) { return std::make_unique<SlowBot>(time, listens); };
    const auto begin = std::chrono::steady_clock::now();
    const SimResult result = simulate(edition("usa-2004"), options, [&](const Standing&) {
      return std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(200);
    });
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(listens ? 10 : 5));
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.games, 0);
    EXPECT_TRUE(records_in(options.records).empty()) << "a game that was given up leaves nothing";
  }
}

TEST(Sim, ProgressShowsTheStandOfTheFirstBot) {
  SimOptions options;
  options.games = 100;
  options.bots = {"hungry", "random"};
  const SimPlan plan = make_plan(options.bots, {});
  Standing standing{50, 10, {}};
  EXPECT_EQ(progress_text(plan, standing, 100, 80), "50 of 100 games, 100 s left");
  standing.so_far = run("usa-2004", options);
  EXPECT_TRUE(progress_text(plan, standing, 100, 80).starts_with("50 of 100 games, 100 s left, hungry wins "));
  EXPECT_EQ(progress_text(plan, {}, 100, 0), "0 of 100 games");
}

TEST(Sim, ProgressNeverBreaksALine) {
  EXPECT_EQ(progress_bar("50 of 100 games", 50, 100, 79), "[##########..........] 50 of 100 games");
  EXPECT_EQ(progress_bar("50 of 100 games", 50, 100, 38), "[##########..........] 50 of 100 games");
  EXPECT_EQ(progress_bar("50 of 100 games", 50, 100, 23), "[##...] 50 of 100 games");
  EXPECT_EQ(progress_bar("50 of 100 games", 50, 100, 22), "50 of 100 games");
  EXPECT_EQ(progress_bar("wins 50.0 % ± 2.0", 50, 100, 13), "wins 50.0 % ±");
}

}  // namespace
}  // namespace fogg::test
