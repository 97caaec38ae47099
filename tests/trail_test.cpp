// The longest trail: against a brute force, against the naive implementation, and on the nastiest networks we know.
#include <fmt/format.h>
#include <algorithm>
#include <numeric>
#include <set>

#include "engine/score.h"
#include "naive/naive_trail.h"
#include "support.h"

namespace fogg::test {
namespace {

constexpr long kNoPatience = 0;           // the search gives up at once: every network is swept
constexpr long kEndless = 1'000'000'000;  // the search never gives up

// The worst networks that hill climbing found: about 4,000 steps on the USA board, about 300,000 (30 ms) for 45 links
// of length 1 without a board.
constexpr long kMostStepsUsa = 20'000;
constexpr long kMostStepsArtificial = 3'000'000;

struct Link {
  int a;
  int b;
  int length = 1;
};
using Links = std::vector<Link>;

Board board_of(const Links& links) {
  Board board;
  board.cities.resize(kMaxCities);
  for (const Link& link : links) {
    board.routes.push_back({.a = static_cast<std::uint8_t>(link.a),
                            .b = static_cast<std::uint8_t>(link.b),
                            .length = static_cast<std::uint8_t>(link.length)});
  }
  return board;
}

Links links_of(const Board& board, RouteSet routes) {
  Links links;
  routes.each([&](int r) {
    const Route& route = board.routes[static_cast<std::size_t>(r)];
    links.push_back({route.a, route.b, route.length});
  });
  return links;
}

int fast(const Links& links, long* steps = nullptr, long patience = kTrailPatience) {
  return longest_trail(board_of(links), RouteSet::first(static_cast<int>(links.size())), steps, patience);
}

// All trails from a city, one after the other.
int brute_from(const Links& links, std::vector<bool>& used, int city) {
  int best = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    if (used[i] || (link.a != city && link.b != city)) continue;
    used[i] = true;
    best = std::max(best, link.length + brute_from(links, used, link.a + link.b - city));
    used[i] = false;
  }
  return best;
}

int brute(const Links& links) {
  std::vector<bool> used(links.size(), false);
  int best = 0;
  for (int city = 0; city < kMaxCities; ++city) best = std::max(best, brute_from(links, used, city));
  return best;
}

int naive_trail(const Links& links) {
  std::vector<naive::Track> tracks;
  for (const Link& link : links) tracks.push_back({fmt::format("{}", link.a), fmt::format("{}", link.b), link.length});
  return naive::longest_trail(tracks);
}

// All ways through the function: the usual one, the sweep alone, and a search that is given up half way.
void expect_longest(const Links& links, int expected) {
  ASSERT_EQ(fast(links), expected);
  ASSERT_EQ(fast(links, nullptr, kNoPatience), expected) << "by the sweep";
  ASSERT_EQ(fast(links, nullptr, 7), expected) << "by the sweep after a few steps";
  ASSERT_EQ(fast(links, nullptr, 70), expected) << "by the sweep after some steps";
}

std::string shown(const Links& links) {
  std::string out;
  for (const Link& link : links) out += fmt::format("{}-{}:{} ", link.a, link.b, link.length);
  return out;
}

Links complete(int cities) {
  Links links;
  for (int a = 0; a < cities; ++a) {
    for (int b = a + 1; b < cities; ++b) links.push_back({a, b});
  }
  return links;
}

Links grid(int width, int height) {
  Links links;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (x + 1 < width) links.push_back({y * width + x, y * width + x + 1});
      if (y + 1 < height) links.push_back({y * width + x, y * width + x + width});
    }
  }
  return links;
}

// The generalized Petersen graph: two rings of n, the inner one in steps of k, and spokes.
Links petersen(int n, int k) {
  Links links;
  for (int i = 0; i < n; ++i) {
    links.push_back({i, (i + 1) % n});
    links.push_back({i, n + i});
    links.push_back({n + i, n + (i + k) % n});
  }
  return links;
}

