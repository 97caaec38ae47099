// Counts of the game tree, committed in perft.txt: the engine must give them, and so must the naive implementation as far as it is
// quick enough.
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "engine/perft.h"
#include "paths.h"
#include "replay_dealer.h"
#include "support.h"

namespace fogg::test {
namespace {

struct Line {
  std::string edition;
  int players = 0;
  std::uint64_t seed = 0;
  int played = 0;  // decisions made at random before the counting begins
  int depth = 0;
  std::uint64_t nodes = 0;
};

std::vector<Line> committed() {
  std::ifstream in(tests_dir() + "/perft.txt");
  EXPECT_TRUE(in.good());
  std::vector<Line> lines;
  for (std::string text; std::getline(in, text);) {
    if (text.empty() || text[0] == '#') continue;
    Line line;
    std::istringstream words(text);
    words >> line.edition >> line.players >> line.seed >> line.played >> line.depth >> line.nodes;
    EXPECT_FALSE(words.fail()) << text;
    lines.push_back(line);
  }
  return lines;
}

// The position a line speaks of, and the same game in the naive implementation.
struct Both {
  State state;
  FastChance chance;
  std::unique_ptr<naive::Game> game;
};

Both begin(const Line& line, bool with_naive) {
  const Edition& e = edition(line.edition);
  Both both{{}, FastChance(line.seed), nullptr};
  Listening listening(both.chance);
  Replay replay;
  start(e, both.state, line.players, listening);
  replay.take(listening.heard);
  if (with_naive) both.game = std::make_unique<naive::Game>(data_dir(), line.edition, line.players, replay);
  FastGenerator random(line.seed, 5);
  for (int i = 0; i < line.played && !both.state.over(); ++i) {
    const int seat = both.state.actor();
    const Legal legal(e, both.state, seat);
    const Action action = legal.nth(static_cast<int>(random.pick(legal.count())));
    apply_legal(e, both.state, seat, action, listening);
    replay.take(listening.heard);
    if (with_naive) {
      EXPECT_TRUE(both.game->apply(seat, text(e, action), replay));
    }
  }
  return both;
}

std::uint64_t naive_perft(const Edition& e, const State& state, const FastChance& chance, const naive::Game& game,
                          int depth) {
  if (depth == 0) return 1;
  const int seat = state.actor();
  if (seat < 0) return 0;
  const auto legal = game.legal(seat);
  if (depth == 1) return legal.size();
  std::uint64_t sum = 0;
  for (const std::string& line : legal) {
    State child = state;
    FastChance after = chance;
    Listening listening(after);
    apply_legal(e, child, seat, *parse_action(e, line), listening);
    Replay replay;
    replay.take(listening.heard);
    naive::Game next = game;
    EXPECT_TRUE(next.apply(seat, line, replay));
    sum += naive_perft(e, child, after, next, depth - 1);
  }
  return sum;
}

TEST(Perft, EngineGivesTheCommittedCounts) {
  const auto lines = committed();
  ASSERT_GE(lines.size(), 40U);
  for (const Line& line : lines) {
    if (kSanitized && !long_run() && line.nodes > 300'000U) continue;
    Both both = begin(line, false);
    EXPECT_EQ(perft(edition(line.edition), both.state, both.chance, line.depth), line.nodes)
        << fmt::format("{} {} {} {} {}", line.edition, line.players, line.seed, line.played, line.depth);
  }
}

TEST(Perft, NaiveImplementationGivesTheCommittedCounts) {
  int checked = 0;
  for (const Line& line : committed()) {
    if (line.nodes > (long_run() ? 2'000'000U : kSanitized ? 10'000U : 40'000U)) continue;
    Both both = begin(line, true);
    EXPECT_EQ(naive_perft(edition(line.edition), both.state, both.chance, *both.game, line.depth), line.nodes)
        << fmt::format("{} {} {} {} {}", line.edition, line.players, line.seed, line.played, line.depth);
    ++checked;
  }
  EXPECT_GE(checked, 20);
}

}  // namespace
}  // namespace fogg::test
