#include "server/http.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
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

constexpr std::string_view kSocketPath = "/ws";

std::string_view header(const HttpServer::Request& request, http::field field) {
  const auto value = request[field];
  return {value.data(), value.size()};
}

// A browser says which page wants to connect; a page from elsewhere could otherwise use the seats of whoever looks at it. Programs say nothing.
bool may_connect(const HttpServer::Request& request, std::string_view other_origin) {
  std::string_view origin = header(request, http::field::origin);
  if (origin.empty() || (!other_origin.empty() && origin == other_origin)) return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size()) == header(request, http::field::host);
  }
  return false;
}

bool wants_socket(const HttpServer::Request& request) {
  const std::string_view target(request.target().data(), request.target().size());
  return target.substr(0, target.find('?')) == kSocketPath;
}

// Why such a request is not followed.
http::response<http::string_body> no_socket(const HttpServer::Request& request, bool is_upgrade) {
  http::response<http::string_body> response(is_upgrade ? http::status::forbidden : http::status::upgrade_required,
                                             request.version());
  response.set(http::field::server, "fogg");
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  if (!is_upgrade) response.set(http::field::upgrade, "websocket");
  response.body() = is_upgrade ? "pages of this origin may not connect\n" : "only for WebSocket\n";
  response.keep_alive(false);
  response.prepare_payload();
  return response;
}

}  // namespace

struct HttpServer::Impl : std::enable_shared_from_this<Impl> {
  Impl(tcp::acceptor listening, StatusSource& from, Upgrade to_socket)
      : acceptor(std::move(listening)), source(from), upgrade(std::move(to_socket)) {}

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
      const bool is_upgrade = beast::websocket::is_upgrade(parser.get());
      if (wants_socket(parser.get()) && is_upgrade && may_connect(parser.get(), source.other_origin())) {
        stream.expires_never();
        upgrade(stream.release_socket(), parser.get());
        co_return;
      }
      http::response<http::string_body> response =
          wants_socket(parser.get()) ? no_socket(parser.get(), is_upgrade) : answer(source, parser.get(), from);
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
  Upgrade upgrade;
  int connections = 0;
};

HttpServer::HttpServer(tcp::acceptor acceptor, StatusSource& source, Upgrade upgrade)
    : impl_(std::make_shared<Impl>(std::move(acceptor), source, std::move(upgrade))) {}
HttpServer::~HttpServer() { stop(); }

void HttpServer::start() { asio::co_spawn(impl_->acceptor.get_executor(), impl_->listen(), asio::detached); }

void HttpServer::stop() {
  boost::system::error_code ignored;
  impl_->acceptor.close(ignored);
}

}  // namespace fogg::server
