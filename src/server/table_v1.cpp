// Guests at a table, who speak the current protocol: sitting down and coming back, moves, and what they are told.
#include <fmt/format.h>
#include <openssl/rand.h>
#include <algorithm>
#include <array>
#include <stdexcept>

#include "data/sha256.h"
#include "server/bot_title.h"
#include "server/hint_json.h"
#include "server/table.h"
#include "wire/v1_message.h"

namespace fogg::server {

using v1::ErrorCode;

namespace {

constexpr std::array<std::string_view, 3> kRights = {"public", "all", "none"};

std::string first_line(const std::string& record) { return record.substr(0, record.find('\n')); }

}  // namespace

std::string new_token() {
  std::array<unsigned char, 16> random;
  if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1)
    throw std::runtime_error("the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : random) token += fmt::format("{:02x}", byte);
  return token;
}

v1::TableInfo Table::info() const {
  v1::TableInfo info;
  info.id = id_;
  info.code = code_;
  info.edition = edition_->id;
  info.data = edition_->data_hash;
  info.status = status_ == GameStatus::kWaiting ? "waiting" : status_ == GameStatus::kRunning ? "running" : "over";
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    const Seat& seat = seats_[s];
    v1::SeatInfo one{seat.name, name(seat.color), seat.bot, !seat.bot.empty() || seat.peer != nullptr, seat.stand_in};
    if (game_) one.points = game_->state().points[s];
    info.seats.push_back(std::move(one));
  }
  info.seat_count = options_.players;
  for (const std::string& bot : options_.bots) info.bots.push_back(bot_title(bot));
  info.listed = options_.listed;
  info.observers = kRights[static_cast<std::size_t>(options_.observers)];
  info.move_time = options_.move_time;
  info.chat = options_.chat;
  info.v09 = options_.v09;
  info.rated = !options_.is_solitaire();
  info.watching = static_cast<int>(observers_.size());
  if (game_) {
    info.turns = game_->state().turns;
    info.header = first_line(record_);
  }
  return info;
}

int Table::seat_with_token(std::string_view token) const {
  const std::string hash = sha256_hex(token);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (!seats_[s].token_hash.empty() && seats_[s].token_hash == hash) return static_cast<int>(s);
  }
  return -1;
}

bool Table::is_observer_token(std::string_view token) const {
  return !token.empty() && options_.observers == Observers::kAll && sha256_hex(token) == options_.observer_token_hash;
}

void Table::sit(const std::shared_ptr<Peer>& peer, const std::string& name, std::string_view color, Greeting greeting) {
  const std::optional<v09::SeatColor> wish = v09::seat_color(color);
  Seat seat;
  seat.name = name;
  seat.color = next_color(wish);
  greeting.token = new_token();
  seat.token_hash = sha256_hex(greeting.token);
  // A table that old clients opened is for observers as the server's settings say; this one has nobody yet.
  if (seats_.empty() && options_.observers == Observers::kAll) {
    greeting.observer_token = new_token();
    options_.observer_token_hash = sha256_hex(greeting.observer_token);
  }
  tell_joined(seat);
  seats_.push_back(std::move(seat));
  seat_peer(peer, static_cast<int>(seats_.size()) - 1);
  seats_.back().greeting = std::move(greeting);
  save_seats_ = table_changed_ = true;
  ++house_.metrics.joins;
  start_if_full();
  settle();
}

void Table::resume(const std::shared_ptr<Peer>& peer, int number, int after, Greeting greeting) {
  Seat& seat = at(number);
  // Whoever has the key has the seat: an older connection, perhaps one that is dead without knowing it, gives way.
  if (const auto older = std::exchange(seat.peer, nullptr)) {
    older->table = nullptr;
    std::string out;
    v1::Writer(out).notice("replaced", "this seat was taken up again by another connection");
    older->send(std::make_shared<const std::string>(std::move(out)));
    older->close_when_sent();
  }
  const bool was_away = seat.away || seat.stand_in;
  seat_peer(peer, number);
  greeting.after = after;
  seat.greeting = std::move(greeting);
  seat.request_due = seat.asked;
  table_changed_ = true;
  ++house_.metrics.rejoins;
  if (status_ == GameStatus::kWaiting) start_if_full();
  if (status_ == GameStatus::kRunning && was_away) is_back(number);
  settle();
}

