// A bot that plans the routes for all its tickets together.
#pragma once

#include <memory>

#include "bots/bot.h"
#include "bots/spec.h"

namespace fogg {

std::unique_ptr<Bot> make_planner(BotSpec& spec);
const std::vector<BotOption>& planner_options();

}  // namespace fogg
