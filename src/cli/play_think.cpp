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

namespace fogg::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kInterruptedCode = 130;
constexpr Seconds kLookAgain(0.03);
constexpr Seconds kLong(0.6);       // from then on a line says what is going on
constexpr double kLongestPace = 15;  // no person wants to wait longer for one who is not there

volatile std::sig_atomic_t pressed = 0;

void note_interrupt(int) {
  if (pressed != 0) std::_Exit(kInterruptedCode);
  pressed = 1;
}

// Ctrl-C means "hurry" while this lives.
class Hurry {
 public:
  Hurry() {
    pressed = 0;
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    sigaction(SIGINT, &action, &before_);
  }
  ~Hurry() { sigaction(SIGINT, &before_, nullptr); }
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;
  static bool asked() { return pressed != 0; }

 private:
  struct sigaction before_ = {};
};

// "Red is thinking ...", once it is worth saying, until it is over.
class Notice {
 public:
  Notice(const std::string& who, const Style& style, std::ostream& out)
      : words_(fmt::format("  {} is thinking ...", who)), style_(style), out_(out) {}
  ~Notice() {
    if (said_) out_ << "\r" << std::string(static_cast<std::size_t>(columns(words_)), ' ') << "\r" << std::flush;
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

Action think(Bot& bot, Question question, const Patience& patience, const Style& style, std::ostream& out) {
  if (!patience.watched) return bot.choose(question);
  const auto begin = Clock::now();
  const Hurry hurry;
  Notice notice(patience.who, style, out);
  std::stop_source stop;
  question.stop = stop.get_token();
  auto answer = std::async(std::launch::async, [&] { return bot.choose(question); });
  while (answer.wait_for(kLookAgain) != std::future_status::ready) {
    notice.tick();
    if (Hurry::asked()) stop.request_stop();
  }
  const Action action = answer.get();
  if (!patience.pace) return action;
  const Seconds pause(std::clamp(bot.pace(action, question.random), 0.0, kLongestPace));
  while (!Hurry::asked() && Clock::now() - begin < pause) {
    std::this_thread::sleep_for(kLookAgain);
    notice.tick();
  }
  return action;
}

}  // namespace fogg::cli
