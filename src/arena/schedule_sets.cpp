// Round robin and gauntlet: all sets of entrants of some kind.
#include <algorithm>
#include <numeric>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

using Set = std::vector<int>;

// Think of the numbers as places on a circle, and of a set as the gaps from one of its members to the next. Turning the circle keeps
// the gaps. All turns of a set together have every number equally often, so taking them one after the other spreads all evenly.
class Circle {
 public:
  Circle(int n, int size) : n_(n), size_(size) {}

  std::vector<Set> sets() {
    choose_gaps(n_);
    return std::move(sets_);
  }

 private:
  void choose_gaps(int left) {
    const int missing = size_ - static_cast<int>(gaps_.size());
    if (missing == 1) {
      gaps_.push_back(left);
      if (first_of_its_turns()) add_turns();
      gaps_.pop_back();
      return;
    }
    for (int gap = 1; left - gap >= missing - 1; ++gap) {
      gaps_.push_back(gap);
      choose_gaps(left - gap);
      gaps_.pop_back();
    }
  }

  // The same set can be read from each of its members. The reading with the smallest gaps first stands for all.
  bool first_of_its_turns() const {
    std::vector<int> turned = gaps_;
    for (int i = 1; i < size_; ++i) {
      std::ranges::rotate(turned, turned.begin() + 1);
      if (turned < gaps_) return false;
    }
    return true;
  }

  void add_turns() {
    Set base = {0};
    for (std::size_t i = 0; i + 1 < gaps_.size(); ++i) base.push_back(base.back() + gaps_[i]);
    const int turns = different_turns();
    const int step = step_between(base, turns);
    const int in_a_row = turns / std::gcd(step, turns);
    for (int i = 0; i < turns; ++i) {
      // A step that comes back too early goes on one place further.
      const int shift = (i % in_a_row * step + i / in_a_row) % turns;
      Set set;
      for (const int member : base) set.push_back((member + shift) % n_);
      std::ranges::sort(set);
      sets_.push_back(std::move(set));
    }
  }

  // A set like {0, 3} of 6 comes back to itself before the circle has gone all the way round.
  int different_turns() const {
    std::vector<int> turned = gaps_;
    int turn = 0;
    do {
      turn += turned.front();
      std::ranges::rotate(turned, turned.begin() + 1);
    } while (turned != gaps_);
    return turn;
  }

  // How far to turn from one set to the next: such that as many sets as possible pass before one has a member of the first again.
  int step_between(const Set& base, int turns) const {
    constexpr int kMostTried = 64;
    std::vector<bool> meets(static_cast<std::size_t>(turns), false);
    for (const int a : base) {
      for (const int b : base) meets[static_cast<std::size_t>((a - b + n_) % turns)] = true;
    }
    int best = 1;
    int best_run = -1;
    for (int step = 1; step < turns && step <= kMostTried; ++step) {
      int run = 0;
      for (int shift = step; !meets[static_cast<std::size_t>(shift)]; shift = (shift + step) % turns) ++run;
      if (run > best_run) {
        best = step;
        best_run = run;
      }
    }
    return best;
  }

  int n_;
  int size_;
  std::vector<int> gaps_;
  std::vector<Set> sets_;
};

Pairing entrants_at(const Set& set, const std::vector<Entrant>& list) {
  Pairing table;
  for (const int place : set) table.push_back(list[static_cast<std::size_t>(place)]);
  return table;
}

std::vector<Pairing> all_tables(const Course& course, const std::vector<Entrant>& players) {
  std::vector<Pairing> tables;
  for (const Set& set : spread_sets(static_cast<int>(players.size()), course.seats)) {
    tables.push_back(entrants_at(set, players));
  }
  return tables;
}

std::vector<Pairing> tables_with_champion(const Course& course, const std::vector<Entrant>& players) {
  const auto first_other = std::ranges::lower_bound(players, course.champions);
  const std::vector<Entrant> champions(players.begin(), first_other);
  const std::vector<Entrant> others(first_other, players.end());
  const std::vector<Set> sets = spread_sets(static_cast<int>(others.size()), course.seats - 1);
  std::vector<Pairing> tables;
  // Champions take turns, instead of one after the other meeting all.
  for (std::size_t pass = 0; pass < champions.size(); ++pass) {
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Pairing table = {champions[(i + pass) % champions.size()]};
      for (const Entrant other : entrants_at(sets[i], others)) table.push_back(other);
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

// Tables that are still to be played. Who comes later is not in a round that began before; but waits no longer than until
// nobody else has a game left.
template <typename Make>
std::vector<Pairing> missing_tables(const Entrants& entrants, const History& so_far, int round, const Make& make) {
  std::vector<Pairing> met;
  for (const Played& played : so_far) {
    if (met.empty() || met.back() != table_of(played.game)) met.push_back(table_of(played.game));
  }
  std::ranges::sort(met);
  for (const bool all : {false, true}) {
    std::vector<Entrant> players;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      const bool there = all || entrants[i].from_round <= round;
      if (entrants[i].active && there) players.push_back(static_cast<Entrant>(i));
    }
    std::vector<Pairing> tables = make(players);
    std::erase_if(tables, [&met](const Pairing& table) { return std::ranges::binary_search(met, table); });
    if (!tables.empty()) return tables;
  }
  return {};
}

}  // namespace

std::vector<std::vector<int>> spread_sets(int n, int size) {
  if (size < 1 || n < size) return {};
  return Circle(n, size).sets();
}

std::vector<Pairing> round_robin_tables(const Course& course, const Entrants& entrants, const History& so_far,
                                        int round) {
  return missing_tables(entrants, so_far, round,
                        [&course](const auto& players) { return all_tables(course, players); });
}

std::vector<Pairing> gauntlet_tables(const Course& course, const Entrants& entrants, const History& so_far, int round) {
  return missing_tables(entrants, so_far, round,
                        [&course](const auto& players) { return tables_with_champion(course, players); });
}

}  // namespace fogg::arena::schedule
