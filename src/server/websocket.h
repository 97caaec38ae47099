// A WebSocket of the current protocol: one message per text frame. Bounded like a connection that speaks in lines.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>

#include "server/listener.h"
#include "server/peer.h"

namespace fogg::server {

class WebSocket final : public Peer {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;

  // Makes the one who hears it.
  using Make = std::function<std::unique_ptr<Listener>(Peer& peer)>;

  WebSocket(boost::asio::ip::tcp::socket socket, std::size_t most_unsent, const Make& make);

  // Answers the handshake and begins to read.
  void start(const Request& request);

  void send(const Bytes& bytes) override;
  void close_when_sent() override;
  void close() override;

 protected:
  bool is_listening() const override { return !closed_ && !closing_; }

 private:
  std::shared_ptr<WebSocket> self() { return std::static_pointer_cast<WebSocket>(shared_from_this()); }
  void read();
  void write();
  void say_goodbye();

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::beast::flat_buffer in_;
  std::deque<Bytes> out_;
  std::size_t sent_of_first_ = 0;
  bool open_ = false;
  bool writing_ = false;
  bool closing_ = false;
  bool closed_ = false;
  std::unique_ptr<Listener> listener_;
};

}  // namespace fogg::server
