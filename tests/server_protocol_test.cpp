// The corners of protocol v0.9 on the wire: who is answered what, in which order, and what is asked again.
#include <atomic>

#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using json::object;

// The answer to joining; the first Info of this type, as a client takes it.
object join(LineClient& client, const std::string& words) {
  client.until("Request", "Join");
  client.send("Join " + words);
  return client.until("Info", "Join");
}

void expect_request(LineClient& client, const std::string& type) {
  const object message = client.message();
  EXPECT_EQ(text_of(message, "type"), "Request") << json::serialize(message);
  EXPECT_EQ(text_of(message, "turnType"), type) << json::serialize(message);
}

// The refusal comes next, and then the open request again, if there is one.
void expect_refused(LineClient& client, const std::string& line, const std::string& type, const std::string& code,
                    const std::string& open_request) {
  SCOPED_TRACE(line);
  client.send(line);
  object answer = client.message();
  while (!answer.contains("turnType")) answer = client.message();
  EXPECT_EQ(text_of(answer, "type"), "Info");
  EXPECT_EQ(text_of(answer, "turnType"), type);
  EXPECT_EQ(answer.at("success"), false);
  EXPECT_EQ(text_of(answer, "errorCode"), code);
  EXPECT_TRUE(answer.contains("player"));
  if (!open_request.empty()) expect_request(client, open_request);
}

object expect_answered(LineClient& client, const std::string& query, const std::string& open_request) {
  client.send(query);
  const object answer = client.message();
  EXPECT_EQ(text_of(answer, "turnType"), query);
  EXPECT_EQ(answer.at("success"), true);
  if (!open_request.empty()) expect_request(client, open_request);
  return answer;
}

// Two at a table, before or after the choice of tickets.
struct Two {
  explicit Two(const ServerProcess& server) : blue(server.v09()), red(server.v09()) {
    join(blue, "ada Player");
    join(red, "bob Player");
    for (LineClient* client : {&blue, &red}) client->until("Request", "ClaimDestinationTickets");
  }
  void choose() {
    for (LineClient* client : {&blue, &red}) {
      client->send("ClaimDestinationTickets true true true");
      client->until("Info", "ClaimDestinationTickets");
    }
    for (LineClient* client : {&blue, &red}) client->until("Info", "ClaimDestinationTickets");  // of the other
    // A query tells who is asked without waiting for something that may not come.
    blue.send("ListAllRoutes");
    bool asked = false;
    for (object m = blue.message(); text_of(m, "turnType") != "ListAllRoutes"; m = blue.message())
      asked = asked || text_of(m, "type") == "Request";
    active = asked ? &blue : &red;
    other = asked ? &red : &blue;
    active->until("Request", "Turn");
  }
  LineClient blue, red;
  LineClient* active = nullptr;
  LineClient* other = nullptr;
};

TEST(ServerProtocol, TheShortExchangeOfTheContract) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  LineClient blue(server.v09());
  EXPECT_EQ(blue.line(), R"({"type":"Request","player":"Blue","turnType":"Join"})");
  blue.send("Join ada Player");
  EXPECT_EQ(
      blue.line(),
      R"({"type":"Info","turnType":"Join","success":true,"player":"Blue","playerName":"ada","clientType":"Player"})");
  LineClient red(server.v09());
  EXPECT_EQ(red.line(), R"({"type":"Request","player":"Red","turnType":"Join"})");
  red.send("Join bob Player");
  // Its own Join first, then those who were there before it, then the board with its tickets, then the request.
  EXPECT_EQ(text_of(red.message(), "playerName"), "bob");
  EXPECT_EQ(text_of(red.message(), "playerName"), "ada");
  const object board = red.message();
  EXPECT_EQ(text_of(board, "turnType"), "BoardState");
  EXPECT_EQ(board.at("toBeClaimedDestinationTickets").as_array().size(), 3U);
  EXPECT_EQ(board.at("leftPassengerCars"), 45);
  EXPECT_EQ(board.at("finalTurn"), false);
  expect_request(red, "ClaimDestinationTickets");
  EXPECT_EQ(text_of(blue.message(), "playerName"), "bob");
  EXPECT_EQ(text_of(blue.message(), "turnType"), "BoardState");
  expect_request(blue, "ClaimDestinationTickets");

  // Of the other's choice it hears only when the last one is made, and no deck count moves before.
  blue.send("ClaimDestinationTickets True True False");
  const object kept = blue.message();
  EXPECT_EQ(text_of(kept, "turnType"), "ClaimDestinationTickets");
  EXPECT_EQ(text_of(kept, "player"), "Blue");
  EXPECT_EQ(kept.at("drawnCardsCount"), 2);
  EXPECT_EQ(kept.at("drawnCards").as_array().size(), 2U);
  const object between = expect_answered(red, "BoardState", "ClaimDestinationTickets");
  EXPECT_EQ(between.at("destinationTicketsCount"), board.at("destinationTicketsCount"));
  red.send("ClaimDestinationTickets True True True");
  EXPECT_EQ(text_of(red.message(), "player"), "Red");
  const object others = red.message();
  EXPECT_EQ(text_of(others, "player"), "Blue");
  EXPECT_EQ(others.at("drawnCardsCount"), 2);
  EXPECT_TRUE(others.at("drawnCards").as_array().empty());
}

