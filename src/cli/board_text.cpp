#include "cli/board_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/play_ways.h"

namespace fogg::cli {

namespace {

constexpr int kLabel = 11;  // columns before the contents of a line

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
    const std::string color = action.count == 0 ? "loco" : std::string(name(action.color));
    words.push_back(action.count > 0 && action.locomotives > 0 ? fmt::format("{} + {} loco", color, action.locomotives)
                                                               : color);
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

// Routes on the shortest ways for the viewer's open tickets, with those parallel to them.
RouteSet on_the_way(const Edition& edition, const View& view) {
  RouteSet routes;
  view.tickets[own(view)].each([&](int t) {
    const auto way = cheapest_way(edition, view, edition.tickets[static_cast<std::size_t>(t)]);
    if (!way || way->trains > view.trains[own(view)]) return;
    for (const int r : way->routes) routes |= RouteSet::single(r);
  });
  return routes | edition.parallel_to(routes);
}

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
  std::string out = "  " + style_.dim(fmt::format("{}Trains  Points  Cards  Tickets", pad("", width))) + "\n";
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    out += fmt::format("  {}{:>6}  {:>6}  {:>5}  {:>7}   {}\n", pad(who(seat), width), view.trains[s], view.points[s],
                       view.hand_size[s], view.kept[s], style_.dim(company_.notes[s]));
  }
  return out;
}

