// Map and edition files: those we ship are right, and of a bad one the first mistake is named, with file and place.
#include <map>
#include <ostream>
#include <set>

#include "data/embedded.h"
#include "data_support.h"
#include "engine/state.h"

namespace fogg {
namespace {

using namespace test;

std::string embedded(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return std::string(file.text);
  }
  ADD_FAILURE() << path << " is not embedded";
  return {};
}

std::string edition_text() { return embedded("editions/usa-2004.json"); }
std::string map_text() { return embedded("maps/usa.json"); }

// -- What we ship

struct Expected {
  std::string board;
  std::size_t cities;
  std::size_t routes;
  int tickets;
};
const std::map<std::string, Expected> kExpected = {
    {"europe", {"europe", 47, 101, 46}},     {"maerklin", {"germany", 49, 110, 46}}, {"usa-1910", {"usa", 36, 100, 35}},
    {"usa-2004", {"usa", 36, 100, 30}},      {"usa-2010", {"usa", 36, 100, 30}},     {"usa-2025", {"usa", 36, 100, 33}},
    {"usa-bigcities", {"usa", 36, 100, 35}}, {"usa-mega", {"usa", 36, 100, 69}}};

// What was counted when the maps were compared with their sources.
TEST(ShippedData, BoardsHaveWhatTheyShould) {
  const auto catalog = Catalog::open({});
  const Edition europe = **catalog->edition("europe");
  int tunnels = 0;
  int ferries = 0;
  int spaces = 0;
  for (const Route& route : europe.board.routes) {
    tunnels += route.tunnel ? 1 : 0;
    ferries += route.ferry > 0 ? 1 : 0;
    spaces += route.length;
  }
  EXPECT_EQ(tunnels, 18);
  EXPECT_EQ(ferries, 13);
  EXPECT_EQ(spaces, 300);
  EXPECT_TRUE(europe.board.unverified.empty());
  const Edition maerklin = **catalog->edition("maerklin");
  int tiles = 0;
  int value = 0;
  for (const City& city : maerklin.board.cities) {
    tiles += static_cast<int>(city.goods.size());
    for (const std::uint8_t tile : city.goods) value += tile;
    EXPECT_TRUE(city.country < 0 || city.goods.empty());
  }
  EXPECT_EQ(tiles, 74);
  EXPECT_EQ(value, 22 + 6 * 9 + 12 * 6 + 16 * 2);
  EXPECT_EQ(maerklin.board.countries.size(), 5U);
  EXPECT_EQ(std::popcount(maerklin.country_ends), 14);
  EXPECT_EQ(std::ranges::count(maerklin.board.routes, 3, &Route::track), 2);
  EXPECT_EQ(maerklin.board.unverified.size(), 4U);
  for (const char* id : {"usa-2025", "usa-1910", "usa-mega", "usa-bigcities"})
    EXPECT_EQ((*catalog->edition(id))->unverified.size(), 1U);
}

TEST(ShippedData, EveryEditionLoads) {
  const auto catalog = Catalog::open({});
  ASSERT_TRUE(catalog) << catalog.error().text();
  const std::vector<std::string> ids = catalog->edition_ids();
  EXPECT_EQ(ids, (std::vector<std::string>{"europe", "maerklin", "usa-1910", "usa-2004", "usa-2010", "usa-2025",
                                           "usa-bigcities", "usa-mega"}));
  for (const std::string& id : ids) {
    SCOPED_TRACE(id);
    const auto edition = catalog->edition(id);
    ASSERT_TRUE(edition) << edition.error().text();
    const Edition& e = **edition;
    EXPECT_EQ(e.id, id);
    const Expected& expected = kExpected.at(id);
    EXPECT_EQ(e.board.id, expected.board);
    EXPECT_EQ(e.board.cities.size(), expected.cities);
    EXPECT_EQ(e.board.routes.size(), expected.routes);
    EXPECT_EQ(e.ticket_count(), expected.tickets);
    EXPECT_EQ(e.total_cards(), id == "maerklin" ? 118 : 110);
    EXPECT_EQ(e.trains, 45);
    EXPECT_EQ(e.min_players, 2);
    EXPECT_EQ(e.max_players, 5);
    EXPECT_EQ(e.seats.size(), 5U);
    EXPECT_LE(e.state_bytes(), static_cast<int>(sizeof(State)));
    EXPECT_EQ(e.data_hash.size(), 64U);
  }
}

TEST(ShippedData, EmbeddedFilesAreMapsAndEditionsOnly) {
  std::set<std::string> paths;
  for (const EmbeddedFile& file : embedded_files()) {
    EXPECT_TRUE(file.path.starts_with("maps/") || file.path.starts_with("editions/")) << file.path;
    EXPECT_TRUE(paths.emplace(file.path).second) << file.path << " is there twice";
    EXPECT_TRUE(file.text.ends_with("\n")) << file.path;
  }
  EXPECT_TRUE(paths.contains("maps/usa.json"));
}

TEST(ShippedData, MapByItself) {
  const auto board = read_map(kMapFile, map_text());
  ASSERT_TRUE(board) << board.error().text();
  EXPECT_EQ(board->name, "North America");
  EXPECT_FALSE(board->notes.empty());
  EXPECT_TRUE(board->unverified.empty());
  int spaces = 0;
  int doubles = 0;
  for (const Route& route : board->routes) {
    spaces += route.length;
    doubles += route.track == 2 ? 1 : 0;
  }
  EXPECT_EQ(spaces, 309);
  EXPECT_EQ(doubles, 22);
}

TEST(ShippedData, EditionsThatPlayAlikeShareTheirHash) {
  const auto catalog = Catalog::open({});
  ASSERT_TRUE(catalog);
  const std::string first = (*catalog->edition("usa-2004"))->data_hash;
  EXPECT_EQ(first, (*catalog->edition("usa-2010"))->data_hash);
  EXPECT_NE(first, (*catalog->edition("usa-2025"))->data_hash);
}

// What does not matter for play does not change the hash; what matters does.
TEST(ShippedData, HashNamesWhatMatters) {
  auto hash_of = [](const std::vector<Change>& edition, const std::vector<Change>& map) {
    const auto e = read_edition(kEditionFile, changed(edition_text(), edition), kMapFile, changed(map_text(), map));
    EXPECT_TRUE(e) << e.error().text();
    return e ? e->data_hash : std::string();
  };
  const std::string same = hash_of({}, {});
  EXPECT_EQ(same, hash_of({{"USA (2004)", "Another name"}}, {}));
  EXPECT_EQ(same, hash_of({{R"("id": "usa-2004")", R"("id": "other")"}}, {}));
  EXPECT_EQ(same, hash_of({}, {{"North America", "Elsewhere"}}));
  EXPECT_EQ(same, hash_of({}, {{R"("lat": 33.75)", R"("lat": 34)"}}));
  EXPECT_NE(same, hash_of({{R"("trains": 45)", R"("trains": 44)"}}, {}));
  EXPECT_NE(same, hash_of({{R"("row_reset_at": 3)", R"("row_reset_at": 4)"}}, {}));
  EXPECT_NE(same, hash_of({}, {{R"("length": 5, "color": "blue")", R"("length": 5, "color": "red")"}}));
  EXPECT_NE(same, hash_of({}, {{R"("b": "Seattle", "points": 22)", R"("b": "Seattle", "points": 21)"}}));
}

// Numbers at the edges of what is allowed.
TEST(ShippedData, LimitsThemselvesAreAllowed) {
  const std::vector<Change> cases[] = {
      {{R"("trains": 45)", R"("trains": 63)"}},
      {{R"("trains": 45)", R"("trains": 1)"}, {R"("last_round_at": 2)", R"("last_round_at": 0)"}},
      {{R"("last_round_at": 2)", R"("last_round_at": 44)"}},
      {{R"("locomotive": 14)", R"("locomotive": 31)"}, {R"("total": 110)", R"("total": 127)"}},
      {{R"("hand_at_start": 4)", R"("hand_at_start": 0)"}},
      {{R"("hand_at_start": 4)", R"("hand_at_start": 20)"}},
      {{R"("row_reset_at": 3)", R"("row_reset_at": 2)"}},
      {{R"("row_reset_at": 3)", R"("row_reset_at": 5)"}},
      {{R"("deal": 3)", R"("deal": 5)"}},
      {{R"("draw": 3)", R"("draw": 4)"}, {R"("offered")", R"("chosen")"}},
      {{R"("longest_path": 10)", ""}},
      {{R"({"min": 2, "max": 5})", R"({"min": 4, "max": 4})"}},
      {{"[1, 2, 4, 7, 10, 15]", "[1, 2, 4, 7, 10, 15, 18, 21]"}},
  };
  for (const auto& changes : cases) {
    const auto edition = read_edition(kEditionFile, changed(edition_text(), changes), kMapFile, map_text());
    EXPECT_TRUE(edition) << changes.front().to << ": " << edition.error().text();
  }
}

// -- Bad files, one thing changed in each

struct BadCase {
  const char* name;
  In in;
  std::vector<Change> changes;
  const char* where;
  const char* part;
};

std::ostream& operator<<(std::ostream& out, const BadCase& bad) { return out << bad.name; }

class BadFile : public testing::TestWithParam<BadCase> {};

TEST_P(BadFile, IsRefused) {
  const BadCase& bad = GetParam();
  const bool in_map = bad.in == In::kMap;
  const std::string edition = in_map ? edition_text() : changed(edition_text(), bad.changes);
  const std::string map = in_map ? changed(map_text(), bad.changes) : map_text();
  const char* file = in_map ? kMapFile : kEditionFile;
  const auto read = read_edition(kEditionFile, edition, kMapFile, map);
  ASSERT_FALSE(read) << "accepted";
  expect_error(read.error(), file, bad.where, bad.part);
  const auto board = read_map(kMapFile, map);
  ASSERT_EQ(board.has_value(), !in_map);
  if (in_map) expect_error(board.error(), file, bad.where, bad.part);
}

std::string case_name(const testing::TestParamInfo<BadCase>& info) { return info.param.name; }

constexpr const char* kCalgaryHelena = R"({"a": "Calgary", "b": "Helena", "length": 4, "color": "gray"})";
constexpr const char* kFirstRoute = R"({"a": "Atlanta", "b": "Charleston", "length": 2, "color": "gray"})";
constexpr const char* kFirstTicket = R"({"a": "NewYork", "b": "Seattle", "points": 22})";
constexpr const char* kSecondTicket = R"({"a": "LosAngeles", "b": "NewYork", "points": 21})";
constexpr const char* kFirstCity = R"({"id": "Atlanta", "name": "Atlanta", "lat": 33.75, "lon": -84.39})";

INSTANTIATE_TEST_SUITE_P(
    Routes, BadFile,
    testing::Values(BadCase{"UnknownCityA",
                            In::kMap,
                            {{kCalgaryHelena, R"({"a": "Calgry", "b": "Helena", "length": 4, "color": "gray"})"}},
                            "routes[11].a",
                            "unknown city \"Calgry\""},
                    BadCase{"UnknownCityB",
                            In::kMap,
                            {{kCalgaryHelena, R"({"a": "Calgary", "b": "helena", "length": 4, "color": "gray"})"}},
                            "routes[11].b",
                            "unknown city \"helena\""},
                    BadCase{"SelfRoute",
                            In::kMap,
                            {{kCalgaryHelena, R"({"a": "Calgary", "b": "Calgary", "length": 4, "color": "gray"})"}},
                            "routes[11]",
                            "to itself"},
                    BadCase{"UnequalDoubles",
                            In::kMap,
                            {{R"("b": "NewOrleans", "length": 4, "color": "yellow")",
                              R"("b": "NewOrleans", "length": 3, "color": "yellow")"}},
                            "routes[4]",
                            "equally long, these have 4 and 3"},
                    BadCase{"ParallelsNotAdjacent",
                            In::kMap,
                            {{kCalgaryHelena, R"({"a": "Atlanta", "b": "Miami", "length": 5, "color": "red"})"}},
                            "routes[11]",
                            "must follow each other"},
                    BadCase{"ParallelsTurnedRound",
                            In::kMap,
                            {{R"("a": "Atlanta", "b": "NewOrleans", "length": 4, "color": "yellow")",
                              R"("a": "NewOrleans", "b": "Atlanta", "length": 4, "color": "yellow")"}},
                            "routes[4]",
                            "in the same order"},
                    BadCase{"FourParallels",
                            In::kMap,
                            {{kFirstRoute,
                              std::string(kFirstRoute) + "," + kFirstRoute + "," + kFirstRoute + "," + kFirstRoute}},
                            "routes[3]",
                            "more than three parallel routes"},
                    BadCase{"NegativeLength",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": -5, "color": "blue")"}},
                            "routes[1].length",
                            "must be from 1 to 8, is -5"},
                    BadCase{"ZeroLength",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 0, "color": "blue")"}},
                            "routes[1].length",
                            "must be from 1 to 8, is 0"},
                    BadCase{"LengthNine",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 9, "color": "blue")"}},
                            "routes[1].length",
                            "must be from 1 to 8, is 9"},
                    BadCase{"LengthWith32BitsTooMany",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 4294967301, "color": "blue")"}},
                            "routes[1].length",
                            "is 4294967301"},
                    BadCase{"LengthOf64Bits",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 18446744073709551615, "color": "blue")"}},
                            "routes[1].length",
                            "must be from 1 to 8, is 18446744073709551615"},
                    BadCase{"LengthNotWhole",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5.0, "color": "blue")"}},
                            "routes[1].length",
                            "must be a whole number"},
                    BadCase{"LengthAsText",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": "5", "color": "blue")"}},
                            "routes[1].length",
                            "must be a whole number"},
                    BadCase{"WrongColor",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5, "color": "brown")"}},
                            "routes[1].color",
                            "unknown color \"brown\""},
                    BadCase{"LocomotiveIsNoColor",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5, "color": "locomotive")"}},
                            "routes[1].color",
                            "unknown color \"locomotive\""},
                    BadCase{"ColorNull",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5, "color": null)"}},
                            "routes[1].color",
                            "must be a text"},
                    BadCase{"RouteWithoutColor",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5)"}},
                            "routes[1]",
                            "key \"color\" is missing"},
                    BadCase{"RouteWithUnknownKey",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5, "color": "blue", "bridge": 1)"}},
                            "routes[1]",
                            "unknown key \"bridge\""},
                    BadCase{"RouteIsAList",
                            In::kMap,
                            {{kFirstRoute, R"(["Atlanta", "Charleston", 2, "gray"])"}},
                            "routes[0]",
                            "must be an object"},
                    BadCase{"RouteKeyTwice",
                            In::kMap,
                            {{R"("length": 5, "color": "blue")", R"("length": 5, "length": 5, "color": "blue")"}},
                            "line 50, column 56",
                            "key \"length\" is there twice"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Cities, BadFile,
    testing::Values(
        BadCase{"DuplicateCity",
                In::kMap,
                {{R"({"id": "Boston", "name": "Boston")", R"({"id": "Atlanta", "name": "Boston")"}},
                "cities[1]",
                "city \"Atlanta\" is there twice"},
        BadCase{"CityIdWithBlank",
                In::kMap,
                {{R"("id": "ElPaso")", R"("id": "El Paso")"}},
                "cities[8].id",
                "not allowed in a name"},
        BadCase{"CityIdWithDash",
                In::kMap,
                {{R"("id": "ElPaso")", R"("id": "El-Paso")"}},
                "cities[8].id",
                "not allowed in a name"},
        BadCase{"CityIdWithUmlaut",
                In::kMap,
                {{R"("id": "Montreal")", R"("id": "Montréal")"}},
                "cities[16].id",
                "not allowed in a name"},
        BadCase{"CityIdEmpty",
                In::kMap,
                {{R"("id": "ElPaso")", R"("id": "")"}},
                "cities[8].id",
                "must have 1 to 40 characters"},
        BadCase{"CityIdTooLong",
                In::kMap,
                {{R"("id": "ElPaso")", "\"id\": \"" + std::string(41, 'x') + "\""}},
                "cities[8].id",
                "must have 1 to 40 characters"},
        BadCase{"CityNameWithNewline",
                In::kMap,
                {{R"("name": "El Paso")", R"("name": "El\nPaso")"}},
                "cities[8].name",
                "control character"},
        BadCase{"CityNameWithNul",
                In::kMap,
                {{R"("name": "El Paso")", R"("name": "El\u0000Paso")"}},
                "cities[8].name",
                "control character"},
        BadCase{"LatitudeOut",
                In::kMap,
                {{R"("lat": 33.75)", R"("lat": 90.5)"}},
                "cities[0].lat",
                "must be from -90 to 90"},
        BadCase{"LongitudeOut",
                In::kMap,
                {{R"("lon": -84.39)", R"("lon": -184.39)"}},
                "cities[0].lon",
                "must be from -180 to 180"},
        BadCase{"LatitudeBeyondDouble",
                In::kMap,
                {{R"("lat": 33.75)", R"("lat": 1e999)"}},
                "cities[0].lat",
                "must be from -90 to 90"},
        BadCase{"LatitudeAsText",
                In::kMap,
                {{R"("lat": 33.75)", R"("lat": "33.75")"}},
                "cities[0].lat",
                "must be a number"},
        BadCase{"CityWithoutId", In::kMap, {{R"("id": "Atlanta", )", ""}}, "cities[0]", "key \"id\" is missing"},
        BadCase{
            "CityMissing", In::kMap, {{std::string(kFirstCity) + ",", ""}}, "routes[0].a", "unknown city \"Atlanta\""}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Tickets, BadFile,
    testing::Values(BadCase{"UnknownCityA",
                            In::kMap,
                            {{kFirstTicket, R"({"a": "New York", "b": "Seattle", "points": 22})"}},
                            "tickets.classic[0].a",
                            "unknown city \"New York\""},
                    BadCase{"UnknownCityB",
                            In::kMap,
                            {{kSecondTicket, R"({"a": "LosAngeles", "b": "Newyork", "points": 21})"}},
                            "tickets.classic[1].b",
                            "unknown city \"Newyork\""},
                    BadCase{"SameTicketTwice",
                            In::kMap,
                            {{kSecondTicket, kFirstTicket}},
                            "tickets.classic[1]",
                            "the same two cities are there twice"},
                    BadCase{"SameTicketTurnedRound",
                            In::kMap,
                            {{kSecondTicket, R"({"a": "Seattle", "b": "NewYork", "points": 5})"}},
                            "tickets.classic[1]",
                            "the same two cities are there twice"},
                    BadCase{"ToItself",
                            In::kMap,
                            {{kFirstTicket, R"({"a": "Seattle", "b": "Seattle", "points": 22})"}},
                            "tickets.classic[0]",
                            "to itself"},
                    BadCase{"NoPoints",
                            In::kMap,
                            {{kFirstTicket, R"({"a": "NewYork", "b": "Seattle", "points": 0})"}},
                            "tickets.classic[0].points",
                            "must be from 1 to 99, is 0"},
                    BadCase{"ManyPoints",
                            In::kMap,
                            {{kFirstTicket, R"({"a": "NewYork", "b": "Seattle", "points": 100})"}},
                            "tickets.classic[0].points",
                            "must be from 1 to 99, is 100"},
                    BadCase{
                        "Unreachable",
                        In::kMap,
                        {{kFirstCity, std::string(kFirstCity) +
                                          R"(, {"id": "Honolulu", "name": "Honolulu", "lat": 21.3, "lon": -157.9})"},
                         {kFirstTicket, R"({"a": "Honolulu", "b": "Seattle", "points": 22})"}},
                        "tickets.classic[0]",
                        "no routes join these cities"},
                    BadCase{"InADeckThatTheEditionDoesNotUse",
                            In::kMap,
                            {{R"("2025": [)", R"("2025": [{"a": "Rome", "b": "Seattle", "points": 1}, )"}},
                            "tickets.2025[0].a",
                            "unknown city \"Rome\""},
                    BadCase{"EmptyDeck",
                            In::kMap,
                            {{R"("2025": [)", R"("none": [], "2025": [)"}},
                            "tickets.none",
                            "must have 1 to 96 entries, has 0"},
                    BadCase{"DeckTwice",
                            In::kMap,
                            {{R"("2025": [)", R"("classic": [)"}},
                            "line 183, column 13",
                            "key \"classic\" is there twice"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    MapRoot, BadFile,
    testing::Values(
        BadCase{"UnknownKey",
                In::kMap,
                {{R"("format": 1,)", R"("format": 1, "citties": [],)"}},
                "",
                "unknown key \"citties\""},
        BadCase{"MissingKey", In::kMap, {{R"("id": "usa",)", ""}}, "", "key \"id\" is missing"},
        BadCase{"FormatTwo", In::kMap, {{R"("format": 1)", R"("format": 2)"}}, "format", "must be 1, is 2"},
        BadCase{"NameIsANumber", In::kMap, {{R"("North America")", "7"}}, "name", "must be a text"},
        BadCase{"IdWithSlash", In::kMap, {{R"("id": "usa")", R"("id": "../usa")"}}, "id", "not allowed in a name"},
        BadCase{"NoteIsANumber", In::kMap, {{"\"notes\": [", "\"notes\": [5, "}}, "notes[0]", "must be a text"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Edition, BadFile,
    testing::Values(
        BadCase{"UnknownKey",
                In::kEdition,
                {{R"("trains": 45)", R"("trains": 45, "tunnels": true)"}},
                "",
                "unknown key \"tunnels\""},
        BadCase{"UnknownKeyInside",
                In::kEdition,
                {{R"("max": 5)", R"("max": 5, "best": 4)"}},
                "players",
                "unknown key \"best\""},
        BadCase{"MissingKey", In::kEdition, {{R"("trains": 45,)", ""}}, "", "key \"trains\" is missing"},
        BadCase{"MissingKeyInside",
                In::kEdition,
                {{R"("hand_at_start": 4,)", ""}},
                "cards",
                "key \"hand_at_start\" is missing"},
        BadCase{"MissingMap", In::kEdition, {{R"("map": "usa",)", ""}}, "", "key \"map\" is missing"},
        BadCase{"MapIsANumber", In::kEdition, {{R"("map": "usa")", R"("map": 1)"}}, "map", "must be a text"},
        BadCase{
            "MapWithSlash", In::kEdition, {{R"("map": "usa")", R"("map": "../usa")"}}, "map", "not allowed in a name"},
        BadCase{"KeyTwice",
                In::kEdition,
                {{R"("trains": 45)", R"("trains": 45, "trains": 44)"}},
                "line 11, column 24",
                "key \"trains\" is there twice"},
        BadCase{"KeyTwiceEscaped",
                In::kEdition,
                {{R"("trains": 45)", R"("trains": 45, "tr\u0061ins": 44)"}},
                "line 11, column 29",
                "key \"trains\" is there twice"},
        BadCase{
            "WrongType", In::kEdition, {{R"("trains": 45)", R"("trains": [45])"}}, "trains", "must be a whole number"},
        BadCase{
            "PlayersIsAList", In::kEdition, {{R"({"min": 2, "max": 5})", "[2, 5]"}}, "players", "must be an object"},
        BadCase{
            "OnePlayer", In::kEdition, {{R"("min": 2)", R"("min": 1)"}}, "players.min", "must be from 2 to 5, is 1"},
        BadCase{
            "SixPlayers", In::kEdition, {{R"("max": 5)", R"("max": 6)"}}, "players.max", "must be from 2 to 5, is 6"},
        BadCase{"MostBelowLeast",
                In::kEdition,
                {{R"({"min": 2, "max": 5})", R"({"min": 4, "max": 3})"}},
                "players.max",
                "must be from 4 to 5, is 3"},
        BadCase{"SeatsTooFew", In::kEdition, {{R"(, "black"],)", "],"}}, "seats", "must have 5 entries, has 4"},
        BadCase{"SeatsTooMany",
                In::kEdition,
                {{R"(, "black"],)", R"(, "black", "white"],)"}},
                "seats",
                "must have 5 entries, has 6"},
        BadCase{"SeatTwice",
                In::kEdition,
                {{R"("yellow", "black"],)", R"("yellow", "red"],)"}},
                "seats[4]",
                "this seat is there twice"},
        BadCase{"SeatNotAName",
                In::kEdition,
                {{R"("yellow", "black"],)", R"("yellow", "bl ack"],)"}},
                "seats[4]",
                "not allowed in a name"},
        BadCase{
            "NoTrains", In::kEdition, {{R"("trains": 45)", R"("trains": 0)"}}, "trains", "must be from 1 to 63, is 0"},
        BadCase{"ManyTrains",
                In::kEdition,
                {{R"("trains": 45)", R"("trains": 64)"}},
                "trains",
                "must be from 1 to 63, is 64"},
        BadCase{"LastRoundAtOnce",
                In::kEdition,
                {{R"("last_round_at": 2)", R"("last_round_at": 45)"}},
                "last_round_at",
                "must be from 0 to 44, is 45"},
        BadCase{"LastRoundNegative",
                In::kEdition,
                {{R"("last_round_at": 2)", R"("last_round_at": -1)"}},
                "last_round_at",
                "must be from 0 to 44, is -1"},
        BadCase{"NoPointsForSix",
                In::kEdition,
                {{"7, 10, 15]", "7, 10]"}},
                "route_points",
                "no points for a route of length 6"},
        BadCase{"PointsForNine",
                In::kEdition,
                {{"10, 15]", "10, 15, 18, 21, 24]"}},
                "route_points",
                "must have 1 to 8 entries, has 9"},
        BadCase{"PointsNegative",
                In::kEdition,
                {{"[1, 2, 4,", "[1, 2, -4,"}},
                "route_points[2]",
                "must be from 0 to 99, is -4"},
        BadCase{"CardTotal",
                In::kEdition,
                {{R"("total": 110)", R"("total": 111)"}},
                "cards.total",
                "says 111, but the kinds add up to 110"},
        BadCase{"CardsOfOneKind",
                In::kEdition,
                {{R"("red": 12)", R"("red": 11)"}},
                "cards.total",
                "says 110, but the kinds add up to 109"},
        BadCase{"CardsNegative",
                In::kEdition,
                {{R"("red": 12)", R"("red": -12)"}},
                "cards.red",
                "must be from 0 to 127, is -12"},
        BadCase{"CardsTooMany",
                In::kEdition,
                {{R"("red": 12)", R"("red": 256)"}},
                "cards.red",
                "must be from 0 to 127, is 256"},
        BadCase{"CardsTogetherTooMany",
                In::kEdition,
                {{R"("red": 12)", R"("red": 30)"}, {R"("total": 110)", R"("total": 128)"}},
                "cards.total",
                "must be from 1 to 127, is 128"},
        BadCase{"CardKindMissing", In::kEdition, {{R"("red": 12, )", ""}}, "cards", "key \"red\" is missing"},
        BadCase{"CardKindUnknown", In::kEdition, {{R"("red": 12)", R"("pink": 12)"}}, "cards", "unknown key \"pink\""},
        BadCase{"DeckTooSmall",
                In::kEdition,
                {{R"("purple": 12, "white": 12, "blue": 12, "yellow": 12, )",
                  R"("purple": 1, "white": 1, "blue": 1, "yellow": 1, )"},
                 {R"("orange": 12, "black": 12, "red": 12, "green": 12)",
                  R"("orange": 1, "black": 1, "red": 1, "green": 4)"},
                 {R"("total": 110)", R"("total": 25)"}},
                "cards.total",
                "too few cards to begin with 5 players: 26 are needed"},
        BadCase{"RowOfSix", In::kEdition, {{R"("row": 5)", R"("row": 6)"}}, "cards.row", "must be 5, is 6"},
        BadCase{"ResetAtOne",
                In::kEdition,
                {{R"("row_reset_at": 3)", R"("row_reset_at": 1)"}},
                "cards.row_reset_at",
                "must be from 2 to 5, is 1"},
        BadCase{"TicketCount",
                In::kEdition,
                {{R"("count": 30)", R"("count": 31)"}},
                "tickets.decks[0].count",
                "says 31, but the map has 30 tickets \"classic\""},
        BadCase{"UnknownDeck",
                In::kEdition,
                {{R"("name": "classic")", R"("name": "mystery")"}},
                "tickets.decks[0].name",
                "map \"usa\" has no tickets \"mystery\""},
        BadCase{"NoDeck",
                In::kEdition,
                {{R"([{"name": "classic", "count": 30, "deal": 3, "draw": 3}])", "[]"}},
                "tickets.decks",
                "must have 1 to 2 entries, has 0"},
        BadCase{"TwoDecks",
                In::kEdition,
                {{R"("draw": 3}])", R"("draw": 3}, {}])"}},
                "tickets.decks[1]",
                "key \"name\" is missing"},
        BadCase{"DealSix",
                In::kEdition,
                {{R"("deal": 3)", R"("deal": 6)"}},
                "tickets.decks[0].deal",
                "must be from 1 to 5, is 6"},
        BadCase{"DrawFive",
                In::kEdition,
                {{R"("draw": 3)", R"("draw": 5)"}},
                "tickets.decks[0].draw",
                "must be from 1 to 4, is 5"},
        BadCase{"KeepMoreThanDealt",
                In::kEdition,
                {{R"("keep_at_start": 2)", R"("keep_at_start": 4)"}},
                "tickets.keep_at_start",
                "must be from 1 to 3, is 4"},
        BadCase{"KeepNothing",
                In::kEdition,
                {{R"("keep_later": 1)", R"("keep_later": 0)"}},
                "tickets.keep_later",
                "must be from 1 to 3, is 0"},
        BadCase{"StartReturns",
                In::kEdition,
                {{R"("under")", R"("over")"}},
                "tickets.start_returns",
                "must be \"under\", \"shuffled_under\", \"leave\" or \"shuffled_in\", is \"over\""},
        BadCase{"ReturnOrder",
                In::kEdition,
                {{R"("offered")", R"("random")"}},
                "tickets.return_order",
                "must be \"offered\" or \"chosen\", is \"random\""},
        BadCase{"BonusUnknown",
                In::kEdition,
                {{R"("longest_path": 10)", R"("most_trains": 10)"}},
                "bonus",
                "unknown key \"most_trains\""},
        BadCase{"BonusNegative",
                In::kEdition,
                {{R"("longest_path": 10)", R"("longest_path": -10)"}},
                "bonus.longest_path",
                "must be from 0 to 99, is -10"},
        BadCase{"FormatMissing", In::kEdition, {{R"("format": 1,)", ""}}, "", "key \"format\" is missing"},
        BadCase{"IdMissing", In::kEdition, {{R"("id": "usa-2004",)", ""}}, "", "key \"id\" is missing"}),
    case_name);

// A whole part of another type than it should be.
TEST(BadFileTogether, PartsOfTheWrongType) {
  const std::string tiny = R"({"format": 1, "id": "tiny", "name": "Tiny", "notes": ["x"],
    "cities": [{"id": "A", "name": "A", "lat": 0, "lon": 0}, {"id": "B", "name": "B", "lat": 0, "lon": 1}],
    "routes": [{"a": "A", "b": "B", "length": 1, "color": "red"}],
    "tickets": {"one": [{"a": "A", "b": "B", "points": 1}]}})";
  ASSERT_TRUE(read_map(kMapFile, tiny));
  struct Case {
    Change change;
    const char* where;
    const char* part;
  };
  const Case cases[] = {
      {{R"(["x"])", R"("x")"}, "notes", "must be a list"},
      {{R"(["x"])", "[[\"x\"]]"}, "notes[0]", "must be a text"},
      {{R"([{"id": "A", "name": "A", "lat": 0, "lon": 0}, {"id": "B", "name": "B", "lat": 0, "lon": 1}])", "{}"},
       "cities",
       "must be a list"},
      {{R"({"id": "B", "name": "B", "lat": 0, "lon": 1})", "null"}, "cities[1]", "must be an object"},
      {{R"(, {"id": "B", "name": "B", "lat": 0, "lon": 1})", ""}, "cities", "must have 2 to 64 entries, has 1"},
      {{R"([{"a": "A", "b": "B", "length": 1, "color": "red"}])", "true"}, "routes", "must be a list"},
      {{R"({"a": "A", "b": "B", "length": 1, "color": "red"})", ""}, "routes", "must have 1 to 128 entries, has 0"},
      {{R"({"one": [{"a": "A", "b": "B", "points": 1}]})", "[]"}, "tickets", "must be an object"},
      {{R"([{"a": "A", "b": "B", "points": 1}])", "{}"}, "tickets.one", "must be a list"},
      {{R"({"a": "A", "b": "B", "points": 1})", "[]"}, "tickets.one[0]", "must be an object"},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.change.from + " -> " + bad.change.to);
    const auto board = read_map(kMapFile, changed(tiny, {bad.change}));
    ASSERT_FALSE(board);
    expect_error(board.error(), kMapFile, bad.where, bad.part);
  }
}

TEST(BadFileTogether, TooFewTicketsToDeal) {
  // Ten tickets left of thirty: five players cannot be dealt three each.
  std::string map = map_text();
  const std::size_t begin = map.find("\"classic\": [");
  std::size_t end = begin;
  for (int i = 0; i < 10; ++i) end = map.find("},", end) + 2;
  map.replace(end - 1, map.find("\"2025\"") - end + 1, "], ");
  const auto read =
      read_edition(kEditionFile, changed(edition_text(), {{R"("count": 30)", R"("count": 10)"}}), kMapFile, map);
  ASSERT_FALSE(read);
  expect_error(read.error(), kEditionFile, "tickets.decks[0].count", "too few tickets to deal 3 to each of 5 players");
}

TEST(BadFileTogether, TooManyTicketsForTheEngine) {
  // 96 tickets of which always four are drawn and one is kept: the log of them would not fit a State.
  const auto board = read_map(kMapFile, map_text());
  ASSERT_TRUE(board);
  std::string tickets;
  for (std::size_t a = 0, number = 0; number < 96; ++a) {
    for (std::size_t b = a + 1; b < board->cities.size() && number < 96; ++b, ++number) {
      tickets += (number == 0 ? "" : ", ") + std::string(R"({"a": ")") + board->cities[a].id + R"(", "b": ")" +
                 board->cities[b].id + R"(", "points": 5})";
    }
  }
  const std::string map = changed(map_text(), {{R"("2025": [)", R"("many": [)" + tickets + R"(], "2025": [)"}});
  const std::string edition = changed(edition_text(), {{R"("classic", "count": 30)", R"("many", "count": 96)"}});
  auto read = read_edition(kEditionFile, changed(edition, {{R"("draw": 3)", R"("draw": 4)"}}), kMapFile, map);
  ASSERT_FALSE(read);
  expect_error(read.error(), kEditionFile, "tickets", "too many tickets for the engine");
  read = read_edition(kEditionFile, changed(edition, {{R"("keep_later": 1)", R"("keep_later": 2)"}}), kMapFile, map);
  EXPECT_TRUE(read) << read.error().text();
}

