// A log of protocol v0.9, ours or a foreign one: from text to messages. Forgives what is harmless (docs/playback.md).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/v09_words.h"

namespace fogg::v09 {

inline constexpr std::size_t kMaxLogLine = std::size_t{64} * 1024;
inline constexpr int kMaxLogLines = 200'000;

// Cities as the log spells them; which ones they are depends on the board.
struct LogTicket {
  std::string a;
  std::string b;
  int points = 0;
};

// A successful Info. What a message does not have, or has in a form that cannot be read, is empty.
struct LogMessage {
  int line = 0;
  TurnType type = TurnType::kUnknown;
  std::optional<SeatColor> player;

  std::string name;  // kJoin, kFinalScore
  ClientType client = ClientType::kPlayer;  // kJoin

  std::optional<std::vector<Card>> row;  // kBoardState, kDrawPassengerCars
  std::optional<Card> drawn;  // kDrawPassengerCars
  std::optional<bool> hidden;

  std::optional<int> deck;  // kBoardState
  std::optional<int> ticket_deck;
  std::optional<int> players;
  std::optional<int> trains;
  std::optional<std::array<int, kColors + 1>> hand;
  std::optional<std::vector<LogTicket>> offered;

  std::string d1;  // kClaimRoute
  std::string d2;
  std::optional<Card> route_color;
  std::optional<std::vector<Card>> paid;

  // kBoardState: kept; kDrawDestinationTickets: offered; kClaimDestinationTickets: kept; kFinalScore: completed
  std::optional<std::vector<LogTicket>> tickets;
  std::optional<int> count;  // of tickets

  std::optional<std::vector<LogTicket>> missed;  // kFinalScore
  std::optional<int> total;
  std::optional<int> route_points;
  std::optional<int> longest;
  std::optional<bool> has_longest;
  std::optional<bool> winner;
};

// Something about a line, counted from 1, for people.
struct LogNote {
  int line = 0;
  std::string message;
};

struct Log {
  std::vector<LogMessage> messages;
  std::vector<LogNote> notes;  // what was passed over although it should not be there; a hundred at most
  std::optional<LogNote> stop;  // the first line that makes no sense: nothing behind it is read
  Dialect dialect = Dialect::kCamel;  // of the first message
  int lines = 0;
};

Log read_log(std::string_view text);

}  // namespace fogg::v09
