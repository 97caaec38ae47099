// A competition from the outside and its parts: the file, the book, games of built-in bots, interrupting and going on.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/json.hpp>
#include <numeric>
#include <set>
#include <thread>

#include "arena/accounts.h"
#include "arena/book.h"
#include "arena/deal.h"
#include "arena/moves.h"
#include "arena/runner.h"
#include "arena/table.h"
#include "arena_support.h"
#include "folder.h"
#include "paths.h"
#include "record/verify.h"
#include "run_fogg.h"
#include "support.h"

namespace fogg::arena {
namespace {

namespace json = boost::json;
using test::Folder;
using test::some_key;
using test::some_report;

Spec spec_of(const std::string& text) {
  const auto spec = read_spec("cup.toml", text, "/bots");
  if (!spec) throw std::runtime_error(spec.error());
  return *spec;
}

std::string why_not(const std::string& text) {
  const auto spec = read_spec("cup.toml", text, "/bots");
  return spec ? "" : spec.error();
}

constexpr const char* kTwo =
    "[[entrant]]\nname = \"a\"\nbot = \"hungry\"\n[[entrant]]\nname = \"b\"\nbot = \"random\"\n";

TEST(ArenaSpec, ReadsWhatIsThere) {
  const Spec spec =
      spec_of(std::string(R"(
name = "Cup"
format = "swiss"
rounds = 3
seats = 4
deals = 7
seatings = "cyclic"
editions = ["usa-2004", "europe"]
seed = 12
[limits]
move = 0.5
memory = 256
[faults]
policy = "forfeit"
disqualify-after = 2
)") + kTwo +
              "[[entrant]]\nname = \"c\"\ncmd = \"python3 bot.py\"\nfolder = \"c\"\nreads = [\"/opt/x\"]\n"
              "[[entrant]]\nname = \"d\"\nconnects = \"v0.9\"\nconnections = 3\n");
  EXPECT_EQ(spec.name, "Cup");
  EXPECT_EQ(spec.course.format, Format::kSwiss);
  EXPECT_EQ(spec.course.seats, 4);
  EXPECT_EQ(spec.course.deals, 7);
  EXPECT_EQ(spec.course.seatings, Seatings::kCyclic);
  EXPECT_EQ(spec.course.editions, (std::vector<std::string>{"usa-2004", "europe"}));
  EXPECT_EQ(spec.limits.move, 0.5);
  EXPECT_EQ(spec.limits.memory, 256);
  EXPECT_EQ(spec.faults.policy, FaultPolicy::kForfeit);
  ASSERT_EQ(spec.entrants.size(), 4U);
  EXPECT_EQ(spec.entrants[2].folder, "/bots/c");
  EXPECT_EQ(spec.entrants[2].way, Way::kProgram);
  EXPECT_EQ(spec.entrants[3].way, Way::kConnectsV09);
  for (const EntrantSpec& entrant : spec.entrants) {
    const auto back = entrant_from_json(to_json(entrant));
    ASSERT_TRUE(back);
    EXPECT_EQ(to_json(*back), to_json(entrant));
  }
}

TEST(ArenaSpec, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(why_not("seats = 9"), "cup.toml:1: seats: must be a whole number from 2 to 5");
  EXPECT_EQ(why_not("\nseat = 2"), "cup.toml:2: seat: there is no such setting");
  EXPECT_EQ(why_not("format = \"cup\""), "cup.toml:1: format: must be one of: round-robin, gauntlet, swiss, knock-out");
  EXPECT_EQ(why_not("[limits]\nmove = \"5\""), "cup.toml:2: move: must be a number of seconds from 0.001 to 1000000");
  EXPECT_EQ(why_not("[limits]\nmove = nan"), "cup.toml:2: move: must be a number of seconds from 0.001 to 1000000");
  EXPECT_EQ(why_not("editions = [\"usa-2004\", \"usa-2004\"]"), "cup.toml:1: an edition is named twice");
  EXPECT_EQ(why_not("[[entrant]]\nname = \"a\""), "cup.toml:1: a must have exactly one of: bot, cmd, connects");
  EXPECT_EQ(why_not("[[entrant]]\nname = \"a b\"\nbot = \"random\""),
            "cup.toml:1: a name has no spaces, control characters or @");
  EXPECT_EQ(why_not(std::string(kTwo) + "[[entrant]]\nname = \"a\"\nbot = \"random\""),
            "cup.toml:7: there are two entrants named a");
  EXPECT_NE(why_not("[[entrant]]\nname = \"a\"\nbot = \"chess\"").find("chess"), std::string::npos);
  EXPECT_EQ(why_not("[[entrant]]\nname = \"a\"\nconnects = \"smtp\""),
            "cup.toml:1: a connects by \"smtp\"; there are: current, v0.9");
  EXPECT_EQ(why_not("[sprt]\nalpha = 0.6"), "cup.toml:2: alpha: must be a number from 0.0001 to 0.5");
  EXPECT_EQ(why_not("[sprt]\nelo0 = 10"), "cup.toml:1: elo0 must be below elo1, and alpha and beta together below 1");
  EXPECT_NE(why_not("a = ").find("cup.toml:1:"), std::string::npos);
  EXPECT_EQ(why_not(std::string(2 << 20, ' ')), "cup.toml is larger than 1 MiB");
  EXPECT_EQ(why_not("entrant = 3"), "cup.toml:1: entrant: must be written as [[entrant]]");
}

// Anybody who knows the key can compute a deal's with any HMAC-SHA256.
TEST(ArenaDeal, KeysFollowFromTheCompetitions) {
  ChaKey competition{};
  std::iota(competition.begin(), competition.end(), std::uint8_t{0});
  Deals deals(competition);
  for (int twice = 0; twice < 2; ++twice) {
    EXPECT_EQ(hex(deals.key(1)), "101c246e2881e96930b9751cacadc802ed1efe961ffdabb606a3e91f41718782");
    EXPECT_EQ(hex(deals.key(2)), "f87e440c09089fc0aa2a451b22e71474a4a847700b345738aa1a6d164627adda");
    // The first eight bytes of bfdcbac089dc4b37..., the lowest first.
    EXPECT_EQ(deals.bot_luck(1, 0).next(), FastGenerator(0x374bdc89c0badcbf).next());
  }
  EXPECT_EQ(hex(deal_key(competition, 2)), hex(deals.key(2)));
}

TEST(ArenaDeal, KeysAndLuckDiffer) {
  std::set<ChaKey> keys;
  std::set<std::uint64_t> luck;
  for (int key = 0; key < 3; ++key) {
    for (std::int64_t deal = 1; deal <= 50; ++deal) {
      keys.insert(deal_key(some_key(key), deal));
      for (int seat = 0; seat < 5; ++seat) luck.insert(bot_luck(some_key(key), deal, seat).next());
    }
  }
  EXPECT_EQ(keys.size(), 150U);
  EXPECT_EQ(luck.size(), 750U);
  EXPECT_NE(new_key(), new_key());
}

// The moves of a game say everything: the record made from them passes the check of every shuffle.
TEST(ArenaMoves, TellTheWholeGame) {
  for (const std::string& id : test::edition_ids()) {
    const Edition& edition = test::edition(id);
    const int players = edition.max_players;
    Game game;
    game.number = 1;
    game.deal = 5;
    game.edition = id;
    const std::vector<std::string_view> bots(static_cast<std::size_t>(players), "hungry");
    Table table(some_key(7), {});
    Finished finished;
    ASSERT_TRUE(table.play(game, edition, bots, finished));
    Header header;
    header.edition = id;
    header.data_hash = edition.data_hash;
    for (int seat = 0; seat < players; ++seat) header.players.push_back({fmt::format("p{}", seat), "hungry"});
    const ChaKey key = deal_key(some_key(7), 5);
    const auto record = record_of_moves(edition, header, key, finished.played, true);
    ASSERT_TRUE(record) << record.error();
    const Folder folder;
    test::write_file(folder / "game.jsonl", *record);
    const auto verdict = test::fogg("verify " + (folder / "game.jsonl"));
    EXPECT_EQ(verdict.code, 0) << verdict.text;
    EXPECT_NE(verdict.text.find("key"), std::string::npos) << verdict.text;
    // The end of the record says the same as the outcome.
    const std::size_t end = record->find(R"("kind":"end")");
    ASSERT_NE(end, std::string::npos);
    for (const int points : finished.outcome.points)
      EXPECT_NE(record->find(fmt::format(R"("total":{})", points), end), std::string::npos);
    EXPECT_FALSE(record_of_moves(edition, header, key, finished.played.substr(1), true));
    EXPECT_FALSE(record_of_moves(edition, header, key, finished.played.substr(0, finished.played.size() - 2), true));
    EXPECT_FALSE(record_of_moves(edition, header, key, finished.played + finished.played, true));
    EXPECT_FALSE(record_of_moves(edition, header, key, "\xFF\xFF", true));
  }
}

TEST(ArenaReport, ComesBackAsItWas) {
  const GameReport report = some_report();
  const auto back = report_from_json(to_json(report));
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(*back, report);
  EXPECT_EQ(report.seats[0].times.decisions(), 6);
  EXPECT_EQ(report.seats[0].times.slowest_us(), 3'000'000);
  EXPECT_FALSE(report.seats[0].has_fault());
  EXPECT_TRUE(report.seats[1].has_fault());
  for (const char* bad :
       {"", "{}", "[]", R"({"ms":1,"seats":[{}]})", R"({"ms":1,"seats":[{"times":["x"],"us":1,"slowest":1}]})",
        R"({"ms":1,"seats":[{"times":[],"us":1,"slowest":1,"faults":[1]}]})"})
    EXPECT_FALSE(report_from_json(bad)) << bad;
}

// -- As an organiser

constexpr const char* kCup = R"(
name = "Cup"
deals = 40
[[entrant]]
name = "careful"
bot = "planner"
[[entrant]]
name = "racer"
bot = "longroute"
[[entrant]]
name = "hungry"
bot = "hungry"
)";

std::string results(const std::string& folder) {
  return test::results(*open_book(folder + "/arena.db", Access::kLook));
}

TEST(Arena, RunsACompetitionToItsEnd) {
  const Folder folder;
  test::write_file(folder / "cup.toml", std::string(kCup));
  const auto ran = test::fogg(fmt::format("arena {0}/cup.toml --dir {0}/cup", folder.path().string()));
  EXPECT_EQ(ran.code, 0) << ran.text;
  // Three pairings, forty deals, two seatings.
  const auto book = open_book(folder / "cup/arena.db", Access::kLook);
  EXPECT_EQ(book->counts().over, 240);
  EXPECT_EQ(book->phase(), Phase::kOver);
  EXPECT_NE(ran.text.find("careful"), std::string::npos) << ran.text;
  const json::value summary = json::parse(test::read_file(folder / "cup/summary.json"));
  EXPECT_EQ(summary.at("games").at("over").as_int64(), 240);
  EXPECT_EQ(summary.at("order").as_array().at(0).as_int64(), 0);  // the planner is far stronger than the others
  const std::string games = test::read_file(folder / "cup/games.csv");
  EXPECT_EQ(std::count(games.begin(), games.end(), '\n'), 241);
  // Everyone sat in both seats equally often, with the same deals.
  std::int64_t serial = 0;
  std::map<std::pair<Entrant, std::size_t>, int> seats;
  std::map<std::int64_t, int> deals;
  for (const Book::Ended& one : book->ended_after(serial)) {
    ++deals[one.game.deal];
    for (std::size_t seat = 0; seat < 2; ++seat) ++seats[{one.game.seats[seat], seat}];
  }
  for (const auto& [where, times] : seats) EXPECT_EQ(times, 80);
  for (const auto& [deal, times] : deals) EXPECT_EQ(times, 6);
  // What is over is not begun again, and not overwritten.
  const auto again = test::fogg(fmt::format("arena {0}/cup.toml --dir {0}/cup", folder.path().string()));
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.text.find("already"), std::string::npos) << again.text;
}

