// One TCP connection that speaks in lines. Reads and writes without ever blocking; what the other side does not take is kept up to a bound,
// then the connection is cut. Used on the I/O thread only.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "server/peer.h"

namespace fogg::server {

class Connection : public Peer {
 public:
  struct Limits {
    std::size_t line = 1024;
    std::size_t unsent = 1024UL * 1024;
  };

  Connection(Tongue tongue, boost::asio::ip::tcp::socket socket, const Limits& limits);

  void start();
  void send(const Bytes& bytes) override;
  void close_when_sent() override;
  void close() override;
  void resume() override;

 protected:
  // False: not now; the line is kept until `resume`.
  virtual bool on_line(std::string_view line) = 0;
  virtual void on_long_line() = 0;
  virtual void on_closed() = 0;
  // All that there was to send is in the hands of the system.
  virtual void on_sent() {}
  bool is_listening() const override { return !closed_ && !closing_; }

  boost::asio::ip::tcp::socket socket_;

 private:
  std::shared_ptr<Connection> self() { return std::static_pointer_cast<Connection>(shared_from_this()); }
  void wait_to_read();
  void read();
  // Takes lines off the front of `text`; returns how many bytes are done.
  std::size_t take_lines(std::string_view text);
  void go_on();
  void wait_to_write();
  void write();
  void finish_closing();
  void tell_closed();
  void linger(std::shared_ptr<boost::asio::steady_timer> timer);

  std::size_t most_line_;
  std::string in_;  // what is read and not yet taken
  std::deque<Bytes> out_;
  std::size_t sent_of_first_ = 0;
  bool put_off_ = false;
  std::shared_ptr<Connection> kept_;  // itself, while a line is put off: nothing else may hold it then
  bool reading_ = false;
  bool writing_ = false;
  bool closing_ = false;
  bool closed_ = false;
};

// For sockets of clients: no delay, and a check now and then whether the other side is still there.
void prepare_socket(boost::asio::ip::tcp::socket& socket);

}  // namespace fogg::server
