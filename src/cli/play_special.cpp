// Commands for what only some editions have: mixes of tickets, tunnels, stations, passengers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "cli/play_input.h"
#include "cli/play_payment.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"

namespace fogg::cli {

namespace {

std::size_t own(const View& view) { return static_cast<std::size_t>(view.viewer); }

Outcome refuse_now(const Situation& now, ActionKind wanted) {
  return Outcome::say(not_now(now.edition, now.view, wanted));
}

std::vector<Action> legal_of(const Situation& now, ActionKind kind) {
  std::vector<Action> found;
  for (const Action& action : now.legal) {
    if (action.kind == kind) found.push_back(action);
  }
  return found;
}

// The words of a command behind it, without those that say nothing.
std::vector<std::string> city_tokens(std::string_view rest) {
  std::vector<std::string> tokens = tokens_of(rest);
  std::erase_if(tokens, [](const std::string& token) {
    return token == "to" || token == "into" || token == "at" || token == "a" || token == "my" || token == "passenger";
  });
  return tokens;
}

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, " ")); }

// -- Mixes

// Numbers of the two decks that words name, as far as they do: "3 1", "3 short", "short 3 long 1", "long".
struct Mix {
  static constexpr int kOpen = -1;
  std::array<int, kMaxDecks> of = {kOpen, kOpen};

  bool set(int deck, int number) {
    int& place = of[static_cast<std::size_t>(deck)];
    if (place != kOpen) return false;
    place = number;
    return true;
  }
  bool open() const { return of[0] == kOpen && of[1] == kOpen; }
  int sum() const { return std::max(of[0], 0) + std::max(of[1], 0); }
};
std::optional<Mix> mix_of(const Edition& edition, std::string_view rest) {
  constexpr int kNone = -1;
  Mix mix;
  int number = kNone;  // without a deck so far
  int named = kNone;  // a deck without a number so far
  for (const std::string& word : tokens_of(rest)) {
    if (word == "tickets" || word == "ticket" || word == "of") continue;
    if (const int value = whole_number(word).value_or(kNone); value != kNone) {
      if (named != kNone) {
        if (!mix.set(named, value)) return {};
        named = kNone;
        continue;
      }
      // Two numbers without a name between them: the first deck, then the second.
      if (number != kNone && !mix.set(0, number)) return {};
      number = value;
      continue;
    }
    int deck = kNone;
    for (int d = 0; d < static_cast<int>(edition.decks.size()); ++d) {
      if (!fold(edition.decks[static_cast<std::size_t>(d)].name).starts_with(word)) continue;
      if (deck != kNone) return {};
      deck = d;
    }
    if (deck == kNone || named != kNone) return {};
    if (number == kNone) {
      named = deck;
    } else {
      if (!mix.set(deck, number)) return {};
      number = kNone;
    }
  }
  // One number alone does not say of which deck.
  if (number != kNone && !mix.open() && !mix.set(mix.of[0] == Mix::kOpen ? 0 : 1, number)) return {};
  // A deck without a number: what is left.
  if (named != kNone && !mix.set(named, edition.mix - mix.sum())) return {};
  return mix;
}

std::vector<Choice> mixes(const Situation& now) {
  std::vector<Choice> choices;
  for (const Action& action : legal_of(now, ActionKind::kTickets)) {
    choices.push_back({deck_counts(now.edition, action.count, now.edition.mix - action.count), {action}});
  }
  return choices;
}

}  // namespace

Outcome resolve_tickets(const Situation& now, std::string_view rest) {
  const Edition& edition = now.edition;
  if (edition.mix == 0) return Outcome::act(Action::tickets());
  if (now.view.phase != Phase::kTurn && now.view.phase != Phase::kStartMix)
    return refuse_now(now, ActionKind::kTickets);
  const std::string example =
      fmt::format("for instance 'tickets {} {} 1 {}'", edition.mix - 1, edition.decks[0].name, edition.decks[1].name);
  const auto mix = mix_of(edition, rest);
  if (!mix) return Outcome::say(fmt::format("Say how many of each deck you want, {}.", example));
  if (mix->open()) {
    std::vector<Choice> choices = mixes(now);
    if (choices.empty()) return Outcome::act(Action::tickets());
    return Outcome::ask(fmt::format("Draw {} tickets; of which decks?", edition.mix), std::move(choices));
  }
  const int first = mix->of[0] == Mix::kOpen ? edition.mix - mix->of[1] : mix->of[0];
  const int second = mix->of[1] == Mix::kOpen ? edition.mix - first : mix->of[1];
  if (first < 0 || second < 0 || first + second != edition.mix) {
    return Outcome::say(fmt::format("The two numbers make {} tickets together, {}.", edition.mix, example));
  }
  return Outcome::act(Action::tickets(first));
}

