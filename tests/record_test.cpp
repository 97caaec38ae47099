// Records: what is written verifies, and what is tampered with does not.
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "data/sha256.h"
#include "mechanisms.h"
#include "paths.h"
#include "record/lines.h"
#include "record/recorder.h"
#include "record/verify.h"
#include "support.h"

namespace fogg::test {
namespace {

using Lines = std::vector<std::string>;

const Catalog& catalog() {
  static const Catalog kCatalog = *Catalog::open({});
  return kCatalog;
}

Verdict verify(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  std::istringstream in(text);
  return verify_record(catalog(), in);
}

ChaKey test_key(std::uint64_t seed) { return *key_from_hex(sha256_hex(fmt::format("test {}", seed))); }

// A whole random game with keyed chance.
Lines record_game(const std::string& id, int players, std::uint64_t seed, std::optional<int> first = {}) {
  const Edition& e = edition(id);
  const ChaKey key = test_key(seed);
  KeyedChance keyed(key);
  Header header;
  header.edition = id;
  header.data_hash = e.data_hash;
  for (int seat = 0; seat < players; ++seat) header.players.push_back({fmt::format("p{}", seat), ""});
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  header.first_player = first;
  Lines lines;
  Recorder recorder(e, header, [&](std::string_view line) { lines.emplace_back(line); });
  auto chance = recorder.chance(keyed);
  State state;
  start(e, state, players, chance, first);
  recorder.started(state);
  FastGenerator random(seed);
  std::int64_t time = 0;
  while (!state.over()) {
    int seat = state.actor();
    if (state.phase == Phase::kStart) {
      do seat = static_cast<int>(random.pick(players));
      while (!state.may_act(seat));
    }
    const Legal legal(e, state, seat);
    const Action action = legal.nth(static_cast<int>(random.pick(legal.count())));
    EXPECT_FALSE(apply(e, state, seat, action, chance));
    recorder.acted(seat, action, state, time += 10);
  }
  recorder.reveal(key);
  return lines;
}

void expect_fault(const Lines& lines, int line, const std::string& part) {
  const Verdict verdict = verify(lines);
  EXPECT_FALSE(verdict.good) << "expected: " << part;
  if (line > 0) {
    EXPECT_EQ(verdict.line, line) << verdict.message;
  }
  EXPECT_NE(verdict.message.find(part), std::string::npos) << "line " << verdict.line << ": " << verdict.message;
}

// The first line from `from` on that has `part`; 0-based.
std::size_t line_with(const Lines& lines, const std::string& part, std::size_t from = 0) {
  for (std::size_t i = from; i < lines.size(); ++i) {
    if (lines[i].find(part) != std::string::npos) return i;
  }
  ADD_FAILURE() << "no line with " << part;
  return 0;
}

std::string replaced(std::string line, const std::string& old_part, const std::string& new_part) {
  const std::size_t at = line.find(old_part);
  EXPECT_NE(at, std::string::npos) << old_part << " is not in " << line;
  return line.replace(at, old_part.size(), new_part);
}

// Numbers the lines anew after one was put in or taken out.
void renumber(Lines& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i)
    lines[i] = fmt::format("{{\"seq\":{}", i) + lines[i].substr(lines[i].find(','));
}

TEST(Record, EveryGameVerifiesAgainstRulesAndKey) {
  for (const std::string& id : edition_ids()) {
    for (int players = 2; players <= 5; ++players) {
      for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(repeats(5, 100)); ++seed) {
        const Verdict verdict = verify(record_game(id, players, seed));
        ASSERT_TRUE(verdict.good) << "line " << verdict.line << ": " << verdict.message;
        EXPECT_TRUE(verdict.finished);
        EXPECT_FALSE(verdict.partial);
        EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
      }
    }
  }
}

TEST(Record, FixedFirstPlayerNeedsNoChance) {
  const Lines lines = record_game("usa-2004", 3, 4, 2);
  EXPECT_TRUE(verify(lines).good);
  EXPECT_EQ(lines[0].find("\"first_player\":2") == std::string::npos, false);
  for (std::size_t i = 1; i < lines.size(); ++i)
    EXPECT_EQ(lines[i].find("\"kind\":\"first_player\""), std::string::npos);
}

