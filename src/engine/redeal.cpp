// Dealing anew what a viewer cannot see.
#include <algorithm>
#include <array>
#include <bit>

#include "engine/queue_fates.h"
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
  for (std::size_t kind = 0; kind < left.size(); ++kind) left[kind] -= view.extras.revealed.of[kind];
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

// Plays the ticket log again with pieces that may or may not be known. A piece is a ticket that has left the unseen part of its
// deck; its value is a ticket the viewer has seen, or open. Others choose at random, except that they cannot have kept what
// the viewer sees later.
class TicketHistory {
 public:
  // `fates`: where given, others choose so that what the viewer sees later stays possible, as far as one can tell at once.
  // `odds`: null, if all tickets are alike.
  TicketHistory(const Edition& edition, const View& view, FastGenerator& random, const QueueFates* fates,
                const TicketOdds* odds)
      : edition_(edition), view_(view), random_(random), fates_(fates), odds_(odds) {}

  // False if the random choices contradict what the viewer has seen; try again then.
  bool play(State& state) {
    for (std::size_t d = 0; d < edition_.decks.size(); ++d) deck_[d].unseen = edition_.decks[d].count;
    note_viewer_sightings();
    int entries = 0;
    for (int at = 0; at < view_.log_size; ++entries) {
      const TicketChoice entry = TicketChoice::read(view_.log.data() + at);
      const bool own = entry.seat == view_.viewer;
      const bool at_start = entries < view_.players;
      entry_ = entries;
      if (!(own ? own_choice(entry) : choice_of_other(entry, at, at_start))) return false;
      write_entry(entry, at, at_start);
      at += entry.bytes();
      if (entries + 1 == view_.players) shuffle_decks();
    }
    if (!draw_open_offers()) return false;
    give_values(state);
    return true;
  }
  double favor() const { return favor_; }

 private:
  static constexpr std::uint8_t kOpen = 0xFF;

  // A short list of pieces or tickets.
  struct Few {
    std::array<std::uint8_t, kMaxOffer> at{};
    std::size_t size = 0;
    void add(std::uint8_t value) { at[size++] = value; }
    const std::uint8_t* begin() const { return at.data(); }
    const std::uint8_t* end() const { return at.data() + size; }
  };

  struct Deck {
    int unseen = 0;
    std::array<std::uint8_t, kMaxTickets> shuffled;
    std::size_t shuffled_count = 0;
    std::array<std::uint8_t, State::kTailBytes> queue;
    std::size_t queue_front = 0;
    std::size_t queue_end = 0;
  };

  // For each ticket the last place in the log where the viewer sees it, and in which of the viewer's choices.
  void note_viewer_sightings() {
    last_seen_.fill(-1);
    if (fates_ != nullptr) sightings_.fill(0);
    int own = 0;
    for (int at = 0; at < view_.log_size;) {
      const TicketChoice entry = TicketChoice::read(view_.log.data() + at);
      if (entry.seat == view_.viewer) {
        for (int i = 0; i < entry.offered; ++i) note_sighting(entry.tickets[i], at, own);
        ++own;
      }
      at += entry.bytes();
    }
    if (view_.viewer == kSpectator) return;
    for (int i = 0; i < view_.offered[static_cast<std::size_t>(view_.viewer)]; ++i) {
      note_sighting(view_.offer[static_cast<std::size_t>(i)], view_.log_size, own);
    }
  }
  void note_sighting(std::uint8_t ticket, int at, int own) {
    last_seen_[ticket] = at;
    if (fates_ != nullptr) sightings_[ticket] |= 1ULL << std::min(own, 62);
  }

  std::uint8_t new_piece(std::size_t deck) {
    value_[pieces_] = kOpen;
    deck_of_[pieces_] = static_cast<std::uint8_t>(deck);
    return pieces_++;
  }

