// The current protocol from outside: whole games over real sockets, every message held against the schema.
#include "guest_client.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

const std::vector<std::string> kEditions = {"usa-2004",      "usa-2025", "usa-1910", "usa-mega",
                                            "usa-bigcities", "europe",   "maerklin"};

TEST(Guests, PlayWholeGamesOfEveryEditionAgainstBots) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  std::uint32_t seed = 1;
  for (const std::string& edition : kEditions) {
    SCOPED_TRACE(edition);
    GuestClient ada(server.tcp());
    const json::object seated = ada.create(edition, {"me", "hungry", "random"});
    ASSERT_EQ(text_of(seated, "type"), "seated") << json::serialize(seated);
    ada.play(seed++);
    ada.read_key();
    const std::string record = record_of(server, ada.id());
    expect_good_record(record);
    EXPECT_EQ(ada.story().text(), seen_of(record, ada.seat()));
  }
}

TEST(Guests, PlayEachOtherAndAreWatched) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("europe", {"me", "open", "hungry"}, {{"observers", "all"}});
  GuestClient early(server.tcp());
  EXPECT_EQ(text_of(early.ask({{"type", "watch"}, {"table", ada.code()}}), "type"), "watching");
  GuestClient bob(server.tcp());
  bob.join(ada.code(), "bob");
  std::thread first([&] { ada.play(1); });
  std::thread second([&] { bob.play(2); });
  GuestClient late(server.tcp());
  late.ask({{"type", "watch"}, {"table", early.code()}});
  while (!early.story().over()) early.next();
  while (!late.story().over()) late.next();
  first.join();
  second.join();
  const std::string record = record_of(server, bob.id());
  expect_good_record(record);
  for (GuestClient* watcher : {&early, &late}) {
    watcher->read_key();
    EXPECT_EQ(watcher->story().text(), seen_of(record, -1));
  }
  EXPECT_NE(ada.seat(), bob.seat());
}

// The connection is cut at random, also between a move and its answer: nothing is lost and nothing happens twice.
TEST(Guests, ComeBackWithoutLosingOrDoublingAMove) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  std::mt19937 random(7);
  int cuts = 0;
  for (int game = 0; game < 4; ++game) {
    GuestClient ada(server.tcp());
    ada.create(game % 2 == 0 ? "usa-2004" : "maerklin", {"me", "hungry"});
    json::object sent;
    while (!ada.story().over()) {
      if (ada.request().empty()) {
        ada.next();
        continue;
      }
      sent = ada.move(random);
      ada.forget_request();
      ada.say(sent);
      if (random() % 6 != 0) continue;
      ada.cut();
      ++cuts;
      ASSERT_EQ(text_of(ada.resume(), "type"), "seated");
      // It does not know whether the move came through, and sends it again.
      const json::object answer = ada.ask(sent);
      if (text_of(answer, "type") == "error") {
        EXPECT_EQ(text_of(answer, "code"), "not_asked") << json::serialize(answer);
      }
    }
    ada.read_key();
    const std::string record = record_of(server, ada.id());
    expect_good_record(record);
    EXPECT_EQ(ada.story().text(), seen_of(record, ada.seat()));
  }
  EXPECT_GT(cuts, 8);
}

TEST(Guests, MayRepeatAMoveButNotChangeIt) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open"});
  GuestClient bob(server.tcp());
  bob.join(ada.code(), "bob");
  ada.until("request");
  const json::object move = {{"type", "move"}, {"request", 1}, {"action", "keep 1,2"}};
  const json::object first = ada.ask(move);
  EXPECT_EQ(text_of(first, "type"), "ack");
  EXPECT_FALSE(first.contains("again"));
  const json::object again = ada.ask(move);
  EXPECT_EQ(text_of(again, "type"), "ack");
  EXPECT_TRUE(again.contains("again"));
  EXPECT_EQ(again.at("seq"), first.at("seq"));
  EXPECT_EQ(ada.error_of({{"type", "move"}, {"request", 1}, {"action", "keep 1,2,3"}}), "answered");
  EXPECT_EQ(ada.error_of({{"type", "move"}, {"request", 2}, {"action", "draw"}}), "not_asked");
}

TEST(Guests, SitWithOldClientsAtOneTable) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open", "planner"}, {{"v09", true}});
  Player bob(server.v09(), "bob@" + ada.code());
  Playing old(bob);
  ada.play(3);
  old.join();
  ada.read_key();
  const std::string record = record_of(server, ada.id());
  expect_good_record(record);
  EXPECT_EQ(ada.story().text(), seen_of(record, ada.seat()));
}

