// A client of the current protocol for tests: holds every message, both ways, against the schema.
#pragma once

#include <random>

#include "json_schema.h"
#include "paths.h"
#include "server_support.h"

namespace fogg::test {

inline const JsonSchema& protocol_schema() {
  static const JsonSchema schema(json::parse(read_file(tests_dir() + "/../docs/protocol.schema.json")));
  return schema;
}

// What a game has told one viewer, from the first event on.
class Story {
 public:
  void take_in(const json::object& event) {
    const auto seq = event.at("seq").as_int64();
    EXPECT_GT(seq, last_) << "an event came twice or too late";
    last_ = seq;
    text_ += json::serialize(event) + "\n";
    over_ = over_ || is(event.at("kind"), "end") || is(event.at("kind"), "forfeit");
  }
  std::int64_t last() const { return last_; }
  bool over() const { return over_; }
  const std::string& text() const { return text_; }

 private:
  std::int64_t last_ = 0;
  bool over_ = false;
  std::string text_;
};

class GuestClient {
 public:
  explicit GuestClient(int port, bool says_hello = true, bool positions = true) : port_(port), positions_(positions) {
    connect();
    if (says_hello) hello();
  }

  void connect() { client_.emplace(port_); }
  void cut() { client_->reset(); }
  void use_port(int port) { port_ = port; }
  // What comes after the end.
  void read_key() {
    while (story_.text().find(R"("kind":"key")") == std::string::npos) next();
  }
  void hello() {
    say({{"type", "hello"}, {"protocol", {1, 1}}, {"client", "test"}, {"position", positions_}});
    EXPECT_EQ(text_of(until("welcome"), "type"), "welcome");
  }
  // `fits`: whether it is a good message; bad ones are for tests of that.
  void say(const json::object& message, bool fits = true) {
    if (fits) {
      EXPECT_EQ(protocol_schema().fault(message, "client"), "") << json::serialize(message);
    }
    client_->send(json::serialize(message));
  }
  void say_raw(const std::string& line) { client_->send(line); }

  // The next message.
  json::object next() {
    const auto line = client_->line();
    if (!line) throw std::runtime_error("no message comes");
    json::value value = json::parse(*line);
    EXPECT_EQ(protocol_schema().fault(value, "server"), "") << line->substr(0, 600);
    json::object message = value.as_object();
    const std::string type = text_of(message, "type");
    if (type == "event") story_.take_in(message.at("event").as_object());
    if (type == "seated" || type == "watching" || type == "table") table_ = message.at("table").as_object();
    if (type == "seated") {
      seat_ = static_cast<int>(message.at("seat").as_int64());
      if (message.contains("token")) token_ = text_of(message, "token");
    }
    if (type == "deciding") deciding_ = message.at("seats").as_array();
    if (type == "request") {
      request_ = message;
      EXPECT_TRUE(has_to_decide(message)) << json::serialize(deciding_);
    }
    return message;
  }
  json::object until(const std::string& type) {
    while (true) {
      json::object message = next();
      if (text_of(message, "type") == type) return message;
    }
  }
  // The answer to a message, whatever it is.
  json::object ask(json::object message, bool fits = true) {
    const int ref = ++refs_;
    message["ref"] = ref;
    say(message, fits);
    while (true) {
      json::object answer = next();
      const json::value* found = answer.if_contains("ref");
      if (found != nullptr && *found == ref) return answer;
    }
  }
  std::string error_of(json::object message, bool fits = true) {
    const json::object answer = ask(std::move(message), fits);
    return text_of(answer, "type") == "error" ? text_of(answer, "code") : "no error: " + text_of(answer, "type");
  }

  json::object create(const std::string& edition, const std::vector<std::string>& seats, json::object more = {}) {
    more["type"] = "create";
    more["edition"] = edition;
    more["name"] = more.contains("name") ? more["name"] : json::value("ada");
    json::array list;
    for (const std::string& seat : seats) list.emplace_back(seat);
    more["seats"] = list;
    return ask(std::move(more));
  }
  json::object join(const std::string& table, const std::string& name) {
    return ask({{"type", "join"}, {"table", table}, {"name", name}});
  }
  // After a cut.
  json::object resume() {
    connect();
    hello();
    request_.clear();
    return ask({{"type", "resume"}, {"table", code()}, {"token", token_}, {"after", story_.last()}});
  }

  // One of the legal actions, by number, text or form.
  json::object move(std::mt19937& random) {
    const json::array& actions = request_.at("actions").as_array();
    const json::object& action = actions[random() % actions.size()].as_object();
    const std::array<const char*, 3> forms = {"id", "text", "action"};
    return {{"type", "move"}, {"request", request_.at("request")}, {"action", action.at(forms[random() % 3])}};
  }
  // Plays to the end, or until so many moves are made.
  void play(std::uint32_t seed, int most = 1 << 30) {
    std::mt19937 random(seed);
    while (!story_.over() && most > 0) {
      if (request_.empty()) {
        next();
        continue;
      }
      const json::object line = move(random);
      request_.clear();
      say(line);
      --most;
    }
  }

  const Story& story() const { return story_; }
  const json::object& table() const { return table_; }
  const json::object& request() const { return request_; }
  const json::array& deciding() const { return deciding_; }
  void forget_request() { request_.clear(); }
  std::string code() const { return text_of(table_, "code"); }
  int id() const { return static_cast<int>(table_.at("id").as_int64()); }
  int seat() const { return seat_; }
  const std::string& token() const { return token_; }
  LineClient& line_client() { return *client_; }

 private:
  // Whether everyone was told before that this request is open, with the same clock.
  bool has_to_decide(const json::object& request) const {
    return std::any_of(deciding_.begin(), deciding_.end(), [&](const json::value& one) {
      const json::value& left = request.at("left_ms");
      const json::value& told = one.at("left_ms");
      if (one.at("seat") != request.at("seat") || left.is_null() != told.is_null()) return false;
      return left.is_null() || std::abs(left.as_int64() - told.as_int64()) < 1000;
    });
  }

  int port_;
  bool positions_;
  std::optional<LineClient> client_;
  Story story_;
  json::object table_;
  json::object request_;
  json::array deciding_;
  std::string token_;
  int seat_ = -1;
  int refs_ = 0;
};

// The lines of a record that a viewer may see, without the header: a seat, -1 for everyone, -2 for who sees all.
inline std::string seen_of(const std::string& record, int viewer) {
  std::string out;
  std::istringstream lines(record);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const json::value to = json::parse(line).at("visible_to");
    if (viewer == -2 || to == "all" || (to.is_array() && to.as_array()[0] == viewer))
      out += json::serialize(json::parse(line)) + "\n";
  }
  return out;
}

}  // namespace fogg::test
