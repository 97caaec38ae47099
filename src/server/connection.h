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

namespace fogg::server {

using Bytes = std::shared_ptr<const std::string>;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  struct Limits {
    std::size_t line = 1024;
    std::size_t unsent = 1024 * 1024;
  };

  Connection(boost::asio::ip::tcp::socket socket, const Limits& limits);
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start();
  void send(const Bytes& bytes);
  void close_when_sent();
  void close();
  // Goes on with lines that were put off.
  void resume();

  bool is_open() const { return !closed_; }
  const std::string& address() const { return address_; }
  bool is_local() const { return local_; }
  std::size_t unsent() const { return unsent_; }
  // Something of this size will be sent later. It counts like what waits for a slow reader; false if that is too much.
  bool promise(std::size_t bytes);
  void keep_promise(std::size_t bytes) { promised_ -= bytes; }
  bool is_promised_something() const { return promised_ > 0; }

 protected:
  // False: not now; the line is kept until `resume`.
  virtual bool on_line(std::string_view line) = 0;
  virtual void on_long_line() = 0;
  virtual void on_closed() = 0;

 private:
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

  boost::asio::ip::tcp::socket socket_;
  Limits limits_;
  std::string address_;
  bool local_ = false;
  std::string in_;  // what is read and not yet taken
  std::deque<Bytes> out_;
  std::size_t sent_of_first_ = 0;
  std::size_t unsent_ = 0;
  std::size_t promised_ = 0;
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
