#include "engine/action.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>
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
  auto add = [&out](Card card, int number) {
    if (number > 0) out += " " + std::string(name(card)) + "*" + std::to_string(number);
  };
  add(action.color, action.count);
  add(Card::kLocomotive, action.locomotives);
  add(Card::kLocomotive4, action.fours);
  return out;
}

// "tickets 3 short 1 long"
std::string mix_text(const Edition& edition, const Action& action) {
  std::string out = "tickets";
  auto add = [&out](int number, const std::string& deck) {
    if (number > 0) out += " " + std::to_string(number) + " " + deck;
  };
  add(action.count, edition.decks[0].name);
  add(edition.mix - action.count, edition.decks[1].name);
  return out;
}

// Words separated by single blanks; anything else gives an empty list.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    if (word.empty() || words.size() == 6) return {};
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

int route_of(const Edition& edition, std::string_view word) {
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
    if (edition.board.route_name(static_cast<int>(r)) == word) return static_cast<int>(r);
  }
  return -1;
}

// The words of a payment: a color, locomotives, locomotives 4+, each at most once and in this order.
std::optional<Action> parse_payment(Action action, std::span<const std::string_view> words) {
  int kind_before = -1;
  action.color = Card::kLocomotive;
  for (const std::string_view word : words) {
    const std::size_t star = word.find('*');
    if (star == std::string_view::npos) return {};
    const auto card = card_of(word.substr(0, star));
    const auto number = number_of(word.substr(star + 1));
    if (!card || !number || *card == Card::kPassenger || index(*card) <= kind_before) return {};
    const auto cards = static_cast<std::uint8_t>(*number);
    if (*card == Card::kLocomotive) {
      action.locomotives = cards;
    } else if (*card == Card::kLocomotive4) {
      action.fours = cards;
    } else {
      action.color = *card;
      action.count = cards;
    }
    kind_before = std::max(index(*card), kColors - 1);  // one color only
  }
  return action;
}

std::optional<Action> parse_mix(const Edition& edition, std::string_view line) {
  for (int of_first = 0; of_first <= edition.mix; ++of_first) {
    if (mix_text(edition, Action::tickets(of_first)) == line) return Action::tickets(of_first);
  }
  return {};
}

// Actions of the form WORD PLACE PAYMENT, the last or both of which may be missing.
std::optional<Action> parse_at_place(const Edition& edition, std::span<const std::string_view> words) {
  struct Form {
    std::string_view word;
    ActionKind kind;
    char place;  // r: a route, c: a city
    bool payment;
  };
  static constexpr std::array<Form, 6> kForms = {{{"claim", ActionKind::kClaim, 'r', true},
                                                  {"pay", ActionKind::kPay, '-', true},
                                                  {"station", ActionKind::kStation, 'c', true},
                                                  {"place", ActionKind::kPlace, 'c', false},
                                                  {"move", ActionKind::kMove, 'c', false},
                                                  {"go", ActionKind::kGo, 'r', false}}};
  const auto form = std::ranges::find(kForms, words[0], &Form::word);
  if (form == kForms.end()) return {};
  const std::size_t before_payment = form->place == '-' ? 1 : 2;
  if (form->payment ? words.size() <= before_payment : words.size() != before_payment) return {};
  int where = 0;
  if (form->place == 'r') where = route_of(edition, words[1]);
  if (form->place == 'c') where = edition.board.city(words[1]);
  if (where < 0) return {};
  const Action action = Action::plain(form->kind, where);
  return form->payment ? parse_payment(action, words.subspan(before_payment)) : action;
}

}  // namespace

std::string text(const Edition& edition, const Action& action) {
  switch (action.kind) {
    case ActionKind::kDraw: return "draw";
    case ActionKind::kTake: return "take " + std::string(name(action.color));
    case ActionKind::kTickets: return edition.mix > 0 ? mix_text(edition, action) : "tickets";
    case ActionKind::kPass: return "pass";
    case ActionKind::kClaim: return "claim " + edition.board.route_name(action.where) + payment_text(action);
    case ActionKind::kPay: return "pay" + payment_text(action);
    case ActionKind::kDecline: return "decline";
    case ActionKind::kStation: return "station " + edition.board.cities[action.where].id + payment_text(action);
    case ActionKind::kPlace: return "place " + edition.board.cities[action.where].id;
    case ActionKind::kSkip: return "skip";
    case ActionKind::kMove: return "move " + edition.board.cities[action.where].id;
    case ActionKind::kGo: return "go " + edition.board.route_name(action.where);
    case ActionKind::kStop: return "stop";
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
      const ReturnList list = returned_positions(action, action.count);
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
  } else if (words[0] == "tickets") {
    if (edition.mix > 0) {
      found = parse_mix(edition, line);
    } else if (words.size() == 1) {
      found = Action::tickets();
    }
  } else if (line == "pass") {
    found = Action::pass();
  } else if (line == "decline") {
    found = Action::decline();
  } else if (line == "skip") {
    found = Action::skip();
  } else if (line == "stop") {
    found = Action::stop();
  } else if (words[0] == "take" && words.size() == 2) {
    if (const auto card = card_of(words[1])) found = Action::take(*card);
  } else if (words[0] == "keep") {
    found = parse_keep(words);
  } else {
    found = parse_at_place(edition, words);
  }
  if (!found || edition.action_id(*found) < 0) return {};
  return found;
}

}  // namespace fogg
