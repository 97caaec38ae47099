// Real programs in the real sandbox, most of them bad (tests/bad_bots).
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "arena/cgroup.h"
#include "arena/program.h"
#include "arena/watch.h"
#include "folder.h"
#include "paths.h"

namespace fogg::test {
namespace {

using namespace arena;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kLong{30};  // for what should come at once, on a busy machine too
Clock::time_point soon() { return Clock::now() + kLong; }

bool comes_true(const std::function<bool()>& what, seconds patience = kLong) {
  for (const auto end = Clock::now() + patience; Clock::now() < end;) {
    if (what()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return what();
}

// A word that is in no other command line of this machine.
std::string new_marker() {
  static std::atomic<int> count = 0;
  return fmt::format("fogg-marker-{}-{}", getpid(), ++count);
}
std::vector<std::string> processes_with(const std::string& marker) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(getpid())) continue;
    std::string line;
    try {
      line = read_file((entry.path() / "cmdline").string());
    } catch (const std::ios_base::failure&) {  // it ended just now
    }
    if (line.find(marker) != std::string::npos) found.push_back(name + ": " + line);
  }
  return found;
}

// Both ways to bound a program must hold: with control groups where there are some, and without.
class ArenaSandbox : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    ASSERT_FALSE(sandbox_problem()) << *sandbox_problem();
    fs::permissions(home_.path(), fs::perms(0755));
    bots_ = home_.path() / "bots" / "mine";
    fs::create_directories(bots_);
    for (const auto& entry : fs::directory_iterator(fs::path(tests_dir()) / "bad_bots")) fs::copy(entry.path(), bots_);
  }
  void TearDown() override {
    // Whatever happened: no zombie, and no control group of ours.
    host_.reset();
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    for (const std::string& folder : {cgroup_place().pids, cgroup_place().memory, cgroup_place().cpu}) {
      if (folder.empty()) continue;
      for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(!name.starts_with(fmt::format("fogg-{}-", getpid())) || name.ends_with("-arena")) << entry.path();
      }
    }
  }

  ProgramSpec spec(const std::string& command) const {
    ProgramSpec spec;
    spec.command = command;
    spec.folder = bots_;
    spec.limits.memory = 128LL << 20;
    spec.limits.processes = 32;
    spec.limits.scratch = 16LL << 20;
    spec.limits.cpu_time = seconds(20);
    spec.without_cgroup = GetParam();
    return spec;
  }
  std::unique_ptr<Program> start(const ProgramSpec& what, const Channel::Bounds& bounds = {}) {
    auto program = Program::start(host_, what, bounds);
    if (!program) throw std::runtime_error(program.error());
    return std::move(*program);
  }
  std::unique_ptr<Program> start(const std::string& command) { return start(spec(command)); }
  std::string refusal(const ProgramSpec& what) {
    auto program = Program::start(host_, what);
    return program ? "it started" : program.error();
  }

  static void expect_line(Program& program, const std::string& text) {
    const auto line = program.receive(soon());
    ASSERT_TRUE(line) << program.trouble() << program.stop().errors;
    EXPECT_EQ(line->line, text);
  }
  static void expect_echo(Program& program, const std::string& text) {
    EXPECT_TRUE(program.send(text));
    expect_line(program, text);
  }
  static std::vector<std::string> lines_until_end(Program& program) {
    std::vector<std::string> lines;
    while (const auto line = program.receive(soon())) {
      if (line->line == "end") return lines;
      lines.push_back(line->line);
    }
    ADD_FAILURE() << program.trouble() << "\n" << program.stop().errors;
    return lines;
  }
  static std::map<std::string, std::string> words_until_end(Program& program, char between) {
    std::map<std::string, std::string> words;
    for (const std::string& line : lines_until_end(program)) {
      const std::size_t at = line.find(between);
      words[line.substr(0, at)] = at == std::string::npos ? "" : line.substr(at + 1);
    }
    return words;
  }

  Folder home_;  // of the competition
  fs::path bots_;
  std::shared_ptr<ProgramHost> host_ = std::make_shared<ProgramHost>();
};
INSTANTIATE_TEST_SUITE_P(Bounds, ArenaSandbox, testing::Values(false, true),
                         [](const auto& which) { return which.param ? "WithoutCgroup" : "WithCgroup"; });

// -- Good programs

