// Competitions in a real PostgreSQL database: the director and workers as processes of their own, some of which are killed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>
#include <utility>

#include "arena/basis.h"
#include "arena/database.h"
#include "arena/program.h"
#include "arena/worker.h"
#include "arena_support.h"
#include "data/catalog.h"
#include "folder.h"
#include "paths.h"
#include "postgres.h"
#include "run_fogg.h"
#include "support.h"

namespace fogg::arena {
namespace {

using test::Folder;
namespace fs = std::filesystem;

constexpr auto kTick = std::chrono::milliseconds(20);

// `fogg …` in the background; what it says is in a file. It is killed with the test.
class Process {
 public:
  Process(const std::vector<std::string>& words, std::string log) : log_(std::move(log)) {
    std::vector<char*> arguments = {const_cast<char*>("fogg")};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    id_ = fork();
    if (id_ != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(out, 1);
    dup2(out, 2);
    execv(test::fogg_binary().c_str(), arguments.data());
    _exit(127);
  }
  ~Process() { end(SIGKILL); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool is_over() {
    if (id_ > 0 && waitpid(id_, &status_, WNOHANG) == id_) id_ = 0;
    return id_ == 0;
  }
  int code() {  // waits for its end
    if (id_ > 0) waitpid(id_, &status_, 0);
    id_ = 0;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
  }
  int end(int signal) {
    if (id_ > 0) kill(id_, signal);
    return code();
  }
  std::string said() const { return test::read_file(log_); }

 private:
  std::string log_;
  pid_t id_ = 0;
  int status_ = 0;
};

class ArenaDb : public testing::Test {
 protected:
  ArenaDb() { database_.url = test::postgres().make(); }

  void write_cup(const std::string& text) { test::write_file(folder_ / "cup.toml", text); }
  test::Printed fogg(const std::string& arguments) {
    return test::fogg(fmt::format("{} --db '{}' --dir '{}'", arguments, database_.url, folder_ / "pages"));
  }
  std::unique_ptr<Process> direct(std::vector<std::string> words) {
    words.insert(words.begin(), "arena");
    for (const std::string& word : {std::string("--db"), database_.url, std::string("--dir"), folder_ / "pages",
                                    std::string("--lease"), std::string("1")})
      words.push_back(word);
    return std::make_unique<Process>(words, folder_ / "director.txt");
  }
  std::unique_ptr<Process> worker(std::vector<std::string> words = {}, const std::string& lease = "1") {
    words.insert(words.begin(), {"worker", "--db", database_.url, "--threads", "1", "--lease", lease});
    return std::make_unique<Process>(words, folder_ / "workers.txt");
  }
  std::unique_ptr<Book> look() { return open_book(database_, "Cup", Access::kLook); }
  // Until it is there.
  std::unique_ptr<Book> wait_for_book() {
    while (true) {
      try {
        return look();
      } catch (const BookError&) {
        std::this_thread::sleep_for(kTick);
      }
    }
  }
  static void wait_for(Book& book, std::int64_t over) {
    while (book.counts().over < over && book.phase() != Phase::kOver) std::this_thread::sleep_for(kTick);
  }

  Folder folder_;
  Database database_;
};

// Same file and same key: on one thread with SQLite, and with workers that are killed, the same games, outcomes and records.
TEST_F(ArenaDb, SameResultsAsOnOneMachine) {
  write_cup(fmt::format(R"(
name = "Cup"
format = "swiss"
rounds = 3
deals = {}
editions = ["usa-2004", "europe"]
[[entrant]]
name = "thinker"
bot = "search:iterations=8"
[[entrant]]
name = "careful"
bot = "planner"
[[entrant]]
name = "racer"
bot = "longroute"
[[entrant]]
name = "hungry"
bot = "hungry"
)",
                        test::kSanitized ? 1 : 4));
  test::write_file(folder_ / "key", std::string(60, 'a') + "0123\n");
  const auto alone =
      test::fogg(fmt::format("arena {0}/cup.toml --dir {0}/alone --key {0}/key --threads 1", folder_.path().string()));
  ASSERT_EQ(alone.code, 0) << alone.text;
  const auto calm = open_book(folder_ / "alone/arena.db", Access::kLook);

  const auto director = direct({folder_ / "cup.toml", "--key", folder_ / "key", "--threads", "0"});
  const auto book = wait_for_book();
  std::vector<std::unique_ptr<Process>> workers;
  for (int i = 0; i < 3; ++i) workers.push_back(worker());
  // One is killed now and then, at any moment of whatever it does, but not so often that nothing is ever played.
  std::mt19937 random(17);
  const auto some = [&](unsigned most) { return 1 + static_cast<int>(random() % most); };
  std::int64_t next = some(4);
  int kills = 0;
  while (!director->is_over()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(some(50)));
    const std::int64_t over = book->counts().over;
    if (over < next) continue;
    next = over + some(test::kSanitized ? 4 : 10);
    const std::size_t which = random() % workers.size();
    EXPECT_FALSE(workers[which]->is_over()) << workers[which]->said();
    workers[which]->end(SIGKILL);
    workers[which] = worker();
    ++kills;
  }
  EXPECT_EQ(director->code(), 0) << director->said();
  EXPECT_GE(kills, 3);
  EXPECT_EQ(book->phase(), Phase::kOver);
  EXPECT_EQ(book->key(), calm->key());
  const std::string expected = test::results(*calm);
  EXPECT_EQ(test::results(*book), expected);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), test::kSanitized ? 24 : 96);
  // Who played it is written down, and the director did not.
  EXPECT_EQ(
      test::Postgres::sql(database_.url, "SELECT count(*) FROM fogg_arena.outcomes WHERE worker = 'here'").number(0, 0),
      0);

