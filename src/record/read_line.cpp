#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>

#include "engine/edition.h"
#include "record/event.h"

namespace fogg {

namespace {

namespace json = boost::json;

[[noreturn]] void fail(std::string message) { throw LineError{std::move(message)}; }

json::object parse_object(std::string_view line) {
  json::parse_options options;
  options.max_depth = 8;
  boost::system::error_code error;
  json::value value = json::parse(line, error, {}, options);
  if (error) fail("broken JSON: " + error.message());
  if (!value.is_object()) fail("must be an object");
  return std::move(value.get_object());
}

const json::value& need(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (value == nullptr) fail(fmt::format("\"{}\" is missing", key));
  return *value;
}

std::int64_t number(const json::object& object, std::string_view key, std::int64_t least, std::int64_t most) {
  const json::value& value = need(object, key);
  if (!value.is_int64()) fail(fmt::format("\"{}\" must be a whole number", key));
  if (value.get_int64() < least || value.get_int64() > most)
    fail(fmt::format("\"{}\" must be from {} to {}", key, least, most));
  return value.get_int64();
}
int small(const json::object& object, std::string_view key, int least, int most) {
  return static_cast<int>(number(object, key, least, most));
}

std::string word(const json::object& object, std::string_view key) {
  const json::value& value = need(object, key);
  if (!value.is_string()) fail(fmt::format("\"{}\" must be a text", key));
  if (value.get_string().size() > 1000) fail(fmt::format("\"{}\" is too long", key));
  return {value.get_string().data(), value.get_string().size()};
}

const json::object& object_in(const json::object& object, std::string_view key) {
  const json::value& value = need(object, key);
  if (!value.is_object()) fail(fmt::format("\"{}\" must be an object", key));
  return value.get_object();
}

const json::array& list_in(const json::object& object, std::string_view key, std::size_t most) {
  const json::value& value = need(object, key);
  if (!value.is_array()) fail(fmt::format("\"{}\" must be a list", key));
  if (value.get_array().size() > most) fail(fmt::format("\"{}\" has more than {} entries", key, most));
  return value.get_array();
}

Card card_named(std::string_view text) {
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (kCardNames[static_cast<std::size_t>(kind)] == text) return static_cast<Card>(kind);
  }
  fail(fmt::format("unknown card \"{}\"", text));
}

std::vector<int> positions_in(const json::object& object, std::string_view key) {
  std::vector<int> list;
  for (const json::value& value : list_in(object, key, kMaxOffer)) {
    if (!value.is_int64() || value.get_int64() < 1 || value.get_int64() > kMaxOffer)
      fail(fmt::format("\"{}\": positions are numbers from 1", key));
    list.push_back(static_cast<int>(value.get_int64()));
  }
  return list;
}

int route_named(const Edition& edition, const json::object& object) {
  const int a = edition.board.city(word(object, "a"));
  const int b = edition.board.city(word(object, "b"));
  if (a < 0 || b < 0) fail("unknown city in \"action\"");
  const int track = object.contains("track") ? small(object, "track", 0, 3) : 0;
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
    const Route& route = edition.board.routes[r];
    if (((route.a == a && route.b == b) || (route.a == b && route.b == a)) && route.track == track)
      return static_cast<int>(r);
  }
  fail("there is no such route");
}

int city_named(const Edition& edition, const json::object& object) {
  const int city = edition.board.city(word(object, "city"));
  if (city < 0) fail("unknown city in \"action\"");
  return city;
}

// Adds what is paid to an action.
Action with_cards(Action action, const json::object& object) {
  action.color = Card::kLocomotive;
  for (const auto& member : object_in(object, "cards")) {
    const Card card = card_named(member.key());
    if (!member.value().is_int64() || member.value().get_int64() < 1 || member.value().get_int64() > kMaxLength)
      fail("\"cards\": numbers from 1 to 8");
    const auto number_of_cards = static_cast<std::uint8_t>(member.value().get_int64());
    if (card == Card::kLocomotive) {
      action.locomotives = number_of_cards;
    } else if (card == Card::kLocomotive4) {
      action.fours = number_of_cards;
    } else if (card == Card::kPassenger) {
      fail("\"cards\": passenger cards cannot pay");
    } else if (action.count > 0) {
      fail("\"cards\": more than one color");
    } else {
      action.color = card;
      action.count = number_of_cards;
    }
  }
  return action;
}

Action tickets_from(const Edition& edition, const json::object& object) {
  if (edition.mix == 0) return Action::tickets();
  const json::array& mix = list_in(object, "mix", kMaxDecks);
  if (mix.size() != kMaxDecks) fail("\"mix\" must have a number for each deck");
  int sum = 0;
  for (const json::value& value : mix) {
    if (!value.is_int64() || value.get_int64() < 0 || value.get_int64() > edition.mix)
      fail("\"mix\" must have a number for each deck");
    sum += static_cast<int>(value.get_int64());
  }
  if (sum != edition.mix) fail(fmt::format("\"mix\" must be {} tickets in all", edition.mix));
  return Action::tickets(static_cast<int>(mix[0].get_int64()));
}

