// BoardText: long lists, by regions or in columns.
#include <fmt/format.h>

#include <algorithm>

#include "cli/board_text.h"
#include "cli/play_regions.h"
#include "cli/play_ways.h"

namespace fogg::cli {

namespace {

std::size_t own(const View& view) { return static_cast<std::size_t>(view.viewer); }

int owner_of(const View& view, int route) {
  for (int seat = 0; seat < view.players; ++seat) {
    if (view.owned[static_cast<std::size_t>(seat)].has(route)) return seat;
  }
  return -1;
}

bool open_to_viewer(const Edition& edition, const View& view, int route) {
  return !(view.closed | edition.parallel_to(view.owned[own(view)])).has(route);
}

// Cells one below the other in as many columns as fit; all cells are equally wide.
std::string in_columns(const std::vector<std::string>& cells, int cell_width, int width) {
  constexpr int kGap = 2;
  const auto fitting = static_cast<std::size_t>(std::max(1, (width - 2 + kGap) / (cell_width + kGap)));
  const std::size_t columns_used = std::min(fitting, cells.size());
  const std::size_t rows = (cells.size() + columns_used - 1) / columns_used;
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line = "  ";
    for (std::size_t i = row; i < cells.size(); i += rows) {
      line += i + rows < cells.size() ? pad(cells[i], cell_width + kGap) : cells[i];
    }
    while (line.ends_with(' ')) line.pop_back();
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string BoardText::choices(const std::vector<Choice>& choices) const {
  // What fits on a screen stays one below the other.
  constexpr std::size_t kFew = 14;
  std::vector<std::string> cells;
  int width = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    cells.push_back(fmt::format("{:>2}  {}", i + 1, choices[i].label));
    width = std::max(width, columns(cells.back()));
  }
  if (choices.size() > kFew) return in_columns(cells, width, style_.width);
  std::string out;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    // What fits keeps its columns.
    const std::string first = fmt::format("  {:>2}  ", i + 1);
    const bool fits = columns(first) + columns(choices[i].label) <= style_.width;
    out += (fits ? first + choices[i].label : wrap(choices[i].label, first, style_.width)) + "\n";
  }
  return out;
}

std::string BoardText::actions(const std::vector<Choice>& choices) const {
  const auto is_claim = [](const Choice& choice) { return choice.actions[0].kind == ActionKind::kClaim; };
  const auto first_claim = std::ranges::find_if(choices, is_claim);
  const auto before = static_cast<std::size_t>(first_claim - choices.begin());
  std::vector<std::string> cells;
  int width = 0;
  for (std::size_t i = before; i < choices.size(); ++i) {
    const std::string_view label = choices[i].label;
    cells.push_back(fmt::format("{:>2}  {}", i + 1, label.substr(label.find(' ') + 1)));
    width = std::max(width, columns(cells.back()));
  }
  std::string out = this->choices({choices.begin(), first_claim});
  if (!cells.empty()) out += style_.dim("  Claim") + "\n" + in_columns(cells, width, style_.width);
  return out;
}

// "Boston-New York  2 YR B.": name, length, colors and owners of the tracks.
std::string BoardText::board_cell(const View& view, int route, RouteSet wanted, int width) const {
  const auto& routes = edition_.board.routes;
  const auto first = static_cast<std::size_t>(route);
  const std::vector<char> letters = seat_letters(edition_.seats);
  std::string colors;
  std::string owners;
  bool helps = false;
  for (std::size_t r = first; r == first || (r < routes.size() && routes[r].track > 1); ++r) {
    const int number = static_cast<int>(r);
    helps = helps || wanted.has(number);
    colors += routes[r].color == kGray ? "-" : style_.mark(static_cast<Card>(routes[r].color));
    const int owner = owner_of(view, number);
    if (owner >= 0) {
      const auto s = static_cast<std::size_t>(owner);
      owners += style_.seat(edition_.seats[s], std::string(1, letters[s]));
    } else {
      owners += open_to_viewer(edition_, view, number) ? "." : "x";
    }
  }
  const bool kinds = edition_.has_tunnels || !edition_.ferries.empty();
  const std::string kind = !kinds ? "" : routes[first].tunnel ? "^" : routes[first].ferry > 0 ? "~" : " ";
  int tracks = 0;
  for (const Route& any : routes) tracks = std::max<int>(tracks, any.track);
  return fmt::format("{}{} {}{} {} {}", helps ? "*" : " ", pad(route_words(edition_.board, route), width),
                     routes[first].length, kind, pad(colors, tracks), pad(owners, tracks));
}

std::string BoardText::board(const View& view) const {
  const auto& routes = edition_.board.routes;
  const Regions regions(edition_.board);
  const RouteSet wanted = on_the_way(edition_, view);
  int width = 0;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    width = std::max(width, columns(route_words(edition_.board, static_cast<int>(r))));
  }
  std::string out;
  for (int region = 0; region < Regions::kNumber; ++region) {
    std::vector<std::string> cells;
    int open = 0;
    int all = 0;
    for (std::size_t r = 0; r < routes.size(); ++r) {
      const int number = static_cast<int>(r);
      if (regions.of(number) != region) continue;
      ++all;
      open += open_to_viewer(edition_, view, number) ? 1 : 0;
      if (routes[r].track <= 1) cells.push_back(board_cell(view, number, wanted, width));
    }
    if (cells.empty()) continue;
    out += style_.bold(Regions::title(region)) + style_.dim(fmt::format(", {} of {} open", open, all)) + "\n" +
           in_columns(cells, columns(cells[0]), style_.width);
  }
  std::vector<std::string> key = {"length, colors (- any), owners: . open", "x closed"};
  const std::vector<char> letters = seat_letters(edition_.seats);
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    key.push_back(style_.seat(edition_.seats[s], std::string(1, letters[s])) + " " + company_.names[s]);
  }
  if (edition_.has_tunnels) key.emplace_back("^ tunnel");
  if (!edition_.ferries.empty()) key.emplace_back("~ ferry");
  if (!wanted.empty()) key.emplace_back("* on the shortest way for a ticket of yours");
  return out + flow(key, ", ", "  ", style_.width) + "\n" + pieces(view);
}

