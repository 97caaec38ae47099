// How a bot pays: with what it needs least.
#pragma once

#include <algorithm>

#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

// What each card of a color is worth to the payer beyond the common, per kind; higher: keep it rather.
using Keepsakes = std::array<int, kColors>;

// Pays a route with as few locomotives as possible, a gray one in the color that is missed least. A payment of kind kDraw if it
// cannot be paid. The route must be open to the payer.
inline Action cheapest_claim(const Edition& edition, const CardCounts& hand, int r, const Keepsakes& keep) {
  const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
  const int jokers = hand[Card::kLocomotive];
  const int fours = route.length >= kFourPlus ? hand[Card::kLocomotive4] : 0;
  Action best;
  int best_loss = 1 << 20;
  const int first = route.color == kGray ? 0 : route.color;
  const int last = route.color == kGray ? kColors - 1 : route.color;
  for (int c = first; c <= last; ++c) {
    const int held = hand.of[static_cast<std::size_t>(c)];
    const int colored = std::min<int>(held, route.length - route.ferry);
    const int rest = route.length - colored;
    const int use_fours = std::min(rest, fours);
    const int use_jokers = rest - use_fours;
    if (use_jokers > jokers) continue;
    const int loss = 16 * use_jokers + 9 * use_fours + colored * keep[static_cast<std::size_t>(c)];
    if (loss < best_loss) {
      best_loss = loss;
      best = Action::claim(r, static_cast<Card>(c), colored, use_jokers, use_fours);
    }
  }
  return best;
}

}  // namespace fogg
