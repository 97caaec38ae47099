#include "arena/table.h"

#include <algorithm>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "arena/moves.h"
#include "engine/play.h"
#include "engine/score.h"

namespace fogg::arena {

Outcome outcome_of(const Edition& edition, const State& state) {
  const Scores scores = score(edition, state);
  Outcome outcome;
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    int rank = 1;
    for (std::size_t other = 0; other < state.players; ++other)
      if (other != seat && compare_seats(edition, state, scores, other, seat) > 0) ++rank;
    outcome.ranks.push_back(rank);
    outcome.points.push_back(scores[seat].total);
  }
  return outcome;
}

// Some bots decide in less time than it takes to look at the clock. Where the processor counts its own ticks, those are noted, and a game's
// first and last look at the clock tell how long one is.
std::uint64_t Table::ticks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
}

void Table::tell_times(Clock::duration took, GameReport& report) const {
  const std::uint64_t all = decided_.empty() ? 0 : decided_.back().at - began_;
  const double us_per_tick =
      all > 0 ? std::chrono::duration<double, std::micro>(took).count() / static_cast<double>(all) : 0;
  std::uint64_t before = began_;
  for (const Decided& one : decided_) {
    // Ticks of two cores may be apart by a few.
    const std::uint64_t spent = one.at > before ? one.at - before : 0;
    before = std::max(before, one.at);
    report.seats[one.seat].times.add(static_cast<std::int64_t>(us_per_tick * static_cast<double>(spent)));
  }
  report.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
}

Bot& Table::bot(std::string_view spec) {
  auto found = bots_.find(spec);
  if (found == bots_.end()) found = bots_.emplace(spec, make_bot(std::string(spec))).first;
  return *found->second;
}

bool Table::play(const Game& game, const Edition& edition, const std::vector<std::string_view>& bots,
                 Finished& finished, Broadcast* live) {
  const View no_view{};
  const int players = static_cast<int>(bots.size());
  std::vector<Bot*> seated;
  std::vector<FastGenerator> luck;
  for (int seat = 0; seat < players; ++seat) {
    seated.push_back(&bot(bots[static_cast<std::size_t>(seat)]));
    luck.push_back(deals_.bot_luck(game.deal, seat));
  }
  finished = {};
  finished.game = game;
  finished.report.seats.resize(bots.size());
  KeyedChance chance(deals_.key(game.deal));
  start(edition, state_, players, chance);
  const bool is_watched = live != nullptr && live->is_wanted();
  decided_.clear();
  const auto begin = Clock::now();
  began_ = ticks();
  while (!state_.over()) {
    const auto seat = static_cast<std::size_t>(state_.actor());
    const Legal legal(edition, state_, static_cast<int>(seat));
    Bot& mover = *seated[seat];
    const Action action =
        mover.wants_view()
            ? mover.choose({edition, view_of(edition, state_, static_cast<int>(seat)), legal, luck[seat], stop_})
            : mover.choose({edition, no_view, legal, luck[seat], stop_});
    // A bot that was asked to hurry may have answered with less than its best.
    if (stop_.stop_requested()) return false;
    decided_.push_back({ticks(), seat});
    append_move(finished.played, edition, action);
    apply_legal(edition, state_, static_cast<int>(seat), action, chance);
    if (is_watched) live->follow(finished.played, Clock::now() - begin);
  }
  tell_times(Clock::now() - begin, finished.report);
  finished.outcome = outcome_of(edition, state_);
  return true;
}

}  // namespace fogg::arena