// Through the text form, which knows what an action of the edition is.
Action keep_from(const Edition& edition, const json::object& object) {
  std::vector<int> kept = positions_in(object, "positions");
  std::ranges::sort(kept);
  std::string line = fmt::format("keep {}", fmt::join(kept, ","));
  if (object.contains("return")) line += fmt::format(" return {}", fmt::join(positions_in(object, "return"), ","));
  const auto action = parse_action(edition, line);
  if (!action) fail("\"positions\" or \"return\" do not make sense");
  return *action;
}

Action action_from(const Edition& edition, const json::object& object) {
  const std::string type = word(object, "type");
  Action action;
  if (type == "draw") {
    action = Action::draw();
  } else if (type == "take") {
    action = Action::take(card_named(word(object, "card")));
  } else if (type == "tickets") {
    action = tickets_from(edition, object);
  } else if (type == "pass") {
    action = Action::pass();
  } else if (type == "keep") {
    action = keep_from(edition, object);
  } else if (type == "claim") {
    action = with_cards(Action::plain(ActionKind::kClaim, route_named(edition, object)), object);
  } else if (type == "pay") {
    action = with_cards(Action::plain(ActionKind::kPay), object);
  } else if (type == "decline") {
    action = Action::decline();
  } else if (type == "station") {
    action = with_cards(Action::plain(ActionKind::kStation, city_named(edition, object)), object);
  } else if (type == "place") {
    action = Action::place(city_named(edition, object));
  } else if (type == "skip") {
    action = Action::skip();
  } else if (type == "move") {
    action = Action::move(city_named(edition, object));
  } else if (type == "go") {
    action = Action::go(route_named(edition, object));
  } else if (type == "stop") {
    action = Action::stop();
  } else {
    fail(fmt::format("unknown action type \"{}\"", type));
  }
  if (edition.action_id(action) < 0) fail("not an action of this edition: wrong number or color of cards");
  return action;
}

std::optional<int> ticket_from(const Edition& edition, const json::value& value) {
  if (value.is_null()) return {};
  if (!value.is_object()) fail("a ticket must be an object or null");
  const json::object& object = value.get_object();
  const std::string a = word(object, "a");
  const std::string b = word(object, "b");
  const int points = small(object, "points", 0, 255);
  for (std::size_t t = 0; t < edition.tickets.size(); ++t) {
    const Ticket& ticket = edition.tickets[t];
    const std::string& from = edition.board.end_id(ticket.a);
    const std::string& to = edition.board.end_id(ticket.b);
    if (((from == a && to == b) || (from == b && to == a)) && ticket.points == points) return static_cast<int>(t);
  }
  fail(fmt::format("the edition has no such ticket: {} - {} ({})", a, b, points));
}

void read_end(const json::object& object, Event& event) {
  const std::string ending = word(object, "ending");
  if (ending == "last_round") {
    event.ending = Ending::kLastRound;
  } else if (ending == "all_passed") {
    event.ending = Ending::kAllPassed;
  } else if (ending == "turn_limit") {
    event.ending = Ending::kTurnLimit;
  } else {
    fail(fmt::format("unknown ending \"{}\"", ending));
  }
  for (const json::value& value : list_in(object, "scores", kMaxPlayers)) {
    if (!value.is_object()) fail("\"scores\" must be objects");
    const json::object& s = value.get_object();
    Score score;
    score.routes = small(s, "routes", -9999, 9999);
    score.tickets = small(s, "tickets", -9999, 9999);
    score.completed = small(s, "completed", 0, 999);
    score.uncompleted = small(s, "uncompleted", 0, 999);
    score.longest = small(s, "longest", 0, 999);
    score.bonus = small(s, "bonus", 0, 999);
    if (s.contains("most_tickets")) score.most_tickets = small(s, "most_tickets", 0, 999);
    if (s.contains("stations")) score.stations = small(s, "stations", 0, 999);
    if (s.contains("goods")) score.goods = small(s, "goods", 0, 9999);
    score.total = small(s, "total", -9999, 9999);
    event.scores.push_back(score);
  }
  for (const json::value& value : list_in(object, "winners", kMaxPlayers)) {
    if (!value.is_int64() || value.get_int64() < 0 ||
        value.get_int64() >= static_cast<std::int64_t>(event.scores.size()))
      fail("\"winners\" must be seats");
    event.scores[static_cast<std::size_t>(value.get_int64())].winner = true;
  }
}

