// Tables whose bots take their time, think for ever, throw or lie; and what bots with options are called.
#include <stdexcept>

#include "scripted_bots.h"
#include "server/bot_title.h"
#include "server_player.h"
#include "server_thread.h"

namespace fogg::test {
namespace {

using json::object;
using server::Config;
using std::chrono::milliseconds;

constexpr double kLong = 25;  // seconds; no test waits for so long a pause

class ServerBots : public testing::Test {
 protected:
  ServerBots() {
    config_.v09 = config_.http = 0;
    config_.store = folder_ / "store.db";
    scripts_.add("endless", endless_.script());
  }
  const Folder folder_;
  Config config_;
  Endless endless_;
  Scripts scripts_;
};

void join(LineClient& client, const std::string& words) {
  client.until("Request", "Join");
  client.send("Join " + words);
  client.until("Info", "Join");
}
const std::string kKeep = "ClaimDestinationTickets";

// -- Names

TEST(BotTitle, IsTheNameAndTheOptionsThatAreWords) {
  using server::bot_title;
  EXPECT_EQ(bot_title("hungry"), "hungry");
  EXPECT_EQ(bot_title("planner:level=easy"), "planner-easy");
  EXPECT_EQ(bot_title("search:time=1s:threads=2"), "search");
  EXPECT_EQ(bot_title("search:time=1s:level=hard:tickets=on"), "search-hard");
  EXPECT_EQ(bot_title("search:"), "search");
  EXPECT_EQ(bot_title("search::x:=:level="), "search");
  EXPECT_EQ(bot_title("search:level=" + std::string(150, 'a')), "search");
  EXPECT_EQ(bot_title(std::string(200, 'a')).size(), 28U);
}

TEST_F(ServerBots, OptionsShowInTheRecordAndTheApiAndNamesStayNames) {
  const std::string spec = "careful:level=easy:time=" + std::string(150, '1') + "s";
  scripts_.add(spec, {any});
  config_.players = 4;
  config_.bots = {spec, "hungry", spec};
  std::string before;
  {
    ServerThread server(config_, scripts_);
    LineClient ada(server.v09());
    join(ada, "careful-easy Player");
    ada.until("Request", kKeep);
    std::vector<std::string> names;
    const object game = server.game(0);
    for (const json::value& seat : game.at("seats").as_array()) {
      names.push_back(text_of(seat.as_object(), "name"));
      EXPECT_TRUE(v09::is_name(names.back()));
      EXPECT_NE(ada.received().find("\"" + names.back() + "\""), std::string::npos);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"careful-easy", "careful-easy-2", "hungry", "careful-easy-3"}));
    EXPECT_EQ(text_of(game.at("seats").as_array()[1].as_object(), "bot"), spec);
    EXPECT_NE(server.page("/status").find("bot " + spec), std::string::npos);
    before = server.record().substr(0, server.record().find('\n'));
    EXPECT_NE(before.find("\"bot\":\"" + spec + "\""), std::string::npos);
    EXPECT_EQ(server.stop(), 0);
  }
  // After a restart it is the same bot that is asked, whatever tables get from now on.
  Scripts again;
  again.add(spec, {any});
  config_.bots = {"random", "random", "random"};
  ServerThread server(config_, again);
  Player ada(server.v09(), "careful-easy");
  ada.play();
  EXPECT_EQ(ada.scores().size(), 4U);
  expect_good_record(server.record());
  EXPECT_EQ(server.record().substr(0, server.record().find('\n')), before);
  const auto asked = again.asked_for();
  EXPECT_GT(std::count(asked.begin(), asked.end(), spec), 10);
  EXPECT_GT(std::count(asked.begin(), asked.end(), "hungry"), 10);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), "random"), 0);
}

// -- Settings

