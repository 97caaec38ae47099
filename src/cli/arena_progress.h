// How a competition goes, in the terminal.
#pragma once

#include <chrono>
#include <string>

#include "arena/accounts.h"
#include "arena/runner.h"

namespace fogg::cli {

// "1520 of 4000 games in round 2, 31 s left"
std::string arena_progress_text(const arena::Standing& standing);

// On a terminal a bar and a table that stay in place; elsewhere a line now and then.
class ArenaProgress {
 public:
  ArenaProgress();
  ~ArenaProgress();
  ArenaProgress(const ArenaProgress&) = delete;
  ArenaProgress& operator=(const ArenaProgress&) = delete;

  // `make` is asked for a summary when one is to be shown; it is told how many resamples may be made for the intervals.
  template <typename Make>
  void show(const arena::Standing& standing, const Make& make) {
    say(standing);
    if (!is_due(standing)) return;
    const auto begin = Clock::now();
    const arena::Summary summary = make(resamples_);
    draw(standing, summary);
    pace(Clock::now() - begin);
  }

  // A line that stays.
  void tell(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  void say(const arena::Standing& standing);
  bool is_due(const arena::Standing& standing);
  void draw(const arena::Standing& standing, const arena::Summary& summary);
  void pace(Clock::duration took);
  void erase();

  bool terminal_;
  int drawn_ = 0;  // lines on the screen
  int resamples_ = 200;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace fogg::cli
