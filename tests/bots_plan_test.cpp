// What the planning bots build on: ways, plans, beliefs, playouts, the tree.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "bots/belief.h"
#include "bots/character.h"
#include "bots/motives.h"
#include "bots/playout.h"
#include "bots/tree.h"
#include "engine/score.h"
#include "support.h"

namespace fogg::test {
namespace {

// Positions of games between bots, each with the seat to move.
template <typename F>
void positions_of_games(const Edition& e, int players, const std::string& bot, int games, F&& f) {
  for (int game = 0; game < games; ++game) {
    FastChance chance(7, static_cast<std::uint64_t>(game));
    FastGenerator random(8, static_cast<std::uint64_t>(game));
    const auto player = make_bot(bot);
    State s;
    start(e, s, players, chance);
    while (!s.over()) {
      const int seat = s.actor();
      const Legal legal(e, s, seat);
      const View view = view_of(e, s, seat);
      f(s, view, legal);
      apply_legal(e, s, seat, player->choose({e, view, legal, random}), chance);
    }
  }
}

// -- Ways

// All distances by trying every city in between: slow, and written another way.
TEST(Ways, AreTheCheapestThereAre) {
  FastGenerator random(1);
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    const auto n = e.board.cities.size();
    for (int trial = 0; trial < 20; ++trial) {
      Prices prices;
      prices.fill(kNoWay);
      std::vector<std::vector<int>> far(n, std::vector<int>(n, 1 << 20));
      for (std::size_t c = 0; c < n; ++c) far[c][c] = 0;
      for (std::size_t r = 0; r < e.board.routes.size(); ++r) {
        if (random.pick(4) == 0) continue;
        prices[r] = static_cast<Price>(random.pick(30));
        const auto a = e.board.routes[r].a;
        const auto b = e.board.routes[r].b;
        far[a][b] = far[b][a] = std::min<int>(far[a][b], prices[r]);
      }
      for (std::size_t k = 0; k < n; ++k) {
        if ((e.country_ends & city_bit(static_cast<int>(k))) != 0) continue;  // no way goes through a country
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) far[i][j] = std::min(far[i][j], far[i][k] + far[k][j]);
        }
      }
      Reach found;
      for (std::size_t from = 0; from < n; ++from) {
        reach(links, prices, city_bit(static_cast<int>(from)), 0, found);
        for (std::size_t to = 0; to < n; ++to) {
          const int cost = found.cost[to] == kNoWay ? 1 << 20 : found.cost[to];
          ASSERT_EQ(cost, std::min(far[from][to], 1 << 20)) << id << " " << from << " " << to;
          if (cost == 1 << 20) continue;
          int sum = 0;
          way_to(e, prices, found, static_cast<int>(to)).each([&](int r) {
            sum += prices[static_cast<std::size_t>(r)];
          });
          ASSERT_EQ(sum, cost);
        }
      }
    }
  }
}

// -- Plans

TEST(Plan, JoinsItsTicketsWithRoutesAndTrainsThatThereAre) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    const Taste taste = usual_taste(e);
    int joined = 0;
    positions_of_games(e, 3, "planner", 2, [&](const State& s, const View& view, const Legal&) {
      if (s.phase == Phase::kStart || s.phase == Phase::kStartMix) return;
      const State known = visible_state(e, view);
      const int seat = view.viewer;
      const auto at = static_cast<std::size_t>(seat);
      const TicketSet tickets = view.tickets[at];
      const Plan plan = make_plan(e, links, known, seat, tickets, taste);
      const TicketSet done = completed_tickets(e, s.owned[at], tickets);
      ASSERT_EQ(plan.open | plan.given_up | done, tickets);
      ASSERT_TRUE((plan.open & plan.given_up).empty());
      ASSERT_TRUE(plan.routes.without(s.open_to(e, seat)).empty());
      int trains = 0;
      plan.routes.each([&](int r) { trains += e.board.routes[static_cast<std::size_t>(r)].length; });
      ASSERT_EQ(trains, plan.trains);
      ASSERT_LE(trains, s.trains[at]);
      const TicketSet reached = completed_tickets(e, s.owned[at] | plan.routes | plan.borrowed, plan.open);
      ASSERT_EQ(reached, plan.open);
      plan.borrowed.each([&](int r) {
        bool others = false;
        for (int other = 0; other < s.players; ++other)
          others |= other != seat && s.owned[static_cast<std::size_t>(other)].has(r);
        ASSERT_TRUE(others);
      });
      joined += plan.open.size();
    });
    EXPECT_GT(joined, 0) << id;
  }
}

