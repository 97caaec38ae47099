// A log of protocol v0.9 as a record of our own format; what the log does not tell is null there (docs/records.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "data/catalog.h"
#include "playback/replay.h"
#include "record/lines.h"
#include "wire/v09_log.h"
#include "wire/v09_message.h"

namespace fogg::playback {

// The scores as the log has them, and the tickets each seat held, where it says so.
struct Finale {
  Scores scores{};
  std::array<std::optional<TicketSet>, kMaxPlayers> tickets;
};

struct Imported {
  std::shared_ptr<const Edition> edition;
  Record record;  // `line`: of the log
  v09::SeatColors colors{};
  std::optional<Finale> finale;
  std::optional<Stop> stop;  // the first thing that could not be followed; also: the log ends before the game does
};

// `edition`: its id; empty: what fits the log best. An error: there is nothing in the log that could be played.
tl::expected<Imported, Stop> import_v09(const Editions& editions, const v09::Log& log, const std::string& edition = {});

// Without line feeds.
std::vector<std::string> record_lines(const Imported& imported);

// A name that may stand in messages, records and on a terminal.
std::string clean_name(std::string_view name, std::string_view otherwise);

}  // namespace fogg::playback
