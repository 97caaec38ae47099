// The rules of Europe and Märklin that are no rulings: ferries, tunnels, stations, passengers, goods, countries, decks of tickets.
#include <fmt/format.h>

#include <set>

#include "engine/journey.h"
#include "engine/view.h"
#include "habits.h"
#include "positions.h"

namespace fogg::test {
namespace {

const std::vector<RowCard> kDullRow = {kB, kB, kG, kW, kY};
using Texts = std::vector<std::string>;

// -- Tickets

TEST(EuropeTickets, OneLongAndThreeRegular) {
  const Edition& e = edition("europe");
  for (int players = 2; players <= 5; ++players) {
    FastChance chance(static_cast<std::uint64_t>(players));
    State s;
    start(e, s, players, chance);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
      ASSERT_EQ(s.offered[seat], 4);
      for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(e.deck_of(s.offer[seat][i]), i == 0 ? 0 : 1);
    }
    EXPECT_EQ(s.tickets_at(e, ticket_at::kGone).size(), 6 - players) << "what is not dealt leaves the game";
    EXPECT_EQ(s.pile[0].size(), 0);
    EXPECT_EQ(s.pile[1].size(), 40 - 3 * players);
    // The long one may be given back like any other; what is given back leaves the game.
    for (int seat = 0; seat < players; ++seat) ASSERT_FALSE(apply(e, s, seat, Action::keeping(0b0110), chance));
    EXPECT_EQ(s.tickets_at(e, ticket_at::kGone).size(), 6 - players + 2 * players);
    EXPECT_EQ(s.ticket_deck_size(), 40 - 3 * players);
  }
}

TEST(EuropeTickets, LaterReturnsGoUnderTheDeck) {
  Position p("europe", 2);
  p.play("tickets");
  ASSERT_EQ(p.s.offered[0], 3);
  const auto offer = p.s.offer[0];
  p.play("keep 2");
  EXPECT_EQ(p.s.pile[1].returned, 2);
  State copy = p.s;
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 1), offer[0]);
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 1), offer[2]);
}

TEST(MaerklinTickets, EachDeckHasItsOwnReturns) {
  Position p("maerklin", 2);
  p.play("tickets 2 short 2 long");
  const auto first = p.s.offer[0];
  p.play("keep 1");
  p.play("tickets 1 short 3 long");
  const auto second = p.s.offer[1];
  p.play("keep 3");
  State copy = p.s;
  EXPECT_EQ(copy.pile[0].returned, 2);
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 0), first[1]);
  EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 0), second[0]);
  for (const int ticket : {first[2], first[3], second[1], second[3]})
    EXPECT_EQ(detail::next_returned_ticket(p.e, copy, 1), ticket);
}

TEST(MaerklinTickets, ReturnsOfTheStartAreShuffledIn) {
  const Edition& e = edition("maerklin");
  std::set<int> again;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    FastChance chance(seed);
    State s;
    start(e, s, 2, chance, 0);
    for (const int seat : {0, 1}) apply_legal(e, s, seat, Action::tickets(4), chance);
    const auto offer = s.offer;
    for (const int seat : {0, 1}) apply_legal(e, s, seat, Action::keeping(0b0011), chance);
    EXPECT_EQ(s.pile[0].unseen + s.pile[1].unseen, 0);
    EXPECT_EQ(s.pile[0].shuffled, 23 - 4);
    apply_legal(e, s, 0, Action::tickets(4), chance);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 2; j < 4; ++j) {
        if (s.offer[0][i] == offer[0][j]) again.insert(static_cast<int>(j));
      }
    }
  }
  EXPECT_EQ(again.size(), 2U) << "a ticket given back at the start can come at once";
}

// Numbers by deck are public, which tickets they are is not.
TEST(MaerklinTickets, OthersSeeTheDecksOnly) {
  Position p("maerklin", 2);
  p.play("tickets 1 short 3 long");
  p.play("keep 1,4");
  const View view = view_of(p.e, p.s, 1);
  EXPECT_EQ(view.kept_of(p.e, 0, 0), 3);
  EXPECT_EQ(view.kept_of(p.e, 0, 1), 3);
  for (int at = 0; at < view.log_size;) {
    const TicketChoice entry = TicketChoice::read(view.log.data() + at);
    for (int i = 0; i < entry.offered; ++i) EXPECT_EQ(View::hides(entry.tickets[i]), entry.seat == 0);
    at += entry.bytes();
  }
}

