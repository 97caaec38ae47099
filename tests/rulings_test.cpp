// One test for every ruling of docs/rules.md, named after it. The other rules are in rules_test.cpp.
#include <cctype>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "engine/view.h"
#include "paths.h"
#include "positions.h"

namespace fogg::test {
namespace {

// Three players of whom nobody can do anything: no cards to draw, no tickets, seats 0 and 1 without cards, and seat 2
// with all of them but with few trains, for which no route is short enough.
void make_stuck(Position& p, int trains_of_last) {
  p.drain_tickets(0);
  for (int r = 0; r < static_cast<int>(p.e.board.routes.size()); ++r) {
    const int length = p.e.board.routes[static_cast<std::size_t>(r)].length;
    if (length > 3 || p.s.closed.has(r)) continue;
    for (int seat = 0; seat < 3; ++seat) {
      const int spare = seat == 2 ? trains_of_last : 3;
      if (p.s.trains[static_cast<std::size_t>(seat)] - length < spare) continue;
      p.own(seat, r);
      break;
    }
    ASSERT_TRUE(p.s.closed.has(r)) << "no room for the short routes";
  }
  p.own_trains(2, p.s.trains[2] - trains_of_last);
  p.deal_deck({}, {}, {kR, kB, kG, kR, kB});
}

// Chance that brings three locomotives into every row, and no more, so that they last.
Led::CardRule three_locomotives() {
  return [count = 0](const CardCounts& deck, CardTo to) mutable -> std::optional<Card> {
    if (to.place == CardTo::kHand) return kW;
    if (to.at == 0) count = 0;
    if (count < 3 && deck[kL] > 0) {
      ++count;
      return kL;
    }
    for (const Card other : {kW, kB, kG}) {
      if (deck[other] > 0) return other;
    }
    return {};
  };
}

TEST(Rulings, FirstPlayerRandom) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      std::set<int> seen;
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Led chance(seed);
        State s;
        start(e, s, players, chance);
        EXPECT_EQ(s.player, s.first_player);
        seen.insert(s.first_player);
        const int given = static_cast<int>(seed) % players;
        start(e, s, players, chance, given);
        EXPECT_EQ(s.first_player, given);
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(players));
    }
  }
  // Play goes round in seat order from there.
  const Edition& e = edition("usa-2004");
  Led chance(1);
  State s;
  start(e, s, 4, chance, 2);
  for (int seat = 0; seat < 4; ++seat) ASSERT_FALSE(apply(e, s, seat, Action::keeping(7), chance));
  for (const int seat : {2, 3, 0, 1, 2}) {
    EXPECT_EQ(s.player, seat);
    ASSERT_FALSE(apply(e, s, seat, Action::tickets(), chance));
    ASSERT_FALSE(apply(e, s, seat, Action::keeping(7), chance));
  }
}

TEST(Rulings, LeftmostTaken) {
  Position p("usa-2004", 2);
  p.deal({}, {kB, kR, kG, kR, kR});
  p.next = {kW};
  p.play("take red");
  EXPECT_EQ(p.row(), "blue white green red red");
  p.next = {kY};
  p.play("take red");
  EXPECT_EQ(p.row(), "blue white green yellow red");
  EXPECT_EQ(p.asked, (std::vector<CardTo>{CardTo::row(1), CardTo::row(3)}));
  EXPECT_EQ(p.hand(0), cards({{kR, 2}}));
}

TEST(Rulings, SecondFromRow) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kG, 1}}), {}, {kR, kL, kB, kR, kW});
  p.play("draw");
  ASSERT_EQ(p.s.deck_size, 0);
  EXPECT_EQ(p.s.phase, Phase::kSecondCard);
  EXPECT_EQ(p.legal(0), (std::vector<std::string>{"take blue", "take red", "take white"}));
  p.play("take white");
  EXPECT_EQ(p.row(), "red locomotive blue red -");
  EXPECT_EQ(p.hand(0), cards({{kG, 1}, {kW, 1}}));
  EXPECT_EQ(p.s.player, 1);

  // The same when the first card came from the row and the last card of the deck took its place.
  Position q("usa-2004", 2);
  q.deal_deck(cards({{kG, 1}}), {}, {kR, kL, kB, kR, kW});
  q.play("take blue");
  EXPECT_EQ(q.row(), "red locomotive green red white");
  EXPECT_EQ(q.legal(0), (std::vector<std::string>{"take green", "take red", "take white"}));
  q.play("take green");
  EXPECT_EQ(q.row(), "red locomotive - red white");
}

