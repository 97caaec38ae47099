// The life of a server: settings, the end, going on after a restart, and a disk without room.
#include "paths.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using json::object;
using std::chrono::milliseconds;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t kMostGrowth = 1024LL << 20;  // they keep what was freed for a while
#else
constexpr std::int64_t kMostGrowth = 48LL << 20;
#endif

object join(LineClient& client, const std::string& words) {
  client.until("Request", "Join");
  client.send("Join " + words);
  return client.until("Info", "Join");
}
bool says(const object& m, const std::string& part) { return text_of(m, "text").find(part) != std::string::npos; }

// -- The end, and after it

TEST(ServerLife, ATerminatedServerTellsItsClientsAndGoesOnLater) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const Folder folder;
    const std::vector<std::string> words = {"--players", "3", "--bots", "hungry", "--log", folder / "log"};
    Players players;
    std::string early;
    {
      ServerProcess server(folder, words);
      LineClient observer(server.v09());
      join(observer, "watcher Observer");
      for (const char* name : {"ada", "bob"}) players.push_back(std::make_unique<Player>(server.v09(), name));
      {
        std::thread other([&] {
          try {
            players[1]->play();
          } catch (const ConnectionLost&) {
          }
        });
        players[0]->play(12);
        server.signal(signal);
        EXPECT_EQ(server.wait(), 0) << server.log();
        other.join();
      }
      for (LineClient* client : {&players[0]->client(), &observer}) {
        EXPECT_TRUE(client->at_end());
        EXPECT_NE(client->received().find("{\"type\":\"Info\",\"text\":\"the server is being stopped"),
                  std::string::npos);
      }
      early = observer.received();
    }
    EXPECT_TRUE(players[1]->told("the server is being stopped") ||
                players[1]->client().received().find("the server is being stopped") != std::string::npos);
    ServerProcess server(folder, words);
    EXPECT_EQ(text_of(games_of(server)[0].as_object(), "status"), "running");
    LineClient late(server.v09());
    join(late, "late Observer");
    for (const auto& player : players) player->connect(server.v09());
    play_all(players);
    for (const auto& player : players) EXPECT_EQ(player->scores().size(), 3U);
    const std::string record = record_of(server, 1);
    expect_good_record(record);
    EXPECT_EQ(events_of(record, EventKind::kDisconnect), 0);
    // The story is one story, for a late observer, for the log, and as far as the first observer heard it.
    EXPECT_TRUE(late.at_end());
    const std::vector<std::string> colors = {"Blue", "Red", "Green"};
    expect_same(events_in(late.received()),
                events_in(story_of(record, colors, v09::Dialect::kCamel, v09::Viewer::kPublic)));
    std::vector<std::string> first_part = events_in(early);
    std::vector<std::string> all = events_in(late.received());
    ASSERT_LT(first_part.size(), all.size());
    all.resize(first_part.size());
    expect_same(first_part, all);
    expect_same(events_in(read_file(folder / "log/game-000001.log")),
                events_in(story_of(record, colors, v09::Dialect::kCamel, v09::Viewer::kEverything)));
    EXPECT_EQ(server.stop(), 0);
  }
}

TEST(ServerLife, AWaitingTableIsKeptForAWhileToo) {
  const Folder folder;
  {
    ServerProcess server(folder, {"--players", "2"});
    LineClient ada(server.v09());
    join(ada, "ada Player Green");
    EXPECT_EQ(server.stop(), 0);
  }
  {
    ServerProcess server(folder, {"--players", "2"});
    LineClient bob(server.v09());
    EXPECT_EQ(text_of(bob.until("Request", "Join"), "player"), "Blue");
    bob.send("Join bob Player");
    bob.until("Info", "Join");
    EXPECT_EQ(text_of(bob.message(), "playerName"), "ada");
    // It does not begin without ada.
    bob.send("ListAllRoutes");
    EXPECT_EQ(text_of(bob.message(), "turnType"), "ListAllRoutes");
    LineClient ada(server.v09());
    EXPECT_EQ(text_of(join(ada, "ada Player"), "player"), "Green");
    ada.until("Request", "ClaimDestinationTickets");
    bob.until("Request", "ClaimDestinationTickets");
    EXPECT_EQ(server.stop(), 0);
  }
  {
    // Nobody comes back: bots play on, and the game comes to its end by itself.
    ServerProcess server(folder, {"--players", "2", "--grace", "0.2"});
    ASSERT_TRUE(comes_true([&] { return record_of(server, 1).find("\"kind\":\"key\"") != std::string::npos; }));
    EXPECT_EQ(text_of(games_of(server)[0].as_object(), "status"), "over");
    expect_good_record(record_of(server, 1));
  }
  {
    ServerProcess server(folder, {"--players", "2", "--grace", "0.2"});
    LineClient ada(server.v09());
    join(ada, "ada Player");
    EXPECT_EQ(server.stop(), 0);
  }
  ServerProcess server(folder, {"--players", "2", "--grace", "0.2"});
  EXPECT_TRUE(comes_true([&] {  // the seat of the waiting table is given up
    const json::array games = games_of(server);
    return games.size() == 1 && text_of(games[0].as_object(), "status") == "over";
  }));
}

