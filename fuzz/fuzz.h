// For all fuzz targets: what must hold for every input.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/catalog.h"

namespace fogg::fuzz {

// A finding: libFuzzer keeps the input, a replay fails.
inline void require(bool condition, std::string_view what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  // An empty input may come as a null pointer.
  return size == 0 ? std::string_view("") : std::string_view(reinterpret_cast<const char*>(data), size);
}

// A seed for random play that depends on the input alone, so that a finding repeats itself.
inline std::uint64_t seed_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

// An error is one line that names the file.
inline void check_error(const DataError& error, std::string_view file) {
  require(error.file == file, "the error names the file");
  require(!error.message.empty(), "the error says something");
  const std::string text = error.text();
  require(std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
          "the error is one line");
  require(text.size() < 1000, "the error is short");
}

}  // namespace fogg::fuzz
