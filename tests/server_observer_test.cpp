// Observers: they are told the public part of what the players are told, all of it, and nothing else.
#include <deque>

#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

const std::vector<std::string> kColors = {"Blue", "Red", "Green", "Yellow", "Black"};

// Someone who only reads, in a thread of its own.
class Watcher {
 public:
  Watcher(int port, const std::string& name, const Player::Spelling& spelling = {}) : client_(port) {
    client_.spelling = spelling;
    client_.until("Request", "Join");
    client_.send("Join " + name + " Observer");
    const json::object answer = client_.message();
    EXPECT_EQ(text_of(answer, "turnType"), "Join");
    EXPECT_EQ(text_of(answer, "clientType"), "Observer");
    EXPECT_TRUE(answer.at("success").as_bool());
    start_ = client_.received().size();
  }
  LineClient& client() { return client_; }
  void begin() {
    thread_ = std::thread([this] { ended_ = client_.at_end(); });
  }
  // All it was told after the answer to its Join.
  std::string told() {
    thread_.join();
    EXPECT_TRUE(ended_);
    return client_.received().substr(start_);
  }
  ~Watcher() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  LineClient client_;
  std::size_t start_ = 0;
  std::thread thread_;
  bool ended_ = false;
};

std::string joins_of(const std::vector<std::string>& names, v09::Dialect dialect) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    v09::Writer(out, dialect).joined(static_cast<v09::SeatColor>(i), names[i], v09::ClientType::kPlayer);
  return out;
}

// A player's message without what only that player may see.
json::object masked(const json::object& message) {
  const std::string type = text_of(message, "turnType");
  const bool is_blind = type == "DrawPassengerCars" && message.at("hiddenDeck").as_bool();
  json::object shown;
  for (const auto& [key, value] : message) {
    if (key == "drawnCard" && is_blind) continue;
    shown[key] = key == "drawnCards" ? json::value(json::array()) : value;
  }
  return shown;
}

// The public side of a client's events. The choices of the start come in another order, the own one first: they are sorted.
std::vector<std::string> public_side(const std::string& received, std::size_t seats) {
  std::vector<std::string> lines;
  for (const std::string& line : events_in(received))
    lines.push_back(json::serialize(masked(json::parse(line).as_object())));
  std::sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::min(seats, lines.size())));
  return lines;
}

void expect_watched(std::string_view who, const std::string& told, const std::vector<std::string>& names,
                    const std::string& record, v09::Dialect dialect, int viewer) {
  SCOPED_TRACE(who);
  expect_same(without_texts(told),
              without_texts(joins_of(names, dialect) + story_of(record, kColors, dialect, viewer)));
}

void watch_a_game(const std::vector<std::string>& more_arguments, v09::Dialect dialect, int seen_by_local) {
  const Folder folder;
  std::vector<std::string> arguments = {"--players", "3", "--bots", "hungry"};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  ServerProcess server(folder, arguments);
  const std::vector<std::string> names = {"ada", "bob", "hungry"};

  const bool upper = dialect == v09::Dialect::kUpper;
  const Player::Spelling spelling = upper ? camel_spelling(*catalog().edition("usa-2004").value()) : Player::Spelling();
  Watcher early(server.v09(), "early", spelling);  // opens the table at which ada will sit down
  early.begin();
  Player ada(server.v09(), "ada", "", spelling);
  ada.client().until("Info", "Join");
  Watcher waiting(server.v09(), "waiting", spelling);
  waiting.begin();
  Player bob(server.v09(), "bob", "", spelling);
  Playing second(bob);
  // At moments all over the game, which waits for them, each right after an answer, so that some come while that is being stored.
  std::deque<Watcher> late;
  for (int answers = 5; answers <= 50; answers += 3) {
    ada.play(answers);
    ASSERT_FALSE(ada.over());
    late.emplace_back(server.v09(), fmt::format("late{}", answers), spelling).begin();
  }
  ada.play();
  second.join();

  const std::string record = record_of(server, 1);
  expect_good_record(record);
  // Texts apart, the one from before the game, the one who saw ada sit down and the late one are told the very same.
  expect_watched("early", early.told(), names, record, dialect, seen_by_local);
  expect_watched("waiting", waiting.told(), names, record, dialect, seen_by_local);
  for (Watcher& watcher : late) expect_watched("late", watcher.told(), names, record, dialect, seen_by_local);
  int seat = 0;
  for (const LineClient* client : {&ada.client(), &bob.client()}) {
    expect_same(events_in(client->received()), events_in(story_of(record, kColors, dialect, seat++)));
    if (upper || seen_by_local != v09::Viewer::kPublic) continue;
    expect_same(public_side(client->received(), 3), public_side(early.client().received(), 3));
  }
}