// Played until the answer is known, and no longer; the same answer however many play at the same time.
TEST(Arena, TestsWhetherOneIsBetter) {
  const Folder folder;
  const auto verdict = [&](const std::string& name, const std::string& a, const std::string& b, int threads) {
    test::write_file(folder / (name + ".toml"),
                     fmt::format("[sprt]\nelo1 = 60\n[[entrant]]\nname = \"A\"\nbot = \"{}\"\n"
                                 "[[entrant]]\nname = \"B\"\nbot = \"{}\"\n",
                                 a, b));
    const auto ran = test::fogg(
        fmt::format("arena {0}/{1}.toml --dir {0}/{1} --threads {2}", folder.path().string(), name, threads));
    EXPECT_EQ(ran.code, 0) << ran.text;
    const json::value summary = json::parse(test::read_file(folder / (name + "/summary.json")));
    EXPECT_EQ(summary.at("phase").as_string(), "over");
    EXPECT_LT(summary.at("games").at("over").as_int64(), 10'000);
    EXPECT_NE(ran.text.find("better"), std::string::npos) << ran.text;
    return summary.at("sprt").as_object();
  };
  const json::object better = verdict("better", "hungry", "planner", 2);
  EXPECT_EQ(better.at("verdict").as_string(), "better");
  EXPECT_GE(better.at("deals").as_int64(), 20);
  EXPECT_EQ(verdict("worse", "planner", "hungry", 2).at("verdict").as_string(), "not better");
  // With the key of the first, in peace: the same deals have decided.
  const std::string calm = folder / "calm";
  std::filesystem::create_directories(calm);
  {
    const auto from = open_book(folder / "better/arena.db", Access::kLook);
    make_book(calm + "/arena.db", {from->spec_text(), from->spec_folder(), from->key(), from->entrants()});
  }
  EXPECT_EQ(test::fogg("arena --resume " + calm + " --threads 1").code, 0);
  EXPECT_EQ(json::parse(test::read_file(calm + "/summary.json")).at("sprt"), better);

  // More than two, or seats for more, make no test.
  test::write_file(folder / "three.toml",
                   "[sprt]\n" + std::string(kTwo) + "[[entrant]]\nname = \"c\"\nbot = \"random\"\n");
  const auto three = test::fogg(fmt::format("arena {0}/three.toml --dir {0}/three", folder.path().string()));
  EXPECT_EQ(three.code, 2);
  EXPECT_NE(three.text.find("two entrants"), std::string::npos) << three.text;
}

// What was taken back after the end is played when somebody goes on with the competition; after an abort nothing is taken back.
TEST(Arena, PlaysAGameAgainAfterTheEnd) {
  const Folder folder;
  test::write_file(
      folder / "cup.toml",
      "deals = 3\n[[entrant]]\nname = \"a\"\nbot = \"hungry\"\n[[entrant]]\nname = \"b\"\nbot = \"random\"\n");
  const std::string cup = folder / "cup";
  ASSERT_EQ(test::fogg(fmt::format("arena {} --dir {}", folder / "cup.toml", cup)).code, 0);
  const std::string before = test::fogg(fmt::format("arena record {} 5", cup)).text;
  EXPECT_EQ(open_book(cup + "/arena.db", Access::kLook)->post({0, "rerun", "5"}), 1);
  EXPECT_EQ(test::fogg("arena --resume " + cup).code, 0);
  const auto again = open_book(cup + "/arena.db", Access::kLook);
  EXPECT_EQ(again->answer(1), "done");
  EXPECT_EQ(again->phase(), Phase::kOver);
  EXPECT_EQ(again->counts().over, 6);
  EXPECT_EQ(test::fogg(fmt::format("arena record {} 5", cup)).text, before);  // same deal, same bots, same luck
  again->post({0, "abort", ""});
  again->post({0, "rerun", "5"});
  test::fogg("arena --resume " + cup);
  EXPECT_NE(again->answer(3), "done");
  EXPECT_EQ(again->counts().over, 6);
}

TEST(Arena, BadFilesChangeNothing) {
  const Folder folder;
  test::write_file(folder / "one.toml", std::string("[[entrant]]\nname = \"a\"\nbot = \"hungry\"\n"));
  const auto one = test::fogg(fmt::format("arena {0}/one.toml --dir {0}/one", folder.path().string()));
  EXPECT_EQ(one.code, 2);
  EXPECT_FALSE(one.text.empty());
  EXPECT_FALSE(std::filesystem::exists(folder / "one/arena.db"));
  const auto none = test::fogg(fmt::format("arena {0}/none.toml --dir {0}/none", folder.path().string()));
  EXPECT_EQ(none.code, 2);
  test::write_file(folder / "moon.toml", std::string("editions = [\"moon\"]\n") + std::string(kTwo));
  const auto moon = test::fogg(fmt::format("arena {0}/moon.toml --dir {0}/moon", folder.path().string()));
  EXPECT_EQ(moon.code, 2);
  EXPECT_NE(moon.text.find("moon"), std::string::npos) << moon.text;
  EXPECT_FALSE(std::filesystem::exists(folder / "moon/arena.db"));
}

// Of one that was killed while it was made there is an empty file.
TEST(Arena, BeginsAnewWhatWasNotMade) {
  const Folder folder;
  test::write_file(folder / "cup.toml", "deals = 2\n" + std::string(kTwo));
  const std::string cup = folder / "cup";
  std::filesystem::create_directories(cup);
  test::write_file(cup + "/arena.db", "");
  const auto resumed = test::fogg("arena --resume " + cup);
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.text.find("start it again without --resume"), std::string::npos) << resumed.text;
  EXPECT_EQ(test::fogg(fmt::format("arena {} --dir {}", folder / "cup.toml", cup)).code, 0);
  EXPECT_EQ(open_book(cup + "/arena.db", Access::kLook)->phase(), Phase::kOver);
}

