// Clocks, and people who are away.
#include <fmt/format.h>
#include <algorithm>

#include "server/session.h"
#include "server/table.h"

namespace fogg::server {

namespace {

Table::Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Table::Clock::duration>(std::chrono::duration<double>(number));
}

}  // namespace

std::int64_t Table::now_ms() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count() - created_ms_;
}

Table::Clock::time_point Table::deadline() const {
  return options_.move_time > 0 ? Clock::now() + seconds(options_.move_time) : Clock::time_point::max();
}

// The timer is only set anew if something is due earlier than it: deadlines move on with every answer, and it looks again when it rings.
void Table::arm() {
  std::optional<Clock::time_point> next;
  auto due = [&next](Clock::time_point time) { next = next ? std::min(*next, time) : time; };
  for (const Seat& seat : seats_) {
    if (seat.held) due(seat.held->due);
    if (control(seat) == Control::kBot) continue;
    if (seat.asked && seat.deadline != Clock::time_point::max()) due(seat.deadline);
    if (seat.away && !waits_for_ever()) due(seat.away_since + seconds(house_.config.grace));
  }
  if (!next || status_ > GameStatus::kEnding || (armed_ && *armed_ <= *next)) return;
  armed_ = next;
  timer_.expires_at(*next);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto table = weak.lock();
    if (error || !table) return;
    table->armed_.reset();
    table->check_clocks();
  });
}

void Table::check_clocks() {
  const auto now = Clock::now();
  const auto grace = seconds(house_.config.grace);
  if (status_ > GameStatus::kEnding) return;
  play_held_answers();
  if (house_.metrics.frozen) {
    restart_clocks();  // nobody can answer now
    return;
  }
  if (status_ == GameStatus::kWaiting) {
    // Seats from before a restart that nobody came back to.
    for (int seat = static_cast<int>(seats_.size()) - 1; seat >= 0; --seat) {
      if (at(seat).away && now >= at(seat).away_since + grace) leave_waiting(seat);
    }
    settle();
    if (seats_.empty() && observers_.empty()) house_.table_done(*this);
    arm();
    return;
  }
  if (status_ == GameStatus::kEnding) {
    close_books();
    arm();
    return;
  }
  for (int number = 0; number < static_cast<int>(seats_.size()) && !game_->over(); ++number) {
    const Seat& seat = at(number);
    if (control(seat) == Control::kBot) continue;
    const bool timed_out = seat.asked && now >= seat.deadline;
    const bool is_lost = seat.away && now >= seat.away_since + grace && !waits_for_ever();
    if (timed_out || is_lost) take_over(number, timed_out);
  }
  settle();
  arm();
}

void Table::take_over(int number, bool timed_out) {
  Seat& seat = at(number);
  if (timed_out) {
    ++house_.metrics.timeouts;
    game_->note(EventKind::kTimeout, number, now_ms());
    tell_all(away_text(EventKind::kTimeout, number));
  }
  if (house_.config.away == Away::kForfeit) {
    forfeit(number);
    return;
  }
  ++house_.metrics.takeovers;
  seat.stand_in = true;
  table_changed_ = true;
  game_->note(EventKind::kTakeover, number, now_ms());
  tell_all(away_text(EventKind::kTakeover, number));
  if (std::exchange(seat.asked, false)) ask(number);
}

// From the next request on; one that a bot is thinking about is the bot's.
void Table::is_back(int number) {
  at(number).stand_in = false;
  table_changed_ = true;
  game_->note(EventKind::kReconnect, number, now_ms());
  tell_all(away_text(EventKind::kReconnect, number));
}

// The table goes when everyone who may still come back has heard the scores.
void Table::close_books() {
  const auto now = Clock::now();
  const auto grace = seconds(house_.config.grace);
  const bool someone_missing = std::any_of(seats_.begin(), seats_.end(), [&](const Seat& seat) {
    return seat.away && control(seat) == Control::kClient && now < seat.away_since + grace;
  });
  if (status_ != GameStatus::kEnding || !spreading_.empty() || (someone_missing && !house_.config.once)) return;
  status_ = GameStatus::kOver;
  save_seats_ = true;
  settle();
  house_.table_done(*this);
}

void Table::restart_clocks() {
  const auto now = Clock::now();
  for (Seat& seat : seats_) {
    seat.deadline = deadline();
    seat.away_since = now;
  }
  arm();
}

void Table::thaw() {
  restart_clocks();
  settle();
}

}  // namespace fogg::server
