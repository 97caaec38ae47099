// Playback: logs read as they come, imported to records, and shown again.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include "paths.h"
#include "playback_support.h"

namespace fogg::test {
namespace {

using playback::Imported;
using playback::LoadOptions;
using playback::Playback;

// Everything that a record says of a game, without numbers of lines.
std::string record_of(const std::string& log, const std::string& id = {}) {
  return joined(playback::record_lines(import_text(log, id)));
}

TEST(Import, OwnLogsGiveGoodRecords) {
  int whole = 0;
  int all = 0;
  for (const std::string& id : usa_ids()) {
    for (int players = 2; players <= 5; ++players) {
      for (std::uint64_t seed = 1; seed <= (long_run() ? 200U : 10U); ++seed) {
        for (const int eager : {0, 2, 9}) {
          SCOPED_TRACE(fmt::format("{} {} players seed {} eager {}", id, players, seed, eager));
          const Told told = play_game({id, players, seed, eager});
          for (const bool sees_all : {true, false}) {
            const Imported imported = import_text(sees_all ? told.everything : told.open, id);
            ASSERT_FALSE(imported.stop) << imported.stop->line << ": " << imported.stop->message;
            const Verdict verdict = verify_text(joined(playback::record_lines(imported)));
            ASSERT_TRUE(verdict.good) << "line " << verdict.line << ": " << verdict.message;
            EXPECT_TRUE(verdict.finished);
            if (!sees_all) continue;
            ++all;
            whole += verdict.partial ? 0 : 1;
            ASSERT_TRUE(imported.finale);
            for (std::size_t s = 0; s < static_cast<std::size_t>(players); ++s)
              EXPECT_EQ(imported.finale->scores[s].total, told.scores[s].total);
          }
        }
      }
    }
  }
  // In the rest several rows were thrown away one after the other, of which a log shows the last only.
  EXPECT_GT(whole, all / 3) << whole << " of " << all;
}

TEST(Import, BothDialectsGiveTheSameRecord) {
  const Told told = play_game({.players = 3, .seed = 5});
  EXPECT_EQ(record_of(told.everything), record_of(told.capitals));
  EXPECT_EQ(v09::read_log(told.everything).dialect, v09::Dialect::kCamel);
  EXPECT_EQ(v09::read_log(told.capitals).dialect, v09::Dialect::kUpper);
}

TEST(Import, TheEditionIsFound) {
  EXPECT_EQ(import_text(play_game({"usa-2004", 4, 3}).everything).edition->id, "usa-2004");
  EXPECT_EQ(import_text(play_game({"usa-2004", 4, 3}).open).edition->id, "usa-2004");
  EXPECT_EQ(import_text(play_game({"usa-2025", 3, 3}).everything).edition->id, "usa-2025");
  EXPECT_EQ(import_text(play_game({"usa-2025", 4, 3}).open).edition->id, "usa-2025");
  EXPECT_EQ(import_text(play_game({"usa-mega", 2, 3}).everything).edition->id, "usa-mega");
  EXPECT_EQ(import_text(play_game({"usa-2004", 2, 3}).everything, "usa-2010").edition->id, "usa-2010");
  const v09::Log log = v09::read_log(play_game({}).everything);
  for (const char* id : {"europe", "mars"}) {
    const auto refused = playback::import_v09(catalog(), log, id);
    ASSERT_FALSE(refused);
    EXPECT_FALSE(refused.error().message.empty());
  }
}

// What others write, one deviation at a time, means the same.
class Deviation : public testing::Test {
 protected:
  void expect_same(const std::string& log) const {
    const Imported imported = import_text(log);
    EXPECT_FALSE(imported.stop) << imported.stop->line << ": " << imported.stop->message;
    EXPECT_EQ(joined(playback::record_lines(imported)), record_);
  }
  std::string each_line(const std::function<std::string(const std::string&)>& change) const {
    std::string out;
    for (const std::string& line : lines_) out += change(line);
    return out;
  }

