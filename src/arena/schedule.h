// Who meets whom, in which seats, with which deal. Pure functions: the same question gives the same answer on every machine.
// What the formats are good for, and their rules in full: docs/formats.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/sprt.h"
#include "arena/types.h"

namespace fogg::arena {

enum class Format : std::uint8_t {
  kRoundRobin,  // every set of entrants that fills a table meets
  kGauntlet,  // one of the first entrants (`champions`) at every table, the other seats for the rest
  kSwiss,  // rounds; those with about the same success meet, and never the same again while it can be helped
  kKnockOut,  // groups of `seats`; the best `advance` of each go on, until one table is left
};

enum class Seatings : std::uint8_t {
  kAll,  // every order of the players
  kCyclic,  // every player in every seat once
};

enum class Seeding : std::uint8_t {
  kListed,  // the first in the list is thought to be the strongest
  kLot,  // drawn by `Course::seed`
};

struct Course {
  Format format = Format::kRoundRobin;
  int seats = 2;  // at a table, 2 to 5
  int deals = 1;  // for every pairing and edition
  Seatings seatings = Seatings::kAll;
  std::vector<std::string> editions;  // every pairing is played in each
  int rounds = 1;  // kSwiss
  int champions = 1;  // kGauntlet
  int advance = 1;  // kKnockOut
  Seeding seeding = Seeding::kListed;  // kKnockOut
  std::uint64_t seed = 1;
  // Is the second entrant better than the first? Played until that is known, at most so many deals.
  std::optional<SprtOptions> sprt = {};
};

struct EntrantState {
  bool active = true;  // false: withdrawn, kicked or disqualified: meets nobody any more
  bool outside = false;  // connects over the network, and could remember a deal
  int connections = 1;  // outside: how many games it can play at the same time
  int from_round = 1;  // the first round it can play in; more than 1: came later
};

// An entrant in the standing.
struct Place {
  Entrant entrant = 0;
  int place = 1;  // equal entrants have the same one (1, 2, 2, 4)
  // Opponents beaten, equal ones half. Round robin and gauntlet: the share of all. Swiss: the shares of the rounds added up.
  // Knock-out: the share in the last round it played.
  double score = 0;
  double opponents = 0;  // Swiss: the scores of those it met, added up and divided by the opponents at a table
  std::int64_t games = 0;  // all it has played
  int byes = 0;  // Swiss and knock-out
  int last_round = 0;  // in which it played a game

  bool operator==(const Place&) const = default;
};

// Bounds of a competition. More games than this in a round are refused: they would not fit into memory, nor end in a lifetime.
inline constexpr std::int64_t kMostGamesInRound = 1'000'000;
inline constexpr std::int64_t kMostEntrants = 10'000;
inline constexpr int kMostRounds = 1'000;

// How many games a competition has when nobody comes or goes any more; only active entrants count. Builds nothing, and gives the
// greatest number there is when there would be more. 0 when there are too few entrants for a table, or the course makes no sense.
std::int64_t games_in(const Course& course, const std::vector<EntrantState>& entrants);

// Why no games can be made of this, for the organiser to read. Ask before the first round, and again when an entrant was added.
std::optional<std::string> problem(const Course& course, const std::vector<EntrantState>& entrants);

// The games of the next round, after all games of the rounds before are over. `next_game` and `next_deal` are the first numbers that are
// free; what is used follows them without gaps. Games that were called off (because somebody left) are simply not in `so_far`.
// Empty: the competition is over, or has a problem().
std::vector<Game> next_round(const Course& course, const std::vector<EntrantState>& entrants,
                             const std::vector<Played>& so_far, std::int64_t next_game, std::int64_t next_deal);

// All entrants, the best first; those who have left come last. After a round it is what the next one is made from. In the middle of one it
// is preliminary: who has played no game of that round yet is taken to have a bye.
std::vector<Place> standing(const Course& course, const std::vector<EntrantState>& entrants,
                            const std::vector<Played>& so_far);

}  // namespace fogg::arena
