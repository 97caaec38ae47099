// The longest trail in a network. In general as hard as it gets, so: take off what hangs on it like a tree, which is
// easy, and search what is left, part by part, with a bound that counts what parity forbids. A part that resists the
// search for too long is swept instead: slower to begin with, but its cost follows from the shape of the network and
// does not explode.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "engine/score.h"

namespace fogg {

namespace {

struct Edge {
  std::uint8_t a;
  std::uint8_t b;
  std::uint8_t length;
};

constexpr std::size_t kMaxEdges = 64;

// A connected part of a network: bits for its edges and cities, and tables of the whole network.
struct Part {
  std::uint64_t edges;
  std::uint64_t cities;
  const std::array<Edge, kMaxEdges>& edge;
  const std::array<std::uint64_t, kMaxCities>& at;  // the edges of a city
  // What a trail gains by ending in a city, and by doing so a second time.
  const std::array<int, kMaxCities>& deepest;
  const std::array<int, kMaxCities>& second;
};

// Goes over the cities of a part in one fixed order and decides for every edge whether the trail uses it. A trail is a
// connected set of edges with two cities of odd degree, its ends, or none. So all that matters of the decisions made
// is, for the cities whose edges are partly decided (the *front*): which of them hang together, which have an odd
// number of edges so far; and how many ends lie behind. Of all ways to come to such a case only the longest is kept.
// In thin networks the front is small and so is the number of cases; in thick ones the longest trail leaves out so
// little that hardly a case can still beat what is known.
// This is the one place where playing and scoring use the heap; networks of ordinary games do not come here.
class Sweep {
 public:
  explicit Sweep(const Part& part) : part_(part) { choose_order(); }

  // Whether the front is small enough for the places of a case.
  bool possible() const { return width_ <= kPlaces; }

  // The longest trail if it is longer than `best`, else 0.
  int beyond(int best) {
    best_ = best;
    int deepest = 0;
    int second = 0;
    undecided_ = 0;
    for (std::uint64_t rest = part_.cities; rest != 0; rest &= rest - 1) {
      const auto city = static_cast<std::size_t>(std::countr_zero(rest));
      for (const int depth : {part_.deepest[city], part_.second[city]}) {
        second = std::max(second, std::min(deepest, depth));
        deepest = std::max(deepest, depth);
      }
    }
    taken_ = odd_left_ = 0;
    ends_gain_ = {deepest + second, deepest, 0};
    std::uint64_t open = part_.edges;
    shortest_ = kMaxLength;
    for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
      const int length = part_.edge[static_cast<std::size_t>(std::countr_zero(rest))].length;
      undecided_ += length;
      shortest_ = std::min(shortest_, length);
    }
    odd_ahead_ = 0;
    for (std::uint64_t rest = part_.cities; rest != 0; rest &= rest - 1) {
      odd_ahead_ += degree_is_odd(static_cast<std::size_t>(std::countr_zero(rest))) ? 1 : 0;
    }
    cases_.assign(1, Case{});
    place_.fill(kNowhere);
    for (const std::uint8_t city : order_) {
      enter(city);
      for (std::uint64_t todo = part_.at[city] & open; todo != 0; todo &= todo - 1) {
        const Edge& edge = part_.edge[static_cast<std::size_t>(std::countr_zero(todo))];
        const auto other = static_cast<std::uint8_t>(edge.a ^ edge.b ^ city);
        enter(other);
        undecided_ -= edge.length;
        decide(place_[city], place_[other], edge.length);
      }
      open &= ~part_.at[city];
      leave(city);
    }
    return best_ > best ? best_ : 0;
  }

  long steps() const { return steps_; }

 private:
  static constexpr int kPlaces = 15;
  static constexpr std::uint8_t kNowhere = 0xFF;
  static constexpr std::uint64_t kUnits = 0x1111111111111111U;

