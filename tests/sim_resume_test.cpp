// Runs of `fogg sim` that are interrupted and go on, and folders that are not what they should be.
#include <fcntl.h>
#include <signal.h>
#include <chrono>
#include <sstream>
#include <thread>

#include "paths.h"
#include "sim_support.h"

namespace fogg::test {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);

// `fogg sim` as a process that can be stopped in the middle.
class SimProcess {
 public:
  SimProcess(const Folder& folder, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {fogg_binary(), "sim"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::string out_file = folder / "process";
    pid_ = fork();
    if (pid_ == 0) {
      const int out = open(out_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(out, 1);
      dup2(out, 2);
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(fogg_binary().c_str(), argv.data());
      _exit(127);
    }
  }
  ~SimProcess() {
    if (pid_ > 0) end(SIGKILL);
  }
  SimProcess(const SimProcess&) = delete;
  SimProcess& operator=(const SimProcess&) = delete;

  void signal(int number) const { kill(pid_, number); }
  // The exit code, or 128 + the signal it died of.
  int end(int number) {
    signal(number);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
};

void wait_for_records(const std::string& folder, std::size_t number) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  auto there = [&folder] {
    std::size_t records = 0;
    std::error_code error;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error))
      records += at->path().extension() == ".jsonl" ? 1U : 0U;
    return records;
  };
  while (there() < number && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

const std::string kRun = "--bots hungry,random,random --games 600 --threads 2 --seed 4 --json";

TEST(SimResume, ARunThatWasKilledAndGoesOnEndsLikeOneThatWasNot) {
  const Folder folder;
  const std::string whole = folder / "whole";
  const Output uninterrupted = fogg(folder, fmt::format("sim {} --records '{}'", kRun, whole));
  ASSERT_EQ(uninterrupted.code, 0) << uninterrupted.err;
  EXPECT_EQ(timeless(fogg(folder, "sim " + kRun).out), timeless(uninterrupted.out)) << "records change nothing";
  const auto records = records_in(whole);
  ASSERT_EQ(records.size(), 600U);
  for (const int signal : {SIGKILL, SIGINT}) {
    const std::string part = folder / fmt::format("part{}", signal);
    std::vector<std::string> arguments = words_of(kRun + " --resume --records");
    arguments.push_back(part);
    for (const std::size_t at : {0U, 1U, 40U, 41U, 230U, 420U}) {
      SimProcess process(folder, arguments);
      wait_for_records(part, at);
      const int code = process.end(signal);
      // It may have been quicker than the signal, or not yet have listened to it.
      EXPECT_TRUE(signal == SIGKILL || code == 130 || code == 0 || code == 128 + SIGINT) << code;
      for (const auto& [name, text] : records_in(part)) ASSERT_EQ(text, records.at(name)) << name;
    }
    const Output resumed = fogg(folder, fmt::format("sim {} --records '{}' --resume", kRun, part));
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(timeless(resumed.out), timeless(uninterrupted.out));
    EXPECT_EQ(records_in(part), records);
    for (const auto& file : fs::directory_iterator(part)) EXPECT_NE(file.path().extension(), ".part") << file;
  }
}

TEST(SimResume, AnInterruptedRunSaysSoAndCountsWholeDeals) {
  const Folder folder;
  const std::string records = folder / "records";
  std::vector<std::string> arguments =
      words_of("--players 4 --edition europe --bots hungry,random,random,random --games 1000000 --json --records");
  arguments.push_back(records);
  SimProcess process(folder, arguments);
  wait_for_records(records, 30);
  EXPECT_EQ(process.end(SIGINT), 130);
  const std::string text = read_file(folder / "process");
  const std::size_t begin = text.find("{\"edition\"");
  ASSERT_NE(begin, std::string::npos) << text;
  const json::object result = json::parse(text.substr(begin, text.find('\n', begin) - begin)).as_object();
  EXPECT_TRUE(result.at("stopped").as_bool());
  EXPECT_EQ(result.at("games").as_int64() % 4, 0);
  EXPECT_EQ(result.at("games").as_int64(), 4 * result.at("deals").as_int64());
  EXPECT_NE(text.find("interrupted after"), std::string::npos) << text;
  EXPECT_NE(text.find("--resume goes on"), std::string::npos) << text;
  EXPECT_EQ(fogg(folder, fmt::format("verify -q '{}'/*.jsonl", records)).code, 0);
}

TEST(SimResume, GamesMayBeAddedAndKeyedRunsGoOnToo) {
  const Folder folder;
  int number = 0;
  for (const std::string run : {"--bots hungry,random", "--bots hungry,random --keyed", "--bots random --players 3",
                                "--bots hungry,random --seatings none", "--bots random --keyed"}) {
    const std::string records = fmt::format(" --records '{}'", folder / std::to_string(++number));
    auto games = [&](int n, const std::string& more) {
      const Output output = fogg(folder, fmt::format("sim {} --json --games {}{}", run, n, more));
      EXPECT_EQ(output.code, 0) << output.err;
      return output;
    };
    games(10, records);
    const Output grown = games(26, records + " --resume");
    EXPECT_NE(grown.err.find("10 games were read"), std::string::npos) << grown.err;
    EXPECT_EQ(timeless(grown.out), timeless(games(26, "").out)) << run;
    EXPECT_EQ(timeless(games(8, records + " --resume").out), timeless(games(8, "").out)) << run;
  }
}

TEST(SimResume, OtherParametersAreRefusedByName) {
  const Folder folder;
  const std::string records = folder / "records";
  const std::string rest = fmt::format("--games 12 --records '{}'", records);
  ASSERT_EQ(fogg(folder, "sim --players 3 --bots hungry,random,random --seed 9 " + rest).code, 0);
  const auto before = records_in(records);
  const std::string run = read_file(records + "/run.json");
  const std::vector<std::pair<std::string, std::string>> others = {
      {"seed is 9 there and 8 here", "--players 3 --bots hungry,random,random --seed 8"},
      {"bots is ", "--players 3 --bots hungry,hungry,random --seed 9"},
      {"players is 3 there and 2 here", "--bots hungry,random --seed 9"},
      {"seatings is \"all\" there and \"cyclic\" here",
       "--players 3 --bots hungry,random,random --seed 9 --seatings cyclic"},
      {"keyed is false there and true here", "--players 3 --bots hungry,random,random --seed 9 --keyed"},
      {"edition is ", "--players 3 --bots hungry,random,random --seed 9 --edition usa-2025"},
  };
  for (const auto& [words, arguments] : others) {
    const Output output = fogg(folder, fmt::format("sim {} {} --resume", arguments, rest));
    EXPECT_EQ(output.code, 2) << arguments;
    EXPECT_NE(output.err.find(words), std::string::npos) << output.err;
  }
  // And without --resume it does not touch what is there.
  const Output again = fogg(folder, "sim --players 3 --bots hungry,random,random --seed 9 " + rest);
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--resume"), std::string::npos) << again.err;
  EXPECT_EQ(records_in(records), before);
  EXPECT_EQ(read_file(records + "/run.json"), run);
  EXPECT_EQ(fogg(folder, "sim --games 2 --resume").code, 2) << "--resume needs a folder";
  // As of a variable that is not set.
  const Output nowhere = fogg(folder, "sim --games 2 --records ''");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("the name of a folder is missing"), std::string::npos) << nowhere.err;
}

TEST(SimResume, TwoProcessesDoNotShareAFolder) {
  const Folder folder;
  const std::string records = folder / "records";
  SimProcess first(folder, {"--bots", "hungry,random", "--games", "100000", "--records", records});
  wait_for_records(records, 3);
  first.signal(SIGSTOP);
  const Output second =
      fogg(folder, fmt::format("sim --bots hungry,random --games 100 --resume --records '{}'", records));
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("another process"), std::string::npos) << second.err;
  first.end(SIGKILL);
  EXPECT_EQ(fogg(folder, fmt::format("sim --bots hungry,random --games 10 --resume --records '{}'", records)).code, 0);
}

