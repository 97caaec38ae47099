// The longest trail in a network. In general as hard as it gets, so: take off what hangs on it like a tree, which is easy, and
// search what is left, part by part, with a bound that counts what parity forbids.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/score.h"

namespace fogg {

namespace {

struct Edge {
  std::uint8_t a;
  std::uint8_t b;
  std::uint8_t length;
};

constexpr std::size_t kMaxEdges = 64;

// A network of at most 64 routes, its cities numbered anew without gaps.
class Network {
 public:
  Network(const Board& board, RouteSet routes) {
    std::array<std::uint8_t, kMaxCities> number;
    std::uint64_t known = 0;
    auto place = [&](std::uint8_t city) {
      if (((known >> city) & 1U) == 0) {
        known |= 1ULL << city;
        at_[cities_] = 0;
        number[city] = cities_++;
      }
      return number[city];
    };
    routes.each([&](int r) {
      const Route& route = board.routes[static_cast<std::size_t>(r)];
      const Edge edge{place(route.a), place(route.b), route.length};
      at_[edge.a] |= 1ULL << edges_;
      at_[edge.b] |= 1ULL << edges_;
      edge_[edges_++] = edge;
    });
  }

  int longest() {
    std::uint64_t rest = peel(edges_ == 64 ? ~0ULL : (1ULL << edges_) - 1);
    while (rest != 0) {
      const std::uint64_t part = connected(edge_[static_cast<std::size_t>(std::countr_zero(rest))].a, rest);
      rest &= ~part;
      solve(part);
    }
    return best_;
  }

  long steps() const { return steps_; }

 private:
  int length_of(std::uint64_t edges) const {
    int sum = 0;
    for (; edges != 0; edges &= edges - 1) sum += edge_[static_cast<std::size_t>(std::countr_zero(edges))].length;
    return sum;
  }

  std::uint8_t other_end(std::size_t edge, std::uint8_t city) const {
    return static_cast<std::uint8_t>(edge_[edge].a ^ edge_[edge].b ^ city);
  }

  // The edges among `edges` that can be reached from a city.
  std::uint64_t connected(std::uint8_t city, std::uint64_t edges) {
    std::uint64_t found = at_[city] & edges;
    for (std::uint64_t todo = found; todo != 0;) {
      const auto edge = static_cast<std::size_t>(std::countr_zero(todo));
      todo &= todo - 1;
      const std::uint64_t more = (at_[edge_[edge].a] | at_[edge_[edge].b]) & edges & ~found;
      found |= more;
      todo |= more;
    }
    return found;
  }

  std::uint64_t cities_of(std::uint64_t edges) const {
    std::uint64_t cities = 0;
    for (; edges != 0; edges &= edges - 1) {
      const Edge& edge = edge_[static_cast<std::size_t>(std::countr_zero(edges))];
      cities |= (1ULL << edge.a) | (1ULL << edge.b);
    }
    return cities;
  }

  // Takes off what hangs on the network like a tree, from the leaves inwards, and notes for each city the two deepest ways
  // into what hung there. The best trail inside of what was taken off is found on the way; a longer one can at most begin and end
  // there. Returns what is left: only edges on or between cycles.
  std::uint64_t peel(std::uint64_t edges) {
    std::array<std::uint8_t, kMaxCities> leaves;
    std::size_t count = 0;
    for (std::uint8_t city = 0; city < cities_; ++city) {
      deepest_[city] = second_[city] = 0;
      if (std::has_single_bit(at_[city])) leaves[count++] = city;
    }
    while (count > 0) {
      const std::uint8_t leaf = leaves[--count];
      const std::uint64_t last = at_[leaf] & edges;
      if (last == 0) continue;  // the other end of an edge that went already
      edges &= ~last;
      const auto edge = static_cast<std::size_t>(std::countr_zero(last));
      const std::uint8_t city = other_end(edge, leaf);
      const int depth = deepest_[leaf] + edge_[edge].length;
      second_[city] = std::max(second_[city], std::min(deepest_[city], depth));
      deepest_[city] = std::max(deepest_[city], depth);
      best_ = std::max(best_, deepest_[city] + second_[city]);
      if (std::has_single_bit(at_[city] & edges)) leaves[count++] = city;
    }
    return edges;
  }