  const Told told_ = play_game({.players = 3, .seed = 8});
  const std::vector<std::string> lines_ = lines_of(told_.everything);
  const std::string record_ = record_of(told_.everything);
};

TEST_F(Deviation, LineEndsAndBlankLines) {
  expect_same(each_line([](const auto& line) { return line + "\r\n"; }));
  expect_same(each_line([](const auto& line) { return "\n  \t\n" + line + "\n"; }));
  expect_same("\xEF\xBB\xBF" + told_.everything);
  expect_same(told_.everything.substr(0, told_.everything.size() - 1));
}

TEST_F(Deviation, LiteralsInCapitals) {
  expect_same(replaced_all(replaced_all(told_.everything, ":true", ":TRUE"), ":false", ":False"));
  expect_same(replaced_all(replaced_all(told_.everything, ":true", ":\"true\""), ":false", ":\"FALSE\""));
}

TEST_F(Deviation, TrailingCommas) {
  expect_same(each_line([](const auto& line) { return line + ",\n"; }));
  expect_same(each_line([](const auto& line) { return line.substr(0, line.size() - 1) + " , }\n"; }));
  expect_same(replaced_all(told_.everything, "\"],", "\",],"));
}

TEST_F(Deviation, OneBigList) {
  const std::string inside = each_line([](const auto& line) { return line + ",\n"; });
  expect_same("[\n" + inside + "]\n");
  expect_same("[" + inside.substr(0, inside.size() - 2) + "]\n");
  expect_same("[" + inside.substr(0, inside.size() - 2) + ",]\n");
}

TEST_F(Deviation, MissingKeys) {
  std::string log = replaced_all(told_.everything, ",\"activePlayers\":3", "");
  for (int i = 0; i < 6; ++i) log = replaced_all(log, fmt::format(",\"drawnCardsCount\":{}", i), "");
  log = replaced_all(log, ",\"hiddenDeck\":true", "");
  log = replaced_all(log, ",\"longestRoute\":false", "");
  expect_same(log);
}

TEST_F(Deviation, WithoutTheColorOfRoutes) {
  std::string log = told_.everything;
  for (int kind = 0; kind <= kColors; ++kind)
    log = replaced_all(log, fmt::format(",\"routeColor\":\"{}\"", v09::card_name(kind)), "");
  const Imported imported = import_text(log);
  EXPECT_FALSE(imported.stop);
  // A route paid with locomotives alone may be taken for its twin, which is as long.
  const Verdict verdict = verify_text(joined(playback::record_lines(imported)));
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
}

TEST_F(Deviation, WhatTellsNothingIsPassedOver) {
  const std::string noise =
      "{\"type\":\"Request\",\"player\":\"Red\",\"turnType\":\"Turn\"}\n"
      "{\"type\":\"Info\",\"text\":\"hello { [ \\\" TRUE\"}\n"
      "{\"type\":\"Info\",\"turnType\":\"ClaimRoute\",\"success\":false,\"player\":\"Blue\",\"errorCode\":"
      "\"RuleViolation\"}\n"
      "{\"type\":\"Info\",\"turnType\":\"Join\",\"success\":true,\"player\":\"Black\",\"playerName\":\"eve\","
      "\"clientType\":\"Observer\"}\n"
      "{\"type\":\"Info\",\"turnType\":\"ListAllRoutes\",\"success\":true,\"player\":\"Blue\",\"routes\":[]}\n"
      "{\"type\":\"Info\",\"turnType\":\"Chat\",\"success\":true,\"player\":\"Blue\"}\n";
  expect_same(each_line(
      [&](const auto& line) { return line.find("FinalScore") == line.npos ? noise + line + "\n" : line + "\n"; }));
  expect_same(each_line([](const auto& line) { return "{\"extra\":[1,{\"a\":null}]," + line.substr(1) + "\n"; }));
  expect_same(replaced_all(told_.everything, "\"clientType\":\"Player\"", "\"clientType\":\"SPIELER\""));
}

TEST_F(Deviation, CardsInAnotherOrder) {
  // A server that puts the new card last.
  std::string log;
  std::vector<std::string> row;
  auto cards_in = [](const std::string& line) {
    const std::size_t from = line.find("Deck\":[") + 7;
    return lines_of(replaced_all(line.substr(from, line.find(']') - from), ",", "\n"));
  };
  for (const std::string& line : lines_) {
    if (line.find("faceUp") == std::string::npos) {
      log += line + "\n";
      continue;
    }
    std::vector<std::string> now = cards_in(line);
    std::vector<std::string> shown;
    for (const std::string& card : row) {
      const auto at = std::ranges::find(now, card);
      if (at == now.end()) continue;
      shown.push_back(card);
      now.erase(at);
    }
    shown.insert(shown.end(), now.begin(), now.end());
    row = shown;
    const std::size_t from = line.find("Deck\":[") + 7;
    log += line.substr(0, from) + fmt::format("{}", fmt::join(shown, ",")) + line.substr(line.find(']')) + "\n";
  }
  const Imported imported = import_text(log);
  EXPECT_FALSE(imported.stop) << imported.stop->line << ": " << imported.stop->message;
  const Verdict verdict = verify_text(joined(playback::record_lines(imported)));
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
}

TEST(Log, BrokenLinesStopIt) {
  const Told told = play_game({.seed = 4});
  std::vector<std::string> lines = lines_of(told.everything);
  for (const std::string bad :
       {"{\"type\":\"Info\",\"turnType\"", "nonsense", "[1,2]", "42", "{]", "\x01\x02", "{\"a\":tru}"}) {
    std::vector<std::string> broken = lines;
    broken[20] = bad;
    const v09::Log log = v09::read_log(joined(broken));
    ASSERT_TRUE(log.stop) << bad;
    EXPECT_EQ(log.stop->line, 21) << bad;
    EXPECT_FALSE(log.stop->message.empty());
    const auto loaded = playback::load(catalog(), joined(broken));
    ASSERT_TRUE(loaded) << bad;
    ASSERT_TRUE(loaded->stop);
    EXPECT_EQ(loaded->stop->line, 21);
    EXPECT_EQ(loaded->frames.back().line, 20);
    EXPECT_FALSE(loaded->scores);
  }
}

TEST(Log, IsBounded) {
  EXPECT_EQ(v09::read_log(std::string(v09::kMaxLogLine + 1, ' ')).stop->line, 1);
  EXPECT_EQ(v09::read_log(std::string(v09::kMaxLogLines + 10, '\n')).stop->line, v09::kMaxLogLines + 1);
  EXPECT_FALSE(v09::read_log(std::string(v09::kMaxLogLines, '\n')).stop);
  EXPECT_TRUE(v09::read_log(std::string(1000, '[')).stop);
}

TEST(Log, FalseThingsStopTheImport) {
  const Told told = play_game({.seed = 9, .claims_of_ten = 9});
  std::vector<std::string> lines = lines_of(told.everything);
  const auto claim = std::ranges::find_if(lines, [](const auto& line) { return line.find("ClaimRoute") != line.npos; });
  ASSERT_NE(claim, lines.end());
  const int at = static_cast<int>(claim - lines.begin()) + 1;
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"d1\":\"", "\"d1\":\"X"},
                                                        {"\"player\":\"", "\"player\":\"X"},
                                                        {"Colors\":[", "Colors\":[\"Red\",\"Blue\","}}) {
    std::vector<std::string> changed = lines;
    std::string& line = changed[static_cast<std::size_t>(at - 1)];
    ASSERT_NE(line.find(from), std::string::npos);
    line.replace(line.find(from), from.size(), to);
    const Imported imported = import_text(joined(changed));
    ASSERT_TRUE(imported.stop);
    EXPECT_EQ(imported.stop->line, at) << imported.stop->message;
  }
}

