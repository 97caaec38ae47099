// All games that are over, as text for spreadsheets, and the last of them for the report: taken game by game, so that the end of a long
// competition need not read them again.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "arena/book.h"
#include "arena/game_row.h"

namespace fogg::arena {

class GameList {
 public:
  GameList(int seats, std::size_t last) : last_(last), heading_(heading(seats)), csv_(heading_) {}

  void clear();
  void add(const Book::Ended& game, const std::vector<EntrantEntry>& entrants);

  // games.csv: a heading, and one line for each game.
  const std::string& csv() const { return csv_; }
  // The newest first.
  std::vector<GameRow> last() const { return {rows_.begin(), rows_.end()}; }

 private:
  static std::string heading(int seats);

  std::size_t last_;
  std::string heading_;
  std::string csv_;
  std::deque<GameRow> rows_;
};

}  // namespace fogg::arena
