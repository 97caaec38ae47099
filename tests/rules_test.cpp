// The rules of docs/rules.md that are not rulings (these are in rulings_test.cpp), on positions made by hand.
#include <algorithm>
#include <set>

#include "engine/view.h"
#include "positions.h"

namespace fogg::test {
namespace {

using Texts = std::vector<std::string>;

// -- Set-up

TEST(SetUp, DealsCardsRowAndTickets) {
  for (const std::string& id : usa_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      FastChance fast(static_cast<std::uint64_t>(players));
      Listening chance(fast);
      State s;
      start(e, s, players, chance);
      EXPECT_EQ(find_fault(e, s), "");
      EXPECT_EQ(s.phase, Phase::kStart);
      for (int seat = 0; seat < players; ++seat) {
        const auto at = static_cast<std::size_t>(seat);
        EXPECT_EQ(s.hand[at].total(), 4);
        EXPECT_EQ(s.trains[at], 45);
        EXPECT_EQ(s.offered[at], id == "usa-2025" ? 4 : 3);
        EXPECT_TRUE(s.may_act(seat));
      }
      EXPECT_EQ(s.ticket_deck_size(), (id == "usa-2025" ? 33 : 30) - players * e.deal);
      // The order of the questions (docs/actions.md).
      std::vector<Outcome> heard = chance.heard;
      std::erase_if(heard, [](const Outcome& o) { return o.kind > Outcome::kFirstPlayer; });
      std::size_t at = 0;
      for (int seat = 0; seat < players; ++seat) {
        for (int i = 0; i < 4; ++i) EXPECT_EQ(heard[at++].to, CardTo::hand(seat));
      }
      while (heard[at].kind == Outcome::kCard) {
        for (std::uint8_t place = 0; place < kRow; ++place) EXPECT_EQ(heard[at++].to, CardTo::row(place));
      }
      for (int seat = 0; seat < players; ++seat) {
        for (int i = 0; i < e.deal; ++i, ++at) {
          EXPECT_EQ(heard[at].kind, Outcome::kTicket);
          EXPECT_EQ(heard[at].seat, seat);
        }
      }
      EXPECT_EQ(heard[at].kind, Outcome::kFirstPlayer);
      EXPECT_EQ(heard.size(), at + 1);
    }
  }
}

TEST(SetUp, ResetAppliesToTheFirstRow) {
  const Edition& e = edition("usa-2004");
  std::deque<Card> row = {kL, kR, kL, kB, kL, kW, kL, kW, kL, kY};
  Led chance(1, [&](const CardCounts&, CardTo to) -> std::optional<Card> {
    if (to.place == CardTo::kHand) return kP;
    const Card card = row.front();
    row.pop_front();
    return card;
  });
  State s;
  start(e, s, 2, chance);
  EXPECT_EQ(chance.resets, 1);
  EXPECT_EQ(s.discards, cards({{kL, 3}, {kR, 1}, {kB, 1}}));
  EXPECT_EQ(s.row.count(kL), 2);
  EXPECT_TRUE(row.empty());
  EXPECT_EQ(find_fault(e, s), "");
}

// Nothing of a choice can be seen before the last one is made, and then everything happens in seat order.
TEST(SetUp, ChoicesAreMadeAtOnce) {
  const Edition& e = edition("usa-2004");
  Led chance(5);
  State s;
  start(e, s, 3, chance, 1);
  const auto offers = s.offer;
  const State before = s;
  ASSERT_FALSE(apply(e, s, 2, Action::keeping(0b011), chance));
  for (const int viewer : {0, 1, kSpectator}) EXPECT_EQ(view_of(e, s, viewer), view_of(e, before, viewer));
  EXPECT_FALSE(s.may_act(2));
  ASSERT_FALSE(apply(e, s, 0, Action::keeping(0b110), chance));
  for (const int viewer : {1, kSpectator}) EXPECT_EQ(view_of(e, s, viewer), view_of(e, before, viewer));
  EXPECT_EQ(s.phase, Phase::kStart);
  ASSERT_FALSE(apply(e, s, 1, Action::keeping(0b111), chance));
  EXPECT_EQ(s.phase, Phase::kTurn);
  EXPECT_EQ(s.player, 1);
  EXPECT_EQ(find_fault(e, s), "");
  // Under the deck: first seat 0's return, then seat 2's.
  ASSERT_EQ(s.pile[0].returned, 2);
  State copy = s;
  EXPECT_EQ(detail::next_returned_ticket(e, copy, 0), offers[0][0]);
  EXPECT_EQ(detail::next_returned_ticket(e, copy, 0), offers[2][2]);
}

TEST(SetUp, KeepMinima) {
  for (const std::string& id : usa_ids()) {
    const Edition& e = edition(id);
    Led chance(1);
    State s;
    start(e, s, 2, chance);
    Legal(e, s, 0).each([](const Action& a) { EXPECT_GE(std::popcount(a.keep), 2); });
    EXPECT_EQ(Legal(e, s, 0).count(), id == "usa-2025" ? 11 : 4);
    EXPECT_EQ(check(e, s, 0, Action::keeping(1)), (Refusal{Reason::kKeepTooFew, 1, 2}));
  }
}

// -- Train cards

TEST(TrainCards, TwoCardsEachFromDeckOrRow) {
  Position p("usa-2004", 2);
  p.deal({}, {kR, kB, kG, kW, kY});
  p.next = {kP, kO};
  p.play("draw");
  EXPECT_EQ(p.asked, (std::vector<CardTo>{CardTo::hand(0)}));
  EXPECT_EQ(p.legal(0), (Texts{"draw", "take blue", "take green", "take red", "take white", "take yellow"}));
  p.play("take green");  // the place is filled at once
  EXPECT_EQ(p.row(), "red blue orange white yellow");
  EXPECT_EQ(p.hand(0), cards({{kP, 1}, {kG, 1}}));
  EXPECT_EQ(p.s.player, 1);
  p.next = {kK, kP};
  p.play("take red");
  EXPECT_EQ(p.row(), "black blue orange white yellow");  // before the second choice
  p.play("take black");
  EXPECT_EQ(p.hand(1), cards({{kR, 1}, {kK, 1}}));
  EXPECT_EQ(p.s.turns, 2);
}

TEST(TrainCards, LocomotiveOfTheRowEndsTheAction) {
  Position p("usa-2004", 2);
  p.deal({}, {kR, kL, kG, kW, kY});
  p.next = {kP};
  p.play("take locomotive");
  EXPECT_EQ(p.row(), "red purple green white yellow");
  EXPECT_EQ(p.s.phase, Phase::kTurn);
  EXPECT_EQ(p.s.player, 1);
}

TEST(TrainCards, LocomotiveOfTheRowIsNeverSecond) {
  Position p("usa-2004", 2);
  p.deal({}, {kR, kL, kG, kW, kY});
  p.next = {kL};
  p.play("take red");  // another one is just turned up
  EXPECT_EQ(p.row(), "locomotive locomotive green white yellow");
  EXPECT_FALSE(p.allowed("take locomotive"));
  EXPECT_EQ(p.attempt(0, "take locomotive").reason, Reason::kLocomotiveSecond);
  EXPECT_EQ(p.legal(0), (Texts{"draw", "take green", "take white", "take yellow"}));
}

TEST(TrainCards, BlindLocomotiveIsACardLikeAnyOther) {
  Position p("usa-2004", 2);
  p.deal({}, {kR, kB, kG, kW, kY});
  p.next = {kL, kL};
  p.play("draw");
  EXPECT_EQ(p.s.phase, Phase::kSecondCard);
  p.play("draw");
  EXPECT_EQ(p.hand(0), cards({{kL, 2}}));
  EXPECT_EQ(p.s.player, 1);
}

TEST(TrainCards, SecondCardIsCompulsory) {
  Position p("usa-2004", 2);
  p.deal({cards({{kR, 5}})}, {kR, kB, kG, kW, kY});
  p.play("draw");
  for (const char* other : {"pass", "tickets", "claim Chicago-Duluth red*3"}) EXPECT_FALSE(p.allowed(other)) << other;
}

TEST(TrainCards, NotAvailableWithoutDeckAndDiscards) {
  Position p("usa-2004", 2);
  p.deal_deck({}, {}, {kR, kL, kG, kW, kY});
  EXPECT_EQ(p.legal(0), Texts{"tickets"});
  EXPECT_EQ(p.attempt(0, "take red").reason, Reason::kDeckEmpty);
}

TEST(TrainCards, HandsHaveNoLimit) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kR, 6}}), {}, {kB, kB, kG, kW, kY});
  ASSERT_EQ(p.hand(1).total(), 99);
  p.play("tickets");
  p.play("keep 1");
  EXPECT_TRUE(p.allowed("draw"));
  p.play("draw");
  p.play("draw");
  EXPECT_EQ(p.hand(1).total(), 101);
}

