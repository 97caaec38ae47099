// What the data files say about one edition (docs/maps.md).
// Part of the naive second implementation of the rules; it shares no code with the engine.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "naive_cards.h"

namespace naive {

struct Route {
  std::string a;
  std::string b;
  int length;
  std::string color;
  int ferry;  // locomotive symbols; 0 if it is no ferry
  bool tunnel;
  std::string text{};            // as in actions: "A-B" or "A-B.2"
  std::vector<int> parallels{};  // the other routes between the same two cities
};

struct Ticket {
  std::string a;  // a city or a country
  std::string b;
  int points;
  int deck;  // which deck of the edition it belongs to
};

struct TicketDeck {
  std::string name;
  int deal;  // 0 with a mix
  int draw;  // 0 with a mix
};

// Whatever an edition does not have is empty, zero or nullopt here, and switches itself off by that.
struct Rules {
  std::vector<std::string> cities;
  std::map<std::string, std::set<std::string>> end_points;  // by country
  std::map<std::string, std::vector<int>> goods;            // tiles by city, highest first
  std::vector<Route> routes;
  std::vector<Ticket> tickets;  // the decks one after the other
  std::vector<TicketDeck> decks;
  Cards cards;
  int trains = 0;
  int last_round_at = 0;
  std::vector<int> route_points;  // first entry: length 1
  int hand_at_start = 0;
  int row = 0;
  int row_reset_at = 0;
  int mix = 0;
  int keep_at_start = 0;
  int keep_later = 0;
  std::string start_returns;  // "under", "shuffled_under", "leave", "shuffled_in"
  bool return_order_chosen = false;
  int stations = 0;
  int points_unbuilt = 0;
  int passengers = 0;
  std::optional<int> longest_path_bonus;
  std::optional<int> most_tickets_bonus;
  std::vector<std::string> ties;

  const Route& route(int index) const;
  const Ticket& ticket(int index) const;
  const TicketDeck& deck(int index) const;
  // Whether a city is an end point of a country.
  bool in_a_country(const std::string& city) const;
};

// Reads the edition and its map, and checks what can be checked at a glance.
Rules read_rules(const std::string& data_dir, const std::string& edition, int players);

}  // namespace naive
