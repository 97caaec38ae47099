// Dealing anew what a viewer cannot see: the viewer must not notice, and what is hidden must really change.
#include <algorithm>
#include <cstring>
#include <set>

#include "engine/invariants.h"
#include "engine/view.h"
#include "habits.h"

namespace fogg::test {
namespace {

bool same_bytes(const View& a, const View& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// All who look at a game: the seats and a spectator.
std::vector<int> viewers(const State& s) {
  std::vector<int> all = {kSpectator};
  for (int seat = 0; seat < s.players; ++seat) all.push_back(seat);
  return all;
}

// -- The leak test

// In every position of random games, for everyone who looks: the hidden things are dealt anew, and the view is the same to the byte.
TEST(Redeal, ViewIsKeptToTheByte) {
  FastGenerator random(1);
  long redeals = 0;
  long failures = 0;
  play_games(long_run() ? 20 : 1, [&](const Edition& e, const State& s) {
    if (s.over()) return;
    for (const int viewer : viewers(s)) {
      const View view = view_of(e, s, viewer);
      State dealt;
      std::memset(static_cast<void*>(&dealt), 0xA5, sizeof dealt);
      ++redeals;
      if (!redeal(e, view, random, dealt)) {
        if (++failures<5) fmt::print("failure: {} players {} viewer {} turns {} log {}\n", e.id, s.players, viewer, s.turns, s.log_size);
        continue;
      }
      ASSERT_EQ(find_fault(e, dealt), "") << "viewer " << viewer;
      ASSERT_TRUE(same_bytes(view_of(e, dealt, viewer), view)) << "viewer " << viewer;
    }
  });
  EXPECT_EQ(failures, 0);
  fmt::print("{} redeals\n", redeals);
}

}  // namespace
}  // namespace fogg::test
