// Everything of a competition that must not be lost: the organiser's file, the key, entrants, games, outcomes, records, and what the
// organiser asked for meanwhile.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/report.h"
#include "arena/spec.h"
#include "engine/chance.h"

namespace fogg::arena {

struct BookError {
  std::string message;
};
// The store is well, but this competition is not there, or is not for this program.
struct CompetitionError : BookError {};

enum class Phase : std::uint8_t { kRunning, kPaused, kAborted, kOver };
std::string_view name(Phase phase);
bool is_final(Phase phase);  // no game will be played any more

struct EntrantEntry {
  EntrantSpec spec;
  EntrantState state;
  std::string why_inactive = {};
  std::string token_hash = {};  // of those that connect
};

using Seated = std::vector<const EntrantEntry*>;  // by seat of a game

// Counts by what has become of games.
struct GameCounts {
  std::int64_t waiting = 0;
  std::int64_t taken = 0;
  std::int64_t over = 0;
  std::int64_t called_off = 0;  // with an entrant that left
  std::int64_t all() const { return waiting + taken + over; }
};

// What the organiser asks of a running competition.
struct Command {
  std::int64_t id = 0;
  std::string verb;  // pause, go, kick, abort, add, rerun
  std::string argument = {};
};

// All functions may be called from any thread. They throw BookError if the store does not do what it should.
class Book {
 public:
  virtual ~Book() = default;

  // -- The competition
  virtual std::string spec_text() = 0;
  virtual std::string spec_folder() = 0;  // where the file was
  virtual std::string basis() = 0;  // basis.h; empty if it was not written down
  virtual ChaKey key() = 0;
  virtual Phase phase() = 0;
  virtual void set_phase(Phase phase) = 0;

  // -- Entrants
  virtual std::vector<EntrantEntry> entrants() = 0;
  virtual Entrant add_entrant(const EntrantEntry& entrant) = 0;
  // It meets nobody any more; its games that are not over are called off.
  virtual void drop_entrant(Entrant entrant, std::string_view why) = 0;
  // Of one that connects; the one before is void.
  virtual void set_token_hash(Entrant entrant, std::string_view hash) = 0;

  // -- Games
  virtual void add_games(const std::vector<Game>& games) = 0;
  // Up to so many that nobody has, in the order of their numbers, and only such in which none of `without` sits. They come back when they
  // are neither finished nor kept in time.
  virtual std::vector<Game> take(const std::string& worker, int most, std::chrono::milliseconds lease,
                                 const std::vector<Entrant>& without) = 0;
  virtual void keep(const std::string& worker, std::chrono::milliseconds lease) = 0;
  virtual void give_back(const std::string& worker) = 0;
  // Returns how many were new. One that is over already, or was called off, stays as it is.
  virtual int finish(const std::string& worker, const std::vector<Finished>& games) = 0;
  // Somebody who could remember the deal is about to see it in these games.
  virtual void note_begun(const std::vector<std::int64_t>& games) = 0;
  // Those of them that did not come to their end get a deal that nobody has seen; the games of one deal the same. Returns how many.
  virtual int redeal_begun() = 0;
  virtual GameCounts counts() = 0;
  virtual std::int64_t next_game() = 0;
  virtual std::int64_t next_deal() = 0;
  // The games that came to their end after the one with this serial number, in that order, at most so many. `serial` becomes that of the
  // last.
  struct Ended {
    Game game;
    Outcome outcome;
    GameReport report;
  };
  static constexpr int kAll = std::numeric_limits<int>::max();
  virtual std::vector<Ended> ended_after(std::int64_t& serial, int most = kAll) = 0;
  // All of them, one after the other; they are read in portions, as a long competition would not fit into memory twice. Whether there
  // were any.
  template <typename F>
  bool each_ended_after(std::int64_t& serial, F&& f) {
    constexpr std::size_t kPortion = 5'000;
    for (bool any = false;; any = true) {
      const std::vector<Ended> portion = ended_after(serial, static_cast<int>(kPortion));
      for (const Ended& one : portion) f(one);
      if (portion.size() < kPortion) return any || !portion.empty();
    }
  }
  virtual std::optional<Finished> finished(std::int64_t number) = 0;
  // Whether all games of this deal are over or called off.
  virtual bool is_dealt_out(std::int64_t deal) = 0;
  // It is played once more, with another deal if somebody who connects has seen its own; how it ended before is kept aside.
  virtual void rerun(std::int64_t number) = 0;

  // -- Commands
  virtual std::int64_t post(const Command& command) = 0;  // returns its id
  virtual std::vector<Command> commands() = 0;  // not yet done
  virtual void done(std::int64_t command, std::string_view answer) = 0;
  // Nothing while it is not done.
  virtual std::optional<std::string> answer(std::int64_t command) = 0;
};

// A new competition, or one that is there, in a file (database.h has the same for a database). Only one process runs it; the others may look at it and post commands.
struct NewCompetition {
  std::string spec_text;
  std::string spec_folder;
  ChaKey key;
  std::vector<EntrantEntry> entrants = {};
  std::string basis = {};
};
enum class Access : std::uint8_t { kRun, kLook };
std::unique_ptr<Book> make_book(const std::string& file, const NewCompetition& competition);
std::unique_ptr<Book> open_book(const std::string& file, Access access);

}  // namespace fogg::arena
