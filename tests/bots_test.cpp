// Every bot, however it is asked: legal actions, games that end, the same again with the same seed, thoughts that fit.
#include <cmath>
#include <numeric>

#include "bot_support.h"
#include "positions.h"

namespace fogg::test {
namespace {

// -- The table of this test

TEST(BotTable, HasEveryBotAndNoOther) {
  for (const BotInfo& bot : bot_list()) {
    const auto found = std::find_if(bot_table().begin(), bot_table().end(),
                                    [&](const TestedBot& one) { return one.name == bot.name; });
    ASSERT_NE(found, bot_table().end()) << "tests/bot_table.h needs an entry for " << bot.name;
    EXPECT_FALSE(found->specs.empty());
  }
  for (const TestedBot& bot : bot_table()) {
    EXPECT_TRUE(std::any_of(bot_list().begin(), bot_list().end(), [&](const BotInfo& one) {
      return one.name == bot.name;
    })) << bot.name;
  }
}

TEST(BotTable, EverySpecMakesABot) {
  for (const TestedSpec& tested : tested_specs()) {
    std::string why;
    EXPECT_NE(make_bot(tested.spec, &why), nullptr) << why;
    if (!tested.bot->endless.empty()) {
      EXPECT_NE(make_bot(tested.bot->endless, &why), nullptr) << why;
    }
  }
}

// -- Legal actions

// Plays to the end. Seat `own` is the bot under test, the others are the given ones in turn. Returns what was done.
std::vector<Action> play_on(const Edition& e, State& s, const TestedSpec& tested, int own,
                            const std::vector<std::string>& others, std::uint64_t seed) {
  SCOPED_TRACE(fmt::format("{} in seat {}, {} players={} seed={}", tested.spec, own, e.id, s.players, seed));
  std::vector<std::unique_ptr<Bot>> bots;
  for (int seat = 0; seat < s.players; ++seat)
    bots.push_back(make_bot(seat == own ? tested.spec : others[static_cast<std::size_t>(seat) % others.size()]));
  FastChance chance(seed);
  FastGenerator random(seed, 9);
  std::vector<Action> done;
  while (!s.over()) {
    const int seat = any_actor(s, random);
    const Action action = answer(*bots[static_cast<std::size_t>(seat)], e, view_of(e, s, seat), random.next());
    const Refusal refusal = apply(e, s, seat, action, chance);
    EXPECT_FALSE(refusal) << name(refusal.reason) << " after " << done.size() << " decisions, seat " << seat;
    done.push_back(action);
    if (testing::Test::HasFailure()) break;
  }
  return done;
}

std::vector<Action> play_from_start(const Edition& e, int players, const TestedSpec& tested, int own,
                                    const std::vector<std::string>& others, std::uint64_t seed) {
  FastChance chance(seed, 3);
  State s{};
  start(e, s, players, chance);
  return play_on(e, s, tested, own, others, seed);
}

TEST(Bots, PlayWholeGamesWithLegalActions) {
  const std::vector<std::string> simple = {"random", "hungry"};
  for (const TestedSpec& tested : tested_specs()) {
    int games = 0;
    long decisions = 0;
    for (const std::string& id : edition_ids()) {
      const Edition& e = edition(id);
      for (int players = e.min_players; players <= e.max_players; ++players) {
        if (tested.bot->cost >= 100 && !long_run() && players != e.min_players && players != e.max_players) continue;
        for (int game = 0; game < (long_run() ? 100 : tested.some_of(8)); ++game, ++games) {
          const auto seed = static_cast<std::uint64_t>(1000 * players + game);
          decisions += static_cast<long>(play_from_start(e, players, tested, game % players, simple, seed).size());
          // Against itself, unless that is too dear.
          if (tested.bot->cost < 100 || long_run()) play_from_start(e, players, tested, 0, {tested.spec}, seed);
          if (HasFailure()) return;
        }
      }
    }
    fmt::print("{}: {} games, {} decisions\n", tested.spec, games, decisions);
  }
}

// -- Odd positions

CardCounts all_but(const Edition& e, std::initializer_list<std::pair<Card, int>> some) {
  return difference(e.cards, cards(some));
}

// Made by hand; the first seat is to move.
std::vector<Spot> odd_spots(const std::string& id) {
  const Edition& e = edition(id);
  const std::vector<RowCard> row = {kP, kW, kB, kY, kO};
  const std::vector<RowCard> none = {{}, {}, {}, {}, {}};
  const auto in_row = {std::pair{kP, 1}, {kW, 1}, {kB, 1}, {kY, 1}, {kO, 1}};
  std::vector<Spot> list;
  auto add = [&](const Position& p, const std::string& what) {
    list.push_back({&e, p.s, p.s.actor(), id + ": " + what});
  };
  for (int players = e.min_players; players <= e.max_players; ++players) {
    {
      Position p(id, players);
      p.deal({all_but(e, in_row)}, row);
      add(p, "has every card but those of the row");
    }
    {
      Position p(id, players);
      p.deal_deck({}, {}, none);
      add(p, "another one has every card");
    }
    {
      Position p(id, players);
      const auto left = {std::pair{kP, 1}, {kW, 1}, {kB, 1}, {kY, 1}, {kO, 1}, {kR, 1}};
      p.deal_deck(cards({{kR, 1}}), {}, row, all_but(e, left));
      add(p, "all cards but one are thrown away");
    }
    {
      Position p(id, players);
      p.deal({cards({{kL, 8}})}, row);
      p.own_trains(0, e.trains - 3);
      add(p, "locomotives only, and three trains left");
    }
    {
      Position p(id, players);
      p.deal({cards({{kR, 5}, {kG, 5}})}, row);
      p.own_trains(0, e.trains);
      add(p, "no train left");
    }
    {
      Position p(id, players);
      p.deal({}, {kL, kL, kP, kW, kB});
      add(p, "an empty hand");
    }
  }
  return list;
}

// Chance that brings locomotives into the row: it is thrown away again and again.
std::vector<Spot> spots_of_bad_luck(const Edition& e, int players) {
  std::vector<Spot> list;
  for (const Habit habit : kHabits) {
    Led chance(7, [](const CardCounts&, CardTo to) {
      return to.place == CardTo::kInRow ? std::optional(Card::kLocomotive) : std::nullopt;
    });
    FastGenerator random(7, static_cast<std::uint64_t>(habit));
    State s{};
    start(e, s, players, chance);
    for (int step = 0; !s.over(); ++step) {
      const int seat = any_actor(s, random);
      if (step % 40 == 39) list.push_back({&e, s, seat, fmt::format("{} bad luck, step {}", e.id, step)});
      apply_legal(e, s, seat, choose(e, s, seat, habit, random), chance);
    }
  }
  return list;
}

TEST(Bots, ChooseLegalActionsInOddPositions) {
  for (const TestedSpec& tested : tested_specs()) {
    for (const std::string& id : edition_ids()) {
      const std::vector<Spot> odd = odd_spots(id);
      const std::vector<Spot> bad_luck = spots_of_bad_luck(edition(id), 2 + static_cast<int>(id.size()) % 4);
      const auto bot = make_bot(tested.spec);
      for (const auto* list : {&odd, &bad_luck}) {
        const std::size_t step = tested.bot->cost >= 100 && !long_run() ? 3 : 1;
        for (std::size_t i = 0; i < list->size(); i += step) {
          const Spot& spot = (*list)[i];
          SCOPED_TRACE(tested.spec + ", " + spot.what);
          const Action action = answer(*bot, *spot.e, spot.view(), i);
          ASSERT_FALSE(check(*spot.e, spot.s, spot.seat, action)) << text(*spot.e, action);
        }
      }
      // And on from there.
      for (std::size_t i = 0; i < odd.size(); i += static_cast<std::size_t>(tested.bot->cost)) {
        SCOPED_TRACE(odd[i].what);
        State s = odd[i].s;
        play_on(*odd[i].e, s, tested, 0, {"random", "hungry"}, i);
        if (HasFailure()) return;
      }
    }
  }
}

// -- Told to stop

TEST(Bots, AnswerWhenTheyAreToldToStop) {
  std::stop_source stopped;
  stopped.request_stop();
  for (const TestedSpec& tested : tested_specs()) {
    for (const std::string& spec : {tested.spec, tested.bot->endless}) {
      if (spec.empty()) continue;
      const auto bot = make_bot(spec);
      for (const Spot& spot : spots(2)) {
        SCOPED_TRACE(spec + ", " + spot.what);
        const Action action = answer(*bot, *spot.e, spot.view(), 1, nullptr, stopped.get_token());
        ASSERT_FALSE(check(*spot.e, spot.s, spot.seat, action)) << text(*spot.e, action);
      }
    }
  }
}

// -- The same again

TEST(Bots, TheSameSeedGivesTheSameGame) {
  for (const TestedSpec& tested : tested_specs()) {
    for (const std::string& id : edition_ids()) {
      const Edition& e = edition(id);
      for (int players = e.min_players; players <= e.max_players; ++players) {
        if (tested.bot->cost >= 100 && !long_run() && players != 2 + static_cast<int>(id.size()) % 4) continue;
        const std::vector<std::string> others = {tested.bot->cost < 100 ? tested.spec : "random"};
        const auto once = play_from_start(e, players, tested, 1, others, 77);
        ASSERT_EQ(play_from_start(e, players, tested, 1, others, 77), once) << tested.spec << " " << id;
      }
    }
  }
}

// A bot that says it needs no view must not look at it.
TEST(Bots, WithoutAViewTheSameAsWithOne) {
  const View nothing{};
  for (const TestedSpec& tested : tested_specs()) {
    const auto bot = make_bot(tested.spec);
    if (bot->wants_view()) continue;
    for (const Spot& spot : spots(2)) {
      const Legal legal(*spot.e, spot.s, spot.seat);
      FastGenerator random(3);
      FastGenerator same(3);
      const View view = spot.view();
      ASSERT_EQ(bot->choose({*spot.e, nothing, legal, random}), bot->choose({*spot.e, view, legal, same}))
          << tested.spec << ", " << spot.what;
    }
  }
}

TEST(Bots, TakeTimesThatAPersonWouldTake) {
  for (const TestedSpec& tested : tested_specs()) {
    const auto bot = make_bot(tested.spec);
    for (const Spot& spot : spots(1)) {
      for (const Action& action : actions_of(Legal(*spot.e, spot.s, spot.seat))) {
        FastGenerator random(4);
        FastGenerator same(4);
        const double pace = bot->pace(action, random);
        ASSERT_TRUE(pace >= 0 && pace <= 30) << tested.spec << ": " << pace;
        ASSERT_EQ(bot->pace(action, same), pace) << tested.spec;
      }
    }
  }
}

// -- Thoughts

void expect_fitting(const Thoughts& thoughts, const std::vector<Action>& legal, const Action& chosen) {
  ASSERT_FALSE(thoughts.options.empty());
  EXPECT_EQ(thoughts.options[0].action, chosen);
  double sum = 0;
  for (std::size_t i = 0; i < thoughts.options.size(); ++i) {
    const Thought& thought = thoughts.options[i];
    EXPECT_EQ(std::count(legal.begin(), legal.end(), thought.action), 1) << "option " << i << " is not legal";
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(thoughts.options[j].action == thought.action) << i << " and " << j;
    EXPECT_TRUE(thought.share >= 0 && thought.share <= 1 + 1e-6) << thought.share;
    if (i >= 2) {
      EXPECT_LE(thought.share, thoughts.options[i - 1].share + 1e-9) << "option " << i;
    }
    EXPECT_GE(thought.visits, 0);
    EXPECT_TRUE(std::isfinite(thought.win) && std::isfinite(thought.expected.total()) && std::isfinite(thought.lead));
    if (thought.visits > 0) {
      EXPECT_TRUE(thought.win >= 0 && thought.win <= 1) << thought.win;
    }
    sum += thought.share;
  }
  EXPECT_NEAR(sum, 1, 1e-3);
  EXPECT_GE(thoughts.playouts, 0);
  EXPECT_GE(thoughts.seconds, 0);
}

TEST(Bots, ThoughtsFitTheAnswerAndDoNotChangeIt) {
  for (const TestedSpec& tested : tested_specs()) {
    const auto bot = make_bot(tested.spec);
    std::uint64_t seed = 0;
    for (const Spot& spot : spots(long_run() ? 10 : tested.some_of(5))) {
      SCOPED_TRACE(tested.spec + ", " + spot.what);
      const View view = spot.view();
      const Action silent = answer(*bot, *spot.e, view, ++seed);
      Thoughts thoughts;
      ASSERT_EQ(answer(*bot, *spot.e, view, seed, &thoughts), silent);
      if (!tested.bot->tells_thoughts && thoughts.options.empty()) continue;
      expect_fitting(thoughts, actions_of(Legal(*spot.e, spot.s, spot.seat)), silent);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace fogg::test
