// Why a planner considers an action, as codes for people's words.
#pragma once

#include <vector>

#include "bots/guide.h"
#include "bots/thoughts.h"

namespace fogg {

std::vector<Motive> motives(const Edition& edition, const Guide& guide, const State& state, int seat, const Plan& plan,
                            const Action& action);

}  // namespace fogg
