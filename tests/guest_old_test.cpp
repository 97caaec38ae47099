// Observers of protocol v0.9 at tables of guests: what they hear where moves are taken back, and where they may not watch.
#include "guest_client.h"
#include "playback/import_v09.h"
#include "playback/playback.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

// Messages about the game: neither joins nor lines for people.
std::vector<std::string> about_the_game(const std::string& text) {
  std::vector<std::string> lines = without_texts(text);
  std::erase_if(lines, [](const std::string& line) { return line.find(R"("turnType":"Join")") != std::string::npos; });
  return lines;
}

// What a public observer is to be told of a game as it stands at the end.
std::vector<std::string> public_story(const std::string& record) {
  const auto playback = playback::load(catalog(), record);
  if (!playback) return {playback.error().message};
  std::string text = playback->opening;
  for (const playback::Frame& frame : playback->frames) text += frame.messages;
  return about_the_game(text);
}

LineClient old_observer(int port, const std::string& code) {
  LineClient client(port);
  client.until("Request", "Join");
  client.send(fmt::format("Join eve@{} Observer", code));
  return client;
}

void take_back(GuestClient& guest) {
  if (guest.request().empty()) guest.until("request");
  guest.forget_request();
  ASSERT_EQ(text_of(guest.ask({{"type", "undo"}}), "type"), "ack");
  if (guest.request().empty()) guest.until("request");
}

TEST(OldObservers, HearTheGameWithoutMovesThatWereTakenBack) {
  const Folder folder;
  const std::vector<std::string> arguments = {"--pace", "off", "--log", folder / "log"};
  std::optional<ServerProcess> server(std::in_place, folder, arguments);
  GuestClient ada(server->tcp());
  // Everything is for those with the table's own key, which no old client can show.
  ada.create("usa-2004", {"me", "hungry", "random"}, {{"observers", "all"}});
  for (int round = 0; round < 6; ++round) {
    ada.play(static_cast<std::uint32_t>(round), 9);
    LineClient early = old_observer(server->v09(), ada.code());
    early.until("Info", "BoardState");
    for (int i = 0; i <= round % 3; ++i) take_back(ada);
    EXPECT_TRUE(early.at_end());
    EXPECT_NE(early.received().find("ada takes moves back: join again"), std::string::npos);
    if (round % 2 == 0) continue;
    server.reset();
    server.emplace(folder, arguments);
    ada.use_port(server->tcp());
    ada.resume();
    if (ada.request().empty()) ada.until("request");
  }
  LineClient late = old_observer(server->v09(), ada.code());
  late.until("Info", "BoardState");
  ada.play(77);
  EXPECT_TRUE(late.at_end());
  const std::string record = record_of(*server, ada.id());
  expect_good_record(record);
  EXPECT_NE(record.find(R"("kind":"undo")"), std::string::npos);
  expect_same(about_the_game(late.received()), public_story(record));

  // The log has every card of the same game.
  const std::string log = read_file(folder / "log/game-000001.log");
  const auto imported = playback::import_v09(catalog(), v09::read_log(log));
  ASSERT_TRUE(imported.has_value());
  EXPECT_FALSE(imported->stop.has_value()) << imported->stop->line << ": " << imported->stop->message;
  std::string again;
  for (const std::string& line : playback::record_lines(*imported)) again += line + "\n";
  const Verdict verdict = verdict_of(again);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
  EXPECT_FALSE(verdict.partial);
  expect_same(public_story(again), public_story(record));
}

TEST(OldObservers, MayNotWatchWhereNobodyMay) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open"}, {{"observers", "none"}, {"v09", true}});
  GuestClient bob(server.tcp());
  bob.join(ada.code(), "bob");
  ada.until("request");
  LineClient eve = old_observer(server.v09(), ada.code());
  const json::object refusal =
      eve.until([](const json::object& m) { return text_of(m, "turnType") == "Join" && m.contains("errorCode"); });
  EXPECT_EQ(text_of(refusal, "errorCode"), "NotPlayersTurn");
  EXPECT_NE(eve.received().find("nobody may watch this table"), std::string::npos);
  // Whoever names no table waits for the next one.
  LineClient dan(server.v09());
  dan.until("Request", "Join");
  dan.send("Join dan Observer");
  dan.until("Info", "Join");
  EXPECT_EQ(dan.received().find("bob"), std::string::npos);
}

}  // namespace
}  // namespace fogg::test