TEST(Rulings, EndsWithOne) {
  // Only locomotives in the row, and the first card was the last of the deck.
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kG, 1}}), {}, {kL, kL, kL, kL, kL});
  p.play("draw");
  EXPECT_EQ(p.hand(0), cards({{kG, 1}}));
  EXPECT_EQ(p.s.phase, Phase::kTurn);
  EXPECT_EQ(p.s.player, 1);

  // The same when the last card, a locomotive, went into the row.
  Position q("usa-2004", 2);
  q.deal_deck(cards({{kL, 1}}), {}, {kL, kL, kR, kL, kL});
  q.play("take red");
  EXPECT_EQ(q.row(), "locomotive locomotive locomotive locomotive locomotive");
  EXPECT_EQ(q.hand(0), cards({{kR, 1}}));
  EXPECT_EQ(q.s.player, 1);
}

TEST(Rulings, DiscardsFeedEmptyDeck) {
  Position p("usa-2004", 2);
  p.deal_deck({}, {cards({{kR, 3}})}, {kR, kL, kB, kR, kW});
  EXPECT_FALSE(p.allowed("draw"));
  p.play("claim Chicago-Duluth red*3");
  EXPECT_EQ(p.s.deck, cards({{kR, 3}}));
  EXPECT_EQ(p.s.deck_size, 3);
  EXPECT_EQ(p.s.discards, CardCounts{});
  EXPECT_EQ(p.chance.reshuffles, 1);
  EXPECT_TRUE(p.allowed(1, "draw"));
}

TEST(Rulings, ResetMustEnd) {
  // n others and L locomotives outside the hands. Reset only if n + min(L, 2) >= min(5, n + L): n = 3 yes, n = 2 no.
  {
    Position p("usa-2004", 2);
    p.deal_deck(cards({{kL, 2}, {kW, 1}}), {}, {kL, kL, kR, kB, kG});
    p.next = {kL, kL, kW, kB, kG, kL};
    p.play("take red");  // a third locomotive comes; outside are blue, green, white and 4 locomotives
    EXPECT_EQ(p.chance.resets, 1);
    EXPECT_EQ(p.row(), "locomotive white blue green locomotive");
    EXPECT_EQ(p.s.deck, cards({{kL, 2}}));
  }
  {
    Position p("usa-2004", 2);
    p.deal_deck(cards({{kL, 3}}), {}, {kL, kL, kR, kB, kG});
    p.play("take red");
    EXPECT_EQ(p.chance.resets, 0);
    EXPECT_EQ(p.row(), "locomotive locomotive locomotive blue green");
    EXPECT_EQ(p.s.phase, Phase::kSecondCard);
  }
  // The discards count as well: one card there makes the difference.
  {
    Position p("usa-2004", 2);
    p.deal_deck(cards({{kL, 3}}), {}, {kL, kL, kR, kB, kG}, cards({{kY, 1}}));
    p.next = {kL, kL, kL, kY, kB, kG};
    p.play("take red");
    EXPECT_EQ(p.chance.resets, 1);
    EXPECT_EQ(p.row(), "locomotive locomotive yellow blue green");
  }
  // With plenty of others, but chance against it: 10 resets and no more.
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kL, 10}, {kW, 6}}), {}, {kL, kL, kR, kB, kG});
  Led chance(3, three_locomotives());
  ASSERT_FALSE(apply(p.e, p.s, 0, Action::take(kR), chance));
  p.expect_possible();
  EXPECT_EQ(chance.resets, 10);
  EXPECT_EQ(p.s.row.count(kL), 3);
}

