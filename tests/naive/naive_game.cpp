#include "naive_game.h"

#include <algorithm>

namespace naive {

namespace {

// These stand in docs/rules.md only, not in the data files.
constexpr int kMostResets = 10;     // ruling reset-must-end
constexpr int kMostTurns = 1000;    // ruling turn-limit
constexpr int kCardsOfATunnel = 3;  // "Tunnels"

}  // namespace

// ---------------------------------------------------------------------------------------------------------------
// Set-up

// The order of the questions to the dealer is that of docs/actions.md: hands, row, tickets, the seat to begin. With a
// mix the tickets come after all of these, when they are announced (ruling mix-at-start).
Game::Game(const std::string& data_dir, const std::string& edition, int players, Dealer& dealer,
           std::optional<int> first_player)
    : rules_(read_rules(data_dir, edition, players)) {
  players_.resize(static_cast<std::size_t>(players));
  row_.resize(static_cast<std::size_t>(rules_.row));
  deck_ = rules_.cards;
  goods_ = rules_.goods;
  returned_by_deck_.resize(rules_.decks.size());
  for (int ticket = 0; ticket < size_of_list(rules_.tickets.size()); ++ticket) {
    unseen_tickets_.insert(ticket);
  }

  for (int seat = 0; seat < players; ++seat) {
    player(seat).trains = rules_.trains;
    player(seat).passengers_left = rules_.passengers;
    for (int i = 0; i < rules_.hand_at_start; ++i) {
      add(player(seat).hand, draw_card("hand " + std::to_string(seat), dealer), 1);
    }
  }
  fill_row(dealer);
  look_at_row(dealer);

  if (rules_.mix > 0) {
    phase_ = kStartMix;
  } else {
    phase_ = kSetup;
    deal_tickets(dealer);
  }
  turn_player_ = first_player ? *first_player : dealer.first_player(players);
  if (turn_player_ < 0 || turn_player_ >= players) {
    fail("there is no seat " + std::to_string(turn_player_) + " to begin");
  }
}

// Seat by seat, and for each seat deck by deck. What nobody was dealt of a deck that is not drawn from later leaves
// the game at once.
void Game::deal_tickets(Dealer& dealer) {
  for (int seat = 0; seat < seats(); ++seat) {
    for (int deck = 0; deck < size_of_list(rules_.decks.size()); ++deck) {
      offer_tickets(seat, deck, rules_.deck(deck).deal, dealer);
    }
  }
  for (int deck = 0; deck < size_of_list(rules_.decks.size()); ++deck) {
    if (rules_.deck(deck).draw == 0) {
      for (const int ticket : of_deck(unseen_tickets_, deck)) {
        unseen_tickets_.erase(ticket);
        gone_tickets_.insert(ticket);
      }
    }
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

// The tickets of a pile that belong to one deck.
std::set<int> Game::of_deck(const std::set<int>& pile, int deck) const {
  std::set<int> result;
  for (const int ticket : pile) {
    if (rules_.ticket(ticket).deck == deck) {
      result.insert(ticket);
    }
  }
  return result;
}

// The returns that lie at the bottom of a deck in a known order.
std::vector<int>& Game::returned_to(int deck) { return returned_by_deck_.at(static_cast<std::size_t>(deck)); }

// A ticket deck is all three piles together.
int Game::tickets_in_deck(int deck) const {
  return size_of_list(of_deck(unseen_tickets_, deck).size() + of_deck(shuffled_tickets_, deck).size() +
                      returned_by_deck_.at(static_cast<std::size_t>(deck)).size());
}

// A plain copy of everything, hidden or not.
Snapshot Game::snapshot() const {
  Snapshot result;
  for (const Player& one : players_) {
    result.players.push_back({one.hand, std::vector<int>(one.tickets.begin(), one.tickets.end()), one.offer, one.trains,
                              one.points, one.routes, one.stations, one.passengers, one.passengers_left, one.goods});
  }
  result.row = row_;
  result.deck = deck_;
  result.discards = discards_;
  result.unseen_tickets = unseen_tickets_;
  result.shuffled_tickets = shuffled_tickets_;
  result.returned_by_deck = returned_by_deck_;
  result.gone_tickets = gone_tickets_;
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
  result.goods = goods_;
  result.tunnel_route = tunnel_route_;
  result.tunnel_shown = tunnel_shown_;
  result.tunnel_revealed = tunnel_revealed_;
  result.surcharge = surcharge_;
  result.journey_from = journey_from_;
  result.journey_at = journey_at_;
  result.journey_used = journey_used_;
  result.journey_cards = journey_cards_;
  return result;
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
    case Kind::kTake: do_take(seat, chosen.card, dealer); break;
    case Kind::kClaim: do_claim(seat, chosen, dealer); break;
    case Kind::kTickets: do_tickets(seat, chosen, dealer); break;
    case Kind::kKeep:
      if (phase_ == kSetup) {
        do_start_choice(seat, chosen);
      } else {
        do_keep(seat, chosen);
      }
      break;
    case Kind::kPass: end_turn(true); break;
    case Kind::kPay: do_pay(seat, chosen, dealer); break;
    case Kind::kDecline: do_decline(dealer); break;
    case Kind::kStation: do_station(seat, chosen, dealer); break;
    case Kind::kPlace: do_place(seat, chosen.city); break;
    case Kind::kSkip: do_skip(); break;
    case Kind::kMove: do_move(seat, chosen.city); break;
    case Kind::kGo: do_go(seat, chosen.route, dealer); break;
    case Kind::kStop: end_journey(seat, dealer); break;
  }
  return true;
}

// A blind card never ends the action early, locomotive or not. The row has not changed, so it is not looked at.
void Game::do_draw(int seat, Dealer& dealer) {
  add(player(seat).hand, draw_card("hand " + std::to_string(seat), dealer), 1);
  after_card(phase_ == kSecondCard);
}

// The leftmost card of the kind (ruling leftmost-taken); its place is filled before anything else happens.
// A locomotive of the row ends the action, a locomotive 4+ does not (ruling four-plus-as-color).
void Game::do_take(int seat, const std::string& card, Dealer& dealer) {
  *std::find(row_.begin(), row_.end(), card) = "";
  add(player(seat).hand, card, 1);
  fill_row(dealer);
  look_at_row(dealer);
  after_card(phase_ == kSecondCard || card == kLocomotive);
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

// A tunnel is not won yet when its cards are shown; every other route is.
void Game::do_claim(int seat, const Action& action, Dealer& dealer) {
  if (rules_.route(action.route).tunnel) {
    do_tunnel(seat, action, dealer);
    return;
  }
  remove_all(player(seat).hand, action.payment);
  win_route(seat, action.route, action.payment, dealer);
}

// Trains and points, then the cards that were played (already taken from where they were) are discarded. At the very
// end the player may be asked for a passenger (ruling passenger-after-claim).
void Game::win_route(int seat, int route, const Cards& played, Dealer& dealer) {
  Player& claimer = player(seat);
  const Route& won = rules_.route(route);
  claimer.routes.insert(route);
  claimer.trains -= won.length;
  claimer.points += rules_.route_points.at(static_cast<std::size_t>(won.length - 1));
  discard(played, dealer);
  if (may_place(seat, won.a) || may_place(seat, won.b)) {
    place_route_ = route;
    phase_ = kPlace;
  } else {
    end_turn(false);
  }
}

// The cards shown stay in the hand; cards are revealed as long as there are any. Locomotives count whatever was shown,
// other cards only if they have the color shown.
void Game::do_tunnel(int seat, const Action& action, Dealer& dealer) {
  tunnel_route_ = action.route;
  tunnel_shown_ = action.payment;
  for (int i = 0; i < kCardsOfATunnel; ++i) {
    if (!deck_.empty()) {
      add(tunnel_revealed_, draw_card("tunnel " + std::to_string(i), dealer), 1);
    }
  }
  surcharge_ = count(tunnel_revealed_, kLocomotive);
  if (!color_of(tunnel_shown_).empty()) {
    surcharge_ += count(tunnel_revealed_, color_of(tunnel_shown_));
  }
  if (surcharge_ == 0) {
    do_pay(seat, Action{.kind = Kind::kPay}, dealer);  // ruling no-surcharge-no-question
  } else {
    phase_ = kTunnel;
  }
}

// The cards shown, the surcharge and the cards revealed are discarded together.
void Game::do_pay(int seat, const Action& action, Dealer& dealer) {
  const int route = tunnel_route_;
  Cards played = tunnel_shown_;
  add_all(played, action.payment);
  remove_all(player(seat).hand, played);
  add_all(played, tunnel_revealed_);
  forget_tunnel();
  win_route(seat, route, played, dealer);
}

// Only the cards revealed are discarded. The turn is over and is no pass.
void Game::do_decline(Dealer& dealer) {
  const Cards revealed = tunnel_revealed_;
  forget_tunnel();
  discard(revealed, dealer);
  end_turn(false);
}

// Before anything is discarded, so that no card is in two places.
void Game::forget_tunnel() {
  tunnel_route_ = -1;
  tunnel_shown_.clear();
  tunnel_revealed_.clear();
  surcharge_ = 0;
}

// Costs cards and the turn, nothing else.
void Game::do_station(int seat, const Action& action, Dealer& dealer) {
  player(seat).stations.insert(action.city);
  remove_all(player(seat).hand, action.payment);
  discard(action.payment, dealer);
  end_turn(false);
}

// The end of the turn that began with a claim.
void Game::do_place(int seat, const std::string& city) {
  player(seat).passengers.insert(city);
  --player(seat).passengers_left;
  do_skip();
}

// The same without a passenger.
void Game::do_skip() {
  place_route_ = -1;
  end_turn(false);
}

// From now on the passenger stands nowhere; it has not reached any city yet.
void Game::do_move(int seat, const std::string& city) {
  player(seat).passengers.erase(city);
  journey_from_ = city;
  journey_at_ = city;
  phase_ = kJourney;
}

// The far end of the route is reached: a tile, if one is left and it is not the start city. In a country the journey
// ends by itself (ruling journey-ends).
void Game::do_go(int seat, int route, Dealer& dealer) {
  const Route& step = rules_.route(route);
  journey_at_ = step.a == journey_at_ ? step.b : step.a;
  journey_used_.insert(route);
  if (player(seat).routes.count(route) == 0) {
    ++journey_cards_;
  }
  if (journey_at_ != journey_from_ && goods_.count(journey_at_) > 0) {
    std::vector<int>& tiles = goods_.at(journey_at_);
    player(seat).goods += tiles.front();
    tiles.erase(tiles.begin());
    if (tiles.empty()) {
      goods_.erase(journey_at_);
    }
  }
  if (rules_.in_a_country(journey_at_)) {
    end_journey(seat, dealer);
  }
}

// The passenger is in no list any more, so it has left the game. Without cards played nothing is discarded and the
// row is not looked at (ruling cards-leave-at-the-end).
void Game::end_journey(int seat, Dealer& dealer) {
  Cards played;
  add(played, kPassenger, journey_cards_);
  journey_from_ = "";
  journey_at_ = "";
  journey_used_.clear();
  journey_cards_ = 0;
  if (!played.empty()) {
    remove_all(player(seat).hand, played);
    discard(played, dealer);
  }
  end_turn(false);
}

// So many tickets of each deck, or what is left. At the start the next seat announces, and after the last one everyone
// chooses (ruling mix-at-start). Later the turn is not over before the tickets are chosen.
void Game::do_tickets(int seat, const Action& action, Dealer& dealer) {
  for (int deck = 0; deck < size_of_list(rules_.decks.size()); ++deck) {
    offer_tickets(seat, deck, action.numbers.at(static_cast<std::size_t>(deck)), dealer);
  }
  if (phase_ != kStartMix) {
    phase_ = kChooseTickets;
    return;
  }
  ++mix_seat_;
  if (mix_seat_ == seats()) {
    phase_ = kSetup;
  }
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
      } else if (rules_.start_returns == "leave") {
        gone_tickets_.insert(ticket);
      } else if (rules_.start_returns == "shuffled_under" || rules_.start_returns == "shuffled_in") {
        shuffled_tickets_.insert(ticket);
      } else if (rules_.start_returns == "under") {
        returned_to(rules_.ticket(ticket).deck).push_back(ticket);
      } else {
        fail("nobody knows what start_returns " + rules_.start_returns + " means");
      }
    }
    one.offer.clear();
  }
  // Shuffled into the whole deck: then the tickets nobody has seen are in the same pile.
  if (rules_.start_returns == "shuffled_in") {
    shuffled_tickets_.insert(unseen_tickets_.begin(), unseen_tickets_.end());
    unseen_tickets_.clear();
  }
  phase_ = kTurn;
}

