// What must hold in every position of every game.
#include <algorithm>
#include <numeric>
#include <set>

#include "engine/invariants.h"
#include "engine/score.h"
#include "engine/state_text.h"
#include "engine/view.h"
#include "habits.h"

namespace fogg::test {
namespace {

// 60 games a round.
int rounds() { return repeats(5, 100); }

std::vector<int> legal_ids(const Edition& e, const State& s, int seat) {
  std::vector<int> ids;
  Legal(e, s, seat).each([&](const Action& action) { ids.push_back(e.action_id(action)); });
  return ids;
}

// -- Actions

TEST(Properties, ActionCounts) {
  EXPECT_EQ(edition("usa-2004").action_count(), 1079);
  EXPECT_EQ(edition("usa-2010").action_count(), 1079);
  // One more position to keep (15 sets instead of 7), and two orders for each of the three ways to return two.
  EXPECT_EQ(edition("usa-2025").action_count(), 1079 + 8 + 6);
}

TEST(Properties, ActionsHaveUniqueIdsAndTexts) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    std::set<std::string> texts;
    for (int number = 0; number < e.action_count(); ++number) {
      const Action& action = e.action(number);
      ASSERT_EQ(e.action_id(action), number);
      const std::string line = text(e, action);
      ASSERT_TRUE(texts.insert(line).second) << "two actions with the text " << line;
      ASSERT_EQ(parse_action(e, line), action) << line;
      // Nothing but the exact text.
      for (const std::string& wrong :
           {line + " ", " " + line, line + ",", line.substr(0, line.size() - 1), line + "0"}) {
        const auto parsed = parse_action(e, wrong);
        ASSERT_TRUE(!parsed || text(e, *parsed) == wrong) << wrong;
      }
    }
  }
}

// The order of the ids is promised in docs/actions.md.
TEST(Properties, ActionsInOrderOfTheirIds) {
  const Edition& e = edition("usa-2025");
  auto id = [&](const std::string& line) {
    const auto action = parse_action(e, line);
    EXPECT_TRUE(action) << line;
    return action ? e.action_id(*action) : -1;
  };
  EXPECT_EQ(id("draw"), 0);
  EXPECT_EQ(id("take purple"), 1);
  EXPECT_EQ(id("take locomotive"), 9);
  EXPECT_EQ(id("tickets"), 10);
  EXPECT_EQ(id("pass"), 11);
  EXPECT_EQ(id("keep 1"), 12);
  EXPECT_EQ(id("keep 1,2,3,4"), 26);
  EXPECT_EQ(id("keep 1 return 2,3"), 27);
  EXPECT_EQ(id("keep 1 return 3,2"), 28);
  EXPECT_EQ(id("keep 3 return 2,1"), 32);
  EXPECT_EQ(id("claim Atlanta-Charleston purple*2"), 33);
  EXPECT_EQ(id("claim Atlanta-Charleston purple*1 locomotive*1"), 34);
  EXPECT_EQ(id("claim Atlanta-Charleston locomotive*2"), 33 + 16);
  EXPECT_EQ(id("claim Seattle-Vancouver.2 locomotive*1"), e.action_count() - 1);
}

TEST(Properties, LegalActionsAreWellNumbered) {
  long positions = 0;
  play_games(rounds(), [&](const Edition& e, const State& s) {
    ++positions;
    for (int seat = 0; seat < s.players; ++seat) {
      const Legal legal(e, s, seat);
      const std::vector<int> ids = legal_ids(e, s, seat);
      ASSERT_EQ(static_cast<int>(ids.size()), legal.count());
      ASSERT_EQ(legal.count() > 0, s.may_act(seat));
      std::vector<bool> met(static_cast<std::size_t>(e.action_count()), false);
      RouteSet routes;
      for (int i = 0; i < legal.count(); ++i) {
        const Action action = legal.nth(i);
        const int id = e.action_id(action);
        ASSERT_GE(id, 0);
        ASSERT_EQ(id, ids[static_cast<std::size_t>(i)]);
        ASSERT_FALSE(met[static_cast<std::size_t>(id)]) << "twice: " << text(e, action);
        met[static_cast<std::size_t>(id)] = true;
        if (action.kind == ActionKind::kClaim) routes |= RouteSet::single(action.where);
      }
      ASSERT_EQ(legal.routes(), routes);
      // Every action there is, on a part of the positions: it is legal or refused, never both.
      if (positions % 8 != 0) continue;
      for (int id = 0; id < e.action_count(); ++id) {
        const bool refused = static_cast<bool>(check(e, s, seat, e.action(id)));
        ASSERT_NE(refused, met[static_cast<std::size_t>(id)]) << text(e, e.action(id)) << " for seat " << seat;
      }
      std::set<std::string> texts;
      legal.each([&](const Action& action) {
        const std::string line = text(e, action);
        ASSERT_TRUE(texts.insert(line).second);
        ASSERT_EQ(parse_action(e, line), action);
      });
    }
    ASSERT_EQ(Legal(e, s, -1).count(), 0);
    ASSERT_EQ(Legal(e, s, s.players).count(), 0);
  });
  fmt::print("{} positions\n", positions);
}

