// The report of a competition: one HTML file that needs nothing else.
#pragma once

#include <string>

#include "arena/accounts.h"
#include "arena/game_row.h"

namespace fogg::arena {

// Where `fogg arena show` has the pages of a competition if nothing else is said.
inline constexpr const char* kShownAt = "http://127.0.0.1:8020";
inline constexpr std::size_t kGamesInReport = 200;

// `games`: those that are listed one by one. `shown_at`: the address of a server with the competition's pages; empty: the report's own.
std::string report_page(const Summary& summary, const std::string& made_by, const std::vector<GameRow>& games,
                        const std::string& shown_at);

}  // namespace fogg::arena
