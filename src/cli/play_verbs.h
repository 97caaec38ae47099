// The commands of the terminal game.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fogg::cli {

enum class Verb : std::uint8_t {
  kHelp,
  kDraw,
  kTake,
  kClaim,
  kTickets,
  kKeep,
  kPass,
  kMine,
  kRoutes,
  kBoard,
  kPlayers,
  kCards,
  kHint,
  kShow,
  kLegal,
  kQuit,
};

// The command a folded word stands for: its name, a short form, or at least three letters that begin one name only.
std::optional<Verb> verb_of(std::string_view word);

// What `help` prints.
extern const std::string_view kHelpText;

}  // namespace fogg::cli
