// The course of a table: people sit down, the game begins, requests are answered, the game ends.
#include "server/table.h"

#include <fmt/format.h>
#include <algorithm>

#include "data/sha256.h"
#include "server/crash_point.h"
#include "server/session.h"

namespace fogg::server {

using v09::SeatColor;

namespace {

tl::unexpected<std::string> fail(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Table::Table(House& house, std::shared_ptr<const Edition> edition, std::int64_t id, std::string code,
             TableOptions options)
    : house_(house),
      edition_(std::move(edition)),
      id_(id),
      code_(std::move(code)),
      options_(std::move(options)),
      has_v09_(v09::can_play(*edition_)),
      timer_(house.io) {
  created_ms_ = wall_clock_ms();
}

tl::expected<std::shared_ptr<Table>, std::string> Table::restore(House& house,
                                                                 const std::shared_ptr<const Edition>& edition,
                                                                 const SavedGame& saved, std::string record) {
  if (saved.options.players < edition->min_players || saved.options.players > edition->max_players)
    return fail("its options do not fit its edition");
  auto table = std::make_shared<Table>(house, edition, saved.id, saved.code, saved.options);
  table->status_ = saved.status;
  table->created_ms_ = saved.created_ms;
  table->key_ = saved.key;
  for (const SavedSeat& seat : saved.seats) {
    if (seat.color < 0 || seat.color >= v09::kSeatColors) return fail("a seat has no such color");
    Seat& made = table->seats_.emplace_back();
    made.name = seat.name;
    made.color = static_cast<SeatColor>(seat.color);
    made.bot = seat.bot;
    made.address = seat.address;
    made.token_hash = seat.token_hash;
    made.away = seat.bot.empty();
    made.away_since = Clock::now();
  }
  if (saved.status == GameStatus::kWaiting) {
    if (saved.seats.size() + saved.options.bots.size() > static_cast<std::size_t>(saved.options.players))
      return fail("it has more seats than players");
    table->arm();
    return table;
  }
  if (static_cast<int>(saved.seats.size()) != saved.options.players) return fail("a seat is missing");
  table->note_party();
  table->history_.fill(table->joins());
  Game::Told told;
  told.began = [&](const Game& game) {
    if (!table->has_v09_) return;
    table->story().began(game.state(), {v09::Viewer::kPublic}, table->history_[kV09Public]);
    table->story().began(game.state(), {v09::Viewer::kEverything}, table->history_[kV09All]);
    table->mark_history(game.last_seq());
  };
  told.step = [&](const Game& game, const v09::Step& step) {
    table->note_answer(game, step.seat, step.action);
    if (!table->has_v09_) return;
    table->story().told(game.state(), step, {v09::Viewer::kPublic}, table->history_[kV09Public]);
    table->story().told(game.state(), step, {v09::Viewer::kEverything}, table->history_[kV09All]);
    table->mark_history(game.last_seq());
  };
  told.undone = [&](int seq) { table->take_back_history(seq); };
  told.event = [&](const Game& game, const Event& event) {
    const int seat = event.actor.value_or(0);
    if (event.kind == EventKind::kTakeover) table->at(seat).stand_in = true;
    if (event.kind == EventKind::kReconnect) table->at(seat).stand_in = false;
    std::string line;
    if (const std::string text = table->away_text(event.kind, seat); !text.empty())
      v09::Writer(line, table->house_.config.dialect).text(text);
    if (event.kind == EventKind::kForfeit && table->has_v09_) table->story().scores(game.state(), seat, line);
    for (std::string& history : table->history_) history += line;
  };
  auto game = Game::restore(edition, saved.key, record, told);
  if (!game) return fail(game.error());
  table->game_ = std::move(*game);
  table->record_ = std::move(record);
  table->note_shown();
  if (saved.status == GameStatus::kEnding) {
    table->done_ = true;
    table->arm();
    return table;
  }
  table->log_anew_ = true;
  table->advance();
  table->settle();
  return table;
}

// -- Joining

SeatColor Table::next_color(std::optional<SeatColor> wish) const {
  auto is_free = [this](SeatColor color) {
    return std::none_of(seats_.begin(), seats_.end(), [color](const Seat& seat) { return seat.color == color; });
  };
  if (wish && is_free(*wish)) return *wish;
  for (int color = 0; color < v09::kSeatColors; ++color) {
    if (is_free(static_cast<SeatColor>(color))) return static_cast<SeatColor>(color);
  }
  return SeatColor::kBlue;
}

bool Table::has_place() const {
  return status_ == GameStatus::kWaiting &&
         seats_.size() + options_.bots.size() < static_cast<std::size_t>(options_.players);
}

bool Table::has_name(std::string_view name) const {
  return std::any_of(seats_.begin(), seats_.end(), [name](const Seat& seat) { return seat.name == name; });
}

int Table::seat_to_return_to(std::string_view name, const std::string& address) const {
  if (status_ > GameStatus::kEnding || house_.config.rejoin == Rejoin::kOff) return -1;
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    const Seat& seat = seats_[s];
    if (!seat.away || seat.name != name || !seat.token_hash.empty()) continue;  // who has a key needs it
    if (house_.config.rejoin == Rejoin::kName || seat.address == address) return static_cast<int>(s);
  }
  return -1;
}

void Table::seat_peer(const std::shared_ptr<Peer>& peer, int number) {
  at(number).peer = peer;
  at(number).address = peer->address();
  at(number).away = false;
  peer->table = shared_from_this();
  peer->is_player = true;
  peer->seat = number;
  peer->count_success();
}

void Table::join(const std::shared_ptr<Peer>& peer, const std::string& name, std::optional<SeatColor> wish) {
  Seat seat;
  seat.name = name;
  seat.color = next_color(wish);
  tell_joined(seat);
  seats_.push_back(std::move(seat));
  seat_peer(peer, static_cast<int>(seats_.size()) - 1);
  greet(seats_.back());
  save_seats_ = true;
  ++house_.metrics.joins;
  table_changed_ = true;
  start_if_full();
  settle();
}

void Table::rejoin(const std::shared_ptr<Peer>& peer, int number) {
  Seat& seat = at(number);
  seat_peer(peer, number);
  greet(seat);
  table_changed_ = true;
  ++house_.metrics.rejoins;
  switch (status_) {
    case GameStatus::kWaiting: start_if_full(); break;
    case GameStatus::kRunning:
      story().began(game_->state(), {number}, seat.out);
      is_back(number);
      repeat_request(number);
      break;
    default:
      // It is over; the scores are what this seat has missed.
      story().began(game_->state(), {number}, seat.out);
      story().scores(game_->state(), game_->forfeited_by(), seat.out);
      settle();
      house_.gate.then(ticket_, [self = shared_from_this(), peer] {
        peer->close_when_sent();
        self->close_books();
      });
      return;
  }
  settle();
}

void Table::watch(const std::shared_ptr<Peer>& peer, const std::string& name, bool sees_all) {
  peer->table = shared_from_this();
  peer->is_player = false;
  peer->seat = -1;
  peer->count_success();
  const Audience audience = sees_all ? kV09All : kV09Public;
  std::string out;
  v09::Writer(out, house_.config.dialect).joined(next_color(), name, v09::ClientType::kObserver);
  out += status_ == GameStatus::kWaiting ? joins() : history_[audience];
  house_.gate.send(ticket_, peer, std::make_shared<const std::string>(std::move(out)));
  observers_.push_back({peer, audience, spread_});
  ++house_.metrics.observers;
  if (status_ >= GameStatus::kEnding) house_.gate.then(ticket_, [peer] { peer->close_when_sent(); });
}

void Table::left(const Peer& peer, bool gives_up) {
  const auto observer =
      std::find_if(observers_.begin(), observers_.end(), [&](const Observer& o) { return o.peer.get() == &peer; });
  if (observer != observers_.end()) {
    if (static_cast<std::size_t>(observer - observers_.begin()) < spread_to_) --spread_to_;
    observers_.erase(observer);
    --house_.metrics.observers;
    hurry_bots();
    if (status_ == GameStatus::kWaiting && seats_.empty() && observers_.empty()) house_.table_done(*this);
    return;
  }
  const auto found =
      std::find_if(seats_.begin(), seats_.end(), [&](const Seat& seat) { return seat.peer.get() == &peer; });
  if (found == seats_.end()) return;
  const int number = static_cast<int>(found - seats_.begin());
  found->peer = nullptr;
  found->out.clear();
  found->after.clear();
  found->greeting.reset();
  table_changed_ = true;
  if (status_ > GameStatus::kRunning) return;
  if (status_ == GameStatus::kWaiting && (gives_up || found->token_hash.empty())) {
    leave_waiting(number);
  } else if (status_ == GameStatus::kWaiting) {
    found->away = true;  // a page that is loaded anew, perhaps
    found->away_since = Clock::now();
    arm();
  } else {
    found->away = true;
    found->away_since = Clock::now();
    ++house_.metrics.disconnects;
    game_->note(EventKind::kDisconnect, number, now_ms());
    tell_all(away_text(EventKind::kDisconnect, number));
    hurry_bots();
    arm();
  }
  settle();
  if (status_ == GameStatus::kWaiting && seats_.empty() && observers_.empty()) house_.table_done(*this);
}

void Table::leave_waiting(int number) {
  tell_all(fmt::format("{} ({}) has left the table", at(number).name, name(at(number).color)));
  seats_.erase(seats_.begin() + number);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (seats_[s].peer) seats_[s].peer->seat = static_cast<int>(s);
  }
  save_seats_ = true;
}

void Table::start_if_full() {
  if (has_place()) return;
  const bool all_here = std::all_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return !seat.away; });
  if (all_here) start();
}

