// The legal actions of one seat: counted, listed or picked from without making a list.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "engine/action.h"
#include "engine/edition.h"
#include "engine/state.h"

namespace fogg {

// Actions that need no place on the board, as bits of a word, in the order of their ids.
namespace simple {
inline constexpr int kDraw = 0;
inline constexpr int kTake = 1;
inline constexpr int kTickets = kTake + kCardKinds;
inline constexpr int kPass = kTickets + kMaxOffer + 1;
inline constexpr int kDecline = kPass + 1;
inline constexpr int kSkip = kDecline + 1;
inline constexpr int kStop = kSkip + 1;
inline constexpr int kCount = kStop + 1;

inline constexpr std::array<Action, kCount> kActions = [] {
  std::array<Action, kCount> list{};
  for (int kind = 0; kind < kCardKinds; ++kind)
    list[static_cast<std::size_t>(kTake + kind)] = Action::take(static_cast<Card>(kind));
  for (int of_first = 0; of_first <= kMaxOffer; ++of_first)
    list[static_cast<std::size_t>(kTickets + of_first)] = Action::tickets(of_first);
  list[kPass] = Action::pass();
  list[kDecline] = Action::decline();
  list[kSkip] = Action::skip();
  list[kStop] = Action::stop();
  return list;
}();
}  // namespace simple

// Routes that a passenger at a place of a journey may take next: own ones, and with a passenger card left those of others.
inline RouteSet next_steps(const Edition& edition, const State& state, int seat, int city, RouteSet used, int cards) {
  RouteSet usable = state.owned[static_cast<std::size_t>(seat)];
  if (cards > 0) {
    for (const RouteSet& owned : state.owned) usable |= owned;
  }
  return (usable & edition.routes_at[static_cast<std::size_t>(city)]).without(used);
}

// Valid as long as edition and state are unchanged. Actions are numbered 0..count()-1 in an order of its own: first those
// without a place in the order of their ids, then routes with a color, gray ones by length, ferries by kind, then cities.
class Legal {
 public:
  Legal(const Edition& edition, const State& state, int seat) : edition_(edition) {
    if (!state.may_act(seat)) return;
    // The frequent phases first: a jump through a table would be guessed wrong most of the time.
    if (state.phase == Phase::kTurn) {
      edition_.is_special() ? special_turn(state, seat) : plain_turn(state, seat);
    } else if (state.phase == Phase::kSecondCard) {
      second_card(state);
    } else {
      other_phase(state, seat);
    }
  }

  int count() const { return count_; }
  Action nth(int number) const;

  template <typename F>
  void each(F&& f) const {
    for (int i = 0; i < count_; ++i) f(nth(i));
  }

  // The actions that need no place on the board, as bits of namespace simple.
  std::uint32_t simple_actions() const { return simple_; }
  // Routes with at least one way to claim them.
  RouteSet routes() const { return special_ ? colored_ | gray_ | more_.ferries : colored_ | gray_; }

