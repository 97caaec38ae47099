#include "arena/deal.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <cstring>
#include <stdexcept>

namespace fogg::arena {

namespace {

ChaKey derived(const ChaKey& competition, std::string_view what) {
  ChaKey out{};
  unsigned size = 0;
  if (HMAC(EVP_sha256(), competition.data(), static_cast<int>(competition.size()),
           reinterpret_cast<const unsigned char*>(what.data()), what.size(), out.data(), &size) == nullptr ||
      size != out.size())
    throw std::runtime_error("HMAC-SHA256 is not available");
  return out;
}

}  // namespace

ChaKey deal_key(const ChaKey& competition, std::int64_t deal) {
  return derived(competition, fmt::format("deal {}", deal));
}

FastGenerator bot_luck(const ChaKey& competition, std::int64_t deal, int seat) {
  const ChaKey bytes = derived(competition, fmt::format("bot {} {}", deal, seat));
  std::uint64_t seed = 0;
  for (int i = 7; i >= 0; --i) seed = seed << 8U | bytes[static_cast<std::size_t>(i)];
  return FastGenerator(seed);
}

ChaKey new_key() {
  ChaKey key{};
  if (RAND_bytes(key.data(), static_cast<int>(key.size())) != 1)
    throw std::runtime_error("the system has no random numbers");
  return key;
}

}  // namespace fogg::arena