// Returns go to the very bottom of the deck they came from, in the order that the action says (ruling
// returns-in-order-offered).
void Game::do_keep(int seat, const Action& action) {
  Player& chooser = player(seat);
  for (const int position : action.kept) {
    chooser.tickets.insert(chooser.offer.at(static_cast<std::size_t>(position)));
  }
  for (const int position : action.returned) {
    const int ticket = chooser.offer.at(static_cast<std::size_t>(position));
    returned_to(rules_.ticket(ticket).deck).push_back(ticket);
  }
  chooser.offer.clear();
  end_turn(false);
}

// Counts the turn, then sees whether the game or its normal part is over, then passes the turn on.
// The last round comes before the passes (ruling last-round-wins-over-pass), both before the limit (turn-limit).
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
  } else if (turns_ == kMostTurns) {
    ending_ = "turn_limit";
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
  const std::string card = dealer.card(where);
  if (count(deck_, card) == 0) {
    fail("the dealer gave " + card + " to " + where + ", but there is none in the deck");
  }
  remove(deck_, card, 1);
  take_up_discards();
  return card;
}

// An empty deck takes up all discards at once; called after every change of either pile (also ruling
// discards-feed-empty-deck).
void Game::take_up_discards() {
  if (deck_.empty()) {
    deck_.swap(discards_);
  }
}

