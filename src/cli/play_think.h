// Waiting for a bot while a person looks on.
#pragma once

#include <iosfwd>
#include <string>

#include "bots/bot.h"
#include "cli/play_style.h"

namespace fogg::cli {

struct Patience {
  bool watched = false;  // else nothing is said, nothing is held back and no key is listened to
  bool pace = false;     // hold the answer back for as long as a person would have taken
  std::string who;       // "Red"
};

// What the bot chooses. While it takes long a line says so, which is wiped out again; Ctrl-C hurries it, a second one ends the
// program.
Action think(Bot& bot, Question question, const Patience& patience, const Style& style, std::ostream& out);

}  // namespace fogg::cli