// -- Ferries

TEST(Ferries, WantLocomotives) {
  Position p("europe", 2);
  p.deal({cards({{kR, 4}, {kL, 1}})}, kDullRow);
  EXPECT_EQ(p.attempt(0, "claim Amsterdam-London red*1 locomotive*1"), (Refusal{Reason::kFerryLocomotives, 1, 2}));
  EXPECT_EQ(p.attempt(0, "claim Dieppe-London.1 red*2"), (Refusal{Reason::kFerryLocomotives, 0, 1}));
  EXPECT_EQ(p.attempt(0, "claim Amsterdam-London locomotive*2"), (Refusal{Reason::kTooFewLocomotives, 1, 2}));
  EXPECT_TRUE(p.allowed("claim Dieppe-London.1 red*1 locomotive*1"));
  p.play("claim Dieppe-London.1 red*1 locomotive*1");
  EXPECT_TRUE(p.s.owned[0].has(p.route("Dieppe-London.1")));
  Position q("europe", 2);
  q.deal({cards({{kR, 4}, {kG, 1}, {kL, 4}})}, kDullRow);
  Texts claims;
  for (const std::string& text : q.legal(0)) {
    if (text.starts_with("claim Constantinople-Sevastopol")) claims.push_back(text);
  }
  EXPECT_EQ(claims,
            (Texts{"claim Constantinople-Sevastopol green*1 locomotive*3",
                   "claim Constantinople-Sevastopol locomotive*4", "claim Constantinople-Sevastopol red*1 locomotive*3",
                   "claim Constantinople-Sevastopol red*2 locomotive*2"}));
}

// -- Tunnels

TEST(Tunnels, SurchargeCountsColorAndLocomotives) {
  Position p("europe", 2);
  p.deal({cards({{kR, 4}, {kL, 3}})}, {kB, kB, kG, kW, kY});
  p.next = {kR, kL, kB};
  p.play("claim Erzurum-Sochi red*2 locomotive*1");
  EXPECT_EQ(p.asked, (std::vector<CardTo>{CardTo::tunnel(0), CardTo::tunnel(1), CardTo::tunnel(2)}));
  EXPECT_EQ(p.extras().surcharge, 2);
  EXPECT_EQ(p.legal(0), (Texts{"decline", "pay locomotive*2", "pay red*1 locomotive*1", "pay red*2"}));
  EXPECT_EQ(p.attempt(0, "pay red*1"), (Refusal{Reason::kWrongSurcharge, 1, 2}));
  EXPECT_EQ(p.attempt(0, "pay blue*2"), (Refusal{Reason::kWrongColor}));
  EXPECT_EQ(p.attempt(0, "draw"), (Refusal{Reason::kNotNow}));
  p.play("pay red*1 locomotive*1");
  EXPECT_EQ(p.hand(0), cards({{kR, 1}, {kL, 1}}));
  EXPECT_EQ(p.s.discards, cards({{kR, 4}, {kL, 3}, {kB, 1}}));
  EXPECT_EQ(p.s.trains[0], 42) << "trains by the length alone";
  EXPECT_EQ(p.s.points[0], 4);
}

TEST(Tunnels, LocomotivesOnlyAreMatchedByLocomotives) {
  Position p("europe", 2);
  p.deal({cards({{kR, 4}, {kL, 4}})}, {kB, kB, kG, kW, kY});
  p.next = {kR, kR, kL};
  p.play("claim Erzurum-Sochi locomotive*3");
  EXPECT_EQ(p.extras().surcharge, 1) << "only revealed locomotives count";
  EXPECT_EQ(p.legal(0), (Texts{"decline", "pay locomotive*1"}));
  EXPECT_EQ(p.attempt(0, "pay red*1"), (Refusal{Reason::kWrongColor}));
  p.play("pay locomotive*1");
  EXPECT_EQ(p.hand(0), cards({{kR, 4}}));
}

TEST(Tunnels, GrayTakesTheColorShown) {
  Position p("europe", 2);
  p.deal({cards({{kR, 4}, {kB, 4}})}, {kG, kG, kG, kW, kY});
  p.next = {kB, kB, kR};
  p.play("claim Barcelona-Pamplona blue*2");
  EXPECT_EQ(p.extras().surcharge, 2);
  EXPECT_EQ(p.legal(0), (Texts{"decline", "pay blue*2"}));
}

