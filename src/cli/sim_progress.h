// How far a simulation is, on stderr.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "cli/sim.h"

namespace fogg::cli {

// "1520 of 4000 games, 31 s left, hungry wins 62.3 % ± 7.1". `played_for`: seconds since the first game that was not read back began.
std::string progress_text(const SimPlan& plan, const Standing& standing, std::int64_t games, double played_for);
// With a bar before it. A line that breaks could not be erased again: where there is no room the bar is shorter, then left out, then the text is cut.
std::string progress_bar(std::string_view text, std::int64_t done, std::int64_t games, int room);

// On a terminal a bar, once it has taken two seconds; elsewhere a line every minute.
class Progress {
 public:
  // `width`: columns of the terminal, which may change at any time.
  Progress(const SimPlan& plan, std::int64_t games, std::function<int()> width);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const Standing& standing);

 private:
  using Clock = std::chrono::steady_clock;
  const SimPlan& plan_;
  std::int64_t games_;
  std::function<int()> width_;
  bool terminal_;
  bool shown_ = false;
  std::int64_t read_back_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point playing_since_ = begin_;
  Clock::time_point last_ = begin_;
};

}  // namespace fogg::cli
