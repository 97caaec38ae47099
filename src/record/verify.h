// Checking a record against the rules, and against the key of its chance where there is one.
#pragma once

#include <istream>
#include <string>

#include "data/catalog.h"
#include "record/event.h"

namespace fogg {

struct Verdict {
  bool good = false;
  int line = 0;         // of the fault, counted from 1
  std::string message;  // of the fault

  // What was found, as far as it went.
  std::string edition;
  int players = 0;
  int events = 0;
  int turns = 0;
  bool finished = false;      // the record has the end of the game
  bool forfeited = false;     // it ended because a player gave it up or was away too long
  bool partial = false;       // values are unknown: only public things were checked
  bool undone = false;        // has an undo: such a game is not rated
  enum class Chance { kNoKey, kKeyHidden, kKeyMatches } chance = Chance::kNoKey;
};

Verdict verify_record(const Catalog& catalog, std::istream& in);

}  // namespace fogg
