// Where returned tickets come up again, for redealing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/view.h"

namespace fogg {

// Which of the viewer's sightings a place in the queue of returned tickets can lead to. How many tickets everyone draws and returns
// is public, so it is known which choice takes the ticket at a place; and a ticket that is returned again goes to one of the
// few places of that choice's returns.
class QueueFates {
 public:
  using Set = std::uint64_t;  // bit i: the viewer's choice number i
  static constexpr Set kNotSeen = 1ULL << 63U;  // the viewer does not see it again

  QueueFates(const Edition& edition, const View& view);

  // Where the returns of the log's entry number `entry` go in the queue of a deck; -1: not into the queue.
  int first_return(const Edition& edition, int entry, std::size_t deck) const {
    return visits_[static_cast<std::size_t>(entry) * edition.decks.size() + deck].out;
  }
  bool leads(std::size_t deck, int place, Set to) const {
    return (fates_[deck][static_cast<std::size_t>(place)] & to) != 0;
  }

 private:
  struct Visit {
    std::size_t deck = 0;
    int own = -1;  // which of the viewer's choices it is
    int kept = 0;
    int returned = 0;
    int from_above = 0;
    int in = 0;  // the first place of the queue that it takes from
    int out = 0;  // and returns to; -1: not into the queue
    bool any_order = false;
  };

  void look_back(const Visit& visit);

  std::vector<Visit> visits_;  // entry by entry, deck by deck
  std::array<std::vector<Set>, kMaxDecks> fates_;
};

}  // namespace fogg
