#include "server/http.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>

#include "server/client_files.h"
#include "server/import_log.h"

namespace fogg::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

namespace {

using Request = HttpServer::Request;

constexpr int kMaxConnections = 500;
constexpr std::size_t kMaxHeader = 8UL * 1024;
constexpr std::size_t kMaxBody = 1024;
constexpr auto kPatience = std::chrono::seconds(15);
constexpr std::uint64_t kSlowestLine = 8UL * 1024;  // bytes a second; who reads slower than that is cut off
constexpr int kRequestsAtMost = 1000;  // of one connection
// A log being sent or read takes memory for as long as that lasts.
constexpr int kImportsAtOnce = 8;
constexpr auto kPatienceForLog = std::chrono::seconds(30);
constexpr std::string_view kTryAgainAfter = "5";  // seconds

// The body belongs to someone else: to the page, or to the program itself.
using Response = http::response<http::span_body<const char>>;

beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

void set_body(Response& response, const Request& request, std::string_view body) {
  if (request.method() != http::verb::head) response.body() = {body.data(), body.size()};
  response.content_length(body.size());
}

Response empty_response(const Request& request, int status) {
  Response response(static_cast<http::status>(status), request.version());
  response.set(http::field::server, "fogg");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.keep_alive(request.keep_alive());
  return response;
}

std::string_view path_of(const Request& request) {
  const std::string_view target = view(request.target());
  return target.substr(0, target.find('?'));
}

constexpr std::string_view kSocketPath = "/ws";

// A browser says which page wants to connect; a page from elsewhere could otherwise use the seats of whoever looks at it. Programs say nothing.
bool may_connect(const Request& request, std::string_view other_origin) {
  std::string_view origin = view(request[http::field::origin]);
  if (origin.empty() || (!other_origin.empty() && origin == other_origin)) return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size()) == view(request[http::field::host]);
  }
  return false;
}

bool is_import(const Request& request) {
  return path_of(request) == kImportPath && request.method() == http::verb::post;
}

bool wants_socket(const Request& request) {
  return path_of(request) == kSocketPath && beast::websocket::is_upgrade(request);
}

// Why such a request is not followed.
Page no_socket(const Request& request) {
  if (beast::websocket::is_upgrade(request))
    return {403, "text/plain; charset=utf-8", "pages of this origin may not connect\n"};
  return {426, "text/plain; charset=utf-8", "only for WebSocket\n"};
}

Response page_response(const Request& request, const Page& page) {
  Response response = empty_response(request, page.status);
  response.set(http::field::content_type, view(page.type));
  response.set(http::field::cache_control, "no-store");
  response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
  if (page.status == 426) response.set(http::field::upgrade, "websocket");
  if (page.status == 405) response.set(http::field::allow, path_of(request) == kImportPath ? "POST" : "GET, HEAD");
  if (page.status == 503 && is_import(request)) response.set(http::field::retry_after, view(kTryAgainAfter));
  if (!page.stopped.empty()) response.set("Fogg-Stopped", page.stopped);
  set_body(response, request, page.body);
  return response;
}

Response client_response(const Request& request, const Asset& asset) {
  const ClientAnswer answer =
      client_answer(asset, view(request[http::field::accept_encoding]), view(request[http::field::if_none_match]));
  Response response = empty_response(request, answer.unchanged ? 304 : 200);
  response.set(http::field::etag, answer.etag);
  response.set(http::field::cache_control, view(answer.cache));
  if (!asset.gzip.empty()) response.set(http::field::vary, "Accept-Encoding");
  response.set("Content-Security-Policy", view(kClientPolicy));
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  if (answer.unchanged) return response;
  response.set(http::field::content_type, view(asset.type));
  if (!answer.encoding.empty()) response.set(http::field::content_encoding, view(answer.encoding));
  set_body(response, request, answer.body);
  return response;
}

// `page` keeps the body of the answer, unless it is part of the program.
Response respond(StatusSource& source, const Request& request, const asio::ip::address& from, Page& page) {
  if (path_of(request) == kImportPath) {
    page = import_error(405, "logs are sent with POST");
    return page_response(request, page);
  }
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    page = {405, "text/plain; charset=utf-8", "only GET and HEAD\n"};
    return page_response(request, page);
  }
  const std::string_view path = path_of(request);
  if (const Asset* asset = client_file(path)) return client_response(request, *asset);
  page = path == kSocketPath ? no_socket(request) : page_for(source, view(request.target()), from);
  return page_response(request, page);
}

}  // namespace

