// BoardText::map: the board drawn with characters. Every train of a route is one mark; whose it is can be read from its
// letter.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "cli/board_text.h"

namespace fogg::cli {

namespace {

struct Place {
  int x = 0;
  int y = 0;
};

struct Cell {
  std::string mark = " ";  // one column
  int seat = -1;  // owner of the route the mark belongs to
  enum Kind : std::uint8_t { kEmpty, kOpen, kOwned, kCity, kName } kind = kEmpty;
};

class Canvas {
 public:
  Canvas(const Board& board, int width) : board_(board), width_(width) {
    double west = 180;
    double east = -180;
    double south = 90;
    double north = -90;
    for (const City& city : board.cities) {
      west = std::min(west, city.lon);
      east = std::max(east, city.lon);
      south = std::min(south, city.lat);
      north = std::max(north, city.lat);
    }
    const double across = std::max(east - west, 1.0);
    const double down = std::max(north - south, 1.0);
    constexpr int kMargin = 3;  // left and right, for names
    const double per_degree = (width - 1 - 2 * kMargin) / across;
    // A character is about twice as high as it is wide; a degree of longitude is shorter than one of latitude. A little
    // more height than that gives the names room.
    constexpr double kHigh = 0.56;
    const double middle = (north + south) / 2 * std::numbers::pi / 180;
    height_ =
        std::clamp(static_cast<int>(std::lround(down * per_degree / std::max(std::cos(middle), 0.3) * kHigh)), 8, 40) +
        1;
    cells_.resize(static_cast<std::size_t>(width_ * height_));
    for (const City& city : board.cities) {
      places_.push_back({static_cast<int>(std::lround((city.lon - west) * per_degree)) + kMargin,
                         static_cast<int>(std::lround((north - city.lat) / down * (height_ - 1)))});
    }
  }

  Cell& at(int x, int y) { return cells_[static_cast<std::size_t>(y * width_ + x)]; }
  bool inside(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }
  int width() const { return width_; }
  int height() const { return height_; }
  Place place(std::size_t city) const { return places_[city]; }

  // One mark per train, evenly between the cities.
  void route(const Route& route, const Cell& even, const Cell& odd) {
    const Place a = places_[route.a];
    const Place b = places_[route.b];
    for (int i = 0; i < route.length; ++i) {
      // Marks keep away from the cities, where those of many routes would fall together.
      const double part = 0.12 + 0.76 * (i + 0.5) / route.length;
      Cell& cell = at(static_cast<int>(std::lround(a.x + (b.x - a.x) * part)),
                      static_cast<int>(std::lround(a.y + (b.y - a.y) * part)));
      const Cell& mark = i % 2 == 0 ? even : odd;
      if (mark.kind >= cell.kind) cell = mark;
    }
  }

  // The name where it covers least, best right of the city.
  void name(std::size_t city) {
    const std::string& text = board_.cities[city].name;
    const int length = columns(text);
    const Place p = places_[city];
    std::vector<Place> tries = {{2, 0}, {-length - 1, 0}};
    for (const int line : {-1, 1}) {
      for (int by = -length; by <= 1; ++by) tries.push_back({by, line});
    }
    int best_cost = kImpossible;
    Place best;
    for (const Place& by : tries) {
      const int cost = covered(p, p.x + by.x, p.y + by.y, length) + (by.y == 0 ? 0 : 2);
      if (cost >= best_cost) continue;
      best_cost = cost;
      best = {p.x + by.x, p.y + by.y};
    }
    if (best_cost >= kImpossible) return;
    int x = best.x;
    for (std::size_t i = 0; i < text.size(); ++x) {
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
      at(x, best.y) = {text.substr(i, end - i), -1, Cell::kName};
      i = end;
    }
  }

 private:
  static constexpr int kImpossible = 100000;

  int covered(Place city, int x, int y, int length) {
    if (!inside(x, y) || !inside(x + length - 1, y)) return kImpossible;
    int cost = 0;
    for (int i = 0; i < length; ++i) {
      constexpr std::array<int, 5> kCosts = {0, 1, 12, kImpossible, kImpossible};
      cost += kCosts[at(x + i, y).kind];
    }
    // Two names side by side would read as one, a name beside another city as that city's, and a letter of a route as
    // a letter of the name.
    for (const int edge : {x - 2, x - 1, x + length, x + length + 1}) {
      if (!inside(edge, y) || (edge == city.x && y == city.y)) continue;
      const bool touches = edge == x - 1 || edge == x + length;
      const Cell::Kind kind = at(edge, y).kind;
      if (kind == Cell::kName || kind == Cell::kCity) cost += touches ? 15 : 8;
      if (kind == Cell::kOwned && touches) cost += 5;
    }
    return cost;
  }