TEST(ServerProtocol, RefusalsHaveTheirCodesAndTheRequestIsRepeated) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--max-refusals", "1000"});
  Two two(server);
  const std::string keep = "ClaimDestinationTickets";
  expect_refused(two.blue, "ClaimDestinationTickets true", keep, "RuleViolation", keep);
  expect_refused(two.blue, "ClaimDestinationTickets false false false", keep, "RuleViolation", keep);
  expect_refused(two.blue, "ClaimDestinationTickets", keep, "RuleViolation", keep);
  expect_refused(two.blue, "ClaimDestinationTickets true true true true", keep, "WrongTurnFormat", keep);
  expect_refused(two.blue, "ClaimDestinationTickets yes no yes", keep, "WrongTurnFormat", keep);
  expect_refused(two.blue, "DrawPassengerCars true", "DrawPassengerCars", "NotPlayersTurn", keep);
  expect_answered(two.blue, "ListAllRoutes", keep);
  two.choose();

  LineClient& player = *two.active;
  const object board = expect_answered(player, "BoardState", "Turn");
  expect_answered(player, "ListAllRoutes", "Turn");
  struct Case {
    std::string line, type, code;
  };
  std::vector<Case> cases = {
      {"Hello", "Unknown", "WrongTurnFormat"},
      {"", "Unknown", "WrongTurnFormat"},
      {"   ", "Unknown", "WrongTurnFormat"},
      {"Turn", "Unknown", "WrongTurnFormat"},
      {"FinalScore", "Unknown", "WrongTurnFormat"},
      {"{\"turnType\":\"BoardState\"}", "Unknown", "WrongTurnFormat"},
      {"DrawPassengerCars", "DrawPassengerCars", "WrongTurnFormat"},
      {"DrawPassengerCars maybe", "DrawPassengerCars", "WrongTurnFormat"},
      {"DrawPassengerCars false", "DrawPassengerCars", "WrongTurnFormat"},
      {"DrawPassengerCars false Pink", "DrawPassengerCars", "WrongTurnFormat"},
      {"DrawPassengerCars false Red Red", "DrawPassengerCars", "WrongTurnFormat"},
      {"DrawDestinationTickets 3", "DrawDestinationTickets", "WrongTurnFormat"},
      {"BoardState please", "BoardState", "WrongTurnFormat"},
      {"ListAllRoutes all", "ListAllRoutes", "WrongTurnFormat"},
      {"ClaimRoute", "ClaimRoute", "WrongTurnFormat"},
      {"ClaimRoute Boston", "ClaimRoute", "WrongTurnFormat"},
      {"ClaimRoute Nowhere Boston Red", "ClaimRoute", "WrongTurnFormat"},
      {"ClaimRoute Boston Montreal Pink", "ClaimRoute", "WrongTurnFormat"},
      {"ClaimDestinationTickets true", "ClaimDestinationTickets", "NotPlayersTurn"},
      {"Join ada Player", "Join", "NotPlayersTurn"},
      {"Join ada", "Join", "WrongTurnFormat"},
      {"ClaimRoute Boston Miami", "ClaimRoute", "RuleViolation"},
      {"ClaimRoute Boston Boston Red", "ClaimRoute", "RuleViolation"},
      {"ClaimRoute Miami NewOrleans Red", "ClaimRoute", "RuleViolation"},        // six cards, of four in the hand
      {"ClaimRoute Miami NewOrleans Rainbow", "ClaimRoute", "RuleViolation"},    //
      {"ClaimRoute Miami NewOrleans", "ClaimRoute", "RuleViolation"},            // the oldest form
      {"ClaimRoute Miami NewOrleans Red Red", "ClaimRoute", "RuleViolation"},    // an older form
      {"ClaimRoute Miami NewOrleans Blue Blue", "ClaimRoute", "RuleViolation"},  // it is a red route
  };
  std::set<std::string> row;
  for (const json::value& card : board.at("faceUpPassengerCarDeck").as_array())
    row.insert(std::string(card.as_string()));
  for (const char* color : {"Purple", "White", "Blue", "Yellow", "Orange", "Black", "Red", "Green"}) {
    if (!row.contains(color))
      cases.push_back({fmt::format("DrawPassengerCars false {}", color), "DrawPassengerCars", "RuleViolation"});
  }
  for (const Case& c : cases) expect_refused(player, c.line, c.type, c.code, "Turn");
  // Nothing has changed by all that.
  EXPECT_EQ(expect_answered(player, "BoardState", "Turn"), board);

  // The other one has no open request: refused, and nothing is asked.
  expect_refused(*two.other, "DrawPassengerCars true", "DrawPassengerCars", "NotPlayersTurn", "");
  expect_refused(*two.other, "Hello", "Unknown", "WrongTurnFormat", "");
  expect_answered(*two.other, "ListAllRoutes", "");
  expect_answered(*two.other, "BoardState", "");

  player.send("DrawPassengerCars true");
  const object drawn = player.message();
  EXPECT_EQ(text_of(drawn, "turnType"), "DrawPassengerCars");
  EXPECT_TRUE(drawn.contains("drawnCard"));
  const object seen = two.other->message();  // nothing of what was refused to the first one was told to the second
  EXPECT_EQ(text_of(seen, "turnType"), "DrawPassengerCars");
  EXPECT_FALSE(seen.contains("drawnCard"));
  const std::string second = "DrawPassengerCars";
  expect_request(player, second);
  expect_refused(player, "DrawDestinationTickets", "DrawDestinationTickets", "NotPlayersTurn", second);
  expect_refused(player, "ClaimRoute Boston Montreal", "ClaimRoute", "NotPlayersTurn", second);
  expect_refused(player, "ClaimDestinationTickets true", keep, "NotPlayersTurn", second);
  const object now = expect_answered(player, "BoardState", second);
  if (row.contains("Rainbow"))
    expect_refused(player, "DrawPassengerCars false Rainbow", second, "RuleViolation", second);
  player.send("DrawPassengerCars true");
  EXPECT_EQ(text_of(player.message(), "turnType"), second);
  two.other->until("Request", "Turn");
  two.other->send("DrawDestinationTickets");
  const object tickets = two.other->until("Info", "DrawDestinationTickets");
  EXPECT_EQ(tickets.at("drawnCards").as_array().size(), 3U);
  expect_request(*two.other, keep);
  expect_refused(*two.other, "ClaimDestinationTickets false false", keep, "RuleViolation", keep);
  expect_refused(*two.other, "DrawPassengerCars true", second, "NotPlayersTurn", keep);
  const object offered = expect_answered(*two.other, "BoardState", keep);
  EXPECT_EQ(offered.at("toBeClaimedDestinationTickets"), tickets.at("drawnCards"));
  const object hidden = player.until("Info", "DrawDestinationTickets");
  EXPECT_TRUE(hidden.at("drawnCards").as_array().empty());
  EXPECT_EQ(hidden.at("drawnCardsCount"), 3);
  two.other->send("ClaimDestinationTickets false true");  // a missing word counts as false
  EXPECT_EQ(two.other->message().at("drawnCardsCount"), 1);
  player.until("Request", "Turn");
}

