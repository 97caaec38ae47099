// One worker's table of a simulation: plays a game, or plays it again as its record says, and counts what happened.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cli/sim.h"
#include "engine/play.h"
#include "engine/score.h"
#include "record/event.h"

namespace fogg::cli {

// One game.
struct GameResult {
  SimResult totals;
  Compared<std::int64_t> compared;
};

// Where luck comes from, by game and seat. All of it follows from the seed and the number of the game, or in mirrored runs of the block: there
// each seat's bot has its own sequence, which is the same for whoever sits there.
class SimLuck {
 public:
  SimLuck(const SimOptions& options, const SimPlan& plan, std::int64_t game);

  // Text for the record's header.
  std::string seed_text() const;
  std::optional<ChaKey> key() const;
  FastChance fast() const { return FastChance(options_.seed, 2 * part_); }
  StreamedChance streamed() const { return StreamedChance(options_.seed, kPartsPerBlock * part_); }
  FastGenerator for_bots(int seat) const {
    if (!mirrored_) return FastGenerator(options_.seed, 2 * part_ + 1);
    return FastGenerator(options_.seed, kPartsPerBlock * part_ + kFirstSeatPart + static_cast<std::uint64_t>(seat));
  }

 private:
  static constexpr std::uint64_t kPartsPerBlock = 16;
  static constexpr std::uint64_t kFirstSeatPart = 8;
  const SimOptions& options_;
  bool mirrored_;
  std::uint64_t part_;  // the game, or the block
  std::int64_t seating_;
};

class Table {
 public:
  Table(const Edition& edition, const SimOptions& options, const SimPlan& plan, std::stop_token stop);

  // False if it was given up because the run is to stop.
  bool play(std::int64_t game);
  // Plays the game with the decisions that its record has; `file` names it in messages. Throws Failure unless the record is, letter by letter, what
  // this run would write.
  void read_back(std::int64_t game, std::string_view text, const std::string& file);

  // Of the last game.
  const GameResult& result() const { return result_; }
  const std::string& record() const { return record_; }  // if records are wanted

 private:
  bool play_with_luck(const SimLuck& luck);
  template <Chance C>
  bool run(C chance, const SimLuck& luck);
  template <Chance C>
  bool run_plain(C inner);
  template <Chance C>
  bool run_recorded(C chance, const SimLuck& luck);
  std::optional<Action> decide(int seat);
  Action ask(Bot& bot, int seat);
  std::vector<Action> actions_of(std::string_view text, const std::string& file) const;
  void note(const Action& action);
  void note_special(const Action& action);
  void count();
  void count_compared(const Scores& scores, std::int64_t winners);

  const Edition& edition_;
  const SimOptions& options_;
  const SimPlan& plan_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<Bot>> bots_;  // by bot
  std::vector<FastGenerator> random_;  // by seat in mirrored runs, else one for all
  const std::vector<std::size_t>* seating_ = nullptr;
  const std::vector<Action>* script_ = nullptr;  // decisions of a record, instead of the bots'
  std::size_t script_at_ = 0;
  bool timed_ = false;
  State state_{};
  View no_view_{};
  GameResult result_;
  std::string record_;
};

}  // namespace fogg::cli