// The cards shown and those revealed take no part in the reshuffle that revealing causes.
TEST(Tunnels, DeckRunsOutWhileRevealing) {
  Position p("europe", 2);
  p.deal_deck(cards({{kB, 1}}), {cards({{kR, 3}})}, {kB, kB, kG, kW, kY}, cards({{kG, 4}}));
  p.play("claim Erzurum-Sochi red*3");
  EXPECT_EQ(p.chance.reshuffles, 1);
  EXPECT_EQ(p.s.player, 1);
  EXPECT_EQ(p.s.discards, cards({{kR, 3}, {kB, 1}, {kG, 2}}));
  EXPECT_EQ(p.s.deck, cards({{kG, 2}}));
  // Two cards in all: both are revealed, and become the deck again with what was paid.
  Position q("europe", 2);
  q.deal_deck(cards({{kB, 1}, {kG, 1}}), {cards({{kR, 3}})}, {kB, kB, kG, kW, kY});
  q.play("claim Erzurum-Sochi red*3");
  EXPECT_EQ(q.asked.size(), 2U);
  EXPECT_EQ(q.s.deck, cards({{kR, 3}, {kB, 1}, {kG, 1}}));
}

TEST(Tunnels, EmptyDeckAsksForNothing) {
  Position p("europe", 2);
  p.deal_deck({}, {cards({{kR, 3}})}, {kB, kB, kG, kW, kY});
  p.play("claim Erzurum-Sochi red*3");
  EXPECT_TRUE(p.s.owned[0].has(p.route("Erzurum-Sochi")));
  EXPECT_TRUE(p.asked.empty());
  EXPECT_EQ(p.s.deck, cards({{kR, 3}}));
}

TEST(Tunnels, DeclinedCardsAreKnownToAll) {
  Position p("europe", 3);
  p.deal({cards({{kR, 4}, {kL, 3}}), cards({{kW, 2}})}, {kB, kB, kG, kW, kY});
  p.next = {kR, kB, kG};
  p.play("claim Erzurum-Sochi red*2 locomotive*1");
  const CardCounts shown = cards({{kR, 2}, {kL, 1}});
  EXPECT_EQ(view_of(p.e, p.s, 1).seen[0], shown);
  p.play("decline");
  EXPECT_EQ(view_of(p.e, p.s, 2).seen[0], shown);
  EXPECT_EQ(p.s.discards, cards({{kR, 1}, {kB, 1}, {kG, 1}}));
  FastGenerator random(1);
  for (int i = 0; i < 200; ++i) {
    State dealt;
    ASSERT_TRUE(redeal(p.e, view_of(p.e, p.s, 1), random, dealt));
    EXPECT_GE(dealt.hand[0][kR], 2);
    EXPECT_GE(dealt.hand[0][kL], 1);
  }
}

// -- Stations

TEST(Stations, CostOneTwoThree) {
  Position p("europe", 2);
  p.deal({cards({{kR, 3}, {kL, 3}}), cards({{kG, 2}})}, {kB, kB, kY, kW, kY});
  EXPECT_EQ(p.attempt(0, "station Roma red*2"), (Refusal{Reason::kWrongPrice, 2, 1}));
  p.play("station Roma red*1");
  EXPECT_EQ(p.s.discards, cards({{kR, 1}}));
  EXPECT_EQ(p.attempt(1, "station Roma green*1"), (Refusal{Reason::kStationThere}));
  p.play("station Wien green*1");
  EXPECT_EQ(p.attempt(0, "station Roma red*2"), (Refusal{Reason::kStationThere})) << "nor one's own";
  p.play("station Paris red*1 locomotive*1");
  p.play("draw");
  p.play("draw");
  EXPECT_EQ(p.attempt(0, "station London red*1 locomotive*1"), (Refusal{Reason::kWrongPrice, 2, 3}));
  p.play("station London red*1 locomotive*2");
  p.play("draw");
  p.play("draw");
  p.deal({cards({{kR, 3}})}, kDullRow);
  EXPECT_EQ(p.attempt(0, "station Berlin red*1"), (Refusal{Reason::kNoStationLeft}));
  EXPECT_EQ(score(p.e, p.s)[0].stations, 0);
  EXPECT_EQ(score(p.e, p.s)[1].stations, 8);
}

