#include "arena/table.h"

#include <chrono>

#include "arena/deal.h"
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

Bot& Table::bot(const std::string& spec) {
  std::unique_ptr<Bot>& bot = bots_[spec];
  if (!bot) bot = make_bot(spec);
  return *bot;
}

bool Table::play(const Game& game, const Edition& edition, const std::vector<std::string>& bots, Finished& finished,
                 Broadcast* live) {
  using Clock = std::chrono::steady_clock;
  const View no_view{};
  const int players = static_cast<int>(bots.size());
  std::vector<Bot*> seated;
  std::vector<FastGenerator> luck;
  for (int seat = 0; seat < players; ++seat) {
    seated.push_back(&bot(bots[static_cast<std::size_t>(seat)]));
    luck.push_back(bot_luck(key_, game.deal, seat));
  }
  finished = {};
  finished.game = game;
  finished.report.seats.resize(bots.size());
  KeyedChance chance(deal_key(key_, game.deal));
  start(edition, state_, players, chance);
  const auto begin = Clock::now();
  // One look at the clock for each decision: the next one begins where the last one ended.
  auto now = begin;
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
    const auto then = std::exchange(now, Clock::now());
    finished.report.seats[seat].times.add(std::chrono::duration_cast<std::chrono::microseconds>(now - then).count());
    append_move(finished.played, edition, action);
    apply_legal(edition, state_, static_cast<int>(seat), action, chance);
    if (live != nullptr) live->follow(finished.played, now - begin);
  }
  finished.outcome = outcome_of(edition, state_);
  finished.report.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count();
  return true;
}

}  // namespace fogg::arena
