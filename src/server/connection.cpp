#include "server/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>

namespace fogg::server {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// One for all connections, as only one reads at a time: thousands of idle ones then cost next to nothing.
constexpr std::size_t kReadBytes = 16UL * 1024;
// After so many lines others get their turn.
constexpr int kLinesAtOnce = 32;
constexpr std::size_t kBuffersAtOnce = 16;
constexpr auto kLinger = std::chrono::seconds(2);

void set_option(asio::ip::tcp::socket& socket, int level, int name, int value) {
  setsockopt(socket.native_handle(), level, name, &value, sizeof value);
}

}  // namespace

void prepare_socket(asio::ip::tcp::socket& socket) {
  constexpr int kQuietSeconds = 30;
  constexpr int kBetweenSeconds = 10;
  constexpr int kTimes = 3;
  constexpr int kUnansweredMs = 60'000;
  error_code ignored;
  socket.non_blocking(true, ignored);
  set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
  // A half-open connection is noticed after about a minute, with or without something to send.
  set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, kQuietSeconds);
  set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, kBetweenSeconds);
  set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, kTimes);
  set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnansweredMs);
}

Connection::Connection(Tongue tongue, asio::ip::tcp::socket socket, const Limits& limits)
    : Peer(tongue, limits.unsent), socket_(std::move(socket)), most_line_(limits.line) {
  error_code error;
  const auto end = socket_.remote_endpoint(error);
  if (!error) came_from(end.address().to_string(), end.address().is_loopback());
}

void Connection::start() { wait_to_read(); }

void Connection::wait_to_read() {
  if (reading_ || closed_ || closing_) return;
  reading_ = true;
  socket_.async_wait(asio::ip::tcp::socket::wait_read, [self = self()](error_code error) {
    self->reading_ = false;
    if (error) {
      self->close();
    } else {
      self->read();
    }
  });
}

void Connection::read() {
  static thread_local std::array<char, kReadBytes> buffer;
  if (closed_ || closing_) return;
  error_code error;
  const std::size_t size = socket_.read_some(asio::buffer(buffer), error);
  if (error == asio::error::would_block || error == asio::error::try_again) {
    wait_to_read();
    return;
  }
  if (error) {
    close();
    return;
  }
  if (in_.empty()) {
    const std::string_view fresh(buffer.data(), size);
    in_.assign(fresh.substr(take_lines(fresh)));
  } else {
    in_.append(buffer.data(), size);
    in_.erase(0, take_lines(in_));
  }
  go_on();
}

std::size_t Connection::take_lines(std::string_view text) {
  std::size_t done = 0;
  for (int lines = 0; lines < kLinesAtOnce && !closed_ && !closing_; ++lines) {
    const std::string_view rest = text.substr(done);
    const std::size_t end = rest.find('\n');
    if (end > most_line_ && rest.size() > most_line_) {
      on_long_line();
      return text.size();
    }
    if (end == std::string_view::npos) return done;
    if (!on_line(rest.substr(0, end))) {
      put_off_ = true;
      kept_ = self();
      return done;
    }
    done += end + 1;
  }
  return done;
}

// With whole lines left over others come first.
void Connection::go_on() {
  if (closed_ || closing_ || put_off_) return;
  if (in_.find('\n') == std::string::npos && in_.size() <= most_line_) {
    wait_to_read();
    return;
  }
  asio::post(socket_.get_executor(), [self = self()] {
    if (self->closed_ || self->closing_ || self->put_off_) return;
    self->in_.erase(0, self->take_lines(self->in_));
    self->go_on();
  });
}

void Connection::resume() {
  if (!put_off_) return;
  put_off_ = false;
  const auto self = std::move(kept_);
  go_on();
}

void Connection::send(const Bytes& bytes) {
  if (closed_ || closing_ || bytes->empty()) return;
  // A single text may be larger than the bound, as the story of a long game is.
  if (unsent_ > 0 && unsent_ + bytes->size() > most_unsent_) {
    close();
    return;
  }
  out_.push_back(bytes);
  unsent_ += bytes->size();
  if (!writing_) write();
}

void Connection::write() {
  while (!out_.empty() && !closed_) {
    std::array<asio::const_buffer, kBuffersAtOnce> buffers;
    std::size_t count = 0;
    for (auto one = out_.begin(); one != out_.end() && count < kBuffersAtOnce; ++one, ++count) {
      buffers[count] = asio::buffer(**one);
      if (count == 0) buffers[0] += sent_of_first_;
    }
    error_code error;
    std::size_t sent =
        count == 1 ? socket_.write_some(asio::const_buffer(buffers[0]), error) : socket_.write_some(buffers, error);
    if (error == asio::error::would_block || error == asio::error::try_again) {
      wait_to_write();
      return;
    }
    if (error) {
      close();
      return;
    }
    unsent_ -= sent;
    sent += sent_of_first_;
    while (!out_.empty() && sent >= out_.front()->size()) {
      sent -= out_.front()->size();
      out_.pop_front();
    }
    sent_of_first_ = sent;
  }
  if (closed_) return;
  on_sent();
  if (closing_) finish_closing();
}

void Connection::wait_to_write() {
  if (writing_ || closed_) return;
  writing_ = true;
  socket_.async_wait(asio::ip::tcp::socket::wait_write, [self = self()](error_code error) {
    self->writing_ = false;
    if (error) {
      self->close();
    } else {
      self->write();
    }
  });
}

void Connection::close_when_sent() {
  if (closed_ || closing_) return;
  closing_ = true;
  if (out_.empty()) finish_closing();
}

// Says that nothing more comes, and waits a moment for the other side to go: closed at once, a connection with something unread
// would be reset, and the other side might never see what was sent last.
void Connection::finish_closing() {
  if (closed_) return;
  closed_ = true;
  error_code error;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) {
    socket_.close(error);
  } else {
    auto timer = std::make_shared<asio::steady_timer>(socket_.get_executor(), kLinger);
    timer->async_wait([self = self()](error_code) { self->socket_.close(); });
    linger(std::move(timer));
  }
  tell_closed();
}

void Connection::linger(std::shared_ptr<asio::steady_timer> timer) {
  socket_.async_wait(asio::ip::tcp::socket::wait_read,
                     [self = self(), timer = std::move(timer)](error_code error) mutable {
                       std::array<char, 4096> rest;
                       if (!error) self->socket_.read_some(asio::buffer(rest), error);
                       if (error && error != asio::error::would_block) {
                         timer->cancel();
                       } else {
                         self->linger(std::move(timer));
                       }
                     });
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  error_code ignored;
  socket_.close(ignored);
  out_.clear();
  tell_closed();
}

// Later, for whoever is just sending something may not expect to lose the connection in the middle of it.
void Connection::tell_closed() {
  const auto self_until_then = std::move(kept_);
  asio::post(socket_.get_executor(), [self = self()] { self->on_closed(); });
}

}  // namespace fogg::server
