// Words and tables of what a bot thought, and `fogg explain` and `fogg bots` from outside.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <boost/json.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "bots/bot.h"
#include "cli/thoughts_text.h"
#include "paths.h"
#include "play_support.h"
#include "run_fogg.h"
#include "support.h"

namespace fogg::cli {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

using test::fogg;
using test::Printed;

std::string fixture(const std::string& name) { return (fs::path(test::tests_dir()) / "fixtures" / name).string(); }

constexpr int kMotives = static_cast<int>(MotiveKind::kGoodsAround) + 1;

TEST(Thoughts, EveryMotiveHasASentenceAndAName) {
  std::set<std::string> sentences;
  std::set<std::string> names;
  for (int kind = 0; kind < kMotives; ++kind) {
    const Motive motive{static_cast<MotiveKind>(kind), 3, 7};
    const std::string words = motive_words(test::edition("europe"), motive);
    EXPECT_TRUE(words.ends_with(".")) << kind;
    sentences.insert(words);
    names.emplace(name(motive.kind));
    // Numbers that make no sense must not hurt.
    EXPECT_FALSE(motive_words(test::edition("europe"), {motive.kind, -1, 0}).empty());
    EXPECT_FALSE(motive_words(test::edition("europe"), {motive.kind, 30000, 1}).empty());
  }
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(kMotives));
  // Where none is a case of its own, no number is said.
  for (const MotiveKind kind : {MotiveKind::kOnPlan, MotiveKind::kMayBeTaken, MotiveKind::kTicketCosts}) {
    EXPECT_EQ(motive_words(test::edition("europe"), {kind, 3, 0}).find(" 0 "), std::string::npos) << name(kind);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kMotives));
  EXPECT_FALSE(names.contains(""));
}

TEST(Thoughts, EveryLegalActionHasWords) {
  for (const std::string& id : test::edition_ids()) {
    const Edition& game = test::edition(id);
    FastChance chance(3);
    State state{};
    start(game, state, 3, chance);
    while (!state.over()) {
      const View view = view_of(game, state, state.actor());
      const Legal legal(game, state, state.actor());
      legal.each([&](const Action& action) { EXPECT_FALSE(action_words(game, view, action).empty()); });
      apply(game, state, state.actor(), legal.nth(static_cast<int>(chance.pick(Stream::kCards, legal.count()))),
            chance);
    }
  }
}

Thoughts some_thoughts(int options, bool searched) {
  Thoughts thoughts;
  for (int i = 0; i < options; ++i) {
    Thought& thought = thoughts.options.emplace_back();
    thought.action = i == 0 ? Action::draw() : Action::claim(i, Card::kRed, 2, 0);
    thought.share = 1.0 / options;
    thought.motives = {{MotiveKind::kPoints, 0, static_cast<std::int16_t>(i)}};
    if (!searched) continue;
    thought.visits = 12345;
    thought.win = 0.5;
    thought.expected = {61.5, -12, 10};
    thought.lead = -3;
  }
  thoughts.playouts = searched ? 99999 : 0;
  return thoughts;
}

TEST(Thoughts, TablesFitAndHaveTheFigures) {
  const Position p(2);
  const View view = view_of(p.game, p.state, 0);
  for (const int width : {80, 100, 120}) {
    const Style style{false, width};
    const std::string table = thoughts_table(p.game, view, style, some_thoughts(12, true), 8);
    for (const std::string& line : lines_of(table)) EXPECT_LE(columns(line), width) << line;
    EXPECT_TRUE(has(table, "Share  Visits  Win Routes Tickets Bonus Total Lead")) << table;
    EXPECT_TRUE(has(table, "8%   12345  50%   61.5   -12.0  10.0  59.5   -3")) << table;
    EXPECT_TRUE(has(table, "4 more")) << table;
    // Figures stand beside the first words of a name, never alone.
    for (const std::string& line : lines_of(table)) EXPECT_FALSE(line.starts_with("           ")) << table;
    const std::string plain_table = thoughts_table(p.game, view, style, some_thoughts(2, false), 8);
    EXPECT_FALSE(has(plain_table, "Visits")) << plain_table;
    const std::string hint = hint_text(p.game, view, style, "search", Action::draw(), some_thoughts(5, true));
    for (const std::string& line : lines_of(hint)) EXPECT_LE(columns(line), width) << line;
  }
  const auto read = json::parse(thoughts_json(p.game, some_thoughts(3, true))).as_array();
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[0].at("action").as_string(), "draw");
  EXPECT_EQ(read[1].at("visits").to_number<int>(), 12345);
  EXPECT_NEAR(read[1].at("expected").at("total").to_number<double>(), 59.5, 1e-6);
  EXPECT_EQ(read[1].at("reasons").at(0).at("kind").as_string(), "points");
}

