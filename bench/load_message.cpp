#include "load_message.h"

#include <charconv>
#include <utility>

namespace fogg::bench {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Reads JSON from front to back. Every function says whether it found what it wanted.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool take(char wanted) {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }
  bool at_end() {
    skip_blanks();
    return at_ == end_;
  }
  const char* at() const { return at_; }

  // Words of the protocol have no escapes, so the contents are given as they stand.
  bool string(std::string_view& contents) {
    if (!take('"')) return false;
    const char* begin = at_;
    while (at_ != end_ && *at_ != '"') at_ += *at_ == '\\' && at_ + 1 != end_ ? 2 : 1;
    if (at_ == end_) return false;
    contents = {begin, static_cast<std::size_t>(at_ - begin)};
    ++at_;
    return true;
  }

  bool value(std::string_view& contents) {
    skip_blanks();
    if (at_ == end_) return false;
    if (*at_ == '"') return string(contents);
    const char* begin = at_;
    const bool found = *at_ == '{' || *at_ == '[' ? skip_nested() : skip_literal();
    contents = {begin, static_cast<std::size_t>(at_ - begin)};
    return found;
  }

 private:
  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  bool skip_nested() {
    int depth = 0;
    std::string_view ignored;
    while (at_ != end_) {
      switch (*at_) {
        case '"':
          if (!string(ignored)) return false;
          continue;
        case '{':
        case '[': ++depth; break;
        case '}':
        case ']': --depth; break;
        default: break;
      }
      ++at_;
      if (depth == 0) return true;
    }
    return false;
  }
  bool skip_literal() {
    const char* begin = at_;
    while (at_ != end_ && *at_ != ',' && *at_ != '}' && *at_ != ']' && !is_blank(*at_)) ++at_;
    return at_ != begin;
  }

  const char* at_;
  const char* end_;
};

constexpr std::pair<std::string_view, std::string_view Message::*> kFields[] = {
    {"type", &Message::type},
    {"turnType", &Message::turn_type},
    {"success", &Message::success_word},
    {"player", &Message::player},
    {"errorCode", &Message::error},
    {"d1", &Message::d1},
    {"d2", &Message::d2},
    {"drawnCard", &Message::drawn_card},
    {"faceUpPassengerCarDeck", &Message::row},
    {"passengerCarColors", &Message::paid},
    {"drawnPassengerCars", &Message::hand},
    {"leftPassengerCars", &Message::trains},
    {"toBeClaimedDestinationTickets", &Message::offered},
    {"drawnCards", &Message::drawn_tickets},
    {"activePlayers", &Message::seats},
};

constexpr std::pair<std::string_view, Turn> kTurns[] = {
    {"DrawPassengerCars", Turn::kDrawCars},
    {"Turn", Turn::kTurn},
    {"ClaimRoute", Turn::kClaimRoute},
    {"DrawDestinationTickets", Turn::kDrawTickets},
    {"ClaimDestinationTickets", Turn::kClaimTickets},
    {"BoardState", Turn::kBoardState},
    {"Join", Turn::kJoin},
    {"FinalScore", Turn::kFinalScore},
    {"ListAllRoutes", Turn::kListAllRoutes},
    {"Unknown", Turn::kUnknown},
};

bool read_fields(Cursor cursor, Message& message) {
  if (!cursor.take('{')) return false;
  if (!cursor.take('}')) {
    do {
      std::string_view key;
      std::string_view value;
      if (!cursor.string(key) || !cursor.take(':') || !cursor.value(value)) return false;
      for (const auto& [name, field] : kFields) {
        if (name != key) continue;
        message.*field = value;
        break;
      }
    } while (cursor.take(','));
    if (!cursor.take('}')) return false;
  }
  return cursor.at_end();
}

Turn turn_named(std::string_view name) {
  for (const auto& [word, turn] : kTurns) {
    if (word == name) return turn;
  }
  return Turn::kNone;
}

}  // namespace

int color_index(std::string_view name) {
  for (std::size_t color = 0; color < kColors.size(); ++color) {
    if (kColors[color] == name) return static_cast<int>(color);
  }
  return -1;
}

Message scan(std::string_view line) {
  Message message;
  if (!read_fields(Cursor(line), message)) return message;
  message.turn = turn_named(message.turn_type);
  message.success = message.success_word == "true";
  // A word outside the lists of the protocol would break its clients, so it is as bad as no JSON at all.
  const bool known_turn = message.turn != Turn::kNone;
  if (message.type == "Request") {
    message.kind = known_turn ? Kind::kRequest : Kind::kMalformed;
  } else if (message.type == "Info") {
    message.kind = known_turn ? Kind::kInfo : message.turn_type.empty() ? Kind::kText : Kind::kMalformed;
  }
  return message;
}

bool Elements::next(std::string_view& element) {
  while (!rest_.empty() && (rest_.front() == '[' || rest_.front() == ',' || is_blank(rest_.front()))) {
    rest_.remove_prefix(1);
  }
  if (rest_.empty() || rest_.front() == ']') return false;
  Cursor cursor(rest_);
  if (!cursor.value(element)) return false;
  rest_.remove_prefix(static_cast<std::size_t>(cursor.at() - rest_.data()));
  return true;
}

int count_elements(std::string_view array) {
  Elements elements(array);
  std::string_view element;
  int count = 0;
  while (elements.next(element)) ++count;
  return count;
}

int to_int(std::string_view digits, int otherwise) {
  int number = otherwise;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? number : otherwise;
}

}  // namespace fogg::bench
