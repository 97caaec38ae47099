// The API of a competition's pages (docs/arena.md) as JSON.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "arena/clerk.h"
#include "arena/news.h"
#include "arena/stage.h"

namespace fogg::arena {

// Bounds of one answer: the page of a competition with thousands of entrants is still a page.
inline constexpr std::size_t kMostListed = 300;
inline constexpr std::size_t kMostPaired = 24;
inline constexpr std::size_t kMostRunning = 60;

// `plays_here`: its games are played by this program.
std::string arena_json(const Snapshot& now, bool plays_here, const std::deque<News>& news);
std::string games_json(const Snapshot& now, const Clerk::Listed& listed);
// What is hidden is left out, and where nobody may watch also how it goes.
std::string running_json(const std::vector<std::shared_ptr<const Play>>& plays, bool may_watch);
// For the start page, where a server of tables would list its games.
std::string start_json(const Snapshot& now);

// Where a game can be watched: four letters that follow from its number.
std::string watch_code(std::int64_t number);

}  // namespace fogg::arena
