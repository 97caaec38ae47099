// A bot that thinks ahead: information-set Monte Carlo tree search. Every playout deals anew what the bot cannot see, as far as the
// others' routes let it guess; the tree joins what all these deals have in common, the actions, and leaves chance open.
#pragma once

#include <memory>

#include "bots/bot.h"
#include "bots/spec.h"

namespace fogg {

std::unique_ptr<Bot> make_search(BotSpec& spec);
const std::vector<BotOption>& search_options();

}  // namespace fogg
