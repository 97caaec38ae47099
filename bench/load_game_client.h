// A client that plays one v0.9 game after the other, each on a connection of its own.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "load_connection.h"
#include "load_message.h"
#include "load_player.h"
#include "load_report.h"

namespace fogg::bench {

class GameClient final : public Connection::Listener {
 public:
  // Decides when commands are sent, and gets to know how long they took.
  class Director {
   public:
    // The client owes a command. Called when it begins to; a director that is not in a hurry calls play() later.
    virtual void on_ready(GameClient& client) = 0;
    virtual void on_answer(GameClient& client, std::chrono::nanoseconds latency) = 0;
    // The connection ended before the answer came: mostly a query that crossed with the end of the game.
    virtual void on_abandoned(GameClient&) {}

   protected:
    ~Director() = default;
  };

  GameClient(boost::asio::io_context& context, const Endpoint& server, Director& director, Tally& tally, Player player);
  GameClient(const GameClient&) = delete;
  GameClient& operator=(const GameClient&) = delete;
  ~GameClient();

  // Without `again` it stays away when its game is over.
  void start(bool again = true);

  bool ready() const { return player_.ready() && player_.request() != Turn::kJoin; }
  // May ask for the board: joined, and not waiting for an answer.
  bool free() const { return player_.in_game() && !player_.over() && player_.awaiting() == Turn::kNone; }
  bool in_game() const { return player_.in_game(); }
  bool has_played() const { return has_played_; }
  bool finished() const { return finished_; }

  // Sends what the open request asks for; the latency counts from `due`.
  void play(Clock::time_point due);
  void ask_board(Clock::time_point due);

 private:
  void on_line(std::string_view line, Clock::time_point received) override;
  void on_pause() override;
  void on_lost(const boost::system::error_code& why) override;
  void connect();
  void leave();
  void next_game();
  void fail(std::string_view what);

  boost::asio::io_context& context_;
  Endpoint server_;
  Director& director_;
  Tally& tally_;
  Player player_;
  std::shared_ptr<Connection> connection_;
  boost::asio::steady_timer pause_;
  Clock::time_point due_;
  bool again_ = true;
  bool has_played_ = false;
  bool finished_ = false;
};

}  // namespace fogg::bench
