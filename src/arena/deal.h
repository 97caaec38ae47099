// Chance of a competition: everything follows from its key, and nobody without it can tell what comes.
#pragma once

#include <cstdint>

#include "engine/chance.h"

namespace fogg::arena {

// Of all games of this deal: HMAC-SHA256 of the competition's key and "deal N".
ChaKey deal_key(const ChaKey& competition, std::int64_t deal);

// What a built-in bot draws from in this seat; the same for whoever sits there, so that luck cancels.
FastGenerator bot_luck(const ChaKey& competition, std::int64_t deal, int seat);

// From the system.
ChaKey new_key();

}  // namespace fogg::arena
