// Limits, and the HTTP port.
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using json::object;

object join(LineClient& client, const std::string& words) {
  client.until("Request", "Join");
  client.send("Join " + words);
  return client.until("Info", "Join");
}

bool is_turned_away(LineClient& client) {
  return text_of(client.message(), "text").find("too many connections") != std::string::npos && client.at_end();
}

TEST(ServerLimits, ConnectionsInAll) {
  const Folder folder;
  ServerProcess server(folder, {"--max-connections", "3"});
  std::vector<LineClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(server.v09());
    clients.back().until("Request", "Join");
  }
  LineClient fourth(server.v09(), "127.0.0.2");
  EXPECT_TRUE(is_turned_away(fourth));
  clients.pop_back();
  EXPECT_TRUE(comes_true([&] {
    LineClient next(server.v09());
    return text_of(next.message(), "turnType") == "Join";
  }));
  EXPECT_NE(http_body(server.http(), "/metrics").find("\nfogg_connections_turned_away_total "), std::string::npos);
}

// Cutting a connection without a word takes another machine; that the kernel looks whether the other side is still there can be seen here: the
// server's end of a quiet connection has a keep-alive timer.
TEST(ServerLimits, HalfOpenConnectionsAreLookedFor) {
  const Folder folder;
  ServerProcess server(folder, std::vector<std::string>{});
  LineClient client(server.v09());
  client.until("Request", "Join");
  const std::string local = fmt::format(":{:04X} ", server.v09());
  EXPECT_TRUE(comes_true([&] {
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
      // number: local remote state queues timer:when …; state 01 is established, timer 02 keep-alive
      std::istringstream in(line);
      std::string number, here, there, state, queues, timer;
      in >> number >> here >> there >> state >> queues >> timer;
      if ((here + " ").ends_with(local) && state == "01" && timer.starts_with("02:")) return true;
    }
    return false;
  }));
}

TEST(ServerLimits, ConnectionsFromOneAddress) {
  const Folder folder;
  ServerProcess server(folder, {"--max-connections-per-address", "2"});
  LineClient first(server.v09());
  LineClient second(server.v09());
  first.until("Request", "Join");
  second.until("Request", "Join");
  LineClient third(server.v09());
  EXPECT_TRUE(is_turned_away(third));
  LineClient elsewhere(server.v09(), "127.0.0.2");
  elsewhere.until("Request", "Join");
  first.reset();
  EXPECT_TRUE(comes_true([&] {
    LineClient next(server.v09());
    return text_of(next.message(), "turnType") == "Join";
  }));
}

TEST(ServerLimits, JoinsPerMinuteFromOneAddress) {
  const Folder folder;
  ServerProcess server(folder, {"--max-joins-per-minute", "3", "--players", "5"});
  std::vector<LineClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(server.v09());
    EXPECT_EQ(join(clients.back(), fmt::format("p{} Player", i)).at("success"), true);
  }
  LineClient fourth(server.v09());
  fourth.until("Request", "Join");
  fourth.send("Join p3 Player");
  EXPECT_NE(text_of(fourth.message(), "text").find("too many joins"), std::string::npos);
  EXPECT_EQ(text_of(fourth.message(), "errorCode"), "NotPlayersTurn");
  fourth.until("Request", "Join");
  LineClient elsewhere(server.v09(), "127.0.0.2");
  EXPECT_EQ(join(elsewhere, "p4 Player").at("success"), true);
}

TEST(ServerLimits, RefusalsInARow) {
  const Folder folder;
  ServerProcess server(folder, {"--max-refusals", "5", "--players", "2", "--bots", "hungry"});
  for (const bool joined : {false, true}) {
    LineClient client(server.v09());
    if (joined) join(client, "ada Player");
    if (joined) client.until("Request", "ClaimDestinationTickets");
    // Four are nothing, and something good makes them forgotten; queries are neither good nor bad.
    int refusals = 0;
    auto nonsense = [&](int times) {
      for (int i = 0; i < times; ++i) {
        client.send("nonsense");
        client.until([](const object& m) { return text_of(m, "errorCode") == "WrongTurnFormat"; });
        ++refusals;
      }
    };
    nonsense(4);
    if (joined) {
      client.send("ClaimDestinationTickets true true true");
      client.until("Info", "ClaimDestinationTickets");
      nonsense(4);
    }
    client.send("ListAllRoutes");
    client.until("Info", "ListAllRoutes");
    client.send("nonsense");
    EXPECT_TRUE(client.at_end());
    EXPECT_NE(client.received().find("too many refused lines in a row"), std::string::npos);
    // The last one is refused like the others before it is too much.
    std::size_t count = 0;
    for (const std::string& line : lines_of(client.received()))
      count += line.find("WrongTurnFormat") != std::string::npos ? 1U : 0U;
    EXPECT_EQ(count, joined ? 9U : 5U);
  }
}