TEST(Rulings, ResetTestedAgain) {
  // Left after 10 resets: looked at again when the row changes, and the count begins anew.
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kL, 10}, {kW, 6}}), {}, {kL, kL, kR, kB, kG});
  Led chance(3, three_locomotives());
  ASSERT_FALSE(apply(p.e, p.s, 0, Action::take(kR), chance));
  ASSERT_EQ(chance.resets, 10);
  ASSERT_EQ(p.s.row.count(kL), 3);
  ASSERT_FALSE(apply(p.e, p.s, 0, Action::draw(), chance));
  EXPECT_EQ(chance.resets, 10);
  ASSERT_FALSE(apply(p.e, p.s, 1, Action::take(kL), chance));
  EXPECT_EQ(chance.resets, 20);
  EXPECT_EQ(p.s.row.count(kL), 3);
  p.expect_possible();
  // A kinder chance ends it.
  Led kind(3, [](const CardCounts&, CardTo) { return std::optional(kW); });
  const Card other = static_cast<Card>(*std::ranges::find_if(p.s.row, [](auto card) { return Card{card} != kL; }));
  ASSERT_FALSE(apply(p.e, p.s, 0, Action::take(other), kind));
  EXPECT_GE(kind.resets, 1);
  EXPECT_LT(p.s.row.count(kL), 3);
  p.expect_possible();

  // Left because of the formula: looked at again when cards are discarded, although the row does not change.
  Position q("usa-2004", 2);
  q.deal_deck(cards({{kL, 1}}), {cards({{kP, 4}})}, {kL, kL, kL, kB, kG});
  q.next = {kL, kP, kB, kP, kG};
  q.play("claim Denver-Omaha purple*4");
  EXPECT_EQ(q.chance.resets, 1);
  EXPECT_EQ(q.row(), "locomotive purple blue purple green");
}

TEST(Rulings, ShortRowStays) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kW, 1}}), {}, {kL, kL, kL, kR, kB});
  p.play("draw");
  p.play("take red");  // nothing to fill the place with; three locomotives of four cards
  EXPECT_EQ(p.row(), "locomotive locomotive locomotive - blue");
  EXPECT_EQ(p.chance.resets, 0);
  EXPECT_EQ(p.s.discards, CardCounts{});
}

TEST(Rulings, LookedAtWhen) {
  // A blind draw leaves a row with three locomotives alone, even when the discards become the deck.
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kW, 1}}), {}, {kL, kL, kL, kR, kB}, cards({{kY, 5}, {kG, 5}}));
  p.play("draw");
  EXPECT_EQ(p.chance.reshuffles, 1);
  EXPECT_EQ(p.chance.resets, 0);
  EXPECT_EQ(p.row(), "locomotive locomotive locomotive red blue");
  p.play("draw");
  EXPECT_EQ(p.chance.resets, 0);
  // A card taken from it is another matter.
  p.next = {kY, kY, kG, kY, kG, kY};
  p.play("take red");
  EXPECT_EQ(p.chance.resets, 1);
  EXPECT_EQ(p.row(), "yellow green yellow green yellow");
}

TEST(Rulings, ClaimOrder) {
  // All the cards paid are discarded before the first place is filled: else the purple one alone would be the deck.
  Position p("usa-2004", 2);
  p.deal_deck({}, {cards({{kP, 1}, {kL, 3}})}, {kR, {}, kB, {}, {}});
  p.next = {kL, kL, kL, kP, kR, kB, kL, kL};
  p.play("claim Calgary-Helena purple*1 locomotive*3");
  // Left to right; then three locomotives lie there, and the reset rule is looked at.
  EXPECT_EQ(p.asked, (std::vector<CardTo>{CardTo::row(1), CardTo::row(3), CardTo::row(4), CardTo::row(0),
                                          CardTo::row(1), CardTo::row(2), CardTo::row(3), CardTo::row(4)}));
  EXPECT_EQ(p.chance.resets, 1);
  EXPECT_EQ(p.row(), "purple red blue locomotive locomotive");
  EXPECT_EQ(p.s.deck, cards({{kL, 1}}));
  EXPECT_EQ(p.s.discards, CardCounts{});
}

