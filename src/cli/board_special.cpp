// BoardText: what only some editions have, the exact texts, and the end.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/board_text.h"
#include "engine/journey.h"

namespace fogg::cli {

namespace {
std::size_t own(const View& view) { return static_cast<std::size_t>(view.viewer); }
}  // namespace

std::string BoardText::pieces(const View& view) const {
  std::vector<std::string> parts;
  for (int seat = 0; seat < view.players; ++seat) {
    const CitySet cities = view.extras.pieces[static_cast<std::size_t>(seat)];
    if (cities != 0)
      parts.push_back(fmt::format("{} in {}", who(seat), enumeration(city_list(edition_.board, cities))));
  }
  if (parts.empty()) return {};
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : "; ") + part;
  return wrap(all, label(edition_.stations > 0 ? "Stations" : "Waiting"), style_.width) + "\n";
}

std::string BoardText::journeys(const Situation& now) const {
  const View& view = now.view;
  const bool under_way = view.phase == Phase::kJourney && view.player == view.viewer;
  std::string out;
  auto add = [&](int from, const Journey& best) {
    if (best.points == 0) return;
    std::vector<std::string> cities = {city_words(edition_.board, from)};
    int at = from;
    for (const std::uint8_t r : best.routes) {
      const Route& route = edition_.board.routes[r];
      at = route.a == at ? route.b : route.a;
      cities.push_back(city_words(edition_.board, at));
    }
    // Where there is too much to try, the best found is named with what it could be at most.
    out += wrap(fmt::format("{} for {}{}{}", fmt::join(cities, " - "), count_words(best.points, "point"),
                            best.cards > 0 ? ", with " + count_words(best.cards, "passenger card") : "",
                            best.exact() ? "" : fmt::format(" (none brings more than {})", best.bound)),
                "  ", style_.width) +
           "\n";
  };
  if (under_way) {
    add(view.extras.journey_at, best_rest_of_journey(edition_, now.visible));
  } else if (edition_.passengers > 0) {
    for (CitySet rest = view.extras.pieces[own(view)]; rest != 0; rest &= rest - 1) {
      const int city = std::countr_zero(rest);
      add(city, best_journey(edition_, now.visible, view.viewer, city));
    }
  }
  if (out.empty()) return {};
  return (under_way ? "The best way to go on:\n" : "The best journeys of your passengers:\n") + out;
}

namespace {
CardCounts left_of_hand(const View& view) {
  const Extras& extras = view.extras;
  CardCounts left = view.hand;
  if (extras.tunnel_count > 0) left.remove(extras.tunnel_color, extras.tunnel_count);
  left.remove(Card::kLocomotive, extras.tunnel_locomotives);
  return left;
}
}  // namespace

std::string BoardText::tunnel_cards(const View& view) const {
  const Extras& extras = view.extras;
  const Action shown =
      Action::claim(extras.tunnel_route, extras.tunnel_color, extras.tunnel_count, extras.tunnel_locomotives);
  return label("Shown") + payment_words(shown) + "\n" + counts(extras.revealed, label("Revealed")) +
         counts(left_of_hand(view), label("Hand"));
}

std::string BoardText::tunnel(const View& view) const {
  const Extras& extras = view.extras;
  const CardCounts left = left_of_hand(view);
  const int of_color = extras.tunnel_count > 0 ? left[extras.tunnel_color] : 0;
  const bool able = of_color + left[Card::kLocomotive] >= extras.surcharge;
  const std::string cards =
      extras.tunnel_count > 0 ? fmt::format("{} cards or locomotives", name(extras.tunnel_color)) : "locomotives";
  return tunnel_cards(view) +
         wrap(fmt::format("The tunnel takes {} more, {}. {}", count_words(extras.surcharge, "card"), cards,
                          able ? "Type 'pay', 'decline' or a number." : "You do not have them: type 'decline'."),
              "", style_.width) +
         "\n";
}

std::string BoardText::placing(const View& view) const {
  return wrap(fmt::format("Put a passenger into a city of this route? You have {} left.",
                          count_words(view.extras.passengers[own(view)], "passenger")),
              "", style_.width) +
         "\n";
}

std::string BoardText::journey(const View& view, int points) const {
  const Extras& extras = view.extras;
  const int cards = view.hand[Card::kPassenger] - extras.journey_cards;
  std::string where = fmt::format("Your passenger is in {}", city_words(edition_.board, extras.journey_at));
  if (!extras.journey_used.empty()) {
    where += fmt::format(", {} so far", count_words(points, "point"));
  }
  return wrap(fmt::format("{}; you have {} left.", where,
                          cards == 0 ? "no passenger card" : count_words(cards, "passenger card")),
              "", style_.width) +
         "\n";
}

