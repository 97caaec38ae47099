// Who meets whom, in which seats, with which deal. Pure functions: the same question gives the same answer on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/types.h"

namespace fogg::arena {

enum class Format : std::uint8_t {
  kRoundRobin,  // every set of entrants that fills a table meets
  kGauntlet,    // the first entrants (`champions`) against all others
  kSwiss,       // rounds; those with about the same success meet, and never the same again while it can be helped
  kKnockOut,    // groups of `seats`; the best `advance` of each go on, until one table is left
};

enum class Seatings : std::uint8_t {
  kAll,     // every order of the players
  kCyclic,  // every player in every seat once
};

struct Course {
  Format format = Format::kRoundRobin;
  int seats = 2;   // at a table, 2 to 5
  int deals = 1;   // for every pairing, round and edition
  Seatings seatings = Seatings::kAll;
  std::vector<std::string> editions;
  int rounds = 1;     // kSwiss
  int champions = 1;  // kGauntlet
  int advance = 1;    // kKnockOut
  std::uint64_t seed = 1;
};

struct EntrantState {
  bool active = true;       // false: withdrawn, kicked or disqualified: meets nobody any more
  bool outside = false;     // connects over the network, and could remember a deal
  int connections = 1;      // outside: how many games it can play at the same time
  int from_round = 1;       // came later
};

// The games of the next round, after all games of the rounds before are over. `next_game` and `next_deal` are the first numbers that are free.
// Empty: the competition is over.
std::vector<Game> next_round(const Course& course, const std::vector<EntrantState>& entrants, const std::vector<Played>& so_far,
                             std::int64_t next_game, std::int64_t next_deal);

}  // namespace fogg::arena
