// The book of a competition: the same tests for an SQLite file and for a PostgreSQL database.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "arena/book.h"
#include "arena/database.h"
#include "arena_support.h"
#include "folder.h"
#include "postgres.h"

namespace fogg::arena {
namespace {

using test::Folder;
using test::some_key;
using test::some_report;
constexpr auto kLong = std::chrono::minutes(10);

EntrantEntry entrant(const std::string& name) {
  EntrantEntry entry;
  entry.spec.name = name;
  entry.spec.bot = "hungry";
  return entry;
}

// Between entrants 0 and 1, but for every third, which is between 1 and 2.
std::vector<Game> some_games(int number) {
  std::vector<Game> games;
  for (int i = 1; i <= number; ++i)
    games.push_back(
        {i, 1 + i / 4, (i + 1) / 2, "usa-2004", i % 3 == 0 ? std::vector<int>{1, 2} : std::vector<int>{1, 0}, i == 3});
  return games;
}

Finished ended(const Game& game, const std::string& played) {
  return {game, {{1, 2}, {30, -20}}, some_report(), Finished::Form::kMoves, played};
}

enum class Store : std::uint8_t { kSqlite, kPostgres };

class ArenaBook : public testing::TestWithParam<Store> {
 protected:
  void SetUp() override {
    if (GetParam() == Store::kPostgres) database_.url = test::postgres().make();
  }
  std::unique_ptr<Book> make(const NewCompetition& competition) {
    if (GetParam() == Store::kSqlite) return make_book(folder_ / "arena.db", competition);
    return make_book(database_, "cup", competition);
  }
  std::unique_ptr<Book> open(Access access) {
    if (GetParam() == Store::kSqlite) return open_book(folder_ / "arena.db", access);
    return open_book(database_, "cup", access);
  }
  // With three entrants.
  std::unique_ptr<Book> usual() {
    return make({"text", "folder", some_key(3), {entrant("a"), entrant("b"), entrant("c")}, "basis 1\n"});
  }

  Folder folder_;
  Database database_;
};

TEST_P(ArenaBook, KeepsEverything) {
  const std::vector<Game> games = some_games(6);
  {
    const auto book = usual();
    EXPECT_THROW(usual(), BookError);
    EXPECT_THROW(open(Access::kRun), BookError);  // somebody runs it
    EXPECT_EQ(open(Access::kLook)->spec_text(), "text");
    EXPECT_EQ(book->add_entrant(entrant("d")), 3);
    book->add_games(games);
    EXPECT_EQ(book->take("w", 2, kLong, {}), (std::vector<Game>{games[0], games[1]}));
    EXPECT_EQ(book->take("w", 2, kLong, {}), (std::vector<Game>{games[2], games[3]}));
    EXPECT_EQ(book->finish("w", {ended(games[1], std::string("a\0b\\\xFF\"", 6))}), 1);
    EXPECT_EQ(book->finish("w", {ended(games[1], "other")}), 0);
    EXPECT_EQ(book->counts().over, 1);
    EXPECT_EQ(book->counts().taken, 3);
    EXPECT_EQ(book->counts().waiting, 2);
    book->give_back("w");
    EXPECT_EQ(book->counts().waiting, 5);
  }
  const auto book = open(Access::kRun);
  EXPECT_EQ(book->key(), some_key(3));
  EXPECT_EQ(book->spec_folder(), "folder");
  EXPECT_EQ(book->basis(), "basis 1\n");
  EXPECT_EQ(book->next_game(), 7);
  EXPECT_EQ(book->next_deal(), 4);
  ASSERT_EQ(book->entrants().size(), 4U);
  EXPECT_EQ(book->entrants()[1].spec.name, "b");
  EXPECT_EQ(book->entrants()[3].spec.name, "d");
  EXPECT_EQ(book->take("w", 10, kLong, {}), (std::vector<Game>{games[0], games[2], games[3], games[4], games[5]}));
  EXPECT_TRUE(book->take("w", 10, kLong, {}).empty());
  std::int64_t serial = 0;
  const auto all = book->ended_after(serial);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].game, games[1]);
  EXPECT_EQ(all[0].outcome, (Outcome{{1, 2}, {30, -20}}));
  EXPECT_EQ(all[0].report, some_report());
  EXPECT_TRUE(book->ended_after(serial).empty());
  EXPECT_EQ(book->finished(2)->played, std::string("a\0b\\\xFF\"", 6));
  EXPECT_FALSE(book->finished(1));

