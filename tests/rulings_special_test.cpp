// One test for every ruling of docs/rules.md on what only Europe and Märklin have. Part of rulings_test.
#include <fmt/format.h>

#include "engine/view.h"
#include "positions.h"

namespace fogg::test {
namespace {

const std::vector<RowCard> kDullRow = {kB, kB, kG, kW, kY};

TEST(Rulings, MixAtStart) {
  const Edition& e = edition("maerklin");
  Led chance(3);
  State s;
  start(e, s, 3, chance, 1);
  EXPECT_EQ(s.phase, Phase::kStartMix);
  for (int seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(s.actor(), seat) << "in seat order from seat 0, whoever begins";
    for (int other = 0; other < 3; ++other) EXPECT_EQ(Legal(e, s, other).count(), other == seat ? 5 : 0);
    EXPECT_EQ(check(e, s, (seat + 1) % 3, Action::tickets(2)).reason, Reason::kNotYourTurn);
    ASSERT_FALSE(apply(e, s, seat, Action::tickets(seat), chance));
    EXPECT_EQ(s.offered[static_cast<std::size_t>(seat)], 4);
    // For all to hear, and the tickets at once: short ones first.
    const View seen = view_of(e, s, (seat + 1) % 3);
    EXPECT_EQ(seen.offered_first[static_cast<std::size_t>(seat)], seat);
    for (int i = 0; i < 4; ++i) {
      const int ticket = s.offer[static_cast<std::size_t>(seat)][static_cast<std::size_t>(i)];
      EXPECT_EQ(e.deck_of(ticket), i < seat ? 0 : 1);
    }
  }
  EXPECT_EQ(s.phase, Phase::kStart);
  for (int seat = 0; seat < 3; ++seat) EXPECT_TRUE(s.may_act(seat)) << "then all choose at once";
}

TEST(Rulings, FourPlusAsColor) {
  Position p("maerklin", 2);
  p.deal({}, {kF, kF, kPass, kL, kR});
  p.next = {kB, kB};
  p.play("take locomotive4");
  EXPECT_EQ(p.s.phase, Phase::kSecondCard) << "it does not cost the second draw";
  EXPECT_TRUE(p.allowed("take locomotive4"));
  EXPECT_TRUE(p.allowed("take passenger"));
  EXPECT_FALSE(p.allowed("take locomotive"));
  p.play("take locomotive4");
  EXPECT_EQ(p.s.player, 1);
  EXPECT_EQ(p.hand(0), cards({{kF, 2}}));
  p.next = {kG};
  p.play("take passenger");
  EXPECT_EQ(p.s.phase, Phase::kSecondCard);
}

TEST(Rulings, FourPlusNeverResets) {
  Position p("maerklin", 2);
  p.deal({}, {kF, kF, kR, kR, kR});
  p.next = {kF};
  p.play("take red");
  EXPECT_EQ(p.row(), "locomotive4 locomotive4 locomotive4 red red");
  EXPECT_EQ(p.chance.resets, 0);
  // In the formula they count among the others: three locomotives are thrown away because 4+ can take their places.
  Position q("maerklin", 2);
  const CardCounts deck = cards({{kF, 4}, {kL, 1}});
  q.deal_deck(deck, {{}, {}}, {kL, kL, kR, kR, kR});
  q.next = {kL, kF, kF};
  const int before = q.chance.resets;
  q.play("take red");
  EXPECT_EQ(q.chance.resets, before + 1);
}

TEST(Rulings, NoSurchargeNoQuestion) {
  Position p("europe", 2);
  p.deal({cards({{kB, 2}})}, {kR, kR, kG, kW, kY});
  p.next = {kR, kG, kW};
  p.play("claim Muenchen-Venezia blue*2");
  EXPECT_EQ(p.s.player, 1) << "claimed at once";
  EXPECT_TRUE(p.s.owned[0].has(p.route("Muenchen-Venezia")));
  EXPECT_EQ(p.s.discards, cards({{kB, 2}, {kR, 1}, {kG, 1}, {kW, 1}}));
}

TEST(Rulings, SurchargeAlwaysAsked) {
  Position p("europe", 2);
  p.deal({cards({{kB, 2}}), cards({{kB, 4}, {kL, 1}})}, {kR, kR, kG, kW, kY});
  p.next = {kB, kG, kW};
  p.play("claim Muenchen-Venezia blue*2");
  EXPECT_EQ(p.s.phase, Phase::kTunnel);
  EXPECT_EQ(p.legal(0), std::vector<std::string>{"decline"}) << "asked although unable to pay";
  p.play("decline");
  EXPECT_EQ(p.hand(0), cards({{kB, 2}}));
  // Who can pay may decline.
  p.next = {kB, kG, kW};
  p.play("claim Muenchen-Venezia blue*2");
  EXPECT_EQ(p.legal(1), (std::vector<std::string>{"decline", "pay blue*1", "pay locomotive*1"}));
  p.play("decline");
  EXPECT_EQ(p.hand(1), cards({{kB, 4}, {kL, 1}}));
  EXPECT_EQ(p.s.player, 0);
  EXPECT_EQ(p.s.passes, 0) << "not a pass";
}

TEST(Rulings, PassengerAfterClaim) {
  Position p("maerklin", 2);
  p.deal({cards({{kY, 2}})}, {kB, kB, kG, kW, kR});
  p.play("claim Leipzig-Magdeburg yellow*2");
  EXPECT_EQ(p.s.phase, Phase::kPlace);
  EXPECT_EQ(p.s.discards[kY], 2) << "the claim is settled before";
  EXPECT_EQ(p.legal(0), (std::vector<std::string>{"place Leipzig", "place Magdeburg", "skip"}));
  EXPECT_EQ(p.attempt(0, "place Berlin").reason, Reason::kNotAnEnd);
  p.play("place Leipzig");
  EXPECT_EQ(p.s.player, 1);
  EXPECT_EQ(p.extras().passengers[0], 2);
  // Asked only if it is possible: all places taken, or no passenger left.
  Position q("maerklin", 2);
  q.deal({cards({{kY, 2}})}, {kB, kB, kG, kW, kR});
  q.put(1, "Leipzig");
  q.put(0, "Magdeburg");
  q.play("claim Leipzig-Magdeburg yellow*2");
  EXPECT_EQ(q.s.player, 1);
  Position r("maerklin", 2);
  r.deal({cards({{kY, 2}})}, {kB, kB, kG, kW, kR});
  for (const char* city : {"Kiel", "Ulm", "Mainz"}) r.put(0, city);
  r.play("claim Leipzig-Magdeburg yellow*2");
  EXPECT_EQ(r.s.player, 1);
}

TEST(Rulings, NoPassengerInACountry) {
  Position p("maerklin", 2);
  p.deal({cards({{kR, 3}})}, kDullRow);
  p.play("claim Muenchen-OesterreichMuenchen red*3");
  EXPECT_EQ(p.legal(0), (std::vector<std::string>{"place Muenchen", "skip"}));
  EXPECT_EQ(p.attempt(0, "place OesterreichMuenchen").reason, Reason::kCountry);
}

TEST(Rulings, JourneyHasAStep) {
  Position p("maerklin", 2);
  p.deal({cards({{kR, 3}})}, kDullRow);
  p.put(0, "Leipzig");
  EXPECT_EQ(p.attempt(0, "move Leipzig").reason, Reason::kCannotTravel);
  p.own(1, {"Leipzig-Magdeburg"});
  EXPECT_EQ(p.attempt(0, "move Leipzig").reason, Reason::kCannotTravel) << "another's route, and no passenger card";
  p.deal({cards({{kR, 3}, {kPass, 1}})}, kDullRow);
  EXPECT_TRUE(p.allowed("move Leipzig"));
  p.play("move Leipzig");
  EXPECT_EQ(p.legal(0), std::vector<std::string>{"go Leipzig-Magdeburg"});
  EXPECT_EQ(p.attempt(0, "stop").reason, Reason::kMustTravel);
  p.play("go Leipzig-Magdeburg");
  p.play("stop");
}

TEST(Rulings, JourneyEnds) {
  Position p("maerklin", 2);
  p.deal({}, kDullRow);
  p.own(0, {"Muenchen-OesterreichMuenchen", "Leipzig-Magdeburg"});
  p.put(0, "Muenchen");
  p.put(0, "Leipzig");
  p.play("move Muenchen");
  p.play("go Muenchen-OesterreichMuenchen");
  EXPECT_EQ(p.s.player, 1) << "by itself in a country";
  EXPECT_EQ(p.extras().goods[0], 0) << "no goods there";
  p.play("draw");
  p.play("draw");
  p.play("move Leipzig");
  p.play("go Leipzig-Magdeburg");
  EXPECT_EQ(p.legal(0), std::vector<std::string>{"stop"}) << "asked although going on is impossible";
}

TEST(Rulings, CardsLeaveAtTheEnd) {
  Position p("maerklin", 2);
  p.deal({cards({{kPass, 2}})}, kDullRow);
  p.own(1, {"Leipzig-Magdeburg", "Hannover-Magdeburg"});
  p.put(0, "Leipzig");
  p.play("move Leipzig");
  p.play("go Leipzig-Magdeburg");
  EXPECT_EQ(p.hand(0)[kPass], 2);
  EXPECT_EQ(p.s.discards.total(), 0);
  p.play("go Hannover-Magdeburg");
  EXPECT_EQ(p.legal(0), std::vector<std::string>{"stop"}) << "no card is left, though both are in the hand";
  p.play("stop");
  EXPECT_EQ(p.hand(0).total(), 0);
  EXPECT_EQ(p.s.discards, cards({{kPass, 2}}));
  EXPECT_EQ(p.extras().passengers[0], 2);
  EXPECT_EQ(p.extras().pieces[0], 0U) << "the passenger has left the game";
}

TEST(Rulings, AnyEndPoint) {
  Position p("maerklin", 2);
  p.hold(0, {p.ticket("Frankfurt", "Oesterreich"), p.ticket("Koeln", "Schweiz"), p.ticket("Kiel", "Schweiz"),
             p.ticket("Oesterreich", "Rostock")});
  EXPECT_EQ(score(p.e, p.s)[0].completed, 0);
  // Munich is not joined with Lindau: Austria is reached by its second end point alone.
  p.own(0, {"Muenchen-OesterreichMuenchen", "Augsburg-Muenchen.1", "Augsburg-Ulm.1", "Stuttgart-Ulm.1",
            "Mannheim-Stuttgart.1", "Frankfurt-Mannheim.1"});
  EXPECT_EQ(score(p.e, p.s)[0].completed, 1);
  // The end points of a country are not joined: two dead ends at Switzerland's do not make a way.
  p.own(1, {"Lindau-SchweizLindau", "Konstanz-SchweizKonstanz"});
  const auto& lindau = p.e.board.cities[static_cast<std::size_t>(p.city("Lindau"))];
  EXPECT_LT(lindau.country, 0);
  EXPECT_TRUE(completed_tickets(p.e, p.s.owned[1], TicketSet::first(p.e.ticket_count())).empty());
}

TEST(Rulings, MixBringsSomething) {
  Position p("maerklin", 2);
  while (p.s.pile[0].size() > 0) {
    p.play("tickets 4 short");
    p.play(fmt::format("keep {}", p.s.offered[p.s.player] == 4   ? "1,2,3,4"
                                  : p.s.offered[p.s.player] == 3 ? "1,2,3"
                                  : p.s.offered[p.s.player] == 2 ? "1,2"
                                                                 : "1"));
  }
  const int seat = p.s.player;
  EXPECT_EQ(p.attempt(seat, "tickets 4 short").reason, Reason::kNoTickets);
  EXPECT_TRUE(p.allowed("tickets 3 short 1 long"));
  p.play("tickets 3 short 1 long");
  EXPECT_EQ(p.s.offered[static_cast<std::size_t>(seat)], 1) << "of each deck the announced number or what is left";
}

TEST(Rulings, TurnLimit) {
  Position p("europe", 2);
  // Whatever is revealed is a locomotive.
  p.deal_deck(cards({{kL, 14}}), {cards({{kB, 4}}), cards({{kG, 4}})}, {kR, kR, kY, kW, kY});
  while (!p.s.over()) {
    ASSERT_LT(p.s.turns, kMostTurns);
    const bool first = p.s.player == 0;
    p.play(first ? "claim Muenchen-Venezia blue*2" : "claim Venezia-Zuerich green*2");
    ASSERT_EQ(p.s.phase, Phase::kTunnel);
    p.play("decline");
  }
  EXPECT_EQ(p.s.turns, 1000);
  EXPECT_EQ(p.s.ending, Ending::kTurnLimit);
  EXPECT_EQ(score(p.e, p.s)[0].stations, 12);
  // The last turn of the last round, and the last of a round of passes: these are reported.
  Position q("europe", 2);
  q.s.turns = kMostTurns - 1;
  q.s.turns_left = 1;
  q.play("draw");
  q.play("draw");
  EXPECT_EQ(q.s.turns, kMostTurns);
  EXPECT_EQ(q.s.ending, Ending::kLastRound);
  State stuck = q.s;
  stuck.turns = kMostTurns - 1;
  stuck.turns_left = -1;
  stuck.passes = 1;
  detail::end_turn(q.e, stuck, true);
  EXPECT_EQ(stuck.ending, Ending::kAllPassed);
}

TEST(Rulings, NoTicketNoBonus) {
  for (const char* id : {"maerklin", "usa-1910", "usa-mega"}) {
    Position p(id, 3);
    for (int seat = 0; seat < 3; ++seat) EXPECT_EQ(score(p.e, p.s)[static_cast<std::size_t>(seat)].most_tickets, 0);
    EXPECT_GT(p.e.most_tickets_bonus, 0);
  }
  Position p("maerklin", 3);
  p.hold(0, {p.ticket("Hannover", "Leipzig"), p.ticket("Berlin", "Bremen"), p.ticket("Kiel", "Schweiz"),
             p.ticket("Oesterreich", "Rostock")});
  p.hold(1, {p.ticket("Leipzig", "Nuernberg"), p.ticket("Koblenz", "Ulm"), p.ticket("Emden", "Freiburg"),
             p.ticket("Leipzig", "Ulm")});
  p.own(0, {"Leipzig-Magdeburg", "Hannover-Magdeburg"});
  Scores scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].completed, 1);
  EXPECT_EQ(scores[0].most_tickets, 10);
  EXPECT_EQ(scores[1].most_tickets, 0);
}

}  // namespace
}  // namespace fogg::test
