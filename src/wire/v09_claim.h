// What a command of protocol v0.9 means to the engine, and what the engine's refusals mean in it.
#pragma once

#include <tl/expected.hpp>

#include "engine/action.h"
#include "engine/refusal.h"
#include "engine/state.h"
#include "wire/v09_command.h"

namespace fogg::v09 {

// Why a command is refused: the code for the client, and what the engine said, if it was asked.
struct Refused {
  ErrorCode code = ErrorCode::kRuleViolation;
  Refusal reason;
  Action action;  // the one the engine refused
};

// The action that a turn command stands for, legal for `seat` now; or why there is none.
tl::expected<Action, Refused> action_for(const Edition& edition, const State& state, int seat, const Command& command);

ErrorCode error_for(const Refusal& refusal);

// The request that is open for a seat which may act.
TurnType open_request(const State& state);

}  // namespace fogg::v09