  book->rerun(2);
  EXPECT_FALSE(book->finished(2));
  EXPECT_THROW(book->rerun(2), BookError);
  EXPECT_EQ(book->counts().over, 0);
  EXPECT_EQ(book->take("w", 10, kLong, {}), std::vector<Game>{games[1]});
  EXPECT_EQ(book->finish("w", {ended(games[1], "again")}), 1);
  EXPECT_EQ(book->ended_after(serial).size(), 1U);  // the new outcome comes after all others
  book->drop_entrant(2, "kicked");
  EXPECT_EQ(book->counts().called_off, 2);
  EXPECT_EQ(book->counts().all(), 4);
  EXPECT_FALSE(book->entrants()[2].state.active);
  EXPECT_EQ(book->entrants()[2].why_inactive, "kicked");
  EXPECT_EQ(book->finish("w", {ended(games[2], "")}), 0);
  EXPECT_EQ(book->finish("w", {ended(games[0], ""), ended(games[0], "")}), 1);
  book->set_phase(Phase::kPaused);
  EXPECT_EQ(book->phase(), Phase::kPaused);
}

// Somebody who connects has seen the cards of games that did not come to their end: they get others.
TEST_P(ArenaBook, DealsThatWereSeenAreNotUsedAgain) {
  const auto game = [](std::int64_t number, std::int64_t deal, std::vector<int> seats, bool together) {
    return Game{number, 1, deal, "usa-2004", std::move(seats), together};
  };
  const std::vector<Game> games = {game(1, 1, {0, 1}, true),  game(2, 1, {1, 0}, true), game(3, 2, {0, 1}, false),
                                   game(4, 2, {1, 0}, false), game(5, 3, {0, 1}, true), game(6, 3, {1, 0}, true)};
  {
    const auto book = usual();
    book->add_games(games);
    book->note_begun({1, 2});
    book->note_begun({3, 4});
    EXPECT_EQ(book->finish("x", {ended(games[3], "played")}), 1);
  }
  const auto book = open(Access::kRun);
  EXPECT_EQ(book->redeal_begun(), 3);
  EXPECT_EQ(book->redeal_begun(), 0);
  std::map<std::int64_t, std::int64_t> deals;
  for (const Game& one : book->take("x", 10, kLong, {})) deals[one.number] = one.deal;
  EXPECT_EQ(deals, (std::map<std::int64_t, std::int64_t>{{1, 4}, {2, 4}, {3, 5}, {5, 3}, {6, 3}}));
  EXPECT_EQ(book->next_deal(), 6);
  // Nor when one is played again.
  book->rerun(4);
  const auto again = book->take("x", 10, kLong, {});
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].deal, 6);
}

TEST_P(ArenaBook, KnowsWhichDealsAreOver) {
  const auto book = usual();
  const std::vector<Game> games = some_games(4);
  book->add_games(games);
  EXPECT_FALSE(book->is_dealt_out(1));
  book->finish("x", {ended(games[0], "")});
  EXPECT_FALSE(book->is_dealt_out(1));
  book->finish("x", {ended(games[1], "")});
  EXPECT_TRUE(book->is_dealt_out(1));
  EXPECT_FALSE(book->is_dealt_out(2));
  book->drop_entrant(1, "left");
  EXPECT_TRUE(book->is_dealt_out(2));
}

TEST_P(ArenaBook, TokensAreReplaced) {
  const auto book = usual();
  book->set_token_hash(1, "hash'; --");
  EXPECT_EQ(book->entrants()[1].token_hash, "hash'; --");
  EXPECT_EQ(book->entrants()[0].token_hash, "");
}

TEST_P(ArenaBook, CommandsAreAnswered) {
  const auto book = usual();
  book->post({0, "pause", ""});
  const std::int64_t second = open(Access::kLook)->post({0, "kick", "b"});
  const auto commands = book->commands();
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].verb, "pause");
  EXPECT_EQ(commands[1].argument, "b");
  EXPECT_EQ(commands[1].id, second);
  EXPECT_FALSE(book->answer(second));
  book->done(second, "done");
  EXPECT_EQ(book->answer(second), "done");
  EXPECT_EQ(book->commands().size(), 1U);
}

