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
inline constexpr int kGray = kColors;  // a route's color: 0..7 or gray

struct City {
  std::string id;
  std::string name;
  double lat = 0;
  double lon = 0;
};

struct Route {
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint8_t length = 0;
  std::uint8_t color = kGray;
  std::uint8_t track = 0;  // 0: the only one between its cities; else 1, 2, … in the order of the file
};

struct Ticket {
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
  std::vector<City> cities;
  std::vector<Route> routes;

  int city(std::string_view id_wanted) const;  // -1 if there is none
  std::string route_name(int route) const;     // "Boston-NewYork.2"
};

// Where tickets returned at the start go.
enum class StartReturns : std::uint8_t { kUnder, kShuffledUnder };
// Who decides in which order later returns go under the deck.
enum class ReturnOrder : std::uint8_t { kOffered, kChosen };

// The rules' numbers and switches, the board, and derived tables. Built once by `finish`, then only read.
class Edition {
 public:
  std::string id;
  std::string name;
  std::vector<std::string> notes;
  std::string data_hash;  // SHA-256 of the canonical data; names what ids and records refer to
  Board board;
  std::string deck_name;
  std::vector<Ticket> tickets;

  int min_players = 2;
  int max_players = 5;
  std::vector<std::string> seats;
  int trains = 45;
  int last_round_at = 2;
  std::array<std::uint8_t, kMaxLength + 1> route_points{};
  CardCounts cards;
  int hand_at_start = 4;
  int row_reset_at = 3;
  int deal = 3;
  int draw = 3;
  int keep_at_start = 2;
  int keep_later = 1;
  StartReturns start_returns = StartReturns::kUnder;
  ReturnOrder return_order = ReturnOrder::kOffered;
  int longest_path_bonus = 0;

  // Makes the tables below. All else must have been set and checked before (see src/data).
  void finish();

  // -- Tables for legal actions
  // Routes of a color (or gray) that are no longer than a number of cards; and of exactly a length.
  std::array<std::array<RouteSet, kMaxLength + 1>, kColors + 1> up_to{};
  std::array<std::array<RouteSet, kMaxLength + 1>, kColors + 1> exactly{};
  std::array<RouteSet, kMaxLength + 1> all_up_to{};
  int longest_gray = 0;
  // Entry L-1 of ways[l][n]: in how many ways a route of length L can be paid with n cards of one color and l locomotives.
  // Of gray_ways[l][n]: the same, but without locomotives alone, so that colors can be added up; of joker_ways[l]: locomotives alone.
  // Numbers above the longest length count as that.
  using ByLength = std::array<std::uint8_t, kMaxLength>;
  std::array<std::array<ByLength, kMaxLength + 1>, kMaxLength + 1> ways{};
  std::array<std::array<ByLength, kMaxLength + 1>, kMaxLength + 1> gray_ways{};
  std::array<ByLength, kMaxLength + 1> joker_ways{};

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

  // -- Actions by number
  int action_count() const { return static_cast<int>(actions_.size()); }
  const Action& action(int action_id) const { return actions_[static_cast<std::size_t>(action_id)]; }
  int action_id(const Action& action) const;  // -1 if it cannot occur in this edition

 private:
  void number_actions();

  RouteSet has_next_, has_previous_, has_next_but_one_, has_previous_but_one_;
  int state_bytes_ = 0;
  int ticket_log_bytes_ = 0;
  std::vector<Action> actions_;
  std::vector<int> claim_base_;
  int keep_ordered_base_ = 0;
};

}  // namespace fogg
