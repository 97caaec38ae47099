// Messages of clients of the current protocol (docs/protocol.md), to types.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "engine/edition.h"

namespace fogg::v1 {

inline constexpr int kVersion = 1;
inline constexpr std::size_t kMaxMessage = 16UL * 1024;
inline constexpr int kMaxChat = 300;  // characters

enum class ErrorCode : std::uint8_t {
  kBadJson,
  kBadMessage,
  kHelloFirst,
  kProtocol,
  kNoTable,
  kFull,
  kBegan,
  kBadName,
  kNameTaken,
  kBadToken,
  kBadEdition,
  kBadSeats,
  kBadBot,
  kNotSeated,
  kSeatedAlready,
  kNotAsked,
  kAnswered,
  kIllegal,
  kUnknownAction,
  kNotAllowed,
  kTooMany,
  kTooLong,
  kFrozen,
};
inline constexpr int kErrorCodes = 23;
std::string_view name(ErrorCode code);

enum class ObserverRights : std::uint8_t { kPublic, kAll, kNone };

struct Hello {
  int least = 0;
  int most = 0;
  bool position = true;
};
struct LobbyQuery {
  bool follow = false;
};
struct Create {
  std::string edition;
  std::vector<std::string> seats;  // "me", "open" or a bot
  std::string name;                // may be empty if nobody of the seats is "me"
  std::string color;
  std::optional<bool> listed;
  ObserverRights observers = ObserverRights::kPublic;
  std::optional<double> move_time;  // 0: no limit
  bool chat = true;
  bool v09 = false;
};
struct Join {
  std::string table;  // may be empty if there is a token
  std::string name;
  std::string color;
  std::string token = {};  // of an entrant of a competition
};
struct Resume {
  std::string table;
  std::string token;
  int after = 0;
};
struct Watch {
  std::string table;
  std::string token;
  int after = 0;
};
struct Move {
  int request = 0;
  boost::json::value action;
};
struct Hint {
  std::string bot;
};
struct Undo {};
struct Resign {};
struct Rematch {};
struct Chat {
  std::string text;
};
struct Leave {};
struct Ping {};

using Command =
    std::variant<Hello, LobbyQuery, Create, Join, Resume, Watch, Move, Hint, Undo, Resign, Rematch, Chat, Leave, Ping>;

struct Message {
  Command command;
  std::string ref;  // as JSON; empty: none
};
struct Fault {
  ErrorCode code = ErrorCode::kBadMessage;
  std::string message;
  std::string path;  // where in the message; may be empty
  std::string ref = {};
};

tl::expected<Message, Fault> parse_message(std::string_view text);

// 1 to 32 printable characters, neither the first nor the last a blank, and nothing that turns the direction of writing.
bool is_name(std::string_view text);

// The action that a move means: by its number, its text or its structured form. Not yet checked against the position.
std::optional<Action> action_of(const Edition& edition, const boost::json::value& value);

}  // namespace fogg::v1