// A random network in which every city has three links, without parallel ones.
Links cubic(int cities, FastGenerator& random) {
  while (true) {
    std::vector<int> ends(static_cast<std::size_t>(3 * cities));
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<int>(i) / 3;
    for (std::size_t i = ends.size(); i > 1; --i) std::swap(ends[i - 1], ends[random.pick(static_cast<int>(i))]);
    std::set<std::pair<int, int>> pairs;
    Links links;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      pairs.insert(std::minmax(ends[i], ends[i + 1]));
      links.push_back({ends[i], ends[i + 1]});
    }
    const bool loop = std::ranges::any_of(links, [](const Link& link) { return link.a == link.b; });
    if (!loop && pairs.size() == links.size()) return links;
  }
}

// A random network with a chosen number of cities and links; parallel links occur.
Links any_network(int cities, int number, int longest, FastGenerator& random) {
  Links links;
  while (static_cast<int>(links.size()) < number) {
    const int a = static_cast<int>(random.pick(cities));
    const int b = static_cast<int>(random.pick(cities));
    if (a != b) links.push_back({a, b, 1 + static_cast<int>(random.pick(longest))});
  }
  return links;
}

int trains_of(const Board& board, RouteSet routes) {
  int sum = 0;
  routes.each([&](int r) { sum += board.routes[static_cast<std::size_t>(r)].length; });
  return sum;
}

// Adds free routes of the USA board at random, in the neighborhood of what is there or anywhere.
RouteSet grown(const Edition& e, RouteSet routes, int most_routes, bool near, FastGenerator& random) {
  for (int i = 0; i < 300 && routes.size() < most_routes; ++i) {
    const int r = static_cast<int>(random.pick(static_cast<int>(e.board.routes.size())));
    const Route& route = e.board.routes[static_cast<std::size_t>(r)];
    const RouteSet self = RouteSet::single(r);
    if (!((routes | e.parallel_to(routes)) & self).empty()) continue;
    if (trains_of(e.board, routes) + route.length > e.trains) continue;
    bool touches = routes.empty() || !near;
    routes.each([&](int other) {
      const Route& there = e.board.routes[static_cast<std::size_t>(other)];
      touches |= there.a == route.a || there.a == route.b || there.b == route.a || there.b == route.b;
    });
    if (touches) routes |= self;
  }
  return routes;
}

TEST(Trail, MadeByHand) {
  expect_longest({}, 0);
  expect_longest({{0, 1, 6}}, 6);
  expect_longest({{0, 1, 2}, {1, 2, 3}, {2, 3, 4}}, 9);  // a line
  expect_longest({{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}, 7);  // a star: two of three
  expect_longest({{0, 1, 6}, {2, 3, 1}, {3, 4, 4}}, 6);  // two nets
  expect_longest({{0, 1, 2}, {1, 2, 3}, {2, 0, 4}}, 9);  // a ring
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 5}}, 8);  // a ring and a tail
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 5}, {0, 4, 2}}, 10);  // two tails at one city
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 5}, {1, 4, 2}}, 9);  // at two: not all of the ring
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 5}, {0, 4, 2}, {0, 5, 6}}, 14);  // the better two of three
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4}, {4, 0}}, 6);  // two rings through one city
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {2, 3, 4}, {3, 4}, {4, 5}, {5, 3}}, 10);  // a dumbbell
  // A tail with a branch: only the longer side.
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 2}, {3, 4, 3}, {3, 5, 4}}, 9);
  // The better trail lies within the tail's branches.
  expect_longest({{0, 1}, {1, 2}, {2, 0}, {0, 3, 1}, {3, 4, 8}, {3, 5, 7}}, 15);
  expect_longest({{0, 1}, {0, 1}, {0, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}, 6);  // the bridges of Königsberg
  expect_longest(complete(4), 5);
}