TEST(Explain, EveryEdition) {
  for (const auto& entry : fs::directory_iterator(fs::path(test::tests_dir()) / "fixtures")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with("last-round.jsonl") && name.find("tunnel-paid") == std::string::npos) continue;
    const std::string file = entry.path().string();
    for (const char* when : {"--at 1", "--at 30", "--turn 1", "--turn 9"}) {
      const Printed output = fogg(fmt::format("explain '{}' {} --bot hungry", file, when));
      if (name.find("tunnel-paid") != std::string::npos && output.code == 2) continue;  // a short one
      EXPECT_EQ(output.code, 0) << name << when << output.text;
      EXPECT_TRUE(has(output.text, "has to decide") && has(output.text, "Done here: ") && has(output.text, "Hand"))
          << output.text;
      EXPECT_TRUE(has(output.text, "This bot does not say why.")) << output.text;
      for (const std::string& line : lines_of(output.text)) EXPECT_LE(columns(line), 100) << line;
    }
  }
}

TEST(Explain, NumbersAreThoseOfTheRecord) {
  const std::string file = fixture("usa-2004-2p-last-round.jsonl");
  std::ifstream in(file);
  int checked = 0;
  for (std::string line; std::getline(in, line) && checked < 12;) {
    const json::object event = json::parse(line).as_object();
    if (!event.contains("kind") || event.at("kind").as_string() != "action") continue;
    const Printed output =
        fogg(fmt::format("explain '{}' --at {} --bot random --seed 4 --json", file, event.at("seq").as_int64()));
    ASSERT_EQ(output.code, 0) << output.text;
    const json::object read = json::parse(output.text).as_object();
    EXPECT_EQ(read.at("event"), event.at("seq"));
    EXPECT_EQ(read.at("seat"), event.at("actor"));
    EXPECT_EQ(read.at("done"), event.at("text"));
    EXPECT_FALSE(read.at("choice").as_string().empty());
    EXPECT_TRUE(read.at("options").as_array().empty());
    ++checked;
  }
  EXPECT_EQ(checked, 12);
  // At the start both choose at once.
  for (const int seat : {0, 1}) {
    const Printed output = fogg(fmt::format("explain '{}' --at 1 --seat {} --bot hungry --json", file, seat));
    ASSERT_EQ(output.code, 0) << output.text;
    EXPECT_EQ(json::parse(output.text).at("seat").to_number<int>(), seat);
  }
}

TEST(Explain, SaysWhatIsWrong) {
  const std::string good = fixture("usa-2004-2p-last-round.jsonl");
  const auto expect = [&](const std::string& arguments, int code, const std::string& words) {
    const Printed output = fogg("explain " + arguments);
    EXPECT_EQ(output.code, code) << arguments << output.text;
    EXPECT_TRUE(has(output.text, words)) << arguments << output.text;
  };
  expect(fmt::format("'{}' --at 100000", good), 2, "there is no event 100000");
  expect(fmt::format("'{}' --turn 5000", good), 2, "there is no turn 5000");
  expect(fmt::format("'{}' --at 3 --bot nobody", good), 2, "there is no bot");
  expect(fmt::format("'{}' --at 60 --seat 4", good), 2, "seat 4 has nothing to decide there");
  expect(fmt::format("'{}'", good), 2, "--at N or --turn T");
  expect("/nowhere/x --at 3", 2, "cannot read");
  std::ifstream in(good);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  expect(fmt::format("'{}' --at {}", good, lines.size() - 1), 2, "the game is over");

  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("fogg-explain-{}", getpid());
  fs::create_directories(folder);
  const auto made = [&](const std::vector<std::string>& of) {
    std::ofstream out(folder / "game.jsonl", std::ios::binary);
    for (const std::string& line : of) out << line << "\n";
    return (folder / "game.jsonl").string();
  };
  std::vector<std::string> broken = lines;
  broken[60] = "{";
  expect(fmt::format("'{}' --at 90", made(broken)), 1, "game.jsonl:61: broken JSON");
  expect(fmt::format("'{}' --at 30 --bot hungry", made(broken)), 0, "has to decide");
  std::vector<std::string> partial = lines;
  for (std::string& line : partial) {
    if (has(line, R"("to":{"hand")")) line = line.substr(0, line.find("\"card\":")) + "\"card\":null}";
  }
  expect(fmt::format("'{}' --at 30", made(partial)), 1, "are not known");
  expect(fmt::format("'{}' --at 30", made({"hello"})), 1, "is not a game record");
  // An unfinished game: what comes next.
  std::vector<std::string> half(lines.begin(), lines.begin() + 40);
  while (!has(half.back(), "\"kind\":\"action\"")) half.pop_back();
  half.pop_back();
  expect(fmt::format("'{}' --at {} --bot hungry", made(half), half.size()), 0, "nothing, the record ends");
  fs::remove_all(folder);
}

