// What has to be known of a log before it can be followed line by line: edition, seats, first player, last tickets.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/catalog.h"
#include "playback/replay.h"
#include "wire/v09_log.h"

namespace fogg::playback {

struct ImportPlan {
  std::shared_ptr<const Edition> edition;
  std::vector<v09::SeatColor> seats;
  std::vector<std::string> names;
  std::optional<int> first_player;
  std::array<int, kMaxPlayers> choices{};  // of tickets, that the log tells of
  std::array<std::optional<TicketSet>, kMaxPlayers> last_tickets;
  std::size_t end = 0;  // messages behind this one belong to something else
  std::optional<Stop> error;

  int seat(std::optional<v09::SeatColor> color) const;  // -1: none
};

ImportPlan plan_import(const Editions& editions, const v09::Log& log, const std::string& edition);

// The number of a ticket in the edition.
std::optional<int> ticket_number(const Edition& edition, const v09::LogTicket& ticket);

}  // namespace fogg::playback
