// The "long route" racer, after a heuristic published by others: two cheap tickets, joined by few and long routes; then long routes
// until the trains run out. It never draws tickets again.
#pragma once

#include <memory>

#include "bots/bot.h"

namespace fogg {

std::unique_ptr<Bot> make_longroute();

}  // namespace fogg
