// The book in an SQLite file.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <type_traits>
#include <utility>

#include "arena/book.h"
#include "arena/book_texts.h"
#include "record/event.h"

namespace fogg::arena {

namespace {

constexpr int kFormat = 1;
constexpr int kApplication = 0x466F6741;  // "FogA"
constexpr int kBusyMs = 30'000;
constexpr std::size_t kMostRemembered = 5'000;

constexpr const char* kTables = R"(
CREATE TABLE competition (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE entrants (
  id INTEGER PRIMARY KEY, spec TEXT NOT NULL, active INTEGER NOT NULL, from_round INTEGER NOT NULL,
  why TEXT NOT NULL DEFAULT '', token_hash TEXT NOT NULL DEFAULT '');
CREATE TABLE games (
  number INTEGER PRIMARY KEY, round INTEGER NOT NULL, deal INTEGER NOT NULL, edition TEXT NOT NULL, seats TEXT NOT NULL,
  together INTEGER NOT NULL, status INTEGER NOT NULL, seen INTEGER NOT NULL DEFAULT 0);
CREATE INDEX games_by_deal ON games (deal);
CREATE TABLE outcomes (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL UNIQUE, ranks TEXT NOT NULL, points TEXT NOT NULL,
  report TEXT NOT NULL, form INTEGER NOT NULL, played BLOB NOT NULL, worker TEXT NOT NULL);
CREATE TABLE put_aside (
  game INTEGER NOT NULL, ranks TEXT NOT NULL, points TEXT NOT NULL, report TEXT NOT NULL, form INTEGER NOT NULL,
  played BLOB NOT NULL, worker TEXT NOT NULL);
CREATE TABLE commands (id INTEGER PRIMARY KEY AUTOINCREMENT, verb TEXT NOT NULL, argument TEXT NOT NULL, answer TEXT);
)";

enum Status { kWaiting = 0, kOver = 1, kCalledOff = 2 };

// Two processes that run the same competition would play its games twice.
class RunLock {
 public:
  explicit RunLock(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) throw BookError{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      close(file_);
      throw BookError{fmt::format("this competition is being run already ({} is locked)", path)};
    }
  }
  ~RunLock() { close(file_); }
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int file_;
};

class SqliteBook final : public Book {
 public:
  SqliteBook(const std::string& file, Access access, bool fresh)
      : file_(file),
        db_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX | (fresh ? SQLite::OPEN_CREATE : 0), kBusyMs) {
    if (access == Access::kRun) lock_.emplace(file + ".lock");
    check(fresh);
    db_.exec("PRAGMA journal_mode = WAL");
    db_.exec("PRAGMA synchronous = NORMAL");
  }

  void begin(const NewCompetition& competition) {
    locked([&] {
      SQLite::Transaction transaction(db_);
      db_.exec(kTables);
      db_.exec(fmt::format("PRAGMA application_id = {}", kApplication));
      db_.exec(fmt::format("PRAGMA user_version = {}", kFormat));
      set("spec", competition.spec_text);
      set("folder", competition.spec_folder);
      set("key", hex(competition.key));
      set("basis", competition.basis);
      set("phase", std::string(name(Phase::kRunning)));
      for (const EntrantEntry& entrant : competition.entrants) insert_entrant(entrant);
      transaction.commit();
    });
  }

  std::string spec_text() override { return get("spec"); }
  std::string spec_folder() override { return get("folder"); }
  std::string basis() override { return find("basis").value_or(""); }
  ChaKey key() override { return book_key(get("key")); }
  Phase phase() override { return book_phase(get("phase")); }
  void set_phase(Phase phase) override {
    locked([&] { set("phase", std::string(name(phase))); });
  }

