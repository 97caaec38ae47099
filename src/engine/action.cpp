#include "engine/action.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

#include "engine/edition.h"

namespace fogg {

ReturnList returned_positions(const Action& keep, int offered) {
  ReturnList list;
  for (int i = 0; i < offered; ++i) {
    if (((keep.keep >> i) & 1) == 0)
      list.position[static_cast<std::size_t>(list.size++)] = static_cast<std::uint8_t>(i);
  }
  if (keep.order == 0) return list;
  // The order with the given rank, place by place: each choice of a next one stands for all orders of the others.
  int rank = keep.order - 1;
  for (int place = 0; place < list.size; ++place) {
    const int behind = orders(list.size - place - 1);
    const int chosen = std::min(place + rank / behind, list.size - 1);
    rank %= behind;
    for (int i = chosen; i > place; --i)
      std::swap(list.position[static_cast<std::size_t>(i)], list.position[static_cast<std::size_t>(i - 1)]);
  }
  return list;
}

namespace {

std::string payment_text(const Action& action) {
  std::string out;
  if (action.count > 0) out = std::string(name(action.color)) + "*" + std::to_string(action.count);
  if (action.locomotives > 0) {
    if (!out.empty()) out += " ";
    out += std::string(name(Card::kLocomotive)) + "*" + std::to_string(action.locomotives);
  }
  return out;
}

// Words separated by single blanks; anything else gives an empty list.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    if (word.empty() || words.size() == 5) return {};
    words.push_back(word);
    if (blank == std::string_view::npos) return words;
    text.remove_prefix(blank + 1);
  }
}

std::optional<int> number_of(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 1 || value > 99 || word.front() == '0')
    return {};
  return value;
}

std::optional<Card> card_of(std::string_view word) {
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (kCardNames[static_cast<std::size_t>(kind)] == word) return static_cast<Card>(kind);
  }
  return {};
}

// "3,1" as zero-based positions without repetition.
std::optional<std::vector<int>> positions_of(std::string_view word) {
  std::vector<int> positions;
  while (true) {
    const std::size_t comma = word.find(',');
    const auto number = number_of(word.substr(0, comma));
    if (!number || *number > kMaxOffer || std::ranges::count(positions, *number - 1) != 0) return {};
    positions.push_back(*number - 1);
    if (comma == std::string_view::npos) return positions;
    word.remove_prefix(comma + 1);
  }
}

std::optional<Action> parse_keep(const std::vector<std::string_view>& words) {
  if (words.size() != 2 && (words.size() != 4 || words[2] != "return")) return {};
  const auto kept = positions_of(words[1]);
  if (!kept || !std::ranges::is_sorted(*kept)) return {};
  int set = 0;
  for (int position : *kept) set |= 1 << position;
  if (words.size() == 2) return Action::keeping(set);
  auto returned = positions_of(words[3]);
  if (!returned || returned->size() < 2) return {};
  const int offered = static_cast<int>(kept->size() + returned->size());
  int all = set;
  for (int position : *returned) {
    if (((all >> position) & 1) != 0) return {};
    all |= 1 << position;
  }
  if (all != (1 << offered) - 1) return {};
  // How many orders come before this one: for every place, the smaller ones that could have stood there.
  int rank = 0;
  for (auto at = returned->begin(); at != returned->end(); ++at) {
    const auto smaller = std::count_if(at, returned->end(), [at](int other) { return other < *at; });
    rank += static_cast<int>(smaller) * orders(static_cast<int>(returned->end() - at) - 1);
  }
  return Action::keeping_in_order(set, offered, rank);
}

std::optional<Action> parse_claim(const Edition& edition, const std::vector<std::string_view>& words) {
  if (words.size() != 3 && words.size() != 4) return {};
  int route = -1;
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
    if (edition.board.route_name(static_cast<int>(r)) == words[1]) route = static_cast<int>(r);
  }
  if (route < 0) return {};
  std::optional<Card> color;
  int count = 0;
  int jokers = 0;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::size_t star = words[i].find('*');
    if (star == std::string_view::npos) return {};
    const auto card = card_of(words[i].substr(0, star));
    const auto number = number_of(words[i].substr(star + 1));
    if (!card || !number) return {};
    if (*card == Card::kLocomotive && i + 1 == words.size()) {
      jokers = *number;
    } else if (*card != Card::kLocomotive && i == 2) {
      color = card;
      count = *number;
    } else {
      return {};
    }
  }
  return Action::claim(route, color.value_or(Card::kLocomotive), count, jokers);
}

}  // namespace

std::string text(const Edition& edition, const Action& action) {
  switch (action.kind) {
    case ActionKind::kDraw: return "draw";
    case ActionKind::kTake: return "take " + std::string(name(action.color));
    case ActionKind::kTickets: return "tickets";
    case ActionKind::kPass: return "pass";
    case ActionKind::kClaim: return "claim " + edition.board.route_name(action.route) + " " + payment_text(action);
    case ActionKind::kKeep: {
      std::string out = "keep";
      char separator = ' ';
      for (int i = 0; i < kMaxOffer; ++i) {
        if (((action.keep >> i) & 1) == 0) continue;
        out += separator + std::to_string(i + 1);
        separator = ',';
      }
      if (action.order == 0) return out;
      out += " return";
      separator = ' ';
      const ReturnList list = returned_positions(action, action.offered);
      for (int i = 0; i < list.size; ++i) {
        out += separator + std::to_string(list.position[static_cast<std::size_t>(i)] + 1);
        separator = ',';
      }
      return out;
    }
  }
  return {};
}

std::optional<Action> parse_action(const Edition& edition, std::string_view line) {
  const auto words = words_of(line);
  if (words.empty()) return {};
  std::optional<Action> found;
  if (line == "draw") {
    found = Action::draw();
  } else if (line == "tickets") {
    found = Action::tickets();
  } else if (line == "pass") {
    found = Action::pass();
  } else if (words[0] == "take" && words.size() == 2) {
    if (const auto card = card_of(words[1])) found = Action::take(*card);
  } else if (words[0] == "keep") {
    found = parse_keep(words);
  } else if (words[0] == "claim") {
    found = parse_claim(edition, words);
  }
  if (!found || edition.action_id(*found) < 0) return {};
  return found;
}

}  // namespace fogg