pid_t start(const std::vector<std::string>& words) {
  const pid_t child = fork();
  if (child != 0) return child;
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::freopen("/dev/null", "w", stdout);
  std::freopen("/dev/null", "w", stderr);
  execv(test::fogg_binary().c_str(), arguments.data());
  _exit(127);
}

// Whether there is something to go on with: killed early, a competition has not been made yet.
bool is_made(const std::string& folder) {
  try {
    open_book(folder + "/arena.db", Access::kLook);
    return true;
  } catch (const BookError&) {
    return false;
  }
}

// Killed again and again, it ends with exactly the same games as one that was left alone.
TEST(Arena, GoesOnAfterKill) {
  const Folder folder;
  std::string cup = kCup;
  cup.replace(cup.find("40"), 2, test::kSanitized ? "30" : "400");
  test::write_file(folder / "cup.toml", std::string(cup));
  const std::string killed = folder / "killed";
  const auto start_or_go_on = [&] {
    return is_made(killed) ? start({"fogg", "arena", "--resume", killed, "--threads", "2"})
                           : start({"fogg", "arena", folder / "cup.toml", "--dir", killed, "--threads", "2"});
  };
  pid_t child = start_or_go_on();
  int kills = 0;
  for (int i = 0; i < 300; ++i) {
    // It lives longer and longer, so that it gets somewhere on a slow machine too.
    std::this_thread::sleep_for(std::chrono::milliseconds(200 + 70 * (i % 5) + 10 * i));
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
      child = 0;
      break;
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    ++kills;
    child = start_or_go_on();
  }
  ASSERT_EQ(child, 0) << "it does not get to its end";
  EXPECT_GE(kills, 1);
  // The same key, in peace.
  const std::string calm = folder / "calm";
  std::filesystem::create_directories(calm);
  {
    const auto from = open_book(killed + "/arena.db", Access::kLook);
    const auto to =
        make_book(calm + "/arena.db", {from->spec_text(), from->spec_folder(), from->key(), from->entrants()});
  }
  const auto ran = test::fogg("arena --resume " + calm + " --threads 1");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(results(killed), results(calm));
  const std::string lines = results(calm);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), test::kSanitized ? 180 : 2400);
}

}  // namespace
}  // namespace fogg::arena