  std::vector<EntrantEntry> entrants() override {
    return locked([&] {
      std::vector<EntrantEntry> all;
      SQLite::Statement query(db_, "SELECT spec, active, from_round, why, token_hash FROM entrants ORDER BY id");
      while (query.executeStep())
        all.push_back(entrant_entry(query.getColumn(0).getText(), query.getColumn(1).getInt() != 0,
                                    query.getColumn(2).getInt(), query.getColumn(3).getText(),
                                    query.getColumn(4).getText()));
      return all;
    });
  }
  Entrant add_entrant(const EntrantEntry& entrant) override {
    return locked([&] { return insert_entrant(entrant); });
  }
  void drop_entrant(Entrant entrant, std::string_view why) override {
    locked([&] {
      SQLite::Transaction transaction(db_);
      SQLite::Statement drop(db_, "UPDATE entrants SET active = 0, why = ? WHERE id = ?");
      drop.bind(1, std::string(why));
      drop.bind(2, entrant);
      drop.exec();
      SQLite::Statement games(db_, "SELECT number, seats FROM games WHERE status = 0");
      SQLite::Statement off(db_, "UPDATE games SET status = 2 WHERE number = ?");
      while (games.executeStep()) {
        const std::vector<int> seats = numbers_from(games.getColumn(1).getText());
        if (std::find(seats.begin(), seats.end(), entrant) == seats.end()) continue;
        off.reset();
        off.bind(1, games.getColumn(0).getInt64());
        off.exec();
      }
      transaction.commit();
      counts_.reset();
    });
  }

  void set_token_hash(Entrant entrant, std::string_view hash) override {
    locked([&] {
      SQLite::Statement update(db_, "UPDATE entrants SET token_hash = ? WHERE id = ?");
      update.bind(1, std::string(hash));
      update.bind(2, entrant);
      update.exec();
    });
  }

  void add_games(const std::vector<Game>& games) override {
    locked([&] {
      SQLite::Transaction transaction(db_);
      SQLite::Statement insert(
          db_,
          "INSERT INTO games (number, round, deal, edition, seats, together, status) VALUES (?, ?, ?, ?, ?, ?, 0)");
      for (const Game& game : games) {
        insert.bind(1, game.number);
        insert.bind(2, game.round);
        insert.bind(3, game.deal);
        insert.bind(4, game.edition);
        insert.bind(5, numbers_text(game.seats));
        insert.bind(6, game.together ? 1 : 0);
        insert.exec();
        insert.reset();
      }
      transaction.commit();
      counts_.reset();
    });
  }

