// Walks a program through the protocol and says in plain words how it did.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/program.h"
#include "engine/edition.h"

namespace fogg::arena {

struct CheckOptions {
  ProgramSpec program;
  std::shared_ptr<const Edition> edition;
  int players = 2;
  double start = 20;  // seconds
  double move = 10;
  int games = 1;
};

// `line` is called with each finding as it is made: whether it is good, and in words. Returns whether all is well.
bool check_bot(const CheckOptions& options, const std::function<void(bool good, const std::string& words)>& line);

}  // namespace fogg::arena
