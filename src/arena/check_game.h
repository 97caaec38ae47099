// One game of a bot that is tried, and what there is to say about it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "arena/check_bot.h"
#include "arena/link.h"
#include "arena/player.h"

namespace fogg::arena {

// What went over the line last, to be told when something goes wrong.
struct Heard {
  Way way = Way::kProgram;
  std::string asked;  // the last request
  std::string said;  // the last line of the bot
  std::string error;  // what it was told is wrong
  std::int64_t lines = 0;
  ProgramReport report;  // of a program, when it is over
};

// `number` of the games, from 1; the bot's seat goes round. Tells what it finds; returns whether all is well.
bool check_game(const CheckOptions& options, int number, std::unique_ptr<Link> link, Heard& heard, const Finding& line);

std::string check_time(double seconds);
// Of a long text the beginning.
std::string check_words(std::string_view text);

}  // namespace fogg::arena
