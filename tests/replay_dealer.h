// Lets the naive game draw what the engine drew.
#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <deque>
#include <stdexcept>

#include "naive/naive_game.h"
#include "support.h"

namespace fogg::test {

// Answers the naive game with what the engine drew, and notices if it asks something else.
class Replay : public naive::Dealer {
 public:
  std::string card(const std::string& where) override {
    const Outcome next = pop(Outcome::kCard);
    const std::string expected = fmt::format("{} {}", name(next.to.place), next.to.at);
    if (expected != where)
      throw std::runtime_error("asked for a card to " + where + ", the engine drew one to " + expected);
    return std::string(kCardNames[static_cast<std::size_t>(next.value)]);
  }
  int ticket(int seat) override {
    const Outcome next = pop(Outcome::kTicket);
    if (next.seat != seat) throw std::runtime_error("ticket for another seat");
    return next.value;
  }
  int first_player(int) override { return pop(Outcome::kFirstPlayer).value; }

  void take(std::vector<Outcome>& heard) {
    std::ranges::copy_if(heard, std::back_inserter(queue_),
                         [](const Outcome& o) { return o.kind <= Outcome::kFirstPlayer; });
    heard.clear();
  }
  bool empty() const { return queue_.empty(); }

 private:
  Outcome pop(Outcome::Kind kind) {
    if (queue_.empty() || queue_.front().kind != kind)
      throw std::runtime_error("the engine asked chance something else");
    const Outcome next = queue_.front();
    queue_.pop_front();
    return next;
  }
  std::deque<Outcome> queue_;
};

}  // namespace fogg::test