TEST(Guests, TakeMovesBackAndAskForHintsOnlyAmongBots) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "hungry"});
  EXPECT_EQ(ada.error_of({{"type", "undo"}}), "not_allowed");  // there is nothing yet
  ada.play(5, 6);
  ada.until("request");
  const json::object hint = ada.ask({{"type", "hint"}, {"bot", "search:iterations=200"}});
  ASSERT_EQ(text_of(hint, "type"), "hint") << json::serialize(hint);
  EXPECT_FALSE(hint.at("thoughts").at("options").as_array().empty());
  EXPECT_EQ(ada.error_of({{"type", "hint"}, {"bot", "nobody"}}), "bad_bot");
  const auto number = ada.request().at("request").as_int64();
  ada.forget_request();
  ASSERT_EQ(text_of(ada.ask({{"type", "undo"}}), "type"), "ack");
  if (ada.request().empty()) ada.until("request");
  EXPECT_EQ(ada.request().at("request").as_int64(), number);  // decisions that are taken back have happened
  ada.cut();
  ada.resume();
  if (ada.request().empty()) ada.until("request");
  ada.play(6);
  ada.read_key();
  const std::string record = record_of(server, ada.id());
  expect_good_record(record);
  EXPECT_EQ(ada.story().text(), seen_of(record, ada.seat()));

  GuestClient bob(server.tcp());
  bob.create("usa-2004", {"me", "open"});
  GuestClient eve(server.tcp());
  eve.join(bob.code(), "eve");
  bob.until("request");
  EXPECT_EQ(bob.error_of({{"type", "undo"}}), "not_allowed");
  EXPECT_EQ(bob.error_of({{"type", "hint"}}), "not_allowed");
  // One gives up: the game is over for both, and a new table waits for them.
  EXPECT_EQ(bob.error_of({{"type", "rematch"}}), "not_allowed");
  EXPECT_EQ(text_of(bob.ask({{"type", "resign"}}), "type"), "ack");
  while (!eve.story().over()) eve.next();
  const json::object rematch = eve.ask({{"type", "rematch"}});
  ASSERT_EQ(text_of(rematch, "type"), "rematch");
  EXPECT_EQ(text_of(bob.until("rematch"), "table"), text_of(rematch, "table"));
}

TEST(Guests, ChatAndFollowTheLobby) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  GuestClient watcher(server.tcp());
  EXPECT_TRUE(watcher.ask({{"type", "lobby"}, {"follow", true}}).at("tables").as_array().empty());
  GuestClient ada(server.tcp());
  ada.create("europe", {"me", "open", "open"}, {{"name", "Ada <script>alert(1)</script>"}});
  EXPECT_EQ(watcher.until("lobby").at("tables").as_array().size(), 1U);
  GuestClient bob(server.tcp());
  bob.join(ada.code(), "bob");
  EXPECT_EQ(text_of(bob.ask({{"type", "chat"}, {"text", "guten Tag, \u00fcber alles"}}), "type"), "ack");
  EXPECT_EQ(text_of(ada.until("chat"), "name"), "bob");
  EXPECT_EQ(bob.error_of({{"type", "chat"}, {"text", std::string(301, 'x')}}), "too_long");
  EXPECT_EQ(bob.error_of({{"type", "chat"}, {"text", "two\nlines"}}), "bad_message");
  GuestClient silent(server.tcp());
  silent.create("europe", {"me", "open"}, {{"chat", false}, {"listed", false}});
  EXPECT_EQ(silent.error_of({{"type", "chat"}, {"text", "hello"}}), "not_allowed");
}

