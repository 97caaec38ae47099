#include "cli/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/play_ways.h"

namespace fogg::cli {

namespace {

std::size_t own(const View& view) { return static_cast<std::size_t>(view.viewer); }

// The widest of the names, so that a column fits.
template <typename Range, typename F>
int widest(const Range& range, F&& text) {
  int width = 0;
  for (const auto& one : range) width = std::max(width, columns(text(one)));
  return width;
}

// Ways to pay as a player sees them: per color with as few locomotives as possible. How many cards there are in all is
// clear.
std::string payments(const std::vector<Action>& actions) {
  std::vector<std::string> words;
  std::vector<Card> colors;
  for (const Action& action : actions) {
    if (std::ranges::find(colors, action.color) != colors.end()) continue;
    colors.push_back(action.color);
    if (action.count == 0) {
      words.emplace_back(action.fours > 0 ? payment_words(action) : "loco");
    } else {
      const Action jokers = Action::claim(action.where, action.color, 0, action.locomotives, action.fours);
      words.push_back(std::string(name(action.color)) +
                      (action.locomotives + action.fours > 0 ? " + " + payment_words(jokers) : ""));
    }
  }
  // Who has a card of every color knows it; the list must stay short.
  constexpr std::size_t kMost = 3;
  const std::size_t more = words.size() > kMost ? words.size() - kMost + 1 : 0;
  if (more > 0) words.resize(kMost - 1);
  std::string out = fmt::format("{}", fmt::join(words, ", "));
  return more > 0 ? fmt::format("{} or {} more", out, more) : out;
}

// Routes that lead between the same cities as `r` and are open to the viewer.
std::vector<int> open_tracks(const Edition& edition, const View& view, int r) {
  std::vector<int> tracks;
  const RouteSet self = RouteSet::single(r);
  const RouteSet all = self | edition.parallel_to(self);
  all.without(view.closed | edition.parallel_to(view.owned[own(view)])).each([&](int track) {
    tracks.push_back(track);
  });
  return tracks;
}

// Columns for "tunnel" or "ferry 2"; none in editions without them.
int crossing_width(const Edition& edition) { return edition.has_tunnels || !edition.ferries.empty() ? 9 : 0; }

}  // namespace

std::string BoardText::label(std::string_view text) const {
  return "  " + style_.dim(text) + pad("", kLabel - 2 - columns(text));
}

std::string BoardText::who(int seat) const {
  const auto s = static_cast<std::size_t>(seat);
  return style_.seat(edition_.seats[s], company_.names[s]);
}

std::string BoardText::rule(std::string_view title) const {
  const std::string line(static_cast<std::size_t>(std::max(0, style_.width - 4 - columns(title) - 1)), '-');
  return style_.dim("--") + " " + style_.bold(title) + " " + style_.dim(line) + "\n";
}

std::string BoardText::players(const View& view) const {
  const int width = std::max(8, widest(company_.names, [](const std::string& name) { return name; })) + 2;
  const bool goods = edition_.passengers > 0;
  const bool stations = edition_.stations > 0;
  std::string out =
      "  " +
      style_.dim(fmt::format("{}Trains  Points{}  Cards  Tickets{}{}", pad("", width), goods ? "  Goods" : "",
                             stations ? "  Stations" : "", goods ? "  Passengers" : "")) +
      "\n";
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    std::string tickets = std::to_string(view.kept[s]);
    if (edition_.decks.size() > 1 && view.kept[s] > 0) {
      // "2S 1L": of which decks they are is known to all.
      std::vector<std::string> parts;
      for (std::size_t d = 0; d < edition_.decks.size(); ++d) {
        const int kept = view.kept_of(edition_, seat, static_cast<int>(d));
        if (kept > 0) parts.push_back(fmt::format("{}{}", kept, capital(edition_.decks[d].name)[0]));
      }
      tickets = fmt::format("{}", fmt::join(parts, " "));
    }
    std::string more;
    if (stations) more = fmt::format("  {:>8}", edition_.stations - std::popcount(view.extras.pieces[s]));
    if (goods) more = fmt::format("  {:>10}", view.extras.passengers[s]);
    const std::string line =
        fmt::format("  {}{:>6}  {:>6}{}  {:>5}  {:>7}{}", pad(who(seat), width), view.trains[s], view.points[s],
                    goods ? fmt::format("  {:>5}", view.extras.goods[s]) : "", view.hand_size[s], tickets, more);
    // What is played by whom is said at the beginning, too; it must not break a line.
    const bool room = columns(line) + 3 + columns(company_.notes[s]) <= style_.width;
    out += line + (room ? "   " + style_.dim(company_.notes[s]) : "") + "\n";
  }
  return out;
}

