// Competitions with programs in the real sandbox: good ones, and those that do their worst.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <map>
#include <sstream>
#include <thread>

#include "arena/book.h"
#include "arena/program.h"
#include "folder.h"
#include "paths.h"
#include "record/event.h"
#include "run_fogg.h"
#include "support.h"

namespace fogg::arena {
namespace {

using test::Folder;
namespace fs = std::filesystem;

// The bots' folders; programs run under another user and must be able to read them.
void make_bots(const Folder& folder) {
  fs::permissions(folder.path(), fs::perms(0755));
  for (const char* name : {"mine", "other"}) {
    fs::create_directory(folder / name);
    fs::copy_file(test::tests_dir() + "/bad_bots/player.py", folder / (std::string(name) + "/player.py"));
  }
  test::write_file(folder / "other/secret.txt", "secret\n");
}

std::string cup(const std::string& what, const std::string& marker) {
  return fmt::format(R"(
name = "Cup"
deals = 1
[limits]
move = 1
start = 20
memory = 128
processes = 24
[[entrant]]
name = "hungry"
bot = "hungry"
[[entrant]]
name = "good"
cmd = "/usr/bin/python3 player.py well {1}"
folder = "other"
[[entrant]]
name = "bad"
cmd = "/usr/bin/python3 player.py {0} {1}"
folder = "mine"
)",
                     what, marker);
}

struct Ran {
  std::vector<Book::Ended> games;
  std::map<std::int64_t, std::string> moves;  // what was done in each game
  std::string text;
};

Ran run(const Folder& folder, const std::string& what, const std::string& marker) {
  const std::string dir = folder / "cup";
  fs::remove_all(dir);
  test::write_file(folder / "cup.toml", cup(what, marker));
  const std::string text = cup(what, marker);
  ChaKey key{};
  key[5] = 17;
  fs::create_directory(dir);
  {
    const auto spec = read_spec("cup.toml", text, folder.path().string());
    NewCompetition competition{text, folder.path().string(), key};
    for (const EntrantSpec& entrant : spec->entrants) competition.entrants.push_back({entrant, {}});
    make_book(dir + "/arena.db", competition);
  }
  Ran ran;
  const auto printed = test::fogg("arena --resume " + dir);
  ran.text = printed.text;
  EXPECT_EQ(printed.code, 0) << printed.text;
  const auto book = open_book(dir + "/arena.db", Access::kLook);
  EXPECT_EQ(book->phase(), Phase::kOver);
  std::int64_t serial = 0;
  ran.games = book->ended_after(serial);
  for (const Book::Ended& game : ran.games) {
    const auto finished = book->finished(game.game.number);
    std::string& moves = ran.moves[game.game.number];
    std::istringstream lines(finished->played);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(R"("kind":"action")") == std::string::npos) continue;
      const auto event = parse_event(test::edition(game.game.edition), line);
      EXPECT_TRUE(event) << line;
      if (event) moves += fmt::format("{} ", test::edition(game.game.edition).action_id(*event->action));
    }
  }
  return ran;
}

int processes_with(const std::string& marker) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code gone;
    if (test::read_file((entry.path() / "cmdline").string()).find(marker) != std::string::npos) ++count;
  }
  return count;
}

constexpr Entrant kGood = 1;
constexpr Entrant kBad = 2;

class ArenaPrograms : public testing::Test {
 protected:
  void SetUp() override {
    const auto& problem = sandbox_problem();
    ASSERT_FALSE(problem) << *problem << "\n(the test needs the package bubblewrap)";
    make_bots(folder_);
  }