TEST(Record, LinesReadBackToThemselves) {
  const Lines lines = record_game("usa-2025", 4, 7);
  EXPECT_EQ(header_line(*parse_header(lines[0])), lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto event = parse_event(edition("usa-2025"), lines[i]);
    ASSERT_TRUE(event.has_value()) << event.error().message;
    EXPECT_EQ(event_line(edition("usa-2025"), *event), lines[i]);
  }
}

// With the key in the record no line can be left out, doubled or swapped unnoticed.
TEST(Record, NoLineCanBeMissingDoubledOrSwapped) {
  const Lines lines = record_game("usa-2025", 3, 11);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    Lines without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (i + 1 == lines.size()) {
      EXPECT_EQ(verify(without).chance, Verdict::Chance::kKeyHidden);  // good, but its chance is unchecked
      continue;
    }
    EXPECT_FALSE(verify(without).good) << "numbering gap at " << i + 1;
    renumber(without);
    EXPECT_FALSE(verify(without).good && verify(without).finished) << "without line " << i + 1 << ": " << lines[i];
    Lines twice = lines;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    renumber(twice);
    EXPECT_FALSE(verify(twice).good) << "twice line " << i + 1 << ": " << lines[i];
  }
}

TEST(Record, EveryCardIsCheckedAgainstTheKey) {
  const Lines lines = record_game("usa-2004", 2, 3);
  int changed = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t at = lines[i].find("\"card\":\"");
    if (lines[i].find("\"kind\":\"card\"") == std::string::npos) continue;
    Lines other = lines;
    other[i] = lines[i].substr(0, at) +
               (lines[i].find("\"red\"") == std::string::npos ? "\"card\":\"red\"}" : "\"card\":\"blue\"}");
    const Verdict verdict = verify(other);
    EXPECT_FALSE(verdict.good);
    EXPECT_EQ(verdict.line, static_cast<int>(i) + 1) << verdict.message;
    ++changed;
  }
  EXPECT_GT(changed, 100);
}

TEST(Record, FaultsAreNamedWithTheirLine) {
  const Lines good = record_game("usa-2004", 2, 5);
  auto tampered = [&](const std::string& in_line, const std::string& old_part, const std::string& new_part,
                      const std::string& message) {
    Lines lines = good;
    const std::size_t at = line_with(lines, in_line);
    lines[at] = replaced(lines[at], old_part, new_part);
    expect_fault(lines, static_cast<int>(at) + 1, message);
  };
  tampered("\"fogg\"", "\"record\"", "\"log\"", "not a game record");
  tampered("\"fogg\"", "\"format\":1", "\"format\":2", "format 2 is unknown");
  tampered("\"fogg\"", "\"rules\":1", "\"rules\":7", "rules version 7 is unknown");
  tampered("\"fogg\"", "\"edition\":\"usa-2004\"", "\"edition\":\"mars\"", "unknown");
  tampered("\"fogg\"", "\"edition\":\"usa-2004\"", "\"edition\":\"usa-2025\"", "other data");
  tampered("\"seq\":3,", "\"seq\":3,", "\"seq\":4,", "\"seq\" must be 3");
  tampered("\"hand\":0", "\"visible_to\":[0]", "\"visible_to\":\"all\"", "visible_to");
  tampered("\"row\":0", "\"visible_to\":\"all\"", "\"visible_to\":[1]", "visible_to");
  tampered("\"kind\":\"offer\"", "\"visible_to\":[0]", "\"visible_to\":[1]", "visible to it alone");
  tampered("\"type\":\"keep\"", "\"visible_to\":[", "\"visible_to\":[1,", "visible_to");
  tampered("\"kind\":\"kept\"", "\"count\":", "\"count\":1", "");
  tampered("\"kind\":\"first_player\"", "\"seat\":", "\"seat\":4", "");
  tampered("\"kind\":\"end\"", "\"ending\":\"last_round\"", "\"ending\":\"all_passed\"", "ended in another way");
  tampered("\"kind\":\"end\"", "\"longest\":", "\"longest\":1", "the score of seat 0 is wrong");
  tampered("\"kind\":\"end\"", "\"winners\":[", "\"winners\":[0,1,", "");
  tampered("\"kind\":\"key\"", "\"key\":\"", "\"key\":\"0", "64 hexadecimal");
  tampered("\"type\":\"draw\"", "\"kind\":\"action\"", "\"kind\":\"dance\"", "unknown kind");
  tampered("\"type\":\"draw\"", "{\"type\":\"draw\"}", "{\"type\":\"pass\"}", "may not \"pass\"");
  tampered("\"type\":\"claim\"", "\"cards\":{", "\"cards\":{\"pink\":1,", "unknown card");
  tampered("\"kind\":\"end\"", "\"t_ms\":", "\"t_ms\":-", "t_ms");
}