std::string BoardText::goods(const View& view) const {
  const auto left = [&](std::size_t city) {
    const std::vector<std::uint8_t>& pile = edition_.board.cities[city].goods;
    const auto taken = static_cast<std::size_t>(view.extras.tiles_taken(static_cast<int>(city)));
    return std::vector<int>(pile.begin() + static_cast<std::ptrdiff_t>(std::min(taken, pile.size())), pile.end());
  };
  std::vector<std::vector<int>> piles;
  for (std::size_t city = 0; city < edition_.board.cities.size(); ++city) {
    const auto pile = left(city);
    if (!pile.empty() && std::ranges::find(piles, pile) == piles.end()) piles.push_back(pile);
  }
  if (piles.empty()) {
    return edition_.passengers > 0 ? "No goods are left in the cities.\n" : "There are no goods in this edition.\n";
  }
  std::ranges::sort(piles, std::greater<>{});
  std::string out = "Goods in the cities, the tile to be taken next first:\n";
  for (const auto& pile : piles) {
    std::vector<std::string> names;
    for (std::size_t city = 0; city < edition_.board.cities.size(); ++city) {
      if (left(city) == pile) names.push_back(city_words(edition_.board, static_cast<int>(city)));
    }
    out +=
        flow(names, ", ", "  " + style_.bold(pad(fmt::format("{}", fmt::join(pile, " ")), kLabel - 2)), style_.width) +
        "\n";
  }
  return out;
}

// Goods and whoever stands in a city.
std::string BoardText::here(const View& view, int city) const {
  const City& place = edition_.board.cities[static_cast<std::size_t>(city)];
  std::vector<std::string> parts;
  for (int seat = 0; seat < view.players; ++seat) {
    if ((view.extras.pieces[static_cast<std::size_t>(seat)] & city_bit(city)) == 0) continue;
    parts.push_back(fmt::format("a {} of {}", edition_.stations > 0 ? "station" : "passenger",
                                seat == company_.human ? "yours" : who(seat)));
  }
  const auto taken = static_cast<std::size_t>(view.extras.tiles_taken(city));
  if (taken < place.goods.size()) {
    const std::vector<std::uint8_t> pile(place.goods.begin() + static_cast<std::ptrdiff_t>(taken), place.goods.end());
    parts.push_back(fmt::format("goods {}", fmt::join(pile, " ")));
  } else if (!place.goods.empty()) {
    parts.emplace_back("no goods left");
  }
  if (place.country >= 0) parts.emplace_back("a country: journeys end there");
  if (parts.empty()) return {};
  return wrap(fmt::format("{}: {}", place.name, fmt::format("{}", fmt::join(parts, ", "))), "  ", style_.width) + "\n";
}

std::string BoardText::legal(const Situation& now) const {
  // Every place with every payment would fill screens: payments of a route stand side by side, and those of stations,
  // which are the same for all cities, are listed once.
  std::string out;
  std::string claim;  // the route of the claims gathered
  std::vector<std::string> claim_payments;
  std::vector<std::string> cities;
  std::vector<std::string> payments;
  const auto flush = [&] {
    if (!claim.empty()) out += flow(claim_payments, " | ", "  " + claim, style_.width) + "\n";
    claim.clear();
    claim_payments.clear();
  };
  for (const Action& action : now.legal) {
    const std::string words = text(edition_, action);
    if (action.kind == ActionKind::kClaim) {
      const std::size_t payment = words.find(' ', words.find(' ') + 1) + 1;
      if (words.substr(0, payment) != claim) flush();
      claim = words.substr(0, payment);
      claim_payments.push_back(words.substr(payment));
    } else if (action.kind == ActionKind::kStation) {
      const std::string& city = edition_.board.cities[action.where].id;
      if (cities.empty() || cities.back() != city) cities.push_back(city);
      const std::string payment = words.substr(words.find(' ', words.find(' ') + 1) + 1);
      if (std::ranges::find(payments, payment) == payments.end()) payments.push_back(payment);
    } else {
      flush();
      out += "  " + words + "\n";
    }
  }
  flush();
  if (!cities.empty()) {
    out += "  station CITY PAYMENT, every city with every payment:\n" +
           flow(cities, ", ", "    CITY     ", style_.width) + "\n" +
           flow(payments, ", ", "    PAYMENT  ", style_.width) + "\n";
  }
  return out;
}

