// What a player may believe about the others: which tickets their routes speak for. Used when hidden things are dealt anew.
#pragma once

#include <array>

#include "bots/network.h"
#include "engine/view.h"

namespace fogg {

class Belief {
 public:
  Belief(const Edition& edition, const Links& links, const View& view);

  // A deal that agrees with all the viewer knows, as `redeal` makes it, but tickets that fit the routes of who holds them come more
  // often. Every deal that `redeal` can make stays possible. False only if `redeal` finds none.
  bool deal(FastGenerator& random, State& state) const;

  // How much likelier it is than without looking at the routes that a player has kept a ticket; above zero.
  double weight(int seat, int ticket) const {
    return weight_[static_cast<std::size_t>(seat)][static_cast<std::size_t>(ticket)];
  }

 private:
  static constexpr int kDeals = 6;  // one of so many is taken, by weight

  const Edition& edition_;
  const View& view_;
  bool knows_something_ = false;
  std::array<std::array<double, kMaxTickets>, kMaxPlayers> weight_;
};

}  // namespace fogg
