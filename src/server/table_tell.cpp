// What people at a table and around it are told, and when.
#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/crash_point.h"
#include "server/session.h"
#include "server/table.h"

namespace fogg::server {

v09::Story Table::story() const { return {*edition_, party_, house_.config.dialect}; }

bool Table::wants_everything() const { return !house_.config.log.empty() || options_.observers == Observers::kAll; }

void Table::note_party() {
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    party_.colors[s] = seats_[s].color;
    party_.names[s] = seats_[s].name;
  }
}

std::string Table::away_text(EventKind kind, int number) const {
  const Seat& seat = at(number);
  const std::string who = fmt::format("{} ({})", seat.name, name(seat.color));
  switch (kind) {
    case EventKind::kDisconnect: return who + " has lost the connection; the seat is kept for a while";
    case EventKind::kReconnect: return who + " is back";
    case EventKind::kTimeout: return who + " has not answered in time";
    case EventKind::kTakeover: return fmt::format("a bot plays on for {} until {} is back", who, seat.name);
    case EventKind::kForfeit: return who + " was away too long: the game is lost for this seat and ends here";
    default: return {};
  }
}

void Table::tell_all(std::string_view text) {
  if (text.empty()) return;
  std::string line;
  v09::Writer(line, house_.config.dialect).text(text);
  tell_v09(line);
}

void Table::announce(std::string_view text) {
  std::string line;
  v09::Writer(line, house_.config.dialect).text(text);
  const auto bytes = std::make_shared<const std::string>(std::move(line));
  for (const Seat& seat : seats_) {
    if (is_old(seat)) seat.peer->send(bytes);
  }
  for (const Observer& observer : observers_) {
    if (observer.audience <= kV09All) observer.peer->send(bytes);
  }
}

void Table::tell_began() {
  if (!has_v09_) return;
  const v09::Story telling = story();
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (is_old(seats_[s])) telling.began(game_->state(), {static_cast<int>(s)}, seats_[s].out);
  }
  telling.began(game_->state(), {v09::Viewer::kPublic}, out_[kV09Public]);
  telling.began(game_->state(), {v09::Viewer::kEverything}, out_[kV09All]);
  mark_history(game_->last_seq());
}

void Table::tell_step(const v09::Step& step) {
  if (!has_v09_) return;
  const v09::Story telling = story();
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (is_old(seats_[s])) telling.told(game_->state(), step, {static_cast<int>(s)}, seats_[s].out);
  }
  telling.told(game_->state(), step, {v09::Viewer::kPublic}, out_[kV09Public]);
  if (wants_everything()) telling.told(game_->state(), step, {v09::Viewer::kEverything}, out_[kV09All]);
  mark_history(game_->last_seq());
}

// The header, and lines that everyone may see. Not the key: it is public when the game is over, and then the whole record is.
std::string Table::public_record() {
  std::string out;
  for (std::string_view lines = std::string_view(record_).substr(0, shown().record); !lines.empty();) {
    const std::size_t end = std::min(lines.find('\n'), lines.size() - 1) + 1;
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end);
    const bool is_key = line.find("\"kind\":\"key\"") != std::string_view::npos;
    if (out.empty() || (!is_key && line.find("\"visible_to\":\"all\"") != std::string_view::npos)) out += line;
  }
  return out;
}

const Table::Shown& Table::shown() {
  if (to_show_.empty()) to_show_.emplace_back();
  while (to_show_.size() > 1 && house_.gate.is_stored(to_show_[1].ticket)) to_show_.pop_front();
  return to_show_.front();
}

void Table::note_shown() {
  Shown next;
  next.ticket = ticket_;
  next.record = record_.size();
  next.status = status_;
  if (game_) {
    const State& state = game_->state();
    next.turns = state.turns;
    for (std::size_t s = 0; s < seats_.size(); ++s) {
      next.points[s] = state.points[s];
      next.trains[s] = state.trains[s];
      next.to_move[s] = !game_->over() && state.may_act(static_cast<int>(s));
    }
  }
  shown();  // forgets what is out of date
  to_show_.push_back(next);
}

SavedGame Table::saved() const {
  SavedGame game;
  game.id = id_;
  game.code = code_;
  game.edition = edition_->id;
  game.options = options_;
  game.status = status_;
  game.created_ms = created_ms_;
  game.key = key_;
  for (const Seat& seat : seats_)
    game.seats.push_back({seat.name, static_cast<int>(seat.color), seat.bot, seat.address, seat.token_hash});
  return game;
}

