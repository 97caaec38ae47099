// The course of a table: people sit down, the game begins, requests are answered, the game ends.
#include "server/table.h"

#include <fmt/format.h>
#include <algorithm>

#include "data/sha256.h"
#include "server/crash_point.h"
#include "server/session.h"

namespace fogg::server {

using v09::ErrorCode;
using v09::SeatColor;
using v09::TurnType;

namespace {

tl::unexpected<std::string> fail(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

Table::Table(House& house, std::shared_ptr<const Edition> edition, std::int64_t id, std::string code)
    : house_(house),
      edition_(std::move(edition)),
      id_(id),
      code_(std::move(code)),
      players_(house.config.players),
      open_cards_(house.config.observers == Observers::kAll),
      timer_(house.io) {
  created_ms_ = wall_clock_ms();
}

tl::expected<std::shared_ptr<Table>, std::string> Table::restore(House& house, std::shared_ptr<const Edition> edition,
                                                                 const SavedGame& saved, std::string record) {
  auto table = std::make_shared<Table>(house, edition, saved.id, saved.code);
  table->status_ = saved.status;
  table->players_ = saved.players;
  table->open_cards_ = saved.open_cards;
  table->created_ms_ = saved.created_ms;
  table->key_ = saved.key;
  for (const SavedSeat& seat : saved.seats) {
    if (seat.color < 0 || seat.color >= v09::kSeatColors) return fail("a seat has no such color");
    Seat& made = table->seats_.emplace_back();
    made.name = seat.name;
    made.color = static_cast<SeatColor>(seat.color);
    made.bot = seat.bot;
    made.address = seat.address;
    made.away = seat.bot.empty();
    made.away_since = Clock::now();
  }
  if (saved.status == GameStatus::kWaiting) {
    if (saved.seats.size() + house.config.bots.size() > static_cast<std::size_t>(saved.players))
      return fail("its seats do not fit the number of bots any more");
    table->arm();
    return table;
  }
  if (static_cast<int>(saved.seats.size()) != saved.players) return fail("a seat is missing");
  table->note_party();
  table->public_history_ = table->all_history_ = table->joins();
  Game::Told told;
  told.began = [&](const Game& game) {
    const v09::Story story = table->story();
    story.began(game.state(), {v09::Viewer::kPublic}, table->public_history_);
    story.began(game.state(), {v09::Viewer::kEverything}, table->all_history_);
  };
  told.step = [&](const Game& game, const v09::Step& step) {
    const v09::Story story = table->story();
    story.told(game.state(), step, {v09::Viewer::kPublic}, table->public_history_);
    story.told(game.state(), step, {v09::Viewer::kEverything}, table->all_history_);
  };
  told.event = [&](const Game& game, const Event& event) {
    const int seat = event.actor.value_or(0);
    if (event.kind == EventKind::kTakeover) table->at(seat).stand_in = true;
    if (event.kind == EventKind::kReconnect) table->at(seat).stand_in = false;
    std::string line;
    if (const std::string text = table->away_text(event.kind, seat); !text.empty())
      v09::Writer(line, table->house_.config.dialect).text(text);
    if (event.kind == EventKind::kForfeit) table->story().scores(game.state(), seat, line);
    table->public_history_ += line;
    table->all_history_ += line;
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
         seats_.size() + house_.config.bots.size() < static_cast<std::size_t>(players_);
}

bool Table::has_name(std::string_view name) const {
  return std::any_of(seats_.begin(), seats_.end(), [name](const Seat& seat) { return seat.name == name; });
}

int Table::seat_to_return_to(std::string_view name, const std::string& address) const {
  if (status_ > GameStatus::kEnding || house_.config.rejoin == Rejoin::kOff) return -1;
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    const Seat& seat = seats_[s];
    if (!seat.away || seat.name != name) continue;
    if (house_.config.rejoin == Rejoin::kName || seat.address == address) return static_cast<int>(s);
  }
  return -1;
}

void Table::join(const std::shared_ptr<Session>& session, const std::string& name, std::optional<SeatColor> wish) {
  Seat seat;
  seat.name = name;
  seat.color = next_color(wish);
  seat.address = session->address();
  seat.session = session;
  session->table = shared_from_this();
  session->is_player = true;
  session->seat = static_cast<int>(seats_.size());
  session->count_success();
  std::string line;
  v09::Writer(line, house_.config.dialect).joined(seat.color, name, v09::ClientType::kPlayer);
  for (Seat& other : seats_) other.out += line;
  public_out_ += line;
  all_out_ += line;
  seats_.push_back(std::move(seat));
  greet(seats_.back());
  save_seats_ = true;
  ++house_.metrics.joins;
  start_if_full();
  settle();
}

void Table::rejoin(const std::shared_ptr<Session>& session, int number) {
  Seat& seat = at(number);
  seat.session = session;
  session->table = shared_from_this();
  session->is_player = true;
  session->seat = number;
  session->count_success();
  seat.away = false;
  seat.address = session->address();
  greet(seat);
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
      house_.gate.then(ticket_, [self = shared_from_this(), session] {
        session->close_when_sent();
        self->close_books();
      });
      return;
  }
  settle();
}

void Table::watch(const std::shared_ptr<Session>& session, const std::string& name, bool sees_all) {
  session->table = shared_from_this();
  session->is_player = false;
  session->seat = -1;
  session->count_success();
  std::string out;
  v09::Writer(out, house_.config.dialect).joined(next_color(), name, v09::ClientType::kObserver);
  out += status_ == GameStatus::kWaiting ? joins() : sees_all ? all_history_ : public_history_;
  house_.gate.send(ticket_, session, std::make_shared<const std::string>(std::move(out)));
  observers_.push_back({session, sees_all, spread_});
  ++house_.metrics.observers;
  if (status_ >= GameStatus::kEnding) house_.gate.then(ticket_, [session] { session->close_when_sent(); });
}

void Table::left(const Session& session) {
  const auto observer = std::find_if(observers_.begin(), observers_.end(),
                                     [&](const Observer& o) { return o.session.get() == &session; });
  if (observer != observers_.end()) {
    if (static_cast<std::size_t>(observer - observers_.begin()) < spread_to_) --spread_to_;
    observers_.erase(observer);
    --house_.metrics.observers;
    hurry_bots();
    if (status_ == GameStatus::kWaiting && seats_.empty() && observers_.empty()) house_.table_done(*this);
    return;
  }
  const auto found =
      std::find_if(seats_.begin(), seats_.end(), [&](const Seat& seat) { return seat.session.get() == &session; });
  if (found == seats_.end()) return;
  const int number = static_cast<int>(found - seats_.begin());
  found->session = nullptr;
  found->out.clear();
  if (status_ > GameStatus::kRunning) return;
  if (status_ == GameStatus::kWaiting) {
    leave_waiting(number);
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
    if (seats_[s].session) seats_[s].session->seat = static_cast<int>(s);
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
  for (const std::string& bot : house_.config.bots) seat_bot(bot);
  const std::string in_order_of_joining = joins();
  std::stable_sort(seats_.begin(), seats_.end(), [](const Seat& a, const Seat& b) { return a.color < b.color; });
  note_party();
  // Those who have watched from before are told the joins one by one; those who come later get all of them at once.
  public_history_ = all_history_ = in_order_of_joining;
  not_history_ = public_out_.size();

  key_ = house_.new_key(id_);
  created_ms_ = wall_clock_ms();
  Header header;
  header.edition = edition_->id;
  header.data_hash = edition_->data_hash;
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key_.data()), key_.size()});
  if (house_.config.seed) header.seed = fmt::format("serve {} {}", *house_.config.seed, id_);
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    header.players.push_back({seats_[s].name, seats_[s].bot, std::string(name(seats_[s].color))});
    if (seats_[s].session) seats_[s].session->seat = static_cast<int>(s);
  }
  game_ = std::make_unique<Game>(edition_, header, key_);
  status_ = GameStatus::kRunning;
  save_seats_ = true;
  log_anew_ = true;
  ++house_.metrics.games_started;
  const v09::Story telling = story();
  for (std::size_t s = 0; s < seats_.size(); ++s) {
    if (seats_[s].session) telling.began(game_->state(), {static_cast<int>(s)}, seats_[s].out);
  }
  telling.began(game_->state(), {v09::Viewer::kPublic}, public_out_);
  telling.began(game_->state(), {v09::Viewer::kEverything}, all_out_);
  advance();
}

