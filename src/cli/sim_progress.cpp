#include "cli/sim_progress.h"

#include <fmt/format.h>
#include <unistd.h>

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

Progress::Progress(const SimPlan& plan, std::int64_t games)
    : plan_(plan), games_(games), terminal_(isatty(STDERR_FILENO) == 1) {}

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
  constexpr int kWidth = 20;
  const auto filled = static_cast<std::size_t>(kWidth * standing.done / games_);
  shown_ = true;
  fmt::print(stderr, "\r\033[K[{}{}] {}", std::string(filled, '#'), std::string(kWidth - filled, '.'), text);
  std::fflush(stderr);
}

}  // namespace fogg::cli