  void solve(std::uint64_t part) {
    const int total = length_of(part);
    const std::uint64_t cities = cities_of(part);
    // The two deepest ways out of this part, from any of its cities.
    int deepest = 0;
    int second = 0;
    std::uint64_t odd = 0;
    for (std::uint64_t rest = cities; rest != 0; rest &= rest - 1) {
      const auto city = static_cast<std::size_t>(std::countr_zero(rest));
      for (const int depth : {deepest_[city], second_[city]}) {
        second = std::max(second, std::min(deepest, depth));
        deepest = std::max(deepest, depth);
      }
      if (std::popcount(at_[city] & part) % 2 != 0) odd |= 1ULL << city;
    }
    deepest_end_ = deepest;
    limit_ = total - loss(part, odd, 2) + deepest + second;
    table_from_ = steps_ + 64;
    // From cities of odd degree first: a trail that uses everything can only end there.
    for (const std::uint64_t group : {odd, cities & ~odd}) {
      for (std::uint64_t rest = group; rest != 0; rest &= rest - 1) {
        if (best_ >= limit_) return;
        begin_ = static_cast<std::uint8_t>(std::countr_zero(rest));
        // A trail back to where it began ends in the second deepest way out, if it came in through the deepest.
        const int end_here = deepest_[begin_];
        deepest_[begin_] = second_[begin_];
        table_ready_ = false;  // the ends count differently from here
        search(begin_, end_here, part, total);
        deepest_[begin_] = end_here;
      }
    }
  }

  // At least so much of `edges` stays unused when all but `ends` of the cities in `wrong` (those whose number of edges has
  // the wrong parity for being passed through) must give up an edge; an edge serves two cities at most.
  int loss(std::uint64_t edges, std::uint64_t wrong, int ends) const {
    const int need = std::popcount(wrong) - ends;
    if (need <= 0) return 0;
    std::array<int, kMaxLength + 1> cheapest{};  // how many cities have a cheapest edge of this length
    for (; wrong != 0; wrong &= wrong - 1) {
      int least = kMaxLength;
      for (std::uint64_t out = at_[static_cast<std::size_t>(std::countr_zero(wrong))] & edges; out != 0; out &= out - 1) {
        least = std::min<int>(least, edge_[static_cast<std::size_t>(std::countr_zero(out))].length);
      }
      ++cheapest[static_cast<std::size_t>(least)];
    }
    int sum = 0;
    int left = need;
    for (std::size_t length = 1; length <= kMaxLength && left > 0; ++length) {
      const int here = std::min(left, cheapest[length]);
      sum += here * static_cast<int>(length);
      left -= here;
    }
    return (sum + 1) / 2;
  }

  // All trails from `city` through `rest`; `length` so far, `rest_length` the length of `rest`.
  void search(std::uint8_t city, int length, std::uint64_t rest, int rest_length) {
    ++steps_;
    best_ = std::max(best_, length + deepest_[city]);
    if (best_ >= limit_ || length + rest_length + deepest_end_ <= best_) return;
    const std::uint64_t near = connected(city, rest);
    if (near != rest) {
      rest = near;
      rest_length = length_of(near);
    }
    std::uint64_t odd = 0;
    for (std::uint64_t left = rest; left != 0; left &= left - 1) {
      const Edge& edge = edge_[static_cast<std::size_t>(std::countr_zero(left))];
      odd ^= (1ULL << edge.a) ^ (1ULL << edge.b);
    }
    // The trail begins here, so here parity is wrong when it is even; one other city may be its end.
    if (length + rest_length - loss(rest, odd ^ (1ULL << city), 1) + deepest_end_ <= best_) return;
    if (met_before(city, rest, length)) return;
    for (std::uint64_t out = at_[city] & rest; out != 0; out &= out - 1) {
      const auto edge = static_cast<std::size_t>(std::countr_zero(out));
      search(other_end(edge, city), length + edge_[edge].length, rest & ~(1ULL << edge), rest_length - edge_[edge].length);
    }
  }

  // What can still be gained depends on the city and the rest alone. So a position that was met before with at least this
  // length needs no second look. The table forgets when two positions want the same place, which costs time only. It is left
  // alone until a search has gone on for a while: most do not.
  bool met_before(std::uint8_t city, std::uint64_t rest, int length) {
    if (steps_ < table_from_) return false;
    if (!table_ready_) {
      table_.fill({});
      table_ready_ = true;
    }
    const std::uint64_t hash = (rest + city * 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
    Met& met = table_[static_cast<std::size_t>(hash >> 51U)];
    if (met.rest == rest && met.city == city && met.length >= length) return true;
    met = {rest, city, static_cast<std::uint8_t>(length)};
    return false;
  }

  struct Met {
    std::uint64_t rest;
    std::uint8_t city;
    std::uint8_t length;
  };

  std::array<Edge, kMaxEdges> edge_;
  std::array<std::uint64_t, kMaxCities> at_;
  std::uint8_t cities_ = 0;
  std::uint8_t edges_ = 0;
  std::uint8_t begin_ = 0;
  std::array<int, kMaxCities> deepest_;
  std::array<int, kMaxCities> second_;
  int deepest_end_ = 0;
  int best_ = 0;
  int limit_ = 0;
  long steps_ = 0;
  long table_from_ = 0;
  bool table_ready_ = false;
  std::array<Met, 8192> table_;
};

}  // namespace

int longest_trail(const Board& board, RouteSet routes, long* steps) {
  Network network(board, routes);
  const int longest = network.longest();
  if (steps != nullptr) *steps = network.steps();
  return longest;
}

}  // namespace fogg
