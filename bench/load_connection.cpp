#include "load_connection.h"

#include <netinet/in.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/detail/socket_option.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <cstring>

namespace fogg::bench {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// Lets the kernel choose the port when connecting, so that one port can serve connections to different servers.
using BindAddressOnly = asio::detail::socket_option::boolean<IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT>;

}  // namespace

void Connection::open(const Endpoint& server, const asio::ip::address& source) {
  error_code error;
  socket_.open(server.protocol(), error);
  if (!error) socket_.non_blocking(true, error);
  if (!error) socket_.set_option(asio::ip::tcp::no_delay(true), error);
  if (!error && !source.is_unspecified()) {
    socket_.set_option(BindAddressOnly(true), error);
    if (!error) socket_.bind({source, 0}, error);
  }
  if (error) {
    // Later, as everywhere else: a listener is never called from within open().
    asio::post(socket_.get_executor(), [self = shared_from_this(), error] { self->lose(error); });
    return;
  }
  socket_.async_connect(server, [self = shared_from_this()](const error_code& why) {
    if (why) return self->lose(why);
    self->read();
  });
}

void Connection::send(std::string_view bytes) {
  if (listener_ == nullptr) return;
  if (!unsent_.empty()) {
    unsent_ += bytes;
    return;
  }
  // A command nearly always fits, so there is no need to go through the queue of the io_context.
  error_code error;
  const std::size_t sent = socket_.write_some(asio::buffer(bytes), error);
  if (error && error != asio::error::would_block) return;  // the read that is under way reports it
  if (sent == bytes.size()) return;
  unsent_ = bytes.substr(error ? 0 : sent);
  write_rest();
}

void Connection::write_rest() {
  socket_.async_write_some(asio::buffer(unsent_), [self = shared_from_this()](const error_code& why, std::size_t sent) {
    if (why) return;
    self->unsent_.erase(0, sent);
    if (!self->unsent_.empty()) self->write_rest();
  });
}

void Connection::close() {
  listener_ = nullptr;
  error_code ignored;
  socket_.close(ignored);
}

void Connection::lose(const error_code& why) {
  Listener* listener = listener_;
  close();
  if (listener != nullptr) listener->on_lost(why);
}

void Connection::read() {
  if (listener_ == nullptr) return;
  if (filled_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  socket_.async_read_some(asio::buffer(buffer_.data() + filled_, buffer_.size() - filled_),
                          [self = shared_from_this()](const error_code& why, std::size_t size) {
                            if (why) return self->lose(why);
                            self->received(size);
                          });
}

void Connection::received(std::size_t size) {
  const Clock::time_point now = Clock::now();
  const char* begin = buffer_.data();
  const char* unsearched = begin + filled_;
  filled_ += size;
  const char* end = buffer_.data() + filled_;
  while (listener_ != nullptr) {
    const void* found = std::memchr(unsearched, '\n', static_cast<std::size_t>(end - unsearched));
    if (found == nullptr) break;
    const char* line_end = static_cast<const char*>(found);
    listener_->on_line({begin, static_cast<std::size_t>(line_end - begin)}, now);
    begin = unsearched = line_end + 1;
  }
  filled_ = static_cast<std::size_t>(end - begin);
  if (begin != buffer_.data()) std::memmove(buffer_.data(), begin, filled_);
  if (listener_ != nullptr) listener_->on_pause();
  read();
}

}  // namespace fogg::bench
