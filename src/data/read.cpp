// From JSON to Board and Edition, with every check.
#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <set>

#include "data/catalog.h"
#include "data/sha256.h"
#include "engine/state.h"

namespace fogg {

namespace {

namespace json = boost::json;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// Words of a file get into messages; whatever they are, a message stays one line of a length that can be read.
std::string one_line(std::string text) {
  constexpr std::size_t kMost = 300;
  if (text.size() > kMost) {
    std::size_t end = kMost;
    while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not in the middle of a character
    text.resize(end);
    text += "...";
  }
  std::ranges::replace_if(text, is_control, '?');
  return text;
}

[[noreturn]] void fail_at(std::string_view file, std::string where, std::string message) {
  throw DataError{std::string(file), one_line(std::move(where)), one_line(std::move(message))};
}

// "3 to 5", or one number where there is no choice.
std::string range(std::size_t least, std::size_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

// A value of a file together with its place in it. Every accessor checks; the first thing found wrong is thrown as a
// DataError and becomes the result of the reading.
class Node {
 public:
  Node(std::string_view file, const json::value& value, std::string key)
      : file_(file), value_(value), key_(std::move(key)) {}

  [[noreturn]] void fail(std::string message) const { fail_at(file_, key_, std::move(message)); }

  const json::object& object(std::initializer_list<std::string_view> allowed) const {
    if (!value_.is_object()) fail("must be an object");
    for (const auto& member : value_.get_object()) {
      if (std::ranges::find(allowed, std::string_view(member.key())) == allowed.end()) {
        fail(fmt::format("unknown key \"{}\"", std::string_view(member.key())));
      }
    }
    return value_.get_object();
  }

  Node at(std::string_view name) const {
    if (!value_.is_object()) fail("must be an object");
    const json::value* found = value_.get_object().if_contains(name);
    if (found == nullptr) fail(fmt::format("key \"{}\" is missing", name));
    return {file_, *found, key_.empty() ? std::string(name) : key_ + "." + std::string(name)};
  }
  std::optional<Node> find(std::string_view name) const {
    if (!value_.is_object() || !value_.get_object().contains(name)) return {};
    return at(name);
  }

  std::vector<Node> items(std::size_t least, std::size_t most) const {
    if (!value_.is_array()) fail("must be a list");
    const json::array& array = value_.get_array();
    if (array.size() < least || array.size() > most) {
      fail(fmt::format("must have {} {}, has {}", range(least, most), most == 1 ? "entry" : "entries", array.size()));
    }
    std::vector<Node> nodes;
    nodes.reserve(array.size());
    nodes.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i) nodes.emplace_back(file_, array[i], fmt::format("{}[{}]", key_, i));
    return nodes;
  }
  std::vector<std::pair<std::string, Node>> members() const {
    if (!value_.is_object()) fail("must be an object");
    std::vector<std::pair<std::string, Node>> nodes;
    for (const auto& member : value_.get_object()) nodes.emplace_back(std::string(member.key()), at(member.key()));
    return nodes;
  }

  int number(int least, int most) const {
    // Beyond 63 bits a whole number is no int64 any more, but it is too large rather than of the wrong type.
    if (value_.is_uint64()) out_of_range(least, most, value_.get_uint64());
    if (!value_.is_int64()) fail("must be a whole number");
    const std::int64_t n = value_.get_int64();
    if (n < least || n > most) out_of_range(least, most, n);
    return static_cast<int>(n);
  }
  double real(double least, double most) const {
    if (!value_.is_number()) fail("must be a number");
    const auto n = value_.to_number<double>();
    if (!(n >= least && n <= most)) fail(fmt::format("must be from {} to {}", least, most));
    return n;
  }
  std::string word(std::size_t most = 200) const {
    if (!value_.is_string()) fail("must be a text");
    const auto& text = value_.get_string();
    if (text.empty() || text.size() > most) fail(fmt::format("must have 1 to {} characters", most));
    // Names are written into tables and logs of one line each.
    if (std::ranges::any_of(text, is_control)) fail("has a control character");
    return {text.data(), text.size()};
  }
  // An identifier: ASCII letters and digits, and those of `more`.
  std::string id(std::string_view more = "") const {
    const std::string text = word(40);
    for (const char c : text) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!plain && more.find(c) == std::string_view::npos)
        fail(fmt::format("\"{}\" has a character not allowed in a name", text));
    }
    return text;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const Node& node : items(0, 100)) out.push_back(node.word(5000));
    return out;
  }

 private:
  template <typename T>
  [[noreturn]] void out_of_range(int least, int most, T is) const {
    if (least == most) fail(fmt::format("must be {}, is {}", most, is));
    fail(fmt::format("must be from {} to {}, is {}", least, most, is));
  }

  std::string_view file_;
  const json::value& value_;
  std::string key_;
};