TEST(Stations, BorrowOneRouteForAllTickets) {
  Position p("europe", 2);
  const int madrid = p.ticket("Madrid", "Dieppe");
  const int barcelona = p.ticket("Barcelona", "Bruxelles");
  p.hold(0, {p.ticket("Brest", "Petrograd"), madrid, barcelona, p.ticket("Brest", "Marseille")});
  // Everything but the way over the mountains: Blue's Pamplona-Paris is missing.
  p.own(0, {"Madrid-Pamplona.1", "Barcelona-Pamplona", "Dieppe-Paris", "Bruxelles-Paris.1"});
  EXPECT_EQ(score(p.e, p.s)[0].completed, 0);
  p.own(1, {"Pamplona-Paris.1"});
  EXPECT_EQ(score(p.e, p.s)[0].completed, 0);
  p.put(0, "Paris");
  const Borrowed borrowed = borrow_routes(p.e, p.s, 0);
  EXPECT_EQ(borrowed.used, 1);
  EXPECT_TRUE(borrowed.routes == RouteSet::single(p.route("Pamplona-Paris.1")));
  const Scores scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].completed, 2) << "two tickets through one borrowed route";
  EXPECT_EQ(scores[0].longest, longest_trail(p.e.board, p.s.owned[0])) << "borrowed routes do not count there";
  // A station elsewhere does not help: the route must lead into its city.
  Position q("europe", 2);
  q.hold(0, {q.ticket("Brest", "Petrograd"), madrid, barcelona, q.ticket("Brest", "Marseille")});
  q.own(0, {"Madrid-Pamplona.1", "Barcelona-Pamplona", "Dieppe-Paris", "Bruxelles-Paris.1"});
  q.own(1, {"Pamplona-Paris.1"});
  q.put(0, "Brest");
  EXPECT_EQ(score(q.e, q.s)[0].completed, 0);
}

// Two stations may borrow the same route, and one route is all a station has.
TEST(Stations, EachBorrowsOneRouteOnly) {
  Position p("europe", 2);
  p.hold(0, {p.ticket("Brest", "Petrograd"), p.ticket("Madrid", "Dieppe"), p.ticket("Brest", "Marseille"),
             p.ticket("Brest", "Venezia")});
  p.own(1, {"Madrid-Pamplona.1", "Pamplona-Paris.1", "Dieppe-Paris"});
  p.put(0, "Pamplona");
  EXPECT_EQ(score(p.e, p.s)[0].completed, 0) << "two routes of Pamplona would be needed";
  p.put(0, "Paris");
  EXPECT_EQ(score(p.e, p.s)[0].completed, 0) << "three routes, two stations";
  p.put(0, "Dieppe");
  EXPECT_EQ(score(p.e, p.s)[0].completed, 1);
  EXPECT_EQ(borrow_routes(p.e, p.s, 0).used, 3);
}

TEST(Stations, MostPointsComeBeforeMostTickets) {
  Position p("europe", 2);
  p.hold(0, {p.ticket("Brest", "Petrograd"), p.ticket("Paris", "Wien"), p.ticket("Paris", "Zagrab"),
             p.ticket("Angora", "Athina")});
  p.own(0, {"Petrograd-Wilno", "Warszawa-Wilno", "Berlin-Warszawa.1", "Berlin-Frankfurt.1", "Brest-Paris",
            "Venezia-Zuerich", "Venezia-Zagrab", "Wien-Zagrab"});
  p.own(1, {"Paris-Zuerich", "Frankfurt-Paris.1"});
  p.put(0, "Paris");
  // One ticket of 20 by Frankfurt, or two of 8 and 7 by Zürich.
  EXPECT_TRUE(borrow_routes(p.e, p.s, 0).routes == RouteSet::single(p.route("Frankfurt-Paris.1")));
  EXPECT_EQ(score(p.e, p.s)[0].completed, 1);
  EXPECT_EQ(score(p.e, p.s)[0].tickets, 20 - 8 - 7 - 5);
}