void Table::watch_v1(const std::shared_ptr<Peer>& peer, bool sees_all, int after, std::string_view ref) {
  peer->table = shared_from_this();
  peer->is_player = false;
  peer->seat = -1;
  peer->count_success();
  std::string out;
  v1::Writer(out, ref).watching(info());
  v1::write_events(record_, sees_all ? v1::kSeesAll : v1::kEveryone, after, out);
  if (status_ == GameStatus::kRunning) tell_deciding(deciding(), out);
  house_.gate.send(ticket_, peer, std::make_shared<const std::string>(std::move(out)));
  observers_.push_back({peer, sees_all ? kAll : kPublic, spread_});
  ++house_.metrics.observers;
}

std::optional<v1::Fault> Table::move(Peer& peer, const v1::Move& move, const std::string& ref) {
  Seat& seat = at(peer.seat);
  const auto action = v1::action_of(*edition_, move.action);
  if (!action) return v1::Fault{ErrorCode::kUnknownAction, "this edition has no such action", "action"};
  if (move.request <= seat.last_request) {
    if (move.request == seat.last_request && *action == seat.last_action) {
      v1::Writer(seat.after, ref).ack(game_->last_seq(), true);
      settle();
      return {};
    }
    return v1::Fault{ErrorCode::kAnswered, "this request was answered already, and in another way", "request"};
  }
  if (status_ == GameStatus::kRunning && seat.stand_in) is_back(peer.seat);
  if (status_ != GameStatus::kRunning || !seat.asked || move.request != game_->decisions(peer.seat) + 1)
    return v1::Fault{ErrorCode::kNotAsked, "there is no such request now", "request"};
  if (const Refusal refusal = check(*edition_, game_->state(), peer.seat, *action)) {
    game_->refused(peer.seat, *action, refusal, now_ms());
    v1::Writer(seat.after, ref).illegal(refusal);
    settle();
    return {};
  }
  peer.count_success();
  seat.asked_at = peer.line_came();
  seat.answers = true;
  ++house_.metrics.actions;
  carry_out(peer.seat, *action);
  v1::Writer(at(peer.seat).after, ref).ack(game_->last_seq());
  advance();
  settle();
  return {};
}

std::optional<v1::Fault> Table::resign(Peer& peer, const std::string& ref) {
  if (status_ != GameStatus::kRunning) return v1::Fault{ErrorCode::kNotAsked, "no game is going on", ""};
  forfeit(peer.seat);
  v1::Writer(at(peer.seat).after, ref).ack(game_->last_seq());
  settle();
  return {};
}

std::optional<v1::Fault> Table::undo(Peer& peer, const std::string& ref) {
  if (!options_.is_solitaire())
    return v1::Fault{ErrorCode::kNotAllowed, "moves can be taken back only where all others are bots", ""};
  if (status_ != GameStatus::kRunning) return v1::Fault{ErrorCode::kNotAsked, "no game is going on", ""};
  const auto back_to = game_->undo(peer.seat, record_, now_ms());
  if (!back_to) return v1::Fault{ErrorCode::kNotAllowed, "there is nothing to take back", ""};
  dismiss_bots();
  take_back_history(*back_to);
  for (Seat& seat : seats_) seat.asked = false;
  v1::Writer(at(peer.seat).after, ref).ack(game_->last_seq());
  send_old_observers_away(
      fmt::format("{} takes moves back: join again to watch the game as it is now", at(peer.seat).name));
  advance();
  settle();
  return {};
}

std::optional<v1::Fault> Table::hint(Peer& peer, const std::string& bot, const std::string& ref) {
  constexpr std::string_view kUsual = "search:time=1s";
  if (!options_.is_solitaire())
    return v1::Fault{ErrorCode::kNotAllowed, "hints are given only where all others are bots", ""};
  Seat& seat = at(peer.seat);
  if (status_ != GameStatus::kRunning || !seat.asked)
    return v1::Fault{ErrorCode::kNotAsked, "there is nothing to decide now", ""};
  const std::string spec = bot.empty() ? std::string(kUsual) : bot;
  std::string why;
  if (!make_bot(spec, &why)) return v1::Fault{ErrorCode::kBadBot, why, "bot"};
  BotPool::Question question{spec, edition_, view_of(*edition_, game_->state(), peer.seat), game_->bot_seed(peer.seat),
                             true};
  const auto answer = [weak = weak_from_this(), number = peer.seat, spec, ref,
                       seq = game_->last_seq()](const BotPool::Answer& found) {
    const auto table = weak.lock();
    if (!table) return;
    Seat& asker = table->at(number);
    asker.advisor.reset();
    if (!is_guest(asker) || !asker.asked || table->game_->last_seq() != seq) return;  // it comes too late
    v1::Writer(asker.after, ref)
        .hint(*table->edition_, found.action, spec, hint_json(*table->edition_, found.thoughts));
    table->settle();
  };
  seat.advisor = house_.bots.ask(std::move(question), answer);
  return {};
}