  // Draws pieces from a deck into `drawn`. `values`: the tickets of this deck that the viewer saw, or null for another player.
  bool draw(std::size_t d, int number, const Few* values, Few& drawn) {
    Deck& deck = deck_[d];
    const std::size_t before = drawn.size;
    for (int i = 0; i < number; ++i) {
      if (deck.unseen > 0) {
        --deck.unseen;
        drawn.add(new_piece(d));
      } else if (deck.shuffled_count > 0) {
        drawn.add(draw_shuffled(deck, values));
      } else if (deck.queue_front < deck.queue_end) {
        drawn.add(deck.queue[deck.queue_front++]);
      } else {
        return false;
      }
    }
    return values == nullptr || bind(*values, drawn, before);
  }

  // Any of the pile; the viewer's own draw must bring those that are known to be what was seen.
  std::uint8_t draw_shuffled(Deck& deck, const Few* values) {
    std::size_t chosen = random_.pick(static_cast<int>(deck.shuffled_count));
    if (values != nullptr) {
      for (std::size_t i = 0; i < deck.shuffled_count; ++i) {
        const std::uint8_t value = value_[deck.shuffled[i]];
        if (value != kOpen && std::find(values->begin(), values->end(), value) != values->end()) chosen = i;
      }
    }
    const std::uint8_t piece = deck.shuffled[chosen];
    deck.shuffled[chosen] = deck.shuffled[--deck.shuffled_count];
    return piece;
  }

  // The viewer saw these values: known pieces must be among them, open ones take the rest.
  bool bind(const Few& values, const Few& drawn, std::size_t from) {
    TicketSet missing;
    for (const std::uint8_t value : values) missing |= TicketSet::single(value);
    int open = 0;
    for (std::size_t i = from; i < drawn.size; ++i) {
      const std::uint8_t value = value_[drawn.at[i]];
      if (value == kOpen) {
        ++open;
        continue;
      }
      if (!missing.has(value)) return false;
      missing = missing.without(TicketSet::single(value));
    }
    if (!(missing & known_).empty()) return false;  // known to be elsewhere
    if (missing.size() != open) return false;
    known_ |= missing;
    for (std::size_t i = from; i < drawn.size; ++i) {
      if (value_[drawn.at[i]] != kOpen) continue;
      const int value = missing.nth(static_cast<int>(random_.pick(missing.size())));
      missing = missing.without(TicketSet::single(value));
      value_[drawn.at[i]] = static_cast<std::uint8_t>(value);
    }
    return true;
  }

  // The tickets of one deck among the first or the last of an entry.
  Few of_deck(const std::uint8_t* tickets, int number, std::size_t d) const {
    Few list;
    for (int i = 0; i < number; ++i) {
      if (View::deck_of(edition_, tickets[i]) == static_cast<int>(d)) list.add(tickets[i]);
    }
    return list;
  }

  // Draws what the viewer saw; chosen_ in the order of the entry.
  bool own_choice(const TicketChoice& entry) {
    Few drawn;
    for (std::size_t d = 0; d < edition_.decks.size(); ++d) {
      const Few values = of_deck(entry.tickets, entry.offered, d);
      if (!draw(d, static_cast<int>(values.size), &values, drawn)) return false;
    }
    chosen_ = {};
    ++own_choices_;
    for (int i = 0; i < entry.offered; ++i) {
      const auto* found = std::find_if(drawn.begin(), drawn.end(),
                                       [&](std::uint8_t piece) { return value_[piece] == entry.tickets[i]; });
      if (found == drawn.end()) return false;
      chosen_.add(*found);
    }
    return true;
  }

