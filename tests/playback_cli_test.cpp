// fogg replay from outside: what it prints, and what observers hear on its port.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "folder.h"
#include "paths.h"
#include "playback_support.h"

namespace fogg::test {
namespace {

using Clock = std::chrono::steady_clock;

class Files {
 public:
  std::string write(const std::string& name, const std::string& text) const {
    write_file(folder_ / name, text);
    return folder_ / name;
  }

 private:
  Folder folder_;
};

struct Output {
  int code = -1;
  std::string out;
  std::string err;
};

// The program in the background, with both its outputs.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments) {
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    if (pipe(out.data()) != 0 || pipe(err.data()) != 0) std::abort();
    process_ = fork();
    if (process_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      dup2(err[1], STDERR_FILENO);
      for (const int fd : {out[0], out[1], err[0], err[1]}) close(fd);
      std::vector<std::string> words = {fogg_binary(), "replay"};
      words.insert(words.end(), arguments.begin(), arguments.end());
      std::vector<char*> list;
      for (std::string& word : words) list.push_back(word.data());
      list.push_back(nullptr);
      execv(fogg_binary().c_str(), list.data());
      _exit(127);
    }
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
  }
  ~Running() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    close(out_);
    close(err_);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // From the line on stderr.
  int port() {
    while (said_.find('\n') == std::string::npos) {
      std::array<char, 256> buffer{};
      const ssize_t got = read(err_, buffer.data(), buffer.size());
      if (got <= 0) break;
      said_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    const std::string begin = "listening on 127.0.0.1:";
    EXPECT_TRUE(said_.starts_with(begin)) << said_;
    return said_.starts_with(begin) ? std::stoi(said_.substr(begin.size())) : 0;
  }
  void signal(int number) const { kill(process_, number); }
  Output end() {
    Output output;
    output.out = rest(out_);
    output.err = said_ + rest(err_);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return output;
  }

 private:
  static std::string rest(int fd) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = read(fd, buffer.data(), buffer.size())) > 0;)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    return text;
  }
  pid_t process_ = 0;
  int out_ = -1;
  int err_ = -1;
  std::string said_;
};

Output fogg(const std::vector<std::string>& arguments) { return Running(arguments).end(); }

// A client that says lines and hears lines.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval patience{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void say(const std::string& text) const {
    const std::string line = text + "\n";
    EXPECT_EQ(send(socket_, line.data(), line.size(), MSG_NOSIGNAL), static_cast<ssize_t>(line.size()));
  }
  void say_if_possible(const std::string& text) const {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t sent = send(socket_, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (sent <= 0) return;
      at += static_cast<std::size_t>(sent);
    }
  }
  // The next line; empty when the other side has hung up.
  std::string hear() {
    while (heard_.find('\n') == std::string::npos) {
      std::array<char, 4096> buffer{};
      const ssize_t got = recv(socket_, buffer.data(), buffer.size(), 0);
      if (got <= 0) return {};
      heard_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    const std::size_t end = heard_.find('\n');
    const std::string line = heard_.substr(0, end);
    heard_.erase(0, end + 1);
    return line;
  }
  std::string hear_all() {
    std::string all;
    for (std::string line = hear(); !line.empty(); line = hear()) all += line + "\n";
    return all;
  }
  void join(const std::string& name) {
    EXPECT_NE(hear().find("\"Request\""), std::string::npos);
    say("Join " + name + " Observer");
    const std::string answer = hear();
    EXPECT_NE(answer.find("\"playerName\":\"" + name + "\",\"clientType\":\"Observer\""), std::string::npos) << answer;
  }

 private:
  int socket_;
  std::string heard_;
};

class Replay : public testing::Test {
 protected:
  const Files files_;
  const Told told_ = play_game({.players = 3, .seed = 15, .claims_of_ten = 9});
  const std::string record_ = files_.write("game.jsonl", told_.record);
  const std::string log_ = files_.write("game.log", told_.everything);
};

TEST_F(Replay, TerminalShowsEveryActionAndTheScores) {
  for (const std::string& file : {record_, log_}) {
    const Output output = fogg({file});
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_EQ(output.err, "");
    EXPECT_NE(output.out.find("USA (2004)"), std::string::npos);
    EXPECT_NE(output.out.find("ada (Blue), bob (Red), cy (Green)"), std::string::npos);
    EXPECT_NE(output.out.find(fmt::format("\n{:>4}  ", told_.actions)), std::string::npos);
    for (std::size_t s = 0; s < 3; ++s)
      EXPECT_NE(output.out.find(fmt::format("  {:>5}  {:>6}", told_.scores[s].total, told_.scores[s].routes)),
                std::string::npos)
          << output.out;
    EXPECT_NE(output.out.find("  wins\n"), std::string::npos);
  }
}