  const Board& board_;
  int width_;
  int height_ = 0;
  std::vector<Cell> cells_;
  std::vector<Place> places_;
};

}  // namespace

std::string BoardText::map(const View& view) const {
  const Board& board = edition_.board;
  Canvas canvas(board, std::clamp(style_.width, 60, 110) - 1);
  const std::vector<char> letters = seat_letters(edition_.seats);
  const auto owner = [&](std::size_t r) {
    for (int seat = 0; seat < view.players; ++seat) {
      if (view.owned[static_cast<std::size_t>(seat)].has(static_cast<int>(r))) return seat;
    }
    return -1;
  };
  for (std::size_t r = 0; r < board.routes.size();) {
    // Parallel routes are drawn as one: two marks if both are open, two letters in turn if both are owned.
    std::size_t end = r + 1;
    while (end < board.routes.size() && board.routes[end].track > 1) ++end;
    std::vector<int> owners;
    int open = 0;
    for (std::size_t i = r; i < end; ++i) {
      if (owner(i) >= 0) owners.push_back(owner(i));
      open += view.closed.has(static_cast<int>(i)) ? 0 : 1;
    }
    const auto mark = [&](std::size_t n) {
      if (owners.empty()) {
        const Route& route = board.routes[r];
        return Cell{route.tunnel ? "^" : route.ferry > 0 ? "~" : open > 1 ? ":" : ".", -1, Cell::kOpen};
      }
      const int seat = owners[n % owners.size()];
      return Cell{std::string(1, letters[static_cast<std::size_t>(seat)]), seat, Cell::kOwned};
    };
    canvas.route(board.routes[r], mark(0), mark(1));
    r = end;
  }
  std::array<bool, kMaxCities> wanted{};
  const auto self = static_cast<std::size_t>(view.viewer);
  view.tickets[self].without(completed_tickets(edition_, view.owned[self], view.tickets[self])).each([&](int t) {
    const Ticket& ticket = edition_.tickets[static_cast<std::size_t>(t)];
    for (CitySet ends = board.end_cities(ticket.a) | board.end_cities(ticket.b); ends != 0; ends &= ends - 1)
      wanted[static_cast<std::size_t>(std::countr_zero(ends))] = true;
  });
  for (std::size_t city = 0; city < board.cities.size(); ++city) {
    const Place p = canvas.place(city);
    // Where stations and passengers stand is said below the map as well, so a city that is needed comes first.
    int there = -1;
    for (int seat = 0; seat < view.players; ++seat) {
      if ((view.extras.pieces[static_cast<std::size_t>(seat)] & city_bit(static_cast<int>(city))) != 0) there = seat;
    }
    canvas.at(p.x, p.y) = {wanted[city]            ? "*"
                           : there < 0             ? "o"
                           : edition_.stations > 0 ? "#"
                                                   : "@",
                           there, Cell::kCity};
  }
  // Long names first: they have the fewest places to go.
  std::vector<std::size_t> order(board.cities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t city) { return board.cities[city].name.size(); });
  for (const std::size_t city : order) canvas.name(city);

  std::string out;
  for (int y = 0; y < canvas.height(); ++y) {
    std::string line;
    for (int x = 0; x < canvas.width(); ++x) {
      const Cell& cell = canvas.at(x, y);
      switch (cell.kind) {
        case Cell::kOpen: line += style_.dim(cell.mark); break;
        case Cell::kOwned: line += style_.seat(edition_.seats[static_cast<std::size_t>(cell.seat)], cell.mark); break;
        case Cell::kCity:
          line += cell.seat < 0 ? style_.bold(cell.mark)
                                : style_.seat(edition_.seats[static_cast<std::size_t>(cell.seat)], cell.mark);
          break;
        case Cell::kEmpty:
        case Cell::kName: line += cell.mark; break;
      }
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + "\n";
  }
  std::vector<std::string> key = {". a train of an open route", ": of a double route"};
  if (edition_.has_tunnels) key.emplace_back("^ of a tunnel");
  if (!edition_.ferries.empty()) key.emplace_back("~ of a ferry");
  key.emplace_back("* a city you need");
  if (edition_.stations > 0) key.emplace_back("# a station");
  if (edition_.passengers > 0) key.emplace_back("@ a passenger");
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    key.push_back(style_.seat(edition_.seats[s], std::string(1, letters[s])) + " " + company_.names[s]);
  }
  return out + flow(key, "   ", "  ", style_.width) + "\n";
}

}  // namespace fogg::cli
