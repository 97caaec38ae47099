// The bots as tests ask for them: with options that make them answer soon, and the same way every time. Every bot needs an entry here.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bots/bot.h"

namespace fogg::test {

struct TestedBot {
  std::string_view name;
  std::vector<std::string> specs;
  int cost = 1;  // what a decision costs, roughly, next to one of the simplest bots: who is dear is asked less often
  bool tells_thoughts = false;
  std::string endless = {};  // with options that make it think until it is told to stop; empty: there are none
};

inline const std::vector<TestedBot>& bot_table() {
  static const std::vector<TestedBot> kTable = {
      {"random", {"random"}},
      {"hungry", {"hungry"}},
      {"longroute", {"longroute"}, 5},
      {"planner", {"planner", "planner:level=easy", "planner:level=medium", "planner:level=hard"}, 5, true},
      {"search", {"search:iterations=16"}, 1000, true, "search:time=1000s"},
  };
  return kTable;
}

// One way to ask for a bot.
struct TestedSpec {
  std::string spec;
  const TestedBot* bot;
  // So many of `all`, for this bot's cost.
  int some_of(int all) const { return std::max(1, all / bot->cost); }
};

inline std::vector<TestedSpec> tested_specs() {
  std::vector<TestedSpec> all;
  for (const TestedBot& bot : bot_table()) {
    for (const std::string& spec : bot.specs) all.push_back({spec, &bot});
  }
  return all;
}

}  // namespace fogg::test
