// Competitions with entrants that connect: whole ones over real sockets, with good ones and with those who do their worst.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sstream>

#include "arena/program.h"
#include "arena_clients.h"
#include "record/verify.h"
#include "run_fogg.h"
#include "support.h"

namespace fogg::test {
namespace {

using arena::Book;
using arena::Fault;
using arena::SeatReport;

std::string entrant(const std::string& name, const std::string& rest) {
  return fmt::format("[[entrant]]\nname = \"{}\"\n{}\n", name, rest);
}
const std::string kCurrent = "connects = \"current\"";
const std::string kOld = "connects = \"v0.9\"";
const std::string kHungry = entrant("hungry", "bot = \"hungry\"");

int faults(const SeatReport& seat, Fault fault) { return seat.faults[static_cast<std::size_t>(fault)]; }

class ArenaEntry : public testing::Test {
 protected:
  // Goes on with the competition of `cup_`, which must come to its end.
  std::unique_ptr<ArenaProcess> start(const std::string& threads = "3") {
    const std::vector<std::string> words = {"--resume", cup_.dir, "--threads", threads};
    auto arena = std::make_unique<ArenaProcess>(folder_ / "log", words);
    EXPECT_NE(arena->tcp(), 0) << arena->log();
    return arena;
  }
  void expect_end(ArenaProcess& arena) {
    ASSERT_EQ(arena.wait(), 0) << arena.log();
    EXPECT_EQ(cup_.book()->phase(), arena::Phase::kOver);
    expect_sound_records();
    expect_no_tokens();
  }
  std::unique_ptr<Bot> bot(const ArenaProcess& arena, const std::string& name, Bot::Habit habit = {},
                           std::shared_ptr<Diary> diary = {}) {
    return std::make_unique<Bot>(arena.tcp(), name, cup_.tokens.at(name), std::move(habit), std::move(diary));
  }
  std::unique_ptr<OldBot> old_bot(const ArenaProcess& arena, const std::string& name, int cuts = 0) {
    return std::make_unique<OldBot>(arena.v09(), name, cup_.tokens.at(name), cuts);
  }

  std::string name_of(arena::Entrant number) {
    if (names_.empty())
      for (const auto& one : cup_.book()->entrants()) names_.push_back(one.spec.name);
    return names_.at(static_cast<std::size_t>(number));
  }
  void expect_no_faults(const std::set<std::string>& but = {}) {
    for (const Book::Ended& game : cup_.games()) {
      for (std::size_t seat = 0; seat < game.game.seats.size(); ++seat) {
        if (but.contains(name_of(game.game.seats[seat]))) continue;
        EXPECT_FALSE(game.report.seats[seat].has_fault()) << name_of(game.game.seats[seat]) << " in game "
                                                          << game.game.number << ": " << game.report.seats[seat].words;
      }
    }
  }
  // All reports of an entrant.
  std::vector<SeatReport> reports(const std::string& name) {
    std::vector<SeatReport> all;
    for (const Book::Ended& game : cup_.games())
      for (std::size_t seat = 0; seat < game.game.seats.size(); ++seat)
        if (name_of(game.game.seats[seat]) == name) all.push_back(game.report.seats[seat]);
    return all;
  }
  // Who could remember a deal meets it again only in games at the same time.
  void expect_no_deal_twice() {
    std::set<std::pair<arena::Entrant, std::int64_t>> met;
    const auto entrants = cup_.book()->entrants();
    for (const Book::Ended& game : cup_.games()) {
      for (const arena::Entrant one : game.game.seats) {
        if (!entrants.at(static_cast<std::size_t>(one)).state.outside || game.game.together) continue;
        EXPECT_TRUE(met.insert({one, game.game.deal}).second) << name_of(one) << " knows deal " << game.game.deal;
      }
    }
  }
  void expect_sound_records() {
    static const Catalog catalog = *Catalog::open({});
    const auto book = cup_.book();
    for (const Book::Ended& game : cup_.games()) {
      const auto finished = book->finished(game.game.number);
      if (finished->form != arena::Finished::Form::kRecord) continue;
      std::istringstream in(finished->played);
      const Verdict verdict = verify_record(catalog, in);
      EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
    }
  }
  void expect_no_tokens() {
    for (const auto& file : fs::recursive_directory_iterator(folder_.path())) {
      if (!file.is_regular_file() || file.path().filename() == "tokens.csv") continue;
      const std::string text = read_file(file.path().string());
      for (const auto& [name, token] : cup_.tokens)
        EXPECT_EQ(text.find(token), std::string::npos) << file.path() << " has the token of " << name;
    }
  }