TEST(ServerBotSettings, GoThroughOptionAndFile) {
  auto setting = [](std::string_view name) {
    const auto& all = server::settings();
    return *std::find_if(all.begin(), all.end(), [&](const server::Setting& one) { return one.name == name; });
  };
  Config config;
  EXPECT_EQ(setting("pace").show(config), "'on'");
  EXPECT_EQ(setting("pace").set(config, "off"), "");
  EXPECT_FALSE(config.pace);
  EXPECT_NE(setting("pace").set(config, "slow"), "");
  EXPECT_EQ(setting("bot-threads").set(config, "3"), "");
  EXPECT_NE(setting("bot-threads").set(config, "-1"), "");
  EXPECT_EQ(setting("bot-time").set(config, "2.5"), "");
  EXPECT_NE(setting("bot-time").set(config, "0"), "");
  // A bot with options, if there is one.
  std::string spec = "hungry";
  for (const BotInfo& bot : bot_list()) {
    if (bot.name == "planner") spec = "planner:level=easy";
  }
  EXPECT_EQ(setting("bots").set(config, spec + ",random"), "");
  EXPECT_EQ(setting("stand-in").set(config, spec), "");
  Config read;
  server::read_toml(read, "all.toml", server::to_toml(config));
  EXPECT_EQ(server::to_toml(read), server::to_toml(config));
  EXPECT_EQ(read.bots, (std::vector<std::string>{spec, "random"}));
  EXPECT_EQ(read.stand_in, spec);
  EXPECT_EQ(read.bot_threads, 3);
  EXPECT_EQ(read.bot_time, 2.5);
  // What is wrong is said, and changes nothing.
  for (const char* wrong : {"nobody", "hungry:x=1", "random,hungry:level", "hungry:a=1:a=2", ":"}) {
    EXPECT_NE(setting("bots").set(config, wrong), "") << wrong;
    EXPECT_NE(setting("stand-in").set(config, wrong), "") << wrong;
  }
  EXPECT_EQ(config.bots, read.bots);
  EXPECT_EQ(config.stand_in, read.stand_in);
}

// -- Bots that think

TEST_F(ServerBots, WhileTheyThinkEverythingElseGoesOnAndTheEndIsPrompt) {
  config_.bots = {"endless"};
  config_.bot_threads = 2;
  config_.bot_time = 1000;
  ServerThread server(config_, scripts_);
  std::vector<std::unique_ptr<LineClient>> clients;
  for (int i = 0; i < 8; ++i) {  // more tables than threads
    clients.push_back(std::make_unique<LineClient>(server.v09()));
    join(*clients.back(), "ada Player");
    clients.back()->until("Request", kKeep);
    clients.back()->send("ClaimDestinationTickets true true true");
    EXPECT_EQ(clients.back()->until("Info", kKeep).at("success"), true);
  }
  ASSERT_TRUE(comes_true([&] { return endless_.thinking == 2; }));
  for (const auto& client : clients) {
    client->send("BoardState");
    client->until("Info", "BoardState");
  }
  EXPECT_EQ(text_of(server.game(7), "status"), "running");
  EXPECT_EQ(server.stop(), 0);
  EXPECT_EQ(endless_.thinking, endless_.stopped);
}

TEST_F(ServerBots, WhoThinksTooLongIsToldToAnswer) {
  config_.bots = {"endless"};
  config_.bot_time = 0.001;
  ServerThread server(config_, scripts_);
  Player ada(server.v09(), "ada");
  ada.play();
  EXPECT_EQ(ada.scores().size(), 2U);
  EXPECT_TRUE(server.has_metric("fogg_bot_failures_total 0"));
  expect_good_record(server.record());
}

TEST_F(ServerBots, AGameThatEndsDoesNotWaitForThem) {
  config_.players = 3;
  config_.bots = {"endless"};
  config_.away = server::Away::kForfeit;
  config_.grace = 0.2;
  ServerThread server(config_, scripts_);
  LineClient stays(server.v09());
  join(stays, "stays Player");
  {
    LineClient leaves(server.v09());
    join(leaves, "leaves Player");
    leaves.until("Request", kKeep);
    ASSERT_TRUE(comes_true([&] { return endless_.thinking == 1; }));
  }
  stays.until("Info", "FinalScore");
  EXPECT_TRUE(stays.at_end());
  EXPECT_TRUE(comes_true([&] { return endless_.stopped == 1; }));
  EXPECT_TRUE(comes_true([&] { return server.record().find("\"forfeit\"") != std::string::npos; }));
  expect_good_record(server.record());
}

// -- Bots that fail

