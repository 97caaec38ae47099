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
#include "arena/news.h"
#include "data/catalog.h"

namespace fogg::arena {

// How far it is.
struct Standing {
  Phase phase = Phase::kRunning;
  int round = 0;
  GameCounts counts;
  std::int64_t played_here = 0;  // by this process since it was started
  std::int64_t played_meanwhile = 0;  // by anybody since then
  double seconds = 0;  // for which it has been playing
  std::vector<News> news;  // for the organiser, since the last call
};

class Runner {
 public:
  struct Options {
    int threads = 1;  // none: workers play all games
    std::string worker = "here";
    bool unsafe = false;  // programs without a sandbox
    // Makes the rounds and does what the organiser asks. Else it only plays games of a competition that somebody else directs, until there are
    // none for it.
    bool directs = true;
    // Games return to the others when nothing was heard of this process for so long.
    std::chrono::milliseconds lease = std::chrono::seconds(30);
    std::shared_ptr<class Entry> entry = {};  // where entrants come who connect, if there are any
    class Stage* stage = nullptr;  // where games can be watched, if anywhere
    class GameList* games = nullptr;  // gets all games that are over
    // Called now and then; false: stop.
    std::function<bool(const Standing&)> watch;
  };
  // Throws BookError; CompetitionError if the competition does not fit to this program.
  Runner(const Catalog& catalog, Book& book, Options options);
  ~Runner();

  // Until it is over, aborted, or `watch` says so. Throws what went wrong.
  void run();

  // Everything at the end of run().
  Summary final_summary(const RatingOptions& options) const {
    return summarize(spec_, phase_, counts_, *entrants_, *accounts_, options);
  }

  // For `watch`, on its thread.
  Summary summary(const Standing& standing, const RatingOptions& options) const {
    return summarize(spec_, standing.phase, standing.counts, *entrants_, *accounts_, options);
  }

 private:
  using Links = std::vector<std::unique_ptr<class Link>>;  // by seat, to those who connected
  void work(std::stop_token stop);
  bool play(const Game& game, class Table& table, Links links, Finished& finished);
  std::vector<Finished> play_together(struct Beginning& beginning, class Table& table);
  bool play_refereed(const Game& game, const Seated& seated, Links links, Finished& finished);
  std::unique_ptr<class Player> player_for(const EntrantEntry& entrant, const Game& game, int seat,
                                           std::unique_ptr<class Link> link);
  void look();
  void follow();
  bool fetch();
  std::size_t wanted() const;
  bool has_at_hand();
  bool commit();
  void direct();
  void obey(const Command& command);
  std::string obeyed(const Command& command);
  void disqualify();
  void judge();
  void call_off(Entrant entrant);
  bool read_new();
  void read_all();
  void reload_entrants();
  void admit_programs();
  std::string why_not_here(const EntrantSpec& entrant) const;
  const Edition& edition(const std::string& id) const;

  const Catalog& catalog_;
  Book& book_;
  Options options_;
  Spec spec_;
  ChaKey key_;
  Phase phase_ = Phase::kRunning;
  std::map<std::string, std::shared_ptr<const Edition>> editions_;
  std::shared_ptr<class ProgramHost> programs_;  // if there are any
  std::unique_ptr<class Gathering> gathering_;
  std::optional<Accounts> accounts_;
  std::int64_t serial_ = 0;
  int round_ = 0;
  std::vector<News> news_;
  std::vector<Entrant> not_here_;  // whose games are left to others
  std::chrono::steady_clock::time_point kept_;
  GameCounts counts_;
  std::int64_t played_before_ = 0;

  std::stop_source stop_;
  std::mutex mutex_;  // for all below
  std::condition_variable work_;
  std::shared_ptr<const std::vector<EntrantEntry>>
      entrants_;  // changed by the thread of run() alone; those who play keep theirs
  std::deque<Game> queue_;
  bool exhausted_ = false;  // there was nothing more to fetch
  int playing_ = 0;
  double pace_ = 0;  // seconds that a game takes, of late
  std::vector<Finished> finished_;
  std::int64_t played_here_ = 0;
  std::exception_ptr failure_;
};

// What the organiser may ask for, and whether it makes sense; an error in words.
std::optional<std::string> problem_with(const Command& command);

}  // namespace fogg::arena
