// Clocks, people who go away, and people who come back.
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using json::object;
using std::chrono::milliseconds;

const std::string kKeep = "ClaimDestinationTickets";

object join(LineClient& client, const std::string& words) {
  client.until("Request", "Join");
  client.send("Join " + words);
  return client.until("Info", "Join");
}

bool is_request(const object& m) { return text_of(m, "type") == "Request"; }
bool says(const object& m, const std::string& part) { return text_of(m, "text").find(part) != std::string::npos; }

void answer(LineClient& client, const std::string& request) {
  if (request == kKeep) client.send("ClaimDestinationTickets true true true");
  if (request == "Turn" || request == "DrawPassengerCars") client.send("DrawPassengerCars true");
}

// Someone who says nothing: what is told until the connection ends.
struct Course {
  std::vector<std::string> texts;
  std::vector<object> scores;
  bool told(const std::string& part) const {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text.find(part) != std::string::npos; });
  }
};
Course listen(LineClient& client) {
  Course course;
  const auto until = Clock::now() + kPatience;
  try {
    while (Clock::now() < until) {
      const object m = client.message();
      if (!m.contains("turnType")) course.texts.push_back(text_of(m, "text"));
      if (text_of(m, "turnType") == "FinalScore") course.scores.push_back(m);
    }
  } catch (const ConnectionLost&) {
  }
  return course;
}

std::string status_of(const ServerProcess& server, int seat) {
  return text_of(games_of(server)[0].at("seats").as_array()[static_cast<std::size_t>(seat)].as_object(), "state");
}

const std::vector<std::string> kTwo = {"--players", "2"};
std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(ServerClock, WhoDoesNotAnswerIsPlayedOnAndEveryoneIsTold) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--move-time", "0.3"}));
  LineClient silent(server.v09());
  join(silent, "silent Player");
  LineClient observer(server.v09());
  join(observer, "watcher Observer");
  Player active(server.v09(), "active");
  active.play();
  EXPECT_EQ(active.scores().size(), 2U);
  EXPECT_TRUE(active.told("silent (Blue) has not answered in time"));
  EXPECT_TRUE(active.told("a bot plays on for silent (Blue)"));
  const Course seen = listen(observer);
  EXPECT_TRUE(seen.told("a bot plays on for silent (Blue)"));
  EXPECT_EQ(seen.scores.size(), 2U);
  // The silent one is told everything too, and is there to the end.
  const Course own = listen(silent);
  EXPECT_TRUE(own.told("a bot plays on for silent (Blue)"));
  EXPECT_EQ(own.scores.size(), 2U);
  const std::string record = record_of(server, 1);
  expect_good_record(record);
  EXPECT_GE(events_of(record, EventKind::kTimeout), 1);
  EXPECT_EQ(events_of(record, EventKind::kTakeover), events_of(record, EventKind::kTimeout));
  EXPECT_EQ(http_body(server.http(), "/metrics").find("\nfogg_takeovers_total 0\n"), std::string::npos);
}

TEST(ServerClock, RefusalsAndQueriesDoNotStopIt) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--move-time", "0.5", "--max-refusals", "1000000"}));
  LineClient busy(server.v09());
  join(busy, "busy Player");
  LineClient other(server.v09());
  join(other, "other Player");
  busy.until("Request", kKeep);
  const auto begun = Clock::now();
  // It never stops talking, but it never answers.
  bool taken_over = false;
  for (int i = 0; !taken_over && Clock::now() < begun + kPatience; ++i) {
    busy.send(i % 3 == 0 ? "BoardState" : i % 3 == 1 ? "ClaimDestinationTickets true" : "nonsense");
    for (auto line = busy.line(milliseconds(20)); line && !taken_over; line = busy.line(milliseconds(20)))
      taken_over = line->find("busy (Blue) has not answered in time") != std::string::npos;
  }
  EXPECT_TRUE(taken_over);
}

// Nor does going and coming.
TEST(ServerClock, ComingBackDoesNotStopIt) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--move-time", "1", "--max-joins-per-minute", "100000"}));
  auto restless = std::make_unique<LineClient>(server.v09());
  join(*restless, "restless Player");
  LineClient other(server.v09());
  join(other, "other Player");
  other.until("Request", kKeep);
  other.send("ClaimDestinationTickets true true true");
  const auto until = Clock::now() + kPatience;
  bool taken_over = false;
  while (!taken_over && Clock::now() < until) {
    restless->reset();
    ASSERT_TRUE(comes_true([&] { return status_of(server, 0) != "here"; }));
    restless = std::make_unique<LineClient>(server.v09());
    join(*restless, "restless Player");
    while (const auto line = other.line(milliseconds(50)))
      taken_over = taken_over || line->find("restless (Blue) has not answered in time") != std::string::npos;
  }
  EXPECT_TRUE(taken_over);
}