TEST(BadFileTogether, TooManyCitiesAndRoutes) {
  std::string cities;
  for (int i = 0; i < 29; ++i) cities += R"({"id": "C)" + std::to_string(i) + R"(", "name": "C", "lat": 0, "lon": 0},)";
  auto board = read_map(kMapFile, changed(map_text(), {{kFirstCity, cities + kFirstCity}}));
  ASSERT_FALSE(board);
  expect_error(board.error(), kMapFile, "cities", "must have 2 to 64 entries, has 65");
  std::string routes;
  for (int i = 0; i < 29; ++i) routes += std::string(kFirstRoute) + ",";
  board = read_map(kMapFile, changed(map_text(), {{kFirstRoute, routes + kFirstRoute}}));
  ASSERT_FALSE(board);
  expect_error(board.error(), kMapFile, "routes", "must have 1 to 128 entries, has 129");
}

// Words of a file get into messages; they may be long, and they may be anything.
TEST(BadFileTogether, MessagesStayOneLineAndShort) {
  const std::string key = std::string(100000, 'k') + R"(\n\u0000\u001b)";
  const std::string bad[] = {
      changed(map_text(), {{R"("id": "usa")", "\"" + key + R"(": 1, "id": "usa")"}}),
      changed(map_text(), {{R"("2025": [)", "\"" + key + R"(": [7], "2025": [)"}}),
      changed(map_text(), {{R"("2025": [)", R"("a\nb": [7], "2025": [)"}}),
      changed(map_text(), {{R"("id": "usa")", R"("i\nd": 1, "id": "usa")"}}),
      changed(map_text(), {{R"("id": "usa")", "\"" + key + "\": 1, \"" + key + R"(": 1, "id": "usa")"}}),
  };
  for (const std::string& text : bad) {
    const auto board = read_map(kMapFile, text);
    ASSERT_FALSE(board);
    EXPECT_TRUE(is_one_line(board.error().text())) << board.error().text();
    EXPECT_LT(board.error().text().size(), 1000U);
    EXPECT_FALSE(board.error().message.empty());
  }
  // Cut between characters: every byte of a character that is shown is there.
  std::string umlauts;
  for (int i = 0; i < 300; ++i) umlauts += "ü";
  for (const char* before : {"", "x"}) {
    const auto board =
        read_map(kMapFile, changed(map_text(), {{R"("id": "usa")", "\"" + (before + umlauts) + R"(": 1)"}}));
    ASSERT_FALSE(board);
    const std::string& message = board.error().message;
    EXPECT_EQ(std::ranges::count(message, '\xC3'), std::ranges::count(message, '\xBC')) << message;
  }
}

// -- Broken JSON

struct BrokenCase {
  const char* name;
  std::string text;
  const char* where;
  const char* part;
};

std::ostream& operator<<(std::ostream& out, const BrokenCase& broken) { return out << broken.name; }

class BrokenJson : public testing::TestWithParam<BrokenCase> {};

TEST_P(BrokenJson, IsRefusedAsMapAndAsEdition) {
  const BrokenCase& broken = GetParam();
  const auto board = read_map(kMapFile, broken.text);
  ASSERT_FALSE(board);
  expect_error(board.error(), kMapFile, broken.where, broken.part);
  auto edition = read_edition(kEditionFile, broken.text, kMapFile, map_text());
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, broken.where, broken.part);
  edition = read_edition(kEditionFile, edition_text(), kMapFile, broken.text);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kMapFile, broken.where, broken.part);
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BrokenJson,
    testing::Values(
        BrokenCase{"Empty", "", "line 1, column 1", "broken JSON (incomplete JSON)"},
        BrokenCase{"BlanksOnly", " \n\n  ", "line 3, column 3", "broken JSON (incomplete JSON)"},
        BrokenCase{"Truncated", "{\"format\": 1,\n  \"id\": \"u", "line 2, column 11", "broken JSON (incomplete JSON)"},
        BrokenCase{"TruncatedAfterNumber", "{\"format\": 1", "line 1, column 13", "broken JSON (incomplete JSON)"},
        BrokenCase{"ExtraData", "{\"format\": 1}\n{\"format\": 1}\n", "line 2, column 1", "broken JSON (extra data)"},
        BrokenCase{"ExtraBracket", "{\"format\": 1}}", "line 1, column 14", "broken JSON (extra data)"},
        BrokenCase{"CommaAtTheEnd", "{\n  \"format\": 1,\n}", "line 3, column 1", "broken JSON (syntax error)"},
        BrokenCase{"CommaMissing", "{\n  \"format\": 1\n  \"id\": 2}", "line 3, column 3",
                   "broken JSON (syntax error)"},
        BrokenCase{"ColonMissing", "{\"format\" 1}", "line 1, column 11", "broken JSON (syntax error)"},
        BrokenCase{"Comment", "// a map\n{}", "line 1, column 1", "broken JSON (syntax error)"},
        BrokenCase{"SingleQuotes", "{'format': 1}", "line 1, column 2", "broken JSON (syntax error)"},
        BrokenCase{"NotANumber", "{\"format\": NaN}", "line 1, column 12", "broken JSON (syntax error)"},
        BrokenCase{"LeadingZero", "{\"format\": 01}", "line 1, column 13", "broken JSON"},
        BrokenCase{"LoneMinus", "{\"format\": -}", "line 1, column 13", "broken JSON"},
        BrokenCase{"ExponentTooLarge", "{\"format\": 1e99999999999}", "line 1, column 23",
                   "broken JSON (exponent overflow)"},
        BrokenCase{"NewlineInText", "{\"id\": \"a\nb\"}", "line 1, column 10", "broken JSON"},
        BrokenCase{"NulByte", std::string("{\"id\": \0\"a\"}", 12), "line 1, column 8", "broken JSON (syntax error)"},
        BrokenCase{"NulByteInText", std::string("{\"id\": \"a\0b\"}", 13), "line 1, column 10", "broken JSON"},
        BrokenCase{"NulByteBehind", std::string("{}\0", 3), "line 1, column 3", "broken JSON (extra data)"},
        BrokenCase{"InvalidUtf8", "{\"id\": \"\xFF\"}", "line 1, column 9", "broken JSON"},
        BrokenCase{"CutUtf8", "{\"id\": \"\xC3\"}", "line 1, column 9", "broken JSON"},
        BrokenCase{"OverlongUtf8", "{\"id\": \"\xC0\x80\"}", "line 1, column 9", "broken JSON"},
        BrokenCase{"SurrogateInUtf8", "{\"id\": \"\xED\xA0\x80\"}", "line 1, column 9", "broken JSON"},
        BrokenCase{"LoneSurrogateEscaped", "{\"id\": \"\\ud800\"}", "line 1, column 15", "broken JSON"},
        BrokenCase{"WrongEscape", "{\"id\": \"\\x41\"}", "line 1, column 10", "broken JSON"},
        BrokenCase{"ByteOrderMark", "\xEF\xBB\xBF{}", "line 1, column 1", "broken JSON (syntax error)"},
        BrokenCase{"DeepLists", repeated("[", 100000), "line 1, column 17", "broken JSON (too deep)"},
        BrokenCase{"DeepObjects", repeated("{\"a\":", 100000), "line 1, column 81", "broken JSON (too deep)"},
        BrokenCase{"DeepAndClosed", repeated("[", 17) + repeated("]", 17), "line 1, column 17",
                   "broken JSON (too deep)"},
        BrokenCase{"NotJsonAtAll", "format = 1\n", "line 1, column 1", "broken JSON"}),
    [](const testing::TestParamInfo<BrokenCase>& tested) { return tested.param.name; });

// Whole numbers too long for any type are read as real ones; this must neither crash nor wrap round.
TEST(HugeNumbers, AreRefused) {
  for (const std::string& number :
       {std::string(1000, '9'), "-" + std::string(1000, '9'), std::string("1e400"), std::string("-1e400")}) {
    const auto edition = read_edition(
        kEditionFile, changed(edition_text(), {{R"("trains": 45)", R"("trains": )" + number}}), kMapFile, map_text());
    ASSERT_FALSE(edition);
    expect_error(edition.error(), kEditionFile, "trains", "must be a whole number");
  }
  for (const std::string number :
       {"-9223372036854775808", "9223372036854775807", "18446744073709551615", "4294967341", "-4294967251"}) {
    const auto edition = read_edition(
        kEditionFile, changed(edition_text(), {{R"("trains": 45)", R"("trains": )" + number}}), kMapFile, map_text());
    ASSERT_FALSE(edition);
    expect_error(edition.error(), kEditionFile, "trains", "must be from 1 to 63, is " + number);
  }
}

TEST(WrongRoot, IsRefused) {
  for (const char* text : {"[]", "null", "1", "\"map\"", "true"}) {
    const auto board = read_map(kMapFile, text);
    ASSERT_FALSE(board);
    expect_error(board.error(), kMapFile, "", "must be an object");
    const auto edition = read_edition(kEditionFile, text, kMapFile, map_text());
    ASSERT_FALSE(edition);
    expect_error(edition.error(), kEditionFile, "", "must be an object");
  }
}

// A file given for the other kind.
TEST(WrongRoot, MapAndEditionExchanged) {
  const auto edition = read_edition(kEditionFile, map_text(), kMapFile, edition_text());
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "", "unknown key");
  const auto board = read_map(kMapFile, edition_text());
  ASSERT_FALSE(board);
  expect_error(board.error(), kMapFile, "", "unknown key");
}

// Wherever a file is cut off, it is refused: at the very place where it ends, unless only the last newline is gone.
TEST(Truncated, EverywhereIsRefused) {
  const std::string whole = edition_text();
  const std::string map = map_text();
  for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
    const auto edition = read_edition(kEditionFile, whole.substr(0, size), kMapFile, map);
    ASSERT_FALSE(edition) << size;
    ASSERT_TRUE(edition.error().where.starts_with("line ")) << size << ": " << edition.error().text();
  }
}

// -- The catalog

TEST(CatalogOpen, UnknownEdition) {
  const auto catalog = Catalog::open({});
  ASSERT_TRUE(catalog);
  for (const char* id : {"usa-1999", "", "../editions/usa-2004", "usa-2004.json"}) {
    const auto edition = catalog->edition(id);
    ASSERT_FALSE(edition);
    expect_error(
        edition.error(), "edition \"" + std::string(id) + "\"", "",
        "unknown; there are: europe, maerklin, usa-1910, usa-2004, usa-2010, usa-2025, usa-bigcities, usa-mega");
  }
}

TEST(CatalogOpen, FolderThatDoesNotExist) {
  const Folder folder;
  const auto catalog = Catalog::open(folder.path() / "nowhere");
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("nowhere"), "", "is not a folder");
}

TEST(CatalogOpen, FileInsteadOfAFolder) {
  const Folder folder;
  folder.write("usa-2004.json", edition_text());
  const auto catalog = Catalog::open(folder.path() / "usa-2004.json");
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("usa-2004.json"), "", "is not a folder");
}

TEST(CatalogOpen, EmptyFolder) {
  const Folder folder;
  auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.path().string(), "", "has no maps/*.json or editions/*.json");
  // Folders without files, and files that are no JSON by their names, are as good as nothing.
  fs::create_directories(folder.path() / "maps");
  folder.write("editions/notes.txt", "hello");
  folder.write("stray.json", "{}");
  catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.path().string(), "", "has no maps/*.json or editions/*.json");
}

TEST(CatalogOpen, FileCalledMaps) {
  const Folder folder;
  folder.write("maps", "not a folder");
  folder.write("editions/usa-2004.json", edition_text());
  const auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("maps"), "", "cannot be read: ");
}

TEST(CatalogOpen, FolderReplacesAnEdition) {
  const Folder folder;
  folder.write("editions/usa-2004.json", changed(edition_text(), {{R"("trains": 45)", R"("trains": 30)"}}));
  const auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog) << catalog.error().text();
  EXPECT_EQ(catalog->edition_ids(), (std::vector<std::string>{"europe", "maerklin", "usa-1910", "usa-2004", "usa-2010",
                                                              "usa-2025", "usa-bigcities", "usa-mega"}));
  ASSERT_TRUE(catalog->edition("usa-2004"));
  EXPECT_EQ((*catalog->edition("usa-2004"))->trains, 30);
  EXPECT_EQ((*catalog->edition("usa-2010"))->trains, 45);
}

