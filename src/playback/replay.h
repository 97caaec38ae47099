// A record as a sequence of moves: what was done, and the position after it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.h"
#include "engine/state.h"
#include "record/lines.h"

namespace fogg::playback {

// Where a file stops to make sense, and why. Line 0: the file as a whole.
struct Stop {
  int line = 0;
  std::string message;
};

// Editions by id; each is made once. Can be made of a catalog on the spot; who plays many games keeps one. Not for several threads.
class Editions {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a catalog is as good for a single game
  Editions(const Catalog& catalog) : catalog_(catalog) {}
  tl::expected<std::shared_ptr<const Edition>, DataError> find(const std::string& id) const;

 private:
  const Catalog& catalog_;
  mutable std::map<std::string, std::shared_ptr<const Edition>> made_;
};

// One action, with what is known of what it brought.
struct Move {
  int seat = 0;
  Action action;
  std::optional<Card> drawn;  // draw
  std::vector<std::optional<int>> offer;  // tickets: what was drawn; keep: what was chosen from
  std::vector<Card> revealed;  // by a tunnel
  std::optional<std::int64_t> t_ms;
  int line = 0;
  State before;
  State after;
};

// Whom a replay tells.
struct Listener {
  std::function<void(const State& state)> began;
  std::function<void(const Move& move)> moved;
  // Back to the position after so many moves.
  std::function<void(int moves)> undone;
};

// Plays a record on the engine as far as it goes; empty if that is to its last line. `partial` is set, and nothing else is worth
// anything, if a value is unknown that the engine needs.
std::optional<Stop> replay_record(const Edition& edition, const Record& record, const Listener& listener,
                                  bool& partial);

// The same for a partial record: only public things are followed, and rules are not checked. Not for editions with special mechanisms.
std::optional<Stop> replay_partial(const Edition& edition, const Record& record, const Listener& listener);

// The lines of a record up to the first that is wrong by itself.
struct ReadRecord {
  Record record;
  std::shared_ptr<const Edition> edition;  // none: not even the header can be used
  std::optional<Stop> stop;
};
ReadRecord read_record_so_far(const Editions& editions, std::string_view text);

}  // namespace fogg::playback