// Ruling claim-order: discard all cards together, deck, row, reset.
void Game::discard(const Cards& cards, Dealer& dealer) {
  add_all(discards_, cards);
  take_up_discards();
  fill_row(dealer);
  look_at_row(dealer);
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
    const int passengers = static_cast<int>(std::count(row_.begin(), row_.end(), kPassenger));
    const bool too_many = locomotives >= rules_.row_reset_at || passengers >= rules_.row_reset_at;
    if (!too_many || !reset_can_help()) {
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

// Whether the cards outside all hands can make a row without the condition (ruling reset-must-end). Locomotives 4+ are
// among the others (ruling four-plus-never-resets).
bool Game::reset_can_help() const {
  Cards outside = deck_;
  add_all(outside, discards_);
  for (const std::string& card : row_) {
    if (!card.empty()) {
      add(outside, card, 1);
    }
  }
  const int all = total(outside);
  const int locomotives = count(outside, kLocomotive);
  const int passengers = count(outside, kPassenger);
  const int others = all - locomotives - passengers;
  const int most = rules_.row_reset_at - 1;
  return others + std::min(locomotives, most) + std::min(passengers, most) >= std::min(rules_.row, all);
}

// From the top of the deck down: tickets nobody has seen, the shuffled returns of the start, the later returns.
// Only the last of these lie in a known order, so only for the others the dealer is asked.
void Game::offer_tickets(int seat, int deck, int number, Dealer& dealer) {
  std::vector<int>& offer = player(seat).offer;
  for (int i = 0; i < number && tickets_in_deck(deck) > 0; ++i) {
    const bool unseen_left = !of_deck(unseen_tickets_, deck).empty();
    const bool shuffled_left = !of_deck(shuffled_tickets_, deck).empty();
    if (!unseen_left && !shuffled_left) {
      offer.push_back(returned_to(deck).front());
      returned_to(deck).erase(returned_to(deck).begin());
      continue;
    }
    std::set<int>& pile = unseen_left ? unseen_tickets_ : shuffled_tickets_;
    const int ticket = dealer.ticket(seat);
    if (of_deck(pile, deck).count(ticket) == 0) {
      fail("the dealer offered ticket " + std::to_string(ticket) + " to seat " + std::to_string(seat) +
           ", but it is not in the top pile of deck " + rules_.deck(deck).name);
    }
    pile.erase(ticket);
    offer.push_back(ticket);
  }
}

}  // namespace naive