TEST(CatalogOpen, FolderReplacesTheMap) {
  const Folder folder;
  folder.write("maps/usa.json", changed(map_text(), {{"North America", "My America"}}));
  const auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog) << catalog.error().text();
  for (const char* id : {"usa-2004", "usa-2010", "usa-2025"})
    EXPECT_EQ((*catalog->edition(id))->board.name, "My America");
}

TEST(CatalogOpen, FolderAddsAnEditionAndAMap) {
  const Folder folder;
  folder.write("editions/tiny.json", changed(edition_text(), {{R"("id": "usa-2004")", R"("id": "tiny")"},
                                                              {R"("map": "usa")", R"("map": "small")"}}));
  folder.write("maps/small.json", changed(map_text(), {{R"("id": "usa")", R"("id": "small")"}}));
  const auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog) << catalog.error().text();
  EXPECT_EQ(catalog->edition_ids(), (std::vector<std::string>{"europe", "maerklin", "tiny", "usa-1910", "usa-2004",
                                                              "usa-2010", "usa-2025", "usa-bigcities", "usa-mega"}));
  const auto tiny = catalog->edition("tiny");
  ASSERT_TRUE(tiny) << tiny.error().text();
  EXPECT_EQ((*tiny)->board.id, "small");
  // The same data under other names: the same hash.
  EXPECT_EQ((*tiny)->data_hash, (*catalog->edition("usa-2004"))->data_hash);
}