TEST(ServerProtocol, JoiningCanGoWrongInManyWays) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "3"});
  LineClient client(server.v09());
  client.until("Request", "Join");
  auto refused = [&](const std::string& line, const std::string& type, const std::string& code) {
    expect_refused(client, line, type, code, "Join");
  };
  refused("Join", "Join", "WrongTurnFormat");
  refused("Join ada", "Join", "WrongTurnFormat");
  refused("Join ada Judge", "Join", "WrongTurnFormat");
  refused("Join ada Player Pink", "Join", "WrongTurnFormat");
  refused("Join ada Player Blue Red", "Join", "WrongTurnFormat");
  refused("Join ada lovelace Player", "Join", "WrongTurnFormat");
  refused("Join " + std::string(33, 'a') + " Player", "Join", "WrongTurnFormat");
  refused(
      "Join a\x01"
      "b Player",
      "Join", "WrongTurnFormat");
  refused("Join \xff\xfe Player", "Join", "WrongTurnFormat");
  refused(
      "Join a\xe2\x80\xae"
      "b Player",
      "Join", "WrongTurnFormat");  // turns the direction of writing
  refused("Join ada@ZZZZZ Player", "Join", "WrongTurnFormat");            // no table has five letters
  refused("Join @ Player", "Join", "WrongTurnFormat");
  refused("BoardState", "BoardState", "NotPlayersTurn");
  refused("DrawPassengerCars true", "DrawPassengerCars", "NotPlayersTurn");
  refused("Hello", "Unknown", "WrongTurnFormat");
  expect_answered(client, "ListAllRoutes", "Join");
  // All of it has cost nothing.
  client.send("join Ada-\xc3\xa9\xe2\x82\xac spieler BLACK");
  const object joined = client.until("Info", "Join");
  EXPECT_EQ(joined.at("success"), true);
  EXPECT_EQ(text_of(joined, "player"), "Black");
  EXPECT_EQ(text_of(joined, "playerName"), "Ada-\xc3\xa9\xe2\x82\xac");
  expect_refused(client, "Join ada Player", "Join", "NotPlayersTurn", "");
  expect_refused(client, "BoardState", "BoardState", "NotPlayersTurn", "");
  expect_answered(client, "ListAllRoutes", "");

  // A color that is taken: the next free one in the order of seats; a name that is taken: refused.
  LineClient second(server.v09());
  EXPECT_EQ(text_of(second.until("Request", "Join"), "player"), "Blue");
  second.send("Join Ada-\xc3\xa9\xe2\x82\xac Player");
  const object taken = second.until("Info", "Join");
  EXPECT_EQ(taken.at("success"), false);
  EXPECT_EQ(text_of(taken, "errorCode"), "RuleViolation");
  EXPECT_EQ(text_of(join(second, "bob Player Black"), "player"), "Blue");
  EXPECT_EQ(text_of(client.until("Info", "Join"), "playerName"), "bob");
}

