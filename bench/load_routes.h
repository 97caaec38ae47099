// The routes of a map, as far as a simple player needs them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fogg::bench {

struct Route {
  std::string a;
  std::string b;
  int length = 0;
  int color = 0;  // kRainbow is gray
  int pair = 0;   // parallel tracks have the same
};

class RouteTable {
 public:
  // Throws std::runtime_error with the path if the file is not a map.
  static RouteTable read(const std::string& path);

  const std::vector<Route>& routes() const { return routes_; }
  int pairs() const { return pairs_; }
  // -1 if there is no such pair; the order of the cities does not matter.
  int pair_of(std::string_view a, std::string_view b) const;

 private:
  int city(std::string_view id);

  std::vector<Route> routes_;
  std::unordered_map<std::string, int> cities_;
  std::unordered_map<std::int64_t, int> pair_by_cities_;
  int pairs_ = 0;
};

}  // namespace fogg::bench