  // Another player keeps, of every deck as many as all know, any that the viewer does not see again; kept ones first.
  bool choice_of_other(const TicketChoice& entry, int at, bool at_start) {
    chosen_ = {};
    Few returned;
    for (std::size_t d = 0; d < edition_.decks.size(); ++d) {
      Few drawn;
      if (!draw(d, static_cast<int>(of_deck(entry.tickets, entry.offered, d).size), nullptr, drawn)) return false;
      int to_keep = static_cast<int>(of_deck(entry.tickets, entry.kept, d).size);
      int free_left = 0;
      auto may_keep = [&](std::uint8_t piece) { return value_[piece] == kOpen || last_seen_[value_[piece]] < at; };
      for (const std::uint8_t piece : drawn) free_left += may_keep(piece) ? 1 : 0;
      if (free_left < to_keep) return false;
      if (fates_ != nullptr) {
        if (!guided_choice(d, drawn, to_keep, at_start, returned)) return false;
        continue;
      }
      for (const std::uint8_t piece : drawn) {
        // Each free one with the chance that makes all sets equally likely.
        if (may_keep(piece) && static_cast<int>(random_.pick(free_left--)) < to_keep) {
          chosen_.add(piece);
          --to_keep;
        } else {
          returned.add(piece);
        }
      }
    }
    if (edition_.return_order == ReturnOrder::kChosen && !at_start && fates_ == nullptr) {
      for (std::size_t i = returned.size; i > 1; --i)
        std::swap(returned.at[i - 1], returned.at[random_.pick(static_cast<int>(i))]);
    }
    for (const std::uint8_t piece : returned) chosen_.add(piece);
    return true;
  }

  // One of the choices (and orders, where these are chosen) that send every known piece where the viewer sees it next.
  bool guided_choice(std::size_t deck, const Few& drawn, int to_keep, bool at_start, Few& returned) {
    const int out = fates_->first_return(edition_, entry_, deck);
    const bool any_order = edition_.return_order == ReturnOrder::kChosen && !at_start;
    int found = 0;
    Few best_kept;
    Few best_returned;
    for (unsigned set = 0; set < (1U << drawn.size); ++set) {
      if (std::popcount(set) != to_keep) continue;
      Few kept;
      Few rest;
      for (std::size_t i = 0; i < drawn.size; ++i) (((set >> i) & 1U) != 0 ? kept : rest).add(drawn.at[i]);
      if (std::any_of(kept.begin(), kept.end(),
                      [&](std::uint8_t piece) { return next_fate(piece) != QueueFates::kNotSeen; }))
        continue;
      std::sort(rest.at.begin(), rest.at.begin() + static_cast<std::ptrdiff_t>(rest.size));
      Few order = rest;
      if (!any_order) {
        order = {};
        for (const std::uint8_t piece : drawn) {
          if (std::find(rest.begin(), rest.end(), piece) != rest.end()) order.add(piece);
        }
      }
      do {
        bool fits = true;
        for (std::size_t i = 0; i < order.size && out >= 0; ++i) {
          const std::uint8_t piece = order.at[i];
          fits &= value_[piece] == kOpen || fates_->leads(deck, out + static_cast<int>(i), next_fate(piece));
        }
        if (fits && random_.pick(++found) == 0) {
          best_kept = kept;
          best_returned = order;
        }
      } while (any_order &&
               std::next_permutation(order.at.begin(), order.at.begin() + static_cast<std::ptrdiff_t>(order.size)));
    }
    for (const std::uint8_t piece : best_kept) chosen_.add(piece);
    for (const std::uint8_t piece : best_returned) returned.add(piece);
    return found > 0;
  }
  // Where the viewer sees the piece next; open ones may be anything and count as not seen.
  QueueFates::Set next_fate(std::uint8_t piece) const {
    if (value_[piece] == kOpen) return QueueFates::kNotSeen;
    const QueueFates::Set later = sightings_[value_[piece]] >> std::min(own_choices_, 63) << std::min(own_choices_, 63);
    return later == 0 ? QueueFates::kNotSeen : later & (~later + 1);
  }