std::string BoardText::borrowed_routes(const View& view, int seat, const Borrowed& borrowed) const {
  std::string out;
  for (const Borrowed::Use& use : borrowed.station) {
    if (use.city == Borrowed::kNone) continue;
    const std::string whose = seat == company_.human ? "Your" : who(seat) + "'s";
    const std::string& city = city_words(edition_.board, use.city);
    if (use.route == Borrowed::kNone) {
      out += wrap(fmt::format("{} station in {} borrowed nothing.", whose, city), "    ", style_.width) + "\n";
      continue;
    }
    std::string owner;
    for (int other = 0; other < view.players; ++other) {
      if (!view.owned[static_cast<std::size_t>(other)].has(use.route)) continue;
      owner = other == company_.human ? "your" : who(other) + "'s";
    }
    out += wrap(fmt::format("{} station in {} borrowed {} {}.", whose, city, owner,
                            route_words(edition_.board, use.route)),
                "    ", style_.width) +
           "\n";
  }
  return out;
}

std::string BoardText::final_score(const View& view, const Scores& scores,
                                   const std::array<Borrowed, kMaxPlayers>& borrowed) const {
  int width = 8;
  for (const std::string& name : company_.names) width = std::max(width, columns(name));
  width += 2;
  // A column for everything the edition counts.
  struct Column {
    std::string_view title;
    bool there;
    int Score::* value;
  };
  const std::array<Column, 5> more = {{{"Stations", edition_.stations > 0, &Score::stations},
                                       {"Goods", edition_.passengers > 0, &Score::goods},
                                       {"Longest", edition_.longest_path_bonus > 0, &Score::longest},
                                       {"Bonus", edition_.longest_path_bonus > 0, &Score::bonus},
                                       {"Most done", edition_.most_tickets_bonus > 0, &Score::most_tickets}}};
  int whole = 2 + width + columns("Routes  Tickets     Done  Total  winner");
  for (const Column& column : more) whole += column.there ? 2 + columns(column.title) : 0;
  const std::string_view gap = whole <= style_.width ? "  " : " ";  // long names leave less room
  std::string titles = fmt::format("Routes{}Tickets{}   Done", gap, gap);
  for (const Column& column : more) {
    if (column.there) titles += fmt::format("{}{}", gap, column.title);
  }
  std::string out = "  " + style_.dim(fmt::format("{}{}{}Total", pad("", width), titles, gap)) + "\n";
  std::vector<std::string> winners;
  for (int seat = 0; seat < view.players; ++seat) {
    const Score& score = scores[static_cast<std::size_t>(seat)];
    const std::string done = fmt::format("{} of {}", score.completed, score.completed + score.uncompleted);
    std::string cells = fmt::format("{:>6}{}{:>+7}{}{:>7}", score.routes, gap, score.tickets, gap, done);
    for (const Column& column : more) {
      if (column.there) cells += fmt::format("{}{:>{}}", gap, score.*column.value, column.title.size());
    }
    out += fmt::format("  {}{}{}{}{}\n", pad(who(seat), width), cells, gap,
                       style_.bold(fmt::format("{:>5}", score.total)), score.winner ? "  winner" : "");
    if (score.winner) winners.push_back(who(seat));
  }
  const bool you = scores[static_cast<std::size_t>(company_.human)].winner;
  out += "\n" + (winners.size() > 1 ? enumeration(winners) + " share the victory.\n"
                 : you              ? "You win!\n"
                                    : winners[0] + " wins.\n");
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const TicketSet kept = view.tickets[s];
    const TicketSet done = completed_tickets(edition_, view.owned[s] | borrowed[s].routes, kept);
    out += "\n  " + (seat == company_.human ? "Your" : who(seat) + "'s") + " tickets\n";
    std::vector<int> order;
    kept.each([&](int t) { order.push_back(t); });
    const auto ticket = [&](int t) -> const Ticket& { return edition_.tickets[static_cast<std::size_t>(t)]; };
    std::ranges::stable_sort(order, std::greater<>{},
                             [&](int t) { return done.has(t) ? ticket(t).points : -ticket(t).points; });
    int names = 0;
    for (const int t : order) names = std::max(names, columns(ticket_words(edition_.board, ticket(t))));
    for (const int t : order) {
      out += fmt::format("    {}  {:>3}  {}{}\n", pad(ticket_words(edition_.board, ticket(t)), names),
                         done.has(t) ? ticket(t).points : -ticket(t).points, deck_column(t),
                         done.has(t) ? "done" : "failed");
    }
    out += borrowed_routes(view, seat, borrowed[s]);
  }
  return out;
}

}  // namespace fogg::cli
