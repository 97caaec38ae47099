// POST /api/import: logs that a page sends become the records that `fogg replay --record` writes.
#include <thread>

#include "playback/import_v09.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

constexpr std::size_t kMostBytes = std::size_t{8} * 1024 * 1024;

struct Answer {
  int status = 0;
  std::string head;
  std::string body;

  bool has(const std::string& line) const { return head.find("\r\n" + line + "\r\n") != std::string::npos; }
  json::object error() const { return json::parse(body).at("error").as_object(); }
};

std::string read_to_end(LineClient& client) {
  std::string all;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = recv(client.handle(), buffer.data(), buffer.size(), 0);
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

Answer answer_of(const std::string& all) {
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  return {std::stoi(all.substr(all.find(' '))), all.substr(0, end + 2), all.substr(end + 4)};
}

std::string head(const std::string& method, const std::string& target, std::size_t length, const std::string& more) {
  return fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n", method,
                     target, length, more);
}

Answer post(int port, const std::string& body, const std::string& more = "",
            const std::string& target = "/api/import") {
  LineClient client(port);
  client.send_bytes(head("POST", target, body.size(), more));
  client.send_bytes(body);
  return answer_of(read_to_end(client));
}

std::string record_of_log(const std::string& log) {
  const auto imported = playback::import_v09(catalog(), v09::read_log(log));
  if (!imported) return "no record: " + imported.error().message;
  std::string text;
  for (const std::string& line : playback::record_lines(*imported)) text += line + "\n";
  return text;
}

class ServerImport : public testing::Test {
 protected:
  const Folder folder;
  // Always the same deal: what a row held that was thrown away stands in no log, and not every game has such a row.
  const ServerProcess server{
      folder, {"--pace", "off", "--log", folder / "log", "--players", "3", "--bots", "hungry", "--seed", "1"}};

