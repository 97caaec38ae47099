// From JSON to Board and Edition, with every check.
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>

#include "data/catalog.h"
#include "data/json_node.h"
#include "data/sha256.h"
#include "engine/state.h"

namespace fogg {

namespace {

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

// A city or a country.
std::uint8_t end_of(const Board& board, const Node& node) {
  const std::string word = node.word();
  for (std::size_t i = 0; i < board.countries.size(); ++i) {
    if (board.countries[i].id == word) return static_cast<std::uint8_t>(Ticket::kCountry + i);
  }
  return city_of(board, node);
}

bool same_cities(const Route& x, const Route& y) { return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a); }

void read_routes(const Node& list, Board& board) {
  for (const Node& node : list.items(1, kMaxRoutes)) {
    node.object({"a", "b", "length", "color", "ferry", "tunnel"});
    Route route;
    route.a = city_of(board, node.at("a"));
    route.b = city_of(board, node.at("b"));
    if (route.a == route.b) node.fail("leads from a city to itself");
    route.length = static_cast<std::uint8_t>(node.at("length").number(1, kMaxLength));
    route.color = static_cast<std::uint8_t>(color_of(node.at("color")));
    if (const auto ferry = node.find("ferry")) {
      route.ferry = static_cast<std::uint8_t>(ferry->number(1, route.length));
      if (route.color != kGray) node.fail("a ferry must be gray");
    }
    if (const auto tunnel = node.find("tunnel")) {
      route.tunnel = tunnel->yes();
      if (route.tunnel && route.ferry > 0) node.fail("cannot be a ferry and a tunnel");
    }
    const auto parallels =
        std::ranges::count_if(board.routes, [&](const Route& other) { return same_cities(route, other); });
    if (parallels > 0) {
      Route& before = board.routes.back();
      if (!same_cities(route, before)) node.fail("parallel routes must follow each other in the file");
      if (before.length != route.length) {
        node.fail(
            fmt::format("parallel routes must be equally long, these have {} and {}", before.length, route.length));
      }
      if (before.ferry != route.ferry || before.tunnel != route.tunnel)
        node.fail("parallel routes must be of the same kind: ferry, tunnel or neither");
      if (before.a != route.a) node.fail("parallel routes must name their cities in the same order");
      if (parallels > 2) node.fail("more than three parallel routes");
      if (parallels == 1) before.track = 1;
      route.track = static_cast<std::uint8_t>(parallels + 1);
    }
    board.routes.push_back(route);
  }
}

void read_cities(const Node& root, Board& board) {
  std::map<std::string, std::vector<std::uint8_t>> piles;
  if (const auto goods = root.find("goods")) {
    for (const auto& [name, pile] : goods->members()) {
      std::vector<std::uint8_t>& tiles = piles[name];
      for (const Node& tile : pile.items(1, kMaxGoods)) {
        tiles.push_back(static_cast<std::uint8_t>(tile.number(1, 99)));
        if (tiles.size() > 1 && tiles.back() > tiles[tiles.size() - 2]) tile.fail("the highest tile must come first");
      }
    }
  }
  for (const Node& node : root.at("cities").items(2, kMaxCities)) {
    node.object({"id", "name", "lat", "lon", "country", "goods"});
    City city{.id = node.at("id").id(),
              .name = node.at("name").word(),
              .lat = node.at("lat").real(-90, 90),
              .lon = node.at("lon").real(-180, 180),
              .goods = {}};
    if (board.city(city.id) >= 0) node.fail(fmt::format("city \"{}\" is there twice", city.id));
    if (std::ranges::count(board.countries, city.id, &Country::id) != 0)
      node.fail(fmt::format("\"{}\" is a city and a country", city.id));
    if (const auto country = node.find("country")) {
      const auto found = std::ranges::find(board.countries, country->word(), &Country::id);
      if (found == board.countries.end()) country->fail(fmt::format("unknown country \"{}\"", country->word()));
      city.country = static_cast<int>(found - board.countries.begin());
      found->ends |= city_bit(static_cast<int>(board.cities.size()));
    }
    if (const auto goods = node.find("goods")) {
      if (city.country >= 0) goods->fail("there are no goods in a country");
      const auto found = piles.find(goods->word());
      if (found == piles.end()) goods->fail(fmt::format("unknown goods \"{}\"", goods->word()));
      city.goods = found->second;
    }
    board.cities.push_back(std::move(city));
  }
}

// Nothing can pass through an end point that is joined with one city only.
void check_countries(const Node& root, const Board& board) {
  const auto countries = root.find("countries");
  for (std::size_t i = 0; i < board.countries.size(); ++i) {
    if (board.countries[i].ends == 0)
      countries->fail(fmt::format("no city is an end point of \"{}\"", board.countries[i].id));
  }
  const auto routes = root.at("routes").items(1, kMaxRoutes);
  std::map<int, int> neighbor;
  for (std::size_t r = 0; r < board.routes.size(); ++r) {
    const Route& route = board.routes[r];
    for (const auto& [end, other] : {std::pair<int, int>{route.a, route.b}, std::pair<int, int>{route.b, route.a}}) {
      if (board.cities[static_cast<std::size_t>(end)].country < 0) continue;
      if (board.cities[static_cast<std::size_t>(other)].country >= 0)
        routes[r].fail("joins two end points of countries");
      if (neighbor.emplace(end, other).first->second != other) {
        routes[r].fail(fmt::format("all routes of the end point \"{}\" must lead to the same city",
                                   board.cities[static_cast<std::size_t>(end)].id));
      }
    }
  }
}

Board board_of(const Node& root) {
  root.object({"format", "id", "name", "notes", "unverified", "countries", "goods", "cities", "routes", "tickets"});
  root.at("format").number(1, 1);
  Board board;
  board.id = root.at("id").id("-");
  board.name = root.at("name").word();
  if (const auto notes = root.find("notes")) board.notes = notes->lines();
  if (const auto unverified = root.find("unverified")) board.unverified = unverified->lines();
  if (const auto countries = root.find("countries")) {
    for (const Node& node : countries->items(0, kMaxCities)) {
      node.object({"id", "name"});
      Country country{.id = node.at("id").id(), .name = node.at("name").word(), .ends = 0};
      if (std::ranges::count(board.countries, country.id, &Country::id) != 0)
        node.fail(fmt::format("country \"{}\" is there twice", country.id));
      board.countries.push_back(std::move(country));
    }
  }
  read_cities(root, board);
  read_routes(root.at("routes"), board);
  check_countries(root, board);
  std::set<std::pair<int, int>> ferries;
  for (const Route& route : board.routes) {
    if (route.ferry > 0) ferries.emplace(route.length, route.ferry);
  }
  if (ferries.size() > kMaxFerryKinds) {
    root.at("routes").fail(fmt::format("{} different kinds of ferries (length and symbols), at most {} are possible",
                                       ferries.size(), kMaxFerryKinds));
  }
  return board;
}

// A ticket that nobody could ever complete is a mistake.
std::vector<Ticket> read_tickets(const Node& list, const Board& board) {
  std::vector<std::uint8_t> group(board.cities.size());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<std::uint8_t>(i);
  for (const Route& route : board.routes) {
    std::ranges::replace(group, std::uint8_t{group[route.a]}, std::uint8_t{group[route.b]});
  }
  auto can_be_joined = [&](const Ticket& ticket) {
    for (CitySet a = board.end_cities(ticket.a); a != 0; a &= a - 1) {
      for (CitySet b = board.end_cities(ticket.b); b != 0; b &= b - 1) {
        if (group[static_cast<std::size_t>(std::countr_zero(a))] ==
            group[static_cast<std::size_t>(std::countr_zero(b))])
          return true;
      }
    }
    return false;
  };
  std::vector<Ticket> tickets;
  std::set<std::pair<int, int>> pairs;
  for (const Node& node : list.items(1, kMaxTickets)) {
    node.object({"a", "b", "points"});
    const Ticket ticket{end_of(board, node.at("a")), end_of(board, node.at("b")),
                        static_cast<std::uint8_t>(node.at("points").number(1, 99))};
    if (ticket.a == ticket.b) node.fail("leads from a city to itself");
    if (!pairs.emplace(std::minmax(ticket.a, ticket.b)).second) node.fail("the same two cities are there twice");
    if (!can_be_joined(ticket)) node.fail("no routes join these cities");
    tickets.push_back(ticket);
  }
  return tickets;
}

void check_all_decks(const Node& root, const Board& board) {
  for (const auto& [name, deck] : root.at("tickets").members()) read_tickets(deck, board);
}

void read_cards(const Node& cards, Edition& edition) {
  cards.object({"purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive", "locomotive4",
                "passenger", "total", "hand_at_start", "row", "row_reset_at"});
  int sum = 0;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const std::string_view key = kCardNames[static_cast<std::size_t>(kind)];
    if (kind > index(Card::kLocomotive) && !cards.find(key)) continue;
    const int number = cards.at(key).number(0, kMaxCards);
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

// One deck of an edition: its tickets are added to those of the decks before it.
void read_deck(const Node& node, const Node& map_root, bool mix, std::size_t decks, Edition& edition) {
  if (mix) {
    node.object({"name", "count"});
  } else {
    node.object({"name", "count", "deal", "draw"});
  }
  TicketDeck deck{.name = node.at("name").word(40), .first = edition.ticket_count()};
  const auto list = map_root.at("tickets").find(deck.name);
  if (!list) node.at("name").fail(fmt::format("map \"{}\" has no tickets \"{}\"", edition.board.id, deck.name));
  if (std::ranges::count(edition.decks, deck.name, &TicketDeck::name) != 0)
    node.at("name").fail("this deck is there twice");
  // The name is a word of actions.
  if (mix && deck.name.find(' ') != std::string::npos) node.at("name").fail("must be one word");
  const std::vector<Ticket> tickets = read_tickets(*list, edition.board);
  deck.count = static_cast<int>(tickets.size());
  const Node count = node.at("count");
  if (count.number(1, kMaxTickets) != deck.count) {
    count.fail(
        fmt::format("says {}, but the map has {} tickets \"{}\"", count.number(1, kMaxTickets), deck.count, deck.name));
  }
  if (edition.ticket_count() + deck.count > kMaxTickets)
    count.fail(fmt::format("more than {} tickets in all", kMaxTickets));
  for (std::size_t i = 0; i < tickets.size(); ++i) {
    const Ticket& ticket = tickets[i];
    for (const Ticket& other : edition.tickets) {
      if ((other.a == ticket.a && other.b == ticket.b) || (other.a == ticket.b && other.b == ticket.a))
        list->items(1, kMaxTickets)[i].fail("the same two cities are in the other deck of the edition");
    }
  }
  edition.tickets.insert(edition.tickets.end(), tickets.begin(), tickets.end());
  if (!mix) {
    const int least = decks == 1 ? 1 : 0;
    deck.deal = node.at("deal").number(least, kMaxOffer);
    deck.draw = node.at("draw").number(least, 4);
  }
  const int dealt = mix ? edition.mix : deck.deal;
  if (dealt * edition.max_players > deck.count)
    count.fail(fmt::format("too few tickets to deal {} to each of {} players", dealt, edition.max_players));
  edition.decks.push_back(deck);
}

void read_ticket_rules(const Node& rules, const Node& map_root, Edition& edition) {
  rules.object({"decks", "mix", "keep_at_start", "keep_later", "start_returns", "return_order"});
  const auto mix = rules.find("mix");
  if (mix) edition.mix = mix->number(1, 4);
  const Node decks = rules.at("decks");
  const auto list = decks.items(mix ? kMaxDecks : 1, kMaxDecks);
  for (const Node& node : list) read_deck(node, map_root, mix.has_value(), list.size(), edition);
  int deal = edition.mix;
  int draw = edition.mix;
  for (const TicketDeck& deck : edition.decks) {
    deal += deck.deal;
    if (draw > 0 && deck.draw > 0) decks.fail("only one deck can be drawn from, unless there is a mix");
    draw += deck.draw;
  }
  if (deal < 1 || deal > kMaxOffer) decks.fail(fmt::format("deal {} tickets in all, must be 1 to {}", deal, kMaxOffer));
  if (draw < 1) decks.fail("there is no deck to draw from");
  edition.keep_at_start = rules.at("keep_at_start").number(1, deal);
  edition.keep_later = rules.at("keep_later").number(1, draw);
  const Node start_returns = rules.at("start_returns");
  if (const std::string word = start_returns.word(); word == "shuffled_under") {
    edition.start_returns = StartReturns::kShuffledUnder;
  } else if (word == "leave") {
    edition.start_returns = StartReturns::kLeave;
  } else if (word == "shuffled_in") {
    edition.start_returns = StartReturns::kShuffledIn;
  } else if (word != "under") {
    start_returns.fail(
        fmt::format("must be \"under\", \"shuffled_under\", \"leave\" or \"shuffled_in\", is \"{}\"", word));
  }
  const Node order = rules.at("return_order");
  if (const std::string word = order.word(); word == "chosen") {
    edition.return_order = ReturnOrder::kChosen;
    if (edition.decks.size() > 1) order.fail("the order can be chosen with one deck only");
  } else if (word != "offered") {
    order.fail(fmt::format("must be \"offered\" or \"chosen\", is \"{}\"", word));
  }
}

constexpr std::array<std::pair<std::string_view, Tie>, 4> kTies = {{{"most_tickets", Tie::kMostTickets},
                                                                    {"fewest_stations", Tie::kFewestStations},
                                                                    {"longest_path", Tie::kLongestPath},
                                                                    {"most_goods", Tie::kMostGoods}}};

void read_ties(const Node& list, Edition& edition) {
  for (const Node& node : list.items(0, kTies.size())) {
    const std::string word = node.word();
    const auto* found = std::ranges::find(kTies, word, [](const auto& entry) { return entry.first; });
    if (found == kTies.end()) node.fail(fmt::format("unknown rule for ties \"{}\"", word));
    if (std::ranges::count(edition.ties, found->second) != 0) node.fail("this rule is there twice");
    edition.ties.push_back(found->second);
  }
}

// What the rules do not say how to play together.
void check_combinations(const Node& root, const Edition& edition) {
  const bool ferries = std::ranges::any_of(edition.board.routes, [](const Route& r) { return r.ferry > 0; });
  const bool tunnels = std::ranges::any_of(edition.board.routes, &Route::tunnel);
  if (edition.cards[Card::kLocomotive4] > 0) {
    const Node fours = root.at("cards").at("locomotive4");
    if (ferries || tunnels) fours.fail("cannot be combined with ferries or tunnels");
    if (std::ranges::any_of(edition.board.routes, [](const Route& r) { return r.color == kGray && r.length > 7; }))
      fours.fail("cannot be combined with gray routes of more than 7 spaces");
  }
  if (edition.passengers > 0 && tunnels) root.at("passengers").fail("cannot be combined with tunnels");
  if (edition.passengers > 0 && edition.stations > 0) root.at("passengers").fail("cannot be combined with stations");
}

Edition edition_of(const Node& root, const Node& map_root) {
  root.object({"format", "id", "name", "notes", "unverified", "map", "players", "seats", "trains", "last_round_at",
               "route_points", "cards", "tickets", "stations", "passengers", "bonus", "ties"});
  root.at("format").number(1, 1);
  root.at("map").id("-");  // which file that is, is the catalog's business
  Edition edition;
  edition.board = board_of(map_root);
  check_all_decks(map_root, edition.board);
  edition.id = root.at("id").id("-");
  edition.name = root.at("name").word();
  if (const auto notes = root.find("notes")) edition.notes = notes->lines();
  if (const auto unverified = root.find("unverified")) edition.unverified = unverified->lines();
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
  bonus.object({"longest_path", "most_tickets"});
  if (const auto longest = bonus.find("longest_path")) edition.longest_path_bonus = longest->number(0, 99);
  if (const auto most = bonus.find("most_tickets")) edition.most_tickets_bonus = most->number(0, 99);
  if (const auto stations = root.find("stations")) {
    stations->object({"each", "points_unbuilt"});
    edition.stations = stations->at("each").number(1, kMaxStations);
    edition.unbuilt_station_points = stations->at("points_unbuilt").number(0, 99);
  }
  if (const auto passengers = root.find("passengers")) edition.passengers = passengers->number(1, kMaxPassengers);
  read_ties(root.at("ties"), edition);
  check_combinations(root, edition);
  edition.finish();
  if (edition.state_bytes() > static_cast<int>(sizeof(State)))
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
  for (int kind = 0; kind < e.card_kinds; ++kind) {
    line("cards {} {}", kCardNames[static_cast<std::size_t>(kind)], e.cards.of[static_cast<std::size_t>(kind)]);
  }
  line("hand {}", e.hand_at_start);
  line("row {} {}", kRow, e.row_reset_at);
  static constexpr std::array<std::string_view, 4> kReturns = {"under", "shuffled_under", "leave", "shuffled_in"};
  line("deal {} {} {}", e.deal, e.keep_at_start, kReturns[static_cast<std::size_t>(e.start_returns)]);
  line("draw {} {} {}", e.draw, e.keep_later, e.return_order == ReturnOrder::kOffered ? "offered" : "chosen");
  line("longest_path {}", e.longest_path_bonus);
  if (e.most_tickets_bonus > 0) line("most_tickets {}", e.most_tickets_bonus);
  if (e.stations > 0) line("stations {} {}", e.stations, e.unbuilt_station_points);
  if (e.passengers > 0) line("passengers {}", e.passengers);
  if (e.ties != std::vector{Tie::kMostTickets, Tie::kLongestPath}) {
    for (const Tie tie : e.ties) line("tie {}", kTies[static_cast<std::size_t>(tie)].first);
  }
  for (const City& city : e.board.cities) {
    std::string more;
    if (city.country >= 0) more += " country " + e.board.countries[static_cast<std::size_t>(city.country)].id;
    if (e.passengers > 0 && !city.goods.empty()) more += fmt::format(" goods {}", fmt::join(city.goods, " "));
    line("city {}{}", city.id, more);
  }
  for (const Route& r : e.board.routes) {
    std::string more;
    if (r.ferry > 0) more += fmt::format(" ferry {}", r.ferry);
    if (r.tunnel) more += " tunnel";
    line("route {} {} {} {}{}", e.board.cities[r.a].id, e.board.cities[r.b].id, r.length,
         r.color == kGray ? std::string_view("gray") : kCardNames[r.color], more);
  }
  for (const TicketDeck& deck : e.decks) {
    if (e.decks.size() > 1) line("deck {} {} {}", deck.count, deck.deal, deck.draw);
    for (int t = deck.first; t < deck.first + deck.count; ++t) {
      const Ticket& ticket = e.tickets[static_cast<std::size_t>(t)];
      line("ticket {} {} {}", e.board.end_id(ticket.a), e.board.end_id(ticket.b), ticket.points);
    }
  }
  return out;
}

tl::expected<Board, DataError> read_map(std::string_view file, std::string_view text) {
  try {
    const boost::json::value value = parse_json(file, text);
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
    const boost::json::value edition = parse_json(edition_file, edition_text);
    const boost::json::value map = parse_json(map_file, map_text);
    return edition_of(Node(edition_file, edition, ""), Node(map_file, map, ""));
  } catch (const DataError& error) {
    return tl::unexpected(error);
  }
}

}  // namespace fogg
