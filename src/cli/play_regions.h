// Parts of the map with names, so that a person finds a route in a long list; and what such a list can be asked for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cli/board_text.h"
#include "engine/edition.h"

namespace fogg::cli {

// Nine parts, three by three: "north-west", "north", … "south-east". The limits are chosen so that a third of the cities lies
// in every column and in every row. A route belongs where its middle is.
class Regions {
 public:
  static constexpr int kSide = 3;
  static constexpr int kNumber = kSide * kSide;

  explicit Regions(const Board& board);
  int of(int route) const { return region_[static_cast<std::size_t>(route)]; }
  // With a capital letter, for titles.
  static std::string title(int region);
  // Regions that a word names: "north" all three in the north, "north-west" and "nw" one, "center" one.
  static std::optional<unsigned> named(std::string_view word);

 private:
  std::vector<int> region_;  // by route
};

// What a list of routes is asked for. Everything said must hold.
struct RouteFilter {
  bool open = false;
  bool taken = false;
  bool needed = false;  // on the cheapest way for one of the player's tickets
  bool tunnels = false;
  bool ferries = false;
  int owner = -1;  // a seat
  int length = 0;  // 0: any
  std::optional<std::uint8_t> color;  // a card's number, or kGray
  unsigned regions = 0;  // a bit each; 0: all
  CitySet cities = 0;  // at one of them; 0: anywhere
  std::vector<std::string> rest;  // words that are none of these
};
RouteFilter route_filter(const Edition& edition, const Company& company, const std::vector<std::string>& words);

}  // namespace fogg::cli