TEST_F(ServerBots, SomeoneAnswersForThoseThatThrowOrLie) {
  scripts_.add("throws", {[](const Question&) -> Action { throw std::runtime_error("out of ideas"); }});
  scripts_.add("lies", {[](const Question&) { return Action::claim(255, Card::kLocomotive, 99, 99, 99); }});
  config_.players = 5;
  config_.bots = {"throws", "lies", "nobody", "sometimes"};
  std::atomic<int> asked = 0;
  scripts_.add("sometimes", {[&](const Question& question) {
                 if (++asked % 3 == 0) throw std::bad_alloc();
                 return any(question);
               }});
  testing::internal::CaptureStderr();
  {
    ServerThread server(config_, scripts_);
    Player ada(server.v09(), "ada");
    ada.play();
    EXPECT_EQ(ada.scores().size(), 5U);
    expect_good_record(server.record());
    EXPECT_FALSE(server.has_metric("fogg_bot_failures_total 0"));
  }
  const std::string log = testing::internal::GetCapturedStderr();
  auto times = [&log](const std::string& part) {
    int count = 0;
    for (std::size_t at = log.find(part); at != std::string::npos; at = log.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times("game 1: the bot throws cannot answer for throws (out of ideas); hungry does instead"), 1) << log;
  EXPECT_EQ(times("the bot lies cannot answer"), 1);
  EXPECT_EQ(times("the bot nobody cannot answer"), 1);
  EXPECT_EQ(times("the bot sometimes cannot answer"), 1);
}

// -- Pace

// The time from when the client has kept its tickets until the bot has acted.
double pause_of(LineClient& client) {
  client.until("Request", kKeep);
  client.send("ClaimDestinationTickets true true true");
  const auto begun = Clock::now();
  client.until([](const object& m) { return text_of(m, "type") == "Request" && text_of(m, "turnType") == "Turn"; });
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

TEST_F(ServerBots, TakeTheirTimeWhereSomeonePlays) {
  scripts_.add("calm", {any, 0.5});
  config_.bots = {"calm"};
  const auto begun = Clock::now();
  ServerThread server(config_, scripts_);
  LineClient ada(server.v09());
  join(ada, "ada Player");
  pause_of(ada);
  EXPECT_GE(std::chrono::duration<double>(Clock::now() - begun).count(), 0.5);
  // In the pause all else is answered, and the answer is given only once.
  ada.send("DrawPassengerCars true");
  ada.until("Request", "DrawPassengerCars");
  const auto drawn = Clock::now();
  ada.send("DrawPassengerCars true");
  ada.send("BoardState");
  ada.until("Info", "BoardState");
  ada.until("Request", "Turn");
  EXPECT_GE(std::chrono::duration<double>(Clock::now() - drawn).count(), 0.5);
}

TEST_F(ServerBots, AreQuickIfThatIsWanted) {
  scripts_.add("calm", {any, kLong});
  config_.bots = {"calm"};
  config_.pace = false;
  ServerThread server(config_, scripts_);
  Player ada(server.v09(), "ada");
  ada.play();
  EXPECT_EQ(ada.scores().size(), 2U);
}

TEST_F(ServerBots, AreQuickWhereNobodyLooksOn) {
  scripts_.add("calm", {any, kLong});
  config_.bots = {"calm"};
  config_.grace = 0.1;
  config_.stand_in = "random";
  ServerThread server(config_, scripts_);
  {
    LineClient ada(server.v09());
    join(ada, "ada Player");
    ada.until("Request", kKeep);
  }
  EXPECT_TRUE(comes_true([&] { return text_of(server.game(0), "status") == "over"; }));
  expect_good_record(server.record());
}

TEST_F(ServerBots, TakeTheirTimeWhereSomeoneWatches) {
  scripts_.add("calm", {any, kLong});
  config_.bots = {"calm"};
  config_.grace = 0.1;
  config_.stand_in = "random";
  ServerThread server(config_, scripts_);
  LineClient watcher(server.v09());
  join(watcher, "watcher Observer");
  {
    LineClient ada(server.v09());
    join(ada, "ada Player");
    ada.until("Request", kKeep);
  }
  ASSERT_TRUE(comes_true(
      [&] { return text_of(server.game(0).at("seats").as_array()[0].as_object(), "state") == "played on by a bot"; }));
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(text_of(server.game(0), "status"), "running");
  EXPECT_EQ(server.stop(), 0);  // in the middle of the pause
}

// A pause is nothing that is stored: the bot is asked again and gives the same answer.
TEST_F(ServerBots, AreAskedAgainAfterARestartInAPause) {
  std::mutex mutex;
  std::vector<Action> chosen;
  scripts_.add("calm", {[&](const Question& question) {
                          const Action action = any(question);
                          const std::lock_guard lock(mutex);
                          chosen.push_back(action);
                          return action;
                        },
                        kLong});
  config_.bots = {"calm"};
  {
    ServerThread server(config_, scripts_);
    LineClient ada(server.v09());
    join(ada, "ada Player");
    ada.until("Request", kKeep);
    ASSERT_TRUE(comes_true([&] {
      const std::lock_guard lock(mutex);
      return chosen.size() == 1;
    }));
    EXPECT_EQ(server.stop(), 0);
  }
  config_.pace = false;
  ServerThread server(config_, scripts_);
  Player ada(server.v09(), "ada");
  ada.play();
  ASSERT_GT(chosen.size(), 2U);
  EXPECT_EQ(chosen[0], chosen[1]);
  expect_good_record(server.record());
}

}  // namespace
}  // namespace fogg::test