// What is hidden from the seat must not matter for its plan.
TEST(Plan, UsesOnlyWhatTheSeatKnows) {
  FastGenerator random(3);
  for (const char* id : {"usa-2004", "europe", "maerklin"}) {
    const Edition& e = edition(id);
    const Links links(e);
    const Taste taste = usual_taste(e);
    const Guide guide(e, links, taste);
    positions_of_games(e, 2, "planner", 1, [&](const State& s, const View& view, const Legal& legal) {
      const int seat = view.viewer;
      State dealt;
      ASSERT_TRUE(redeal(e, view, random, dealt));
      const bool plans = s.phase > Phase::kStart;
      const Plan a = plans ? guide.plan(s, seat) : Plan{};
      const Plan b = plans ? guide.plan(dealt, seat) : Plan{};
      ASSERT_EQ(a.routes, b.routes);
      for (const auto effort : {Guide::Effort::kThorough, Guide::Effort::kBrisk, Guide::Effort::kPlayout}) {
        Candidates first;
        Candidates second;
        guide.consider(s, seat, a, legal, effort, first);
        guide.consider(dealt, seat, b, Legal(e, dealt, seat), effort, second);
        ASSERT_EQ(first.size(), second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
          ASSERT_EQ(first[i].action, second[i].action);
          ASSERT_EQ(first[i].value, second[i].value);
          ASSERT_FALSE(check(e, s, seat, first[i].action)) << text(e, first[i].action);
        }
      }
    });
  }
}

// In a playout only hopeless candidates are left out.
TEST(Guide, APlayoutChoosesWhatAPlannerWould) {
  for (const char* id : {"usa-2004", "europe"}) {
    const Edition& e = edition(id);
    const Links links(e);
    const Taste taste = usual_taste(e);
    const Guide guide(e, links, taste);
    positions_of_games(e, 2, "planner", 3, [&](const State& s, const View& view, const Legal& legal) {
      if (s.phase != Phase::kTurn) return;
      const Plan plan = guide.plan(s, view.viewer);
      Candidates all;
      Candidates few;
      guide.consider(s, view.viewer, plan, legal, Guide::Effort::kThorough, all);
      guide.consider(s, view.viewer, plan, legal, Guide::Effort::kPlayout, few);
      ASSERT_EQ(all.best().value, few.best().value);
      ASSERT_EQ(all.best().action, few.best().action);
    });
  }
}

// -- Beliefs

// The true deal can never be ruled out, whatever the others do, and what is dealt agrees with all the viewer knows.
TEST(Belief, NeverContradictsTheTruth) {
  FastGenerator random(5);
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    for (const char* bot : {"random", "planner"}) {
      int looked = 0;
      positions_of_games(e, std::min(3, e.max_players), bot, 1, [&](const State& s, const View& view, const Legal&) {
        if (++looked % 7 != 0) return;
        const Belief belief(e, links, view);
        for (int seat = 0; seat < s.players; ++seat) {
          s.tickets_at(e, static_cast<std::uint8_t>(seat)).each([&](int ticket) {
            ASSERT_GT(belief.weight(seat, ticket), 0);
            ASSERT_TRUE(std::isfinite(belief.weight(seat, ticket)));
          });
        }
        State dealt;
        ASSERT_TRUE(belief.deal(random, dealt));
        ASSERT_EQ(view_of(e, dealt, view.viewer), view);
      });
    }
  }
}

// Routes of planners speak for the tickets they hold: dealt by belief, true tickets come up far more often than dealt blindly.
TEST(Belief, GuessesTicketsBetterThanChance) {
  FastGenerator random(6);
  for (const char* id : {"usa-2004", "europe", "maerklin"}) {
    const Edition& e = edition(id);
    const Links links(e);
    int blind = 0;
    int believed = 0;
    int held = 0;
    positions_of_games(e, 2, "planner", 6, [&](const State& s, const View& view, const Legal&) {
      const int other = 1 - view.viewer;
      if (s.phase != Phase::kTurn || s.trains[static_cast<std::size_t>(other)] > e.trains - 15) return;
      const TicketSet truth = s.tickets_at(e, static_cast<std::uint8_t>(other));
      const Belief belief(e, links, view);
      State dealt;
      for (int i = 0; i < 8; ++i) {
        held += truth.size();
        ASSERT_TRUE(redeal(e, view, random, dealt));
        blind += (dealt.tickets_at(e, static_cast<std::uint8_t>(other)) & truth).size();
        ASSERT_TRUE(belief.deal(random, dealt));
        believed += (dealt.tickets_at(e, static_cast<std::uint8_t>(other)) & truth).size();
      }
    });
    EXPECT_GT(blind, 50) << id;
    EXPECT_GT(believed, 3 * blind) << id;
    EXPECT_LT(believed, held) << id;  // and yet nothing is taken for certain
  }
}