// -- The deck runs out

TEST(Deck, DiscardsBecomeTheDeckAtOnce) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kG, 1}}), {}, {kR, kB, kG, kW, kY}, cards({{kO, 3}, {kK, 2}}));
  p.play("draw");  // not only when the next card is wanted
  EXPECT_EQ(p.chance.reshuffles, 1);
  EXPECT_EQ(p.s.deck, cards({{kO, 3}, {kK, 2}}));
  EXPECT_EQ(p.s.discards, CardCounts{});
}

TEST(Deck, DiscardsBecomeTheDeckInTheMiddleOfARefill) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kL, 1}, {kG, 2}}), {}, {kL, kL, kR, kB, kW}, cards({{kY, 2}}));
  // The third locomotive comes; two cards are left for five places; then the rest comes from what was thrown away.
  p.next = {kL, kG, kG, kB, kY, kL};
  p.play("take red");
  EXPECT_EQ(p.chance.resets, 1);
  EXPECT_EQ(p.chance.reshuffles, 1);
  EXPECT_EQ(p.row(), "green green blue yellow locomotive");
  EXPECT_EQ(p.s.deck, cards({{kL, 2}, {kW, 1}, {kY, 1}}));
  EXPECT_EQ(p.s.discards, CardCounts{});
}

TEST(Deck, RowStaysShortAndIsFilledLeftToRight) {
  Position p("usa-2004", 2);
  p.deal_deck(cards({{kO, 1}}), {}, {kR, kB, kG, kW, kY});
  p.play("draw");
  p.play("take blue");
  EXPECT_EQ(p.row(), "red - green white yellow");
  EXPECT_FALSE(p.allowed("draw"));
  EXPECT_FALSE(p.allowed("take red"));
  // The other player discards: the place is filled, and cards can be drawn again.
  p.next = {kP};
  p.play("claim Denver-Omaha purple*4");
  EXPECT_EQ(p.row(), "red purple green white yellow");
  EXPECT_EQ(p.s.deck, cards({{kP, 3}}));
  EXPECT_TRUE(p.allowed(0, "draw"));

  Position q("usa-2004", 2);
  q.deal_deck({}, {cards({{kP, 2}})}, {{}, kB, {}, {}, kY});
  q.next = {kP, kP};
  q.play("claim Denver-SantaFe purple*2");  // fewer than places: the leftmost first
  EXPECT_EQ(q.row(), "purple blue purple - yellow");
  EXPECT_EQ(q.asked, (std::vector<CardTo>{CardTo::row(0), CardTo::row(2)}));
}

