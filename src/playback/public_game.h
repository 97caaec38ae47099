// A game of which only the public part is known, followed on a State whose hidden parts stay empty.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/play.h"
#include "record/event.h"

namespace fogg::playback {

// Does what the rules do with public things, and forgives what does not matter to them: cards that a hand cannot have, a row that
// does not fit, a game that goes on after its end. For editions without special mechanisms.
class PublicGame {
 public:
  PublicGame(const Edition& edition, int players);

  const State& state() const { return state_; }

  // An event other than an action.
  void take_in(const Event& event);
  // Empty, or why this cannot be followed.
  std::string act(int seat, const Action& action);
  // The first card of a turn was the only one there was.
  void end_half_turn();
  void finish(Ending ending);

 private:
  std::string keep(std::size_t seat, const Action& action);
  std::string claim(std::size_t seat, const Action& action);
  void take(Card card);
  void return_tickets(int count);
  void end_turn(bool passed) { detail::end_turn(edition_, state_, passed); }

  const Edition& edition_;
  State state_{};
  int extra_turns_ = 0;  // after the end
  std::array<bool, kRow> unknown_{};  // a card lies in this place of the row, but nobody knows which
};

}  // namespace fogg::playback
