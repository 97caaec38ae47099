#include "arena/game_row.h"

#include <algorithm>
#include <numeric>

namespace fogg::arena {

bool GameRow::has_fault() const {
  return std::any_of(seats.begin(), seats.end(),
                     [](const Seat& seat) { return seat.faults > 0 || seat.replaced || seat.forfeited; });
}

GameRow row_of(const Book::Ended& game) {
  GameRow row{game.game.number, game.game.deal, game.game.round, game.game.edition, game.report.milliseconds, {}};
  for (std::size_t seat = 0; seat < game.game.seats.size(); ++seat) {
    GameRow::Seat one;
    one.entrant = game.game.seats[seat];
    if (seat < game.outcome.ranks.size()) one.rank = game.outcome.ranks[seat];
    if (seat < game.outcome.points.size()) one.points = game.outcome.points[seat];
    if (seat < game.report.seats.size()) {
      const SeatReport& report = game.report.seats[seat];
      one.faults = std::accumulate(report.faults.begin(), report.faults.end(), 0);
      one.replaced = report.replaced;
      one.forfeited = report.forfeited;
    }
    row.seats.push_back(one);
  }
  return row;
}

}  // namespace fogg::arena