// Games of those who cannot be seated are left to others, and not lost.
TEST_P(ArenaBook, LeavesGamesToOthers) {
  const auto book = usual();
  const std::vector<Game> games = some_games(7);
  book->add_games(games);
  EXPECT_EQ(book->take("w", 3, kLong, {2}), (std::vector<Game>{games[0], games[1], games[3]}));
  EXPECT_TRUE(book->take("w", 3, kLong, {0, 2}).empty());
  EXPECT_EQ(book->take("v", 2, kLong, {}), (std::vector<Game>{games[2], games[4]}));
  EXPECT_EQ(book->take("v", 9, kLong, {7}), (std::vector<Game>{games[5], games[6]}));
  EXPECT_TRUE(book->take("v", 9, kLong, {}).empty());
  EXPECT_TRUE(book->take("v", 0, kLong, {}).empty());
}

TEST_P(ArenaBook, NamesAndWordsMayBeAnything) {
  const std::vector<std::string> names = {"'); DROP TABLE games; --", "\"", "\\", "{}", "$1", "NULL", "Zürich,\"x\""};
  NewCompetition competition{"# '\"\\ $1 ;\n", "/a b/'c'", some_key(1)};
  for (const std::string& name : names) competition.entrants.push_back(entrant(name));
  const auto book = make(competition);
  EXPECT_EQ(book->spec_text(), competition.spec_text);
  EXPECT_EQ(book->spec_folder(), competition.spec_folder);
  std::vector<std::string> found;
  for (const EntrantEntry& one : book->entrants()) found.push_back(one.spec.name);
  EXPECT_EQ(found, names);
  Game game{1, 1, 1, "usa'2004\",{}\\", {0, 1}, false};
  book->add_games({game});
  const std::string worker = "w'; \\ \" {1,2}";
  EXPECT_EQ(book->take(worker, 5, kLong, {}), std::vector<Game>{game});
  book->keep(worker, kLong);
  Finished finished = ended(game, "");
  for (int byte = 0; byte < 256; ++byte) finished.played.push_back(static_cast<char>(byte));
  // What a program said last need not be text.
  finished.report.seats[0].words =
      std::string("\xFF Z\xC3\xBCrich \0 \xE2\x82\xAC \xC0\x80 \xED\xA0\x80 \xF0\x9F\x9A\x82 'x' \\ \" \xC3", 37);
  EXPECT_EQ(book->finish(worker, {finished}), 1);
  EXPECT_EQ(book->finished(1)->played, finished.played);
  EXPECT_EQ(book->finished(1)->report.seats[0].words,
            std::string("\uFFFD Zürich \0 € \uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \U0001F682 'x' \\ \" \uFFFD", 51));
  // Whether it was just written or is read from the store.
  for (int time = 0; time < 3; ++time) {
    std::int64_t serial = 0;
    const auto read = book->ended_after(serial, time < 2 ? Book::kAll : 1);
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].game, game);
    EXPECT_EQ(read[0].outcome, finished.outcome);
    EXPECT_EQ(read[0].report, book->finished(1)->report) << time;
  }
  book->drop_entrant(0, names[0]);
  EXPECT_EQ(book->entrants()[0].why_inactive, names[0]);
  const std::int64_t id = book->post({0, "kick", names[0]});
  book->done(id, names[6]);
  EXPECT_EQ(book->answer(id), names[6]);
}

// Everything from any thread: each game once, and nothing is missed by one who reads meanwhile.
TEST_P(ArenaBook, ServesManyThreads) {
  constexpr int kGames = 400;
  const auto book = usual();
  book->add_games(some_games(kGames));
  std::atomic<int> fresh = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const std::string name = fmt::format("w{}", i);
      for (auto games = book->take(name, 7, kLong, {}); !games.empty(); games = book->take(name, 7, kLong, {})) {
        std::vector<Finished> done;
        for (const Game& game : games) done.push_back(ended(game, name));
        fresh += book->finish(name, done);
        book->keep(name, kLong);
      }
    });
  }
  std::multiset<std::int64_t> read;
  std::int64_t serial = 0;
  for (int most = 1; read.size() < kGames && book->counts().over < kGames; most = most % 40 + 1)
    for (const Book::Ended& one : book->ended_after(serial, most)) read.insert(one.game.number);
  for (std::thread& thread : threads) thread.join();
  for (const Book::Ended& one : book->ended_after(serial)) read.insert(one.game.number);
  EXPECT_EQ(fresh, kGames);
  EXPECT_EQ(read.size(), static_cast<std::size_t>(kGames));
  EXPECT_EQ((std::set<std::int64_t>(read.begin(), read.end()).size()), static_cast<std::size_t>(kGames));
  EXPECT_EQ(book->counts().over, kGames);
}

