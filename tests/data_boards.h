// Two small boards with an edition each, which together have everything that not every edition has.
#pragma once

#include <string>
#include <vector>

#include "data_support.h"

namespace fogg::test {

inline constexpr const char* kHillsMap = R"({
  "format": 1, "id": "hills", "name": "Hills", "notes": ["made up"], "unverified": ["all of it"],
  "countries": [{"id": "North", "name": "The North"}, {"id": "South", "name": "The South"}],
  "goods": {"red": [4, 3, 2], "white": [2]},
  "cities": [
    {"id": "A", "name": "Abbot", "lat": 1, "lon": 1, "goods": "red"},
    {"id": "B", "name": "Brook", "lat": 1, "lon": 2, "goods": "white"},
    {"id": "C", "name": "Cross", "lat": 1, "lon": 3, "goods": "red"},
    {"id": "D", "name": "Dale", "lat": 2, "lon": 1, "goods": "white"},
    {"id": "E", "name": "Edge", "lat": 2, "lon": 2, "goods": "white"},
    {"id": "F", "name": "Ford", "lat": 2, "lon": 3},
    {"id": "G", "name": "Glen", "lat": 3, "lon": 1, "goods": "white"},
    {"id": "H", "name": "Hill", "lat": 3, "lon": 2, "goods": "red"},
    {"id": "N1", "name": "North", "lat": 4, "lon": 1, "country": "North"},
    {"id": "N2", "name": "North", "lat": 4, "lon": 2, "country": "North"},
    {"id": "S1", "name": "South", "lat": 0, "lon": 1, "country": "South"}
  ],
  "routes": [
    {"a": "A", "b": "B", "length": 3, "color": "red"},
    {"a": "A", "b": "B", "length": 3, "color": "blue"},
    {"a": "B", "b": "C", "length": 2, "color": "gray"},
    {"a": "C", "b": "D", "length": 4, "color": "green"},
    {"a": "D", "b": "E", "length": 5, "color": "gray"},
    {"a": "E", "b": "F", "length": 6, "color": "yellow"},
    {"a": "F", "b": "A", "length": 4, "color": "white"},
    {"a": "A", "b": "D", "length": 7, "color": "black"},
    {"a": "B", "b": "E", "length": 3, "color": "orange"},
    {"a": "C", "b": "F", "length": 1, "color": "gray"},
    {"a": "C", "b": "F", "length": 1, "color": "purple"},
    {"a": "C", "b": "F", "length": 1, "color": "gray"},
    {"a": "G", "b": "C", "length": 2, "color": "purple"},
    {"a": "G", "b": "H", "length": 3, "color": "gray"},
    {"a": "H", "b": "E", "length": 4, "color": "red"},
    {"a": "A", "b": "N1", "length": 2, "color": "gray"},
    {"a": "B", "b": "N2", "length": 3, "color": "gray"},
    {"a": "B", "b": "N2", "length": 3, "color": "gray"},
    {"a": "S1", "b": "E", "length": 2, "color": "gray"}
  ],
  "tickets": {
    "short": [
      {"a": "A", "b": "C", "points": 5}, {"a": "B", "b": "D", "points": 6}, {"a": "C", "b": "E", "points": 5},
      {"a": "D", "b": "F", "points": 5}, {"a": "A", "b": "G", "points": 7}, {"a": "B", "b": "H", "points": 7},
      {"a": "C", "b": "H", "points": 5}, {"a": "F", "b": "G", "points": 3}
    ],
    "long": [
      {"a": "North", "b": "South", "points": 8}, {"a": "North", "b": "G", "points": 9},
      {"a": "A", "b": "South", "points": 8}, {"a": "North", "b": "E", "points": 6},
      {"a": "South", "b": "G", "points": 9}, {"a": "F", "b": "H", "points": 6}, {"a": "B", "b": "F", "points": 3},
      {"a": "A", "b": "H", "points": 10}
    ]
  }
})";

inline constexpr const char* kHillsEdition = R"({
  "format": 1, "id": "hills", "name": "Hills", "notes": ["made up"], "unverified": ["the numbers"],
  "map": "hills",
  "players": {"min": 2, "max": 4},
  "seats": ["blue", "red", "green", "yellow"],
  "trains": 25,
  "last_round_at": 2,
  "route_points": [1, 2, 4, 7, 10, 15, 18],
  "cards": {
    "purple": 5, "white": 5, "blue": 5, "yellow": 5, "orange": 5, "black": 5, "red": 5, "green": 5,
    "locomotive": 6, "locomotive4": 3, "passenger": 4,
    "total": 53, "hand_at_start": 4, "row": 5, "row_reset_at": 3
  },
  "tickets": {
    "decks": [{"name": "short", "count": 8}, {"name": "long", "count": 8}],
    "mix": 2,
    "keep_at_start": 1, "keep_later": 1, "start_returns": "shuffled_in", "return_order": "offered"
  },
  "passengers": 2,
  "bonus": {"longest_path": 10, "most_tickets": 8},
  "ties": ["most_tickets", "most_goods"]
})";

