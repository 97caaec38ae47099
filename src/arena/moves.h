// A game between built-in bots as the list of its moves: two bytes each. With the deal's key everything else follows.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/chance.h"
#include "engine/edition.h"
#include "record/event.h"

namespace fogg::arena {

inline void append_move(std::string& moves, const Edition& edition, const Action& action) {
  const int id = edition.action_id(action);
  moves += static_cast<char>(id & 0xFF);
  moves += static_cast<char>(id >> 8);
}

// The record of the game, as it would have been written while it was played. `reveal`: with the key at its end.
tl::expected<std::string, std::string> record_of_moves(const Edition& edition, Header header, const ChaKey& key,
                                                       std::string_view moves, bool reveal);

}  // namespace fogg::arena
