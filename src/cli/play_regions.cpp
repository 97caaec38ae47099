#include "cli/play_regions.h"

#include <algorithm>

#include "cli/play_input.h"

namespace fogg::cli {

namespace {

constexpr std::array<std::string_view, Regions::kNumber> kNames = {
    "north-west", "north", "north-east", "west", "center", "east", "south-west", "south", "south-east"};

// The two values that divide a list into thirds.
std::array<double, 2> thirds(std::vector<double> values) {
  std::ranges::sort(values);
  return {values[values.size() / 3], values[values.size() * 2 / 3]};
}

int third(double value, const std::array<double, 2>& limits) {
  return value < limits[0] ? 0 : value < limits[1] ? 1 : 2;
}

}  // namespace

Regions::Regions(const Board& board) {
  std::vector<double> across;
  std::vector<double> down;
  for (const City& city : board.cities) {
    across.push_back(city.lon);
    down.push_back(-city.lat);
  }
  const auto columns_at = thirds(across);
  const auto rows_at = thirds(down);
  for (const Route& route : board.routes) {
    const City& a = board.cities[route.a];
    const City& b = board.cities[route.b];
    const int column = third((a.lon + b.lon) / 2, columns_at);
    const int row = third(-(a.lat + b.lat) / 2, rows_at);
    region_.push_back(row * kSide + column);
  }
}

std::string Regions::title(int region) { return capital(kNames[static_cast<std::size_t>(region)]); }

std::optional<unsigned> Regions::named(std::string_view word) {
  std::string plain(word);
  std::erase(plain, '-');
  if (plain == "centre" || plain == "middle") plain = "center";
  unsigned found = 0;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    std::string name(kNames[i]);
    const std::size_t dash = name.find('-');
    const std::string initials = dash == std::string::npos ? "" : std::string{name[0], name[dash + 1]};
    const bool part = dash != std::string::npos && (name.substr(0, dash) == plain || name.substr(dash + 1) == plain);
    std::erase(name, '-');
    if (name == plain || initials == plain || part) found |= 1U << i;
  }
  if (found == 0) return {};
  return found;
}

RouteFilter route_filter(const Edition& edition, const Company& company, const std::vector<std::string>& words) {
  RouteFilter filter;
  const auto is = [](std::string_view word, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, word) != names.end();
  };
  const auto seat_named = [&](std::string_view word) {
    for (std::size_t seat = 0; seat < company.names.size(); ++seat) {
      if (fold(company.names[seat]) == word) return static_cast<int>(seat);
    }
    return -1;
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool more = i + 1 < words.size();
    if (is(word, {"open", "free"})) {
      filter.open = true;
    } else if (is(word, {"taken", "claimed", "owned"})) {
      filter.taken = true;
    } else if (is(word, {"mine", "my", "own"})) {
      filter.owner = company.human;
    } else if (is(word, {"needed", "need", "wanted"})) {
      filter.needed = true;
    } else if (is(word, {"tunnel", "tunnels"})) {
      filter.tunnels = true;
    } else if (is(word, {"ferry", "ferries"})) {
      filter.ferries = true;
    } else if (is(word, {"gray", "grey", "any"})) {
      filter.color = kGray;
    } else if (is(word, {"all", "routes", "in", "the"})) {
      continue;
    } else if (is(word, {"of", "by"}) && more && seat_named(words[i + 1]) >= 0) {
      filter.owner = seat_named(words[++i]);
    } else if (const auto number = whole_number(word); number && *number > 0 && *number <= kMaxLength) {
      filter.length = *number;
    } else if (is(word, {"north", "south"}) && more && is(words[i + 1], {"west", "east"})) {
      filter.regions |= *Regions::named(word + words[i + 1]);
      ++i;
    } else if (const auto regions = Regions::named(word)) {
      filter.regions |= *regions;
    } else if (const auto cards = match_card(word);
               cards.size() == 1 && index(cards[0]) < kColors && name(cards[0]) == word) {
      filter.color = static_cast<std::uint8_t>(index(cards[0]));
    } else {
      filter.rest.push_back(word);
    }
  }
  // "Essen" must not be lost because a word of it means something here.
  if (!filter.rest.empty() && filter.rest.size() < words.size() &&
      match_city(edition.board, filter.rest).cities.empty() && !match_city(edition.board, words).cities.empty()) {
    filter = {};
    filter.rest = words;
  }
  return filter;
}

}  // namespace fogg::cli