inline constexpr const char* kCoastMap = R"({
  "format": 1, "id": "coast", "name": "Coast",
  "cities": [
    {"id": "A", "name": "A", "lat": 1, "lon": 1}, {"id": "B", "name": "B", "lat": 1, "lon": 2},
    {"id": "C", "name": "C", "lat": 1, "lon": 3}, {"id": "D", "name": "D", "lat": 2, "lon": 1},
    {"id": "E", "name": "E", "lat": 2, "lon": 2}, {"id": "F", "name": "F", "lat": 2, "lon": 3},
    {"id": "G", "name": "G", "lat": 3, "lon": 1}, {"id": "H", "name": "H", "lat": 3, "lon": 2}
  ],
  "routes": [
    {"a": "A", "b": "B", "length": 2, "color": "gray", "ferry": 1},
    {"a": "B", "b": "C", "length": 6, "color": "gray", "ferry": 2},
    {"a": "C", "b": "D", "length": 3, "color": "red", "tunnel": true},
    {"a": "D", "b": "E", "length": 2, "color": "gray", "tunnel": true},
    {"a": "D", "b": "E", "length": 2, "color": "gray", "tunnel": true},
    {"a": "E", "b": "F", "length": 4, "color": "blue"},
    {"a": "F", "b": "G", "length": 3, "color": "gray", "ferry": 1},
    {"a": "F", "b": "G", "length": 3, "color": "gray", "ferry": 1},
    {"a": "G", "b": "H", "length": 1, "color": "gray"},
    {"a": "H", "b": "A", "length": 2, "color": "yellow"},
    {"a": "A", "b": "E", "length": 5, "color": "green"},
    {"a": "B", "b": "F", "length": 8, "color": "gray", "tunnel": true},
    {"a": "C", "b": "G", "length": 4, "color": "orange"},
    {"a": "D", "b": "H", "length": 2, "color": "black", "tunnel": false}
  ],
  "tickets": {
    "long": [
      {"a": "A", "b": "F", "points": 20}, {"a": "B", "b": "H", "points": 21}, {"a": "C", "b": "E", "points": 20},
      {"a": "B", "b": "G", "points": 21}, {"a": "C", "b": "H", "points": 20}
    ],
    "regular": [
      {"a": "A", "b": "C", "points": 8}, {"a": "A", "b": "D", "points": 4}, {"a": "A", "b": "G", "points": 3},
      {"a": "B", "b": "D", "points": 6}, {"a": "B", "b": "E", "points": 7}, {"a": "C", "b": "F", "points": 7},
      {"a": "D", "b": "F", "points": 6}, {"a": "D", "b": "G", "points": 3}, {"a": "E", "b": "G", "points": 5},
      {"a": "E", "b": "H", "points": 4}, {"a": "F", "b": "H", "points": 4}, {"a": "A", "b": "E", "points": 5},
      {"a": "C", "b": "G", "points": 4}, {"a": "B", "b": "F", "points": 8}
    ]
  }
})";

inline constexpr const char* kCoastEdition = R"({
  "format": 1, "id": "coast", "name": "Coast",
  "map": "coast",
  "players": {"min": 2, "max": 4},
  "seats": ["blue", "red", "green", "yellow"],
  "trains": 20,
  "last_round_at": 2,
  "route_points": [1, 2, 4, 7, 10, 15, 18, 21],
  "cards": {
    "purple": 5, "white": 5, "blue": 5, "yellow": 5, "orange": 5, "black": 5, "red": 5, "green": 5,
    "locomotive": 8,
    "total": 48, "hand_at_start": 4, "row": 5, "row_reset_at": 3
  },
  "tickets": {
    "decks": [{"name": "long", "count": 5, "deal": 1, "draw": 0}, {"name": "regular", "count": 14, "deal": 3, "draw": 3}],
    "keep_at_start": 2, "keep_later": 1, "start_returns": "leave", "return_order": "offered"
  },
  "stations": {"each": 3, "points_unbuilt": 4},
  "bonus": {"longest_path": 10},
  "ties": ["most_tickets", "fewest_stations", "longest_path"]
})";

enum class On : std::uint8_t { kHills, kCoast };

struct Texts {
  std::string edition;
  std::string map;
};

inline Texts texts(On on, const std::vector<Change>& edition_changes, const std::vector<Change>& map_changes) {
  return {changed(on == On::kHills ? kHillsEdition : kCoastEdition, edition_changes),
          changed(on == On::kHills ? kHillsMap : kCoastMap, map_changes)};
}

inline tl::expected<Edition, DataError> read(const Texts& files) {
  return read_edition(kEditionFile, files.edition, kMapFile, files.map);
}

inline tl::expected<Edition, DataError> read(On on, const std::vector<Change>& edition_changes = {},
                                             const std::vector<Change>& map_changes = {}) {
  return read(texts(on, edition_changes, map_changes));
}

}  // namespace fogg::test
