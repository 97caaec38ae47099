#include "server/http.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>

namespace fogg::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

namespace {

constexpr int kMaxConnections = 500;
constexpr std::size_t kMaxHeader = 8UL * 1024;
constexpr std::size_t kMaxBody = 1024;
constexpr auto kPatience = std::chrono::seconds(15);
constexpr int kRequestsAtMost = 1000;  // of one connection

http::response<http::string_body> answer(StatusSource& source, const http::request<http::string_body>& request,
                                         const asio::ip::address& from) {
  Page page;
  const bool is_read = request.method() == http::verb::get || request.method() == http::verb::head;
  if (!is_read) {
    page = {405, "text/plain; charset=utf-8", "only GET and HEAD\n"};
  } else {
    const std::string_view target(request.target().data(), request.target().size());
    page = page_for(source, target.substr(0, target.find('?')), from);
  }
  http::response<http::string_body> response(static_cast<http::status>(page.status), request.version());
  response.set(http::field::server, "fogg");
  response.set(http::field::content_type, beast::string_view(page.type.data(), page.type.size()));
  response.set(http::field::cache_control, "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
  if (!is_read) response.set(http::field::allow, "GET, HEAD");
  response.keep_alive(request.keep_alive());
  const std::size_t size = page.body.size();
  if (request.method() != http::verb::head) response.body() = std::move(page.body);
  response.content_length(size);
  return response;
}

}  // namespace

struct HttpServer::Impl : std::enable_shared_from_this<Impl> {
  Impl(tcp::acceptor listening, StatusSource& from) : acceptor(std::move(listening)), source(from) {}

  asio::awaitable<void> listen() {
    const auto self = shared_from_this();
    while (acceptor.is_open()) {
      boost::system::error_code error;
      tcp::socket socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (error == asio::error::operation_aborted || !acceptor.is_open()) co_return;
      if (error) {
        asio::steady_timer pause(acceptor.get_executor(), std::chrono::milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      if (connections >= kMaxConnections) continue;  // the socket closes
      asio::co_spawn(acceptor.get_executor(), serve(std::move(socket)), asio::detached);
    }
  }

  asio::awaitable<void> serve(tcp::socket socket) {
    const auto self = shared_from_this();
    ++connections;
    struct Leave {
      int& count;
      ~Leave() { --count; }
    } leave{connections};
    boost::system::error_code error;
    const tcp::endpoint end = socket.remote_endpoint(error);
    if (error) co_return;
    const asio::ip::address from = end.address();
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer;
    for (int i = 0; i < kRequestsAtMost; ++i) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(kMaxHeader);
      parser.body_limit(kMaxBody);
      stream.expires_after(kPatience);
      co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      if (error) break;
      http::response<http::string_body> response = answer(source, parser.get(), from);
      stream.expires_after(kPatience);
      http::response_serializer<http::string_body> serializer(response);
      if (parser.get().method() == http::verb::head) {
        co_await http::async_write_header(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
      } else {
        co_await http::async_write(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
      }
      if (error || !response.keep_alive()) break;
    }
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
  }

  tcp::acceptor acceptor;
  StatusSource& source;
  int connections = 0;
};

HttpServer::HttpServer(tcp::acceptor acceptor, StatusSource& source)
    : impl_(std::make_shared<Impl>(std::move(acceptor), source)) {}
HttpServer::~HttpServer() { stop(); }

void HttpServer::start() { asio::co_spawn(impl_->acceptor.get_executor(), impl_->listen(), asio::detached); }

void HttpServer::stop() {
  boost::system::error_code ignored;
  impl_->acceptor.close(ignored);
}

}  // namespace fogg::server