// A deal comes again by its number, and what was remembered of earlier ones changes nothing.
TEST(Belief, DealsAgainByNumber) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    int looked = 0;
    positions_of_games(e, 3, "planner", 1, [&](const State&, const View& view, const Legal&) {
      if (++looked % 9 != 0) return;
      const Belief belief(e, links, view);
      Belief::Memory memory;
      for (std::uint64_t i = 0; i < 20; ++i) {
        FastGenerator random(3, i);
        FastGenerator same(3, i);
        const auto number = belief.pick(random, memory);
        ASSERT_TRUE(number);
        State one;
        State again;
        ASSERT_TRUE(belief.deal(*number, one));
        ASSERT_TRUE(belief.deal(same, again));
        ASSERT_TRUE(same_state(e, one, again));
      }
    });
    EXPECT_GT(looked, 9) << id;
  }
}

// The true tickets of a player, and nothing that others could not see, decide how well tickets fit.
TEST(Belief, TicketsThatRoutesWereMadeForFitBest) {
  const Edition& e = edition("usa-2004");
  const Links links(e);
  int moments = 0;
  int best = 0;
  FastGenerator random(8);
  positions_of_games(e, 2, "planner", 10, [&](const State& s, const View& view, const Legal&) {
    const int other = 1 - view.viewer;
    if (s.phase != Phase::kTurn || s.trains[static_cast<std::size_t>(other)] > 30) return;
    const Belief belief(e, links, view);
    const double truth = belief.fit(other, s.tickets_at(e, static_cast<std::uint8_t>(other)));
    ASSERT_TRUE(std::isfinite(truth));
    State dealt;
    ASSERT_TRUE(redeal(e, view, random, dealt));
    ++moments;
    best += truth >= belief.fit(other, dealt.tickets_at(e, static_cast<std::uint8_t>(other))) ? 1 : 0;
  });
  EXPECT_GT(moments, 100);
  EXPECT_GT(best, moments * 9 / 10);
}

// -- The tree

TEST(Tree, CountsEveryPlayoutOnceAndOnlyLegalActions) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    const Taste taste = usual_taste(e);
    const Guide guide(e, links, taste);
    int looked = 0;
    positions_of_games(e, 2, "planner", 1, [&](const State& s, const View& view, const Legal& legal) {
      if (++looked % 11 != 1) return;
      const Belief belief(e, links, view);
      Tree tree(e, view, legal, guide, belief, {}, 9);
      for (int i = 0; i < 60; ++i) ASSERT_TRUE(tree.grow());
      std::int64_t visits = 0;
      double prior = 0;
      std::set<std::string> texts;
      for (const Tree::Option& option : tree.options()) {
        ASSERT_FALSE(check(e, s, view.viewer, option.action));
        ASSERT_TRUE(texts.insert(text(e, option.action)).second) << text(e, option.action);
        visits += option.visits;
        prior += option.prior;
        ASSERT_LE(option.win, static_cast<double>(option.visits));
      }
      ASSERT_EQ(visits, 60);
      ASSERT_EQ(tree.playouts(), 60);
      ASSERT_NEAR(prior, 1, 1e-4);
    });
  }
}