// What observers may see is set when a game is created: who sat down to play in secret is not laid open by a restart.
TEST(ServerLife, AGameKeepsItsSecretsWithOtherSettings) {
  const Folder folder;
  Players players;
  {
    ServerProcess server(folder, {"--players", "2"});
    for (const char* name : {"ada", "bob"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    for (const auto& player : players) player->client().until("Request", "ClaimDestinationTickets");
    EXPECT_EQ(server.stop(), 0);
  }
  ServerProcess server(folder, {"--players", "2", "--observers", "all"});
  LineClient observer(server.v09());
  join(observer, "watcher Observer");
  for (const auto& player : players) player->connect(server.v09());
  play_all(players);
  EXPECT_TRUE(observer.at_end());
  expect_same(events_in(observer.received()),
              events_in(story_of(record_of(server, 1), {"Blue", "Red"}, v09::Dialect::kCamel, v09::Viewer::kPublic)));
}

TEST(ServerLife, OneStoreIsForOneServer) {
  const Folder folder;
  ServerProcess first(folder, {"--players", "2"});
  ServerProcess second(folder, {"--players", "2"});
  EXPECT_EQ(second.wait(), 2);
  EXPECT_NE(first.log().find("store.db"), std::string::npos);
  EXPECT_NE(first.log().find("another"), std::string::npos) << first.log();
  EXPECT_EQ(http_body(first.http(), "/healthz"), "ok\n");
  EXPECT_EQ(first.stop(), 0);
  ServerProcess third(folder, {"--players", "2"});
  EXPECT_EQ(third.stop(), 0);
}

TEST(ServerLife, AFileThatIsNoStoreIsToldAndLeftAlone) {
  const Folder folder;
  const std::string text(5000, 'x');
  std::ofstream(folder / "store.db") << text;
  ServerProcess server(folder, {"--players", "2"});
  EXPECT_EQ(server.wait(), 2) << server.log();
  EXPECT_NE(server.log().find("store.db"), std::string::npos);
  EXPECT_EQ(read_file(folder / "store.db"), text);
}

TEST(ServerLife, ATakenPortIsTold) {
  const Folder folder;
  const Folder other;
  ServerProcess first(folder, {"--players", "2"});
  const Output second = run_program({fogg_binary(), "serve", "--v09", std::to_string(first.v09()), "--tcp", "0",
                                     "--http", "0", "--store", other / "store.db"});
  EXPECT_EQ(second.code, 2) << second.text;
  EXPECT_NE(second.text.find(fmt::format("cannot listen on 127.0.0.1:{}", first.v09())), std::string::npos);
}

// -- Settings

Output serve(const std::vector<std::string>& more) {
  std::vector<std::string> words = {fogg_binary(), "serve"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

TEST(ServerSettings, ThePrintedOnesCanBeReadAgain) {
  const Folder folder;
  const std::vector<std::string> words = {"--v09",
                                          "1234",
                                          "--tcp",
                                          "1235",
                                          "--origin",
                                          "https://games.example.org",
                                          "--http",
                                          "0",
                                          "--edition",
                                          "usa-mega",
                                          "--players",
                                          "4",
                                          "--bots",
                                          "hungry,random",
                                          "--seed",
                                          "9223372036854775807",
                                          "--observers",
                                          "all",
                                          "--observer-token",
                                          "a\"b\\c",
                                          "--log",
                                          "logs of mine",
                                          "--store",
                                          "s.db",
                                          "--sync",
                                          "full",
                                          "--move-time",
                                          "0.25",
                                          "--grace",
                                          "1000000",
                                          "--away",
                                          "forfeit",
                                          "--stand-in",
                                          "random",
                                          "--rejoin",
                                          "name",
                                          "--dialect",
                                          "upper",
                                          "--once",
                                          "--bot-threads",
                                          "3",
                                          "--bot-time",
                                          "2.5",
                                          "--pace",
                                          "off",
                                          "--max-connections",
                                          "7",
                                          "--max-connections-per-address",
                                          "6",
                                          "--max-joins-per-minute",
                                          "5",
                                          "--max-tables",
                                          "4",
                                          "--max-refusals",
                                          "3",
                                          "--send-buffer",
                                          "64",
                                          "--metrics-everywhere",
                                          "--bind",
                                          "0.0.0.0",
                                          "--print-config"};
  const Output printed = serve(words);
  ASSERT_EQ(printed.code, 0) << printed.text;
  const Output usual = serve({"--print-config"});
  ASSERT_EQ(usual.code, 0) << usual.text;
  // Every setting was set to something else, or this test does not show much.
  const auto some = lines_of(printed.text);
  const auto others = lines_of(usual.text);
  ASSERT_EQ(some.size(), others.size());
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_NE(some[i], others[i]);
  for (const std::string& text : {printed.text, usual.text}) {
    std::ofstream(folder / "fogg.toml") << text;
    const Output again = serve({"--config", folder / "fogg.toml", "--print-config"});
    EXPECT_EQ(again.code, 0) << again.text;
    EXPECT_EQ(again.text, text);
  }
  // Options go before the file.
  const Output mixed = serve({"--config", folder / "fogg.toml", "--players", "5", "--print-config"});
  EXPECT_NE(mixed.text.find("\nplayers = 5\n"), std::string::npos);
  // A server can be run from it.
  std::ofstream(folder / "run.toml") << "players = 3\nbots = [\"hungry\", \"random\"]\nonce = true\n";
  ServerProcess server(folder, {"--config", folder / "run.toml"});
  Player ada(server.v09(), "ada");
  ada.play();
  EXPECT_EQ(ada.scores().size(), 3U);
  EXPECT_EQ(server.wait(), 0);
}

TEST(ServerSettings, WrongOnesAreToldWithFileAndLine) {
  const Folder folder;
  const std::string file = folder / "fogg.toml";
  struct Case {
    std::string text, place, part;
  };
  for (const Case& c : std::vector<Case>{{"players = 2\ncolour = 1\n", ":2", "there is no such setting"},
                                         {"\n\nplayers = 77\n", ":3", "from 2 to 5"},
                                         {"players = \"two\"\n", ":1", "whole number"},
                                         {"players = 2.5\n", ":1", "whole number"},
                                         {"players = 2\nplayers = 3\n", ":2", "players"},
                                         {"move-time = -1\n", ":1", "seconds"},
                                         {"move-time = nan\n", ":1", "seconds"},
                                         {"once = \"maybe\"\n", ":1", "true or false"},
                                         {"bots = [1]\n", ":1", "list of texts"},
                                         {"bots = [\"hungry\", \"clever\"]\n", ":1", "there is no bot \"clever\""},
                                         {"bots = [\"hungry:a=1\"]\n", ":1", "has no option \"a\""},
                                         {"stand-in = \"random:\"\n", ":1", "options look like"},
                                         {"bot-threads = -1\n", ":1", "from 0 to 1000"},
                                         {"pace = true\n", ":1", "off, on"},
                                         {"dialect = \"loud\"\n", ":1", "camel, upper"},
                                         {"[server]\nplayers = 2\n", ":1", "there is no such setting"},
                                         {"players = \n", ":1", ""},
                                         {"seed = -1\n", ":1", "not negative"}}) {
    std::ofstream(file) << c.text;
    const Output output = serve({"--config", file, "--print-config"});
    EXPECT_EQ(output.code, 2) << c.text;
    EXPECT_NE(output.text.find(file + c.place + ":"), std::string::npos) << c.text << output.text;
    EXPECT_NE(output.text.find(c.part), std::string::npos) << c.text << output.text;
  }
  EXPECT_EQ(serve({"--config", folder / "not-there.toml", "--print-config"}).code, 2);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--players", "6"},
                                                                                     {"--players", "x"},
                                                                                     {"--v09", "70000"},
                                                                                     {"--away", "sleep"},
                                                                                     {"--stand-in", "nobody"},
                                                                                     {"--rejoin", "maybe"},
                                                                                     {"--observers", "some"},
                                                                                     {"--send-buffer", "1"},
                                                                                     {"--seed", "-3"},
                                                                                     {"--grace", "0"},
                                                                                     {"--nonsense", "1"}}) {
    std::vector<std::string> all = words;
    all.emplace_back("--print-config");
    const Output output = serve(all);
    EXPECT_EQ(output.code, 2) << words[0] << output.text;
    EXPECT_NE(output.text.find(words[0]), std::string::npos) << output.text;
  }
  // What only shows when the server is to start.
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--edition", "mars"},
                                             {"--players", "2", "--bots", "hungry,hungry"},
                                             {"--bind", "here"},
                                             {"--store", folder / "no/such/folder/store.db"},
                                             {"--log", "/dev/null/logs"}}) {
    std::vector<std::string> all = {"--v09", "0", "--http", "0", "--store", folder / "store.db"};
    if (words[0] == "--store") all = {"--v09", "0", "--http", "0"};
    all.insert(all.end(), words.begin(), words.end());
    const Output output = serve(all);
    EXPECT_EQ(output.code, 2) << words[0] << output.text;
    EXPECT_FALSE(output.text.empty());
  }
}