TEST_P(ArenaSandbox, AProgramIsSpokenToInLines) {
  for (const char* command : {"python3 echo.py", "./echo.sh", "sh echo.sh", "'sh' \"echo.sh\""}) {
    const auto program = start(command);
    expect_echo(*program, R"({"type":"hello"})");
    expect_echo(*program, "");
    expect_echo(*program, std::string(60'000, 'x'));
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(program->send(std::to_string(i)));
    for (int i = 0; i < 200; ++i) expect_line(*program, std::to_string(i));
    EXPECT_TRUE(program->sent_at());
    EXPECT_EQ(program->trouble(), "");
    EXPECT_FALSE(program->receive(Clock::now() + milliseconds(20)));
    EXPECT_FALSE(program->is_silent());
    const ProgramReport& report = program->stop(kLong);  // it ends as soon as its input does
    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.exit_code, 0) << report.how << report.errors;
    EXPECT_GT(report.cpu.count(), 0);
    EXPECT_GT(report.peak_memory, 100'000);
    EXPECT_FALSE(program->send("too late"));
    EXPECT_EQ(&program->stop(), &report);
  }
}

TEST_P(ArenaSandbox, ItSeesLittleOfItself) {
  signal(SIGUSR1, SIG_IGN);  // must not be handed on
  const int careless = open("/dev/null", O_RDONLY);  // nor this
  ProgramSpec what = spec("python3 self.py");
  what.environment = {"OPENING=3"};
  const auto program = start(what);
  signal(SIGUSR1, SIG_DFL);
  close(careless);
  auto seen = words_until_end(*program, ' ');
  EXPECT_EQ(seen["fds"], "0 1 2");
  EXPECT_EQ(seen["cwd"], bots_.string());
  EXPECT_EQ(seen["host"], "bot");
  EXPECT_EQ(seen["user"], "bot");
  EXPECT_EQ(seen["root"], "False");
  EXPECT_EQ(seen["caps"], "0 0 0 0");
  EXPECT_EQ(seen["nnp"], "1");
  // Python itself ignores SIGPIPE and SIGXFSZ, and the shell that started it made it ignore SIGINT and SIGQUIT.
  EXPECT_EQ(seen["ignored"], "0000000001001006 0000000000000000");
  EXPECT_EQ(seen["core"], "0 0");
  EXPECT_EQ(seen["processes"], "1 2");
  EXPECT_NE(seen["env"].find("HOME LANG OPENING PATH"), std::string::npos) << seen["env"];
  EXPECT_EQ(seen["env"].find("LD_"), std::string::npos);
  EXPECT_EQ(program->stop(kLong).exit_code, 0) << program->stop().errors;
}

TEST_P(ArenaSandbox, InterpretersStart) {
  for (const auto& [program, command] :
       std::map<std::string, std::string>{{"/usr/bin/java", "java -version"},
                                          {"/usr/bin/node", "node -e 'console.error(1)'"},
                                          {"/usr/bin/mono", "mono --version"},
                                          {"/usr/bin/python3", "python3 -V"},
                                          {"/usr/bin/perl", "perl -v"}}) {
    if (!fs::exists(program)) {
      std::cout << program << " is not on this machine\n";
      continue;
    }
    ProgramSpec what = spec(command);
    what.limits = {};
    const auto running = start(what);
    EXPECT_TRUE(running->wait_for_end(soon()));
    const ProgramReport& report = running->stop();
    EXPECT_EQ(report.exit_code, 0) << command << ": " << report.how << "\n" << report.errors;
  }
}

TEST_P(ArenaSandbox, AThreadThatStartsAProgramMayEnd) {
  std::unique_ptr<Program> program;
  std::thread([&] { program = start("python3 echo.py"); }).join();
  std::this_thread::sleep_for(milliseconds(100));
  expect_echo(*program, "still there");
}

TEST_P(ArenaSandbox, ManyAtOnceFromManyThreads) {
  constexpr int kThreads = 5;
  constexpr int kEach = 4;
  const auto files = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()); };
  const auto before = files();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t] {
      std::vector<std::unique_ptr<Program>> programs;
      for (int i = 0; i < kEach; ++i) programs.push_back(start(i % 2 == 0 ? "./echo.sh" : "python3 echo.py"));
      for (int round = 0; round < 20; ++round) {
        for (const auto& program : programs) expect_echo(*program, fmt::format("{} {}", t, round));
      }
      for (const auto& program : programs) EXPECT_EQ(program->stop(kLong).exit_code, 0) << program->stop().how;
    });
  }
  for (std::thread& thread : threads) thread.join();
  // The reader may be about to let go of the last one.
  EXPECT_TRUE(comes_true([&] { return files() == before; })) << before << " files were open, now " << files();
}

