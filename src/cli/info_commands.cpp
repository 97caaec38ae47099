// fogg editions, fogg map
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/common.h"

namespace fogg::cli {

namespace {

std::string string_list(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& text : list) out += (out.empty() ? "" : ",") + json_string(text);
  return "[" + out + "]";
}

// Of the edition and of its map.
std::vector<std::string> unverified(const Edition& e) {
  std::vector<std::string> list = e.unverified;
  list.insert(list.end(), e.board.unverified.begin(), e.board.unverified.end());
  return list;
}

void print_editions(const Common& common, bool json) {
  const Catalog catalog = common.catalog();
  std::string out;
  bool doubts = false;
  for (const std::string& id : catalog.edition_ids()) {
    const auto found = catalog.edition(id);
    if (!found) throw Failure{kUsage, found.error().text()};
    const Edition& e = **found;
    if (json) {
      out += fmt::format(
          R"({}{{"id":{},"name":{},"map":{},"min_players":{},"max_players":{},"cards":{},"tickets":{},"actions":{},"state_bytes":{},"data":{},"unverified":{}}})",
          out.empty() ? "" : ",", json_string(e.id), json_string(e.name), json_string(e.board.id), e.min_players,
          e.max_players, e.total_cards(), e.ticket_count(), e.action_count(), e.state_bytes(), json_string(e.data_hash),
          string_list(unverified(e)));
    } else {
      out += fmt::format("{:<14} {:<15} {:<14} {} to {} players, {} cards, {} tickets{}\n", e.id, e.name, e.board.name,
                         e.min_players, e.max_players, e.total_cards(), e.ticket_count(),
                         unverified(e).empty() ? "" : " *");
      doubts |= !unverified(e).empty();
    }
  }
  if (doubts) out += "\n* not all of the data is verified; `fogg map EDITION` shows what\n";
  fmt::print("{}", json ? "[" + out + "]\n" : out);
}

std::string_view color_name(const Route& route) {
  return route.color == kGray ? std::string_view("gray") : kCardNames[route.color];
}

void print_map_json(const Edition& e) {
  std::string cities, routes, tickets;
  for (const City& city : e.board.cities) {
    cities += fmt::format(R"({}{{"id":{},"name":{},"lat":{},"lon":{})", cities.empty() ? "" : ",", json_string(city.id),
                          json_string(city.name), city.lat, city.lon);
    if (city.country >= 0)
      cities +=
          fmt::format(R"(,"country":{})", json_string(e.board.countries[static_cast<std::size_t>(city.country)].id));
    if (!city.goods.empty()) cities += fmt::format(R"(,"goods":[{}])", fmt::join(city.goods, ","));
    cities += "}";
  }
  for (std::size_t i = 0; i < e.board.routes.size(); ++i) {
    const Route& r = e.board.routes[i];
    routes += fmt::format(
        R"({}{{"name":{},"a":{},"b":{},"track":{},"length":{},"color":{},"points":{},"ferry":{},"tunnel":{}}})",
        routes.empty() ? "" : ",", json_string(e.board.route_name(static_cast<int>(i))),
        json_string(e.board.cities[r.a].id), json_string(e.board.cities[r.b].id), r.track, r.length,
        json_string(color_name(r)), e.route_points[r.length], r.ferry, r.tunnel);
  }
  for (const TicketDeck& deck : e.decks) {
    for (int number = deck.first; number < deck.first + deck.count; ++number) {
      const Ticket& t = e.tickets[static_cast<std::size_t>(number)];
      tickets += fmt::format(R"({}{{"deck":{},"a":{},"b":{},"points":{}}})", tickets.empty() ? "" : ",",
                             json_string(deck.name), json_string(e.board.end_id(t.a)), json_string(e.board.end_id(t.b)),
                             t.points);
    }
  }
  fmt::print(
      R"({{"edition":{},"map":{},"name":{},"data":{},"notes":{},"unverified":{},"cities":[{}],"routes":[{}],"tickets":[{}]}})"
      "\n",
      json_string(e.id), json_string(e.board.id), json_string(e.board.name), json_string(e.data_hash),
      string_list(e.board.notes), string_list(unverified(e)), cities, routes, tickets);
}

// "47 cities, 101 routes (11 double, 18 tunnels, 13 ferries), 300 spaces"
std::string board_summary(const Board& board) {
  int spaces = 0, tunnels = 0, ferries = 0, doubles = 0, triples = 0, ends = 0, goods = 0;
  for (const Route& r : board.routes) {
    spaces += r.length;
    tunnels += r.tunnel ? 1 : 0;
    ferries += r.ferry > 0 ? 1 : 0;
    doubles += r.track == 2 ? 1 : 0;
    triples += r.track == 3 ? 1 : 0;
  }
  for (const City& city : board.cities) {
    ends += city.country >= 0 ? 1 : 0;
    goods += static_cast<int>(city.goods.size());
  }
  std::string kinds;
  auto add = [&kinds](int number, std::string_view what) {
    if (number > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? " (" : ", ", number, what);
  };
  add(doubles - triples, "double");
  add(triples, "triple");
  add(tunnels, tunnels == 1 ? "tunnel" : "tunnels");
  add(ferries, ferries == 1 ? "ferry" : "ferries");
  if (!kinds.empty()) kinds += ")";
  std::string out = fmt::format("{} cities", static_cast<int>(board.cities.size()) - ends);
  if (ends > 0) out += fmt::format(", {} end points of {} countries", ends, board.countries.size());
  out += fmt::format(", {} routes{}, {} spaces", board.routes.size(), kinds, spaces);
  if (goods > 0) out += fmt::format(", {} tiles of goods", goods);
  return out;
}

void print_lines(std::string_view title, const std::vector<std::string>& list) {
  if (list.empty()) return;
  fmt::print("\n{}\n", title);
  for (const std::string& line : list) fmt::print("  - {}\n", line);
}

void print_goods(const Board& board) {
  std::map<std::vector<int>, std::string, std::greater<>> piles;
  for (const City& city : board.cities) {
    if (city.goods.empty()) continue;
    std::string& names = piles[{city.goods.begin(), city.goods.end()}];
    names += (names.empty() ? "" : ", ") + city.name;
  }
  if (piles.empty()) return;
  fmt::print("\nGoods\n");
  for (const auto& [pile, names] : piles) fmt::print("  {:<10} {}\n", fmt::format("{}", fmt::join(pile, " ")), names);
}

void print_map(const Edition& e) {
  fmt::print("{} on the map {}: {}\n\n", e.name, e.board.name, board_summary(e.board));
  fmt::print("Routes\n  {:<34} {:>6}  {:<8} {:>6}\n", "", "length", "color", "points");
  for (std::size_t i = 0; i < e.board.routes.size(); ++i) {
    const Route& r = e.board.routes[i];
    fmt::print("  {:<34} {:>6}  {:<8} {:>6}{}\n", e.board.route_name(static_cast<int>(i)), r.length, color_name(r),
               e.route_points[r.length],
               r.tunnel      ? "  tunnel"
               : r.ferry > 0 ? fmt::format("  ferry, {} locomotive{}", r.ferry, r.ferry == 1 ? "" : "s")
                             : "");
  }
  print_goods(e.board);
  for (const TicketDeck& deck : e.decks) {
    fmt::print("\nTickets (deck \"{}\")\n", deck.name);
    std::vector<Ticket> tickets(e.tickets.begin() + deck.first, e.tickets.begin() + deck.first + deck.count);
    std::ranges::stable_sort(tickets, std::greater{}, &Ticket::points);
    for (const Ticket& t : tickets)
      fmt::print("  {:>3}  {} - {}\n", t.points, e.board.end_name(t.a), e.board.end_name(t.b));
  }
  print_lines("Notes", e.notes);
  print_lines("Notes on the map", e.board.notes);
  print_lines("Not verified", unverified(e));
}

// `fogg map --check`: a map or an edition file by itself. Of an edition the map is looked for beside it (../maps), then among the known ones.
void check_file(const Common& common, const std::string& name) {
  const auto text = read_data_file(name);
  if (!text) throw Failure{kNo, text.error().text()};
  if (!is_edition_file(*text)) {
    const auto board = read_map(name, *text);
    if (!board) throw Failure{kNo, board.error().text()};
    if (board->id != std::filesystem::path(name).stem().string())
      throw Failure{kNo, fmt::format("{}: id: must be the name of the file", name)};
    fmt::print("{}: a map without faults. {}: {}\n", name, board->name, board_summary(*board));
    print_lines("Not verified", board->unverified);
    return;
  }
  const auto edition = common.catalog().check_edition(name, *text);
  if (!edition) throw Failure{kNo, edition.error().text()};
  const Edition& e = **edition;
  fmt::print(
      "{}: an edition without faults. {} on the map {}, {} to {} players, {} cards, {} tickets; a position takes {} "
      "bytes\n",
      name, e.name, e.board.name, e.min_players, e.max_players, e.total_cards(), e.ticket_count(), e.state_bytes());
  print_lines("Not verified", unverified(e));
}

}  // namespace

void add_editions(CLI::App& app, Common& common) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("editions", "List the editions that can be played");
  command->add_flag("--json", *json, "As JSON");
  command->callback([json, &common] { print_editions(common, *json); });
}

void add_map(CLI::App& app, Common& common) {
  auto json = std::make_shared<bool>(false);
  auto id = std::make_shared<std::string>();
  auto file = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("map", "Show routes and tickets of an edition, and what about them is not verified");
  CLI::Option* edition_option = command->add_option("EDITION", *id, "Which edition, see `fogg editions`");
  CLI::Option* json_option = command->add_flag("--json", *json, "As JSON");
  command->add_option("--check", *file, "Say what is wrong with a map or edition file of your own (docs/maps.md)")
      ->type_name("FILE")
      ->excludes(edition_option)
      ->excludes(json_option);
  command->callback([json, id, file, &common] {
    if (!file->empty()) return check_file(common, *file);
    if (id->empty()) throw Failure{kUsage, "map: name an EDITION (`fogg editions` lists them), or --check FILE"};
    const auto edition = common.edition(*id);
    *json ? print_map_json(*edition) : print_map(*edition);
  });
}

}  // namespace fogg::cli