  void write_entry(const TicketChoice& entry, int at, bool at_start) {
    for (int i = 0; i < entry.offered; ++i) {
      const std::uint8_t piece = chosen_.at[static_cast<std::size_t>(i)];
      Deck& deck = deck_[static_cast<std::size_t>(View::deck_of(edition_, entry.tickets[i]))];
      log_[static_cast<std::size_t>(at + 1 + i)] = piece;
      if (i < entry.kept) {
        place_[piece] = static_cast<std::uint8_t>(entry.seat);
      } else if (!at_start || edition_.start_returns == StartReturns::kUnder) {
        deck.queue[deck.queue_end++] = piece;
        place_[piece] = ticket_at::kReturned;
      } else if (edition_.start_returns == StartReturns::kLeave) {
        place_[piece] = ticket_at::kGone;
      } else {
        deck.shuffled[deck.shuffled_count++] = piece;
        place_[piece] = ticket_at::kShuffled;
      }
    }
  }

  // After the start, where the returns are shuffled into the whole deck.
  void shuffle_decks() {
    if (edition_.start_returns != StartReturns::kShuffledIn) return;
    for (std::size_t d = 0; d < edition_.decks.size(); ++d) {
      Deck& deck = deck_[d];
      for (; deck.unseen > 0; --deck.unseen) {
        const std::uint8_t piece = new_piece(d);
        place_[piece] = ticket_at::kShuffled;
        deck.shuffled[deck.shuffled_count++] = piece;
      }
    }
  }

  // The next ticket of its deck is known to be this one: the viewer sees it on offer, in the order drawn.
  bool draw_known(std::uint8_t value, Few& drawn) {
    const auto d = static_cast<std::size_t>(edition_.deck_of(value));
    Deck& deck = deck_[d];
    std::uint8_t piece = kOpen;
    if (deck.unseen > 0) {
      --deck.unseen;
      piece = new_piece(d);
    } else if (deck.shuffled_count > 0) {
      int open = 0;
      std::size_t at = deck.shuffled_count;
      for (std::size_t i = 0; i < deck.shuffled_count; ++i) {
        const std::uint8_t other = value_[deck.shuffled[i]];
        if (other == value) {
          at = i;
          break;
        }
        if (other == kOpen && random_.pick(++open) == 0) at = i;
      }
      if (at == deck.shuffled_count) return false;
      piece = deck.shuffled[at];
      deck.shuffled[at] = deck.shuffled[--deck.shuffled_count];
    } else if (deck.queue_front < deck.queue_end) {
      piece = deck.queue[deck.queue_front++];
    } else {
      return false;
    }
    if (value_[piece] == kOpen) {
      if (known_.has(value)) return false;  // known to be elsewhere
      known_ |= TicketSet::single(value);
      value_[piece] = value;
    }
    drawn.add(piece);
    return value_[piece] == value;
  }

  // Tickets drawn, with the choice still to come.
  bool draw_open_offers() {
    for (int seat = 0; seat < view_.players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      if (view_.offered[s] == 0) continue;
      const bool own = seat == view_.viewer;
      Few drawn;
      for (std::size_t i = 0; own && i < view_.offered[s]; ++i) {
        if (!draw_known(view_.offer[i], drawn)) return false;
      }
      for (std::size_t d = 0; !own && d < edition_.decks.size(); ++d) {
        const int number = d == 0 ? view_.offered_first[s] : view_.offered[s] - view_.offered_first[s];
        if (!draw(d, number, nullptr, drawn)) return false;
      }
      for (std::size_t i = 0; i < drawn.size; ++i) {
        const std::uint8_t piece = drawn.at[i];
        if (!own && value_[piece] != kOpen && last_seen_[value_[piece]] == view_.log_size) return false;
        place_[piece] = static_cast<std::uint8_t>(ticket_at::kOffered + seat);
        offer_[s][i] = piece;
      }
    }
    return true;
  }

