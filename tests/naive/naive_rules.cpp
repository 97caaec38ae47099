#include "naive_rules.h"

#include <boost/json.hpp>
#include <fstream>
#include <sstream>

namespace naive {

namespace {

namespace json = boost::json;

// A whole file, parsed.
json::value read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    fail("cannot read " + path);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return json::parse(text.str());
}

// Whether an optional key is there.
bool has(const json::value& object, const std::string& key) { return object.as_object().contains(key); }

// A number of a data file; all of them are small.
int number_of(const json::value& value) { return static_cast<int>(value.as_int64()); }

// An optional number; what is not there is none.
int number_or_zero(const json::value& object, const std::string& key) {
  return has(object, key) ? number_of(object.at(key)) : 0;
}

// A text of a data file.
std::string text_of(const json::value& value) { return json::value_to<std::string>(value); }

// Finds the parallel routes, whichever city is named first, and gives every route its text; only parallel routes are
// numbered (docs/actions.md, ROUTE).
void compare_routes(std::vector<Route>& routes) {
  for (std::size_t i = 0; i < routes.size(); ++i) {
    Route& route = routes[i];
    int number = 1;
    for (std::size_t j = 0; j < routes.size(); ++j) {
      const Route& other = routes[j];
      const bool same_cities = (route.a == other.a && route.b == other.b) || (route.a == other.b && route.b == other.a);
      if (j != i && same_cities) {
        route.parallels.push_back(static_cast<int>(j));
        number += j < i ? 1 : 0;
      }
    }
    route.text = route.a + "-" + route.b + (route.parallels.empty() ? "" : "." + std::to_string(number));
  }
}

// Cities, countries, goods and routes.
void read_board(const json::value& map, Rules& rules) {
  for (const json::value& city : map.at("cities").as_array()) {
    const std::string id = text_of(city.at("id"));
    rules.cities.push_back(id);
    if (has(city, "country")) {
      rules.end_points[text_of(city.at("country"))].insert(id);
    }
    if (has(city, "goods")) {
      for (const json::value& tile : map.at("goods").at(text_of(city.at("goods"))).as_array()) {
        rules.goods[id].push_back(number_of(tile));
      }
    }
  }
  for (const json::value& route : map.at("routes").as_array()) {
    rules.routes.push_back({text_of(route.at("a")), text_of(route.at("b")), number_of(route.at("length")),
                            text_of(route.at("color")), number_or_zero(route, "ferry"),
                            has(route, "tunnel") && route.at("tunnel").as_bool()});
  }
  compare_routes(rules.routes);
}

// The train cards and the numbers about them.
void read_cards(const json::value& cards, Rules& rules) {
  for (const std::string& color : kColors) {
    add(rules.cards, color, number_of(cards.at(color)));
  }
  add(rules.cards, kLocomotive, number_of(cards.at(kLocomotive)));
  add(rules.cards, kLocomotive4, number_or_zero(cards, kLocomotive4));
  add(rules.cards, kPassenger, number_or_zero(cards, kPassenger));
  if (total(rules.cards) != number_of(cards.at("total"))) {
    fail("the train cards do not add up");
  }
  rules.hand_at_start = number_of(cards.at("hand_at_start"));
  rules.row = number_of(cards.at("row"));
  rules.row_reset_at = number_of(cards.at("row_reset_at"));
}

// The decks of tickets, numbered one after the other, and the numbers about them.
void read_tickets(const json::value& tickets, const json::value& map, Rules& rules) {
  for (const json::value& deck : tickets.at("decks").as_array()) {
    const std::string name = text_of(deck.at("name"));
    const json::array& list = map.at("tickets").at(name).as_array();
    if (size_of_list(list.size()) != number_of(deck.at("count"))) {
      fail("the ticket deck " + name + " has not the size it should have");
    }
    const int number = size_of_list(rules.decks.size());
    rules.decks.push_back({name, number_or_zero(deck, "deal"), number_or_zero(deck, "draw")});
    for (const json::value& ticket : list) {
      rules.tickets.push_back(
          {text_of(ticket.at("a")), text_of(ticket.at("b")), number_of(ticket.at("points")), number});
    }
  }
  rules.mix = number_or_zero(tickets, "mix");
  if (rules.mix > 0 && rules.decks.size() != 2) {
    fail("a mix needs two ticket decks");
  }
  rules.keep_at_start = number_of(tickets.at("keep_at_start"));
  rules.keep_later = number_of(tickets.at("keep_later"));
  rules.start_returns = text_of(tickets.at("start_returns"));
  rules.return_order_chosen = text_of(tickets.at("return_order")) == "chosen";
}

}  // namespace

const Route& Rules::route(int index) const { return routes.at(static_cast<std::size_t>(index)); }

const Ticket& Rules::ticket(int index) const { return tickets.at(static_cast<std::size_t>(index)); }

const TicketDeck& Rules::deck(int index) const { return decks.at(static_cast<std::size_t>(index)); }

bool Rules::in_a_country(const std::string& city) const {
  for (const auto& [country, cities_of_it] : end_points) {
    if (cities_of_it.count(city) > 0) {
      return true;
    }
  }
  return false;
}

Rules read_rules(const std::string& data_dir, const std::string& edition, int players) {
  const json::value box = read_json(data_dir + "/editions/" + edition + ".json");
  const json::value map = read_json(data_dir + "/maps/" + text_of(box.at("map")) + ".json");

  if (players < number_of(box.at("players").at("min")) || players > number_of(box.at("players").at("max"))) {
    fail("edition " + edition + " is not for " + std::to_string(players) + " players");
  }

  Rules rules;
  read_board(map, rules);
  read_cards(box.at("cards"), rules);
  read_tickets(box.at("tickets"), map, rules);
  rules.trains = number_of(box.at("trains"));
  rules.last_round_at = number_of(box.at("last_round_at"));
  for (const json::value& points : box.at("route_points").as_array()) {
    rules.route_points.push_back(number_of(points));
  }
  if (has(box, "stations")) {
    rules.stations = number_of(box.at("stations").at("each"));
    rules.points_unbuilt = number_of(box.at("stations").at("points_unbuilt"));
  }
  rules.passengers = number_or_zero(box, "passengers");
  if (has(box.at("bonus"), "longest_path")) {
    rules.longest_path_bonus = number_of(box.at("bonus").at("longest_path"));
  }
  if (has(box.at("bonus"), "most_tickets")) {
    rules.most_tickets_bonus = number_of(box.at("bonus").at("most_tickets"));
  }
  for (const json::value& tie : box.at("ties").as_array()) {
    rules.ties.push_back(text_of(tie));
  }
  return rules;
}

}  // namespace naive