// Cut at any byte: never a crash, always the beginning of the game.
TEST(Playback, ALogCutAnywherePlaysAsFarAsItGoes) {
  const Told told = play_game({.players = 2, .seed = 12, .claims_of_ten = 10});
  for (const std::string* log : {&told.everything, &told.open}) {
    const playback::Editions editions(catalog());
    const auto whole = playback::load(editions, *log, {{}, "usa-2004"});
    ASSERT_TRUE(whole);
    ASSERT_FALSE(whole->stop);
    // Every byte of the first lines; in the ordinary run fewer of the rest, by a step that reaches every place of a line.
    for (std::size_t size = 0; size < log->size(); size += long_run() || size < 6000 ? 1U : 61U) {
      const auto cut = playback::load(editions, log->substr(0, size), {{}, "usa-2004"});
      if (!cut) {
        EXPECT_FALSE(cut.error().message.empty());
        EXPECT_GE(cut.error().line, 1);
        continue;
      }
      ASSERT_TRUE(cut->stop) << size;
      ASSERT_LE(cut->frames.size(), whole->frames.size()) << size;
      for (std::size_t i = 0; i < cut->frames.size(); ++i) {
        const auto& frame = cut->frames[i];
        ASSERT_EQ(frame.seat, whole->frames[i].seat) << size;
        ASSERT_EQ(frame.line, whole->frames[i].line) << size;
      }
    }
  }
}

TEST(Playback, ARecordCutAnywherePlaysAsFarAsItGoes) {
  const Told told = play_game({.players = 2, .seed = 12, .claims_of_ten = 10});
  const auto whole = playback::load(catalog(), told.record);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->stop);
  EXPECT_EQ(static_cast<int>(whole->frames.size()), told.actions);
  for (std::size_t size = 0; size < told.record.size(); size += long_run() ? 1U : 89U) {
    const auto cut = playback::load(catalog(), told.record.substr(0, size));
    if (!cut) continue;
    if (size + 1 < told.record.size()) {
      ASSERT_TRUE(cut->stop) << size;
    }
    for (std::size_t i = 0; i < cut->frames.size(); ++i) ASSERT_EQ(cut->frames[i].words, whole->frames[i].words);
  }
}

