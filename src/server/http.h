// The HTTP port: the browser client, a page about the server, and what programs ask for.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.h"

namespace fogg::server {

struct SeatInfo {
  std::string name;
  std::string_view color;
  std::string bot;
  std::string state;  // of running games
  std::optional<int> points;
  std::optional<int> trains;
  bool to_move = false;
};

struct GameInfo {
  std::int64_t id = 0;
  std::string code;  // empty: not for everyone
  std::string edition;
  std::string_view status;
  int players = 0;
  std::int64_t created_ms = 0;
  std::optional<int> turns;
  int observers = 0;
  std::vector<SeatInfo> seats;
};

// What the pages show.
class StatusSource {
 public:
  virtual ~StatusSource() = default;
  virtual std::vector<GameInfo> games() const = 0;
  virtual int unlisted_tables() const = 0;  // that are not over
  virtual std::string record(std::int64_t id) const = 0;  // as anyone may see it; empty if there is none
  virtual std::string metrics_text() = 0;
  virtual bool healthy() const = 0;
  virtual const Catalog& catalog() const = 0;
  virtual bool has_edition(const std::string& id) const = 0;
  virtual const std::string& other_origin() const = 0;  // whose pages may connect besides our own; may be empty
  virtual bool metrics_for(const boost::asio::ip::address& address) const = 0;
  // A page that only this source has, or that it answers in its own way. `target` may have a query.
  virtual std::optional<struct Page> own_page(std::string_view target);
};

struct Page {
  int status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body;
  std::string stopped = {};  // of an import: where the log could not be followed any more, and why
};
inline std::optional<Page> StatusSource::own_page(std::string_view) { return {}; }
// The answer to GET or HEAD. `target` may have a query.
Page page_for(StatusSource& source, std::string_view target, const boost::asio::ip::address& from);

class HttpServer {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  // Takes over a connection whose request wants to become a WebSocket.
  using Upgrade = std::function<void(boost::asio::ip::tcp::socket socket, const Request& request)>;

  HttpServer(boost::asio::ip::tcp::acceptor acceptor, StatusSource& source, Upgrade upgrade);
  ~HttpServer();
  void start();
  void stop();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fogg::server
