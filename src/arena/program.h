// A program that plays: started afresh for a game, spoken to in lines, and gone without a trace afterwards, whatever it does.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "arena/cgroup.h"
#include "arena/channel.h"
#include "arena/host.h"
#include "arena/sandbox.h"

namespace fogg::arena {

struct ProgramReport {
  bool stopped = false;  // it was still running when it was told to stop
  int exit_code = -1;  // -1: it did not end by itself, or by a signal
  int signal = 0;  // that ended it. In a sandbox an exit code above 128 cannot be told from it, as with a shell.
  std::string how;  // in words: "ended with exit code 3", "killed by SIGSEGV", "out of memory"
  std::string fault;  // why nothing more was read from it or sent to it; empty if all was well
  std::string errors;  // what it wrote to its error output, beginning and end
  std::string unfinished;  // what it wrote to its output after the last line feed
  std::chrono::microseconds cpu{0};
  std::int64_t peak_memory =
      0;  // bytes; of all processes together if there is a control group, else of the largest, or 0 if it was over too soon
  bool out_of_memory = false;
};

// For one thread at a time; different programs do not know each other.
class Program {
 public:
  // The error is for the organiser.
  static tl::expected<std::unique_ptr<Program>, std::string> start(const std::shared_ptr<ProgramHost>& host,
                                                                   const ProgramSpec& spec,
                                                                   const Channel::Bounds& bounds = {});
  ~Program();  // stops it without patience
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Adds the line feed. Never waits: what the program does not read is kept up to a bound, and beyond that it has a fault. False: the program
  // cannot be reached any more.
  bool send(std::string_view line) { return channel_->send(line); }
  // When everything sent was in the program's hands; nothing if it has not read enough yet. An answer may bear an earlier stamp, as the
  // program may be faster than this thread.
  std::optional<Clock::time_point> sent_at() const { return channel_->sent_at(); }
  // The next line, with the time at which it arrived. Nothing: none came until `deadline`, or none will ever come.
  std::optional<Stamped> receive(Clock::time_point deadline) { return channel_->receive(deadline); }
  // No line will ever come: it is over, closed its output, or has a fault.
  bool is_silent() const { return channel_->is_silent(); }
  // Why, in words; empty as long as all is well.
  std::string trouble() const;
  bool wait_for_end(Clock::time_point deadline) { return channel_->wait_for_end(deadline); }

  // Closes its input, after half of `patience` asks it to end (SIGTERM), and after the other half kills what is left. Nothing of it is there afterwards. May be
  // called again, and says the same.
  const ProgramReport& stop(std::chrono::milliseconds patience = std::chrono::milliseconds(200));

  // Of the program's outermost process, for tests and logs.
  pid_t pid() const { return channel_->process().pid; }

 private:
  Program() = default;
  void ask_to_end();
  void kill();
  ProgramReport make_report(bool stopped) const;

  std::shared_ptr<ProgramHost> host_;
  std::unique_ptr<Cgroup> cgroup_;
  std::shared_ptr<Channel> channel_;
  std::filesystem::path scratch_;  // of an unsafe one
  bool sandboxed_ = true;
  std::optional<ProgramReport> report_;
};

// Whether programs can be run in the sandbox here: nothing, or what is in the way and what can be done about it. Tried once.
const std::optional<std::string>& sandbox_problem();
// The same, tried again.
std::optional<std::string> try_sandbox();
// What bounds programs here, for the organiser: one line each for memory, processes and processor.
std::string sandbox_bounds();

}  // namespace fogg::arena
