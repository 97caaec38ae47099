#include "cli/play_ways.h"

#include <algorithm>
#include <array>
#include <limits>

namespace fogg::cli {

std::optional<Way> cheapest_way(const Board& board, RouteSet owned, RouteSet open, CitySet from, CitySet to) {
  constexpr int kFar = std::numeric_limits<int>::max();
  constexpr int kTrain = 256;  // one train outweighs any number of routes
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
    (owned | open).each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      if (route.a != here && route.b != here) return;
      const std::size_t there = route.a == here ? route.b : route.a;
      const int through = cost[here] + (owned.has(r) ? 0 : kTrain * route.length + 1);
      if (through >= cost[there]) return;
      cost[there] = through;
      by_route[there] = r;
    });
  }
  Way way;
  way.trains = cost[here] / kTrain;
  for (std::size_t city = here; by_route[city] >= 0;) {
    const int r = by_route[city];
    const Route& route = board.routes[static_cast<std::size_t>(r)];
    if (!owned.has(r)) way.routes.push_back(r);
    city = route.a == city ? route.b : route.a;
  }
  std::ranges::reverse(way.routes);
  return way;
}

std::optional<Way> cheapest_way(const Edition& edition, const View& view, const Ticket& ticket) {
  const RouteSet& owned = view.owned[static_cast<std::size_t>(view.viewer)];
  const RouteSet open = edition.all_routes().without(view.closed | edition.parallel_to(owned));
  return cheapest_way(edition.board, owned, open, edition.board.end_cities(ticket.a),
                      edition.board.end_cities(ticket.b));
}

}  // namespace fogg::cli