TEST_F(Replay, BeginsWhereAsked) {
  const Output output = fogg({record_, "--from", "10"});
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.out.find("\n   9  "), std::string::npos);
  EXPECT_NE(output.out.find("\n  10  "), std::string::npos);
  EXPECT_EQ(fogg({record_, "--from", "100000"}).code, 2);
}

TEST_F(Replay, JsonAndRecord) {
  const Output json = fogg({log_, "--json"});
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(static_cast<int>(lines_of(json.out).size()), told_.actions + 1);
  const Output record = fogg({log_, "--record"});
  EXPECT_EQ(record.code, 0) << record.err;
  EXPECT_TRUE(verify_text(record.out).good);
  EXPECT_EQ(fogg({record_, "--record"}).code, 2);
}

TEST_F(Replay, SaysWhereItStopped) {
  const std::string cut = files_.write("cut.log", told_.everything.substr(0, told_.everything.size() * 2 / 3));
  const Output output = fogg({cut});
  EXPECT_EQ(output.code, 1);
  EXPECT_TRUE(output.err.starts_with(cut + ":")) << output.err;
  EXPECT_NE(output.err.find("broken JSON"), std::string::npos) << output.err;
  EXPECT_NE(output.out.find("   1  start"), std::string::npos);
  std::vector<std::string> lines = lines_of(told_.record);
  lines.resize(80);
  const std::string half = files_.write("half.jsonl", joined(lines));
  EXPECT_EQ(fogg({half}).code, 1);
  EXPECT_TRUE(fogg({half}).err.starts_with(half + ":80: ")) << fogg({half}).err;
  EXPECT_EQ(fogg({files_.write("empty.log", "")}).code, 1);
}

TEST_F(Replay, WrongUsageIsTold) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"/nowhere/x"},
        {"/"},
        {log_, "--pace", "-1"},
        {log_, "--dialect", "swiss"},
        {log_, "--edition", "europe"},
        {log_, "--edition", "mars"},
        {log_, "--serve", "99999"},
        {log_, "--serve", "0", "--bind", "nowhere"},
        {log_, "--bind", "127.0.0.1"},
        {tests_dir() + "/fixtures/europe-2p-last-round.jsonl", "--serve", "0"}}) {
    const Output output = fogg(arguments);
    EXPECT_EQ(output.code, 2) << fmt::format("{}", fmt::join(arguments, " "));
    EXPECT_FALSE(output.err.empty());
  }
}

