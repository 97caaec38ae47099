// Checks of a whole position: what must hold after every action, whatever happened.
#pragma once

#include <string_view>

#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

// Empty if all is well, else what is wrong. Safe for any bytes, so it also guards against made-up positions.
std::string_view find_fault(const Edition& edition, const State& state);

}  // namespace fogg
