// Chance of a competition: everything follows from its key, and nobody without it can tell what comes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/chance.h"

struct evp_mac_ctx_st;  // of OpenSSL

namespace fogg::arena {

// For one thread, which asks for game after game.
class Deals {
 public:
  explicit Deals(const ChaKey& competition);

  // Of all games of this deal: HMAC-SHA256 of the competition's key and "deal N".
  ChaKey key(std::int64_t deal);

  // What a built-in bot draws from in this seat; the same for whoever sits there, so that luck cancels. HMAC-SHA256 of "bot N SEAT".
  FastGenerator bot_luck(std::int64_t deal, int seat);

 private:
  ChaKey derived(std::string_view what);

  struct Free {
    void operator()(evp_mac_ctx_st* hash) const;
  };
  std::unique_ptr<evp_mac_ctx_st, Free> hash_;  // to set it up takes longer than to use it
};

// The same for a single question.
inline ChaKey deal_key(const ChaKey& competition, std::int64_t deal) { return Deals(competition).key(deal); }
inline FastGenerator bot_luck(const ChaKey& competition, std::int64_t deal, int seat) {
  return Deals(competition).bot_luck(deal, seat);
}

// From the system.
ChaKey new_key();

}  // namespace fogg::arena