TEST_F(Replay, InterruptEndsIt) {
  Running running({record_, "--pace", "0.5"});
  usleep(700'000);
  running.signal(SIGINT);
  EXPECT_EQ(running.end().code, 130);
}

TEST_F(Replay, ObserversHearTheGame) {
  for (const std::string& file : {record_, log_}) {
    Running running({file, "--serve", "0", "--pace", "0.002"});
    Client client(running.port());
    client.join("eve");
    EXPECT_EQ(client.hear_all(), told_.open);
    EXPECT_EQ(running.end().code, 0);
  }
}

TEST_F(Replay, LateObserversHearAllOfIt) {
  Running running({record_, "--serve", "0", "--pace", "0.02"});
  const int port = running.port();
  Client first(port);
  first.join("eve");
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(first.hear().empty());
  Client late(port);
  late.join("adam");
  EXPECT_EQ(late.hear_all(), told_.open);
  EXPECT_EQ(running.end().code, 0);
}

TEST_F(Replay, TheClockWaitsForTheFirstObserver) {
  Running running({record_, "--serve", "0", "--pace", "0", "--from", "5"});
  usleep(300'000);
  Client client(running.port());
  client.join("eve");
  EXPECT_EQ(client.hear_all(), told_.open);
  EXPECT_EQ(running.end().code, 0);
}

TEST_F(Replay, QueriesAreAnsweredAndAllElseIsRefused) {
  Running running({record_, "--serve", "0", "--pace", "30"});
  Client client(running.port());
  const std::string request = R"({"type":"Request","player":"Blue","turnType":"Join"})";
  EXPECT_EQ(client.hear(), request);
  auto refused = [&](const std::string& line, const std::string& type, const std::string& code, bool again) {
    client.say(line);
    const std::string answer = client.hear();
    EXPECT_NE(answer.find("\"turnType\":\"" + type + "\",\"success\":false"), std::string::npos) << answer;
    EXPECT_NE(answer.find("\"errorCode\":\"" + code + "\""), std::string::npos) << answer;
    if (again) {
      EXPECT_EQ(client.hear(), request);
    }
  };
  refused("BoardState", "BoardState", "NotPlayersTurn", true);
  refused("dance", "Unknown", "WrongTurnFormat", true);
  client.say("Join eve Player");
  EXPECT_NE(client.hear().find("\"text\""), std::string::npos);
  EXPECT_NE(client.hear().find("NotPlayersTurn"), std::string::npos);
  EXPECT_EQ(client.hear(), request);
  client.say("join eve OBSERVER\r");
  EXPECT_NE(client.hear().find("\"Observer\""), std::string::npos);
  const std::vector<std::string> open = lines_of(told_.open);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(client.hear(), open[i]);  // three Joins and a BoardState
  client.say("BoardState");
  EXPECT_EQ(client.hear(), open[3]);
  client.say("ListAllRoutes");
  EXPECT_NE(client.hear().find("\"turnType\":\"ListAllRoutes\",\"success\":true"), std::string::npos);
  refused("DrawPassengerCars true", "DrawPassengerCars", "NotPlayersTurn", false);
  refused("Join eve Observer", "Join", "NotPlayersTurn", false);
  refused(std::string(2000, 'x'), "Unknown", "WrongTurnFormat", false);
  EXPECT_EQ(client.hear(), "");
  running.signal(SIGTERM);
  EXPECT_EQ(running.end().code, 0);
}

TEST_F(Replay, TheOtherDialect) {
  Running running({record_, "--serve", "0", "--pace", "0", "--dialect", "upper"});
  Client client(running.port());
  EXPECT_EQ(client.hear(), R"({"TYPE":"REQUEST","PLAYER":"BLUE","TURNTYPE":"JOIN"})");
  client.say("Join eve Observer");
  EXPECT_NE(client.hear().find("\"CLIENTTYPE\":\"OBSERVER\""), std::string::npos);
  const std::string all = client.hear_all();
  EXPECT_NE(all.find("\"FINALSCORE\""), std::string::npos);
  EXPECT_EQ(all.find("turnType"), std::string::npos);
  EXPECT_EQ(running.end().code, 0);
}

TEST_F(Replay, ACutFileIsServedAsFarAsItGoes) {
  const std::string cut = files_.write("cut.log", told_.everything.substr(0, told_.everything.size() / 2));
  Running running({cut, "--serve", "0", "--pace", "0"});
  Client client(running.port());
  client.join("eve");
  const std::string all = client.hear_all();
  EXPECT_GT(lines_of(all).size(), 10U);
  const Output output = running.end();
  EXPECT_EQ(output.code, 1);
  EXPECT_NE(output.err.find(cut + ":"), std::string::npos) << output.err;
}

// One that asks and asks but never listens is shut out, and the others do not suffer.
TEST_F(Replay, WhoDoesNotReadIsDisconnected) {
  Running running({record_, "--serve", "0", "--pace", "30"});
  const int port = running.port();
  Client deaf(port);
  deaf.join("deaf");
  std::string questions;
  for (int i = 0; i < 4000; ++i) questions += "ListAllRoutes\n";
  deaf.say_if_possible(questions);
  Client other(port);
  other.join("eve");
  EXPECT_EQ(other.hear(), lines_of(told_.open)[0]);
  EXPECT_LT(lines_of(deaf.hear_all()).size(), 4000U);
  running.signal(SIGTERM);
  EXPECT_EQ(running.end().code, 0);
}

TEST_F(Replay, ManyConnectionsAndInterrupt) {
  Running running({record_, "--serve", "0", "--pace", "30"});
  const int port = running.port();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 200; ++i) {
    clients.push_back(std::make_unique<Client>(port));
    EXPECT_FALSE(clients.back()->hear().empty()) << i;
  }
  Client one_too_many(port);
  EXPECT_EQ(one_too_many.hear(), "");
  running.signal(SIGINT);
  EXPECT_EQ(running.end().code, 130);
}

}  // namespace
}  // namespace fogg::test
