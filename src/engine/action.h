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
  kTickets,  // draw tickets; with a mix `count` of the first deck
  kPass,
  kKeep,     // keep the offered tickets in `keep`, return the rest
  kClaim,    // the route `where`, with `count` cards of `color`, `locomotives` and `fours`
  kPay,      // the surcharge of a tunnel: `count` cards of `color` and `locomotives`
  kDecline,  // do not pay it
  kStation,  // in the city `where`, paid like a route
  kPlace,    // a passenger into the city `where`
  kSkip,     // no passenger
  kMove,     // begin a journey in the city `where`
  kGo,       // along the route `where`
  kStop,     // end the journey
};

inline constexpr int kActionKinds = 14;

// The structured form. What a kind does not use is zero, so that equal decisions are equal bytes.
struct Action {
  ActionKind kind = ActionKind::kDraw;
  Card color = Card::kPurple;    // kTake; payments (locomotive if paid with locomotives only)
  std::uint8_t where = 0;        // kClaim, kGo: the route; kStation, kPlace, kMove: the city
  std::uint8_t count =
      0;        // payments: cards of `color`; kTickets: see above; kKeep with a chosen order: how many are on offer
  std::uint8_t locomotives = 0;  // payments
  std::uint8_t fours = 0;        // kClaim: locomotives 4+
  std::uint8_t keep = 0;         // kKeep: bit i for the i-th ticket offered
  std::uint8_t order = 0;        // kKeep with a chosen order: 1 + its rank among the orders of what is returned

  bool operator==(const Action&) const = default;

  static constexpr Action draw() { return {}; }
  static constexpr Action take(Card card) { return {.kind = ActionKind::kTake, .color = card}; }
  static constexpr Action tickets(int of_first_deck = 0) {
    return {.kind = ActionKind::kTickets, .count = static_cast<std::uint8_t>(of_first_deck)};
  }
  static constexpr Action pass() { return {.kind = ActionKind::kPass}; }
  static constexpr Action keeping(int set) {
    return {.kind = ActionKind::kKeep, .keep = static_cast<std::uint8_t>(set)};
  }
  static constexpr Action keeping_in_order(int set, int offered, int rank) {
    return {.kind = ActionKind::kKeep,
            .count = static_cast<std::uint8_t>(offered),
            .keep = static_cast<std::uint8_t>(set),
            .order = static_cast<std::uint8_t>(rank + 1)};
  }
  static constexpr Action claim(int route, Card color, int count, int locomotives, int fours = 0) {
    return paid(ActionKind::kClaim, route, color, count, locomotives, fours);
  }
  static constexpr Action pay(Card color, int count, int locomotives) {
    return paid(ActionKind::kPay, 0, color, count, locomotives, 0);
  }
  static constexpr Action station(int city, Card color, int count, int locomotives) {
    return paid(ActionKind::kStation, city, color, count, locomotives, 0);
  }
  static constexpr Action plain(ActionKind kind, int where = 0) {
    return {.kind = kind, .where = static_cast<std::uint8_t>(where)};
  }
  static constexpr Action decline() { return plain(ActionKind::kDecline); }
  static constexpr Action place(int city) { return plain(ActionKind::kPlace, city); }
  static constexpr Action skip() { return plain(ActionKind::kSkip); }
  static constexpr Action move(int city) { return plain(ActionKind::kMove, city); }
  static constexpr Action go(int route) { return plain(ActionKind::kGo, route); }
  static constexpr Action stop() { return plain(ActionKind::kStop); }

  bool pays() const { return kind == ActionKind::kClaim || kind == ActionKind::kPay || kind == ActionKind::kStation; }

 private:
  static constexpr Action paid(ActionKind kind, int where, Card color, int count, int locomotives, int fours) {
    return {.kind = kind,
            .color = count == 0 ? Card::kLocomotive : color,
            .where = static_cast<std::uint8_t>(where),
            .count = static_cast<std::uint8_t>(count),
            .locomotives = static_cast<std::uint8_t>(locomotives),
            .fours = static_cast<std::uint8_t>(fours)};
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
