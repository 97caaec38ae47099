#include "bots/simple_bots.h"

#include <algorithm>

#include "engine/journey.h"

namespace fogg {

namespace {

class RandomBot final : public Bot {
 public:
  Action choose(const Question& question) override {
    return question.legal.nth(static_cast<int>(question.random.pick(question.legal.count())));
  }
  bool wants_view() const override { return false; }
};

// Claims the longest route it can pay for, with as few locomotives as possible. Otherwise it goes for the longest route that is
// still open to it and draws what that route needs most.
class HungryBot final : public Bot {
 public:
  Action choose(const Question& question) override {
    const Edition& edition = question.edition;
    const View& view = question.view;
    const Legal& legal = question.legal;
    Action best = legal.nth(0);
    int best_value = -1;
    int equals = 0;
    const Card wanted =
        view.phase == Phase::kTurn || view.phase == Phase::kSecondCard ? wanted_color(edition, view) : Card::kPurple;
    const bool travels = edition.passengers > 0 && (view.phase == Phase::kTurn || view.phase == Phase::kJourney);
    const State known = travels ? visible_state(edition, view) : State{};
    const Journey rest = view.phase == Phase::kJourney ? best_rest_of_journey(edition, known, kPatience) : Journey{};
    legal.each([&](const Action& action) {
      int value = worth(edition, action, wanted);
      if (action.kind == ActionKind::kClaim && edition.board.routes[action.where].tunnel && !can_spare(view, action))
        value = 10;  // it would have to decline most of the time
      if (action.kind == ActionKind::kMove) value = worth_moving(edition, view, known, action.where);
      if (action.kind == ActionKind::kGo) value = !rest.routes.empty() && rest.routes[0] == action.where ? 1 : 0;
      if (action.kind == ActionKind::kStop) value = rest.routes.empty() ? 2 : 0;
      if (value > best_value) {
        best_value = value;
        best = action;
        equals = 1;
      } else if (value == best_value && question.random.pick(++equals) == 0) {
        best = action;
      }
    });
    return best;
  }

 private:
  static constexpr long kPatience = 500;  // steps of the search for a journey

  // A journey that brings much, or any when there will be no other turn.
  static int worth_moving(const Edition& edition, const View& view, const State& known, int city) {
    const int points = best_journey(edition, known, view.viewer, city, kPatience).points;
    if (view.turns_left > 0 && view.turns_left <= view.players) return points > 0 ? 2000 + points : 0;
    return points >= 8 ? 600 + points : 0;
  }

  // Whether a card is left for the surcharge of a tunnel.
  static bool can_spare(const View& view, const Action& claim) {
    int left = view.hand[Card::kLocomotive] - claim.locomotives;
    if (claim.count > 0) left += view.hand[claim.color] - claim.count;
    return left > 0;
  }

  static int worth(const Edition& edition, const Action& action, Card wanted) {
    switch (action.kind) {
      case ActionKind::kClaim:
        return 1000 + 20 * edition.board.routes[action.where].length - action.locomotives - action.fours;
      case ActionKind::kTake: return action.color == wanted ? 30 : action.color == Card::kLocomotive ? 25 : 5;
      case ActionKind::kDraw: return 20;
      case ActionKind::kTickets: return 1;
      case ActionKind::kPass: return 0;
      // As few tickets as allowed: it does not plan for them.
      case ActionKind::kKeep: return 40 - std::popcount(action.keep);
      case ActionKind::kPay: return 40 - action.locomotives;
      case ActionKind::kDecline:
      // Stations cost cards and four points: only rather than pass.
      case ActionKind::kStation: return 0;
      case ActionKind::kPlace: return 2;
      case ActionKind::kSkip: return 1;
      // Journeys need a plan, see choose().
      case ActionKind::kMove:
      case ActionKind::kGo:
      case ActionKind::kStop: return 0;
    }
    return 0;
  }

  // The color that brings it nearest to the longest route it could still claim.
  static Card wanted_color(const Edition& edition, const View& view) {
    const auto seat = static_cast<std::size_t>(view.viewer);
    const RouteSet open = edition.all_routes().without(view.closed | edition.parallel_to(view.owned[seat])) &
                          edition.all_up_to[std::min<std::size_t>(view.trains[seat], kMaxLength)];
    int best_value = -1000;
    Card best = Card::kPurple;
    open.each([&](int r) {
      const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
      for (int c = 0; c < kColors; ++c) {
        if (route.color != kGray && route.color != c) continue;
        const int missing = route.length - view.hand.of[static_cast<std::size_t>(c)] - view.hand[Card::kLocomotive];
        const int value = 3 * route.length - 2 * missing;
        if (value > best_value) {
          best_value = value;
          best = static_cast<Card>(c);
        }
      }
    });
    return best;
  }
};

}  // namespace

std::unique_ptr<Bot> make_random() { return std::make_unique<RandomBot>(); }
std::unique_ptr<Bot> make_hungry() { return std::make_unique<HungryBot>(); }

}  // namespace fogg
