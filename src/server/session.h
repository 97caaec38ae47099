// A client of protocol v0.9: its lines become commands for the lobby or for its table.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "server/connection.h"
#include "server/table.h"
#include "wire/v09_command.h"

namespace fogg::server {

class Session;

// Where a session comes from, and who finds it a table.
class Reception {
 public:
  virtual ~Reception() = default;
  virtual const Edition& usual_edition() const = 0;
  virtual v09::SeatColor color_for_next() const = 0;
  virtual bool frozen() const = 0;
  virtual void join(Session& session, const v09::JoinCommand& command) = 0;
  virtual void gone(Peer& peer) = 0;
  virtual Metrics& metrics() = 0;
  virtual const Config& config() const = 0;
};

class Session : public Connection {
 public:
  Session(boost::asio::ip::tcp::socket socket, const Limits& limits, Reception& reception);

  void greet();

  // An answer of its own, for those without a table.
  void say(std::string text);
  void refuse(v09::TurnType type, v09::ErrorCode code, v09::SeatColor player, std::string_view explanation = {});
  // Counts a refused line; too many in a row end the connection.
  void refused(v09::ErrorCode code);

 protected:
  bool on_line(std::string_view line) override;
  void on_long_line() override;
  void on_closed() override;

 private:
  Reception& reception_;
};

}  // namespace fogg::server
