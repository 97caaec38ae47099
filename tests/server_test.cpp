// Whole games over real sockets: what the players are told, the record, the log and the scores are one and the same game.
#include "paths.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

struct Plan {
  std::string edition;
  int clients;
  std::vector<std::string> bots;
  std::vector<std::string> wishes;
  v09::Dialect dialect = v09::Dialect::kCamel;
};

// Seats are in the order of their colors, whoever came first.
std::vector<std::string> seat_colors(const std::string& joins) {
  std::set<int> seen;
  for (const std::string& line : lines_of(joins)) {
    const json::object message = json::parse(line).as_object();
    const std::string key = message.contains("PLAYER") ? "PLAYER" : "player";
    seen.insert(static_cast<int>(*v09::seat_color(std::string(message.at(key).as_string()))));
  }
  std::vector<std::string> colors;
  for (const int color : seen) colors.emplace_back(v09::name(static_cast<v09::SeatColor>(color)));
  return colors;
}

void expect_scores(const Player& player, const std::string& record, int seats) {
  const auto scores = scores_in(record);
  ASSERT_EQ(player.scores().size(), static_cast<std::size_t>(seats));
  for (const json::object& told : player.scores()) {
    const Score& score = scores.at(text_of(told, "name"));
    EXPECT_EQ(told.at("totalScore").as_int64(), score.total);
    EXPECT_EQ(told.at("scorePassengerCars").as_int64(), score.routes);
    EXPECT_EQ(told.at("winner").as_bool(), score.winner);
  }
}

void play_whole_game(const Plan& plan) {
  const Folder folder;
  const int seats = plan.clients + static_cast<int>(plan.bots.size());
  const bool upper = plan.dialect == v09::Dialect::kUpper;
  std::vector<std::string> arguments = {"--edition", plan.edition,   "--players", std::to_string(seats),
                                        "--log",     folder / "log", "--dialect", upper ? "upper" : "camel"};
  if (!plan.bots.empty()) {
    arguments.emplace_back("--bots");
    arguments.push_back(fmt::format("{}", fmt::join(plan.bots, ",")));
  }
  ServerProcess server(folder, arguments);
  const auto edition = catalog().edition(plan.edition).value();
  Players players;
  for (int i = 0; i < plan.clients; ++i) {
    const auto n = static_cast<std::size_t>(i);
    players.push_back(std::make_unique<Player>(server.v09(), fmt::format("player-{}", i + 1),
                                               n < plan.wishes.size() ? plan.wishes[n] : "",
                                               upper ? camel_spelling(*edition) : Player::Spelling()));
  }
  play_all(players);
  for (const auto& player : players) EXPECT_TRUE(player->client().at_end());  // the server closes after the game

  const std::string record = record_of(server, 1);
  expect_good_record(record);
  // The log is the story of someone who sees everything, after the joins.
  const std::vector<std::string> log = without_texts(read_file(folder / "log/game-000001.log"));
  ASSERT_GT(log.size(), static_cast<std::size_t>(seats));
  std::string joins;
  for (int i = 0; i < seats; ++i) joins += log[static_cast<std::size_t>(i)] + "\n";
  const std::vector<std::string> colors = seat_colors(joins);
  ASSERT_EQ(colors.size(), static_cast<std::size_t>(seats));
  expect_same({log.begin() + seats, log.end()},
              without_texts(story_of(record, colors, plan.dialect, v09::Viewer::kEverything)));
  for (const auto& player : players) {
    expect_scores(*player, record, seats);
    const auto seat = std::find(colors.begin(), colors.end(), player->color()) - colors.begin();
    const std::string story = story_of(record, colors, plan.dialect, static_cast<int>(seat));
    expect_same(events_in(player->client().received()), events_in(story));
    // The board of the start, with this player's own tickets and no one else's.
    EXPECT_NE(player->client().received().find(story.substr(0, story.find('\n') + 1)), std::string::npos);
  }
  for (std::size_t i = 0; i < plan.wishes.size(); ++i) EXPECT_EQ(players[i]->color(), plan.wishes[i]);
  EXPECT_EQ(server.stop(), 0) << server.log();
}

