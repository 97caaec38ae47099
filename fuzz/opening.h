// For targets that hear clients at a table: lines, and the position that the first of them names.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "engine/play.h"
#include "fuzz.h"

namespace fogg::fuzz {

using Shared = std::shared_ptr<const Edition>;

// Takes the next line off the text.
inline std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// "0 3 40 5": the edition, the number of players, how many decisions have been made, and how much cards are preferred to routes.
struct Opening {
  std::array<unsigned, 4> number{};

  explicit Opening(std::string_view line) {
    std::size_t at = 0;
    for (const char c : line) {
      if (c >= '0' && c <= '9') {
        number[at] = (number[at] * 10 + static_cast<unsigned>(c - '0')) % 1000;
      } else if (++at == number.size()) {
        return;
      }
    }
  }
  const Edition& edition(std::span<const Shared> editions) const { return *editions[number[0] % editions.size()]; }

  void play(const Edition& edition, State& state, FastChance& chance, std::uint64_t seed) const {
    FastGenerator choices(seed, 1);
    start(edition, state, 2 + static_cast<int>(number[1] + 2) % 4, chance);
    for (unsigned i = 0; i < number[2] && !state.over(); ++i) {
      const Legal legal(edition, state, state.actor());
      const bool draws = choices.pick(10) < number[3] % 10;
      const int which = draws ? 0 : static_cast<int>(choices.pick(legal.count()));
      apply_legal(edition, state, state.actor(), legal.nth(which), chance);
    }
  }
};

// Every message is a line of its own.
inline void check_lines(std::string_view lines) {
  while (!lines.empty()) {
    require(lines.find('\n') != std::string_view::npos, "a message ends with a line feed");
    const std::string_view line = next_line(lines);
    require(line.size() > 2 && line.front() == '{' && line.back() == '}', "a message is one object");
    require(std::ranges::none_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }),
            "a message has no control characters");
  }
}

}  // namespace fogg::fuzz