TEST(ServerObservers, AreToldThePublicPartOfEverything) {
  watch_a_game({}, v09::Dialect::kCamel, v09::Viewer::kPublic);
}
TEST(ServerObservers, AreToldThePublicPartOfEverythingInCapitals) {
  watch_a_game({"--dialect", "upper"}, v09::Dialect::kUpper, v09::Viewer::kPublic);
}
TEST(ServerObservers, FromThisMachineSeeEverythingWhereThatIsSet) {
  watch_a_game({"--observers", "all"}, v09::Dialect::kCamel, v09::Viewer::kEverything);
}
TEST(ServerObservers, OfFourTicketsAtTheStart) {
  watch_a_game({"--edition", "usa-2025"}, v09::Dialect::kCamel, v09::Viewer::kPublic);
}

TEST(ServerObservers, MayAskTwoThingsAndAreRefusedTheRest) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--max-refusals", "1000"});
  LineClient observer(server.v09());
  observer.until("Request", "Join");
  observer.send("Join watcher Observer");
  observer.until("Info", "Join");
  auto refused = [&](const std::string& line, const std::string& type) {
    observer.send(line);
    const json::object answer = observer.message();
    EXPECT_EQ(text_of(answer, "turnType"), type) << line;
    EXPECT_FALSE(answer.at("success").as_bool()) << line;
    EXPECT_EQ(text_of(answer, "errorCode"), "NotPlayersTurn") << line;
  };
  refused("BoardState", "BoardState");  // before the start there is no board
  observer.send("ListAllRoutes");
  EXPECT_EQ(observer.message().at("routes").as_array().size(), 100U);

  LineClient ada(server.v09());
  ada.until("Request", "Join");
  ada.send("Join ada Player");
  LineClient bob(server.v09());
  bob.until("Request", "Join");
  bob.send("Join bob Player");
  EXPECT_EQ(text_of(observer.message(), "playerName"), "ada");
  EXPECT_EQ(text_of(observer.message(), "playerName"), "bob");
  const json::object begun = observer.message();
  EXPECT_EQ(text_of(begun, "turnType"), "BoardState");

  refused("DrawPassengerCars true", "DrawPassengerCars");
  refused("DrawDestinationTickets", "DrawDestinationTickets");
  refused("ClaimDestinationTickets true true true", "ClaimDestinationTickets");
  refused("ClaimRoute Boston Montreal", "ClaimRoute");
  refused("Join watcher Player", "Join");
  refused("Join watcher Observer", "Join");
  observer.send("BoardState");
  const json::object board = observer.message();
  EXPECT_EQ(board, begun);
  EXPECT_EQ(board.at("faceUpPassengerCarDeck").as_array().size(), 5U);
  EXPECT_EQ(board.at("topdownPassengerCarDeckCount").as_int64(), 110 - 5 - 8);
  EXPECT_EQ(board.at("activePlayers").as_int64(), 2);
  EXPECT_EQ(board.at("leftPassengerCars").as_int64(), 0);
  EXPECT_EQ(board.at("drawnPassengerCars"), json::array(9, 0));
  for (const char* list : {"drawnDestinationTickets", "toBeClaimedDestinationTickets", "ownRoutes"})
    EXPECT_TRUE(board.at(list).as_array().empty()) << list;
  // An observer is asked nothing: the answer to a query is followed by no request.
  observer.send("ListAllRoutes");
  EXPECT_EQ(text_of(observer.message(), "turnType"), "ListAllRoutes");
  ada.until("Request", "ClaimDestinationTickets");
  ada.send("ClaimDestinationTickets true true true");
  bob.until("Request", "ClaimDestinationTickets");
  bob.send("ClaimDestinationTickets true true true");
  EXPECT_EQ(text_of(observer.message(), "turnType"), "ClaimDestinationTickets");
}