 private:
  // In editions with none of the things of More, and in the others.
  void plain_turn(const State& state, int seat) { turn<false>(state, seat); }
  void special_turn(const State& state, int seat);
  template <bool kSpecial>
  void turn(const State& state, int seat);
  void other_phase(const State& state, int seat);
  Action colored_nth(int number) const;
  Action special_nth(int number) const;
  void ferries(RouteSet open, std::size_t jokers);
  void more_turns(const State& state, int seat);
  void second_card(const State& state);
  void tunnel(const State& state, int seat);
  void place(const State& state);
  void journey(const State& state, int seat);
  void keeps(Edition::Offer offer, int offered) {
    keep_ = edition_.keep_actions[offer][static_cast<std::size_t>(offered)];
    count_ = static_cast<int>(keep_.size());
  }
  static std::uint32_t row_cards(const State& state) {
    std::uint32_t kinds = 0;
    for (const std::uint8_t card : state.row) kinds |= 1U << (card & 31U);
    return kinds & ((1U << kCardKinds) - 1);  // an empty place counts for nothing
  }
  // The mixes that bring a ticket.
  std::uint32_t mixes(const State& state) const {
    std::uint32_t bits = 0;
    for (int of_first = 0; of_first <= edition_.mix; ++of_first) {
      const bool some =
          (of_first > 0 && state.pile[0].size() > 0) || (of_first < edition_.mix && state.pile[1].size() > 0);
      bits |= static_cast<std::uint32_t>(some) << (simple::kTickets + of_first);
    }
    return bits;
  }
  // In how many ways a route can be paid.
  int colored_ways(int route) const {
    const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
    return (*ways_)[(held_ >> (8U * r.color)) & 0xFFU][r.length - 1U];
  }
  int gray_ways(int length) const { return gray_ways_[static_cast<std::size_t>(length - 1)]; }
  Action payment(int route, int way) const;
  Action payment_with_fours(int route, int way) const;
  // Way number `way` to pay `size` cards of a color from `first` to `last` with at least `least` locomotives: by color, then by
  // ascending number of locomotives, locomotives alone last.
  Action small_payment(ActionKind kind, int where, int size, int least, int first, int last, int way) const;

  // What only some editions have. Left alone otherwise, as even clearing it would be felt.
  struct More {
    RouteSet ferries;
    Edition::ByKind ferry_ways{};
    RouteSet steps;  // kGo
    CitySet cities = 0;  // kStation, kPlace, kMove
    ActionKind city_kind = ActionKind::kPlace;
    int city_ways = 1;  // for each
    int price = 0;  // of a station; a surcharge
    int pay_fewest = 0;  // kPay: locomotives at least
    int pay_ways = 0;
    Card pay_color = Card::kLocomotive;
  };

