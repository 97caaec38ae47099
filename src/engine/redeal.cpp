// Dealing anew what a viewer cannot see.
#include <algorithm>
#include <array>
#include <cstring>

#include "engine/view.h"

namespace fogg {

namespace {

// Moves a random card of `from` to `to`.
void move_random_card(CardCounts& from, CardCounts& to, FastGenerator& random) {
  const Card card = from.at(random.pick(from.total()));
  from.remove(card);
  to.add(card);
}

bool deal_cards(const Edition& edition, const View& view, FastGenerator& random, State& state) {
  // Signed sums: a view that nobody ought to have made must not wrap around.
  std::array<int, 12> left{};
  for (std::size_t kind = 0; kind < left.size(); ++kind) {
    left[kind] = edition.cards.of[kind] - view.discards.of[kind] - view.hand.of[kind];
    for (int seat = 0; seat < view.players; ++seat) {
      if (seat != view.viewer) left[kind] -= view.known(seat).of[kind];
    }
  }
  for (const std::uint8_t card : view.row) {
    if (card < kCardKinds) --left[card];
  }
  CardCounts pool;
  for (std::size_t kind = 0; kind < left.size(); ++kind) {
    if (left[kind] < 0) return false;
    pool.of[kind] = static_cast<std::uint8_t>(left[kind]);
  }
  for (int seat = 0; seat < view.players; ++seat) {
    if (seat == view.viewer) continue;
    const auto s = static_cast<std::size_t>(seat);
    state.hand[s] = view.known(seat);
    const int unknown = view.hand_size[s] - state.hand[s].total();
    if (unknown < 0 || unknown > pool.total()) return false;
    for (int i = 0; i < unknown; ++i) move_random_card(pool, state.hand[s], random);
  }
  if (pool.total() != view.deck_size) return false;
  state.deck = pool;
  // A spectator cannot count; that the players can then holds no more than what all have seen.
  if (view.players == 2 && view.viewer == kSpectator) state.counted = {view.seen[0], view.seen[1]};
  return true;
}

// Plays the ticket log again with pieces that may or may not be known. A piece is a ticket that has left the unseen part of the
// deck; its value is a ticket the viewer has seen, or open. Others choose at random, except that they cannot have kept what
// the viewer sees later.
class TicketHistory {
 public:
  TicketHistory(const Edition& edition, const View& view, FastGenerator& random)
      : edition_(edition), view_(view), random_(random) {}

  // False if the random choices contradict what the viewer has seen; try again then.
  bool play(State& state) {
    unseen_ = edition_.ticket_count();
    note_viewer_sightings();
    int at = 0;
    while (at < view_.log_size) {
      const TicketChoice entry = TicketChoice::read(view_.log.data() + at);
      const bool own = entry.seat == view_.viewer;
      if (!draw(entry.offered, own ? entry.tickets : nullptr)) return false;
      if (!(own ? keep_own(entry) : keep_other(entry, at))) return false;
      const bool shuffled = at_start(at) && edition_.start_returns == StartReturns::kShuffledUnder;
      write_entry(entry, at, shuffled);
      at += entry.bytes();
    }
    if (!draw_open_offers()) return false;
    give_values(state);
    return true;
  }

 private:
  static constexpr std::uint8_t kOpen = 0xFF;

  // Where in the log the first turns begin: the entries before it are the choices of the start.
  bool at_start(int at) const { return at < view_.players * (1 + edition_.deal); }

  // For each ticket the last place in the log where the viewer sees it.
  void note_viewer_sightings() {
    last_seen_.fill(-1);
    for (int at = 0; at < view_.log_size;) {
      const TicketChoice entry = TicketChoice::read(view_.log.data() + at);
      if (entry.seat == view_.viewer) {
        for (int i = 0; i < entry.offered; ++i) last_seen_[entry.tickets[i]] = at;
      }
      at += entry.bytes();
    }
    if (view_.viewer == kSpectator) return;
    for (int i = 0; i < view_.offered[static_cast<std::size_t>(view_.viewer)]; ++i) {
      last_seen_[view_.offer[static_cast<std::size_t>(i)]] = view_.log_size;
    }
  }

  bool wanted(const std::uint8_t* values, int number, std::uint8_t value) const {
    return values != nullptr && std::find(values, values + number, value) != values + number;
  }