TEST(ServerProtocol, WhoComesAfterTheStartOpensANewTable) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  Two two(server);
  LineClient third(server.v09());
  EXPECT_EQ(text_of(third.until("Request", "Join"), "player"), "Blue");
  third.send("Join ada Player");  // the same name as someone who is there at another table
  EXPECT_EQ(third.until("Info", "Join").at("success"), true);
  // A full table cannot be joined by its code either; a waiting one can.
  for (const json::value& game : games_of(server)) {
    const bool waits = text_of(game.as_object(), "status") == "waiting";
    LineClient late(server.v09());
    const object answer = join(late, "cy@" + text_of(game.as_object(), "code") + " Player");
    EXPECT_EQ(answer.at("success"), waits);
    EXPECT_EQ(text_of(answer, "errorCode"), waits ? "" : "NotPlayersTurn");
    EXPECT_EQ(text_of(answer, "playerName"), waits ? "cy" : "");
  }
}

TEST(ServerProtocol, LinesMayComeInAnyPieces) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  LineClient blue(server.v09());
  LineClient red(server.v09());
  blue.until("Request", "Join");
  for (const char c : std::string("JOIN ada PLAYER\r\n")) {
    blue.send_bytes({&c, 1});
    usleep(1000);
  }
  EXPECT_EQ(blue.until("Info", "Join").at("success"), true);
  // Several commands in one packet, in both kinds of line ends; the last one is not whole yet.
  red.send_bytes("ListAllRoutes\r\nJoin bob Player\nListAllRoutes\r\nBoardState\nClaimDestinationTick");
  red.until("Request", "Join");
  EXPECT_EQ(text_of(red.message(), "turnType"), "ListAllRoutes");
  expect_request(red, "Join");
  red.until("Request", "ClaimDestinationTickets");
  EXPECT_EQ(text_of(red.message(), "turnType"), "ListAllRoutes");
  expect_request(red, "ClaimDestinationTickets");
  EXPECT_EQ(text_of(red.message(), "turnType"), "BoardState");
  expect_request(red, "ClaimDestinationTickets");
  red.send_bytes("ets  TRUE\ttrue False \r\n");
  EXPECT_EQ(red.message().at("drawnCardsCount"), 2);
}

