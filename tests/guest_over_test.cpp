// What everyone may see of a game, before and after its end, and of tables that are not listed.
#include "guest_client.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

// The whole record, with every hidden card and the key.
void expect_whole(const std::string& record, bool forfeited) {
  const Verdict verdict = verdict_of(record);
  EXPECT_TRUE(verdict.good) << "line " << verdict.line << ": " << verdict.message;
  EXPECT_FALSE(verdict.partial);
  EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
  EXPECT_EQ(record.find(R"("kind":"forfeit")") != std::string::npos, forfeited);
  EXPECT_EQ(record.find(R"("kind":"end")") == std::string::npos, forfeited);
  EXPECT_NE(record.find(R"("visible_to":[0])"), std::string::npos);
  EXPECT_NE(record.find(R"("visible_to":[1])"), std::string::npos);
}

void expect_nothing_hidden_in(const std::string& record) {
  EXPECT_EQ(record.find(R"("visible_to":[)"), std::string::npos);
  EXPECT_EQ(record.find(R"("kind":"key")"), std::string::npos);
  EXPECT_NE(record.find(R"("visible_to":"all")"), std::string::npos);
}

const std::string kNoGame = "there is no such game\n";

TEST(GameOver, TheWholeRecordIsThereTheMomentTheyHearOfTheEnd) {
  const Folder folder;
  std::map<int, std::string> records;
  {
    const ServerProcess server(folder, {"--pace", "off"});
    for (int game = 0; game < 6; ++game) {
      const bool is_listed = game % 2 == 0;
      const bool is_forfeited = game >= 4;
      SCOPED_TRACE(game);
      GuestClient ada(server.tcp());
      ada.create("usa-2004", {"me", "hungry"}, {{"listed", is_listed}});
      ada.play(static_cast<std::uint32_t>(game), 5);
      if (ada.request().empty()) ada.until("request");
      ada.forget_request();
      ada.ask({{"type", "undo"}});
      if (ada.request().empty()) ada.until("request");
      const std::string so_far = record_of(server, ada.id());
      if (is_listed) {
        expect_nothing_hidden_in(so_far);
      } else {
        EXPECT_EQ(so_far, kNoGame);
      }
      if (is_forfeited) ada.say({{"type", "resign"}});
      if (!is_forfeited) ada.play(static_cast<std::uint32_t>(game));
      while (!ada.story().over()) ada.next();
      const std::string record = record_of(server, ada.id());
      expect_whole(record, is_forfeited);
      EXPECT_NE(record.find(R"("kind":"undo")"), std::string::npos);
      records[ada.id()] = record;
    }
  }
  const ServerProcess server(folder, {"--pace", "off"});
  EXPECT_EQ(records.size(), 6U);
  for (const auto& [id, record] : records) EXPECT_EQ(record_of(server, id), record);
}

// Two people: one sees the end first, and must not find less than the other.
TEST(GameOver, TheRecordIsThereForWhoeverHearsFirst) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  for (int game = 0; game < 3; ++game) {
    GuestClient ada(server.tcp());
    ada.create("europe", {"me", "open"}, {{"listed", false}});
    GuestClient bob(server.tcp());
    bob.join(ada.code(), "bob");
    GuestClient eve(server.tcp());
    eve.ask({{"type", "watch"}, {"table", ada.code()}});
    auto finish = [&server](GuestClient& guest, std::uint32_t seed, std::string& record) {
      if (seed > 0) guest.play(seed);
      while (!guest.story().over()) guest.next();
      record = record_of(server, guest.id());
    };
    std::array<std::string, 3> found;
    std::thread first([&] { finish(ada, 1, found[0]); });
    std::thread second([&] { finish(bob, 2, found[1]); });
    finish(eve, 0, found[2]);
    first.join();
    second.join();
    for (const std::string& record : found) {
      expect_whole(record, false);
      EXPECT_EQ(record, found[0]);
    }
  }
}

TEST(Unlisted, TablesAreACountAndNothingMoreUntilTheyAreOver) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open"}, {{"listed", false}, {"name", "secret-ada"}, {"v09", true}});
  auto api = [&server] { return json::parse(http_body(server.http(), "/api/games")); };
  auto expect_hidden = [&] {
    EXPECT_EQ(api().at("games").as_array().size(), 0U);
    EXPECT_EQ(api().at("unlisted"), 1);
    const std::string page = http_body(server.http(), "/status");
    EXPECT_NE(page.find("1 more table."), std::string::npos);
    EXPECT_EQ(page.find("secret"), std::string::npos);
    EXPECT_EQ(page.find(ada.code()), std::string::npos);
    GuestClient stranger(server.tcp());
    EXPECT_TRUE(stranger.ask({{"type", "lobby"}}).at("tables").as_array().empty());
    EXPECT_EQ(record_of(server, ada.id()), kNoGame);
  };
  expect_hidden();
  // An old client that comes by does not sit down there.
  LineClient old(server.v09());
  old.until("Request", "Join");
  old.send("Join old Player");
  old.until("Info", "Join");
  EXPECT_EQ(api().at("games").as_array().size(), 1U);
  old.close();
  EXPECT_TRUE(comes_true([&] { return api().at("games").as_array().empty(); }));

  GuestClient bob(server.tcp());
  ASSERT_EQ(text_of(bob.join(ada.code(), "secret-bob"), "type"), "seated");
  ada.until("request");
  expect_hidden();

  ada.ask({{"type", "resign"}});
  while (!ada.story().over()) ada.next();
  const json::value over = api();
  ASSERT_EQ(over.at("games").as_array().size(), 1U);
  EXPECT_EQ(over.at("unlisted"), 0);
  EXPECT_TRUE(is(over.at("games").at(0).at("status"), "over"));
  EXPECT_FALSE(over.at("games").at(0).as_object().contains("code"));  // the next game of these people has one as well
  EXPECT_EQ(http_body(server.http(), "/status").find(ada.code()), std::string::npos);
  expect_whole(record_of(server, ada.id()), true);
}

}  // namespace
}  // namespace fogg::test