TEST(ServerClock, ALateAnswerIsRefusedAndThePlayerIsBackAtTheNextRequest) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--move-time", "0.3"}));
  LineClient late(server.v09());
  join(late, "late Player");
  Player other(server.v09(), "other");
  Playing playing(other);
  late.until([](const object& m) { return says(m, "a bot plays on for late"); });
  late.send("ClaimDestinationTickets true true true");
  const object refused = late.until([](const object& m) { return m.contains("errorCode"); });
  EXPECT_EQ(text_of(refused, "errorCode"), "NotPlayersTurn");
  late.until([](const object& m) { return is_request(m) && text_of(m, "turnType") == "Turn"; });
  late.send("DrawPassengerCars true");
  EXPECT_EQ(text_of(late.until([](const object& m) { return m.contains("turnType"); }), "turnType"),
            "DrawPassengerCars");
  late.close();
  playing.join();
  EXPECT_TRUE(other.told("late (Blue) is back"));
  EXPECT_EQ(other.scores().size(), 2U);
  expect_good_record(record_of(server, 1));
}

TEST(ServerClock, WhoIsAwayLongerThanTheGraceIsPlayedOn) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--grace", "0.3"}));
  LineClient gone(server.v09());
  join(gone, "gone Player");
  Player other(server.v09(), "other");
  gone.until("Request", kKeep);
  gone.close();
  other.play();
  EXPECT_TRUE(other.told("gone (Blue) has lost the connection"));
  EXPECT_FALSE(other.told("not answered in time"));
  EXPECT_TRUE(other.told("a bot plays on for gone (Blue)"));
  EXPECT_EQ(other.scores().size(), 2U);
  const std::string record = record_of(server, 1);
  expect_good_record(record);
  EXPECT_EQ(events_of(record, EventKind::kDisconnect), 1);
  EXPECT_EQ(events_of(record, EventKind::kTakeover), 1);
}

TEST(ServerClock, AGameCanBeForfeitedInstead) {
  for (const bool away : {true, false}) {
    const Folder folder;
    ServerProcess server(folder,
                         with({"--players", "3"}, {"--away", "forfeit", away ? "--grace" : "--move-time", "1"}));
    LineClient loser(server.v09());
    join(loser, "loser Player");
    Player second(server.v09(), "second");
    Player third(server.v09(), "third");
    // All choose their tickets; then one is away, or does not answer.
    loser.until("Request", kKeep);
    loser.send("ClaimDestinationTickets true true true");
    loser.until("Info", kKeep);
    if (away) loser.close();
    Playing playing(second);
    third.play();
    playing.join();
    EXPECT_TRUE(third.told("loser (Blue) was away too long"));
    for (const Player* one : {&second, &third}) {
      ASSERT_EQ(one->scores().size(), 3U);
      for (const object& score : one->scores()) {
        EXPECT_FALSE(text_of(score, "name") == "loser" && score.at("winner").as_bool());
      }
    }
    const std::string record = record_of(server, 1);
    expect_good_record(record);
    EXPECT_TRUE(verdict_of(record).forfeited);
    EXPECT_EQ(events_of(record, EventKind::kForfeit), 1);
    EXPECT_NE(http_body(server.http(), "/metrics").find("\nfogg_games_forfeited_total 1\n"), std::string::npos);
  }
}

// Goes away when it is asked this; the others play to the end.
void leave_at(const std::string& request, bool with_tickets_on_offer) {
  SCOPED_TRACE(request);
  const Folder folder;
  ServerProcess server(folder, {"--players", "3", "--bots", "hungry", "--grace", "0.2"});
  LineClient leaver(server.v09());
  join(leaver, "leaver Player");
  Player other(server.v09(), "other");
  Playing playing(other);
  for (std::string type; (type = text_of(leaver.until(is_request), "turnType")) != request;) answer(leaver, type);
  if (with_tickets_on_offer) {
    leaver.send("DrawDestinationTickets");
    leaver.until("Request", kKeep);
  }
  leaver.reset();
  playing.join();
  EXPECT_TRUE(other.told("a bot plays on for leaver"));
  EXPECT_EQ(other.scores().size(), 3U);
  expect_good_record(record_of(server, 1));
}
TEST(ServerClock, AGameEndsWhereverAPlayerLeaves) {
  leave_at(kKeep, false);                // the choice of the start
  leave_at("Turn", false);               //
  leave_at("DrawPassengerCars", false);  // the second card
  leave_at("Turn", true);
}

TEST(ServerClock, WhoLeavesAWaitingTableLeavesNoSeat) {
  const Folder folder;
  ServerProcess server(folder, kTwo);
  LineClient stays(server.v09());
  LineClient leaves(server.v09());
  {
    LineClient alone(server.v09());
    join(alone, "alone Player");
  }
  ASSERT_TRUE(comes_true([&] { return games_of(server).empty(); }));
  join(leaves, "leaves Player");
  leaves.close();
  ASSERT_TRUE(comes_true([&] { return games_of(server).empty(); }));
  EXPECT_EQ(text_of(join(stays, "stays Player"), "player"), "Blue");
  LineClient second(server.v09());
  join(second, "leaves Player");
  second.until("Request", kKeep);
}

