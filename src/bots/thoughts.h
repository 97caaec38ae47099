// What a bot thought when it chose: for hints, `fogg explain` and tests. Numbers and codes only; words belong to who shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/action.h"

namespace fogg {

// Why an action was considered. What `where` and `number` mean is said per kind.
enum class MotiveKind : std::uint8_t {
  kServesTicket,  // where: a ticket of the viewer; the route lies on the way planned for it
  kCompletesTicket,  // where: a ticket that this route completes
  kOnPlan,  // number: routes of the plan that are missing after this one
  kMayBeTaken,  // number: trains for the way around if somebody else takes the route; 0: there is none
  kPoints,  // number: points of the route
  kNeedsColor,  // where: a card kind; number: how many of it are missing, with the locomotives in hand
  kNotNeeded,  // where: a card kind that nothing planned needs
  kFitsGray,  // where: a card kind; it makes the planned routes of any color cheaper
  kSparesJoker,  // where: a card kind; locomotives in hand could stand for what is missing of it
  kJokerIsScarce,  // a locomotive serves any route
  kJokerForLong,  // a locomotive 4+ serves routes of 4 and more spaces
  kRowHasNothing,  // no face-up card is needed
  kSavesForPlan,  // number: cards that the plan still lacks
  kSavesForRoute,  // number: cards that the best route lacks, with no plan left
  kPassengerCard,  // it leads a passenger along a route of another player
  kEndIsNear,  // number: turns that are probably left
  kPlanIsDone,  // all tickets are completed or given up
  kNewTickets,  // number: trains that the plan does not need
  kTicketWorth,  // where: a ticket that is kept; number: its points less what its way costs, as the planner values it
  kTicketCosts,  // where: a ticket that goes back; number: trains that it would cost beside the others
  kTicketTooFar,  // where: a ticket that goes back; trains or time would not suffice
  kNobodyElse,  // nothing better is possible
  kStationHelps,  // where: a ticket that the station connects
  kGoods,  // number: points of goods on the journey
  kGoodsAround,  // number: points of the goods to be taken next in the cities around
};

// A stable name: "serves_ticket".
std::string_view name(MotiveKind kind);
// What `where` of this kind is.
constexpr bool is_about_ticket(MotiveKind kind) {
  switch (kind) {
    case MotiveKind::kServesTicket:
    case MotiveKind::kCompletesTicket:
    case MotiveKind::kTicketWorth:
    case MotiveKind::kTicketCosts:
    case MotiveKind::kTicketTooFar:
    case MotiveKind::kStationHelps: return true;
    default: return false;
  }
}
constexpr bool is_about_card(MotiveKind kind) {
  return kind == MotiveKind::kNeedsColor || kind == MotiveKind::kNotNeeded || kind == MotiveKind::kFitsGray ||
         kind == MotiveKind::kSparesJoker;
}

struct Motive {
  MotiveKind kind;
  std::int16_t where = 0;
  std::int16_t number = 0;
  bool operator==(const Motive&) const = default;
};

// A final score as expected, of the viewer.
struct Expected {
  double routes = 0;
  double tickets = 0;
  double bonus = 0;  // all else: longest route, most tickets, stations, goods
  double total() const { return routes + tickets + bonus; }
};

struct Thought {
  Action action;
  double share = 0;  // of the bot's preference, all options together 1
  std::int64_t visits = 0;  // playouts that began with it; 0 for a bot that does not search
  double win = 0;  // expected share of the victory; only with visits
  Expected expected;  // only with visits
  double lead = 0;  // expected points ahead of the best other player; only with visits
  std::vector<Motive> motives;
};

// How many options a bot gives motives for: those at the top.
constexpr std::size_t kExplained = 8;

struct Thoughts {
  std::vector<Thought> options;  // the chosen one first, then by preference
  std::int64_t playouts = 0;
  double seconds = 0;
};

}  // namespace fogg
