// Bots know what their seat may know, and nothing else: neither hidden cards nor what they have seen in other games.
#include <set>

#include "bot_support.h"

namespace fogg::test {
namespace {

constexpr int kEach = 10;  // positions of every edition, number of players and phase

// Calls `see(spec, spot, seed)` for as many positions as the bot's cost allows. Some of every phase of every edition.
template <typename F>
void in_many_positions(int each, F&& see) {
  for (const TestedSpec& tested : tested_specs()) {
    const int some = long_run() ? each : tested.some_of(each);
    SCOPED_TRACE(tested.spec);
    std::uint64_t seed = 0;
    for (const Spot& spot : spots(some)) {
      SCOPED_TRACE(spot.what);
      see(tested, spot, ++seed);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(BotFairness, PositionsOfEveryPhaseAreTried) {
  std::map<std::pair<std::string, int>, std::set<Phase>> phases;
  for (const Spot& spot : spots(1)) phases[{spot.e->id, spot.s.players}].insert(spot.s.phase);
  for (const std::string& id : edition_ids()) {
    for (int players = edition(id).min_players; players <= edition(id).max_players; ++players) {
      std::set<Phase>& seen = phases[{id, players}];
      SCOPED_TRACE(fmt::format("{} players={}", id, players));
      for (const Phase phase : {Phase::kStart, Phase::kTurn, Phase::kSecondCard, Phase::kChooseTickets})
        EXPECT_TRUE(seen.contains(phase)) << static_cast<int>(phase);
      const Edition& e = edition(id);
      EXPECT_EQ(seen.contains(Phase::kStartMix), e.mix > 0);
      EXPECT_EQ(seen.contains(Phase::kPlace), e.passengers > 0);
      EXPECT_EQ(seen.contains(Phase::kJourney), e.passengers > 0);
      const auto& routes = e.board.routes;
      EXPECT_EQ(seen.contains(Phase::kTunnel),
                std::any_of(routes.begin(), routes.end(), [](const Route& route) { return route.tunnel; }));
    }
  }
}

// What a seat may do shows in its view.
TEST(BotFairness, WhatIsLegalIsSeen) {
  for (const Spot& spot : spots(kEach)) {
    SCOPED_TRACE(spot.what);
    const std::vector<Action> truly = actions_of(Legal(*spot.e, spot.s, spot.seat));
    ASSERT_EQ(actions_of(Legal(*spot.e, visible_state(*spot.e, spot.view()), spot.seat)), truly);
    ASSERT_FALSE(truly.empty());
  }
}

// The same view with other cards behind it gives the same move.
TEST(BotFairness, HiddenCardsChangeNothing) {
  FastGenerator random(1);
  long redeals = 0;
  long different = 0;
  in_many_positions(kEach, [&](const TestedSpec& tested, const Spot& spot, std::uint64_t seed) {
    const Edition& e = *spot.e;
    const View view = spot.view();
    const Action move = answer(*make_bot(tested.spec), e, view, seed);
    ASSERT_FALSE(check(e, spot.s, spot.seat, move)) << text(e, move);
    ASSERT_EQ(answer_in(*make_bot(tested.spec), e, spot.s, spot.seat, seed), move);
    for (int i = 0; i < 3; ++i) {
      State dealt{};
      ASSERT_TRUE(redeal(e, view, random, dealt));
      ASSERT_TRUE(same_bytes(view_of(e, dealt, spot.seat), view));
      ASSERT_EQ(actions_of(Legal(e, dealt, spot.seat)), actions_of(Legal(e, spot.s, spot.seat)));
      ASSERT_EQ(answer_in(*make_bot(tested.spec), e, dealt, spot.seat, seed), move) << text(e, move);
      ++redeals;
      different += same_state(e, dealt, spot.s) ? 0 : 1;
    }
  });
  fmt::print("{} redeals, {} of them other positions\n", redeals, different);
  EXPECT_GT(different, redeals * 9 / 10);
}

// One bot that was asked everything before, in any order and in games of all editions, answers like one that was made for the question.
TEST(BotFairness, NothingIsRemembered) {
  for (const TestedSpec& tested : tested_specs()) {
    SCOPED_TRACE(tested.spec);
    const std::vector<Spot>& all = spots(long_run() ? kEach : tested.some_of(kEach));
    std::vector<Action> fresh;
    for (std::size_t i = 0; i < all.size(); ++i)
      fresh.push_back(answer(*make_bot(tested.spec), *all[i].e, all[i].view(), i));
    const auto used = make_bot(tested.spec);
    // Backwards, then here and there, some of them twice in a row.
    for (std::size_t i = all.size(); i-- > 0;) {
      SCOPED_TRACE(all[i].what);
      ASSERT_EQ(answer(*used, *all[i].e, all[i].view(), i), fresh[i]);
    }
    FastGenerator random(2);
    for (std::size_t n = 0; n < all.size(); ++n) {
      const std::size_t i = random.pick(static_cast<int>(all.size()));
      SCOPED_TRACE(all[i].what);
      ASSERT_EQ(answer(*used, *all[i].e, all[i].view(), i), fresh[i]);
      if (n % 7 == 0) {
        ASSERT_EQ(answer(*used, *all[i].e, all[i].view(), i), fresh[i]);
      }
    }
  }
}

// Whole games in which all that a bot cannot see is swapped before each of its decisions. One bot sees the positions before that, another one
// those after it; they never part.
void play_swapped(const TestedSpec& tested, const Edition& e, int players, std::uint64_t seed) {
  SCOPED_TRACE(fmt::format("{} {} players={} seed={}", tested.spec, e.id, players, seed));
  const auto untouched = make_bot(tested.spec);
  const auto swapped = make_bot(tested.spec);
  const int own = static_cast<int>(seed) % players;
  FastChance chance(seed);
  FastGenerator random(seed, 5);
  State s{};
  start(e, s, players, chance);
  std::uint64_t decision = 0;
  while (!s.over()) {
    const int seat = any_actor(s, random);
    Action action = choose(e, s, seat, Habit::kUniform, random);
    if (seat == own) {
      ++decision;
      const Action without = answer_in(*untouched, e, s, seat, decision);
      const View view = view_of(e, s, seat);
      State other{};
      ASSERT_TRUE(redeal(e, view, random, other));
      s = other;
      ASSERT_EQ(find_fault(e, s), "");
      action = answer_in(*swapped, e, s, seat, decision);
      ASSERT_EQ(text(e, action), text(e, without)) << "decision " << decision;
    }
    ASSERT_FALSE(apply(e, s, seat, action, chance));
  }
}

TEST(BotFairness, AGameWhoseHiddenCardsAreSwappedGoesTheSameWay) {
  for (const TestedSpec& tested : tested_specs()) {
    for (const std::string& id : edition_ids()) {
      const Edition& e = edition(id);
      for (int players = e.min_players; players <= e.max_players; ++players) {
        // A dear bot plays one game of each edition, with more and more players.
        if (tested.bot->cost >= 100 && !long_run() && players != 2 + static_cast<int>(id.size()) % 4) continue;
        for (int game = 0; game < (long_run() ? 10 : tested.some_of(3)); ++game)
          play_swapped(tested, e, players, static_cast<std::uint64_t>(100 * players + game));
        if (HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace fogg::test
