// What each client of protocol v0.9 is told of a game: from actions to messages. Whoever plays, watches, logs or plays back a game gets its
// messages from here, so that all of them tell the same.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "engine/play.h"
#include "wire/v09_message.h"

namespace fogg::v09 {

// The people at a table, by seat.
struct Party {
  SeatColors colors{};
  std::array<std::string, kMaxPlayers> names;
};

// An action that was carried out, with what the position after it does not show.
struct Step {
  int seat = 0;
  Action action;
  Card drawn = Card::kLocomotive;  // kDraw, kTake
  bool at_start = false;  // kKeep: one of the first choices
  std::array<std::uint8_t, kMaxOffer> offer{};  // kKeep: what was on offer
  int offered = 0;
};

// The step that `action` will be, from the position before it. What is drawn blindly is not known yet.
Step step_of(const State& before, int seat, const Action& action);

class Story {
 public:
  Story(const Edition& edition, const Party& party, Dialect dialect)
      : edition_(edition), party_(party), dialect_(dialect) {}

  // One BoardState: a player's own; for who sees everything one of each seat; for others one with public things only.
  void began(const State& state, Viewer viewer, std::string& out) const;
  // `after`: the position after the step. Own answers come before what others did. Ends with the scores, if the game is over.
  void told(const State& after, const Step& step, Viewer viewer, std::string& out) const;
  // The scores, as if the game ended now; `lost`: a seat that has forfeited, or -1.
  void scores(const State& state, int lost, std::string& out) const;

 private:
  void keeps(const State& after, const Step& step, Viewer viewer, Writer& writer) const;
  SeatColor color(int seat) const { return party_.colors[static_cast<std::size_t>(seat)]; }

  const Edition& edition_;
  const Party& party_;
  Dialect dialect_;
};

// The scores with the victory of `lost`, if any, given to the best of the others.
Scores scores_without(const Edition& edition, const State& state, int lost);

}  // namespace fogg::v09