// All assignments tried in another way: by brute force over routes, whatever their use.
TEST(Stations, AssignmentIsExact) {
  const Edition& e = edition("europe");
  int compared = 0;
  int helped = 0;
  for (int players = 2; players <= 5; ++players) {
    for (std::uint64_t seed = 0; seed < (long_run() ? 2000U : 60U); ++seed) {
      play_game(e, players, seed, kHabits[seed % kHabits.size()], [&](const State& s) {
        if (!s.over()) return;
        for (int seat = 0; seat < players; ++seat) {
          const auto at = static_cast<std::size_t>(seat);
          const TicketSet mine = s.tickets_at(e, static_cast<std::uint8_t>(seat));
          auto worth = [&](RouteSet routes) {
            std::pair<int, int> sum;
            completed_tickets(e, routes, mine).each([&](int t) {
              sum.first += e.tickets[static_cast<std::size_t>(t)].points;
              ++sum.second;
            });
            return sum;
          };
          RouteSet others;
          for (int other = 0; other < players; ++other)
            if (other != seat) others |= s.owned[static_cast<std::size_t>(other)];
          std::vector<RouteSet> ways = {s.owned[at]};
          for (CitySet rest = s.extras(e).pieces[at]; rest != 0; rest &= rest - 1) {
            const std::vector<RouteSet> so_far = ways;
            (others & e.routes_at[static_cast<std::size_t>(std::countr_zero(rest))]).each([&](int r) {
              for (const RouteSet& way : so_far) ways.push_back(way | RouteSet::single(r));
            });
          }
          std::pair<int, int> best;
          for (const RouteSet& way : ways) best = std::max(best, worth(way));
          const Borrowed borrowed = borrow_routes(e, s, seat);
          ASSERT_EQ(worth(s.owned[at] | borrowed.routes), best);
          ++compared;
          helped += borrowed.used > 0 ? 1 : 0;
        }
      });
    }
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(helped, 20);
}

TEST(Stations, FewestDecideBetweenEquals) {
  Position p("europe", 3);
  // Three players without tickets that differ: take them all away from the sum by making all scores equal.
  Scores scores = score(p.e, p.s);
  const int most = std::max({scores[0].total, scores[1].total, scores[2].total});
  for (std::size_t seat = 0; seat < 3; ++seat)
    p.s.points[seat] = static_cast<std::int16_t>(p.s.points[seat] + most - scores[seat].total);
  scores = score(p.e, p.s);
  EXPECT_TRUE(scores[0].winner && scores[1].winner && scores[2].winner);
  p.s.extras(p.e).pieces[1] = city_bit(p.city("Roma"));
  p.s.points[1] = static_cast<std::int16_t>(p.s.points[1] + 4);
  scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].total, scores[1].total);
  EXPECT_TRUE(scores[0].winner && !scores[1].winner && scores[2].winner);
}

// -- Märklin

TEST(FourPlus, JokersForLongRoutesOnly) {
  Position p("maerklin", 2);
  p.deal({cards({{kB, 2}, {kL, 1}, {kF, 2}, {kPass, 3}})}, {kY, kY, kG, kW, kY});
  Texts claims;
  for (const std::string& text : p.legal(0)) {
    if (text.starts_with("claim Hannover-Magdeburg")) claims.push_back(text);
  }
  EXPECT_EQ(claims, (Texts{"claim Hannover-Magdeburg blue*1 locomotive*1 locomotive4*2",
                           "claim Hannover-Magdeburg blue*2 locomotive*1 locomotive4*1",
                           "claim Hannover-Magdeburg blue*2 locomotive4*2"}));
  for (const std::string& text : p.legal(0)) {
    const bool uses_fours = text.starts_with("claim") && text.find("locomotive4") != std::string::npos;
    if (!uses_fours) continue;
    const auto action = parse_action(p.e, text);
    EXPECT_GE(p.e.board.routes[action->where].length, 4) << text;
  }
  EXPECT_EQ(check(p.e, p.s, 0, Action::claim(p.route("Leipzig-Magdeburg"), kY, 1, 0, 1)),
            (Refusal{Reason::kFourPlusTooShort, 2, 4}));
  EXPECT_EQ(p.attempt(0, "claim Hannover-Magdeburg blue*1 locomotive4*3"), (Refusal{Reason::kTooFewFours, 2, 3}));
  p.play("claim Hannover-Magdeburg blue*1 locomotive*1 locomotive4*2");
  EXPECT_EQ(p.s.discards, cards({{kB, 1}, {kL, 1}, {kF, 2}}));
}

TEST(FourPlus, BothKindsMayFormAWholeSet) {
  Position p("maerklin", 2);
  p.deal({cards({{kL, 2}, {kF, 3}})}, kDullRow);
  Texts claims;
  for (const std::string& text : p.legal(0)) {
    if (text.starts_with("claim Hannover-Magdeburg")) claims.push_back(text);
  }
  EXPECT_EQ(claims, (Texts{"claim Hannover-Magdeburg locomotive*1 locomotive4*3",
                           "claim Hannover-Magdeburg locomotive*2 locomotive4*2"}));
}

