#include "arena/deal.h"

#include <fmt/format.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <array>
#include <stdexcept>

namespace fogg::arena {

void Deals::Free::operator()(EVP_MAC_CTX* hash) const { EVP_MAC_CTX_free(hash); }

Deals::Deals(const ChaKey& competition) {
  EVP_MAC* const hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  hash_.reset(EVP_MAC_CTX_new(hmac));
  EVP_MAC_free(hmac);
  char digest[] = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, static_cast<char*>(digest), 0),
      OSSL_PARAM_construct_end()};
  if (!hash_ || EVP_MAC_init(hash_.get(), competition.data(), competition.size(), parameters.data()) != 1)
    throw std::runtime_error("HMAC-SHA256 is not available");
}

ChaKey Deals::derived(std::string_view what) {
  ChaKey out{};
  std::size_t size = 0;
  // Begun anew with the key that it has.
  if (EVP_MAC_init(hash_.get(), nullptr, 0, nullptr) != 1 ||
      EVP_MAC_update(hash_.get(), reinterpret_cast<const unsigned char*>(what.data()), what.size()) != 1 ||
      EVP_MAC_final(hash_.get(), out.data(), &size, out.size()) != 1 || size != out.size())
    throw std::runtime_error("HMAC-SHA256 is not available");
  return out;
}

ChaKey Deals::key(std::int64_t deal) { return derived(fmt::format("deal {}", deal)); }

FastGenerator Deals::bot_luck(std::int64_t deal, int seat) {
  const ChaKey bytes = derived(fmt::format("bot {} {}", deal, seat));
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