  // Draws pieces into drawn_. `values`: the tickets the viewer saw, or null for another player.
  bool draw(int number, const std::uint8_t* values) {
    drawn_count_ = 0;
    for (int i = 0; i < number; ++i) {
      std::uint8_t piece;
      if (unseen_ > 0) {
        --unseen_;
        piece = pieces_;
        value_[pieces_++] = kOpen;
      } else if (shuffled_count_ > 0) {
        piece = draw_shuffled(number, values);
      } else if (queue_front_ < queue_end_) {
        piece = queue_[queue_front_++];
      } else {
        return false;
      }
      drawn_[drawn_count_++] = piece;
    }
    return values == nullptr || bind(number, values);
  }

  // Any of the pile; the viewer's own draw must bring those that are known to be what was seen.
  std::uint8_t draw_shuffled(int number, const std::uint8_t* values) {
    std::size_t chosen = random_.pick(static_cast<int>(shuffled_count_));
    if (values != nullptr) {
      for (std::size_t i = 0; i < shuffled_count_; ++i) {
        if (value_[shuffled_[i]] != kOpen && wanted(values, number, value_[shuffled_[i]])) chosen = i;
      }
    }
    const std::uint8_t piece = shuffled_[chosen];
    shuffled_[chosen] = shuffled_[--shuffled_count_];
    return piece;
  }

  // The viewer saw these values: known pieces must be among them, open ones take the rest.
  bool bind(int number, const std::uint8_t* values) {
    TicketSet missing;
    for (int i = 0; i < number; ++i) missing |= TicketSet::single(values[i]);
    for (std::size_t i = 0; i < drawn_count_; ++i) {
      const std::uint8_t value = value_[drawn_[i]];
      if (value == kOpen) continue;
      if (!missing.has(value)) return false;
      missing = missing.without(TicketSet::single(value));
    }
    if (!(missing & known_).empty()) return false;  // known to be elsewhere
    const auto open = std::count_if(drawn_.begin(), drawn_.begin() + static_cast<std::ptrdiff_t>(drawn_count_),
                                    [this](std::uint8_t piece) { return value_[piece] == kOpen; });
    if (missing.size() != open) return false;
    known_ |= missing;
    for (std::size_t i = 0; i < drawn_count_; ++i) {
      if (value_[drawn_[i]] != kOpen) continue;
      const int value = missing.nth(static_cast<int>(random_.pick(missing.size())));
      missing = missing.without(TicketSet::single(value));
      value_[drawn_[i]] = static_cast<std::uint8_t>(value);
    }
    return true;
  }

  // Brings drawn_ into the order of the viewer's entry.
  bool keep_own(const TicketChoice& entry) {
    std::array<std::uint8_t, kMaxOffer> ordered{};
    for (int i = 0; i < entry.offered; ++i) {
      const auto* end = drawn_.begin() + drawn_count_;
      const auto* found =
          std::find_if(drawn_.cbegin(), end, [&](std::uint8_t piece) { return value_[piece] == entry.tickets[i]; });
      if (found == end) return false;
      ordered[static_cast<std::size_t>(i)] = *found;
    }
    drawn_ = ordered;
    return true;
  }

  // Another player keeps any that the viewer does not see again; kept ones to the front.
  bool keep_other(const TicketChoice& entry, int at) {
    std::array<std::uint8_t, kMaxOffer> kept{};
    int kept_count = 0;
    std::array<std::uint8_t, kMaxOffer> returned{};
    std::size_t returned_count = 0;
    int free_left = 0;
    auto may_keep = [&](std::uint8_t piece) { return value_[piece] == kOpen || last_seen_[value_[piece]] < at; };
    for (std::size_t i = 0; i < drawn_count_; ++i) free_left += may_keep(drawn_[i]) ? 1 : 0;
    if (free_left < entry.kept) return false;
    for (std::size_t i = 0; i < drawn_count_; ++i) {
      // Each free one with the chance that makes all sets equally likely.
      const bool take = may_keep(drawn_[i]) && static_cast<int>(random_.pick(free_left--)) < entry.kept - kept_count;
      if (take) {
        kept[static_cast<std::size_t>(kept_count++)] = drawn_[i];
      } else {
        returned[returned_count++] = drawn_[i];
      }
    }
    if (edition_.return_order == ReturnOrder::kChosen) {
      for (std::size_t i = returned_count; i > 1; --i)
        std::swap(returned[i - 1], returned[random_.pick(static_cast<int>(i))]);
    }
    std::copy_n(kept.begin(), kept_count, drawn_.begin());
    std::copy_n(returned.begin(), returned_count, drawn_.begin() + kept_count);
    return true;
  }

