// Map and edition files with what not every edition has: ferries, tunnels, stations, countries, goods, passengers, two decks.
#include <array>
#include <map>

#include "data_boards.h"
#include "engine/invariants.h"
#include "engine/play.h"
#include "engine/score.h"

namespace fogg {
namespace {

using namespace test;

// -- Good ones

TEST(SpecialData, WhatTheFilesSayIsWhatTheEditionHas) {
  const auto read_hills = read(On::kHills);
  ASSERT_TRUE(read_hills) << read_hills.error().text();
  const Edition& hills = *read_hills;
  EXPECT_EQ(hills.unverified, std::vector<std::string>{"the numbers"});
  EXPECT_EQ(hills.board.unverified, std::vector<std::string>{"all of it"});
  ASSERT_EQ(hills.board.countries.size(), 2U);
  EXPECT_EQ(hills.board.countries[0].ends, city_bit(8) | city_bit(9));
  EXPECT_EQ(hills.board.countries[1].ends, city_bit(10));
  EXPECT_EQ(hills.country_ends, city_bit(8) | city_bit(9) | city_bit(10));
  EXPECT_EQ(hills.board.cities[0].goods, (std::vector<std::uint8_t>{4, 3, 2}));
  EXPECT_EQ(hills.board.cities[1].goods, std::vector<std::uint8_t>{2});
  EXPECT_TRUE(hills.board.cities[5].goods.empty());
  EXPECT_EQ(hills.cards[Card::kLocomotive4], 3);
  EXPECT_EQ(hills.cards[Card::kPassenger], 4);
  EXPECT_EQ(hills.total_cards(), 53);
  EXPECT_EQ(hills.mix, 2);
  EXPECT_EQ(hills.deal, 2);
  EXPECT_EQ(hills.draw, 2);
  EXPECT_EQ(hills.passengers, 2);
  EXPECT_EQ(hills.stations, 0);
  EXPECT_EQ(hills.most_tickets_bonus, 8);
  EXPECT_EQ(hills.start_returns, StartReturns::kShuffledIn);
  EXPECT_EQ(hills.ties, (std::vector{Tie::kMostTickets, Tie::kMostGoods}));
  EXPECT_EQ(hills.deck_of(7), 0);
  EXPECT_EQ(hills.deck_of(8), 1);
  EXPECT_EQ(hills.tickets[8].a, Ticket::kCountry);
  EXPECT_EQ(hills.tickets[8].b, Ticket::kCountry + 1);
  EXPECT_EQ(hills.board.end_name(hills.tickets[8].b), "The South");
  EXPECT_EQ(hills.board.routes[11].track, 3);

  const auto read_coast = read(On::kCoast);
  ASSERT_TRUE(read_coast) << read_coast.error().text();
  const Edition& coast = *read_coast;
  EXPECT_TRUE(coast.unverified.empty());
  EXPECT_EQ(coast.board.routes[0].ferry, 1);
  EXPECT_EQ(coast.board.routes[1].ferry, 2);
  EXPECT_TRUE(coast.board.routes[2].tunnel);
  EXPECT_FALSE(coast.board.routes[13].tunnel);
  EXPECT_EQ(coast.ferries.size(), 3U);
  EXPECT_EQ(coast.stations, 3);
  EXPECT_EQ(coast.unbuilt_station_points, 4);
  EXPECT_EQ(coast.deal, 4);
  EXPECT_EQ(coast.draw, 3);
  EXPECT_EQ(coast.start_returns, StartReturns::kLeave);
  EXPECT_EQ(coast.ties, (std::vector{Tie::kMostTickets, Tie::kFewestStations, Tie::kLongestPath}));
}

// Numbers at the edges, and what may stand together.
TEST(SpecialData, IsAllowed) {
  struct Case {
    const char* what;
    On on;
    std::vector<Change> edition;
    std::vector<Change> map;
  };
  const Case cases[] = {
      {"as many symbols as spaces", On::kCoast, {}, {{R"("ferry": 2)", R"("ferry": 6)"}}},
      {"the best tile", On::kHills, {}, {{"[4, 3, 2]", "[50, 50, 1]"}}},
      {"fifteen tiles", On::kHills, {}, {{"[4, 3, 2]", "[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9]"}}},
      {"a pile nobody has", On::kHills, {}, {{R"("white": [2])", R"("white": [2], "black": [1])"}}},
      {"goods without passengers", On::kHills, {{R"("passengers": 2,)", ""}}, {}},
      {"passengers without goods",
       On::kHills,
       {},
       {{R"("goods": {"red": [4, 3, 2], "white": [2]},)", R"("goods": {"red": [1], "white": [1]},)"}}},
      {"passengers with ferries",
       On::kHills,
       {{R"("locomotive4": 3, )", ""}, {R"("total": 53)", R"("total": 50)"}},
       {{R"("length": 2, "color": "gray")", R"("length": 2, "color": "gray", "ferry": 1)"}}},
      {"passengers, but no cards of theirs",
       On::kHills,
       {{R"("passenger": 4,)", R"("passenger": 0,)"}, {R"("total": 53)", R"("total": 49)"}},
       {}},
      {"cards of passengers, but none of these", On::kHills, {{R"("passengers": 2,)", ""}}, {}},
      {"three passengers", On::kHills, {{R"("passengers": 2)", R"("passengers": 3)"}}, {}},
      {"stations on a board with countries",
       On::kHills,
       {{R"("passengers": 2)", R"("stations": {"each": 1, "points_unbuilt": 0})"}},
       {}},
      {"a mix of one", On::kHills, {{R"("mix": 2)", R"("mix": 1)"}}, {}},
      {"a mix of four", On::kHills, {{R"("mix": 2)", R"("mix": 4)"}, {R"("max": 4)", R"("max": 2)"}}, {}},
      {"a mix, returns under the decks", On::kHills, {{"shuffled_in", "under"}}, {}},
      {"a mix, returns leave", On::kHills, {{"shuffled_in", "leave"}}, {}},
      {"a mix of decks with odd names",
       On::kHills,
       {{R"({"name": "short")", R"({"name": "4")"}},
       {{R"("short": [)", R"("4": [)"}}},
      {"no ties", On::kHills, {{R"(["most_tickets", "most_goods"])", "[]"}}, {}},
      {"all ties", On::kHills, {{R"("most_goods"])", R"("most_goods", "longest_path", "fewest_stations"])"}}, {}},
      {"a deck with blanks in its name",
       On::kCoast,
       {{R"("name": "long")", R"("name": "the long ones")"}},
       {{R"("long": [)", R"("the long ones": [)"}}},
      {"the deck to draw from first",
       On::kCoast,
       {{R"({"name": "long", "count": 5, "deal": 1, "draw": 0}, )", ""},
        {R"("deal": 3, "draw": 3})", R"("deal": 3, "draw": 3}, {"name": "long", "count": 5, "deal": 1, "draw": 0})"}},
       {}},
      {"dealt from one, drawn from the other",
       On::kCoast,
       {{R"("deal": 3)", R"("deal": 0)"}, {R"("keep_at_start": 2)", R"("keep_at_start": 1)"}},
       {}},
      {"no stations", On::kCoast, {{R"("stations": {"each": 3, "points_unbuilt": 4},)", ""}}, {}},
      {"stations without points", On::kCoast, {{R"("points_unbuilt": 4)", R"("points_unbuilt": 0)"}}, {}},
      {"countries nobody is in", On::kCoast, {}, {{R"("name": "Coast",)", R"("name": "Coast", "countries": [],)"}}},
      {"goods nowhere", On::kCoast, {}, {{R"("name": "Coast",)", R"("name": "Coast", "goods": {},)"}}},
      {"no locomotives 4+ beside tunnels",
       On::kCoast,
       {{R"("locomotive": 8,)", R"("locomotive": 8, "locomotive4": 0, "passenger": 0,)"}},
       {}},
  };
  for (const Case& good : cases) {
    SCOPED_TRACE(good.what);
    const auto edition = read(good.on, good.edition, good.map);
    EXPECT_TRUE(edition) << edition.error().text();
  }
}

// A ticket from a country is possible if one of its end points can be reached.
TEST(SpecialData, OneEndPointIsEnoughForATicket) {
  const Change cut = {R"({"a": "A", "b": "N1", "length": 2, "color": "gray"},)", ""};
  const Change cut_both = {R"({"a": "B", "b": "N2", "length": 3, "color": "gray"},)", ""};
  EXPECT_TRUE(read_map(kMapFile, changed(kHillsMap, {cut})));
  const auto board = read_map(kMapFile, changed(kHillsMap, {cut, cut_both, cut_both}));
  ASSERT_FALSE(board);
  expect_error(board.error(), kMapFile, "tickets.long[0]", "no routes join these cities");
}

// -- The catalog: a file by itself

TEST(CheckEdition, MapBesideItGoesFirst) {
  const Folder folder;
  folder.write("editions/hills.json", kHillsEdition);
  const auto catalog = Catalog::open({});
  const fs::path path = folder.path() / "editions/hills.json";
  auto edition = catalog->check_edition(path, kHillsEdition);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), path.string(), "map", "there is no map \"hills\"");
  folder.write("maps/hills.json", kHillsMap);
  edition = catalog->check_edition(path, kHillsEdition);
  ASSERT_TRUE(edition) << edition.error().text();
  EXPECT_EQ((*edition)->board.name, "Hills");
  // A fault of the map beside it is told with the map's name.
  folder.write("maps/hills.json", changed(kHillsMap, {{"[4, 3, 2]", "[2, 3, 4]"}}));
  edition = catalog->check_edition(path, kHillsEdition);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("maps/hills.json"), "goods.red[1]", "the highest tile must come first");
  folder.write("maps/hills.json", changed(kHillsMap, {{R"("id": "hills")", R"("id": "valleys")"}}));
  edition = catalog->check_edition(path, kHillsEdition);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("maps/hills.json"), "id", "must be the name of the file");
}