TEST(Guests, AreToldWhatIsWrong) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off", "--max-refusals", "1000"});
  GuestClient rude(server.tcp(), false);
  EXPECT_EQ(rude.error_of({{"type", "lobby"}}), "hello_first");
  EXPECT_EQ(rude.error_of({{"type", "hello"}, {"protocol", {2, 9}}}), "protocol");
  rude.hello();
  rude.say_raw("{");
  EXPECT_EQ(text_of(rude.until("error"), "code"), "bad_json");
  rude.say_raw("[1,2]");
  EXPECT_EQ(text_of(rude.until("error"), "code"), "bad_message");
  rude.say_raw("{\"type\":\"ping\",\"ref\":{}}");
  EXPECT_EQ(text_of(rude.until("error"), "code"), "bad_message");
  rude.say_raw(std::string(10, '[') + std::string(10, ']'));
  EXPECT_EQ(text_of(rude.until("error"), "code"), "bad_json");
  const std::vector<std::pair<json::object, std::string>> wrong = {
      {{{"type", "dance"}}, "bad_message"},
      {{{"type", 7}}, "bad_message"},
      {{{"type", "create"}, {"edition", "mars"}, {"seats", {"me", "open"}}, {"name", "x"}}, "bad_edition"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me"}}, {"name", "x"}}, "bad_message"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "me"}}, {"name", "x"}}, "bad_seats"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"open", "open"}}, {"name", "x"}}, "bad_seats"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "hal"}}, {"name", "x"}}, "bad_bot"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "open"}}, {"name", ""}}, "bad_name"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "open"}}, {"name", "a\nb"}}, "bad_name"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "open"}}, {"name", "a\u202eb"}}, "bad_name"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "open"}}, {"name", "x"}, {"v09", true}},
       "bad_edition"},
      {{{"type", "create"}, {"edition", "europe"}, {"seats", {"me", "open"}}, {"name", "x"}, {"clock", {{"move", 0}}}},
       "bad_message"},
      {{{"type", "join"}, {"table", "ZZZZ"}, {"name", "x"}}, "no_table"},
      {{{"type", "join"}, {"table", "ZZZZ"}}, "bad_message"},
      {{{"type", "resume"}, {"table", "ZZZZ"}, {"token", "x"}}, "no_table"},
      {{{"type", "watch"}, {"table", "ZZZZ"}}, "no_table"},
      {{{"type", "move"}, {"request", 1}, {"action", 0}}, "not_seated"},
      {{{"type", "move"}, {"request", 0}, {"action", 0}}, "bad_message"},
      {{{"type", "undo"}}, "not_seated"},
      {{{"type", "chat"}, {"text", "x"}}, "not_seated"},
      {{{"type", "leave"}}, "not_seated"},
  };
  for (const auto& [message, code] : wrong) {
    // So many at once would be too many of them.
    GuestClient fresh(server.tcp());
    EXPECT_EQ(fresh.error_of(message, false), code) << json::serialize(message);
  }
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open"}, {{"observers", "none"}});
  EXPECT_EQ(ada.error_of({{"type", "lobby"}, {"follow", 3}}, false), "bad_message");
  EXPECT_EQ(ada.error_of({{"type", "join"}, {"table", ada.code()}, {"name", "ada"}}), "seated_already");
  EXPECT_EQ(rude.error_of({{"type", "join"}, {"table", ada.code()}, {"name", "ada"}}), "name_taken");
  EXPECT_EQ(rude.error_of({{"type", "resume"}, {"table", ada.code()}, {"token", "guess"}}), "bad_token");
  EXPECT_EQ(rude.error_of({{"type", "watch"}, {"table", ada.code()}}), "not_allowed");
  rude.join(ada.code(), "rude");
  ada.until("request");
  EXPECT_EQ(ada.error_of({{"type", "move"}, {"request", 1}, {"action", "claim Boston-NewYork.1 red*2"}}), "illegal");
  EXPECT_EQ(ada.error_of({{"type", "move"}, {"request", 1}, {"action", 100000}}), "unknown_action");
  EXPECT_EQ(ada.error_of({{"type", "move"}, {"request", 1}, {"action", {{"type", "fly"}}}}, false), "unknown_action");
  GuestClient third(server.tcp());
  EXPECT_EQ(third.error_of({{"type", "join"}, {"table", ada.code()}, {"name", "third"}}), "began");
  third.say_raw("{\"x\":\"" + std::string(20000, 'x') + "\"}");
  EXPECT_EQ(text_of(third.until("error"), "code"), "too_long");
  EXPECT_TRUE(third.line_client().at_end());
}

// kill -9 in the middle: seats, tokens, requests and undo are all back.
TEST(Guests, FindTheirSeatsAfterTheServerWasKilled) {
  const Folder folder;
  std::optional<ServerProcess> server(std::in_place, folder, std::vector<std::string>{"--pace", "off"});
  GuestClient ada(server->tcp());
  ada.create("europe", {"me", "hungry"});
  for (int round = 0; round < 5; ++round) {
    ada.play(static_cast<std::uint32_t>(round), 12);
    if (ada.request().empty()) ada.until("request");
    if (round % 2 == 0) {
      ada.forget_request();
      ada.ask({{"type", "undo"}});
      if (ada.request().empty()) ada.until("request");
    }
    server.reset();
    server.emplace(folder, std::vector<std::string>{"--pace", "off"});
    ada.use_port(server->tcp());
    ASSERT_EQ(text_of(ada.resume(), "type"), "seated");
    if (ada.request().empty()) ada.until("request");
  }
  ada.play(99);
  ada.read_key();
  const std::string record = record_of(*server, ada.id());
  expect_good_record(record);
  EXPECT_EQ(ada.story().text(), seen_of(record, ada.seat()));
}

}  // namespace
}  // namespace fogg::test