  void write_entry(const TicketChoice& entry, int at, bool shuffled) {
    for (int i = 0; i < entry.offered; ++i) {
      const std::uint8_t piece = drawn_[static_cast<std::size_t>(i)];
      log_[static_cast<std::size_t>(at + 1 + i)] = piece;
      if (i < entry.kept) {
        place_[piece] = static_cast<std::uint8_t>(entry.seat);
      } else if (shuffled) {
        shuffled_[shuffled_count_++] = piece;
        place_[piece] = ticket_at::kShuffled;
      } else {
        queue_[queue_end_++] = piece;
        place_[piece] = ticket_at::kReturned;
      }
    }
  }

  // Tickets drawn, with the choice still to come.
  bool draw_open_offers() {
    for (int seat = 0; seat < view_.players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      if (view_.offered[s] == 0) continue;
      const bool own = seat == view_.viewer;
      if (!draw(view_.offered[s], own ? view_.offer.data() : nullptr)) return false;
      for (std::size_t i = 0; i < drawn_count_; ++i) {
        const std::uint8_t piece = drawn_[i];
        if (!own && value_[piece] != kOpen && last_seen_[value_[piece]] == view_.log_size) return false;
        place_[piece] = static_cast<std::uint8_t>(ticket_at::kOffered + seat);
        offer_[s][i] = piece;
      }
    }
    return true;
  }

  // Open pieces become tickets the viewer never saw; what is left over is the unseen part of the deck.
  void give_values(State& state) {
    TicketSet open = TicketSet::first(edition_.ticket_count()).without(known_);
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      if (value_[piece] != kOpen) continue;
      const int value = open.nth(static_cast<int>(random_.pick(open.size())));
      open = open.without(TicketSet::single(value));
      value_[piece] = static_cast<std::uint8_t>(value);
    }
    std::fill_n(state.tail.begin(), edition_.tickets.size(), ticket_at::kUnseen);
    for (std::size_t piece = 0; piece < pieces_; ++piece) state.where(value_[piece]) = place_[piece];
    std::uint8_t* log = state.log(edition_);
    for (int at = 0; at < view_.log_size;) {
      const TicketChoice entry = TicketChoice::read(view_.log.data() + at);
      log[at] = view_.log[static_cast<std::size_t>(at)];
      for (int i = 1; i <= entry.offered; ++i) log[at + i] = value_[log_[static_cast<std::size_t>(at + i)]];
      at += entry.bytes();
    }
    for (std::size_t s = 0; s < view_.players; ++s) {
      if (static_cast<int>(s) == view_.viewer) continue;
      for (std::size_t i = 0; i < view_.offered[s]; ++i) state.offer[s][i] = value_[offer_[s][i]];
    }
  }

  const Edition& edition_;
  const View& view_;
  FastGenerator& random_;
  int unseen_ = 0;
  std::uint8_t pieces_ = 0;
  TicketSet known_;
  std::array<std::uint8_t, kMaxTickets> value_;
  std::array<std::uint8_t, kMaxTickets> place_;
  std::array<int, 256> last_seen_;
  std::array<std::uint8_t, kMaxOffer> drawn_{};
  std::size_t drawn_count_ = 0;
  std::array<std::uint8_t, kMaxTickets> shuffled_;
  std::size_t shuffled_count_ = 0;
  std::array<std::uint8_t, State::kTailBytes> queue_;
  std::size_t queue_front_ = 0;
  std::size_t queue_end_ = 0;
  std::array<std::uint8_t, State::kTailBytes> log_;
  std::array<std::array<std::uint8_t, kMaxOffer>, kMaxPlayers> offer_;
};

// Nearly always the first attempts succeed. Where tickets were turned over and over, and the order of returns is chosen,
// one in ten thousand may (tests/redeal_test.cpp; the worst of two million took 51,000 attempts and 40 ms).
constexpr int kAttempts = 1'000'000;

}  // namespace

bool redeal(const Edition& edition, const View& view, FastGenerator& random, State& state) {
  if (view.phase == Phase::kOver) return false;
  state = visible_state(edition, view);
  if (!deal_cards(edition, view, random, state)) return false;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (TicketHistory(edition, view, random).play(state)) return true;
  }
  return false;
}

}  // namespace fogg
