// Walks somebody's bot through the protocol and says in plain words how it did.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/entry.h"
#include "arena/program.h"
#include "engine/edition.h"

namespace fogg::arena {

struct CheckOptions {
  std::shared_ptr<const Edition> edition;
  int players = 2;
  double start = 20;  // seconds until a program says something
  double arrive = 300;  // seconds until one that connects is there
  double move = 10;
  int games = 1;
};

// Called with each finding as it is made: whether it is good, and in words.
using Finding = std::function<void(bool good, const std::string& words)>;

// A program that is started. Returns whether all is well.
bool check_program(const CheckOptions& options, const ProgramSpec& program, const Finding& line);

// One that connects to `entry`, which knows nobody yet.
struct Visitor {
  Way way = Way::kConnects;
  std::string name;
  std::string token;
};
bool check_visitor(const CheckOptions& options, const Visitor& visitor, Entry& entry, const Finding& line);

}  // namespace fogg::arena
