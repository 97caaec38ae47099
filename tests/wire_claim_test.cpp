// What commands mean in a position: actions, and every error code with its causes.
#include <cstring>
#include <map>

#include "positions.h"
#include "wire_support.h"

namespace fogg::v09 {
namespace {

using test::cards;
using test::kB;
using test::kG;
using test::kK;
using test::kL;
using test::kO;
using test::kP;
using test::kR;
using test::kW;
using test::kY;
using test::Position;

const std::vector<test::RowCard>& plain_row() {
  static const std::vector<test::RowCard> kCards = {kR, kR, kB, kG, kL};
  return kCards;
}

class At {
 public:
  Position p;
  explicit At(int players, const std::string& id = "usa-2004") : p(id, players) {}
  At& holding(const CardCounts& hand) {
    p.deal({hand}, plain_row());
    return *this;
  }
  // Seat 0, whose turn it is, says this. A refusal must leave everything as it is.
  std::string says(const std::string& line) { return says(0, line); }
  std::string says(int seat, const std::string& line) {
    const State before = p.s;
    std::string out = answer(p.e, p.s, seat, line);
    EXPECT_EQ(std::memcmp(&before, &p.s, sizeof before), 0);
    return out;
  }
};

const std::string kDouble = "DoubleRouteClaimed";
const std::string kRule = "RuleViolation";
const std::string kNotTurn = "NotPlayersTurn";
const std::string kFormat = "WrongTurnFormat";
const std::string kNone = "NoCardLeft";

// One good line for every turn command.
const std::vector<std::string>& turn_commands() {
  static const std::vector<std::string> kLines = {"DrawPassengerCars true", "DrawPassengerCars false Red",
                                                  "DrawDestinationTickets", "ClaimDestinationTickets true true true",
                                                  "ClaimRoute Dallas Houston Red"};
  return kLines;
}

// -- Other commands than claims

TEST(WireTurn, PlainActions) {
  At at(3);
  at.holding(cards({{kR, 2}}));
  EXPECT_EQ(open_request(at.p.s), TurnType::kTurn);
  EXPECT_EQ(at.says("DrawPassengerCars true"), "draw");
  EXPECT_EQ(at.says("DrawPassengerCars false Blue"), "take blue");
  EXPECT_EQ(at.says("DrawPassengerCars false Rainbow"), "take locomotive");
  EXPECT_EQ(at.says("DrawDestinationTickets"), "tickets");
  EXPECT_EQ(at.says("ClaimRoute Dallas Houston Red"), "claim Dallas-Houston.1 red*1");
}

TEST(WireTurn, CommandsThatDoNotFitTheOpenRequest) {
  At at(3);
  at.holding(cards({{kR, 2}}));
  for (const std::string& line : turn_commands()) {
    EXPECT_EQ(at.says(1, line), kNotTurn) << line;  // another's turn
    EXPECT_EQ(at.says(2, line), kNotTurn) << line;
    EXPECT_EQ(at.says(-1, line), kNotTurn) << line;  // nobody's seat
    EXPECT_EQ(at.says(3, line), kNotTurn) << line;
  }
  EXPECT_EQ(at.says("ClaimDestinationTickets true false false"), kNotTurn);
  at.p.play("draw");
  EXPECT_EQ(open_request(at.p.s), TurnType::kDrawPassengerCars);
  for (const std::string& line : turn_commands()) {
    EXPECT_EQ(at.says(line) == kNotTurn, !line.starts_with("DrawPassengerCars")) << line;
    EXPECT_EQ(at.says(1, line), kNotTurn) << line;
  }
  at.p.play("draw");
  at.p.play("tickets");
  EXPECT_EQ(open_request(at.p.s), TurnType::kClaimDestinationTickets);
  for (const std::string& line : turn_commands()) {
    EXPECT_EQ(at.says(1, line) == kNotTurn, !line.starts_with("ClaimDestinationTickets")) << line;
    EXPECT_EQ(at.says(0, line), kNotTurn) << line;
  }
}

TEST(WireTurn, AtTheStartAllChooseOnce) {
  const Edition& e = test::edition("usa-2004");
  FastChance chance(3);
  State s;
  start(e, s, 3, chance, 1);
  EXPECT_EQ(open_request(s), TurnType::kClaimDestinationTickets);
  for (int seat = 0; seat < 3; ++seat) {
    for (const std::string& line : turn_commands()) {
      EXPECT_EQ(answer(e, s, seat, line) == kNotTurn, !line.starts_with("ClaimDestinationTickets")) << line;
    }
    EXPECT_EQ(answer(e, s, seat, "ClaimDestinationTickets true false false"), kRule);
  }
  ASSERT_FALSE(apply(e, s, 2, Action::keeping(3), chance));
  EXPECT_EQ(answer(e, s, 2, "ClaimDestinationTickets true true false"), kNotTurn);  // has chosen
  EXPECT_EQ(answer(e, s, 0, "ClaimDestinationTickets true false true"), "keep 1,3");
}

TEST(WireTurn, NothingAfterTheEnd) {
  const Edition& e = test::edition("usa-2004");
  State last;
  test::play_game(e, 2, 5, test::Habit::kClaim, [&](const State& s) { last = s; });
  ASSERT_TRUE(last.over());
  for (const std::string& line : turn_commands()) {
    for (int seat = 0; seat < 2; ++seat) EXPECT_EQ(answer(e, last, seat, line), kNotTurn) << line;
  }
}

TEST(WireTurn, CardsOfTheRow) {
  At at(3);
  at.holding({});
  EXPECT_EQ(at.says("DrawPassengerCars false Yellow"), kRule);  // not in the row
  at.p.play("draw");
  EXPECT_EQ(at.says("DrawPassengerCars false Rainbow"), kRule);  // a locomotive as the second card
  EXPECT_EQ(at.says("DrawPassengerCars false Yellow"), kRule);
  EXPECT_EQ(at.says("DrawPassengerCars false Red"), "take red");
  EXPECT_EQ(at.says("DrawPassengerCars true"), "draw");
}

TEST(WireTurn, NoCardLeft) {
  At at(2);
  at.p.deal_deck({}, {cards({{kR, 3}})}, {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt});
  EXPECT_EQ(at.says("DrawPassengerCars true"), kNone);
  EXPECT_EQ(at.says("DrawPassengerCars false Red"), kNone);
  At tickets(2);
  tickets.p.drain_tickets(0);
  const int seat = tickets.p.s.player;
  EXPECT_EQ(tickets.says(seat, "DrawDestinationTickets"), kNone);
}

// -- Keeping tickets

TEST(WireKeep, ThreeOnOffer) {
  At at(3);
  at.p.play("tickets");
  EXPECT_EQ(at.says("ClaimDestinationTickets true false false"), "keep 1");
  EXPECT_EQ(at.says("ClaimDestinationTickets false false true"), "keep 3");
  EXPECT_EQ(at.says("ClaimDestinationTickets true true true"), "keep 1,2,3");
  EXPECT_EQ(at.says("ClaimDestinationTickets true"), "keep 1");  // missing words count as false
  EXPECT_EQ(at.says("ClaimDestinationTickets false true"), "keep 2");
  EXPECT_EQ(at.says("ClaimDestinationTickets false false false"), kRule);
  EXPECT_EQ(at.says("ClaimDestinationTickets"), kRule);
  EXPECT_EQ(at.says("ClaimDestinationTickets true true true false"), kFormat);  // more words than tickets
  EXPECT_EQ(at.says("ClaimDestinationTickets false false false true"), kFormat);
}

// Old clients always send three words: forgiven, if the words too many keep nothing.
TEST(WireKeep, FewerOnOffer) {
  for (int left = 1; left <= 2; ++left) {
    At at(2);
    at.p.drain_tickets(left);
    at.p.play("tickets");
    const int seat = at.p.s.player;
    ASSERT_EQ(at.p.s.offered[static_cast<std::size_t>(seat)], left);
    EXPECT_EQ(at.says(seat, "ClaimDestinationTickets true false false"), "keep 1");
    EXPECT_EQ(at.says(seat, "ClaimDestinationTickets false false true"), kFormat);
    EXPECT_EQ(at.says(seat, "ClaimDestinationTickets true false false false"), kFormat);
    EXPECT_EQ(at.says(seat, "ClaimDestinationTickets false"), kRule);
    EXPECT_EQ(at.says(seat, "ClaimDestinationTickets false true"), left == 2 ? "keep 2" : kFormat);
  }
}

TEST(WireKeep, FourAtTheStartOf2025) {
  const Edition& e = test::edition("usa-2025");
  FastChance chance(3);
  State s;
  start(e, s, 2, chance, 0);
  EXPECT_EQ(answer(e, s, 0, "ClaimDestinationTickets true true false false"), "keep 1,2");
  EXPECT_EQ(answer(e, s, 0, "ClaimDestinationTickets false true false true"), "keep 2,4");
  EXPECT_EQ(answer(e, s, 0, "ClaimDestinationTickets true true true true"), "keep 1,2,3,4");
  EXPECT_EQ(answer(e, s, 1, "ClaimDestinationTickets true true true"), "keep 1,2,3");  // none of the fourth
  EXPECT_EQ(answer(e, s, 1, "ClaimDestinationTickets false false false true"), kRule);
  EXPECT_EQ(answer(e, s, 1, "ClaimDestinationTickets true true true true true"), kFormat);
}

// v0.9 has no words for the order of returns: they go back in the order offered.
TEST(WireKeep, ReturnsOf2025InTheOrderOffered) {
  At at(2, "usa-2025");
  at.p.play("tickets");
  EXPECT_EQ(at.says("ClaimDestinationTickets false true false"), "keep 2 return 1,3");
  EXPECT_EQ(at.says("ClaimDestinationTickets true true false"), "keep 1,2");
  EXPECT_EQ(at.says("ClaimDestinationTickets false false false"), kRule);
}

// -- Claims: what is meant

TEST(WireClaim, ColoredRoute) {
  At at(4);
  at.holding(cards({{kR, 2}, {kL, 2}, {kB, 5}}));
  const std::string paid = "claim Chicago-Duluth red*2 locomotive*1";
  for (const char* colors : {"", " Red", " Rainbow", " Red Red", " Red Rainbow", " Rainbow Red", " Rainbow Rainbow",
                             " Red Red Red Rainbow", " Rainbow Rainbow Red Red"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Chicago Duluth") + colors), paid) << colors;
    EXPECT_EQ(at.says(std::string("claimroute DULUTH chicago") + colors), paid) << colors;
  }
  EXPECT_EQ(at.says("ClaimRoute Chicago Duluth Red Red Rainbow Rainbow"), "claim Chicago-Duluth red*1 locomotive*2");
  for (const char* colors :
       {" Blue", " Blue Blue", " Red Blue", " Blue Red", " Rainbow Blue", " Red Blue Blue Blue", " Blue Blue Blue Blue",
        " Blue Red Red Rainbow", " Red Red Red Red", " Red Rainbow Rainbow Rainbow", " Red Red Red Blue"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Chicago Duluth") + colors), kRule) << colors;
  }
}

TEST(WireClaim, GrayRoute) {
  At at(4);
  at.holding(cards({{kR, 1}, {kB, 4}, {kG, 3}, {kL, 2}}));
  const std::string route = "ClaimRoute Montreal Toronto";  // three spaces
  const std::string claim = "claim Montreal-Toronto ";
  EXPECT_EQ(at.says(route + " Green"), claim + "green*3");
  EXPECT_EQ(at.says(route + " Red"), claim + "red*1 locomotive*2");
  EXPECT_EQ(at.says(route + " Rainbow Green"), claim + "green*3");
  EXPECT_EQ(at.says(route + " Green Green Green Rainbow"), claim + "green*2 locomotive*1");
  EXPECT_EQ(at.says(route + " Rainbow Green Rainbow Green"), claim + "green*2 locomotive*1");
  EXPECT_EQ(at.says(route), claim + "blue*3");
  EXPECT_EQ(at.says(route + " Rainbow"), claim + "blue*3");
  EXPECT_EQ(at.says(route + " Rainbow Rainbow"), claim + "blue*3");
  EXPECT_EQ(at.says(route + " Yellow"), kRule);
  EXPECT_EQ(at.says(route + " Green Green"), kRule);  // older form: no green route there
  EXPECT_EQ(at.says(route + " Green Green Green Blue"), kRule);
}

TEST(WireClaim, LocomotivesAlone) {
  At at(4);
  at.holding(cards({{kL, 3}}));
  for (const char* colors : {"", " Rainbow", " Green", " Rainbow Green", " Rainbow Rainbow Rainbow Rainbow"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Montreal Toronto") + colors), "claim Montreal-Toronto locomotive*3");
  }
  for (const char* colors : {"", " Rainbow", " Blue", " Blue Blue", " Blue Rainbow Rainbow Rainbow"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Montreal NewYork") + colors), "claim Montreal-NewYork locomotive*3");
  }
}

// Fewest locomotives, then the color held most often, then the order of colors.
TEST(WireClaim, ServersChoice) {
  struct Case {
    CardCounts hand;
    std::string paid;
  };
  const std::vector<Case> cases = {
      {cards({{kP, 2}, {kG, 3}, {kL, 5}}), "green*3"},
      {cards({{kP, 3}, {kG, 3}, {kL, 5}}), "purple*3"},
      {cards({{kP, 3}, {kG, 4}, {kL, 5}}), "green*3"},
      {cards({{kW, 1}, {kK, 1}, {kL, 5}}), "white*1 locomotive*2"},
      {cards({{kO, 2}, {kR, 2}, {kY, 1}, {kL, 1}}), "orange*2 locomotive*1"},
      {cards({{kR, 6}, {kY, 6}, {kG, 7}}), "green*3"},
      {cards({{kR, 6}, {kY, 6}, {kG, 5}}), "yellow*3"},
      {cards({{kL, 4}}), "locomotive*3"},
  };
  At at(4);
  for (const Case& c : cases) {
    at.holding(c.hand);
    EXPECT_EQ(at.says("ClaimRoute Montreal Toronto"), "claim Montreal-Toronto " + c.paid);
    EXPECT_EQ(at.says("ClaimRoute Montreal Toronto Rainbow"), "claim Montreal-Toronto " + c.paid);
  }
}

TEST(WireClaim, DifferentlyColoredPair) {
  At at(4);
  at.holding(cards({{kK, 4}, {kO, 5}, {kL, 1}}));
  const std::string pair = "ClaimRoute Denver KansasCity";  // black, then orange
  const std::string black = "claim Denver-KansasCity.1 black*4";
  const std::string orange = "claim Denver-KansasCity.2 orange*4";
  EXPECT_EQ(at.says(pair), black);  // the first in map order, although more orange is held
  EXPECT_EQ(at.says(pair + " Rainbow"), black);
  EXPECT_EQ(at.says(pair + " Black"), black);
  EXPECT_EQ(at.says(pair + " Orange"), orange);
  EXPECT_EQ(at.says(pair + " Orange Orange"), orange);
  EXPECT_EQ(at.says(pair + " Orange Rainbow"), orange);
  EXPECT_EQ(at.says(pair + " Rainbow Orange"), orange);
  EXPECT_EQ(at.says(pair + " Rainbow Rainbow"), black);
  EXPECT_EQ(at.says(pair + " Rainbow Orange Orange Orange Orange"), orange);
  EXPECT_EQ(at.says(pair + " Orange Orange Rainbow Orange Orange"), "claim Denver-KansasCity.2 orange*3 locomotive*1");
  EXPECT_EQ(at.says(pair + " Red"), kRule);
  EXPECT_EQ(at.says(pair + " Black Orange"), kRule);
  at.holding(cards({{kK, 3}, {kO, 4}}));
  EXPECT_EQ(at.says(pair), orange);  // the first that can be claimed
  EXPECT_EQ(at.says(pair + " Rainbow"), orange);
  EXPECT_EQ(at.says(pair + " Black"), kRule);
  at.holding(cards({{kK, 1}, {kO, 4}, {kL, 3}}));
  EXPECT_EQ(at.says(pair), "claim Denver-KansasCity.1 black*1 locomotive*3");
  at.holding(cards({{kL, 4}}));
  EXPECT_EQ(at.says(pair + " Orange Rainbow Rainbow Rainbow Rainbow"), "claim Denver-KansasCity.2 locomotive*4");
}

TEST(WireClaim, FirstFreeTrackOfAPair) {
  At at(4);
  at.holding(cards({{kR, 4}, {kK, 4}, {kO, 4}}));
  at.p.own(1, {"Dallas-OklahomaCity.1", "Denver-KansasCity.1"});
  for (const char* colors : {"", " Rainbow", " Red", " Rainbow Red", " Red Red Red"}) {
    const std::string said = at.says(std::string("ClaimRoute Dallas OklahomaCity") + colors);
    EXPECT_EQ(said.substr(0, said.rfind(' ')), "claim Dallas-OklahomaCity.2") << colors;
  }
  EXPECT_EQ(at.says("ClaimRoute Denver KansasCity"), "claim Denver-KansasCity.2 orange*4");
  EXPECT_EQ(at.says("ClaimRoute Denver KansasCity Black"), kRule);  // taken by another
}

// With one space two colors may be ROUTECOLOUR COLOUR or COLOUR CARD: whichever makes sense is meant.
TEST(WireClaim, OneSpace) {
  At at(4);
  at.holding(cards({{kR, 1}, {kB, 2}, {kL, 1}}));
  const std::string route = "ClaimRoute Nashville Atlanta";
  const std::string claim = "claim Atlanta-Nashville ";
  EXPECT_EQ(at.says(route), claim + "blue*1");
  EXPECT_EQ(at.says(route + " Rainbow"), claim + "blue*1");
  EXPECT_EQ(at.says(route + " Red"), claim + "red*1");
  EXPECT_EQ(at.says(route + " Rainbow Red"), claim + "red*1");
  EXPECT_EQ(at.says(route + " Red Red"), claim + "red*1");
  EXPECT_EQ(at.says(route + " Red Rainbow"), claim + "locomotive*1");
  EXPECT_EQ(at.says(route + " Rainbow Rainbow"), claim + "blue*1");  // the older form: the server chooses
  EXPECT_EQ(at.says(route + " Green Green"), kRule);
  EXPECT_EQ(at.says(route + " Red Red Red"), kFormat);
}

// -- Claims: refused

TEST(WireClaim, RuleViolations) {
  At at(4);
  at.holding(cards({{kR, 5}, {kB, 2}, {kL, 1}}));
  at.p.own(1, {"Chicago-Duluth"});
  at.p.own(0, {"Dallas-ElPaso"});
  for (const char* colors : {"", " Red", " Rainbow", " Red Red", " Red Red Red Red"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Chicago Duluth") + colors), kRule) << colors;  // taken
  }
  EXPECT_EQ(at.says("ClaimRoute Dallas ElPaso Red"), kRule);  // taken by oneself
  for (const char* colors : {"", " Red", " Rainbow", " Red Red", " Red Red Red Red", " Red Red Red Red Red Red Red"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Boston Miami") + colors), kRule) << colors;  // no such route
    EXPECT_EQ(at.says(std::string("ClaimRoute Boston Boston") + colors), kRule) << colors;
  }
  EXPECT_EQ(at.says("ClaimRoute Chicago Omaha Blue"), kRule);  // too few cards
  EXPECT_EQ(at.says("ClaimRoute Chicago Omaha"), kRule);
  EXPECT_EQ(at.says("ClaimRoute Chicago Omaha Blue Blue Blue Blue Blue"), kRule);
  EXPECT_EQ(at.says("ClaimRoute Calgary Winnipeg White"), kRule);
}

TEST(WireClaim, TooFewTrains) {
  At at(4);
  at.holding(cards({{kR, 6}}));
  at.p.own_trains(0, 40, {"Miami-NewOrleans", "Helena-Omaha"});
  ASSERT_EQ(at.p.s.trains[0], 5);
  EXPECT_EQ(at.says("ClaimRoute Miami NewOrleans Red"), kRule);
  EXPECT_EQ(at.says("ClaimRoute Miami NewOrleans"), kRule);
  EXPECT_EQ(at.says("ClaimRoute Helena Omaha Red"), "claim Helena-Omaha red*5");
}

TEST(WireClaim, WrongNumberOfExactCards) {
  At at(4);
  at.holding(cards({{kR, 8}, {kB, 8}, {kL, 3}}));
  for (const char* colors :
       {" Red Red Red", " Red Red Red Red Red", " Rainbow Rainbow Rainbow", " Red Red Red Red Red Red Red"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Chicago Duluth") + colors), kFormat) << colors;
  }
  EXPECT_EQ(at.says("ClaimRoute Montreal Toronto Blue Blue Blue Blue Blue"), kFormat);
}

// The twin belongs to the player, or is closed with 2 or 3: whatever cards are named or held.
TEST(WireClaim, DoubleRoutes) {
  struct Pair {
    std::string a, b, first, second;
    std::vector<std::string> colors;
  };
  const std::vector<Pair> pairs = {
      {"Dallas",
       "OklahomaCity",
       "Dallas-OklahomaCity.1",
       "Dallas-OklahomaCity.2",
       {"", " Rainbow", " Red", " Blue", " Rainbow Red", " Red Red Red", " Green"}},
      {"Denver",
       "KansasCity",
       "Denver-KansasCity.1",
       "Denver-KansasCity.2",
       {"", " Rainbow", " Black", " Orange", " Orange Orange", " Black Black", " Rainbow Orange",
        " Orange Orange Orange Orange Orange"}},
      {"Portland", "Seattle", "Portland-Seattle.1", "Portland-Seattle.2", {"", " Rainbow", " Red", " Red Red"}}};
  for (const Pair& pair : pairs) {
    for (const auto& [owned, free] : {std::pair{pair.first, pair.second}, std::pair{pair.second, pair.first}}) {
      for (int players = 2; players <= 5; ++players) {
        for (int owner = 0; owner < 2; ++owner) {
          for (const bool rich : {true, false}) {
            At at(players);
            at.p.own(owner, {owned});
            at.holding(rich ? cards({{kR, 4}, {kK, 4}, {kO, 4}, {kL, 2}}) : CardCounts{});
            const bool closed = owner == 0 || players <= 3;
            for (const std::string& colors : pair.colors) {
              const std::string said = at.says(std::string("ClaimRoute ") + pair.a + " " + pair.b + colors);
              SCOPED_TRACE(fmt::format("{} players, {} of {}:{} -> {}", players, owned, owner, colors, said));
              if (closed) {
                EXPECT_EQ(said, kDouble);
              } else if (!rich) {
                EXPECT_EQ(said, kRule);
              } else {
                EXPECT_TRUE(said == kRule || said.starts_with("claim " + free)) << said;
              }
            }
          }
        }
      }
    }
  }
}

// When both tracks are taken there is none free to be closed.
TEST(WireClaim, BothTracksTaken) {
  At at(4);
  at.p.own(1, {"Dallas-OklahomaCity.1", "Denver-KansasCity.1"});
  at.p.own(2, {"Dallas-OklahomaCity.2"});
  at.p.own(0, {"Denver-KansasCity.2"});
  at.holding(cards({{kR, 4}, {kK, 4}, {kO, 4}, {kL, 2}}));
  for (const char* colors : {"", " Rainbow", " Red", " Black", " Orange"}) {
    EXPECT_EQ(at.says(std::string("ClaimRoute Dallas OklahomaCity") + colors), kRule) << colors;
    EXPECT_EQ(at.says(std::string("ClaimRoute Denver KansasCity") + colors), kRule) << colors;
  }
}

// -- Properties

// The exact form of a claim. For one space a color stands first that is not the locomotive, as that would be the older form.
std::string exact_line(const Edition& e, const Action& claim) {
  const Route& route = e.board.routes[claim.where];
  const Card first = route.color != kGray ? static_cast<Card>(route.color)
                     : claim.count > 0    ? claim.color
                                          : (route.length == 1 ? Card::kPurple : Card::kLocomotive);
  std::string line =
      fmt::format("ClaimRoute {} {} {}", e.board.cities[route.b].id, e.board.cities[route.a].id, card_name(first));
  for (int i = 0; i < claim.locomotives; ++i) line += " Rainbow";
  for (int i = 0; i < claim.count; ++i) line += fmt::format(" {}", card_name(claim.color));
  return line;
}

bool is_pair(const Route& one, const Route& two) { return one.a == two.a && one.b == two.b; }

// The same payment for the same pair: gray twins are alike.
bool is_alike(const Edition& e, const Action& a, const Action& b) {
  const Route& one = e.board.routes[a.where];
  const Route& two = e.board.routes[b.where];
  Action moved = a;
  moved.where = b.where;
  return moved == b && is_pair(one, two) && one.color == two.color;
}

TEST(WireClaim, EveryLegalActionHasACommand) {
  std::map<ActionKind, long> met;
  each_game(test::long_run() ? 40 : 3, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    test::play_game(e, players, seed, habit, [&](const State& s) {
      for (int seat = 0; seat < players; ++seat) {
        if (s.turns % 3 != 0 && s.phase == Phase::kTurn) continue;  // hands change little by little
        Legal(e, s, seat).each([&](const Action& action) {
          std::string line;
          switch (action.kind) {
            case ActionKind::kDraw: line = "DrawPassengerCars true"; break;
            case ActionKind::kTake: line = fmt::format("DrawPassengerCars false {}", card_name(action.color)); break;
            case ActionKind::kTickets: line = "DrawDestinationTickets"; break;
            case ActionKind::kClaim: line = exact_line(e, action); break;
            case ActionKind::kKeep:
              if (action.order > 1) return;  // v0.9 knows the order offered only
              line = "ClaimDestinationTickets";
              for (int i = 0; i < s.offered[static_cast<std::size_t>(seat)]; ++i) {
                line += ((action.keep >> i) & 1) != 0 ? " True" : " False";
              }
              break;
            default: return;  // a forced pass is made by the server
          }
          ++met[action.kind];
          const auto command = parse_command(e.board, line);
          ASSERT_TRUE(command) << line;
          const auto meant = action_for(e, s, seat, *command);
          ASSERT_TRUE(meant) << line << " for " << text(e, action);
          ASSERT_TRUE(*meant == action || is_alike(e, *meant, action)) << line << ": " << text(e, *meant);
          ASSERT_FALSE(check(e, s, seat, *meant));
        });
      }
    });
  });
  for (const ActionKind kind :
       {ActionKind::kDraw, ActionKind::kTake, ActionKind::kTickets, ActionKind::kKeep, ActionKind::kClaim}) {
    EXPECT_GT(met[kind], 1000) << static_cast<int>(kind);
  }
}

// Judged by the words of the contract: of what the engine allows, the first track in map order, then fewest locomotives,
// then most held, then the order of colors.
std::optional<Action> chosen_by_contract(const Edition& e, const State& s, int seat, int a, int b, Card color) {
  std::optional<Action> best;
  const CardCounts& hand = s.hand[static_cast<std::size_t>(seat)];
  Legal(e, s, seat).each([&](const Action& action) {
    if (action.kind != ActionKind::kClaim) return;
    const Route& route = e.board.routes[action.where];
    if (route.a != a || route.b != b) return;
    if (color != Card::kLocomotive) {
      if (route.color != kGray && route.color != static_cast<int>(color)) return;
      if (action.count > 0 && action.color != color) return;
    }
    auto rank = [&](const Action& way) {
      const int held = way.count > 0 ? hand[way.color] : 0;
      return std::tuple(int{way.where}, int{way.locomotives}, -held, index(way.color));
    };
    if (!best || rank(action) < rank(*best)) best = action;
  });
  return best;
}

TEST(WireClaim, ColorsMeanWhatTheContractSays) {
  FastGenerator random(12);
  long claims = 0;
  long refused = 0;
  each_game(test::long_run() ? 40 : 3, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    test::play_game(e, players, seed + 500, habit, [&](const State& s) {
      if (s.phase != Phase::kTurn || s.turns % 4 != 0) return;
      for (std::size_t r = 0; r < e.board.routes.size(); ++r) {
        const Route& route = e.board.routes[r];
        if (route.track > 1) continue;
        // No color at all, a locomotive, or any other.
        const int said = static_cast<int>(random.pick(kColors + 2)) - 1;
        std::string line = fmt::format("ClaimRoute {} {}", e.board.cities[route.a].id, e.board.cities[route.b].id);
        if (said >= 0) line += fmt::format(" {}", card_name(said));
        const Card color = said < 0 ? Card::kLocomotive : static_cast<Card>(said);
        const auto expected = chosen_by_contract(e, s, s.player, route.a, route.b, color);
        const auto meant = action_for(e, s, s.player, *parse_command(e.board, line));
        ASSERT_EQ(meant.has_value(), expected.has_value()) << line;
        ++(expected ? claims : refused);
        if (expected) {
          ASSERT_EQ(text(e, *meant), text(e, *expected)) << line;
          continue;
        }
        // Of one claim there are three reasons at most, in the order of the contract's table.
        RouteSet others;
        bool twin = false;
        for (const RouteSet& owned : s.owned) others |= owned;
        for (std::size_t t = r; t < e.board.routes.size() && is_pair(e.board.routes[t], route); ++t) {
          const bool is_free = !others.has(static_cast<int>(t));
          twin |= is_free && !s.open_to(e, s.player).has(static_cast<int>(t));
        }
        bool has_color = color == Card::kLocomotive || route.color == kGray || route.color == said;
        if (r + 1 < e.board.routes.size() && e.board.routes[r + 1].track == 2) {
          has_color |= e.board.routes[r + 1].color == said;
        }
        ASSERT_EQ(name(meant.error().code), twin && has_color ? kDouble : kRule) << line;
      }
    });
  });
  EXPECT_GT(claims, 3000);
  EXPECT_GT(refused, 3000);
}

}  // namespace
}  // namespace fogg::v09
