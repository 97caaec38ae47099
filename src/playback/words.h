// What happened, in words for people.
#pragma once

#include <string>

#include "playback/replay.h"

namespace fogg::playback {

// Without the name of the player: "claims Boston - New York (2) with 2 red for 2 points". All that is known is said, also what only
// the player saw.
std::string words(const Edition& edition, const Move& move);

}  // namespace fogg::playback
