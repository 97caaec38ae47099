// What has happened in a terminal game so far: for taking actions back, and for going on with a game later.
#pragma once

#include <vector>

#include "engine/action.h"
#include "engine/state.h"

namespace fogg::cli {

// What chance reported during an action: events without a question in them.
struct Happenings {
  int resets = 0;
  int reshuffles = 0;
  std::vector<Card> revealed;  // in a tunnel
};

struct PastAction {
  int seat = 0;
  Action action;
  State after;
  Happenings happenings;
};

// Actions that were taken back are not among `actions`, but counted.
struct Past {
  State start;
  std::vector<PastAction> actions;
  int decisions = 0;  // all that were ever made
  int undos = 0;

  const State& state() const { return actions.empty() ? start : actions.back().after; }
  // How many actions are left when the seat's last one is taken back, with all that followed; -1 if there is none.
  int before_last_of(int seat) const {
    for (std::size_t i = actions.size(); i > 0; --i) {
      if (actions[i - 1].seat == seat) return static_cast<int>(i) - 1;
    }
    return -1;
  }
};

}  // namespace fogg::cli