  EXPECT_EQ(fogg("arena record Cup --to " + (folder_ / "theirs")).code, 0);
  EXPECT_EQ(test::fogg(fmt::format("arena record {0}/alone --to {0}/ours", folder_.path().string())).code, 0);
  int records = 0;
  for (const auto& file : fs::directory_iterator(folder_ / "ours")) {
    const std::string name = file.path().filename().string();
    EXPECT_EQ(test::read_file(folder_ / ("theirs/" + name)), test::read_file(file.path().string())) << name;
    ++records;
  }
  EXPECT_EQ(records, test::kSanitized ? 24 : 96);
  for (const char* page : {"report.html", "summary.json", "ranking.csv", "games.csv"})
    EXPECT_TRUE(fs::exists(folder_ / ("pages/" + std::string(page)))) << page;
  EXPECT_FALSE(fs::exists(folder_ / "pages/arena.db"));
}

constexpr const char* kCup = R"(
name = "Cup"
deals = {}
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
std::string cup(int deals) { return fmt::format(kCup, test::kSanitized ? (deals + 9) / 10 : deals); }

TEST_F(ArenaDb, OneDirects) {
  write_cup(cup(2000));
  auto director = direct({folder_ / "cup.toml", "--threads", "1"});
  const auto book = wait_for_book();
  wait_for(*book, 1);
  const auto second = fogg("arena --resume Cup");
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.text.find("is being run already"), std::string::npos) << second.text;
  const auto anew = fogg("arena " + (folder_ / "cup.toml"));
  EXPECT_EQ(anew.code, 2);
  EXPECT_NE(anew.text.find("--resume goes on with it"), std::string::npos) << anew.text;
  const std::int64_t before = book->counts().over;
  director->end(SIGKILL);
  // The next one goes on, and ends it when asked to.
  director = direct({"--resume", "Cup", "--threads", "1"});
  wait_for(*book, before + 1);
  const auto abort = fogg("arena abort Cup");
  EXPECT_EQ(abort.code, 0) << abort.text;
  EXPECT_EQ(director->code(), 0) << director->said();
  EXPECT_EQ(book->phase(), Phase::kAborted);
  // Also on a machine where it never was.
  const auto elsewhere =
      test::fogg(fmt::format("arena --resume Cup --db '{}' --dir {}", database_.url, folder_ / "new/x"));
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.text;
  EXPECT_TRUE(fs::exists(folder_ / "new/x/report.html"));
}

