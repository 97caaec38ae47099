// Clients that do what they should not, while others play: those are not disturbed, and the server does not grow.
#include <random>

#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using std::chrono::milliseconds;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t kMostGrowth = 1024LL << 20;  // they keep what was freed for a while
#else
constexpr std::int64_t kMostGrowth = 48LL << 20;
#endif

std::int64_t memory_of(const ServerProcess& server) {
  std::ifstream in(fmt::format("/proc/{}/statm", server.pid()));
  std::int64_t all = 0;
  std::int64_t resident = 0;
  in >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

long metric(const ServerProcess& server, const std::string& name) {
  const std::string text = http_body(server.http(), "/metrics");
  const std::size_t at = text.find("\n" + name + " ");
  return at == std::string::npos ? -1 : std::stol(text.substr(at + name.size() + 2));
}

// Two play game after game until the bad ones have done what they do, and one more.
void while_others_play(const std::function<void(ServerProcess&)>& bad, const std::vector<std::string>& more = {}) {
  const Folder folder;
  std::vector<std::string> arguments = {"--players", "2", "--max-joins-per-minute", "100000"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  ServerProcess server(folder, arguments);
  int games = 0;
  auto play_one = [&] {
    Players players;
    for (const char* name : {"good-1", "good-2"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    play_all(players);
    for (const auto& player : players) EXPECT_EQ(player->scores().size(), 2U);
    ++games;
  };
  play_one();
  const std::int64_t before = memory_of(server);
  std::atomic<bool> done = false;
  std::string trouble;
  std::thread bad_ones([&] {
    try {
      bad(server);
    } catch (const std::exception& error) {
      trouble = error.what();
    }
    done = true;
  });
  while (!done && !testing::Test::HasFailure()) play_one();
  bad_ones.join();
  EXPECT_EQ(trouble, "");
  play_one();
  EXPECT_LT(memory_of(server) - before, kMostGrowth);
  for (const json::value& game : games_of(server)) {
    if (text_of(game.as_object(), "status") == "over") {
      const auto id = static_cast<int>(game.at("id").as_int64());
      if (id <= 2) expect_good_record(record_of(server, id));
    }
  }
  EXPECT_TRUE(comes_true([&] { return metric(server, "fogg_connections_open") == 0; }));
  EXPECT_TRUE(comes_true([&] { return metric(server, "fogg_tables_waiting") == 0; }));
  EXPECT_TRUE(comes_true([&] { return metric(server, "fogg_observers") == 0; }));
  EXPECT_EQ(server.stop(), 0) << server.log();
}

// Sends all of it or until the other side has had enough; says whether that was so.
bool is_cut_off(LineClient& client, const std::string& bytes) {
  try {
    client.send_bytes(bytes);
  } catch (const ConnectionLost&) {
    return true;
  }
  return client.at_end();
}

TEST(BadClients, GarbageEndsTheConnectionAfterAWhile) {
  while_others_play([](ServerProcess& server) {
    std::mt19937 random(1);
    for (int round = 0; round < 10; ++round) {
      LineClient client(server.v09());
      std::string bytes;
      for (int i = 0; i < 20'000; ++i) bytes += fmt::format("{:x} {:x}\n", random(), random());
      EXPECT_TRUE(is_cut_off(client, bytes));
    }
  });
}

TEST(BadClients, BinaryOfEveryKind) {
  while_others_play([](ServerProcess& server) {
    std::mt19937 random(2);
    for (int round = 0; round < 10; ++round) {
      LineClient client(server.v09());
      std::string bytes(200'000, '\0');
      for (char& c : bytes) c = static_cast<char>(random());
      EXPECT_TRUE(is_cut_off(client, bytes));
      LineClient zeros(server.v09());
      EXPECT_TRUE(is_cut_off(zeros, std::string(100'000, '\0')));
      LineClient empty_lines(server.v09());
      EXPECT_TRUE(is_cut_off(empty_lines, std::string(100'000, '\n')));
    }
  });
}

TEST(BadClients, EveryAnswerToGarbageIsAMessage) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--max-refusals", "100000"});
  std::mt19937 random(3);
  LineClient client(server.v09());
  client.message();
  for (int i = 0; i < 3000; ++i) {
    std::string line(random() % 60, ' ');
    for (char& c : line) c = static_cast<char>(random());
    std::erase(line, '\n');
    client.send(line);
    const json::object answer = client.message();
    ASSERT_EQ(text_of(answer, "errorCode"), "WrongTurnFormat");
    ASSERT_EQ(text_of(client.message(), "type"), "Request");
  }
}

TEST(BadClients, LinesWithoutAnEnd) {
  while_others_play([](ServerProcess& server) {
    for (int round = 0; round < 10; ++round) {
      LineClient huge(server.v09());
      EXPECT_TRUE(is_cut_off(huge, std::string(1 << 20, 'x')));
      // Byte by byte, and never a line feed.
      LineClient slow(server.v09());
      bool cut = false;
      for (int i = 0; i < 4000 && !cut; ++i) {
        try {
          slow.send_bytes("y");
          if (i % 100 == 0) usleep(1000);
        } catch (const ConnectionLost&) {
          cut = true;
        }
      }
      EXPECT_TRUE(cut || slow.at_end());
    }
    // Who is cut off is told why.
    LineClient told(server.v09());
    told.message();
    told.send_bytes(std::string(2000, 'z'));
    EXPECT_TRUE(text_of(told.message(), "text").find("too long") != std::string::npos);
    EXPECT_EQ(text_of(told.message(), "errorCode"), "WrongTurnFormat");
    EXPECT_TRUE(told.at_end());
  });
}

TEST(BadClients, TwoHundredWhoSayNothing) {
  while_others_play([](ServerProcess& server) {
    std::vector<LineClient> silent;
    for (int i = 0; i < 200; ++i) silent.emplace_back(server.v09());
    for (int i = 0; i < 200; ++i) {
      silent.emplace_back(server.v09());
      silent.back().send_bytes("Join half-a-l");
    }
    EXPECT_TRUE(comes_true([&] { return metric(server, "fogg_connections_open") >= 400; }));
    usleep(300'000);
  });
}

TEST(BadClients, ConnectionsThatAreResetAndLeft) {
  while_others_play([](ServerProcess& server) {
    for (int i = 0; i < 300; ++i) {
      LineClient client(server.v09());
      if (i % 3 == 0) client.send_bytes("ListAllRoutes\nListAll");
      if (i % 3 == 1) {
        client.send("Join watcher Observer");
        client.until("Info", "Join");
      }
      if (i % 2 == 0) {
        client.reset();
      } else {
        client.close();
      }
    }
    // Closed for writing only: whoever says that nothing more comes is let go.
    LineClient half(server.v09());
    half.send("ListAllRoutes");
    shutdown(half.handle(), SHUT_WR);
    EXPECT_TRUE(half.at_end());
  });
}

// Whoever reads what comes gets an answer to each question, however many there are.
TEST(BadClients, AFloodOfQueriesIsAnswered) {
  while_others_play(
      [](ServerProcess& server) {
        LineClient client(server.v09());
        client.message();
        client.send("Join watcher Observer");
        std::string batch;
        for (int i = 0; i < 25; ++i) batch += "ListAllRoutes\nBoardState\r\n";
        // One batch at a time: what is asked for and not read yet must stay below the bound for slow readers.
        try {
          for (int round = 0; round < 60; ++round) {
            client.send_bytes(batch);
            for (int answers = 0; answers < 50;) {
              const auto line = client.line();
              ASSERT_TRUE(line);
              const bool is_answer = line->find("\"turnType\":\"ListAllRoutes\"") != std::string::npos ||
                                     line->find("\"turnType\":\"BoardState\"") != std::string::npos;
              answers += is_answer ? 1 : 0;
            }
          }
        } catch (const ConnectionLost&) {
          // On a slow machine the others may be done first; then everyone is let go.
          EXPECT_NE(client.received().find("FinalScore"), std::string::npos);
        }
      },
      {"--max-refusals", "100000"});
}

// Asks and asks and never reads.
TEST(BadClients, ASlowReaderIsDisconnected) {
  while_others_play([](ServerProcess& server) {
    for (int round = 0; round < 3; ++round) {
      LineClient client(server.v09(), {}, 4096);
      if (round > 0) client.send("Join sleeper Observer");
      const std::string query = "ListAllRoutes\n";
      bool cut = false;
      const auto until = Clock::now() + kPatience;
      while (!cut && Clock::now() < until) {
        // Without waiting: when it reads no more of ours either, we try again later.
        const ssize_t sent = ::send(client.handle(), query.data(), query.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN) cut = true;
        if (sent < 0 && errno == EAGAIN) usleep(1000);
      }
      EXPECT_TRUE(cut);
    }
  });
}

// The same at the table itself: the two others play to the end without it.
TEST(BadClients, ASlowReaderAtTheTableDelaysNobody) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "3", "--grace", "0.2"});
  LineClient sleeper(server.v09(), {}, 4096);
  sleeper.message();
  sleeper.send("Join sleeper Player");
  sleeper.until("Info", "Join");
  LineClient observer(server.v09(), {}, 4096);  // this one never reads, and never says anything
  observer.send("Join quiet Observer");
  Players players;
  for (const char* name : {"good-1", "good-2"}) players.push_back(std::make_unique<Player>(server.v09(), name));
  std::atomic<bool> over = false;
  std::thread flood([&] {
    const std::string query = "ListAllRoutes\nBoardState\n";
    while (!over) {
      if (::send(sleeper.handle(), query.data(), query.size(), MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) continue;
      if (errno != EAGAIN) return;
      usleep(1000);
    }
  });
  const std::int64_t before = memory_of(server);
  play_all(players);
  over = true;
  flood.join();
  for (const auto& player : players) {
    EXPECT_EQ(player->scores().size(), 3U);
    EXPECT_TRUE(player->told("sleeper (Blue) has lost the connection"));
    EXPECT_TRUE(player->told("a bot plays on for sleeper (Blue)"));
  }
  EXPECT_LT(memory_of(server) - before, kMostGrowth);
  expect_good_record(record_of(server, 1));
}

// No file is left for another connection: those who play do not notice, and later it is as before.
TEST(BadClients, MoreConnectionsThanFiles) {
  while_others_play([](ServerProcess& server) {
    int files = 0;
    for (const auto& file : fs::directory_iterator(fmt::format("/proc/{}/fd", server.pid()))) {
      static_cast<void>(file);
      ++files;
    }
    // Room for the players' connections and some more.
    const rlimit few{static_cast<rlim_t>(files) + 20, 4096};
    ASSERT_EQ(prlimit(server.pid(), RLIMIT_NOFILE, &few, nullptr), 0);
    {
      Players players;
      for (const char* name : {"table-1", "table-2"}) players.push_back(std::make_unique<Player>(server.v09(), name));
      std::vector<std::unique_ptr<LineClient>> many;
      for (int i = 0; i < 60; ++i) many.push_back(std::make_unique<LineClient>(server.v09()));
      play_all(players);
      for (const auto& player : players) EXPECT_EQ(player->scores().size(), 2U);
      // Whoever waits outside gets in when others go.
      many.erase(many.begin(), many.begin() + 50);
      for (const auto& client : many) EXPECT_EQ(text_of(client->message(), "turnType"), "Join");
    }
    const rlimit enough{4096, 4096};
    ASSERT_EQ(prlimit(server.pid(), RLIMIT_NOFILE, &enough, nullptr), 0);
  });
}

TEST(BadClients, ManyOnTheHttpPort) {
  while_others_play([](ServerProcess& server) {
    std::vector<LineClient> silent;
    for (int i = 0; i < 600; ++i) {
      silent.emplace_back(server.http());
      if (i % 2 == 0) silent.back().send_bytes("GET /api/games HTTP/1.1\r\nX: ");
    }
    Players players;
    for (const char* name : {"table-1", "table-2"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    play_all(players);
    silent.clear();
    EXPECT_TRUE(comes_true([&] { return http_body(server.http(), "/healthz") == "ok\n"; }));
  });
}

// Nobody may fill the house with empty tables, or get at another one's seat.
TEST(BadClients, PeopleWhoSitDownAndLeave) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "3", "--max-joins-per-minute", "100000"});
  Player good(server.v09(), "good");
  good.client().until("Info", "Join");
  for (int i = 0; i < 200; ++i) {
    LineClient client(server.v09());
    client.message();
    client.send(fmt::format("Join guest-{} Player", i % 7));
    const json::object joined = client.until("Info", "Join");
    if (i % 2 == 0) client.reset();
  }
  ASSERT_TRUE(comes_true([&] { return games_of(server)[0].at("seats").as_array().size() == 1; }));
  EXPECT_EQ(games_of(server).size(), 1U);
  Players players;
  for (const char* name : {"good-2", "good-3"}) players.push_back(std::make_unique<Player>(server.v09(), name));
  Playing playing(good);
  play_all(players);
  playing.join();
  EXPECT_EQ(good.scores().size(), 3U);
  expect_good_record(record_of(server, 1));
}

}  // namespace
}  // namespace fogg::test