TEST(Record, UnfinishedRecordIsGoodAsFarAsItGoes) {
  Lines lines = record_game("usa-2004", 2, 6);
  lines.resize(line_with(lines, "\"type\":\"claim\""));
  const Verdict verdict = verify(lines);
  EXPECT_TRUE(verdict.good) << verdict.message;
  EXPECT_FALSE(verdict.finished);
  EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyHidden);
}

TEST(Record, CutOffLineAndEmptyFileAreFaults) {
  std::istringstream empty("");
  EXPECT_FALSE(verify_record(catalog(), empty).good);
  std::istringstream cut(record_game("usa-2004", 2, 6)[0]);
  EXPECT_EQ(verify_record(catalog(), cut).message, "the last line is cut off: it has no line feed");
  std::istringstream endless(std::string(100'000, 'x') + "\n");
  EXPECT_EQ(verify_record(catalog(), endless).message, "the line is longer than 64 KiB");
}

TEST(Record, KeyBeforeTheEndIsAFault) {
  Lines lines = record_game("usa-2004", 2, 6);
  const std::string key = replaced(lines.back(), "\"t_ms\":", "\"t_ms\":null,\"was\":");
  lines.pop_back();
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line_with(lines, "\"type\":\"claim\"")), key);
  renumber(lines);
  expect_fault(lines, 0, "the key shows before the end");
}

TEST(Record, ReservedKindsAndUnknownFieldsDoNoHarm) {
  Lines lines = record_game("usa-2004", 2, 8);
  const std::size_t at = line_with(lines, "\"type\":\"claim\"");
  for (const char* kind : {"refusal", "timeout", "takeover", "disconnect", "reconnect", "clock"}) {
    lines.insert(
        lines.begin() + static_cast<std::ptrdiff_t>(at),
        fmt::format(R"({{"seq":0,"kind":"{}","t_ms":null,"actor":1,"visible_to":"all","why":{{"left_ms":5}}}})", kind));
  }
  lines[1] = replaced(lines[1], "}", R"(},"mood":"good")");
  renumber(lines);
  const Verdict verdict = verify(lines);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
}

TEST(Record, UndoGoesBackAndChanceDoesNot) {
  // Draw a card blind, take that back, draw another one: the key goes on.
  const Edition& e = edition("usa-2004");
  const ChaKey key = test_key(1);
  KeyedChance keyed(key);
  Header header;
  header.edition = e.id;
  header.data_hash = e.data_hash;
  header.players = {{"a", ""}, {"b", ""}};
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  Lines lines;
  Recorder recorder(e, header, [&](std::string_view line) { lines.emplace_back(line); });
  auto chance = recorder.chance(keyed);
  State state;
  start(e, state, 2, chance, std::nullopt);
  recorder.started(state);
  for (const int seat : {0, 1}) {
    ASSERT_FALSE(apply(e, state, seat, Action::keeping(7), chance));
    recorder.acted(seat, Action::keeping(7), state);
  }
  const State before = state;
  const int seq = static_cast<int>(lines.size()) - 1;
  const int seat = state.player;
  ASSERT_FALSE(apply(e, state, seat, Action::draw(), chance));
  recorder.acted(seat, Action::draw(), state);
  lines.push_back(
      fmt::format(R"({{"seq":0,"kind":"undo","t_ms":null,"actor":{},"visible_to":"all","to_seq":{}}})", seat, seq));
  state = before;
  ASSERT_FALSE(apply(e, state, seat, Action::draw(), chance));
  recorder.acted(seat, Action::draw(), state);
  renumber(lines);
  const Verdict verdict = verify(lines);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
  EXPECT_TRUE(verdict.undone);
  lines[line_with(lines, "\"undo\"")] =
      replaced(lines[line_with(lines, "\"undo\"")], fmt::format("\"to_seq\":{}", seq), "\"to_seq\":3");
  expect_fault(lines, 0, "no position after event 3");
}