  Folder folder_;
  Cup cup_{folder_};
  std::vector<std::string> names_;
};

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

// A family of bad ones at once, each against the same champion; the good one must not notice.
TEST_F(ArenaEntry, BadOnesAreToldApartAndDisturbNobody) {
  const std::string head = "format = \"gauntlet\"\ndeals = 1\n[limits]\nmove = 1.5\nstart = 1.5\narrive = 5\n" +
                           kHungry + entrant("good", kCurrent) + entrant("old", kOld);
  const auto outcomes = [&] {
    std::map<std::int64_t, std::string> found;
    const auto book = cup_.book();
    for (const Book::Ended& game : cup_.games()) {
      if (game.game.seats[0] > 2 || game.game.seats[1] > 2) continue;
      std::istringstream lines(book->finished(game.game.number)->played);
      for (std::string line; std::getline(lines, line);)
        if (line.find(R"("kind":"action")") != std::string::npos)
          found[game.game.number] += line.substr(line.find(R"("action":)")) + "\n";
    }
    return found;
  };
  const std::vector<std::string> bad = {"gone",     "mute",        "late",          "illegal",   "malformed",
                                        "flood",    "wide",        "deaf",          "never",     "old-gone",
                                        "old-mute", "old-illegal", "old-malformed", "old-flood", "stubborn"};
  std::string all = head;
  for (const std::string& name : bad) all += entrant(name, name.starts_with("old-") ? kOld : kCurrent);

  cup_.make(all, 5);
  const auto arena = start("12");
  // Each is good for three moves.
  const auto after_three = [](Bot::Habit then) -> Bot::Habit {
    return [then = std::move(then), asked = std::make_shared<int>(0), game = std::make_shared<std::int64_t>(0)](
               Bot& me, const json::object& request) {
      if (++*asked % 4 == 0) return then(me, request);
      me.play(request);
      return true;
    };
  };
  const auto move = [](const json::object& request, const std::string& action) {
    return fmt::format(R"({{"type":"move","request":{},"action":{}}})", request.at("request").as_int64(), action);
  };
  std::map<std::string, Bot::Habit> habits;
  habits["mute"] = [](Bot&, const json::object&) { return true; };
  habits["late"] = [](Bot& me, const json::object& request) {
    if (me.answers_in_game() >= 3) usleep(2'200'000);
    me.play(request);
    return true;
  };
  habits["illegal"] = after_three([&](Bot& me, const json::object& request) {
    for (int i = 0; i < 3; ++i) me.line().send(move(request, "\"pass\""));
    return true;
  });
  habits["malformed"] = after_three([](Bot& me, const json::object&) {
    for (int i = 0; i < 3; ++i) me.line().send("this is no message, but a token: " + me.token());
    return true;
  });
  habits["stubborn"] = [](Bot& me, const json::object&) {
    for (int i = 0; i < 60; ++i) me.line().send("{}");
    return true;
  };
  habits["flood"] = after_three([](Bot& me, const json::object&) {
    for (int i = 0; i < 400'000; ++i) me.line().send(R"({"type":"ping"})");
    return true;
  });
  habits["wide"] = after_three([](Bot& me, const json::object&) {
    me.line().send(std::string(100'000, ' '));
    return true;
  });
  std::map<std::string, std::vector<json::object>> seen;
  {
    const auto good = bot(*arena, "good");
    const auto old = old_bot(*arena, "old");
    std::vector<std::unique_ptr<Bot>> bots;
    for (const auto& [name, habit] : habits) bots.push_back(bot(*arena, name, habit));
    // These two come once and never again.
    LineClient gone(arena->tcp());
    gone.send(R"({"type":"hello","protocol":[1,1]})");
    gone.send(fmt::format(R"({{"type":"join","name":"gone","token":"{}"}})", cup_.tokens.at("gone")));
    Player old_gone(arena->v09(), "old-gone@" + cup_.tokens.at("old-gone"));
    // One does not read, and its pipe is small.
    LineClient deaf(arena->tcp(), {}, 1024);
    deaf.send(R"({"type":"hello","protocol":[1,1]})");
    deaf.send(fmt::format(R"({{"type":"join","name":"deaf","token":"{}"}})", cup_.tokens.at("deaf")));
    std::vector<std::thread> olds;
    const auto old_one = [&](const std::string& name, const std::function<void(LineClient&)>& when_asked) {
      olds.emplace_back([&, name, when_asked] {
        for (int tries = 0; tries < 10'000; ++tries) {
          try {
            LineClient line(arena->v09());
            line.send(fmt::format("Join {}@{} Player", name, cup_.tokens.at(name)));
            while (true) {
              line.until("Request", "ClaimDestinationTickets");
              when_asked(line);
            }
          } catch (const ConnectionLost&) {
            if (arena->exited()) return;
            usleep(10'000);
          } catch (const std::exception&) {
            return;
          }
        }
      });
    };
    old_one("old-mute", [](LineClient& line) {
      line.at_end();
      throw ConnectionLost();
    });
    old_one("old-illegal", [](LineClient& line) { line.send("ClaimDestinationTickets true false false"); });
    old_one("old-malformed", [](LineClient& line) { line.send("Jump"); });
    old_one("old-flood", [](LineClient& line) {
      for (int i = 0; i < 200'000; ++i) line.send("BoardState");
    });
    gone.until([](const json::object& message) { return text_of(message, "type") == "request"; });
    gone.reset();
    old_gone.play(3);
    old_gone.client().reset();
    const int code = arena->wait();
    for (std::thread& one : olds) one.join();
    ASSERT_EQ(code, 0) << arena->log();
    for (const auto& one : bots) one->stop();
  }
  EXPECT_EQ(cup_.games().size(), 2 * (bad.size() + 2));
  expect_sound_records();
  expect_no_tokens();
  expect_no_faults({bad.begin(), bad.end()});
  const std::map<std::string, std::pair<Fault, int>> expected = {
      // in how many of the two games
      {"gone", {Fault::kDisconnect, 2}},     {"mute", {Fault::kStall, 2}},
      {"late", {Fault::kTimeout, 2}},        {"illegal", {Fault::kIllegal, 2}},
      {"malformed", {Fault::kMalformed, 2}}, {"stubborn", {Fault::kMalformed, 2}},
      {"flood", {Fault::kFlood, 2}},         {"wide", {Fault::kFlood, 2}},
      {"deaf", {Fault::kStall, 2}},          {"never", {Fault::kDisconnect, 2}},
      {"old-gone", {Fault::kDisconnect, 2}}, {"old-mute", {Fault::kStall, 2}},
      {"old-illegal", {Fault::kIllegal, 2}}, {"old-malformed", {Fault::kMalformed, 2}},
      {"old-flood", {Fault::kFlood, 2}}};
  for (const auto& [name, what] : expected) {
    const auto [fault, games] = what;
    int with = 0;
    std::string words;
    for (const SeatReport& report : reports(name)) {
      with += faults(report, fault) > 0 ? 1 : 0;
      words += report.words + "; ";
      // Nothing else is made of it.
      if (name == "gone" || name == "never" || name == "old-gone" || name == "mute") {
        for (std::size_t other = 0; other < arena::kFaults; ++other) {
          if (other != static_cast<std::size_t>(fault)) {
            EXPECT_EQ(report.faults[other], 0) << name << ": " << report.words;
          }
        }
      }
    }
    EXPECT_GE(with, games) << name << ": " << words;
    EXPECT_EQ(name == "deaf", words.find("does not take what it is sent") != std::string::npos) << name << words;
  }
  EXPECT_NE(arena->log().find("never has not come for 5 s"), std::string::npos) << arena->log();
  const auto wild = outcomes();
  ASSERT_EQ(wild.size(), 4U);

  // The same without them.
  Folder calm_folder;
  Cup calm{calm_folder};
  calm.tokens = cup_.tokens;
  calm.make(head, 5);
  cup_.dir = calm.dir;
  const auto quiet = start();
  {
    const auto good = bot(*quiet, "good");
    const auto old = old_bot(*quiet, "old");
    ASSERT_EQ(quiet->wait(), 0) << quiet->log();
  }
  std::multiset<std::string> a;
  std::multiset<std::string> b;
  for (const auto& [game, moves] : wild) a.insert(moves);
  for (const auto& [game, moves] : outcomes()) b.insert(moves);
  EXPECT_EQ(a, b);
}

TEST_F(ArenaEntry, ForfeitsEndForOldClientsToo) {
  cup_.make("[faults]\npolicy = \"forfeit\"\n[limits]\nmove = 1\nstart = 1\n" + entrant("ada", kCurrent) +
            entrant("bob", kOld));
  const auto arena = start();
  {
    const auto ada = bot(*arena, "ada", [](Bot& me, const json::object& request) {
      if (me.answers() % 10 != 9) me.play(request);
      return true;
    });
    const auto bob = old_bot(*arena, "bob");
    expect_end(*arena);
    EXPECT_EQ(bob->games(), 2);  // it hears the scores
  }
  for (const SeatReport& report : reports("ada")) EXPECT_TRUE(report.forfeited);
  expect_no_faults({"ada"});
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

TEST_F(ArenaEntry, DealsThatWereSeenAreNotUsedAgain) {
  cup_.make(kHungry + entrant("ada", kCurrent));
  const auto game = [](std::int64_t number, std::int64_t deal, std::vector<int> seats, bool together) {
    return arena::Game{number, 1, deal, "usa-2004", std::move(seats), together};
  };
  const std::vector<arena::Game> games = {game(1, 1, {0, 1}, true),  game(2, 1, {1, 0}, true),
                                          game(3, 2, {0, 1}, false), game(4, 2, {1, 0}, false),
                                          game(5, 3, {0, 1}, true),  game(6, 3, {1, 0}, true)};
  {
    const auto book = arena::open_book(cup_.dir + "/arena.db", arena::Access::kRun);
    book->add_games(games);
    book->note_begun({1, 2});
    book->note_begun({3, 4});
    arena::Finished finished;
    finished.game = games[3];
    finished.outcome = {{1, 2}, {10, 5}};
    finished.report.seats.resize(2);
    book->finish("x", {finished});
  }
  const auto book = arena::open_book(cup_.dir + "/arena.db", arena::Access::kRun);
  EXPECT_EQ(book->redeal_begun(), 3);
  EXPECT_EQ(book->redeal_begun(), 0);
  std::map<std::int64_t, std::int64_t> deals;
  for (const arena::Game& one : book->take("x", 10, std::chrono::seconds(1), {})) deals[one.number] = one.deal;
  EXPECT_EQ(deals, (std::map<std::int64_t, std::int64_t>{{1, 4}, {2, 4}, {3, 5}, {5, 3}, {6, 3}}));
  EXPECT_EQ(book->next_deal(), 6);
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