void Table::spread() {
  constexpr int kAtOnce = 64;
  int left = kAtOnce;
  while (!spreading_.empty() && spreading_.front().number < may_spread_) {
    const ForObservers& text = spreading_.front();
    if (text.only) {
      text.only->keep_promise(text.answer->size());
      house_.gate.send_now(text.only, text.answer);
      spreading_.pop_front();
      continue;
    }
    for (; spread_to_ < observers_.size(); ++spread_to_) {
      if (left-- == 0) {
        if (!std::exchange(spread_is_posted_, true)) {
          boost::asio::post(house_.io, [self = shared_from_this()] {
            self->spread_is_posted_ = false;
            self->spread();
          });
        }
        return;
      }
      const Observer& observer = observers_[spread_to_];
      const Bytes& bytes = text.texts[observer.audience];
      if (text.number >= observer.from && !bytes->empty()) house_.gate.send_now(observer.peer, bytes);
    }
    spread_to_ = 0;
    spreading_.pop_front();
  }
  if (!spreading_.empty()) return;
  if (std::exchange(old_observers_go_, false)) dismiss_observers();
  if (status_ == GameStatus::kEnding) {
    dismiss_observers();
    close_books();
  }
}

void Table::answer_observer(Peer& peer, std::string text) {
  const auto bytes = std::make_shared<const std::string>(std::move(text));
  if (spreading_.empty()) {
    house_.gate.send(ticket_, peer.shared_from_this(), bytes, peer.line_came());
    return;
  }
  if (!peer.promise(bytes->size())) return;
  spread_when_stored({spread_++, {}, peer.shared_from_this(), bytes});
}

// Each text goes when its own turn in the gate has come: newer ones may be stored already then, but what their readers are to be told before
// them, like the answer to a Join, can still wait in the gate.
void Table::spread_when_stored(ForObservers text) {
  spreading_.push_back(std::move(text));
  house_.gate.then(ticket_, [self = shared_from_this(), until = spread_] {
    self->may_spread_ = until;
    self->spread();
  });
}

void Table::settle() {
  if (std::exchange(save_seats_, false)) {
    if (seats_.empty()) {
      changes_.emplace_back(ForgetGame{id_});
    } else {
      changes_.emplace_back(SaveGame{saved()});
    }
  }
  const std::string fresh = game_ ? game_->take_record() : std::string();
  record_ += fresh;
  if (game_) {
    if (!fresh.empty()) {
      if (game_->over()) {
        changes_.emplace_back(FinishRecord{id_, record_});
      } else {
        changes_.emplace_back(AppendRecord{id_, fresh});
      }
    }
    history_[kV09Public].append(out_[kV09Public], not_history_);
    history_[kV09All].append(out_[kV09All], not_history_);
    if (!house_.config.log.empty() && (log_anew_ || !out_[kV09All].empty())) {
      changes_.emplace_back(AppendLog{fmt::format("{}/game-{:06}.log", house_.config.log, id_),
                                      log_anew_ ? history_[kV09All] : out_[kV09All], log_anew_});
      log_anew_ = false;
    }
    not_history_ = 0;
  }
  if (!changes_.empty()) {
    ticket_ = house_.store.submit(std::exchange(changes_, {}));
    note_shown();
    crash_point("handed-in");
  }
  tell_guests(fresh);
  for (Seat& seat : seats_) {
    if (seat.peer && !seat.out.empty()) {
      house_.gate.send(ticket_, seat.peer, std::make_shared<const std::string>(std::move(seat.out)),
                       seat.answers ? seat.asked_at : Clock::time_point{});
    }
    seat.out.clear();
    seat.answers = false;
  }
  const bool is_news = std::any_of(out_.begin(), out_.end(), [](const std::string& text) { return !text.empty(); });
  if (!observers_.empty() && is_news) {
    ForObservers news{spread_++, {}};
    for (std::size_t a = 0; a < out_.size(); ++a) news.texts[a] = std::make_shared<const std::string>(out_[a]);
    spread_when_stored(std::move(news));
  }
  for (std::string& text : out_) text.clear();
  if (status_ == GameStatus::kEnding && !std::exchange(done_, true)) {
    dismiss_players();
    if (spreading_.empty()) dismiss_observers();
    arm();
    house_.gate.then(ticket_, [self = shared_from_this()] { self->close_books(); });
  }
}

}  // namespace fogg::server
