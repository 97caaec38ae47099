// Competitions with entrants that connect, over real sockets: all kinds together, mirrors, coming back, and what the organiser does meanwhile.
#include <sys/stat.h>

#include "arena/program.h"
#include "arena_entry_support.h"
#include "run_fogg.h"

namespace fogg::test {
namespace {

// A competition from its file on: built-in bots, a program, and two that connect.
TEST_F(ArenaEntry, AllKindsOfEntrants) {
  ASSERT_FALSE(arena::sandbox_problem()) << *arena::sandbox_problem() << "\n(the test needs the package bubblewrap)";
  fs::permissions(folder_.path(), fs::perms(0755));
  fs::create_directory(folder_ / "mine");
  fs::copy_file(tests_dir() + "/bad_bots/player.py", folder_ / "mine/player.py");
  write_file(folder_ / "cup.toml",
             kHungry + entrant("program", "cmd = \"/usr/bin/python3 player.py well x\"\nfolder = \"mine\"") +
                 entrant("ada", kCurrent) + entrant("bob", kOld));
  ArenaProcess arena(folder_ / "log", {folder_ / "cup.toml", "--dir", cup_.dir, "--threads", "3"});
  ASSERT_NE(arena.tcp(), 0) << arena.log();

  struct stat status{};
  ASSERT_EQ(stat((cup_.dir + "/tokens.csv").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  std::istringstream rows(read_file(cup_.dir + "/tokens.csv"));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row, "name,protocol,token,first_line,second_line");
  std::getline(rows, row);
  ASSERT_EQ(row.substr(0, 14), "\"ada\",current,");
  cup_.tokens["ada"] = row.substr(14, 32);
  EXPECT_EQ(
      row.substr(46),
      fmt::format(
          R"(,"{{""type"":""hello"",""protocol"":[1,1]}}","{{""type"":""join"",""name"":""ada"",""token"":""{}""}}")",
          cup_.tokens["ada"]));
  std::getline(rows, row);
  ASSERT_EQ(row.substr(0, 11), "\"bob\",v0.9,");
  cup_.tokens["bob"] = row.substr(11, 32);
  EXPECT_EQ(row.substr(43), fmt::format(",\"Join bob@{} Player\",\"\"", cup_.tokens["bob"]));
  {
    const auto ada = bot(arena, "ada");
    const auto bob = old_bot(arena, "bob");
    expect_end(arena);
    EXPECT_EQ(ada->connections(), 1);  // it stays between the games
    EXPECT_TRUE(ada->heard().contains("stopping"));
    EXPECT_EQ(bob->games(), 6);
  }
  EXPECT_EQ(cup_.games().size(), 12U);
  expect_no_faults();
  expect_no_deal_twice();
  for (const char* name : {"hungry", "program", "ada", "bob"}) EXPECT_EQ(reports(name).size(), 6U);
}

TEST_F(ArenaEntry, MirrorsAreTwoGamesAtTheSameTime) {
  // ada and eve can play both games of a deal at once, bob cannot.
  cup_.make("deals = 2\n" + kHungry + entrant("ada", kCurrent + "\nconnections = 2") +
            entrant("eve", kCurrent + "\nconnections = 3") + entrant("bob", kOld));
  const auto arena = start("2");
  const auto diary = std::make_shared<Diary>();
  {
    std::vector<std::unique_ptr<Bot>> bots;
    for (int i = 0; i < 2; ++i) bots.push_back(bot(*arena, "ada", {}, diary));
    for (int i = 0; i < 2; ++i) bots.push_back(bot(*arena, "eve"));
    const auto bob = old_bot(*arena, "bob");
    expect_end(*arena);
  }
  EXPECT_EQ(cup_.games().size(), 24U);
  expect_no_faults();
  expect_no_deal_twice();
  std::map<std::int64_t, std::set<std::int64_t>> together;  // games by deal, of ada against hungry or eve
  int alone = 0;
  for (const Book::Ended& game : cup_.games()) {
    const bool with_bob = std::count(game.game.seats.begin(), game.game.seats.end(), 3) > 0;
    EXPECT_EQ(game.game.together, !with_bob) << game.game.number;
    if (std::count(game.game.seats.begin(), game.game.seats.end(), 1) == 0) continue;
    if (game.game.together) together[game.game.deal].insert(game.game.number);
    alone += game.game.together ? 0 : 1;
  }
  EXPECT_EQ(together.size(), 4U);
  EXPECT_EQ(alone, 4);
  for (const auto& [deal, games] : together) {
    EXPECT_EQ(games.size(), 2U);
    int open = 0;
    for (const Diary::Entry& entry : diary->entries()) {
      if (!games.contains(entry.game)) continue;
      open += entry.began ? 1 : -1;
      // Nobody had finished one of them when the other began.
      if (!entry.began) break;
    }
    EXPECT_EQ(open, 1) << "deal " << deal;
  }
}

TEST_F(ArenaEntry, WhoLosesTheConnectionMayComeBack) {
  cup_.make("[limits]\nmove = 20\n[[entrant]]\nname = \"hungry\"\nbot = \"hungry\"\n" + entrant("ada", kCurrent) +
            entrant("eve", kCurrent) + entrant("bob", kOld));
  const auto arena = start();
  // Now before the answer, now behind it, now in the middle of it.
  const auto unsteady = [] {
    return [lost = std::int64_t{0}](Bot& me, const json::object& request) mutable {
      const std::int64_t number = request.at("request").as_int64();
      if (number % 7 != 3 || number == lost) {
        me.play(request);
        return true;
      }
      lost = number;
      if (number % 2 == 0) me.play(request);
      if (number % 3 == 0) me.line().send_bytes(R"({"type":"move","requ)");
      me.line().reset();
      return false;
    };
  };
  {
    const auto ada = bot(*arena, "ada", unsteady());
    const auto eve = bot(*arena, "eve", unsteady());
    eve->resumes = false;
    const auto bob = old_bot(*arena, "bob", 9);
    expect_end(*arena);
    EXPECT_GT(ada->connections(), 10);
    EXPECT_GT(eve->connections(), 10);
    EXPECT_EQ(bob->games(), 6);
  }
  EXPECT_EQ(cup_.games().size(), 12U);
  expect_no_faults();
}

TEST_F(ArenaEntry, GoesOnAfterItWasKilled) {
  const auto diary = std::make_shared<Diary>();
  cup_.make("deals = 4\n" + kHungry + entrant("ada", kCurrent + "\nconnections = 2") + entrant("bob", kOld));
  auto arena = start();
  {
    std::vector<std::unique_ptr<Bot>> bots;
    for (int i = 0; i < 2; ++i) {
      bots.push_back(bot(*arena, "ada", {}, diary));
      bots.back()->resumes = false;
    }
    const auto bob = old_bot(*arena, "bob");
    ASSERT_TRUE(comes_true([&] { return cup_.games().size() >= 5; })) << arena->log();
    const int answers = bots[0]->answers();
    ASSERT_TRUE(comes_true([&] { return bots[0]->answers() > answers; }));  // in the middle of a game
    const std::vector<std::string> ports = {"--tcp", std::to_string(arena->tcp()), "--v09",
                                            std::to_string(arena->v09())};
    arena->kill_now();
    const std::size_t before = cup_.games().size();
    EXPECT_LT(before, 24U);
    ArenaProcess again(folder_ / "log", {"--resume", cup_.dir}, ports);
    expect_end(again);
  }
  EXPECT_EQ(cup_.games().size(), 24U);
  expect_no_faults();
  std::set<std::int64_t> numbers;
  for (const Book::Ended& game : cup_.games()) EXPECT_TRUE(numbers.insert(game.game.number).second);
  // A game that was broken off and played again had other cards the second time.
  std::map<std::string, std::set<std::int64_t>> games;
  for (const Diary::Entry& entry : diary->entries()) {
    if (!entry.began) continue;
    EXPECT_EQ(entry.deal.size(), 64U);
    EXPECT_TRUE(games[entry.deal].insert(entry.game).second) << "game " << entry.game << " again with the same deal";
    EXPECT_LE(games[entry.deal].size(), 2U);
  }
}

TEST_F(ArenaEntry, TheOrganiserDecides) {
  cup_.make("deals = 200\nformat = \"swiss\"\nrounds = 2\n" + kHungry + entrant("ada", kCurrent) +
            entrant("eve", kCurrent) + entrant("bob", kOld));
  const auto arena = start();
  const auto ask = [&](const std::string& words) { return fogg(fmt::format("arena {}", words)); };
  std::vector<std::unique_ptr<Bot>> bots;
  for (const char* name : {"ada", "eve"}) bots.push_back(bot(*arena, name));
  auto bob = old_bot(*arena, "bob");
  ASSERT_TRUE(comes_true([&] { return bots[0]->answers() > 5 && bots[1]->answers() > 5; })) << arena->log();

  // A new token: the old one is void at once, also for who is there.
  EXPECT_EQ(ask("token " + cup_.dir + " hungry").code, 2);
  EXPECT_EQ(ask("token " + cup_.dir + " nobody").code, 2);
  const std::string old_token = cup_.tokens.at("ada");
  const auto renewed = ask("token " + cup_.dir + " ada");
  EXPECT_EQ(renewed.code, 0) << renewed.text;
  ASSERT_TRUE(comes_true([&] { return bots[0]->last_error() == "bad_token"; }));
  const std::string rows = read_file(cup_.dir + "/tokens.csv");
  const std::size_t at = rows.find("\"ada\",current,");
  ASSERT_NE(at, std::string::npos) << rows;
  cup_.tokens["ada"] = rows.substr(at + 14, 32);
  EXPECT_NE(cup_.tokens["ada"], old_token);
  bots[0] = bot(*arena, "ada");
  ASSERT_TRUE(comes_true([&] { return bots[0]->answers() > 5; })) << arena->log();

  // Who is kicked in the middle of a game is gone; the others go on.
  EXPECT_EQ(ask("kick " + cup_.dir + " eve").code, 0);
  ASSERT_TRUE(comes_true([&] { return bots[1]->last_error() == "not_allowed"; }));
  const int answers = bots[0]->answers();
  EXPECT_TRUE(comes_true([&] { return bots[0]->answers() > answers + 20; }));

  // One more.
  write_file(folder_ / "new.toml", "name = \"new\"\nconnects = \"v0.9\"\n");
  const auto added = ask("add " + cup_.dir + " " + (folder_ / "new.toml"));
  EXPECT_EQ(added.code, 0) << added.text;
  EXPECT_NE(read_file(cup_.dir + "/tokens.csv").find("\"new\",v0.9,"), std::string::npos);
  EXPECT_EQ(ask("abort " + cup_.dir).code, 0);
  EXPECT_EQ(arena->wait(), 0) << arena->log();
  for (auto& one : bots) one->stop();
  bob.reset();
  const auto entrants = cup_.book()->entrants();
  ASSERT_EQ(entrants.size(), 5U);
  EXPECT_FALSE(entrants[2].state.active);
  EXPECT_FALSE(entrants[4].token_hash.empty());
  expect_no_tokens();
}

TEST_F(ArenaEntry, WhatCannotBeIsRefusedAndChangesNothing) {
  const auto refused = [&](const std::string& cup, const std::string& options, const std::string& words) {
    write_file(folder_ / "cup.toml", cup);
    const auto ran = fogg(fmt::format("arena {} --dir {} {}", folder_ / "cup.toml", folder_ / "nothing", options));
    EXPECT_EQ(ran.code, 2) << ran.text;
    EXPECT_NE(ran.text.find(words), std::string::npos) << ran.text;
    EXPECT_FALSE(fs::exists(folder_ / "nothing"));
  };
  refused("editions = [\"usa-2004\", \"europe\"]\n" + kHungry + entrant("bob", kOld), "--v09 0",
          "bob speaks protocol v0.9, which has no words for europe");
  refused(kHungry + entrant("ada", kCurrent), "--tcp 99999", "--tcp: \"99999\" is not a port");
  refused(kHungry + entrant("ada", kCurrent), "--tcp nowhere:1", "--tcp: \"nowhere:1\" is not a port");
  refused(kHungry + entrant("ada", kCurrent), "--tcp 192.0.2.1:0", "cannot listen on 192.0.2.1:0");
  refused(kHungry + entrant("\\u202Eada", kCurrent), "--tcp 0", "nothing that cannot be printed");
  refused(kHungry + entrant("ada", kCurrent + "\nconnections = 0"), "--tcp 0", "must be a whole number from 1");
}

// The strict client of the contract, under mono.
TEST_F(ArenaEntry, AStrictOldClientHasNoObjection) {
  std::string sources;
  for (const auto& file : fs::directory_iterator(fs::path(tests_dir()) / "clients"))
    if (file.path().extension() == ".cs") sources += " " + file.path().string();
  const std::string exe = folder_ / "V09Client.exe";
  const Printed made = run_shell(fmt::format("mcs -langversion:7 -out:{} {} 2>&1", exe, sources));
  ASSERT_EQ(made.code, 0) << made.text << " (package: mono-mcs)";
  cup_.make("editions = [\"usa-2004\", \"usa-2025\"]\nseats = 3\nseatings = \"cyclic\"\n[faults]\ntries = 1000\n" +
            kHungry + entrant("ada", kCurrent) + entrant("strict", kOld));
  const auto arena = start();
  {
    const auto ada = bot(*arena, "ada");
    for (int game = 0; game < 6; ++game) {
      const Printed played =
          run_shell(fmt::format("mono {} 127.0.0.1 {} strict --token {} --seed {} --queries 1 --mistakes 20 2>&1", exe,
                                arena->v09(), cup_.tokens.at("strict"), game + 1));
      EXPECT_EQ(played.code, 0) << played.text;
    }
    expect_end(*arena);
  }
  EXPECT_EQ(cup_.games().size(), 6U);
  expect_no_faults({"strict"});  // its mistakes are on purpose
  for (const SeatReport& report : reports("strict")) {
    EXPECT_FALSE(report.replaced) << report.words;
    EXPECT_EQ(faults(report, Fault::kDisconnect) + faults(report, Fault::kTimeout) + faults(report, Fault::kStall), 0);
  }
}

TEST_F(ArenaEntry, TheExampleBotConnects) {
  cup_.make(kHungry + entrant("snake", kCurrent));
  const auto arena = start();
  const Printed played = run_shell(fmt::format("python3 {}/../examples/python/bot.py 127.0.0.1 {} snake {} 2>&1",
                                               tests_dir(), arena->tcp(), cup_.tokens.at("snake")));
  EXPECT_EQ(played.code, 0) << played.text;
  expect_end(*arena);
  EXPECT_EQ(reports("snake").size(), 2U);
  expect_no_faults();
}

}  // namespace
}  // namespace fogg::test