TEST(CatalogOpen, UnknownMap) {
  const Folder folder;
  folder.write("editions/usa-2004.json", changed(edition_text(), {{R"("map": "usa")", R"("map": "mars")"}}));
  const auto edition = Catalog::open(folder.path())->edition("usa-2004");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("editions/usa-2004.json"), "map", "there is no map \"mars\"");
}

TEST(CatalogOpen, MapNotNamedOrWronglyNamed) {
  const std::pair<Change, std::pair<const char*, const char*>> cases[] = {
      {{R"("map": "usa",)", ""}, {"", "key \"map\" is missing"}},
      {{R"("map": "usa")", R"("map": "")"}, {"map", "must have 1 to 40 characters"}},
      {{R"("map": "usa")", R"("map": ["usa"])"}, {"map", "must be a text"}},
  };
  for (const auto& [change, expected] : cases) {
    const Folder folder;
    folder.write("editions/usa-2004.json", changed(edition_text(), {change}));
    const auto edition = Catalog::open(folder.path())->edition("usa-2004");
    ASSERT_FALSE(edition);
    expect_error(edition.error(), folder.shown("editions/usa-2004.json"), expected.first, expected.second);
  }
}

TEST(CatalogOpen, IdIsNotTheFilesName) {
  const Folder folder;
  folder.write("editions/mine.json", edition_text());
  folder.write("editions/other.json", changed(edition_text(), {{R"("id": "usa-2004")", R"("id": "other")"},
                                                               {R"("map": "usa")", R"("map": "atlas")"}}));
  folder.write("maps/atlas.json", map_text());
  const auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog);
  auto edition = catalog->edition("mine");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("editions/mine.json"), "id", "must be the name of the file");
  edition = catalog->edition("other");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("maps/atlas.json"), "id", "must be the name of the file");
}

