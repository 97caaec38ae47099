// Depth first over trails, cut off by a bound that counts what every city could still give.
#include "engine/journey.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace fogg {

namespace {

class JourneySearch {
 public:
  JourneySearch(const Edition& edition, const State& state, int seat, const JourneyStart& start, long patience)
      : edition_(edition), own_(state.owned[static_cast<std::size_t>(seat)]), from_(start.from), patience_(patience) {
    RouteSet usable = own_;
    if (start.cards > 0) {
      for (const RouteSet& owned : state.owned) usable |= owned;
    }
    free_ = usable.without(start.used);
    const Extras& extras = state.extras(edition);
    for (std::size_t city = 0; city < edition.board.cities.size(); ++city) {
      const auto& pile = edition.board.cities[city].goods;
      // What taking the next n tiles of a city brings; nothing in the city where the journey began.
      const auto taken = static_cast<std::size_t>(extras.tiles_taken(static_cast<int>(city)));
      int sum = 0;
      for (std::size_t n = 0; n <= kMaxGoods; ++n) {
        worth_[city][n] = static_cast<std::uint16_t>(sum);
        if (taken + n < pile.size() && static_cast<int>(city) != from_) sum += pile[taken + n];
      }
    }
    begun_ = !start.used.empty();
    cards_ = start.cards;
  }

  Journey run(int at) {
    best_.bound = bound(at, cards_);
    search(at, 0, cards_);
    // Unless the search was cut short the best found is the best there is.
    best_.bound = patience_ > 0 ? best_.points : std::max(best_.points, best_.bound);
    return best_;
  }

 private:
  int degree(int city, int cards) const {
    const RouteSet here = free_ & edition_.routes_at[static_cast<std::size_t>(city)];
    const int own = (here & own_).size();
    return own + std::min(cards, here.size() - own);
  }

  // No trail from here is worth more: a city can be entered only as often as its free routes allow. Of n of them every
  // second one leads in; the last time the passenger need not leave again, and out of the city it is in it must go first.
  int bound(int at, int cards) const {
    int sum = 0;
    for (CitySet rest = reachable(at, cards); rest != 0; rest &= rest - 1) {
      const int city = std::countr_zero(rest);
      const int routes = degree(city, cards);
      const int times = city == at ? routes / 2 : (routes + 1) / 2;
      const auto entered = static_cast<std::size_t>(std::min(times, kMaxGoods));
      const auto before = static_cast<std::size_t>(visits_[static_cast<std::size_t>(city)]);
      sum += gain(city, before, std::min<std::size_t>(before + entered, kMaxGoods));
    }
    return sum;
  }
  int gain(int city, std::size_t from, std::size_t to) const {
    return worth_[static_cast<std::size_t>(city)][to] - worth_[static_cast<std::size_t>(city)][from];
  }

  // Cities joined with this one by free routes, whatever they cost; nothing passes through a country.
  CitySet reachable(int at, int cards) const {
    const RouteSet usable = cards > 0 ? free_ : free_ & own_;
    CitySet found = city_bit(at);
    CitySet todo = found;
    while (todo != 0) {
      const int city = std::countr_zero(todo);
      todo &= todo - 1;
      if ((edition_.country_ends & city_bit(city)) != 0) continue;
      (usable & edition_.routes_at[static_cast<std::size_t>(city)]).each([&](int r) {
        const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
        const CitySet ends = (city_bit(route.a) | city_bit(route.b)) & ~found;
        found |= ends;
        todo |= ends;
      });
    }
    return found;
  }

  void search(int at, int points, int cards) {
    consider(points, cards);
    if ((edition_.country_ends & city_bit(at)) != 0 || patience_ <= 0) return;
    --patience_;
    if (found_ && !can_be_better(points + bound(at, cards), cards)) return;
    RouteSet steps = free_ & edition_.routes_at[static_cast<std::size_t>(at)];
    if (cards == 0) steps = steps & own_;
    // What gives most first: a good journey early cuts off more.
    std::array<std::uint8_t, kMaxRoutes> order;
    std::size_t count = 0;
    steps.each([&](int r) { order[count++] = static_cast<std::uint8_t>(r); });
    std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](std::uint8_t x, std::uint8_t y) {
                       return std::tuple(next_gain(at, x), own_.has(x)) > std::tuple(next_gain(at, y), own_.has(y));
                     });
    for (std::size_t i = 0; i < count; ++i) {
      const int r = order[i];
      const int there = other_end(at, r);
      const int won = next_gain(at, r);
      free_ = free_.without(RouteSet::single(r));
      ++visits_[static_cast<std::size_t>(there)];
      trail_.push_back(static_cast<std::uint8_t>(r));
      search(there, points + won, cards - (own_.has(r) ? 0 : 1));
      trail_.pop_back();
      --visits_[static_cast<std::size_t>(there)];
      free_ |= RouteSet::single(r);
    }
  }

  // Equal points with fewer cards, or as many and fewer routes, are better too. At least one more step is to come.
  bool can_be_better(int most_points, int cards) const {
    if (most_points != best_.points) return most_points > best_.points;
    const int best_left = cards_ - best_.cards;
    if (cards != best_left) return cards > best_left;
    return trail_.size() + 1 < best_.routes.size();
  }

  int other_end(int at, int r) const {
    const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
    return route.a == at ? route.b : route.a;
  }
  int next_gain(int at, int r) const {
    const int there = other_end(at, r);
    const auto before = static_cast<std::size_t>(visits_[static_cast<std::size_t>(there)]);
    return before < kMaxGoods ? gain(there, before, before + 1) : 0;
  }

  void consider(int points, int cards) {
    if (trail_.empty() && !begun_) return;  // a journey has at least one step
    const int used = cards_ - cards;
    const auto better = std::tuple(points, -used, -static_cast<int>(trail_.size()));
    if (found_ && better <= std::tuple(best_.points, -best_.cards, -static_cast<int>(best_.routes.size()))) return;
    found_ = true;
    best_.points = points;
    best_.cards = used;
    best_.routes = trail_;
  }

  const Edition& edition_;
  RouteSet own_;
  RouteSet free_;
  int from_;
  long patience_;
  bool begun_ = false;
  int cards_ = 0;
  bool found_ = false;
  std::array<std::array<std::uint16_t, kMaxGoods + 1>, kMaxCities> worth_{};
  std::array<std::uint8_t, kMaxCities> visits_{};
  std::vector<std::uint8_t> trail_;
  Journey best_;
};

}  // namespace

Journey best_journey(const Edition& edition, const State& state, int seat, const JourneyStart& start, long patience) {
  return JourneySearch(edition, state, seat, start, patience).run(start.at);
}

Journey best_journey(const Edition& edition, const State& state, int seat, int city, long patience) {
  const int cards = state.hand[static_cast<std::size_t>(seat)][Card::kPassenger];
  return best_journey(edition, state, seat, {city, city, {}, cards}, patience);
}

Journey best_rest_of_journey(const Edition& edition, const State& state, long patience) {
  const Extras& extras = state.extras(edition);
  const int cards = state.hand[state.player][Card::kPassenger] - extras.journey_cards;
  return best_journey(edition, state, state.player,
                      {extras.journey_from, extras.journey_at, extras.journey_used, cards}, patience);
}

}  // namespace fogg
