// What the organiser is told while a competition runs.
#pragma once

#include <string>
#include <vector>

namespace fogg::arena {

// A line for terminals, and what it is about for pages that have words of their own.
struct News {
  std::string line;
  std::string kind = {};  // docs/arena.md has them; empty: the line is for the organiser alone
  std::vector<std::string> values = {};  // names and numbers in it, in the order of its kind
};

}  // namespace fogg::arena