TEST(Trail, KnownAnswers) {
  // An odd number of cities: everything in one go. An even number: of n odd cities all but two must lose a link.
  for (const int cities : {5, 7, 9}) expect_longest(complete(cities), cities * (cities - 1) / 2);
  for (const int cities : {6, 8, 10}) expect_longest(complete(cities), cities * (cities - 2) / 2 + 1);
  // Networks of three links per city with a way through all cities: that way, and a link more at either end.
  for (int k = 1; k <= 7; ++k) {
    long steps = 0;
    EXPECT_EQ(fast(petersen(15, k), &steps), 31) << k;
    EXPECT_LE(steps, kMostStepsArtificial);
  }
  expect_longest(petersen(5, 2), brute(petersen(5, 2)));
  long steps = 0;
  EXPECT_EQ(fast(grid(5, 5), &steps), 34);
  EXPECT_LE(steps, kMostStepsArtificial);
  EXPECT_EQ(fast(grid(3, 9), &steps), 34);
  EXPECT_LE(steps, kMostStepsArtificial);
  Links k10 = complete(10);
  k10.pop_back();
  EXPECT_EQ(fast(k10, &steps), 41);
  EXPECT_LE(steps, kMostStepsArtificial);
}

TEST(Trail, BruteForceOnTheUsaBoard) {
  const Edition& e = edition("usa-2004");
  FastGenerator random(1);
  const int networks = repeats(4'000, 100'000);
  for (int i = 0; i < networks; ++i) {
    const RouteSet routes = grown(e, {}, 1 + static_cast<int>(random.pick(12)), i % 4 != 0, random);
    const Links links = links_of(e.board, routes);
    ASSERT_NO_FATAL_FAILURE(expect_longest(links, brute(links))) << shown(links);
    ASSERT_EQ(longest_trail(e.board, routes), fast(links));
  }
}

TEST(Trail, BruteForceOnAnyNetwork) {
  FastGenerator random(2);
  const int networks = repeats(4'000, 100'000);
  for (int i = 0; i < networks; ++i) {
    const int cities = 3 + static_cast<int>(random.pick(8));
    const int most = std::min(12, cities + 4);  // with more the brute force would not come to an end
    const Links links = any_network(cities, 1 + static_cast<int>(random.pick(most)), 1 + i % 4, random);
    ASSERT_NO_FATAL_FAILURE(expect_longest(links, brute(links))) << shown(links);
  }
}

TEST(Trail, NaiveOnWholeNetworks) {
  const Edition& e = edition("usa-2004");
  FastGenerator random(3);
  const int networks = long_run() ? 20'000 : 300;
  for (int i = 0; i < networks; ++i) {
    const Links links = links_of(e.board, grown(e, {}, 64, i % 4 != 0, random));
    ASSERT_NO_FATAL_FAILURE(expect_longest(links, naive_trail(links))) << shown(links);
  }
}

// Search and sweep have little in common, so they check each other where brute force cannot go.
TEST(Trail, SearchAndSweepAgree) {
  FastGenerator random(4);
  const int networks = long_run() ? 20'000 : 300;
  for (int i = 0; i < networks; ++i) {
    const int cities = 8 + static_cast<int>(random.pick(16));
    const int number = std::min(cities + static_cast<int>(random.pick(8)), 26);
    const Links links = any_network(cities, number, 1 + i % 6, random);
    ASSERT_NO_FATAL_FAILURE(expect_longest(links, fast(links, nullptr, kEndless))) << shown(links);
  }
  for (int i = 0; i < networks / 10; ++i) {
    const Links links = cubic(16, random);
    ASSERT_NO_FATAL_FAILURE(expect_longest(links, fast(links, nullptr, kEndless))) << shown(links);
  }
}

// As many routes as a player can ever have.
TEST(Trail, SixtyThreeRoutes) {
  FastGenerator random(5);
  Links line;
  Links ring;
  for (int i = 0; i < kMaxTrains; ++i) {
    line.push_back({i, i + 1});
    ring.push_back({i, (i + 1) % kMaxTrains});
  }
  expect_longest(line, kMaxTrains);
  expect_longest(ring, kMaxTrains);
  Links hubs;  // two cities with 31 others between them
  for (int i = 0; i < 31; ++i) {
    hubs.push_back({0, 2 + i});
    hubs.push_back({2 + i, 1});
  }
  expect_longest(hubs, 62);
  for (int i = 0; i < 5; ++i) {
    const Links links = cubic(42, random);
    const int found = fast(links);
    EXPECT_LE(found, 43);
    EXPECT_EQ(fast(links, nullptr, kNoPatience), found);
  }
}