TEST_P(ArenaSandbox, ALineHasTheTimeOfItsArrival) {
  const auto program = start("python3 slow.py");
  program->send("0");
  expect_line(*program, "answer");  // it is up and running
  const auto before = Clock::now();
  program->send("0.3");
  const auto sent = program->sent_at();
  ASSERT_TRUE(sent);
  EXPECT_GE(*sent, before);
  std::this_thread::sleep_for(seconds(3));  // a busy referee
  const auto fetched = Clock::now();
  const auto line = program->receive(fetched);
  ASSERT_TRUE(line);
  EXPECT_GE(line->when - *sent, milliseconds(299));
  EXPECT_LT(line->when, fetched - seconds(1));
}

// -- Too much of something

TEST_P(ArenaSandbox, OthersGoOnNextToAForkBombAndAHog) {
  const auto echo = start("python3 echo.py");
  expect_echo(*echo, "before");
  const std::string marker = new_marker();
  const auto bomb = start("python3 fork_bomb.py " + marker);
  expect_line(*bomb, "ready");
  const auto hog = start("python3 memory_hog.py 1 100000 " + marker);
  std::size_t most = 0;
  for (const auto end = Clock::now() + seconds(2); Clock::now() < end;) {
    most = std::max(most, family_of(bomb->pid()).size());
    expect_echo(*echo, "during");
  }
  EXPECT_GE(most, 20U);  // it is a bomb
  EXPECT_LE(most, 32U + kOwnProcesses);
  const ProgramReport& report = bomb->stop(milliseconds(50));
  EXPECT_TRUE(report.stopped);
  hog->stop();
  EXPECT_EQ(processes_with(marker), std::vector<std::string>());
  expect_echo(*echo, "after");
}

TEST_P(ArenaSandbox, MemoryIsBounded) {
  const std::string large(200UL << 20, 'x');  // what this process has is not the program's
  const auto hog = start("python3 memory_hog.py 1 100000");
  EXPECT_TRUE(hog->wait_for_end(soon()));
  int last = 0;
  while (const auto line = hog->receive(soon())) last = std::stoi(line->line);
  EXPECT_GE(last, 40);
  EXPECT_LE(last, 128);
  const ProgramReport& report = hog->stop();
  EXPECT_TRUE(report.out_of_memory || report.errors.find("MemoryError") != std::string::npos || !report.fault.empty())
      << report.how << report.errors;
  EXPECT_GE(report.peak_memory, 40LL << 20);
  EXPECT_LE(report.peak_memory, 160LL << 20);
}

// Each of them is within the limit of a single process.
TEST_P(ArenaSandbox, MemoryOfAllProcessesTogetherIsBounded) {
  const std::string marker = new_marker();
  const auto hogs = start("python3 memory_hog.py 8 80 " + marker);
  std::int64_t most = 0;
  ASSERT_TRUE(comes_true([&] {
    most = std::max(most, memory_of(family_of(hogs->pid())).now);
    return !hogs->trouble().empty();
  }));
  EXPECT_LE(most, 400LL << 20);  // 640 if nobody looked
  const ProgramReport& report = hogs->stop(milliseconds(0));
  EXPECT_TRUE(report.out_of_memory || report.fault.find("more memory than 128 MiB") != std::string::npos)
      << report.how << report.fault << report.errors;
  EXPECT_EQ(processes_with(marker), std::vector<std::string>());
}

TEST_P(ArenaSandbox, OutputIsBounded) {
  for (const char* what : {"line", "endless", "errors"}) {
    const auto program = start(std::string("python3 flood.py ") + what);
    ASSERT_TRUE(comes_true([&] { return !program->trouble().empty(); })) << what;
    EXPECT_NE(program->trouble().find("too much output"), std::string::npos) << program->trouble();
    EXPECT_FALSE(program->send("anybody there?"));
    int lines = 0;
    while (program->receive(soon())) ++lines;  // those before
    EXPECT_EQ(lines, std::string(what) == "line" ? 1000 : 0);
    EXPECT_TRUE(program->is_silent());
    const ProgramReport& report = program->stop();
    EXPECT_TRUE(report.stopped);
    EXPECT_NE(report.fault, "");
    EXPECT_LE(report.errors.size(), 17U * 1024);
    EXPECT_LE(report.unfinished.size(), 64U * 1024);
  }
}

