// Mistakes in what not every edition has: of a bad file the first one is named, with file and place.
#include <ostream>

#include "data_boards.h"
#include "engine/state.h"

namespace fogg {
namespace {

using namespace test;

struct SpecialCase {
  const char* name;
  On on;
  In in;
  std::vector<Change> changes;
  const char* where;
  const char* part;
  bool map_alone = true;  // the map is refused by itself, too
};

std::ostream& operator<<(std::ostream& out, const SpecialCase& bad) { return out << bad.name; }

class SpecialBadFile : public testing::TestWithParam<SpecialCase> {};

TEST_P(SpecialBadFile, IsRefused) {
  const SpecialCase& bad = GetParam();
  const bool in_map = bad.in == In::kMap;
  const Texts files = in_map ? texts(bad.on, {}, bad.changes) : texts(bad.on, bad.changes, {});
  const char* file = in_map ? kMapFile : kEditionFile;
  const auto edition = read(files);
  ASSERT_FALSE(edition) << "accepted";
  expect_error(edition.error(), file, bad.where, bad.part);
  const auto board = read_map(kMapFile, files.map);
  ASSERT_EQ(board.has_value(), !in_map || !bad.map_alone);
  if (!board) expect_error(board.error(), file, bad.where, bad.part);
}

std::string case_name(const testing::TestParamInfo<SpecialCase>& info) { return info.param.name; }

constexpr On kHills = On::kHills;
constexpr On kCoast = On::kCoast;

INSTANTIATE_TEST_SUITE_P(
    Routes, SpecialBadFile,
    testing::Values(
        SpecialCase{"FerryWithoutSymbols",
                    kCoast,
                    In::kMap,
                    {{R"("ferry": 2)", R"("ferry": 0)"}},
                    "routes[1].ferry",
                    "must be from 1 to 6, is 0"},
        SpecialCase{"FerryWithMoreSymbolsThanSpaces",
                    kCoast,
                    In::kMap,
                    {{R"("ferry": 2)", R"("ferry": 7)"}},
                    "routes[1].ferry",
                    "must be from 1 to 6, is 7"},
        SpecialCase{"FerryYes",
                    kCoast,
                    In::kMap,
                    {{R"("ferry": 2)", R"("ferry": true)"}},
                    "routes[1].ferry",
                    "must be a whole number"},
        SpecialCase{"FerryOfAColor",
                    kCoast,
                    In::kMap,
                    {{R"("length": 6, "color": "gray", "ferry": 2)", R"("length": 6, "color": "red", "ferry": 2)"}},
                    "routes[1]",
                    "a ferry must be gray"},
        SpecialCase{"FerryAndTunnel",
                    kCoast,
                    In::kMap,
                    {{R"("ferry": 2)", R"("ferry": 2, "tunnel": true)"}},
                    "routes[1]",
                    "cannot be a ferry and a tunnel"},
        SpecialCase{"TunnelIsANumber",
                    kCoast,
                    In::kMap,
                    {{R"("tunnel": true)", R"("tunnel": 1)"}},
                    "routes[2].tunnel",
                    "must be true or false"},
        SpecialCase{"TunnelIsAText",
                    kCoast,
                    In::kMap,
                    {{R"("tunnel": true)", R"("tunnel": "yes")"}},
                    "routes[2].tunnel",
                    "must be true or false"},
        SpecialCase{"TunnelIsNull",
                    kCoast,
                    In::kMap,
                    {{R"("tunnel": true)", R"("tunnel": null)"}},
                    "routes[2].tunnel",
                    "must be true or false"},
        SpecialCase{"TunnelBesideAnOpenRoute",
                    kCoast,
                    In::kMap,
                    {{R"("length": 2, "color": "gray", "tunnel": true)", R"("length": 2, "color": "gray")"}},
                    "routes[4]",
                    "parallel routes must be of the same kind"},
        SpecialCase{"FerryBesideAnOpenRoute",
                    kCoast,
                    In::kMap,
                    {{R"("length": 3, "color": "gray", "ferry": 1)", R"("length": 3, "color": "gray")"}},
                    "routes[7]",
                    "parallel routes must be of the same kind"},
        SpecialCase{"FerriesWithDifferentSymbols",
                    kCoast,
                    In::kMap,
                    {{R"("length": 3, "color": "gray", "ferry": 1)", R"("length": 3, "color": "gray", "ferry": 2)"}},
                    "routes[7]",
                    "parallel routes must be of the same kind"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Countries, SpecialBadFile,
    testing::Values(
        SpecialCase{"Unknown",
                    kHills,
                    In::kMap,
                    {{R"("country": "South")", R"("country": "West")"}},
                    "cities[10].country",
                    "unknown country \"West\""},
        SpecialCase{"ACityIsNoCountry",
                    kHills,
                    In::kMap,
                    {{R"("country": "South")", R"("country": "A")"}},
                    "cities[10].country",
                    "unknown country \"A\""},
        SpecialCase{"NoneAtAll",
                    kCoast,
                    In::kMap,
                    {{R"("lat": 1, "lon": 1})", R"("lat": 1, "lon": 1, "country": "X"})"}},
                    "cities[0].country",
                    "unknown country \"X\""},
        SpecialCase{"IsANumber",
                    kHills,
                    In::kMap,
                    {{R"("country": "South")", R"("country": 1)"}},
                    "cities[10].country",
                    "must be a text"},
        SpecialCase{"Twice",
                    kHills,
                    In::kMap,
                    {{R"({"id": "South")", R"({"id": "North")"}},
                    "countries[1]",
                    "country \"North\" is there twice"},
        SpecialCase{"WithoutEndPoint",
                    kHills,
                    In::kMap,
                    {{R"("name": "The South"})", R"("name": "The South"}, {"id": "West", "name": "The West"})"}},
                    "countries",
                    "no city is an end point of \"West\""},
        SpecialCase{"NamedAsACity",
                    kHills,
                    In::kMap,
                    {{R"("name": "The South"})", R"("name": "The South"}, {"id": "B", "name": "B"})"}},
                    "cities[1]",
                    "\"B\" is a city and a country"},
        SpecialCase{"IdWithDash",
                    kHills,
                    In::kMap,
                    {{R"({"id": "South")", R"({"id": "So-uth")"}},
                    "countries[1].id",
                    "not allowed in a name"},
        SpecialCase{"WithoutName",
                    kHills,
                    In::kMap,
                    {{R"(, "name": "The South"})", "}"}},
                    "countries[1]",
                    "key \"name\" is missing"},
        SpecialCase{"WithUnknownKey",
                    kHills,
                    In::kMap,
                    {{R"("name": "The South")", R"("name": "The South", "lat": 1)"}},
                    "countries[1]",
                    "unknown key \"lat\""},
        SpecialCase{"AreAnObject",
                    kCoast,
                    In::kMap,
                    {{R"("name": "Coast",)", R"("name": "Coast", "countries": {},)"}},
                    "countries",
                    "must be a list"},
        SpecialCase{"RouteBetweenTwoOfOne",
                    kHills,
                    In::kMap,
                    {{R"({"a": "A", "b": "N1", "length": 2)", R"({"a": "N2", "b": "N1", "length": 2)"}},
                    "routes[15]",
                    "joins two end points of countries"},
        SpecialCase{"RouteBetweenTwo",
                    kHills,
                    In::kMap,
                    {{R"({"a": "S1", "b": "E")", R"({"a": "S1", "b": "N1")"}},
                    "routes[18]",
                    "joins two end points of countries"},
        SpecialCase{
            "EndPointWithTwoNeighbours",
            kHills,
            In::kMap,
            {{R"({"a": "S1", "b": "E", "length": 2, "color": "gray"})",
              R"({"a": "S1", "b": "E", "length": 2, "color": "gray"}, {"a": "D", "b": "S1", "length": 1, "color": "red"})"}},
            "routes[19]",
            "all routes of the end point \"S1\" must lead to the same city"},
        SpecialCase{"Goods",
                    kHills,
                    In::kMap,
                    {{R"("country": "South")", R"("country": "South", "goods": "red")"}},
                    "cities[10].goods",
                    "there are no goods in a country"},
        SpecialCase{"TicketToItself",
                    kHills,
                    In::kMap,
                    {{R"("b": "South", "points": 8)", R"("b": "North", "points": 8)"}},
                    "tickets.long[0]",
                    "leads from a place to itself"},
        SpecialCase{"TicketToItsOwnEndPoint",
                    kHills,
                    In::kMap,
                    {{R"("b": "South", "points": 8)", R"("b": "N2", "points": 8)"}},
                    "tickets.long[0]",
                    "leads from a country to an end point of its own"},
        SpecialCase{"TicketFromItsOwnEndPoint",
                    kHills,
                    In::kMap,
                    {{R"({"a": "A", "b": "South", "points": 8})", R"({"a": "S1", "b": "South", "points": 8})"}},
                    "tickets.long[2]",
                    "leads from a country to an end point of its own"},
        SpecialCase{"TicketTurnedRound",
                    kHills,
                    In::kMap,
                    {{R"({"a": "A", "b": "South", "points": 8})", R"({"a": "South", "b": "North", "points": 8})"}},
                    "tickets.long[2]",
                    "the same two cities are there twice"},
        SpecialCase{"TicketToAnUnknown",
                    kHills,
                    In::kMap,
                    {{R"({"a": "A", "b": "South", "points": 8})", R"({"a": "A", "b": "West", "points": 8})"}},
                    "tickets.long[2].b",
                    "unknown city \"West\""},
        SpecialCase{"ARouteLeadsToACity",
                    kHills,
                    In::kMap,
                    {{R"({"a": "S1", "b": "E")", R"({"a": "South", "b": "E")"}},
                    "routes[18].a",
                    "unknown city \"South\""}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Goods, SpecialBadFile,
    testing::Values(
        SpecialCase{"UnknownPile",
                    kHills,
                    In::kMap,
                    {{R"("goods": "white")", R"("goods": "green")"}},
                    "cities[1].goods",
                    "unknown goods \"green\""},
        SpecialCase{"NoPiles",
                    kHills,
                    In::kMap,
                    {{R"("goods": {"red": [4, 3, 2], "white": [2]},)", ""}},
                    "cities[0].goods",
                    "unknown goods \"red\""},
        SpecialCase{"Ascending",
                    kHills,
                    In::kMap,
                    {{"[4, 3, 2]", "[4, 2, 3]"}},
                    "goods.red[2]",
                    "the highest tile must come first"},
        SpecialCase{"TooMany",
                    kHills,
                    In::kMap,
                    {{"[4, 3, 2]", "[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9]"}},
                    "goods.red",
                    "must have 1 to 15 entries, has 16"},
        SpecialCase{
            "EmptyPile", kHills, In::kMap, {{"[4, 3, 2]", "[]"}}, "goods.red", "must have 1 to 15 entries, has 0"},
        SpecialCase{"WorthNothing",
                    kHills,
                    In::kMap,
                    {{"[4, 3, 2]", "[4, 3, 0]"}},
                    "goods.red[2]",
                    "must be from 1 to 50, is 0"},
        SpecialCase{"WorthTooMuch",
                    kHills,
                    In::kMap,
                    {{"[4, 3, 2]", "[51, 3, 2]"}},
                    "goods.red[0]",
                    "must be from 1 to 50, is 51"},
        SpecialCase{"PileIsANumber", kHills, In::kMap, {{"[4, 3, 2]", "4"}}, "goods.red", "must be a list"},
        SpecialCase{"AreAList",
                    kHills,
                    In::kMap,
                    {{R"({"red": [4, 3, 2], "white": [2]})", "[4, 3, 2]"}},
                    "goods",
                    "must be an object"},
        SpecialCase{"OfACityAreAList",
                    kHills,
                    In::kMap,
                    {{R"("goods": "white")", R"("goods": [2])"}},
                    "cities[1].goods",
                    "must be a text"}),
    case_name);

constexpr const char* kLongDeck = R"({"name": "long", "count": 5, "deal": 1, "draw": 0})";
constexpr const char* kRegularDeck = R"({"name": "regular", "count": 14, "deal": 3, "draw": 3})";

INSTANTIATE_TEST_SUITE_P(
    Decks, SpecialBadFile,
    testing::Values(
        SpecialCase{"DrawFromBoth",
                    kCoast,
                    In::kEdition,
                    {{R"("draw": 0)", R"("draw": 1)"}},
                    "tickets.decks",
                    "only one deck can be drawn from, unless there is a mix"},
        SpecialCase{"DrawFromNone",
                    kCoast,
                    In::kEdition,
                    {{R"("draw": 3)", R"("draw": 0)"}},
                    "tickets.decks",
                    "there is no deck to draw from"},
        SpecialCase{"DealTooMany",
                    kCoast,
                    In::kEdition,
                    {{R"("deal": 3)", R"("deal": 5)"}, {R"("max": 4)", R"("max": 2)"}},
                    "tickets.decks",
                    "deal 6 tickets in all, must be 1 to 5"},
        SpecialCase{"DealNone",
                    kCoast,
                    In::kEdition,
                    {{R"("deal": 1)", R"("deal": 0)"}, {R"("deal": 3)", R"("deal": 0)"}},
                    "tickets.decks",
                    "deal 0 tickets in all, must be 1 to 5"},
        SpecialCase{
            "NoDeal", kCoast, In::kEdition, {{R"("deal": 1, )", ""}}, "tickets.decks[0]", "key \"deal\" is missing"},
        SpecialCase{
            "NoDraw", kCoast, In::kEdition, {{R"(, "draw": 0)", ""}}, "tickets.decks[0]", "key \"draw\" is missing"},
        SpecialCase{"DealNegative",
                    kCoast,
                    In::kEdition,
                    {{R"("deal": 1)", R"("deal": -1)"}},
                    "tickets.decks[0].deal",
                    "must be from 0 to 5, is -1"},
        SpecialCase{"DrawFive",
                    kCoast,
                    In::kEdition,
                    {{R"("draw": 3)", R"("draw": 5)"}},
                    "tickets.decks[1].draw",
                    "must be from 0 to 4, is 5"},
        SpecialCase{"OneDeckMustBeDrawnFrom",
                    kCoast,
                    In::kEdition,
                    {{std::string(kLongDeck) + ", ", ""}, {R"("draw": 3)", R"("draw": 0)"}},
                    "tickets.decks[0].draw",
                    "must be from 1 to 4, is 0"},
        SpecialCase{"TheSameTwice",
                    kCoast,
                    In::kEdition,
                    {{kLongDeck, kRegularDeck}},
                    "tickets.decks[1].name",
                    "this deck is there twice"},
        SpecialCase{"Three",
                    kCoast,
                    In::kEdition,
                    {{kLongDeck, std::string(kLongDeck) + "," + kLongDeck}},
                    "tickets.decks",
                    "must have 1 to 2 entries, has 3"},
        SpecialCase{"Unknown",
                    kCoast,
                    In::kEdition,
                    {{R"("name": "long")", R"("name": "longer")"}},
                    "tickets.decks[0].name",
                    "map \"coast\" has no tickets \"longer\""},
        SpecialCase{"CountOfTheSecond",
                    kCoast,
                    In::kEdition,
                    {{R"("count": 14)", R"("count": 19)"}},
                    "tickets.decks[1].count",
                    "says 19, but the map has 14 tickets \"regular\""},
        SpecialCase{"TooFewToDeal",
                    kCoast,
                    In::kEdition,
                    {{R"("deal": 1)", R"("deal": 2)"}},
                    "tickets.decks[0].count",
                    "too few tickets to deal 2 to each of 4 players"},
        SpecialCase{"TheSameCitiesInBoth",
                    kCoast,
                    In::kMap,
                    {{R"({"a": "A", "b": "D", "points": 4})", R"({"a": "F", "b": "A", "points": 4})"}},
                    "tickets.regular[1]",
                    "the same two cities are in the other deck of the edition",
                    false},
        SpecialCase{"OrderChosenWithTwo",
                    kCoast,
                    In::kEdition,
                    {{R"("offered")", R"("chosen")"}},
                    "tickets.return_order",
                    "the order can be chosen with one deck only"},
        SpecialCase{"OrderChosenWithAMix",
                    kHills,
                    In::kEdition,
                    {{R"("offered")", R"("chosen")"}},
                    "tickets.return_order",
                    "the order can be chosen with one deck only"},
        SpecialCase{"ReturnsUnderADeckNotDrawnFrom",
                    kCoast,
                    In::kEdition,
                    {{R"("leave")", R"("under")"}},
                    "tickets.start_returns",
                    "must be \"leave\" with a deck that is not drawn from"},
        SpecialCase{"ReturnsIntoADeckNotDrawnFrom",
                    kCoast,
                    In::kEdition,
                    {{R"("leave")", R"("shuffled_in")"}},
                    "tickets.start_returns",
                    "must be \"leave\" with a deck that is not drawn from"},
        SpecialCase{"KeepMoreThanDealt",
                    kCoast,
                    In::kEdition,
                    {{R"("keep_at_start": 2)", R"("keep_at_start": 5)"}},
                    "tickets.keep_at_start",
                    "must be from 1 to 4, is 5"},
        SpecialCase{"KeepMoreThanDrawn",
                    kCoast,
                    In::kEdition,
                    {{R"("keep_later": 1)", R"("keep_later": 4)"}},
                    "tickets.keep_later",
                    "must be from 1 to 3, is 4"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Mix, SpecialBadFile,
    testing::Values(
        SpecialCase{"WithDeal",
                    kHills,
                    In::kEdition,
                    {{R"("count": 8})", R"("count": 8, "deal": 2})"}},
                    "tickets.decks[0]",
                    "unknown key \"deal\""},
        SpecialCase{"WithDraw",
                    kHills,
                    In::kEdition,
                    {{R"({"name": "long", "count": 8})", R"({"name": "long", "count": 8, "draw": 2})"}},
                    "tickets.decks[1]",
                    "unknown key \"draw\""},
        SpecialCase{"OneDeck",
                    kHills,
                    In::kEdition,
                    {{R"(, {"name": "long", "count": 8})", ""}},
                    "tickets.decks",
                    "must have 2 entries, has 1"},
        SpecialCase{
            "Zero", kHills, In::kEdition, {{R"("mix": 2)", R"("mix": 0)"}}, "tickets.mix", "must be from 1 to 4, is 0"},
        SpecialCase{
            "Five", kHills, In::kEdition, {{R"("mix": 2)", R"("mix": 5)"}}, "tickets.mix", "must be from 1 to 4, is 5"},
        SpecialCase{
            "Yes", kHills, In::kEdition, {{R"("mix": 2)", R"("mix": true)"}}, "tickets.mix", "must be a whole number"},
        SpecialCase{"TooFewOfOneDeck",
                    kHills,
                    In::kEdition,
                    {{R"("mix": 2)", R"("mix": 3)"}},
                    "tickets.decks[0].count",
                    "too few tickets to deal 3 to each of 4 players"},
        SpecialCase{"KeepMoreAtStart",
                    kHills,
                    In::kEdition,
                    {{R"("keep_at_start": 1)", R"("keep_at_start": 3)"}},
                    "tickets.keep_at_start",
                    "must be from 1 to 2, is 3"},
        SpecialCase{"KeepMoreLater",
                    kHills,
                    In::kEdition,
                    {{R"("keep_later": 1)", R"("keep_later": 3)"}},
                    "tickets.keep_later",
                    "must be from 1 to 2, is 3"},
        SpecialCase{
            "WithoutMix", kHills, In::kEdition, {{R"("mix": 2,)", ""}}, "tickets.decks[0]", "key \"deal\" is missing"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(Edition, SpecialBadFile,
                         testing::Values(SpecialCase{"NoStations",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"("each": 3)", R"("each": 0)"}},
                                                     "stations.each",
                                                     "must be from 1 to 3, is 0"},
                                         SpecialCase{"FourStations",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"("each": 3)", R"("each": 4)"}},
                                                     "stations.each",
                                                     "must be from 1 to 3, is 4"},
                                         SpecialCase{"StationsAreANumber",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"({"each": 3, "points_unbuilt": 4})", "3"}},
                                                     "stations",
                                                     "must be an object"},
                                         SpecialCase{"StationsWithoutPoints",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"(, "points_unbuilt": 4)", ""}},
                                                     "stations",
                                                     "key \"points_unbuilt\" is missing"},
                                         SpecialCase{"StationsWithUnknownKey",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"("each": 3)", R"("each": 3, "cost": 1)"}},
                                                     "stations",
                                                     "unknown key \"cost\""},
                                         SpecialCase{"StationsWithNegativePoints",
                                                     kCoast,
                                                     In::kEdition,
                                                     {{R"("points_unbuilt": 4)", R"("points_unbuilt": -4)"}},
                                                     "stations.points_unbuilt",
                                                     "must be from 0 to 99, is -4"},
                                         SpecialCase{"NoPassengers",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("passengers": 2)", R"("passengers": 0)"}},
                                                     "passengers",
                                                     "must be from 1 to 3, is 0"},
                                         SpecialCase{"FourPassengers",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("passengers": 2)", R"("passengers": 4)"}},
                                                     "passengers",
                                                     "must be from 1 to 3, is 4"},
                                         SpecialCase{"PassengersAreAnObject",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("passengers": 2)", R"("passengers": {"each": 2})"}},
                                                     "passengers",
                                                     "must be a whole number"},
                                         SpecialCase{"MostTicketsNegative",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("most_tickets": 8)", R"("most_tickets": -8)"}},
                                                     "bonus.most_tickets",
                                                     "must be from 0 to 99, is -8"},
                                         SpecialCase{"UnknownTie",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("most_goods"])", R"("most_trains"])"}},
                                                     "ties[1]",
                                                     "unknown rule for ties \"most_trains\""},
                                         SpecialCase{"TieTwice",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("most_goods"])", R"("most_goods", "most_tickets"])"}},
                                                     "ties[2]",
                                                     "this rule is there twice"},
                                         SpecialCase{
                                             "FiveTies",
                                             kHills,
                                             In::kEdition,
                                             {{R"("most_goods"])",
                                               R"("most_goods", "longest_path", "fewest_stations", "most_tickets"])"}},
                                             "ties",
                                             "must have 0 to 4 entries, has 5"},
                                         SpecialCase{"NoTies",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("most_tickets": 8},)", R"("most_tickets": 8})"},
                                                      {R"("ties": ["most_tickets", "most_goods"])", ""}},
                                                     "",
                                                     "key \"ties\" is missing"},
                                         SpecialCase{"TiesAreAText",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"(["most_tickets", "most_goods"])", R"("most_tickets")"}},
                                                     "ties",
                                                     "must be a list"},
                                         SpecialCase{"UnverifiedIsAText",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"(["the numbers"])", R"("the numbers")"}},
                                                     "unverified",
                                                     "must be a list"},
                                         SpecialCase{"UnverifiedIsAListOfNumbers",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"(["the numbers"])", "[1]"}},
                                                     "unverified[0]",
                                                     "must be a text"},
                                         SpecialCase{"TotalWithoutFours",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("total": 53)", R"("total": 50)"}},
                                                     "cards.total",
                                                     "says 50, but the kinds add up to 53"},
                                         SpecialCase{"TotalWithoutPassengers",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("total": 53)", R"("total": 49)"}},
                                                     "cards.total",
                                                     "says 49, but the kinds add up to 53"},
                                         SpecialCase{"ManyFours",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("locomotive4": 3)", R"("locomotive4": 128)"}},
                                                     "cards.locomotive4",
                                                     "must be from 0 to 127, is 128"},
                                         SpecialCase{"PassengerCardsNegative",
                                                     kHills,
                                                     In::kEdition,
                                                     {{R"("passenger": 4)", R"("passenger": -1)"}},
                                                     "cards.passenger",
                                                     "must be from 0 to 127, is -1"}),
                         case_name);

