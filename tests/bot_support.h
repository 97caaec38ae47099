// Asking bots, and positions to ask them in.
#pragma once

#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "bot_table.h"
#include "engine/invariants.h"
#include "engine/refusal.h"
#include "engine/view.h"
#include "habits.h"

namespace fogg::test {

inline bool same_bytes(const View& a, const View& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline std::vector<Action> actions_of(const Legal& legal) {
  std::vector<Action> all;
  legal.each([&](const Action& action) { all.push_back(action); });
  return all;
}

// What a bot answers to whoever sees this, as the server asks it: nothing but the view goes in.
inline Action answer(Bot& bot, const Edition& e, const View& view, std::uint64_t seed, Thoughts* thoughts = nullptr,
                     std::stop_token stop = {}) {
  const State known = visible_state(e, view);
  const Legal legal(e, known, view.viewer);
  FastGenerator random(seed);
  return bot.choose({e, view, legal, random, std::move(stop), thoughts});
}

// The same with what is legal taken from a whole position, as `fogg sim` does.
inline Action answer_in(Bot& bot, const Edition& e, const State& s, int seat, std::uint64_t seed) {
  const Legal legal(e, s, seat);
  FastGenerator random(seed);
  return bot.choose({e, view_of(e, s, seat), legal, random});
}

// A position, and who is asked.
struct Spot {
  const Edition* e;
  State s;
  int seat;
  std::string what;
  View view() const { return view_of(*e, s, seat); }
};

// Positions of games that were played with all habits: up to `each` of every edition, number of players and phase, spread over the games.
inline const std::vector<Spot>& spots(int each) {
  static std::map<int, std::vector<Spot>> made;
  std::vector<Spot>& list = made[each];
  if (!list.empty()) return list;
  FastGenerator random(41);
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = e.min_players; players <= e.max_players; ++players) {
      std::map<Phase, std::pair<int, std::vector<Spot>>> found;  // how many there were, and those chosen
      for (const Habit habit : kHabits) {
        play_game(e, players, 4100 + static_cast<std::uint64_t>(habit), habit, [&](const State& s) {
          if (s.over()) return;
          auto& [seen, chosen] = found[s.phase];
          const auto place = static_cast<std::size_t>(random.pick(++seen));
          const bool is_full = chosen.size() == static_cast<std::size_t>(each);
          if (is_full && place >= chosen.size()) return;
          Spot spot{&e, s, any_actor(s, random),
                    fmt::format("{} players={} phase={} turns={}", id, players, static_cast<int>(s.phase), s.turns)};
          if (is_full) {
            chosen[place] = std::move(spot);
          } else {
            chosen.push_back(std::move(spot));
          }
        });
      }
      for (auto& [phase, one] : found) {
        for (Spot& spot : one.second) list.push_back(std::move(spot));
      }
    }
  }
  return list;
}

}  // namespace fogg::test
