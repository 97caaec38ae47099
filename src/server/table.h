// One table: who sits there, whose request is open, clocks, bots. Plays its game and tells everyone what happened.
#pragma once

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/bot_pool.h"
#include "server/config.h"
#include "server/game.h"
#include "server/gate.h"
#include "server/metrics.h"
#include "server/peer.h"
#include "server/store.h"
#include "wire/v09_claim.h"
#include "wire/v1_command.h"
#include "wire/v1_message.h"

namespace fogg::server {

class Session;

class Table;

// What tables share.
struct House {
  boost::asio::io_context& io;
  const Config& config;
  Store& store;
  Gate& gate;
  BotPool& bots;
  Metrics& metrics;
  std::function<void(Table&)> table_done;  // it is over, or nobody is left at it
  std::function<ChaKey(std::int64_t game)> new_key;
  std::function<void()> lobby_changed;
  // A new table with these options; null if there are too many.
  std::function<std::shared_ptr<Table>(std::shared_ptr<const Edition>, TableOptions)> new_table;
};

// 128 random bits as hexadecimal digits: the key to a seat.
std::string new_token();

class Table : public std::enable_shared_from_this<Table> {
 public:
  using Clock = std::chrono::steady_clock;

  // A table that waits for players.
  Table(House& house, std::shared_ptr<const Edition> edition, std::int64_t id, std::string code, TableOptions options);
  // One that was there before the server was started; an error if its game cannot be gone on with.
  static tl::expected<std::shared_ptr<Table>, std::string> restore(House& house,
                                                                   const std::shared_ptr<const Edition>& edition,
                                                                   const SavedGame& saved, std::string record);