const Change kFoursOfTheCoast = {R"("locomotive": 8,)", R"("locomotive": 7, "locomotive4": 1,)"};

INSTANTIATE_TEST_SUITE_P(
    Together, SpecialBadFile,
    testing::Values(SpecialCase{"FoursWithFerriesAndTunnels",
                                kCoast,
                                In::kEdition,
                                {kFoursOfTheCoast},
                                "cards.locomotive4",
                                "cannot be combined with ferries or tunnels"},
                    SpecialCase{"PassengersWithTunnels",
                                kCoast,
                                In::kEdition,
                                {{R"("stations": {"each": 3, "points_unbuilt": 4})", R"("passengers": 1)"}},
                                "passengers",
                                "cannot be combined with tunnels"},
                    SpecialCase{
                        "PassengersWithStations",
                        kHills,
                        In::kEdition,
                        {{R"("passengers": 2)", R"("passengers": 2, "stations": {"each": 1, "points_unbuilt": 1})"}},
                        "passengers",
                        "cannot be combined with stations"}),
    case_name);

// The same, where it takes changes of both files.
TEST(SpecialBadFileTogether, FoursWithOneFerryOrTunnelOrAVeryLongRoute) {
  const Change open = {R"("length": 2, "color": "gray"})", R"("length": 2, "color": "gray", "ferry": 1})"};
  auto edition = read(On::kHills, {}, {open});
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "cards.locomotive4", "cannot be combined with ferries or tunnels");
  edition = read(On::kHills, {{R"("passengers": 2,)", ""}},
                 {{R"("length": 2, "color": "gray"})", R"("length": 2, "color": "gray", "tunnel": true})"}});
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "cards.locomotive4", "cannot be combined with ferries or tunnels");
  const Change points = {"15, 18]", "15, 18, 21]"};
  edition = read(On::kHills, {points}, {{R"("length": 5, "color": "gray")", R"("length": 8, "color": "gray")"}});
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "cards.locomotive4", "gray routes of more than 7 spaces");
  edition = read(On::kHills, {points}, {{R"("length": 7, "color": "black")", R"("length": 8, "color": "black")"}});
  EXPECT_TRUE(edition) << edition.error().text();
}

