// How one table is played: chosen when it is made, kept with its game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace fogg::server {

enum class Observers : std::uint8_t { kPublic, kAll, kNone };

struct TableOptions {
  int players = 2;                // seats, bots included
  std::vector<std::string> bots;  // sit down when all others have
  double move_time = 0;           // seconds for each decision; 0: no limit
  Observers observers = Observers::kPublic;
  bool listed = true;
  bool v09 = true;  // old clients may take a seat
  bool chat = true;
  std::string observer_token_hash = {};  // of the key with which observers see everything, kAll

  // One person and bots: nobody waits for that person, who may think for days, ask for a hint or go back.
  bool is_solitaire() const { return static_cast<int>(bots.size()) + 1 == players; }
};

std::string to_json(const TableOptions& options);
tl::expected<TableOptions, std::string> table_options_from_json(std::string_view text);

}  // namespace fogg::server
