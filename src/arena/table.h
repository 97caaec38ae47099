// One thread's table for games between built-in bots: as quick as the bots are.
#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/report.h"
#include "arena/stage.h"
#include "bots/bot.h"
#include "engine/chance.h"
#include "engine/edition.h"
#include "engine/state.h"

namespace fogg::arena {

// Ranks of all seats at the end of a game.
Outcome outcome_of(const Edition& edition, const State& state);

class Table {
 public:
  Table(const ChaKey& key, std::stop_token stop) : key_(key), stop_(std::move(stop)) {}

  // `bots` by seat: name and options. `live` is told how it goes. False if it was given up because the competition is to stop.
  bool play(const Game& game, const Edition& edition, const std::vector<std::string>& bots, Finished& finished,
            Broadcast* live = nullptr);

 private:
  Bot& bot(const std::string& spec);

  ChaKey key_;
  std::stop_token stop_;
  std::map<std::string, std::unique_ptr<Bot>> bots_;
  State state_{};
};

}  // namespace fogg::arena
