// What a client of protocol v0.9 says: one line, one command.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "engine/edition.h"
#include "wire/v09_words.h"

namespace fogg::v09 {

// Longer lines are refused before they are looked at; the longest sensible command has about 150 bytes.
inline constexpr std::size_t kMaxLine = 1024;

struct JoinCommand {
  std::string_view name;  // as it stands in the line, with "@CODE" if there was one
  ClientType type = ClientType::kPlayer;
  std::optional<SeatColor> wish;
};

struct DrawCommand {
  bool hidden = true;
  Card card = Card::kLocomotive;  // if not hidden
};

struct KeepCommand {
  int set = 0;    // bit i: the i-th ticket on offer
  int words = 0;  // how many were said
};

// Cities as numbers; colors and cards as the client said them.
struct ClaimCommand {
  int a = 0;
  int b = 0;
  std::array<Card, 1 + kMaxLength> colors{};
  int count = 0;  // of colors
};

// A command in the right form; whether it is allowed is another matter. `type` says which one it is and which part is set.
struct Command {
  TurnType type = TurnType::kUnknown;
  JoinCommand join;
  DrawCommand draw;
  KeepCommand keep;
  ClaimCommand claim;
};

// The form is wrong; `type` is kUnknown if not even the command is known.
struct WrongFormat {
  TurnType type = TurnType::kUnknown;
};

// `line` without its end; a CR at its end and a byte order mark before it are ignored. The command refers to it. Cities are those of the board.
tl::expected<Command, WrongFormat> parse_command(const Board& board, std::string_view line);

}  // namespace fogg::v09
