// Which bots of a simulation meet in which seats, and which games belong together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fogg::cli {

enum class Seatings : std::uint8_t { kAll, kCyclic, kNone };
std::string_view name(Seatings seatings);
std::optional<Seatings> seatings_from(std::string_view text);

// An *entry* is a place in the list of bots as the user gave it, a *bot* one of the different ones of that list. A *block* is one deal,
// played once with every seating; the games of a run are numbered block by block.
struct SimPlan {
  std::vector<std::string> bots;  // the different ones, in the order in which they were named
  std::vector<std::size_t> bot_of;  // by entry
  std::vector<std::int64_t> entries;  // by bot: how many
  Seatings seatings = Seatings::kNone;  // as it was resolved
  std::vector<std::vector<std::size_t>> seats;  // by seating and seat: the entry

  // Several games have the same deal. Without this a game's chance is what it always was for its seed and number.
  bool mirrored() const { return seats.size() > 1; }
  std::int64_t games_per_block() const { return static_cast<std::int64_t>(seats.size()); }
  std::int64_t block_of(std::int64_t game) const { return game / games_per_block(); }
  const std::vector<std::size_t>& seating_of(std::int64_t game) const {
    return seats[static_cast<std::size_t>(game % games_per_block())];
  }
  // The least number of games that makes whole blocks.
  std::int64_t whole(std::int64_t games) const {
    return (games + games_per_block() - 1) / games_per_block() * games_per_block();
  }
};

// `bots` by entry, one per seat. Without a wish: all seatings, or rotations only where all would be more than 24.
SimPlan make_plan(const std::vector<std::string>& bots, std::optional<Seatings> wish);

}  // namespace fogg::cli
