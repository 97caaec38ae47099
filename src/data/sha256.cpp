#include "data/sha256.h"

#include <fmt/format.h>
#include <openssl/sha.h>
#include <array>

namespace fogg {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  std::string out;
  for (const unsigned char byte : digest) fmt::format_to(std::back_inserter(out), "{:02x}", byte);
  return out;
}

}  // namespace fogg
