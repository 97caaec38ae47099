// What of a competition that is not over may be seen by whoever opens its pages.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "arena/book.h"

namespace fogg::arena {

enum class WatchRule : std::uint8_t {
  kLive,  // running games can be watched, without hidden cards; records when all games of the deal are over
  kOver,  // only records, when all games of the deal are over
  kNone,  // neither before the end
};
inline std::string_view name(WatchRule rule) {
  return rule == WatchRule::kLive ? "live" : rule == WatchRule::kOver ? "over" : "none";
}

// The same cards come again in other games. Who plays from outside could read here what they are; a program in a sandbox cannot.
inline WatchRule usual_rule(const std::vector<EntrantEntry>& entrants, bool unsafe) {
  for (const EntrantEntry& entrant : entrants)
    if (entrant.spec.way >= Way::kConnects || (unsafe && entrant.spec.way == Way::kProgram)) return WatchRule::kOver;
  return WatchRule::kLive;
}

}  // namespace fogg::arena
