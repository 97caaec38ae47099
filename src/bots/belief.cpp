#include "bots/belief.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bots/plan.h"

namespace fogg {

namespace {

// Where there is no way for a ticket, it counts as this far.
constexpr int kFar = 800;
constexpr double kHundred = 100;  // prices are in tenths of a point; reckoned with are tens of points
constexpr double kMost = 1600 / kHundred;

// Players do what leads to their tickets: their routes save much of the way, hardly any is off it, cards taken face up are needed, and few
// ends lie outside of their network. Late in the game they take any long route, and have completed most.
constexpr Belief::Signs kNumbers = {
    0.038,  // the cheapest network for the tickets at the beginning,
    -0.146,  //   the more of the game is played
    -1.082,  // what is left of it
    -3.227,  // what was spent on routes that save nothing of it,
    4.060,  //   late in the game
    3.045,  // tickets completed late in the game
    0.700,  // ends of tickets in the player's network,
    0.835,  //   the more of the game is played
    0.375,  // cards taken face up that the network needs,
    -0.273,  //   the more of the game is played
};

// The same for single tickets: deals are made by it, and then weighed by the other.
struct TicketModel {
  double saved = 2.4;  // what the routes save of its way
  double touched = 1.7;
};
constexpr TicketModel kTicket;
constexpr double kMostOdds = 12;  // as a logarithm: nothing becomes impossible

int price_of(const Links& links, const Prices& prices, int ticket, Reach& found) {
  const auto& ends = links.ends(ticket);
  reach(links, prices, ends[0], ends[1], found);
  return found.reached < 0 ? kFar : std::min<int>(kFar, found.cost[static_cast<std::size_t>(found.reached)]);
}

int ends_in(const Links& links, CitySet network, int ticket) {
  const auto& ends = links.ends(ticket);
  return ((ends[0] & network) != 0 ? 1 : 0) + ((ends[1] & network) != 0 ? 1 : 0);
}

}  // namespace

Belief::Belief(const Edition& edition, const Links& links, const View& view)
    : edition_(edition), links_(links), view_(view) {
  for (auto& odds : odds_) odds.fill(1);
  const Taste taste = usual_taste(edition);
  empty_.fill(kNoWay);
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r)
    empty_[r] = price_at_first(edition, edition.board.routes[r], taste);
  std::array<int, kMaxTickets> before{};
  Reach found;
  for (int ticket = 0; ticket < edition.ticket_count(); ++ticket)
    before[static_cast<std::size_t>(ticket)] = price_of(links, empty_, ticket, found);
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (seat == view.viewer) continue;
    others_hold_tickets_ |= view.kept[s] > 0;
    Seen& seen = seen_[s];
    seen.now = empty_;
    view.closed.each([&](int r) { seen.now[static_cast<std::size_t>(r)] = kNoWay; });
    edition.parallel_to(view.owned[s]).each([&](int r) { seen.now[static_cast<std::size_t>(r)] = kNoWay; });
    view.owned[s].each([&](int r) {
      const auto at = static_cast<std::size_t>(r);
      seen.now[at] = 0;
      seen.spent += empty_[at] / kHundred;
      seen.network |= city_bit(edition.board.routes[at].a) | city_bit(edition.board.routes[at].b);
    });
    seen.cards = view.known(seat);
    constexpr double kUsualTrains = 45;
    const double used = kUsualTrains * (edition.trains - view.trains[s]) / edition.trains;
    seen.begun = std::min(1.0, used / 20);
    seen.late = std::clamp((used - 25) / 20, 0.0, 1.0);
    if (view.owned[s].empty()) continue;
    for (int ticket = 0; ticket < edition.ticket_count(); ++ticket) {
      const auto t = static_cast<std::size_t>(ticket);
      const double saved = (before[t] - price_of(links, seen.now, ticket, found)) / kHundred;
      const double odds = kTicket.saved * saved + kTicket.touched * ends_in(links, seen.network, ticket);
      odds_[s][t] = static_cast<float>(std::exp(std::clamp(odds, -kMostOdds, kMostOdds)));
    }
  }
}

