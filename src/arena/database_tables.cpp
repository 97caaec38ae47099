#include "arena/database_tables.h"

#include <fmt/format.h>

#include "arena/book.h"

namespace fogg::arena {

namespace {

constexpr int kFormat = 1;
// Two that come to an empty database at the same time must not both make the tables.
constexpr int kMakeLock = 0x466F6754;  // "FogT"

// A competition's row has the counts of its games, as counting a million takes a while, and its last serial number. Whoever changes them has
// the row's lock until the transaction is over, so serial numbers become visible in their order: a reader that asks for those after the last
// one misses none. A game belongs to its worker until the moment in `until`, by the server's clock. Reports have words of programs in them
// that need not be any encoding's letters: they are bytes. The status of a game: 0 waiting or taken, 1 over, 2 called off.
constexpr const char* kTables = R"(
CREATE SCHEMA IF NOT EXISTS fogg_arena;
CREATE TABLE fogg_arena.format (version INTEGER NOT NULL);
CREATE TABLE fogg_arena.competitions (
  id SERIAL PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, folder TEXT NOT NULL, key TEXT NOT NULL,
  basis TEXT NOT NULL, phase TEXT NOT NULL, director TEXT NOT NULL, games BIGINT NOT NULL DEFAULT 0,
  over BIGINT NOT NULL DEFAULT 0, called_off BIGINT NOT NULL DEFAULT 0, serial BIGINT NOT NULL DEFAULT 0);
CREATE TABLE fogg_arena.entrants (
  competition INTEGER NOT NULL REFERENCES fogg_arena.competitions ON DELETE CASCADE, id INTEGER NOT NULL,
  spec TEXT NOT NULL, active BOOLEAN NOT NULL, from_round INTEGER NOT NULL, why TEXT NOT NULL, token_hash TEXT NOT NULL,
  PRIMARY KEY (competition, id));
CREATE TABLE fogg_arena.games (
  competition INTEGER NOT NULL REFERENCES fogg_arena.competitions ON DELETE CASCADE, number BIGINT NOT NULL,
  round INTEGER NOT NULL, deal BIGINT NOT NULL, edition TEXT NOT NULL, seats TEXT NOT NULL, together BOOLEAN NOT NULL,
  status SMALLINT NOT NULL DEFAULT 0, seen BOOLEAN NOT NULL DEFAULT FALSE, worker TEXT, until TIMESTAMPTZ, PRIMARY KEY (competition, number));
CREATE INDEX games_to_play ON fogg_arena.games (competition, number) WHERE status = 0;
CREATE INDEX deals_to_play ON fogg_arena.games (competition, deal) WHERE status = 0;
CREATE INDEX games_taken ON fogg_arena.games (competition, worker) WHERE status = 0 AND worker IS NOT NULL;
CREATE TABLE fogg_arena.outcomes (
  competition INTEGER NOT NULL REFERENCES fogg_arena.competitions ON DELETE CASCADE, serial BIGINT NOT NULL,
  game BIGINT NOT NULL, ranks TEXT NOT NULL, points TEXT NOT NULL, report BYTEA NOT NULL, form SMALLINT NOT NULL,
  played BYTEA NOT NULL, worker TEXT NOT NULL, PRIMARY KEY (competition, serial), UNIQUE (competition, game));
CREATE TABLE fogg_arena.put_aside (
  competition INTEGER NOT NULL REFERENCES fogg_arena.competitions ON DELETE CASCADE, game BIGINT NOT NULL,
  ranks TEXT NOT NULL, points TEXT NOT NULL, report BYTEA NOT NULL, form SMALLINT NOT NULL, played BYTEA NOT NULL,
  worker TEXT NOT NULL);
CREATE TABLE fogg_arena.commands (
  id BIGSERIAL PRIMARY KEY, competition INTEGER NOT NULL REFERENCES fogg_arena.competitions ON DELETE CASCADE,
  verb TEXT NOT NULL, argument TEXT NOT NULL, answer TEXT);
CREATE INDEX commands_to_do ON fogg_arena.commands (competition, id) WHERE answer IS NULL;
)";

}  // namespace

bool tables_are_there(pq::Connection& db) {
  return db.run("SELECT to_regclass('fogg_arena.format') IS NOT NULL").truth(0, 0);
}

void check_format(pq::Connection& db, const std::string& place) {
  if (!tables_are_there(db)) return;
  const pq::Result found = db.run("SELECT version FROM fogg_arena.format");
  const std::int64_t format = found.rows() == 1 ? found.number(0, 0) : 0;
  if (format != kFormat)
    throw BookError{
        fmt::format("{} has competitions of another version of this program (their format is {}, here it is {})", place,
                    format, kFormat)};
}

void create_tables(pq::Connection& db, const std::string& place) {
  db.run(fmt::format("SELECT pg_advisory_xact_lock({}, 0)", kMakeLock));
  check_format(db, place);
  if (tables_are_there(db)) return;
  // Somebody else's tables: neither used nor added to.
  if (db.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'fogg_arena'").number(0, 0) > 0)
    throw BookError{fmt::format("{} has a schema fogg_arena that is not this program's", place)};
  db.script(kTables);
  db.run("INSERT INTO fogg_arena.format VALUES ($1)", {std::to_string(kFormat)});
}

}  // namespace fogg::arena
