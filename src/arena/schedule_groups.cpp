// Swiss: groups of neighbors in the standing who have met least.
//
// Finding the best groups of three or more is a hard problem. So: first a search from the top for groups with the fewest repeats, which goes
// back when it has to, and is complete for fields of up to about a dozen; it ends when it has taken too long. Then players are exchanged as
// long as that saves repeats, or brings neighbors closer together without one.
#include <algorithm>
#include <limits>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

constexpr int kMostNodes = 20'000;
constexpr std::size_t kNeighbors = 40;  // so many of those who follow in the standing are looked at
constexpr int kMostAtOnce = 120;  // of a larger field, parts of about this size are grouped on their own

using Groups = std::vector<std::vector<int>>;

class GroupSearch {
 public:
  // `met`: how often those at two places of the standing have met. As many places as fill all groups.
  GroupSearch(std::vector<std::vector<int>> met, int seats)
      : met_(std::move(met)), seats_(static_cast<std::size_t>(seats)), free_(met_.size(), true) {}

  Groups best() {
    begin_group(0);
    exchange();
    return std::move(best_);
  }

 private:
  // Meeting for the third time is worse than two second times.
  std::int64_t repeats(int a, int b) const {
    const std::int64_t times_met = met_[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    return times_met * times_met;
  }
  std::int64_t repeats_with(const std::vector<int>& group, int place) const {
    std::int64_t sum = 0;
    for (const int other : group) sum += repeats(other, place);
    return sum;
  }
  // Any repeat is worse than all the distance there can be.
  std::int64_t cost_with(const std::vector<int>& group, int place) const {
    constexpr std::int64_t kRepeat = 1'000'000;
    std::int64_t sum = kRepeat * repeats_with(group, place);
    for (const int other : group) sum += static_cast<std::int64_t>(other - place) * (other - place);
    return sum;
  }

  bool done() const { return least_repeats_ == 0 || nodes_ > kMostNodes; }

  // The best without a group gets the first seat of the next one.
  void begin_group(std::size_t from) {
    while (from < free_.size() && !free_[from]) ++from;
    if (from == free_.size()) {
      best_ = groups_;
      least_repeats_ = repeats_;
      return;
    }
    groups_.push_back({static_cast<int>(from)});
    free_[from] = false;
    fill_group();
    free_[from] = true;
    groups_.pop_back();
  }

  struct Candidate {
    std::int64_t repeats;
    int place;
    auto operator<=>(const Candidate&) const = default;
  };

  // Members of a group are found in the order of the standing, so that no group is tried twice.
  std::vector<Candidate> candidates() {
    const std::vector<int>& group = groups_.back();
    const std::size_t missing = seats_ - group.size();
    std::vector<Candidate> found;
    const auto after = static_cast<std::size_t>(group.back()) + 1;
    for (std::size_t i = after; i < free_.size() && found.size() < kNeighbors + missing - 1; ++i) {
      if (free_[i]) found.push_back({repeats_with(group, static_cast<int>(i)), static_cast<int>(i)});
    }
    found.resize(found.size() - (missing - 1));  // behind these the group could not be filled
    std::ranges::sort(found);
    return found;
  }

  void fill_group() {
    ++nodes_;
    if (groups_.back().size() == seats_) {
      begin_group(static_cast<std::size_t>(groups_.back().front()) + 1);
      return;
    }
    for (const auto& [more, place] : candidates()) {
      // Once there is an answer, only a better one is of interest. The others cost even more.
      if (repeats_ + more >= least_repeats_) return;
      repeats_ += more;
      groups_.back().push_back(place);
      free_[static_cast<std::size_t>(place)] = false;
      fill_group();
      free_[static_cast<std::size_t>(place)] = true;
      groups_.back().pop_back();
      repeats_ -= more;
      if (done()) return;
    }
  }

  // Exchanges two players of different groups as long as that makes them better.
  void exchange() {
    bool better = true;
    while (better) {
      better = false;
      for (auto& group : best_) {
        for (auto& other : best_) better = (&group < &other && exchange(group, other)) || better;
      }
    }
    for (auto& group : best_) std::ranges::sort(group);
  }
  bool exchange(std::vector<int>& group, std::vector<int>& other) const {
    bool better = false;
    for (int& a : group) {
      for (int& b : other) {
        const std::int64_t now = cost_with(group, a) + cost_with(other, b);
        std::swap(a, b);
        const std::int64_t then = cost_with(group, a) + cost_with(other, b);
        if (then < now) {
          better = true;
        } else {
          std::swap(a, b);
        }
      }
    }
    return better;
  }

  std::vector<std::vector<int>> met_;
  std::size_t seats_;
  std::vector<bool> free_;
  Groups groups_;
  std::int64_t repeats_ = 0;
  Groups best_;
  std::int64_t least_repeats_ = std::numeric_limits<std::int64_t>::max();
  int nodes_ = 0;
};

}  // namespace

std::vector<Pairing> groups_of_neighbors(const std::vector<Entrant>& ranked, const Met& met, int seats) {
  const int all = static_cast<int>(ranked.size()) / seats;
  const int parts = (all * seats + kMostAtOnce - 1) / kMostAtOnce;
  std::vector<Pairing> tables;
  // Parts of about the same size: a last one of a single table would leave its players no choice.
  for (int part = 0; part < parts; ++part) {
    const auto first = static_cast<std::size_t>(all * part / parts * seats);
    const auto end = static_cast<std::size_t>(all * (part + 1) / parts * seats);
    std::vector<std::vector<int>> met_here(end - first, std::vector<int>(end - first, 0));
    for (std::size_t i = first; i < end; ++i) {
      const auto& others = met[static_cast<std::size_t>(ranked[i])];
      for (std::size_t j = first; j < end; ++j) {
        const auto found = others.find(ranked[j]);
        if (found != others.end()) met_here[i - first][j - first] = found->second;
      }
    }
    for (const std::vector<int>& group : GroupSearch(std::move(met_here), seats).best()) {
      Pairing table;
      for (const int place : group) table.push_back(ranked[first + static_cast<std::size_t>(place)]);
      std::ranges::sort(table);
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

}  // namespace fogg::arena::schedule