// -- Three locomotives

TEST(Reset, AtThreeLocomotivesNotAtTwo) {
  Position p("usa-2004", 2);
  p.deal({}, {kL, kR, kG, kW, kY});
  p.next = {kL};
  p.play("take red");
  EXPECT_EQ(p.chance.resets, 0);
  p.next = {kL, kP, kP, kL, kL, kL, kO, kO, kO, kO, kO};
  p.play("take white");  // the third; the new row has three again, and only the next one has not
  EXPECT_EQ(p.chance.resets, 2);
  EXPECT_EQ(p.row(), "orange orange orange orange orange");
  EXPECT_EQ(p.s.discards, cards({{kL, 6}, {kG, 1}, {kY, 1}, {kP, 2}}));
}

TEST(Reset, OnlyLookedAtWhenTheRowIsFull) {
  // Four places are filled after the claim. After three of them there are three locomotives, but the fourth is filled
  // before the row goes.
  Position p("usa-2004", 2);
  p.deal_deck({}, {cards({{kL, 3}, {kP, 3}})}, {{}, {}, {}, {}, kY});
  p.next = {kL, kL, kL, kP, kP, kP, kY, kL, kL};
  p.play("claim SaultStMarie-Winnipeg purple*3 locomotive*3");
  EXPECT_EQ(p.asked,
            (std::vector<CardTo>{CardTo::row(0), CardTo::row(1), CardTo::row(2), CardTo::row(3), CardTo::row(0),
                                 CardTo::row(1), CardTo::row(2), CardTo::row(3), CardTo::row(4)}));
  EXPECT_EQ(p.chance.resets, 1);
  EXPECT_EQ(p.row(), "purple purple yellow locomotive locomotive");
}

