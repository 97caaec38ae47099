// A competition in words and files.
#pragma once

#include <string>
#include <string_view>

#include "arena/accounts.h"

namespace fogg::arena {

// The table for a terminal, at most so many lines and columns; best first.
std::string table_text(const Summary& summary, int lines, int columns);

// Everything, for programs.
std::string summary_json(const Summary& summary);
// The ranking, one line per entrant.
std::string ranking_csv(const Summary& summary);
// A text as a field of such a file.
std::string csv_text(std::string_view text);

}  // namespace fogg::arena
