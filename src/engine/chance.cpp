#include "engine/chance.h"

#include <bit>
#include <cstring>

namespace fogg {

namespace {

void quarter_round(std::array<std::uint32_t, 16>& x, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = std::rotl(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = std::rotl(x[b] ^ x[c], 7);
}

}  // namespace

std::array<std::uint64_t, 8> chacha8_block(const ChaKey& key, std::uint64_t nonce, std::uint64_t counter) {
  std::array<std::uint32_t, 16> start = {0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U};
  std::memcpy(start.data() + 4, key.data(), key.size());
  start[12] = static_cast<std::uint32_t>(counter);
  start[13] = static_cast<std::uint32_t>(counter >> 32U);
  start[14] = static_cast<std::uint32_t>(nonce);
  start[15] = static_cast<std::uint32_t>(nonce >> 32U);
  std::array<std::uint32_t, 16> x = start;
  for (int round = 0; round < 8; round += 2) {
    for (std::size_t i = 0; i < 4; ++i) quarter_round(x, i, 4 + i, 8 + i, 12 + i);
    for (std::size_t i = 0; i < 4; ++i) quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  std::array<std::uint64_t, 8> words{};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::uint64_t low = x[2 * i] + start[2 * i];
    const std::uint64_t high = x[2 * i + 1] + start[2 * i + 1];
    words[i] = (low & 0xFFFFFFFFU) | (high << 32U);
  }
  return words;
}

}  // namespace fogg
