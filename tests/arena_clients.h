// `fogg arena` as a process of its own, and entrants that connect to it over real sockets.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "arena/book.h"
#include "arena/token.h"
#include "guest_client.h"
#include "server_player.h"

namespace fogg::test {

// Runs a competition that is there, or makes one; with ports of its own choice unless told otherwise.
class ArenaProcess {
 public:
  ArenaProcess(const std::string& log, std::vector<std::string> words, std::vector<std::string> ports = {})
      : log_(log) {
    words.insert(words.begin(), {fogg_binary(), "arena"});
    if (ports.empty()) ports = {"--tcp", "0", "--v09", "0"};
    words.insert(words.end(), ports.begin(), ports.end());
    const auto before = fs::exists(log_) ? fs::file_size(log_) : 0;
    pid_ = fork();
    if (pid_ == 0) {
      const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      dup2(out, 2);
      dup2(out, 1);
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(fogg_binary().c_str(), argv.data());
      _exit(127);
    }
    const auto until = Clock::now() + kPatience;
    while (Clock::now() < until && !exited()) {
      const std::string text = read_file(log_).substr(before);
      tcp_ = port_after(text, "current protocol: 127.0.0.1:");
      v09_ = port_after(text, "protocol v0.9: 127.0.0.1:");
      if (tcp_ != 0 && v09_ != 0) return;
      usleep(2000);
    }
  }
  ~ArenaProcess() { kill_now(); }
  ArenaProcess(const ArenaProcess&) = delete;
  ArenaProcess& operator=(const ArenaProcess&) = delete;

  int tcp() const { return tcp_; }
  int v09() const { return v09_; }
  std::string log() const { return read_file(log_); }
  void kill_now() {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    ended_ = 128 + SIGKILL;
  }
  // Also from threads of the test.
  std::optional<int> exited() {
    const std::lock_guard lock(mutex_);
    if (ended_) return ended_;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return {};
    ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended_;
  }
  // The exit code; -1 if it does not end.
  int wait() {
    for (const auto until = Clock::now() + 4 * kPatience; Clock::now() < until; usleep(2000))
      if (const auto code = exited()) return *code;
    return -1;
  }

 private:
  static int port_after(const std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos || text.find('\n', at) == std::string::npos) return 0;
    return std::stoi(text.substr(at + mark.size()));
  }

  std::string log_;
  pid_t pid_ = -1;
  int tcp_ = 0;
  int v09_ = 0;
  std::mutex mutex_;
  std::optional<int> ended_;
};

// What happened to all connections of an entrant, in the order in which it happened.
class Diary {
 public:
  struct Entry {
    bool began = true;  // false: it is over
    std::int64_t game = 0;
    std::string deal = {};  // the hash of its key
  };
  void note(bool began, std::int64_t game, const std::string& deal = {}) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({began, game, deal});
  }
  std::vector<Entry> entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

// An entrant of the current protocol, on a thread of its own: connects, plays whatever game comes, and connects again when the connection is lost.
class Bot {
 public:
  // Answers a request, or does something else. True: it goes on; false: this connection ends here.
  using Habit = std::function<bool(Bot&, const json::object& request)>;

