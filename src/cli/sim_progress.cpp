#include "cli/sim_progress.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

#include "cli/play_style.h"
#include "cli/sim_report.h"

namespace fogg::cli {

namespace {

constexpr auto kFirstBar = std::chrono::seconds(2);
constexpr auto kBetweenBars = std::chrono::milliseconds(100);
constexpr auto kBetweenLines = std::chrono::seconds(60);

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  return seconds < 7200 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string progress_text(const SimPlan& plan, const Standing& standing, std::int64_t games, double played_for) {
  std::string text = fmt::format("{} of {} games", standing.done, games);
  if (const std::int64_t played = standing.done - standing.read_back; played > 0)
    text += fmt::format(
        ", {} left", duration(played_for / static_cast<double>(played) * static_cast<double>(games - standing.done)));
  if (standing.so_far.blocks > 0 && plan.bots.size() > 1) {
    const Estimate share = report_of_bot(plan, standing.so_far, 0).victories;
    // The line has no room for long names: those with options are cut.
    const std::string& bot = plan.bots.front();
    text += fmt::format(", {} wins {:.1f} % ± {:.1f}", bot.substr(0, bot.find(':')), 100 * share.value,
                        50 * (share.interval->high - share.interval->low));
  }
  return text;
}

std::string progress_bar(std::string_view text, std::int64_t done, std::int64_t games, int room) {
  constexpr int kLongest = 20;
  constexpr int kShortest = 5;
  const int width = std::min(kLongest, room - columns(text) - 3);
  if (width < kShortest) return shortened(text, room);
  const auto filled = static_cast<std::size_t>(width * done / games);
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(static_cast<std::size_t>(width) - filled, '.'),
                     text);
}

Progress::Progress(const SimPlan& plan, std::int64_t games, std::function<int()> width)
    : plan_(plan), games_(games), width_(std::move(width)), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::show(const Standing& standing) {
  const auto now = Clock::now();
  if (standing.read_back != read_back_) {
    read_back_ = standing.read_back;
    playing_since_ = now;
  }
  if (terminal_ ? now - begin_ < kFirstBar || now - last_ < kBetweenBars : now - last_ < kBetweenLines) return;
  last_ = now;
  const std::string text =
      progress_text(plan_, standing, games_, std::chrono::duration<double>(now - playing_since_).count());
  if (!terminal_) {
    fmt::print(stderr, "fogg: {}\n", text);
    return;
  }
  shown_ = true;
  fmt::print(stderr, "\r\033[K{}", progress_bar(text, standing.done, games_, width_() - 1));
  std::fflush(stderr);
}

}  // namespace fogg::cli
