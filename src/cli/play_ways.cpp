#include "cli/play_ways.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace fogg::cli {

std::optional<Way> cheapest_way(const Board& board, RouteSet owned, RouteSet open, CitySet from, CitySet to,
                                RouteSet borrowed) {
  constexpr int kFar = std::numeric_limits<int>::max();
  constexpr int kTrain = 256;             // one train outweighs any number of routes
  constexpr int kBorrow = kTrain * 1024;  // and a station any number of trains
  std::array<int, kMaxCities> cost;
  std::array<int, kMaxCities> by_route;
  std::array<bool, kMaxCities> settled{};
  cost.fill(kFar);
  by_route.fill(-1);
  const std::size_t cities = board.cities.size();
  for (std::size_t city = 0; city < cities; ++city) {
    if (((from >> city) & 1U) != 0) cost[city] = 0;
  }
  std::size_t here = cities;
  while (true) {
    here = cities;
    for (std::size_t city = 0; city < cities; ++city) {
      if (!settled[city] && cost[city] != kFar && (here == cities || cost[city] < cost[here])) here = city;
    }
    if (here == cities) return {};
    if (((to >> here) & 1U) != 0) break;
    settled[here] = true;
    (owned | open | borrowed).each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      if (route.a != here && route.b != here) return;
      const std::size_t there = route.a == here ? route.b : route.a;
      const int through = cost[here] + (owned.has(r) ? 0 : open.has(r) ? kTrain * route.length + 1 : kBorrow);
      if (through >= cost[there]) return;
      cost[there] = through;
      by_route[there] = r;
    });
  }
  Way way;
  way.trains = cost[here] % kBorrow / kTrain;
  for (std::size_t city = here; by_route[city] >= 0;) {
    const int r = by_route[city];
    const Route& route = board.routes[static_cast<std::size_t>(r)];
    if (!owned.has(r)) (open.has(r) ? way.routes : way.borrowed).push_back(r);
    city = route.a == city ? route.b : route.a;
  }
  std::ranges::reverse(way.routes);
  std::ranges::reverse(way.borrowed);
  return way;
}

std::optional<Way> cheapest_way(const Edition& edition, const View& view, const Ticket& ticket) {
  const RouteSet& owned = view.owned[static_cast<std::size_t>(view.viewer)];
  const RouteSet open = edition.all_routes().without(view.closed | edition.parallel_to(owned));
  const CitySet from = edition.board.end_cities(ticket.a);
  const CitySet to = edition.board.end_cities(ticket.b);
  const int trains = view.trains[static_cast<std::size_t>(view.viewer)];
  auto way = cheapest_way(edition.board, owned, open, from, to);
  if ((way && way->trains <= trains) || edition.stations == 0) return way;
  RouteSet others;
  for (const RouteSet& theirs : view.owned) others |= theirs;
  auto borrowing = cheapest_way(edition.board, owned, open, from, to, others.without(owned));
  if (!borrowing) return way;
  // A station that stands at one of the routes serves for it.
  CitySet built = view.extras.pieces[static_cast<std::size_t>(view.viewer)];
  const int left = edition.stations - std::popcount(built);
  for (const int r : borrowing->borrowed) {
    const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
    const CitySet serving = built & (city_bit(route.a) | city_bit(route.b));
    if (serving == 0) ++borrowing->stations;
    built &= ~(serving & -serving);
  }
  return borrowing->stations > left ? way : borrowing;
}

RouteSet on_the_way(const Edition& edition, const View& view) {
  RouteSet routes;
  const auto own = static_cast<std::size_t>(view.viewer);
  view.tickets[own].each([&](int t) {
    const auto way = cheapest_way(edition, view, edition.tickets[static_cast<std::size_t>(t)]);
    if (!way || way->trains > view.trains[own]) return;
    for (const int r : way->routes) routes |= RouteSet::single(r);
  });
  return routes | edition.parallel_to(routes);
}

}  // namespace fogg::cli