struct HttpServer::Impl : std::enable_shared_from_this<Impl> {
  using Parser = http::request_parser<http::string_body>;
  // One more for as long as it is there.
  class Counted {
   public:
    explicit Counted(int& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

   private:
    int& count_;
  };

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
    const Counted counted(connections);
    boost::system::error_code error;
    const tcp::endpoint end = socket.remote_endpoint(error);
    if (error) co_return;
    const asio::ip::address from = end.address();
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer;
    bool all_read = true;
    for (int i = 0; i < kRequestsAtMost && all_read; ++i) {
      Parser parser;
      parser.header_limit(kMaxHeader);
      parser.body_limit(kMostImported);  // of any request; what is no import is held to less below
      stream.expires_after(kPatience);
      co_await http::async_read_header(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      const bool too_large = error == http::error::body_limit;
      if (error && !too_large) break;
      Page page;
      std::optional<Response> response;
      if (too_large) {
        page = import_error(413, "this is too large");
      } else if (is_import(parser.get())) {
        page = co_await answer_import(stream, buffer, parser);
      } else {
        if (parser.content_length() && *parser.content_length() > kMaxBody) break;
        parser.body_limit(kMaxBody);
        co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
        if (error) break;
        if (wants_socket(parser.get()) && may_connect(parser.get(), source.other_origin())) {
          stream.expires_never();
          upgrade(stream.release_socket(), parser.get());
          co_return;
        }
        response = respond(source, parser.get(), from, page);
      }
      all_read = parser.is_done();
      if (!response) response = page_response(parser.get(), page);
      if (!all_read) response->keep_alive(false);
      stream.expires_after(kPatience + std::chrono::seconds(response->body().size() / kSlowestLine));
      http::response_serializer<Response::body_type> serializer(*response);
      if (parser.get().method() == http::verb::head) {
        co_await http::async_write_header(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
      } else {
        co_await http::async_write(stream, serializer, asio::redirect_error(asio::use_awaitable, error));
      }
      if (error || !response->keep_alive()) break;
    }
    stream.socket().shutdown(tcp::socket::shutdown_send, error);
    if (!all_read) co_await ignore_rest(stream);
  }

  // Everything that can be said before the log is there is said before it is sent.
  asio::awaitable<Page> answer_import(beast::tcp_stream& stream, beast::flat_buffer& buffer, Parser& parser) {
    if (!may_connect(parser.get(), source.other_origin()))
      co_return import_error(403, "pages of this origin may not ask");
    if (imports >= kImportsAtOnce) co_return import_error(503, "too many logs at once; please try again");
    const Counted counted(imports);
    boost::system::error_code error;
    stream.expires_after(kPatienceForLog);
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      http::response<http::empty_body> go_on(http::status::continue_, parser.get().version());
      co_await http::async_write(stream, go_on, asio::redirect_error(asio::use_awaitable, error));
    }
    if (!error) co_await http::async_read(stream, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
    if (error == http::error::body_limit) co_return import_error(413, "this is too large");
    if (error) co_return import_error(400, "the log did not arrive");
    stream.expires_never();
    co_return co_await asio::co_spawn(
        *worker,
        [&catalog = source.catalog(), &parser]() -> asio::awaitable<Page> {
          co_return import_log(catalog, parser.get().body());
        },
        asio::use_awaitable);
  }

  // Closed at once, the connection would be reset by what still comes, and the answer lost with it.
  static asio::awaitable<void> ignore_rest(beast::tcp_stream& stream) {
    constexpr auto kAWhile = std::chrono::seconds(2);
    constexpr std::size_t kMost = std::size_t{32} * 1024 * 1024;
    boost::system::error_code error;
    std::vector<char> bytes(std::size_t{16} * 1024);
    stream.expires_after(kAWhile);
    for (std::size_t read = 0; !error && read < kMost;)
      read += co_await stream.async_read_some(asio::buffer(bytes), asio::redirect_error(asio::use_awaitable, error));
  }

  tcp::acceptor acceptor;
  StatusSource& source;
  Upgrade upgrade;
  int connections = 0;
  int imports = 0;
  std::optional<asio::thread_pool> worker{std::in_place, 1};  // reads logs
};

HttpServer::HttpServer(tcp::acceptor acceptor, StatusSource& source, Upgrade upgrade)
    : impl_(std::make_shared<Impl>(std::move(acceptor), source, std::move(upgrade))) {}
HttpServer::~HttpServer() {
  stop();
  impl_->worker.reset();  // what it still has to say goes to the I/O context, which must be there then
}

void HttpServer::start() { asio::co_spawn(impl_->acceptor.get_executor(), impl_->listen(), asio::detached); }

void HttpServer::stop() {
  boost::system::error_code ignored;
  impl_->acceptor.close(ignored);
}

}  // namespace fogg::server