  // One process runs the competition, so who has a game need not be written down: after a crash all that are not over are waiting.
  std::vector<Game> take(const std::string&, int most, std::chrono::milliseconds,
                         const std::vector<Entrant>& without) override {
    return locked([&] {
      std::vector<Game> games;
      SQLite::Statement query(db_,
                              "SELECT number, round, deal, edition, seats, together FROM games WHERE status = 0 AND "
                              "number > ? ORDER BY number");
      query.bind(1, last_taken_);
      bool left_some = false;
      while (static_cast<int>(games.size()) < most && query.executeStep()) {
        Game game = game_at(query, 0);
        if (taken_.contains(game.number)) continue;
        left_some = left_some || sits_in(without, game);
        // Up to here all are taken.
        if (!left_some) last_taken_ = game.number;
        if (sits_in(without, game)) continue;
        taken_.insert(game.number);
        games.push_back(std::move(game));
      }
      return games;
    });
  }
  void keep(const std::string&, std::chrono::milliseconds) override {}
  void give_back(const std::string&) override {
    locked([&] {
      if (!taken_.empty()) last_taken_ = std::min(last_taken_, *taken_.begin() - 1);
      taken_.clear();
    });
  }
  int finish(const std::string& worker, const std::vector<Finished>& games) override {
    return locked([&] {
      SQLite::Transaction transaction(db_);
      SQLite::Statement end(db_, "UPDATE games SET status = 1 WHERE number = ? AND status = 0");
      SQLite::Statement insert(db_,
                               "INSERT INTO outcomes (game, ranks, points, report, form, played, worker) VALUES (?, ?, "
                               "?, ?, ?, ?, ?)");
      int fresh = 0;
      for (const Finished& one : games) {
        taken_.erase(one.game.number);
        end.reset();
        end.bind(1, one.game.number);
        if (end.exec() == 0) continue;
        insert.reset();
        insert.bind(1, one.game.number);
        insert.bind(2, numbers_text(one.outcome.ranks));
        insert.bind(3, numbers_text(one.outcome.points));
        insert.bind(4, to_json(one.report));
        insert.bind(5, static_cast<int>(one.form));
        insert.bindNoCopy(6, one.played.data(), static_cast<int>(one.played.size()));
        insert.bind(7, worker);
        insert.exec();
        remember(one);
        ++fresh;
      }
      transaction.commit();
      if (counts_) {
        counts_->waiting -= fresh;
        counts_->over += fresh;
      }
      return fresh;
    });
  }
  void note_begun(const std::vector<std::int64_t>& games) override {
    locked([&] {
      SQLite::Transaction transaction(db_);
      SQLite::Statement note(db_, "UPDATE games SET seen = 1 WHERE number = ?");
      for (const std::int64_t number : games) {
        note.reset();
        note.bind(1, number);
        note.exec();
      }
      transaction.commit();
    });
  }
  int redeal_begun() override {
    return locked([&] {
      SQLite::Transaction transaction(db_);
      SQLite::Statement find(db_,
                             "SELECT number, round, deal, edition, seats, together FROM games WHERE status = 0 AND "
                             "seen = 1 ORDER BY number");
      std::vector<Game> games;
      while (find.executeStep()) games.push_back(game_at(find, 0));
      give_fresh_deals(games, db_.execAndGet("SELECT coalesce(max(deal), 0) + 1 FROM games").getInt64());
      SQLite::Statement change(db_, "UPDATE games SET deal = ?, seen = 0 WHERE number = ?");
      for (const Game& game : games) {
        change.reset();
        change.bind(1, game.deal);
        change.bind(2, game.number);
        change.exec();
      }
      transaction.commit();
      return static_cast<int>(games.size());
    });
  }
  GameCounts counts() override {
    return locked([&] {
      // Counting a million games takes a while; whoever runs the competition knows what changes.
      if (!lock_ || !counts_) counts_ = counted();
      GameCounts counts = *counts_;
      counts.taken = std::min(counts.waiting, static_cast<std::int64_t>(taken_.size()));
      counts.waiting -= counts.taken;
      return counts;
    });
  }
  std::int64_t next_game() override { return next("number"); }
  std::int64_t next_deal() override { return next("deal"); }

  std::vector<Ended> ended_after(std::int64_t& serial, int most) override {
    return locked([&] {
      if (auto known = remembered(serial, most)) return std::move(*known);
      latest_.clear();
      std::vector<Ended> all;
      SQLite::Statement query(
          db_,
          "SELECT serial, number, round, deal, edition, seats, together, ranks, points, report FROM "
          "outcomes JOIN games ON game = number WHERE serial > ? ORDER BY serial LIMIT ?");
      query.bind(1, serial);
      query.bind(2, most);
      while (query.executeStep()) {
        serial = query.getColumn(0).getInt64();
        all.push_back({game_at(query, 1),
                       {numbers_from(query.getColumn(7).getText()), numbers_from(query.getColumn(8).getText())},
                       report_of(query.getColumn(9).getText())});
      }
      return all;
    });
  }
  std::optional<Finished> finished(std::int64_t number) override {
    return locked([&]() -> std::optional<Finished> {
      SQLite::Statement query(
          db_,
          "SELECT number, round, deal, edition, seats, together, ranks, points, report, form, played "
          "FROM outcomes JOIN games ON game = number WHERE number = ?");
      query.bind(1, number);
      if (!query.executeStep()) return {};
      const SQLite::Column played = query.getColumn(10);
      return Finished{
          game_at(query, 0),
          {numbers_from(query.getColumn(6).getText()), numbers_from(query.getColumn(7).getText())},
          report_of(query.getColumn(8).getText()),
          static_cast<Finished::Form>(query.getColumn(9).getInt()),
          std::string(static_cast<const char*>(played.getBlob()), static_cast<std::size_t>(played.getBytes()))};
    });
  }
  bool is_dealt_out(std::int64_t deal) override {
    return locked([&] {
      SQLite::Statement query(db_, "SELECT 1 FROM games WHERE status = 0 AND deal = ? LIMIT 1");
      query.bind(1, deal);
      return !query.executeStep();
    });
  }
  void rerun(std::int64_t number) override {
    locked([&] {
      SQLite::Transaction transaction(db_);
      const std::string where = fmt::format(" WHERE game = {}", number);
      db_.exec("INSERT INTO put_aside SELECT game, ranks, points, report, form, played, worker FROM outcomes" + where);
      latest_.clear();
      if (db_.exec("DELETE FROM outcomes" + where) == 0) throw BookError{fmt::format("game {} is not over", number)};
      db_.exec(
          fmt::format("UPDATE games SET status = 0, seen = 0, deal = CASE WHEN seen = 0 THEN deal ELSE (SELECT "
                      "max(deal) + 1 FROM games) END WHERE number = {}",
                      number));
      transaction.commit();
      counts_.reset();
      taken_.erase(number);
      last_taken_ = std::min(last_taken_, number - 1);
    });
  }