TEST(ServerGames, TwoToFivePlayersOfUsa2004) {
  for (const int clients : {2, 3, 4, 5}) play_whole_game({"usa-2004", clients, {}, {}});
}
TEST(ServerGames, TwoToFivePlayersOfUsa2025) {
  for (const int clients : {2, 3, 4, 5}) play_whole_game({"usa-2025", clients, {}, {}});
}
TEST(ServerGames, TwoToFivePlayersOfUsaMega) {
  for (const int clients : {2, 3, 4, 5}) play_whole_game({"usa-mega", clients, {}, {}});
}
TEST(ServerGames, SeatsAreInTheOrderOfWishedColors) { play_whole_game({"usa-2004", 3, {}, {"Black", "Green", "Red"}}); }
TEST(ServerGames, BotsTakeSeats) {
  play_whole_game({"usa-2004", 1, {"hungry"}, {}});
  play_whole_game({"usa-mega", 2, {"random", "hungry", "hungry"}, {"Yellow", "Blue"}});
}
TEST(ServerGames, ThePortCanSpeakInCapitals) {
  play_whole_game({"usa-2004", 2, {}, {}, v09::Dialect::kUpper});
  play_whole_game({"usa-2025", 2, {"hungry", "hungry", "random"}, {"Black"}, v09::Dialect::kUpper});
}

TEST(ServerGames, OtherUsaEditionsArePlayedToo) {
  for (const char* edition : {"usa-1910", "usa-2010", "usa-bigcities"}) play_whole_game({edition, 2, {}, {}});
}

// Any number of tables at once, each with its own game.
TEST(ServerGames, FullTablesStartAndTheNextClientOpensANewOne) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2"});
  Players players;
  for (int i = 0; i < 12; ++i)
    players.push_back(std::make_unique<Player>(server.v09(), fmt::format("one-of-many-{}", i)));
  play_all(players);
  std::set<std::string> keys;
  for (int game = 1; game <= 6; ++game) {
    const std::string record = record_of(server, game);
    expect_good_record(record);
    // Two who came one after the other sit at one table.
    for (const int i : {2 * game - 2, 2 * game - 1})
      EXPECT_NE(record.find(fmt::format("\"one-of-many-{}\"", i)), std::string::npos);
    const std::size_t key = record.rfind("\"key\"");
    keys.insert(record.substr(key));
  }
  EXPECT_EQ(keys.size(), 6U);
  EXPECT_EQ(record_of(server, 7), "there is no such game\n");
  // The program for people says the same.
  std::ofstream(folder / "record.jsonl") << record_of(server, 1);
  const Output verified = run_program({fogg_binary(), "verify", folder / "record.jsonl"});
  EXPECT_EQ(verified.code, 0) << verified.text;
}

TEST(ServerGames, OnceEndsTheProcessAfterTheFirstGame) {
  const Folder folder;
  ServerProcess server(folder, {"--players", "2", "--bots", "hungry", "--once"});
  Players players;
  players.push_back(std::make_unique<Player>(server.v09(), "ada"));
  play_all(players);
  EXPECT_EQ(server.wait(), 0) << server.log();
}

// The same seed and the same clients: the same game. And it is said that anyone can do that.
TEST(ServerGames, ASeedMakesGamesPredictableAndSaysSo) {
  auto play = [](const std::string& seed) {
    const Folder folder;
    ServerProcess server(folder, {"--players", "2", "--seed", seed});
    Players players;
    for (const char* name : {"ada", "bob"}) players.push_back(std::make_unique<Player>(server.v09(), name));
    play_all(players);
    EXPECT_NE(server.log().find("WARNING"), std::string::npos);
    std::string all;
    for (const std::string& line : events_in(players[0]->client().received())) all += line + "\n";
    return all;
  };
  const std::string once = play("7");
  EXPECT_EQ(once, play("7"));
  EXPECT_NE(once, play("8"));
}

}  // namespace
}  // namespace fogg::test
