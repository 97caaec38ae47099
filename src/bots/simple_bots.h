// Bots without a plan.
#pragma once

#include <memory>

#include "bots/bot.h"

namespace fogg {

std::unique_ptr<Bot> make_random();
std::unique_ptr<Bot> make_hungry();

}  // namespace fogg
