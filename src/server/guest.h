// Someone who speaks the current protocol (docs/protocol.md), over lines or WebSocket: its messages become questions to the lobby and moves
// at its table.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/listener.h"
#include "server/peer.h"
#include "server/table.h"
#include "wire/v1_command.h"
#include "wire/v1_message.h"

namespace fogg::server {

class Guest;

// Where a guest comes to.
class Host {
 public:
  virtual ~Host() = default;
  virtual std::vector<v1::EditionInfo> editions() const = 0;
  virtual std::vector<v1::TableInfo> listed_tables() const = 0;
  virtual void follow_lobby(Guest& guest, bool follow) = 0;
  virtual tl::expected<std::shared_ptr<Table>, v1::Fault> create_table(const v1::Create& wanted) = 0;
  virtual std::shared_ptr<Table> table_with_code(std::string_view code) const = 0;
  virtual bool may_join(const Peer& peer) = 0;
  virtual bool frozen() const = 0;
  virtual Metrics& metrics() = 0;
  virtual const Config& config() const = 0;
  virtual void gone(Peer& peer) = 0;
};

class Guest final : public Listener {
 public:
  Guest(Peer& peer, Host& host) : peer_(peer), host_(host) {}

  void message(std::string_view text) override;
  void too_long();
  void closed() override;
  // The lobby changed, and it wanted to know.
  void tell_lobby();

  bool wants_positions() const { return positions_; }
  const std::string& name() const { return name_; }

 private:
  void carry_out(const v1::Hello& hello);
  void carry_out(const v1::LobbyQuery& query);
  void carry_out(const v1::Create& create);
  void carry_out(const v1::Join& join);
  void carry_out(const v1::Resume& resume);
  void carry_out(const v1::Watch& watch);
  void carry_out(const v1::Move& move);
  void carry_out(const v1::Hint& hint);
  void carry_out(const v1::Undo&);
  void carry_out(const v1::Resign&);
  void carry_out(const v1::Rematch&);
  void carry_out(const v1::Chat& chat);
  void carry_out(const v1::Leave&);
  void carry_out(const v1::Ping&);

  void say(std::string text);
  void refuse(const v1::Fault& fault);
  void refuse(v1::ErrorCode code, std::string_view message);
  // Each of these answers with an error if it is not so.
  bool is_free();
  bool is_seated();
  bool may_sit(const std::string& name);
  // Answers with an error if it is so.
  bool is_frozen();
  // Whether it may ask for something that costs the server more than a move does.
  bool may_ask();
  std::shared_ptr<Table> find_table(const std::string& code);

  Peer& peer_;
  Host& host_;
  std::string ref_;  // of the message being answered
  bool greeted_ = false;
  bool positions_ = true;
  bool follows_ = false;
  std::string name_;
  double allowance_ = kBurst;
  std::chrono::steady_clock::time_point asked_last_;

  static constexpr double kBurst = 40;
  static constexpr double kPerSecond = 4;
};

}  // namespace fogg::server
