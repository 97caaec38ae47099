// A seat as the referee knows it, whoever sits there.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/report.h"
#include "engine/action.h"
#include "engine/refusal.h"
#include "server/game.h"

namespace fogg::arena {

class Player {
 public:
  using Clock = std::chrono::steady_clock;
  virtual ~Player() = default;

  // Lines of the record that are new; the first time with its header. Nobody is told more than the seat may see.
  virtual void tell(const server::Game& game, std::string_view fresh) = 0;
  // What was done in the game, before the lines of the record about it are told.
  virtual void saw(const server::Game&, const v09::Step&) {}
  // It has to decide. `left`: how long it may take.
  virtual void ask(const server::Game& game, int request, std::chrono::milliseconds left) = 0;

  struct Answer {
    enum class Kind : std::uint8_t {
      kAction,  // perhaps not a legal one
      kFault,   // something that is no answer; it may try again
      kNothing,  // the time is up
      kGone,    // and never will there be an answer
      kResigns,
    };
    Kind kind = Kind::kNothing;
    Action action = {};
    Clock::time_point at = {};  // when it arrived
    Fault fault = Fault::kTimeout;  // kFault, kGone
    std::string words = {};
  };
  // From when the time counts: when the question was in its hands.
  virtual Clock::time_point asked_at() const = 0;
  virtual Answer wait(const server::Game& game, Clock::time_point deadline) = 0;

  // Why no answer came in time, if it was not for thinking too long.
  struct Silence {
    Fault fault = Fault::kDisconnect;
    std::string words = {};
  };
  virtual std::optional<Silence> silence() { return {}; }
  // Looks after what somebody says who is not asked: questions, greetings, coming back. Returns what was wrong, if anything; to be called again then.
  virtual std::optional<Silence> attend(const server::Game&) { return {}; }
  // Whether there could be anything of that kind.
  virtual bool needs_attention() const { return false; }

  virtual void accepted(int seq) = 0;
  virtual void refused(const Refusal& refusal) = 0;
  // A bot has decided in its place, or does so from now on.
  virtual void overruled() {}
  // The game is over, or goes on without it.
  virtual void dismiss() {}
};

}  // namespace fogg::arena