// -- Claims

TEST(Claim, PointsByLength) {
  const std::vector<std::pair<std::string, int>> cases = {
      {"claim Atlanta-Nashville red*1", 1}, {"claim Denver-SantaFe red*2", 2}, {"claim Chicago-Duluth red*3", 4},
      {"claim Dallas-ElPaso red*4", 7},     {"claim Helena-Omaha red*5", 10},  {"claim Miami-NewOrleans red*6", 15}};
  int length = 0;
  for (const auto& [line, points] : cases) {
    ++length;
    Position p("usa-2004", 2);
    p.deal({cards({{kR, 6}})}, {kB, kB, kG, kW, kY});
    p.play(line);
    EXPECT_EQ(p.s.points[0], points);
    EXPECT_EQ(p.s.trains[0], 45 - length);
    EXPECT_EQ(p.s.discards, cards({{kR, length}}));
    EXPECT_EQ(p.hand(0), cards({{kR, 6 - length}}));
    EXPECT_EQ(p.s.player, 1);
  }
}

TEST(Claim, Payments) {
  Position p("usa-2004", 2);
  p.deal({cards({{kR, 2}, {kB, 3}, {kL, 4}})}, {kB, kB, kG, kW, kY});
  Texts red;
  Texts gray;
  for (const std::string& line : p.legal(0)) {
    if (line.starts_with("claim Chicago-Duluth ")) red.push_back(line.substr(21));
    if (line.starts_with("claim Calgary-Vancouver ")) gray.push_back(line.substr(24));
  }
  EXPECT_EQ(red, (Texts{"locomotive*3", "red*1 locomotive*2", "red*2 locomotive*1"}));
  EXPECT_EQ(gray, (Texts{"blue*1 locomotive*2", "blue*2 locomotive*1", "blue*3", "locomotive*3", "red*1 locomotive*2",
                         "red*2 locomotive*1"}));
  EXPECT_FALSE(p.allowed("claim Chicago-Duluth red*3"));
  EXPECT_EQ(parse_action(p.e, "claim Chicago-Duluth blue*3"), std::nullopt);  // not its color
  EXPECT_EQ(parse_action(p.e, "claim Chicago-Duluth red*2"), std::nullopt);  // too few
  p.play("claim Denver-Helena locomotive*4");  // locomotives alone
  EXPECT_EQ(p.s.discards, cards({{kL, 4}}));
  EXPECT_EQ(p.hand(0), cards({{kR, 2}, {kB, 3}}));
}

TEST(Claim, AsManyTrainsAsTheRouteIsLong) {
  Position p("usa-2004", 2);
  p.own_trains(0, 41, {"Calgary-Helena", "Denver-Phoenix", "Chicago-Duluth"});
  p.deal({cards({{kW, 6}, {kR, 3}})}, {kB, kB, kG, kW, kY});
  EXPECT_TRUE(p.allowed("claim Calgary-Helena white*4"));
  EXPECT_TRUE(p.allowed("claim Chicago-Duluth red*3"));
  EXPECT_EQ(p.attempt(0, "claim Denver-Phoenix white*5"), (Refusal{Reason::kTooFewTrains, 4, 5}));
  p.play("claim Calgary-Helena white*4");
  EXPECT_EQ(p.s.trains[0], 0);
}