// -- Tunnels

Outcome resolve_pay(const Situation& now, std::string_view rest) {
  if (now.view.phase != Phase::kTunnel) return refuse_now(now, ActionKind::kPay);
  const Extras& extras = now.view.extras;
  std::vector<std::string> tokens = tokens_of(rest);
  std::erase_if(tokens, [](const std::string& token) { return token == "it" || token == "more"; });
  const auto payment = payment_of(tokens);
  if (!payment) {
    return Outcome::say("Type 'pay' and the cards, for instance 'pay 1 red' or 'pay locomotive'; or 'decline'.");
  }
  std::vector<Action> ways = legal_of(now, ActionKind::kPay);
  sort_by_locomotives(ways);
  std::vector<Action> fitting;
  for (const Action& way : ways) {
    if (payment->fits(way) && payment->total().value_or(extras.surcharge) == extras.surcharge) fitting.push_back(way);
  }
  if (fitting.size() == 1) return Outcome::act(fitting[0]);
  if (fitting.size() > 1) {
    if (payment->color_only()) return Outcome::act(cheapest(fitting));
    return Outcome::ask(fmt::format("Pay {} more how?", count_words(extras.surcharge, "card")),
                        payment_choices(fitting));
  }
  // As it was said, so that the rules can tell what is wrong with it.
  const int locomotives =
      payment->locomotives
          ? payment->locomotive_count.value_or(
                payment->color ? std::max(1, extras.surcharge - payment->count.value_or(1)) : extras.surcharge)
          : 0;
  const int of_color = payment->color ? payment->count.value_or(std::max(1, extras.surcharge - locomotives)) : 0;
  if (of_color + locomotives > 0 && of_color < 16 && locomotives < 16) {
    const Action said = Action::pay(payment->color.value_or(Card::kLocomotive), of_color, locomotives);
    const Refusal refusal = check(now.edition, now.visible, now.view.viewer, said);
    if (refusal && refusal.reason != Reason::kUnknownAction) {
      return Outcome::say(refusal_words(now.edition, now.view, said, refusal));
    }
    const int paid = of_color + locomotives;
    if (paid != extras.surcharge) {
      return Outcome::say(refusal_words(now.edition, now.view, said,
                                        {Reason::kWrongSurcharge, static_cast<std::uint8_t>(paid), extras.surcharge}));
    }
  }
  return Outcome::say(ways.empty() ? "You do not have the cards for that; type 'decline'."
                                   : "You cannot pay like that; type 'pay' to see how you can, or 'decline'.");
}

// -- Stations

int station_price(const Edition& edition, const View& view) {
  const int built = std::popcount(view.extras.pieces[own(view)]);
  return built < edition.stations ? built + 1 : 0;
}

