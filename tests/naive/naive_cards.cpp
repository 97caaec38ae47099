#include "naive_cards.h"

#include <stdexcept>

namespace naive {

void fail(const std::string& message) { throw std::runtime_error("naive: " + message); }

int size_of_list(std::size_t size) { return static_cast<int>(size); }

int count(const Cards& cards, const std::string& kind) {
  const auto found = cards.find(kind);
  return found == cards.end() ? 0 : found->second;
}

int total(const Cards& cards) {
  int sum = 0;
  for (const auto& [kind, number] : cards) {
    sum += number;
  }
  return sum;
}

void add(Cards& cards, const std::string& kind, int number) {
  if (number > 0) {
    cards[kind] += number;
  }
}

void remove(Cards& cards, const std::string& kind, int number) {
  if (count(cards, kind) < number) {
    fail("there are not " + std::to_string(number) + " cards " + kind + " to take away");
  }
  if (number > 0) {
    cards[kind] -= number;
    if (cards[kind] == 0) {
      cards.erase(kind);
    }
  }
}

void remove_all(Cards& cards, const Cards& others) {
  for (const auto& [kind, number] : others) {
    remove(cards, kind, number);
  }
}

void add_all(Cards& cards, const Cards& others) {
  for (const auto& [kind, number] : others) {
    add(cards, kind, number);
  }
}

std::string color_of(const Cards& played) {
  for (const std::string& color : kColors) {
    if (count(played, color) > 0) {
      return color;
    }
  }
  return "";
}

std::vector<Cards> ways_to_pay(const Cards& hand, const std::vector<std::string>& colors, int number, bool with_4) {
  std::vector<Cards> ways;
  const int most_4 = with_4 ? count(hand, kLocomotive4) : 0;
  for (int locomotives = 0; locomotives <= count(hand, kLocomotive); ++locomotives) {
    for (int locomotives_4 = 0; locomotives_4 <= most_4; ++locomotives_4) {
      const int color_cards = number - locomotives - locomotives_4;
      if (color_cards < 0) {
        continue;
      }
      Cards jokers;
      add(jokers, kLocomotive, locomotives);
      add(jokers, kLocomotive4, locomotives_4);
      if (color_cards == 0) {
        ways.push_back(jokers);  // once, whatever the colors
        continue;
      }
      for (const std::string& color : colors) {
        if (count(hand, color) >= color_cards) {
          Cards way = jokers;
          add(way, color, color_cards);
          ways.push_back(way);
        }
      }
    }
  }
  return ways;
}

std::string payment_text(const Cards& payment) {
  std::vector<std::string> order = kColors;
  order.push_back(kLocomotive);
  order.push_back(kLocomotive4);
  std::string text;
  for (const std::string& kind : order) {
    if (count(payment, kind) > 0) {
      text += (text.empty() ? "" : " ") + kind + "*" + std::to_string(count(payment, kind));
    }
  }
  return text;
}

}  // namespace naive