TEST(Claim, DoubleRoutes) {
  for (int players = 2; players <= 5; ++players) {
    Position p("usa-2004", players);
    p.deal({cards({{kR, 4}}), cards({{kY, 4}})}, {kB, kB, kG, kW, kY});
    p.play("claim Boston-NewYork.1 red*2");
    EXPECT_EQ(p.attempt(1, "claim Boston-NewYork.1 red*2").reason, Reason::kRouteTaken);
    if (players <= 3) {
      EXPECT_EQ(p.attempt(1, "claim Boston-NewYork.2 yellow*2").reason, Reason::kParallelClosed);
    } else {
      p.play("claim Boston-NewYork.2 yellow*2");
      EXPECT_TRUE(p.s.owned[1].has(p.route("Boston-NewYork.2")));
    }
  }
  // Never both for one player.
  for (int players = 2; players <= 5; ++players) {
    Position p("usa-2004", players);
    p.own(0, {"Boston-NewYork.1"});
    p.deal({cards({{kY, 4}})}, {kB, kB, kG, kW, kY});
    EXPECT_EQ(p.attempt(0, "claim Boston-NewYork.2 yellow*2").reason, Reason::kParallelOwned);
  }
}

// -- Tickets

TEST(Tickets, ThreeOrWhatIsLeft) {
  for (int left = 1; left <= 3; ++left) {
    Position p("usa-2004", 2);
    p.drain_tickets(left);
    const int seat = p.s.player;
    p.play("tickets");
    EXPECT_EQ(p.s.offered[static_cast<std::size_t>(seat)], left);
    EXPECT_EQ(p.s.ticket_deck_size(), 0);
    EXPECT_EQ(p.legal(seat).size(), (1U << static_cast<unsigned>(left)) - 1);  // at least one, any of them
    p.play("keep 1");
    EXPECT_EQ(p.s.ticket_deck_size(), left - 1);
  }
  Position p("usa-2004", 2);
  p.drain_tickets(0);
  EXPECT_EQ(p.attempt(p.s.player, "tickets").reason, Reason::kNoTickets);
}

// A minimum above what is on offer: all are kept.
TEST(Tickets, FewerOnOfferThanTheMinimum) {
  Edition e = edition("usa-2004");
  e.keep_later = 2;
  e.finish();
  Led chance(1);
  State s;
  start(e, s, 2, chance, 0);
  for (const int seat : {0, 1}) ASSERT_FALSE(apply(e, s, seat, Action::keeping(7), chance));
  while (s.ticket_deck_size() > 1) {
    const bool last = s.ticket_deck_size() == 3;
    ASSERT_FALSE(apply(e, s, s.player, Action::tickets(), chance));
    ASSERT_FALSE(apply(e, s, s.player, Action::keeping(last ? 3 : 7), chance));
  }
  const int seat = s.player;
  ASSERT_FALSE(apply(e, s, seat, Action::tickets(), chance));
  ASSERT_EQ(Legal(e, s, seat).count(), 1);
  EXPECT_EQ(Legal(e, s, seat).nth(0), Action::keeping(1));
  EXPECT_FALSE(apply(e, s, seat, Action::keeping(1), chance));
}

TEST(Tickets, ChosenOrderOfReturns2025) {
  Position p("usa-2025", 2);
  p.play("tickets");
  const auto offer = p.s.offer[0];
  EXPECT_EQ(p.legal(0),
            (Texts{"keep 1 return 2,3", "keep 1 return 3,2", "keep 1,2", "keep 1,2,3", "keep 1,3", "keep 2 return 1,3",
                   "keep 2 return 3,1", "keep 2,3", "keep 3 return 1,2", "keep 3 return 2,1"}));
  p.play("keep 2 return 3,1");
  ASSERT_EQ(p.s.pile[0].returned, 2);
  State copy = p.s;
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 0), offer[2]);
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 0), offer[0]);
}