TEST(Record, AKeyInTheHeaderIsCheckedAndUsed) {
  const Edition& e = edition("usa-2004");
  const ChaKey key = test_key(1);
  KeyedChance keyed(key);
  Header header;
  header.edition = e.id;
  header.data_hash = e.data_hash;
  header.players = {{"a", ""}, {"b", "hungry"}};
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  header.key = hex(key);
  Lines lines;
  Recorder recorder(e, header, [&](std::string_view line) { lines.emplace_back(line); });
  auto chance = recorder.chance(keyed);
  State state;
  start(e, state, 2, chance, std::nullopt);
  recorder.started(state);
  // Unfinished, and yet chance can be audited.
  const Verdict verdict = verify(lines);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
  EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
  Lines other = lines;
  other[0] = replaced(other[0], hex(key), hex(test_key(2)));
  expect_fault(other, 1, "not the key whose hash");
  other[0] = replaced(lines[0], hex(key), "abc");
  expect_fault(other, 1, "64 hexadecimal digits");
  // An undo says who went back.
  lines.push_back(R"({"seq":0,"kind":"undo","t_ms":null,"actor":null,"visible_to":"all","to_seq":0})");
  lines.back() = replaced(lines.back(), R"("to_seq":0)", fmt::format(R"("to_seq":{})", lines.size() - 2));
  renumber(lines);
  expect_fault(lines, 0, "an undo needs an actor");
}

// A record as a foreign log would give it: blind cards and tickets unknown.
Lines with_unknowns(Lines lines) {
  for (std::string& line : lines) {
    if (line.find("\"to\":{\"hand\"") != std::string::npos)
      line = line.substr(0, line.find("\"card\":")) + "\"card\":null}";
    if (line.find("\"kind\":\"offer\"") != std::string::npos)
      line = line.substr(0, line.find("\"tickets\":")) + "\"tickets\":[null,null,null]}";
  }
  lines.pop_back();
  return lines;
}

TEST(Record, UnknownValuesAreCheckedAsFarAsPossible) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Lines lines = with_unknowns(record_game("usa-2004", 3, seed));
    const Verdict verdict = verify(lines);
    ASSERT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
    EXPECT_TRUE(verdict.partial);
    EXPECT_TRUE(verdict.finished);
    // The same route cannot be claimed twice, even if nothing is known of the cards.
    Lines twice = lines;
    const std::size_t claim = line_with(lines, "\"type\":\"claim\"");
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(claim), lines[claim]);
    renumber(twice);
    EXPECT_FALSE(verify(twice).good);
    Lines wrong = lines;
    wrong.back() = replaced(wrong.back(), "\"routes\":", "\"routes\":9");
    EXPECT_FALSE(verify(wrong).good);
  }
}

