// What a player may believe about the others: which tickets their routes and cards speak for. Used when hidden things are dealt anew.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/network.h"
#include "engine/view.h"

namespace fogg {

class Belief {
 public:
  Belief(const Edition& edition, const Links& links, const View& view);

  // How well sets of tickets fit is worked out once. Of one belief only, and for one thread.
  class Memory {
   public:
    Memory() : entries_(kEntries) {}

   private:
    friend class Belief;
    struct Entry {
      TicketSet tickets;
      int seat = -1;
      double fit = 0;
    };
    static constexpr std::size_t kEntries = 4096;
    Entry& at(int seat, TicketSet tickets);
    std::vector<Entry> entries_;
  };

  // A deal that agrees with all the viewer knows, as `redeal` makes it, but tickets that fit what their holder has done come more
  // often. Every deal that `redeal` can make stays possible. It has a number, by which it can be dealt again at less cost. None only if
  // `redeal` finds none.
  std::optional<std::uint64_t> pick(FastGenerator& random, Memory& memory) const;
  bool deal(std::uint64_t number, State& state) const;
  // Both in one.
  bool deal(FastGenerator& random, State& state) const;

  // How much likelier it is than without looking at the routes that a player has kept a ticket; above zero.
  double weight(int seat, int ticket) const {
    return odds_[static_cast<std::size_t>(seat)][static_cast<std::size_t>(ticket)];
  }
  // How well these tickets, all together, explain what a player has done: the logarithm of how much likelier they are for it, ...
  double fit(int seat, TicketSet tickets) const;
  // ... which is the sum of these, each times a number that was fitted to games (bench/beliefs.cpp).
  static constexpr std::size_t kSigns = 10;
  using Signs = std::array<double, kSigns>;
  Signs signs(int seat, TicketSet tickets) const;
  static const Signs& numbers();

 private:
  static constexpr int kDeals = 6;  // one of so many is taken, by weight

  // What is seen of a player.
  struct Seen {
    Prices now;  // what routes cost: nothing where they are owned
    CitySet network = 0;
    CardCounts cards;
    double spent = 0;  // on routes, as prices go; in tens of points
    double begun = 0;  // from 0 to 1: nothing done yet, enough to go by
    double late = 0;  // from 0 to 1: still about tickets, about anything
  };

  const Edition& edition_;
  const Links& links_;
  const View& view_;
  Prices empty_;  // what routes cost at the beginning
  std::array<Seen, kMaxPlayers> seen_;
  TicketOdds odds_;
  bool others_hold_tickets_ = false;
};

}  // namespace fogg