// Those returned at the start come after the unseen ones, in an order nobody knows, and before the later returns.
TEST(Tickets, ReturnsOfTheStartAreShuffled2025) {
  std::set<std::vector<int>> orders_seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Edition& e = edition("usa-2025");
    FastChance deal(7);  // the same tickets every time
    Led chance(seed);
    State s;
    start(e, s, 2, deal, 0);
    std::set<int> at_start;
    for (std::size_t seat = 0; seat < 2; ++seat) at_start.insert({s.offer[seat][2], s.offer[seat][3]});
    for (const int seat : {0, 1}) ASSERT_FALSE(apply(e, s, seat, Action::keeping(0b0011), deal));
    EXPECT_EQ(s.pile[0].shuffled, 4);
    EXPECT_EQ(s.pile[0].returned, 0);
    EXPECT_EQ(s.pile[0].unseen, 25);
    ASSERT_FALSE(apply(e, s, 0, Action::tickets(), chance));
    const std::vector<int> later = {s.offer[0][1], s.offer[0][0]};
    ASSERT_FALSE(apply(e, s, 0, *parse_action(e, "keep 3 return 2,1"), chance));
    while (s.pile[0].unseen > 0) {
      const auto seat = static_cast<std::size_t>(s.player);
      ASSERT_FALSE(apply(e, s, s.player, Action::tickets(), chance));
      // 22 are left: the last draw of the unseen ones goes on with two of the pile.
      for (std::size_t i = 0; s.pile[0].unseen > 0 && i < 3; ++i) EXPECT_FALSE(at_start.contains(s.offer[seat][i]));
      ASSERT_FALSE(apply(e, s, s.player, Action::keeping(7), chance));
    }
    ASSERT_EQ(s.pile[0].shuffled, 2);
    const auto seat = static_cast<std::size_t>(s.player);
    ASSERT_FALSE(apply(e, s, s.player, Action::tickets(), chance));
    EXPECT_TRUE(at_start.contains(s.offer[seat][0]) && at_start.contains(s.offer[seat][1]));
    EXPECT_EQ(s.offer[seat][2], later[0]);
    orders_seen.insert({s.offer[seat][0], s.offer[seat][1]});
    ASSERT_FALSE(apply(e, s, s.player, Action::keeping(7), chance));
    ASSERT_FALSE(apply(e, s, s.player, Action::tickets(), chance));
    EXPECT_EQ(s.offer[1 - seat][0], later[1]);
    EXPECT_EQ(find_fault(e, s), "");
  }
  EXPECT_GT(orders_seen.size(), 3U);
}

// -- The end

TEST(LastRound, OneMoreTurnForEveryone) {
  for (int players = 2; players <= 5; ++players) {
    Position p("usa-2004", players);
    p.own_trains(1, 40, {"Chicago-Duluth"});
    p.deal({{}, cards({{kR, 3}})}, {kB, kB, kG, kW, kY});
    p.s.player = 1;
    p.play("claim Chicago-Duluth red*3");
    EXPECT_EQ(p.s.trains[1], 2);
    EXPECT_EQ(p.s.turns_left, players);
    for (int i = 0; i < players; ++i) {
      EXPECT_FALSE(p.s.over());
      EXPECT_EQ(p.s.player, (2 + i) % players);
      p.play("draw");
      p.play("draw");
    }
    EXPECT_TRUE(p.s.over());  // seat 1 had the last turn
    EXPECT_EQ(p.s.ending, Ending::kLastRound);
  }
}

TEST(LastRound, NotWithThreeTrains) {
  Position p("usa-2004", 2);
  p.own_trains(0, 39, {"Chicago-Duluth"});
  p.deal({cards({{kR, 3}})}, {kB, kB, kG, kW, kY});
  p.play("claim Chicago-Duluth red*3");
  EXPECT_EQ(p.s.trains[0], 3);
  EXPECT_EQ(p.s.turns_left, -1);
}

