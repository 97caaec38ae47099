// Ways through a board at prices, and the cheapest network that joins several pairs of places.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

// The routes of a board by city, and what else of an edition is asked for all the time.
class Links {
 public:
  explicit Links(const Edition& edition);
  struct Link {
    std::uint8_t city;
    std::uint8_t route;
  };
  std::span<const Link> at(int city) const {
    return {links_.data() + first_[static_cast<std::size_t>(city)],
            links_.data() + first_[static_cast<std::size_t>(city) + 1]};
  }
  // The cities of both ends of a ticket.
  const std::array<CitySet, 2>& ends(int ticket) const { return ends_[static_cast<std::size_t>(ticket)]; }
  // Pairs of parallel routes that differ in nothing: whoever may claim both need think of one only.
  struct Twins {
    std::uint8_t first;
    std::uint8_t second;
  };
  std::span<const Twins> twins() const { return twins_; }
  int cities() const { return cities_; }
  CitySet dead_ends() const { return dead_ends_; }  // no way goes through them
  bool made_for(const Edition& edition) const { return hash_ == edition.data_hash; }

 private:
  std::vector<Link> links_;
  std::vector<Twins> twins_;
  std::array<std::uint16_t, kMaxCities + 1> first_{};
  std::vector<std::array<CitySet, 2>> ends_;
  int cities_ = 0;
  CitySet dead_ends_ = 0;
  std::string hash_;
};

// What a route costs; kNoWay: it cannot be used.
using Price = std::uint16_t;
inline constexpr Price kNoWay = 0xFFFF;
using Prices = std::array<Price, kMaxRoutes>;

// The cheapest ways from a set of cities to all others, or until one of `to` is reached.
struct Reach {
  std::array<Price, kMaxCities> cost;
  std::array<std::uint8_t, kMaxCities> by;  // the last route on the way
  int reached = -1;  // the city of `to` that is nearest
};
void reach(const Links& links, const Prices& prices, CitySet from, CitySet to, Reach& out);

// The routes on the way found to a city, but for those that cost nothing.
RouteSet way_to(const Edition& edition, const Prices& prices, const Reach& found, int city);

struct TicketList {
  std::array<std::uint8_t, kMaxTickets> at{};
  int size = 0;
  void add(int ticket) { at[static_cast<std::size_t>(size++)] = static_cast<std::uint8_t>(ticket); }
};
// The dearest first: joined in this order, short ones mostly lie on the way.
TicketList by_points(const Edition& edition, TicketSet tickets);

// A network that joins the ends of tickets, but for what costs nothing.
struct Network {
  RouteSet routes;
  TicketSet joined;
  int price = 0;
};
// Joins one ticket after the other by the cheapest way, all that was joined before being free, ...
Network join(const Edition& edition, const Links& links, const Prices& prices, const TicketList& tickets);
// ... the best of several orders.
Network join_well(const Edition& edition, const Links& links, const Prices& prices, const TicketList& tickets);

}  // namespace fogg
