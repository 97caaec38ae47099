// resolve_claim: "claim boston new york with 2 red", "c bos-ny red", "c new york", "claim Boston-NewYork.2 yellow*2".
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "cli/play_input.h"
#include "cli/play_payment.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"

namespace fogg::cli {

namespace {

// One way to read the tokens.
struct Reading {
  std::vector<int> routes;
  Payment payment;
  int rank = 0;
};

// All readings whose cities are joined by a route, the best ones only.
std::vector<Reading> readings(const Board& board, const std::vector<std::string>& tokens) {
  std::vector<Reading> found;
  for (std::size_t p = tokens.size(); p >= 2; --p) {
    // A track's number stands between the cities and the payment.
    std::size_t cities_end = p;
    int track = 0;
    if (tokens[p - 1][0] == '#') {
      track = whole_number(std::string_view(tokens[p - 1]).substr(1)).value_or(-1);
      --cities_end;
    }
    const auto payment = payment_of(std::span(tokens).subspan(p));
    if (!payment) continue;
    for (std::size_t i = 1; i < cities_end; ++i) {
      const auto at = [&](std::size_t n) { return tokens.begin() + static_cast<std::ptrdiff_t>(n); };
      const CityMatch a = match_city(board, {at(0), at(i)});
      const CityMatch b = match_city(board, {at(i), at(cities_end)});
      for (const int from : a.cities) {
        for (const int to : b.cities) {
          std::vector<int> routes = routes_between(board, from, to);
          if (track != 0) {
            std::erase_if(routes, [&](int r) { return board.routes[static_cast<std::size_t>(r)].track != track; });
          }
          if (!routes.empty()) found.push_back({std::move(routes), *payment, a.rank + b.rank});
        }
      }
    }
  }
  int best = std::numeric_limits<int>::max();
  for (const Reading& reading : found) best = std::min(best, reading.rank);
  std::erase_if(found, [best](const Reading& reading) { return reading.rank != best; });
  return found;
}

std::string own_cards(const Situation& now, const std::vector<Card>& colors) {
  std::vector<std::string> parts;
  parts.reserve(colors.size() + 1);
  for (const Card card : colors) parts.push_back(fmt::format("{} {}", now.view.hand[card], name(card)));
  parts.push_back(count_words(now.view.hand[Card::kLocomotive], "locomotive"));
  if (now.edition.has_fours) parts.push_back(fmt::format("{} 4+", now.view.hand[Card::kLocomotive4]));
  return enumeration(parts);
}

// Why routes that are open cannot be paid for as said. All lead between the same cities and, `said` naming a color,
// take it.
std::string why_not_paid(const Situation& now, const std::vector<int>& open, const Payment& said) {
  const Board& board = now.edition.board;
  const Route& route = board.routes[static_cast<std::size_t>(open[0])];
  const std::string words = route_words(board, open[0]);
  const auto fits_color = [&](const Action& action) {
    return !said.color || (action.count > 0 && action.color == *said.color);
  };
  const bool payable = std::ranges::any_of(open, [&](int r) { return std::ranges::any_of(now.claims(r), fits_color); });
  // With everything said, the rules themselves know what is missing.
  const int fours = said.fours ? said.four_count.value_or(said.locomotives || said.color ? 1 : route.length) : 0;
  const int locomotives = said.locomotive_count.value_or(std::max(0, route.length - said.count.value_or(0) - fours));
  const int of_color = said.color ? said.count.value_or(std::max(0, route.length - locomotives - fours)) : 0;
  const bool exact = of_color + locomotives + fours == route.length && (said.count || !said.color);
  if ((payable || said.fours) && exact) {
    const Action action = Action::claim(open[0], said.color.value_or(Card::kLocomotive), of_color, locomotives, fours);
    const Refusal refusal = check(now.edition, now.visible, now.view.viewer, action);
    if (refusal) return refusal_words(now.edition, now.view, action, refusal);
  }
  if (said.fours && route.length < kFourPlus) {
    const Action action = Action::claim(open[0], Card::kLocomotive, 0, 0, route.length);
    return refusal_words(now.edition, now.view, action,
                         {Reason::kFourPlusTooShort, route.length, static_cast<std::uint8_t>(kFourPlus)});
  }
  if (route.ferry > now.view.hand[Card::kLocomotive]) {
    return fmt::format("{} is a ferry and takes at least {} among its {}; you have {}.", words,
                       count_words(route.ferry, "locomotive"), count_words(route.length, "card"),
                       count_words(now.view.hand[Card::kLocomotive], "locomotive"));
  }
  if (payable && said.count) {
    return fmt::format("{} takes exactly {}, locomotives included.", words, count_words(route.length, "card"));
  }
  if (payable) {
    return fmt::format("You cannot pay for {} like that; type only the two cities to see how you can.", words);
  }
  if (route.color == kGray && !said.color) {
    const int own = now.view.hand[Card::kLocomotive];
    const int own_fours = route.length >= kFourPlus ? now.view.hand[Card::kLocomotive4] : 0;
    const std::string with_fours = own_fours == 0 ? "" : fmt::format("{}{} 4+", own == 0 ? "" : " and ", own_fours);
    const std::string jokers = (own == 0 ? "" : count_words(own, "locomotive")) + with_fours;
    return fmt::format("{} takes {} of one color, and you do not have that many{}{}.", words,
                       count_words(route.length, "card"), jokers.empty() ? "" : ", even with ", jokers);
  }
  std::vector<Card> colors;
  for (const int r : open) {
    const std::uint8_t color = board.routes[static_cast<std::size_t>(r)].color;
    const Card card = said.color.value_or(static_cast<Card>(color));
    if (std::ranges::find(colors, card) == colors.end()) colors.push_back(card);
  }
  return fmt::format("{} takes {}; you have {}.", words,
                     count_words(route.length, fmt::format("{} card", card_names(colors))), own_cards(now, colors));
}

// Why none of the routes can be claimed so.
std::string why_not(const Situation& now, const Reading& reading) {
  const Board& board = now.edition.board;
  std::vector<int> open;
  std::string refused;
  for (const int r : reading.routes) {
    const Action tried = Action::claim(r, Card::kLocomotive, 0, board.routes[static_cast<std::size_t>(r)].length);
    const Refusal refusal = check(now.edition, now.visible, now.view.viewer, tried);
    if (!refusal || refusal.reason == Reason::kTooFewLocomotives) {
      open.push_back(r);
    } else if (refused.empty() || refusal.reason == Reason::kRouteTaken) {
      // If one track is taken and the other closed therefore, the owner is the news.
      refused = refusal_words(now.edition, now.view, tried, refusal);
    }
  }
  if (open.empty()) return refused;
  if (const auto said = reading.payment.color) {
    std::vector<Card> colors;
    colors.reserve(open.size());
    for (const int r : open) colors.push_back(static_cast<Card>(board.routes[static_cast<std::size_t>(r)].color));
    std::erase_if(open, [&](int r) {
      const std::uint8_t color = board.routes[static_cast<std::size_t>(r)].color;
      return color != kGray && color != index(*said);
    });
    if (open.empty()) {
      return fmt::format("{} takes {} cards, not {}.", route_words(board, reading.routes[0]), card_names(colors),
                         name(*said));
    }
  }
  return why_not_paid(now, open, reading.payment);
}

std::string choice_label(const Situation& now, const Action& claim, bool with_route) {
  const Route& route = now.edition.board.routes[claim.where];
  std::string label = payment_words(claim);
  if (with_route) {
    label = fmt::format("{} ({}) with {}", route_words(now.edition.board, claim.where), route.length, label);
  }
  return label;
}

Outcome list_groups(const Situation& now, const std::vector<ClaimGroup>& groups) {
  std::vector<Choice> choices;
  for (const ClaimGroup& group : groups) {
    const Route& route = now.edition.board.routes[static_cast<std::size_t>(group.route)];
    choices.push_back({fmt::format("{} ({}, {})", route_words(now.edition.board, group.route), space_words(route),
                                   count_words(now.edition.route_points[route.length], "point")),
                       group.actions});
  }
  return Outcome::ask("Claim which route?", std::move(choices));
}

Outcome claim_reading(const Situation& now, const Reading& reading) {
  std::vector<Action> fitting;
  for (const ClaimGroup& group : claim_groups(now)) {
    // A group stands for all its tracks; with a track's number said, the first may not be among the routes.
    for (const int r : reading.routes) {
      if (r != group.route) continue;
      for (const Action& action : group.actions) {
        if (reading.payment.fits(action)) fitting.push_back(action);
      }
    }
  }
  if (fitting.empty()) {
    for (const int r : reading.routes) {
      for (const Action& action : now.claims(r)) {
        if (reading.payment.fits(action)) fitting.push_back(action);
      }
      if (!fitting.empty()) break;
    }
  }
  if (fitting.empty()) return Outcome::say(why_not(now, reading));
  // Who names a color only wants to keep the locomotives.
  if (reading.payment.color_only()) return Outcome::act(cheapest(fitting));
  return narrow(now, fitting);
}

// Words that no reading fits: which of them is no city?
std::string unknown_words(const Board& board, const std::vector<std::string>& tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const auto at = [&](std::size_t n) { return tokens.begin() + static_cast<std::ptrdiff_t>(n); };
    for (std::size_t p = tokens.size(); p > i; --p) {
      if (!payment_of(std::span(tokens).subspan(p))) continue;
      const CityMatch a = match_city(board, {at(0), at(i)});
      const CityMatch b = match_city(board, {at(i), at(p)});
      if (a.cities.empty() || b.cities.empty()) continue;
      if (a.cities.size() == 1 && b.cities.size() == 1) {
        return fmt::format("There is no route between {} and {}; 'routes {}' shows where routes from there go.",
                           city_words(board, a.cities[0]), city_words(board, b.cities[0]),
                           fold(city_words(board, a.cities[0])));
      }
      return "There is no route between these cities; 'routes' with a city shows where routes from there go.";
    }
  }
  for (const std::string& token : tokens) {
    if (!match_city(board, {token}).cities.empty() || !match_card(token).empty() || token[0] == '#' ||
        token[0] == '*') {
      continue;
    }
    return no_such_city(board, token);
  }
  return "Name the two cities of a route, for instance 'claim " + fold(city_words(board, board.routes[0].a)) + " " +
         fold(city_words(board, board.routes[0].b)) + "'; 'routes' lists what you can claim.";
}

}  // namespace

