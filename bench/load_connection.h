// A connection of the load generator: lines out, lines in, nothing else.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fogg::bench {

using Clock = std::chrono::steady_clock;
using Endpoint = boost::asio::ip::tcp::endpoint;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // Called from the thread that runs the io_context.
  class Listener {
   public:
    // `received`: when the bytes came, before any of them were looked at.
    virtual void on_line(std::string_view line, Clock::time_point received) = 0;
    // Behind the last whole line of what has come so far.
    virtual void on_pause() {}
    // The other side ended it, or it could not be opened. Not called after close().
    virtual void on_lost(const boost::system::error_code& why) = 0;

   protected:
    ~Listener() = default;
  };

  Connection(boost::asio::io_context& context, Listener& listener) : socket_(context), listener_(&listener) {}

  // `source`: the address to connect from, or an unspecified one.
  void open(const Endpoint& server, const boost::asio::ip::address& source = {});
  void send(std::string_view bytes);
  void close();

 private:
  void read();
  void received(std::size_t size);
  void write_rest();
  void lose(const boost::system::error_code& why);

  boost::asio::ip::tcp::socket socket_;
  Listener* listener_;  // none once it is closed
  std::vector<char> buffer_ = std::vector<char>(4096);
  std::size_t filled_ = 0;
  std::string unsent_;
};

}  // namespace fogg::bench
