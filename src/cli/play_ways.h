// The cheapest way to complete a ticket over what a player owns and may still claim.
#pragma once

#include <optional>
#include <vector>

#include "engine/edition.h"
#include "engine/view.h"

namespace fogg::cli {

struct Way {
  int trains = 0;           // still to be placed; 0: joined already, as far as trains can do it
  std::vector<int> routes;  // to be claimed, in the order of the way
  std::vector<int> borrowed;  // of other players, to be used with stations
  int stations = 0;           // still to be built for that
};

// From any city of `from` to any of `to` over routes in `owned` (free), `open` (at their length) and, as few as
// possible, `borrowed`. Nothing if there is none. Among ways with equally many trains the one with fewest routes.
std::optional<Way> cheapest_way(const Board& board, RouteSet owned, RouteSet open, CitySet from, CitySet to,
                                RouteSet borrowed = {});

// The same for the viewer of a game that goes on; a way may need more trains than the viewer has. Stations are thought
// of only where trains alone cannot do it.
std::optional<Way> cheapest_way(const Edition& edition, const View& view, const Ticket& ticket);

// Routes on the cheapest ways for the viewer's open tickets, with those parallel to them.
RouteSet on_the_way(const Edition& edition, const View& view);

}  // namespace fogg::cli
