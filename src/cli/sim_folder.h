// The folder of a simulation: the parameters of the run, and a record of every game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sim.h"

namespace fogg::cli {

// Nothing that was there before is ever overwritten. A record gets its name only when it is complete, so whatever ends the program, those
// that have one are whole. One process at a time: the others are refused.
class RunFolder {
 public:
  // A new run in a folder that has none, or with `options.resume` the one that is there. Throws Failure.
  RunFolder(const Edition& edition, const SimOptions& options, const SimPlan& plan);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // Numbers of games whose record was there at the beginning, in order.
  const std::vector<std::int64_t>& present() const { return present_; }
  bool has(std::int64_t game) const;

  // Path of a record, for messages.
  std::string path(std::int64_t game) const;
  // Both may be called by several threads for different games.
  std::string read(std::int64_t game) const;
  // `durable`: it shall also survive a power cut.
  void write(std::int64_t game, std::string_view text, bool durable) const;

 private:
  void look();
  void lock();

  std::string folder_;
  bool resume_;
  int lock_ = -1;
  bool has_run_ = false;
  std::vector<std::int64_t> present_;
  std::vector<std::string> leftovers_;  // of records that were being written when a run ended
};

}  // namespace fogg::cli