  struct Case {
    // Four bits for every place of the front: 0 if no edge of the city there is used, else 1 + the lowest place among
    // the cities it hangs together with.
    std::uint64_t blocks = 0;
    std::uint16_t odd = 0;
    std::uint8_t ends = 0;
    bool used = false;  // in the table: whether there is a case here
    std::int32_t length = 0;
  };

  static unsigned block_at(const Case& c, unsigned place) {
    return static_cast<unsigned>((c.blocks >> (4U * place)) & 15U);
  }
  // The lowest bit of every place that belongs to a block.
  static std::uint64_t places_of(const Case& c, unsigned block) {
    const std::uint64_t x = c.blocks ^ (block * kUnits);
    return ~(x | (x >> 1U) | (x >> 2U) | (x >> 3U)) & kUnits;
  }
  static void renumber(Case& c, unsigned from, unsigned to) { c.blocks ^= places_of(c, from) * (from ^ to); }

  // With every city as the first: always the next one after which the front is smallest. Taken is the order with the
  // smallest fronts.
  void choose_order() {
    std::array<std::uint64_t, kMaxCities> near{};  // a city and those it has an edge to
    for (std::uint64_t rest = part_.edges; rest != 0; rest &= rest - 1) {
      const Edge& edge = part_.edge[static_cast<std::size_t>(std::countr_zero(rest))];
      near[edge.a] |= (1ULL << edge.a) | (1ULL << edge.b);
      near[edge.b] |= (1ULL << edge.a) | (1ULL << edge.b);
    }
    std::uint64_t least = ~0ULL;
    std::vector<std::uint8_t> order;
    for (std::uint64_t firsts = part_.cities; firsts != 0; firsts &= firsts - 1) {
      order.clear();
      std::uint64_t done = 0;
      std::uint64_t front = 0;
      std::uint64_t cost = 0;
      int width = 0;
      while (done != part_.cities && cost < least) {
        auto next = static_cast<std::size_t>(std::countr_zero(firsts));
        int fewest = kMaxCities;
        for (std::uint64_t rest = done == 0 ? 0 : part_.cities & ~done; rest != 0; rest &= rest - 1) {
          const auto city = static_cast<std::size_t>(std::countr_zero(rest));
          if (const int added = std::popcount(near[city] & ~done & ~front); added < fewest) {
            fewest = added;
            next = city;
          }
        }
        front |= near[next] & ~done;
        const int size = std::popcount(front);
        width = std::max(width, size);
        cost += 1ULL << std::min(2 * size, 56);  // the number of cases grows about fourfold with every place
        front &= ~(1ULL << next);
        done |= 1ULL << next;
        order.push_back(static_cast<std::uint8_t>(next));
      }
      if (cost < least) {
        least = cost;
        width_ = width;
        order_ = order;
      }
    }
  }

  void enter(std::uint8_t city) {
    if (place_[city] != kNowhere) return;
    place_[city] = static_cast<std::uint8_t>(std::countr_one(taken_));
    taken_ |= 1U << place_[city];
    if (degree_is_odd(city)) {
      --odd_ahead_;
      odd_left_ ^= 1U << place_[city];
    }
  }

  bool degree_is_odd(std::size_t city) const { return std::popcount(part_.at[city] & part_.edges) % 2 != 0; }

  // Every case goes on without the edge between two places, and with it.
  void decide(unsigned a, unsigned b, int length) {
    begin_table(2);
    odd_left_ ^= (1U << a) | (1U << b);
    for (const Case& before : cases_) {
      add(before);
      Case after = before;
      after.length += length;
      after.odd ^= static_cast<std::uint16_t>((1U << a) | (1U << b));
      for (const unsigned place : {a, b}) {
        if (block_at(after, place) == 0) after.blocks |= static_cast<std::uint64_t>(place + 1) << (4U * place);
      }
      const auto [low, high] = std::minmax({block_at(after, a), block_at(after, b)});
      if (low != high) renumber(after, high, low);
      add(after);
    }
    end_table();
  }

