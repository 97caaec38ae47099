#include "wire/v09_log.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <utility>

namespace fogg::v09 {

namespace {

namespace json = boost::json;

constexpr std::size_t kMostNotes = 100;
constexpr std::size_t kMostEntries = 256;  // of a list
constexpr std::size_t kLongestWord = 200;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The line with TRUE, False, NULL … outside of texts as JSON spells them. Other letters stay, so the parser finds what is wrong.
std::string with_json_literals(std::string_view line) {
  std::string out(line);
  bool quoted = false;
  for (std::size_t at = 0; at < out.size(); ++at) {
    const char c = out[at];
    if (quoted) {
      if (c == '\\') ++at;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (!is_letter(c)) continue;
    std::size_t end = at;
    while (end < out.size() && is_letter(out[end])) ++end;
    const std::string_view word(out.data() + at, end - at);
    for (const std::string_view literal : {"true", "false", "null"}) {
      if (same_word(word, literal))
        std::copy(literal.begin(), literal.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
    }
    at = end - 1;
  }
  return out;
}

// The JSON of a line: an object, or a list of objects. A line may be part of one big list that spans the file, so a bracket
// that has no partner here is passed over.
std::optional<json::value> parse_line(std::string_view line, std::string& why) {
  json::parse_options options;
  options.max_depth = 8;
  options.allow_trailing_commas = true;
  options.allow_invalid_utf8 = true;  // names of old servers in the code page of their machine
  const std::string text = with_json_literals(line);
  std::string_view rest = text;
  for (int attempt = 0; attempt < 3; ++attempt) {
    boost::system::error_code error;
    json::value value = json::parse(rest, error, {}, options);
    if (!error) return value;
    if (why.empty()) why = error.message();
    if (rest.starts_with('[')) {
      rest = trimmed(rest.substr(1));
    } else if (rest.ends_with(']')) {
      rest = trimmed(rest.substr(0, rest.size() - 1));
      while (rest.ends_with(',')) rest = trimmed(rest.substr(0, rest.size() - 1));
    } else {
      break;
    }
  }
  return {};
}

// One JSON object as a message. Keys and words without regard to case.
class Fields {
 public:
  Fields(const json::object& object, int line, std::vector<LogNote>& notes)
      : object_(object), line_(line), notes_(notes) {}

  const json::value* find(std::string_view key) const {
    for (const auto& member : object_) {
      if (same_word({member.key().data(), member.key().size()}, key)) return &member.value();
    }
    return nullptr;
  }

  // The key as the log spells it, empty if it is not there.
  std::string_view spelling(std::string_view key) const {
    for (const auto& member : object_) {
      const std::string_view found(member.key().data(), member.key().size());
      if (same_word(found, key)) return found;
    }
    return {};
  }

  void note(std::string message) const {
    if (notes_.size() < kMostNotes) notes_.push_back({line_, std::move(message)});
  }

  std::optional<std::string> word(std::string_view key) const {
    const json::value* value = find(key);
    if (value == nullptr || !value->is_string() || value->get_string().size() > kLongestWord) return {};
    return std::string(value->get_string().data(), value->get_string().size());
  }

  std::optional<int> number(std::string_view key) const {
    const json::value* value = find(key);
    return value == nullptr ? std::nullopt : small_number(*value);
  }

  std::optional<bool> boolean(std::string_view key) const {
    const json::value* value = find(key);
    if (value == nullptr) return {};
    if (value->is_bool()) return value->get_bool();
    if (value->is_string()) return truth({value->get_string().data(), value->get_string().size()});
    return {};
  }

  std::optional<Card> card_in(std::string_view key) const {
    const auto text = word(key);
    if (!text || text->empty()) return {};
    const auto found = card(*text);
    if (!found) note(fmt::format("\"{}\" is not a color", key));
    return found;
  }

  std::optional<std::vector<Card>> cards(std::string_view key) const {
    const json::array* list = array(key);
    if (list == nullptr) return {};
    std::vector<Card> out;
    for (const json::value& value : *list) {
      if (value.is_null()) continue;  // an empty place of the row
      const auto found =
          value.is_string() ? card({value.get_string().data(), value.get_string().size()}) : std::nullopt;
      if (!found) {
        note(fmt::format("\"{}\" has something that is not a color", key));
        return {};
      }
      out.push_back(*found);
    }
    return out;
  }

  std::optional<std::vector<LogTicket>> tickets(std::string_view key) const {
    const json::array* list = array(key);
    if (list == nullptr) return {};
    std::vector<LogTicket> out;
    for (const json::value& value : *list) {
      if (!value.is_object()) {
        note(fmt::format("\"{}\" has something that is not a ticket", key));
        return {};
      }
      const Fields ticket(value.get_object(), line_, notes_);
      out.push_back(
          {ticket.word("city1").value_or(""), ticket.word("city2").value_or(""), ticket.number("points").value_or(0)});
    }
    return out;
  }

  std::optional<std::array<int, kColors + 1>> counts(std::string_view key) const {
    const json::array* list = array(key);
    std::array<int, kColors + 1> out{};
    if (list == nullptr || list->size() != out.size()) return {};
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto value = small_number((*list)[i]);
      if (!value || *value < 0) return {};
      out[i] = *value;
    }
    return out;
  }

 private:
  static std::optional<int> small_number(const json::value& value) {
    constexpr int kMost = 1'000'000;
    double number = 0;
    if (value.is_int64()) {
      number = static_cast<double>(value.get_int64());
    } else if (value.is_double()) {
      number = value.get_double();
    } else {
      return {};
    }
    if (!(std::abs(number) <= kMost) || number != std::floor(number)) return {};
    return static_cast<int>(number);
  }

  const json::array* array(std::string_view key) const {
    const json::value* value = find(key);
    if (value == nullptr || !value->is_array() || value->get_array().size() > kMostEntries) return nullptr;
    return &value->get_array();
  }

  const json::object& object_;
  int line_;
  std::vector<LogNote>& notes_;
};

void read_board_state(const Fields& fields, LogMessage& m) {
  m.row = fields.cards("faceUpPassengerCarDeck");
  m.deck = fields.number("topdownPassengerCarDeckCount");
  m.ticket_deck = fields.number("destinationTicketsCount");
  m.players = fields.number("activePlayers");
  m.trains = fields.number("leftPassengerCars");
  m.hand = fields.counts("drawnPassengerCars");
  m.tickets = fields.tickets("drawnDestinationTickets");
  m.offered = fields.tickets("toBeClaimedDestinationTickets");
}

void read_score(const Fields& fields, LogMessage& m) {
  m.name = fields.word("name").value_or("");
  m.total = fields.number("totalScore");
  m.route_points = fields.number("scorePassengerCars");
  m.longest = fields.number("longestRouteLength");
  m.has_longest = fields.boolean("longestRoute");
  m.winner = fields.boolean("winner");
  m.tickets = fields.tickets("claimedTickets");
  m.missed = fields.tickets("nonClaimedTickets");
}

void read_fields(const Fields& fields, LogMessage& m) {
  switch (m.type) {
    case TurnType::kJoin:
      m.name = fields.word("playerName").value_or("");
      if (const auto type = fields.word("clientType")) m.client = client_type(*type).value_or(ClientType::kPlayer);
      break;
    case TurnType::kBoardState: read_board_state(fields, m); break;
    case TurnType::kDrawPassengerCars:
      m.drawn = fields.card_in("drawnCard");
      m.row = fields.cards("faceUpPassengerCarDeck");
      m.hidden = fields.boolean("hiddenDeck");
      break;
    case TurnType::kClaimRoute:
      m.d1 = fields.word("d1").value_or("");
      m.d2 = fields.word("d2").value_or("");
      m.route_color = fields.card_in("routeColor");
      m.paid = fields.cards("passengerCarColors");
      break;
    case TurnType::kDrawDestinationTickets:
    case TurnType::kClaimDestinationTickets:
      m.tickets = fields.tickets("drawnCards");
      m.count = fields.number("drawnCardsCount");
      break;
    case TurnType::kFinalScore: read_score(fields, m); break;
    default: break;
  }
}

// Messages that tell nothing of the game are passed over, silently if a log may well have them.
void read_object(const json::object& object, int line, Log& log) {
  const Fields fields(object, line, log.notes);
  const auto word = fields.word("turnType");
  if (!word) {
    if (fields.find("text") == nullptr) fields.note("a message without \"turnType\" was passed over");
    return;
  }
  if (const auto type = fields.word("type"); type && same_word(*type, "Request")) return;
  if (!fields.boolean("success").value_or(true)) return;
  LogMessage message;
  message.line = line;
  const auto type = turn_type(*word);
  if (!type) {
    fields.note("a message of unknown \"turnType\" was passed over");
    return;
  }
  message.type = *type;
  if (message.type == TurnType::kListAllRoutes || message.type == TurnType::kTurn ||
      message.type == TurnType::kUnknown) {
    return;
  }
  if (const auto player = fields.word("player")) message.player = seat_color(*player);
  read_fields(fields, message);
  if (log.messages.empty() && fields.spelling("turnType") == "TURNTYPE") log.dialect = Dialect::kUpper;
  log.messages.push_back(std::move(message));
}

// False if nothing can be read from here on.
bool read_line(std::string_view raw, int number, Log& log) {
  std::string_view line = trimmed(raw);
  while (line.ends_with(',')) line = trimmed(line.substr(0, line.size() - 1));
  if (line.empty() || line == "[" || line == "]") return true;
  std::string why;
  const auto value = parse_line(line, why);
  if (!value) {
    log.stop = LogNote{number, "broken JSON: " + why};
    return false;
  }
  if (value->is_object()) {
    read_object(value->get_object(), number, log);
    return true;
  }
  const bool objects = value->is_array() && std::ranges::all_of(value->get_array(), &json::value::is_object);
  if (!objects) {
    log.stop = LogNote{number, "this is not a message: a JSON object is needed"};
    return false;
  }
  for (const json::value& entry : value->get_array()) read_object(entry.get_object(), number, log);
  return true;
}

}  // namespace

Log read_log(std::string_view text) {
  Log log;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (++log.lines > kMaxLogLines) {
      log.stop = LogNote{log.lines, fmt::format("the file has more than {} lines", kMaxLogLines)};
      break;
    }
    if (line.size() > kMaxLogLine) {
      log.stop = LogNote{log.lines, "the line is longer than 64 KiB"};
      break;
    }
    if (!read_line(line, log.lines, log)) break;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return log;
}

}  // namespace fogg::v09
