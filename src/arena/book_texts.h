// How values are written into a book, whatever kind of store it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/book.h"

namespace fogg::arena {

// "3,1,2"
std::string numbers_text(const std::vector<int>& numbers);
std::vector<int> numbers_from(std::string_view text);  // throws BookError

ChaKey book_key(std::string_view hex);  // throws BookError
Phase book_phase(std::string_view text);  // throws BookError
EntrantEntry entrant_entry(std::string_view spec, bool active, int from_round, std::string_view why,
                           std::string_view token_hash);  // throws BookError
GameReport report_of(std::string_view text);  // throws BookError

// Deals from `free` on for games whose own somebody has seen. Games of one deal that are played at the same time get the same again.
void give_fresh_deals(std::vector<Game>& games, std::int64_t free);

}  // namespace fogg::arena
