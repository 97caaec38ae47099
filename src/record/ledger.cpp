#include "record/ledger.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace fogg {

namespace {

// Whose turn it is, who owns what, and for every hand the cards known to be in it and the number of others. Deck and
// tickets cannot be followed without the unknown values.
class Ledger {
 public:
  Ledger(const Edition& edition, const Record& record, Verdict& verdict)
      : edition_(edition), record_(record), verdict_(verdict) {
    players_ = static_cast<int>(record.header.players.size());
    for (Hand& hand : hands_) hand.trains = edition.trains;
    if (record.header.first_player) turn_ = *record.header.first_player;
  }

  void run() {
    for (const auto& [event, line] : record_.events) {
      line_ = line;
      if (verdict_.finished && event.kind != EventKind::kKey && event.kind < EventKind::kRefusal)
        fault("something happens after the end");
      take_in(event);
    }
    verdict_.turns = turns_;
  }

 private:
  struct Hand {
    CardCounts known;
    int unknown = 0;
    int trains = 0;
    int points = 0;
    int stations = 0;
    RouteSet routes;
  };
  // kClaimed: a route that may still be settled by an answer (the surcharge of a tunnel, a passenger) or may be settled.
  enum class Doing { kChoosingStart, kTurn, kSecondCard, kChoosing, kClaimed, kJourney };

  [[noreturn]] void fault(std::string message) const { throw LineFault{line_, std::move(message)}; }

  Hand& hand_of(const Event& event) {
    if (!event.actor) fault("an actor is needed");
    return hands_[static_cast<std::size_t>(*event.actor)];
  }

  void take_in(const Event& event) {
    switch (event.kind) {
      case EventKind::kAction:
        if (!event.action) fault("an action must be known");
        act(event, *event.action);
        break;
      case EventKind::kCard: card(event); break;
      case EventKind::kFirstPlayer:
        if (event.number >= players_) fault("there is no such seat");
        turn_ = event.number;
        break;
      case EventKind::kReset: row_.fill(kNothing); break;
      case EventKind::kEnd: end(event); break;
      case EventKind::kForfeit: verdict_.finished = verdict_.forfeited = true; break;
      case EventKind::kUndo: fault("an undo cannot be followed when values are unknown");
      default: break;
    }
  }

  void card(const Event& event) {
    if (event.to.place == CardTo::kTunnel) return;
    if (event.to.place == CardTo::kInRow) {
      row_[event.to.at] = event.card ? index(*event.card) : kUnknown;
    } else if (event.to.at >= players_) {
      fault("there is no such seat");
    } else if (event.card) {
      Hand& hand = hands_[event.to.at];
      if (++hand.known[*event.card] > edition_.cards[*event.card])
        fault("more cards of this color in a hand than there are");
    } else {
      ++hands_[event.to.at].unknown;
    }
  }

  void end_turn() {
    ++turns_;
    turn_ = (turn_ + 1) % players_;
    doing_ = Doing::kTurn;
  }

  void act(const Event& event, const Action& action) {
    Hand& hand = hand_of(event);
    if (doing_ == Doing::kChoosingStart) {
      if (edition_.mix > 0 && action.kind == ActionKind::kTickets) return;
      if (action.kind != ActionKind::kKeep) fault("tickets must be chosen first");
      if (++chosen_ == players_) doing_ = Doing::kTurn;
      return;
    }
    if (doing_ == Doing::kClaimed && !is_answer(action.kind)) settle_claim();
    const bool card_action = action.kind == ActionKind::kDraw || action.kind == ActionKind::kTake;
    if (doing_ == Doing::kSecondCard && (!card_action || *event.actor != turn_)) {
      // The first card may have been the only one there was.
      end_turn();
      if (*event.actor != turn_) fault("the second card is missing, or another seat is to play");
    }
    if (*event.actor != turn_) fault(fmt::format("it is the turn of seat {}", turn_));
    const bool step = action.kind == ActionKind::kGo || action.kind == ActionKind::kStop;
    if ((doing_ == Doing::kChoosing) != (action.kind == ActionKind::kKeep) ||
        (doing_ == Doing::kClaimed) != is_answer(action.kind) || (doing_ == Doing::kJourney) != step)
      fault("this cannot be done now");
    switch (action.kind) {
      case ActionKind::kTake: take(hand, action.color); break;
      case ActionKind::kClaim:
        check_free(hand, action.where);
        claimed_ = action;
        doing_ = Doing::kClaimed;
        return;
      case ActionKind::kPay:
        pay(hand, action);
        settle_claim();
        return;
      case ActionKind::kStation:
        if (++hand.stations > edition_.stations) fault("the player has no station left");
        pay(hand, action);
        break;
      case ActionKind::kPlace:
      case ActionKind::kSkip: settle_claim(); return;
      case ActionKind::kMove:
        doing_ = Doing::kJourney;
        at_ = action.where;
        return;
      case ActionKind::kGo: go(hand, action.where); return;
      default: break;
    }
    if (action.kind == ActionKind::kTickets) {
      doing_ = Doing::kChoosing;
    } else if (card_action && doing_ == Doing::kTurn &&
               !(action.kind == ActionKind::kTake && action.color == Card::kLocomotive)) {
      doing_ = Doing::kSecondCard;
    } else {
      end_turn();
    }
  }

