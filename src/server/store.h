// Everything that must not be lost, in one SQLite file. One thread writes, in batches: all that is handed in while a batch is being written goes
// into the next one. Nothing is told to anyone before it is here, see `Gate`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/chance.h"
#include "server/table_options.h"

namespace fogg::server {

enum class GameStatus : std::uint8_t {
  kWaiting = 0,
  kRunning = 1,
  kEnding = 2,  // over, but not everyone has heard the scores
  kOver = 3,
  kBroken = 4,  // cannot be gone on with
};

struct SavedSeat {
  std::string name;
  int color = 0;
  std::string bot;  // empty: a client
  std::string address;  // from where it joined
  std::string token_hash;  // SHA-256 of the key to this seat; empty: it has none
};

struct SavedGame {
  std::int64_t id = 0;
  std::string code;
  std::string edition;
  TableOptions options;
  GameStatus status = GameStatus::kWaiting;
  std::int64_t created_ms = 0;  // since 1970
  ChaKey key{};
  std::vector<SavedSeat> seats;  // waiting: in the order they joined; else by seat
};

// -- What can be handed in
struct SaveGame {  // a new one, or its status and seats anew
  SavedGame game;
};
struct ForgetGame {
  std::int64_t id;
};
struct AppendRecord {
  std::int64_t game;
  std::string text;
};
struct FinishRecord {  // the whole record of a game that is over
  std::int64_t game;
  std::string text;
};
struct AppendLog {  // a file for people; not part of the transaction
  std::string file;
  std::string text;
  bool anew;  // empty it first
};
using Change = std::variant<SaveGame, ForgetGame, AppendRecord, FinishRecord, AppendLog>;

struct StoreError {
  std::string message;
};

class Store {
 public:
  using Ticket = std::uint64_t;
  struct Options {
    std::string path;
    bool sync_full = false;
  };
  // Called on the store's thread.
  struct Callbacks {
    std::function<void(Ticket)> committed;  // everything up to this ticket is safe
    std::function<void(const std::string&)> trouble;  // it cannot write; it tries again and again
    std::function<void()> recovered;
    std::function<void(const std::string&)> log_trouble;  // a log file cannot be written
  };

  // Opens or makes the file; throws StoreError.
  explicit Store(const Options& options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // -- Before `run`
  std::vector<SavedGame> unfinished() const;
  std::int64_t next_id() const;
  std::map<std::int64_t, std::string> unfinished_records() const;

  // -- From any thread
  std::optional<SavedGame> game(std::int64_t id) const;
  std::vector<SavedGame> latest(int count) const;
  std::string record(std::int64_t id) const;  // of a game that is over; else empty

  // -- Writing
  void run(Callbacks callbacks);
  Ticket submit(std::vector<Change> changes);
  Ticket last_ticket() const;
  // Waits until all is written, unless there is trouble, and stops. Returns whether all is written.
  bool stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fogg::server