INSTANTIATE_TEST_SUITE_P(Both, ArenaBook, testing::Values(Store::kSqlite, Store::kPostgres),
                         [](const auto& one) { return one.param == Store::kSqlite ? "Sqlite" : "Postgres"; });

// -- Of a file

TEST(ArenaSqlite, IsForTheOrganisersEyesOnly) {
  const Folder folder;
  const auto book = make_book(folder / "arena.db", {"text", "folder", some_key(3), {}});
  for (const char* end : {"", "-wal", "-shm", ".lock"}) {
    const auto mode = std::filesystem::status(folder / (std::string("arena.db") + end)).permissions();
    EXPECT_EQ(mode & (std::filesystem::perms::group_all | std::filesystem::perms::others_all),
              std::filesystem::perms::none)
        << end;
  }
}

TEST(ArenaSqlite, WhatWasTakenWaitsAgainAfterACrash) {
  const Folder folder;
  const std::vector<Game> games = some_games(3);
  {
    const auto book = make_book(folder / "arena.db", {"text", "folder", some_key(3)});
    book->add_games(games);
    EXPECT_EQ(book->take("w", 2, kLong, {}).size(), 2U);
  }
  EXPECT_EQ(open_book(folder / "arena.db", Access::kRun)->take("w", 9, kLong, {}), games);
}

TEST(ArenaSqlite, RefusesOtherFiles) {
  const Folder folder;
  EXPECT_THROW(open_book(folder / "none.db", Access::kRun), BookError);
  test::write_file(folder / "text.db", std::string(5000, 'x'));
  EXPECT_THROW(open_book(folder / "text.db", Access::kRun), BookError);
  test::write_file(folder / "empty.db", "");
  EXPECT_THROW(open_book(folder / "empty.db", Access::kRun), BookError);
}

// -- Of a database

std::string why_not(const std::function<void()>& what) {
  try {
    what();
  } catch (const BookError& error) {
    return error.message;
  }
  return "";
}

class ArenaPostgres : public testing::Test {
 protected:
  ArenaPostgres() { database_.url = test::postgres().make(); }
  std::unique_ptr<Book> make(const std::string& name, int games = 0) {
    auto book = make_book(database_, name,
                          {"text of " + name, "folder", some_key(3), {entrant("a"), entrant("b"), entrant("c")}});
    book->add_games(some_games(games));
    return book;
  }
  std::unique_ptr<Book> look(const std::string& name) { return open_book(database_, name, Access::kLook); }
  pq::Result sql(const std::string& command) { return test::Postgres::sql(database_.url, command); }
  // Ends all sessions but the one that asks.
  void cut() {
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
        "pg_backend_pid()");
  }

  Database database_;
};

TEST_F(ArenaPostgres, HasSeveralCompetitions) {
  const std::string strange = "'); DROP SCHEMA fogg_arena CASCADE; --\"\\";
  const auto first = make("cup", 2);
  const auto second = make(strange, 3);
  EXPECT_NE(why_not([&] { make("cup"); }).find("there is a competition \"cup\""), std::string::npos);
  EXPECT_NE(why_not([&] { look("other"); }).find("there is no competition \"other\""), std::string::npos);
  EXPECT_EQ(look(strange)->spec_text(), "text of " + strange);
  first->post({0, "pause", ""});
  EXPECT_TRUE(second->commands().empty());
  EXPECT_EQ(first->take("w", 9, kLong, {}).size(), 2U);
  EXPECT_EQ(second->take("w", 9, kLong, {}).size(), 3U);
  first->give_back("w");
  second->finish("w", {ended(some_games(1)[0], "")});
  EXPECT_EQ(first->counts().waiting, 2);
  EXPECT_EQ(second->counts().taken, 2);
  EXPECT_FALSE(first->finished(1));
  first->drop_entrant(0, "");
  EXPECT_TRUE(second->entrants()[0].state.active);
  const auto offers = open_offers(database_)->all();
  ASSERT_EQ(offers.size(), 2U);
  EXPECT_EQ(offers[1].name, strange);
  EXPECT_EQ(offers[1].workers, 1);
  EXPECT_FALSE(offers[1].has_games);
}