TEST(Rulings, ReturnsInOrderOffered) {
  for (const std::string id : {"usa-2004", "usa-2010"}) {
    Position p(id, 2);
    p.play("tickets");
    const auto first = p.s.offer[0];
    p.play("keep 2");
    p.play("tickets");
    const auto second = p.s.offer[1];
    p.play("keep 3");
    // Through the rest of the unseen part, then the returned ones come in the order of their return.
    while (p.s.pile[0].unseen > 0) {
      p.play("tickets");
      p.play("keep 1,2,3");
    }
    ASSERT_EQ(p.s.ticket_deck_size(), 4);
    const auto seat = static_cast<std::size_t>(p.s.player);
    p.play("tickets");
    EXPECT_EQ(p.s.offer[seat][0], first[0]);
    EXPECT_EQ(p.s.offer[seat][1], first[2]);
    EXPECT_EQ(p.s.offer[seat][2], second[0]);
    // Two of them go back behind the one that was left.
    p.play("keep 2");
    p.play("tickets");
    EXPECT_EQ(p.s.offer[1 - seat][0], second[1]);
    EXPECT_EQ(p.s.offer[1 - seat][1], first[0]);
    EXPECT_EQ(p.s.offer[1 - seat][2], second[0]);
  }
}

TEST(Rulings, ForcedPass) {
  Position p("usa-2004", 2);
  p.drain_tickets(0);
  p.s.player = 0;
  p.deal_deck({}, {}, {kR, kB, kG, kR, kB});
  EXPECT_EQ(p.legal(0), std::vector<std::string>{"pass"});
  const int turns = p.s.turns;
  p.play("pass");
  EXPECT_EQ(p.s.turns, turns + 1);  // a pass is a turn
  EXPECT_EQ(p.s.player, 1);
  EXPECT_FALSE(p.allowed("pass"));  // seat 1 has all the cards and can claim
  EXPECT_EQ(p.attempt(1, "pass").reason, Reason::kMayNotPass);

  // Each of the three things alone forbids the pass.
  Position tickets("usa-2004", 2);
  tickets.deal_deck({}, {}, {kR, kB, kG, kR, kB});
  EXPECT_EQ(tickets.legal(0), std::vector<std::string>{"tickets"});
  EXPECT_EQ(tickets.attempt(0, "pass").reason, Reason::kMayNotPass);
  Position draw("usa-2004", 2);
  draw.drain_tickets(0);
  draw.s.player = 0;
  draw.deal_deck(cards({{kR, 1}}), {}, {kR, kB, kG, kR, kB});
  EXPECT_EQ(draw.attempt(0, "pass").reason, Reason::kMayNotPass);
}

TEST(Rulings, AllPassEnds) {
  Position p("usa-2004", 3);
  make_stuck(p, 3);
  p.s.player = 1;
  for (const int seat : {1, 2, 0}) {
    EXPECT_FALSE(p.s.over());
    EXPECT_EQ(p.legal(seat), std::vector<std::string>{"pass"});
    p.play(seat, "pass");
  }
  EXPECT_TRUE(p.s.over());
  EXPECT_EQ(p.s.ending, Ending::kAllPassed);

  // Somebody who can act in between ends the row of passes.
  Position q("usa-2004", 3);
  make_stuck(q, 3);
  q.s.player = 0;
  q.play("pass");
  q.play("pass");
  EXPECT_EQ(q.s.passes, 2);
  // Seat 2 lets go of a route in favor of a longer one, so that it has something to do.
  const int freed = q.s.owned[2].nth(0);
  const int length = q.e.board.routes[static_cast<std::size_t>(freed)].length;
  q.s.owned[2] = q.s.owned[2].without(RouteSet::single(freed));
  q.s.closed = q.s.closed.without(RouteSet::single(freed) | q.e.parallel_to(RouteSet::single(freed)));
  q.s.trains[2] = static_cast<std::uint8_t>(q.s.trains[2] + length);
  q.s.points[2] = static_cast<std::int16_t>(q.s.points[2] - q.e.route_points[static_cast<std::size_t>(length)]);
  q.expect_possible();
  ASSERT_FALSE(q.allowed("pass"));
  q.play(q.legal(2).front());
  EXPECT_EQ(q.s.passes, 0);
  EXPECT_FALSE(q.s.over());
}