std::string BoardText::row(const View& view) const {
  // Where there is room, as wide as the longest name.
  constexpr int kWide = 15;
  const bool wide = edition_.has_passenger_cards && kLabel + kRow * (kWide + 2) - 2 <= style_.width;
  const int cell_width = wide ? kWide : 12;
  std::vector<std::string> cells;
  int width = kLabel;
  for (std::size_t place = 0; place < kRow; ++place) {
    const std::uint8_t card = view.row[place];
    cells.push_back(
        fmt::format("{} {}", place + 1, card == kEmptyPlace ? "[ ] none" : style_.card(static_cast<Card>(card))));
    width += std::max(columns(cells.back()), cell_width) + 2;
  }
  // In columns, unless long names would break the line.
  if (width - 2 <= style_.width) {
    for (std::string& cell : cells) cell = pad(cell, cell_width);
  }
  // Tickets of a deck from which nobody draws later do not count.
  const bool first = edition_.mix > 0 || edition_.decks[0].draw > 0;
  const int of_first = first ? view.pile[0].size() : 0;
  return flow(cells, "  ", label("Row"), style_.width) + "\n" + label("Decks") +
         fmt::format("{}, {}\n", count_words(view.deck_size, "train card"),
                     edition_.mix > 0 ? deck_counts(edition_, of_first, view.pile[1].size())
                                      : count_words(of_first + view.pile[1].size(), "ticket"));
}

std::string BoardText::counts(const CardCounts& cards, std::string_view first) const {
  std::vector<std::string> cells;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const auto card = static_cast<Card>(kind);
    if (cards[card] > 0) cells.push_back(fmt::format("{} {}", cards[card], style_.card(card)));
  }
  if (cells.empty()) cells.emplace_back("no cards");
  return flow(cells, "  ", first, style_.width) + "\n";
}

std::string BoardText::hand(const View& view) const { return counts(view.hand, label("Hand")); }

// `done`: the tickets that are completed with the routes stations borrow.
std::string BoardText::ticket_state(const View& view, int ticket, TicketSet done) const {
  const auto way = cheapest_way(edition_, view, edition_.tickets[static_cast<std::size_t>(ticket)]);
  if (way && way->trains == 0 && way->borrowed.empty()) return style_.sequence("32", "done");
  if (done.has(ticket)) return style_.sequence("32", "done with a station");
  if (!way) return style_.dim("no longer possible");
  if (way->trains > view.trains[own(view)]) {
    return style_.dim(fmt::format("no longer possible (needs {})", way->trains));
  }
  std::vector<std::string> missing;
  if (way->trains > 0) missing.push_back(count_words(way->trains, "train"));
  if (way->stations > 0) missing.push_back(count_words(way->stations, "station"));
  // Done, but for another ticket that the station serves better.
  if (missing.empty()) return "your station is used for another ticket";
  return enumeration(missing) + " missing";
}

// The name of a ticket's deck, if there are several.
std::string BoardText::deck_column(int ticket) const {
  if (edition_.decks.size() < 2) return {};
  const int width = widest(edition_.decks, [](const TicketDeck& deck) { return deck.name; });
  return pad(edition_.decks[static_cast<std::size_t>(edition_.deck_of(ticket))].name, width) + "  ";
}

