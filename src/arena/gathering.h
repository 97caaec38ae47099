// Which of the games at hand can begin: those whose players are there. Nobody waits for entrants who connect but a game of theirs, and that
// not for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/book.h"
#include "arena/entry.h"
#include "arena/link.h"
#include "arena/news.h"

namespace fogg::arena {

// Games that begin at the same moment.
struct Beginning {
  struct One {
    Game game;
    std::vector<std::unique_ptr<Link>> links;  // by seat; null for those who do not connect, or did not come
  };
  std::vector<One> games;

  // The numbers of those whose deal is seen by somebody who connects.
  std::vector<std::int64_t> seen_outside() const;
};

class Gathering {
 public:
  // `entry` may be null: then nobody connects. `together`: how many games of a deal are played at the same time, where they are.
  Gathering(std::shared_ptr<Entry> entry, double arrive, std::int64_t together);

  // Takes the first game out of the queue that can begin, or all of its deal if they are played at the same time. `is_all`: no more games follow
  // what is in the queue for now.
  std::optional<Beginning> pick(std::deque<Game>& queue, const std::vector<EntrantEntry>& entrants, bool is_all);

  // For the organiser, since the last call.
  std::vector<News> take_news();

 private:
  using Clock = std::chrono::steady_clock;
  struct Missing {
    Clock::time_point since;
    bool told = false;
    bool overdue = false;
  };
  struct Wanted {
    std::vector<std::size_t> games;  // places in the queue
    std::map<Entrant, int> lines;  // how many of each who connects
  };
  Wanted wanted(const std::deque<Game>& queue, std::size_t at, const std::vector<EntrantEntry>& entrants) const;
  // Whether it need not be waited for.
  bool is_ready(Entrant entrant, int lines, const EntrantEntry& entry);
  std::optional<Beginning> begin(std::deque<Game>& queue, const Wanted& wanted);

  std::shared_ptr<Entry> entry_;
  double arrive_;
  std::int64_t together_;
  std::map<std::pair<const Entrant, int>, Missing> missing_;  // by who, and how many lines are wanted
  std::vector<News> news_;
};

}  // namespace fogg::arena