TEST(ServerLimits, Tables) {
  const Folder folder;
  ServerProcess server(folder, {"--max-tables", "1", "--players", "2"});
  LineClient ada(server.v09());
  join(ada, "ada Player");
  LineClient bob(server.v09());
  join(bob, "bob Player");
  LineClient third(server.v09());
  third.until("Request", "Join");
  third.send("Join cy Player");
  EXPECT_NE(text_of(third.message(), "text").find("all tables are taken"), std::string::npos);
  EXPECT_EQ(text_of(third.message(), "errorCode"), "NotPlayersTurn");
  // It may still watch.
  EXPECT_EQ(join(third, "cy Observer").at("success"), true);
}

TEST(ServerLimits, Lines) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  LineClient client(server.v09());
  client.until("Request", "Join");
  const std::string query = "ListAllRoutes";
  client.send(query + std::string(1024 - query.size(), ' '));
  EXPECT_EQ(text_of(client.message(), "turnType"), query);
  client.until("Request", "Join");
  client.send(query + std::string(1025 - query.size(), ' '));
  EXPECT_NE(text_of(client.message(), "text").find("too long"), std::string::npos);
  EXPECT_EQ(text_of(client.message(), "errorCode"), "WrongTurnFormat");
  EXPECT_TRUE(client.at_end());
}

TEST(ServerLimits, ABotDoesNotTakeAPlayersName) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "3", "--bots", "hungry,hungry"});
  LineClient client(server.v09());
  join(client, "hungry Player");
  std::set<std::string> names;
  for (int i = 0; i < 2; ++i) names.insert(text_of(client.until("Info", "Join"), "playerName"));
  EXPECT_EQ(names, (std::set<std::string>{"hungry-2", "hungry-3"}));
}

// -- HTTP

std::string body_of(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }

TEST(ServerHttp, PagesAndWhatIsNotThere) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  const std::string page = http_get(server.http(), "/status");
  EXPECT_TRUE(page.starts_with("HTTP/1.1 200")) << page;
  EXPECT_NE(page.find("Content-Type: text/html; charset=utf-8\r\n"), std::string::npos);
  EXPECT_NE(page.find("Content-Security-Policy:"), std::string::npos);
  EXPECT_NE(page.find("Nobody is playing."), std::string::npos);
  for (const char* target : {"/", "/status", "/healthz", "/metrics", "/api/games"}) {
    const std::string get = http_get(server.http(), target);
    const std::string head = http_get(server.http(), target, "HEAD");
    EXPECT_EQ(body_of(head), "") << target;
    EXPECT_TRUE(head.starts_with("HTTP/1.1 200")) << target;
    EXPECT_NE(head.find(fmt::format("Content-Length: {}\r\n", body_of(get).size())), std::string::npos) << target;
  }
  EXPECT_EQ(http_body(server.http(), "/healthz"), "ok\n");
  for (const char* target :
       {"/nothing", "/api/games/1/record", "/api/games/x/record", "/api/games//record", "/api/games/-1/record",
        "/api/games/99999999999999999999/record", "/api/games/1", "/../etc/passwd", "//"}) {
    EXPECT_TRUE(http_get(server.http(), target).starts_with("HTTP/1.1 404")) << target;
  }
  for (const char* method : {"POST", "PUT", "DELETE"}) {
    const std::string answer = http_get(server.http(), "/", method);
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 405")) << method;
    EXPECT_NE(answer.find("Allow: GET, HEAD\r\n"), std::string::npos) << method;
  }
  // Several requests over one connection.
  LineClient kept(server.http());
  for (int i = 0; i < 3; ++i) {
    kept.send_bytes("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(kept.line(), "HTTP/1.1 200 OK\r");
    while (kept.line() != "\r") {
    }
    EXPECT_EQ(kept.line(), "ok");
  }
}

