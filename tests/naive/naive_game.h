// A second, deliberately simple implementation of the rules in docs/rules.md, written without sight of the engine.
// Tests play the same game on both and compare; where they differ, one of the two has misread the rules.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "naive_cards.h"
#include "naive_rules.h"

namespace naive {

// Answers the three questions of chance (docs/actions.md, "Where chance comes in").
// The harness replays what the other engine drew and so checks that the questions come in the same order.
class Dealer {
 public:
  virtual ~Dealer() = default;
  // Which card comes off the train deck? where: "hand 0", "row 3" or "tunnel 2"; the answer is a color,
  // "locomotive", "locomotive4" or "passenger".
  virtual std::string card(const std::string& where) = 0;
  // Which ticket is offered to this seat? The answer is an index into all tickets of the edition: its decks
  // one after the other.
  virtual int ticket(int seat) = 0;
  // Which seat begins?
  virtual int first_player(int players) = 0;
};

struct PlayerSnapshot {
  std::map<std::string, int> hand;  // only non-zero
  std::vector<int> tickets;         // ascending
  std::vector<int> offer;           // in the order offered
  int trains;
  int points;                        // route points so far
  std::set<int> routes;              // indices in map order
  std::set<std::string> stations;    // city ids
  std::set<std::string> passengers;  // cities where own passengers stand; one on a journey stands nowhere
  int passengers_left;               // not used yet
  int goods;                         // points from goods so far
  bool operator==(const PlayerSnapshot&) const = default;
};

struct Snapshot {
  std::vector<PlayerSnapshot> players;
  std::vector<std::string> row;                    // always as long as the row, "" for an empty place
  std::map<std::string, int> deck;                 // only non-zero
  std::map<std::string, int> discards;             // only non-zero
  std::set<int> unseen_tickets;                    // top piles of all decks, unknown order
  std::set<int> shuffled_tickets;                  // piles in unknown order with returns of the start, of all decks
  std::vector<std::vector<int>> returned_by_deck;  // ordered, front is drawn first
  std::set<int> gone_tickets;                      // have left the game
  // "start_mix", "setup", "turn", "second_card", "choose_tickets", "tunnel", "place", "journey", "over"
  std::string phase;
  int turn_player;                                // in phase "over": who made the last turn
  std::vector<int> to_act;                        // seats that may act now, ascending
  int turns;                                      // completed turns, passes included
  int turns_left;                                 // -1 before the last round, then the turns still to come
  int passes;                                     // passes in a row so far
  std::string ending;                             // "", "last_round", "all_passed", "turn_limit"
  std::map<std::string, std::vector<int>> goods;  // by city: tiles left, highest first; only non-empty
  int tunnel_route;                               // -1 if no tunnel is waiting for its surcharge
  std::map<std::string, int> tunnel_shown;        // still part of the hand
  std::map<std::string, int> tunnel_revealed;     // in no other pile
  int surcharge;                                  // 0 if none
  std::string journey_from;                       // "" if there is no journey
  std::string journey_at;                         // the same
  std::set<int> journey_used;                     // routes
  int journey_cards;                              // passenger cards played so far, still part of the hand
  bool operator==(const Snapshot&) const = default;
};

struct Score {
  int route_points;
  int ticket_points;  // completed minus uncompleted
  int completed;      // number
  int uncompleted;    // number
  int longest;        // trains in the longest trail; 0 in an edition without a bonus for it
  int bonus;          // for the longest path
  int total;
  bool winner;             // several true if shared
  int stations;            // points for stations not built
  int goods;               // points
  int most_tickets_bonus;  // points
  bool operator==(const Score&) const = default;
};

// One game. The game is not usable any more after a function of it has thrown.
class Game {
 public:
  // Does the set-up up to the point where someone has to announce a mix or everyone has to choose tickets.
  // data_dir holds "editions" and "maps".
  Game(const std::string& data_dir, const std::string& edition, int players, Dealer& dealer,
       std::optional<int> first_player = std::nullopt);

  // The texts of all actions open to the seat; empty if it has nothing to decide.
  std::set<std::string> legal(int seat) const;

  // Carries out an action; false and no change if it is not legal.
  // Throws std::runtime_error if the dealer answers with something that is not there.
  bool apply(int seat, const std::string& action, Dealer& dealer);

  Snapshot snapshot() const;

  // The scores as if the game ended now, by seat.
  std::vector<Score> scores() const;

 private:
  struct Player {
    Cards hand;
    std::set<int> tickets;
    std::vector<int> offer;
    std::optional<std::vector<int>> start_choice;  // set-up only: positions in the offer that will be kept
    int trains = 0;
    int points = 0;
    std::set<int> routes;
    std::set<std::string> stations;
    std::set<std::string> passengers;  // cities
    int passengers_left = 0;
    int goods = 0;
  };

  enum class Kind {
    kDraw,
    kTake,
    kClaim,
    kTickets,
    kKeep,
    kPass,
    kPay,
    kDecline,
    kStation,
    kPlace,
    kSkip,
    kMove,
    kGo,
    kStop
  };