// The planner claims what it has planned at once. A search must not take that for granted: drawing is as good an idea, and everything
// else gets its share.
TEST(Tree, IsOpenToEverything) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    const Links links(e);
    const Taste taste = usual_taste(e);
    const Guide guide(e, links, taste);
    const SearchTaste search;
    int claims_wanted = 0;
    positions_of_games(e, 2, "planner", 2, [&](const State& s, const View& view, const Legal& legal) {
      if (s.phase != Phase::kTurn) return;
      const Belief belief(e, links, view);
      const Tree tree(e, view, legal, guide, belief, {}, 9);
      Candidates candidates;
      guide.consider(s, view.viewer, guide.plan(s, view.viewer), legal, Guide::Effort::kThorough, candidates);
      double draw = 0;
      double other = 0;
      for (const Tree::Option& option : tree.options()) {
        const bool draws = option.action.kind == ActionKind::kDraw || option.action.kind == ActionKind::kTake;
        double& most = draws ? draw : other;
        most = std::max(most, option.prior);
        ASSERT_GE(option.prior, 0.99 * search.fair_share / static_cast<double>(tree.options().size()));
      }
      if (draw == 0) return;
      ASSERT_GE(draw, other);
      if (candidates.best().action.kind == ActionKind::kClaim) ++claims_wanted;
    });
    EXPECT_GT(claims_wanted, 5) << id;
  }
}

// Long thinking takes time, not all of the memory.
TEST(Tree, StopsGrowingAndGoesOnCounting) {
  const Edition& e = edition("usa-2004");
  const Links links(e);
  const Taste taste = usual_taste(e);
  const Guide guide(e, links, taste);
  SearchTaste small;
  small.most_nodes = 20;
  int looked = 0;
  positions_of_games(e, 2, "planner", 1, [&](const State&, const View& view, const Legal& legal) {
    if (++looked % 11 != 5) return;
    const Belief belief(e, links, view);
    Tree tree(e, view, legal, guide, belief, small, 9);
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(tree.grow());
    ASSERT_LE(tree.nodes(), small.most_nodes);
    ASSERT_EQ(tree.playouts(), 200);
  });
  EXPECT_GT(looked, 11);
}

// A turn before the end the search sees what wins: it must prefer the claim that completes a ticket to everything else.
TEST(Search, FindsTheMoveThatDecides) {
  const Edition& e = edition("usa-2004");
  FastChance chance(11);
  State s;
  start(e, s, 2, chance, 0);
  apply_legal(e, s, 0, Legal(e, s, 0).nth(0), chance);
  apply_legal(e, s, 1, Legal(e, s, 1).nth(0), chance);
  // The last turn of seat 0, a route of length 1 for a ticket, against cards for a route worth a few points.
  s.player = 0;
  s.turns_left = 2;
  const TicketSet mine = s.tickets_at(e, 0);
  const int ticket = mine.first_member();
  const Links links(e);
  Prices prices;
  prices.fill(kNoWay);
  for (std::size_t r = 0; r < e.board.routes.size(); ++r) prices[r] = e.board.routes[r].length;
  Reach found;
  reach(links, prices, links.ends(ticket)[0], links.ends(ticket)[1], found);
  RouteSet way = way_to(e, prices, found, found.reached);
  int shortest = way.first_member();
  way.each([&](int r) {
    if (e.board.routes[static_cast<std::size_t>(r)].length < e.board.routes[static_cast<std::size_t>(shortest)].length)
      shortest = r;
  });
  const RouteSet owned = way.without(RouteSet::single(shortest));
  owned.each([&](int r) { detail::place_trains(e, s, 0, r); });
  // Three of everything in hand, taken from the deck: no route brings as much as the ticket.
  for (int c = 0; c < kColors; ++c) {
    const auto card = static_cast<Card>(c);
    while (s.hand[0][card] < 3 && s.deck[card] > 0) {
      s.deck.remove(card);
      --s.deck_size;
      s.hand[0].add(card);
    }
  }
  const View view = view_of(e, s, 0);
  const Legal legal(e, s, 0);
  FastGenerator random(4);
  Thoughts thoughts;
  const Action chosen = make_bot("search:iterations=400")->choose({e, view, legal, random, {}, &thoughts});
  ASSERT_EQ(chosen.kind, ActionKind::kClaim) << text(e, chosen);
  EXPECT_FALSE(
      (completed_tickets(e, s.owned[0] | RouteSet::single(chosen.where), mine) & TicketSet::single(ticket)).empty())
      << text(e, chosen);
  ASSERT_FALSE(thoughts.options.empty());
  const auto& motives = thoughts.options.front().motives;
  EXPECT_TRUE(std::any_of(motives.begin(), motives.end(), [&](const Motive& motive) {
    return motive.kind == MotiveKind::kCompletesTicket && motive.where == ticket;
  }));
}