TEST(CheckEdition, IdIsNotTheFilesName) {
  const Folder folder;
  folder.write("maps/hills.json", kHillsMap);
  folder.write("editions/mine.json", kHillsEdition);
  const auto edition = Catalog::open({})->check_edition(folder.path() / "editions/mine.json", kHillsEdition);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("editions/mine.json"), "id", "must be the name of the file");
}

// What cannot be the name of a map is not looked for.
TEST(CheckEdition, NameOfTheMap) {
  const Folder folder;
  const auto catalog = Catalog::open({});
  const std::pair<std::string, const char*> cases[] = {{"../maps/hills", "not allowed in a name"},
                                                       {"a\\nb", "control character"},
                                                       {"", "must have 1 to 40 characters"},
                                                       {std::string(5000, 'x'), "must have 1 to 40 characters"}};
  folder.write("maps/hills.json", kHillsMap);
  for (const auto& [name, part] : cases) {
    const std::string text = changed(kHillsEdition, {{R"("map": "hills")", R"("map": ")" + name + "\""}});
    EXPECT_TRUE(is_edition_file(text));
    const auto edition = catalog->check_edition(folder.path() / "editions/hills.json", text);
    ASSERT_FALSE(edition);
    expect_error(edition.error(), folder.shown("editions/hills.json"), "map", part);
    folder.write("editions/hills.json", text);
    const auto listed = Catalog::open(folder.path())->edition("hills");
    ASSERT_FALSE(listed);
    expect_error(listed.error(), folder.shown("editions/hills.json"), "map", part);
  }
}

