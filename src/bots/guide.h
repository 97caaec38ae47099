// How a planner values what it could do now. The same valuation chooses for the planner, guides playouts and gives a search its first ideas.
#pragma once

#include <array>

#include "bots/payment.h"
#include "bots/plan.h"
#include "engine/legal.h"

namespace fogg {

// Sensible actions with their values, in tenths of a point.
class Candidates {
 public:
  struct One {
    Action action;
    int value;
  };
  void clear() { size_ = 0; }
  void add(const Action& action, int value) {
    if (size_ < list_.size()) list_[size_++] = {action, value};
  }
  const One* begin() const { return list_.data(); }
  const One* end() const { return list_.data() + size_; }
  std::size_t size() const { return size_; }
  const One& operator[](std::size_t at) const { return list_[at]; }
  const One& best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < size_; ++i) {
      if (list_[i].value > list_[best].value) best = i;
    }
    return list_[best];
  }

 private:
  std::size_t size_ = 0;
  std::array<One, 192> list_;
};

// What the plan needs of each color, and what of it is missing.
struct Needs {
  std::array<int, kColors> cards{};  // needed by the planned routes
  std::array<int, kColors> lack{};  // of these, not in hand
  int missing = 0;  // lacks in all, less the locomotives in hand
};

class Guide {
 public:
  enum class Effort : std::uint8_t {
    kThorough,  // for the real decision
    kBrisk,  // for a decision in a tree: new tickets are looked at one by one
    kPlayout,  // only what could turn out to be the best
  };

  Guide(const Edition& edition, const Links& links, const Taste& taste)
      : edition_(edition), links_(links), taste_(taste) {}

  Plan plan(const State& state, int seat) const {
    return make_plan(edition_, links_, state, seat, state.tickets_at(edition_, static_cast<std::uint8_t>(seat)),
                     taste_);
  }

  // Everything sensible that the seat could do; at least one action. `state` need only hold what the seat may know.
  void consider(const State& state, int seat, const Plan& plan, const Legal& legal, Effort effort,
                Candidates& out) const;

  Needs needs(const State& state, int seat, const Plan& plan) const;
  const Taste& taste() const { return taste_; }
  const Links& links() const { return links_; }

 private:
  void turn(const State& state, int seat, const Plan& plan, const Legal& legal, Effort effort, Candidates& out) const;
  void claims(const State& state, int seat, const Plan& plan, const Needs& needs, const Legal& legal, int time,
              Effort effort, Candidates& out) const;
  void draws(const State& state, int seat, const Needs& needs, const Legal& legal, int time, Candidates& out) const;
  void tickets(const State& state, int seat, const Plan& plan, const Legal& legal, int time, Candidates& out) const;
  int lucky_tickets(TicketSet others, TicketSet done, int mix) const;
  void stations(const State& state, int seat, const Plan& plan, const Needs& needs, int time, Candidates& out) const;
  void journeys(const State& state, int seat, int time, Effort effort, Candidates& out) const;
  void keeps(const State& state, int seat, const Legal& legal, Effort effort, Candidates& out) const;
  void surcharge(const State& state, const Plan& plan, const Legal& legal, Candidates& out) const;
  void places(const State& state, int seat, const Legal& legal, Candidates& out) const;
  // With all tickets served: the route that brings most for what it still takes.
  int race_target(const State& state, int seat) const;

  const Edition& edition_;
  const Links& links_;
  const Taste& taste_;
};

}  // namespace fogg
