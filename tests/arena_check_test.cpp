// `fogg check-bot` for bots that connect, over real sockets.
#include "arena/check_bot.h"

#include <gtest/gtest.h>

#include "arena_clients.h"
#include "data/catalog.h"
#include "run_fogg.h"

namespace fogg::test {
namespace {

using arena::Way;

class CheckVisitor : public testing::Test {
 protected:
  CheckVisitor() {
    options_.edition = *catalog().edition("usa-2004");
    options_.start = 1;
    options_.move = 1;
    options_.arrive = kPatienceSeconds;
  }
  // Listens; who is tried may connect at once.
  int open(Way way) {
    way_ = way;
    arena::Entry::Options where;
    (way == Way::kConnects ? where.current : where.v09) = arena::Port{};
    where.editions = {options_.edition};
    where.penalty = std::chrono::milliseconds(1);
    entry_ = std::make_unique<arena::Entry>(where);
    const std::string& address = entry_->address(way);
    return std::stoi(address.substr(address.rfind(':') + 1));
  }
  bool check() {
    return arena::check_visitor(
        options_, {way_, "ada", "secret"}, *entry_,
        [this](bool good, const std::string& words) { said_ += (good ? "ok " : "FAIL ") + words + "\n"; });
  }
  void expect_said(const std::string& words) {
    EXPECT_NE(said_.find(words), std::string::npos) << words << " is not in:\n" << said_;
  }
  static const Catalog& catalog() {
    static const Catalog kCatalog = *Catalog::open({});
    return kCatalog;
  }

  static constexpr double kPatienceSeconds = 60;
  arena::CheckOptions options_;
  Way way_ = Way::kConnects;
  std::unique_ptr<arena::Entry> entry_;
  std::string said_;
};

TEST_F(CheckVisitor, AGoodOneIsReady) {
  options_.games = 3;
  options_.players = 3;
  const Bot bot(open(Way::kConnects), "ada", "secret");
  EXPECT_TRUE(check()) << said_;
  expect_said("ok connects and says who it is\n");
  expect_said("ok is there for the next game\n");
  expect_said("ok plays a whole game of usa-2004 against 2 bots: ");
  EXPECT_EQ(said_.find("FAIL"), std::string::npos) << said_;
  EXPECT_EQ(bot.connections(), 1);
}

TEST_F(CheckVisitor, AGoodOneOfTheOldProtocolIsReady) {
  options_.games = 2;
  const OldBot bot(open(Way::kConnectsV09), "ada", "secret");
  EXPECT_TRUE(check()) << said_;
  expect_said("ok comes back for the next game\n");
  EXPECT_EQ(said_.find("FAIL"), std::string::npos) << said_;
}

TEST_F(CheckVisitor, AnotherEdition) {
  options_.edition = *catalog().edition("maerklin");
  const Bot bot(open(Way::kConnects), "ada", "secret");
  EXPECT_TRUE(check()) << said_;
  expect_said("ok plays a whole game of maerklin against a bot: ");
}

TEST_F(CheckVisitor, IllegalMoves) {
  const Bot bot(open(Way::kConnects), "ada", "secret", [](Bot& self, const json::object& request) {
    self.line().send(
        json::serialize(json::object{{"type", "move"}, {"request", request.at("request")}, {"action", 1'000'000'000}}));
    return true;
  });
  EXPECT_FALSE(check());
  expect_said("FAIL sent a line that is no message");
  expect_said(R"(A move looks like this: {"type":"move","request":3,"action":17})");
}

TEST_F(CheckVisitor, Silent) {
  std::atomic<bool> over = false;
  Bot bot(open(Way::kConnects), "ada", "secret", [&](Bot& self, const json::object& request) {
    if (self.answers() < 5) {
      self.play(request);
      return true;
    }
    while (!over) usleep(1000);
    return false;
  });
  EXPECT_FALSE(check());
  over = true;
  expect_said("FAIL was too late 3 times: an answer has to come within 1.00 s. The last request it got: {");
}

TEST_F(CheckVisitor, OldCommandsThatAreNone) {
  const int port = open(Way::kConnectsV09);
  std::jthread chatty([port](const std::stop_token& stop) {
    try {
      LineClient line(port);
      line.send("Join ada@secret Player");
      while (!stop.stop_requested()) {
        const auto said = line.line(std::chrono::milliseconds(50));
        const bool asked = said && said->find(R"("Request")") != std::string::npos;
        if (asked && said->find("Join") == std::string::npos) line.send("DrawACard please");
      }
    } catch (const ConnectionLost&) {  // they had enough of it
    }
  });
  EXPECT_FALSE(check());
  chatty.request_stop();
  expect_said("FAIL sent a line that is no command");
  expect_said("DrawACard please. A command looks like this: DrawPassengerCars true");
}

TEST_F(CheckVisitor, NobodyComes) {
  options_.arrive = 0.3;
  const int port = open(Way::kConnects);
  EXPECT_FALSE(check());
  expect_said("FAIL did not come within 300.0 ms\n");
  said_.clear();
  const LineClient silent(port);
  for (int i = 0; i < 1000 && entry_->strangers() == 0; ++i) usleep(5000);
  EXPECT_FALSE(check());
  expect_said("somebody is connected, but has not said who it is");
}

TEST_F(CheckVisitor, WrongToken) {
  const Bot bot(open(Way::kConnects), "ada", "guess");
  EXPECT_FALSE(check());
  expect_said("FAIL somebody came with another name or a wrong token\n");
}

TEST(CheckBotWords, WrongWaysToAsk) {
  const auto expect_refused = [](const std::string& words, const std::string& why) {
    const Printed printed = fogg("check-bot " + words);
    EXPECT_EQ(printed.code, 2) << printed.text;
    EXPECT_NE(printed.text.find(why), std::string::npos) << printed.text;
  };
  expect_refused("", "say how the bot comes to the table");
  expect_refused("my_bot --tcp 0", "say how the bot comes to the table");
  expect_refused("--tcp 0 --v09 0", "say how the bot comes to the table");
  expect_refused("--tcp x", "\"x\" is not a port");
  expect_refused("--v09 0 --edition europe", "which has no words for europe");
  expect_refused("--tcp 0 --name 'a b'", "is not 1 to 32 letters, digits, - and _");
  expect_refused("--tcp 0 --token ''", "is not 1 to 64 letters and digits");
  const Printed printed = fogg("check-bot --v09 0 --arrive 0.2 --name x --token y");
  EXPECT_EQ(printed.code, 1) << printed.text;
  EXPECT_NE(printed.text.find("\n  Join x@y Player\nFAIL  did not come within 200.0 ms\nThere is something to mend.\n"),
            std::string::npos)
      << printed.text;
}

}  // namespace
}  // namespace fogg::test