TEST_P(ArenaSandbox, ScratchSpaceIsBounded) {
  const auto program = start("python3 fill_scratch.py");
  expect_line(*program, "/tmp No space left on device");
  expect_line(*program, "/dev/shm No space left on device");
  const auto total = program->receive(soon());
  ASSERT_TRUE(total) << program->trouble();
  EXPECT_GE(std::stoi(total->line), 16);
  EXPECT_LE(std::stoi(total->line), 34);
  program->stop();
  // The next game begins without any of it.
  const auto next = start("python3 peek.py read:/tmp/0 read:/dev/shm/0");
  auto seen = words_until_end(*next, '\t');
  EXPECT_EQ(seen["read:/tmp/0"], "No such file or directory");
  EXPECT_EQ(seen["read:/dev/shm/0"], "No such file or directory");
}

TEST_P(ArenaSandbox, TimeOfTheProcessorIsBounded) {
  ProgramSpec what = spec("python3 idle.py busy");
  what.limits.cpu_time = seconds(1);
  const auto program = start(what);
  EXPECT_TRUE(program->wait_for_end(soon()));
  const ProgramReport& report = program->stop();
  EXPECT_EQ(report.signal, SIGXCPU) << report.how;
  EXPECT_EQ(report.how, "killed by SIGXCPU");
  EXPECT_GE(report.cpu, milliseconds(500));
}

