#include "server/websocket.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "wire/v1_command.h"

namespace fogg::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

// A browser that was closed or lost its network is noticed within about a minute.
constexpr auto kHandshake = std::chrono::seconds(10);
constexpr auto kIdle = std::chrono::seconds(60);

}  // namespace

WebSocket::WebSocket(asio::ip::tcp::socket socket, std::size_t most_unsent, const Make& make)
    : Peer(Tongue::kV1, most_unsent), stream_(std::move(socket)), listener_(make(*this)) {
  error_code error;
  const auto end = stream_.next_layer().socket().remote_endpoint(error);
  if (!error) came_from(end.address().to_string(), end.address().is_loopback());
  stream_.next_layer().expires_never();
  stream_.set_option(websocket::stream_base::timeout{kHandshake, kIdle, true});
  stream_.read_message_max(v1::kMaxMessage);
}

void WebSocket::start(const Request& request) {
  stream_.async_accept(request, [self = self()](error_code error) {
    if (error) {
      self->close();
      return;
    }
    self->open_ = true;
    self->stream_.text(true);
    self->read();
    self->write();
  });
}

void WebSocket::read() {
  if (closed_ || closing_) return;
  stream_.async_read(in_, [self = self()](error_code error, std::size_t) {
    if (error == websocket::error::message_too_big) {
      self->closed_ = true;  // the frame that says so has been sent
      self->listener_->closed();
      return;
    }
    if (error) {
      self->close();
      return;
    }
    if (self->closed_ || self->closing_) return;
    const bool is_text = self->stream_.got_text();
    const std::string text = beast::buffers_to_string(self->in_.data());
    self->in_.consume(self->in_.size());
    // A frame of bytes is no message; as text it would not be one either.
    self->listener_->message(is_text ? std::string_view(text) : std::string_view());
    self->read();
  });
}

void WebSocket::send(const Bytes& bytes) {
  if (closed_ || closing_ || bytes->empty()) return;
  if (unsent_ > 0 && unsent_ + bytes->size() > most_unsent_) {
    close();
    return;
  }
  out_.push_back(bytes);
  unsent_ += bytes->size();
  write();
}

// One line at a time, each a frame of its own.
void WebSocket::write() {
  if (writing_ || closed_ || !open_) return;
  if (out_.empty()) {
    if (closing_) say_goodbye();
    return;
  }
  const std::string_view rest = std::string_view(*out_.front()).substr(sent_of_first_);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  writing_ = true;
  stream_.async_write(asio::buffer(line.data(), line.size()),
                      [self = self(), size = line.size() + 1](error_code error, std::size_t) {
                        self->writing_ = false;
                        if (error) {
                          self->close();
                          return;
                        }
                        self->unsent_ -= std::min(size, self->unsent_);
                        self->sent_of_first_ += size;
                        if (self->sent_of_first_ >= self->out_.front()->size()) {
                          self->out_.pop_front();
                          self->sent_of_first_ = 0;
                        }
                        self->write();
                      });
}

void WebSocket::close_when_sent() {
  if (closed_ || closing_) return;
  closing_ = true;
  write();
}

void WebSocket::say_goodbye() {
  if (closed_) return;
  closed_ = true;
  stream_.async_close(websocket::close_code::normal, [self = self()](error_code) { self->listener_->closed(); });
}

void WebSocket::close() {
  if (closed_) return;
  closed_ = true;
  error_code ignored;
  stream_.next_layer().socket().close(ignored);
  // Later, for whoever is just sending something may not expect to lose the connection in the middle of it.
  asio::post(stream_.get_executor(), [self = self()] { self->listener_->closed(); });
}

}  // namespace fogg::server
