// A client that plays: what it does depends only on what it is shown, so that the same game goes the same way again.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "server_support.h"

namespace fogg::test {

class Player {
 public:
  using Spelling = std::function<json::value(const json::value&)>;

  Player(int port, std::string name, std::string wish = {}, Spelling spelling = {})
      : name_(std::move(name)), wish_(std::move(wish)), spelling_(std::move(spelling)) {
    connect(port);
  }

  // Joins, or joins again.
  void connect(int port) {
    client_.emplace(port);
    client_->spelling = spelling_;
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
  // Whether a line for people had this in it.
  bool told(const std::string& part) const {
    return std::any_of(texts_.begin(), texts_.end(),
                       [&](const std::string& text) { return text.find(part) != std::string::npos; });
  }

  // Handles one message; answers if it is a request. False if none comes in time. Throws ConnectionLost.
  bool step(std::chrono::milliseconds patience) {
    const auto text = client_->line(patience);
    if (!text) return false;
    take_in(client_->understood(*text));
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
    if (!message.contains("turnType")) {
      texts_.push_back(word(message.at("text")));
      return;
    }
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
    if (message.contains("errorCode"))
      throw std::runtime_error(fmt::format("'{}' is refused: {}", said_, word(message.at("errorCode"))));
    if (type == "FinalScore") {
      scores_.push_back(message);
      if (players_ > 0 && static_cast<int>(scores_.size()) == players_) over_ = true;
    }
    if (type == "BoardState" && message.contains("activePlayers"))
      players_ = static_cast<int>(message.at("activePlayers").as_int64());
  }

  // The answer to a query, after the request that is repeated behind it; empty if the game has ended in between.
  json::object ask(const std::string& query) {
    client_->send(query);
    json::object found;
    while (!over_) {
      json::object next = client_->message();
      const bool is_request = text_of(next, "type") == "Request";
      if (is_request && !found.empty()) return found;
      if (is_request) continue;
      take_in(next);
      if (found.empty() && text_of(next, "turnType") == query) found = std::move(next);
    }
    return {};
  }

  void answer(const std::string& type) {
    const json::object board = ask("BoardState");
    if (over_) return;
    std::string line;
    if (type == "ClaimDestinationTickets") {
      line = "ClaimDestinationTickets true true true";
      if (board.at("toBeClaimedDestinationTickets").as_array().size() < 3) line = "ClaimDestinationTickets true";
    } else {
      line = turn(type, board);
    }
    if (over_) return;
    ++answers_;
    said_ = line;
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
      if (const std::string claim = best_claim(hand, trains, false); !claim.empty()) return claim;
      if ((trains + cards) % 11 == 0 && board.at("destinationTicketsCount").as_int64() > 0)
        return "DrawDestinationTickets";
    }
    const bool has_deck = board.at("topdownPassengerCarDeckCount").as_int64() > 0;
    if (has_deck || type != "Turn") {  // a turn's first card needs a deck, wherever it is taken from
      if (!row.empty() && (cards + static_cast<int>(trains)) % 3 == 0 && word(row[0]) != "Rainbow")
        return "DrawPassengerCars false " + word(row[0]);
      if (has_deck) return "DrawPassengerCars true";
      for (const json::value& card : row) {
        if (word(card) != "Rainbow") return "DrawPassengerCars false " + word(card);
      }
    }
    if (board.at("destinationTicketsCount").as_int64() > 0) return "DrawDestinationTickets";
    return best_claim(hand, trains, true);  // whoever cannot do that either is not asked
  }

  // In need also the second track of a pair, and a route for locomotives alone.
  std::string best_claim(const json::array& hand, std::int64_t trains, bool in_need) {
    static const std::vector<std::string> kColors = {"Purple", "White", "Blue", "Yellow",
                                                     "Orange", "Black", "Red",  "Green"};
    const json::object all = ask("ListAllRoutes");
    if (over_) return {};
    std::set<std::string> pairs;  // with a claimed track: closed with two or three players, so left alone by all
    for (const json::value& value : all.at("routes").as_array()) {
      const json::object& route = value.as_object();
      if (!route.contains("claimedBy")) continue;
      if (!in_need || players_ < 4 || word(route.at("claimedBy")) == color_)
        pairs.insert(word(route.at("d1")) + word(route.at("d2")));
    }
    std::string best;
    std::int64_t longest = 0;
    for (const json::value& value : all.at("routes").as_array()) {
      const json::object& route = value.as_object();
      const auto cost = route.at("cost").as_int64();
      if (cost <= longest || cost > trains || pairs.contains(word(route.at("d1")) + word(route.at("d2")))) continue;
      if (in_need && route.contains("claimedBy")) continue;
      for (std::size_t c = 0; c < kColors.size(); ++c) {
        if (word(route.at("color")) != "Rainbow" && word(route.at("color")) != kColors[c]) continue;
        const auto held = hand[c].as_int64();
        if ((held == 0 && !in_need) || held + hand[8].as_int64() < cost) continue;
        longest = cost;
        best = fmt::format("ClaimRoute {} {} {}", word(route.at("d1")), word(route.at("d2")), kColors[c]);
        break;
      }
    }
    return best;
  }

  std::string name_;
  std::string wish_;
  Spelling spelling_;
  std::optional<LineClient> client_;
  bool joined_ = false;
  std::string color_;
  int players_ = 0;
  std::atomic<int> answers_ = 0;
  bool over_ = false;
  std::vector<json::object> scores_;
  std::vector<std::string> texts_;
  std::string said_;
};

using Players = std::vector<std::unique_ptr<Player>>;

// Plays to the end in the background.
class Playing {
 public:
  explicit Playing(Player& player)
      : thread_([this, &player] {
          try {
            player.play();
          } catch (const std::exception& error) {
            trouble_ = player.name() + ": " + error.what();
          }
        }) {}
  ~Playing() {
    if (thread_.joinable()) thread_.join();
  }
  void join() {
    thread_.join();
    EXPECT_EQ(trouble_, "");
  }

 private:
  std::string trouble_;
  std::thread thread_;
};

// All of them at once, each to the end of its game.
inline void play_all(const Players& players) {
  std::vector<std::unique_ptr<Playing>> all;
  for (const auto& player : players) all.push_back(std::make_unique<Playing>(*player));
  for (const auto& one : all) one->join();
}

}  // namespace fogg::test
