// How a worker fares, in the terminal.
#pragma once

#include <chrono>
#include <string>

#include "arena/worker.h"

namespace fogg::cli {

// "Autumn cup: 1520 of 4000 games over; played here: 310, 24 a second"
std::string worker_progress_text(const arena::WorkerStanding& standing);

// On a terminal a line that stays in place; elsewhere one now and then.
class WorkerProgress {
 public:
  WorkerProgress();
  ~WorkerProgress();
  WorkerProgress(const WorkerProgress&) = delete;
  WorkerProgress& operator=(const WorkerProgress&) = delete;

  void show(const arena::WorkerStanding& standing);
  // A line that stays.
  void tell(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  void erase();

  bool terminal_;
  bool drawn_ = false;
  std::string last_;
  Clock::time_point next_;
};

}  // namespace fogg::cli