TEST(SimResume, DamagedRecordsAreNamedAndLeftAsTheyAre) {
  const Folder folder;
  const std::string records = folder / "records";
  const std::string run = fmt::format("sim --bots hungry,random --games 6 --json --records '{}'", records);
  const Output whole = fogg(folder, run);
  ASSERT_EQ(whole.code, 0);
  const std::string file = records + "/game-000003.jsonl";
  const std::string good = read_file(file);
  const std::size_t middle = good.find('\n', good.size() / 2) + 1;
  const std::string last_line = good.substr(good.rfind('\n', good.size() - 2) + 1);
  std::string other_card = good;
  other_card.replace(other_card.find("\"card\":\"") + 8, 3, "xxx");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"empty", ""},
      {"cut off after a line", good.substr(0, middle)},
      {"cut off in a line", good.substr(0, middle + 10)},
      {"without its end", good.substr(0, good.size() - last_line.size())},
      {"with more behind the end", good + last_line},
      {"another game", read_file(records + "/game-000004.jsonl")},
      {"another card", other_card},
      {"a long line", std::string(300'000, 'x') + "\n"},
      {"no text", std::string("\0\xFF\x80\n", 4) + good},
      {"a broken action", good + "{\"kind\":\"action\"\n"},
  };
  for (const auto& [what, text] : cases) {
    write_file(file, text);
    const Output output = fogg(folder, run + " --resume");
    EXPECT_EQ(output.code, 2) << what;
    EXPECT_NE(output.err.find("game-000003.jsonl:"), std::string::npos) << what << ": " << output.err;
    EXPECT_LT(output.err.size(), 1000U) << what;
    EXPECT_EQ(read_file(file), text) << what;
  }
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(fogg(folder, run + " --resume").code, 2);
  fs::remove(file);
  // Without the file the game is played again.
  write_file(file + ".part", good.substr(0, 100));
  const Output resumed = fogg(folder, run + " --resume");
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(read_file(file), good);
  EXPECT_FALSE(fs::exists(file + ".part"));
  EXPECT_EQ(timeless(resumed.out), timeless(whole.out));
}

