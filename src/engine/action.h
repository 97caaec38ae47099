// One small decision of one player.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/cards.h"

namespace fogg {

class Edition;

enum class ActionKind : std::uint8_t {
  kDraw,     // a train card, blind
  kTake,     // a train card from the row: `color`
  kTickets,  // draw tickets
  kPass,
  kKeep,   // keep the offered tickets in `keep`, return the rest
  kClaim,  // `route`, with `count` cards of `color` and `locomotives`
};

// The structured form. What a kind does not use is zero, so that equal decisions are equal bytes.
struct Action {
  ActionKind kind = ActionKind::kDraw;
  Card color = Card::kPurple;     // kTake, kClaim (locomotive if paid with locomotives only)
  std::uint8_t route = 0;         // kClaim
  std::uint8_t count = 0;         // kClaim: cards of `color`; 0 if locomotives only
  std::uint8_t locomotives = 0;   // kClaim
  std::uint8_t keep = 0;          // kKeep: bit i for the i-th ticket offered
  std::uint8_t offered = 0;       // kKeep with a chosen order: how many were on offer; else 0
  std::uint8_t order = 0;         // kKeep with a chosen order: 1 + its rank among the orders of what is returned

  bool operator==(const Action&) const = default;

  static Action draw() { return {}; }
  static Action take(Card card) { return {.kind = ActionKind::kTake, .color = card}; }
  static Action tickets() { return {.kind = ActionKind::kTickets}; }
  static Action pass() { return {.kind = ActionKind::kPass}; }
  static Action keeping(int set) { return {.kind = ActionKind::kKeep, .keep = static_cast<std::uint8_t>(set)}; }
  static Action keeping_in_order(int set, int offered, int rank) {
    return {.kind = ActionKind::kKeep,
            .keep = static_cast<std::uint8_t>(set),
            .offered = static_cast<std::uint8_t>(offered),
            .order = static_cast<std::uint8_t>(rank + 1)};
  }
  static Action claim(int route, Card color, int count, int locomotives) {
    return {.kind = ActionKind::kClaim,
            .color = count == 0 ? Card::kLocomotive : color,
            .route = static_cast<std::uint8_t>(route),
            .count = static_cast<std::uint8_t>(count),
            .locomotives = static_cast<std::uint8_t>(locomotives)};
  }
};
static_assert(sizeof(Action) == 8);

// Positions (0-based) of the tickets returned by a kKeep, in the order they go under the deck.
struct ReturnList {
  std::array<std::uint8_t, 5> position{};
  int size = 0;
};
ReturnList returned_positions(const Action& keep, int offered);
// How many orders n things have.
constexpr int orders(int n) { return n <= 1 ? 1 : n * orders(n - 1); }

// The stable text (docs/actions.md), and back. Parsing accepts exactly what `text` writes for an action of the
// edition, nothing else.
std::string text(const Edition& edition, const Action& action);
std::optional<Action> parse_action(const Edition& edition, std::string_view text);

}  // namespace fogg