// -- Positions

TEST(Properties, Sizes) {
  EXPECT_LE(sizeof(State), 768U);
  for (const std::string& id : usa_ids()) EXPECT_LE(edition(id).state_bytes(), 512) << id;
  for (const std::string& id : edition_ids()) EXPECT_LE(edition(id).state_bytes(), 768) << id;
}

TEST(Properties, CopiesAndTextsAreTheSamePosition) {
  play_games(rounds(), [&](const Edition& e, const State& s) {
    State copy;
    std::memset(static_cast<void*>(&copy), 0xA5, sizeof copy);
    copy_state(e, copy, s);
    ASSERT_TRUE(same_state(e, copy, s));
    ASSERT_EQ(std::memcmp(&copy, &s, static_cast<std::size_t>(e.state_bytes())), 0);
    const std::string line = state_text(e, s);
    const auto parsed = parse_state(e, line);
    ASSERT_TRUE(parsed) << line;
    ASSERT_EQ(std::memcmp(&*parsed, &s, static_cast<std::size_t>(e.state_bytes())), 0);
    ASSERT_EQ(state_text(e, *parsed), line);
    // A position of another edition is none of this one.
    ASSERT_FALSE(parse_state(edition(e.id == "usa-2004" ? "usa-2025" : "usa-2004"), line));
  });
}

// A copy goes on like the original, whatever lies in the bytes an edition does not use.
TEST(Properties, CopiesGoOnAlike) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      FastChance chance(9);
      FastGenerator random(9, 1);
      State s;
      State other;
      std::memset(static_cast<void*>(&other), 0xA5, sizeof other);
      start(e, s, players, chance);
      while (!s.over()) {
        copy_state(e, other, s);
        const int seat = any_actor(s, random);
        const Action action = choose(e, s, seat, Habit::kUniform, random);
        FastChance same = chance;
        apply_legal(e, s, seat, action, chance);
        apply_legal(e, other, seat, action, same);
        ASSERT_TRUE(same_state(e, s, other));
      }
    }
  }
}

// Counted here once more, without the engine's own check: nothing is lost, nothing appears.
void expect_conserved(const Edition& e, const State& s) {
  CardCounts all;
  auto add = [&](const CardCounts& some) {
    for (std::size_t kind = 0; kind < all.of.size(); ++kind) {
      all.of[kind] = static_cast<std::uint8_t>(all.of[kind] + some.of[kind]);
    }
  };
  add(s.deck);
  add(s.discards);
  for (const CardCounts& hand : s.hand) add(hand);
  for (const std::uint8_t card : s.row) {
    if (card != kEmptyPlace) ++all.of[card];
  }
  if (e.has_extras()) add(s.extras(e).revealed);
  ASSERT_EQ(all, e.cards);
  ASSERT_EQ(all.total(), e.has_fours ? 118 : 110);
  int tickets = s.ticket_deck_size() + s.tickets_at(e, ticket_at::kGone).size();
  for (std::size_t seat = 0; seat < s.players; ++seat) {
    tickets += s.kept[seat] + s.offered[seat];
    int trains = s.trains[seat];
    s.owned[seat].each([&](int r) { trains += e.board.routes[static_cast<std::size_t>(r)].length; });
    ASSERT_EQ(trains, 45);
  }
  ASSERT_EQ(tickets, e.ticket_count());
}

TEST(Properties, NothingIsLost) {
  play_games(rounds(), [&](const Edition& e, const State& s) {
    ASSERT_EQ(find_fault(e, s), "");
    ASSERT_NO_FATAL_FAILURE(expect_conserved(e, s));
  });
}

// -- Scores

// Who wins, by the words of the rules: most points, then most completed tickets, then who alone has the bonus.
std::vector<std::size_t> winners_by_the_rules(const Scores& scores, std::size_t players) {
  std::vector<std::size_t> left;
  for (std::size_t seat = 0; seat < players; ++seat) left.push_back(seat);
  auto keep_most = [&](auto&& value) {
    int most = value(left.front());
    for (const std::size_t seat : left) most = std::max(most, value(seat));
    std::erase_if(left, [&](std::size_t seat) { return value(seat) < most; });
  };
  keep_most([&](std::size_t seat) { return scores[seat].total; });
  keep_most([&](std::size_t seat) { return scores[seat].completed; });
  const auto with_bonus = std::ranges::count_if(left, [&](std::size_t seat) { return scores[seat].bonus > 0; });
  if (with_bonus == 1) keep_most([&](std::size_t seat) { return scores[seat].bonus; });
  return left;
}

