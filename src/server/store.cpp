#include "server/store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "server/crash_point.h"

namespace fogg::server {

namespace {

constexpr int kSchema = 2;
constexpr int kBusyMs = 10'000;
// Pages of the write-ahead log (4 KiB each) after which it is copied into the file; and from which on writers have to wait for that, so that it
// cannot grow for ever.
constexpr int kForcePages = 32'000;
int checkpoint_pages() {
  constexpr int kUsual = 1'000;
  static const char* const kForTests = std::getenv("FOGG_CHECKPOINT_PAGES");
  static const int kPages = kForTests != nullptr ? std::max(1, std::atoi(kForTests)) : kUsual;
  return kPages;
}
constexpr auto kRetryAfter = std::chrono::milliseconds(500);

// The journal has what happens, of all games one after the other, so that a batch of many tables fills a few pages at its end instead of one for
// each table. When a game is over its record is written once more as a whole; the beginning of the journal that only finished games
// need is removed now and then.
constexpr std::int64_t kTrimAfter = 2'000;

constexpr const char* kTables = R"(
CREATE TABLE games (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL, edition TEXT NOT NULL,
  status INTEGER NOT NULL, created_ms INTEGER NOT NULL, key BLOB NOT NULL, options TEXT NOT NULL);
CREATE INDEX games_by_status ON games (status);
CREATE TABLE seats (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL,
  bot TEXT NOT NULL, address TEXT NOT NULL, token_hash TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE records (game INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE journal (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, text TEXT NOT NULL);
)";

// From the format before tables had options of their own. Whoever waited at a table then has to sit down again.
constexpr const char* kFrom1 = R"(
DELETE FROM seats WHERE game IN (SELECT id FROM games WHERE status = 0);
DELETE FROM games WHERE status = 0;
ALTER TABLE games ADD COLUMN options TEXT NOT NULL DEFAULT '';
UPDATE games SET options = json_object('players', players, 'bots', json('[]'), 'move_time', 300,
  'observers', CASE WHEN open_cards THEN 'all' ELSE 'public' END, 'listed', json('true'), 'v09', json('true'), 'chat', json('true'));
ALTER TABLE games DROP COLUMN players;
ALTER TABLE games DROP COLUMN open_cards;
ALTER TABLE seats ADD COLUMN token_hash TEXT NOT NULL DEFAULT '';
)";

void prepare(SQLite::Database& db, bool sync_full) {
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA wal_autocheckpoint = 0");
  db.exec(sync_full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
}

// Before anything is changed: a file this program cannot use stays as it is. Returns its format, 0 for a new one.
int checked_format(SQLite::Database& db, const std::string& path) {
  const int format = db.execAndGet("PRAGMA user_version").getInt();
  if (format > kSchema || format < 0) {
    throw StoreError{fmt::format("{} was written by another version of this program (its format is {}, here it is {})",
                                 path, format, kSchema)};
  }
  if (format == 0 && db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() != 0)
    throw StoreError{fmt::format("{} is a database of another program", path)};
  return format;
}

void make_tables(SQLite::Database& db, int format) {
  if (format == kSchema) return;
  SQLite::Transaction transaction(db);
  db.exec(format == 1 ? kFrom1 : kTables);
  db.exec(fmt::format("PRAGMA user_version = {}", kSchema));
  transaction.commit();
}

SavedGame read_game(SQLite::Statement& row) {
  SavedGame game;
  game.id = row.getColumn(0).getInt64();
  game.code = row.getColumn(1).getString();
  game.edition = row.getColumn(2).getString();
  game.status = static_cast<GameStatus>(row.getColumn(3).getInt());
  game.created_ms = row.getColumn(4).getInt64();
  const SQLite::Column key = row.getColumn(5);
  if (static_cast<std::size_t>(key.getBytes()) == game.key.size())
    std::memcpy(game.key.data(), key.getBlob(), game.key.size());
  // With options that cannot be read it has no players, and is put aside as broken.
  if (const auto options = table_options_from_json(row.getColumn(6).getText())) {
    game.options = *options;
  } else {
    game.options.players = 0;
  }
  return game;
}

std::vector<SavedGame> read_games(SQLite::Database& db, const std::string& where) {
  std::vector<SavedGame> games;
  SQLite::Statement query(db, "SELECT id, code, edition, status, created_ms, key, options FROM games " + where);
  while (query.executeStep()) games.push_back(read_game(query));
  SQLite::Statement seats(db, "SELECT name, color, bot, address, token_hash FROM seats WHERE game = ? ORDER BY seat");
  for (SavedGame& game : games) {
    seats.reset();
    seats.bind(1, game.id);
    while (seats.executeStep()) {
      game.seats.push_back({seats.getColumn(0).getString(), seats.getColumn(1).getInt(), seats.getColumn(2).getString(),
                            seats.getColumn(3).getString(), seats.getColumn(4).getString()});
    }
  }
  return games;
}

// Two servers on one file would overwrite each other's games.
class FileLock {
 public:
  explicit FileLock(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) throw StoreError{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      close(file_);
      throw StoreError{fmt::format("another server is using this store ({} is locked)", path)};
    }
  }
  ~FileLock() { close(file_); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

// What could not be written is kept and tried again with the next text.
class Logs {
 public:
  // Returns what is wrong, or nothing.
  std::string append(const AppendLog& log) {
    std::string& waiting = waiting_[log.file];
    if (log.anew) waiting.clear();
    waiting += log.text;
    std::ofstream out(log.file, log.anew ? std::ios::binary | std::ios::trunc : std::ios::binary | std::ios::app);
    out << waiting;
    out.close();
    if (!out) return fmt::format("cannot write the log {}: {}", log.file, std::strerror(errno));
    waiting_.erase(log.file);
    return {};
  }

 private:
  std::map<std::string, std::string> waiting_;
};

}  // namespace

struct Store::Impl {
  explicit Impl(const Options& options)
      : path(options.path),
        lock(options.path + ".lock"),
        db(options.path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE),
        reader(options.path, SQLite::OPEN_READWRITE) {
    db.setBusyTimeout(kBusyMs);
    reader.setBusyTimeout(kBusyMs);
    const int format = checked_format(db, path);
    prepare(db, options.sync_full);
    make_tables(db, format);
    journal_end = db.execAndGet("SELECT coalesce(max(id), 0) + 1 FROM journal").getInt64();
  }

  // -- The writing thread
  void write_loop();
  bool write(const std::vector<Change>& batch, std::string& wrong);
  void carry_out(const SaveGame& change);
  void carry_out(const ForgetGame& change);
  void carry_out(const AppendRecord& change);
  void carry_out(const FinishRecord& change);
  void trim_journal();
  void carry_out(const AppendLog&) {}
  SQLite::Statement& statement(const char* text);

  // -- The checkpointing thread, which has a connection of its own
  void checkpoint_loop();

  std::string path;
  FileLock lock;
  SQLite::Database db;
  std::map<const char*, std::unique_ptr<SQLite::Statement>> statements;
  std::map<std::int64_t, std::int64_t> journal_begins;  // the first row of each game that is not over
  std::int64_t journal_end = 1;
  std::int64_t journal_trimmed = 0;
  mutable std::mutex reading;
  mutable SQLite::Database reader;
  Callbacks callbacks;
  Logs logs;

  std::mutex mutex;
  std::condition_variable work;
  std::vector<Change> waiting;
  Ticket last_ticket = 0;
  bool stopping = false;
  bool all_written = true;

  std::condition_variable checkpoint_work;
  int wal_pages = 0;
  std::thread writer;
  std::thread checkpointer;
};

SQLite::Statement& Store::Impl::statement(const char* text) {
  auto& made = statements[text];
  if (!made) made = std::make_unique<SQLite::Statement>(db, text);
  made->reset();
  return *made;
}

void Store::Impl::carry_out(const SaveGame& change) {
  const SavedGame& game = change.game;
  SQLite::Statement& insert = statement(
      "INSERT INTO games (id, code, edition, status, created_ms, key, options) VALUES (?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT (id) DO UPDATE SET status = excluded.status, key = excluded.key, created_ms = excluded.created_ms, "
      "options = excluded.options");
  insert.bind(1, game.id);
  insert.bind(2, game.code);
  insert.bind(3, game.edition);
  insert.bind(4, static_cast<int>(game.status));
  insert.bind(5, game.created_ms);
  insert.bind(6, game.key.data(), static_cast<int>(game.key.size()));
  insert.bind(7, to_json(game.options));
  insert.exec();
  SQLite::Statement& clear = statement("DELETE FROM seats WHERE game = ?");
  clear.bind(1, game.id);
  clear.exec();
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    SQLite::Statement& add =
        statement("INSERT INTO seats (game, seat, name, color, bot, address, token_hash) VALUES (?, ?, ?, ?, ?, ?, ?)");
    add.bind(1, game.id);
    add.bind(2, static_cast<int>(seat));
    add.bind(3, game.seats[seat].name);
    add.bind(4, game.seats[seat].color);
    add.bind(5, game.seats[seat].bot);
    add.bind(6, game.seats[seat].address);
    add.bind(7, game.seats[seat].token_hash);
    add.exec();
  }
}

void Store::Impl::carry_out(const ForgetGame& change) {
  journal_begins.erase(change.id);
  for (const char* text : {"DELETE FROM games WHERE id = ?", "DELETE FROM seats WHERE game = ?"}) {
    SQLite::Statement& remove = statement(text);
    remove.bind(1, change.id);
    remove.exec();
  }
}

void Store::Impl::carry_out(const AppendRecord& change) {
  SQLite::Statement& insert = statement("INSERT INTO journal (game, text) VALUES (?, ?)");
  insert.bind(1, change.game);
  insert.bindNoCopy(2, change.text);
  insert.exec();
  insert.clearBindings();
  journal_end = db.getLastInsertRowid() + 1;
  journal_begins.try_emplace(change.game, journal_end - 1);
}

void Store::Impl::carry_out(const FinishRecord& change) {
  SQLite::Statement& insert = statement("INSERT OR REPLACE INTO records VALUES (?, ?)");
  insert.bind(1, change.game);
  insert.bindNoCopy(2, change.text);
  insert.exec();
  insert.clearBindings();
  journal_begins.erase(change.game);
  trim_journal();
}

// Rows before the first one of any running game.
void Store::Impl::trim_journal() {
  std::int64_t needed = journal_end;
  for (const auto& [game, begin] : journal_begins) needed = std::min(needed, begin);
  if (needed - journal_trimmed < kTrimAfter) return;
  SQLite::Statement& remove = statement("DELETE FROM journal WHERE id < ?");
  remove.bind(1, needed);
  remove.exec();
  journal_trimmed = needed;
}

// One transaction. False if it could not be done; nothing has changed then.
bool Store::Impl::write(const std::vector<Change>& batch, std::string& wrong) {
  try {
    statement("BEGIN IMMEDIATE").exec();
    for (const Change& change : batch) std::visit([this](const auto& c) { carry_out(c); }, change);
    crash_point("before-commit");
    statement("COMMIT").exec();
    crash_point("after-commit");
    return true;
  } catch (const SQLite::Exception& error) {
    wrong = error.what();
    statements.clear();
    try {
      if (sqlite3_get_autocommit(db.getHandle()) == 0) db.exec("ROLLBACK");
    } catch (const SQLite::Exception&) {  // NOLINT(bugprone-empty-catch)
      // The next BEGIN will say so if it matters.
    }
    return false;
  }
}

void Store::Impl::write_loop() {
  sqlite3_wal_hook(
      db.getHandle(),
      [](void* self, sqlite3*, const char*, int pages) {
        auto& impl = *static_cast<Impl*>(self);
        if (pages < checkpoint_pages()) return SQLITE_OK;
        {
          const std::scoped_lock hold(impl.mutex);
          impl.wal_pages = pages;
        }
        impl.checkpoint_work.notify_one();
        return SQLITE_OK;
      },
      this);
  bool troubled = false;
  std::vector<Change> batch;
  std::unique_lock hold(mutex);
  while (true) {
    work.wait(hold, [this] { return stopping || !waiting.empty(); });
    if (waiting.empty()) break;
    batch.clear();
    batch.swap(waiting);
    const Ticket ticket = last_ticket;
    all_written = false;
    hold.unlock();
    std::string wrong;
    bool given_up = false;
    while (!write(batch, wrong)) {
      if (!troubled) callbacks.trouble(wrong);
      troubled = true;
      std::unique_lock wait(mutex);
      if (work.wait_for(wait, kRetryAfter, [this] { return stopping; })) {
        // One last attempt: there may be room now.
        wait.unlock();
        given_up = !write(batch, wrong);
        break;
      }
    }
    if (given_up) return;
    for (const Change& change : batch) {
      const auto* log = std::get_if<AppendLog>(&change);
      if (log == nullptr) continue;
      if (const std::string trouble = logs.append(*log); !trouble.empty()) callbacks.log_trouble(trouble);
    }
    if (std::exchange(troubled, false)) callbacks.recovered();
    callbacks.committed(ticket);
    hold.lock();
    all_written = waiting.empty();
  }
}

void Store::Impl::checkpoint_loop() {
  SQLite::Database own(path, SQLite::OPEN_READWRITE);
  own.setBusyTimeout(kBusyMs);
  std::unique_lock hold(mutex);
  while (true) {
    checkpoint_work.wait(hold, [this] { return stopping || wal_pages > 0; });
    if (stopping) return;
    const bool force = std::exchange(wal_pages, 0) >= kForcePages;
    hold.unlock();
    crash_during("checkpoint");
    // A failure is no harm: the log is longer, and the next checkpoint tries again.
    sqlite3_wal_checkpoint_v2(own.getHandle(), nullptr, force ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE,
                              nullptr, nullptr);
    hold.lock();
  }
}

Store::Store(const Options& options) {
  try {
    impl_ = std::make_unique<Impl>(options);
  } catch (const SQLite::Exception& error) {
    throw StoreError{fmt::format("cannot use {} as a store: {}", options.path, error.what())};
  }
}

Store::~Store() { stop(); }

std::vector<SavedGame> Store::unfinished() const {
  const std::scoped_lock hold(impl_->reading);
  return read_games(impl_->reader, "WHERE status < 3 ORDER BY id");
}

std::int64_t Store::next_id() const {
  const std::scoped_lock hold(impl_->reading);
  return impl_->reader.execAndGet("SELECT coalesce(max(id), 0) + 1 FROM games").getInt64();
}

std::optional<SavedGame> Store::game(std::int64_t id) const {
  const std::scoped_lock hold(impl_->reading);
  auto found = read_games(impl_->reader, fmt::format("WHERE id = {}", id));
  if (found.empty()) return {};
  return std::move(found[0]);
}

std::vector<SavedGame> Store::latest(int count) const {
  const std::scoped_lock hold(impl_->reading);
  return read_games(impl_->reader, fmt::format("WHERE status >= 1 ORDER BY id DESC LIMIT {}", count));
}

std::string Store::record(std::int64_t id) const {
  const std::scoped_lock hold(impl_->reading);
  SQLite::Statement query(impl_->reader, "SELECT text FROM records WHERE game = ?");
  query.bind(1, id);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

std::map<std::int64_t, std::string> Store::unfinished_records() const {
  const std::scoped_lock hold(impl_->reading);
  std::map<std::int64_t, std::string> records;
  SQLite::Statement query(
      impl_->reader,
      "SELECT game, text, id FROM journal WHERE game IN (SELECT id FROM games WHERE status = 1) ORDER BY id");
  while (query.executeStep()) {
    const std::int64_t game = query.getColumn(0).getInt64();
    records[game] += query.getColumn(1).getText();
    impl_->journal_begins.try_emplace(game, query.getColumn(2).getInt64());
  }
  return records;
}

void Store::run(Callbacks callbacks) {
  impl_->callbacks = std::move(callbacks);
  impl_->writer = std::thread([this] { impl_->write_loop(); });
  impl_->checkpointer = std::thread([this] { impl_->checkpoint_loop(); });
  pthread_setname_np(impl_->writer.native_handle(), "fogg-store");
  pthread_setname_np(impl_->checkpointer.native_handle(), "fogg-checkpoint");
}

Store::Ticket Store::submit(std::vector<Change> changes) {
  Ticket ticket;
  bool first;
  {
    const std::scoped_lock hold(impl_->mutex);
    first = impl_->waiting.empty();
    for (Change& change : changes) impl_->waiting.push_back(std::move(change));
    ticket = ++impl_->last_ticket;
  }
  if (first) impl_->work.notify_one();
  return ticket;
}

Store::Ticket Store::last_ticket() const {
  const std::scoped_lock hold(impl_->mutex);
  return impl_->last_ticket;
}

bool Store::stop() {
  {
    const std::scoped_lock hold(impl_->mutex);
    impl_->stopping = true;
  }
  impl_->work.notify_all();
  impl_->checkpoint_work.notify_all();
  if (impl_->writer.joinable()) impl_->writer.join();
  if (impl_->checkpointer.joinable()) impl_->checkpointer.join();
  return impl_->all_written;
}

}  // namespace fogg::server
