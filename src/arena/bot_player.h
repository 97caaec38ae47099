// A built-in bot at the referee's table.
#pragma once

#include <memory>
#include <stop_token>

#include "arena/player.h"
#include "bots/bot.h"

namespace fogg::arena {

class BotPlayer final : public Player {
 public:
  BotPlayer(std::unique_ptr<Bot> bot, int seat, const FastGenerator& luck, std::stop_token stop)
      : bot_(std::move(bot)), seat_(seat), luck_(luck), stop_(std::move(stop)) {}

  void tell(const server::Game&, std::string_view) override {}
  void ask(const server::Game&, int, std::chrono::milliseconds) override { asked_at_ = Clock::now(); }
  Clock::time_point asked_at() const override { return asked_at_; }
  // It is trusted: its time begins when it is its turn to think, and never is up.
  Answer wait(const server::Game& game, Clock::time_point) override {
    const Legal legal(game.edition(), game.state(), seat_);
    const View view = view_of(game.edition(), game.state(), seat_);
    Answer answer;
    answer.kind = Answer::Kind::kAction;
    const auto begin = Clock::now();
    answer.action = bot_->choose({game.edition(), view, legal, luck_, stop_});
    answer.at = asked_at_ + (Clock::now() - begin);
    return answer;
  }
  void accepted(int) override {}
  void refused(const Refusal&) override {}

 private:
  std::unique_ptr<Bot> bot_;
  int seat_;
  FastGenerator luck_;
  std::stop_token stop_;
  Clock::time_point asked_at_;
};

}  // namespace fogg::arena