// Of equal keys in one object Boost.JSON silently takes the last. A file that says two things is wrong, so the text
// goes through this first. The names are those that basic_parser calls.
class KeyWatch {
 public:
  static constexpr std::size_t max_array_size = std::size_t(-1);
  static constexpr std::size_t max_object_size = std::size_t(-1);
  static constexpr std::size_t max_string_size = std::size_t(-1);
  static constexpr std::size_t max_key_size = std::size_t(-1);
  using Error = boost::system::error_code;
  using Text = json::string_view;

  bool on_object_begin(Error&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, Error&) {
    keys_.pop_back();
    return true;
  }
  bool on_key_part(Text part, std::size_t, Error&) {
    key_.append(part.data(), part.size());
    return true;
  }
  bool on_key(Text part, std::size_t, Error& error) {
    key_.append(part.data(), part.size());
    if (!keys_.back().insert(key_).second) {
      twice_ = true;
      error = json::error::syntax;
      return false;
    }
    key_.clear();
    return true;
  }
  const std::string* key_twice() const { return twice_ ? &key_ : nullptr; }

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t, Error&) { return true; }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text, std::size_t, Error&) { return true; }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error&) { return true; }
  bool on_uint64(std::uint64_t, Text, Error&) { return true; }
  bool on_double(double, Text, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

 private:
  std::vector<std::set<std::string>> keys_;  // of the objects around the place reached
  std::string key_;
  bool twice_ = false;
};

json::value parse(std::string_view file, std::string_view text) {
  json::parse_options options;
  options.max_depth = 16;
  json::basic_parser<KeyWatch> watch(options);
  boost::system::error_code error;
  std::size_t used = watch.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::error::extra_data;
  if (error) {
    used = std::min(used, text.size());
    const std::string_view before = text.substr(0, used);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto column = before.size() - (before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1) + 1;
    const std::string* twice = watch.handler().key_twice();
    fail_at(file, fmt::format("line {}, column {}", line, column),
            twice != nullptr ? fmt::format("key \"{}\" is there twice", *twice)
                             : fmt::format("broken JSON ({})", error.message()));
  }
  return json::parse(text, {}, options);
}

int color_of(const Node& node) {
  const std::string word = node.word();
  if (word == "gray") return kGray;
  for (int c = 0; c < kColors; ++c) {
    if (kCardNames[static_cast<std::size_t>(c)] == word) return c;
  }
  node.fail(fmt::format("unknown color \"{}\"", word));
}

std::uint8_t city_of(const Board& board, const Node& node) {
  const std::string word = node.word();
  const int city = board.city(word);
  if (city < 0) node.fail(fmt::format("unknown city \"{}\"", word));
  return static_cast<std::uint8_t>(city);
}

bool same_cities(const Route& x, const Route& y) { return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a); }

void read_routes(const Node& list, Board& board) {
  for (const Node& node : list.items(1, kMaxRoutes)) {
    node.object({"a", "b", "length", "color"});
    Route route;
    route.a = city_of(board, node.at("a"));
    route.b = city_of(board, node.at("b"));
    if (route.a == route.b) node.fail("leads from a city to itself");
    route.length = static_cast<std::uint8_t>(node.at("length").number(1, kMaxLength));
    route.color = static_cast<std::uint8_t>(color_of(node.at("color")));
    const auto parallels =
        std::ranges::count_if(board.routes, [&](const Route& other) { return same_cities(route, other); });
    if (parallels > 0) {
      Route& before = board.routes.back();
      if (!same_cities(route, before)) node.fail("parallel routes must follow each other in the file");
      if (before.length != route.length) {
        node.fail(
            fmt::format("parallel routes must be equally long, these have {} and {}", before.length, route.length));
      }
      if (before.a != route.a) node.fail("parallel routes must name their cities in the same order");
      if (parallels > 2) node.fail("more than three parallel routes");
      if (parallels == 1) before.track = 1;
      route.track = static_cast<std::uint8_t>(parallels + 1);
    }
    board.routes.push_back(route);
  }
}

