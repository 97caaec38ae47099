// Why an action is not legal, as a value. Words for people belong to the programs that talk to them.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/action.h"
#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

enum class Reason : std::uint8_t {
  kNone,
  kUnknownAction,      // not an action of this edition: no such route, color, payment or order
  kGameOver,
  kNotYourTurn,        // another seat is to act, or this one has chosen already
  kNotNow,             // an action of another phase
  kDeckEmpty,          // no train cards to draw
  kNotInRow,           // no card of this color in the row
  kLocomotiveSecond,   // a locomotive of the row cannot be the second card
  kNoTickets,          // the ticket deck is empty
  kKeepTooFew,         // have: kept, need: the least
  kKeepNotOffered,     // a position beyond the offer
  kOrderNotChosen,     // here the order of returns is chosen, and none was given
  kOrderNotAllowed,    // an order of returns was given where none is chosen
  kRouteTaken,
  kParallelOwned,      // the player owns a parallel route
  kParallelClosed,     // with 2 or 3 players a parallel route of another closes this one
  kTooFewCards,        // of the color; have, need
  kTooFewLocomotives,  // have, need
  kTooFewTrains,       // have, need
  kMayNotPass,         // something else is possible
  kFerryLocomotives,   // fewer locomotives played than the ferry has symbols; have, need
  kFourPlusTooShort,   // locomotives 4+ for a route of fewer spaces; have: its length, need: 4
  kTooFewFours,        // locomotives 4+; have, need
  kWrongSurcharge,     // not what the tunnel asks for; have: cards offered, need: cards asked for
  kWrongColor,         // the surcharge is paid with the color shown or with locomotives
  kNoStationLeft,
  kStationThere,       // somebody has a station in this city
  kWrongPrice,         // of a station; have: cards offered, need: the price
  kNotAnEnd,           // the passenger may only go to a city of the route just claimed
  kNoPassengerHere,    // no passenger of this player in the city
  kCityOccupied,       // a passenger stands there
  kCountry,            // passengers cannot be put into a country
  kCannotTravel,       // no route to go along
  kNotOnRoute,         // the route does not begin where the passenger is
  kRouteUsed,          // already used on this journey
  kRouteFree,          // the route belongs to nobody
  kNoPassengerCard,    // for a route of another player
  kMustTravel,         // a journey has at least one step
};

struct Refusal {
  Reason reason = Reason::kNone;
  std::uint8_t have = 0;
  std::uint8_t need = 0;
  explicit operator bool() const { return reason != Reason::kNone; }
  bool operator==(const Refusal&) const = default;
};

// Reason::kNone if `seat` may do this now. Safe for any bytes in `action`.
Refusal check(const Edition& edition, const State& state, int seat, const Action& action);

// A stable name for logs and protocols: "route_taken".
std::string_view name(Reason reason);

}  // namespace fogg
