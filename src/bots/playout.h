// Games played to their end by planners, for a search.
#pragma once

#include <array>

#include "bots/guide.h"
#include "engine/play.h"
#include "engine/score.h"

namespace fogg {

// The plans of all seats during one playout. They are made when first needed and again only when somebody has crossed them.
class Players {
 public:
  explicit Players(const Guide& guide) : guide_(guide) {}

  void begin() { planned_.fill(false); }

  // What the seat would consider.
  void consider(const Edition& edition, const State& state, int seat, const Legal& legal, Guide::Effort effort,
                Candidates& out) {
    const bool plans = state.phase != Phase::kStart && state.phase != Phase::kStartMix;
    guide_.consider(state, seat, plans ? plan(edition, state, seat) : nothing_, legal, effort, out);
  }

  // To be called before an action is carried out.
  void note(const Edition& edition, int seat, const Action& action) {
    const auto s = static_cast<std::size_t>(seat);
    if (action.kind == ActionKind::kKeep || action.kind == ActionKind::kStation) planned_[s] = false;
    if (action.kind != ActionKind::kClaim || !plan_[s].routes.has(action.where)) return;
    if (edition.board.routes[action.where].tunnel) {
      planned_[s] = false;  // it may come to nothing
      return;
    }
    plan_[s].routes = plan_[s].routes.without(RouteSet::single(action.where));
    plan_[s].trains -= edition.board.routes[action.where].length;
    if (plan_[s].routes.empty() && plan_[s].borrowed.empty()) plan_[s].open = {};
  }

 private:
  const Plan& plan(const Edition& edition, const State& state, int seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (planned_[s]) {
      const RouteSet lost = plan_[s].routes.without(state.open_to(edition, seat));
      if (lost.empty()) return plan_[s];
    }
    plan_[s] = guide_.plan(state, seat);
    planned_[s] = true;
    return plan_[s];
  }

  const Guide& guide_;
  Plan nothing_;
  std::array<Plan, kMaxPlayers> plan_;
  std::array<bool, kMaxPlayers> planned_{};
};

// Plays on to the end.
inline void play_out(const Edition& edition, State& state, Players& players, FastChance& chance,
                     Candidates& candidates) {
  while (!state.over()) {
    const int seat = state.actor();
    const Legal legal(edition, state, seat);
    players.consider(edition, state, seat, legal, Guide::Effort::kPlayout, candidates);
    const Action action = candidates.best().action;
    players.note(edition, seat, action);
    apply_legal(edition, state, seat, action, chance);
  }
}

// The same without plans: everybody claims the longest route there is to claim, or draws blind.
inline void play_out_cheaply(const Edition& edition, State& state, FastChance& chance) {
  constexpr std::size_t kShortest = 3;  // before the last round
  while (!state.over()) {
    const int seat = state.actor();
    const Legal legal(edition, state, seat);
    Action action = Action::draw();
    bool chosen = (legal.simple_actions() >> simple::kDraw & 1U) != 0;
    if (state.phase == Phase::kTurn) {
      const RouteSet routes = legal.routes();
      const std::size_t shortest = state.turns_left >= 0 || !chosen ? 1 : kShortest;
      for (std::size_t length = kMaxLength; length >= shortest; --length) {
        const RouteSet some = routes.without(edition.all_up_to[length - 1]);
        if (some.empty()) continue;
        action = cheapest_claim(edition, state.hand[static_cast<std::size_t>(seat)], some.first_member(), {});
        chosen = action.kind == ActionKind::kClaim;
        break;
      }
    }
    if (!chosen)
      action =
          legal.nth(static_cast<int>(scale(chance.next(Stream::kCards), static_cast<std::uint32_t>(legal.count()))));
    apply_legal(edition, state, seat, action, chance);
  }
}

}  // namespace fogg