  const Edition& edition_;
  int count_ = 0;
  std::uint32_t simple_ = 0;  // bits of namespace simple
  bool special_ = false;  // whether more_ is there
  std::span<const Action> keep_;
  RouteSet colored_;
  RouteSet gray_;
  int colored_actions_ = 0;
  // Only set for a turn.
  CardCounts hand_;
  std::uint64_t held_;  // the colors of the hand, none above the longest length
  const Edition::ByHeld<Edition::ByLength>* ways_;  // by cards of the color, for the jokers of the hand
  Edition::ByLength gray_ways_;
  union {
    More more_;  // NOLINT(readability-identifier-naming): private, which the linter does not see in a union
  };
};

template <bool kSpecial>
[[gnu::always_inline]] inline void Legal::turn(const State& state, int seat) {
  const auto s = static_cast<std::size_t>(seat);
  if (state.deck_size > 0) simple_ = 1U | (row_cards(state) << simple::kTake);
  if (kSpecial && edition_.mix > 0) {
    simple_ |= mixes(state);
  } else if ((kSpecial ? state.ticket_deck_size() : state.pile[0].size()) > 0) {
    simple_ |= 1U << simple::kTickets;
  }
  count_ = std::popcount(simple_);

  hand_ = state.hand[s];
  const std::size_t jokers = std::min<std::size_t>(hand_[Card::kLocomotive], kMaxLength);
  const std::size_t fours = kSpecial ? std::min<std::size_t>(hand_[Card::kLocomotive4], kMaxLength) : 0;
  held_ = hand_.colors_up_to_eight(0);
  ways_ = &edition_.ways[fours][jokers];
  const std::uint64_t together = hand_.colors_up_to_eight(jokers);
  const auto& gray_by_held = edition_.gray_ways[fours][jokers];
  std::uint64_t gray_sum;  // byte by byte: at most 8 colors with 28 ways each, and 8 without a color
  std::memcpy(&gray_sum, edition_.joker_ways[fours][jokers].data(), sizeof gray_sum);
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
  if (kSpecial && fours > 0) {
    const std::uint64_t with_fours = hand_.colors_up_to_eight(jokers + fours);
    for (std::size_t c = 0; c < kColors; ++c) {
      const std::size_t reach = (with_fours >> (8 * c)) & 0xFFU;
      affordable |= edition_.up_to[c][reach] & edition_.long_routes;
      affordable_gray |= edition_.up_to[kGray][reach] & edition_.long_routes;
    }
  }
  const RouteSet open =
      state.open_to(edition_, seat) & edition_.all_up_to[std::min<std::size_t>(state.trains[s], kMaxLength)];
  colored_ = affordable & open;
  gray_ = affordable_gray & open;
  colored_actions_ = colored_.size();  // one way each without jokers, as it mostly is
  if (jokers + fours > 0) {
    colored_actions_ = 0;
    for (RouteSet rest = colored_; !rest.empty(); rest = rest.without_first())
      colored_actions_ += colored_ways(rest.first_member());
  }
  count_ += colored_actions_;
  // Up to the longest route there is, not the longest affordable: a loop of fixed length is cheaper than a guess.
  for (int length = 1; length <= edition_.longest_gray; ++length) {
    count_ += gray_ways(length) * (gray_ & edition_.exactly[kGray][static_cast<std::size_t>(length)]).size();
  }
  if constexpr (kSpecial) {
    if (jokers > 0 && !edition_.ferries.empty()) ferries(open, jokers);
    if (edition_.has_extras()) more_turns(state, seat);
  }
  if (count_ == 0) {
    simple_ = 1U << simple::kPass;
    count_ = 1;
  }
}

[[gnu::noinline]] inline void Legal::special_turn(const State& state, int seat) {
  special_ = true;
  new (&more_) More;
  turn<true>(state, seat);
}

[[gnu::noinline]] inline void Legal::other_phase(const State& state, int seat) {
  special_ = true;
  new (&more_) More;
  const int offered = state.offered[static_cast<std::size_t>(seat)];
  switch (state.phase) {
    case Phase::kStart: keeps(Edition::kAtStart, offered); break;
    case Phase::kChooseTickets: keeps(Edition::kLater, offered); break;
    case Phase::kStartMix:
      simple_ = mixes(state);
      count_ = std::popcount(simple_);
      break;
    case Phase::kTunnel: tunnel(state, seat); break;
    case Phase::kPlace: place(state); break;
    case Phase::kJourney: journey(state, seat); break;
    default: break;
  }
}

[[gnu::noinline]] inline void Legal::ferries(RouteSet open, std::size_t jokers) {
  constexpr std::size_t kWords = kMaxFerryKinds / 8;
  std::array<std::uint64_t, kWords> sums;  // byte by byte: at most 8 colors with 8 ways each, and 1
  std::memcpy(sums.data(), edition_.ferry_joker_ways[jokers].data(), sizeof sums);
  for (std::size_t c = 0; c < kColors; ++c) {
    std::array<std::uint64_t, kWords> ways;
    std::memcpy(ways.data(), edition_.ferry_ways[jokers][(held_ >> (8 * c)) & 0xFFU].data(), sizeof ways);
    for (std::size_t w = 0; w < kWords; ++w) sums[w] += ways[w];
  }
  std::memcpy(more_.ferry_ways.data(), sums.data(), sizeof sums);
  for (std::size_t k = 0; k < edition_.ferries.size(); ++k) {
    if (more_.ferry_ways[k] == 0) continue;
    const RouteSet here = edition_.ferries[k].routes & open;
    more_.ferries |= here;
    count_ += more_.ferry_ways[k] * here.size();
  }
}

// Stations and journeys.
[[gnu::noinline]] inline void Legal::more_turns(const State& state, int seat) {
  const auto s = static_cast<std::size_t>(seat);
  const Extras& extras = state.extras(edition_);
  if (edition_.stations > 0) {
    const int built = std::popcount(extras.pieces[s]);
    if (built == edition_.stations) return;
    more_.price = built + 1;
    more_.city_kind = ActionKind::kStation;
    more_.city_ways = gray_ways(more_.price);
    if (more_.city_ways == 0) return;
    const CitySet all = ~CitySet{0} >> (kMaxCities - edition_.board.cities.size());
    more_.cities = all & ~extras.all_pieces();
    count_ += more_.city_ways * std::popcount(more_.cities);
  } else if (extras.pieces[s] != 0) {
    more_.city_kind = ActionKind::kMove;
    for (CitySet rest = extras.pieces[s]; rest != 0; rest &= rest - 1) {
      const int city = std::countr_zero(rest);
      if (!next_steps(edition_, state, seat, city, {}, hand_[Card::kPassenger]).empty()) more_.cities |= city_bit(city);
    }
    count_ += std::popcount(more_.cities);
  }
}

inline void Legal::second_card(const State& state) {
  if (state.deck_size > 0) simple_ = 1U;
  simple_ |= (row_cards(state) & ~(1U << index(Card::kLocomotive))) << simple::kTake;
  count_ = std::popcount(simple_);
}

[[gnu::noinline]] inline void Legal::tunnel(const State& state, int seat) {
  const Extras& extras = state.extras(edition_);
  const CardCounts& hand = state.hand[static_cast<std::size_t>(seat)];
  simple_ = 1U << simple::kDecline;
  count_ = 1;
  more_.price = extras.surcharge;
  const int jokers = hand[Card::kLocomotive] - extras.tunnel_locomotives;
  int of_color = 0;
  if (extras.tunnel_count > 0) {
    more_.pay_color = extras.tunnel_color;
    of_color = hand[more_.pay_color] - extras.tunnel_count;
  }
  more_.pay_fewest = std::max(0, more_.price - of_color);
  more_.pay_ways = std::max(0, std::min(jokers, more_.price) - more_.pay_fewest + 1);
  count_ += more_.pay_ways;
}

[[gnu::noinline]] inline void Legal::place(const State& state) {
  const Extras& extras = state.extras(edition_);
  const Route& route = edition_.board.routes[extras.place_route];
  simple_ = 1U << simple::kSkip;
  more_.city_kind = ActionKind::kPlace;
  more_.cities = (city_bit(route.a) | city_bit(route.b)) & ~extras.all_pieces() & ~edition_.country_ends;
  count_ = 1 + std::popcount(more_.cities);
}

[[gnu::noinline]] inline void Legal::journey(const State& state, int seat) {
  const Extras& extras = state.extras(edition_);
  const int cards = state.hand[static_cast<std::size_t>(seat)][Card::kPassenger] - extras.journey_cards;
  if (!extras.journey_used.empty()) simple_ = 1U << simple::kStop;
  more_.steps = next_steps(edition_, state, seat, extras.journey_at, extras.journey_used, cards);
  count_ = std::popcount(simple_) + more_.steps.size();
}

inline Action Legal::nth(int number) const {
  if (!keep_.empty()) return keep_[static_cast<std::size_t>(number)];
  const int simple = std::popcount(simple_);
  if (number < simple) {
    // Always as many steps, as the number cannot be predicted; only a mix may need more.
    std::uint32_t rest = simple_;
    for (int i = 0; i < kRow + 1; ++i) rest = i < number ? rest & (rest - 1) : rest;
    for (int i = kRow + 1; i < number; ++i) rest &= rest - 1;
    return simple::kActions[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  number -= simple;
  if (number < colored_actions_) return colored_nth(number);
  number -= colored_actions_;
  for (int length = 1; length <= edition_.longest_gray; ++length) {
    const RouteSet here = gray_ & edition_.exactly[kGray][static_cast<std::size_t>(length)];
    const int ways = gray_ways(length);
    const int all = ways * here.size();
    if (number < all) return payment(here.nth(number / ways), number % ways);
    number -= all;
  }
  return special_nth(number);
}

inline Action Legal::colored_nth(int number) const {
  RouteSet rest = colored_;
  int ways = colored_ways(rest.first_member());
  while (number >= ways) {
    number -= ways;
    rest = rest.without_first();
    ways = colored_ways(rest.first_member());
  }
  return payment(rest.first_member(), number);
}

[[gnu::noinline]] inline Action Legal::special_nth(int number) const {
  if (!more_.ferries.empty()) {
    for (std::size_t k = 0; k < edition_.ferries.size(); ++k) {
      const Edition::FerryKind& kind = edition_.ferries[k];
      const RouteSet here = kind.routes & more_.ferries;
      const int all = more_.ferry_ways[k] * here.size();
      if (number < all) {
        return small_payment(ActionKind::kClaim, here.nth(number / more_.ferry_ways[k]), kind.length, kind.symbols, 0,
                             kColors - 1, number % more_.ferry_ways[k]);
      }
      number -= all;
    }
  }
  if (more_.pay_ways > 0) {
    const int jokers = more_.pay_fewest + number;
    return Action::pay(more_.pay_color, more_.price - jokers, jokers);
  }
  if (more_.cities == 0) return Action::go(more_.steps.nth(number));
  const int city = BitSet{more_.cities, 0}.nth(number / more_.city_ways);
  if (more_.city_kind != ActionKind::kStation) return Action::plain(more_.city_kind, city);
  return small_payment(ActionKind::kStation, city, more_.price, 0, 0, kColors - 1, number % more_.city_ways);
}

inline Action Legal::small_payment(ActionKind kind, int where, int size, int least, int first, int last,
                                   int way) const {
  auto paid = [&](Card color, int count, int locomotives) {
    return kind == ActionKind::kClaim ? Action::claim(where, color, count, locomotives)
                                      : Action::station(where, color, count, locomotives);
  };
  const int jokers = hand_[Card::kLocomotive];
  for (int c = first; c <= last; ++c) {
    const int fewest = std::max(least, size - hand_.of[static_cast<std::size_t>(c)]);
    const int ways = std::min(jokers, size - 1) - fewest + 1;
    if (ways <= 0) continue;
    if (way < ways) return paid(static_cast<Card>(c), size - fewest - way, fewest + way);
    way -= ways;
  }
  return paid(Card::kLocomotive, 0, size);
}

inline Action Legal::payment(int route, int way) const {
  const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
  if (special_ && hand_[Card::kLocomotive4] > 0 && r.length >= kFourPlus) return payment_with_fours(route, way);
  const int first = r.color == kGray ? 0 : r.color;
  const int last = r.color == kGray ? kColors - 1 : r.color;
  return small_payment(ActionKind::kClaim, route, r.length, 0, first, last, way);
}

// By color, then by ascending number of locomotives, then of locomotives 4+; without a color last, by the latter.
[[gnu::noinline]] inline Action Legal::payment_with_fours(int route, int way) const {
  const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
  const int length = r.length;
  const int jokers = hand_[Card::kLocomotive];
  const int fours = hand_[Card::kLocomotive4];
  const int first = r.color == kGray ? 0 : r.color;
  const int last = r.color == kGray ? kColors - 1 : r.color;
  for (int c = first; c <= last; ++c) {
    const int held = hand_.of[static_cast<std::size_t>(c)];
    if (held + jokers + fours < length) continue;
    for (int l = 0; l <= std::min(jokers, length - 1); ++l) {
      const int fewest = std::max(0, length - held - l);
      const int ways = std::min(fours, length - 1 - l) - fewest + 1;
      if (ways <= 0) continue;
      if (way < ways) {
        const int f = fewest + way;
        return Action::claim(route, static_cast<Card>(c), length - l - f, l, f);
      }
      way -= ways;
    }
  }
  const int f = std::max(0, length - jokers) + way;
  return Action::claim(route, Card::kLocomotive, 0, length - f, f);
}

}  // namespace fogg