TEST(Rulings, LastRoundWinsOverPass) {
  Position p("usa-2004", 3);
  make_stuck(p, 2);
  p.s.player = 0;
  p.s.turns_left = 3;  // seat 2 has just fallen to two trains
  for (const int seat : {0, 1, 2}) {
    EXPECT_FALSE(p.s.over());
    p.play(seat, "pass");
  }
  EXPECT_EQ(p.s.passes, 3);
  EXPECT_EQ(p.s.ending, Ending::kLastRound);

  // One turn more to go, and the passes end it first.
  Position q("usa-2004", 3);
  make_stuck(q, 2);
  q.s.player = 0;
  q.s.turns_left = 3;
  q.s.passes = 1;
  q.play("pass");
  q.play("pass");
  EXPECT_EQ(q.s.turns_left, 1);
  EXPECT_EQ(q.s.ending, Ending::kAllPassed);
}

TEST(Rulings, NoRoutesNoBonus) {
  Position p("usa-2004", 3);
  for (const Score& mine : score(p.e, p.s)) {
    EXPECT_EQ(mine.longest, 0);
    EXPECT_EQ(mine.bonus, 0);
  }
  p.own(1, {"Atlanta-Nashville"});
  const Scores scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].bonus, 0);
  EXPECT_EQ(scores[1].bonus, 10);
  EXPECT_EQ(scores[2].bonus, 0);
}

std::vector<bool> winners(const Position& p) {
  const Scores scores = score(p.e, p.s);
  std::vector<bool> out;
  for (std::size_t seat = 0; seat < p.s.players; ++seat) out.push_back(scores[seat].winner);
  return out;
}

std::vector<int> totals(const Position& p) {
  const Scores scores = score(p.e, p.s);
  std::vector<int> out;
  for (std::size_t seat = 0; seat < p.s.players; ++seat) out.push_back(scores[seat].total);
  return out;
}

TEST(Rulings, Ties) {
  {  // The same points; one has completed a ticket.
    Position p("usa-2004", 3);
    p.own(0, {"Denver-SantaFe", "ElPaso-SantaFe"});  // 4 points, completes Denver-ElPaso for 4
    p.own(1, {"Raleigh-Washington.1", "Pittsburgh-Washington"});
    p.hold(0, {29, 0, 1});
    p.hold(1, {5, 8, 19});
    p.hold(2, {2, 3, 4});
    ASSERT_EQ(totals(p), (std::vector{-25, -25, -57}));
    EXPECT_EQ(winners(p), (std::vector{true, false, false}));
  }
  {  // The same points and none completed; one has the bonus.
    Position p("usa-2004", 3);
    p.own(0, {"Denver-Helena"});
    p.own(1, {"Atlanta-Nashville"});
    p.hold(0, {0, 1, 25});
    p.hold(1, {7, 10, 18});
    p.hold(2, {2, 3, 4});
    ASSERT_EQ(totals(p), (std::vector{-33, -33, -57}));
    EXPECT_EQ(winners(p), (std::vector{true, false, false}));
  }
  {  // Several of the equal ones have the bonus: all of the equal ones share, also the one without.
    Position p("usa-2004", 3);
    p.own(0, {"Denver-Helena"});
    p.own(1, {"Chicago-Omaha"});
    p.own(2, {"Atlanta-Nashville"});
    p.hold(0, {0, 1, 25});
    p.hold(1, {2, 3, 16});
    p.hold(2, {7, 10, 18});
    ASSERT_EQ(totals(p), (std::vector{-33, -33, -33}));
    EXPECT_EQ(winners(p), (std::vector{true, true, true}));
  }
  {  // None of them has it: they share.
    Position p("usa-2004", 3);
    p.own(0, {"Atlanta-Nashville"});
    p.own(1, {"Dallas-Houston.1"});
    p.own(2, {"Denver-Helena"});
    p.hold(0, {7, 10, 18});
    p.hold(1, {8, 11, 19});
    p.hold(2, {0, 1, 2});
    ASSERT_EQ(totals(p), (std::vector{-33, -33, -46}));
    EXPECT_EQ(winners(p), (std::vector{true, true, false}));
  }
  {  // Completed tickets come before the bonus: who has it is out by then, so the other two share.
    Position p("usa-2004", 3);
    p.own(0, {"Denver-SantaFe", "ElPaso-SantaFe"});
    p.own(1, {"Dallas-Houston.1", "Dallas-OklahomaCity.1", "KansasCity-OklahomaCity.1"});
    p.own(2, {"Calgary-Winnipeg", "Helena-Winnipeg"});
    p.hold(0, {29, 0, 10});
    p.hold(1, {28, 3, 6});
    p.hold(2, {1, 2, 4});
    ASSERT_EQ(totals(p), (std::vector{-26, -26, -26}));
    EXPECT_EQ(score(p.e, p.s)[2].bonus, 10);
    EXPECT_EQ(winners(p), (std::vector{true, true, false}));
  }
}

