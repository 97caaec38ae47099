#include "bots/network.h"

#include <algorithm>
#include <bit>

namespace fogg {

Links::Links(const Edition& edition)
    : cities_(static_cast<int>(edition.board.cities.size())),
      dead_ends_(edition.country_ends),
      hash_(edition.data_hash) {
  for (int city = 0; city < cities_; ++city) {
    first_[static_cast<std::size_t>(city)] = static_cast<std::uint16_t>(links_.size());
    edition.routes_at[static_cast<std::size_t>(city)].each([&](int r) {
      const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
      links_.push_back({route.a == city ? route.b : route.a, static_cast<std::uint8_t>(r)});
    });
  }
  for (std::size_t city = static_cast<std::size_t>(cities_); city <= kMaxCities; ++city)
    first_[city] = static_cast<std::uint16_t>(links_.size());
  const auto& routes = edition.board.routes;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    edition.parallel_to(RouteSet::single(static_cast<int>(r))).each([&](int other) {
      const Route& twin = routes[static_cast<std::size_t>(other)];
      if (static_cast<std::size_t>(other) > r && twin.color == routes[r].color && twin.length == routes[r].length &&
          twin.tunnel == routes[r].tunnel && twin.ferry == routes[r].ferry)
        twins_.push_back({static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(other)});
    });
  }
  for (const Ticket& ticket : edition.tickets)
    ends_.push_back({edition.board.end_cities(ticket.a), edition.board.end_cities(ticket.b)});
}

void reach(const Links& links, const Prices& prices, CitySet from, CitySet to, Reach& out) {
  out.cost.fill(kNoWay);
  out.reached = -1;
  for (CitySet rest = from; rest != 0; rest &= rest - 1) {
    const auto city = static_cast<std::size_t>(std::countr_zero(rest));
    out.cost[city] = 0;
    out.by[city] = 0xFF;
  }
  CitySet open = from;
  while (open != 0) {
    std::size_t nearest = 0;
    Price least = kNoWay;
    for (CitySet rest = open; rest != 0; rest &= rest - 1) {
      const auto city = static_cast<std::size_t>(std::countr_zero(rest));
      if (out.cost[city] < least) {
        least = out.cost[city];
        nearest = city;
      }
    }
    open &= ~city_bit(static_cast<int>(nearest));
    if ((to & city_bit(static_cast<int>(nearest))) != 0) {
      out.reached = static_cast<int>(nearest);
      return;
    }
    if ((links.dead_ends() & city_bit(static_cast<int>(nearest))) != 0 && out.by[nearest] != 0xFF) continue;
    for (const Links::Link link : links.at(static_cast<int>(nearest))) {
      const Price price = prices[link.route];
      if (price == kNoWay) continue;
      const int cost = least + price;
      if (cost < out.cost[link.city]) {
        out.cost[link.city] = static_cast<Price>(cost);
        out.by[link.city] = link.route;
        open |= city_bit(link.city);
      }
    }
  }
}

RouteSet way_to(const Edition& edition, const Prices& prices, const Reach& found, int city) {
  RouteSet way;
  while (found.by[static_cast<std::size_t>(city)] != 0xFF) {
    const std::uint8_t r = found.by[static_cast<std::size_t>(city)];
    if (prices[r] > 0) way |= RouteSet::single(r);
    const Route& route = edition.board.routes[r];
    city = route.a == city ? route.b : route.a;
  }
  return way;
}

TicketList by_points(const Edition& edition, TicketSet tickets) {
  TicketList list;
  tickets.each([&](int ticket) { list.add(ticket); });
  std::sort(list.at.begin(), list.at.begin() + list.size, [&](std::uint8_t a, std::uint8_t b) {
    return edition.tickets[a].points != edition.tickets[b].points
               ? edition.tickets[a].points > edition.tickets[b].points
               : a < b;
  });
  return list;
}

Network join(const Edition& edition, const Links& links, const Prices& prices, const TicketList& tickets) {
  Network network;
  Prices left = prices;
  Reach found;
  for (int i = 0; i < tickets.size; ++i) {
    const int ticket = tickets.at[static_cast<std::size_t>(i)];
    const auto& ends = links.ends(ticket);
    reach(links, left, ends[0], ends[1], found);
    if (found.reached < 0) continue;
    network.joined |= TicketSet::single(ticket);
    network.price += found.cost[static_cast<std::size_t>(found.reached)];
    const RouteSet way = way_to(edition, left, found, found.reached);
    network.routes |= way;
    way.each([&](int r) { left[static_cast<std::size_t>(r)] = 0; });
  }
  return network;
}

Network join_well(const Edition& edition, const Links& links, const Prices& prices, const TicketList& tickets) {
  constexpr int kOrders = 3;
  Network best = join(edition, links, prices, tickets);
  for (int turn = 1; turn < std::min(tickets.size, kOrders); ++turn) {
    TicketList other = tickets;
    std::rotate(other.at.begin(), other.at.begin() + turn, other.at.begin() + other.size);
    const Network network = join(edition, links, prices, other);
    if (network.joined.size() > best.joined.size() ||
        (network.joined.size() == best.joined.size() && network.price < best.price))
      best = network;
  }
  return best;
}

}  // namespace fogg