// -- Coming back

struct Away {
  explicit Away(const std::vector<std::string>& more) : server(folder, with(kTwo, more)), other(server.v09()) {
    {
      LineClient gone(server.v09());
      join(gone, "gone Player");
      join(other, "other Player");
      board = gone.until("Info", "BoardState");
      gone.until("Request", kKeep);
    }
    other.until([](const object& m) { return says(m, "gone (Blue) has lost the connection"); });
  }
  // Whether "gone" gets the seat back; otherwise it sits at a new table.
  bool comes_back(const std::string& from) {
    LineClient back(server.v09(), from);
    EXPECT_EQ(join(back, "gone Player").at("success"), true);
    const object next = back.until([](const object& m) { return !is_request(m); });
    if (text_of(next, "playerName") != "other") return false;
    EXPECT_EQ(back.until("Info", "BoardState"), board);  // with the same tickets on offer
    back.until("Request", kKeep);
    back.send("ClaimDestinationTickets true true false");
    EXPECT_EQ(back.until("Info", kKeep).at("success"), true);
    return true;
  }
  bool sits_alone(const std::string& from) {
    LineClient back(server.v09(), from);
    EXPECT_EQ(join(back, "gone Player").at("success"), true);
    back.send("ListAllRoutes");  // answered at once; a table with someone else would have told of them before
    return text_of(back.message(), "turnType") == "ListAllRoutes";
  }
  const Folder folder;
  ServerProcess server;
  LineClient other;
  object board;
};

TEST(ServerRejoin, FromTheSameAddressByDefault) {
  Away table({});
  EXPECT_TRUE(table.sits_alone("127.0.0.2"));
  EXPECT_TRUE(table.comes_back("127.0.0.1"));
  table.other.until([](const object& m) { return says(m, "gone (Blue) is back"); });
}
TEST(ServerRejoin, FromAnywhereWhereThatIsSet) {
  Away table({"--rejoin", "name"});
  EXPECT_TRUE(table.comes_back("127.0.0.2"));
}
TEST(ServerRejoin, OrNotAtAll) {
  Away table({"--rejoin", "off"});
  EXPECT_TRUE(table.sits_alone("127.0.0.1"));
}

// A seat with a live connection is nobody else's.
TEST(ServerRejoin, NotWhileThePlayerIsThere) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--rejoin", "name"}));
  LineClient first(server.v09());
  join(first, "ada Player");
  LineClient other(server.v09());
  join(other, "bob Player");
  first.until("Request", kKeep);
  LineClient thief(server.v09());
  EXPECT_EQ(join(thief, "ada Player").at("success"), true);
  thief.send("ListAllRoutes");
  EXPECT_EQ(text_of(thief.message(), "turnType"), "ListAllRoutes");
  first.send("ClaimDestinationTickets true true true");
  EXPECT_EQ(first.until("Info", kKeep).at("success"), true);
}

// In every phase: gone and back, and asked the same thing again.
TEST(ServerRejoin, TheOpenRequestIsAskedAgain) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--bots", "hungry"});
  std::set<std::string> seen;
  auto client = std::make_unique<LineClient>(server.v09());
  join(*client, "ada Player");
  for (int i = 0; seen.size() < 3 && i < 20; ++i) {
    const std::string type = text_of(client->until(is_request), "turnType");
    client->send("BoardState");
    const object before = client->until("Info", "BoardState");
    client = nullptr;
    ASSERT_TRUE(comes_true([&] { return status_of(server, 0) == "away"; }));
    client = std::make_unique<LineClient>(server.v09());
    join(*client, "ada Player");
    EXPECT_EQ(client->until("Info", "BoardState"), before);
    EXPECT_EQ(text_of(client->until(is_request), "turnType"), type);
    seen.insert(type);
    answer(*client, type);
    client->until([](const object& m) { return m.contains("success"); });
  }
  EXPECT_EQ(seen, (std::set<std::string>{kKeep, "Turn", "DrawPassengerCars"}));
}

// Whoever has been played on for takes over again, and the record says so.
TEST(ServerRejoin, AfterTheBotHasPlayedOn) {
  const Folder folder;
  ServerProcess server(folder, with(kTwo, {"--grace", "0.2"}));
  Player gone(server.v09(), "gone");
  Player other(server.v09(), "other");
  gone.play(1);
  gone.client().reset();
  Playing playing(other);
  ASSERT_TRUE(comes_true([&] { return status_of(server, 0) == "played on by a bot"; }));
  gone.connect(server.v09());
  gone.play();
  playing.join();
  EXPECT_TRUE(other.told("a bot plays on for gone"));
  EXPECT_TRUE(other.told("gone (Blue) is back"));
  EXPECT_GT(gone.answers(), 10);
  EXPECT_EQ(gone.scores().size(), 2U);
  const std::string record = record_of(server, 1);
  expect_good_record(record);
  EXPECT_EQ(events_of(record, EventKind::kReconnect), 1);
}

}  // namespace
}  // namespace fogg::test