TEST(SpecialBadFileTogether, DeckOfAMixMustBeOneWord) {
  const auto edition =
      read(On::kHills, {{R"("name": "short")", R"("name": "the short")"}}, {{R"("short": [)", R"("the short": [)"}});
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "tickets.decks[0].name", "must be one word");
}

TEST(SpecialBadFileTogether, KindsOfFerries) {
  // Lengths 2 to 6 with 1 to 3 symbols: 14 kinds that are possible, and of length 7 as many more as wanted.
  auto map_with = [](int kinds) {
    std::string routes;
    std::string cities;
    int made = 0;
    for (int length = 2; length <= 7; ++length) {
      for (int symbols = 1; symbols <= std::min(3, length) && made < kinds; ++symbols, ++made) {
        const std::string id = "X" + std::to_string(made);
        cities += R"({"id": ")" + id + R"(", "name": "X", "lat": 0, "lon": 0},)";
        routes += R"({"a": "A", "b": ")" + id + R"(", "length": )" + std::to_string(length) +
                  R"(, "color": "gray", "ferry": )" + std::to_string(symbols) + "},";
      }
    }
    EXPECT_EQ(made, kinds);
    // The coast has two of these kinds and (2, 1), which are there already.
    return changed(kCoastMap,
                   {{R"("cities": [)", R"("cities": [)" + cities}, {R"("routes": [)", R"("routes": [)" + routes}});
  };
  const auto most = read_edition(kEditionFile, kCoastEdition, kMapFile, map_with(16));
  ASSERT_TRUE(most) << most.error().text();
  EXPECT_EQ(most->ferries.size(), 16U);
  const auto more = read_map(kMapFile, map_with(17));
  ASSERT_FALSE(more);
  expect_error(more.error(), kMapFile, "routes",
               "17 different kinds of ferries (length and symbols), at most 16 are possible");
}