TEST(CatalogOpen, BadFileInAFolder) {
  const Folder folder;
  folder.write("editions/usa-2004.json", "{\n\"format\": 1,\n");
  folder.write("editions/usa-2010.json", "");
  folder.write("maps/usa.json", changed(map_text(), {{R"("b": "Helena")", R"("b": "Helina")"}}));
  const auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog) << catalog.error().text();
  auto edition = catalog->edition("usa-2004");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("editions/usa-2004.json"), "line 3, column 1", "broken JSON");
  edition = catalog->edition("usa-2010");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("editions/usa-2010.json"), "line 1, column 1", "broken JSON");
  // An embedded edition with a bad map of the folder: the map is to blame.
  edition = catalog->edition("usa-2025");
  ASSERT_FALSE(edition);
  expect_error(edition.error(), folder.shown("maps/usa.json"), "routes[11].b", "unknown city \"Helina\"");
}

TEST(CatalogOpen, FileTooLarge) {
  const Folder folder;
  const std::string most = edition_text() + std::string((1U << 20U) - edition_text().size(), ' ');
  folder.write("editions/usa-2004.json", most);
  auto catalog = Catalog::open(folder.path());
  ASSERT_TRUE(catalog) << catalog.error().text();
  EXPECT_TRUE(catalog->edition("usa-2004"));
  folder.write("editions/usa-2004.json", most + " ");
  catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions/usa-2004.json"), "", "larger than 1 MiB");
}