// Chance that answers what a record says, and looks at the row when it is thrown away.
class Recorded {
 public:
  Recorded(const std::vector<NumberedEvent>& events, const State& state) : events_(events), state_(state) {}
  Card card(const CardCounts&, int, CardTo) { return *next(EventKind::kCard).card; }
  int ticket(const TicketSet& possible, int seat) {
    // Those that come off in a known order are not asked for.
    Offer& offer = offers_[static_cast<std::size_t>(seat)];
    while (!possible.has(*offer.event->tickets.at(offer.used))) ++offer.used;
    return *offer.event->tickets[offer.used++];
  }
  // The offers from an event on, up to the next action.
  void offers_from(std::size_t at) {
    for (; at < events_.size() && events_[at].event.kind != EventKind::kAction; ++at) {
      const Event& event = events_[at].event;
      if (event.kind == EventKind::kOffer) offers_[static_cast<std::size_t>(*event.actor)] = {&event, 0};
    }
  }
  int first_player(int) { return next(EventKind::kFirstPlayer).number; }
  void note_reset() { three_passengers |= state_.row.count(Card::kPassenger) >= 3; }
  void note_reshuffle(int) {}
  bool three_passengers = false;

 private:
  const Event& next(EventKind kind) {
    std::size_t& at = at_[static_cast<std::size_t>(kind)];
    while (events_.at(at).event.kind != kind) ++at;
    return events_[at++].event;
  }
  const std::vector<NumberedEvent>& events_;
  const State& state_;
  std::array<std::size_t, kEventKinds> at_{};
  struct Offer {
    const Event* event = nullptr;
    std::size_t used = 0;
  };
  std::array<Offer, kMaxPlayers> offers_{};
};

// The fixtures of mechanisms.h show what they are named after.
TEST(Record, FixturesShowEveryMechanism) {
  for (const Mechanism& m : mechanisms()) {
    SCOPED_TRACE(m.name);
    std::ifstream in(tests_dir() + "/fixtures/" + m.name + ".jsonl");
    ASSERT_TRUE(in) << "no such fixture";
    const auto [record, e] = read_record(catalog(), in);
    ASSERT_EQ(e->id, m.edition);
    ASSERT_EQ(record.header.players.size(), static_cast<std::size_t>(m.players));
    State s;
    Recorded chance(record.events, s);
    chance.offers_from(0);
    start(*e, s, m.players, chance, record.header.first_player);
    bool happened = false;
    for (std::size_t at = 0; at < record.events.size(); ++at) {
      const auto& [event, line] = record.events[at];
      if (event.kind != EventKind::kAction) continue;
      chance.offers_from(at + 1);
      const State before = s;
      chance.three_passengers = false;
      ASSERT_FALSE(apply(*e, s, *event.actor, *event.action, chance)) << "line " << line;
      happened |= m.happens({*e, before, *event.actor, *event.action, s, chance.three_passengers});
    }
    EXPECT_TRUE(happened);
    EXPECT_TRUE(s.over());
  }
  // A refusal is no action; its line says why.
  std::ifstream in(tests_dir() + "/fixtures/europe-ferry-refused.jsonl");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find(R"("reason":"ferry_locomotives")"), std::string::npos);
}

TEST(Record, FixturesVerify) {
  // One for every way a game can end, and one for every edition.
  std::map<std::string, int> endings;
  std::map<std::string, int> editions;
  for (const auto& entry : std::filesystem::directory_iterator(tests_dir() + "/fixtures")) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream in(entry.path());
    const Verdict verdict = verify_record(catalog(), in);
    EXPECT_TRUE(verdict.good) << entry.path() << ":" << verdict.line << ": " << verdict.message;
    EXPECT_TRUE(verdict.finished) << entry.path();
    ++editions[verdict.edition];
    std::ifstream again(entry.path());
    for (std::string line; std::getline(again, line);) {
      if (line.find("\"kind\":\"forfeit\"") != std::string::npos) ++endings["forfeit"];
      for (const char* ending : {"last_round", "all_passed", "turn_limit"}) {
        if (line.find(fmt::format("\"ending\":\"{}\"", ending)) != std::string::npos) ++endings[ending];
      }
    }
  }
  for (const char* ending : {"last_round", "all_passed", "turn_limit", "forfeit"})
    EXPECT_GE(endings[ending], 1) << ending;
  for (const std::string& id : edition_ids()) EXPECT_GE(editions[id], 1) << id;
}

}  // namespace
}  // namespace fogg::test