// A new table with the same people and bots: the first who wants one makes it, the others are told where it is.
std::optional<v1::Fault> Table::rematch(Peer& peer, const std::string& ref) {
  if (status_ < GameStatus::kEnding) return v1::Fault{ErrorCode::kNotAllowed, "this game is not over yet", ""};
  if (rematch_.empty()) {
    TableOptions options = options_;
    options.observer_token_hash.clear();
    const auto table = house_.new_table(edition_, std::move(options));
    if (!table) return v1::Fault{ErrorCode::kTooMany, "all tables are taken; please try again later", ""};
    rematch_ = table->code();
    std::string line;
    v1::Writer(line).rematch(rematch_);
    for (Seat& seat : seats_) {
      if (is_guest(seat) && seat.peer.get() != &peer) seat.after += line;
    }
    out_[kPublic] += line;
    out_[kAll] += line;
  }
  v1::Writer(at(peer.seat).after, ref).rematch(rematch_);
  settle();
  return {};
}

void Table::chat(Peer& peer, const std::string& text, const std::string& ref) {
  Seat& from = at(peer.seat);
  v1::Writer(from.after, ref).ack(game_ ? game_->last_seq() : 0);
  std::string line;
  v1::Writer(line).chat(peer.seat, from.name, text, now_ms());
  for (Seat& seat : seats_) {
    if (is_guest(seat)) seat.after += line;
  }
  out_[kPublic] += line;
  out_[kAll] += line;
  settle();
}

Table::Deciding Table::deciding() const {
  Deciding seats;
  if (status_ != GameStatus::kRunning) return seats;
  for (int number = 0; number < static_cast<int>(seats_.size()); ++number) {
    if (!game_->state().may_act(number)) continue;
    seats.emplace_back(number, at(number).asked ? at(number).deadline : Clock::time_point::max());
  }
  return seats;
}

std::optional<std::int64_t> Table::left_ms(Clock::time_point deadline) {
  if (deadline == Clock::time_point::max()) return {};
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return std::max<std::int64_t>(0, left);
}

void Table::tell_deciding(const Deciding& seats, std::string& out) {
  std::vector<v1::DecidingSeat> list;
  for (const auto& [seat, deadline] : seats) list.push_back({seat, left_ms(deadline)});
  v1::Writer(out).deciding(list);
}

// Everything that guests hear is put together here, in this order: where they sit, what changed at the table, what happened, answers, who has to
// decide, and what they are asked.
void Table::tell_guests(std::string_view fresh) {
  const bool changed = std::exchange(table_changed_, false);
  std::string news;
  if (changed) v1::Writer(news).table(info());
  const Deciding decide = deciding();
  const bool others_decide = std::exchange(told_deciding_, decide) != decide;
  std::string who_decides;
  tell_deciding(decide, who_decides);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    Seat& seat = seats_[s];
    const int number = static_cast<int>(s);
    if (!is_guest(seat)) continue;
    bool is_due = others_decide;
    if (const auto greeting = std::exchange(seat.greeting, std::nullopt)) {
      v1::Writer(seat.out, greeting->ref).seated(info(), number, greeting->token, greeting->observer_token);
      seat.wants_positions = greeting->positions;
      v1::write_events(record_, number, greeting->after, seat.out);
      is_due = is_due || status_ == GameStatus::kRunning;
    } else {
      seat.out += news;
      v1::write_events(fresh, number, 0, seat.out);
    }
    seat.out += std::exchange(seat.after, {});
    if (is_due) seat.out += who_decides;
    if (std::exchange(seat.request_due, false) && seat.asked && status_ == GameStatus::kRunning) {
      v1::Writer(seat.out).request(*edition_, game_->state(), number, game_->decisions(number) + 1,
                                   left_ms(seat.deadline), seat.wants_positions);
    }
  }
  const bool is_watched = std::any_of(observers_.begin(), observers_.end(),
                                      [](const Observer& observer) { return observer.audience >= kPublic; });
  if (is_watched) {
    std::string for_public = news;
    std::string for_all = news;
    v1::write_events(fresh, v1::kEveryone, 0, for_public);
    v1::write_events(fresh, v1::kSeesAll, 0, for_all);
    if (others_decide) {
      for_public += who_decides;
      for_all += who_decides;
    }
    out_[kPublic].insert(0, for_public);
    out_[kAll].insert(0, for_all);
  }
  if (changed) house_.lobby_changed();
}

}  // namespace fogg::server