TEST(LastRound, HappensOnce) {
  Position p("usa-2004", 2);
  p.own_trains(0, 40, {"Chicago-Duluth", "Calgary-Vancouver"});
  p.own_trains(1, 40, {"Chicago-Duluth", "Calgary-Vancouver"});
  p.deal({cards({{kR, 3}}), cards({{kB, 3}})}, {kB, kB, kG, kW, kY});
  p.play("claim Chicago-Duluth red*3");
  EXPECT_EQ(p.s.turns_left, 2);
  p.play("claim Calgary-Vancouver blue*3");  // falls to two as well, which prolongs nothing
  EXPECT_EQ(p.s.trains[1], 2);
  EXPECT_EQ(p.s.turns_left, 1);
  p.play("draw");
  p.play("draw");
  EXPECT_EQ(p.s.ending, Ending::kLastRound);
  EXPECT_EQ(p.legal(0), Texts{});
  EXPECT_EQ(p.legal(1), Texts{});
}

// -- The score

int longest(const std::vector<std::string>& routes) {
  Position p("usa-2004", 2);
  p.own(0, routes);
  return score(p.e, p.s)[0].longest;
}

TEST(Scoring, LongestPath) {
  EXPECT_EQ(longest({}), 0);
  EXPECT_EQ(longest({"Denver-SantaFe"}), 2);
  // A loop may close.
  EXPECT_EQ(longest({"Denver-SantaFe", "Denver-OklahomaCity", "OklahomaCity-SantaFe"}), 2 + 4 + 3);
  // A loop with a tail: through the city where they meet twice.
  EXPECT_EQ(longest({"Denver-SantaFe", "Denver-OklahomaCity", "OklahomaCity-SantaFe", "Denver-Helena"}), 9 + 4);
  // Two loops that meet in Denver: through it again and again.
  EXPECT_EQ(longest({"Denver-SantaFe", "Denver-OklahomaCity", "OklahomaCity-SantaFe", "Denver-Helena",
                     "Helena-SaltLakeCity", "Denver-SaltLakeCity.1"}),
            9 + 4 + 3 + 3);
  // Branches do not count: of three the two longest.
  EXPECT_EQ(longest({"Denver-Helena", "Denver-Phoenix", "Denver-SantaFe"}), 4 + 5);
  // The longest of two separate nets.
  EXPECT_EQ(longest({"Denver-SantaFe", "Calgary-Winnipeg"}), 6);
}

TEST(Scoring, LongestPathBonusGoesToAllWhoShareTheLength) {
  Position p("usa-2004", 3);
  p.own(0, {"Denver-Helena"});
  p.own(1, {"Chicago-Omaha"});
  p.own(2, {"Atlanta-Nashville", "Dallas-Houston.1", "Denver-SantaFe"});
  const Scores scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].bonus, 10);
  EXPECT_EQ(scores[1].bonus, 10);
  EXPECT_EQ(scores[2].bonus, 0);
  EXPECT_EQ(scores[2].longest, 2);
}

TEST(Scoring, TicketsCountForAndAgainst) {
  Position p("usa-2004", 2);
  // Denver to El Paso by way of Santa Fe (4); Chicago to Santa Fe (9) is not joined; nor are Calgary and Phoenix (13).
  p.own(0, {"Denver-SantaFe", "ElPaso-SantaFe"});
  p.hold(0, {29, 19, 7});
  p.hold(1, {0, 1, 2});
  const Scores scores = score(p.e, p.s);
  EXPECT_EQ(scores[0], (Score{.routes = 4,
                              .tickets = 4 - 9 - 13,
                              .completed = 1,
                              .uncompleted = 2,
                              .longest = 4,
                              .bonus = 10,
                              .total = 4 - 18 + 10,
                              .winner = true}));
  // Totals may be negative.
  EXPECT_EQ(scores[1], (Score{.routes = 0,
                              .tickets = -63,
                              .completed = 0,
                              .uncompleted = 3,
                              .longest = 0,
                              .bonus = 0,
                              .total = -63,
                              .winner = false}));
  // Routes of others join nothing.
  p.own(1, {"Denver-Omaha", "Chicago-Omaha"});
  EXPECT_EQ(score(p.e, p.s)[0].completed, 1);
}

}  // namespace
}  // namespace fogg::test
