// Names of bots with options: what is understood, and what is said of the rest.
#include <gtest/gtest.h>

#include "bot_table.h"
#include "bots/spec.h"
#include "engine/chance.h"

namespace fogg::test {
namespace {

// Fit for a line of a terminal, a log or a page.
bool is_readable(std::string text) {
  constexpr std::size_t kLongest = 600;
  const std::string dots = "…";
  for (std::size_t at = text.find(dots); at != std::string::npos; at = text.find(dots)) text.erase(at, dots.size());
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
}

// -- Reading options

TEST(BotSpec, ReadsEveryKind) {
  BotSpec spec("some:level=hard:count=12:time=300ms:fast=on:slow=off");
  EXPECT_EQ(spec.name(), "some");
  EXPECT_TRUE(spec.has("level"));
  EXPECT_FALSE(spec.has("levels"));
  EXPECT_EQ(spec.word("level", {"easy", "hard"}, "easy"), "hard");
  EXPECT_EQ(spec.number("count", 1, 20, 5), 12);
  EXPECT_EQ(spec.seconds("time", 0.001, 10, 1), 0.3);
  EXPECT_TRUE(spec.flag("fast", false));
  EXPECT_FALSE(spec.flag("slow", true));
  spec.finish();
  EXPECT_EQ(spec.problem(), "");
}

TEST(BotSpec, WhatIsNotGivenIsAsUsual) {
  BotSpec spec("some");
  EXPECT_EQ(spec.word("level", {"easy", "hard"}, "easy"), "easy");
  EXPECT_EQ(spec.number("count", 1, 20, 5), 5);
  EXPECT_EQ(spec.seconds("time", 0.001, 10, 1), 1);
  EXPECT_TRUE(spec.flag("fast", true));
  spec.finish();
  EXPECT_EQ(spec.problem(), "");
}

TEST(BotSpec, TimesHaveUnits) {
  auto time = [](const std::string& value, double otherwise) {
    BotSpec spec("some:time=" + value);
    const double read = spec.seconds("time", 0.01, 100, otherwise);
    EXPECT_EQ(spec.problem().empty(), read != otherwise) << value << ": " << spec.problem();
    if (read == otherwise) {
      EXPECT_TRUE(is_readable(spec.problem()));
    }
    return read;
  };
  EXPECT_EQ(time("1s", -1), 1);
  EXPECT_EQ(time("0.5s", -1), 0.5);
  EXPECT_EQ(time("2", -1), 2);
  EXPECT_EQ(time("10ms", -1), 0.01);
  EXPECT_EQ(time("100s", -1), 100);
  for (const char* wrong :
       {"",    "s",    "ms", "1m",  "1h",     "1S",  "1 s",      " 1s", "+1s", "-1s",   "1e2",  "0x1",   "nan",
        "inf", "-inf", "0",  "9ms", "0.009s", "101", "100001ms", "1s1", "1ss", "1.2.3", "1,5s", "1e999", "٣"}) {
    EXPECT_EQ(time(wrong, -1), -1) << wrong;
  }
}

TEST(BotSpec, NumbersHaveBounds) {
  for (const char* right : {"1", "20", "007"}) {
    BotSpec spec(std::string("some:count=") + right);
    spec.number("count", 1, 20, 5);
    EXPECT_EQ(spec.problem(), "") << right;
  }
  for (const char* wrong :
       {"", "0", "21", "-1", "+1", "1.5", "1e1", "ten", " 1", "1 ", "99999999999999999999999", "0x2"}) {
    BotSpec spec(std::string("some:count=") + wrong);
    EXPECT_EQ(spec.number("count", 1, 20, 5), 5) << wrong;
    EXPECT_TRUE(is_readable(spec.problem()));
    EXPECT_NE(spec.problem().find("count"), std::string::npos);
    EXPECT_NE(spec.problem().find("1 to 20"), std::string::npos) << spec.problem();
  }
}

TEST(BotSpec, AWordAmongNumbers) {
  BotSpec spec("some:count=all:other=3");
  EXPECT_FALSE(spec.is("count", "al"));
  EXPECT_FALSE(spec.is("missing", "all"));
  EXPECT_FALSE(spec.is("other", "all"));
  EXPECT_TRUE(spec.is("count", "all"));
  EXPECT_FALSE(spec.has("count"));
  EXPECT_EQ(spec.number("other", 1, 20, 5), 3);
  BotSpec wrong("some:count=many");
  wrong.number("count", 1, 20, 5, "all");
  EXPECT_NE(wrong.problem().find("1 to 20, or all"), std::string::npos) << wrong.problem();
  spec.finish();
  EXPECT_EQ(spec.problem(), "");
}

TEST(BotSpec, TheFirstThingThatIsWrongIsSaid) {
  BotSpec spec("some:a=x:b=y");
  spec.number("b", 1, 2, 1);
  const std::string first = spec.problem();
  EXPECT_NE(first.find(" b "), std::string::npos) << first;
  spec.number("a", 1, 2, 1);
  spec.finish();
  EXPECT_EQ(spec.problem(), first);
}

TEST(BotSpec, OddShapesAreRefused) {
  for (const std::string& text :
       {std::string("some:"), std::string("some:level"), std::string("some:=x"), std::string("some:Level=x"),
        std::string("some:le vel=x"), std::string("some:a=1:a=2"), std::string("some::a=1"), std::string(201, 'a'),
        std::string("some:\n=1"), std::string("some:a=1:") + std::string(100, 'b')}) {
    EXPECT_TRUE(is_readable(BotSpec(text).problem())) << text;
  }
  EXPECT_EQ(BotSpec(std::string(200, 'a')).problem(), "");
}

// -- Making bots

TEST(BotSpecs, WhatIsWrongIsSaidAndNothingIsMade) {
  std::vector<std::string> wrong = {"",
                                    ":",
                                    "=",
                                    "nobody",
                                    "Random",
                                    " random",
                                    "random ",
                                    "random,hungry",
                                    "random:x=1",
                                    "random:x",
                                    "random:",
                                    "hungry:level=easy",
                                    "hungry:a=1:a=1",
                                    std::string("ran\0dom", 7),
                                    std::string(10'000, 'x'),
                                    "ränd",
                                    "random\n",
                                    "\x1B[31mrandom"};
  for (const BotInfo& bot : bot_list()) {
    for (const BotOption& option : bot.options) {
      const std::string start = std::string(bot.name) + ":" + std::string(option.name);
      wrong.push_back(start);
      wrong.push_back(start + "=");
      wrong.push_back(start + "=!");
      wrong.push_back(start + "=-100000");
      wrong.push_back(start + "=1000000000000000000");
      wrong.push_back(start + "x=1");
      wrong.push_back(start + "=1:" + std::string(option.name) + "=1");
    }
  }
  for (const std::string& spec : wrong) {
    std::string why;
    EXPECT_EQ(make_bot(spec, &why), nullptr) << spec;
    EXPECT_TRUE(is_readable(why)) << spec << ": " << why;
    EXPECT_EQ(make_bot(spec), nullptr);
  }
}

TEST(BotSpecs, WhoNamesALevelIsToldHow) {
  std::string why;
  EXPECT_EQ(make_bot("medium", &why), nullptr);
  EXPECT_NE(why.find("planner:level=medium"), std::string::npos) << why;
}

TEST(BotSpecs, WhatIsRightSaysNothing) {
  for (const TestedSpec& tested : tested_specs()) {
    std::string why = "as before";
    EXPECT_NE(make_bot(tested.spec, &why), nullptr);
    EXPECT_EQ(why, "as before");
  }
}

TEST(BotSpecs, TheListDescribesItself) {
  auto is_name = [](std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
  };
  ASSERT_FALSE(bot_list().empty());
  for (const BotInfo& bot : bot_list()) {
    EXPECT_TRUE(is_name(bot.name)) << bot.name;
    EXPECT_LE(bot.name.size(), 20U);
    EXPECT_FALSE(bot.about.empty()) << bot.name;
    EXPECT_NE(bot_names().find(bot.name), std::string::npos);
    EXPECT_NE(make_bot(bot.name), nullptr) << bot.name << " must do without options";
    for (const BotOption& option : bot.options) {
      EXPECT_TRUE(is_name(option.name)) << bot.name << ": " << option.name;
      EXPECT_FALSE(option.values.empty()) << bot.name << ": " << option.name;
      EXPECT_FALSE(option.about.empty()) << bot.name << ": " << option.name;
    }
  }
}

// Pieces of real ones, changed at random: a bot, or a sentence that says what is wrong; never both, never neither.
TEST(BotSpecs, SurviveAnything) {
  std::vector<std::string> seeds = {"random", "hungry", "search:time=1s:threads=2", "planner:level=easy"};
  std::vector<std::string> pieces = {":",          "=",        "::",
                                     "==",         "1s",       "300ms",
                                     "0",          "-1",       "1e9",
                                     "nan",        "on",       "off",
                                     "…",          "\n",       std::string(1, '\0'),
                                     "\x7F",       "\xFF\xFE", "99999999999999999999",
                                     "level=easy", "time="};
  for (const BotInfo& bot : bot_list()) {
    seeds.emplace_back(bot.name);
    for (const BotOption& option : bot.options) {
      pieces.push_back(":" + std::string(option.name) + "=");
      pieces.emplace_back(option.values);
    }
  }
  FastGenerator random(12);
  auto pick = [&random](std::size_t n) { return static_cast<std::size_t>(random.pick(static_cast<int>(n))); };
  int made = 0;
  for (int i = 0; i < 30'000; ++i) {
    std::string spec = seeds[pick(seeds.size())];
    for (auto changes = pick(5); changes-- > 0;) {
      const std::size_t at = pick(spec.size() + 1);
      switch (pick(5)) {
        case 0: spec.insert(at, pieces[pick(pieces.size())]); break;
        case 1: spec.erase(at, 1 + pick(3)); break;
        case 2: spec.insert(at, 1, static_cast<char>(pick(256))); break;
        case 3: spec += pieces[pick(pieces.size())]; break;
        default: spec.insert(at, spec); break;
      }
    }
    std::string why = "untouched";
    const auto bot = make_bot(spec, &why);
    if (bot != nullptr) {
      ++made;
      ASSERT_EQ(why, "untouched") << spec;
    } else {
      ASSERT_NE(why, "untouched") << spec;
      ASSERT_TRUE(is_readable(why)) << spec << ": " << why;
    }
  }
  EXPECT_GT(made, 1000);
}

}  // namespace
}  // namespace fogg::test
