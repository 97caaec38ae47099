// What is legal (docs/actions.md, "Texts").
#include <algorithm>

#include "naive_game.h"

namespace naive {

namespace {

// These stand in docs/rules.md only, not in the data files.
constexpr int kPlayersWithClosedParallels = 3;  // "Claim a route": with 2 or 3 players
constexpr int kLocomotive4From = 4;             // the same: "routes with four or more spaces"

// Positions as people write them: counted from 1, joined by commas.
std::string positions_text(const std::vector<int>& positions) {
  std::string text;
  for (const int position : positions) {
    text += (text.empty() ? "" : ",") + std::to_string(position + 1);
  }
  return text;
}

}  // namespace

// At the start one after the other announces, then everyone who has not chosen yet may act, later only the player
// whose turn it is.
bool Game::may_act(int seat) const {
  if (seat < 0 || seat >= seats() || phase_ == kOver) {
    return false;
  }
  if (phase_ == kStartMix) {
    return seat == mix_seat_;
  }
  if (phase_ == kSetup) {
    return !player(seat).start_choice.has_value();
  }
  return seat == turn_player_;
}

// Only the texts of the legal actions.
std::set<std::string> Game::legal(int seat) const {
  std::set<std::string> texts;
  for (const auto& [text, action] : legal_actions(seat)) {
    texts.insert(text);
  }
  return texts;
}

// The actions open to the seat in the present phase, by their texts.
Game::Actions Game::legal_actions(int seat) const {
  Actions actions;
  if (!may_act(seat)) {
    return actions;
  }
  if (phase_ == kStartMix) {
    add_mixes(actions);
  } else if (phase_ == kSetup) {
    add_keeps(seat, rules_.keep_at_start, false, actions);  // the order is never chosen at the start
  } else if (phase_ == kChooseTickets) {
    add_keeps(seat, rules_.keep_later, rules_.return_order_chosen, actions);
  } else if (phase_ == kSecondCard) {
    add_second_cards(actions);
  } else if (phase_ == kTunnel) {
    add_surcharges(seat, actions);
  } else if (phase_ == kPlace) {
    add_places(seat, actions);
  } else if (phase_ == kJourney) {
    add_steps(seat, actions);
  } else {
    add_turn(seat, actions);
  }
  return actions;
}

// Everything a turn can begin with.
void Game::add_turn(int seat, Actions& actions) const {
  add_first_cards(actions);
  add_claims(seat, actions);
  add_tickets(actions);
  add_stations(seat, actions);
  add_moves(seat, actions);
  if (actions.empty()) {
    actions["pass"] = Action{.kind = Kind::kPass};  // ruling forced-pass
  }
}

// Without a deck (then there are no discards either) nothing may be taken, not even from the row.
void Game::add_first_cards(Actions& actions) const {
  if (deck_.empty()) {
    return;
  }
  actions["draw"] = Action{.kind = Kind::kDraw};
  for (const std::string& card : row_) {
    if (!card.empty()) {
      actions["take " + card] = Action{.kind = Kind::kTake, .card = card};
    }
  }
}

// A locomotive of the row is never the second card; the row alone is enough here (ruling second-from-row).
// Locomotives 4+ and passenger cards are like a color (ruling four-plus-as-color).
void Game::add_second_cards(Actions& actions) const {
  if (!deck_.empty()) {
    actions["draw"] = Action{.kind = Kind::kDraw};
  }
  for (const std::string& card : row_) {
    if (!card.empty() && card != kLocomotive) {
      actions["take " + card] = Action{.kind = Kind::kTake, .card = card};
    }
  }
}

// Every way to pay for every route that is open to the seat. For a tunnel these are the cards to show.
void Game::add_claims(int seat, Actions& actions) const {
  for (int index = 0; index < size_of_list(rules_.routes.size()); ++index) {
    const Route& route = rules_.route(index);
    if (!route_open(seat, index)) {
      continue;
    }
    const std::vector<std::string> colors = route.color == kGray ? kColors : std::vector<std::string>{route.color};
    const bool with_4 = route.length >= kLocomotive4From;
    for (const Cards& payment : ways_to_pay(player(seat).hand, colors, route.length, with_4)) {
      if (count(payment, kLocomotive) >= route.ferry) {
        actions["claim " + route.text + " " + payment_text(payment)] =
            Action{.kind = Kind::kClaim, .route = index, .payment = payment};
      }
    }
  }
}

// Enough trains, free, and not closed by a parallel route; the cards are looked at elsewhere.
bool Game::route_open(int seat, int route) const {
  const Route& wanted = rules_.route(route);
  if (player(seat).trains < wanted.length) {
    return false;
  }
  for (int owner = 0; owner < seats(); ++owner) {
    const std::set<int>& owned = player(owner).routes;
    if (owned.count(route) > 0) {
      return false;
    }
    const bool closes_parallels = owner == seat || seats() <= kPlayersWithClosedParallels;
    for (const int other : wanted.parallels) {
      if (closes_parallels && owned.count(other) > 0) {
        return false;
      }
    }
  }
  return true;
}

// With a mix it is announced, otherwise the data say how many come from each deck; a deck from which none is drawn
// later does not make the action available.
void Game::add_tickets(Actions& actions) const {
  if (rules_.mix > 0) {
    add_mixes(actions);
    return;
  }
  std::vector<int> numbers;
  bool brings_something = false;
  for (int deck = 0; deck < size_of_list(rules_.decks.size()); ++deck) {
    const int number = rules_.deck(deck).draw;
    numbers.push_back(number);
    brings_something = brings_something || std::min(number, tickets_in_deck(deck)) > 0;
  }
  if (brings_something) {
    actions["tickets"] = Action{.kind = Kind::kTickets, .numbers = numbers};
  }
}

// Every mix of the two decks that brings at least one ticket (ruling mix-brings-something).
void Game::add_mixes(Actions& actions) const {
  for (int first = 0; first <= rules_.mix; ++first) {
    const int second = rules_.mix - first;
    if (std::min(first, tickets_in_deck(0)) + std::min(second, tickets_in_deck(1)) == 0) {
      continue;
    }
    std::string text = "tickets";
    if (first > 0) {
      text += " " + std::to_string(first) + " " + rules_.deck(0).name;
    }
    if (second > 0) {
      text += " " + std::to_string(second) + " " + rules_.deck(1).name;
    }
    actions[text] = Action{.kind = Kind::kTickets, .numbers = {first, second}};
  }
}

// Every set of offered tickets that is large enough (all of them, if fewer are on offer than must be kept), and, where
// the order of the returns is chosen and there are two or more, every order of the others.
void Game::add_keeps(int seat, int least, bool order_chosen, Actions& actions) const {
  const int offered = size_of_list(player(seat).offer.size());

  std::vector<std::vector<int>> sets{{}};  // all sets of positions, grown by one position after the other
  for (int position = 0; position < offered; ++position) {
    const std::vector<std::vector<int>> without = sets;
    for (std::vector<int> with : without) {
      with.push_back(position);
      sets.push_back(with);
    }
  }

  for (const std::vector<int>& kept : sets) {
    if (size_of_list(kept.size()) < std::min(least, offered)) {
      continue;
    }
    std::vector<int> returned;
    for (int position = 0; position < offered; ++position) {
      if (std::find(kept.begin(), kept.end(), position) == kept.end()) {
        returned.push_back(position);
      }
    }
    const std::string text = "keep " + positions_text(kept);
    if (!order_chosen || returned.size() < 2) {
      actions[text] = Action{.kind = Kind::kKeep, .kept = kept, .returned = returned};
      continue;
    }
    do {
      actions[text + " return " + positions_text(returned)] =
          Action{.kind = Kind::kKeep, .kept = kept, .returned = returned};
    } while (std::next_permutation(returned.begin(), returned.end()));
  }
}

// The cards shown cannot pay the surcharge too. If only locomotives were shown there is no color to pay with.
// To decline is always possible, also if nothing else is (ruling surcharge-always-asked).
void Game::add_surcharges(int seat, Actions& actions) const {
  actions["decline"] = Action{.kind = Kind::kDecline};
  Cards rest = player(seat).hand;
  remove_all(rest, tunnel_shown_);
  std::vector<std::string> colors;
  if (!color_of(tunnel_shown_).empty()) {
    colors.push_back(color_of(tunnel_shown_));
  }
  for (const Cards& payment : ways_to_pay(rest, colors, surcharge_, false)) {
    actions["pay " + payment_text(payment)] = Action{.kind = Kind::kPay, .payment = payment};
  }
}

// In any city without a station; the price is one card more each time. Locomotives 4+ are good for routes only.
void Game::add_stations(int seat, Actions& actions) const {
  const int built = size_of_list(player(seat).stations.size());
  if (built >= rules_.stations) {
    return;
  }
  const std::vector<Cards> payments = ways_to_pay(player(seat).hand, kColors, built + 1, false);
  for (const std::string& city : rules_.cities) {
    bool taken = false;
    for (const Player& one : players_) {
      taken = taken || one.stations.count(city) > 0;
    }
    if (taken) {
      continue;
    }
    for (const Cards& payment : payments) {
      actions["station " + city + " " + payment_text(payment)] =
          Action{.kind = Kind::kStation, .city = city, .payment = payment};
    }
  }
}

// One of the two cities of the route just claimed, or none.
void Game::add_places(int seat, Actions& actions) const {
  actions["skip"] = Action{.kind = Kind::kSkip};
  const Route& route = rules_.route(place_route_);
  for (const std::string& city : {route.a, route.b}) {
    if (may_place(seat, city)) {
      actions["place " + city] = Action{.kind = Kind::kPlace, .city = city};
    }
  }
}

// There must be a passenger left, nobody's passenger in the city, and it must not be a country (rulings
// passenger-after-claim, no-passenger-in-a-country).
bool Game::may_place(int seat, const std::string& city) const {
  if (player(seat).passengers_left == 0 || rules_.in_a_country(city)) {
    return false;
  }
  for (const Player& one : players_) {
    if (one.passengers.count(city) > 0) {
      return false;
    }
  }
  return true;
}

// Only a passenger that can make at least one step (ruling journey-has-a-step).
void Game::add_moves(int seat, Actions& actions) const {
  for (const std::string& city : player(seat).passengers) {
    for (int index = 0; index < size_of_list(rules_.routes.size()); ++index) {
      if (may_go(seat, city, index)) {
        actions["move " + city] = Action{.kind = Kind::kMove, .city = city};
      }
    }
  }
}

// After the first step stopping is always possible, also if nothing else is (rulings journey-has-a-step,
// journey-ends).
void Game::add_steps(int seat, Actions& actions) const {
  if (!journey_used_.empty()) {
    actions["stop"] = Action{.kind = Kind::kStop};
  }
  for (int index = 0; index < size_of_list(rules_.routes.size()); ++index) {
    if (may_go(seat, journey_at_, index)) {
      actions["go " + rules_.route(index).text] = Action{.kind = Kind::kGo, .route = index};
    }
  }
}

// Along an own route, or along another player's for a passenger card that was not played on this journey yet; each
// route at most once. Outside a journey nothing is used or played yet, so this also answers for its first step.
bool Game::may_go(int seat, const std::string& from, int route) const {
  const Route& wanted = rules_.route(route);
  if ((wanted.a != from && wanted.b != from) || journey_used_.count(route) > 0) {
    return false;
  }
  for (int owner = 0; owner < seats(); ++owner) {
    if (player(owner).routes.count(route) > 0) {
      return owner == seat || count(player(seat).hand, kPassenger) > journey_cards_;
    }
  }
  return false;
}

}  // namespace naive
