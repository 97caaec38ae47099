// Any bytes as a map file: refused with one clear error, or a board that is sound.
#include <functional>
#include <set>

#include "data/catalog.h"
#include "fuzz.h"

namespace fogg::fuzz {
namespace {

void check_board(const Board& board) {
  const std::size_t cities = board.cities.size();
  const std::size_t routes = board.routes.size();
  require(!board.id.empty() && !board.name.empty(), "a map has a name");
  require(cities >= 2 && cities <= kMaxCities, "number of cities");
  require(routes >= 1 && routes <= kMaxRoutes, "number of routes");
  for (std::size_t c = 0; c < cities; ++c) {
    const City& city = board.cities[c];
    require(board.city(city.id) == static_cast<int>(c), "a city is found by its id");
    require(city.lat >= -90 && city.lat <= 90 && city.lon >= -180 && city.lon <= 180, "a city lies on the globe");
    require(city.country < static_cast<int>(board.countries.size()), "country of a city");
    require(city.goods.size() <= kMaxGoods && std::ranges::is_sorted(city.goods, std::greater{}), "goods of a city");
    require(city.country < 0 || city.goods.empty(), "no goods in a country");
    for (std::size_t i = 0; i < board.countries.size(); ++i) {
      const bool is_end = (board.countries[i].ends & city_bit(static_cast<int>(c))) != 0;
      require(is_end == (city.country == static_cast<int>(i)), "end points of a country");
      require(board.countries[i].id != city.id, "a city is no country");
    }
  }
  for (const Country& country : board.countries) require(country.ends != 0, "a country has an end point");
  std::set<std::string> names;
  for (std::size_t r = 0; r < routes; ++r) {
    const Route& route = board.routes[r];
    require(route.a < cities && route.b < cities && route.a != route.b, "a route joins two cities");
    require(route.length >= 1 && route.length <= kMaxLength, "length of a route");
    require(route.color <= kGray, "color of a route");
    require(route.ferry == 0 || (route.ferry <= route.length && route.color == kGray && !route.tunnel), "a ferry");
    for (const auto& [end, other] : {std::pair{route.a, route.b}, std::pair{route.b, route.a}}) {
      if (board.cities[end].country < 0) continue;
      require(board.cities[other].country < 0, "an end point is joined with a city");
      for (const Route& second : board.routes) {
        require((second.a != end || second.b == other) && (second.b != end || second.a == other),
                "an end point is joined with one city only");
      }
    }
    require(names.insert(board.route_name(static_cast<int>(r))).second, "a route has a name of its own");
    // The engine finds parallel routes as neighbours; the tracks are numbered 1, 2, 3 there.
    if (route.track <= 1) continue;
    require(r > 0, "a second track follows a first one");
    const Route& before = board.routes[r - 1];
    require(before.a == route.a && before.b == route.b && before.length == route.length, "parallel routes are alike");
    require(before.ferry == route.ferry && before.tunnel == route.tunnel, "parallel routes are of the same kind");
    require(before.track + 1 == route.track && route.track <= 3, "tracks are numbered");
  }
  for (std::size_t r = 0; r < routes; ++r) {
    std::size_t together = 0;
    for (const Route& other : board.routes) {
      const Route& route = board.routes[r];
      const bool same = (other.a == route.a && other.b == route.b) || (other.a == route.b && other.b == route.a);
      together += same ? 1U : 0U;
    }
    require((together == 1) == (board.routes[r].track == 0), "only parallel routes have tracks");
  }
}

}  // namespace
}  // namespace fogg::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  const auto board = read_map("fuzz-map", fuzz::text_of(data, size));
  if (board) {
    fuzz::check_board(*board);
  } else {
    fuzz::check_error(board.error(), "fuzz-map");
  }
  return 0;
}