  // All edges of the city are decided.
  void leave(std::uint8_t city) {
    const unsigned place = place_[city];
    const std::uint16_t bit = static_cast<std::uint16_t>(1U << place);
    begin_table(2);
    for (Case c : cases_) {
      const unsigned block = block_at(c, place);
      const bool odd = (c.odd & bit) != 0;
      if (odd && ++c.ends > 2) continue;
      c.odd &= static_cast<std::uint16_t>(~bit);
      c.length += odd ? part_.deepest[city] : 0;
      c.blocks &= ~(15ULL << (4U * place));
      const std::uint64_t others = block == 0 ? 0 : places_of(c, block);
      if (block == place + 1 && others != 0)
        renumber(c, block, static_cast<unsigned>(std::countr_zero(others)) / 4 + 1);
      // A trail can also have both its ends here.
      Case both = c;
      both.ends = 2;
      both.length += part_.deepest[city] + part_.second[city];
      const bool may_be_both = block != 0 && !odd && c.ends == 0 && part_.deepest[city] > 0;
      if (block != 0 && others == 0) {
        // Nothing of what hangs together with it is left in the front: it is complete, if there is nothing else.
        if (c.blocks == 0) best_ = std::max(best_, may_be_both ? both.length : c.length);
        continue;
      }
      add(c);
      if (may_be_both) add(both);
    }
    taken_ &= ~(1U << place);
    end_table();
  }

  // The table has room for a number of cases for each one there is now.
  void begin_table(std::size_t each) {
    const std::size_t size = std::bit_ceil(cases_.size() * each * 2);
    table_.assign(size, Case{});
    shift_ = 64 - std::countr_zero(size);
    steps_ += static_cast<long>(cases_.size());
  }

  void add(const Case& c) {
    // A city with an odd number of edges if the trail used all undecided ones must lose one of these or be an end.
    const int wrong = std::popcount(c.odd ^ odd_left_) + odd_ahead_;
    const int loss = std::max(0, wrong - (2 - c.ends) + 1) / 2 * shortest_;
    if (c.length + undecided_ - loss + ends_gain_[c.ends] <= best_) return;
    const std::uint64_t hash = (c.blocks ^ (static_cast<std::uint64_t>(c.odd) << 47U) ^ c.ends) * 0x9E3779B97F4A7C15U;
    std::size_t at = static_cast<std::size_t>((hash ^ (hash << 31U)) >> shift_);
    while (true) {
      Case& there = table_[at];
      if (!there.used) {
        there = c;
        there.used = true;
        return;
      }
      if (there.blocks == c.blocks && there.odd == c.odd && there.ends == c.ends) {
        there.length = std::max(there.length, c.length);
        return;
      }
      at = (at + 1) & (table_.size() - 1);
    }
  }

  void end_table() {
    cases_.clear();
    for (const Case& c : table_) {
      if (c.used) cases_.push_back(c);
    }
  }

  const Part& part_;
  std::vector<std::uint8_t> order_;
  int width_ = 0;
  int best_ = 0;
  int undecided_ = 0;  // the length of all edges still to be decided
  std::array<int, 3> ends_gain_{};  // the most that ends can still add, by the number of ends so far
  std::array<std::uint8_t, kMaxCities> place_{};
  unsigned taken_ = 0;
  unsigned odd_left_ = 0;  // places of the front with an odd number of undecided edges
  int odd_ahead_ = 0;  // cities of odd degree that are not in the front yet
  int shortest_ = 0;
  std::vector<Case> cases_;
  std::vector<Case> table_;
  int shift_ = 0;
  long steps_ = 0;
};

// A network of at most 64 routes, its cities numbered anew without gaps.
class Network {
 public:
  Network(const Board& board, RouteSet routes, long patience) : patience_(patience) {
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

  // Takes off what hangs on the network like a tree, from the leaves inwards, and notes for each city the two deepest
  // ways into what hung there. The best trail inside of what was taken off is found on the way; a longer one can at
  // most begin and end there. Returns what is left: only edges on or between cycles.
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
    give_up_at_ = steps_ + patience_;
    // From cities of odd degree first: a trail that uses everything can only end there.
    if (search_from_all({odd, cities & ~odd}, part, total)) return;
    const Part whole{part, cities, edge_, at_, deepest_, second_};
    if (Sweep sweep(whole); sweep.possible()) {
      // The fewer trails are of interest the faster it goes: so first it is asked for one that reaches the limit, then
      // for one that almost does, and so on.
      for (int below = limit_ - 1; below >= best_; --below) best_ = std::max(best_, sweep.beyond(below));
      steps_ += sweep.steps();
    } else {
      give_up_at_ = std::numeric_limits<long>::max();
      table_ready_ = false;  // it knows positions that were not searched to the end
      search_from_all({odd, cities & ~odd}, part, total);
    }
  }