// So many different tickets between the cities of the coast and others, which hang on it.
Texts with_many_tickets(int of_long, int of_regular) {
  std::vector<std::string> ids = {"A", "B", "C", "D", "E", "F", "G", "H"};
  std::string cities;
  std::string routes;
  for (int i = 0; i < 8; ++i) {
    ids.push_back("X" + std::to_string(i));
    cities += R"({"id": ")" + ids.back() + R"(", "name": "X", "lat": 0, "lon": 0},)";
    routes += R"({"a": "A", "b": ")" + ids.back() + R"(", "length": 1, "color": "gray"},)";
  }
  std::vector<std::string> tickets;
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b)
      tickets.push_back(R"({"a": ")" + ids[a] + R"(", "b": ")" + ids[b] + R"(", "points": 5})");
  }
  auto list = [&tickets](int number) {
    std::string out;
    for (int i = 0; i < number; ++i) {
      out += (i == 0 ? "" : ",") + tickets.back();
      tickets.pop_back();
    }
    return out;
  };
  std::string map = changed(
      kCoastMap, {{R"("cities": [)", R"("cities": [)" + cities}, {R"("routes": [)", R"("routes": [)" + routes}});
  map.resize(map.find(R"("tickets": {)"));
  map += R"("tickets": {"long": [)" + list(of_long) + R"(], "regular": [)" + list(of_regular) + "]}}";
  return {changed(kCoastEdition, {{R"("count": 5)", R"("count": )" + std::to_string(of_long)},
                                  {R"("count": 14)", R"("count": )" + std::to_string(of_regular)}}),
          map};
}