void Table::start() {
  crash_point("set-up");
  for (const std::string& bot : options_.bots) seat_bot(bot);
  const std::string in_order_of_joining = joins();
  std::stable_sort(seats_.begin(), seats_.end(), [](const Seat& a, const Seat& b) { return a.color < b.color; });
  note_party();
  // Those who have watched from before are told the joins one by one; those who come later get all of them at once.
  history_.fill(in_order_of_joining);
  not_history_ = out_[kV09Public].size();

  key_ = house_.new_key(id_);
  created_ms_ = wall_clock_ms();
  Header header;
  header.edition = edition_->id;
  header.data_hash = edition_->data_hash;
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key_.data()), key_.size()});
  if (house_.config.seed) header.seed = fmt::format("serve {} {}", *house_.config.seed, id_);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    header.players.push_back({seats_[s].name, seats_[s].bot, std::string(name(seats_[s].color))});
    if (seats_[s].peer) seats_[s].peer->seat = static_cast<int>(s);
  }
  game_ = std::make_unique<Game>(edition_, header, key_);
  status_ = GameStatus::kRunning;
  save_seats_ = table_changed_ = true;
  log_anew_ = true;
  ++house_.metrics.games_started;
  tell_began();
  advance();
}

// -- The game

void Table::carry_out(int seat, const Action& action) {
  Seat& actor = at(seat);
  actor.asked = false;
  const v09::Step step = game_->act(seat, action, now_ms());
  note_answer(*game_, seat, action);
  tell_step(step);
}