TEST(CheckEdition, WhichKindAFileIs) {
  EXPECT_TRUE(is_edition_file(kHillsEdition));
  EXPECT_TRUE(is_edition_file(kCoastEdition));
  EXPECT_FALSE(is_edition_file(kHillsMap));
  EXPECT_FALSE(is_edition_file(kCoastMap));
  // Also where JSON is broken or the map not named.
  EXPECT_TRUE(is_edition_file(changed(kHillsEdition, {{R"("map": "hills",)", ""}})));
  EXPECT_TRUE(is_edition_file(std::string(kHillsEdition).substr(0, 700)));
  EXPECT_FALSE(is_edition_file(std::string(kHillsMap).substr(0, 3000)));
  EXPECT_FALSE(is_edition_file(""));
}

// -- The hash

// At least one change of every number and switch of the new data; all give different hashes.
TEST(SpecialHash, NamesWhatMatters) {
  struct Case {
    On on;
    std::vector<Change> edition;
    std::vector<Change> map;
  };
  const Case cases[] = {
      {On::kHills, {}, {}},
      {On::kHills, {{R"("locomotive4": 3)", R"("locomotive4": 2)"}, {R"("passenger": 4)", R"("passenger": 5)"}}, {}},
      {On::kHills, {{R"("locomotive4": 3)", R"("locomotive4": 2)"}, {R"("total": 53)", R"("total": 52)"}}, {}},
      {On::kHills, {{R"("passenger": 4)", R"("passenger": 3)"}, {R"("total": 53)", R"("total": 52)"}}, {}},
      {On::kHills, {{R"("mix": 2)", R"("mix": 1)"}}, {}},
      {On::kHills, {{"shuffled_in", "shuffled_under"}}, {}},
      {On::kHills, {{"shuffled_in", "under"}}, {}},
      {On::kHills, {{"shuffled_in", "leave"}}, {}},
      {On::kHills, {{R"("passengers": 2)", R"("passengers": 1)"}}, {}},
      {On::kHills, {{R"("passengers": 2,)", ""}}, {}},
      {On::kHills, {{R"("most_tickets": 8)", R"("most_tickets": 9)"}}, {}},
      {On::kHills, {{R"(, "most_tickets": 8)", ""}}, {}},
      {On::kHills, {{R"("longest_path": 10, )", ""}}, {}},
      {On::kHills, {{R"(["most_tickets", "most_goods"])", R"(["most_goods", "most_tickets"])"}}, {}},
      {On::kHills, {{R"(["most_tickets", "most_goods"])", R"(["most_tickets"])"}}, {}},
      {On::kHills, {{R"(["most_tickets", "most_goods"])", R"(["most_tickets", "longest_path"])"}}, {}},
      {On::kHills, {{R"(["most_tickets", "most_goods"])", "[]"}}, {}},
      {On::kHills,
       {{R"([{"name": "short", "count": 8}, {"name": "long", "count": 8}])",
         R"([{"name": "long", "count": 8}, {"name": "short", "count": 8}])"}},
       {}},
      {On::kHills, {}, {{"[4, 3, 2]", "[4, 3, 3]"}}},
      {On::kHills, {}, {{"[4, 3, 2]", "[4, 3]"}}},
      {On::kHills, {}, {{R"("goods": "white")", R"("goods": "red")"}}},
      {On::kHills, {}, {{R"(, "goods": "white")", ""}}},
      {On::kHills, {}, {{R"("lon": 2, "country": "North")", R"("lon": 2, "country": "South")"}}},
      {On::kHills, {}, {{R"("a": "North", "b": "South", "points": 8)", R"("a": "North", "b": "South", "points": 7)"}}},
      {On::kHills, {}, {{R"("a": "North", "b": "G", "points": 9)", R"("a": "North", "b": "H", "points": 9)"}}},
      {On::kHills,
       {},
       {{R"({"a": "A", "b": "C", "points": 5}, {"a": "B", "b": "D", "points": 6})",
         R"({"a": "B", "b": "D", "points": 6}, {"a": "A", "b": "C", "points": 5})"}}},
      {On::kCoast, {}, {}},
      {On::kCoast, {{R"("each": 3)", R"("each": 2)"}}, {}},
      {On::kCoast, {{R"("points_unbuilt": 4)", R"("points_unbuilt": 3)"}}, {}},
      {On::kCoast, {{R"("stations": {"each": 3, "points_unbuilt": 4},)", ""}}, {}},
      {On::kCoast, {{R"("deal": 3)", R"("deal": 2)"}}, {}},
      {On::kCoast,
       {{R"("deal": 1)", R"("deal": 0)"}, {R"("max": 4)", R"("max": 3)"}, {R"("deal": 3)", R"("deal": 4)"}},
       {}},
      {On::kCoast, {{R"("max": 4)", R"("max": 3)"}}, {}},
      {On::kCoast, {{R"("draw": 3)", R"("draw": 2)"}}, {}},
      {On::kCoast, {{R"("keep_at_start": 2)", R"("keep_at_start": 3)"}}, {}},
      {On::kCoast, {{R"("keep_later": 1)", R"("keep_later": 2)"}}, {}},
      {On::kCoast, {{R"("fewest_stations", "longest_path"])", R"("longest_path", "fewest_stations"])"}}, {}},
      {On::kCoast, {{R"("fewest_stations", "longest_path"])", R"("longest_path"])"}}, {}},
      {On::kCoast, {}, {{R"("ferry": 2)", R"("ferry": 3)"}}},
      {On::kCoast, {}, {{R"(, "ferry": 2)", ""}}},
      {On::kCoast, {}, {{R"("color": "red", "tunnel": true)", R"("color": "red", "tunnel": false)"}}},
      {On::kCoast, {}, {{R"("color": "blue")", R"("color": "blue", "tunnel": true)"}}},
      {On::kCoast, {}, {{R"({"a": "A", "b": "F", "points": 20})", R"({"a": "A", "b": "F", "points": 19})"}}},
  };
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const auto edition = read(cases[i].on, cases[i].edition, cases[i].map);
    ASSERT_TRUE(edition) << i << ": " << edition.error().text();
    const auto [entry, is_new] = seen.emplace(edition->data_hash, i);
    EXPECT_TRUE(is_new) << "cases " << i << " and " << entry->second << " have the same hash";
  }
}

