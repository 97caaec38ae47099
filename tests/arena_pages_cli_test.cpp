// `fogg arena --http` and `fogg arena show` as an organiser uses them.
#include "arena_pages_support.h"
#include "postgres.h"
#include "run_fogg.h"

namespace fogg::arena::test {
namespace {

using fogg::test::Clock;
using fogg::test::fogg;
using fogg::test::fogg_binary;
using fogg::test::kPatience;
using fogg::test::read_file;
using fogg::test::write_file;

// `fogg arena …` as a process that shows pages.
class ArenaProcess {
 public:
  ArenaProcess(const std::string& log, std::vector<std::string> words) : log_(log) {
    words.insert(words.begin(), {fogg_binary(), "arena"});
    pid_ = fork();
    if (pid_ == 0) {
      const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(out, 2);
      dup2(out, 1);
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(fogg_binary().c_str(), argv.data());
      _exit(127);
    }
    constexpr std::string_view kMark = "in the browser: http://127.0.0.1:";
    if (!comes_true([&] {
          const std::string text = said();
          const std::size_t at = text.find(kMark);
          if (at == std::string::npos || text.find('\n', at) == std::string::npos) return false;
          port_ = std::stoi(text.substr(at + kMark.size()));
          return true;
        }))
      throw std::runtime_error("no pages: " + said());
  }
  ~ArenaProcess() {
    if (ended_) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  ArenaProcess(const ArenaProcess&) = delete;
  ArenaProcess& operator=(const ArenaProcess&) = delete;

  int port() const { return port_; }
  std::string said() const { return read_file(log_); }
  void signal(int number) const { kill(pid_, number); }
  bool is_over() {
    int status = 0;
    if (!ended_ && waitpid(pid_, &status, WNOHANG) == pid_)
      ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended_.has_value();
  }
  int wait() {
    if (!comes_true([&] { return is_over(); })) throw std::runtime_error("it does not end: " + said());
    return *ended_;
  }
  json::object get(const std::string& path) const {
    const std::string answer = http_get(port_, path);
    return status_of(answer) == 200 ? json::parse(body_of(answer)).as_object() : json::object();
  }

 private:
  std::string log_;
  pid_t pid_ = -1;
  int port_ = 0;
  std::optional<int> ended_;
};

// A few games that can be watched: each takes seconds.
constexpr const char* kSlowCup =
    "name = \"Slow cup\"\ndeals = 40\n[[entrant]]\nname = \"deep\"\nbot = \"search:time=30ms\"\n[[entrant]]\nname = "
    "\"quick\"\nbot = \"planner\"\n";
constexpr const char* kQuickCup =
    "name = \"Quick cup\"\ndeals = 30\n[[entrant]]\nname = \"a\"\nbot = \"hungry\"\n[[entrant]]\nname = \"b\"\nbot = "
    "\"random\"\n[[entrant]]\nname = \"c\"\nbot = \"longroute\"\n";

TEST(ArenaPagesOfTheProgram, AreThereWhileItRunsAndGoWithIt) {
  const Folder folder;
  write_file(folder / "cup.toml", kSlowCup);
  ArenaProcess arena(folder / "log", {folder / "cup.toml", "--dir", folder / "out", "--threads", "1", "--http", "0"});
  EXPECT_EQ(text_of(arena.get("/api/arena"), "name"), "Slow cup");
  // A running game, watched by one who reads and one who does not.
  ASSERT_TRUE(comes_true([&] { return !arena.get("/api/arena/running").at("games").as_array().empty(); }));
  const json::object running = arena.get("/api/arena/running").at("games").at(0).as_object();
  WebClient stuck(arena.port(), 4096);
  stuck.hello();
  stuck.say({{"type", "watch"}, {"table", running.at("code")}, {"after", 0}});
  WebClient watcher(arena.port());
  watcher.hello();
  watcher.say({{"type", "watch"}, {"table", running.at("code")}, {"after", 0}});
  watcher.until("watching");
  const std::size_t before = watcher.events().size();
  ASSERT_TRUE(comes_true([&] { return watcher.next().has_value() && watcher.events().size() > before + 500; }));
  // It goes on with the stuck one there.
  const auto over = [&] { return arena.get("/api/arena").at("games").at("over").as_int64(); };
  const std::int64_t now = over();
  EXPECT_TRUE(comes_true([&] { return over() > now; }));
  arena.signal(SIGINT);
  EXPECT_EQ(arena.wait(), 130);
  EXPECT_THROW(http_get(arena.port(), "/api/arena"), fogg::test::ConnectionLost);
}

TEST(ArenaPagesOfTheProgram, StayIfAskedTo) {
  const Folder folder;
  write_file(folder / "cup.toml", kQuickCup);
  ArenaProcess arena(folder / "log", {folder / "cup.toml", "--dir", folder / "out", "--http", "127.0.0.1:0", "--stay"});
  ASSERT_TRUE(comes_true([&] { return text_of(arena.get("/api/arena"), "phase") == "over"; }));
  EXPECT_TRUE(comes_true([&] { return arena.said().find("the pages stay until Ctrl-C") != std::string::npos; }));
  EXPECT_EQ(arena.get("/api/arena").at("games").at("over"), 180);
  const std::string report = read_file(folder / "out/report.html");
  EXPECT_NE(report.find("http://127.0.0.1:8020/replay?game=1\""), std::string::npos);
  EXPECT_NE(report.find("fogg arena show"), std::string::npos);
  EXPECT_NE(http_get(arena.port(), "/api/games/7/record").find(R"("kind":"key")"), std::string::npos);
  EXPECT_FALSE(arena.is_over());
  arena.signal(SIGTERM);
  EXPECT_EQ(arena.wait(), 0);
}

TEST(ArenaPagesOfTheProgram, GoWithTheLastGameOtherwise) {
  const Folder folder;
  write_file(folder / "cup.toml", kQuickCup);
  ArenaProcess arena(folder / "log", {folder / "cup.toml", "--dir", folder / "out", "--http", "0"});
  EXPECT_EQ(arena.wait(), 0);
  // And can be had again, of the same games.
  ArenaProcess show(folder / "log2", {"show", folder / "out", "--http", "0"});
  const json::object info = show.get("/api/arena");
  EXPECT_EQ(text_of(info, "phase"), "over");
  EXPECT_EQ(info.at("plays_here"), false);
  write_file(folder / "game.jsonl", body_of(http_get(show.port(), "/api/games/42/record")));
  EXPECT_EQ(fogg(fmt::format("verify '{}'", folder / "game.jsonl")).code, 0);
  EXPECT_EQ(read_file(folder / "game.jsonl"), fogg(fmt::format("arena record '{}' 42", folder / "out")).text);
  EXPECT_EQ(body_of(http_get(show.port(), "/arena/ranking.csv")).substr(0, 10), "place,name");
  show.signal(SIGINT);
  EXPECT_EQ(show.wait(), 0);
}

TEST(ArenaPagesOfTheProgram, ShowACompetitionThatAnotherOneRuns) {
  const Folder folder;
  write_file(folder / "cup.toml", kSlowCup);
  ArenaProcess arena(folder / "log", {folder / "cup.toml", "--dir", folder / "out", "--threads", "1", "--http", "0"});
  ArenaProcess show(folder / "log2", {"show", folder / "out", "--http", "0"});
  EXPECT_EQ(text_of(show.get("/api/arena"), "phase"), "running");
  // One game of a deal alone is not shown, both are.
  ASSERT_TRUE(comes_true([&] { return show.get("/api/arena/games").at("total").as_int64() >= 2; }));
  EXPECT_TRUE(comes_true([&] { return status_of(http_get(show.port(), "/api/games/1/record")) == 200; }));
  EXPECT_EQ(http_get(show.port(), "/api/games/1/record").find(R"("kind":"key")"), std::string::npos);
  arena.signal(SIGINT);
  EXPECT_EQ(arena.wait(), 130);
  EXPECT_EQ(text_of(show.get("/api/arena"), "phase"), "running");
}

// The same with a database, which workers on other machines fill.
TEST(ArenaPagesOfTheProgram, ShowACompetitionInADatabase) {
  const Folder folder;
  const std::string url = fogg::test::postgres().make();
  write_file(folder / "cup.toml", kQuickCup);
  ArenaProcess arena(folder / "log", {folder / "cup.toml", "--db", url, "--dir", folder / "out", "--threads", "0",
                                      "--lease", "2", "--http", "0", "--stay"});
  EXPECT_EQ(text_of(arena.get("/api/arena"), "name"), "Quick cup");
  EXPECT_EQ(arena.get("/api/arena").at("games").at("over"), 0);
  ArenaProcess show(folder / "log2", {"show", "Quick cup", "--db", url, "--http", "0"});
  EXPECT_EQ(text_of(show.get("/api/arena"), "phase"), "running");
  const auto worked = fogg(fmt::format("worker --db '{}' --threads 1 --until-done", url));
  EXPECT_EQ(worked.code, 0) << worked.text;
  for (const ArenaProcess* pages : {&arena, &show}) {
    EXPECT_TRUE(comes_true([&] { return text_of(pages->get("/api/arena"), "phase") == "over"; }));
    EXPECT_EQ(pages->get("/api/arena").at("games").at("over"), 180);
    EXPECT_TRUE(comes_true([&] { return pages->get("/api/arena/games").at("total").as_int64() == 180; }));
    write_file(folder / "game.jsonl", body_of(http_get(pages->port(), "/api/games/42/record")));
    EXPECT_EQ(fogg(fmt::format("verify '{}'", folder / "game.jsonl")).code, 0);
  }
}

TEST(ArenaPagesOfTheProgram, APortThatIsTakenIsNoticedBeforeAnythingIsMade) {
  const Folder folder;
  write_file(folder / "cup.toml", kQuickCup);
  const ArenaProcess other(folder / "log",
                           {folder / "cup.toml", "--dir", folder / "first", "--http", "127.0.0.1:0", "--stay"});
  const auto printed =
      fogg(fmt::format("arena '{}' --dir '{}' --http {}", folder / "cup.toml", folder / "second", other.port()));
  EXPECT_EQ(printed.code, 2);
  EXPECT_NE(printed.text.find(fmt::format("cannot listen on 127.0.0.1:{}", other.port())), std::string::npos)
      << printed.text;
  EXPECT_FALSE(std::filesystem::exists(folder / "second"));
}

TEST(ArenaPagesOfTheProgram, SayWhatIsWrongWithTheirOptions) {
  const Folder folder;
  write_file(folder / "cup.toml", kQuickCup);
  const auto run = [&](const std::string& options) {
    return fogg(fmt::format("arena '{}' --dir '{}' {}", folder / "cup.toml", folder / "out", options));
  };
  for (const char* bad : {"--http nowhere", "--http 70000", "--http 1.2.3.4.5:80", "--http localhost:80"}) {
    const auto printed = run(bad);
    EXPECT_EQ(printed.code, 2) << bad;
    EXPECT_NE(printed.text.find("--http"), std::string::npos) << printed.text;
    EXPECT_FALSE(std::filesystem::exists(folder / "out")) << bad;
  }
  EXPECT_EQ(run("--stay").code, 2);
  EXPECT_EQ(run("--watch live").code, 2);
  EXPECT_EQ(run("--http 0 --watch sometimes").code, 2);
  EXPECT_EQ(fogg(fmt::format("arena show '{}'", folder / "none")).code, 2);
  // Nothing was begun that stands in the way now.
  EXPECT_EQ(run("").code, 0);
}

}  // namespace
}  // namespace fogg::arena::test
