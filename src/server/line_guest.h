// A guest over a TCP connection that speaks in lines.
#pragma once

#include <utility>

#include "server/connection.h"
#include "server/guest.h"

namespace fogg::server {

class LineGuest final : public Connection {
 public:
  LineGuest(boost::asio::ip::tcp::socket socket, const Limits& limits, Host& host)
      : Connection(Tongue::kV1, std::move(socket), limits), guest_(*this, host) {}

 protected:
  bool on_line(std::string_view line) override {
    if (line.ends_with('\r')) line.remove_suffix(1);
    guest_.message(line);
    return true;
  }
  void on_long_line() override { guest_.too_long(); }
  void on_closed() override { guest_.closed(); }

 private:
  Guest guest_;
};

}  // namespace fogg::server
