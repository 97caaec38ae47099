// Every reason for refusing an action, with its numbers; and that a refused action changes nothing.
#include <cstring>
#include <set>

#include "positions.h"

namespace fogg::test {
namespace {

// Notes the reasons produced, and sees in the end that none was missing.
class Refusals : public testing::Test {
 public:
  static void note(Reason reason) { produced().insert(reason); }

  static void TearDownTestSuite() {
    const testing::TestSuite* suite = testing::UnitTest::GetInstance()->current_test_suite();
    if (suite->test_to_run_count() != suite->total_test_count()) return;  // somebody runs a few of them only
    for (int number = 1; number <= static_cast<int>(Reason::kMayNotPass); ++number) {
      const auto reason = static_cast<Reason>(number);
      EXPECT_TRUE(produced().contains(reason)) << name(reason);
    }
  }

 private:
  static std::set<Reason>& produced() {
    static std::set<Reason> reasons;
    return reasons;
  }
};

// Tries an action that must be refused, and compares every byte before and after.
void expect_refused(const Edition& e, State& s, int seat, const Action& action, const Refusal& expected) {
  SCOPED_TRACE(e.action_id(action) < 0 ? "an unknown action" : text(e, action));
  State before;
  std::memcpy(static_cast<void*>(&before), &s, sizeof s);
  Led chance(1, [](const CardCounts&, CardTo) -> std::optional<Card> {
    ADD_FAILURE() << "chance was asked";
    return {};
  });
  const Refusal refusal = apply(e, s, seat, action, chance);
  EXPECT_EQ(name(refusal.reason), name(expected.reason));
  EXPECT_EQ(refusal.have, expected.have);
  EXPECT_EQ(refusal.need, expected.need);
  EXPECT_TRUE(refusal == expected);
  EXPECT_TRUE(static_cast<bool>(refusal));
  EXPECT_EQ(std::memcmp(&before, &s, sizeof s), 0) << "a refused action changed the position";
  EXPECT_EQ(chance.resets + chance.reshuffles, 0);
  Legal(e, s, seat).each([&](const Action& a) { EXPECT_FALSE(a == action) << "refused, but listed as legal"; });
  Refusals::note(refusal.reason);
}

void expect_refused(Position& p, int seat, const std::string& line, const Refusal& expected) {
  const auto action = parse_action(p.e, line);
  ASSERT_TRUE(action) << line;
  p.expect_possible();
  expect_refused(p.e, p.s, seat, *action, expected);
}

TEST_F(Refusals, UnknownAction) {
  Position p("usa-2004", 2);
  const Refusal unknown{Reason::kUnknownAction};
  Action odd = Action::draw();
  odd.kind = static_cast<ActionKind>(99);
  expect_refused(p.e, p.s, 0, odd, unknown);
  expect_refused(p.e, p.s, 0, Action::take(static_cast<Card>(9)), unknown);
  expect_refused(p.e, p.s, 0, Action::claim(100, kR, 2, 0), unknown);  // no such route
  expect_refused(p.e, p.s, 0, Action::claim(p.route("Chicago-Duluth"), kB, 3, 0), unknown);  // not its color
  expect_refused(p.e, p.s, 0, Action::claim(p.route("Chicago-Duluth"), kR, 2, 0), unknown);  // too short a payment
  expect_refused(p.e, p.s, 0, Action::claim(p.route("Chicago-Duluth"), kR, 3, 1), unknown);  // too long
  expect_refused(p.e, p.s, 0, Action::keeping(0), unknown);
  expect_refused(p.e, p.s, 0, Action::keeping(8), unknown);               // never more than three on offer
  expect_refused(p.e, p.s, 0, Action::keeping_in_order(1, 3, 0), unknown);  // no order in this edition
  Action untidy = Action::draw();
  untidy.count = 1;  // equal decisions are equal bytes
  expect_refused(p.e, p.s, 0, untidy, unknown);
  Position q("usa-2025", 2);
  expect_refused(q.e, q.s, 0, Action::keeping_in_order(1, 3, 2), unknown);  // two things have two orders
}

// Whatever bytes an action consists of: it is an action of the edition, or refused as unknown.
TEST_F(Refusals, AnyBytesAreSafe) {
  for (const std::string& id : edition_ids()) {
    Position p(id, 3);
    FastGenerator random(11);
    for (int i = 0; i < 200000; ++i) {
      const std::uint64_t bits = random.next();
      Action action;
      std::memcpy(static_cast<void*>(&action), &bits, sizeof action);
      // Small numbers are more likely to hit something.
      if (i % 2 == 0) {
        action = {static_cast<ActionKind>(random.pick(15)),    static_cast<Card>(random.pick(12)),
                  static_cast<std::uint8_t>(random.pick(115)), static_cast<std::uint8_t>(random.pick(7)),
                  static_cast<std::uint8_t>(random.pick(7)),   static_cast<std::uint8_t>(random.pick(3)),
                  static_cast<std::uint8_t>(random.pick(17)),  static_cast<std::uint8_t>(random.pick(8))};
      }
      const int number = p.e.action_id(action);
      const Refusal refusal = check(p.e, p.s, static_cast<int>(random.pick(5)) - 1, action);
      ASSERT_EQ(number < 0, refusal.reason == Reason::kUnknownAction || refusal.reason == Reason::kFourPlusTooShort);
      ASSERT_TRUE(number < 0 || p.e.action(number) == action);
    }
  }
}

TEST_F(Refusals, GameOver) {
  Position p("usa-2004", 2);
  p.own_trains(0, 43);
  p.s.turns_left = 1;
  p.play("draw");
  p.play("draw");
  ASSERT_TRUE(p.s.over());
  for (const int seat : {0, 1}) {
    for (const char* line : {"draw", "take red", "tickets", "pass", "keep 1,2", "claim Denver-SantaFe red*2"}) {
      expect_refused(p, seat, line, {Reason::kGameOver});
    }
  }
}

TEST_F(Refusals, NotYourTurn) {
  Position p("usa-2004", 3);
  for (const int seat : {1, 2, 3, 4, 5, -1, 1000}) expect_refused(p, seat, "draw", {Reason::kNotYourTurn});
  // At the start: who has chosen has chosen.
  Led chance(1);
  State s;
  start(p.e, s, 3, chance);
  ASSERT_FALSE(apply(p.e, s, 1, Action::keeping(7), chance));
  expect_refused(p.e, s, 1, Action::keeping(7), {Reason::kNotYourTurn});
}

TEST_F(Refusals, NotNow) {
  const Refusal not_now{Reason::kNotNow};
  // A turn.
  Position p("usa-2004", 2);
  p.deal({cards({{kR, 3}})}, {kR, kB, kG, kW, kY});
  expect_refused(p, 0, "keep 1,2", not_now);
  // The second card.
  p.play("draw");
  for (const char* line : {"tickets", "pass", "keep 1", "claim Chicago-Duluth red*3"})
    expect_refused(p, 0, line, not_now);
  p.play("draw");
  // Tickets on offer.
  p.play("tickets");
  for (const char* line : {"draw", "take red", "tickets", "pass", "claim Chicago-Duluth red*3"}) {
    expect_refused(p, 1, line, not_now);
  }
  // The start.
  Led chance(1);
  State s;
  start(p.e, s, 2, chance);
  for (const char* line : {"draw", "take red", "tickets", "pass", "claim Chicago-Duluth red*3"}) {
    expect_refused(p.e, s, 0, *parse_action(p.e, line), not_now);
  }
}

TEST_F(Refusals, TrainCards) {
  Position p("usa-2004", 2);
  p.deal({}, {kR, kL, kG, kW, kY});
  expect_refused(p, 0, "take blue", {Reason::kNotInRow});
  p.play("draw");
  expect_refused(p, 0, "take locomotive", {Reason::kLocomotiveSecond});
  expect_refused(p, 0, "take blue", {Reason::kNotInRow});
  // An empty place is no card.
  Position q("usa-2004", 2);
  q.deal_deck({}, {}, {kR, {}, kG, kW, kY});
  for (const char* line : {"draw", "take red", "take blue", "take locomotive"}) {
    expect_refused(q, 0, line, {Reason::kDeckEmpty});
  }
  // The second card without a deck.
  Position r("usa-2004", 2);
  r.deal_deck(cards({{kO, 1}}), {}, {kR, kL, kG, kW, kY});
  r.play("draw");
  expect_refused(r, 0, "draw", {Reason::kDeckEmpty});
  expect_refused(r, 0, "take blue", {Reason::kNotInRow});
}

TEST_F(Refusals, Tickets) {
  Position p("usa-2004", 2);
  p.drain_tickets(0);
  expect_refused(p, p.s.player, "tickets", {Reason::kNoTickets});
  // Too few at the start.
  Led chance(1);
  State s;
  start(p.e, s, 2, chance);
  expect_refused(p.e, s, 1, Action::keeping(4), {Reason::kKeepTooFew, 1, 2});
  // Two on offer, the third position kept.
  Position q("usa-2004", 2);
  q.drain_tickets(2);
  q.play("tickets");
  expect_refused(q, q.s.player, "keep 1,3", {Reason::kKeepNotOffered});
  expect_refused(q, q.s.player, "keep 3", {Reason::kKeepNotOffered});
}

TEST_F(Refusals, OrderOfReturns) {
  Position p("usa-2025", 2);
  p.play("tickets");
  expect_refused(p, 0, "keep 2", {Reason::kOrderNotChosen});
  p.play("keep 2 return 3,1");
  // With two on offer one is returned at most: nothing to choose.
  Position q("usa-2025", 2);
  q.drain_tickets(2);
  q.play("tickets");
  expect_refused(q, q.s.player, "keep 1 return 2,3", {Reason::kOrderNotAllowed});
  expect_refused(q, q.s.player, "keep 3 return 1,2", {Reason::kKeepNotOffered});
  // At the start the order is never chosen, and there the one kept is too few.
  Led chance(1);
  State s;
  start(p.e, s, 2, chance);
  expect_refused(p.e, s, 0, *parse_action(p.e, "keep 1 return 2,3"), {Reason::kKeepTooFew, 1, 2});
}

// An order for another number of tickets than are on offer; this needs an edition where more are drawn.
TEST_F(Refusals, OrderForAnotherOffer) {
  Edition e = edition("usa-2025");
  e.decks[0].draw = 4;
  e.finish();
  Led chance(1);
  State s;
  start(e, s, 2, chance, 0);
  for (const int seat : {0, 1}) ASSERT_FALSE(apply(e, s, seat, Action::keeping(15), chance));
  ASSERT_FALSE(apply(e, s, 0, Action::tickets(), chance));
  expect_refused(e, s, 0, Action::keeping_in_order(1, 3, 0), {Reason::kKeepNotOffered});
  EXPECT_FALSE(check(e, s, 0, Action::keeping_in_order(1, 4, 0)));
}

TEST_F(Refusals, Routes) {
  Position p("usa-2004", 3);
  p.own(0, {"Boston-NewYork.1"});
  p.own(1, {"Chicago-Duluth", "Atlanta-Raleigh.2"});
  p.deal({cards({{kR, 3}, {kY, 2}, {kL, 1}})}, {kR, kB, kG, kW, kY});
  expect_refused(p, 0, "claim Boston-NewYork.1 red*2", {Reason::kRouteTaken});
  expect_refused(p, 0, "claim Chicago-Duluth red*3", {Reason::kRouteTaken});
  expect_refused(p, 0, "claim Boston-NewYork.2 yellow*2", {Reason::kParallelOwned});
  expect_refused(p, 0, "claim Atlanta-Raleigh.1 red*2", {Reason::kParallelClosed});
  expect_refused(p, 0, "claim Dallas-ElPaso red*4", {Reason::kTooFewCards, 3, 4});
  expect_refused(p, 0, "claim Denver-SantaFe blue*1 locomotive*1", {Reason::kTooFewCards, 0, 1});
  expect_refused(p, 0, "claim Dallas-ElPaso red*2 locomotive*2", {Reason::kTooFewLocomotives, 1, 2});
  expect_refused(p, 0, "claim Denver-SantaFe locomotive*2", {Reason::kTooFewLocomotives, 1, 2});
  // With four players the same twin is open, except to the owner of the other.
  Position q("usa-2004", 4);
  q.own(1, {"Atlanta-Raleigh.2"});
  q.deal({cards({{kR, 3}})}, {kR, kB, kG, kW, kY});
  EXPECT_TRUE(q.allowed("claim Atlanta-Raleigh.1 red*2"));
}

TEST_F(Refusals, Trains) {
  Position p("usa-2004", 2);
  p.own_trains(0, 42, {"Dallas-ElPaso", "Helena-Omaha", "Chicago-Duluth"});
  p.deal({cards({{kR, 6}})}, {kR, kB, kG, kW, kY});
  expect_refused(p, 0, "claim Dallas-ElPaso red*4", {Reason::kTooFewTrains, 3, 4});
  expect_refused(p, 0, "claim Helena-Omaha red*5", {Reason::kTooFewTrains, 3, 5});
  EXPECT_TRUE(p.allowed("claim Chicago-Duluth red*3"));
}

TEST_F(Refusals, MayNotPass) {
  Position p("usa-2004", 2);
  expect_refused(p, 0, "pass", {Reason::kMayNotPass});
}

TEST_F(Refusals, NamesOfReasons) {
  std::set<std::string_view> names;
  for (int number = 0; number <= static_cast<int>(Reason::kMayNotPass); ++number) {
    names.insert(name(static_cast<Reason>(number)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Reason::kMayNotPass) + 1);
  EXPECT_EQ(name(Reason::kNone), "none");
  EXPECT_EQ(name(Reason::kRouteTaken), "route_taken");
  EXPECT_EQ(name(Reason::kMayNotPass), "may_not_pass");
  EXPECT_FALSE(names.contains("unknown"));
  EXPECT_EQ(name(static_cast<Reason>(200)), "unknown");
  EXPECT_FALSE(static_cast<bool>(Refusal{}));
}

}  // namespace
}  // namespace fogg::test
