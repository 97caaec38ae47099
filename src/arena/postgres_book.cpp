// The book in a PostgreSQL database.
//
// Locks are always taken in the same order, first the competition's row, then games by their number; whoever takes or keeps games waits for
// nobody and leaves alone what is locked. So nobody waits in a circle. Rows that are to be changed are named one by one (`number = ANY`), which
// the server does quickly whatever it believes to know of the tables.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

#include "arena/book_texts.h"
#include "arena/database.h"
#include "arena/database_tables.h"
#include "arena/session.h"
#include "record/event.h"

namespace fogg::arena {

namespace {

using Kind = Session::Kind;
using pq::array_text;
using pq::Connection;
using pq::Result;

// One that was killed a moment ago still has its lock until the server has noticed.
constexpr auto kForTheLastOneToGo = std::chrono::seconds(1);
constexpr std::int64_t kRowsAtOnce = 10'000;
constexpr const char* kGame = "number, round, deal, edition, seats, together";
// An outcome with its game. A planner that knows nothing yet of tables that have just been filled would sometimes look through all games for
// each outcome; this tells it which way round to go.
constexpr const char* kOutcomes =
    "FROM outcomes CROSS JOIN LATERAL (SELECT number, round, deal, edition, seats, together FROM games "
    "WHERE games.competition = outcomes.competition AND games.number = outcomes.game OFFSET 0) game "
    "WHERE outcomes.competition = $1 AND ";

Game game_at(const Result& row, int i, int first) {
  Game game;
  game.number = row.number(i, first);
  game.round = static_cast<int>(row.number(i, first + 1));
  game.deal = row.number(i, first + 2);
  game.edition = row.text(i, first + 3);
  game.seats = numbers_from(row.text(i, first + 4));
  game.together = row.truth(i, first + 5);
  return game;
}

std::string random_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

class PostgresBook final : public Book {
 public:
  PostgresBook(const Database& database, const std::string& name) : session_(database), name_(name) {}

  void begin(const NewCompetition& competition) {
    session_.make_tables();
    session_.transact(Kind::kOnce, [&](Connection& db, bool) {
      const Result added = db.run(
          "INSERT INTO competitions (name, spec, folder, key, basis, phase, director) VALUES ($1, $2, $3, $4, $5, "
          "$6, '') ON CONFLICT (name) DO NOTHING RETURNING id",
          {name_, competition.spec_text, competition.spec_folder, hex(competition.key), competition.basis,
           std::string(arena::name(Phase::kRunning))});
      if (added.rows() == 0)
        throw BookError{fmt::format("there is a competition \"{}\" in {} already; --resume goes on with it", name_,
                                    session_.place())};
      id_ = added.text(0, 0);
      for (const EntrantEntry& entrant : competition.entrants) insert_entrant(db, entrant);
    });
  }
  void find() {
    const bool found = session_.has_tables() && session_.get(Kind::kRepeatable, [&](Connection& db) {
      const Result row = db.run("SELECT id FROM competitions WHERE name = $1", {name_});
      if (row.rows() == 1) id_ = row.text(0, 0);
      return row.rows() == 1;
    });
    if (!found) throw CompetitionError{{fmt::format("there is no competition \"{}\" in {}", name_, session_.place())}};
  }
  // From now on nobody else makes its rounds, as long as this book is open.
  void lock() {
    const std::string me = random_name();
    bool begun = false;
    session_.require(
        [this, me, begun](Connection& db) mutable {
          if (!db.run(fmt::format("SELECT pg_try_advisory_lock({}, $1::integer)", kRunLock), {id_}).truth(0, 0))
            throw pq::Error{fmt::format("the competition \"{}\" is being run already", name_), {}, true};
          // Lost for a while: what is known of it here may not be true any more.
          if (begun && db.run("SELECT 1 FROM competitions WHERE id = $1 AND director = $2", {id_, me}).rows() == 0)
            throw BookError{fmt::format("the competition \"{}\" was run by another process meanwhile", name_)};
          db.run("UPDATE competitions SET director = $2 WHERE id = $1", {id_, me});
          begun = true;
        },
        kForTheLastOneToGo);
  }

  std::string spec_text() override { return get("spec"); }
  std::string spec_folder() override { return get("folder"); }
  std::string basis() override { return get("basis"); }
  ChaKey key() override { return book_key(get("key")); }
  Phase phase() override { return book_phase(get("phase")); }
  void set_phase(Phase phase) override {
    change(Kind::kRepeatable, "UPDATE competitions SET phase = $2 WHERE id = $1",
           {id_, std::string(arena::name(phase))});
  }

