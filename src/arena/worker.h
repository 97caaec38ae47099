// Plays games of the competitions of a database, for those who direct them.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arena/database.h"
#include "arena/runner.h"
#include "data/catalog.h"

namespace fogg::arena {

struct WorkerStanding {
  std::string competition;  // empty: it waits for work
  GameCounts counts;  // of it
  std::int64_t played = 0;  // since the worker was started, in all competitions
  double seconds = 0;  // for which it has been playing
  std::vector<std::string> news;  // lines for its owner since the last call
};

// A name that no other worker has.
std::string unique_worker(const std::string& name);

// It stays with a competition as long as that has games for it, and takes next the one that has the fewest workers.
class Worker {
 public:
  struct Options {
    int threads = 1;
    std::string name;
    bool unsafe = false;
    std::chrono::milliseconds lease = std::chrono::seconds(30);
    bool until_done = false;  // ends when all competitions are over
    std::function<bool(const WorkerStanding&)> watch;  // called now and then; false: stop
  };
  Worker(const Catalog& catalog, Database database, Options options);

  // Throws BookError. False if there were competitions that it could not help with.
  bool run();

 private:
  using Clock = std::chrono::steady_clock;
  const Offer* choose(const std::vector<Offer>& offers) const;
  bool help(const std::string& name);
  bool wait();

  const Catalog& catalog_;
  Database database_;
  Options options_;
  std::string id_;
  std::int64_t played_ = 0;
  double seconds_ = 0;
  std::set<std::string> refused_;
  std::map<std::string, Clock::time_point> not_before_;
  std::set<std::string> said_;
};

}  // namespace fogg::arena