TEST(Rulings, CountingIsAllowed) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kG, 2}}), {cards({{kP, 3}})}, {kR, kL, kB, kR, kW}, cards({{kY, 4}}));
  EXPECT_EQ(view_of(p.e, p.s, 0).known(1), CardCounts{});
  p.play("draw");
  EXPECT_EQ(view_of(p.e, p.s, 1).known(0), CardCounts{});
  p.play("draw");  // the deck has run empty: all other cards lie open
  EXPECT_EQ(view_of(p.e, p.s, 0).known(1), p.hand(1));
  EXPECT_EQ(view_of(p.e, p.s, 1).known(0), p.hand(0));
  // A card drawn from the new deck is unknown again; one that is paid is known no longer.
  const CardCounts before = p.hand(1);
  p.play("draw");
  p.play("draw");
  EXPECT_EQ(view_of(p.e, p.s, 0).known(1), before);
  p.play("claim Denver-SantaFe purple*2");
  EXPECT_EQ(view_of(p.e, p.s, 1).known(0), cards({{kP, 1}, {kG, 2}}));

  // With three players nobody can tell the hands of the others apart.
  Position q("usa-2004", 3);
  q.deal_deck(cards({{kG, 1}}), {}, {kR, kL, kB, kR, kW}, cards({{kY, 4}}));
  q.play("draw");
  EXPECT_EQ(view_of(q.e, q.s, 0).known(2), CardCounts{});
}

// docs/rules.md promises a test for every ruling in it.
TEST(Rulings, AllHaveATest) {
  std::ifstream file(tests_dir() + "/../docs/rules.md");
  ASSERT_TRUE(file);
  std::stringstream words;
  words << file.rdbuf();
  const std::string page = words.str();
  std::set<std::string> tests;
  const testing::TestSuite* suite = testing::UnitTest::GetInstance()->current_test_suite();
  for (int i = 0; i < suite->total_test_count(); ++i) tests.insert(suite->GetTestInfo(i)->name());
  int rulings = 0;
  const std::regex marked("Ruling `([a-z-]+)`");
  for (std::sregex_iterator at(page.begin(), page.end(), marked); at != std::sregex_iterator(); ++at, ++rulings) {
    std::string camel;
    bool upper = true;
    for (const char c : (*at)[1].str()) {
      if (c != '-') camel += upper ? static_cast<char>(std::toupper(c)) : c;
      upper = c == '-';
    }
    EXPECT_TRUE(tests.contains(camel)) << "no test Rulings." << camel;
  }
  EXPECT_GE(rulings, 17);
}

}  // namespace
}  // namespace fogg::test