  std::int64_t post(const Command& command) override {
    return locked([&] {
      SQLite::Statement insert(db_, "INSERT INTO commands (verb, argument) VALUES (?, ?)");
      insert.bind(1, command.verb);
      insert.bind(2, command.argument);
      insert.exec();
      return db_.getLastInsertRowid();
    });
  }
  std::vector<Command> commands() override {
    return locked([&] {
      std::vector<Command> all;
      SQLite::Statement query(db_, "SELECT id, verb, argument FROM commands WHERE answer IS NULL ORDER BY id");
      while (query.executeStep())
        all.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getText(), query.getColumn(2).getText()});
      return all;
    });
  }
  void done(std::int64_t command, std::string_view answer) override {
    locked([&] {
      SQLite::Statement update(db_, "UPDATE commands SET answer = ? WHERE id = ?");
      update.bind(1, std::string(answer));
      update.bind(2, command);
      update.exec();
    });
  }
  std::optional<std::string> answer(std::int64_t command) override {
    return locked([&]() -> std::optional<std::string> {
      SQLite::Statement query(db_, "SELECT answer FROM commands WHERE id = ? AND answer IS NOT NULL");
      query.bind(1, command);
      if (!query.executeStep()) return {};
      return query.getColumn(0).getString();
    });
  }

 private:
  // What was written last is what is read next, by whoever runs the competition: those need not be fetched again.
  void remember(const Finished& one) {
    if (latest_.size() == kMostRemembered) latest_.clear();
    if (latest_.empty()) before_latest_ = db_.getLastInsertRowid() - 1;
    latest_.push_back({one.game, one.outcome, one.report});
    for (SeatReport& seat : latest_.back().report.seats) seat.words = readable(seat.words);  // as it was written
    last_serial_ = db_.getLastInsertRowid();
  }
  // Nothing if it must be looked up.
  std::optional<std::vector<Ended>> remembered(std::int64_t& serial, int most) {
    if (latest_.empty() || serial != before_latest_ || latest_.size() > static_cast<std::size_t>(most)) return {};
    serial = last_serial_;
    return std::exchange(latest_, {});
  }

  template <typename F>
  std::invoke_result_t<F> locked(F&& f) {
    const std::lock_guard lock(mutex_);
    try {
      return f();
    } catch (const SQLite::Exception& error) {
      latest_.clear();  // it may not have been written
      throw BookError{fmt::format("{}: {}", file_, error.what())};
    }
  }
  void check(bool fresh) {
    try {
      // One whose making was interrupted has no tables yet.
      const bool empty = db_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
      if (fresh && !empty)
        throw BookError{fmt::format("there is a competition in {} already; --resume goes on with it", file_)};
      if (fresh) return;
      if (empty)
        throw BookError{
            fmt::format("{} is empty, as its making was interrupted; start it again without --resume", file_)};
      if (db_.execAndGet("PRAGMA application_id").getInt() != kApplication)
        throw BookError{fmt::format("{} is no competition of this program", file_)};
      const int format = db_.execAndGet("PRAGMA user_version").getInt();
      if (format != kFormat)
        throw BookError{
            fmt::format("{} was written by another version of this program (its format is {}, here it is {})", file_,
                        format, kFormat)};
    } catch (const SQLite::Exception& error) {
      throw BookError{fmt::format("{}: {}", file_, error.what())};
    }
  }
  void set(const std::string& name, const std::string& value) {
    SQLite::Statement insert(db_, "INSERT OR REPLACE INTO competition VALUES (?, ?)");
    insert.bind(1, name);
    insert.bind(2, value);
    insert.exec();
  }
  std::optional<std::string> find(const std::string& name) {
    return locked([&]() -> std::optional<std::string> {
      SQLite::Statement query(db_, "SELECT value FROM competition WHERE name = ?");
      query.bind(1, name);
      if (!query.executeStep()) return {};
      return query.getColumn(0).getString();
    });
  }
  std::string get(const std::string& name) {
    auto value = find(name);
    if (!value) throw BookError{fmt::format("{}: there is no {}", file_, name)};
    return std::move(*value);
  }
  Entrant insert_entrant(const EntrantEntry& entrant) {
    const Entrant id = db_.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM entrants").getInt();
    SQLite::Statement insert(
        db_, "INSERT INTO entrants (id, spec, active, from_round, why, token_hash) VALUES (?, ?, 1, ?, '', ?)");
    insert.bind(1, id);
    insert.bind(2, to_json(entrant.spec));
    insert.bind(3, entrant.state.from_round);
    insert.bind(4, entrant.token_hash);
    insert.exec();
    return id;
  }
  GameCounts counted() {
    GameCounts counts;
    SQLite::Statement query(db_, "SELECT status, count(*) FROM games GROUP BY status");
    while (query.executeStep()) {
      const std::int64_t number = query.getColumn(1).getInt64();
      switch (query.getColumn(0).getInt()) {
        case kWaiting: counts.waiting = number; break;
        case kOver: counts.over = number; break;
        default: counts.called_off = number;
      }
    }
    return counts;
  }
  std::int64_t next(const char* column) {
    return locked(
        [&] { return db_.execAndGet(fmt::format("SELECT coalesce(max({}), 0) + 1 FROM games", column)).getInt64(); });
  }
  static bool sits_in(const std::vector<Entrant>& any, const Game& game) {
    return std::find_first_of(any.begin(), any.end(), game.seats.begin(), game.seats.end()) != any.end();
  }
  static Game game_at(SQLite::Statement& row, int first) {
    Game game;
    game.number = row.getColumn(first).getInt64();
    game.round = row.getColumn(first + 1).getInt();
    game.deal = row.getColumn(first + 2).getInt64();
    game.edition = row.getColumn(first + 3).getString();
    game.seats = numbers_from(row.getColumn(first + 4).getText());
    game.together = row.getColumn(first + 5).getInt() != 0;
    return game;
  }

  std::string file_;
  std::optional<RunLock> lock_;
  std::mutex mutex_;
  SQLite::Database db_;
  std::optional<GameCounts> counts_;  // all that are not over are waiting here
  std::int64_t last_taken_ = 0;
  std::set<std::int64_t> taken_;
  std::vector<Ended> latest_;  // those with serial numbers above `before_latest_`, up to `last_serial_`
  std::int64_t before_latest_ = 0;
  std::int64_t last_serial_ = 0;
};

}  // namespace

std::unique_ptr<Book> make_book(const std::string& file, const NewCompetition& competition) {
  try {
    // It has the key of all cards in it, which only the organiser may read. What SQLite puts beside it gets the same mode.
    if (const int made = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); made >= 0) close(made);
    auto book = std::make_unique<SqliteBook>(file, Access::kRun, true);
    book->begin(competition);
    return book;
  } catch (const SQLite::Exception& error) {
    throw BookError{fmt::format("cannot make {}: {}", file, error.what())};
  }
}

std::unique_ptr<Book> open_book(const std::string& file, Access access) {
  if (!std::filesystem::exists(file)) throw BookError{fmt::format("there is no {}", file)};
  try {
    return std::make_unique<SqliteBook>(file, access, false);
  } catch (const SQLite::Exception& error) {
    throw BookError{fmt::format("cannot open {}: {}", file, error.what())};
  }
}

}  // namespace fogg::arena
