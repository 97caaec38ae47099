// Stores of other formats: of the one before, whose games go on, and of a later one, which is left alone.
#include <sqlite3.h>

#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

// Statements on a database file.
class Sql {
 public:
  explicit Sql(const std::string& path) {
    if (sqlite3_open(path.c_str(), &db_) != SQLITE_OK) throw std::runtime_error("cannot open " + path);
  }
  ~Sql() { sqlite3_close(db_); }
  Sql(const Sql&) = delete;
  Sql& operator=(const Sql&) = delete;

  // The first value of the last row, if there is one.
  std::string run(const std::string& text) {
    std::string value;
    char* wrong = nullptr;
    const auto row = [](void* to, int, char** values, char**) {
      *static_cast<std::string*>(to) = values[0] == nullptr ? "" : values[0];
      return 0;
    };
    if (sqlite3_exec(db_, text.c_str(), row, &value, &wrong) != SQLITE_OK) {
      const std::string message = wrong;
      sqlite3_free(wrong);
      throw std::runtime_error(message);
    }
    return value;
  }

 private:
  sqlite3* db_ = nullptr;
};

// As the program wrote it before tables had options of their own.
constexpr const char* kFormat1 = R"(
CREATE TABLE games (
  id INTEGER PRIMARY KEY, code TEXT NOT NULL, edition TEXT NOT NULL, players INTEGER NOT NULL,
  status INTEGER NOT NULL, created_ms INTEGER NOT NULL, key BLOB NOT NULL, open_cards INTEGER NOT NULL);
CREATE INDEX games_by_status ON games (status);
CREATE TABLE seats (
  game INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL,
  bot TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE records (game INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE journal (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, text TEXT NOT NULL);
PRAGMA user_version = 1;
)";

// The same games in a store of format 1.
void write_format_1(const std::string& path, const std::string& from) {
  Sql sql(path);
  sql.run(kFormat1);
  sql.run(fmt::format("ATTACH '{}' AS present", from));
  sql.run(
      "INSERT INTO games SELECT id, code, edition, json_extract(options, '$.players'), status, created_ms, key, "
      "json_extract(options, '$.observers') = 'all' FROM present.games");
  sql.run("INSERT INTO seats SELECT game, seat, name, color, bot, address FROM present.seats");
  sql.run("INSERT INTO records SELECT * FROM present.records");
  sql.run("INSERT INTO journal SELECT * FROM present.journal");
}

TEST(ServerStore, GamesOfTheFormerFormatGoOn) {
  const Folder present;
  const Folder former;
  const std::vector<std::string> arguments = {"--players",   "3",   "--bots", "hungry",
                                              "--observers", "all", "--pace", "off"};
  Players players;
  std::string so_far;
  {
    ServerProcess server(present, arguments);
    Players others;  // of a game that is over
    for (const char* name : {"cy", "dora"}) others.push_back(std::make_unique<Player>(server.v09(), name));
    play_all(others);
    for (const char* name : {"ada", "bob"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    const Playing second(*players[1]);  // until the server is gone
    players[0]->play(20);
    EXPECT_EQ(server.stop(), 0);
    so_far = Sql(present / "store.db").run("SELECT group_concat(text, '') FROM journal WHERE game = 2");
  }
  write_format_1(former / "store.db", present / "store.db");
  ServerProcess server(former, arguments);
  for (const auto& player : players) player->connect(server.v09());
  play_all(players);
  const std::string record = record_of(server, 2);
  expect_good_record(record);
  ASSERT_FALSE(so_far.empty());
  EXPECT_TRUE(record.starts_with(so_far));
  expect_good_record(record_of(server, 1));
  EXPECT_EQ(server.stop(), 0);

  Sql sql(former / "store.db");
  EXPECT_EQ(sql.run("PRAGMA user_version"), "2");
  EXPECT_EQ(sql.run("SELECT count(*) FROM games WHERE json_extract(options, '$.players') = 3"), "2");
  EXPECT_EQ(sql.run("SELECT count(*) FROM games WHERE json_extract(options, '$.observers') = 'all'"), "2");
  // Once changed it is a store like any other.
  ServerProcess again(former, arguments);
  EXPECT_EQ(record_of(again, 2), record);
  EXPECT_EQ(again.stop(), 0);
}

// Also one that a present store would open in another way: nothing of it may change.
TEST(ServerStore, AStoreOfALaterFormatIsRefusedAndLeftAsItIs) {
  for (const char* mode : {"DELETE", "WAL"}) {
    const Folder folder;
    const std::string path = folder / "store.db";
    Sql(path).run(
        fmt::format("PRAGMA journal_mode = {}; CREATE TABLE games (id INTEGER PRIMARY KEY, later TEXT); "
                    "INSERT INTO games VALUES (1, 'x'); PRAGMA user_version = 3",
                    mode));
    const std::string before = read_file(path);
    ServerProcess server(folder, std::vector<std::string>{});
    EXPECT_EQ(server.wait(), 2) << mode;
    EXPECT_NE(
        server.log().find(path + " was written by another version of this program (its format is 3, here it is 2)"),
        std::string::npos)
        << server.log();
    EXPECT_EQ(read_file(path), before) << mode;
  }
}

TEST(ServerStore, ADatabaseOfAnotherProgramIsRefusedAndLeftAsItIs) {
  const Folder folder;
  const std::string path = folder / "store.db";
  Sql(path).run("CREATE TABLE letters (text TEXT)");
  const std::string before = read_file(path);
  ServerProcess server(folder, std::vector<std::string>{});
  EXPECT_EQ(server.wait(), 2);
  EXPECT_NE(server.log().find(path + " is a database of another program"), std::string::npos) << server.log();
  EXPECT_EQ(read_file(path), before);
}

}  // namespace
}  // namespace fogg::test
