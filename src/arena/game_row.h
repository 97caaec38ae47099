// A game that is over, as the pages and the report list it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/book.h"

namespace fogg::arena {

struct GameRow {
  struct Seat {
    Entrant entrant = 0;
    int rank = 0;
    int points = 0;
    int faults = 0;
    bool replaced = false;
    bool forfeited = false;
  };
  std::int64_t number = 0;
  std::int64_t deal = 0;
  int round = 1;
  std::string edition;
  std::int64_t milliseconds = 0;
  std::vector<Seat> seats;
  bool has_fault() const;
};

GameRow row_of(const Book::Ended& game);

}  // namespace fogg::arena