  // Open pieces become tickets of their deck that the viewer never saw; what is left over is the unseen part of the deck.
  void give_values(State& state) {
    std::array<TicketSet, kMaxDecks> open;
    for (std::size_t d = 0; d < edition_.decks.size(); ++d) {
      open[d] = edition_.tickets_of(static_cast<int>(d)).without(known_);
      const bool leaves = edition_.mix == 0 && edition_.decks[d].draw == 0;
      const std::uint8_t rest = leaves ? ticket_at::kGone : ticket_at::kUnseen;
      std::fill_n(state.tail.begin() + edition_.decks[d].first, edition_.decks[d].count, rest);
    }
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      if (value_[piece] == kOpen) {
        TicketSet& of = open[deck_of_[piece]];
        const bool kept = odds_ != nullptr && place_[piece] < kMaxPlayers;
        const int value =
            kept ? pick_by_odds(of, (*odds_)[place_[piece]]) : of.nth(static_cast<int>(random_.pick(of.size())));
        of = of.without(TicketSet::single(value));
        value_[piece] = static_cast<std::uint8_t>(value);
      }
      state.where(value_[piece]) = place_[piece];
    }
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

  int pick_by_odds(TicketSet of, const std::array<float, kMaxTickets>& odds) {
    double sum = 0;
    of.each([&](int ticket) { sum += odds[static_cast<std::size_t>(ticket)]; });
    double left = static_cast<double>(random_.next() >> 11U) * 0x1.0p-53 * sum;
    int picked = -1;
    of.each([&](int ticket) {
      if (left < 0) return;
      picked = ticket;
      left -= odds[static_cast<std::size_t>(ticket)];
    });
    favor_ *= static_cast<double>(odds[static_cast<std::size_t>(picked)]) * of.size() / sum;
    return picked;
  }

  const Edition& edition_;
  const View& view_;
  FastGenerator& random_;
  const QueueFates* fates_;
  const TicketOdds* odds_;
  double favor_ = 1;
  int entry_ = 0;
  int own_choices_ = 0;  // of the viewer, so far
  std::array<Deck, kMaxDecks> deck_;
  std::uint8_t pieces_ = 0;
  TicketSet known_;
  std::array<std::uint8_t, kMaxTickets> value_;
  std::array<std::uint8_t, kMaxTickets> place_;
  std::array<std::uint8_t, kMaxTickets> deck_of_;
  std::array<int, 256> last_seen_;
  std::array<QueueFates::Set, 256> sightings_;
  Few chosen_;  // the pieces of the entry at hand: kept, then returned
  std::array<std::uint8_t, State::kTailBytes> log_;
  std::array<std::array<std::uint8_t, kMaxOffer>, kMaxPlayers> offer_;
};

// Nearly always one of the first attempts succeeds, and then all histories that agree with the view are equally likely. Where tickets
// were turned over and over one in a million may; there the others' choices are led (QueueFates), which finds a history
// soon but prefers some to others. A view that nobody could have may have no history at all.
constexpr int kFreeAttempts = 2'000;
constexpr int kLedAttempts = 20'000;

bool deal_all(const Edition& edition, const View& view, FastGenerator& random, State& state, const TicketOdds* odds,
              double& favor) {
  if (view.phase == Phase::kOver) return false;
  state = visible_state(edition, view);
  if (!deal_cards(edition, view, random, state)) return false;
  auto attempt = [&](const QueueFates* fates) {
    TicketHistory history(edition, view, random, fates, odds);
    if (!history.play(state)) return false;
    favor = history.favor();
    return true;
  };
  for (int i = 0; i < kFreeAttempts; ++i) {
    if (attempt(nullptr)) return true;
  }
  const QueueFates fates(edition, view);
  for (int i = 0; i < kLedAttempts; ++i) {
    if (attempt(&fates)) return true;
  }
  return false;
}

}  // namespace

bool redeal(const Edition& edition, const View& view, FastGenerator& random, State& state) {
  double favor = 1;
  return deal_all(edition, view, random, state, nullptr, favor);
}

bool redeal(const Edition& edition, const View& view, FastGenerator& random, State& state, const TicketOdds& odds,
            double& favor) {
  return deal_all(edition, view, random, state, &odds, favor);
}

}  // namespace fogg