  // What the others did must not depend on what the bad one does.
  void expect_contained(const std::string& what, Fault fault) {
    const std::string marker = fmt::format("marker-{}-{}", getpid(), what);
    const Ran calm = run(folder_, "well", marker);
    ASSERT_EQ(calm.games.size(), 6U) << calm.text;
    for (const Book::Ended& game : calm.games)
      for (const SeatReport& seat : game.report.seats) EXPECT_FALSE(seat.has_fault()) << seat.words;
    const Ran wild = run(folder_, what, marker);
    ASSERT_EQ(wild.games.size(), 6U) << wild.text;
    int with_bad = 0;
    for (const Book::Ended& game : wild.games) {
      bool has_bad = false;
      for (std::size_t seat = 0; seat < 2; ++seat) {
        const SeatReport& report = game.report.seats[seat];
        if (game.game.seats[seat] != kBad) {
          EXPECT_FALSE(report.has_fault()) << report.words;
          continue;
        }
        has_bad = true;
        EXPECT_GE(report.faults[static_cast<std::size_t>(fault)], 1) << report.words;
        words_ += report.words + "\n";
      }
      with_bad += has_bad ? 1 : 0;
      if (has_bad) continue;
      EXPECT_EQ(wild.moves.at(game.game.number), calm.moves.at(game.game.number));
      const auto same = std::find_if(calm.games.begin(), calm.games.end(),
                                     [&](const Book::Ended& one) { return one.game.number == game.game.number; });
      EXPECT_EQ(game.outcome, same->outcome);
    }
    EXPECT_EQ(with_bad, 4);
    int left = processes_with(marker);
    for (int i = 0; i < 50 && left > 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      left = processes_with(marker);
    }
    EXPECT_EQ(left, 0);
  }

  Folder folder_;
  std::string words_;
};

TEST_F(ArenaPrograms, ForkBomb) { expect_contained("fork_bomb", Fault::kTimeout); }
TEST_F(ArenaPrograms, MemoryHog) { expect_contained("memory_hog", Fault::kCrash); }
TEST_F(ArenaPrograms, EndlessOutput) { expect_contained("endless_output", Fault::kFlood); }
TEST_F(ArenaPrograms, ReadsOthers) {
  expect_contained("reads_others", Fault::kCrash);
  EXPECT_NE(words_.find("found nothing"), std::string::npos) << words_;
}
TEST_F(ArenaPrograms, IgnoresSigterm) { expect_contained("ignores_sigterm", Fault::kTimeout); }
TEST_F(ArenaPrograms, IsLate) { expect_contained("late", Fault::kTimeout); }
TEST_F(ArenaPrograms, IllegalMoves) { expect_contained("illegal", Fault::kIllegal); }
TEST_F(ArenaPrograms, Crashes) { expect_contained("crashes", Fault::kCrash); }

// -- fogg check-bot

class CheckBot : public ArenaPrograms {
 protected:
  test::Printed check(const std::string& command, const std::string& options = "") {
    return test::fogg(
        fmt::format("check-bot \"{}\" --folder {} --games 1 --move 1 {}", command, folder_ / "mine", options));
  }
  void expect_said(const std::string& command, const std::string& words) {
    const test::Printed printed = check(command);
    EXPECT_EQ(printed.code, 1) << printed.text;
    EXPECT_NE(printed.text.find(words), std::string::npos) << command << ":\n" << printed.text;
    EXPECT_NE(printed.text.find("There is something to mend."), std::string::npos) << printed.text;
  }
};

TEST_F(CheckBot, AGoodOneIsReady) {
  for (const char* options : {"", "--edition europe --players 4", "--edition maerklin --players 3"}) {
    const test::Printed printed = check("/usr/bin/python3 player.py well x", options);
    EXPECT_EQ(printed.code, 0) << printed.text;
    EXPECT_NE(printed.text.find("The bot is ready to compete."), std::string::npos) << printed.text;
    EXPECT_EQ(printed.text.find("FAIL"), std::string::npos) << printed.text;
  }
}

TEST_F(CheckBot, SaysWhatWentWrong) {
  const std::string player = "/usr/bin/python3 player.py ";
  expect_said(player + "late x", "was too late 3 times");
  expect_said(player + "illegal x", "sent a move that is not allowed");
  expect_said(player + "crashes x", "killed by SIGSEGV");
  expect_said(player + "endless_output x", "wrote too much");
  expect_said(player + "no_such_thing x", "KeyError: 'no_such_thing'");  // its error output
  expect_said("no-such-program", "cannot be started: there is no program no-such-program");
  test::write_file(folder_ / "mine/chat.py", "import sys\nfor line in sys.stdin: print('what?', flush=True)\n");
  expect_said("/usr/bin/python3 chat.py", "sent a line that is no message");
  test::write_file(folder_ / "mine/mute.py",
                   "import time\nprint('no line feed', end='', flush=True)\ntime.sleep(1000)\n");
  const test::Printed mute = check("/usr/bin/python3 mute.py", "--start 1");
  EXPECT_NE(mute.text.find("It wrote this without a line feed: no line feed"), std::string::npos) << mute.text;
}

}  // namespace
}  // namespace fogg::arena