  Bot(int port, std::string name, std::string token, Habit habit = {}, std::shared_ptr<Diary> diary = {})
      : port_(port),
        name_(std::move(name)),
        token_(std::move(token)),
        habit_(std::move(habit)),
        diary_(std::move(diary)),
        thread_([this] { run(); }) {}
  ~Bot() { stop(); }
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;

  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  LineClient& line() { return *client_; }
  const std::string& token() const { return token_; }
  int answers() const { return answers_; }  // on all connections
  int answers_in_game() const { return in_game_; }
  int connections() const { return connections_; }
  std::string last_error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }
  std::set<std::string> heard() const {  // types, and codes of errors and notices
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  std::atomic<bool> resumes = true;  // with what it has seen; else it joins as if for the first time

  // Depends on nothing but the game.
  void play(const json::object& request) {
    const json::array& actions = request.at("actions").as_array();
    const auto which = static_cast<std::size_t>(seq_ * 7) % actions.size();
    client_->send(json::serialize(
        json::object{{"type", "move"}, {"request", request.at("request")}, {"action", actions[which].at("id")}}));
    ++answers_;
    ++in_game_;
  }

 private:
  void run() {
    while (!stop_) {
      try {
        client_.emplace(port_);
        ++connections_;
        converse();
      } catch (const ConnectionLost&) {
      } catch (const std::exception& error) {
        ADD_FAILURE() << name_ << ": " << error.what();
        return;
      }
      client_.reset();
      usleep(10'000);
    }
  }
  void converse() {
    client_->send(R"({"type":"hello","protocol":[1,1],"position":false})");
    json::object join{{"type", "join"}, {"name", name_}, {"token", token_}};
    if (!resumes) game_ = 0;
    if (resumes && !code_.empty()) join = {{"type", "resume"}, {"table", code_}, {"token", token_}, {"after", seq_}};
    EXPECT_EQ(protocol_schema().fault(join, "client"), "");
    client_->send(json::serialize(join));
    while (!stop_) {
      const auto line = client_->line(std::chrono::milliseconds(100));
      if (line && !hear(json::parse(*line))) return;
    }
  }
  bool hear(const json::value& value) {
    // The largest of them take a while.
    const json::object& message = value.as_object();
    const std::string type = text_of(message, "type");
    if (type != "request" || requests_++ % 16 == 0) {
      EXPECT_EQ(protocol_schema().fault(value, "server"), "") << json::serialize(value);
    }
    {
      const std::lock_guard lock(mutex_);
      heard_.insert(type);
      if (type == "error" || type == "notice") heard_.insert(text_of(message, "code"));
      if (type == "error") error_ = text_of(message, "code");
    }
    if (type == "seated") {
      const std::int64_t game = message.at("table").at("id").as_int64();
      if (game != game_) {
        if (diary_) diary_->note(true, game, text_of(message.at("table").at("header").as_object(), "key_hash"));
        seq_ = 0;
        in_game_ = 0;
      }
      game_ = game;
      code_ = std::string(message.at("table").at("code").as_string());
    }
    if (type == "event") {
      const json::object& event = message.at("event").as_object();
      EXPECT_GT(event.at("seq").as_int64(), resumes ? seq_ : 0) << "an event came twice";
      seq_ = event.at("seq").as_int64();
      if (is(event.at("kind"), "end")) {
        if (diary_) diary_->note(false, game_);
        code_.clear();
      }
    }
    if (is(message.at("type"), "notice")) code_.clear();
    if (type != "request") return true;
    if (habit_) return habit_(*this, message);
    play(message);
    return true;
  }

  const int port_;
  const std::string name_;
  const std::string token_;
  const Habit habit_;
  const std::shared_ptr<Diary> diary_;
  std::optional<LineClient> client_;
  std::string code_;
  std::int64_t game_ = 0;
  std::int64_t seq_ = 0;
  std::int64_t requests_ = 0;
  std::atomic<int> answers_ = 0;
  int in_game_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::string error_;
  std::set<std::string> heard_;
  std::thread thread_;
};

// An entrant of protocol v0.9 that connects anew for every game.
class OldBot {
 public:
  // `cuts`: after so many answers it loses the connection once in every game.
  OldBot(int port, std::string name, std::string token, int cuts = 0)
      : port_(port), who_(name + "@" + token), cuts_(cuts), thread_([this] { run(); }) {}
  ~OldBot() {
    stop_ = true;
    thread_.join();
  }
  OldBot(const OldBot&) = delete;
  OldBot& operator=(const OldBot&) = delete;
  int games() const { return games_; }

 private:
  void run() {
    while (!stop_) {
      try {
        Player player(port_, who_);
        bool cut = cuts_ == 0;
        while (!player.over() && !stop_) {
          player.step(std::chrono::milliseconds(100));
          if (cut || player.answers() < cuts_) continue;
          cut = true;
          player.client().reset();
          player.connect(port_);
        }
        if (player.over()) ++games_;
      } catch (const ConnectionLost&) {
      } catch (const std::exception& error) {
        ADD_FAILURE() << who_.substr(0, who_.find('@')) << ": " << error.what();
        return;
      }
      usleep(10'000);
    }
  }

  const int port_;
  const std::string who_;
  const int cuts_;
  std::atomic<int> games_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// A competition with a key and tokens of the test's choice.
struct Cup {
  const Folder& folder;
  std::string dir = folder / "cup";
  std::map<std::string, std::string> tokens = {};

  void make(const std::string& text, int key = 1) {
    fs::remove_all(dir);
    fs::create_directory(dir);
    const auto spec = arena::read_spec("cup.toml", text, folder.path().string());
    if (!spec) throw std::runtime_error(spec.error());
    ChaKey secret{};
    secret[3] = static_cast<std::uint8_t>(key);
    arena::NewCompetition competition{text, folder.path().string(), secret};
    for (const arena::EntrantSpec& entrant : spec->entrants) {
      competition.entrants.push_back({entrant, {}});
      if (entrant.way < arena::Way::kConnects) continue;
      std::string& token = tokens[entrant.name];
      if (token.empty()) token = arena::new_token();
      competition.entrants.back().token_hash = arena::hash_of_token(token);
    }
    arena::make_book(dir + "/arena.db", competition);
  }
  std::unique_ptr<arena::Book> book() const { return arena::open_book(dir + "/arena.db", arena::Access::kLook); }
  std::vector<arena::Book::Ended> games() const {
    std::int64_t serial = 0;
    return book()->ended_after(serial);
  }
};

}  // namespace fogg::test