TEST_F(ArenaDb, TheOrganisersHandReachesWorkers) {
  write_cup(cup(700));
  auto director = direct({folder_ / "cup.toml", "--threads", "0"});
  const auto book = wait_for_book();
  const auto one = worker();
  const auto two = worker();
  wait_for(*book, 20);
  EXPECT_EQ(fogg("arena pause Cup").code, 0);
  // What has begun comes to its end, and the rest is given back.
  std::int64_t paused = -1;
  while (book->counts().taken > 0 || book->counts().over != paused) {
    paused = book->counts().over;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_TRUE(book->take("nobody", 1, std::chrono::seconds(1), {}).empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(book->counts().over, paused);
  EXPECT_GT(book->counts().waiting, 0);
  std::int64_t serial = 0;
  const auto ended = book->ended_after(serial);
  ASSERT_FALSE(ended.empty());
  const Game again = ended.front().game;
  const std::string before = book->finished(again.number)->played;
  EXPECT_EQ(fogg(fmt::format("arena rerun Cup {}", again.number)).code, 0);
  EXPECT_FALSE(book->finished(again.number));
  EXPECT_EQ(fogg("arena kick Cup hungry").code, 0);
  EXPECT_EQ(fogg("arena kick Cup nobody").code, 1);
  EXPECT_EQ(fogg("arena go Cup").code, 0);
  EXPECT_EQ(director->code(), 0) << director->said();
  EXPECT_EQ(book->counts().waiting, 0);
  EXPECT_GT(book->counts().called_off, 0);
  EXPECT_EQ(test::Postgres::sql(database_.url, "SELECT count(*) FROM fogg_arena.put_aside").number(0, 0), 1);
  // Rerun before the kick: if hungry was in it, it is called off now; else the same came out.
  const bool with_hungry = std::find(again.seats.begin(), again.seats.end(), 2) != again.seats.end();
  const auto rerun = book->finished(again.number);
  EXPECT_EQ(rerun.has_value(), !with_hungry);
  EXPECT_EQ(rerun ? rerun->played : before, before);
  const auto status = fogg("arena status Cup");
  EXPECT_EQ(status.code, 0);
  EXPECT_NE(status.text.find("Cup: over"), std::string::npos) << status.text;
  EXPECT_EQ(fogg("arena report Cup").code, 0);
}

TEST_F(ArenaDb, OutlivesARestartOfTheDatabase) {
  write_cup(cup(300));
  const auto director = direct({folder_ / "cup.toml", "--threads", "1"});
  const auto one = worker();
  const auto book = wait_for_book();
  wait_for(*book, 20);
  test::postgres().stop();
  while (director->said().find("trying again") == std::string::npos && !director->is_over())
    std::this_thread::sleep_for(kTick);
  test::postgres().start();
  EXPECT_EQ(director->code(), 0) << director->said();
  EXPECT_FALSE(one->is_over()) << one->said();
  EXPECT_EQ(book->counts().over, test::kSanitized ? 180 : 1800);
  const auto counted =
      test::Postgres::sql(database_.url, "SELECT count(DISTINCT game), count(*) FROM fogg_arena.outcomes");
  EXPECT_EQ(counted.number(0, 0), book->counts().over);
  EXPECT_EQ(counted.number(0, 1), book->counts().over);
}

TEST_F(ArenaDb, AWorkerThatIsStoppedGivesItsGamesBack) {
  write_cup(R"(
name = "Cup"
deals = 500
[[entrant]]
name = "one"
bot = "search:time=20ms"
[[entrant]]
name = "two"
bot = "search:time=20ms"
)");
  const auto director = direct({folder_ / "cup.toml", "--threads", "0"});
  const auto one = worker({}, "3600");
  const auto book = wait_for_book();
  while (book->counts().taken == 0) std::this_thread::sleep_for(kTick);
  // Games that take long are not hoarded: with one thread it has the one that it plays.
  EXPECT_EQ(book->counts().taken, 1);
  EXPECT_EQ(one->end(SIGTERM), 130) << one->said();
  EXPECT_EQ(book->counts().taken, 0);
  EXPECT_EQ(director->end(SIGINT), 130);
  EXPECT_NE(director->said().find(fmt::format("--resume \"Cup\" --db {}", database_.url)), std::string::npos)
      << director->said();
}

TEST_F(ArenaDb, WorkersRunPrograms) {
  const auto& problem = sandbox_problem();
  ASSERT_FALSE(problem) << *problem << "\n(the test needs the package bubblewrap)";
  // Programs run under another user, who must be able to read them.
  fs::permissions(folder_.path(), fs::perms(0755));
  fs::create_directory(folder_ / "bot");
  fs::copy_file(test::tests_dir() + "/bad_bots/player.py", folder_ / "bot/player.py");
  write_cup(R"(
name = "Cup"
[[entrant]]
name = "hungry"
bot = "hungry"
[[entrant]]
name = "program"
cmd = "/usr/bin/python3 player.py well x"
folder = "bot"
)");
  const auto director = direct({folder_ / "cup.toml", "--threads", "0"});
  const auto one = worker({}, "60");
  EXPECT_EQ(director->code(), 0) << director->said() << one->said();
  const auto book = look();
  std::int64_t serial = 0;
  const auto games = book->ended_after(serial);
  EXPECT_EQ(games.size(), 2U);
  for (const Book::Ended& game : games) {
    for (const SeatReport& seat : game.report.seats) EXPECT_FALSE(seat.has_fault()) << seat.words;
    EXPECT_EQ(book->finished(game.game.number)->form, Finished::Form::kRecord);
  }
}

TEST_F(ArenaDb, AWorkerWithOtherDataIsOfNoUse) {
  write_cup(cup(1));
  const auto director = direct({folder_ / "cup.toml", "--threads", "0"});
  const auto book = wait_for_book();
  // The director has looked at it, too.
  while (book->counts().all() == 0) std::this_thread::sleep_for(kTick);
  test::Postgres::sql(database_.url,
                      "UPDATE fogg_arena.competitions SET basis = regexp_replace(basis, 'data of usa-2004 .*', "
                      "'data of usa-2004 abc')");
  const auto one = worker({"--until-done"});
  EXPECT_EQ(one->code(), 1);
  EXPECT_NE(one->said().find("no games of \"Cup\" are taken"), std::string::npos) << one->said();
  EXPECT_NE(one->said().find("the data of usa-2004 is abc there"), std::string::npos) << one->said();
  EXPECT_EQ(book->counts().over, 0);
  director->end(SIGKILL);
  const auto resumed = fogg("arena --resume Cup");
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.text.find("data of usa-2004"), std::string::npos) << resumed.text;
}

TEST_F(ArenaDb, WrongUsageIsExplainedAndChangesNothing) {
  write_cup(cup(1));
  const std::string file = folder_ / "cup.toml";
  const auto refused = [&](const std::string& arguments, const std::string& words) {
    const auto printed = test::fogg(arguments);
    EXPECT_EQ(printed.code, 2) << arguments;
    EXPECT_NE(printed.text.find(words), std::string::npos) << arguments << ":\n" << printed.text;
  };
  test::write_file(folder_ / "short", "abc\n");
  refused(fmt::format("arena {} --db '{}' --key {}", file, database_.url, folder_ / "short"), "64 hexadecimal digits");
  refused(fmt::format("arena {} --db '{}' --key {}", file, database_.url, folder_ / "none"), "cannot read");
  refused(fmt::format("arena --resume Cup --db '{}'", database_.url), "there is no competition \"Cup\"");
  refused(fmt::format("arena --resume Cup --db '{}' --key {}", database_.url, folder_ / "short"), "--resume");
  refused(fmt::format("arena {} --threads 0", file), "without --db");
  refused("worker", "--db");
  refused("worker --db cups", "postgresql://user@host");
  refused("worker --db postgresql://fogg:sesame@127.0.0.1:1/x", "postgresql://fogg@127.0.0.1:1/x: ");
  EXPECT_EQ(test::Postgres::sql(database_.url, "SELECT to_regclass('fogg_arena.format') IS NULL").text(0, 0), "t");
}

// -- In this process

struct Played {
  std::vector<std::int64_t> games;
  std::string news;
};
// What one worker does until it has nothing more to do for a while. `meanwhile` is called once, when it has begun.
Played serve(const Database& database, const std::string& competition, std::function<void()> meanwhile = {}) {
  const auto catalog = Catalog::open({});
  Played played;
  Worker::Options options;
  options.name = "test";
  int idle = 0;
  options.watch = [&](const WorkerStanding& standing) {
    for (const std::string& line : standing.news) played.news += line + "\n";
    idle = standing.competition.empty() ? idle + 1 : 0;
    if (idle == 0 && meanwhile) std::exchange(meanwhile, {})();
    return idle < 2;
  };
  Worker(*catalog, database, options).run();
  std::int64_t serial = 0;
  for (const Book::Ended& one : open_book(database, competition, Access::kLook)->ended_after(serial))
    played.games.push_back(one.game.number);
  return played;
}

// Only what can be played on this machine.
TEST_F(ArenaDb, WorkersLeaveGamesThatAreNotForThem) {
  NewCompetition competition{cup(1), folder_.path().string(), test::some_key(1)};
  for (const char* name : {"one", "two", "absent", "caller"}) {
    EntrantEntry entrant;
    entrant.spec.name = name;
    entrant.spec.bot = "hungry";
    competition.entrants.push_back(entrant);
  }
  competition.entrants[2].spec.way = Way::kProgram;
  competition.entrants[2].spec.command = "python3 bot.py";
  competition.entrants[2].spec.folder = folder_ / "not-on-this-machine";
  competition.entrants[3].spec.way = Way::kConnects;
  const auto book = make_book(database_, "Cup", competition);
  book->add_games({{1, 1, 1, "usa-2004", {0, 2}, false},
                   {2, 1, 1, "usa-2004", {3, 1}, false},
                   {3, 1, 1, "usa-2004", {1, 0}, false},
                   {4, 1, 1, "usa-2004", {0, 1}, false}});
  const Played played = serve(database_, "Cup");
  EXPECT_EQ(played.games, (std::vector<std::int64_t>{3, 4}));
  EXPECT_NE(played.news.find("games with absent are left to others"), std::string::npos) << played.news;
  EXPECT_NE(played.news.find("games with caller are left to others"), std::string::npos) << played.news;
  EXPECT_EQ(book->counts().taken, 0);
  EXPECT_EQ(book->counts().waiting, 2);
}

NewCompetition two_hungry_ones(const std::string& folder) {
  NewCompetition competition{cup(1), folder, test::some_key(1)};
  for (const char* entrant : {"one", "two"}) {
    competition.entrants.push_back({});
    competition.entrants.back().spec.name = entrant;
    competition.entrants.back().spec.bot = "hungry";
  }
  return competition;
}

TEST_F(ArenaDb, AWorkerMeetsEntrantsThatCameLater) {
  const auto book = make_book(database_, "Cup", two_hungry_ones(folder_.path().string()));
  book->add_games({{1, 1, 1, "usa-2004", {0, 1}, false}});
  const Played played = serve(database_, "Cup", [&] {
    EntrantEntry late = book->entrants()[0];
    late.spec.name = "late";
    EXPECT_EQ(book->add_entrant(late), 2);
    book->add_games({{2, 2, 2, "usa-2004", {2, 1}, false}});
  });
  EXPECT_EQ(played.games, (std::vector<std::int64_t>{1, 2}));
}

TEST_F(ArenaDb, AWorkerServesAllCompetitionsThatRun) {
  const auto make = [&](const std::string& name) {
    auto book = make_book(database_, name, two_hungry_ones(folder_.path().string()));
    book->add_games({{1, 1, 1, "usa-2004", {0, 1}, false}, {2, 1, 1, "usa-2004", {1, 0}, false}});
    return book;
  };
  const auto first = make("first");
  const auto paused = make("paused");
  paused->set_phase(Phase::kPaused);
  const auto last = make("it's \"last\"; --");
  serve(database_, "first");
  EXPECT_EQ(first->counts().over, 2);
  EXPECT_EQ(paused->counts().over, 0);
  EXPECT_EQ(last->counts().over, 2);
}

}  // namespace
}  // namespace fogg::arena