// Trains that a seat needs between the ends of a route which somebody else has, found by relaxing all routes again and again.
std::optional<int> detour(const Edition& e, const State& s, int seat, int r) {
  const auto& routes = e.board.routes;
  const Route& lost = routes[static_cast<std::size_t>(r)];
  std::map<int, int> cost{{lost.a, 0}};
  for (std::size_t round = 0; round < e.board.cities.size(); ++round) {
    for (std::size_t other = 0; other < routes.size(); ++other) {
      const Route& way = routes[other];
      const bool own = s.owned[static_cast<std::size_t>(seat)].has(static_cast<int>(other));
      const bool same_cities = way.a == lost.a && way.b == lost.b;
      if (static_cast<int>(other) == r || (same_cities && s.players <= 3)) continue;
      if (!own && !s.open_to(e, seat).has(static_cast<int>(other))) continue;
      const int price = own ? 0 : way.length;
      for (const auto& [from, to] : {std::pair<int, int>(way.a, way.b), std::pair<int, int>(way.b, way.a)}) {
        if (!cost.contains(from)) continue;
        const auto found = cost.try_emplace(to, cost[from] + price).first;
        found->second = std::min(found->second, cost[from] + price);
      }
    }
  }
  if (!cost.contains(lost.b)) return {};
  return cost[lost.b];
}

// What a card of a color is good for if the plan has no gray routes, counted anew; nothing if it has some, or there is no plan.
std::optional<MotiveKind> use_of_card(const Edition& e, const Plan& plan, const CardCounts& hand, Card color) {
  std::array<int, kColors> lack{};
  for (std::size_t c = 0; c < kColors; ++c) lack[c] = -hand.of[c];
  bool gray = plan.routes.empty();
  plan.routes.each([&](int r) {
    const Route& route = e.board.routes[static_cast<std::size_t>(r)];
    gray |= route.color == kGray;
    if (route.color != kGray) lack[route.color] += route.length;
  });
  if (gray) return {};
  int missing = -hand[Card::kLocomotive];
  for (const int cards : lack) missing += std::max(0, cards);
  if (lack[static_cast<std::size_t>(color)] <= 0) return MotiveKind::kNotNeeded;
  return missing > 0 ? MotiveKind::kNeedsColor : MotiveKind::kSparesJoker;
}