TEST(PassengerCards, ThreeOfThemClearTheRow) {
  Position p("maerklin", 2);
  p.deal({}, {kPass, kPass, kR, kG, kW});
  p.next = {kPass, kR, kB, kG, kW, kY};
  p.play("take red");
  EXPECT_EQ(p.chance.resets, 1);
  EXPECT_EQ(p.row(), "red blue green white yellow");
  EXPECT_EQ(p.s.discards, cards({{kPass, 3}, {kG, 1}, {kW, 1}}));
}

// Two of each kind at most: what is above that cannot make a better row.
TEST(PassengerCards, NoResetWithoutABetterRow) {
  Position p("maerklin", 2);
  p.deal_deck(cards({{kPass, 4}}), {}, {kPass, kPass, kR, kG, kW});
  p.play("take red");
  EXPECT_EQ(p.row(), "passenger passenger passenger green white");
  EXPECT_EQ(p.chance.resets, 0) << "two others and two passenger cards make no row of five";
  Position q("maerklin", 2);
  q.deal_deck(cards({{kPass, 4}, {kL, 1}}), {}, {kPass, kPass, kR, kG, kW});
  q.next = {kPass, kPass, kPass, kL};
  q.play("take red");
  EXPECT_GE(q.chance.resets, 1) << "with a locomotive they do";
}

// The row is looked at after cards were discarded, whatever for.
TEST(Row, LookedAtAfterTunnelStationAndJourney) {
  const std::vector<RowCard> bad_row = {kL, kL, kL, kW, kY};
  Position declined("europe", 2);
  declined.deal({cards({{kR, 3}})}, bad_row);
  declined.next = {kR, kB, kB, kB, kB, kG, kG, kW};
  declined.play("claim Erzurum-Sochi red*3");
  EXPECT_EQ(declined.chance.resets, 0);
  declined.play("decline");
  EXPECT_EQ(declined.chance.resets, 1);
  EXPECT_EQ(declined.row(), "blue blue green green white");
  Position built("europe", 2);
  built.deal({cards({{kR, 3}})}, bad_row);
  built.next = {kB, kB, kG, kG, kW};
  built.play("station Roma red*1");
  EXPECT_EQ(built.row(), "blue blue green green white");
  // A journey without cards discards nothing.
  for (const bool foreign : {false, true}) {
    Position travelled("maerklin", 2);
    travelled.deal({cards({{kPass, 1}})}, bad_row);
    travelled.own(foreign ? 1 : 0, {"Leipzig-Magdeburg"});
    travelled.put(0, "Leipzig");
    travelled.next = {kB, kB, kG, kG, kW};
    travelled.play("move Leipzig");
    travelled.play("go Leipzig-Magdeburg");
    EXPECT_EQ(travelled.chance.resets, 0);
    travelled.play("stop");
    EXPECT_EQ(travelled.chance.resets, foreign ? 1 : 0);
  }
}

TEST(Journeys, TakeTheHighestTileOfEveryCityReached) {
  Position p("maerklin", 2);
  p.deal({}, kDullRow);
  p.own(0, {"Leipzig-Magdeburg", "Berlin-Magdeburg", "Berlin-Leipzig"});
  p.put(0, "Magdeburg");
  p.put(1, "Leipzig");
  p.play("move Magdeburg");
  EXPECT_EQ(p.extras().pieces[0], 0U);
  p.play("go Leipzig-Magdeburg");
  EXPECT_EQ(p.extras().goods[0], 4) << "through a city with another's passenger";
  EXPECT_EQ(p.attempt(0, "go Leipzig-Magdeburg"), (Refusal{Reason::kRouteUsed}));
  p.play("go Berlin-Leipzig");
  EXPECT_EQ(p.extras().goods[0], 4 + 7);
  EXPECT_EQ(p.attempt(0, "go Hannover-Magdeburg"), (Refusal{Reason::kNotOnRoute}));
  p.play("go Berlin-Magdeburg");
  EXPECT_EQ(p.extras().goods[0], 11) << "the start city gives nothing, also when it is reached again";
  p.play("stop");
  EXPECT_EQ(score(p.e, p.s)[0].goods, 11);
  EXPECT_EQ(score(p.e, p.s)[0].total, p.s.points[0] + score(p.e, p.s)[0].tickets + 11);
}

