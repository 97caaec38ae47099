// Journeys of passengers, as bots decide about them.
#pragma once

#include <optional>

#include "engine/journey.h"
#include "engine/legal.h"
#include "engine/state.h"

namespace fogg {

inline constexpr long kJourneySteps = 300;  // of the search for a journey

// The journey under way, continued in the best way.
inline Action next_step(const Edition& edition, const State& state, const Legal& legal, long patience = kJourneySteps) {
  const Journey rest = best_rest_of_journey(edition, state, patience);
  Action chosen = legal.nth(0);
  bool found = false;
  legal.each([&](const Action& action) {
    const bool wanted = rest.routes.empty() ? action.kind == ActionKind::kStop
                                            : action.kind == ActionKind::kGo && action.where == rest.routes[0];
    if (wanted && !found) {
      chosen = action;
      found = true;
    }
  });
  return chosen;
}

// A journey that brings much, or any when there will be no other turn.
inline std::optional<Action> worthwhile_journey(const Edition& edition, const State& state, int seat,
                                                const Legal& legal) {
  if (edition.passengers == 0) return {};
  constexpr int kMuch = 8;
  const bool last_turn = state.turns_left > 0 && state.turns_left <= state.players;
  int most = last_turn ? 0 : kMuch - 1;
  std::optional<Action> best;
  legal.each([&](const Action& action) {
    if (action.kind != ActionKind::kMove) return;
    const int points = best_journey(edition, state, seat, action.where, kJourneySteps).points;
    if (points > most) {
      most = points;
      best = action;
    }
  });
  return best;
}

}  // namespace fogg
