#include "bots/longroute.h"

#include <algorithm>
#include <optional>

#include "bots/network.h"
#include "bots/passengers.h"
#include "bots/payment.h"

namespace fogg {

namespace {

constexpr int kShortest = 3;  // shorter routes only where there is no way around them

class LongRouteBot final : public Bot {
 public:
  Action choose(const Question& question) override {
    const Edition& edition = question.edition;
    if (!links_ || !links_->made_for(edition)) links_.emplace(edition);
    const State state = visible_state(edition, question.view);
    const int seat = question.view.viewer;
    switch (state.phase) {
      case Phase::kStart:
      case Phase::kChooseTickets: return keep_cheapest(edition, state, seat, question.legal);
      case Phase::kTurn: return turn(edition, state, seat, question.legal);
      case Phase::kSecondCard: return draw(edition, state, seat, target_routes(edition, state, seat), question.legal);
      case Phase::kTunnel:
      case Phase::kPlace:
      case Phase::kJourney: return first_best(edition, state, question.legal);
      case Phase::kStartMix:
      case Phase::kOver: break;
    }
    return question.legal.nth(0);
  }

 private:
  // As few as allowed, of these the ones with the lowest points: they are near and soon done.
  static Action keep_cheapest(const Edition& edition, const State& state, int seat, const Legal& legal) {
    Action best = legal.nth(0);
    int least = 1 << 20;
    legal.each([&](const Action& action) {
      int points = 0;
      for (std::size_t i = 0; i < state.offered[static_cast<std::size_t>(seat)]; ++i) {
        if (((action.keep >> i) & 1) != 0)
          points += 100 + edition.tickets[state.offer[static_cast<std::size_t>(seat)][i]].points;
      }
      if (points < least) {
        least = points;
        best = action;
      }
    });
    return best;
  }

  // Few routes, and long ones: every route costs the same, a short one more.
  Prices prices(const Edition& edition, const State& state, int seat) const {
    const auto s = static_cast<std::size_t>(seat);
    const RouteSet open = state.open_to(edition, seat);
    Prices prices;
    for (int r = 0; r < static_cast<int>(edition.board.routes.size()); ++r) {
      const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
      Price& price = prices[static_cast<std::size_t>(r)];
      price = static_cast<Price>(route.length >= kShortest ? 10 + route.length : 40 + route.length);
      if (!open.has(r) || route.length > state.trains[s]) price = kNoWay;
      if (state.owned[s].has(r)) price = 0;
    }
    return prices;
  }

  // The routes that the tickets still need; when there are none, the longest open ones.
  RouteSet target_routes(const Edition& edition, const State& state, int seat) const {
    const auto s = static_cast<std::size_t>(seat);
    Prices price = prices(edition, state, seat);
    RouteSet wanted;
    int trains = state.trains[s];
    Reach found;
    state.tickets_at(edition, static_cast<std::uint8_t>(seat)).each([&](int ticket) {
      const auto& ends = links_->ends(ticket);
      reach(*links_, price, ends[0], ends[1], found);
      if (found.reached < 0) return;
      const RouteSet way = way_to(edition, price, found, found.reached);
      int length = 0;
      way.each([&](int r) { length += edition.board.routes[static_cast<std::size_t>(r)].length; });
      if (length > trains) return;
      trains -= length;
      wanted |= way;
      way.each([&](int r) { price[static_cast<std::size_t>(r)] = 0; });
    });
    if (!wanted.empty()) return wanted;
    const RouteSet open = state.open_to(edition, seat);
    for (std::size_t length = std::min<std::size_t>(state.trains[s], kMaxLength); length > 0; --length) {
      const RouteSet longest = edition.all_up_to[length].without(edition.all_up_to[length - 1]) & open;
      if (!longest.empty()) return longest;
    }
    return {};
  }

  Action turn(const Edition& edition, const State& state, int seat, const Legal& legal) const {
    const auto s = static_cast<std::size_t>(seat);
    const RouteSet targets = target_routes(edition, state, seat);
    const bool last_turn = state.turns_left > 0 && state.turns_left <= state.players;
    const RouteSet possible = legal.routes() & (last_turn ? edition.all_routes() : targets);
    int best_value = -1;
    Action best;
    possible.each([&](int r) {
      const Action claim = cheapest_claim(edition, state.hand[s], r, {});
      const int value = 20 * edition.board.routes[static_cast<std::size_t>(r)].length - claim.locomotives;
      if (claim.kind == ActionKind::kClaim && value > best_value) {
        best_value = value;
        best = claim;
      }
    });
    if (best_value >= 0) return best;
    if (const auto journey = worthwhile_journey(edition, state, seat, legal)) return *journey;
    return draw(edition, state, seat, targets, legal);
  }

  // A face-up card that a target lacks, the target nearest to be paid first; else a blind one.
  static Action draw(const Edition& edition, const State& state, int seat, RouteSet targets, const Legal& legal) {
    const CardCounts& hand = state.hand[static_cast<std::size_t>(seat)];
    std::array<int, kColors> value{};
    targets.each([&](int r) {
      const Route& route = edition.board.routes[static_cast<std::size_t>(r)];
      int most = 0;
      for (int c = 0; c < kColors; ++c) most = std::max<int>(most, hand.of[static_cast<std::size_t>(c)]);
      for (int c = 0; c < kColors; ++c) {
        if (route.color != kGray && route.color != c) continue;
        const int held = hand.of[static_cast<std::size_t>(c)];
        if (route.color == kGray && held < most) continue;  // a gray route is paid in the color held most
        if (held >= route.length) continue;
        value[static_cast<std::size_t>(c)] =
            std::max(value[static_cast<std::size_t>(c)], 100 + 10 * route.length - 8 * (route.length - held));
      }
    });
    Action best = legal.nth(0);
    int best_value = -1;
    legal.each([&](const Action& action) {
      int worth = -1;
      if (action.kind == ActionKind::kDraw) worth = 50;
      if (action.kind == ActionKind::kTake)
        worth = index(action.color) < kColors ? value[static_cast<std::size_t>(action.color)] : 20;
      if (action.kind == ActionKind::kClaim) worth = 1;
      if (action.kind == ActionKind::kPass) worth = 0;
      if (worth > best_value) {
        best_value = worth;
        best = action;
      }
    });
    return best;
  }

  // What its plan does not cover: it pays for tunnels, and its passengers go where the goods are.
  static Action first_best(const Edition& edition, const State& state, const Legal& legal) {
    if (state.phase == Phase::kJourney) return next_step(edition, state, legal);
    Action best = legal.nth(0);
    int best_value = -1;
    legal.each([&](const Action& action) {
      int value = 0;
      if (action.kind == ActionKind::kPay) value = 50 - action.locomotives;
      if (action.kind == ActionKind::kPlace) value = 2;
      if (action.kind == ActionKind::kSkip) value = 1;
      if (value > best_value) {
        best_value = value;
        best = action;
      }
    });
    return best;
  }

  std::optional<Links> links_;
};

}  // namespace

std::unique_ptr<Bot> make_longroute() { return std::make_unique<LongRouteBot>(); }

}  // namespace fogg