std::string BoardText::row(const View& view) const {
  std::vector<std::string> cells;
  for (std::size_t place = 0; place < kRow; ++place) {
    const std::uint8_t card = view.row[place];
    cells.push_back(pad(
        fmt::format("{} {}", place + 1, card == kEmptyPlace ? "[ ] none" : style_.card(static_cast<Card>(card))), 12));
  }
  return flow(cells, "  ", label("Row"), style_.width) + "\n" + label("Decks") +
         fmt::format("{}, {}\n", count_words(view.deck_size, "train card"),
                     count_words(view.ticket_deck_size(), "ticket"));
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

std::string BoardText::ticket_state(const View& view, const Ticket& ticket) const {
  const auto way = cheapest_way(edition_, view, ticket);
  if (!way) return style_.dim("no longer possible");
  if (way->trains == 0) return style_.sequence("32", "done");
  if (way->trains > view.trains[own(view)]) {
    return style_.dim(fmt::format("no longer possible (needs {})", way->trains));
  }
  return count_words(way->trains, "train") + " missing";
}

std::string BoardText::tickets(const View& view) const {
  if (view.tickets[own(view)].empty()) return label("Tickets") + "none yet\n";
  std::vector<const Ticket*> mine;
  view.tickets[own(view)].each([&](int t) { mine.push_back(&edition_.tickets[static_cast<std::size_t>(t)]); });
  std::ranges::stable_sort(mine, std::greater<>{}, [](const Ticket* ticket) { return ticket->points; });
  const int width = widest(mine, [&](const Ticket* ticket) { return ticket_words(edition_.board, *ticket); });
  std::string out;
  for (const Ticket* ticket : mine) {
    out += fmt::format("{}{}  {:>2}   {}\n", label(out.empty() ? "Tickets" : ""),
                       pad(ticket_words(edition_.board, *ticket), width), ticket->points, ticket_state(view, *ticket));
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
    if (way) length = way->trains == 0 ? "done already" : "shortest way: " + count_words(way->trains, "train");
    if (way && way->trains > view.trains[own(view)]) length = fmt::format("no longer possible (needs {})", way->trains);
    out += fmt::format("  {}  {}  {:>2} points   {}\n", style_.bold(std::to_string(i + 1)),
                       pad(ticket_words(edition_.board, *offered[i]), width), offered[i]->points, length);
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
  std::string out =
      "  " + style_.dim(fmt::format("{}  Len  Color      Pts  Pay with", pad("You can claim now", width))) + "\n";
  bool any_wanted = false;
  for (const ClaimGroup& group : groups) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(group.route)];
    const bool helps = wanted.has(group.route);
    any_wanted = any_wanted || helps;
    const std::string start = fmt::format("{} {}  {:>3}  {:<9}  {:>3}  ", helps ? "*" : " ", pad(words(group), width),
                                          route.length, color_words(route), edition_.route_points[route.length]);
    out += start + payments(group.actions) + "\n";
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
  std::string out = "  " + style_.dim(fmt::format("{}  Len  Color      Pts", pad(title, width))) + "\n";
  for (const int r : routes) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    std::string state;
    for (int seat = 0; seat < view.players; ++seat) {
      if (view.owned[static_cast<std::size_t>(seat)].has(r)) {
        state = seat == view.viewer ? who(seat) : "taken by " + who(seat);
      }
    }
    const bool open = !(view.closed | edition_.parallel_to(view.owned[own(view)])).has(r);
    if (state.empty()) state = !open ? "closed" : now.claims(r).empty() ? "open" : "open, you have the cards";
    out += fmt::format("  {}  {:>3}  {:<9}  {:>3}  {}\n", pad(other_end(r), width), route.length, color_words(route),
                       edition_.route_points[route.length], state);
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

std::string BoardText::hint(const Situation& now) const {
  const View& view = now.view;
  TicketSet asked = view.tickets[own(view)];
  for (std::size_t i = 0; i < view.offered[own(view)]; ++i) asked |= TicketSet::single(view.offer[i]);
  std::string out;
  asked.each([&](int t) {
    const Ticket& ticket = edition_.tickets[static_cast<std::size_t>(t)];
    const auto way = cheapest_way(edition_, view, ticket);
    if (!way || way->trains == 0 || way->trains > view.trains[own(view)]) return;
    std::vector<std::string> steps;
    for (const int r : way->routes) {
      std::vector<std::string> colors;
      bool payable = false;
      for (const int track : open_tracks(edition_, view, r)) {
        const std::string color = color_words(edition_.board.routes[static_cast<std::size_t>(track)]);
        if (std::ranges::find(colors, color) == colors.end()) colors.push_back(color);
        payable = payable || !now.claims(track).empty();
      }
      steps.push_back(fmt::format("{} ({} {}{})", route_words(edition_.board, r),
                                  edition_.board.routes[static_cast<std::size_t>(r)].length, enumeration(colors, "or"),
                                  payable ? ", you have the cards" : ""));
    }
    out +=
        fmt::format("  {} needs {}:\n", ticket_words(edition_.board, ticket), count_words(way->trains, "more train")) +
        flow(steps, ", ", "    ", style_.width) + "\n";
  });
  if (out.empty()) {
    return "None of your tickets is open; long routes bring the most points, and 'tickets' draws new ones.\n";
  }
  return "The shortest ways for your open tickets:\n" + out;
}

std::string BoardText::legal(const Situation& now) const {
  std::string out;
  for (const Action& action : now.legal) out += "  " + text(edition_, action) + "\n";
  return out;
}

std::string BoardText::claimed(const View& view) const {
  std::string out;
  for (int seat = 0; seat < view.players; ++seat) {
    std::vector<std::string> names;
    view.owned[static_cast<std::size_t>(seat)].each([&](int r) { names.push_back(route_words(edition_.board, r)); });
    if (names.empty()) names.emplace_back("no routes yet");
    out += flow(names, ", ", "  " + pad(who(seat), kLabel - 2), style_.width) + "\n";
  }
  return out;
}

std::string BoardText::final_score(const View& view, const Scores& scores) const {
  const int width = std::max(8, widest(company_.names, [](const std::string& name) { return name; })) + 2;
  std::string out =
      "  " + style_.dim(fmt::format("{}Routes  Tickets    Done  Longest  Bonus  Total", pad("", width))) + "\n";
  std::vector<std::string> winners;
  for (int seat = 0; seat < view.players; ++seat) {
    const Score& score = scores[static_cast<std::size_t>(seat)];
    const std::string done = fmt::format("{} of {}", score.completed, score.completed + score.uncompleted);
    out += fmt::format("  {}{:>6}  {:>+7}  {:>7}  {:>7}  {:>5}  {}{}\n", pad(who(seat), width), score.routes,
                       score.tickets, done, score.longest, score.bonus, style_.bold(fmt::format("{:>5}", score.total)),
                       score.winner ? "  winner" : "");
    if (score.winner) winners.push_back(who(seat));
  }
  const bool you = scores[static_cast<std::size_t>(company_.human)].winner;
  out += "\n" + (winners.size() > 1 ? enumeration(winners) + " share the victory.\n"
                 : you              ? "You win!\n"
                                    : winners[0] + " wins.\n");
  for (int seat = 0; seat < view.players; ++seat) {
    const TicketSet kept = view.tickets[static_cast<std::size_t>(seat)];
    const TicketSet done = completed_tickets(edition_, view.owned[static_cast<std::size_t>(seat)], kept);
    out += "\n  " + (seat == company_.human ? "Your" : who(seat) + "'s") + " tickets\n";
    std::vector<int> order;
    kept.each([&](int t) { order.push_back(t); });
    std::ranges::stable_sort(order, std::greater<>{}, [&](int t) {
      const int points = edition_.tickets[static_cast<std::size_t>(t)].points;
      return done.has(t) ? points : -points;
    });
    const int names = widest(
        order, [&](int t) { return ticket_words(edition_.board, edition_.tickets[static_cast<std::size_t>(t)]); });
    for (const int t : order) {
      const Ticket& ticket = edition_.tickets[static_cast<std::size_t>(t)];
      out += fmt::format("    {}  {:>3}  {}\n", pad(ticket_words(edition_.board, ticket), names),
                         done.has(t) ? ticket.points : -ticket.points, done.has(t) ? "done" : "failed");
    }
  }
  return out;
}

}  // namespace fogg::cli
