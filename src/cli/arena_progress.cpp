#include "cli/arena_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>

#include "arena/summary_text.h"

namespace fogg::cli {

namespace {

constexpr auto kFirst = std::chrono::seconds(1);
constexpr auto kBetweenTables = std::chrono::milliseconds(500);
constexpr auto kBetweenLines = std::chrono::seconds(30);
// The table must not cost the competition more than a hundredth of its time.
constexpr int kShareOfTime = 100;
constexpr auto kTooLong = std::chrono::milliseconds(200);

struct Size {
  int lines = 24;
  int columns = 80;
};
Size terminal_size() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  return seconds < 7200 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string arena_progress_text(const arena::Standing& standing) {
  std::string text = fmt::format("{} of {} games", standing.counts.over, standing.counts.all());
  if (standing.round > 1) text += fmt::format(", round {}", standing.round);
  if (standing.phase == arena::Phase::kPaused) return text + ", paused";
  const std::int64_t left = standing.counts.all() - standing.counts.over;
  if (standing.played_meanwhile > 0 && left > 0)
    text += fmt::format(", {} left", duration(standing.seconds / static_cast<double>(standing.played_meanwhile) *
                                              static_cast<double>(left)));
  return text;
}

ArenaProgress::ArenaProgress()
    : terminal_(isatty(STDERR_FILENO) == 1), next_(begin_ + (terminal_ ? kFirst : kBetweenLines)) {}

ArenaProgress::~ArenaProgress() { erase(); }

void ArenaProgress::erase() {
  if (drawn_ > 0) fmt::print(stderr, "\033[{}A\r\033[J", drawn_);
  drawn_ = 0;
}

void ArenaProgress::tell(const std::string& line) {
  erase();
  fmt::print(stderr, "arena: {}\n", line);
}

void ArenaProgress::say(const arena::Standing& standing) {
  for (const arena::News& one : standing.news) tell(one.line);
}

bool ArenaProgress::is_due(const arena::Standing& standing) {
  if (Clock::now() < next_) return false;
  if (terminal_) return true;
  next_ = Clock::now() + kBetweenLines;
  fmt::print(stderr, "arena: {}\n", arena_progress_text(standing));
  return false;
}

void ArenaProgress::pace(Clock::duration took) {
  if (took > kTooLong) resamples_ = resamples_ > 25 ? resamples_ / 2 : 0;
  next_ = Clock::now() + std::max<Clock::duration>(kBetweenTables, kShareOfTime * took);
}

void ArenaProgress::draw(const arena::Standing& standing, const arena::Summary& summary) {
  const Size size = terminal_size();
  constexpr int kBar = 20;
  const std::int64_t all = std::max<std::int64_t>(1, standing.counts.all());
  const auto filled = static_cast<std::size_t>(kBar * standing.counts.over / all);
  std::string text = fmt::format("[{}{}] {}\n", std::string(filled, '#'), std::string(kBar - filled, '.'),
                                 arena_progress_text(standing));
  text += arena::table_text(summary, size.lines - 3, size.columns - 1);
  erase();
  fmt::print(stderr, "{}", text);
  std::fflush(stderr);
  drawn_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace fogg::cli