TEST_P(ArenaSandbox, OneThatNeverReadsIsAFaultSomeTime) {
  const auto program = start("python3 idle.py deaf");
  expect_line(*program, "ready");
  const std::string line(50'000, 'x');
  const auto begin = Clock::now();
  int sent = 0;
  while (sent < 1000 && program->send(line)) ++sent;
  EXPECT_LT(Clock::now() - begin, kLong);  // nobody waited for it
  EXPECT_GE(sent, 10);
  EXPECT_LE(sent, 25);  // a mebibyte, and what fits into a pipe
  EXPECT_FALSE(program->sent_at());
  EXPECT_NE(program->trouble().find("does not read"), std::string::npos) << program->trouble();
}

// What waits is handed over when the program reads again, in order.
TEST_P(ArenaSandbox, ALateReaderGetsEverything) {
  const auto program = start("python3 slow.py");
  program->send("0.5" + std::string(10, ' '));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(program->send("0" + std::string(20'000, ' ')));
  for (int i = 0; i < 21; ++i) expect_line(*program, "answer");
  EXPECT_TRUE(comes_true([&] { return program->sent_at().has_value(); }));
  EXPECT_EQ(program->trouble(), "");
}

// -- Where it should not look

TEST_P(ArenaSandbox, ItCannotLeaveItsFolder) {
  const fs::path other = home_.path() / "bots" / "other";
  fs::create_directories(other);
  write_file((other / "secret.py").string(), "secret");
  write_file(home_ / "competition.db", "secret");
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(server, 5), 0);
  getsockname(server, reinterpret_cast<sockaddr*>(&address), &size);
  const std::string marker = new_marker();
  const int local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un name = {};
  name.sun_family = AF_UNIX;
  marker.copy(name.sun_path + 1, sizeof name.sun_path - 2);
  ASSERT_EQ(bind(local, reinterpret_cast<sockaddr*>(&name),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + marker.size())),
            0);
  ASSERT_EQ(listen(local, 5), 0);

  std::vector<std::string> deeds = {"read:" + (other / "secret.py").string(),
                                    "read:" + other.string(),
                                    "read:" + (home_ / "competition.db"),
                                    "read:" + (bots_ / "../../competition.db").string(),
                                    "read:/proc/1/root/etc/shadow",
                                    fmt::format("read:/proc/{}/environ", getpid()),
                                    fmt::format("tcp:127.0.0.1:{}", ntohs(address.sin_port)),
                                    "tcp:192.0.2.1:80",
                                    "abstract:" + marker,
                                    fmt::format("kill:{}", getpid()),
                                    "setuid:0",
                                    "write:" + (bots_ / "echo.py").string(),
                                    "write:" + (bots_ / "new.py").string(),
                                    "write:/new",
                                    "write:/dev/new",
                                    "write:/usr/new",
                                    "write:/etc/new",
                                    "write:/proc/sys/kernel/core_pattern",
                                    "write:/proc/1/oom_score_adj"};
  for (const char* path : {"/root", "/home", "/etc/shadow", "/etc/hostname", "/etc/ssh", "/var", "/sys", "/srv", "/mnt",
                           "/opt", "/run", "/work", "/boot"}) {
    deeds.push_back(std::string("read:") + path);
  }
  std::string command =
      "python3 peek.py read:" + (bots_ / "peek.py").string() + " write:/tmp/mine write:" + (home_ / "new.txt");
  for (const std::string& deed : deeds) command += " " + deed;
  const auto run = [&](const ProgramSpec& what) {
    const auto program = start(what);
    auto seen = words_until_end(*program, '\t');
    EXPECT_EQ(seen.size(), deeds.size() + 3);
    EXPECT_EQ(seen["read:" + (bots_ / "peek.py").string()], "done");
    EXPECT_EQ(seen["write:/tmp/mine"], "done");
    for (const std::string& deed : deeds) EXPECT_NE(seen[deed], "done") << deed;
  };
  run(spec(command));
  // On the way to its folder it may write in places, but that is in its own scratch folder.
  EXPECT_FALSE(fs::exists(home_ / "new.txt"));
  // Even if a folder above is shown.
  ProgramSpec shown = spec(command);
  shown.read_only = {home_.path()};
  shown.hidden = {home_.path() / "competition.db", home_.path() / "bots"};
  run(shown);
  shown.hidden = {home_.path()};
  run(shown);
  // The attempts are real ones: what is shown can be read.
  shown.hidden = {};
  const auto program = start(shown);
  EXPECT_EQ(words_until_end(*program, '\t')["read:" + (other / "secret.py").string()], "done");
  close(server);
  close(local);
  EXPECT_EQ(read_file((bots_ / "echo.py").string()), read_file(tests_dir() + "/bad_bots/echo.py"));
}

// -- The end

TEST_P(ArenaSandbox, NothingIsLeftBehind) {
  for (const std::string command : {"sh stubborn.sh ", "python3 daemon.py ends ", "python3 daemon.py stays "}) {
    for (const milliseconds patience : {milliseconds(0), milliseconds(100)}) {
      const std::string marker = new_marker();
      const auto program = start(command + marker);
      expect_line(*program, "ready");
      program->stop(patience);
      EXPECT_EQ(processes_with(marker), std::vector<std::string>()) << command;
    }
  }
  const std::string marker = new_marker();
  {
    const auto program = start("sh stubborn.sh " + marker);
  }
  EXPECT_EQ(processes_with(marker), std::vector<std::string>());
  // And without the host.
  auto program = start("sh stubborn.sh " + marker);
  expect_line(*program, "ready");
  EXPECT_FALSE(processes_with(marker).empty());
  host_.reset();
  program.reset();
  EXPECT_EQ(processes_with(marker), std::vector<std::string>());
}

TEST_P(ArenaSandbox, AskedToEndItMayDoSo) {
  ProgramSpec what = spec("sh -c \"trap 'echo bye >&2; exit 7' TERM; echo ready; while :; do sleep 0.1; done\"");
  const auto program = start(what);
  expect_line(*program, "ready");
  const ProgramReport& report = program->stop(seconds(8));
  EXPECT_EQ(report.exit_code, 7) << report.how;
  EXPECT_EQ(report.errors, "bye\n");
}

TEST_P(ArenaSandbox, TheEndIsNoticed) {
  struct Case {
    const char* how;
    int exit_code;
    int signal;
    const char* words;
  };
  for (const Case& c : {Case{"0", 0, 0, "ended with exit code 0"},
                        {"3", 3, 0, "ended with exit code 3"},
                        {"SEGV", -1, SIGSEGV, "killed by SIGSEGV"},
                        {"KILL", -1, SIGKILL, "killed by SIGKILL"}}) {
    const auto program = start(fmt::format("./ends.sh {}", c.how));
    expect_line(*program, "a last line");
    EXPECT_FALSE(program->receive(soon()));  // at once, and not at the deadline
    EXPECT_TRUE(program->wait_for_end(soon()));
    EXPECT_TRUE(program->is_silent());
    EXPECT_EQ(program->trouble(), c.words);
    const ProgramReport& report = program->stop();
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(report.exit_code, c.exit_code);
    EXPECT_EQ(report.signal, c.signal);
    EXPECT_EQ(report.how, c.words);
    EXPECT_EQ(report.errors.find("something is wrong\n"), 0U) << report.errors;
    EXPECT_FALSE(program->send("hello"));
  }
}

TEST_P(ArenaSandbox, ClosedPipesAreNoHarm) {
  const auto mute = start("python3 idle.py mute");
  expect_line(*mute, "ready");
  const auto begin = Clock::now();
  EXPECT_FALSE(mute->receive(begin + 2 * kLong));
  EXPECT_LT(Clock::now() - begin, kLong);
  EXPECT_EQ(mute->trouble(), "closed its output");
  EXPECT_TRUE(mute->stop().stopped);
  // Writing to it would be SIGPIPE for the whole test.
  const auto closed = start("python3 idle.py closed");
  expect_line(*closed, "ready");
  expect_line(*closed, "closed");
  EXPECT_FALSE(closed->send("hello"));
  EXPECT_FALSE(closed->send("hello"));
  sigset_t pending;
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST_P(ArenaSandbox, AForgottenLineFeedIsTold) {
  const auto program = start("printf '{\"type\":\"hello\"}\\r\\n{\"type\":'");
  expect_line(*program, R"({"type":"hello"})");
  EXPECT_TRUE(program->wait_for_end(soon()));
  EXPECT_FALSE(program->receive(soon()));
  EXPECT_EQ(program->stop().unfinished, "{\"type\":");
}

TEST_P(ArenaSandbox, WhatCannotStartIsToldInWords) {
  const auto refuses = [&](const ProgramSpec& what, const std::string& why) {
    const std::string said = refusal(what);
    EXPECT_NE(said.find(why), std::string::npos) << what.command << ": " << said;
  };
  refuses(spec("no-such-program bot.py"), "there is no program no-such-program in ");
  refuses(spec("./no_such_bot"), "there is no program ./no_such_bot");
  refuses(spec("./echo.py"), "is not an executable file");
  refuses(spec("echo.sh"), "write ./echo.sh");
  refuses(spec("python3 'echo.py"), "a ' that is never closed");
  refuses(spec("python3 echo.py | tee log"), "without a shell");
  refuses(spec("  "), "the command is empty");
  refuses(spec(""), "the command is empty");
  refuses(spec("sh \\"), "ends with a \\");
  ProgramSpec what = spec("sh echo.sh");
  what.folder = bots_ / "nowhere";
  refuses(what, "does not exist");
  what.folder = "/";
  refuses(what, "/ cannot be the folder of a bot");
  what = spec("sh echo.sh");
  what.hidden = {bots_};
  refuses(what, "must not see");
  what = spec("sh echo.sh");
  what.read_only = {"/no/such/folder"};
  refuses(what, "the read-only path /no/such/folder does not exist");
  write_file(home_ / "tool", "#!/bin/sh\necho tool\n");
  fs::permissions(home_ / "tool", fs::perms(0755));
  what = spec(home_ / "tool");
  refuses(what, "the sandbox does not show");
  what.read_only = {home_.path()};
  expect_line(*start(what), "tool");
  if (geteuid() == 0) {
    fs::permissions(bots_, fs::perms(0700));
    refuses(spec("sh echo.sh"), "is closed to others");
  }
}

// A script whose interpreter is missing is found out only by the kernel, inside.
TEST_P(ArenaSandbox, WhatFailsInsideIsTold) {
  write_file((bots_ / "strange").string(), "#!/no/such/interpreter\n");
  fs::permissions(bots_ / "strange", fs::perms(0755));
  const auto program = start("./strange");
  EXPECT_TRUE(program->wait_for_end(soon()));
  EXPECT_NE(program->stop().exit_code, 0);
  EXPECT_NE(program->stop().errors.find("No such file or directory"), std::string::npos) << program->stop().errors;
}

// -- Without sandbox

TEST_P(ArenaSandbox, AnUnsafeProgramHasLimitsAndIsKilledToo) {
  ProgramSpec what = spec("/usr/bin/python3 echo.py");
  what.unsafe = true;
  const auto echo = start(what);
  expect_echo(*echo, "hello");
  EXPECT_EQ(echo->stop(kLong).exit_code, 0) << echo->stop().errors;
  const std::string marker = new_marker();
  what.command = "sh stubborn.sh " + marker;
  const auto stubborn = start(what);
  expect_line(*stubborn, "ready");
  EXPECT_EQ(stubborn->stop(milliseconds(50)).signal, SIGKILL);
  EXPECT_TRUE(comes_true([&] { return processes_with(marker).empty(); }));
  what.command = "/usr/bin/python3 memory_hog.py 1 100000";
  const auto hog = start(what);
  EXPECT_TRUE(hog->wait_for_end(soon()));
  EXPECT_NE(hog->stop().exit_code, 0);
  what.command = "sh -c 'echo $HOME; cd && pwd && mkdir a && touch a/b && chmod 0 a'";
  std::string scratch;
  {
    const auto program = start(what);
    scratch = program->receive(soon()).value().line;
    expect_line(*program, scratch);
    program->wait_for_end(soon());
  }
  EXPECT_NE(scratch.find("fogg-scratch-"), std::string::npos);
  EXPECT_FALSE(fs::exists(scratch));
  what.command = "no-such-program";
  EXPECT_NE(refusal(what).find("there is no program no-such-program"), std::string::npos);
}

// -- The arena dies

// Run by the test below, in a process of its own.
TEST(ArenaSandboxHelper, DISABLED_Arena) {
  const char* marker = std::getenv("FOGG_TEST_MARKER");
  const char* folder = std::getenv("FOGG_TEST_FOLDER");
  ASSERT_TRUE(marker != nullptr && folder != nullptr);
  const auto host = std::make_shared<ProgramHost>();
  std::vector<std::unique_ptr<Program>> programs;
  for (const bool without_cgroup : {false, true}) {
    for (const bool unsafe : {false, true}) {
      ProgramSpec what;
      what.command = std::string("sh stubborn.sh ") + marker;
      what.folder = folder;
      what.without_cgroup = without_cgroup;
      what.unsafe = unsafe;
      programs.push_back(Program::start(host, what).value());
      ASSERT_TRUE(programs.back()->receive(soon()));
    }
    ProgramSpec what;
    what.command = std::string("python3 daemon.py ends ") + marker;
    what.folder = folder;
    what.without_cgroup = without_cgroup;
    programs.push_back(Program::start(host, what).value());
  }
  std::cout << "started" << std::endl;
  // Some are always about to begin and about to end.
  for (const auto end = soon(); Clock::now() < end;) {
    ProgramSpec what;
    what.command = std::string("sh stubborn.sh ") + marker;
    what.folder = folder;
    what.without_cgroup = true;
    const auto program = Program::start(host, what);
  }
}

// A process that does not outlive the test, even if something goes wrong in it.
struct Killed {
  pid_t pid;
  mutable bool gone = false;
  void end() const {
    if (pid <= 0 || std::exchange(gone, true)) return;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
  explicit Killed(pid_t child) : pid(child) {}
  ~Killed() { end(); }
  Killed(const Killed&) = delete;
  Killed& operator=(const Killed&) = delete;
};

// Killed at various moments, so that some programs are just being started: a child of bwrap that is not yet tied to its parent is a known gap
// of --die-with-parent.
TEST(ArenaSandboxKill, ProgramsDieWithTheArena) {
  ASSERT_FALSE(sandbox_problem()) << *sandbox_problem();
  const Folder home;
  fs::permissions(home.path(), fs::perms(0755));
  for (const char* bot : {"stubborn.sh", "daemon.py"}) fs::copy(fs::path(tests_dir()) / "bad_bots" / bot, home.path());
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  const std::string folder = home.path().string();
  for (int round = 0; round < 12; ++round) {
    const std::string marker = new_marker();
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    const Killed arena{fork()};
    if (arena.pid == 0) {
      dup2(ends[1], 1);
      setenv("FOGG_TEST_MARKER", marker.c_str(), 1);
      setenv("FOGG_TEST_FOLDER", folder.c_str(), 1);
      setenv("TMPDIR", folder.c_str(), 1);  // for scratch folders, which it cannot remove
      execl(self.c_str(), self.c_str(), "--gtest_also_run_disabled_tests", "--gtest_filter=ArenaSandboxHelper.*",
            nullptr);
      _exit(127);
    }
    close(ends[1]);
    std::string said;
    std::array<char, 512> part{};
    for (ssize_t size = 0;
         said.find("started") == std::string::npos && (size = read(ends[0], part.data(), part.size())) > 0;) {
      said.append(part.data(), static_cast<std::size_t>(size));
    }
    EXPECT_NE(said.find("started"), std::string::npos) << said;
    EXPECT_GE(processes_with(marker).size(), 4U);
    std::this_thread::sleep_for(milliseconds(3 * round));
    arena.end();
    close(ends[0]);
    EXPECT_TRUE(comes_true([&] { return processes_with(marker).empty(); })) << processes_with(marker).front();
    // Its empty control groups are left to the next arena, but after a test nothing should be left.
    for (const std::string& groups : {cgroup_place().pids, cgroup_place().memory, cgroup_place().cpu}) {
      for (int number = 1; number <= 3 && !groups.empty(); ++number) {
        const std::string group = fmt::format("{}/fogg-{}-{}", groups, arena.pid, number);
        EXPECT_TRUE(comes_true([&] { return rmdir(group.c_str()) == 0 || errno == ENOENT; })) << group;
      }
    }
  }
}

// -- When there is no sandbox

class PathVariable {
 public:
  explicit PathVariable(const std::string& path) : before_(std::getenv("PATH")) { setenv("PATH", path.c_str(), 1); }
  ~PathVariable() { setenv("PATH", before_.c_str(), 1); }
  PathVariable(const PathVariable&) = delete;
  PathVariable& operator=(const PathVariable&) = delete;

 private:
  std::string before_;
};

TEST(ArenaSandboxProblem, IsToldInWords) {
  ASSERT_FALSE(sandbox_problem()) << *sandbox_problem();
  EXPECT_NE(sandbox_bounds().find("processes: "), std::string::npos);
  const Folder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  const PathVariable path(folder.path().string());
  EXPECT_NE(try_sandbox().value_or("no problem").find("apt install bubblewrap"), std::string::npos);
  ProgramSpec spec;
  spec.command = "sh -c true";
  spec.folder = folder.path();
  const auto program = Program::start(std::make_shared<ProgramHost>(), spec);
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().find("apt install bubblewrap"), std::string::npos);
  // A system that forbids namespaces, as bwrap tells it.
  write_file(folder / "bwrap",
             "#!/bin/sh\necho 'bwrap: No permissions to create new namespace, likely because …' >&2\nexit 1\n");
  fs::permissions(folder / "bwrap", fs::perms(0755));
  const std::string said = try_sandbox().value_or("no problem");
  EXPECT_NE(said.find("unprivileged_userns_clone"), std::string::npos) << said;
  EXPECT_NE(said.find("bwrap: No permissions"), std::string::npos) << said;
}

// -- The parts

TEST(ArenaCgroup, ThePlaceIsFound) {
  const CgroupPlace v2 =
      parse_cgroup_place("0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope\n",
                         "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  EXPECT_EQ(v2.version, 2);
  EXPECT_EQ(v2.pids, "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope");
  EXPECT_EQ(v2.memory, v2.pids);
  const std::string v1_mounts =
      "30 29 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "31 29 0:28 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      "32 29 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
      "33 29 0:30 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
      "34 29 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
  const CgroupPlace v1 =
      parse_cgroup_place("4:memory:/docker/abc\n3:cpuset:/c\n2:cpu,cpuacct:/b\n1:pids:/\n0::/u\n", v1_mounts);
  EXPECT_EQ(v1.version, 1);
  EXPECT_EQ(v1.pids, "/sys/fs/cgroup/pids");
  EXPECT_EQ(v1.memory, "/sys/fs/cgroup/memory");
  EXPECT_EQ(v1.cpu, "/sys/fs/cgroup/cpu,cpuacct/b");
  EXPECT_EQ(parse_cgroup_place("", "").version, 0);
  EXPECT_EQ(parse_cgroup_place("garbage\n::\n", "garbage\n").version, 0);
}

TEST(ArenaOutput, LinesAreCutAndBounded) {
  const auto now = Clock::now();
  LineQueue queue({.line = 5, .lines = 3, .bytes = 9});
  EXPECT_TRUE(queue.add("ab", now));
  EXPECT_TRUE(queue.empty());
  EXPECT_TRUE(queue.add("c\n\nde\r\n12345", now + seconds(1)));
  EXPECT_EQ(queue.take()->line, "abc");
  EXPECT_EQ(queue.take()->when, now + seconds(1));
  EXPECT_EQ(queue.take()->line, "de");
  EXPECT_FALSE(queue.take());
  EXPECT_EQ(queue.unfinished(), "12345");
  EXPECT_TRUE(queue.add("\n1234\n", now));  // nine bytes
  EXPECT_FALSE(queue.add("x\n", now));
  EXPECT_FALSE(queue.add("\n", now));
  EXPECT_NE(queue.trouble().find("too much output"), std::string::npos);
  EXPECT_EQ(queue.take()->line, "12345");
  LineQueue lines({.line = 5, .lines = 3, .bytes = 9});
  EXPECT_TRUE(lines.add("\n\n\n", now));
  EXPECT_FALSE(lines.add("\n", now));
  LineQueue wide({.line = 5, .lines = 3, .bytes = 9});
  EXPECT_TRUE(wide.add("123", now));
  EXPECT_FALSE(wide.add("456", now));
}

TEST(ArenaOutput, AnExcerptKeepsBothEnds) {
  Excerpt all(4);
  for (const char* part : {"ab", "cdef", "", "gh"}) all.add(part);
  EXPECT_EQ(all.text(), "abcdefgh");
  Excerpt some(4);
  for (int i = 0; i < 26; ++i) some.add(std::string(1, static_cast<char>('a' + i)));
  EXPECT_EQ(some.text(), "abcd\n[… 18 bytes left out …]\nwxyz");
  Excerpt at_once(4);
  at_once.add("abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(at_once.text(), some.text());
}

}  // namespace
}  // namespace fogg::test