// -- A disk without room

// Two tables with two players each, of which the first has played until the store cannot grow any more.
struct FullDisk {
  FullDisk() : server(folder, ServerProcess::Setup{{"--players", "2"}, {}, 160 * 1024}) {
    for (const char* name : {"ada", "bob", "cy", "dee"}) {
      players.push_back(std::make_unique<Player>(server.v09(), name));
      if (players.size() % 2 == 0) continue;
      players.back()->client().until("Info", "Join");
    }
    for (const std::size_t i : {2U, 3U}) players[i]->client().until("Request", "ClaimDestinationTickets");
  }
  // Plays at the first table until there is no answer any more: both only draw, which the deck lasts for.
  void fill() {
    ASSERT_TRUE(comes_true([&] {
      for (const std::size_t i : {0U, 1U}) {
        while (const auto line = players[i]->client().line(milliseconds(0))) {
          const object m = json::parse(*line).as_object();
          if (says(m, "cannot store")) ++told;
          if (text_of(m, "type") != "Request") continue;
          const std::string type = text_of(m, "turnType");
          players[i]->client().send(type == "ClaimDestinationTickets" ? type + " true true true"
                                                                      : "DrawPassengerCars true");
        }
      }
      return told == 2;
    })) << server.log();
  }
  void make_room() const {
    const rlimit all{RLIM_INFINITY, RLIM_INFINITY};
    ASSERT_EQ(prlimit(server.pid(), RLIMIT_FSIZE, &all, nullptr), 0);
  }
  const Folder folder;
  ServerProcess server;
  Players players;
  int told = 0;
};

