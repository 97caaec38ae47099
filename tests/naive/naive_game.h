// A second, deliberately simple implementation of the rules in docs/rules.md, written without sight of the engine.
// Tests play the same game on both and compare; where they differ, one of the two has misread the rules.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace naive {

// Answers the three questions of chance (docs/actions.md, "Where chance comes in").
// The harness replays what the other engine drew and so checks that the questions come in the same order.
class Dealer {
 public:
  virtual ~Dealer() = default;
  // Which card comes off the train deck? where: "hand 0" or "row 3"; the answer is a color or "locomotive".
  virtual std::string card(const std::string& where) = 0;
  // Which ticket is offered to this seat? The answer is an index in the edition's ticket deck.
  virtual int ticket(int seat) = 0;
  // Which seat begins?
  virtual int first_player(int players) = 0;
};

struct PlayerSnapshot {
  std::map<std::string, int> hand;  // only non-zero
  std::vector<int> tickets;         // ascending
  std::vector<int> offer;           // in the order offered
  int trains;
  int points;            // route points so far
  std::set<int> routes;  // indices in map order
  bool operator==(const PlayerSnapshot&) const = default;
};

struct Snapshot {
  std::vector<PlayerSnapshot> players;
  std::vector<std::string> row;         // always as long as the row, "" for an empty place
  std::map<std::string, int> deck;      // only non-zero
  std::map<std::string, int> discards;  // only non-zero
  std::set<int> unseen_tickets;         // top pile, unknown order
  std::set<int> shuffled_tickets;       // usa-2025: pile of the returns at the start
  std::vector<int> returned_tickets;    // ordered, front is drawn first
  std::string phase;                    // "setup", "turn", "second_card", "choose_tickets", "over"
  int turn_player;                      // in phase "over": who made the last turn
  std::vector<int> to_act;              // seats that may act now, ascending
  int turns;                            // completed turns, passes included
  int turns_left;                       // -1 before the last round is triggered, then the turns still to come
  int passes;                           // passes in a row so far
  std::string ending;                   // "", "last_round", "all_passed"
  bool operator==(const Snapshot&) const = default;
};

struct Score {
  int route_points;
  int ticket_points;  // completed minus uncompleted
  int completed;      // number
  int uncompleted;    // number
  int longest;        // trains in the longest trail
  int bonus;
  int total;
  bool winner;  // several true if shared
  bool operator==(const Score&) const = default;
};

// One game. The game is not usable any more after a function of it has thrown.
class Game {
 public:
  // Does the set-up up to the point where everyone has to choose tickets. data_dir holds "editions" and "maps".
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
  using Cards = std::map<std::string, int>;  // number by color; a color without cards has no entry

  struct Route {
    std::string a;
    std::string b;
    int length;
    std::string color;
    std::string text{};            // as in actions: "A-B" or "A-B.2"
    std::vector<int> parallels{};  // the other routes between the same two cities
  };

  struct Ticket {
    std::string a;
    std::string b;
    int points;
  };

  // What the data files say.
  struct Rules {
    std::vector<Route> routes;
    std::vector<Ticket> tickets;
    Cards cards;
    int trains = 0;
    int last_round_at = 0;
    std::vector<int> route_points;  // first entry: length 1
    int hand_at_start = 0;
    int row = 0;
    int row_reset_at = 0;
    int deal = 0;
    int draw = 0;
    int keep_at_start = 0;
    int keep_later = 0;
    bool start_returns_shuffled = false;
    bool return_order_chosen = false;
    int longest_path_bonus = 0;
  };

  struct Player {
    Cards hand;
    std::set<int> tickets;
    std::vector<int> offer;
    std::optional<std::vector<int>> start_choice;  // set-up only: positions in the offer that will be kept
    int trains = 0;
    int points = 0;
    std::set<int> routes;
  };

  enum class Kind { kDraw, kTake, kClaim, kTickets, kKeep, kPass };

  // An action in parts; which parts count depends on the kind.
  struct Action {
    Kind kind = Kind::kPass;
    std::string color{};          // take: the card; claim: the color paid with, if any
    int route = -1;               // claim
    int color_cards = 0;          // claim
    int locomotives = 0;          // claim
    std::vector<int> kept{};      // keep: positions in the offer, counted from 0
    std::vector<int> returned{};  // keep: the other positions, in the order of return
  };

  using Actions = std::map<std::string, Action>;  // by text

  static Rules read_rules(const std::string& data_dir, const std::string& edition, int players);
  static void compare_routes(std::vector<Route>& routes);
  static void mark_winners(std::vector<Score>& result);

  Player& player(int seat);
  const Player& player(int seat) const;
  int seats() const;

  Actions legal_actions(int seat) const;
  void add_first_cards(Actions& actions) const;
  void add_second_cards(Actions& actions) const;
  void add_claims(int seat, Actions& actions) const;
  void add_keeps(int seat, int least, bool order_chosen, Actions& actions) const;
  bool route_open(int seat, int route) const;
  bool may_act(int seat) const;

  void do_draw(int seat, Dealer& dealer);
  void do_take(int seat, const std::string& color, Dealer& dealer);
  void do_claim(int seat, const Action& action, Dealer& dealer);
  void do_tickets(int seat, Dealer& dealer);
  void do_start_choice(int seat, const Action& action);
  void do_keep(int seat, const Action& action);
  void after_card(bool action_is_over);
  void end_turn(bool passed);

  std::string draw_card(const std::string& where, Dealer& dealer);
  void take_up_discards();
  void fill_row(Dealer& dealer);
  void look_at_row(Dealer& dealer);
  bool reset_can_help() const;
  void offer_tickets(int seat, int number, Dealer& dealer);
  int tickets_in_deck() const;

  Rules rules_;
  std::vector<Player> players_;
  std::vector<std::string> row_;
  Cards deck_;
  Cards discards_;
  std::set<int> unseen_tickets_;
  std::set<int> shuffled_tickets_;
  std::vector<int> returned_tickets_;
  std::string phase_;
  int turn_player_ = 0;
  int turns_ = 0;
  int turns_left_ = -1;
  int passes_ = 0;
  std::string ending_;
};

}  // namespace naive