TEST(CatalogOpen, DirectoryCalledLikeAFile) {
  const Folder folder;
  folder.write("editions/usa-2004.json", edition_text());
  fs::create_directories(folder.path() / "editions/x.json");
  const auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions/x.json"), "", "cannot be read: ");
}

TEST(CatalogOpen, LinkToNothing) {
  const Folder folder;
  folder.write("editions/usa-2004.json", edition_text());
  fs::create_symlink("gone.json", folder.path() / "editions/a.json");
  const auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions/a.json"), "", "cannot be read: ");
}

// Root may read everything; for as long as this lives, the test runs as somebody who may not.
class OrdinaryUser {
 public:
  OrdinaryUser() : was_(geteuid()) {
    if (was_ == 0) {
      EXPECT_EQ(seteuid(65534), 0);
    }
  }
  ~OrdinaryUser() { EXPECT_EQ(seteuid(was_), 0); }

 private:
  uid_t was_;
};

TEST(CatalogOpen, UnreadableFile) {
  const Folder folder;
  folder.write("editions/usa-2004.json", edition_text());
  fs::permissions(folder.path() / "editions/usa-2004.json", fs::perms::none);
  const OrdinaryUser user;
  const auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions/usa-2004.json"), "", "cannot be read");
}

TEST(CatalogOpen, UnreadableFolder) {
  const Folder folder;
  folder.write("editions/usa-2004.json", edition_text());
  fs::permissions(folder.path() / "editions", fs::perms::none);
  const auto catalog = [&folder] {
    const OrdinaryUser user;
    return Catalog::open(folder.path());
  }();
  fs::permissions(folder.path() / "editions", fs::perms::owner_all);
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions"), "", "cannot be read: ");
}

// Of several bad files the first by name is reported, whatever the order of the folder.
TEST(CatalogOpen, SeveralBadFiles) {
  const Folder folder;
  for (const char* name : {"d", "b", "a", "c"})
    fs::create_directories(folder.path() / "editions" / (std::string(name) + ".json"));
  const auto catalog = Catalog::open(folder.path());
  ASSERT_FALSE(catalog);
  expect_error(catalog.error(), folder.shown("editions/a.json"), "", "cannot be read: ");
}

}  // namespace
}  // namespace fogg
