// A position as one line of text, and back. For tests, bug reports and tools; games are kept as records.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/state.h"

namespace fogg {

// "fogg-state 1 usa-2004 players=2 phase=1 …": names and numbers, in a fixed order.
std::string state_text(const Edition& edition, const State& state);

// Nothing if the text is not exactly of that form, is of another edition, or does not describe a possible position.
std::optional<State> parse_state(const Edition& edition, std::string_view text);

}  // namespace fogg
