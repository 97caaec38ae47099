// Records of a competition's games.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "arena/book.h"
#include "data/catalog.h"

namespace fogg::arena {

// Of a game that is over. The key of its deal is part of it only when no more games with that deal can come: after the end of the competition.
tl::expected<std::string, std::string> record_of(const Catalog& catalog, Book& book, std::int64_t game);

}  // namespace fogg::arena