namespace {

std::string about_stations(const Situation& now) {
  const int price = station_price(now.edition, now.view);
  if (price == 0) return "All your stations are built.";
  return fmt::format(
      "You have {} left; the next costs {}{}. Name the city, for instance 'station {}', and the cards if you "
      "like: 'station {} red'.",
      count_words(now.edition.stations - price + 1, "station"), count_words(price, "card"),
      price == 1 ? "" : " of one color", fold(city_words(now.edition.board, 0)),
      fold(city_words(now.edition.board, 0)));
}

Outcome station_in(const Situation& now, int city, const Payment& payment) {
  const int price = station_price(now.edition, now.view);
  std::vector<Action> ways;
  std::vector<Action> fitting;
  for (const Action& action : now.legal) {
    if (action.kind != ActionKind::kStation || action.where != city) continue;
    ways.push_back(action);
    if (payment.fits(action) && payment.total().value_or(price) == price) fitting.push_back(action);
  }
  if (fitting.size() == 1) return Outcome::act(fitting[0]);
  if (fitting.size() > 1) {
    if (payment.color_only()) return Outcome::act(cheapest(fitting));
    sort_by_locomotives(fitting);
    return Outcome::ask(fmt::format("Pay for the station in {} ({}) how?", city_words(now.edition.board, city),
                                    count_words(price, "card")),
                        payment_choices(fitting));
  }
  // Something is wrong whatever the cards are: no station left, one there already. Else it is the cards.
  const int locomotives =
      payment.locomotives ? payment.locomotive_count.value_or(payment.color ? 1 : std::max(price, 1)) : 0;
  const int of_color = payment.color ? payment.count.value_or(std::max(1, price - locomotives)) : 0;
  const bool said = of_color + locomotives > 0 && of_color < 16 && locomotives < 16;
  const Action tried = said ? Action::station(city, payment.color.value_or(Card::kLocomotive), of_color, locomotives)
                            : Action::station(city, Card::kLocomotive, 0, std::max(price, 1));
  const Refusal refusal = check(now.edition, now.visible, now.view.viewer, tried);
  const bool cards =
      refusal.reason == Reason::kTooFewLocomotives || refusal.reason == Reason::kUnknownAction || !refusal;
  if (!cards || (said && refusal.reason == Reason::kTooFewLocomotives)) {
    return Outcome::say(refusal_words(now.edition, now.view, tried, refusal));
  }
  if (said && of_color + locomotives != price) {
    const auto paid = static_cast<std::uint8_t>(of_color + locomotives);
    return Outcome::say(
        refusal_words(now.edition, now.view, tried, {Reason::kWrongPrice, paid, static_cast<std::uint8_t>(price)}));
  }
  return Outcome::say(ways.empty()
                          ? fmt::format("Your next station costs {} of one color, and you do not have that many.",
                                        count_words(price, "card"))
                          : "You cannot pay like that; type only the city to see how you can.");
}

}  // namespace

Outcome resolve_station(const Situation& now, std::string_view rest) {
  const Board& board = now.edition.board;
  if (now.edition.stations == 0) return Outcome::say("There are no stations in this edition.");
  std::vector<std::string> tokens = city_tokens(rest);
  std::erase(tokens, "station");
  if (tokens.empty()) return Outcome::say(about_stations(now));
  if (now.view.phase != Phase::kTurn) return refuse_now(now, ActionKind::kStation);
  for (std::size_t p = tokens.size(); p >= 1; --p) {
    const auto payment = payment_of(std::span(tokens).subspan(p));
    if (!payment) continue;
    const CityMatch match = match_city(board, {tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(p)});
    if (match.cities.size() == 1) return station_in(now, match.cities[0], *payment);
    if (match.cities.size() > 1) return Outcome::say(which_city(board, match.cities));
  }
  // Which of the words is to blame is clear only if the first alone is a city.
  if (!match_city(board, {tokens[0]}).cities.empty()) {
    return Outcome::say("Behind the city name the cards, for instance 'red' or '1 red 1 loco'; or type only the city.");
  }
  return Outcome::say(no_such_city(board, tokens[0]));
}

// -- Passengers

int next_tile(const Edition& edition, const Extras& extras, int city) {
  const std::vector<std::uint8_t>& pile = edition.board.cities[static_cast<std::size_t>(city)].goods;
  const auto taken = static_cast<std::size_t>(extras.tiles_taken(city));
  return city != extras.journey_from && taken < pile.size() ? pile[taken] : 0;
}

Outcome resolve_place(const Situation& now, std::string_view rest) {
  const Board& board = now.edition.board;
  if (now.view.phase != Phase::kPlace) return refuse_now(now, ActionKind::kPlace);
  const std::vector<Action> places = legal_of(now, ActionKind::kPlace);
  const std::vector<std::string> tokens = city_tokens(rest);
  if (tokens.empty()) {
    if (places.size() == 1) return Outcome::act(places[0]);
    return Outcome::say(not_now(now.edition, now.view, ActionKind::kPlace));
  }
  const CityMatch match = match_city(board, tokens);
  if (match.cities.empty()) return Outcome::say(no_such_city(board, joined(tokens)));
  // Of several cities that words may mean, one of the route.
  const Route& route = board.routes[now.view.extras.place_route];
  int city = match.cities[0];
  for (const int other : match.cities) {
    if (other == route.a || other == route.b) city = other;
  }
  return Outcome::act(Action::place(city));
}