TEST(Explain, TunnelsWithTheCardsOnTheTable) {
  const Printed output = fogg(fmt::format("explain '{}' --at 213 --bot planner", fixture("europe-tunnel-paid.jsonl")));
  EXPECT_EQ(output.code, 0) << output.text;
  EXPECT_TRUE(has(output.text, "  Shown ") && has(output.text, "  Revealed ")) << output.text;
  EXPECT_TRUE(has(output.text, "Done here: pay 1 purple more for the tunnel")) << output.text;
  const Printed declined =
      fogg(fmt::format("explain '{}' --at 130 --bot planner", fixture("europe-tunnel-declined.jsonl")));
  EXPECT_TRUE(has(declined.text, "would decline to pay") || has(declined.text, "Done here: decline to pay"))
      << declined.text;
}

TEST(Explain, GoodsAroundCountEachCityOnce) {
  const Edition& game = test::edition("maerklin");
  const Printed output =
      fogg(fmt::format("explain '{}' --at 26 --bot planner --json", fixture("maerklin-2p-last-round.jsonl")));
  ASSERT_EQ(output.code, 0) << output.text;
  int places = 0;
  const json::value parsed = json::parse(output.text);
  for (const json::value& option : parsed.at("options").as_array()) {
    const std::string action = option.at("action").as_string().c_str();
    if (!action.starts_with("place ")) continue;
    ++places;
    std::set<int> around;
    for (const Route& route : game.board.routes) {
      if (game.board.cities[route.a].id == action.substr(6)) around.insert(route.b);
      if (game.board.cities[route.b].id == action.substr(6)) around.insert(route.a);
    }
    int points = 0;  // no tile has been taken yet
    for (const int city : around) {
      const auto& goods = game.board.cities[static_cast<std::size_t>(city)].goods;
      if (!goods.empty()) points += goods[0];
    }
    ASSERT_EQ(option.at("reasons").as_array().size(), 1U) << output.text;
    EXPECT_EQ(option.at("reasons").at(0).at("kind").as_string(), "goods_around");
    EXPECT_EQ(option.at("reasons").at(0).at("number").to_number<int>(), points) << action;
  }
  EXPECT_EQ(places, 2);
}

TEST(Explain, NamesAreToldApartAndCutBetweenCharacters) {
  std::ifstream in(fixture("usa-2004-2p-last-round.jsonl"));
  const fs::path file = fs::path(testing::TempDir()) / fmt::format("fogg-explain-names-{}.jsonl", getpid());
  const auto with_names = [&](const std::string& first, const std::string& second) {
    in.clear();
    in.seekg(0);
    std::ofstream out(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      if (const auto at = line.find("\"players\":["); at != std::string::npos)
        line.replace(at, line.find(']', at) + 1 - at,
                     fmt::format(R"("players":[{{"name":"{}"}},{{"name":"{}"}}])", first, second));
      out << line << "\n";
    }
  };
  with_names("twin", "twin");
  const std::string twins = fogg(fmt::format("explain '{}' --at 60 --bot hungry", file.string())).text;
  EXPECT_TRUE(has(twins, "  twin 0 ") && has(twins, "  twin 1 ")) << twins;
  with_names("Ž123456789012345678", "žžžžžžžžžžžžžžžžžž");
  const std::string cut = fogg(fmt::format("explain '{}' --at 60 --bot hungry", file.string())).text;
  EXPECT_TRUE(has(cut, "  Ž123456789012345 ") && has(cut, "  žžžžžžžžžžžžžžžž ")) << cut;
  fs::remove(file);
}

TEST(Bots, AreListed) {
  const Printed all = fogg("bots");
  EXPECT_EQ(all.code, 0);
  for (const BotInfo& bot : bot_list()) EXPECT_TRUE(has(all.text, bot.name)) << bot.name;
  EXPECT_EQ(fogg("bots hungry").code, 0);
  EXPECT_FALSE(has(fogg("bots hungry").text, "random"));
  EXPECT_EQ(fogg("bots nobody").code, 2);
  EXPECT_EQ(json::parse(fogg("bots --json").text).at("bots").as_array().size(), bot_list().size());
}

}  // namespace
}  // namespace fogg::cli
