// What all of the arena speaks of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fogg::arena {

// An entrant's place in the list of entrants. It stays the same when others come or go.
using Entrant = int;

// A game of the schedule.
struct Game {
  std::int64_t number = 0;  // from 1 on, in the order of the schedule
  int round = 1;
  std::int64_t deal = 0;  // games of the same deal have the same chance
  std::string edition;
  std::vector<Entrant> seats;
  bool together = false;  // all games of this deal between the same entrants are played at the same time

  bool operator==(const Game&) const = default;
};

// How a game ended.
struct Outcome {
  std::vector<int> ranks;  // by seat: 1 is best; equal players have the same one (1, 2, 2, 4)
  std::vector<int> points;  // by seat

  bool operator==(const Outcome&) const = default;
};

// A game that was played.
struct Played {
  Game game;
  Outcome outcome;
};

}  // namespace fogg::arena