Outcome resolve_move(const Situation& now, std::string_view rest) {
  const Board& board = now.edition.board;
  if (now.edition.passengers == 0) return Outcome::say("There are no passengers in this edition.");
  if (now.view.phase == Phase::kJourney) return resolve_go(now, rest);
  if (now.view.phase != Phase::kTurn) return refuse_now(now, ActionKind::kMove);
  const CitySet mine = now.view.extras.pieces[own(now.view)];
  if (mine == 0) {
    return Outcome::say(
        now.view.extras.passengers[own(now.view)] > 0
            ? "You have no passenger on the board; after a claim you may place one in a city of the route."
            : "All your passengers have made their journeys.");
  }
  const std::vector<std::string> tokens = city_tokens(rest);
  if (tokens.empty()) {
    std::vector<Choice> choices;
    for (const Action& action : legal_of(now, ActionKind::kMove)) {
      choices.push_back({"the passenger in " + city_words(board, action.where), {action}});
    }
    if (choices.size() == 1) return Outcome::act(choices[0].actions[0]);
    if (!choices.empty()) return Outcome::ask("Move which passenger?", std::move(choices));
    const Action tried = Action::move(std::countr_zero(mine));
    return Outcome::say(
        refusal_words(now.edition, now.view, tried, check(now.edition, now.visible, now.view.viewer, tried)));
  }
  const CityMatch match = match_city(board, tokens);
  if (match.cities.empty()) return Outcome::say(no_such_city(board, joined(tokens)));
  int city = match.cities[0];
  for (const int other : match.cities) {
    if ((mine & city_bit(other)) != 0) city = other;
  }
  if ((mine & city_bit(city)) == 0) {
    return Outcome::say(fmt::format("You have no passenger in {}; yours {} in {}.", city_words(board, city),
                                    std::popcount(mine) == 1 ? "is" : "are", enumeration(city_list(board, mine))));
  }
  return Outcome::act(Action::move(city));
}

namespace {

// Steps as a player thinks of them: to a city, over an own route or that of another player.
struct Step {
  int city = 0;
  int owner = 0;
  int route = 0;
};
std::vector<Step> steps(const Situation& now) {
  std::vector<Step> found;
  for (const Action& action : legal_of(now, ActionKind::kGo)) {
    const Route& route = now.edition.board.routes[action.where];
    Step step{route.a == now.view.extras.journey_at ? route.b : route.a, 0, action.where};
    while (!now.view.owned[static_cast<std::size_t>(step.owner)].has(step.route)) ++step.owner;
    found.push_back(step);
  }
  // An own route costs nothing, so it is the one that is meant.
  std::ranges::stable_sort(found, {}, [&](const Step& step) { return step.owner != now.view.viewer; });
  std::vector<Step> best;
  for (const Step& step : found) {
    const bool known = std::ranges::any_of(best, [&](const Step& other) { return other.city == step.city; });
    if (!known) best.push_back(step);
  }
  std::ranges::stable_sort(best, std::greater<>{},
                           [&](const Step& step) { return next_tile(now.edition, now.view.extras, step.city); });
  return best;
}

std::vector<Choice> step_choices(const Situation& now) {
  std::vector<Choice> choices;
  const std::vector<Step> all = steps(now);
  int width = 0;
  for (const Step& step : all) width = std::max(width, columns(city_words(now.edition.board, step.city)));
  for (const Step& step : all) {
    const int tile = next_tile(now.edition, now.view.extras, step.city);
    const bool country = (now.edition.country_ends & city_bit(step.city)) != 0;
    const std::string brings = tile > 0 ? count_words(tile, "point") : country ? "the end" : "no tile";
    const std::string way =
        step.owner == now.view.viewer
            ? "your route"
            : capital(now.edition.seats[static_cast<std::size_t>(step.owner)]) + "'s route, takes a passenger card";
    choices.push_back(
        {fmt::format("go {}  {}  {}", pad(city_words(now.edition.board, step.city), width), pad(brings, 8), way),
         {Action::go(step.route)}});
  }
  if (now.may(ActionKind::kStop)) choices.push_back({"stop", {Action::stop()}});
  return choices;
}

// Why a passenger cannot go to a city.
std::string why_not_to(const Situation& now, int city) {
  const Board& board = now.edition.board;
  const int at = now.view.extras.journey_at;
  if (city == at) return fmt::format("Your passenger is in {} already.", city_words(board, at));
  std::string words = fmt::format("There is no route from {}, where your passenger is, to {}.", city_words(board, at),
                                  city_words(board, city));
  for (const int r : routes_between(board, at, city)) {
    const Refusal refusal = check(now.edition, now.visible, now.view.viewer, Action::go(r));
    words = refusal_words(now.edition, now.view, Action::go(r), refusal);
    // Of several tracks the one that is used or owned is the news.
    if (refusal.reason != Reason::kRouteFree) break;
  }
  return words;
}

}  // namespace