void Table::note_answer(const Game& game, int seat, const Action& action) {
  // A pass is nobody's answer (see `advance`): who sends the move before it once more has still sent the last one.
  if (action.kind == ActionKind::kPass) return;
  at(seat).last_request = game.decisions(seat);
  at(seat).last_action = action;
}

// Asks whoever is next. A pass is nobody's decision.
void Table::advance() {
  while (!game_->over() && game_->state().phase == Phase::kTurn) {
    const int seat = game_->state().actor();
    const Legal legal(*edition_, game_->state(), seat);
    if (legal.count() != 1 || legal.nth(0).kind != ActionKind::kPass) break;
    carry_out(seat, Action::pass());
  }
  if (game_->over()) {
    finish();
    return;
  }
  for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
    const bool is_asked = at(seat).asked || at(seat).thinking || at(seat).held;
    if (game_->state().may_act(seat) && !is_asked) ask(seat);
  }
  arm();
}

void Table::ask(int number) {
  Seat& seat = at(number);
  if (control(seat) == Control::kBot) {
    ask_bot(number);
    return;
  }
  seat.asked = true;
  seat.deadline = deadline();
  seat.request_due = true;
  repeat_request(number);
}

void Table::forfeit(int seat) {
  game_->note(EventKind::kForfeit, seat, now_ms());
  tell_all(away_text(EventKind::kForfeit, seat));
  if (has_v09_) {
    std::string scores;
    story().scores(game_->state(), seat, scores);
    tell_v09(scores);
  }
  finish();
}

void Table::finish() {
  dismiss_bots();
  status_ = GameStatus::kEnding;
  save_seats_ = table_changed_ = true;
  if (game_->forfeited_by() >= 0) {
    ++house_.metrics.games_forfeited;
  } else {
    ++house_.metrics.games_finished;
  }
}

void Table::dismiss_players() {
  for (Seat& seat : seats_) {
    if (is_old(seat)) house_.gate.then(ticket_, [peer = seat.peer] { peer->close_when_sent(); });
  }
}

void Table::dismiss_observers() {
  for (const Observer& observer : observers_) {
    if (observer.audience <= kV09All) house_.gate.then(ticket_, [peer = observer.peer] { peer->close_when_sent(); });
  }
}

}  // namespace fogg::server
