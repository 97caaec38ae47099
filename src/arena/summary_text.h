// A competition in words and files.
#pragma once

#include <string>

#include "arena/accounts.h"

namespace fogg::arena {

// The table for a terminal, at most so many lines and columns; best first.
std::string table_text(const Summary& summary, int lines, int columns);

// Everything, for programs.
std::string summary_json(const Summary& summary);
// The ranking, one line per entrant; and all games, one line each.
std::string ranking_csv(const Summary& summary);
std::string games_csv(const Summary& summary, const std::vector<Book::Ended>& games);

}  // namespace fogg::arena