TEST_F(ArenaPostgres, GamesOfTheLostReturnAndTheFirstResultStays) {
  const auto one = make("cup", 2);
  const auto two = look("cup");
  const std::vector<Game> games = one->take("lost", 2, kLong, {});
  ASSERT_EQ(games.size(), 2U);
  EXPECT_TRUE(two->take("other", 2, kLong, {}).empty());
  // Time passes on the server's clock.
  sql("UPDATE fogg_arena.games SET until = until - interval '1 hour'");
  EXPECT_EQ(two->counts().taken, 0);
  EXPECT_EQ(two->counts().waiting, 2);
  one->keep("lost", kLong);  // just in time: nobody has taken them yet
  EXPECT_TRUE(two->take("other", 2, kLong, {}).empty());
  sql("UPDATE fogg_arena.games SET until = until - interval '1 hour'");
  EXPECT_EQ(two->take("other", 2, kLong, {}), games);
  one->keep("lost", kLong);  // too late
  one->give_back("lost");
  EXPECT_EQ(one->counts().taken, 2);
  // Each is the first one once.
  EXPECT_EQ(one->finish("lost", {ended(games[0], "from the lost")}), 1);
  EXPECT_EQ(two->finish("other", {ended(games[0], "other"), ended(games[1], "other")}), 1);
  EXPECT_EQ(one->finish("lost", {ended(games[1], "from the lost")}), 0);
  EXPECT_EQ(one->finished(1)->played, "from the lost");
  EXPECT_EQ(one->finished(2)->played, "other");
  EXPECT_EQ(sql("SELECT count(*) FROM fogg_arena.outcomes").number(0, 0), 2);
}

TEST_F(ArenaPostgres, NobodyTakesGamesOfAPausedCompetition) {
  const auto book = make("cup", 2);
  book->set_phase(Phase::kPaused);
  EXPECT_TRUE(look("cup")->take("w", 9, kLong, {}).empty());
  book->set_phase(Phase::kRunning);
  EXPECT_EQ(look("cup")->take("w", 9, kLong, {}).size(), 2U);
}

// Workers on connections of their own; whoever reads meanwhile misses nothing and hears nothing twice.
TEST_F(ArenaPostgres, SerialNumbersComeInTheirOrder) {
  constexpr int kGames = 300;
  const auto book = make("cup", kGames);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const auto mine = look("cup");
      const std::string name = fmt::format("w{}", i);
      for (auto games = mine->take(name, 3, kLong, {}); !games.empty(); games = mine->take(name, 3, kLong, {}))
        for (const Game& game : games) mine->finish(name, {ended(game, name)});
    });
  }
  std::int64_t serial = 0;
  std::vector<std::int64_t> read;
  while (read.size() < kGames) {
    const bool all = book->counts().over == kGames;
    for (const Book::Ended& one : book->ended_after(serial)) read.push_back(one.game.number);
    if (all) break;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(read.size(), static_cast<std::size_t>(kGames));
  EXPECT_EQ((std::set<std::int64_t>(read.begin(), read.end()).size()), static_cast<std::size_t>(kGames));
}

TEST_F(ArenaPostgres, OneRunsIt) {
  auto book = make("cup", 1);
  const auto again = [&] { return open_book(database_, "cup", Access::kRun); };
  EXPECT_NE(why_not(again).find("is being run already"), std::string::npos) << why_not(again);
  // With its connection it loses the lock, and gets it again with the next.
  cut();
  EXPECT_EQ(book->counts().waiting, 1);
  EXPECT_NE(why_not(again).find("is being run already"), std::string::npos);
  // Unless somebody else has been there.
  cut();
  again();
  EXPECT_NE(why_not([&] { book->counts(); }).find("by another process meanwhile"), std::string::npos);
  book.reset();
  EXPECT_EQ(again()->counts().waiting, 1);
}

