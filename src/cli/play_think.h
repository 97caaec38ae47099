// Waiting for a bot while a person looks on.
#pragma once

#include <csignal>
#include <iosfwd>
#include <string>

#include "bots/bot.h"
#include "cli/play_style.h"

namespace fogg::cli {

struct Patience {
  bool watched = false;  // else nothing is said, nothing is held back and no key is listened to
  bool pace = false;     // hold the answer back for as long as a person would have taken
  std::string who;       // "Red"
  bool* hurried = nullptr;  // set when somebody did not want to wait
};

// While this lives Ctrl-C is noted instead of ending the program, and a read that waits for a key ends. A second Ctrl-C ends the
// program all the same.
class NoteInterrupt {
 public:
  NoteInterrupt();
  ~NoteInterrupt();
  NoteInterrupt(const NoteInterrupt&) = delete;
  NoteInterrupt& operator=(const NoteInterrupt&) = delete;
  static bool pressed();

 private:
  struct sigaction before_ = {};
};

// What the bot chooses. While it takes long a line says so, which is wiped out again; Ctrl-C hurries it, a second one ends the
// program.
Action think(Bot& bot, Question question, const Patience& patience, const Style& style, std::ostream& out);

}  // namespace fogg::cli