TEST(ServerFullDisk, TablesWaitAndGoOnWhenThereIsRoom) {
  FullDisk disk;
  disk.fill();
  const std::string health = http_get(disk.server.http(), "/healthz");
  EXPECT_TRUE(health.starts_with("HTTP/1.1 503")) << health;
  EXPECT_NE(http_body(disk.server.http(), "/metrics").find("\nfogg_frozen 1\n"), std::string::npos);
  EXPECT_NE(http_body(disk.server.http(), "/status").find("cannot be written"), std::string::npos);
  // The other table was told, too; its queries are answered, its commands wait.
  LineClient& cy = disk.players[2]->client();
  cy.until([](const object& m) { return says(m, "cannot store"); });
  cy.send("BoardState");
  EXPECT_EQ(text_of(cy.message(), "turnType"), "BoardState");
  EXPECT_EQ(text_of(cy.message(), "type"), "Request");
  cy.send("ClaimDestinationTickets true true true");
  LineClient newcomer(disk.server.v09());
  newcomer.until("Request", "Join");
  newcomer.send("Join eve Player");
  for (LineClient* client : {&disk.players[0]->client(), &disk.players[1]->client(), &cy, &newcomer})
    EXPECT_FALSE(client->line(milliseconds(300)));
  disk.make_room();
  for (LineClient* client : {&disk.players[0]->client(), &disk.players[1]->client()})
    client->until([](const object& m) { return says(m, "goes on"); });
  EXPECT_EQ(cy.until("Info", "ClaimDestinationTickets").at("success"), true);
  EXPECT_EQ(newcomer.until("Info", "Join").at("success"), true);
  EXPECT_TRUE(http_get(disk.server.http(), "/healthz").starts_with("HTTP/1.1 200"));
  // What was asked before is answered; each player asks again where it stands, and both games are played to their end.
  for (const auto& player : disk.players) player->client().reset();
  for (const auto& player : disk.players) {
    ASSERT_TRUE(comes_true([&] {
      for (const json::value& game : games_of(disk.server)) {
        for (const json::value& seat : game.at("seats").as_array()) {
          if (text_of(seat.as_object(), "name") == player->name()) return text_of(seat.as_object(), "state") == "away";
        }
      }
      return false;
    }));
    player->connect(disk.server.v09());
  }
  play_all(disk.players);
  for (const int game : {1, 2}) expect_good_record(record_of(disk.server, game));
  EXPECT_EQ(disk.server.stop(), 0) << disk.server.log();
}