TEST(ServerObservers, TheNewestRunningGameIsShownAndOthersByTheirCode) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  std::vector<std::unique_ptr<LineClient>> players;
  for (const char* name : {"a1", "a2", "b1", "b2", "c1"}) {
    players.push_back(std::make_unique<LineClient>(server.v09()));
    players.back()->until("Request", "Join");
    players.back()->send(fmt::format("Join {} Player", name));
    players.back()->until("Info", "Join");
  }
  auto first_seat = [&](const std::string& name) {
    LineClient observer(server.v09());
    observer.until("Request", "Join");
    observer.send("Join " + name + " Observer");
    observer.until("Info", "Join");
    return text_of(observer.until("Info", "Join"), "playerName");
  };
  EXPECT_EQ(first_seat("x"), "b1");
  for (const json::value& game : games_of(server)) {
    const std::string code = text_of(game.as_object(), "code");
    const std::string name = text_of(game.at("seats").as_array()[0].as_object(), "name");
    EXPECT_EQ(first_seat("x@" + code), name);
    std::string small = code;
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_EQ(first_seat("x@" + small), name);
  }
}

// With a token an observer from another machine sees everything too; loopback is all there is here, so what can be shown is that the token
// is no part of the name and a wrong one does not get in.
TEST(ServerObservers, ATokenIsNotAName) {
  const Folder folder;
  ServerProcess server(folder, {"--observers", "all", "--observer-token", "sesame", "--players", "2"});
  LineClient observer(server.v09());
  observer.until("Request", "Join");
  observer.send("Join spy@wrong Observer");
  EXPECT_EQ(text_of(observer.until("Info", "Join"), "errorCode"), "WrongTurnFormat");
  observer.until("Request", "Join");
  observer.send("Join spy@sesame Observer");
  EXPECT_EQ(text_of(observer.until("Info", "Join"), "playerName"), "spy");
}

// The whole story so far is larger than what may wait for a slow reader; that is not the newcomer's fault.
TEST(ServerObservers, ALateOneGetsALongStoryWithASmallSendBuffer) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--send-buffer", "64", "--max-joins-per-minute", "100000"});
  LineClient ada(server.v09());
  ada.until("Request", "Join");
  ada.send("Join ada Player");
  Watcher early(server.v09(), "early");
  auto bob = std::make_unique<Player>(server.v09(), "bob");
  // Going and coming makes the longest stories.
  for (int i = 0; i < 500; ++i) {
    bob->client().until("Request", "ClaimDestinationTickets");
    bob->client().reset();
    early.client().until([](const json::object& m) { return text_of(m, "text").starts_with("bob (Red) has lost"); });
    bob->connect(server.v09());
  }
  bob->client().until("Request", "ClaimDestinationTickets");
  early.client().until([](const json::object& m) { return text_of(m, "text") == "bob (Red) is back"; });
  ASSERT_GT(early.client().received().size(), 64U * 1024);
  Watcher late(server.v09(), "late");
  int times = 0;
  while (times < 500) times += text_of(late.client().message(), "text") == "bob (Red) is back" ? 1 : 0;
}

}  // namespace
}  // namespace fogg::test
