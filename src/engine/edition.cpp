#include "engine/edition.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "engine/state.h"

namespace fogg {

int Board::city(std::string_view id_wanted) const {
  for (std::size_t i = 0; i < cities.size(); ++i) {
    if (cities[i].id == id_wanted) return static_cast<int>(i);
  }
  return -1;
}

std::string Board::route_name(int route) const {
  const Route& r = routes[static_cast<std::size_t>(route)];
  std::string name_of_route = cities[r.a].id + "-" + cities[r.b].id;
  if (r.track != 0) name_of_route += "." + std::to_string(r.track);
  return name_of_route;
}

const std::string& Board::end_id(std::uint8_t end) const {
  return end < Ticket::kCountry ? cities[end].id : countries[end - Ticket::kCountry].id;
}

const std::string& Board::end_name(std::uint8_t end) const {
  return end < Ticket::kCountry ? cities[end].name : countries[end - Ticket::kCountry].name;
}

CitySet Board::end_cities(std::uint8_t end) const {
  return end < Ticket::kCountry ? city_bit(end) : countries[end - Ticket::kCountry].ends;
}

namespace {

// The longest the ticket log can become: everyone keeps as little as allowed, so that the decks last longest.
int longest_ticket_log(const Edition& e) {
  const bool leave = e.start_returns == StartReturns::kLeave;
  // Near its end a mix may bring so few tickets that all must be kept, whatever is asked for.
  const int least_kept = e.mix > 0 ? 1 : e.keep_later;
  int longest = 0;
  for (int players = e.min_players; players <= e.max_players; ++players) {
    int left = -players * (leave ? e.mix : std::min(e.keep_at_start, e.deal));
    for (const TicketDeck& deck : e.decks) {
      // A deck that is only dealt from goes with returns that leave the game (src/data/read.cpp).
      if (deck.draw > 0 || e.mix > 0) left += deck.count - (leave ? players * deck.deal : 0);
    }
    int bytes = players * (1 + e.deal);
    while (left > 0) {
      const int offered = std::min(left, e.draw);
      bytes += 1 + offered;
      left -= std::min(least_kept, offered);
    }
    longest = std::max(longest, bytes);
  }
  return longest;
}

// Appends the ways to keep at least `least` of `offered` tickets.
void add_keep_actions(std::vector<Action>& list, int offered, int least, bool ordered) {
  std::vector<Action> with_order;
  for (int set = 1; set < (1 << offered); ++set) {
    const int kept = std::popcount(static_cast<unsigned>(set));
    if (kept < std::min(least, offered)) continue;
    const int returned = offered - kept;
    if (!ordered || returned < 2) {
      list.push_back(Action::keeping(set));
    } else {
      for (int rank = 0; rank < orders(returned); ++rank) {
        with_order.push_back(Action::keeping_in_order(set, offered, rank));
      }
    }
  }
  list.insert(list.end(), with_order.begin(), with_order.end());
}

// In how many ways `length` cards can be paid from n of one color, at least `least` locomotives of l, and f locomotives 4+.
struct Ways {
  int with_color = 0;
  int jokers_alone = 0;
};
Ways ways_to_pay(int length, int n, int l, int f, int least) {
  Ways ways;
  for (int fours = 0; fours <= std::min(f, length); ++fours) {
    for (int locomotives = least; locomotives <= std::min(l, length - fours); ++locomotives) {
      const int of_color = length - fours - locomotives;
      if (of_color == 0) {
        ++ways.jokers_alone;
      } else if (of_color <= n) {
        ++ways.with_color;
      }
    }
  }
  return ways;
}

// Payments of 1 to `most` cards (stations, surcharges) in the order of their ids, and the rank of one among them.
template <typename F>
void each_small_payment(int most, F&& f) {
  for (int color = 0; color < kColors; ++color) {
    for (int size = 1; size <= most; ++size) {
      for (int jokers = 0; jokers < size; ++jokers) f(static_cast<Card>(color), size - jokers, jokers);
    }
  }
  for (int size = 1; size <= most; ++size) f(Card::kLocomotive, 0, size);
}
int small_payments(int most) { return kColors * most * (most + 1) / 2 + most; }
int small_payment_rank(int most, const Action& action) {
  const int size = action.count + action.locomotives;
  if (size < 1 || size > most) return -1;
  if (action.count == 0) return kColors * most * (most + 1) / 2 + size - 1;
  return index(action.color) * most * (most + 1) / 2 + size * (size - 1) / 2 + action.locomotives;
}

// Payments of a claim with one color.
int payments_with_color(int length, bool fours) { return fours ? length * (length + 1) / 2 : length; }

}  // namespace

void Edition::finish() {
  card_kinds = kCardKinds;
  while (card_kinds > 0 && cards.of[static_cast<std::size_t>(card_kinds - 1)] == 0) --card_kinds;
  card_kinds = std::max(card_kinds, index(Card::kLocomotive) + 1);
  has_fours = cards[Card::kLocomotive4] > 0;
  has_passenger_cards = cards[Card::kPassenger] > 0;
  has_tunnels = std::ranges::any_of(board.routes, &Route::tunnel);
  deal = draw = mix;
  tickets_of_ = {};
  for (std::size_t d = 0; d < decks.size(); ++d) {
    deal += decks[d].deal;
    draw += decks[d].draw;
    tickets_of_[d] = TicketSet::first(decks[d].first + decks[d].count).without(TicketSet::first(decks[d].first));
  }
  country_ends = 0;
  for (const Country& country : board.countries) country_ends |= country.ends;

  make_tables();

  for (int offered = 1; offered <= kMaxOffer; ++offered) {
    const auto n = static_cast<std::size_t>(offered);
    keep_actions[kAtStart][n].clear();
    keep_actions[kLater][n].clear();
    add_keep_actions(keep_actions[kAtStart][n], offered, keep_at_start, false);
    add_keep_actions(keep_actions[kLater][n], offered, keep_later, return_order == ReturnOrder::kChosen);
  }

  ticket_log_bytes_ = longest_ticket_log(*this);
  constexpr int kTailAt = static_cast<int>(offsetof(State, tail));
  state_bytes_ = kTailAt + ticket_count() + ticket_log_bytes_;
  has_extras_ = stations > 0 || passengers > 0 || has_tunnels;
  if (has_extras_) {
    constexpr int kAlign = static_cast<int>(alignof(Extras));
    extras_at_ = (state_bytes_ + kAlign - 1) / kAlign * kAlign - kTailAt;
    state_bytes_ = kTailAt + extras_at_ + static_cast<int>(sizeof(Extras));
  }
  is_special_ = has_extras_ || has_fours || mix > 0 || !ferries.empty();
  number_actions();
}

void Edition::make_tables() {
  const int routes = static_cast<int>(board.routes.size());
  for (auto& by_length : up_to) by_length.fill({});
  for (auto& by_length : exactly) by_length.fill({});
  all_up_to.fill({});
  routes_at.fill({});
  ferries.clear();
  all_ferries = long_routes = {};
  longest_gray = 0;
  has_next_ = has_previous_ = has_next_but_one_ = has_previous_but_one_ = {};
  auto parallel = [&](int a, int b) {
    if (a < 0 || b < 0 || a >= routes || b >= routes) return false;
    const Route& x = board.routes[static_cast<std::size_t>(a)];
    const Route& y = board.routes[static_cast<std::size_t>(b)];
    return (x.a == y.a && x.b == y.b) || (x.a == y.b && x.b == y.a);
  };
  for (int r = 0; r < routes; ++r) {
    const RouteSet self = RouteSet::single(r);
    const Route& route = board.routes[static_cast<std::size_t>(r)];
    routes_at[route.a] |= self;
    routes_at[route.b] |= self;
    if (route.length >= kFourPlus) long_routes |= self;
    for (std::size_t cards_held = route.length; cards_held <= kMaxLength; ++cards_held) all_up_to[cards_held] |= self;
    if (parallel(r, r + 1)) has_next_ |= self;
    if (parallel(r, r - 1)) has_previous_ |= self;
    if (parallel(r, r + 2)) has_next_but_one_ |= self;
    if (parallel(r, r - 2)) has_previous_but_one_ |= self;
    if (route.ferry > 0) {
      auto kind = std::ranges::find_if(ferries, [&](const FerryKind& other) {
        return other.length == route.length && other.symbols == route.ferry;
      });
      if (kind == ferries.end()) kind = ferries.insert(kind, FerryKind{{}, route.length, route.ferry});
      kind->routes |= self;
      all_ferries |= self;
      continue;
    }
    exactly[route.color][route.length] |= self;
    if (route.color == kGray) longest_gray = std::max<int>(longest_gray, route.length);
    for (std::size_t cards_held = route.length; cards_held <= kMaxLength; ++cards_held)
      up_to[route.color][cards_held] |= self;
  }

  for (int f = 0; f <= kMaxLength; ++f) {
    for (int l = 0; l <= kMaxLength; ++l) {
      for (int n = 0; n <= kMaxLength; ++n) {
        const auto held = static_cast<std::size_t>(n);
        const auto jokers = static_cast<std::size_t>(l);
        const auto fours = static_cast<std::size_t>(f);
        for (int length = 1; length <= kMaxLength; ++length) {
          const auto at = static_cast<std::size_t>(length - 1);
          const Ways counted = ways_to_pay(length, n, l, length >= kFourPlus ? f : 0, 0);
          joker_ways[fours][jokers][at] = static_cast<std::uint8_t>(counted.jokers_alone);
          gray_ways[fours][jokers][held][at] = static_cast<std::uint8_t>(counted.with_color);
          ways[fours][jokers][held][at] = static_cast<std::uint8_t>(counted.with_color + counted.jokers_alone);
        }
        for (std::size_t k = 0; k < std::min<std::size_t>(ferries.size(), kMaxFerryKinds); ++k) {
          const Ways counted = ways_to_pay(ferries[k].length, n, l, 0, ferries[k].symbols);
          ferry_ways[jokers][held][k] = static_cast<std::uint8_t>(counted.with_color);
          ferry_joker_ways[jokers][k] = static_cast<std::uint8_t>(counted.jokers_alone);
        }
      }
    }
  }
}

void Edition::number_actions() {
  actions_.clear();
  const auto begin = [this](ActionKind kind) {
    base_[static_cast<std::size_t>(kind)] = static_cast<int>(actions_.size());
  };
  const int cities = static_cast<int>(board.cities.size());
  const int routes = static_cast<int>(board.routes.size());
  begin(ActionKind::kDraw);
  actions_.push_back(Action::draw());
  begin(ActionKind::kTake);
  for (int kind = 0; kind < card_kinds; ++kind) actions_.push_back(Action::take(static_cast<Card>(kind)));
  begin(ActionKind::kTickets);
  for (int of_first = 0; of_first <= mix; ++of_first) actions_.push_back(Action::tickets(of_first));
  begin(ActionKind::kPass);
  actions_.push_back(Action::pass());
  begin(ActionKind::kKeep);
  const int most_offered = std::max(deal, draw);
  for (int set = 1; set < (1 << most_offered); ++set) actions_.push_back(Action::keeping(set));
  keep_ordered_base_ = static_cast<int>(actions_.size());
  if (return_order == ReturnOrder::kChosen) {
    for (int offered = 2; offered <= draw; ++offered) {
      for (const Action& keep : keep_actions[kLater][static_cast<std::size_t>(offered)]) {
        if (keep.order != 0) actions_.push_back(keep);
      }
    }
  }
  begin(ActionKind::kClaim);
  number_claims();
  begin(ActionKind::kPay);
  if (has_tunnels) {
    each_small_payment(kTunnelCards, [this](Card color, int count, int jokers) {
      actions_.push_back(Action::pay(color, count, jokers));
    });
  }
  begin(ActionKind::kDecline);
  if (has_tunnels) actions_.push_back(Action::decline());
  begin(ActionKind::kStation);
  for (int city = 0; stations > 0 && city < cities; ++city) {
    each_small_payment(stations, [this, city](Card color, int count, int jokers) {
      actions_.push_back(Action::station(city, color, count, jokers));
    });
  }
  begin(ActionKind::kPlace);
  for (int city = 0; passengers > 0 && city < cities; ++city) actions_.push_back(Action::place(city));
  begin(ActionKind::kSkip);
  if (passengers > 0) actions_.push_back(Action::skip());
  begin(ActionKind::kMove);
  for (int city = 0; passengers > 0 && city < cities; ++city) actions_.push_back(Action::move(city));
  begin(ActionKind::kGo);
  for (int route = 0; passengers > 0 && route < routes; ++route) actions_.push_back(Action::go(route));
  begin(ActionKind::kStop);
  if (passengers > 0) actions_.push_back(Action::stop());
}

void Edition::number_claims() {
  claim_base_.clear();
  for (int r = 0; r < static_cast<int>(board.routes.size()); ++r) {
    claim_base_.push_back(static_cast<int>(actions_.size()));
    const Route& route = board.routes[static_cast<std::size_t>(r)];
    const int length = route.length;
    const int most_fours = has_fours && length >= kFourPlus ? length : 0;
    for (int color = 0; color < kColors; ++color) {
      if (route.color != kGray && route.color != color) continue;
      for (int jokers = 0; jokers < length; ++jokers) {
        for (int fours = 0; fours <= std::min(most_fours, length - 1 - jokers); ++fours) {
          actions_.push_back(Action::claim(r, static_cast<Card>(color), length - jokers - fours, jokers, fours));
        }
      }
    }
    for (int fours = 0; fours <= most_fours; ++fours)
      actions_.push_back(Action::claim(r, Card::kLocomotive, 0, length - fours, fours));
  }
}

int Edition::action_id(const Action& wanted) const {
  if (static_cast<int>(wanted.kind) >= kActionKinds) return -1;
  int found = base_[static_cast<std::size_t>(wanted.kind)];
  switch (wanted.kind) {
    case ActionKind::kTake: found += index(wanted.color); break;
    case ActionKind::kTickets: found += wanted.count; break;
    case ActionKind::kKeep:
      if (wanted.order == 0) {
        found += wanted.keep - 1;
      } else {
        const int end = base_[static_cast<std::size_t>(ActionKind::kClaim)];
        found = keep_ordered_base_;
        while (found < end && !(action(found) == wanted)) ++found;
      }
      break;
    case ActionKind::kClaim: {
      if (wanted.where >= claim_base_.size()) return -1;
      const Route& route = board.routes[wanted.where];
      const int length = route.length;
      const bool fours = has_fours && length >= kFourPlus;
      const int per_color = payments_with_color(length, fours);
      found = claim_base_[wanted.where];
      if (wanted.count == 0) {
        found += (route.color == kGray ? kColors : 1) * per_color + wanted.fours;
      } else {
        const int jokers = wanted.locomotives;
        if (route.color == kGray) found += index(wanted.color) * per_color;
        found += fours ? jokers * length - jokers * (jokers - 1) / 2 + wanted.fours : jokers;
      }
      break;
    }
    case ActionKind::kPay:
    case ActionKind::kStation: {
      const bool station = wanted.kind == ActionKind::kStation;
      const int most = station ? stations : kTunnelCards;
      const int rank = small_payment_rank(most, wanted);
      if (rank < 0) return -1;
      found += rank + (station ? wanted.where * small_payments(most) : 0);
      break;
    }
    case ActionKind::kPlace:
    case ActionKind::kMove:
    case ActionKind::kGo: found += wanted.where; break;
    default: break;
  }
  return found >= 0 && found < action_count() && action(found) == wanted ? found : -1;
}

}  // namespace fogg
