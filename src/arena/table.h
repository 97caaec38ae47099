// One thread's table for games between built-in bots: as quick as the bots are.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/deal.h"
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
  Table(const ChaKey& key, std::stop_token stop) : deals_(key), stop_(std::move(stop)) {}

  // `bots` by seat: name and options. `live` is told how it goes. False if it was given up because the competition is to stop.
  bool play(const Game& game, const Edition& edition, const std::vector<std::string_view>& bots, Finished& finished,
            Broadcast* live = nullptr);

 private:
  using Clock = std::chrono::steady_clock;
  struct Decided {
    std::uint64_t at;  // in ticks; the next decision begins where the last one ended
    std::size_t seat;
  };

  Bot& bot(std::string_view spec);
  static std::uint64_t ticks();
  void tell_times(Clock::duration took, GameReport& report) const;

  Deals deals_;
  std::stop_token stop_;
  std::map<std::string, std::unique_ptr<Bot>, std::less<>> bots_;
  State state_{};
  std::uint64_t began_ = 0;  // in ticks
  std::vector<Decided> decided_;
};

}  // namespace fogg::arena