TEST(ServerHttp, BadRequestsEndTheirConnectionOnly) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  auto ends = [&](const std::string& request) {
    LineClient client(server.http());
    try {
      client.send_bytes(request);
    } catch (const ConnectionLost&) {
    }
    return client.at_end();
  };
  EXPECT_TRUE(ends("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n"));
  EXPECT_TRUE(ends("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n\r\n"));
  EXPECT_TRUE(ends("nonsense\r\n\r\n"));
  EXPECT_TRUE(ends(std::string(1000, '\0')));
  EXPECT_TRUE(ends("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n" + std::string(100'000, 'x')));
  std::vector<LineClient> silent;
  for (int i = 0; i < 100; ++i) {
    silent.emplace_back(server.http());
    silent.back().send_bytes("GET / HT");
  }
  EXPECT_EQ(http_body(server.http(), "/healthz"), "ok\n");
}

TEST(ServerHttp, AHostileNameIsOnlyAName) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  const std::string name = "<script>alert('&\"\\')</script>";
  LineClient client(server.v09());
  EXPECT_EQ(text_of(join(client, name + " Player"), "playerName"), name);
  const std::string page = http_body(server.http(), "/status");
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(&#39;&amp;&quot;\\&#39;)&lt;/script&gt;"), std::string::npos);
  EXPECT_EQ(text_of(games_of(server)[0].at("seats").as_array()[0].as_object(), "name"), name);
}

TEST(ServerHttp, ARunningGameKeepsItsSecrets) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  Player ada(server.v09(), "ada");
  EXPECT_TRUE(comes_true([&] { return games_of(server).size() == 1; }));
  EXPECT_EQ(text_of(games_of(server)[0].as_object(), "status"), "waiting");
  EXPECT_FALSE(games_of(server)[0].as_object().contains("record"));
  EXPECT_TRUE(http_get(server.http(), "/api/games/1/record").starts_with("HTTP/1.1 404"));
  Player bob(server.v09(), "bob");
  {
    Playing playing(bob);
    ada.play(8);
    // It is ada's turn or bob's; the game stands still either way, for ada does nothing now.
    ASSERT_TRUE(comes_true([&] {
      const std::string one = record_of(server, 1);
      usleep(20'000);
      return one == record_of(server, 1);
    }));
    const std::string record = record_of(server, 1);
    EXPECT_GT(lines_of(record).size(), 10U);
    EXPECT_EQ(record.find("\"kind\":\"key\""), std::string::npos);
    for (const std::string& line : lines_of(record)) {
      const object event = json::parse(line).as_object();
      EXPECT_TRUE(!event.contains("visible_to") || event.at("visible_to") == "all") << line;
      EXPECT_NE(text_of(event, "kind"), "offer");
      EXPECT_NE(text_of(event, "kind"), "key");
    }
    const object game = games_of(server)[0].as_object();
    EXPECT_EQ(text_of(game, "status"), "running");
    EXPECT_EQ(text_of(game, "record"), "/api/games/1/record");
    EXPECT_EQ(game.at("seats").as_array().size(), 2U);
    EXPECT_EQ(text_of(game.at("seats").as_array()[0].as_object(), "state"), "here");
    const std::string page = http_body(server.http(), "/status");
    EXPECT_NE(page.find("ada"), std::string::npos);
    ada.play();
    playing.join();
  }
  expect_good_record(record_of(server, 1));
  EXPECT_EQ(text_of(games_of(server)[0].as_object(), "status"), "over");
  const std::string metrics = http_body(server.http(), "/metrics");
  for (const char* line : {"fogg_joins_total 2", "fogg_games_started_total 1", "fogg_games_finished_total 1",
                           "fogg_tables_running 0", "fogg_frozen 0", "fogg_rejoins_total 0"})
    EXPECT_NE(metrics.find(fmt::format("\n{}\n", line)), std::string::npos) << line;
  EXPECT_NE(metrics.find(fmt::format("\nfogg_actions_total {}\n", ada.answers() + bob.answers())), std::string::npos)
      << metrics;
}

}  // namespace
}  // namespace fogg::test