// Found by the climb below when the search had no second way: tens of thousands of steps for it.
TEST(Trail, NastyNetworksOfTheUsaBoard) {
  const Edition& e = edition("usa-2004");
  const std::vector<RouteSet> nasty = {
      {0x9280020000310025, 0x1048bc06}, {0x14a6004369000000, 0x20006},    {0x8b4000001c500054, 0x10481807},
      {0x0b4201431a42000c, 0x1007},     {0x0c00020000370245, 0x10493c00}, {0x1200000000d40144, 0x1068de00},
      {0x154000001c4c004c, 0x2a1205},   {0x8a80050010330025, 0x10481806}, {0x0c83000e29200000, 0x120006}};
  for (const RouteSet& routes : nasty) {
    ASSERT_LE(trains_of(e.board, routes), e.trains);
    ASSERT_TRUE((e.parallel_to(routes) & routes).empty());
    long steps = 0;
    const int found = longest_trail(e.board, routes, &steps);
    EXPECT_LE(steps, kMostStepsUsa);
    EXPECT_EQ(longest_trail(e.board, routes, nullptr, kEndless), found);
    EXPECT_EQ(longest_trail(e.board, routes, nullptr, kNoPatience), found);
  }
}

// Changes a network a little, again and again, and keeps what makes it harder.
TEST(Trail, ClimbToNastyNetworksOfTheUsaBoard) {
  const Edition& e = edition("usa-2004");
  FastGenerator random(6);
  long worst = 0;
  for (int climb = 0; climb < (long_run() ? 20 : 2); ++climb) {
    RouteSet routes = grown(e, {}, 64, false, random);
    long steps = 0;
    longest_trail(e.board, routes, &steps);
    for (int i = 0; i < (long_run() ? 10'000 : 1'500); ++i) {
      RouteSet changed = routes;
      for (std::uint32_t n = 1 + random.pick(3); n > 0; --n) {
        changed = changed.without(RouteSet::single(changed.nth(static_cast<int>(random.pick(changed.size())))));
      }
      changed = grown(e, changed, 64, false, random);
      long steps_now = 0;
      longest_trail(e.board, changed, &steps_now);
      ASSERT_LE(steps_now, kMostStepsUsa) << std::hex << changed.low << " " << changed.high;
      if (steps_now < steps) continue;
      steps = steps_now;
      routes = changed;
    }
    worst = std::max(worst, steps);
  }
  fmt::print("worst network of the USA board: {} steps\n", worst);
}

// The same without a board: any 45 links of length 1. A map of somebody's own may have them.
TEST(Trail, ClimbToNastyArtificialNetworks) {
  FastGenerator random(7);
  const int climbs = long_run() ? 12 : 3;
  const int changes = long_run() ? 3'000 : 150;
  long worst = 0;
  Links worst_links;
  for (int climb = 0; climb < climbs; ++climb) {
    const int cities = 10 + climb % 6 * 5;
    Links links;
    if (climb % 3 == 0) {
      links = grid(5, 5);
    } else if (climb % 3 == 1) {
      links = cubic(30, random);
    }
    auto grow = [&](Links& net) {
      while (net.size() < 45) {
        const int a = static_cast<int>(random.pick(std::max(cities, 25)));
        const int b = static_cast<int>(random.pick(std::max(cities, 25)));
        const bool there =
            std::ranges::any_of(net, [&](const Link& l) { return std::minmax(l.a, l.b) == std::minmax(a, b); });
        if (a != b && !there) net.push_back({a, b});
      }
    };
    grow(links);
    long steps = 0;
    fast(links, &steps);
    for (int i = 0; i < changes; ++i) {
      Links changed = links;
      for (std::uint32_t n = 1 + random.pick(4); n > 0; --n) {
        changed.erase(changed.begin() + random.pick(static_cast<int>(changed.size())));
      }
      grow(changed);
      long steps_now = 0;
      fast(changed, &steps_now);
      ASSERT_LE(steps_now, kMostStepsArtificial) << shown(changed);
      if (steps_now < steps) continue;
      steps = steps_now;
      links = changed;
    }
    if (steps > worst) {
      worst = steps;
      worst_links = links;
    }
  }
  fmt::print("worst artificial network: {} steps: {}\n", worst, shown(worst_links));
}

}  // namespace
}  // namespace fogg::test