  std::vector<EntrantEntry> entrants() override {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      std::vector<EntrantEntry> all;
      const Result rows = db.run(
          "SELECT spec, active, from_round, why, token_hash FROM entrants WHERE competition = $1 ORDER BY id", {id_});
      for (int i = 0; i < rows.rows(); ++i)
        all.push_back(entrant_entry(rows.text(i, 0), rows.truth(i, 1), static_cast<int>(rows.number(i, 2)),
                                    rows.text(i, 3), rows.text(i, 4)));
      return all;
    });
  }
  Entrant add_entrant(const EntrantEntry& entrant) override {
    return session_.get(Kind::kOnce, [&](Connection& db) {
      hold(db);
      return insert_entrant(db, entrant);
    });
  }
  void drop_entrant(Entrant entrant, std::string_view why) override {
    session_.transact(Kind::kRepeatable, [&](Connection& db, bool) {
      hold(db);
      db.run("UPDATE entrants SET active = FALSE, why = $3 WHERE competition = $1 AND id = $2",
             {id_, std::to_string(entrant), std::string(why)});
      const Result off = db.run(
          "UPDATE games SET status = 2, worker = NULL, until = NULL WHERE competition = $1 AND status = 0 AND "
          "$2::integer = ANY (string_to_array(seats, ',')::integer[])",
          {id_, std::to_string(entrant)});
      db.run("UPDATE competitions SET called_off = called_off + $2::bigint WHERE id = $1",
             {id_, std::to_string(off.affected())});
    });
  }

  void set_token_hash(Entrant entrant, std::string_view hash) override {
    change(Kind::kRepeatable, "UPDATE entrants SET token_hash = $3 WHERE competition = $1 AND id = $2",
           {id_, std::to_string(entrant), std::string(hash)});
  }

  void add_games(const std::vector<Game>& games) override {
    session_.transact(Kind::kRepeatable, [&](Connection& db, bool) {
      hold(db);
      for (std::size_t begin = 0; begin < games.size(); begin += kRowsAtOnce) {
        std::array<std::vector<std::string>, 6> columns;
        const std::size_t end = std::min(games.size(), begin + kRowsAtOnce);
        for (std::size_t i = begin; i < end; ++i) {
          columns[0].push_back(std::to_string(games[i].number));
          columns[1].push_back(std::to_string(games[i].round));
          columns[2].push_back(std::to_string(games[i].deal));
          columns[3].push_back(games[i].edition);
          columns[4].push_back(numbers_text(games[i].seats));
          columns[5].push_back(games[i].together ? "t" : "f");
        }
        // Those that are there were written down by a first try of this.
        const Result added = db.run(
            "INSERT INTO games (competition, number, round, deal, edition, seats, together) SELECT $1, * FROM "
            "unnest($2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::boolean[]) "
            "ON CONFLICT DO NOTHING",
            with_id(columns));
        db.run("UPDATE competitions SET games = games + $2::bigint WHERE id = $1",
               {id_, std::to_string(added.affected())});
      }
    });
  }