// -- The game

void Table::carry_out(int seat, const Action& action) {
  Seat& actor = at(seat);
  actor.asked = false;
  const v09::Step step = game_->act(seat, action, now_ms());
  tell_step(step);
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
  seat.deadline = Clock::now() +
                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(house_.config.move_time));
  repeat_request(number);
}

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
  session.count_refusal(code);
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
  if (!seat.session || !seat.asked || !game_ || game_->over()) return;
  v09::Writer(seat.out, house_.config.dialect).request(seat.color, v09::open_request(game_->state()));
}

void Table::forfeit(int seat) {
  game_->note(EventKind::kForfeit, seat, now_ms());
  tell_all(away_text(EventKind::kForfeit, seat));
  std::string scores;
  story().scores(game_->state(), seat, scores);
  for (Seat& one : seats_) one.out += scores;
  public_out_ += scores;
  all_out_ += scores;
  finish();
}

void Table::finish() {
  dismiss_bots();
  status_ = GameStatus::kEnding;
  save_seats_ = true;
  if (game_->forfeited_by() >= 0) {
    ++house_.metrics.games_forfeited;
  } else {
    ++house_.metrics.games_finished;
  }
}

void Table::dismiss_players() {
  for (Seat& seat : seats_) {
    if (seat.session) house_.gate.then(ticket_, [session = seat.session] { session->close_when_sent(); });
  }
}

void Table::dismiss_observers() {
  for (const Observer& observer : observers_)
    house_.gate.then(ticket_, [session = observer.session] { session->close_when_sent(); });
}

}  // namespace fogg::server
