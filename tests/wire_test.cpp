// Messages, one by one: keys, types and words of the contract, in both spellings.
#include "positions.h"
#include "wire_schema.h"

namespace fogg::v09 {
namespace {

using test::cards;
using test::kB;
using test::kK;
using test::kL;
using test::kR;
using test::kW;
using test::Position;

// Writes with both dialects, checks both against the contract, and gives the ordinary one.
template <typename F>
std::string written(const Edition& e, F&& write) {
  std::string camel;
  std::string capitals;
  Writer one(camel, Dialect::kCamel);
  Writer two(capitals, Dialect::kUpper);
  write(one);
  write(two);
  expect_messages(Schema(e), camel, capitals);
  return camel;
}

const Edition& usa() { return test::edition("usa-2004"); }

// -- The examples of the contract, to the byte

TEST(WireMessage, ExamplesOfTheContract) {
  EXPECT_EQ(written(usa(), [](Writer& w) { w.request(SeatColor::kBlue, TurnType::kJoin); }),
            "{\"type\":\"Request\",\"player\":\"Blue\",\"turnType\":\"Join\"}\n");
  EXPECT_EQ(written(usa(), [](Writer& w) { w.request(SeatColor::kBlue, TurnType::kTurn); }),
            "{\"type\":\"Request\",\"player\":\"Blue\",\"turnType\":\"Turn\"}\n");
  EXPECT_EQ(written(usa(), [](Writer& w) { w.joined(SeatColor::kBlue, "ada", ClientType::kPlayer); }),
            "{\"type\":\"Info\",\"turnType\":\"Join\",\"success\":true,\"player\":\"Blue\",\"playerName\":\"ada\","
            "\"clientType\":\"Player\"}\n");
  Position p("usa-2004", 2);
  p.deal({}, {kW, kK, kK, test::kP, kW});
  EXPECT_EQ(written(usa(), [&](Writer& w) { w.drew_card(SeatColor::kBlue, {kR, false}, true, p.s.row); }),
            "{\"type\":\"Info\",\"turnType\":\"DrawPassengerCars\",\"success\":true,\"player\":\"Blue\",\"drawnCard\":"
            "\"Red\",\"faceUpPassengerCarDeck\":[\"White\",\"Black\",\"Black\",\"Purple\",\"White\"],\"hiddenDeck\":"
            "false}\n");
}

TEST(WireMessage, InCapitals) {
  std::string out;
  Writer writer(out, Dialect::kUpper);
  writer.joined(SeatColor::kRed, "Ada lovelace", ClientType::kObserver);
  writer.text("Some free text");
  EXPECT_EQ(out,
            "{\"TYPE\":\"INFO\",\"TURNTYPE\":\"JOIN\",\"SUCCESS\":true,\"PLAYER\":\"RED\",\"PLAYERNAME\":\"Ada "
            "lovelace\",\"CLIENTTYPE\":\"OBSERVER\"}\n{\"TYPE\":\"INFO\",\"TEXT\":\"Some free text\"}\n");
}

TEST(WireMessage, RequestsAndRefusals) {
  for (int color = 0; color < kSeatColors; ++color) {
    const auto player = static_cast<SeatColor>(color);
    for (const TurnType type :
         {TurnType::kJoin, TurnType::kTurn, TurnType::kClaimDestinationTickets, TurnType::kDrawPassengerCars}) {
      const auto messages = messages_of(written(usa(), [&](Writer& w) { w.request(player, type); }));
      EXPECT_EQ(of_one(messages, "player"), name(player));
      EXPECT_EQ(of_one(messages, "turnType"), name(type));
    }
    for (int type = 0; type <= static_cast<int>(TurnType::kUnknown); ++type) {
      for (int code = 0; code <= static_cast<int>(ErrorCode::kWrongTurnFormat); ++code) {
        const auto messages = messages_of(written(
            usa(), [&](Writer& w) { w.refusal(player, static_cast<TurnType>(type), static_cast<ErrorCode>(code)); }));
        EXPECT_EQ(of_one(messages, "errorCode"), name(static_cast<ErrorCode>(code)));
        EXPECT_EQ(of_one(messages, "turnType"), name(static_cast<TurnType>(type)));
        EXPECT_EQ(messages[0].at("success"), false);
      }
    }
  }
}

// -- Names and free text

TEST(WireMessage, NamesComeBackAsTheyWere) {
  Position p("usa-2004", 2);
  const Scores scores = score(p.e, p.s);
  for (const std::string given :
       {"ada", "\"", "\\", "\\\"", "a\\nb", "Жанна", "語🚂", "</script>", "{\"x\":[1]}", "%s{}", "\\u0041", "TRUE"}) {
    ASSERT_TRUE(is_name(given));
    std::string upper;
    Writer(upper, Dialect::kUpper).joined(SeatColor::kRed, given, ClientType::kPlayer);
    EXPECT_EQ(of_one(messages_of(upper), "PLAYERNAME"), given);
    const auto joined =
        messages_of(written(usa(), [&](Writer& w) { w.joined(SeatColor::kRed, given, ClientType::kPlayer); }));
    EXPECT_EQ(of_one(joined, "playerName"), given);
    const auto final = messages_of(
        written(usa(), [&](Writer& w) { w.final_score(p.e, p.s, SeatColor::kRed, 0, given, scores[0], 0); }));
    EXPECT_EQ(of_one(final, "name"), given);
    EXPECT_EQ(of_one(messages_of(written(usa(), [&](Writer& w) { w.text(given); })), "text"), given);
  }
}

// Whatever a text for people has in it, it stays one line of JSON.
TEST(WireMessage, AnyTextIsOneLine) {
  std::string all;
  for (int c = 0; c < 0x80; ++c) all += static_cast<char>(c);
  std::string out;
  Writer(out, Dialect::kCamel).text(all);
  EXPECT_EQ(of_one(messages_of(out), "text"), all);
  EXPECT_EQ(std::ranges::count(out, '\n'), 1);
}

// -- The board

TEST(WireMessage, OwnBoardState) {
  Position p("usa-2004", 4);
  const Party party = odd_party();
  p.deal({cards({{kR, 2}, {kL, 1}}), cards({{kB, 5}})}, {kW, kK, kL, kR, kW});
  p.own(1, {"Montreal-NewYork", "Dallas-Houston.2"});
  p.own(0, {"Dallas-Houston.1"});
  p.play("tickets");
  auto board = [&](int seat) {
    return messages_of(written(p.e, [&](Writer& w) { w.board_state(p.e, p.s, party.colors, seat); }))[0];
  };
  const json::object mine = board(0);
  EXPECT_EQ(word(mine, "player"), "Green");
  EXPECT_EQ(json::serialize(mine.at("faceUpPassengerCarDeck")), R"(["White","Black","Rainbow","Red","White"])");
  EXPECT_EQ(number(mine, "topdownPassengerCarDeckCount"), p.s.deck_size);
  EXPECT_EQ(number(mine, "destinationTicketsCount"), 30 - 4 * 3 - 3);
  EXPECT_EQ(mine.at("finalTurn"), false);
  EXPECT_EQ(number(mine, "activePlayers"), 4);
  EXPECT_EQ(number(mine, "leftPassengerCars"), 44);
  EXPECT_EQ(json::serialize(mine.at("drawnPassengerCars")), "[0,0,0,0,0,0,2,0,1]");
  EXPECT_EQ(mine.at("drawnDestinationTickets").as_array().size(), 3U);
  EXPECT_EQ(mine.at("toBeClaimedDestinationTickets").as_array().size(), 3U);
  EXPECT_EQ(json::serialize(mine.at("ownRoutes")),
            R"([{"d1":"Dallas","d2":"Houston","cost":1,"color":"Rainbow","claimedBy":"Green"}])");
  const json::object other = board(1);
  EXPECT_EQ(word(other, "player"), "Blue");
  EXPECT_EQ(json::serialize(other.at("drawnPassengerCars")), "[0,0,5,0,0,0,0,0,0]");
  EXPECT_EQ(number(other, "leftPassengerCars"), 41);
  EXPECT_EQ(json::serialize(other.at("toBeClaimedDestinationTickets")), "[]");
  EXPECT_EQ(json::serialize(other.at("ownRoutes")),
            R"([{"d1":"Dallas","d2":"Houston","cost":1,"color":"Rainbow","claimedBy":"Blue"},)"
            R"({"d1":"Montreal","d2":"NewYork","cost":3,"color":"Blue","claimedBy":"Blue"}])");
}

// An empty place is no card: the row is shorter then.
TEST(WireMessage, RowWithEmptyPlaces) {
  Position p("usa-2004", 2);
  const Party party = odd_party();
  p.deal_deck({}, {}, {kW, std::nullopt, kK, std::nullopt, kL});
  const json::object seen = messages_of(written(p.e, [&](Writer& w) { w.board_state(p.e, p.s, party.colors, 0); }))[0];
  EXPECT_EQ(json::serialize(seen.at("faceUpPassengerCarDeck")), R"(["White","Black","Rainbow"])");
  EXPECT_EQ(number(seen, "topdownPassengerCarDeckCount"), 0);
}

TEST(WireMessage, BoardStateOfAnObserver) {
  Position p("usa-2004", 3);
  const Party party = odd_party();
  p.own(0, {"Chicago-Duluth"});
  for (int turn = 0; turn < 4; ++turn) {
    const json::object seen =
        messages_of(written(p.e, [&](Writer& w) { w.board_state(p.e, p.s, party.colors, Viewer::kPublic); }))[0];
    EXPECT_EQ(word(seen, "player"), name(party.colors[p.s.player]));
    EXPECT_EQ(number(seen, "leftPassengerCars"), 0);
    EXPECT_EQ(json::serialize(seen.at("drawnPassengerCars")), "[0,0,0,0,0,0,0,0,0]");
    for (const char* list : {"drawnDestinationTickets", "toBeClaimedDestinationTickets", "ownRoutes"}) {
      EXPECT_EQ(json::serialize(seen.at(list)), "[]") << list;
    }
    EXPECT_EQ(number(seen, "topdownPassengerCarDeckCount"), p.s.deck_size);
    EXPECT_EQ(number(seen, "activePlayers"), 3);
    p.play("draw");
    p.play("draw");
  }
}

TEST(WireMessage, AllRoutes) {
  Position p("usa-2004", 4);
  const Party party = odd_party();
  p.own(0, {"Dallas-Houston.2"});
  p.own(3, {"Montreal-NewYork"});
  const json::object seen =
      messages_of(written(p.e, [&](Writer& w) { w.all_routes(p.e, p.s, party.colors, SeatColor::kYellow); }))[0];
  EXPECT_EQ(word(seen, "player"), "Yellow");
  const json::array& routes = seen.at("routes").as_array();
  ASSERT_EQ(routes.size(), 100U);
  int owned = 0;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    const json::object& one = routes[r].as_object();
    const Route& route = p.e.board.routes[r];
    EXPECT_EQ(word(one, "d1"), p.e.board.cities[route.a].id);
    EXPECT_EQ(word(one, "d2"), p.e.board.cities[route.b].id);
    EXPECT_EQ(number(one, "cost"), route.length);
    EXPECT_EQ(word(one, "color"), card_name(route.color));
    owned += one.contains("claimedBy") ? 1 : 0;
  }
  EXPECT_EQ(owned, 2);
  EXPECT_EQ(word(routes[static_cast<std::size_t>(p.route("Dallas-Houston.2"))].as_object(), "claimedBy"), "Green");
  EXPECT_EQ(json::serialize(routes[static_cast<std::size_t>(p.route("Montreal-NewYork"))]),
            R"({"d1":"Montreal","d2":"NewYork","cost":3,"color":"Blue","claimedBy":"Red"})");
}

// -- Actions

TEST(WireMessage, ClaimNamesTheCardsPaid) {
  Position p("usa-2004", 2);
  auto claim = [&](const std::string& line) {
    return messages_of(
        written(p.e, [&](Writer& w) { w.claimed_route(p.e, SeatColor::kRed, *parse_action(p.e, line)); }))[0];
  };
  const json::object gray = claim("claim Montreal-Toronto green*2 locomotive*1");
  EXPECT_EQ(word(gray, "routeColor"), "Rainbow");
  EXPECT_EQ(json::serialize(gray.at("passengerCarColors")), R"(["Green","Green","Rainbow"])");
  const json::object colored = claim("claim Denver-KansasCity.2 locomotive*4");
  EXPECT_EQ(word(colored, "routeColor"), "Orange");
  EXPECT_EQ(word(colored, "d1"), "Denver");
  EXPECT_EQ(word(colored, "d2"), "KansasCity");
  EXPECT_EQ(json::serialize(colored.at("passengerCarColors")), R"(["Rainbow","Rainbow","Rainbow","Rainbow"])");
}

TEST(WireMessage, HiddenThingsAreLeftOut) {
  Position p("usa-2004", 2);
  const std::vector<std::uint8_t> tickets = {0, 7};
  for (const bool show : {true, false}) {
    const json::object card =
        messages_of(written(p.e, [&](Writer& w) { w.drew_card(SeatColor::kRed, {kB, true}, show, p.s.row); }))[0];
    EXPECT_EQ(card.contains("drawnCard"), show);
    EXPECT_EQ(card.at("hiddenDeck"), true);
    for (const TurnType type : {TurnType::kDrawDestinationTickets, TurnType::kClaimDestinationTickets}) {
      const json::object some =
          messages_of(written(p.e, [&](Writer& w) { w.tickets(p.e, SeatColor::kRed, type, tickets, show); }))[0];
      EXPECT_EQ(some.at("drawnCards").as_array().size(), show ? 2U : 0U);
      EXPECT_EQ(number(some, "drawnCardsCount"), 2);
      EXPECT_EQ(word(some, "turnType"), name(type));
    }
  }
}

// -- The check itself

TEST(WireSchema, FindsWhatIsWrong) {
  const Schema schema(usa());
  auto fault = [&](const std::string& line) { return schema.fault(json::parse(line).as_object()); };
  EXPECT_EQ(fault(R"({"type":"Request","player":"Blue","turnType":"Turn"})"), "");
  for (
      const char* line :
      {R"({"type":"Request","player":"Pink","turnType":"Turn"})",
       R"({"type":"Request","player":"Blue","turnType":"Go"})", R"({"type":"Request","turnType":"Turn"})",
       R"({"type":"Info","player":"Blue","turnType":"Turn"})",
       R"({"type":"Request","player":"Blue","turnType":"Turn","more":1})",
       R"({"type":"Info","turnType":"Join","success":"true","player":"Blue","playerName":"a","clientType":"Player"})",
       R"({"type":"Info","turnType":"Join","success":true,"player":"Blue","playerName":"a","clientType":"Spieler"})",
       R"({"type":"Info","turnType":"Join","success":false,"player":"Blue"})",
       R"({"type":"Info","turnType":"ListAllRoutes","success":true,"player":"Blue","routes":[{"d1":"Boston"}]})",
       R"({"type":"Info","turnType":"DrawPassengerCars","success":true,"player":"Blue","faceUpPassengerCarDeck":[],"hiddenDeck":false})",
       R"({"type":"Info","turnType":"DrawDestinationTickets","success":true,"player":"Blue","drawnCards":[{"city1":"Boston","city2":"Miami","points":99}],"drawnCardsCount":1})"}) {
    EXPECT_NE(fault(line), "") << line;
  }
}

}  // namespace
}  // namespace fogg::v09
