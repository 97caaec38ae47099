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

namespace {

// The longest the ticket log can become: everyone keeps as little as allowed, so that the deck lasts longest.
int longest_ticket_log(const Edition& e) {
  int longest = 0;
  for (int players = e.min_players; players <= e.max_players; ++players) {
    int bytes = players * (1 + e.deal);
    int deck = e.ticket_count() - players * std::min(e.keep_at_start, e.deal);
    while (deck > 0) {
      const int offered = std::min(deck, e.draw);
      bytes += 1 + offered;
      deck -= std::min(e.keep_later, offered);
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

}  // namespace

void Edition::finish() {
  const int routes = static_cast<int>(board.routes.size());
  for (auto& by_length : up_to) by_length.fill({});
  for (auto& by_length : exactly) by_length.fill({});
  all_up_to.fill({});
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
    exactly[route.color][route.length] |= self;
    if (route.color == kGray) longest_gray = std::max<int>(longest_gray, route.length);
    for (std::size_t cards_held = route.length; cards_held <= kMaxLength; ++cards_held) {
      up_to[route.color][cards_held] |= self;
      all_up_to[cards_held] |= self;
    }
    if (parallel(r, r + 1)) has_next_ |= self;
    if (parallel(r, r - 1)) has_previous_ |= self;
    if (parallel(r, r + 2)) has_next_but_one_ |= self;
    if (parallel(r, r - 2)) has_previous_but_one_ |= self;
  }

  for (int jokers = 0; jokers <= kMaxLength; ++jokers) {
    const auto l = static_cast<std::size_t>(jokers);
    for (int length = 1; length <= kMaxLength; ++length) {
      const auto at = static_cast<std::size_t>(length - 1);
      joker_ways[l][at] = jokers >= length ? 1 : 0;
      for (int n = 0; n <= kMaxLength; ++n) {
        const int fewest = std::max(0, length - n);
        const int most = std::min(jokers, length - 1);
        const int with_color = std::max(0, most - fewest + 1);
        gray_ways[l][static_cast<std::size_t>(n)][at] = static_cast<std::uint8_t>(with_color);
        ways[l][static_cast<std::size_t>(n)][at] = static_cast<std::uint8_t>(with_color + joker_ways[l][at]);
      }
    }
  }

  for (int offered = 1; offered <= kMaxOffer; ++offered) {
    const auto n = static_cast<std::size_t>(offered);
    keep_actions[kAtStart][n].clear();
    keep_actions[kLater][n].clear();
    add_keep_actions(keep_actions[kAtStart][n], offered, keep_at_start, false);
    add_keep_actions(keep_actions[kLater][n], offered, keep_later, return_order == ReturnOrder::kChosen);
  }

  ticket_log_bytes_ = longest_ticket_log(*this);
  state_bytes_ = static_cast<int>(offsetof(State, tail)) + ticket_count() + ticket_log_bytes_;
  number_actions();
}

void Edition::number_actions() {
  actions_.clear();
  actions_.push_back(Action::draw());
  for (int kind = 0; kind < kCardKinds; ++kind) actions_.push_back(Action::take(static_cast<Card>(kind)));
  actions_.push_back(Action::tickets());
  actions_.push_back(Action::pass());
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
  claim_base_.clear();
  for (std::size_t r = 0; r < board.routes.size(); ++r) {
    claim_base_.push_back(static_cast<int>(actions_.size()));
    const Route& route = board.routes[r];
    const int length = route.length;
    for (int color = 0; color < kColors; ++color) {
      if (route.color != kGray && route.color != color) continue;
      for (int jokers = 0; jokers < length; ++jokers) {
        actions_.push_back(Action::claim(static_cast<int>(r), static_cast<Card>(color), length - jokers, jokers));
      }
    }
    actions_.push_back(Action::claim(static_cast<int>(r), Card::kLocomotive, 0, length));
  }
}

int Edition::action_id(const Action& wanted) const {
  int found = -1;
  switch (wanted.kind) {
    case ActionKind::kDraw: found = 0; break;
    case ActionKind::kTake: found = 1 + index(wanted.color); break;
    case ActionKind::kTickets: found = 1 + kCardKinds; break;
    case ActionKind::kPass: found = 2 + kCardKinds; break;
    case ActionKind::kKeep: {
      found = 2 + kCardKinds + wanted.keep;
      if (wanted.order != 0) {
        const int end = claim_base_.empty() ? action_count() : claim_base_.front();
        found = keep_ordered_base_;
        while (found < end && !(action(found) == wanted)) ++found;
      }
      break;
    }
    case ActionKind::kClaim: {
      if (wanted.route >= claim_base_.size()) return -1;
      const Route& route = board.routes[wanted.route];
      const int length = route.length;
      const int base = claim_base_[wanted.route];
      if (wanted.count == 0) {
        found = base + (route.color == kGray ? kColors : 1) * length;
      } else {
        found = base + wanted.locomotives + (route.color == kGray ? index(wanted.color) * length : 0);
      }
      break;
    }
  }
  return found >= 0 && found < action_count() && action(found) == wanted ? found : -1;
}

}  // namespace fogg
