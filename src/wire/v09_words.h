// The words of protocol v0.9 and their two spellings (docs/protocol-v0.9.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/cards.h"
#include "engine/edition.h"

namespace fogg::v09 {

enum class TurnType : std::uint8_t {
  kJoin,
  kDrawPassengerCars,
  kDrawDestinationTickets,
  kClaimDestinationTickets,
  kClaimRoute,
  kBoardState,
  kListAllRoutes,
  kTurn,
  kFinalScore,
  kUnknown,
};

enum class ErrorCode : std::uint8_t {
  kDoubleRouteClaimed,
  kNoCardLeft,
  kRuleViolation,
  kNotPlayersTurn,
  kInternalError,
  kWrongTurnFormat,
};

enum class ClientType : std::uint8_t { kPlayer, kObserver };

// The color of a seat, in the order in which seats are given and turns are taken.
enum class SeatColor : std::uint8_t { kBlue, kRed, kGreen, kYellow, kBlack };
inline constexpr int kSeatColors = 5;

// Camel: as the protocol spells its words. Upper: all keys and words in capitals; names and free text stay as they are.
enum class Dialect : std::uint8_t { kCamel, kUpper };

std::string_view name(TurnType type);
std::string_view name(ErrorCode code);
std::string_view name(ClientType type);
std::string_view name(SeatColor color);
// Nine kinds; the locomotive and a gray route are "Rainbow".
std::string_view card_name(int kind);
inline std::string_view card_name(Card card) { return card_name(index(card)); }

// Without regard to case.
bool same_word(std::string_view a, std::string_view b);
std::optional<TurnType> turn_type(std::string_view word);
std::optional<ErrorCode> error_code(std::string_view word);
std::optional<ClientType> client_type(std::string_view word);  // also "Spieler"
std::optional<SeatColor> seat_color(std::string_view word);
std::optional<Card> card(std::string_view word);
std::optional<bool> truth(std::string_view word);
int city(const Board& board, std::string_view word);  // -1 if there is none

// Whether v0.9 has words for all of an edition: its cards, its actions, its cities.
bool can_play(const Edition& edition);

// 1 to 32 printable characters without blanks, in valid UTF-8. Characters that cannot be seen or that turn the direction of writing are
// not printable.
inline constexpr int kMaxName = 32;
bool is_name(std::string_view text);

}  // namespace fogg::v09