Board board_of(const Node& root) {
  root.object({"format", "id", "name", "notes", "unverified", "cities", "routes", "tickets"});
  root.at("format").number(1, 1);
  Board board;
  board.id = root.at("id").id("-");
  board.name = root.at("name").word();
  if (const auto notes = root.find("notes")) board.notes = notes->lines();
  if (const auto unverified = root.find("unverified")) board.unverified = unverified->lines();
  for (const Node& node : root.at("cities").items(2, kMaxCities)) {
    node.object({"id", "name", "lat", "lon"});
    City city{node.at("id").id(), node.at("name").word(), node.at("lat").real(-90, 90), node.at("lon").real(-180, 180)};
    if (board.city(city.id) >= 0) node.fail(fmt::format("city \"{}\" is there twice", city.id));
    board.cities.push_back(std::move(city));
  }
  read_routes(root.at("routes"), board);
  return board;
}

// Cities that can be joined with the first one of each ticket; a ticket that nobody could ever complete is a mistake.
std::vector<Ticket> read_tickets(const Node& list, const Board& board) {
  std::vector<std::uint8_t> group(board.cities.size());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<std::uint8_t>(i);
  for (const Route& route : board.routes) {
    std::ranges::replace(group, std::uint8_t{group[route.a]}, std::uint8_t{group[route.b]});
  }
  std::vector<Ticket> tickets;
  std::set<std::pair<int, int>> pairs;
  for (const Node& node : list.items(1, kMaxTickets)) {
    node.object({"a", "b", "points"});
    const Ticket ticket{city_of(board, node.at("a")), city_of(board, node.at("b")),
                        static_cast<std::uint8_t>(node.at("points").number(1, 99))};
    if (ticket.a == ticket.b) node.fail("leads from a city to itself");
    if (!pairs.emplace(std::minmax(ticket.a, ticket.b)).second) node.fail("the same two cities are there twice");
    if (group[ticket.a] != group[ticket.b]) node.fail("no routes join these cities");
    tickets.push_back(ticket);
  }
  return tickets;
}

void check_all_decks(const Node& root, const Board& board) {
  for (const auto& [name, deck] : root.at("tickets").members()) read_tickets(deck, board);
}

void read_cards(const Node& cards, Edition& edition) {
  cards.object({"purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive", "total",
                "hand_at_start", "row", "row_reset_at"});
  int sum = 0;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const int number = cards.at(kCardNames[static_cast<std::size_t>(kind)]).number(0, kMaxCards);
    edition.cards.of[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(number);
    sum += number;
  }
  const Node total = cards.at("total");
  if (total.number(1, kMaxCards) != sum)
    total.fail(fmt::format("says {}, but the kinds add up to {}", total.number(1, kMaxCards), sum));
  edition.hand_at_start = cards.at("hand_at_start").number(0, 20);
  cards.at("row").number(kRow, kRow);
  edition.row_reset_at = cards.at("row_reset_at").number(2, kRow);
  const int needed = edition.max_players * edition.hand_at_start + kRow + 1;
  if (sum < needed)
    total.fail(fmt::format("too few cards to begin with {} players: {} are needed", edition.max_players, needed));
}

void read_ticket_rules(const Node& rules, const Node& map_root, Edition& edition) {
  rules.object({"decks", "keep_at_start", "keep_later", "start_returns", "return_order"});
  const Node deck = rules.at("decks").items(1, 1).front();
  deck.object({"name", "count", "deal", "draw"});
  edition.deck_name = deck.at("name").word();
  const auto list = map_root.at("tickets").find(edition.deck_name);
  if (!list) deck.at("name").fail(fmt::format("map \"{}\" has no tickets \"{}\"", edition.board.id, edition.deck_name));
  edition.tickets = read_tickets(*list, edition.board);
  const Node count = deck.at("count");
  if (count.number(1, kMaxTickets) != edition.ticket_count()) {
    count.fail(fmt::format("says {}, but the map has {} tickets \"{}\"", count.number(1, kMaxTickets),
                           edition.ticket_count(), edition.deck_name));
  }
  edition.deal = deck.at("deal").number(1, kMaxOffer);
  edition.draw = deck.at("draw").number(1, 4);
  edition.keep_at_start = rules.at("keep_at_start").number(1, edition.deal);
  edition.keep_later = rules.at("keep_later").number(1, edition.draw);
  if (edition.deal * edition.max_players > edition.ticket_count()) {
    count.fail(fmt::format("too few tickets to deal {} to each of {} players", edition.deal, edition.max_players));
  }
  const Node start_returns = rules.at("start_returns");
  if (const std::string word = start_returns.word(); word == "shuffled_under") {
    edition.start_returns = StartReturns::kShuffledUnder;
  } else if (word != "under") {
    start_returns.fail(fmt::format("must be \"under\" or \"shuffled_under\", is \"{}\"", word));
  }
  const Node order = rules.at("return_order");
  if (const std::string word = order.word(); word == "chosen") {
    edition.return_order = ReturnOrder::kChosen;
  } else if (word != "offered") {
    order.fail(fmt::format("must be \"offered\" or \"chosen\", is \"{}\"", word));
  }
}

