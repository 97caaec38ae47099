// Old clients at a table: their lines, and what they are told of who sits there.
#include <fmt/format.h>
#include <algorithm>

#include "server/session.h"
#include "server/table.h"

namespace fogg::server {

using v09::ErrorCode;
using v09::SeatColor;
using v09::TurnType;

void Table::command(Session& session, const v09::Command& command) {
  if (!session.is_player) {
    if (command.type == TurnType::kBoardState || command.type == TurnType::kListAllRoutes) {
      query(session, command);
    } else {
      refuse(session, command.type, ErrorCode::kNotPlayersTurn);
    }
    return;
  }
  const int number = session.seat;
  if (status_ == GameStatus::kRunning && at(number).stand_in) is_back(number);
  if (command.type == TurnType::kBoardState || command.type == TurnType::kListAllRoutes) {
    query(session, command);
    return;
  }
  Seat& seat = at(number);
  if (status_ != GameStatus::kRunning || !seat.asked || command.type == TurnType::kJoin) {
    refuse(session, command.type, ErrorCode::kNotPlayersTurn);
    return;
  }
  const auto action = v09::action_for(*edition_, game_->state(), number, command);
  if (!action) {
    if (action.error().reason) game_->refused(number, action.error().action, action.error().reason, now_ms());
    refuse(session, command.type, action.error().code);
    return;
  }
  session.count_success();
  seat.asked_at = session.line_came();
  seat.answers = true;
  ++house_.metrics.actions;
  carry_out(number, *action);
  advance();
  settle();
}

void Table::query(Session& session, const v09::Command& command) {
  if (command.type == TurnType::kBoardState && status_ == GameStatus::kWaiting) {
    refuse(session, command.type, ErrorCode::kNotPlayersTurn);
    return;
  }
  std::string out;
  v09::Writer writer(out, house_.config.dialect);
  const State nobody{};
  const State& state = game_ ? game_->state() : nobody;
  if (command.type == TurnType::kBoardState) {
    writer.board_state(*edition_, state, party_.colors, session.seat);
  } else {
    writer.all_routes(*edition_, state, party_.colors, color_for(session));
  }
  answer(session, std::move(out));
}

void Table::wrong_format(Session& session, TurnType type) {
  if (session.is_player && status_ == GameStatus::kRunning && at(session.seat).stand_in) is_back(session.seat);
  refuse(session, type, ErrorCode::kWrongTurnFormat);
}

void Table::refuse(Session& session, TurnType type, ErrorCode code) {
  std::string out;
  v09::Writer(out, house_.config.dialect).refusal(color_for(session), type, code);
  answer(session, std::move(out));
  session.refused(code);
}

// An observer has none: it gets that of the player whose turn it is, or will be when the first tickets are chosen (who has chosen already is
// not to be seen), or one that is free.
SeatColor Table::color_for(const Session& session) const {
  if (session.is_player) return at(session.seat).color;
  return game_ ? at(game_->state().player).color : next_color();
}

void Table::answer(Session& session, std::string text) {
  if (!session.is_player) {
    answer_observer(session, std::move(text));
    return;
  }
  Seat& seat = at(session.seat);
  seat.out += text;
  seat.asked_at = session.line_came();
  seat.answers = true;
  repeat_request(session.seat);
  settle();
}

void Table::repeat_request(int number) {
  Seat& seat = at(number);
  if (!is_old(seat) || !seat.asked || !game_ || game_->over()) return;
  v09::Writer(seat.out, house_.config.dialect).request(seat.color, v09::open_request(game_->state()));
}

std::string Table::joins() const {
  std::string out;
  v09::Writer writer(out, house_.config.dialect);
  for (const Seat& seat : seats_) writer.joined(seat.color, seat.name, v09::ClientType::kPlayer);
  return out;
}

// Its own Join first: a client takes the first one it sees for the answer to its own.
void Table::greet(Seat& seat) {
  if (!is_old(seat)) return;
  v09::Writer writer(seat.out, house_.config.dialect);
  writer.joined(seat.color, seat.name, v09::ClientType::kPlayer);
  for (const Seat& other : seats_) {
    if (&other != &seat) writer.joined(other.color, other.name, v09::ClientType::kPlayer);
  }
}

void Table::tell_joined(const Seat& seat) {
  std::string line;
  v09::Writer(line, house_.config.dialect).joined(seat.color, seat.name, v09::ClientType::kPlayer);
  tell_v09(line);
}

void Table::mark_history(int seq) {
  if (!options_.is_solitaire()) return;
  Mark mark{seq, {}};
  for (std::size_t a = 0; a < history_.size(); ++a) mark.bytes[a] = history_[a].size() + out_[a].size() - not_history_;
  marks_.push_back(mark);
}

void Table::take_back_history(int seq) {
  while (marks_.size() > 1 && marks_.back().seq > seq) marks_.pop_back();
  if (marks_.empty()) return;
  for (std::size_t a = 0; a < history_.size(); ++a) history_[a].resize(marks_.back().bytes[a]);
  log_anew_ = true;
}

// The reason is for them alone, and not part of the history.
void Table::send_old_observers_away(std::string_view why) {
  old_observers_go_ = std::any_of(observers_.begin(), observers_.end(),
                                  [](const Observer& observer) { return observer.audience <= kV09All; });
  if (!old_observers_go_) return;
  std::string line;
  v09::Writer(line, house_.config.dialect).text(why);
  out_[kV09Public] += line;
  out_[kV09All] += line;
  not_history_ = line.size();
}

void Table::tell_v09(const std::string& line) {
  for (Seat& seat : seats_) {
    if (is_old(seat)) seat.out += line;
  }
  out_[kV09Public] += line;
  out_[kV09All] += line;
}

}  // namespace fogg::server
