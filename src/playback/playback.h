// A game to be shown again, whatever file it comes from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "data/catalog.h"
#include "engine/score.h"
#include "playback/replay.h"
#include "wire/v09_story.h"

namespace fogg::playback {

// One action.
struct Frame {
  int number = 0;  // from 1
  int turn = 0;    // from 1; 0 while the first tickets are chosen
  int seat = 0;
  int line = 0;    // of the file
  std::optional<std::int64_t> t_ms;
  std::string words;     // what was done
  std::string messages;  // of protocol v0.9, for an observer who sees what is public; with line feeds
  bool undone = false;   // taken back later; then without messages
  State after;
};

struct Playback {
  std::shared_ptr<const Edition> edition;
  v09::Party party;
  int players = 0;
  v09::Dialect dialect = v09::Dialect::kCamel;
  bool from_log = false;
  bool partial = false;  // not everything is known
  State start;
  std::string opening;  // messages before the first action
  std::vector<Frame> frames;
  std::optional<Scores> scores;  // if the file has the end of the game
  int forfeited_by = -1;         // the seat whose forfeit was the end
  std::optional<Stop> stop;  // why nothing follows the last frame, unless the game is over

  bool speaks_v09() const { return v09::can_play(*edition); }
};

struct LoadOptions {
  std::optional<v09::Dialect> dialect;  // else that of the log
  std::string edition;                  // of a log; else what fits it best
};

// From the text of a record or a log. An error: nothing of it can be shown.
tl::expected<Playback, Stop> load(const Editions& editions, std::string_view text, const LoadOptions& options = {});

// Whether a text is a record rather than a log.
bool is_record(std::string_view text);

}  // namespace fogg::playback
