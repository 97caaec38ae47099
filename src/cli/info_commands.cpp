// fogg editions, fogg map
#include <fmt/format.h>
#include <algorithm>

#include "cli/common.h"

namespace fogg::cli {

namespace {

std::string string_list(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& text : list) out += (out.empty() ? "" : ",") + json_string(text);
  return "[" + out + "]";
}

void print_editions(const Common& common, bool json) {
  const Catalog catalog = common.catalog();
  std::string out;
  for (const std::string& id : catalog.edition_ids()) {
    const auto found = catalog.edition(id);
    if (!found) throw Failure{kUsage, found.error().text()};
    const Edition& e = **found;
    if (json) {
      out += fmt::format(
          R"({}{{"id":{},"name":{},"map":{},"min_players":{},"max_players":{},"cards":{},"tickets":{},"actions":{},"state_bytes":{},"data":{},"unverified":{}}})",
          out.empty() ? "" : ",", json_string(e.id), json_string(e.name), json_string(e.board.id), e.min_players,
          e.max_players, e.total_cards(), e.ticket_count(), e.action_count(), e.state_bytes(), json_string(e.data_hash),
          string_list(e.board.unverified));
    } else {
      out += fmt::format("{:<10} {:<12} {:<15} {} to {} players, {} cards, {} tickets\n", e.id, e.name, e.board.name,
                         e.min_players, e.max_players, e.total_cards(), e.ticket_count());
    }
  }
  fmt::print("{}", json ? "[" + out + "]\n" : out);
}

std::string_view color_name(const Route& route) {
  return route.color == kGray ? std::string_view("gray") : kCardNames[route.color];
}

void print_map_json(const Edition& e) {
  std::string cities, routes, tickets;
  for (const City& city : e.board.cities) {
    cities += fmt::format(R"({}{{"id":{},"name":{},"lat":{},"lon":{}}})", cities.empty() ? "" : ",",
                          json_string(city.id), json_string(city.name), city.lat, city.lon);
  }
  for (std::size_t i = 0; i < e.board.routes.size(); ++i) {
    const Route& r = e.board.routes[i];
    routes += fmt::format(R"({}{{"name":{},"a":{},"b":{},"track":{},"length":{},"color":{},"points":{}}})",
                          routes.empty() ? "" : ",", json_string(e.board.route_name(static_cast<int>(i))),
                          json_string(e.board.cities[r.a].id), json_string(e.board.cities[r.b].id), r.track, r.length,
                          json_string(color_name(r)), e.route_points[r.length]);
  }
  for (const Ticket& t : e.tickets) {
    tickets += fmt::format(R"({}{{"a":{},"b":{},"points":{}}})", tickets.empty() ? "" : ",",
                           json_string(e.board.cities[t.a].id), json_string(e.board.cities[t.b].id), t.points);
  }
  fmt::print(
      R"({{"edition":{},"map":{},"name":{},"data":{},"notes":{},"unverified":{},"cities":[{}],"routes":[{}],"tickets":[{}]}})"
      "\n",
      json_string(e.id), json_string(e.board.id), json_string(e.board.name), json_string(e.data_hash),
      string_list(e.board.notes), string_list(e.board.unverified), cities, routes, tickets);
}

void print_map(const Edition& e) {
  int spaces = 0;
  for (const Route& r : e.board.routes) spaces += r.length;
  fmt::print("{} on the map {}: {} cities, {} routes, {} spaces\n\n", e.name, e.board.name, e.board.cities.size(),
             e.board.routes.size(), spaces);
  fmt::print("Routes\n  {:<34} {:>6}  {:<8} {:>6}\n", "", "length", "color", "points");
  for (std::size_t i = 0; i < e.board.routes.size(); ++i) {
    const Route& r = e.board.routes[i];
    fmt::print("  {:<34} {:>6}  {:<8} {:>6}\n", e.board.route_name(static_cast<int>(i)), r.length, color_name(r),
               e.route_points[r.length]);
  }
  fmt::print("\nTickets (deck \"{}\")\n", e.deck_name);
  std::vector<Ticket> tickets = e.tickets;
  std::ranges::stable_sort(tickets, std::greater{}, &Ticket::points);
  for (const Ticket& t : tickets)
    fmt::print("  {:>3}  {} - {}\n", t.points, e.board.cities[t.a].name, e.board.cities[t.b].name);
  for (const auto& [title, list] : {std::pair{"Notes", &e.notes}, std::pair{"Notes on the map", &e.board.notes},
                                    std::pair{"Not verified", &e.board.unverified}}) {
    if (list->empty()) continue;
    fmt::print("\n{}\n", title);
    for (const std::string& line : *list) fmt::print("  - {}\n", line);
  }
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
  CLI::App* command =
      app.add_subcommand("map", "Show routes and tickets of an edition, and what about them is not verified");
  command->add_option("EDITION", *id, "Which edition, see `fogg editions`")->required();
  command->add_flag("--json", *json, "As JSON");
  command->callback([json, id, &common] {
    const auto edition = common.edition(*id);
    *json ? print_map_json(*edition) : print_map(*edition);
  });
}

}  // namespace fogg::cli
