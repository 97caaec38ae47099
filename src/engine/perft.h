// Counting the game tree: how many sequences of decisions of a length there are.
#pragma once

#include "engine/play.h"

namespace fogg {

// Calls f(action, position after it, chance after it) for each legal action of the seat to act (the lowest, if several are). Every action
// starts from the same chance.
template <typename F>
void each_child(const Edition& edition, const State& state, const FastChance& chance, F&& f) {
  const int seat = state.actor();
  if (seat < 0) return;
  const Legal legal(edition, state, seat);
  legal.each([&](const Action& action) {
    State child;
    copy_state(edition, child, state);
    FastChance after = chance;
    apply_legal(edition, child, seat, action, after);
    f(action, child, after);
  });
}

// A game that is over has no sequences of a length above 0.
inline std::uint64_t perft(const Edition& edition, const State& state, const FastChance& chance, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return state.over() ? 0 : static_cast<std::uint64_t>(Legal(edition, state, state.actor()).count());
  std::uint64_t sum = 0;
  each_child(edition, state, chance, [&](const Action&, const State& child, const FastChance& after) {
    sum += perft(edition, child, after, depth - 1);
  });
  return sum;
}

}  // namespace fogg