TEST(Journeys, CityReachedTwiceGivesATileEachTime) {
  Position p("maerklin", 4);
  p.deal({cards({{kPass, 2}})}, kDullRow);
  p.own(0, {"Duesseldorf-Koeln.1", "Koblenz-Koeln.1", "Koblenz-Mainz.1"});
  p.own(1, {"Koblenz-Koeln.2", "Koblenz-Mainz.2"});
  p.put(0, "Duesseldorf");
  p.play("move Duesseldorf");
  p.play("go Duesseldorf-Koeln.1");
  p.play("go Koblenz-Koeln.1");
  p.play("go Koblenz-Mainz.1");
  EXPECT_EQ(p.extras().goods[0], 4 + 2 + 2);
  p.play("go Koblenz-Mainz.2");
  EXPECT_EQ(p.extras().goods[0], 8) << "Koblenz had one tile only";
  p.play("go Koblenz-Koeln.2");
  EXPECT_EQ(p.extras().goods[0], 8 + 3) << "the second tile of Köln; parallel tracks are different routes";
  p.play("stop");
  EXPECT_EQ(p.hand(0).total(), 0);
  EXPECT_EQ(p.extras().tiles_taken(p.city("Koeln")), 2);
}

TEST(Journeys, RoutesOfOthersWantACard) {
  Position p("maerklin", 2);
  p.deal({cards({{kPass, 1}})}, kDullRow);
  p.own(1, {"Leipzig-Magdeburg", "Hannover-Magdeburg"});
  p.put(0, "Leipzig");
  EXPECT_EQ(p.attempt(0, "move Magdeburg"), (Refusal{Reason::kNoPassengerHere}));
  p.play("move Leipzig");
  EXPECT_EQ(p.attempt(0, "go Berlin-Leipzig"), (Refusal{Reason::kRouteFree}));
  p.play("go Leipzig-Magdeburg");
  EXPECT_EQ(view_of(p.e, p.s, 1).seen[0], cards({{kPass, 1}})) << "everyone knows of the card";
  EXPECT_EQ(p.attempt(0, "go Hannover-Magdeburg"), (Refusal{Reason::kNoPassengerCard}));
}

TEST(Triples, FourPlayersTakeOneEach) {
  Position p("maerklin", 4);
  p.own(0, {"Duesseldorf-Koeln.1"});
  EXPECT_EQ(p.s.closed.size(), 1);
  p.deal({cards({{kR, 1}}), cards({{kR, 1}}), cards({{kR, 1}}), cards({{kR, 1}})}, kDullRow);
  EXPECT_EQ(p.attempt(0, "claim Duesseldorf-Koeln.2 red*1").reason, Reason::kParallelOwned);
  EXPECT_EQ(p.attempt(0, "claim Duesseldorf-Koeln.3 red*1").reason, Reason::kParallelOwned);
  p.own(1, {"Duesseldorf-Koeln.3"});
  p.play("draw");
  p.play("draw");
  EXPECT_EQ(p.attempt(1, "claim Duesseldorf-Koeln.2 red*1").reason, Reason::kParallelOwned);
  p.play("draw");
  p.play("draw");
  EXPECT_TRUE(p.allowed("claim Duesseldorf-Koeln.2 red*1"));
}

TEST(Triples, ThreePlayersTakeOneInAll) {
  Position p("maerklin", 3);
  p.deal({cards({{kR, 1}}), cards({{kR, 1}})}, kDullRow);
  p.play("claim Duesseldorf-Koeln.2 red*1");
  p.play("skip");
  for (const char* track : {"1", "3"})
    EXPECT_EQ(p.attempt(1, fmt::format("claim Duesseldorf-Koeln.{} red*1", track)).reason, Reason::kParallelClosed);
}

TEST(MaerklinTies, GoodsDecide) {
  Position p("maerklin", 2);
  Scores scores = score(p.e, p.s);
  const int difference = scores[0].total - scores[1].total;
  p.s.points[1] = static_cast<std::int16_t>(p.s.points[1] + difference);
  EXPECT_TRUE(score(p.e, p.s)[0].winner && score(p.e, p.s)[1].winner);
  p.s.extras(p.e).goods[0] = 3;
  p.s.points[1] = static_cast<std::int16_t>(p.s.points[1] + 3);
  scores = score(p.e, p.s);
  EXPECT_EQ(scores[0].total, scores[1].total);
  EXPECT_TRUE(scores[0].winner && !scores[1].winner);
}

