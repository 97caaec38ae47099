// The legal actions of one seat: counted, listed or picked from without making a list.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "engine/action.h"
#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

// Valid as long as edition and state are unchanged. Actions are numbered 0..count()-1 in an order of its own: first those
// without a route in the order of their ids, then routes with a color, then gray ones by length.
class Legal {
 public:
  Legal(const Edition& edition, const State& state, int seat) : edition_(edition) {
    if (!state.may_act(seat)) return;
    switch (state.phase) {
      case Phase::kTurn: turn(state, seat); break;
      case Phase::kSecondCard: second_card(state); break;
      case Phase::kStart: keeps(Edition::kAtStart, state.offered[static_cast<std::size_t>(seat)]); break;
      case Phase::kChooseTickets: keeps(Edition::kLater, state.offered[static_cast<std::size_t>(seat)]); break;
      case Phase::kOver: break;
    }
  }

  int count() const { return count_; }
  Action nth(int number) const;

  template <typename F>
  void each(F&& f) const {
    for (int i = 0; i < count_; ++i) f(nth(i));
  }

  // Routes with at least one way to claim them.
  RouteSet routes() const { return colored_ | gray_; }

 private:
  void turn(const State& state, int seat);
  void second_card(const State& state);
  void keeps(Edition::Offer offer, int offered) {
    keep_ = edition_.keep_actions[offer][static_cast<std::size_t>(offered)];
    count_ = static_cast<int>(keep_.size());
  }
  static std::uint32_t row_cards(const State& state) {
    std::uint32_t kinds = 0;
    for (const std::uint8_t card : state.row) kinds |= 1U << (card & 31U);
    return kinds & ((1U << kCardKinds) - 1);  // an empty place counts for nothing
  }
  // In how many ways a route can be paid.
  int colored_ways(int route) const {
    const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
    return (*ways_)[(held_ >> (8U * r.color)) & 0xFFU][r.length - 1U];
  }
  int gray_ways(int length) const { return gray_ways_[static_cast<std::size_t>(length - 1)]; }
  Action payment(int route, int way) const;

  const Edition& edition_;
  int count_ = 0;
  std::uint32_t simple_ = 0;  // bit i: the action with id i, one of those before the keeps
  std::span<const Action> keep_;
  RouteSet colored_;
  RouteSet gray_;
  CardCounts hand_;
  std::uint64_t held_;  // the colors of the hand, none above the longest length
  const std::array<Edition::ByLength, kMaxLength + 1>* ways_;  // by cards of the color, for the locomotives of the hand
  Edition::ByLength gray_ways_;
};

inline void Legal::turn(const State& state, int seat) {
  const auto s = static_cast<std::size_t>(seat);
  if (state.deck_size > 0) simple_ = 1U | (row_cards(state) << 1U);
  if (state.ticket_deck_size() > 0) simple_ |= 1U << (1 + kCardKinds);
  count_ = std::popcount(simple_);

  hand_ = state.hand[s];
  const std::size_t jokers = std::min<std::size_t>(hand_[Card::kLocomotive], kMaxLength);
  held_ = hand_.colors_up_to_eight(0);
  ways_ = &edition_.ways[jokers];
  const std::uint64_t together = hand_.colors_up_to_eight(jokers);
  const auto& gray_by_held = edition_.gray_ways[jokers];
  std::uint64_t gray_sum;  // byte by byte: at most 8 colors with 8 ways each
  std::memcpy(&gray_sum, edition_.joker_ways[jokers].data(), sizeof gray_sum);
  RouteSet affordable;
  RouteSet affordable_gray;
  for (std::size_t c = 0; c < kColors; ++c) {
    const std::size_t reach = (together >> (8 * c)) & 0xFFU;
    affordable |= edition_.up_to[c][reach];
    affordable_gray |= edition_.up_to[kGray][reach];
    std::uint64_t ways;
    std::memcpy(&ways, gray_by_held[(held_ >> (8 * c)) & 0xFFU].data(), sizeof ways);
    gray_sum += ways;
  }
  std::memcpy(gray_ways_.data(), &gray_sum, sizeof gray_sum);
  const RouteSet open =
      state.open_to(edition_, seat) & edition_.all_up_to[std::min<std::size_t>(state.trains[s], kMaxLength)];
  colored_ = affordable & open;
  gray_ = affordable_gray & open;
  for (RouteSet rest = colored_; !rest.empty(); rest = rest.without_first())
    count_ += colored_ways(rest.first_member());
  // Up to the longest route there is, not the longest affordable: a loop of fixed length is cheaper than a guess.
  for (int length = 1; length <= edition_.longest_gray; ++length) {
    count_ += gray_ways(length) * (gray_ & edition_.exactly[kGray][static_cast<std::size_t>(length)]).size();
  }
  if (count_ == 0) {
    simple_ = 1U << (2 + kCardKinds);
    count_ = 1;
  }
}

inline void Legal::second_card(const State& state) {
  if (state.deck_size > 0) simple_ = 1U;
  simple_ |= (row_cards(state) & ~(1U << index(Card::kLocomotive))) << 1U;
  count_ = std::popcount(simple_);
}

inline Action Legal::nth(int number) const {
  if (!keep_.empty()) return keep_[static_cast<std::size_t>(number)];
  const int simple = std::popcount(simple_);
  if (number < simple) {
    // At most kRow + 2 bits are set. Always as many steps, as the number cannot be predicted.
    std::uint32_t rest = simple_;
    for (int i = 0; i < kRow + 1; ++i) rest = i < number ? rest & (rest - 1) : rest;
    return edition_.action(std::countr_zero(rest));
  }
  number -= simple;
  for (RouteSet rest = colored_; !rest.empty(); rest = rest.without_first()) {
    const int route = rest.first_member();
    const int ways = colored_ways(route);
    if (number < ways) return payment(route, number);
    number -= ways;
  }
  int length = 1;
  RouteSet here;
  for (; length <= edition_.longest_gray; ++length) {
    here = gray_ & edition_.exactly[kGray][static_cast<std::size_t>(length)];
    const int all = gray_ways(length) * here.size();
    if (number < all) break;
    number -= all;
  }
  const int ways = gray_ways(length);
  return payment(here.nth(number / ways), number % ways);
}

// Way number `way` to pay for a route: by color, then by ascending number of locomotives, locomotives alone last.
inline Action Legal::payment(int route, int way) const {
  const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
  const int length = r.length;
  const int jokers = hand_[Card::kLocomotive];
  const int first = r.color == kGray ? 0 : r.color;
  const int last = r.color == kGray ? kColors - 1 : r.color;
  for (int c = first; c <= last; ++c) {
    const int fewest = std::max(0, length - hand_.of[static_cast<std::size_t>(c)]);
    const int ways = std::min(jokers, length - 1) - fewest + 1;
    if (ways <= 0) continue;
    if (way < ways) return Action::claim(route, static_cast<Card>(c), length - fewest - way, fewest + way);
    way -= ways;
  }
  return Action::claim(route, Card::kLocomotive, 0, length);
}

}  // namespace fogg
