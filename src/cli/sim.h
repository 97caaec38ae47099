// Playing many games between bots.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/edition.h"

namespace fogg::cli {

struct SimOptions {
  int players = 2;
  std::int64_t games = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> bots;  // one per seat
  int threads = 1;
  std::string records;  // folder, empty: none
  bool keyed = false;   // chance from a key per game
};

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
    std::vector<std::int64_t> numbers;
    each(other, [&](const char*, std::int64_t number) { numbers.push_back(number); });
    std::size_t at = 0;
    each(*this, [&](const char*, std::int64_t& number) { number += numbers[at++]; });
  }
};

// All sums are whole numbers, so the order in which threads add to them does not matter.
struct SimResult {
  static constexpr std::int64_t kShare = 60;  // a victory; divisible by 2 to 5
  std::int64_t games = 0;
  std::int64_t decisions = 0;
  std::int64_t turns = 0;
  std::array<std::int64_t, 4> endings{};  // by Ending
  Mechanisms mechanisms;
  std::array<std::int64_t, kMaxPlayers> points{};
  std::array<std::int64_t, kMaxPlayers> victories{};  // in shares
  std::uint64_t signature = 0;                        // of all games, whatever their order
  double seconds = 0;
  bool stopped = false;

  void add(const SimResult& other);
};

// Plays the games. `progress` is called now and then with the number of games done; it returns false to stop early.
SimResult simulate(const Edition& edition, const SimOptions& options,
                   const std::function<bool(std::int64_t)>& progress);

}  // namespace fogg::cli