std::string BoardText::tickets(const View& view) const {
  if (view.tickets[own(view)].empty()) return label("Tickets") + "none yet\n";
  TicketSet done;
  if (edition_.stations > 0) {
    const Borrowed borrowed = borrow_routes(edition_, visible_state(edition_, view), view.viewer);
    done = completed_tickets(edition_, view.owned[own(view)] | borrowed.routes, view.tickets[own(view)]);
  }
  std::vector<int> mine;
  view.tickets[own(view)].each([&](int t) { mine.push_back(t); });
  const auto ticket = [&](int t) -> const Ticket& { return edition_.tickets[static_cast<std::size_t>(t)]; };
  std::ranges::stable_sort(mine, std::greater<>{}, [&](int t) { return ticket(t).points; });
  const int width = widest(mine, [&](int t) { return ticket_words(edition_.board, ticket(t)); });
  std::string out;
  for (const int t : mine) {
    out += fmt::format("{}{}  {:>2}   {}{}\n", label(out.empty() ? "Tickets" : ""),
                       pad(ticket_words(edition_.board, ticket(t)), width), ticket(t).points, deck_column(t),
                       ticket_state(view, t, done));
  }
  return out;
}

std::string BoardText::offer(const View& view) const {
  std::vector<const Ticket*> offered;
  for (std::size_t i = 0; i < view.offered[own(view)]; ++i) offered.push_back(&edition_.tickets[view.offer[i]]);
  const int width = widest(offered, [&](const Ticket* ticket) { return ticket_words(edition_.board, *ticket); });
  std::string out;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const auto way = cheapest_way(edition_, view, *offered[i]);
    std::string length = "no longer possible";
    if (way) {
      length = way->trains == 0 ? "done already" : "shortest way: " + count_words(way->trains, "train");
      if (!way->borrowed.empty()) length = way->stations > 0 ? "only with another station" : "only with your stations";
    }
    if (way && way->trains > view.trains[own(view)]) length = fmt::format("no longer possible (needs {})", way->trains);
    out += fmt::format("  {}  {}  {:>2} points   {}{}\n", style_.bold(std::to_string(i + 1)),
                       pad(ticket_words(edition_.board, *offered[i]), width), offered[i]->points,
                       deck_column(view.offer[i]), length);
  }
  return out;
}

std::string BoardText::claimable(const Situation& now) const {
  const std::vector<ClaimGroup> groups = claim_groups(now);
  if (groups.empty()) {
    return now.view.phase == Phase::kTurn ? "You have no cards for any open route yet.\n"
                                          : "You cannot claim a route at this moment.\n";
  }
  const auto words = [&](const ClaimGroup& group) { return route_words(edition_.board, group.route); };
  const int width = std::max(columns("You can claim now"), widest(groups, words));
  const RouteSet wanted = on_the_way(edition_, now.view);
  const int kinds = crossing_width(edition_);
  std::string out = "  " +
                    style_.dim(fmt::format("{}  Len  Color      {}Pts  Pay with", pad("You can claim now", width),
                                           kinds == 0 ? "" : pad("Kind", kinds))) +
                    "\n";
  bool any_wanted = false;
  for (const ClaimGroup& group : groups) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(group.route)];
    const bool helps = wanted.has(group.route);
    any_wanted = any_wanted || helps;
    const std::string start =
        fmt::format("{} {}  {:>3}  {:<9}  {}{:>3}  ", helps ? "*" : " ", pad(words(group), width), route.length,
                    color_words(route), pad(crossing_words(route), kinds), edition_.route_points[route.length]);
    out += wrap(payments(group.actions), start, style_.width) + "\n";
  }
  if (any_wanted) out += "* on the shortest way for one of your tickets\n";
  return out;
}

std::string BoardText::routes_at(const Situation& now, int city) const {
  const View& view = now.view;
  std::vector<int> routes;
  for (std::size_t r = 0; r < edition_.board.routes.size(); ++r) {
    const Route& route = edition_.board.routes[r];
    if (route.a == city || route.b == city) routes.push_back(static_cast<int>(r));
  }
  const auto other_end = [&](int r) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    return city_words(edition_.board, route.a == city ? route.b : route.a);
  };
  const std::string title = "From " + city_words(edition_.board, city) + " to";
  const int width = std::max(columns(title), widest(routes, other_end));
  const int kinds = crossing_width(edition_);
  std::string out =
      here(view, city) + "  " +
      style_.dim(fmt::format("{}  Len  Color      {}Pts", pad(title, width), kinds == 0 ? "" : pad("Kind", kinds))) +
      "\n";
  for (const int r : routes) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    out += fmt::format("  {}  {:>3}  {:<9}  {}{:>3}  {}\n", pad(other_end(r), width), route.length, color_words(route),
                       pad(crossing_words(route), kinds), edition_.route_points[route.length], route_state(now, r));
  }
  return out;
}

