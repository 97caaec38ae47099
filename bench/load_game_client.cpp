#include "load_game_client.h"

#include <fmt/format.h>
#include <utility>

namespace fogg::bench {

GameClient::GameClient(boost::asio::io_context& context, const Endpoint& server, Director& director, Tally& tally,
                       Player player)
    : context_(context),
      server_(server),
      director_(director),
      tally_(tally),
      player_(std::move(player)),
      pause_(context) {}

GameClient::~GameClient() {
  if (connection_) connection_->close();
}

void GameClient::start(bool again) {
  again_ = again;
  connect();
}

void GameClient::connect() {
  connection_ = std::make_shared<Connection>(context_, *this);
  connection_->open(server_);
}

void GameClient::play(Clock::time_point due) {
  due_ = due;
  connection_->send(player_.answer_request());
}

void GameClient::ask_board(Clock::time_point due) {
  due_ = due;
  connection_->send(player_.query_board());
}

void GameClient::on_line(std::string_view line, Clock::time_point received) {
  const Message message = scan(line);
  if (message.kind == Kind::kMalformed) {
    ++tally_.malformed;
    tally_.trouble(fmt::format("not understood: {}", line.substr(0, 300)));
    return;
  }
  const Turn awaited = player_.awaiting();
  const Player::Heard heard = player_.take(message);
  if (player_.in_game()) has_played_ = true;
  if (heard == Player::Heard::kOther) return;
  if (heard == Player::Heard::kRefusal) {
    if (awaited == Turn::kJoin) return fail(fmt::format("join refused: {}", line));
    ++tally_.refusals;
  }
  // Joining is part of a new connection, which is not what is measured.
  if (awaited == Turn::kJoin) return;
  if (player_.answer_was_foreign()) {
    ++tally_.foreign;
    tally_.trouble(fmt::format("foreign answer: {}", line));
  }
  ++(awaited == Turn::kBoardState ? tally_.queries : tally_.commands);
  director_.on_answer(*this, received - due_);
}

void GameClient::on_pause() {
  if (player_.over()) {
    ++tally_.games;
    return next_game();
  }
  if (player_.stuck()) {
    ++tally_.stuck;
    tally_.trouble("a game was given up: the server refused all that the client could think of");
    return next_game();
  }
  if (!player_.ready()) return;
  if (player_.request() == Turn::kJoin) {
    play(Clock::now());
  } else {
    director_.on_ready(*this);
  }
}

void GameClient::leave() {
  connection_->close();
  const bool owed_answer = player_.awaiting() != Turn::kNone && player_.awaiting() != Turn::kJoin;
  player_.start_over();
  if (owed_answer) director_.on_abandoned(*this);
}

void GameClient::next_game() {
  leave();
  if (again_) return connect();
  finished_ = true;
}

void GameClient::on_lost(const boost::system::error_code& why) {
  // Behind the scores the server may close at once.
  if (player_.saw_final_score()) {
    ++tally_.games;
    return next_game();
  }
  fail(fmt::format("connection lost: {}", why.message()));
}

void GameClient::fail(std::string_view what) {
  ++tally_.lost;
  tally_.trouble(what);
  leave();
  if (!again_) {
    finished_ = true;
    return;
  }
  // Not at once: a server that refuses connections is not to be asked a hundred thousand times a second.
  pause_.expires_after(std::chrono::milliseconds(100));
  pause_.async_wait([this](const boost::system::error_code& error) {
    if (!error) connect();
  });
}

}  // namespace fogg::bench
