// One line of a game record, as a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/action.h"
#include "engine/chance.h"
#include "engine/refusal.h"
#include "engine/score.h"

namespace fogg {

inline constexpr int kRecordFormat = 1;
inline constexpr int kRulesVersion = 1;

enum class EventKind : std::uint8_t {
  kAction,
  kCard,         // a train card leaves the deck
  kOffer,        // tickets are offered
  kFirstPlayer,
  kReset,        // the row is thrown away
  kReshuffle,    // the discards become the deck
  kKept,         // how many tickets a player kept
  kEnd,
  kKey,          // the key of chance, when the game is over
  kUndo,         // back to the position after an earlier event
  kForfeit,      // the actor gives the game up, or was away too long: it ends here
  // Known, but without effect on the position.
  kRefusal,
  kTimeout,
  kTakeover,
  kDisconnect,
  kReconnect,
  kClock,
};
inline constexpr int kEventKinds = 17;
std::string_view name(EventKind kind);

// What follows an action by chance or by the rules.
constexpr bool is_outcome(EventKind kind) {
  switch (kind) {
    case EventKind::kCard:
    case EventKind::kOffer:
    case EventKind::kFirstPlayer:
    case EventKind::kReset:
    case EventKind::kReshuffle:
    case EventKind::kKept: return true;
    default: return false;
  }
}

struct Event {
  int seq = 0;
  EventKind kind = EventKind::kAction;
  std::optional<std::int64_t> t_ms;
  std::optional<int> actor;
  std::optional<int> only_for;  // visible to this seat alone; else to all

  // What a kind does not use keeps its default. An empty optional where a value belongs: unknown.
  std::optional<Action> action;             // kAction
  CardTo to;                                // kCard
  std::optional<Card> card;                 // kCard
  std::vector<std::optional<int>> tickets;  // kOffer, numbers in the edition's deck
  int number = 0;                           // kFirstPlayer: seat; kReshuffle: cards; kKept: tickets; kUndo: seq
  std::vector<int> by_deck;                 // kKept, in editions with several decks
  Ending ending = Ending::kNone;            // kEnd
  std::vector<Score> scores;                // kEnd
  std::string key;                          // kKey, hexadecimal
  Refusal refusal;                          // kRefusal, with `action`; not read back
};

struct PlayerInfo {
  std::string name;
  std::string bot;  // empty: not one of ours
  std::string color = {};  // of the seat, if the players chose
};

struct Header {
  int format = kRecordFormat;
  int rules = kRulesVersion;
  std::string edition;
  std::string data_hash;
  std::vector<PlayerInfo> players;
  std::optional<int> first_player;   // if it was given and not drawn
  std::optional<std::string> key_hash;  // SHA-256 of the key's 32 bytes, if chance is keyed
  std::optional<std::string> key;  // the key itself, only in the file a running game is kept in by its player
  std::optional<std::string> seed;      // for repeating a simulated game
};

// Lines without the line feed.
std::string header_line(const Header& header);
std::string event_line(const Edition& edition, const Event& event);

// What is wrong with a line.
struct LineError {
  std::string message;
};
tl::expected<Header, LineError> parse_header(std::string_view line);
tl::expected<Event, LineError> parse_event(const Edition& edition, std::string_view line);

// The structured form of an action, and back; nothing if it is not one of this edition.
std::string action_json(const Edition& edition, const Action& action);
std::optional<Action> action_from_json(const Edition& edition, std::string_view text);

std::string hex(const ChaKey& key);
std::optional<ChaKey> key_from_hex(std::string_view text);

}  // namespace fogg
