// Games played at random, with habits that lead them into different corners.
#pragma once

#include <fmt/format.h>

#include <array>

#include "support.h"

namespace fogg::test {

enum class Habit {
  kUniform,  // any legal action
  kHoard,    // cards rather than routes and tickets: hands become large, the deck empty
  kClaim,    // a route whenever one can be paid
  kTickets,  // tickets rather than cards
  kKeepOne,  // the same, and keep as few as allowed: the ticket deck is turned over and over
  kTravel,   // no stations, tunnels paid, passengers placed and moved far
};
inline constexpr std::array kHabits = {Habit::kUniform, Habit::kHoard,   Habit::kClaim,
                                       Habit::kTickets, Habit::kKeepOne, Habit::kTravel};

// g++ 12 sees that Legal leaves open what it only needs for a turn, and not that nobody asks for it otherwise.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
inline Action choose(const Edition& e, const State& s, int seat, Habit habit, FastGenerator& random) {
  const Legal legal(e, s, seat);
  auto disliked = [&](const Action& a) {
    switch (habit) {
      case Habit::kUniform: return false;
      case Habit::kHoard: return a.kind == ActionKind::kClaim || a.kind == ActionKind::kTickets;
      case Habit::kClaim: return a.kind != ActionKind::kClaim && !legal.routes().empty();
      case Habit::kTickets: return a.kind == ActionKind::kDraw || a.kind == ActionKind::kTake;
      case Habit::kKeepOne:
        if (a.kind == ActionKind::kKeep) {
          return std::popcount(a.keep) > (s.phase == Phase::kStart ? e.keep_at_start : e.keep_later);
        }
        return a.kind != ActionKind::kTickets && random.pick(10) != 0;
      case Habit::kTravel:
        return a.kind == ActionKind::kStation || a.kind == ActionKind::kSkip || a.kind == ActionKind::kStop ||
               a.kind == ActionKind::kDecline;
    }
    return false;
  };
  Action action = legal.nth(static_cast<int>(random.pick(legal.count())));
  for (int i = 0; i < 30 && disliked(action); ++i) action = legal.nth(static_cast<int>(random.pick(legal.count())));
  return action;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// A seat that may act; at the start any of them.
inline int any_actor(const State& s, FastGenerator& random) {
  int seat = s.actor();
  while (s.phase == Phase::kStart && !s.may_act(seat = static_cast<int>(random.pick(s.players)))) {
  }
  return seat;
}

// Plays a game to its end and calls `see(state)` for every position, the first and the last included. Ends early, and
// gives false, if a test has failed fatally.
template <typename F>
bool play_game(const Edition& e, int players, std::uint64_t seed, Habit habit, F&& see) {
  SCOPED_TRACE(fmt::format("{} players={} seed={} habit={}", e.id, players, seed, static_cast<int>(habit)));
  FastChance chance(seed);
  FastGenerator random(seed, 77);
  State s;
  start(e, s, players, chance);
  see(s);
  while (!s.over() && !testing::Test::HasFatalFailure()) {
    const int seat = any_actor(s, random);
    apply_legal(e, s, seat, choose(e, s, seat, habit, random), chance);
    see(s);
  }
  return !testing::Test::HasFatalFailure();
}

// `rounds` games for every edition, number of players and habit.
template <typename F>
void play_games(int rounds, F&& see) {
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& id : edition_ids()) {
      for (int players = 2; players <= 5; ++players) {
        for (const Habit habit : kHabits) {
          const auto seed = static_cast<std::uint64_t>(round) * 1000 + static_cast<std::uint64_t>(players);
          const Edition& e = edition(id);
          if (!play_game(e, players, seed, habit, [&](const State& s) { see(e, s); })) return;
        }
      }
    }
  }
}

}  // namespace fogg::test
