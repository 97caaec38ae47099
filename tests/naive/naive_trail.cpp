#include "naive_trail.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace naive {

namespace {

// Tries every trail, one track after the other, and gives up a trail as soon as it cannot beat the best one known.
class TrailSearch {
 public:
  // Numbers the cities, because looking up strings in the innermost loop would be needlessly slow.
  explicit TrailSearch(const std::vector<Track>& tracks) {
    std::map<std::string, std::size_t> numbers;
    for (const Track& track : tracks) {
      numbers.emplace(track.a, numbers.size());
      numbers.emplace(track.b, numbers.size());
    }
    tracks_at_.resize(numbers.size());
    for (const Track& track : tracks) {
      const std::size_t a = numbers.at(track.a);
      const std::size_t b = numbers.at(track.b);
      tracks_at_[a].push_back(edges_.size());
      tracks_at_[b].push_back(edges_.size());
      edges_.push_back({a, b, track.length});
    }
    used_.assign(edges_.size(), false);
  }

  // A longest trail may begin anywhere, so every city is tried as its beginning.
  int run() {
    for (std::size_t city = 0; city < tracks_at_.size(); ++city) {
      extend(city, 0);
    }
    return best_;
  }

 private:
  struct Edge {
    std::size_t a;
    std::size_t b;
    int length;
  };

  // The trail so far ends in this city and is this long: note it, then go on along every unused track.
  // The limit holds for all continuations, so once some trail has reached it there is nothing left to find here.
  void extend(std::size_t city, int length) {
    best_ = std::max(best_, length);
    const int limit = length + most_from(city);
    for (const std::size_t track : tracks_at_[city]) {
      if (limit <= best_) {
        return;
      }
      if (!used_[track]) {
        used_[track] = true;
        extend(other_end(track, city), length + edges_[track].length);
        used_[track] = false;
      }
    }
  }

  // No continuation from this city can be longer than this.
  // First part: it stays on unused tracks that can be reached at all.
  // Second part: a trail leaves every city it enters except its last one, so wherever an odd number of these tracks
  // meet (other than here and in one last city) at least one of them is left out. A track left out may serve both
  // of its cities, therefore half of the sum over the cities; the dearest city is taken to be the last.
  int most_from(std::size_t start) const {
    std::vector<bool> seen(tracks_at_.size(), false);
    std::vector<std::size_t> reached{start};
    seen[start] = true;
    int twice_the_tracks = 0;
    int left_out = 0;
    int dearest = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const std::size_t city = reached[i];
      int unused = 0;
      int cheapest = 0;
      for (const std::size_t track : tracks_at_[city]) {
        if (used_[track]) {
          continue;
        }
        const int track_length = edges_[track].length;
        cheapest = unused == 0 ? track_length : std::min(cheapest, track_length);
        ++unused;
        twice_the_tracks += track_length;
        const std::size_t next = other_end(track, city);
        if (!seen[next]) {
          seen[next] = true;
          reached.push_back(next);
        }
      }
      if (city != start && unused % 2 == 1) {
        left_out += cheapest;
        dearest = std::max(dearest, cheapest);
      }
    }
    left_out -= dearest;
    return twice_the_tracks / 2 - (left_out + 1) / 2;
  }

  // The city at the far end of a track.
  std::size_t other_end(std::size_t track, std::size_t city) const {
    return edges_[track].a == city ? edges_[track].b : edges_[track].a;
  }

  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>> tracks_at_;
  std::vector<bool> used_;
  int best_ = 0;
};

}  // namespace

// Grows the set of cities that can be reached until nothing is added any more.
bool joined(const std::vector<Track>& tracks, const std::string& from, const std::string& to) {
  std::set<std::string> reached{from};
  bool grown = true;
  while (grown) {
    grown = false;
    for (const Track& track : tracks) {
      if (reached.count(track.a) != reached.count(track.b)) {
        reached.insert(track.a);
        reached.insert(track.b);
        grown = true;
      }
    }
  }
  return reached.count(to) == 1;
}

// At first every city is a group of its own, named like itself; then every track makes one group of two.
std::map<std::string, std::string> joined_groups(const std::vector<Track>& tracks) {
  std::map<std::string, std::string> group;
  for (const Track& track : tracks) {
    group[track.a] = track.a;
    group[track.b] = track.b;
  }
  for (const Track& track : tracks) {
    const std::string kept = group.at(track.a);
    const std::string given_up = group.at(track.b);
    for (auto& [city, name] : group) {
      if (name == given_up) {
        name = kept;
      }
    }
  }
  return group;
}

int longest_trail(const std::vector<Track>& tracks) { return TrailSearch(tracks).run(); }

}  // namespace naive