  // False if it took too long.
  bool search_from_all(std::array<std::uint64_t, 2> groups, std::uint64_t part, int total) {
    for (const std::uint64_t group : groups) {
      for (std::uint64_t rest = group; rest != 0; rest &= rest - 1) {
        if (best_ >= limit_) return true;
        begin_ = static_cast<std::uint8_t>(std::countr_zero(rest));
        // A trail back to where it began ends in the second deepest way out, if it came in through the deepest.
        const int end_here = deepest_[begin_];
        deepest_[begin_] = second_[begin_];
        search(begin_, end_here, part, total);
        deepest_[begin_] = end_here;
        if (steps_ >= give_up_at_) return best_ >= limit_;
      }
    }
    return true;
  }

  // At least so much of `edges` stays unused when all but `ends` of the cities in `wrong` (those whose number of edges
  // has the wrong parity for being passed through) must give up an edge; an edge serves two cities at most.
  int loss(std::uint64_t edges, std::uint64_t wrong, int ends) const {
    const int need = std::popcount(wrong) - ends;
    if (need <= 0) return 0;
    std::array<int, kMaxLength + 1> cheapest{};  // how many cities have a cheapest edge of this length
    for (; wrong != 0; wrong &= wrong - 1) {
      int least = kMaxLength;
      for (std::uint64_t out = at_[static_cast<std::size_t>(std::countr_zero(wrong))] & edges; out != 0;
           out &= out - 1) {
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
    if (best_ >= limit_ || length + rest_length + deepest_end_ <= best_ || steps_ >= give_up_at_) return;
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
      search(other_end(edge, city), length + edge_[edge].length, rest & ~(1ULL << edge),
             rest_length - edge_[edge].length);
    }
  }

  // What can still be gained depends on the city and the rest alone (and on where the trail began). So a position that
  // was met before with at least this length needs no second look. The table forgets when two positions want the same
  // place, which costs time only. It is left alone until a search has gone on for a while: most do not.
  bool met_before(std::uint8_t city, std::uint64_t rest, int length) {
    if (steps_ < table_from_) return false;
    if (!table_ready_) {
      table_.fill({});
      table_ready_ = true;
    }
    const std::uint64_t hash = (rest + city * 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
    Met& met = table_[static_cast<std::size_t>(hash >> 54U)];
    if (met.rest == rest && met.city == city && met.begin == begin_ && met.length >= length) return true;
    met = {rest, city, begin_, static_cast<std::uint8_t>(length)};
    return false;
  }

  struct Met {
    std::uint64_t rest;
    std::uint8_t city;
    std::uint8_t begin;
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
  long patience_ = 0;
  long give_up_at_ = 0;
  long table_from_ = 0;
  bool table_ready_ = false;
  std::array<Met, 1024> table_;
};

}  // namespace

int longest_trail(const Board& board, RouteSet routes, long* steps, long patience) {
  Network network(board, routes, patience);
  const int longest = network.longest();
  if (steps != nullptr) *steps = network.steps();
  return longest;
}

}  // namespace fogg
