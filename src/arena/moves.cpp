#include "arena/moves.h"

#include <fmt/format.h>

#include "data/sha256.h"
#include "engine/play.h"
#include "record/recorder.h"

namespace fogg::arena {

tl::expected<std::string, std::string> record_of_moves(const Edition& edition, Header header, const ChaKey& key,
                                                       std::string_view moves, bool reveal) {
  if (moves.size() % 2 != 0) return tl::unexpected(std::string("the moves are cut off"));
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  std::string text;
  Recorder recorder(edition, header, [&text](std::string_view line) { (text += line) += '\n'; });
  KeyedChance inner(key);
  auto chance = recorder.chance(inner);
  State state{};
  start(edition, state, static_cast<int>(header.players.size()), chance);
  recorder.started(state);
  for (std::size_t at = 0; at < moves.size(); at += 2) {
    const int id = static_cast<unsigned char>(moves[at]) | static_cast<unsigned char>(moves[at + 1]) << 8;
    const int number = static_cast<int>(at / 2) + 1;
    if (state.over()) return tl::unexpected(fmt::format("move {} comes after the end of the game", number));
    if (id >= edition.action_count()) return tl::unexpected(fmt::format("move {} is none of this edition", number));
    const Action action = edition.action(id);
    const int seat = state.actor();
    if (check(edition, state, seat, action)) return tl::unexpected(fmt::format("move {} is not legal", number));
    apply_legal(edition, state, seat, action, chance);
    recorder.acted(seat, action, state);
  }
  if (!state.over()) return tl::unexpected(std::string("the moves end before the game does"));
  if (reveal) recorder.reveal(key);
  return text;
}

}  // namespace fogg::arena
