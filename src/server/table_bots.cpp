// Bots at a table: asked, and their answers played when a person's would come.
#include <fmt/format.h>
#include <algorithm>

#include "server/bot_title.h"
#include "server/say.h"
#include "server/session.h"
#include "server/table.h"

namespace fogg::server {

void Table::seat_bot(const std::string& spec) {
  Seat seat;
  seat.bot = spec;
  seat.name = bot_title(spec);
  for (int number = 2; has_name(seat.name); ++number) seat.name = fmt::format("{}-{}", bot_title(spec), number);
  seat.color = next_color();
  tell_joined(seat);
  seats_.push_back(std::move(seat));
}

void Table::ask_bot(int number) {
  Seat& seat = at(number);
  seat.bot_asked = Clock::now();
  BotPool::Question question{seat.bot.empty() ? house_.config.stand_in : seat.bot, edition_,
                             view_of(*edition_, game_->state(), number), game_->bot_seed(number)};
  seat.thinking =
      house_.bots.ask(std::move(question), [weak = weak_from_this(), number](const BotPool::Answer& answer) {
        if (const auto table = weak.lock()) table->bot_chose(number, answer);
      });
}

void Table::bot_chose(int number, const BotPool::Answer& answer) {
  Seat& seat = at(number);
  seat.thinking.reset();
  if (!answer.trouble.empty()) bot_failed(number, answer.trouble);
  const auto due =
      seat.bot_asked + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(answer.pace));
  if (house_.config.pace && has_company() && due > Clock::now()) {
    seat.held = Seat::Held{answer.action, due};
    arm();
    return;
  }
  play_for_bot(number, answer.action);
}

// What is told of it once would be told at every move.
void Table::bot_failed(int number, std::string_view why) {
  Seat& seat = at(number);
  ++house_.metrics.bot_failures;
  if (std::exchange(seat.failure_told, true)) return;
  say(fmt::format("game {}: the bot {} cannot answer for {} ({}); {} does instead", id_,
                  seat.bot.empty() ? house_.config.stand_in : seat.bot, seat.name, why, BotPool::kFallback));
}

void Table::play_for_bot(int number, Action action) {
  if (check(*edition_, game_->state(), number, action)) {
    // The view allowed what the position does not: a fault of ours, but nobody is to wait for ever.
    bot_failed(number, "its answer is not legal in the true position");
    action = Legal(*edition_, game_->state(), number).nth(0);
  }
  ++house_.metrics.bot_actions;
  carry_out(number, action);
  advance();
  settle();
}

void Table::play_held_answers() {
  const auto now = Clock::now();
  for (int number = 0; number < static_cast<int>(seats_.size()); ++number) {
    if (status_ != GameStatus::kRunning || !at(number).held || now < at(number).held->due) continue;
    play_for_bot(number, std::exchange(at(number).held, std::nullopt)->action);
  }
}

void Table::hurry_bots() {
  if (has_company()) return;
  for (Seat& seat : seats_) {
    if (seat.held) seat.held->due = Clock::now();
  }
  arm();
}

void Table::dismiss_bots() {
  for (Seat& seat : seats_) {
    seat.thinking.reset();
    seat.held.reset();
    seat.advisor.reset();
  }
}

bool Table::has_company() const {
  return !observers_.empty() ||
         std::any_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.peer != nullptr; });
}

}  // namespace fogg::server
