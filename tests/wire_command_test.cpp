// Lines of clients: every form of every command of the contract, and every way to get it wrong.
#include <map>
#include <string>
#include <vector>

#include "support.h"
#include "wire/v09_command.h"

namespace fogg::v09 {
namespace {

const Board& usa() { return test::edition("usa-2004").board; }

// The command refers to the line, so the line must outlive it: only for what is kept in numbers.
Command good(const std::string& line) {
  const auto command = parse_command(usa(), line);
  EXPECT_TRUE(command.has_value()) << line;
  return command ? *command : Command{};
}

void expect_wrong(const std::string& line, TurnType type) {
  const auto command = parse_command(usa(), line);
  ASSERT_FALSE(command.has_value()) << line;
  EXPECT_EQ(name(command.error().type), name(type)) << line;
}

std::string with_case(std::string line, bool upper) {
  for (char& c : line) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_lower = c >= 'a' && c <= 'z';
    if (upper && is_lower) c = static_cast<char>(c - 'a' + 'A');
    if (!upper && is_upper) c = static_cast<char>(c - 'A' + 'a');
  }
  return line;
}

// All cards in the order of the contract.
const std::vector<std::string>& colors() {
  static const std::vector<std::string> kColorNames = {"Purple", "White", "Blue",  "Yellow", "Orange",
                                                       "Black",  "Red",   "Green", "Rainbow"};
  return kColorNames;
}

// -- Words

TEST(WireWords, SpelledAsInTheContract) {
  const std::vector<std::string> turn_types = {"Join",
                                               "DrawPassengerCars",
                                               "DrawDestinationTickets",
                                               "ClaimDestinationTickets",
                                               "ClaimRoute",
                                               "BoardState",
                                               "ListAllRoutes",
                                               "Turn",
                                               "FinalScore",
                                               "Unknown"};
  for (std::size_t i = 0; i < turn_types.size(); ++i) EXPECT_EQ(name(static_cast<TurnType>(i)), turn_types[i]);
  const std::vector<std::string> errors = {"DoubleRouteClaimed", "NoCardLeft",    "RuleViolation",
                                           "NotPlayersTurn",     "InternalError", "WrongTurnFormat"};
  for (std::size_t i = 0; i < errors.size(); ++i) EXPECT_EQ(name(static_cast<ErrorCode>(i)), errors[i]);
  const std::vector<std::string> seats = {"Blue", "Red", "Green", "Yellow", "Black"};
  for (std::size_t i = 0; i < seats.size(); ++i) {
    EXPECT_EQ(name(static_cast<SeatColor>(i)), seats[i]);
    EXPECT_EQ(seat_color(with_case(seats[i], true)), static_cast<SeatColor>(i));
  }
  for (std::size_t i = 0; i < colors().size(); ++i) {
    EXPECT_EQ(card_name(static_cast<int>(i)), colors()[i]);
    EXPECT_EQ(card(with_case(colors()[i], false)), static_cast<Card>(i));
  }
  EXPECT_EQ(card_name(kGray), "Rainbow");
  EXPECT_EQ(name(ClientType::kPlayer), "Player");
  EXPECT_EQ(name(ClientType::kObserver), "Observer");
}

TEST(WireWords, OnlyWholeWords) {
  EXPECT_FALSE(card(""));
  EXPECT_FALSE(card("Re"));
  EXPECT_FALSE(card("Redd"));
  EXPECT_FALSE(card("Gray"));
  EXPECT_FALSE(card("Locomotive"));
  EXPECT_FALSE(seat_color("Rainbow"));
  EXPECT_FALSE(seat_color("White"));
  EXPECT_FALSE(truth("1"));
  EXPECT_FALSE(truth("yes"));
  EXPECT_FALSE(truth("tru"));
  EXPECT_FALSE(truth(""));
  EXPECT_FALSE(client_type("Spielerin"));
}

TEST(WireWords, EditionsOfTheContract) {
  std::map<std::string, bool> playable;
  for (const std::string& id : test::edition_ids()) playable[id] = can_play(test::edition(id));
  const std::map<std::string, bool> expected = {{"usa-2004", true}, {"usa-2010", true}, {"usa-2025", true},
                                                {"usa-1910", true}, {"usa-mega", true}, {"usa-bigcities", true},
                                                {"europe", false},  {"maerklin", false}};
  EXPECT_EQ(playable, expected);
}

// -- Names

std::string repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(WireNames, OneTo32PrintableCharacters) {
  EXPECT_FALSE(is_name(""));
  EXPECT_TRUE(is_name("a"));
  EXPECT_TRUE(is_name(repeat("x", 32)));
  EXPECT_FALSE(is_name(repeat("x", 33)));
  // Characters are counted, not bytes.
  EXPECT_TRUE(is_name(repeat("ö", 32)));
  EXPECT_FALSE(is_name(repeat("ö", 33)));
  EXPECT_TRUE(is_name(repeat("語", 32)));
  EXPECT_TRUE(is_name(repeat("🚂", 32)));
  EXPECT_FALSE(is_name(repeat("🚂", 33)));
  for (const char* name : {"ada", "O'Neil", "a\"b", "back\\slash", "{}", "Ünal", "Ωmega", "Жанна", "<b>", "@", "!~"}) {
    EXPECT_TRUE(is_name(name)) << name;
  }
}

TEST(WireNames, NoBlanksAndNoControls) {
  for (int c = 0; c <= 0x20; ++c) EXPECT_FALSE(is_name("a" + std::string(1, static_cast<char>(c)) + "b")) << c;
  EXPECT_FALSE(is_name("a\x7F"));
  for (int c = 0x80; c <= 0xA0; ++c) {
    EXPECT_FALSE(is_name("a\xC2" + std::string(1, static_cast<char>(c)))) << c;
  }
  for (const char* blank : {"\u1680", "\u2000", "\u2003", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
    EXPECT_FALSE(is_name(std::string("a") + blank));
  }
}

TEST(WireNames, NothingThatCannotBeSeenOrTurnsTheWriting) {
  const std::vector<std::pair<const char*, const char*>> hidden = {{"soft hyphen", "\u00AD"},
                                                                   {"grapheme joiner", "\u034F"},
                                                                   {"arabic mark", "\u061C"},
                                                                   {"hangul filler", "\u115F"},
                                                                   {"khmer vowel", "\u17B4"},
                                                                   {"mongolian separator", "\u180E"},
                                                                   {"zero width space", "\u200B"},
                                                                   {"non-joiner", "\u200C"},
                                                                   {"joiner", "\u200D"},
                                                                   {"left-to-right", "\u200E"},
                                                                   {"right-to-left", "\u200F"},
                                                                   {"embedding", "\u202A"},
                                                                   {"override", "\u202E"},
                                                                   {"word joiner", "\u2060"},
                                                                   {"isolate", "\u2066"},
                                                                   {"end of isolate", "\u2069"},
                                                                   {"braille blank", "\u2800"},
                                                                   {"filler", "\u3164"},
                                                                   {"variation", "\uFE0F"},
                                                                   {"byte order mark", "\uFEFF"},
                                                                   {"half-width filler", "\uFFA0"},
                                                                   {"annotation", "\uFFF9"},
                                                                   {"replacement", "\uFFFD"},
                                                                   {"no character", "\uFDD0"},
                                                                   {"shorthand", "\U0001BCA0"},
                                                                   {"music", "\U0001D173"},
                                                                   {"last of a plane", "\U0001FFFE"},
                                                                   {"tag", "\U000E0041"},
                                                                   {"variation selector", "\U000E0100"},
                                                                   {"private", "\uE000"},
                                                                   {"private plane", "\U000F0000"},
                                                                   {"end of all", "\U0010FFFF"}};
  for (const auto& [what, character] : hidden) {
    EXPECT_FALSE(is_name(character)) << what;
    EXPECT_FALSE(is_name(std::string("ab") + character + "cd")) << what;
  }
}

TEST(WireNames, OnlyWellFormedUtf8) {
  for (const char* bytes :
       {"\x80", "\xC3", "\xC3(", "\xC0\xAF", "\xC1\xBF", "\xE2\x82", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF0\x9F\x9A", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xFE"}) {
    EXPECT_FALSE(is_name(bytes));
    EXPECT_FALSE(is_name(std::string("a") + bytes + "b"));
  }
}

// -- Good commands

TEST(WireCommand, Join) {
  const std::string line = "Join ada Player";
  const auto command = parse_command(usa(), line);
  ASSERT_TRUE(command);
  EXPECT_EQ(command->type, TurnType::kJoin);
  EXPECT_EQ(command->join.name, "ada");
  EXPECT_EQ(command->join.type, ClientType::kPlayer);
  EXPECT_FALSE(command->join.wish);
  EXPECT_EQ(good("join ada player black").join.wish, SeatColor::kBlack);
  EXPECT_EQ(good("JOIN ada PLAYER BLUE").join.wish, SeatColor::kBlue);
  EXPECT_EQ(good("Join ada Spieler").join.type, ClientType::kPlayer);
  EXPECT_EQ(good("Join ada SPIELER Green").join.wish, SeatColor::kGreen);
  EXPECT_EQ(good("Join ada observer").join.type, ClientType::kObserver);
}

// A name is the only word whose case matters.
TEST(WireCommand, NamesStayAsTheyAre) {
  for (const std::string given : {"aDa", "Player", "Blue", "Join", "Жанна", "a\"b\\c", "x@CODE", "🚂"}) {
    const std::string line = "join " + given + " player";
    const auto command = parse_command(usa(), line);
    ASSERT_TRUE(command) << line;
    EXPECT_EQ(command->join.name, given);
  }
}

TEST(WireCommand, Draws) {
  EXPECT_TRUE(good("DrawPassengerCars true").draw.hidden);
  for (const char* word : {"False", "FALSE", "false", "fAlSe"}) {
    for (std::size_t i = 0; i < colors().size(); ++i) {
      const Command command = good(std::string("DrawPassengerCars ") + word + " " + colors()[i]);
      EXPECT_EQ(command.type, TurnType::kDrawPassengerCars);
      EXPECT_FALSE(command.draw.hidden);
      EXPECT_EQ(command.draw.card, static_cast<Card>(i));
    }
  }
  EXPECT_EQ(good("DrawDestinationTickets").type, TurnType::kDrawDestinationTickets);
  EXPECT_EQ(good("BoardState").type, TurnType::kBoardState);
  EXPECT_EQ(good("ListAllRoutes").type, TurnType::kListAllRoutes);
}

// Missing words count as false; up to as many as any edition offers.
TEST(WireCommand, KeepsInTheOrderOffered) {
  const std::vector<std::pair<std::string, int>> lines = {{"", 0},
                                                          {"true", 1},
                                                          {"false true", 2},
                                                          {"true false true", 5},
                                                          {"FALSE False true TRUE", 12},
                                                          {"true true true true true", 31}};
  for (std::size_t words = 0; words < lines.size(); ++words) {
    const Command command = good("ClaimDestinationTickets " + lines[words].first);
    EXPECT_EQ(command.type, TurnType::kClaimDestinationTickets);
    EXPECT_EQ(command.keep.words, static_cast<int>(words));
    EXPECT_EQ(command.keep.set, lines[words].second);
  }
}

TEST(WireCommand, AllCitiesInAnyCase) {
  ASSERT_EQ(usa().cities.size(), 36U);
  for (std::size_t c = 0; c < usa().cities.size(); ++c) {
    const std::string& id = usa().cities[c].id;
    const std::string other = c == 0 ? "Boston" : "Atlanta";
    for (const std::string& spelled : {id, with_case(id, true), with_case(id, false)}) {
      EXPECT_EQ(good("ClaimRoute " + spelled + " " + other).claim.a, static_cast<int>(c));
      EXPECT_EQ(good("ClaimRoute " + other + " " + spelled).claim.b, static_cast<int>(c));
    }
    expect_wrong("ClaimRoute " + id + "x " + other, TurnType::kClaimRoute);
    expect_wrong("ClaimRoute " + other + " " + id.substr(1), TurnType::kClaimRoute);
  }
  expect_wrong("ClaimRoute Saint Louis Chicago", TurnType::kClaimRoute);
}

TEST(WireCommand, ClaimsWithAnyNumberOfColors) {
  std::string line = "ClaimRoute Boston NewYork";
  for (int count = 0; count <= 1 + 6; ++count) {
    const Command command = good(line);
    EXPECT_EQ(command.type, TurnType::kClaimRoute);
    ASSERT_EQ(command.claim.count, count);
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(index(command.claim.colors[static_cast<std::size_t>(i)]), (i + 3) % 9) << line;
    }
    line += " " + colors()[static_cast<std::size_t>((count + 3) % 9)];
  }
}

// -- Any line

TEST(WireCommand, CaseBlanksAndCarriageReturnsDoNotMatter) {
  const std::vector<std::string> lines = {"Join ada Player Red",
                                          "DrawPassengerCars true",
                                          "DrawPassengerCars false Rainbow",
                                          "DrawDestinationTickets",
                                          "ClaimDestinationTickets true false True",
                                          "ClaimRoute SaintLouis Chicago Green",
                                          "ClaimRoute SaintLouis Chicago Green Rainbow",
                                          "ClaimRoute SaintLouis Chicago White White Rainbow",
                                          "BoardState",
                                          "ListAllRoutes"};
  for (const std::string& line : lines) {
    const Command plain = good(line);
    std::string wide;
    for (const char c : line) wide += c == ' ' ? std::string(" \t  \t") : std::string(1, c);
    for (const std::string& same :
         {line + "\r", with_case(line, true), with_case(line, false), wide, "  \t" + line, line + "  ",
          "\xEF\xBB\xBF" + line, line + " \t \r", with_case(wide, true) + "\r"}) {
      const Command command = good(same);
      EXPECT_EQ(command.type, plain.type) << same;
      EXPECT_EQ(command.join.type, plain.join.type);
      EXPECT_EQ(command.join.wish, plain.join.wish);
      EXPECT_EQ(command.draw.hidden, plain.draw.hidden);
      EXPECT_EQ(command.draw.card, plain.draw.card);
      EXPECT_EQ(command.keep.set, plain.keep.set);
      EXPECT_EQ(command.keep.words, plain.keep.words);
      EXPECT_EQ(command.claim.a, plain.claim.a);
      EXPECT_EQ(command.claim.b, plain.claim.b);
      EXPECT_EQ(command.claim.count, plain.claim.count);
      EXPECT_EQ(command.claim.colors, plain.claim.colors);
    }
  }
}

// -- Wrong commands

TEST(WireCommand, UnknownCommands) {
  for (const char* line :
       {"", " ", "\r", "\t", "Hello", "Pass", "Joi ada Player", "Joinada Player", "Draw", "Turn", "FinalScore",
        "Unknown", "Request", "{\"type\":\"Join\"}", "BoardState;", "ListAllRoutes.", "\xFF\xFE", "Info Turn"}) {
    expect_wrong(line, TurnType::kUnknown);
  }
  expect_wrong(std::string("\0BoardState", 11), TurnType::kUnknown);
  expect_wrong(std::string(kMaxLine, 'x'), TurnType::kUnknown);
}

TEST(WireCommand, WrongFormsNameTheirCommand) {
  const std::map<TurnType, std::vector<std::string>> wrong = {
      {TurnType::kJoin,
       {"Join", "Join ada", "Join ada Gamer", "Join ada Player Pink", "Join ada Player Rainbow",
        "Join ada Player White", "Join ada Player Red Blue", "Join ada lovelace Player", "Join ada Observer Red",
        "Join Player", "Join ada Players", "Join ada Player 1"}},
      {TurnType::kDrawPassengerCars,
       {"DrawPassengerCars", "DrawPassengerCars maybe", "DrawPassengerCars 1", "DrawPassengerCars false",
        "DrawPassengerCars false Pink", "DrawPassengerCars false Gray", "DrawPassengerCars false Red Red",
        "DrawPassengerCars true Red", "DrawPassengerCars Red", "DrawPassengerCars Red false",
        "DrawPassengerCars true true"}},
      {TurnType::kDrawDestinationTickets, {"DrawDestinationTickets 3", "DrawDestinationTickets true"}},
      {TurnType::kClaimDestinationTickets,
       {"ClaimDestinationTickets 1 0 1", "ClaimDestinationTickets true maybe true", "ClaimDestinationTickets yes",
        "ClaimDestinationTickets true true true true true true", "ClaimDestinationTickets Boston Miami"}},
      {TurnType::kClaimRoute,
       {"ClaimRoute", "ClaimRoute Boston", "ClaimRoute Boston York Red", "ClaimRoute New York Boston",
        "ClaimRoute Paris Boston Red", "ClaimRoute Boston NewYork Pink", "ClaimRoute Boston NewYork Red Gray",
        "ClaimRoute Boston NewYork Red Red Red Re", "ClaimRoute Boston NewYork true",
        "ClaimRoute Boston NewYork Red Red Red Red Red Red Red Red Red Red", "ClaimRoute Boston NewYork Red 2",
        "ClaimRoute Red Boston NewYork", "ClaimRoute Boston-NewYork Red"}},
      {TurnType::kBoardState, {"BoardState now", "BoardState Blue"}},
      {TurnType::kListAllRoutes, {"ListAllRoutes all", "ListAllRoutes Boston"}}};
  for (const auto& [type, lines] : wrong) {
    for (const std::string& line : lines) {
      expect_wrong(line, type);
      expect_wrong(with_case(line, true) + "\r", type);
    }
  }
}

// Words that no command has do not crash it, however many there are.
TEST(WireCommand, EndlessLines) {
  for (const TurnType type :
       {TurnType::kJoin, TurnType::kDrawPassengerCars, TurnType::kDrawDestinationTickets,
        TurnType::kClaimDestinationTickets, TurnType::kClaimRoute, TurnType::kBoardState, TurnType::kListAllRoutes}) {
    for (const char* word : {" true", " Red", " Boston", " x"}) {
      expect_wrong(std::string(name(type)) + repeat(word, 300), type);
    }
  }
}

}  // namespace
}  // namespace fogg::v09