Outcome narrow(const Situation& now, const std::vector<Action>& actions) {
  if (actions.size() == 1) return Outcome::act(actions[0]);
  if (actions[0].kind == ActionKind::kKeep) return ask_for_order(now, actions);
  if (actions[0].kind == ActionKind::kStation) return narrow_stations(now, actions);
  if (actions[0].kind != ActionKind::kClaim) return Outcome::ask("Pay how?", payment_choices(actions));
  const bool one_route =
      std::ranges::all_of(actions, [&](const Action& action) { return action.where == actions[0].where; });
  const auto& routes = now.edition.board.routes;
  const Route& first = routes[actions[0].where];
  const bool one_pair = std::ranges::all_of(actions, [&](const Action& action) {
    return routes[action.where].a == first.a && routes[action.where].b == first.b;
  });
  std::vector<Choice> choices;
  choices.reserve(actions.size());
  for (const Action& action : actions) choices.push_back({choice_label(now, action, !one_pair), {action}});
  std::string question =
      one_pair
          ? fmt::format("Pay for {} ({}{}) how?", route_words(now.edition.board, actions[0].where), first.length,
                        first.tunnel      ? ", a tunnel"
                        : first.ferry > 0 ? fmt::format(", a ferry with {}", count_words(first.ferry, "locomotive"))
                                          : "")
          : "Which of these?";
  if (one_pair && !one_route) {
    // Locomotives alone may pay for either track, which must be told apart then.
    for (Choice& choice : choices) {
      choice.label += fmt::format(" on the {} track", color_words(routes[choice.actions[0].where]));
    }
  }
  return Outcome::ask(std::move(question), std::move(choices));
}

