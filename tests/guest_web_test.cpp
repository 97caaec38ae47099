// The current protocol over WebSocket: the same messages in frames, and who may connect.
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <random>

#include "guest_client.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

class WebClient {
 public:
  explicit WebClient(int port, const std::string& origin = {}) : stream_(io_) {
    stream_.next_layer().connect({asio::ip::make_address("127.0.0.1"), static_cast<unsigned short>(port)});
    stream_.set_option(websocket::stream_base::decorator([&origin](websocket::request_type& request) {
      if (!origin.empty()) request.set(beast::http::field::origin, origin);
    }));
    stream_.handshake(answer_, fmt::format("127.0.0.1:{}", port), "/ws", error_);
  }
  bool is_open() const { return !error_; }
  unsigned status() const { return answer_.result_int(); }
  void say(const json::object& message) { say_raw(json::serialize(message)); }
  void say_raw(const std::string& text, bool is_text = true) {
    stream_.text(is_text);
    stream_.write(asio::buffer(text), error_);
  }
  // Nothing at the end.
  std::optional<json::object> next() {
    beast::flat_buffer buffer;
    stream_.read(buffer, error_);
    if (error_) return {};
    json::value value = json::parse(beast::buffers_to_string(buffer.data()));  // one message in a frame
    EXPECT_EQ(protocol_schema().fault(value, "server"), "");
    return value.as_object();
  }
  json::object until(const std::string& type) {
    while (true) {
      auto message = next();
      if (!message) throw ConnectionLost();
      if (text_of(*message, "type") == type) return *message;
    }
  }
  websocket::close_reason why_closed() const { return stream_.reason(); }

 private:
  asio::io_context io_;
  websocket::stream<asio::ip::tcp::socket> stream_;
  websocket::response_type answer_;
  beast::error_code error_;
};

const json::object kHello = {{"type", "hello"}, {"protocol", {1, 1}}};

TEST(GuestsOnTheWeb, PlayAWholeGame) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  WebClient ada(server.http(), fmt::format("http://127.0.0.1:{}", server.http()));
  ASSERT_TRUE(ada.is_open());
  ada.say(kHello);
  ada.until("welcome");
  ada.say({{"type", "create"}, {"edition", "maerklin"}, {"seats", {"me", "planner", "hungry"}}, {"name", "Ada"}});
  const json::object seated = ada.until("seated");
  Story story;
  std::mt19937 random(1);
  while (!story.over()) {
    const auto message = ada.next();
    ASSERT_TRUE(message);
    if (text_of(*message, "type") == "event") story.take_in(message->at("event").as_object());
    if (text_of(*message, "type") != "request") continue;
    const json::array& actions = message->at("actions").as_array();
    ada.say({{"type", "move"},
             {"request", message->at("request")},
             {"action", actions[random() % actions.size()].at("id")}});
  }
  while (story.text().find(R"("kind":"key")") == std::string::npos) {
    const auto message = ada.next();
    ASSERT_TRUE(message);
    if (text_of(*message, "type") == "event") story.take_in(message->at("event").as_object());
  }
  const std::string record = record_of(server, static_cast<int>(seated.at("table").at("id").as_int64()));
  expect_good_record(record);
  EXPECT_EQ(story.text(), seen_of(record, static_cast<int>(seated.at("seat").as_int64())));
}

TEST(GuestsOnTheWeb, ComeFromOurPagesOnly) {
  const Folder folder;
  const ServerProcess server(folder, {"--origin", "https://games.example.org"});
  for (const std::string origin :
       {"http://evil.example.org", "null", "http://127.0.0.1", "file://", "https://games.example.org.evil.org"}) {
    WebClient evil(server.http(), origin);
    EXPECT_FALSE(evil.is_open()) << origin;
    EXPECT_EQ(evil.status(), 403U) << origin;
  }
  for (const std::string& origin :
       {fmt::format("http://127.0.0.1:{}", server.http()), std::string("https://games.example.org"), std::string()}) {
    WebClient good(server.http(), origin);
    ASSERT_TRUE(good.is_open()) << origin;
    good.say(kHello);
    good.until("welcome");
  }
  EXPECT_NE(http_get(server.http(), "/ws").find("426"), std::string::npos);
}

TEST(GuestsOnTheWeb, AreBounded) {
  const Folder folder;
  const ServerProcess server(folder, {"--max-refusals", "5"});
  WebClient large(server.http());
  large.say(kHello);
  large.until("welcome");
  large.say_raw(std::string(20'000, ' '));
  EXPECT_FALSE(large.next());
  EXPECT_EQ(large.why_closed().code, websocket::close_code::too_big);
  WebClient rude(server.http());
  for (int i = 0; i < 5; ++i) rude.say_raw("\xff\xfe", false);
  int errors = 0;
  while (const auto message = rude.next()) errors += text_of(*message, "type") == "error" ? 1 : 0;
  EXPECT_EQ(errors, 6);  // and one that says goodbye
}

}  // namespace
}  // namespace fogg::test