// Stopped while nothing can be stored: it says so, and whatever clients were told is a part of the game that goes on later.
TEST(ServerFullDisk, NothingIsAnsweredThatIsNotStored) {
  FullDisk disk;
  disk.fill();
  disk.server.signal(SIGTERM);
  EXPECT_EQ(disk.server.wait(), 3) << disk.server.log();
  std::vector<std::vector<std::string>> told;
  for (const std::size_t i : {0U, 1U}) {
    LineClient& client = disk.players[i]->client();
    EXPECT_TRUE(client.at_end());
    EXPECT_NE(client.received().find("being stopped"), std::string::npos);
    told.push_back(events_in(client.received()));
    EXPECT_GT(told.back().size(), 5U);
  }
  ServerProcess server(disk.folder, {"--players", "2"});
  for (const auto& player : disk.players) player->connect(server.v09());
  play_all(disk.players);
  const std::string record = record_of(server, 1);
  expect_good_record(record);
  for (const int seat : {0, 1}) {
    std::vector<std::string> story = events_in(story_of(record, {"Blue", "Red"}, v09::Dialect::kCamel, seat));
    const std::vector<std::string>& first_part = told[static_cast<std::size_t>(seat)];
    ASSERT_LE(first_part.size(), story.size());
    story.resize(first_part.size());
    expect_same(first_part, story);
  }
}

// That goes for the record on the HTTP port, too.
TEST(ServerFullDisk, TheRecordShowsNothingThatIsNotStored) {
  FullDisk disk;
  disk.fill();
  const std::string shown = record_of(disk.server, 1);
  EXPECT_GT(lines_of(shown).size(), 10U);
  disk.server.signal(SIGKILL);
  EXPECT_EQ(disk.server.wait(), 128 + SIGKILL);
  ServerProcess server(disk.folder, {"--players", "2"});
  const std::string stored = record_of(server, 1);
  EXPECT_EQ(shown, stored.substr(0, shown.size()));
}

// Questions of those whose table waits are not kept without bounds.
TEST(ServerFullDisk, AFloodOfQueriesIsBoundedWhileTablesWait) {
  FullDisk disk;
  disk.fill();
  auto memory = [&] {
    std::ifstream in(fmt::format("/proc/{}/statm", disk.server.pid()));
    std::int64_t all = 0;
    std::int64_t resident = 0;
    in >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
  };
  const std::int64_t before = memory();
  // Both have something at the store that is not yet there; neither has an answer, and both ask for more.
  for (const std::size_t i : {0U, 1U}) {
    std::string queries;
    for (int q = 0; q < 20'000; ++q) queries += "ListAllRoutes\n";
    try {
      disk.players[i]->client().send_bytes(queries);
    } catch (const ConnectionLost&) {  // one way to be bounded
    }
  }
  // Until it has looked at all it will look at.
  std::string lines;
  ASSERT_TRUE(comes_true([&] {
    usleep(300'000);
    const std::string metrics = http_body(disk.server.http(), "/metrics");
    const std::size_t at = metrics.find("\nfogg_lines_total");
    const std::string before_that = std::exchange(lines, metrics.substr(at, metrics.find('\n', at + 1) - at));
    return before_that == lines;
  }));
  EXPECT_LT(memory() - before, kMostGrowth);
  disk.make_room();
  EXPECT_TRUE(comes_true([&] { return http_body(disk.server.http(), "/healthz") == "ok\n"; }));
  EXPECT_EQ(disk.server.stop(), 0) << disk.server.log();
}

}  // namespace
}  // namespace fogg::test
