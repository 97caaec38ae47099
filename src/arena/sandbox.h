// The sandbox of a program, made by bubblewrap (bwrap): which command line it has, and which limits. `docs/sandbox.md` says what it is good for.
#pragma once

#include <sys/resource.h>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace fogg::arena {

struct ProgramLimits {
  std::int64_t memory = 512LL << 20;  // bytes, the scratch folder included
  int processes = 128;  // threads count too, and Java likes to have many
  double cpus = 1;  // at the same time; 0: as many as there are
  std::chrono::seconds cpu_time{600};  // of a single process
  std::int64_t scratch = 64LL << 20;  // bytes
  int open_files = 256;
};

struct ProgramSpec {
  std::string command;  // as the organiser wrote it: `python3 my_bot.py`
  std::filesystem::path folder;  // of the bot; it is the working directory
  std::vector<std::filesystem::path>
      read_only;  // what else it may see, such as an interpreter; their `bin` folders come first in PATH
  std::vector<std::filesystem::path>
      hidden;  // never to be seen, even if a folder above is: the competition, other bots
  std::vector<std::string> environment;  // NAME=value, besides the few that it always gets
  ProgramLimits limits;
  bool unsafe = false;  // no sandbox at all, only limits
  bool without_cgroup = false;  // as on a system that has none to give
};

// What the kernel is asked to start.
struct Launch {
  std::vector<std::string> words;  // the first is an absolute path
  std::vector<std::string> environment;
  std::string folder = "/";
  std::vector<std::pair<int, rlim_t>> rlimits;
  bool sandboxed = false;
  std::vector<std::string> texts;  // files for the sandbox
  std::vector<int> doors;  // of a Cgroup
};
// What a sandbox is given besides its error output. Input and output of the program have other numbers than usual, as only the program may have
// them open: bwrap keeps the usual ones, and then nobody would notice that the program closed them.
inline constexpr int kFirstTextFd = 3;
inline constexpr int kTexts = 2;
inline constexpr int kInFd = kFirstTextFd + kTexts;
inline constexpr int kOutFd = kInFd + 1;
inline constexpr int kLeashFd = kOutFd + 1;  // both ways: "here I am", and "go"

// Whether memory is bounded by other means than limits of single processes.
struct BoundedElsewhere {
  bool memory = false;
};
// `scratch` is the folder for an unsafe program, else not used. The error says what the organiser can do.
tl::expected<Launch, std::string> plan_launch(const ProgramSpec& spec, const BoundedElsewhere& elsewhere,
                                              const std::string& scratch);

// Where bwrap is; empty if nowhere in PATH.
std::string find_bwrap();
// The first processes of a sandbox are not the program's own.
inline constexpr int kOwnProcesses = 3;

}  // namespace fogg::arena
