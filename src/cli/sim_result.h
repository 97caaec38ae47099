// What a simulation counts.
#pragma once

#include <array>
#include <cstdint>

#include "cli/sim_stats.h"
#include "engine/state.h"

namespace fogg::cli {

// How often things happened, by the names `fogg sim --json` gives them.
struct Mechanisms {
  std::int64_t tunnels_free = 0;  // without a surcharge
  std::int64_t tunnels_paid = 0;
  std::int64_t tunnels_declined = 0;
  std::int64_t ferries = 0;
  std::int64_t stations_built = 0;
  std::int64_t stations_used = 0;
  std::int64_t passengers_placed = 0;
  std::int64_t passengers_moved = 0;
  std::int64_t foreign_routes_used = 0;  // by passengers
  std::int64_t goods_taken = 0;
  std::int64_t resets = 0;
  std::int64_t reshuffles = 0;
  std::int64_t passes = 0;
  static constexpr std::size_t kCount = 13;

  // Calls f(name, number) for each.
  template <typename Self, typename F>
  static void each(Self& self, F&& f) {
    f("tunnels_free", self.tunnels_free);
    f("tunnels_paid", self.tunnels_paid);
    f("tunnels_declined", self.tunnels_declined);
    f("ferries", self.ferries);
    f("stations_built", self.stations_built);
    f("stations_used", self.stations_used);
    f("passengers_placed", self.passengers_placed);
    f("passengers_moved", self.passengers_moved);
    f("foreign_routes_used", self.foreign_routes_used);
    f("goods_taken", self.goods_taken);
    f("resets", self.resets);
    f("reshuffles", self.reshuffles);
    f("passes", self.passes);
  }
  void add(const Mechanisms& other) {
    std::array<std::int64_t, kCount> numbers{};
    std::size_t at = 0;
    each(other, [&](const char*, std::int64_t number) { numbers[at++] = number; });
    at = 0;
    each(*this, [&](const char*, std::int64_t& number) { number += numbers[at++]; });
  }
};

// By what bots are compared: T is a number for a game or a block, a BlockSum for a run.
template <typename T>
struct Compared {
  std::array<T, kMaxPlayers> points{};     // by bot, of all its entries
  std::array<T, kMaxPlayers> victories{};  // in shares
  std::array<T, kMaxPlayers> ranks{};      // in halves, so that equal players share theirs
  std::array<std::array<T, kMaxPlayers>, kMaxPlayers>
      ahead{};  // [a][b]: a was ahead of b; 2 each time, 1 if they were equal

  // Calls f(mine, theirs) for each pair of values that belong together.
  template <typename U, typename F>
  void with(const Compared<U>& other, F&& f) {
    for (std::size_t a = 0; a < kMaxPlayers; ++a) {
      f(points[a], other.points[a]);
      f(victories[a], other.victories[a]);
      f(ranks[a], other.ranks[a]);
      for (std::size_t b = 0; b < kMaxPlayers; ++b) f(ahead[a][b], other.ahead[a][b]);
    }
  }
};

// All sums are whole numbers, so the order in which threads add to them does not matter.
struct SimResult {
  static constexpr std::int64_t kShare = 60;  // a victory; divisible by 2 to 5
  std::int64_t games = 0;
  std::int64_t blocks = 0;
  std::int64_t decisions = 0;
  std::int64_t turns = 0;
  std::array<std::int64_t, 4> endings{};  // by Ending
  Mechanisms mechanisms;
  std::array<std::int64_t, kMaxPlayers> points{};     // by entry
  std::array<std::int64_t, kMaxPlayers> victories{};  // by entry, in shares
  std::array<std::int64_t, kMaxPlayers> seat_points{};
  std::array<std::int64_t, kMaxPlayers> seat_victories{};
  Compared<BlockSum> compared;
  std::array<std::int64_t, kMaxPlayers> timed_decisions{};  // by bot; not every decision is timed
  std::array<std::int64_t, kMaxPlayers> decision_ns{};
  std::uint64_t signature = 0;  // of all games, whatever their order
  double seconds = 0;
  std::int64_t wanted = 0;      // games that were asked for, in whole blocks
  std::int64_t read_back = 0;   // games that were not played but read from their records
  std::int64_t in_open_blocks = 0;  // games that were over but did not complete a block: they do not count
  bool stopped = false;

  void add(const SimResult& other);
  void add_block(const Compared<std::int64_t>& block) {
    ++blocks;
    compared.with(block, [](BlockSum& mine, std::int64_t value) { mine.add_block(value); });
  }
};

}  // namespace fogg::cli