  // An action in parts; which parts count depends on the kind.
  struct Action {
    Kind kind = Kind::kPass;
    std::string card{};           // take
    int route = -1;               // claim, go
    std::string city{};           // station, place, move
    Cards payment{};              // claim, pay, station
    std::vector<int> numbers{};   // tickets: how many of each deck
    std::vector<int> kept{};      // keep: positions in the offer, counted from 0
    std::vector<int> returned{};  // keep: the other positions, in the order of return
  };

  using Actions = std::map<std::string, Action>;  // by text

  Player& player(int seat);
  const Player& player(int seat) const;
  int seats() const;

  // naive_legal.cpp
  Actions legal_actions(int seat) const;
  void add_turn(int seat, Actions& actions) const;
  void add_first_cards(Actions& actions) const;
  void add_second_cards(Actions& actions) const;
  void add_claims(int seat, Actions& actions) const;
  void add_tickets(Actions& actions) const;
  void add_mixes(Actions& actions) const;
  void add_keeps(int seat, int least, bool order_chosen, Actions& actions) const;
  void add_surcharges(int seat, Actions& actions) const;
  void add_stations(int seat, Actions& actions) const;
  void add_places(int seat, Actions& actions) const;
  void add_moves(int seat, Actions& actions) const;
  void add_steps(int seat, Actions& actions) const;
  bool route_open(int seat, int route) const;
  bool may_place(int seat, const std::string& city) const;
  bool may_go(int seat, const std::string& from, int route) const;
  bool may_act(int seat) const;

  // naive_game.cpp
  void deal_tickets(Dealer& dealer);
  void do_draw(int seat, Dealer& dealer);
  void do_take(int seat, const std::string& card, Dealer& dealer);
  void do_claim(int seat, const Action& action, Dealer& dealer);
  void do_tunnel(int seat, const Action& action, Dealer& dealer);
  void do_pay(int seat, const Action& action, Dealer& dealer);
  void do_decline(Dealer& dealer);
  void do_station(int seat, const Action& action, Dealer& dealer);
  void do_place(int seat, const std::string& city);
  void do_skip();
  void do_move(int seat, const std::string& city);
  void do_go(int seat, int route, Dealer& dealer);
  void do_tickets(int seat, const Action& action, Dealer& dealer);
  void do_start_choice(int seat, const Action& action);
  void do_keep(int seat, const Action& action);
  void win_route(int seat, int route, const Cards& played, Dealer& dealer);
  void forget_tunnel();
  void end_journey(int seat, Dealer& dealer);
  void after_card(bool action_is_over);
  void end_turn(bool passed);

  std::string draw_card(const std::string& where, Dealer& dealer);
  void take_up_discards();
  void discard(const Cards& cards, Dealer& dealer);
  void fill_row(Dealer& dealer);
  void look_at_row(Dealer& dealer);
  bool reset_can_help() const;
  void offer_tickets(int seat, int deck, int number, Dealer& dealer);
  std::set<int> of_deck(const std::set<int>& pile, int deck) const;
  int tickets_in_deck(int deck) const;
  std::vector<int>& returned_to(int deck);

  // naive_score.cpp
  std::vector<std::string> ends_of(const std::string& place) const;
  void count_tickets(int seat, const std::set<int>& routes, Score& score) const;
  void use_stations(int seat, const std::vector<std::string>& stations, const std::set<int>& routes, Score& best) const;
  void mark_winners(std::vector<Score>& result) const;

  Rules rules_;
  std::vector<Player> players_;
  std::vector<std::string> row_;
  Cards deck_;
  Cards discards_;
  std::set<int> unseen_tickets_;
  std::set<int> shuffled_tickets_;
  std::vector<std::vector<int>> returned_by_deck_;
  std::set<int> gone_tickets_;
  std::map<std::string, std::vector<int>> goods_;
  std::string phase_;
  int mix_seat_ = 0;  // who has to announce at the start
  int turn_player_ = 0;
  int turns_ = 0;
  int turns_left_ = -1;
  int passes_ = 0;
  std::string ending_;

  // A tunnel that is waiting for its surcharge.
  int tunnel_route_ = -1;
  Cards tunnel_shown_;
  Cards tunnel_revealed_;
  int surcharge_ = 0;

  int place_route_ = -1;  // phase "place": the route just claimed

  // A journey.
  std::string journey_from_;
  std::string journey_at_;
  std::set<int> journey_used_;
  int journey_cards_ = 0;
};

// The phases, as they are called in a snapshot.
inline const std::string kStartMix = "start_mix";
inline const std::string kSetup = "setup";
inline const std::string kTurn = "turn";
inline const std::string kSecondCard = "second_card";
inline const std::string kChooseTickets = "choose_tickets";
inline const std::string kTunnel = "tunnel";
inline const std::string kPlace = "place";
inline const std::string kJourney = "journey";
inline const std::string kOver = "over";

}  // namespace naive
