// A client that plays: what it does depends only on what it is shown, so that the same game goes the same way again.
#pragma once

#include <map>
#include <set>

#include "server_support.h"

namespace fogg::test {

class Player {
 public:
  Player(int port, std::string name, std::string wish = {}) : name_(std::move(name)), wish_(std::move(wish)) {
    connect(port);
  }

  // Joins, or joins again.
  void connect(int port) {
    client_.emplace(port);
    client_->until("Request", "Join");
    client_->send(fmt::format("Join {} Player{}", name_, wish_.empty() ? "" : " " + wish_));
    joined_ = false;
  }
  LineClient& client() { return *client_; }
  const std::string& name() const { return name_; }
  const std::string& color() const { return color_; }
  int answers() const { return answers_; }
  bool over() const { return over_; }
  const std::vector<json::object>& scores() const { return scores_; }

  // Handles one message; answers if it is a request. False if none comes in time. Throws ConnectionLost.
  bool step(std::chrono::milliseconds patience) {
    const auto text = client_->line(patience);
    if (!text) return false;
    take_in(json::parse(*text).as_object());
    return true;
  }
  // To the end of the game, or until so many requests have been answered.
  void play(int most_answers = 1 << 30) {
    while (!over_ && answers_ < most_answers) {
      if (!step(kPatience)) throw std::runtime_error(name_ + " waits for nothing");
    }
  }

 private:
  static std::string word(const json::value& value) { return std::string(value.as_string()); }

  void take_in(const json::object& message) {
    if (!message.contains("turnType")) return;
    const std::string type = word(message.at("turnType"));
    if (word(message.at("type")) == "Request") {
      if (type != "Join") answer(type);
      return;
    }
    if (type == "Join" && !joined_ && message.at("success").as_bool()) {
      joined_ = true;
      color_ = word(message.at("player"));
      scores_.clear();
    }
    if (type == "Join" && !message.at("success").as_bool()) throw std::runtime_error(name_ + " may not join");
    if (type == "FinalScore") {
      scores_.push_back(message);
      if (players_ > 0 && static_cast<int>(scores_.size()) == players_) over_ = true;
    }
    if (type == "BoardState" && message.contains("activePlayers"))
      players_ = static_cast<int>(message.at("activePlayers").as_int64());
  }

  json::object ask(const std::string& query) {
    client_->send(query);
    while (true) {
      json::object next = client_->message();
      if (next.contains("turnType") && is(next.at("type"), "Info") && is(next.at("turnType"), query)) {
        client_->until([](const json::object& m) { return is(m.at("type"), "Request"); });  // repeated
        take_in(next);
        return next;
      }
      if (!is(next.at("type"), "Request")) take_in(next);
    }
  }

  void answer(const std::string& type) {
    const json::object board = ask("BoardState");
    std::string line;
    if (type == "ClaimDestinationTickets") {
      line = "ClaimDestinationTickets true true true";
      if (board.at("toBeClaimedDestinationTickets").as_array().size() < 3) line = "ClaimDestinationTickets true";
    } else {
      line = turn(type, board);
    }
    ++answers_;
    client_->send(line);
  }

  // The longest route it can pay; else a card; a ticket now and then.
  std::string turn(const std::string& type, const json::object& board) {
    const json::array& hand = board.at("drawnPassengerCars").as_array();
    const json::array& row = board.at("faceUpPassengerCarDeck").as_array();
    const auto trains = board.at("leftPassengerCars").as_int64();
    int cards = 0;
    for (const json::value& count : hand) cards += static_cast<int>(count.as_int64());
    if (type == "Turn") {
      if (const std::string claim = best_claim(hand, trains); !claim.empty()) return claim;
      if ((trains + cards) % 11 == 0 && board.at("destinationTicketsCount").as_int64() > 0)
        return "DrawDestinationTickets";
    }
    if (!row.empty() && (cards + static_cast<int>(trains)) % 3 == 0 && word(row[0]) != "Rainbow")
      return "DrawPassengerCars false " + word(row[0]);
    if (board.at("topdownPassengerCarDeckCount").as_int64() > 0) return "DrawPassengerCars true";
    for (const json::value& card : row) {
      if (word(card) != "Rainbow" || type == "Turn") return "DrawPassengerCars false " + word(card);
    }
    return "DrawDestinationTickets";
  }

  std::string best_claim(const json::array& hand, std::int64_t trains) {
    static const std::vector<std::string> kColors = {"Purple", "White", "Blue", "Yellow",
                                                     "Orange", "Black", "Red",  "Green"};
    const json::object all = ask("ListAllRoutes");
    std::set<std::string> pairs;  // with a claimed track: closed with two or three players, so left alone by all
    for (const json::value& value : all.at("routes").as_array()) {
      const json::object& route = value.as_object();
      if (route.contains("claimedBy")) pairs.insert(word(route.at("d1")) + word(route.at("d2")));
    }
    std::string best;
    std::int64_t longest = 0;
    for (const json::value& value : all.at("routes").as_array()) {
      const json::object& route = value.as_object();
      const auto cost = route.at("cost").as_int64();
      if (cost <= longest || cost > trains || pairs.contains(word(route.at("d1")) + word(route.at("d2")))) continue;
      for (std::size_t c = 0; c < kColors.size(); ++c) {
        if (word(route.at("color")) != "Rainbow" && word(route.at("color")) != kColors[c]) continue;
        const auto held = hand[c].as_int64();
        if (held == 0 || held + hand[8].as_int64() < cost) continue;
        longest = cost;
        best = fmt::format("ClaimRoute {} {} {}", word(route.at("d1")), word(route.at("d2")), kColors[c]);
        break;
      }
    }
    return best;
  }

  std::string name_;
  std::string wish_;
  std::optional<LineClient> client_;
  bool joined_ = false;
  std::string color_;
  int players_ = 0;
  int answers_ = 0;
  bool over_ = false;
  std::vector<json::object> scores_;
};

}  // namespace fogg::test
