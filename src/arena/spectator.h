// Someone who looks at the competition over WebSocket, in the current protocol (docs/protocol.md): says hello, sees the running games,
// watches one. There is nothing to play here.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/listener.h"
#include "server/peer.h"
#include "wire/v1_command.h"

namespace fogg::arena {

class Gallery;

class Spectator final : public server::Listener {
 public:
  Spectator(server::Peer& peer, Gallery& gallery);

  void message(std::string_view text) override;
  void closed() override;

  // -- For the gallery
  void send(const server::Bytes& bytes) { peer_.send(bytes); }
  // It may not watch any longer.
  void sent_away();
  void send_away(const server::Bytes& last_words);

 private:
  void carry_out(const v1::Hello& hello);
  void carry_out(const v1::LobbyQuery& query);
  void carry_out(const v1::Watch& watch);
  void carry_out(const v1::Leave&);
  void carry_out(const v1::Ping&);
  template <typename Other>
  void carry_out(const Other&) {
    refuse(v1::ErrorCode::kNotAllowed,
           "this server runs a competition: its games can be watched, nothing can be played");
  }
  void say(std::string text);
  void refuse(v1::ErrorCode code, std::string_view message, std::string_view path = {});
  bool may_ask();

  server::Peer& peer_;
  Gallery& gallery_;
  std::string ref_;  // of the message being answered
  bool greeted_ = false;
  bool watches_ = false;
  double allowance_ = kBurst;
  std::chrono::steady_clock::time_point asked_last_;

  static constexpr double kBurst = 40;
  static constexpr double kPerSecond = 4;
};

}  // namespace fogg::arena