// Tickets that are the same in another deck are another edition: who draws from which deck differs.
TEST(SpecialHash, NamesWhereADeckEnds) {
  const auto as_is = read(On::kCoast, {{R"("max": 4)", R"("max": 3)"}}, {});
  const auto moved =
      read(On::kCoast,
           {{R"("max": 4)", R"("max": 3)"}, {R"("count": 5)", R"("count": 4)"}, {R"("count": 14)", R"("count": 15)"}},
           {{R"(,
      {"a": "B", "b": "G", "points": 21}, {"a": "C", "b": "H", "points": 20})",
             R"(,
      {"a": "B", "b": "G", "points": 21})"},
            {R"("regular": [)", R"("regular": [{"a": "C", "b": "H", "points": 20},)"}});
  ASSERT_TRUE(as_is && moved) << moved.error().text();
  EXPECT_NE(as_is->data_hash, moved->data_hash);
}

TEST(SpecialHash, DoesNotNameWhatDoesNotMatter) {
  struct Case {
    On on;
    std::vector<Change> edition;
    std::vector<Change> map;
  };
  const Case cases[] = {
      {On::kHills, {{R"("name": "Hills")", R"("name": "Mountains")"}}, {}},
      {On::kHills, {{R"("id": "hills")", R"("id": "mountains")"}}, {}},
      {On::kHills, {{R"(["made up"])", "[]"}}, {}},
      {On::kHills, {{R"("unverified": ["the numbers"],)", ""}}, {}},
      {On::kHills, {{R"("seats": ["blue")", R"("seats": ["azure")"}}, {}},
      {On::kHills, {}, {{R"("name": "The North")", R"("name": "Far up")"}}},
      {On::kHills, {}, {{R"("name": "Abbot")", R"("name": "Abbey")"}}},
      {On::kHills, {}, {{R"(["made up"])", R"(["more", "than that"])"}}},
      {On::kHills, {}, {{R"("unverified": ["all of it"],)", ""}}},
      {On::kHills, {}, {{R"("lat": 4, "lon": 1)", R"("lat": 4.5, "lon": 1)"}}},
      {On::kHills, {}, {{R"("lat": 4, "lon": 1)", R"("lat": 4, "lon": -1)"}}},
      // Names of piles and decks.
      {On::kHills,
       {},
       {{R"("goods": {"red")", R"("goods": {"pink")"},
        {R"("goods": "red")", R"("goods": "pink")"},
        {R"("goods": "red")", R"("goods": "pink")"},
        {R"("goods": "red")", R"("goods": "pink")"}}},
      {On::kHills, {{R"("name": "short")", R"("name": "brief")"}}, {{R"("short": [)", R"("brief": [)"}}},
      // Countries and piles in another order, and a deck that is not used.
      {On::kHills,
       {},
       {{R"({"id": "North", "name": "The North"}, {"id": "South", "name": "The South"})",
         R"({"id": "South", "name": "The South"}, {"id": "North", "name": "The North"})"}}},
      {On::kHills, {}, {{R"("tickets": {)", R"("tickets": {"more": [{"a": "A", "b": "North", "points": 1}],)"}}},
      {On::kCoast, {}, {{R"(, "tunnel": false)", ""}}},
      {On::kCoast, {{R"("locomotive": 8,)", R"("locomotive": 8, "locomotive4": 0, "passenger": 0,)"}}, {}},
      {On::kCoast, {{R"("longest_path": 10)", R"("longest_path": 10, "most_tickets": 0)"}}, {}},
      // Goods nobody can collect.
      {On::kCoast,
       {},
       {{R"("name": "Coast",)", R"("name": "Coast", "goods": {"red": [1]},)"},
        {R"("lat": 1, "lon": 1})", R"("lat": 1, "lon": 1, "goods": "red"})"}}},
  };
  const std::array<std::string, 2> same = {read(On::kHills)->data_hash, read(On::kCoast)->data_hash};
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const auto edition = read(cases[i].on, cases[i].edition, cases[i].map);
    ASSERT_TRUE(edition) << i << ": " << edition.error().text();
    EXPECT_EQ(edition->data_hash, same[static_cast<std::size_t>(cases[i].on)]) << i;
  }
}

