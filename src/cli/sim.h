// Playing many games between bots.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "cli/sim_plan.h"
#include "cli/sim_result.h"
#include "engine/edition.h"

namespace fogg::cli {

struct SimOptions {
  int players = 2;
  std::int64_t games = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> bots;  // one per seat
  std::optional<Seatings> seatings;
  int threads = 1;
  std::string records;  // folder, empty: none
  bool resume = false;  // go on with the run in that folder
  bool keyed = false;   // chance from a key per deal
  std::string version;  // of the program; a run goes on only with the same one
  // Tests have bots of their own.
  std::function<std::unique_ptr<Bot>(const std::string&)> make = [](const std::string& spec) { return make_bot(spec); };
};

// How far it is. Sums are those of whole blocks; with a single bot there are none before the end.
struct Standing {
  std::int64_t done = 0;
  std::int64_t read_back = 0;  // of these, not played but read
  SimResult so_far;
};

// Plays the games, as many as make whole blocks. `progress` is called now and then; it returns false to stop early: games that are not
// over are given up then, and blocks that are not complete do not count. Throws Failure.
SimResult simulate(const Edition& edition, const SimOptions& options,
                   const std::function<bool(const Standing&)>& progress);

}  // namespace fogg::cli
