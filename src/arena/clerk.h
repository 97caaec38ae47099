// Reads the book for the pages, on a thread of its own and seldom while nobody asks: neither who plays nor who answers waits for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "arena/accounts.h"
#include "arena/game_row.h"
#include "arena/watch_rule.h"
#include "data/catalog.h"

namespace fogg::arena {

// How it stood at one moment.
struct Snapshot {
  Summary summary;
  WatchRule rule = WatchRule::kOver;
  std::int64_t version = 0;
  double per_second = 0;  // games, lately
  std::optional<double> seconds_left;  // of this round
};

class Clerk {
 public:
  // `rule`: as the organiser wants it; none: the usual one. Throws BookError.
  Clerk(std::unique_ptr<Book> book, const Catalog& catalog, std::optional<WatchRule> rule, bool unsafe);
  ~Clerk();

  // The newest there is; asking makes a newer one.
  std::shared_ptr<const Snapshot> snapshot();

  // Games that are over, the last first.
  struct Question {
    std::optional<std::int64_t> before;  // how many of all games come before these
    std::size_t most = 30;
    std::optional<Entrant> entrant = {};
    bool only_faults = false;
  };
  struct Listed {
    std::vector<GameRow> games;
    std::vector<bool> open;  // whether its record may be seen
    std::optional<std::int64_t> next;  // for `before`, if there may be more
    std::int64_t total = 0;
  };
  Listed games(const Question& question);

  // The record of a game that is over, as far as anyone may see it now.
  struct NoRecord {
    int status = 404;  // of HTTP
    std::string why;
  };
  tl::expected<std::string, NoRecord> record(std::int64_t number);

 private:
  using Clock = std::chrono::steady_clock;
  void work(const std::stop_token& stop);
  void look();
  bool read();
  std::size_t known();
  bool is_open(const GameRow& row, const Snapshot& now);

  std::unique_ptr<Book> book_;
  const Catalog& catalog_;
  std::optional<WatchRule> wanted_rule_;
  bool unsafe_;
  Spec spec_;

  // -- Of the thread that reads
  std::optional<Accounts> accounts_;
  std::int64_t serial_ = 0;
  std::int64_t version_ = 0;
  int resamples_ = 200;
  struct Mark {
    Clock::time_point at;
    std::int64_t over = 0;
  };
  std::deque<Mark> marks_;  // of the last minute

  std::mutex mutex_;  // for all below
  std::condition_variable_any asked_;
  bool is_asked_ = false;
  std::shared_ptr<const Snapshot> snapshot_;
  std::vector<GameRow> rows_;  // in the order in which they ended
  std::unordered_map<std::int64_t, std::size_t> by_number_;
  std::unordered_set<std::int64_t> dealt_out_;  // what has been shown stays so, even if a game of it is played again

  std::jthread thread_;  // the last: it uses all of the above
};

}  // namespace fogg::arena