std::vector<Choice> payment_choices(const std::vector<Action>& actions) {
  std::vector<Choice> choices;
  choices.reserve(actions.size());
  for (const Action& action : actions) choices.push_back({payment_words(action), {action}});
  return choices;
}

Outcome resolve_claim(const Situation& now, std::string_view rest) {
  const Board& board = now.edition.board;
  if (now.view.phase != Phase::kTurn) {
    const Action any = Action::claim(0, Card::kLocomotive, 0, board.routes[0].length);
    return Outcome::say(refusal_words(now.edition, now.view, any, {Reason::kNotNow, 0, 0}));
  }
  const std::vector<std::string> tokens = tokens_of(rest);
  std::vector<ClaimGroup> groups = claim_groups(now);
  if (tokens.empty()) {
    if (groups.empty()) return Outcome::say("You have no cards for any open route yet; 'draw' or 'take' some.");
    constexpr std::size_t kMostListed = 20;
    if (groups.size() > kMostListed) {
      return Outcome::say(fmt::format(
          "You can claim {} routes; name a city, for instance 'claim {}', or type 'routes' to see them all.",
          groups.size(), fold(city_words(board, board.routes[static_cast<std::size_t>(groups[0].route)].a))));
    }
    return list_groups(now, groups);
  }
  // "new york" is a city, not a route from "new" to "york".
  const CityMatch match = match_city(board, tokens);
  const std::vector<Reading> found = readings(board, tokens);
  if (!found.empty() && (match.cities.empty() || match.rank > 1)) {
    const bool same =
        std::ranges::all_of(found, [&](const Reading& reading) { return reading.routes == found[0].routes; });
    if (same && match.cities.empty()) return claim_reading(now, found[0]);
    std::vector<std::string> names;
    for (const Reading& reading : found) {
      const std::string words = route_words(board, reading.routes[0]);
      if (std::ranges::find(names, words) == names.end()) names.push_back(words);
    }
    for (const int city : match.cities) {
      const std::string words = "a route at " + city_words(board, city);
      if (std::ranges::find(names, words) == names.end()) names.push_back(words);
    }
    return Outcome::say(fmt::format("Do you mean {}?", enumeration(names, "or")));
  }
  // The end points of a country count as one place.
  const bool one_place = std::ranges::all_of(
      match.cities, [&](int city) { return city_words(board, city) == city_words(board, match.cities[0]); });
  if (!match.cities.empty() && one_place) {
    std::erase_if(groups, [&](const ClaimGroup& group) {
      const Route& route = board.routes[static_cast<std::size_t>(group.route)];
      return std::ranges::none_of(match.cities, [&](int city) { return route.a == city || route.b == city; });
    });
    if (!groups.empty()) return list_groups(now, groups);
    const std::string& city = city_words(board, match.cities[0]);
    return Outcome::say(
        fmt::format("You cannot claim any route at {} now; 'routes {}' shows what there is.", city, fold(city)));
  }
  if (!match.cities.empty()) return Outcome::say(which_city(board, match.cities));
  return Outcome::say(unknown_words(board, tokens));
}

}  // namespace fogg::cli
