// Runs a competition: makes round after round, has the games played on several threads, writes down what came out, and does what the
// organiser asks meanwhile.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/accounts.h"
#include "arena/book.h"
#include "data/catalog.h"

namespace fogg::arena {

// How far it is.
struct Standing {
  Phase phase = Phase::kRunning;
  int round = 0;
  GameCounts counts;
  std::int64_t played_here = 0;  // by this process since it was started
  double seconds = 0;  // for which it has been playing
  std::vector<std::string> news;  // lines for the organiser since the last call
};

class Runner {
 public:
  struct Options {
    int threads = 1;
    std::string worker = "here";
    bool unsafe = false;  // programs without a sandbox
    class Stage* stage = nullptr;  // where games can be watched, if anywhere
    // Called now and then; false: stop.
    std::function<bool(const Standing&)> watch;
  };
  // Throws BookError, also if the book does not fit to this program.
  Runner(const Catalog& catalog, Book& book, Options options);
  ~Runner();

  // Until it is over, aborted, or `watch` says so. Throws what went wrong.
  void run();

  // For `watch`, on its thread.
  Summary summary(const Standing& standing, const RatingOptions& options) const {
    return summarize(spec_, standing.phase, standing.counts, entrants_, *accounts_, options);
  }

 private:
  void work(std::stop_token stop);
  bool play(const Game& game, class Table& table, Finished& finished);
  bool play_refereed(const Game& game, const std::vector<EntrantEntry>& seated, Finished& finished);
  std::unique_ptr<class Player> player_for(const EntrantEntry& entrant, const Game& game, int seat);
  bool fetch();
  bool commit();
  void direct();
  void obey(const Command& command);
  std::string obeyed(const Command& command);
  void disqualify();
  void call_off(Entrant entrant);
  void read_new();
  void read_all();
  void reload_entrants();
  void say(std::string line);
  const Edition& edition(const std::string& id) const;

  const Catalog& catalog_;
  Book& book_;
  Options options_;
  Spec spec_;
  ChaKey key_;
  Phase phase_ = Phase::kRunning;
  std::map<std::string, std::shared_ptr<const Edition>> editions_;
  std::shared_ptr<class ProgramHost> programs_;  // if there are any
  std::optional<Accounts> accounts_;
  std::int64_t serial_ = 0;
  int round_ = 0;
  std::vector<std::string> news_;

  std::stop_source stop_;
  std::mutex mutex_;  // for all below
  std::condition_variable work_;
  std::vector<EntrantEntry> entrants_;
  std::deque<Game> queue_;
  int playing_ = 0;
  std::vector<Finished> finished_;
  std::int64_t played_here_ = 0;
  std::exception_ptr failure_;
};

// What the organiser may ask for, and whether it makes sense; an error in words.
std::optional<std::string> problem_with(const Command& command);

}  // namespace fogg::arena