std::string BoardText::route_state(const Situation& now, int route) const {
  const int owner = owner_of(now.view, route);
  if (owner >= 0) return owner == now.view.viewer ? who(owner) : "taken by " + who(owner);
  if (!open_to_viewer(edition_, now.view, route)) return "closed";
  return now.payable().has(route) ? "open, you have the cards" : "open";
}

std::string BoardText::routes_by_region(const Situation& now, const RouteFilter& filter) const {
  const View& view = now.view;
  const Regions regions(edition_.board);
  const RouteSet wanted = on_the_way(edition_, view);
  const auto fits = [&](int r) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    const int owner = owner_of(view, r);
    const bool at_city = ((city_bit(route.a) | city_bit(route.b)) & filter.cities) != 0;
    return (!filter.open || open_to_viewer(edition_, view, r)) && (!filter.taken || owner >= 0) &&
           (!filter.needed || wanted.has(r)) && (!filter.tunnels || route.tunnel) &&
           (!filter.ferries || route.ferry > 0) && (filter.owner < 0 || owner == filter.owner) &&
           (filter.length == 0 || route.length == filter.length) && (!filter.color || route.color == *filter.color) &&
           (filter.regions == 0 || ((filter.regions >> static_cast<unsigned>(regions.of(r))) & 1U) != 0) &&
           (filter.cities == 0 || at_city);
  };
  std::vector<int> fitting;
  int width = 0;
  for (int r = 0; r < static_cast<int>(edition_.board.routes.size()); ++r) {
    if (!fits(r)) continue;
    fitting.push_back(r);
    width = std::max(width, columns(route_words(edition_.board, r)));
  }
  if (fitting.empty()) return "There are no such routes now.\n";
  const int kinds = edition_.has_tunnels || !edition_.ferries.empty() ? 9 : 0;
  width = std::max(width, columns("South-west"));
  const RouteSet payable = now.payable();
  std::string out;
  for (int region = 0; region < Regions::kNumber; ++region) {
    std::string rows;
    for (const int r : fitting) {
      if (regions.of(r) != region) continue;
      const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
      rows += fmt::format("{} {}  {:>3}  {:<9}  {}{:>3}  {}\n", wanted.has(r) ? "*" : " ",
                          pad(route_words(edition_.board, r), width), route.length, color_words(route),
                          pad(crossing_words(route), kinds), edition_.route_points[route.length],
                          payable.has(r) ? "you have the cards" : route_state(now, r));
    }
    if (rows.empty()) continue;
    const std::string titles =
        out.empty() ? fmt::format("Len  Color      {}Pts", kinds == 0 ? "" : pad("Kind", kinds)) : "";
    const std::string title = style_.bold(Regions::title(region));
    out += (titles.empty() ? title : pad(title, width + 4) + style_.dim(titles)) + "\n" + rows;
  }
  return out;
}

}  // namespace fogg::cli
