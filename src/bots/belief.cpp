#include "bots/belief.h"

#include <algorithm>
#include <cmath>

namespace fogg {

namespace {

// Trains that it takes to join the ends of a ticket; the most where there is no way.
constexpr int kFar = 40;
int trains_for(const Links& links, const Prices& prices, int ticket, Reach& found) {
  const auto& ends = links.ends(ticket);
  reach(links, prices, ends[0], ends[1], found);
  return found.reached < 0 ? kFar : std::min<int>(kFar, found.cost[static_cast<std::size_t>(found.reached)]);
}

}  // namespace

Belief::Belief(const Edition& edition, const Links& links, const View& view) : edition_(edition), view_(view) {
  for (auto& weights : weight_) weights.fill(1);
  Prices empty;
  empty.fill(kNoWay);
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) empty[r] = edition.board.routes[r].length;
  Reach found;
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (seat == view.viewer || view.owned[s].empty()) continue;
    knows_something_ = true;
    Prices now = empty;
    // Cards that were taken face up and are kept for a route are part of the way; late in the game they are for any long route.
    const CardCounts taken = view.trains[s] > edition.trains / 2 ? view.known(seat) : CardCounts{};
    for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
      const Route& route = edition.board.routes[r];
      if (route.color == kGray) continue;
      now[r] = static_cast<Price>(route.length - std::min<int>(route.length - 1, taken.of[route.color]) / 2);
    }
    view.closed.each([&](int r) { now[static_cast<std::size_t>(r)] = kNoWay; });
    edition.parallel_to(view.owned[s]).each([&](int r) { now[static_cast<std::size_t>(r)] = kNoWay; });
    view.owned[s].each([&](int r) { now[static_cast<std::size_t>(r)] = 0; });
    const double used = std::min(1.0, (edition.trains - view.trains[s]) / 20.0);
    for (int ticket = 0; ticket < edition.ticket_count(); ++ticket) {
      const int before = trains_for(links, empty, ticket, found);
      const int left = trains_for(links, now, ticket, found);
      // What the routes have saved of the way speaks for the ticket; a long way of which they saved nothing speaks against it.
      const double saved = std::clamp(before - left, -3, 30);
      weight_[s][static_cast<std::size_t>(ticket)] = std::exp(0.45 * saved - 0.2 * used * before);
    }
  }
}

bool Belief::deal(FastGenerator& random, State& state) const {
  if (!redeal(edition_, view_, random, state)) return false;
  if (!knows_something_) return true;
  auto weigh = [&](const State& dealt) {
    double product = 1;
    for (int seat = 0; seat < view_.players; ++seat) {
      if (seat == view_.viewer) continue;
      dealt.tickets_at(edition_, static_cast<std::uint8_t>(seat)).each([&](int ticket) {
        product *= weight(seat, ticket);
      });
    }
    return product;
  };
  double sum = weigh(state);
  State other;
  for (int i = 1; i < kDeals; ++i) {
    if (!redeal(edition_, view_, random, other)) continue;
    const double product = weigh(other);
    sum += product;
    // Each deal ends up taken with a chance in proportion to its weight.
    if (static_cast<double>(random.next() >> 11U) * 0x1.0p-53 * sum < product) copy_state(edition_, state, other);
  }
  return true;
}

}  // namespace fogg