TEST(Motives, AreTrueAndDoNotContradictEachOther) {
  std::set<MotiveKind> seen;
  for (const char* id : {"usa-2004", "europe", "maerklin"}) {
    for (const int players : {2, 4}) {
      const Edition& e = edition(id);
      const Links links(e);
      const Taste taste = usual_taste(e);
      const Guide guide(e, links, taste);
      positions_of_games(e, players, "planner", 2, [&](const State& s, const View& view, const Legal& legal) {
        FastGenerator random(4);
        Thoughts thoughts;
        make_bot("planner")->choose({e, view, legal, random, {}, &thoughts});
        bool needs_something = false;
        bool row_has_nothing = false;
        for (const Thought& thought : thoughts.options) {
          std::set<MotiveKind> kinds;
          std::map<MotiveKind, int> numbers;
          for (const Motive& motive : thought.motives) {
            kinds.insert(motive.kind);
            numbers[motive.kind] = motive.number;
            EXPECT_TRUE(motive.kind == MotiveKind::kTicketWorth || motive.number >= 0);
          }
          seen.insert(kinds.begin(), kinds.end());
          for (const Motive& motive : thought.motives) {
            if (motive.kind != MotiveKind::kTicketCosts || motive.number > 0) continue;
            // What costs nothing lies on the way of what is kept.
            const auto seat = static_cast<std::size_t>(view.viewer);
            TicketSet kept = s.tickets_at(e, static_cast<std::uint8_t>(view.viewer));
            for (std::size_t i = 0; i < s.offered[seat]; ++i) {
              if ((thought.action.keep >> i & 1) != 0) kept |= TicketSet::single(s.offer[seat][i]);
            }
            const Plan plan = make_plan(e, links, s, view.viewer, kept, taste);
            EXPECT_FALSE(
                completed_tickets(e, s.owned[seat] | plan.routes | plan.borrowed, TicketSet::single(motive.where))
                    .empty());
          }
          needs_something |= kinds.contains(MotiveKind::kNeedsColor) || kinds.contains(MotiveKind::kFitsGray);
          row_has_nothing |= kinds.contains(MotiveKind::kRowHasNothing);
          for (const MotiveKind planned : {MotiveKind::kSavesForPlan, MotiveKind::kOnPlan}) {
            EXPECT_FALSE(kinds.contains(MotiveKind::kPlanIsDone) && kinds.contains(planned)) << name(planned);
          }
          EXPECT_FALSE(kinds.contains(MotiveKind::kPlanIsDone) && kinds.contains(MotiveKind::kStationHelps));
          if (kinds.contains(MotiveKind::kNeedsColor)) {
            const int all = std::max(numbers[MotiveKind::kSavesForPlan], numbers[MotiveKind::kSavesForRoute]);
            EXPECT_GE(numbers[MotiveKind::kNeedsColor], 1);
            EXPECT_LE(numbers[MotiveKind::kNeedsColor], all);
          }
          if (thought.action.kind == ActionKind::kTake && index(thought.action.color) < kColors) {
            const CardCounts& hand = s.hand[static_cast<std::size_t>(view.viewer)];
            const auto use = use_of_card(e, guide.plan(s, view.viewer), hand, thought.action.color);
            if (use && !kinds.empty()) {  // the best few have reasons
              EXPECT_TRUE(kinds.contains(*use)) << text(e, thought.action) << " " << name(*use);
            }
          }
          if (kinds.contains(MotiveKind::kNewTickets)) {
            EXPECT_LE(numbers[MotiveKind::kNewTickets], s.trains[static_cast<std::size_t>(view.viewer)]);
          }
          if (kinds.contains(MotiveKind::kOnPlan)) {
            const int r = thought.action.where;
            const auto around = detour(e, s, view.viewer, r);
            const bool told = kinds.contains(MotiveKind::kMayBeTaken);
            EXPECT_EQ(told, !around || *around > e.board.routes[static_cast<std::size_t>(r)].length);
            if (told) {
              EXPECT_EQ(numbers[MotiveKind::kMayBeTaken], around.value_or(0)) << text(e, thought.action);
            }
          }
        }
        EXPECT_FALSE(needs_something && row_has_nothing);
      });
    }
  }
  for (const MotiveKind kind :
       {MotiveKind::kMayBeTaken, MotiveKind::kNotNeeded, MotiveKind::kSavesForRoute, MotiveKind::kPassengerCard,
        MotiveKind::kTicketCosts, MotiveKind::kTicketTooFar, MotiveKind::kPlanIsDone, MotiveKind::kFitsGray,
        MotiveKind::kSparesJoker, MotiveKind::kJokerForLong, MotiveKind::kGoodsAround}) {
    EXPECT_TRUE(seen.contains(kind)) << name(kind);
  }
}

TEST(Search, OnThreadsItAddsUp) {
  const Edition& e = edition("usa-2004");
  positions_of_games(e, 2, "planner", 1, [&](const State& s, const View& view, const Legal& legal) {
    if (s.turns % 20 != 5) return;
    FastGenerator random(4);
    Thoughts thoughts;
    const Action chosen = make_bot("search:iterations=50:threads=3")->choose({e, view, legal, random, {}, &thoughts});
    EXPECT_FALSE(check(e, s, view.viewer, chosen));
    FastGenerator again(4);
    EXPECT_EQ(make_bot("search:iterations=50:threads=3")->choose({e, view, legal, again}), chosen);
    if (thoughts.options.size() > 1) {
      EXPECT_GE(thoughts.playouts, 3 * 8);
    }
  });
}

TEST(Search, AllThreadsAreAsManyAsCores) {
  const Edition& e = edition("usa-2004");
  const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
  positions_of_games(e, 2, "planner", 1, [&](const State& s, const View& view, const Legal& legal) {
    if (s.turns % 20 != 5) return;
    auto thoughts_with = [&](const std::string& threads) {
      FastGenerator random(4);
      Thoughts thoughts;
      make_bot("search:iterations=50:threads=" + threads)->choose({e, view, legal, random, {}, &thoughts});
      return thoughts;
    };
    // Whoever asks may allow fewer.
    FastGenerator random(4);
    Thoughts alone;
    make_bot("search:iterations=50:threads=8")->choose({e, view, legal, random, {}, &alone, 1});
    EXPECT_EQ(alone.playouts, thoughts_with("1").playouts);
    const Thoughts all = thoughts_with("all");
    const Thoughts counted = thoughts_with(std::to_string(cores));
    EXPECT_EQ(all.playouts, counted.playouts);
    EXPECT_EQ(all.options.front().action, counted.options.front().action);
  });
}

}  // namespace
}  // namespace fogg::test
