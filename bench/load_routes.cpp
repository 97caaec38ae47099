#include "load_routes.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "load_message.h"

namespace fogg::bench {

namespace {

// The file says "red" and "gray", the wire "Red" and "Rainbow".
int color_of(std::string word) {
  if (word == "gray") return kRainbow;
  if (!word.empty()) word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  const int color = color_index(word);
  if (color < 0) throw std::runtime_error(fmt::format("'{}' is no color", word));
  return color;
}

std::string text(const boost::json::object& object, const char* key) {
  return boost::json::value_to<std::string>(object.at(key));
}

std::int64_t key_of(int a, int b) { return std::int64_t{std::min(a, b)} << 32 | std::max(a, b); }

}  // namespace

int RouteTable::city(std::string_view id) {
  return cities_.try_emplace(std::string(id), static_cast<int>(cities_.size())).first->second;
}

int RouteTable::pair_of(std::string_view a, std::string_view b) const {
  const auto first = cities_.find(std::string(a));
  const auto second = cities_.find(std::string(b));
  if (first == cities_.end() || second == cities_.end()) return -1;
  const auto found = pair_by_cities_.find(key_of(first->second, second->second));
  return found == pair_by_cities_.end() ? -1 : found->second;
}

RouteTable RouteTable::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("cannot read the map {}; say where it is with --map", path));
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  RouteTable table;
  try {
    const boost::json::value map = boost::json::parse(content);
    for (const boost::json::value& item : map.as_object().at("routes").as_array()) {
      const boost::json::object& object = item.as_object();
      Route route;
      route.a = text(object, "a");
      route.b = text(object, "b");
      route.length = boost::json::value_to<int>(object.at("length"));
      route.color = color_of(text(object, "color"));
      const auto [pair, is_new] =
          table.pair_by_cities_.try_emplace(key_of(table.city(route.a), table.city(route.b)), table.pairs_);
      if (is_new) ++table.pairs_;
      route.pair = pair->second;
      table.routes_.push_back(std::move(route));
    }
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{} is not a map: {}", path, error.what()));
  }
  if (table.routes_.empty()) throw std::runtime_error(fmt::format("{} has no routes", path));
  return table;
}

}  // namespace fogg::bench