  std::vector<Game> take(const std::string& worker, int most, std::chrono::milliseconds lease,
                         const std::vector<Entrant>& without) override {
    const std::vector<std::int64_t> held = held_by(worker);
    std::vector<Game> games;
    session_.transact(Kind::kLight, [&](Connection& db, bool again) {
      games.clear();
      // Perhaps the first try was written down, and only the answer was lost: nobody would ever play those games.
      if (again)
        db.run(
            "UPDATE games SET worker = NULL, until = NULL WHERE competition = $1 AND status = 0 AND worker = $2 AND "
            "number <> ALL ($3::bigint[])",
            {id_, worker, array_text(held)});
      const Result rows =
          db.run(fmt::format("SELECT {} FROM games WHERE competition = $1 AND status = 0 AND "
                             "(worker IS NULL OR until <= statement_timestamp()) AND "
                             "NOT string_to_array(seats, ',')::integer[] && $2::integer[] AND "
                             "EXISTS (SELECT 1 FROM competitions WHERE id = $1 AND phase = 'running') "
                             "ORDER BY number LIMIT $3 FOR UPDATE SKIP LOCKED",
                             kGame),
                 {id_, array_text(std::vector<std::int64_t>(without.begin(), without.end())), std::to_string(most)});
      std::vector<std::int64_t> numbers;
      for (int i = 0; i < rows.rows(); ++i) {
        games.push_back(game_at(rows, i, 0));
        numbers.push_back(games.back().number);
      }
      lend(db, numbers, worker, lease);
    });
    const std::lock_guard lock(mutex_);
    for (const Game& game : games) held_[worker].insert(game.number);
    return games;
  }
  void keep(const std::string& worker, std::chrono::milliseconds lease) override {
    session_.transact(Kind::kLight, [&](Connection& db, bool) { lend(db, taken_by(db, worker), worker, lease); });
  }
  void give_back(const std::string& worker) override {
    session_.transact(Kind::kLight, [&](Connection& db, bool) {
      db.run("UPDATE games SET worker = NULL, until = NULL WHERE competition = $1 AND number = ANY ($2::bigint[])",
             {id_, array_text(taken_by(db, worker))});
    });
    const std::lock_guard lock(mutex_);
    held_.erase(worker);
  }
  int finish(const std::string& worker, const std::vector<Finished>& games) override {
    int fresh = 0;
    session_.transact(Kind::kRepeatable, [&](Connection& db, bool) {
      std::int64_t serial = hold(db);
      std::set<std::int64_t> open = still_open(db, games);
      std::vector<std::int64_t> numbers;
      std::array<std::vector<std::string>, 7> columns;
      for (const Finished& one : games) {
        if (open.erase(one.game.number) == 0) continue;
        numbers.push_back(one.game.number);
        columns[0].push_back(std::to_string(++serial));
        columns[1].push_back(std::to_string(one.game.number));
        columns[2].push_back(numbers_text(one.outcome.ranks));
        columns[3].push_back(numbers_text(one.outcome.points));
        columns[4].push_back(pq::bytes_text(to_json(one.report)));
        columns[5].push_back(std::to_string(static_cast<int>(one.form)));
        columns[6].push_back(pq::bytes_text(one.played));
      }
      fresh = static_cast<int>(numbers.size());
      if (fresh == 0) return;
      std::vector<std::string> values = with_id(columns);
      values.push_back(worker);
      db.run(
          "INSERT INTO outcomes (competition, serial, game, ranks, points, report, form, played, worker) "
          "SELECT $1, *, $9 FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bytea[], "
          "$7::smallint[], $8::bytea[])",
          values);
      db.run(
          "UPDATE games SET status = 1, worker = NULL, until = NULL WHERE competition = $1 AND number = ANY "
          "($2::bigint[])",
          {id_, array_text(numbers)});
      db.run("UPDATE competitions SET over = over + $2::bigint, serial = serial + $2::bigint WHERE id = $1",
             {id_, std::to_string(fresh)});
    });
    const std::lock_guard lock(mutex_);
    for (const Finished& one : games) held_[worker].erase(one.game.number);
    return fresh;
  }
  void note_begun(const std::vector<std::int64_t>& games) override {
    change(Kind::kRepeatable, "UPDATE games SET seen = TRUE WHERE competition = $1 AND number = ANY ($2::bigint[])",
           {id_, array_text(games)});
  }
  int redeal_begun() override {
    const std::int64_t free = next_deal();
    int changed = 0;
    session_.transact(Kind::kRepeatable, [&](Connection& db, bool) {
      hold(db);
      const Result rows = db.run(
          fmt::format("SELECT {} FROM games WHERE competition = $1 AND status = 0 AND seen ORDER BY number FOR UPDATE",
                      kGame),
          {id_});
      std::vector<Game> games;
      for (int i = 0; i < rows.rows(); ++i) games.push_back(game_at(rows, i, 0));
      give_fresh_deals(games, free);
      for (const Game& game : games)
        db.run("UPDATE games SET deal = $3, seen = FALSE WHERE competition = $1 AND number = $2",
               {id_, std::to_string(game.number), std::to_string(game.deal)});
      changed = static_cast<int>(games.size());
    });
    return changed;
  }
  GameCounts counts() override {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      const Result row = db.run(
          "SELECT games, over, called_off, (SELECT count(*) FROM games WHERE competition = $1 AND status = 0 AND "
          "worker IS NOT NULL AND until > statement_timestamp()) FROM competitions WHERE id = $1",
          {id_});
      expect_row(row);
      GameCounts counts;
      counts.over = row.number(0, 1);
      counts.called_off = row.number(0, 2);
      counts.taken = row.number(0, 3);
      counts.waiting = row.number(0, 0) - counts.over - counts.called_off - counts.taken;
      return counts;
    });
  }
  std::int64_t next_game() override { return next("number"); }
  std::int64_t next_deal() override { return next("deal"); }

  std::vector<Ended> ended_after(std::int64_t& serial, int most) override {
    std::vector<Ended> all;
    int wanted = 0;
    int came = 0;
    do {
      wanted = std::min(most - static_cast<int>(all.size()), static_cast<int>(kRowsAtOnce));
      const Result rows = session_.get(Kind::kRepeatable, [&](Connection& db) {
        return db.run(fmt::format("SELECT serial, {}, ranks, points, report {} serial > $2 ORDER BY serial LIMIT {}",
                                  kGame, kOutcomes, wanted),
                      {id_, std::to_string(serial)});
      });
      came = rows.rows();
      for (int i = 0; i < came; ++i) {
        serial = rows.number(i, 0);
        all.push_back({game_at(rows, i, 1),
                       {numbers_from(rows.text(i, 7)), numbers_from(rows.text(i, 8))},
                       report_of(rows.bytes(i, 9))});
      }
    } while (came == wanted && static_cast<int>(all.size()) < most);
    return all;
  }
  std::optional<Finished> finished(std::int64_t number) override {
    const Result row = session_.get(Kind::kRepeatable, [&](Connection& db) {
      return db.run(
          fmt::format("SELECT {}, ranks, points, report, form, played {} outcomes.game = $2", kGame, kOutcomes),
          {id_, std::to_string(number)});
    });
    if (row.rows() == 0) return {};
    return Finished{game_at(row, 0, 0),
                    {numbers_from(row.text(0, 6)), numbers_from(row.text(0, 7))},
                    report_of(row.bytes(0, 8)),
                    static_cast<Finished::Form>(row.number(0, 9)),
                    row.bytes(0, 10)};
  }
  bool is_dealt_out(std::int64_t deal) override {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      return db
          .run("SELECT NOT EXISTS (SELECT 1 FROM games WHERE competition = $1 AND status = 0 AND deal = $2)",
               {id_, std::to_string(deal)})
          .truth(0, 0);
    });
  }
  void rerun(std::int64_t number) override {
    session_.transact(Kind::kOnce, [&](Connection& db, bool) {
      hold(db);
      const std::vector<std::string> which = {id_, std::to_string(number)};
      const Result moved = db.run(
          "WITH old AS (DELETE FROM outcomes WHERE competition = $1 AND game = $2 RETURNING *) INSERT INTO put_aside "
          "SELECT competition, game, ranks, points, report, form, played, worker FROM old",
          which);
      if (moved.affected() == 0) throw BookError{fmt::format("game {} is not over", number)};
      db.run(
          "UPDATE games SET status = 0, worker = NULL, until = NULL, seen = FALSE, deal = CASE WHEN seen THEN (SELECT "
          "max(deal) + 1 FROM games WHERE competition = $1) ELSE deal END WHERE competition = $1 AND number = $2",
          which);
      db.run("UPDATE competitions SET over = over - 1 WHERE id = $1", {id_});
    });
  }

  std::int64_t post(const Command& command) override {
    return session_.get(Kind::kOnce, [&](Connection& db) {
      return db
          .run("INSERT INTO commands (competition, verb, argument) VALUES ($1, $2, $3) RETURNING id",
               {id_, command.verb, command.argument})
          .number(0, 0);
    });
  }
  std::vector<Command> commands() override {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      std::vector<Command> all;
      const Result rows = db.run(
          "SELECT id, verb, argument FROM commands WHERE competition = $1 AND answer IS NULL ORDER BY id", {id_});
      for (int i = 0; i < rows.rows(); ++i)
        all.push_back({rows.number(i, 0), std::string(rows.text(i, 1)), std::string(rows.text(i, 2))});
      return all;
    });
  }
  void done(std::int64_t command, std::string_view answer) override {
    change(Kind::kRepeatable, "UPDATE commands SET answer = $3 WHERE competition = $1 AND id = $2",
           {id_, std::to_string(command), std::string(answer)});
  }
  std::optional<std::string> answer(std::int64_t command) override {
    return session_.get(Kind::kRepeatable, [&](Connection& db) -> std::optional<std::string> {
      const Result row = db.run("SELECT answer FROM commands WHERE competition = $1 AND id = $2 AND answer IS NOT NULL",
                                {id_, std::to_string(command)});
      if (row.rows() == 0) return {};
      return std::string(row.text(0, 0));
    });
  }

 private:
  // Has the competition's row to itself until the transaction is over. Returns its last serial number.
  std::int64_t hold(Connection& db) {
    const Result row = db.run("SELECT serial FROM competitions WHERE id = $1 FOR NO KEY UPDATE", {id_});
    expect_row(row);
    return row.number(0, 0);
  }
  void expect_row(const Result& row) const {
    if (row.rows() == 0)
      throw CompetitionError{{fmt::format("there is no competition \"{}\" in {} any more", name_, session_.place())}};
  }
  // Those that are neither over nor called off; nobody changes them before the transaction is over.
  std::set<std::int64_t> still_open(Connection& db, const std::vector<Finished>& games) {
    std::vector<std::int64_t> numbers;
    for (const Finished& one : games) numbers.push_back(one.game.number);
    const Result rows = db.run(
        "SELECT number FROM games WHERE competition = $1 AND status = 0 AND number = ANY ($2::bigint[]) "
        "ORDER BY number FOR UPDATE",
        {id_, array_text(numbers)});
    std::set<std::int64_t> open;
    for (int i = 0; i < rows.rows(); ++i) open.insert(rows.number(i, 0));
    return open;
  }
  // What a worker has, but for games that somebody else is changing now: finishing them, or taking those that it has lost.
  std::vector<std::int64_t> taken_by(Connection& db, const std::string& worker) {
    const Result rows = db.run(
        "SELECT number FROM games WHERE competition = $1 AND status = 0 AND worker = $2 ORDER BY number FOR UPDATE "
        "SKIP "
        "LOCKED",
        {id_, worker});
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < rows.rows(); ++i) numbers.push_back(rows.number(i, 0));
    return numbers;
  }
  // By the server's clock.
  void lend(Connection& db, const std::vector<std::int64_t>& numbers, const std::string& worker,
            std::chrono::milliseconds lease) {
    if (numbers.empty()) return;
    db.run(
        "UPDATE games SET worker = $3, until = statement_timestamp() + $4::bigint * interval '1 millisecond' "
        "WHERE competition = $1 AND number = ANY ($2::bigint[])",
        {id_, array_text(numbers), worker, std::to_string(lease.count())});
  }
  Entrant insert_entrant(Connection& db, const EntrantEntry& entrant) {
    const Result added = db.run(
        "INSERT INTO entrants (competition, id, spec, active, from_round, why, token_hash) SELECT $1, "
        "(SELECT coalesce(max(id) + 1, 0) FROM entrants WHERE competition = $1), $2, TRUE, $3, '', $4 RETURNING id",
        {id_, to_json(entrant.spec), std::to_string(entrant.state.from_round), entrant.token_hash});
    return static_cast<Entrant>(added.number(0, 0));
  }
  std::string get(const char* column) {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      const Result row = db.run(fmt::format("SELECT {} FROM competitions WHERE id = $1", column), {id_});
      expect_row(row);
      return std::string(row.text(0, 0));
    });
  }
  void change(Kind kind, const std::string& sql, const std::vector<std::string>& values) {
    session_.transact(kind, [&](Connection& db, bool) { db.run(sql, values); });
  }
  std::int64_t next(const char* column) {
    return session_.get(Kind::kRepeatable, [&](Connection& db) {
      return db.run(fmt::format("SELECT coalesce(max({}), 0) + 1 FROM games WHERE competition = $1", column), {id_})
          .number(0, 0);
    });
  }
  template <std::size_t kColumns>
  std::vector<std::string> with_id(const std::array<std::vector<std::string>, kColumns>& columns) const {
    std::vector<std::string> values = {id_};
    for (const std::vector<std::string>& column : columns) values.push_back(array_text(column));
    return values;
  }
  std::vector<std::int64_t> held_by(const std::string& worker) {
    const std::lock_guard lock(mutex_);
    const std::set<std::int64_t>& held = held_[worker];
    return {held.begin(), held.end()};
  }

  Session session_;
  std::string name_;
  std::string id_;  // of the competition
  std::mutex mutex_;
  std::map<std::string, std::set<std::int64_t>> held_;  // games that somebody here has, by worker
};

}  // namespace

std::unique_ptr<Book> make_book(const Database& database, const std::string& name, const NewCompetition& competition) {
  auto book = std::make_unique<PostgresBook>(database, name);
  book->begin(competition);
  book->lock();
  return book;
}

std::unique_ptr<Book> open_book(const Database& database, const std::string& name, Access access) {
  auto book = std::make_unique<PostgresBook>(database, name);
  book->find();
  if (access == Access::kRun) book->lock();
  return book;
}

}  // namespace fogg::arena