// Records of the first editions stay valid: these are the hashes they were made with.
TEST(SpecialHash, OfTheFirstEditionsIsUnchanged) {
  const auto catalog = Catalog::open({});
  EXPECT_EQ((*catalog->edition("usa-2004"))->data_hash,
            "6ea872ae3b63f27330e286194dab5b36daadb4defba920f6f4651ba8c0c3ad10");
  EXPECT_EQ((*catalog->edition("usa-2010"))->data_hash,
            "6ea872ae3b63f27330e286194dab5b36daadb4defba920f6f4651ba8c0c3ad10");
  EXPECT_EQ((*catalog->edition("usa-2025"))->data_hash,
            "2e6e0bd5a1981deeff5ff0de7d4bf612e75c45d6c01846ca72ef8ef3409f24d0");
}

// -- What is accepted can be played

using KindCounts = std::array<int, kActionKinds>;

// Random games to the end; says which kinds of actions occurred.
KindCounts play_games(const Edition& edition, int games) {
  KindCounts kinds{};
  for (int game = 0; game < games; ++game) {
    const int players = edition.min_players + game % (edition.max_players - edition.min_players + 1);
    FastChance chance(static_cast<std::uint64_t>(game));
    FastGenerator choices(static_cast<std::uint64_t>(game), 1);
    State state;
    start(edition, state, players, chance);
    while (!state.over()) {
      const int seat = state.actor();
      const Legal legal(edition, state, seat);
      if (legal.count() == 0) {
        ADD_FAILURE() << "game " << game << ": nothing to do";
        return kinds;
      }
      const Action action = legal.nth(static_cast<int>(choices.pick(legal.count())));
      ++kinds[static_cast<std::size_t>(action.kind)];
      apply_legal(edition, state, seat, action, chance);
      if (const std::string_view fault = find_fault(edition, state); !fault.empty()) {
        ADD_FAILURE() << "game " << game << ", behind \"" << text(edition, action) << "\": " << fault;
        return kinds;
      }
    }
    score(edition, state);
  }
  return kinds;
}

