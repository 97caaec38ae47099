#include "arena/game_list.h"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <numeric>

#include "arena/summary_text.h"

namespace fogg::arena {

std::string GameList::heading(int seats) {
  std::string out = "game,round,deal,edition,milliseconds";
  for (int seat = 1; seat <= seats; ++seat)
    out += fmt::format(",name{0},rank{0},points{0},decisions{0},thinking_us{0},faults{0}", seat);
  return out + '\n';
}

void GameList::clear() {
  csv_ = heading_;
  rows_.clear();
}

void GameList::add(const Book::Ended& game, const std::vector<EntrantEntry>& entrants) {
  // As Accounts does: what a damaged store says of a game that cannot be is left out.
  const std::size_t seats = game.game.seats.size();
  const bool is_whole = game.report.seats.size() == seats && game.outcome.ranks.size() == seats &&
                        game.outcome.points.size() == seats &&
                        std::ranges::all_of(game.game.seats, [&](Entrant entrant) {
                          return entrant >= 0 && static_cast<std::size_t>(entrant) < entrants.size();
                        });
  if (!is_whole) return;
  const auto end = std::back_inserter(csv_);
  fmt::format_to(end, "{},{},{},{},{}", game.game.number, game.game.round, game.game.deal, game.game.edition,
                 game.report.milliseconds);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const SeatReport& report = game.report.seats[seat];
    fmt::format_to(end, ",{},{},{},{},{},{}",
                   csv_text(entrants[static_cast<std::size_t>(game.game.seats[seat])].spec.name),
                   game.outcome.ranks[seat], game.outcome.points[seat], report.times.decisions(),
                   report.times.total_us(), std::accumulate(report.faults.begin(), report.faults.end(), 0));
  }
  csv_ += '\n';
  rows_.push_front(row_of(game));
  if (rows_.size() > last_) rows_.pop_back();
}

}  // namespace fogg::arena