void read_payload(const Edition& edition, const json::object& object, Event& event) {
  switch (event.kind) {
    case EventKind::kAction:
      if (!need(object, "action").is_null()) event.action = action_from(edition, object_in(object, "action"));
      break;
    case EventKind::kCard: {
      const json::object& to = object_in(object, "to");
      if (to.contains("row")) {
        event.to = CardTo::row(small(to, "row", 0, kRow - 1));
      } else if (to.contains("tunnel")) {
        event.to = CardTo::tunnel(small(to, "tunnel", 0, kTunnelCards - 1));
      } else {
        event.to = CardTo::hand(small(to, "hand", 0, kMaxPlayers - 1));
      }
      if (!need(object, "card").is_null()) event.card = card_named(word(object, "card"));
      break;
    }
    case EventKind::kOffer:
      for (const json::value& value : list_in(object, "tickets", kMaxOffer))
        event.tickets.push_back(ticket_from(edition, value));
      break;
    case EventKind::kFirstPlayer: event.number = small(object, "seat", 0, kMaxPlayers - 1); break;
    case EventKind::kReshuffle: event.number = small(object, "cards", 1, kMaxCards); break;
    case EventKind::kKept:
      event.number = small(object, "count", 0, kMaxOffer);
      if (!object.contains("decks")) break;
      for (const json::value& value : list_in(object, "decks", kMaxDecks)) {
        if (!value.is_int64() || value.get_int64() < 0 || value.get_int64() > kMaxOffer)
          fail("\"decks\" must be numbers of tickets");
        event.by_deck.push_back(static_cast<int>(value.get_int64()));
      }
      break;
    case EventKind::kEnd: read_end(object, event); break;
    case EventKind::kKey:
      event.key = word(object, "key");
      if (!key_from_hex(event.key)) fail("\"key\" must have 64 hexadecimal digits");
      break;
    case EventKind::kUndo: event.number = small(object, "to_seq", 1, 1'000'000'000); break;
    default: break;
  }
}

Header header_from(const json::object& object) {
  Header header;
  if (word(object, "fogg") != "record") fail("\"fogg\" must be \"record\": this is not a game record");
  header.format = small(object, "format", 0, 1'000'000);
  if (header.format != kRecordFormat)
    fail(fmt::format("format {} is unknown, this program reads {}", header.format, kRecordFormat));
  header.rules = small(object, "rules", 0, 1'000'000);
  if (header.rules != kRulesVersion)
    fail(fmt::format("rules version {} is unknown, this program plays {}", header.rules, kRulesVersion));
  header.edition = word(object, "edition");
  header.data_hash = word(object, "data");
  for (const json::value& value : list_in(object, "players", kMaxPlayers)) {
    if (!value.is_object()) fail("\"players\" must be objects");
    PlayerInfo player{word(value.get_object(), "name"), ""};
    if (value.get_object().contains("bot")) player.bot = word(value.get_object(), "bot");
    if (value.get_object().contains("color")) player.color = word(value.get_object(), "color");
    header.players.push_back(std::move(player));
  }
  if (header.players.size() < kMinPlayers) fail("fewer than two players");
  if (object.contains("first_player")) {
    header.first_player = small(object, "first_player", 0, static_cast<int>(header.players.size()) - 1);
  }
  if (object.contains("key_hash")) header.key_hash = word(object, "key_hash");
  if (object.contains("key")) {
    header.key = word(object, "key");
    if (!key_from_hex(*header.key)) fail("\"key\" must have 64 hexadecimal digits");
    if (!header.key_hash) fail("\"key\" without \"key_hash\"");
  }
  if (object.contains("seed")) header.seed = word(object, "seed");
  return header;
}

Event event_from(const Edition& edition, const json::object& object) {
  Event event;
  event.seq = small(object, "seq", 1, 1'000'000'000);
  const std::string kind = word(object, "kind");
  int found = 0;
  while (found < kEventKinds && name(static_cast<EventKind>(found)) != kind) ++found;
  if (found == kEventKinds) fail(fmt::format("unknown kind \"{}\"", kind));
  event.kind = static_cast<EventKind>(found);
  if (!need(object, "t_ms").is_null()) event.t_ms = number(object, "t_ms", 0, std::int64_t{1} << 53U);
  if (!need(object, "actor").is_null()) event.actor = small(object, "actor", 0, kMaxPlayers - 1);
  const json::value& visible = need(object, "visible_to");
  if (visible.is_array()) {
    const json::array& list = list_in(object, "visible_to", kMaxPlayers);
    if (list.size() != 1 || !list[0].is_int64() || list[0].get_int64() < 0 || list[0].get_int64() >= kMaxPlayers)
      fail("\"visible_to\" must be \"all\" or a list of one seat");
    event.only_for = static_cast<int>(list[0].get_int64());
  } else if (word(object, "visible_to") != "all") {
    fail("\"visible_to\" must be \"all\" or a list of one seat");
  }
  read_payload(edition, object, event);
  return event;
}

}  // namespace

tl::expected<Header, LineError> parse_header(std::string_view line) {
  try {
    return header_from(parse_object(line));
  } catch (LineError& error) {
    return tl::unexpected(std::move(error));
  }
}

tl::expected<Event, LineError> parse_event(const Edition& edition, std::string_view line) {
  try {
    return event_from(edition, parse_object(line));
  } catch (LineError& error) {
    return tl::unexpected(std::move(error));
  }
}

std::optional<Action> action_from_json(const Edition& edition, std::string_view text) {
  try {
    return action_from(edition, parse_object(text));
  } catch (LineError&) {
    return {};
  }
}

}  // namespace fogg