Edition edition_of(const Node& root, const Node& map_root) {
  root.object({"format", "id", "name", "notes", "map", "players", "seats", "trains", "last_round_at", "route_points",
               "cards", "tickets", "bonus"});
  root.at("format").number(1, 1);
  root.at("map").id("-");  // which file that is, is the catalog's business
  Edition edition;
  edition.board = board_of(map_root);
  check_all_decks(map_root, edition.board);
  edition.id = root.at("id").id("-");
  edition.name = root.at("name").word();
  if (const auto notes = root.find("notes")) edition.notes = notes->lines();
  const Node players = root.at("players");
  players.object({"min", "max"});
  edition.min_players = players.at("min").number(kMinPlayers, kMaxPlayers);
  edition.max_players = players.at("max").number(edition.min_players, kMaxPlayers);
  for (const Node& seat : root.at("seats").items(static_cast<std::size_t>(edition.max_players), kMaxPlayers)) {
    if (std::ranges::count(edition.seats, seat.id()) != 0) seat.fail("this seat is there twice");
    edition.seats.push_back(seat.id());
  }
  edition.trains = root.at("trains").number(1, kMaxTrains);
  edition.last_round_at = root.at("last_round_at").number(0, edition.trains - 1);
  const Node points = root.at("route_points");
  const auto values = points.items(1, kMaxLength);
  for (std::size_t i = 0; i < values.size(); ++i)
    edition.route_points[i + 1] = static_cast<std::uint8_t>(values[i].number(0, 99));
  for (const Route& route : edition.board.routes) {
    if (route.length > values.size()) points.fail(fmt::format("no points for a route of length {}", route.length));
  }
  read_cards(root.at("cards"), edition);
  read_ticket_rules(root.at("tickets"), map_root, edition);
  const Node bonus = root.at("bonus");
  bonus.object({"longest_path"});
  if (const auto longest = bonus.find("longest_path")) edition.longest_path_bonus = longest->number(0, 99);
  edition.finish();
  if (edition.ticket_count() + edition.ticket_log_bytes() > State::kTailBytes)
    root.at("tickets").fail("too many tickets for the engine");
  edition.data_hash = sha256_hex(canonical_data(edition));
  return edition;
}

}  // namespace

std::string canonical_data(const Edition& e) {
  std::string out = "fogg-data 1\n";
  auto line = [&out]<typename... Args>(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
    out += '\n';
  };
  line("players {} {}", e.min_players, e.max_players);
  line("trains {} {}", e.trains, e.last_round_at);
  for (std::size_t length = 1; length <= kMaxLength; ++length) line("points {} {}", length, e.route_points[length]);
  for (int kind = 0; kind < kCardKinds; ++kind) {
    line("cards {} {}", kCardNames[static_cast<std::size_t>(kind)], e.cards.of[static_cast<std::size_t>(kind)]);
  }
  line("hand {}", e.hand_at_start);
  line("row {} {}", kRow, e.row_reset_at);
  line("deal {} {} {}", e.deal, e.keep_at_start, e.start_returns == StartReturns::kUnder ? "under" : "shuffled_under");
  line("draw {} {} {}", e.draw, e.keep_later, e.return_order == ReturnOrder::kOffered ? "offered" : "chosen");
  line("longest_path {}", e.longest_path_bonus);
  for (const City& city : e.board.cities) line("city {}", city.id);
  for (const Route& r : e.board.routes) {
    line("route {} {} {} {}", e.board.cities[r.a].id, e.board.cities[r.b].id, r.length,
         r.color == kGray ? std::string_view("gray") : kCardNames[r.color]);
  }
  for (const Ticket& t : e.tickets) line("ticket {} {} {}", e.board.cities[t.a].id, e.board.cities[t.b].id, t.points);
  return out;
}

tl::expected<Board, DataError> read_map(std::string_view file, std::string_view text) {
  try {
    const json::value value = parse(file, text);
    const Node root(file, value, "");
    Board board = board_of(root);
    check_all_decks(root, board);
    return board;
  } catch (const DataError& error) {
    return tl::unexpected(error);
  }
}

tl::expected<Edition, DataError> read_edition(std::string_view edition_file, std::string_view edition_text,
                                              std::string_view map_file, std::string_view map_text) {
  try {
    const json::value edition = parse(edition_file, edition_text);
    const json::value map = parse(map_file, map_text);
    return edition_of(Node(edition_file, edition, ""), Node(map_file, map, ""));
  } catch (const DataError& error) {
    return tl::unexpected(error);
  }
}

}  // namespace fogg