std::string BoardText::known_cards(const View& view) const {
  std::string out = "What can be known of the cards by watching:\n";
  for (int seat = 0; seat < view.players; ++seat) {
    if (seat == view.viewer) continue;
    const CardCounts& known = view.known(seat);
    const std::string first = fmt::format("  {} holds {}, known: ", pad(who(seat), 8),
                                          count_words(view.hand_size[static_cast<std::size_t>(seat)], "card"));
    if (known.total() == 0) {
      out += first + "none\n";
    } else {
      out += counts(known, first);
    }
  }
  return out + counts(view.discards, "  Discards: ");
}

std::string BoardText::ways(const Situation& now) const {
  const View& view = now.view;
  TicketSet asked = view.tickets[own(view)];
  for (std::size_t i = 0; i < view.offered[own(view)]; ++i) asked |= TicketSet::single(view.offer[i]);
  const TicketSet held = view.tickets[own(view)];
  const RouteSet enough = now.payable();
  std::string out;
  asked.each([&](int t) {
    const Ticket& ticket = edition_.tickets[static_cast<std::size_t>(t)];
    const auto way = cheapest_way(edition_, view, ticket);
    if (!way || (way->trains == 0 && way->borrowed.empty()) || way->trains > view.trains[own(view)]) return;
    std::vector<std::string> steps;
    for (const int r : way->routes) {
      std::vector<std::string> colors;
      bool payable = false;
      for (const int track : open_tracks(edition_, view, r)) {
        const std::string color = color_words(edition_.board.routes[static_cast<std::size_t>(track)]);
        if (std::ranges::find(colors, color) == colors.end()) colors.push_back(color);
        payable = payable || enough.has(track);
      }
      const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
      const std::string crossing = crossing_words(route);
      steps.push_back(fmt::format("{} ({} {}{}{}{})", route_words(edition_.board, r), route.length,
                                  enumeration(colors, "or"), crossing.empty() ? "" : ", ", crossing,
                                  payable ? ", you have the cards" : ""));
    }
    for (const int r : way->borrowed) {
      for (int seat = 0; seat < view.players; ++seat) {
        if (!view.owned[static_cast<std::size_t>(seat)].has(r)) continue;
        steps.push_back(fmt::format("{}'s {} with a station", who(seat), route_words(edition_.board, r)));
      }
    }
    std::vector<std::string> needs;
    if (way->trains > 0) needs.push_back(count_words(way->trains, "more train"));
    if (way->stations > 0) needs.push_back(count_words(way->stations, "more station"));
    if (needs.empty()) needs.emplace_back("only your stations");
    out += fmt::format("  {}{} needs {}:\n", ticket_words(edition_.board, ticket), held.has(t) ? "" : " (offered)",
                       enumeration(needs)) +
           flow(steps, ", ", "    ", style_.width) + "\n";
  });
  const std::string travel = journeys(now);
  if (out.empty()) {
    return wrap("None of your tickets is open; long routes bring the most points, and 'tickets' draws new ones.", "",
                style_.width) +
           "\n" + travel;
  }
  return fmt::format("The shortest ways for your {}tickets:\n", asked == held ? "open " : "") + out + travel;
}

std::string BoardText::claimed(const View& view) const {
  std::string out;
  for (int seat = 0; seat < view.players; ++seat) {
    std::vector<std::string> names;
    view.owned[static_cast<std::size_t>(seat)].each([&](int r) { names.push_back(route_words(edition_.board, r)); });
    if (names.empty()) names.emplace_back("no routes yet");
    out += flow(names, ", ", "  " + pad(who(seat), kLabel - 2), style_.width) + "\n";
  }
  return out + pieces(view);
}

}  // namespace fogg::cli
