// A competition whose games a test plays one by one, with pages, and clients that look at them.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "arena/deal.h"
#include "arena/moves.h"
#include "arena/pages.h"
#include "arena/records.h"
#include "arena/table.h"
#include "guest_client.h"
#include "support.h"

namespace fogg::arena::test {

namespace json = boost::json;
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using fogg::test::comes_true;
using fogg::test::Folder;
using fogg::test::http_get;
using fogg::test::text_of;

// Names that would do something if a page took them for more than letters.
constexpr const char* kNasty = "<img/src=x/onerror=alert(1)>";
constexpr const char* kQuoted = "'\"></script>&amp;{{7*7}}";

inline ChaKey a_key() {
  ChaKey key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(17 * i + 5);
  return key;
}

class WebClient {
 public:
  explicit WebClient(int port, int receive_bytes = 0) : stream_(io_) {
    auto& socket = stream_.next_layer();
    const asio::ip::tcp::endpoint end(asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port));
    socket.open(end.protocol());
    if (receive_bytes > 0) socket.set_option(asio::socket_base::receive_buffer_size(receive_bytes));
    socket.connect(end);
    stream_.handshake(fmt::format("127.0.0.1:{}", port), "/ws");
  }
  void say(const json::object& message) { say_raw(json::serialize(message)); }
  void say_raw(const std::string& text) { stream_.write(asio::buffer(text), error_); }
  // Nothing at the end.
  std::optional<json::object> next() {
    beast::flat_buffer buffer;
    stream_.read(buffer, error_);
    if (error_) return {};
    const std::string text = beast::buffers_to_string(buffer.data());
    heard_ += text + "\n";
    json::value value = json::parse(text);
    EXPECT_EQ(fogg::test::protocol_schema().fault(value, "server"), "") << text.substr(0, 400);
    json::object message = value.as_object();
    if (text_of(message, "type") == "event") events_ += json::serialize(message.at("event")) + "\n";
    return message;
  }
  json::object until(const std::string& type) {
    while (true) {
      auto message = next();
      if (!message) throw fogg::test::ConnectionLost();
      if (text_of(*message, "type") == type) return *message;
    }
  }
  void hello() {
    say({{"type", "hello"}, {"protocol", {1, 1}}});
    until("welcome");
  }
  // The code of the error that answers this.
  std::string refused(const json::object& message) {
    say(message);
    return text_of(until("error"), "code");
  }
  // Everything that came, and the events in it.
  const std::string& heard() const { return heard_; }
  const std::string& events() const { return events_; }
  asio::ip::tcp::socket& socket() { return stream_.next_layer(); }

 private:
  asio::io_context io_;
  websocket::stream<asio::ip::tcp::socket> stream_;
  beast::error_code error_;
  std::string heard_;
  std::string events_;
};

// Two entrants, games 1 and 2 with the cards of deal 1, 3 and 4 with those of deal 2.
class Competition {
 public:
  Competition() {
    for (const char* name : {kNasty, kQuoted}) {
      EntrantEntry entry;
      entry.spec.name = name;
      entry.spec.bot = "hungry";
      entries_.push_back(entry);
    }
    NewCompetition fresh{
        "name = \"Cup <b>\"\ndeals = 2\n[[entrant]]\nname = \"a\"\nbot = \"hungry\"\n[[entrant]]\nname = "
        "\"b\"\nbot = \"hungry\"\n",
        folder_.path().string(), a_key(), entries_};
    book_ = make_book(file(), fresh);
    for (int i = 1; i <= 4; ++i) games_.push_back({i, 1, (i + 1) / 2, "usa-2004", {i % 2, 1 - i % 2}, false});
    book_->add_games(games_);
  }

  std::string file() const { return folder_ / "arena.db"; }
  Book& book() { return *book_; }
  Stage& stage() { return stage_; }
  const Catalog& catalog() const { return catalog_; }
  std::unique_ptr<Pages> pages(std::optional<WatchRule> rule = {}, bool unsafe = false) {
    return std::make_unique<Pages>(open_book(file(), Access::kLook), catalog_, &stage_,
                                   Pages::Options{"127.0.0.1", 0, rule, unsafe, "a test"});
  }
  const Game& game(int number) const { return games_.at(static_cast<std::size_t>(number) - 1); }
  Seated seated(int number) const {
    Seated all;
    for (const Entrant entrant : game(number).seats) all.push_back(&entries_.at(static_cast<std::size_t>(entrant)));
    return all;
  }
  // Plays a game to its end, without writing it down.
  Finished played(int number) {
    Table table(a_key(), {});
    Finished finished;
    EXPECT_TRUE(table.play(game(number), *edition(), {"hungry", "hungry"}, finished));
    return finished;
  }
  void finish(int number) { EXPECT_EQ(book_->finish("w", {played(number)}), 1); }
  const std::shared_ptr<const Edition>& edition() {
    if (!edition_) edition_ = *catalog_.edition("usa-2004");
    return edition_;
  }

  // All that nobody may see before the end.
  std::vector<std::string> keys() const {
    std::vector<std::string> all = {hex(a_key())};
    for (int deal = 1; deal <= 2; ++deal) all.push_back(hex(deal_key(a_key(), deal)));
    return all;
  }

 private:
  const Folder folder_;
  const Catalog catalog_ = Catalog::open({}).value();
  std::vector<EntrantEntry> entries_;
  std::vector<Game> games_;
  std::unique_ptr<Book> book_;
  std::shared_ptr<const Edition> edition_;
  Stage stage_;
};

inline int status_of(const std::string& answer) { return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0; }
inline std::string body_of(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }
inline json::object json_at(const Pages& pages, const std::string& target) {
  const std::string answer = http_get(pages.port(), target);
  EXPECT_EQ(status_of(answer), 200) << target << answer.substr(0, 300);
  EXPECT_NE(answer.find("application/json"), std::string::npos) << target;
  return json::parse(body_of(answer)).as_object();
}

}  // namespace fogg::arena::test
