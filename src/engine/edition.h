// What does not change during a game: the board, the numbers of an edition, and tables made from them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/action.h"
#include "engine/bit_set.h"
#include "engine/cards.h"

namespace fogg {

inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxPlayers = 5;
inline constexpr int kMaxRoutes = 128;
inline constexpr int kMaxCities = 64;
inline constexpr int kMaxTickets = 96;
inline constexpr int kMaxLength = 8;
inline constexpr int kMaxTrains = 63;  // at most so many routes per player: a player's network fits 64 bits
inline constexpr int kRow = 5;
inline constexpr int kMaxOffer = 5;
inline constexpr int kMaxDecks = 2;  // of tickets
inline constexpr int kGray = kColors;  // a route's color: 0..7 or gray
inline constexpr int kFourPlus = 4;    // from this length on locomotives 4+ are jokers
inline constexpr int kTunnelCards = 3;
inline constexpr int kMaxStations = 3;
inline constexpr int kMaxPassengers = 3;
inline constexpr int kMaxGoods = 15;      // tiles in a city
inline constexpr int kMaxFerryKinds = 16;
inline constexpr int kMostTurns = 1000;   // see docs/rules.md, `turn-limit`

using CitySet = std::uint64_t;  // bit i: city i
constexpr CitySet city_bit(int city) { return 1ULL << city; }

struct City {
  std::string id;
  std::string name;
  double lat = 0;
  double lon = 0;
  int country = -1;                 // an end point of this country
  std::vector<std::uint8_t> goods;  // the highest first
};

struct Country {
  std::string id;
  std::string name;
  CitySet ends;
};

struct Route {
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint8_t length = 0;
  std::uint8_t color = kGray;
  std::uint8_t track = 0;  // 0: the only one between its cities; else 1, 2, … in the order of the file
  std::uint8_t ferry = 0;  // locomotive symbols
  bool tunnel = false;
};

// An end is a city, or kCountry + a country.
struct Ticket {
  static constexpr std::uint8_t kCountry = kMaxCities;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint8_t points = 0;
};

// A map: cities, routes, and the names of its parts. Parallel routes follow each other.
struct Board {
  std::string id;
  std::string name;
  std::vector<std::string> notes;
  std::vector<std::string> unverified;
  std::vector<Country> countries;
  std::vector<City> cities;
  std::vector<Route> routes;

  int city(std::string_view id_wanted) const;  // -1 if there is none
  std::string route_name(int route) const;     // "Boston-NewYork.2"
  // The id and the name of an end of a ticket.
  const std::string& end_id(std::uint8_t end) const;
  const std::string& end_name(std::uint8_t end) const;
  CitySet end_cities(std::uint8_t end) const;
};

// A deck of tickets: a part of the edition's tickets, which are numbered deck after deck.
struct TicketDeck {
  std::string name;
  int first = 0;
  int count = 0;
  int deal = 0;  // to each player at the start; 0 with a mix
  int draw = 0;  // later; 0 with a mix
};

// Where tickets returned at the start go.
enum class StartReturns : std::uint8_t { kUnder, kShuffledUnder, kLeave, kShuffledIn };
// Who decides in which order later returns go under the deck.
enum class ReturnOrder : std::uint8_t { kOffered, kChosen };
// What decides between players with equal points.
enum class Tie : std::uint8_t { kMostTickets, kFewestStations, kLongestPath, kMostGoods };

// The rules' numbers and switches, the board, and derived tables. Built once by `finish`, then only read.
class Edition {
 public:
  std::string id;
  std::string name;
  std::vector<std::string> notes;
  std::vector<std::string> unverified;
  std::string data_hash;  // SHA-256 of the canonical data; names what ids and records refer to
  Board board;
  std::vector<TicketDeck> decks;
  std::vector<Ticket> tickets;  // of all decks

  int min_players = 2;
  int max_players = 5;
  std::vector<std::string> seats;
  int trains = 45;
  int last_round_at = 2;
  std::array<std::uint8_t, kMaxLength + 1> route_points{};
  CardCounts cards;
  int hand_at_start = 4;
  int row_reset_at = 3;
  int mix = 0;  // tickets drawn in a mix of the two decks; 0: none is announced
  int keep_at_start = 2;
  int keep_later = 1;
  StartReturns start_returns = StartReturns::kUnder;
  ReturnOrder return_order = ReturnOrder::kOffered;
  int longest_path_bonus = 0;
  int most_tickets_bonus = 0;
  std::vector<Tie> ties;
  int stations = 0;  // of each player
  int unbuilt_station_points = 0;
  int passengers = 0;  // of each player

  // Makes the tables below. All else must have been set and checked before (see src/data).
  void finish();