Belief::Signs Belief::signs(int seat, TicketSet tickets) const {
  const Seen& seen = seen_[static_cast<std::size_t>(seat)];
  const TicketList list = by_points(edition_, tickets);
  auto price = [&](const Network& network) {
    return std::min(kMost, (network.price + kFar * (list.size - network.joined.size())) / kHundred);
  };
  const double whole = price(join_well(edition_, links_, empty_, list));
  const Network missing = join_well(edition_, links_, seen.now, list);
  const double left = price(missing);
  std::array<int, kColors> needed{};
  missing.routes.each([&](int r) {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    if (route.color != kGray) needed[route.color] += route.length;
  });
  int cards = 0;
  for (std::size_t c = 0; c < kColors; ++c) cards += std::min<int>(needed[c], seen.cards.of[c]);
  int touched = 0;
  tickets.each([&](int ticket) { touched += ends_in(links_, seen.network, ticket); });
  int done = 0;
  Reach found;
  tickets.each([&](int ticket) { done += price_of(links_, seen.now, ticket, found) == 0 ? 1 : 0; });
  const double waste = std::max(0.0, seen.spent - (whole - left));
  return {whole,
          whole * seen.begun,
          left,
          waste,
          waste * seen.late,
          done * seen.late,
          static_cast<double>(touched),
          touched * seen.begun,
          static_cast<double>(cards),
          cards * seen.begun};
}

const Belief::Signs& Belief::numbers() { return kNumbers; }

double Belief::fit(int seat, TicketSet tickets) const {
  const Signs found = signs(seat, tickets);
  return std::inner_product(found.begin(), found.end(), kNumbers.begin(), 0.0);
}

Belief::Memory::Entry& Belief::Memory::at(int seat, TicketSet tickets) {
  const std::uint64_t mixed =
      (tickets.low ^ (tickets.high * 0x9E3779B97F4A7C15U) ^ static_cast<std::uint64_t>(seat)) * 0xD1342543DE82EF95U;
  return entries_[(mixed >> 40U) % kEntries];
}

std::optional<std::uint64_t> Belief::pick(FastGenerator& random, Memory& memory) const {
  std::optional<std::uint64_t> picked;
  double sum = 0;
  State dealt;
  const int deals = others_hold_tickets_ ? kDeals : 1;
  for (int i = 0; i < deals; ++i) {
    const std::uint64_t number = random.next();
    const std::uint64_t chance = random.next();
    FastGenerator dealer(number);
    double favor = 1;
    if (!redeal(edition_, view_, dealer, dealt, odds_, favor)) continue;
    double fits = 0;
    for (int seat = 0; seat < view_.players; ++seat) {
      if (seat == view_.viewer) continue;
      const TicketSet tickets = dealt.tickets_at(edition_, static_cast<std::uint8_t>(seat));
      if (tickets.empty()) continue;
      Memory::Entry& known = memory.at(seat, tickets);
      if (known.seat != seat || !(known.tickets == tickets)) known = {tickets, seat, fit(seat, tickets)};
      fits += known.fit;
    }
    // Each deal ends up picked with a chance in proportion to its weight.
    constexpr double kBound = 300;
    const double weight = std::exp(std::clamp(fits, -kBound, kBound)) / favor;
    sum += weight;
    if (!picked || static_cast<double>(chance >> 11U) * 0x1.0p-53 * sum < weight) picked = number;
  }
  return picked;
}

bool Belief::deal(std::uint64_t number, State& state) const {
  FastGenerator dealer(number);
  double favor = 1;
  return redeal(edition_, view_, dealer, state, odds_, favor);
}

bool Belief::deal(FastGenerator& random, State& state) const {
  Memory memory;
  const auto number = pick(random, memory);
  return number && deal(*number, state);
}

}  // namespace fogg