  void take(Hand& hand, Card card) {
    if (doing_ == Doing::kSecondCard && card == Card::kLocomotive)
      fault("a locomotive of the row cannot be the second card");
    auto place = std::ranges::find(row_, index(card));
    if (place == row_.end()) place = std::ranges::find(row_, kUnknown);
    if (place == row_.end()) fault("no such card lies in the row");
    *place = kNothing;
    ++hand.known[card];
  }

  void pay(Hand& hand, Card card, int number) {
    const int from_known = std::min<int>(number, hand.known[card]);
    hand.known[card] = static_cast<std::uint8_t>(hand.known[card] - from_known);
    hand.unknown -= number - from_known;
    if (hand.unknown < 0) fault(fmt::format("the player cannot have so many {} cards", name(card)));
  }

  void pay(Hand& hand, const Action& action) {
    if (action.count > 0) pay(hand, action.color, action.count);
    if (action.locomotives > 0) pay(hand, Card::kLocomotive, action.locomotives);
    if (action.fours > 0) pay(hand, Card::kLocomotive4, action.fours);
  }

  static bool is_answer(ActionKind kind) {
    return kind == ActionKind::kPay || kind == ActionKind::kDecline || kind == ActionKind::kPlace ||
           kind == ActionKind::kSkip;
  }

  // The route shown or claimed last is the player's, and the turn is over.
  void settle_claim() {
    Hand& hand = hands_[static_cast<std::size_t>(turn_)];
    const int length = edition_.board.routes[claimed_.where].length;
    pay(hand, claimed_);
    hand.trains -= length;
    hand.points += edition_.route_points[static_cast<std::size_t>(length)];
    hand.routes |= RouteSet::single(claimed_.where);
    end_turn();
  }

  void go(Hand& hand, int r) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    if (route.a != at_ && route.b != at_) fault("the route does not begin where the passenger is");
    at_ = route.a == at_ ? route.b : route.a;
    if (!hand.routes.has(r)) pay(hand, Card::kPassenger, 1);
    if ((edition_.country_ends & city_bit(at_)) != 0) end_turn();
  }

  void check_free(const Hand& hand, int route) const {
    const RouteSet self = RouteSet::single(route);
    const RouteSet parallels = edition_.parallel_to(self);
    for (int seat = 0; seat < players_; ++seat) {
      const RouteSet& owned = hands_[static_cast<std::size_t>(seat)].routes;
      if (!(owned & self).empty()) fault("the route has an owner");
      if (players_ <= 3 && !(owned & parallels).empty())
        fault("a parallel route has an owner, with so few players this one is closed");
    }
    if (!(hand.routes & parallels).empty()) fault("the player owns a parallel route");
    if (hand.trains < edition_.board.routes[static_cast<std::size_t>(route)].length)
      fault("the player has too few trains");
  }

  void end(const Event& event) {
    if (doing_ == Doing::kClaimed) settle_claim();
    if (event.scores.size() != static_cast<std::size_t>(players_)) fault("a score for every player is needed");
    for (std::size_t seat = 0; seat < event.scores.size(); ++seat) {
      const Score& score = event.scores[seat];
      if (score.routes != hands_[seat].points)
        fault(fmt::format("seat {} has {} points of routes", seat, hands_[seat].points));
      if (edition_.longest_path_bonus > 0 && score.longest != longest_trail(edition_.board, hands_[seat].routes))
        fault(fmt::format("the longest path of seat {} is wrong", seat));
      if (score.stations != edition_.unbuilt_station_points * (edition_.stations - hands_[seat].stations))
        fault(fmt::format("the points of seat {} for stations not built are wrong", seat));
      if (score.total != score.routes + score.tickets + score.bonus + score.most_tickets + score.stations + score.goods)
        fault(fmt::format("the total of seat {} does not add up", seat));
    }
    verdict_.finished = true;
  }

  static constexpr int kNothing = -1;
  static constexpr int kUnknown = -2;

  const Edition& edition_;
  const Record& record_;
  Verdict& verdict_;
  int players_ = 0;
  int line_ = 1;
  int turn_ = 0;
  int turns_ = 0;
  int chosen_ = 0;
  Doing doing_ = Doing::kChoosingStart;
  Action claimed_;  // kClaimed
  int at_ = 0;  // kJourney
  std::array<Hand, kMaxPlayers> hands_;
  std::array<int, kRow> row_ = {kNothing, kNothing, kNothing, kNothing, kNothing};
};

}  // namespace

void check_public_ledger(const Edition& edition, const Record& record, Verdict& verdict) {
  Ledger(edition, record, verdict).run();
}

}  // namespace fogg
