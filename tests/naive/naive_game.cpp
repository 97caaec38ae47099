#include "naive_game.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "naive_trail.h"

namespace naive {

namespace {

namespace json = boost::json;

const std::vector<std::string> kColors = {"purple", "white", "blue", "yellow", "orange", "black", "red", "green"};
const std::string kLocomotive = "locomotive";
const std::string kGray = "gray";

const std::string kSetup = "setup";
const std::string kTurn = "turn";
const std::string kSecondCard = "second_card";
const std::string kChooseTickets = "choose_tickets";
const std::string kOver = "over";

// These two stand in docs/rules.md only, not in the data files.
constexpr int kMostResets = 10;                  // ruling reset-must-end
constexpr int kPlayersWithClosedParallels = 3;  // "Claim a route": with 2 or 3 players

// All complaints look alike, so that a test log shows which of the two implementations spoke.
[[noreturn]] void fail(const std::string& message) { throw std::runtime_error("naive: " + message); }

// A whole file, parsed.
json::value read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    fail("cannot read " + path);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return json::parse(text.str());
}

// A number of a data file; all of them are small.
int number_of(const json::value& value) { return static_cast<int>(value.as_int64()); }

// A text of a data file.
std::string text_of(const json::value& value) { return json::value_to<std::string>(value); }

// The rules count in int; this is the one place where sizes are turned into it.
int size_of_list(std::size_t size) { return static_cast<int>(size); }

// How many cards of one color; none if there is no entry.
int count(const std::map<std::string, int>& cards, const std::string& color) {
  const auto found = cards.find(color);
  return found == cards.end() ? 0 : found->second;
}

// How many cards in all.
int total(const std::map<std::string, int>& cards) {
  int sum = 0;
  for (const auto& [color, number] : cards) {
    sum += number;
  }
  return sum;
}

// Colors without cards have no entry, so adding none must not make one.
void add(std::map<std::string, int>& cards, const std::string& color, int number) {
  if (number > 0) {
    cards[color] += number;
  }
}

// The counterpart of add; to take more than there is would be a mistake in this file.
void remove(std::map<std::string, int>& cards, const std::string& color, int number) {
  if (count(cards, color) < number) {
    fail("there are not " + std::to_string(number) + " cards " + color + " to take away");
  }
  if (number > 0) {
    cards[color] -= number;
    if (cards[color] == 0) {
      cards.erase(color);
    }
  }
}

// Positions as people write them: counted from 1, joined by commas.
std::string positions_text(const std::vector<int>& positions) {
  std::string text;
  for (const int position : positions) {
    text += (text.empty() ? "" : ",") + std::to_string(position + 1);
  }
  return text;
}

// First the color, then the locomotives; what is zero is left out.
std::string payment_text(const std::string& color, int color_cards, int locomotives) {
  std::string text;
  if (color_cards > 0) {
    text += color + "*" + std::to_string(color_cards);
  }
  if (locomotives > 0) {
    text += (text.empty() ? "" : " ") + kLocomotive + "*" + std::to_string(locomotives);
  }
  return text;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------
// Data

// Reads the edition and its map, and checks what can be checked at a glance.
Game::Rules Game::read_rules(const std::string& data_dir, const std::string& edition, int players) {
  const json::value box = read_json(data_dir + "/editions/" + edition + ".json");
  const json::value map = read_json(data_dir + "/maps/" + text_of(box.at("map")) + ".json");

  if (players < number_of(box.at("players").at("min")) || players > number_of(box.at("players").at("max"))) {
    fail("edition " + edition + " is not for " + std::to_string(players) + " players");
  }

  Rules rules;
  rules.trains = number_of(box.at("trains"));
  rules.last_round_at = number_of(box.at("last_round_at"));
  for (const json::value& points : box.at("route_points").as_array()) {
    rules.route_points.push_back(number_of(points));
  }

  const json::value& cards = box.at("cards");
  for (const std::string& color : kColors) {
    add(rules.cards, color, number_of(cards.at(color)));
  }
  add(rules.cards, kLocomotive, number_of(cards.at(kLocomotive)));
  if (total(rules.cards) != number_of(cards.at("total"))) {
    fail("edition " + edition + ": the train cards do not add up");
  }
  rules.hand_at_start = number_of(cards.at("hand_at_start"));
  rules.row = number_of(cards.at("row"));
  rules.row_reset_at = number_of(cards.at("row_reset_at"));

  const json::value& tickets = box.at("tickets");
  const json::value& ticket_deck = tickets.at("decks").as_array().at(0);
  rules.deal = number_of(ticket_deck.at("deal"));
  rules.draw = number_of(ticket_deck.at("draw"));
  rules.keep_at_start = number_of(tickets.at("keep_at_start"));
  rules.keep_later = number_of(tickets.at("keep_later"));
  rules.start_returns_shuffled = text_of(tickets.at("start_returns")) == "shuffled_under";
  rules.return_order_chosen = text_of(tickets.at("return_order")) == "chosen";
  rules.longest_path_bonus = number_of(box.at("bonus").at("longest_path"));

  for (const json::value& route : map.at("routes").as_array()) {
    rules.routes.push_back(
        {text_of(route.at("a")), text_of(route.at("b")), number_of(route.at("length")), text_of(route.at("color"))});
  }
  compare_routes(rules.routes);
  for (const json::value& ticket : map.at("tickets").at(text_of(ticket_deck.at("name"))).as_array()) {
    rules.tickets.push_back({text_of(ticket.at("a")), text_of(ticket.at("b")), number_of(ticket.at("points"))});
  }
  if (size_of_list(rules.tickets.size()) != number_of(ticket_deck.at("count"))) {
    fail("edition " + edition + ": the ticket deck has not the size it should have");
  }
  return rules;
}

// Finds the parallel routes, whichever city is named first, and gives every route its text; only parallel routes are
// numbered (docs/actions.md, ROUTE).
void Game::compare_routes(std::vector<Route>& routes) {
  for (std::size_t i = 0; i < routes.size(); ++i) {
    Route& route = routes[i];
    int number = 1;
    for (std::size_t j = 0; j < routes.size(); ++j) {
      const Route& other = routes[j];
      const bool same_cities = (route.a == other.a && route.b == other.b) || (route.a == other.b && route.b == other.a);
      if (j != i && same_cities) {
        route.parallels.push_back(static_cast<int>(j));
        number += j < i ? 1 : 0;
      }
    }
    route.text = route.a + "-" + route.b + (route.parallels.empty() ? "" : "." + std::to_string(number));
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Set-up

// The order of the questions to the dealer is that of docs/actions.md: hands, row, tickets, the seat to begin.
Game::Game(const std::string& data_dir, const std::string& edition, int players, Dealer& dealer,
           std::optional<int> first_player)
    : rules_(read_rules(data_dir, edition, players)) {
  players_.resize(static_cast<std::size_t>(players));
  row_.resize(static_cast<std::size_t>(rules_.row));
  deck_ = rules_.cards;
  for (int ticket = 0; ticket < size_of_list(rules_.tickets.size()); ++ticket) {
    unseen_tickets_.insert(ticket);
  }
  phase_ = kSetup;

  for (int seat = 0; seat < players; ++seat) {
    player(seat).trains = rules_.trains;
    for (int i = 0; i < rules_.hand_at_start; ++i) {
      add(player(seat).hand, draw_card("hand " + std::to_string(seat), dealer), 1);
    }
  }
  fill_row(dealer);
  look_at_row(dealer);
  for (int seat = 0; seat < players; ++seat) {
    offer_tickets(seat, rules_.deal, dealer);
  }
  turn_player_ = first_player ? *first_player : dealer.first_player(players);
  if (turn_player_ < 0 || turn_player_ >= players) {
    fail("there is no seat " + std::to_string(turn_player_) + " to begin");
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Access

// The player of a seat, with the seat checked.
Game::Player& Game::player(int seat) { return players_.at(static_cast<std::size_t>(seat)); }

// The same for looking only.
const Game::Player& Game::player(int seat) const { return players_.at(static_cast<std::size_t>(seat)); }

// The number of players.
int Game::seats() const { return size_of_list(players_.size()); }

// The ticket deck is all three piles together.
int Game::tickets_in_deck() const {
  return size_of_list(unseen_tickets_.size() + shuffled_tickets_.size() + returned_tickets_.size());
}

// During set-up everyone who has not chosen yet, later only the player whose turn it is.
bool Game::may_act(int seat) const {
  if (seat < 0 || seat >= seats() || phase_ == kOver) {
    return false;
  }
  if (phase_ == kSetup) {
    return !player(seat).start_choice.has_value();
  }
  return seat == turn_player_;
}

// A plain copy of everything, hidden or not.
Snapshot Game::snapshot() const {
  Snapshot result;
  for (const Player& one : players_) {
    result.players.push_back({one.hand, std::vector<int>(one.tickets.begin(), one.tickets.end()), one.offer, one.trains,
                              one.points, one.routes});
  }
  result.row = row_;
  result.deck = deck_;
  result.discards = discards_;
  result.unseen_tickets = unseen_tickets_;
  result.shuffled_tickets = shuffled_tickets_;
  result.returned_tickets = returned_tickets_;
  result.phase = phase_;
  result.turn_player = turn_player_;
  for (int seat = 0; seat < seats(); ++seat) {
    if (may_act(seat)) {
      result.to_act.push_back(seat);
    }
  }
  result.turns = turns_;
  result.turns_left = turns_left_;
  result.passes = passes_;
  result.ending = ending_;
  return result;
}

// ---------------------------------------------------------------------------------------------------------------
// What is legal

// Only the texts of the legal actions.
std::set<std::string> Game::legal(int seat) const {
  std::set<std::string> texts;
  for (const auto& [text, action] : legal_actions(seat)) {
    texts.insert(text);
  }
  return texts;
}

// The actions open to the seat in the present phase, by their texts (docs/actions.md, "Texts").
Game::Actions Game::legal_actions(int seat) const {
  Actions actions;
  if (!may_act(seat)) {
    return actions;
  }
  if (phase_ == kSetup) {
    add_keeps(seat, rules_.keep_at_start, false, actions);  // the order is never chosen at the start
  } else if (phase_ == kChooseTickets) {
    add_keeps(seat, rules_.keep_later, rules_.return_order_chosen, actions);
  } else if (phase_ == kSecondCard) {
    add_second_cards(actions);
  } else {
    add_first_cards(actions);
    add_claims(seat, actions);
    if (tickets_in_deck() > 0) {
      actions["tickets"] = Action{.kind = Kind::kTickets};
    }
    if (actions.empty()) {
      actions["pass"] = Action{.kind = Kind::kPass};  // ruling forced-pass
    }
  }
  return actions;
}

// Without a deck (then there are no discards either) nothing may be taken, not even from the row.
void Game::add_first_cards(Actions& actions) const {
  if (deck_.empty()) {
    return;
  }
  actions["draw"] = Action{.kind = Kind::kDraw};
  for (const std::string& color : row_) {
    if (!color.empty()) {
      actions["take " + color] = Action{.kind = Kind::kTake, .color = color};
    }
  }
}

// A locomotive of the row is never the second card; the row alone is enough here (ruling second-from-row).
void Game::add_second_cards(Actions& actions) const {
  if (!deck_.empty()) {
    actions["draw"] = Action{.kind = Kind::kDraw};
  }
  for (const std::string& color : row_) {
    if (!color.empty() && color != kLocomotive) {
      actions["take " + color] = Action{.kind = Kind::kTake, .color = color};
    }
  }
}

// Every way to pay for every route that is open to the seat.
void Game::add_claims(int seat, Actions& actions) const {
  const Cards& hand = player(seat).hand;
  const int locomotives = count(hand, kLocomotive);
  for (int index = 0; index < size_of_list(rules_.routes.size()); ++index) {
    const Route& route = rules_.routes.at(static_cast<std::size_t>(index));
    if (!route_open(seat, index)) {
      continue;
    }
    for (const auto& [color, held] : hand) {
      if (color == kLocomotive || (route.color != kGray && route.color != color)) {
        continue;
      }
      for (int color_cards = 1; color_cards <= std::min(held, route.length); ++color_cards) {
        const int needed = route.length - color_cards;
        if (needed <= locomotives) {
          actions["claim " + route.text + " " + payment_text(color, color_cards, needed)] = Action{
              .kind = Kind::kClaim, .color = color, .route = index, .color_cards = color_cards, .locomotives = needed};
        }
      }
    }
    if (route.length <= locomotives) {
      actions["claim " + route.text + " " + payment_text("", 0, route.length)] =
          Action{.kind = Kind::kClaim, .route = index, .locomotives = route.length};
    }
  }
}

// Enough trains, free, and not closed by a parallel route; the cards are looked at elsewhere.
bool Game::route_open(int seat, int route) const {
  const Route& wanted = rules_.routes.at(static_cast<std::size_t>(route));
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

// ---------------------------------------------------------------------------------------------------------------
// Carrying out actions

// Whatever is in the list of legal actions is carried out, everything else refused; so the two can never disagree.
bool Game::apply(int seat, const std::string& action, Dealer& dealer) {
  const Actions actions = legal_actions(seat);
  const auto found = actions.find(action);
  if (found == actions.end()) {
    return false;
  }
  const Action& chosen = found->second;
  switch (chosen.kind) {
    case Kind::kDraw: do_draw(seat, dealer); break;
    case Kind::kTake: do_take(seat, chosen.color, dealer); break;
    case Kind::kClaim: do_claim(seat, chosen, dealer); break;
    case Kind::kTickets: do_tickets(seat, dealer); break;
    case Kind::kKeep:
      if (phase_ == kSetup) {
        do_start_choice(seat, chosen);
      } else {
        do_keep(seat, chosen);
      }
      break;
    case Kind::kPass: end_turn(true); break;
  }
  return true;
}

// A blind card never ends the action early, locomotive or not. The row has not changed, so it is not looked at.
void Game::do_draw(int seat, Dealer& dealer) {
  add(player(seat).hand, draw_card("hand " + std::to_string(seat), dealer), 1);
  after_card(phase_ == kSecondCard);
}

// The leftmost card of the color (ruling leftmost-taken); its place is filled before anything else happens.
// A locomotive of the row ends the action.
void Game::do_take(int seat, const std::string& color, Dealer& dealer) {
  *std::find(row_.begin(), row_.end(), color) = "";
  add(player(seat).hand, color, 1);
  fill_row(dealer);
  look_at_row(dealer);
  after_card(phase_ == kSecondCard || color == kLocomotive);
}

// Goes on to the second card, unless the action is over or nothing may be taken (ruling ends-with-one).
void Game::after_card(bool action_is_over) {
  Actions second_cards;
  add_second_cards(second_cards);
  if (action_is_over || second_cards.empty()) {
    end_turn(false);
  } else {
    phase_ = kSecondCard;
  }
}

// Ruling claim-order: discard all cards together, deck, row, reset.
void Game::do_claim(int seat, const Action& action, Dealer& dealer) {
  Player& claimer = player(seat);
  const int length = rules_.routes.at(static_cast<std::size_t>(action.route)).length;
  claimer.routes.insert(action.route);
  claimer.trains -= length;
  claimer.points += rules_.route_points.at(static_cast<std::size_t>(length - 1));

  remove(claimer.hand, action.color, action.color_cards);
  remove(claimer.hand, kLocomotive, action.locomotives);
  add(discards_, action.color, action.color_cards);
  add(discards_, kLocomotive, action.locomotives);
  take_up_discards();
  fill_row(dealer);
  look_at_row(dealer);
  end_turn(false);
}

// The turn is not over before the tickets are chosen.
void Game::do_tickets(int seat, Dealer& dealer) {
  offer_tickets(seat, rules_.draw, dealer);
  phase_ = kChooseTickets;
}

// Choices stay hidden until the last one is made; then all are carried out in seat order, whoever came first.
void Game::do_start_choice(int seat, const Action& action) {
  player(seat).start_choice = action.kept;
  for (const Player& one : players_) {
    if (!one.start_choice.has_value()) {
      return;
    }
  }
  for (Player& one : players_) {
    const std::vector<int>& kept = *one.start_choice;
    for (int position = 0; position < size_of_list(one.offer.size()); ++position) {
      const int ticket = one.offer.at(static_cast<std::size_t>(position));
      if (std::find(kept.begin(), kept.end(), position) != kept.end()) {
        one.tickets.insert(ticket);
      } else if (rules_.start_returns_shuffled) {
        shuffled_tickets_.insert(ticket);
      } else {
        returned_tickets_.push_back(ticket);
      }
    }
    one.offer.clear();
  }
  phase_ = kTurn;
}

// Returns go to the very bottom, in the order that the action says (ruling returns-in-order-offered).
void Game::do_keep(int seat, const Action& action) {
  Player& chooser = player(seat);
  for (const int position : action.kept) {
    chooser.tickets.insert(chooser.offer.at(static_cast<std::size_t>(position)));
  }
  for (const int position : action.returned) {
    returned_tickets_.push_back(chooser.offer.at(static_cast<std::size_t>(position)));
  }
  chooser.offer.clear();
  end_turn(false);
}

// Counts the turn, then sees whether the game or its normal part is over, then passes the turn on.
// The last round comes before the passes (ruling last-round-wins-over-pass).
void Game::end_turn(bool passed) {
  ++turns_;
  passes_ = passed ? passes_ + 1 : 0;
  if (turns_left_ > 0) {
    --turns_left_;
  } else if (player(turn_player_).trains <= rules_.last_round_at) {
    turns_left_ = seats();
  }
  if (turns_left_ == 0) {
    ending_ = "last_round";
    phase_ = kOver;
  } else if (passes_ == seats()) {
    ending_ = "all_passed";  // ruling all-pass-ends
    phase_ = kOver;
  } else {
    turn_player_ = (turn_player_ + 1) % seats();
    phase_ = kTurn;
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Cards and tickets

// The one place where a card leaves the deck, so that the discards are taken up the moment it is empty.
std::string Game::draw_card(const std::string& where, Dealer& dealer) {
  const std::string color = dealer.card(where);
  if (count(deck_, color) == 0) {
    fail("the dealer gave " + color + " to " + where + ", but there is none in the deck");
  }
  remove(deck_, color, 1);
  take_up_discards();
  return color;
}

// An empty deck takes up all discards at once; called after every change of either pile (also ruling
// discards-feed-empty-deck).
void Game::take_up_discards() {
  if (deck_.empty()) {
    deck_.swap(discards_);
  }
}

// Left to right, as long as there are cards.
void Game::fill_row(Dealer& dealer) {
  for (int place = 0; place < rules_.row; ++place) {
    std::string& card = row_.at(static_cast<std::size_t>(place));
    if (card.empty() && !deck_.empty()) {
      card = draw_card("row " + std::to_string(place), dealer);
    }
  }
}

// The reset rule; called when the row is as full as it can be and has changed or cards were discarded (rulings
// reset-must-end and reset-tested-again). All cards of the row are discarded before an empty deck takes up anything.
void Game::look_at_row(Dealer& dealer) {
  for (int resets = 0; resets < kMostResets; ++resets) {
    const int locomotives = static_cast<int>(std::count(row_.begin(), row_.end(), kLocomotive));
    if (locomotives < rules_.row_reset_at || !reset_can_help()) {
      return;
    }
    for (std::string& card : row_) {
      if (!card.empty()) {
        add(discards_, card, 1);
        card = "";
      }
    }
    take_up_discards();
    fill_row(dealer);
  }
}

// Whether the cards outside all hands can make a row without too many locomotives (ruling reset-must-end).
bool Game::reset_can_help() const {
  int locomotives = count(deck_, kLocomotive) + count(discards_, kLocomotive);
  int all = total(deck_) + total(discards_);
  for (const std::string& card : row_) {
    locomotives += card == kLocomotive ? 1 : 0;
    all += card.empty() ? 0 : 1;
  }
  const int others = all - locomotives;
  return others + std::min(locomotives, rules_.row_reset_at - 1) >= std::min(rules_.row, all);
}

// From the top of the deck down: tickets nobody has seen, the shuffled returns of the start, the later returns.
// Only the last of these lie in a known order, so only for the others the dealer is asked.
void Game::offer_tickets(int seat, int number, Dealer& dealer) {
  std::vector<int>& offer = player(seat).offer;
  while (size_of_list(offer.size()) < number && tickets_in_deck() > 0) {
    if (unseen_tickets_.empty() && shuffled_tickets_.empty()) {
      offer.push_back(returned_tickets_.front());
      returned_tickets_.erase(returned_tickets_.begin());
      continue;
    }
    std::set<int>& pile = unseen_tickets_.empty() ? shuffled_tickets_ : unseen_tickets_;
    const int ticket = dealer.ticket(seat);
    if (pile.erase(ticket) == 0) {
      fail("the dealer offered ticket " + std::to_string(ticket) + " to seat " + std::to_string(seat) +
           ", but it is not in the top pile");
    }
    offer.push_back(ticket);
  }
}

// ---------------------------------------------------------------------------------------------------------------
// Scores

// Points of routes, tickets, longest path, winners (docs/rules.md, "End and score"). Tickets on offer count nothing.
std::vector<Score> Game::scores() const {
  std::vector<Score> result;
  int greatest_length = 0;
  for (const Player& one : players_) {
    std::vector<Track> network;
    for (const int index : one.routes) {
      const Route& route = rules_.routes.at(static_cast<std::size_t>(index));
      network.push_back({route.a, route.b, route.length});
    }
    Score score{};
    score.route_points = one.points;
    for (const int index : one.tickets) {
      const Ticket& ticket = rules_.tickets.at(static_cast<std::size_t>(index));
      if (joined(network, ticket.a, ticket.b)) {
        ++score.completed;
        score.ticket_points += ticket.points;
      } else {
        ++score.uncompleted;
        score.ticket_points -= ticket.points;
      }
    }
    score.longest = longest_trail(network);
    greatest_length = std::max(greatest_length, score.longest);
    result.push_back(score);
  }

  // Everyone with the greatest length gets the bonus, but not for no routes at all (ruling no-routes-no-bonus).
  for (Score& score : result) {
    const bool has_bonus = greatest_length > 0 && score.longest == greatest_length;
    score.bonus = has_bonus ? rules_.longest_path_bonus : 0;
    score.total = score.route_points + score.ticket_points + score.bonus;
  }
  mark_winners(result);
  return result;
}

// Most points, then most completed tickets, then the bonus if exactly one of those left has it (ruling ties).
void Game::mark_winners(std::vector<Score>& result) {
  int most_points = result.front().total;
  for (const Score& score : result) {
    most_points = std::max(most_points, score.total);
  }
  int most_completed = 0;
  for (const Score& score : result) {
    if (score.total == most_points) {
      most_completed = std::max(most_completed, score.completed);
    }
  }
  int with_bonus = 0;
  for (Score& score : result) {
    score.winner = score.total == most_points && score.completed == most_completed;
    if (score.winner && score.bonus > 0) {
      ++with_bonus;
    }
  }
  if (with_bonus == 1) {
    for (Score& score : result) {
      score.winner = score.winner && score.bonus > 0;
    }
  }
}

}  // namespace naive