// -- The best journey

// All journeys, one after the other.
int best_by_trying(const Edition& e, const State& s, int seat, int from, int at, RouteSet used, int cards,
                   std::map<int, int>& visits) {
  int best = used.empty() ? -1 : 0;
  if ((e.country_ends & city_bit(at)) != 0) return 0;
  next_steps(e, s, seat, at, used, cards).each([&](int r) {
    const Route& route = e.board.routes[static_cast<std::size_t>(r)];
    const int there = route.a == at ? route.b : route.a;
    const auto& pile = e.board.cities[static_cast<std::size_t>(there)].goods;
    const auto next = static_cast<std::size_t>(s.extras(e).tiles_taken(there) + visits[there]);
    const int won = there != from && next < pile.size() ? pile[next] : 0;
    ++visits[there];
    const int own = s.owned[static_cast<std::size_t>(seat)].has(r) ? 0 : 1;
    best =
        std::max(best, won + best_by_trying(e, s, seat, from, there, used | RouteSet::single(r), cards - own, visits));
    --visits[there];
  });
  return best;
}

TEST(BestJourney, AgreesWithTryingAll) {
  const Edition& e = edition("maerklin");
  long compared = 0;
  long exact = 0;
  for (std::uint64_t seed = 0; seed < (long_run() ? 400U : 30U); ++seed) {
    for (int players = 2; players <= 4; ++players) {
      play_game(e, players, seed, Habit::kTravel, [&](const State& s) {
        if (s.phase != Phase::kTurn || s.turns % 7 != 0 || s.owned[s.player].size() > 9) return;
        const int cards = std::min<int>(s.hand[s.player][Card::kPassenger], 1);
        for (CitySet rest = s.extras(e).pieces[s.player]; rest != 0; rest &= rest - 1) {
          const int city = std::countr_zero(rest);
          std::map<int, int> visits;
          const int best = best_by_trying(e, s, s.player, city, city, {}, cards, visits);
          const Journey journey = best_journey(e, s, s.player, {city, city, {}, cards});
          if (best < 0) {
            ASSERT_TRUE(journey.routes.empty());
            continue;
          }
          ASSERT_EQ(journey.points, best);
          ASSERT_TRUE(journey.exact());
          ++compared;
          // Cut short it still knows a bound.
          const Journey hurried = best_journey(e, s, s.player, {city, city, {}, cards}, 3);
          ASSERT_LE(hurried.points, best);
          ASSERT_GE(hurried.bound, best);
          exact += hurried.exact() ? 1 : 0;
        }
      });
    }
  }
  EXPECT_GT(compared, 200);
  EXPECT_LT(exact, compared);
}

// Following it step by step brings what it promised.
TEST(BestJourney, CanBeTravelled) {
  const Edition& e = edition("maerklin");
  int travelled = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    play_game(e, 3, seed, Habit::kClaim, [&](const State& position) {
      if (position.phase != Phase::kTurn || position.extras(e).pieces[position.player] == 0) return;
      const int seat = position.player;
      const int city = std::countr_zero(position.extras(e).pieces[static_cast<std::size_t>(seat)]);
      const Journey journey = best_journey(e, position, seat, city, 2000);
      if (journey.routes.empty()) return;
      State s = position;
      FastChance chance(1);
      ASSERT_FALSE(apply(e, s, seat, Action::move(city), chance));
      for (const std::uint8_t r : journey.routes) {
        if (journey.exact()) {
          ASSERT_EQ(best_rest_of_journey(e, s, 100'000).points + s.extras(e).goods[static_cast<std::size_t>(seat)] -
                        position.extras(e).goods[static_cast<std::size_t>(seat)],
                    journey.points);
        }
        ASSERT_FALSE(apply(e, s, seat, Action::go(r), chance));
      }
      if (s.phase == Phase::kJourney) {
        ASSERT_FALSE(apply(e, s, seat, Action::stop(), chance));
      }
      const auto at = static_cast<std::size_t>(seat);
      ASSERT_EQ(s.extras(e).goods[at] - position.extras(e).goods[at], journey.points);
      ASSERT_EQ(position.hand[at][kPass] - s.hand[at][kPass], journey.cards);
      ++travelled;
    });
  }
  EXPECT_GT(travelled, 100);
}

}  // namespace
}  // namespace fogg::test