  // -- What is there
  int card_kinds = 0;     // cards of kinds below this number exist
  bool has_fours = false;
  bool has_passenger_cards = false;
  bool has_tunnels = false;
  // Whether turns know more than cards, routes and one deck of tickets; set by finish().
  bool is_special() const { return is_special_; }
  int deal = 0;           // tickets a player is offered at the start, and later: of all decks
  int draw = 0;
  int deck_of(int ticket) const { return decks.size() > 1 && ticket >= decks[1].first ? 1 : 0; }
  TicketSet tickets_of(int deck) const { return tickets_of_[static_cast<std::size_t>(deck)]; }
  CitySet country_ends = 0;
  std::array<RouteSet, kMaxCities> routes_at{};

  // -- Tables for legal actions
  // Routes of a color (or gray) that are no longer than a number of cards; and of exactly a length.
  std::array<std::array<RouteSet, kMaxLength + 1>, kColors + 1> up_to{};
  std::array<std::array<RouteSet, kMaxLength + 1>, kColors + 1> exactly{};
  std::array<RouteSet, kMaxLength + 1> all_up_to{};
  RouteSet long_routes;  // for which locomotives 4+ are jokers
  int longest_gray = 0;
  // Entry L-1 of ways[f][l][n]: in how many ways a route of length L can be paid with n cards of one color, l locomotives and f
  // locomotives 4+. Of gray_ways[f][l][n]: the same, but without locomotives alone, so that colors can be added up; of joker_ways[f][l]:
  // locomotives alone. Numbers above the longest length count as that. Ferries are counted by themselves.
  using ByLength = std::array<std::uint8_t, kMaxLength>;
  template <typename T>
  using ByHeld = std::array<T, kMaxLength + 1>;
  ByHeld<ByHeld<ByHeld<ByLength>>> ways{};
  ByHeld<ByHeld<ByHeld<ByLength>>> gray_ways{};
  ByHeld<ByHeld<ByLength>> joker_ways{};
  // Ferries by kind: length and symbols. Entry k of ferry_ways[l][n] and ferry_joker_ways[l] as above, for kind k.
  struct FerryKind {
    RouteSet routes;
    int length = 0;
    int symbols = 0;
  };
  std::vector<FerryKind> ferries;
  RouteSet all_ferries;
  using ByKind = std::array<std::uint8_t, kMaxFerryKinds>;
  ByHeld<ByHeld<ByKind>> ferry_ways{};
  ByHeld<ByKind> ferry_joker_ways{};

  // All ways to choose from a number of tickets on offer, at the start and later, in the order of their ids.
  enum Offer : std::uint8_t { kAtStart, kLater };
  std::array<std::array<std::vector<Action>, kMaxOffer + 1>, 2> keep_actions;

  // Routes parallel to those given. Parallel routes are neighbours in the numbering, which makes this a shift.
  RouteSet parallel_to(RouteSet routes) const {
    const RouteSet one = (routes & has_next_).up() | (routes & has_previous_).down();
    const RouteSet two = (routes & has_next_but_one_).up().up() | (routes & has_previous_but_one_).down().down();
    return one | two;
  }
  RouteSet all_routes() const { return all_up_to[kMaxLength]; }

  // -- Sizes
  int total_cards() const { return cards.total(); }
  int ticket_count() const { return static_cast<int>(tickets.size()); }
  // How much of a State this edition uses, and how long the log of tickets in it may become.
  int state_bytes() const { return state_bytes_; }
  int ticket_log_bytes() const { return ticket_log_bytes_; }
  // Stations, tunnels, passengers, goods: where in the tail of a State they are kept, if there are any.
  bool has_extras() const { return has_extras_; }
  int extras_at() const { return extras_at_; }

  // -- Actions by number
  int action_count() const { return static_cast<int>(actions_.size()); }
  const Action& action(int action_id) const { return actions_[static_cast<std::size_t>(action_id)]; }
  int action_id(const Action& action) const;  // -1 if it cannot occur in this edition

 private:
  void make_tables();
  void number_actions();
  void number_claims();
  RouteSet has_next_, has_previous_, has_next_but_one_, has_previous_but_one_;
  std::array<TicketSet, kMaxDecks> tickets_of_;
  int state_bytes_ = 0;
  int ticket_log_bytes_ = 0;
  int extras_at_ = 0;
  bool has_extras_ = false;
  bool is_special_ = false;
  std::vector<Action> actions_;
  // Where in actions_ the ids of a kind begin.
  std::array<int, kActionKinds> base_{};
  std::vector<int> claim_base_;
  int keep_ordered_base_ = 0;
};

}  // namespace fogg
