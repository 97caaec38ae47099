// Competitions with entrants that connect and do their worst.
#include "arena_entry_support.h"

namespace fogg::test {
namespace {

// A family of bad ones at once, each against the same champion; the good one must not notice.
TEST_F(ArenaEntry, BadOnesAreToldApartAndDisturbNobody) {
  const std::string head = "format = \"gauntlet\"\ndeals = 1\n[limits]\nmove = 1.5\nstart = 1.5\narrive = 5\n" +
                           kHungry + entrant("good", kCurrent) + entrant("old", kOld);
  const auto outcomes = [&] {
    std::map<std::int64_t, std::string> found;
    const auto book = cup_.book();
    for (const Book::Ended& game : cup_.games()) {
      if (game.game.seats[0] > 2 || game.game.seats[1] > 2) continue;
      std::istringstream lines(book->finished(game.game.number)->played);
      for (std::string line; std::getline(lines, line);)
        if (line.find(R"("kind":"action")") != std::string::npos)
          found[game.game.number] += line.substr(line.find(R"("action":)")) + "\n";
    }
    return found;
  };
  const std::vector<std::string> bad = {"gone",     "mute",        "late",          "illegal",   "malformed",
                                        "flood",    "wide",        "deaf",          "never",     "old-gone",
                                        "old-mute", "old-illegal", "old-malformed", "old-flood", "stubborn"};
  std::string all = head;
  for (const std::string& name : bad) all += entrant(name, name.starts_with("old-") ? kOld : kCurrent);

  cup_.make(all, 5);
  const auto arena = start("12");
  // Each is good for three moves.
  const auto after_three = [](Bot::Habit then) -> Bot::Habit {
    return [then = std::move(then)](Bot& me, const json::object& request) {
      if (me.answers_in_game() >= 3) return then(me, request);
      me.play(request);
      return true;
    };
  };
  const auto move = [](const json::object& request, const std::string& action) {
    return fmt::format(R"({{"type":"move","request":{},"action":{}}})", request.at("request").as_int64(), action);
  };
  std::map<std::string, Bot::Habit> habits;
  habits["mute"] = [](Bot&, const json::object&) { return true; };
  habits["late"] = after_three([](Bot& me, const json::object& request) {
    usleep(2'200'000);
    me.play(request);
    return true;
  });
  habits["illegal"] = after_three([&](Bot& me, const json::object& request) {
    for (int i = 0; i < 3; ++i) me.line().send(move(request, "\"pass\""));
    return true;
  });
  habits["malformed"] = after_three([](Bot& me, const json::object&) {
    for (int i = 0; i < 3; ++i) me.line().send("this is no message, but a token: " + me.token());
    return true;
  });
  habits["stubborn"] = [](Bot& me, const json::object&) {
    for (int i = 0; i < 60; ++i) me.line().send("{}");
    return true;
  };
  habits["flood"] = after_three([](Bot& me, const json::object&) {
    for (int i = 0; i < 400'000; ++i) me.line().send(R"({"type":"ping"})");
    return true;
  });
  habits["wide"] = after_three([](Bot& me, const json::object&) {
    me.line().send(std::string(100'000, ' '));
    return true;
  });
  {
    const auto good = bot(*arena, "good");
    const auto old = old_bot(*arena, "old");
    std::vector<std::unique_ptr<Bot>> bots;
    for (const auto& [name, habit] : habits) bots.push_back(bot(*arena, name, habit));
    // These two come once and never again.
    LineClient gone(arena->tcp());
    gone.send(R"({"type":"hello","protocol":[1,1]})");
    gone.send(fmt::format(R"({{"type":"join","name":"gone","token":"{}"}})", cup_.tokens.at("gone")));
    Player old_gone(arena->v09(), "old-gone@" + cup_.tokens.at("old-gone"));
    // One does not read, and its pipe is small.
    LineClient deaf(arena->tcp(), {}, 1024);
    deaf.send(R"({"type":"hello","protocol":[1,1]})");
    deaf.send(fmt::format(R"({{"type":"join","name":"deaf","token":"{}"}})", cup_.tokens.at("deaf")));
    std::vector<std::thread> olds;
    const auto old_one = [&](const std::string& name, const std::function<void(LineClient&)>& when_asked) {
      olds.emplace_back([&, name, when_asked] {
        for (int tries = 0; tries < 10'000; ++tries) {
          try {
            LineClient line(arena->v09());
            line.send(fmt::format("Join {}@{} Player", name, cup_.tokens.at(name)));
            while (true) {
              line.until("Request", "ClaimDestinationTickets");
              when_asked(line);
            }
          } catch (const ConnectionLost&) {
            if (arena->exited()) return;
            usleep(10'000);
          } catch (const std::exception&) {
            return;
          }
        }
      });
    };
    old_one("old-mute", [](LineClient& line) {
      line.at_end();
      throw ConnectionLost();
    });
    old_one("old-illegal", [](LineClient& line) { line.send("ClaimDestinationTickets true false false"); });
    old_one("old-malformed", [](LineClient& line) { line.send("Jump"); });
    old_one("old-flood", [](LineClient& line) {
      for (int i = 0; i < 200'000; ++i) line.send("BoardState");
    });
    gone.until([](const json::object& message) { return text_of(message, "type") == "request"; });
    gone.reset();
    old_gone.play(3);
    old_gone.client().reset();
    const int code = arena->wait();
    for (std::thread& one : olds) one.join();
    ASSERT_EQ(code, 0) << arena->log();
    for (const auto& one : bots) one->stop();
  }
  EXPECT_EQ(cup_.games().size(), 2 * (bad.size() + 2));
  expect_sound_records();
  expect_no_tokens();
  expect_no_faults({bad.begin(), bad.end()});
  const std::map<std::string, std::pair<Fault, int>> expected = {
      // in how many of the two games
      {"gone", {Fault::kDisconnect, 2}},     {"mute", {Fault::kStall, 2}},
      {"late", {Fault::kTimeout, 2}},        {"illegal", {Fault::kIllegal, 2}},
      {"malformed", {Fault::kMalformed, 2}}, {"stubborn", {Fault::kMalformed, 2}},
      {"flood", {Fault::kFlood, 2}},         {"wide", {Fault::kFlood, 2}},
      {"deaf", {Fault::kStall, 2}},          {"never", {Fault::kDisconnect, 2}},
      {"old-gone", {Fault::kDisconnect, 2}}, {"old-mute", {Fault::kStall, 2}},
      {"old-illegal", {Fault::kIllegal, 2}}, {"old-malformed", {Fault::kMalformed, 2}},
      {"old-flood", {Fault::kFlood, 2}}};
  for (const auto& [name, what] : expected) {
    const auto [fault, games] = what;
    int with = 0;
    std::string words;
    for (const SeatReport& report : reports(name)) {
      with += faults(report, fault) > 0 ? 1 : 0;
      words += report.words + "; ";
      // Nothing else is made of it.
      if (name == "gone" || name == "never" || name == "old-gone" || name == "mute") {
        for (std::size_t other = 0; other < arena::kFaults; ++other) {
          if (other != static_cast<std::size_t>(fault)) {
            EXPECT_EQ(report.faults[other], 0) << name << ": " << report.words;
          }
        }
      }
    }
    EXPECT_GE(with, games) << name << ": " << words;
    EXPECT_EQ(name == "deaf", words.find("does not take what it is sent") != std::string::npos) << name << words;
  }
  EXPECT_NE(arena->log().find("never has not come for 5 s"), std::string::npos) << arena->log();
  const auto wild = outcomes();
  ASSERT_EQ(wild.size(), 4U);

  // The same without them.
  Folder calm_folder;
  Cup calm{calm_folder};
  calm.tokens = cup_.tokens;
  calm.make(head, 5);
  cup_.dir = calm.dir;
  const auto quiet = start();
  {
    const auto good = bot(*quiet, "good");
    const auto old = old_bot(*quiet, "old");
    ASSERT_EQ(quiet->wait(), 0) << quiet->log();
  }
  std::multiset<std::string> a;
  std::multiset<std::string> b;
  for (const auto& [game, moves] : wild) a.insert(moves);
  for (const auto& [game, moves] : outcomes()) b.insert(moves);
  EXPECT_EQ(a, b);
}

TEST_F(ArenaEntry, ForfeitsEndForOldClientsToo) {
  cup_.make("[faults]\npolicy = \"forfeit\"\n[limits]\nmove = 1\nstart = 1\n" + entrant("ada", kCurrent) +
            entrant("bob", kOld));
  const auto arena = start();
  {
    const auto ada = bot(*arena, "ada", [](Bot& me, const json::object& request) {
      if (me.answers() % 10 != 9) me.play(request);
      return true;
    });
    const auto bob = old_bot(*arena, "bob");
    expect_end(*arena);
    EXPECT_EQ(bob->games(), 2);  // it hears the scores
  }
  for (const SeatReport& report : reports("ada")) EXPECT_TRUE(report.forfeited);
  expect_no_faults({"ada"});
}

}  // namespace
}  // namespace fogg::test
