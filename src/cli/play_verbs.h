// The commands of the terminal game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/edition.h"

namespace fogg::cli {

enum class Verb : std::uint8_t {
  kHelp,
  kDraw,
  kTake,
  kClaim,
  kTickets,
  kKeep,
  kPass,
  kStation,
  kPay,
  kDecline,
  kPlace,
  kSkip,
  kMove,
  kGo,
  kStop,
  kGoods,
  kMine,
  kRoutes,
  kBoard,
  kMap,
  kPlayers,
  kCards,
  kHint,
  kWays,
  kUndo,
  kShow,
  kActions,
  kLegal,
  kQuit,
};

// The command a folded word stands for: its name, a short form, or at least three letters that begin one name only.
std::optional<Verb> verb_of(std::string_view word);

// What `help` prints, with the commands for what the edition has.
std::string help_text(const Edition& edition);

}  // namespace fogg::cli