TEST(Properties, ScoresAddUp) {
  int over = 0;
  long positions = 0;
  play_games(rounds(), [&](const Edition& e, const State& s) {
    // Near the beginning many are equal.
    if (++positions % 8 != 0 && !s.over() && s.turns > 40) return;
    over += s.over() ? 1 : 0;
    const Scores scores = score(e, s);
    int winners = 0;
    int longest = 0;
    int best = -1000;
    for (std::size_t seat = 0; seat < s.players; ++seat) {
      const Score& mine = scores[seat];
      winners += mine.winner ? 1 : 0;
      longest = std::max(longest, mine.longest);
      best = std::max(best, mine.total);
      ASSERT_EQ(mine.total, mine.routes + mine.tickets + mine.bonus + mine.most_tickets + mine.stations + mine.goods);
      ASSERT_EQ(mine.routes, s.points[seat]);
      ASSERT_EQ(mine.completed + mine.uncompleted, s.kept[seat]);
      ASSERT_LE(mine.longest, e.trains - s.trains[seat]);
      const TicketSet held = s.tickets_at(e, static_cast<std::uint8_t>(seat));
      const TicketSet done = completed_tickets(e, s.owned[seat], held);
      int value = 0;
      held.each([&](int t) { value += (done.has(t) ? 1 : -1) * e.tickets[static_cast<std::size_t>(t)].points; });
      if (e.stations > 0) {  // may do more, never less
        ASSERT_GE(mine.tickets, value);
        ASSERT_EQ(mine.stations, 4 * (3 - std::popcount(s.extras(e).pieces[seat])));
      } else {
        ASSERT_EQ(done.size(), mine.completed);
        ASSERT_EQ(value, mine.tickets);
      }
    }
    ASSERT_GE(winners, 1);
    if (std::ranges::count(usa_ids(), e.id) != 0) {
      const auto expected = winners_by_the_rules(scores, s.players);
      ASSERT_EQ(static_cast<std::size_t>(winners), expected.size());
      for (const std::size_t seat : expected) ASSERT_TRUE(scores[seat].winner);
    }
    for (std::size_t seat = 0; seat < s.players; ++seat) {
      ASSERT_EQ(scores[seat].bonus, longest > 0 && scores[seat].longest == longest ? e.longest_path_bonus : 0);
      ASSERT_TRUE(!scores[seat].winner || scores[seat].total == best);
    }
    for (std::size_t seat = s.players; seat < kMaxPlayers; ++seat) ASSERT_EQ(scores[seat], Score{});
  });
  EXPECT_EQ(over, rounds() * static_cast<int>(edition_ids().size() * 4 * kHabits.size()));
}

// -- Views

// What a player sees is enough to know what the player may do.
TEST(Properties, ViewsGiveTheSameLegalActions) {
  play_games(rounds(), [&](const Edition& e, const State& s) {
    for (int seat = 0; seat < s.players; ++seat) {
      const View view = view_of(e, s, seat);
      const State visible = visible_state(e, view);
      ASSERT_EQ(visible.may_act(seat), s.may_act(seat));
      ASSERT_EQ(legal_ids(e, visible, seat), legal_ids(e, s, seat));
    }
  });
}

// -- The start

// All choose at once: the same choices in any order of answers lead to the same bytes.
TEST(Properties, OrderOfAnswersAtTheStartChangesNothing) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        FastChance chance(seed);
        FastGenerator random(seed, 3);
        State begin;
        start(e, begin, players, chance);
        while (begin.phase == Phase::kStartMix) {
          const int seat = begin.actor();
          apply_legal(e, begin, seat, choose(e, begin, seat, Habit::kUniform, random), chance);
        }
        std::vector<Action> choices;
        std::vector<int> order(static_cast<std::size_t>(players));
        std::iota(order.begin(), order.end(), 0);
        for (const int seat : order) choices.push_back(choose(e, begin, seat, Habit::kUniform, random));
        std::optional<State> first;
        do {
          State s = begin;
          for (const int seat : order) {
            ASSERT_FALSE(apply(e, s, seat, choices[static_cast<std::size_t>(seat)], chance));
          }
          if (!first) first = s;
          ASSERT_TRUE(same_state(e, s, *first));
        } while (std::ranges::next_permutation(order).found);
      }
    }
  }
}

}  // namespace
}  // namespace fogg::test