// What is asked in a row is answered in a row, whatever other tables do in the meantime.
TEST(ServerProtocol, AnswersComeInTheOrderOfTheQuestions) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--bots", "random", "--max-refusals", "10000"});
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> threads;
  // Others play, so that the store always has something to do.
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      Player player(server.v09(), fmt::format("busy-{}", i));
      try {
        player.play();
      } catch (const std::exception&) {
        ++wrong;
      }
    });
  }
  Player asks(server.v09(), "asks");
  LineClient& client = asks.client();
  client.until("Request", "ClaimDestinationTickets");
  client.send("ClaimDestinationTickets true true true");
  for (int round = 0; round < 300; ++round) {
    // The bot's turn may be the last one of the game.
    const object next = client.until([](const object& m) {
      return text_of(m, "turnType") == "FinalScore" ||
             (text_of(m, "type") == "Request" &&
              (text_of(m, "turnType") == "Turn" || text_of(m, "turnType") == "DrawPassengerCars"));
    });
    if (text_of(next, "turnType") == "FinalScore") break;
    client.send_bytes("DrawPassengerCars true\nBoardState\nListAllRoutes\nBoardState\nListAllRoutes\n");
    std::vector<std::string> answers;
    bool over = false;
    while (answers.size() < 5 && !over) {
      const object m = client.message();
      if (text_of(m, "turnType") == "FinalScore") over = true;
      if (text_of(m, "type") != "Info" || !m.contains("turnType")) continue;
      const std::string type = text_of(m, "turnType");
      const bool own = type == "BoardState" || type == "ListAllRoutes" ||
                       (type == "DrawPassengerCars" && (m.contains("drawnCard") || m.contains("errorCode")) &&
                        text_of(m, "player") == "Blue");
      if (own) answers.push_back(type);
    }
    if (over) break;
    ASSERT_EQ(answers, (std::vector<std::string>{"DrawPassengerCars", "BoardState", "ListAllRoutes", "BoardState",
                                                 "ListAllRoutes"}));
  }
  for (std::jthread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ServerProtocol, EditionsThatItHasNoWordsForAreRefusedWithATextLine) {
  for (const char* edition : {"europe", "maerklin"}) {
    const Folder folder;
    ServerProcess server(folder, {"--edition", edition, "--players", "2"});
    LineClient client(server.v09());
    client.until("Request", "Join");
    client.send("Join ada Player");
    const object text = client.message();
    EXPECT_FALSE(text.contains("turnType"));
    EXPECT_FALSE(text_of(text, "text").empty());
    EXPECT_EQ(text_of(client.message(), "errorCode"), "WrongTurnFormat");
    // No city of that board is ever named.
    client.until("Request", "Join");
    client.send("ListAllRoutes");
    EXPECT_TRUE(client.message().contains("errorCode"));
  }
}

}  // namespace
}  // namespace fogg::test
