#include "cli/play_think.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <ostream>
#include <stop_token>
#include <thread>

#include <unistd.h>

namespace fogg::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kInterruptedCode = 130;
constexpr Seconds kLookAgain(0.03);
constexpr Seconds kLong(0.6);       // from then on a line says what is going on
constexpr double kLongestPace = 15;  // no person wants to wait longer for one who is not there

volatile std::sig_atomic_t times_pressed = 0;

void note_interrupt(int) {
  if (times_pressed != 0) {
    // The shell's prompt belongs on a line of its own.
    [[maybe_unused]] const ssize_t wrote = ::write(STDOUT_FILENO, "\n", 1);
    std::_Exit(kInterruptedCode);
  }
  times_pressed = 1;
}

// "Red is thinking ...", once it is worth saying, until it is over.
class Notice {
 public:
  Notice(const std::string& who, const Style& style, std::ostream& out)
      : words_(fmt::format("  {} is thinking ...", who)), style_(style), out_(out) {}
  ~Notice() {
    // The terminal may have written "^C" behind it.
    if (said_) out_ << "\r" << std::string(static_cast<std::size_t>(columns(words_)) + 2, ' ') << "\r" << std::flush;
  }
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;
  void tick() {
    if (said_ || Clock::now() - begin_ < kLong) return;
    out_ << style_.dim(words_) << std::flush;
    said_ = true;
  }

 private:
  std::string words_;
  const Style& style_;
  std::ostream& out_;
  Clock::time_point begin_ = Clock::now();
  bool said_ = false;
};

}  // namespace

NoteInterrupt::NoteInterrupt() {
  times_pressed = 0;
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  sigaction(SIGINT, &action, &before_);
}
NoteInterrupt::~NoteInterrupt() { sigaction(SIGINT, &before_, nullptr); }
bool NoteInterrupt::pressed() { return times_pressed != 0; }

Action think(Bot& bot, Question question, const Patience& patience, const Style& style, std::ostream& out) {
  if (!patience.watched) return bot.choose(question);
  const auto begin = Clock::now();
  const NoteInterrupt noted;
  Notice notice(patience.who, style, out);
  std::stop_source stop;
  question.stop = stop.get_token();
  auto answer = std::async(std::launch::async, [&] { return bot.choose(question); });
  while (answer.wait_for(kLookAgain) != std::future_status::ready) {
    notice.tick();
    if (NoteInterrupt::pressed()) stop.request_stop();
  }
  const Action action = answer.get();
  const Seconds pause(patience.pace ? std::clamp(bot.pace(action, question.random), 0.0, kLongestPace) : 0);
  while (!NoteInterrupt::pressed() && Clock::now() - begin < pause) {
    std::this_thread::sleep_for(kLookAgain);
    notice.tick();
  }
  if (patience.hurried != nullptr && NoteInterrupt::pressed()) *patience.hurried = true;
  return action;
}

}  // namespace fogg::cli