  // -- What it is
  std::int64_t id() const { return id_; }
  const std::string& code() const { return code_; }
  GameStatus status() const { return status_; }
  const Edition& edition() const { return *edition_; }
  const Game* game() const { return game_.get(); }
  const TableOptions& options() const { return options_; }
  std::int64_t created_ms() const { return created_ms_; }
  // What a guest who sits down or comes back is to be told first.
  struct Greeting {
    std::string ref;
    bool positions = true;
    std::string token = {};
    std::string observer_token = {};
    int after = 0;  // the last event it has seen
  };
  struct Seat {
    std::string name;
    v09::SeatColor color = v09::SeatColor::kBlue;
    std::string bot;
    std::string address;
    std::string token_hash;
    std::shared_ptr<Peer> peer;
    bool away = false;       // a client's seat without a connection
    Clock::time_point away_since;
    bool stand_in = false;   // a bot plays on
    bool asked = false;      // its request is open
    Clock::time_point deadline;
    std::unique_ptr<BotPool::Open> thinking;  // a bot was asked
    Clock::time_point bot_asked;
    struct Held {
      Action action;
      Clock::time_point due;
    };
    std::optional<Held> held;   // a bot's answer that waits until a person's would come
    bool failure_told = false;  // that its bot cannot answer
    Clock::time_point asked_at;
    std::string out;         // what it will be told
    bool answers = false;    // `out` has the answer to a line of it
    // Of guests
    std::optional<Greeting> greeting;
    std::string after;  // what it will be told behind the events
    bool request_due = false;
    bool wants_positions = true;
    int last_request = 0;  // the last that was answered, and how
    Action last_action;
    std::unique_ptr<BotPool::Open> advisor;  // a hint was asked for
  };
  const std::vector<Seat>& seats() const { return seats_; }
  std::size_t observers() const { return observers_.size(); }
  bool has_guests() const {
    return std::any_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return !seat.token_hash.empty(); });
  }
  bool is_deserted() const { return seats_.empty() && observers_.empty(); }
  // What of it is stored and may be shown.
  struct Shown {
    Store::Ticket ticket = 0;
    std::size_t record = 0;  // bytes
    GameStatus status = GameStatus::kWaiting;
    int turns = 0;
    std::array<int, kMaxPlayers> points{};
    std::array<int, kMaxPlayers> trains{};
    std::array<bool, kMaxPlayers> to_move{};
  };
  const Shown& shown();
  // The record so far, as an observer may see it; never the key of a game that goes on.
  std::string public_record();

  // -- Joining
  v09::SeatColor next_color(std::optional<v09::SeatColor> wish = {}) const;
  bool has_place() const;
  bool has_name(std::string_view name) const;
  // A seat of this name without a connection, for someone from this address; -1 if there is none.
  int seat_to_return_to(std::string_view name, const std::string& address) const;
  void join(const std::shared_ptr<Peer>& peer, const std::string& name, std::optional<v09::SeatColor> wish);
  void rejoin(const std::shared_ptr<Peer>& peer, int seat);
  void watch(const std::shared_ptr<Peer>& peer, const std::string& name, bool sees_all);
  // Its connection is lost, or it gives its place up.
  void left(const Peer& peer, bool gives_up = false);

  // -- Guests (table_v1.cpp)
  v1::TableInfo info() const;
  int seat_with_token(std::string_view token) const;  // -1: none
  bool is_observer_token(std::string_view token) const;
  void sit(const std::shared_ptr<Peer>& peer, const std::string& name, std::string_view color, Greeting greeting);
  void resume(const std::shared_ptr<Peer>& peer, int seat, int after, Greeting greeting);
  void watch_v1(const std::shared_ptr<Peer>& peer, bool sees_all, int after, std::string_view ref);
  // These return what is wrong, if it is not for the table to say.
  std::optional<v1::Fault> move(Peer& peer, const v1::Move& move, const std::string& ref);
  std::optional<v1::Fault> resign(Peer& peer, const std::string& ref);
  std::optional<v1::Fault> undo(Peer& peer, const std::string& ref);
  std::optional<v1::Fault> hint(Peer& peer, const std::string& bot, const std::string& ref);
  std::optional<v1::Fault> rematch(Peer& peer, const std::string& ref);
  void chat(Peer& peer, const std::string& text, const std::string& ref);

  // -- Lines of old clients that have joined (table_v09.cpp)
  void command(Session& session, const v09::Command& command);
  void wrong_format(Session& session, v09::TurnType type);

  // After the store could not be written for a while.
  void thaw();
  // A line for people, to all, at once.
  void announce(std::string_view text);

 private:
  enum class Control { kClient, kBot };
  // Observers, by what they speak and may see.
  enum Audience : std::uint8_t { kV09Public, kV09All, kPublic, kAll, kAudiences };

  // -- The course of the game (table.cpp)
  void leave_waiting(int seat);
  void start_if_full();
  void start();
  void carry_out(int seat, const Action& action);
  void note_answer(const Game& game, int seat, const Action& action);
  void advance();
  void ask(int seat);
  void seat_peer(const std::shared_ptr<Peer>& peer, int seat);
  void finish();
  void forfeit(int seat);
  // When all is told that is to be told.
  void dismiss_players();
  void dismiss_observers();

  // -- Old clients (table_v09.cpp)
  void query(Session& session, const v09::Command& command);
  void refuse(Session& session, v09::TurnType type, v09::ErrorCode code);
  void answer(Session& session, std::string text);
  v09::SeatColor color_for(const Session& session) const;
  void repeat_request(int seat);
  void greet(Seat& seat);
  std::string joins() const;
  void tell_joined(const Seat& seat);
  // The same line to every old client, and for the history.
  void tell_v09(const std::string& line);
  // Protocol v0.9 has no words for moves taken back. Who comes later is told the game without them; who has heard of them has to come again.
  void mark_history(int seq);
  void take_back_history(int seq);
  void send_old_observers_away(std::string_view why);
  static bool is_old(const Seat& seat) { return seat.peer && seat.peer->tongue() == Tongue::kV09; }

  // -- Guests (table_v1.cpp)
  static bool is_guest(const Seat& seat) { return seat.peer && seat.peer->tongue() == Tongue::kV1; }
  void tell_guests(std::string_view fresh);
  // Seats that have to decide and when their time is up; max() if it never is.
  using Deciding = std::vector<std::pair<int, Clock::time_point>>;
  Deciding deciding() const;
  static std::optional<std::int64_t> left_ms(Clock::time_point deadline);
  static void tell_deciding(const Deciding& seats, std::string& out);

  // -- Bots (table_bots.cpp)
  void seat_bot(const std::string& spec);
  void ask_bot(int seat);
  void bot_chose(int seat, const BotPool::Answer& answer);
  void bot_failed(int seat, std::string_view why);
  void play_for_bot(int seat, Action action);
  void play_held_answers();
  void hurry_bots();  // when nobody looks on any more
  void dismiss_bots();
  // Whether anyone looks on, playing or not.
  bool has_company() const;

  // -- Clocks and people who are away (table_clock.cpp)
  Clock::time_point deadline() const;
  // Nobody minds how long the one person at the table is away.
  bool waits_for_ever() const {
    return status_ == GameStatus::kRunning && options_.is_solitaire() && options_.move_time == 0;
  }
  void arm();
  void check_clocks();
  void restart_clocks();
  void take_over(int seat, bool timed_out);
  void is_back(int seat);
  void close_books();
  std::int64_t now_ms() const;

  // -- Telling (table_tell.cpp)
  void tell_all(std::string_view text);
  void tell_began();
  void tell_step(const v09::Step& step);
  std::string away_text(EventKind kind, int seat) const;
  void note_party();
  void note_shown();
  SavedGame saved() const;
  struct ForObservers;
  void spread();
  void spread_when_stored(ForObservers text);
  void answer_observer(Peer& peer, std::string text);
  // Hands to the store what has happened, and lets out what was to be told once that is safe.
  void settle();
  bool wants_everything() const;
  v09::Story story() const;
  Control control(const Seat& seat) const {
    return !seat.bot.empty() || seat.stand_in ? Control::kBot : Control::kClient;
  }
  Seat& at(int seat) { return seats_[static_cast<std::size_t>(seat)]; }
  const Seat& at(int seat) const { return seats_[static_cast<std::size_t>(seat)]; }

  House& house_;
  std::shared_ptr<const Edition> edition_;
  std::int64_t id_;
  std::string code_;
  GameStatus status_ = GameStatus::kWaiting;
  TableOptions options_;
  bool has_v09_;  // the edition can be told in protocol v0.9
  std::int64_t created_ms_ = 0;
  ChaKey key_{};
  std::vector<Seat> seats_;  // waiting: in the order they joined; then by color
  std::unique_ptr<Game> game_;
  v09::Party party_;

  struct Observer {
    std::shared_ptr<Peer> peer;
    Audience audience;
    std::uint64_t from;  // the first of the texts for observers that it has not had with the history
  };
  std::vector<Observer> observers_;
  // What old observers have been told since the first Join, and what all will be told.
  std::array<std::string, 2> history_;  // kV09Public, kV09All
  struct Mark {
    int seq;
    std::array<std::size_t, 2> bytes;
  };
  std::vector<Mark> marks_;  // how long the history was after each action, where moves can be taken back
  bool old_observers_go_ = false;  // when they have been told why
  std::array<std::string, kAudiences> out_;
  // Texts on their way to observers. A thousand sends take milliseconds, in which players would have to wait: so they are made a few at a time.
  struct ForObservers {
    std::uint64_t number;
    std::array<Bytes, kAudiences> texts;
    std::shared_ptr<Peer> only =
        nullptr;  // an answer to one of them, which must not overtake what it has not been told yet
    Bytes answer = nullptr;
  };
  std::deque<ForObservers> spreading_;
  std::uint64_t spread_ = 0;  // how many there have been
  std::uint64_t may_spread_ = 0;  // so many of them are stored, and their turn has come
  std::size_t spread_to_ = 0;  // so many observers have the first of them
  bool spread_is_posted_ = false;
  std::size_t not_history_ = 0;  // so much at the front of what old observers will be told is in the history already

  std::string record_;
  std::deque<Shown> to_show_;  // what is shown, and what will be when it is stored
  std::vector<Change> changes_;
  bool save_seats_ = false;
  std::string rematch_;  // the code of the table for another game
  bool table_changed_ = false;  // guests are to hear of it
  Deciding told_deciding_;
  bool log_anew_ = false;
  bool done_ = false;
  Store::Ticket ticket_ = 0;
  boost::asio::steady_timer timer_;
  std::optional<Clock::time_point> armed_;
};

}  // namespace fogg::server