// Whatever the source, an observer is told what an ordinary one was told in the game.
TEST(Playback, ObserversAreToldTheSameFromEverySource) {
  for (const std::string& id : usa_ids()) {
    for (int players = 2; players <= 5; ++players) {
      const Told told = play_game({id, players, 40U + static_cast<std::uint64_t>(players), 3});
      for (const std::string* source : {&told.record, &told.everything, &told.open}) {
        const auto loaded = playback::load(catalog(), *source, {{}, source == &told.record ? "" : id});
        ASSERT_TRUE(loaded);
        EXPECT_FALSE(loaded->stop) << loaded->stop->line << ": " << loaded->stop->message;
        std::string messages = loaded->opening;
        for (const auto& frame : loaded->frames) messages += frame.messages;
        const auto heard = lines_of(messages);
        const auto meant = lines_of(told.open);
        for (std::size_t i = 0; i < std::min(heard.size(), meant.size()); ++i) ASSERT_EQ(heard[i], meant[i]) << i;
        EXPECT_EQ(heard.size(), meant.size());
      }
    }
  }
}

TEST(Playback, DialectsAndColors) {
  const Told told = play_game({.players = 2, .seed = 3});
  const auto upper = playback::load(catalog(), told.capitals);
  ASSERT_TRUE(upper);
  EXPECT_EQ(upper->dialect, v09::Dialect::kUpper);
  EXPECT_NE(upper->opening.find("\"TURNTYPE\":\"JOIN\""), std::string::npos);
  EXPECT_NE(upper->opening.find("ada"), std::string::npos);
  const auto camel = playback::load(catalog(), told.capitals, {v09::Dialect::kCamel, {}});
  EXPECT_EQ(camel->opening, playback::load(catalog(), told.everything)->opening);
  // Seats keep their colors, whatever they are.
  std::string log = replaced_all(told.everything, "\"player\":\"Blue\"", "\"player\":\"Green\"");
  const auto green = playback::load(catalog(), log);
  ASSERT_TRUE(green);
  EXPECT_EQ(green->party.colors[0], v09::SeatColor::kGreen);
  EXPECT_FALSE(green->stop);
}

TEST(Playback, SeatsFollowTheOrderOfTurns) {
  const Told told = play_game({.players = 3, .seed = 3});
  std::vector<std::string> lines = lines_of(told.everything);
  std::swap(lines[1], lines[2]);
  const auto loaded = playback::load(catalog(), joined(lines));
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(loaded->stop) << loaded->stop->line << ": " << loaded->stop->message;
  EXPECT_EQ(loaded->party.names[1], "bob");
}

TEST(Playback, EveryFixturePlays) {
  for (const auto& entry : std::filesystem::directory_iterator(tests_dir() + "/fixtures")) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const Verdict verdict = verify_text(text.str());
    const auto loaded = playback::load(catalog(), text.str());
    ASSERT_TRUE(loaded) << entry.path();
    EXPECT_EQ(loaded->stop.has_value(), !verdict.finished)
        << entry.path() << (loaded->stop ? loaded->stop->message : "");
    EXPECT_EQ(loaded->scores.has_value(), verdict.finished) << entry.path();
    EXPECT_EQ(loaded->speaks_v09(), verdict.edition.starts_with("usa")) << entry.path();
    for (const auto& frame : loaded->frames) EXPECT_FALSE(frame.words.empty());
  }
}

TEST(Playback, UndoneActionsAreNotTold) {
  const Told told = play_game({.players = 2, .seed = 21});
  std::vector<std::string> lines = lines_of(told.record);
  // Back to before the last choice of tickets at the start, which is then made again.
  const auto kept = std::ranges::find_if(lines, [](const auto& line) { return line.find("\"kept\"") != line.npos; });
  ASSERT_NE(kept, lines.end());
  const auto last_keep = static_cast<std::size_t>(kept - lines.begin()) - 1;
  std::vector<std::string> undone(lines.begin(), kept + 2);
  undone.push_back(
      fmt::format("{{\"seq\":{},\"kind\":\"undo\",\"t_ms\":null,\"actor\":null,\"visible_to\":\"all\",\"to_seq\":{}}}",
                  undone.size(), last_keep - 1));
  for (std::size_t i = last_keep; i < lines.size(); ++i) {
    const std::size_t comma = lines[i].find(',');
    std::string line = fmt::format("{{\"seq\":{}", undone.size()) + lines[i].substr(comma);
    undone.push_back(line);
  }
  const auto loaded = playback::load(catalog(), joined(undone));
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(loaded->stop) << loaded->stop->line << ": " << loaded->stop->message;
  EXPECT_TRUE(loaded->frames[1].undone);
  std::string messages = loaded->opening;
  for (const auto& frame : loaded->frames) messages += frame.messages;
  EXPECT_EQ(messages, told.open);
}

}  // namespace
}  // namespace fogg::test
