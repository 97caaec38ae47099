#include "record/board_json.h"

#include <fmt/format.h>

namespace fogg {

std::string route_fields(const Edition& edition, int route) {
  const Route& r = edition.board.routes[static_cast<std::size_t>(route)];
  return fmt::format(R"("a":"{}","b":"{}","track":{})", edition.board.cities[r.a].id, edition.board.cities[r.b].id,
                     r.track);
}

std::string ticket_fields(const Edition& edition, int ticket) {
  const Ticket& t = edition.tickets[static_cast<std::size_t>(ticket)];
  return fmt::format(R"("a":"{}","b":"{}","points":{})", edition.board.end_id(t.a), edition.board.end_id(t.b),
                     t.points);
}

}  // namespace fogg
