#include "cli/worker_progress.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fogg::cli {

namespace {

constexpr auto kBetweenBars = std::chrono::milliseconds(500);
constexpr auto kBetweenLines = std::chrono::seconds(30);

}  // namespace

std::string worker_progress_text(const arena::WorkerStanding& standing) {
  std::string text = standing.competition.empty() ? "waiting for games"
                                                  : fmt::format("{}: {} of {} games over", standing.competition,
                                                                standing.counts.over, standing.counts.all());
  if (standing.played == 0) return text;
  text += fmt::format("; played here: {}", standing.played);
  // Of quick games so many a second, of slow ones so many a minute.
  if (const double rate = static_cast<double>(standing.played) / standing.seconds; rate >= 1) {
    text += fmt::format(", {:.0f} a second", rate);
  } else {
    text += fmt::format(", {:.1f} a minute", 60 * rate);
  }
  return text;
}

WorkerProgress::WorkerProgress() : terminal_(isatty(STDERR_FILENO) == 1) {}

WorkerProgress::~WorkerProgress() { erase(); }

void WorkerProgress::erase() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

void WorkerProgress::tell(const std::string& line) {
  erase();
  fmt::print(stderr, "worker: {}\n", line);
}

void WorkerProgress::show(const arena::WorkerStanding& standing) {
  for (const std::string& line : standing.news) tell(line);
  if (Clock::now() < next_) return;
  next_ = Clock::now() + (terminal_ ? Clock::duration(kBetweenBars) : kBetweenLines);
  std::string text = worker_progress_text(standing);
  if (terminal_) {
    erase();
    fmt::print(stderr, "{}", text);
    std::fflush(stderr);
    drawn_ = true;
  } else if (text != last_) {
    tell(text);
    last_ = std::move(text);
  }
}

}  // namespace fogg::cli