Outcome resolve_go(const Situation& now, std::string_view rest) {
  const Board& board = now.edition.board;
  if (now.view.phase != Phase::kJourney) return refuse_now(now, ActionKind::kGo);
  std::vector<std::string> tokens = city_tokens(rest);
  std::erase_if(tokens, [](const std::string& token) { return token[0] == '#'; });
  if (tokens.empty()) return Outcome::say(not_now(now.edition, now.view, ActionKind::kGo));
  const int at = now.view.extras.journey_at;
  std::vector<int> wanted = match_city(board, tokens).cities;
  // "dortmund koeln", a route with the city the passenger is in, on either side.
  for (std::size_t i = 1; wanted.empty() && i < tokens.size(); ++i) {
    const auto split = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    const std::vector<int> a = match_city(board, {tokens.begin(), split}).cities;
    const std::vector<int> b = match_city(board, {split, tokens.end()}).cities;
    if (a.empty() || b.empty()) continue;
    if (std::ranges::find(a, at) != a.end()) {
      wanted = b;
    } else if (std::ranges::find(b, at) != b.end()) {
      wanted = a;
    } else {
      return Outcome::say(fmt::format("Your passenger is in {}; name the next city only.", city_words(board, at)));
    }
  }
  if (wanted.empty()) return Outcome::say(no_such_city(board, joined(tokens)));
  std::vector<Step> fitting = steps(now);
  std::erase_if(fitting, [&](const Step& step) { return std::ranges::find(wanted, step.city) == wanted.end(); });
  if (fitting.size() == 1) return Outcome::act(Action::go(fitting[0].route));
  if (fitting.empty()) {
    // Of the cities the words may mean rather one that is near.
    const auto near = std::ranges::find_if(wanted, [&](int city) { return !routes_between(board, at, city).empty(); });
    return Outcome::say(why_not_to(now, near == wanted.end() ? wanted[0] : *near));
  }
  std::vector<Choice> choices;
  for (const Step& step : fitting) choices.push_back({city_words(board, step.city), {Action::go(step.route)}});
  return Outcome::ask("Go where?", std::move(choices));
}

std::vector<Choice> answers(const Situation& now) {
  std::vector<Choice> choices;
  switch (now.view.phase) {
    case Phase::kStartMix: return mixes(now);
    case Phase::kJourney: return step_choices(now);
    case Phase::kTunnel:
      for (const Action& action : legal_of(now, ActionKind::kPay)) {
        choices.push_back({"pay " + payment_words(action), {action}});
      }
      choices.push_back({"decline: keep your cards, and your turn is over", {Action::decline()}});
      break;
    case Phase::kPlace:
      for (const Action& action : legal_of(now, ActionKind::kPlace)) {
        choices.push_back({"place " + city_words(now.edition.board, action.where), {action}});
      }
      choices.push_back({"skip: no passenger now", {Action::skip()}});
      break;
    default: break;
  }
  return choices;
}

}  // namespace fogg::cli