TEST(SimResume, FoldersOfOthersAreLeftAlone) {
  const Folder folder;
  const std::string run = fmt::format("sim --bots hungry,random --games 2 --records '{}'", folder / "x");
  fs::create_directory(folder / "x");
  write_file(folder / "x/game-000001.jsonl", "mine\n");
  for (const char* resume : {"", " --resume"}) {
    const Output output = fogg(folder, run + resume);
    EXPECT_EQ(output.code, 2);
    EXPECT_NE(output.err.find("no run.json"), std::string::npos) << output.err;
  }
  EXPECT_EQ(read_file(folder / "x/game-000001.jsonl"), "mine\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "x"), fs::directory_iterator()), 1);
  fs::remove(folder / "x/game-000001.jsonl");
  for (const std::string& text :
       {std::string("{\"name\":\"my project\"}"), std::string("no json"), std::string(), std::string(1U << 20U, '[')}) {
    write_file(folder / "x/run.json", text);
    const Output output = fogg(folder, run + " --resume");
    EXPECT_EQ(output.code, 2) << output.err;
    EXPECT_NE(output.err.find("run.json"), std::string::npos) << output.err;
    EXPECT_EQ(read_file(folder / "x/run.json"), text);
  }
  fs::remove(folder / "x/run.json");
  // What has nothing to do with it does not disturb.
  write_file(folder / "x/notes.txt", "mine");
  write_file(folder / "x/game-1.jsonl", "mine");
  EXPECT_EQ(fogg(folder, run).code, 0);
  EXPECT_EQ(read_file(folder / "x/notes.txt"), "mine");
  EXPECT_EQ(read_file(folder / "x/game-1.jsonl"), "mine");
}

TEST(SimResume, WhatCannotBeWrittenIsToldAndTheRestIsKept) {
  const Folder folder;
  const std::string records = folder / "records";
  const std::string run = fmt::format("sim --bots hungry,random --games 20 --json --records '{}'", records);
  // Files of 16 KiB at most: run.json fits, a record does not.
  const Output full = fogg(folder, run, "ulimit -f 32;");
  EXPECT_EQ(full.code, 3);
  EXPECT_NE(full.err.find("cannot write"), std::string::npos) << full.err;
  EXPECT_NE(full.err.find(".jsonl"), std::string::npos) << full.err;
  for (const auto& file : fs::directory_iterator(records)) EXPECT_NE(file.path().extension(), ".part") << file;
  const Output resumed = fogg(folder, run + " --resume");
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(timeless(resumed.out), timeless(fogg(folder, "sim --bots hungry,random --games 20 --json").out));
  for (const char* nowhere : {"/proc/nothing", "/dev/null", "/dev/null/x"})
    EXPECT_EQ(fogg(folder, fmt::format("sim --games 1 --records {}", nowhere)).code, 3) << nowhere;
}

}  // namespace
}  // namespace fogg::test
