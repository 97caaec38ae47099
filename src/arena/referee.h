// One game between players of all kinds, with clocks, and with rules for those who do not keep to them.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "arena/player.h"
#include "arena/spec.h"
#include "bots/bot.h"

namespace fogg::arena {

class Referee {
 public:
  struct Setting {
    std::shared_ptr<const Edition> edition;
    Header header;
    ChaKey key;
    Limits limits;
    FaultRules faults;
    FastGenerator luck{0};  // of the stand-in
    std::stop_token stop = {};
    // Hears every line of the record at once, for those who watch.
    std::function<void(const server::Game& game, std::string_view fresh)> watched = {};
  };
  Referee(Setting setting, std::vector<std::unique_ptr<Player>> players);

  // False if it was given up because the competition is to stop.
  bool play(Finished& finished);

 private:
  using Clock = Player::Clock;
  struct Seat {
    std::unique_ptr<Player> player;
    bool replaced = false;
    bool forfeited = false;
    Clock::duration used{};  // of its time for the game
    int requests = 0;
    bool has_answered = false;
    int timeouts = 0;  // in a row
    Clock::time_point deadline;
  };

  bool decide(int number);
  void ask(int number);
  bool settle(int number);
  bool attend_others(int number);
  void act(int number, const Action& action);
  void apply_policy(int number, bool for_good);
  void stand_in(int number);
  void note_fault(int number, Fault fault, const std::string& words);
  void spread();
  Clock::duration allowed(const Seat& seat) const;
  std::int64_t now_ms() const;
  bool is_over() const { return game_.over() || ended_early_; }
  Outcome outcome() const;
  Seat& at(int number) { return seats_[static_cast<std::size_t>(number)]; }
  SeatReport& report(int number) { return report_.seats[static_cast<std::size_t>(number)]; }

  Setting setting_;
  std::vector<Seat> seats_;
  server::Game game_;
  std::unique_ptr<Bot> stand_in_;
  std::string record_;
  GameReport report_;
  Clock::time_point begin_;
  bool ended_early_ = false;
};

}  // namespace fogg::arena
