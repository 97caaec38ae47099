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

// All sums are whole numbers, so the order in which threads add to them does not matter.
struct SimResult {
  static constexpr std::int64_t kShare = 60;  // a victory; divisible by 2 to 5
  std::int64_t games = 0;
  std::int64_t decisions = 0;
  std::int64_t turns = 0;
  std::array<std::int64_t, 3> endings{};  // by Ending
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