  // What an observer hears of a game, and the log the server writes of it.
  std::pair<std::string, std::string> play_a_game() const {
    LineClient watcher(server.v09());
    watcher.send("Join eve Observer");
    Players players;
    for (const char* name : {"ada", "bob"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    play_all(players);
    EXPECT_TRUE(watcher.at_end());
    return {watcher.received(), read_file(folder / "log/game-000001.log")};
  }
};

TEST_F(ServerImport, ALogBecomesTheRecordThatReplayWrites) {
  const auto [heard, log] = play_a_game();
  const Answer all = post(server.http(), log);
  EXPECT_EQ(all.status, 200) << all.body;
  EXPECT_TRUE(all.has("Content-Type: application/x-ndjson"));
  EXPECT_EQ(all.head.find("Fogg-Stopped"), std::string::npos);
  EXPECT_EQ(all.body, record_of_log(log));
  EXPECT_TRUE(verdict_of(all.body).good);
  EXPECT_FALSE(verdict_of(all.body).partial);

  const Answer some = post(server.http(), heard, "Origin: http://localhost\r\nContent-Type: text/plain\r\n");
  EXPECT_EQ(some.status, 200) << some.body;
  EXPECT_EQ(some.body, record_of_log(heard));
  EXPECT_TRUE(verdict_of(some.body).partial);

  const std::string half = log.substr(0, log.size() / 2);
  const Answer cut = post(server.http(), half);
  EXPECT_EQ(cut.status, 200);
  EXPECT_EQ(cut.body, record_of_log(half));
  EXPECT_TRUE(cut.has(fmt::format("Fogg-Stopped: {} broken JSON: incomplete JSON", lines_of(half).size()))) << cut.head;

  const Answer record = post(server.http(), record_of(server, 1));
  EXPECT_EQ(record.status, 422);
  EXPECT_EQ(text_of(record.error(), "message"), "this is a record already");
}

TEST_F(ServerImport, WhatIsNoLogIsRefusedWithTheLine) {
  for (const std::string& text : {std::string(), std::string("nothing"), std::string("{}\n\n[1,2"),
                                  std::string(100'000, '\0'), std::string(100'000, '[')}) {
    const Answer answer = post(server.http(), text);
    EXPECT_EQ(answer.status, 422) << text.substr(0, 20);
    EXPECT_TRUE(answer.has("Content-Type: application/json"));
    EXPECT_FALSE(text_of(answer.error(), "message").empty());
    EXPECT_GE(answer.error().at("line").as_int64(), 1);
  }
}

TEST_F(ServerImport, TooMuchIsRefusedBeforeItIsSent) {
  {
    LineClient client(server.http());
    client.send_bytes(head("POST", "/api/import", kMostBytes + 1, ""));
    EXPECT_EQ(answer_of(read_to_end(client)).status, 413);
  }
  {
    // Who does not wait for the answer is not cut off before it has it.
    const Answer answer = post(server.http(), std::string(kMostBytes + 1, '\n'));
    EXPECT_EQ(answer.status, 413);
    EXPECT_FALSE(text_of(answer.error(), "message").empty());
  }
  {
    LineClient client(server.http());
    client.send_bytes("POST /api/import HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = fmt::format("100000\r\n{}\r\n", std::string(0x100000, '\n'));
    for (std::size_t i = 0; i < 8; ++i) client.send_bytes(chunk);
    client.send_bytes("1\r\n\n\r\n");
    EXPECT_EQ(answer_of(read_to_end(client)).status, 413);
  }
  EXPECT_EQ(post(server.http(), std::string(kMostBytes, '\n')).status, 422);
}

TEST_F(ServerImport, OnlyOurOwnPagesMayAskAndOnlyWithPost) {
  for (const char* origin : {"http://evil.example.org", "null", "http://localhost:1"})
    EXPECT_EQ(post(server.http(), "", fmt::format("Origin: {}\r\n", origin)).status, 403) << origin;
  for (const char* method : {"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}) {
    const Answer answer = answer_of(http_get(server.http(), "/api/import", method));
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_TRUE(answer.has("Allow: POST")) << method;
  }
  for (const char* target : {"/", "/api/games", "/api/imports", "/api/import/", "/ws"}) {
    const Answer answer = post(server.http(), "x", "", target);
    EXPECT_EQ(answer.status, 405) << target;
    EXPECT_TRUE(answer.has("Allow: GET, HEAD")) << target;
  }
  EXPECT_EQ(post(server.http(), std::string(2000, 'x'), "", "/api/games").status, 0);  // cut off
}

TEST_F(ServerImport, OnlyAFewAtOnceAndOthersAreToldToWait) {
  std::vector<LineClient> slow;
  for (int i = 0; i < 8; ++i) {
    slow.emplace_back(server.http());
    slow.back().send_bytes(head("POST", "/api/import", 2, "Expect: 100-continue\r\n"));
    EXPECT_EQ(slow.back().line(), "HTTP/1.1 100 Continue\r");
  }
  const Answer answer = post(server.http(), "x");
  EXPECT_EQ(answer.status, 503);
  EXPECT_TRUE(answer.has("Retry-After: 5"));
  EXPECT_FALSE(text_of(answer.error(), "message").empty());
  EXPECT_EQ(http_body(server.http(), "/healthz"), "ok\n");
  for (LineClient& client : slow) client.send_bytes("xx");
  for (LineClient& client : slow) EXPECT_NE(read_to_end(client).find(" 422 "), std::string::npos);
  EXPECT_EQ(post(server.http(), "x").status, 422);
}

// The longest that is read, of messages that are much work. Meanwhile the server answers others.
TEST_F(ServerImport, AVeryLongLogTakesNobodysTime) {
  const auto [heard, log] = play_a_game();
  const std::size_t end = log.find(R"("turnType":"FinalScore")");
  ASSERT_NE(end, std::string::npos);
  std::string long_log = log.substr(0, log.rfind('\n', end) + 1);
  std::string draw =
      R"({"type":"Info","turnType":"BoardState","success":true,"player":"Blue","faceUpPassengerCarDeck":["Red"]})";
  draw += '\n';
  while (long_log.size() + draw.size() < kMostBytes) long_log += draw;
  std::thread importing([&] { EXPECT_EQ(post(server.http(), long_log).status, 200); });
  for (int i = 0; i < 20; ++i) {
    const auto asked = Clock::now();
    EXPECT_EQ(http_body(server.http(), "/healthz"), "ok\n");
    EXPECT_LT(Clock::now() - asked, std::chrono::seconds(2));
  }
  importing.join();
}

}  // namespace
}  // namespace fogg::test