TEST(SpecialPlay, GamesOnTheHills) {
  const auto edition = read(On::kHills);
  ASSERT_TRUE(edition) << edition.error().text();
  const KindCounts kinds = play_games(*edition, 200);
  for (const ActionKind kind :
       {ActionKind::kDraw, ActionKind::kTake, ActionKind::kTickets, ActionKind::kKeep, ActionKind::kClaim,
        ActionKind::kPlace, ActionKind::kSkip, ActionKind::kMove, ActionKind::kGo, ActionKind::kStop}) {
    EXPECT_GT(kinds[static_cast<std::size_t>(kind)], 20) << static_cast<int>(kind);
  }
}

TEST(SpecialPlay, GamesOnTheCoast) {
  const auto edition = read(On::kCoast);
  ASSERT_TRUE(edition) << edition.error().text();
  const KindCounts kinds = play_games(*edition, 200);
  for (const ActionKind kind : {ActionKind::kDraw, ActionKind::kTake, ActionKind::kTickets, ActionKind::kKeep,
                                ActionKind::kClaim, ActionKind::kPay, ActionKind::kDecline, ActionKind::kStation}) {
    EXPECT_GT(kinds[static_cast<std::size_t>(kind)], 20) << static_cast<int>(kind);
  }
}

// Less usual combinations.
TEST(SpecialPlay, GamesOfVariants) {
  struct Case {
    On on;
    std::vector<Change> edition;
    std::vector<Change> map;
  };
  const Case cases[] = {
      {On::kHills, {{"shuffled_in", "under"}}, {}},
      {On::kHills, {{"shuffled_in", "leave"}, {R"("keep_later": 1)", R"("keep_later": 2)"}}, {}},
      {On::kHills,
       {{"shuffled_in", "shuffled_under"}, {R"("mix": 2)", R"("mix": 4)"}, {R"("max": 4)", R"("max": 2)"}},
       {}},
      {On::kHills, {{R"("passengers": 2)", R"("stations": {"each": 2, "points_unbuilt": 4})"}}, {}},
      {On::kHills, {{R"("passengers": 2,)", ""}}, {}},
      {On::kHills,
       {{R"("locomotive4": 3, )", ""}, {R"("total": 53)", R"("total": 50)"}},
       {{R"("length": 2, "color": "gray"})", R"("length": 2, "color": "gray", "ferry": 2})"}}},
      {On::kCoast,
       {{R"({"name": "long", "count": 5, "deal": 1, "draw": 0}, )", ""},
        {R"("deal": 3, "draw": 3})", R"("deal": 3, "draw": 4}, {"name": "long", "count": 5, "deal": 1, "draw": 0})"}},
       {}},
      {On::kCoast, {{R"("deal": 3)", R"("deal": 0)"}, {R"("keep_at_start": 2)", R"("keep_at_start": 1)"}}, {}},
      {On::kCoast,
       {{R"({"name": "long", "count": 5, "deal": 1, "draw": 0}, )", ""},
        {R"("offered")", R"("chosen")"},
        {R"("leave")", R"("under")"}},
       {}},
  };
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    SCOPED_TRACE(i);
    const auto edition = read(cases[i].on, cases[i].edition, cases[i].map);
    ASSERT_TRUE(edition) << edition.error().text();
    play_games(*edition, 60);
  }
}

}  // namespace
}  // namespace fogg
