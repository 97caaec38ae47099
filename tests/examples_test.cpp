// The example bots, one in each language: made as their first lines say, then tried and sent into a competition.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <filesystem>
#include <map>

#include "arena/book.h"
#include "arena/program.h"
#include "folder.h"
#include "paths.h"
#include "run_fogg.h"

namespace fogg::arena {
namespace {

namespace fs = std::filesystem;
using test::Folder;

struct Example {
  const char* folder;
  const char* make;  // empty: nothing to make
  const char* command;
};
constexpr Example kExamples[] = {
    {"python", "", "/usr/bin/python3 bot.py"},
    {"javascript", "", "node bot.js"},
    {"cpp", "g++ -std=c++17 -O1 -Wall -Wextra -Werror -o bot bot.cpp", "./bot"},
    {"java", "javac Bot.java", "java Bot"},
    {"csharp", "mcs Bot.cs", "mono Bot.exe"},
};

class Examples : public testing::Test {
 protected:
  void SetUp() override {
    const auto& problem = sandbox_problem();
    ASSERT_FALSE(problem) << *problem << "\n(the test needs the package bubblewrap)";
    fs::permissions(folder_.path(), fs::perms(0755));
    for (const Example& example : kExamples) {
      fs::copy(fs::path(test::tests_dir()) / "../examples" / example.folder, folder_.path() / example.folder,
               fs::copy_options::recursive);
      if (*example.make == '\0') continue;
      const auto made = test::run_shell(fmt::format("cd {} && {} 2>&1", folder_ / example.folder, example.make));
      ASSERT_EQ(made.code, 0) << example.make << " (packages: g++, default-jdk-headless, mono-mcs)\n" << made.text;
    }
  }
  Folder folder_;
};

TEST_F(Examples, AreReadyToCompete) {
  for (const Example& example : kExamples) {
    for (const char* options :
         {"--edition usa-2025 --players 2", "--edition europe --players 3", "--edition maerklin --players 4"}) {
      const auto tried = test::fogg(
          fmt::format("check-bot \"{}\" --folder {} --games 1 {}", example.command, folder_ / example.folder, options));
      EXPECT_EQ(tried.code, 0) << example.folder << "\n" << tried.text;
      EXPECT_NE(tried.text.find("The bot is ready to compete."), std::string::npos) << tried.text;
    }
  }
}

// They have the same idea in five languages: with the same cards they do the same.
TEST_F(Examples, DoTheSameInEveryLanguage) {
  std::string cup =
      "name = \"Languages\"\nformat = \"gauntlet\"\ndeals = 1\n[[entrant]]\nname = \"hungry\"\nbot = \"hungry\"\n";
  for (const Example& example : kExamples)
    cup +=
        fmt::format("[[entrant]]\nname = \"{0}\"\ncmd = \"{1}\"\nfolder = \"{0}\"\n", example.folder, example.command);
  test::write_file(folder_ / "cup.toml", cup);
  const auto ran = test::fogg(fmt::format("arena {0}/cup.toml --dir {0}/cup", folder_.path().string()));
  ASSERT_EQ(ran.code, 0) << ran.text;
  const auto book = open_book(folder_ / "cup/arena.db", Access::kLook);
  std::int64_t serial = 0;
  std::map<bool, std::map<std::vector<int>, int>> points;  // by who sits in front
  int games = 0;
  for (const Book::Ended& game : book->ended_after(serial)) {
    ++games;
    ++points[game.game.seats[0] == 0][game.outcome.points];
    for (const SeatReport& seat : game.report.seats) EXPECT_FALSE(seat.has_fault()) << seat.words;
  }
  EXPECT_EQ(games, 10);
  EXPECT_EQ(points[true].size(), 1U);
  EXPECT_EQ(points[false].size(), 1U);
}

}  // namespace
}  // namespace fogg::arena