TEST(SpecialBadFileTogether, TooManyTickets) {
  auto edition = read(with_many_tickets(6, 40));
  ASSERT_TRUE(edition) << edition.error().text();
  EXPECT_LE(edition->state_bytes(), static_cast<int>(sizeof(State)));
  // In all.
  edition = read(with_many_tickets(30, 67));
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "tickets.decks[1].count", "more than 96 tickets in all");
  // For a position that has stations and tunnels besides.
  Texts files = with_many_tickets(6, 80);
  edition = read(files);
  ASSERT_FALSE(edition);
  expect_error(edition.error(), kEditionFile, "tickets", "too many tickets for the engine");
  // Without them it would do.
  files.edition = changed(files.edition, {{R"("stations": {"each": 3, "points_unbuilt": 4},)", ""}});
  for (std::size_t at = 0; (at = files.map.find(R"(, "tunnel": true)")) != std::string::npos;) files.map.erase(at, 16);
  edition = read(files);
  EXPECT_TRUE(edition) << edition.error().text();
}

// Names of piles are anybody's choice; the message they get into stays one line.
TEST(SpecialBadFileTogether, NamesOfPilesInMessages) {
  for (const std::string& name : {std::string(R"(\u001b\n)"), std::string(100000, 'x')}) {
    const auto board =
        read_map(kMapFile, changed(kHillsMap, {{R"("goods": {"red")", R"("goods": {")" + name + R"(": [0], "red")"}}));
    ASSERT_FALSE(board);
    EXPECT_TRUE(is_one_line(board.error().text()));
    EXPECT_LT(board.error().text().size(), 1000U);
    EXPECT_EQ(board.error().message, "must be from 1 to 50, is 0");
  }
}

}  // namespace
}  // namespace fogg