TEST_F(ArenaPostgres, RefusesWhatIsNotItsOwn) {
  EXPECT_NE(why_not([&] { look("cup"); }).find("there is no competition"), std::string::npos);
  EXPECT_TRUE(open_offers(database_)->all().empty());
  make("cup");
  sql("UPDATE fogg_arena.format SET version = 99");
  EXPECT_NE(why_not([&] { look("cup"); }).find("their format is 99, here it is 1"), std::string::npos);
  EXPECT_NE(why_not([&] { make("new"); }).find("their format is 99"), std::string::npos);
  EXPECT_EQ(sql("SELECT count(*) FROM fogg_arena.competitions").number(0, 0), 1);
  database_.url = test::postgres().make();
  sql("CREATE SCHEMA fogg_arena");
  sql("CREATE TABLE fogg_arena.games (x INTEGER)");
  EXPECT_NE(why_not([&] { make("cup"); }).find("not this program's"), std::string::npos);
  EXPECT_EQ(sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'fogg_arena'").number(0, 0), 1);
}

TEST_F(ArenaPostgres, NeverShowsThePassword) {
  const auto open = [](const std::string& url) {
    return why_not([&] {
      Database database;
      database.url = url;
      open_book(database, "cup", Access::kLook);
    });
  };
  const int port = test::postgres().port();
  for (const std::string& url :
       {fmt::format("postgresql://fogg:sesame@127.0.0.1:{}/none", port),
        std::string("postgresql://fogg:sesame@127.0.0.1:1/x"), std::string("postgresql://fogg:sesame@127.0.0.1:port/x"),
        std::string("postgresql://fogg:sesame@[::1/x"), std::string("postgresql://fogg:open@sesame@127.0.0.1/x"),
        std::string("postgresql://fogg:%zzsesame@127.0.0.1/x"), std::string("mysql://fogg:sesame@127.0.0.1/x"),
        std::string("sesame"), fmt::format("postgresql://fogg@127.0.0.1:{}/none?password=sesame", port),
        fmt::format("postgresql://fogg:sesame@127.0.0.1:{}/sesame", port),
        std::string("postgresql://fogg:sesame@127.0.0.1/x?nonsense=1")}) {
    const std::string words = open(url);
    EXPECT_FALSE(words.empty()) << url;
    EXPECT_EQ(words.find("sesame"), std::string::npos) << words;
  }
  EXPECT_EQ(shown({"postgresql://fogg:sesame@host:5433/cups"}), "postgresql://fogg@host:5433/cups");
}

TEST_F(ArenaPostgres, OutlivesARestart) {
  std::mutex mutex;
  std::string said;
  database_.say = [&](const std::string& line) {
    const std::lock_guard lock(mutex);
    said += line + "\n";
  };
  const auto book = make("cup", 4);
  const std::vector<Game> games = book->take("w", 2, kLong, {});
  test::postgres().stop();
  int fresh = 0;
  std::thread patient([&] { fresh = book->finish("w", {ended(games[0], "x")}); });
  for (bool waits = false; !waits; std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
    const std::lock_guard lock(mutex);
    waits = said.find("trying again") != std::string::npos;
  }
  test::postgres().start();
  patient.join();
  EXPECT_EQ(fresh, 1);
  EXPECT_NE(said.find("the database is back"), std::string::npos) << said;
  EXPECT_EQ(book->counts().over, 1);
  EXPECT_EQ(book->counts().taken, 1);
  // It does not wait for ever, nor against its owner's will.
  database_.patience = std::chrono::milliseconds(300);
  const auto hasty = look("cup");
  database_.patience = kLong;
  database_.gives_up = [] { return true; };
  const auto unwilling = look("cup");
  test::postgres().stop();
  const std::string words = why_not([&] { hasty->counts(); });
  const std::string others = why_not([&] { unwilling->counts(); });
  test::postgres().start();
  EXPECT_FALSE(words.empty());
  EXPECT_FALSE(others.empty());
  EXPECT_EQ(hasty->counts().over, 1);
}

// Whatever is cut off in the middle: nothing is lost, done twice, or left with nobody.
TEST_F(ArenaPostgres, LosesItsConnectionAgainAndAgain) {
  constexpr int kGames = 150;
  const auto book = make("cup", kGames);
  std::atomic<bool> over = false;
  // At any moment, but not so often that nothing is ever done.
  std::thread scissors([&] {
    for (std::int64_t last = -1, cuts = 0; !over;) {
      const std::int64_t now = sql("SELECT over FROM fogg_arena.competitions").number(0, 0);
      if (now == last) continue;
      last = now;
      std::this_thread::sleep_for(std::chrono::milliseconds(++cuts % 7));
      cut();
    }
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      Database patient = database_;
      patient.waits_at_start = true;
      const auto mine = open_book(patient, "cup", Access::kLook);
      const std::string name = fmt::format("w{}", i);
      for (auto games = mine->take(name, 2, kLong, {}); !games.empty(); games = mine->take(name, 2, kLong, {})) {
        std::vector<Finished> done;
        for (const Game& game : games) done.push_back(ended(game, name));
        mine->finish(name, done);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  over = true;
  scissors.join();
  const GameCounts counts = book->counts();
  EXPECT_EQ(counts.over, kGames);
  EXPECT_EQ(counts.taken, 0);
  EXPECT_EQ(counts.waiting, 0);
  EXPECT_EQ(sql("SELECT count(DISTINCT game) FROM fogg_arena.outcomes").number(0, 0), kGames);
}

}  // namespace
}  // namespace fogg::arena
