#include "playback/import_cards.h"

#include <algorithm>

namespace fogg::playback {

namespace {

constexpr int kMostResets = 10;

Event card_event(CardTo to, std::optional<Card> card) {
  Event event;
  event.kind = EventKind::kCard;
  event.to = to;
  event.card = card;
  if (to.place == CardTo::kHand) event.only_for = to.at;
  return event;
}

Event plain_event(EventKind kind, int number = 0) {
  Event event;
  event.kind = kind;
  event.number = number;
  return event;
}

// Takes one of a kind out of a list.
bool remove_one(std::vector<Card>& list, int card) {
  const auto found = std::ranges::find(list, static_cast<Card>(card));
  if (found == list.end()) return false;
  list.erase(found);
  return true;
}

}  // namespace

int CardTracker::filled() const {
  return static_cast<int>(std::ranges::count_if(row_, [](int card) { return card != kEmpty; }));
}

void CardTracker::learn(std::size_t place, int card) {
  if (row_[place] != kUnknown || card < 0) return;
  row_[place] = card;
  groups_[spots_[place].group].outcomes[spots_[place].outcome].card = static_cast<Card>(card);
}

void CardTracker::reshuffle_if_empty(Group& group) {
  if (deck_ > 0 || discards_ == 0) return;
  deck_ = std::min(discards_, kMaxCards);
  discards_ = 0;
  group.outcomes.push_back(plain_event(EventKind::kReshuffle, deck_));
}

void CardTracker::use_card(Group& group) {
  if (deck_ == 0) {
    doubtful_ = true;
    return;
  }
  --deck_;
  reshuffle_if_empty(group);
}

void CardTracker::put(Group& group, std::size_t place, std::optional<Card> card) {
  group.outcomes.push_back(card_event(CardTo::row(static_cast<int>(place)), card));
  row_[place] = card ? index(*card) : kUnknown;
  spots_[place] = {static_cast<std::size_t>(&group - groups_.data()), group.outcomes.size() - 1};
  use_card(group);
}

// The row is discarded, and the next one shown.
void CardTracker::throw_away(Group& group, const std::vector<Card>& next) {
  group.outcomes.push_back(plain_event(EventKind::kReset));
  discards_ += filled();
  row_.fill(kEmpty);
  reshuffle_if_empty(group);
  for (std::size_t i = 0; i < std::min<std::size_t>(next.size(), kRow); ++i) put(group, i, next[i]);
}

void CardTracker::deal(const std::vector<List>& hands, const List& row, std::optional<int> deck) {
  Group& group = groups_.back();
  deck_ = edition_.total_cards();
  for (std::size_t seat = 0; seat < hands.size(); ++seat) {
    const bool known = hands[seat] && hands[seat]->size() == static_cast<std::size_t>(edition_.hand_at_start);
    for (std::size_t i = 0; i < static_cast<std::size_t>(edition_.hand_at_start); ++i) {
      group.outcomes.push_back(card_event(CardTo::hand(static_cast<int>(seat)),
                                          known ? std::optional<Card>((*hands[seat])[i]) : std::nullopt));
      use_card(group);
    }
  }
  // Rows that were thrown away show in the number of cards left.
  int resets = 0;
  if (deck && deck_ - kRow > *deck && (deck_ - kRow - *deck) % kRow == 0) resets = (deck_ - kRow - *deck) / kRow;
  if (resets > kMostResets) resets = 0;
  for (; resets > 0; --resets) {
    for (std::size_t place = 0; place < kRow; ++place) put(group, place, {});
    throw_away(group, {});
  }
  const bool known = row && row->size() == kRow;
  for (std::size_t place = 0; place < kRow; ++place)
    put(group, place, known ? std::optional<Card>((*row)[place]) : std::nullopt);
  correct_deck(deck);
}

void CardTracker::correct_deck(std::optional<int> deck) {
  if (!deck || *deck < 0 || *deck > kMaxCards || *deck == deck_) return;
  deck_ = *deck;
  doubtful_ = true;
}

void CardTracker::show(const std::vector<Card>& row, std::optional<int> deck) {
  correct_deck(deck);
  if (row.size() == static_cast<std::size_t>(filled())) {
    std::array<int, kRow> shown{};
    bool same = true;
    std::size_t next = 0;
    for (std::size_t place = 0; place < kRow; ++place) {
      if (row_[place] == kEmpty) continue;
      shown[place] = index(row[next++]);
      same = same && (row_[place] == kUnknown || row_[place] == shown[place]);
    }
    std::vector<Card> rest = row;
    if (!same) {
      // The same cards in another order are as good.
      same = std::ranges::all_of(row_, [&](int card) { return card < 0 || remove_one(rest, card); });
      any_order_ = any_order_ || same;
      for (std::size_t place = 0; same && place < kRow; ++place) {
        if (row_[place] != kUnknown) continue;
        shown[place] = index(rest.back());
        rest.pop_back();
      }
    }
    if (same) {
      for (std::size_t place = 0; place < kRow; ++place) {
        if (row_[place] != kEmpty) learn(place, shown[place]);
      }
      return;
    }
  }
  // The row has changed unseen: by a claim, as far as the rules go.
  throw_away(last_change(), row);
  doubtful_ = doubtful_ || !last_claim_;
}

bool CardTracker::differs(const std::vector<Card>& row) const {
  std::vector<Card> rest = row;
  return row.size() != static_cast<std::size_t>(filled()) ||
         !std::ranges::all_of(row_, [&](int card) { return card < 0 || remove_one(rest, card); });
}

// Cards stay in their places, and the one taken was the first of its color.
std::optional<CardTracker::Reading> CardTracker::in_order(Card card, const std::vector<Card>& after) const {
  const int count = static_cast<int>(after.size());
  for (std::size_t place = 0; place < kRow; ++place) {
    if (row_[place] != index(card) && row_[place] != kUnknown) continue;
    Reading reading{place, count == filled(), row_};
    if (!reading.refilled && count != filled() - 1) return {};
    bool good = true;
    std::size_t next = 0;
    for (std::size_t other = 0; other < kRow; ++other) {
      if (row_[other] == kEmpty || (other == place && !reading.refilled)) continue;
      const int shown = index(after[next++]);
      reading.after[other] = shown;
      if (other == place) continue;
      good = good && (row_[other] == kUnknown || row_[other] == shown) && (other > place || shown != index(card));
    }
    if (!reading.refilled) reading.after[place] = kEmpty;
    if (good) return reading;
  }
  return {};
}

// The cards are right, whatever their order.
std::optional<CardTracker::Reading> CardTracker::in_any_order(Card card, const std::vector<Card>& after) const {
  auto found = std::ranges::find(row_, index(card));
  if (found == row_.end()) found = std::ranges::find(row_, kUnknown);
  const int count = static_cast<int>(after.size());
  if (found == row_.end() || (count != filled() && count != filled() - 1)) return {};
  Reading reading{static_cast<std::size_t>(found - row_.begin()), count == filled(), row_};
  std::vector<Card> rest = after;
  for (std::size_t other = 0; other < kRow; ++other) {
    if (other != reading.place && row_[other] >= 0 && !remove_one(rest, row_[other])) return {};
  }
  for (std::size_t other = 0; other < kRow; ++other) {
    if (other == reading.place || row_[other] != kUnknown) continue;
    reading.after[other] = index(rest.back());
    rest.pop_back();
  }
  reading.after[reading.place] = reading.refilled ? index(rest.back()) : kEmpty;
  return reading;
}

std::optional<Card> CardTracker::taken(const std::vector<Card>& row_after) const {
  for (const int card : row_) {
    if (card >= 0 && in_order(static_cast<Card>(card), row_after)) return static_cast<Card>(card);
  }
  for (const int card : row_) {
    if (card >= 0 && in_any_order(static_cast<Card>(card), row_after)) return static_cast<Card>(card);
  }
  return {};
}

void CardTracker::drew(int seat, std::optional<Card> card, const List& row_after) {
  Group& group = groups_.back();
  group.outcomes.push_back(card_event(CardTo::hand(seat), card));
  use_card(group);
  if (row_after) show(*row_after);
}

// Where the card lies; if it does not, the row has changed unseen.
std::size_t CardTracker::place_of(Card card) {
  auto found = std::ranges::find(row_, index(card));
  if (found == row_.end()) found = std::ranges::find(row_, kUnknown);
  if (found != row_.end()) return static_cast<std::size_t>(found - row_.begin());
  doubtful_ = true;
  put(groups_.size() > 1 ? groups_[groups_.size() - 2] : groups_[0], 0, card);
  return 0;
}

void CardTracker::took(Card card, const List& row_after) {
  std::optional<Reading> reading;
  if (row_after) {
    reading = in_order(card, *row_after);
    const std::size_t place = place_of(card);
    std::array<int, kRow> others = row_;
    others[place] = kEmpty;
    const bool may_reset = std::ranges::count(others, index(Card::kLocomotive)) == edition_.row_reset_at - 1;
    if (!reading && (any_order_ || !may_reset)) {
      reading = in_any_order(card, *row_after);
      any_order_ = any_order_ || reading;
    }
    if (!reading) {
      // One locomotive too many, or something that the log does not tell.
      Group& group = groups_.back();
      learn(place, index(card));
      if (!may_reset) doubtful_ = true;
      row_[place] = kEmpty;
      put(group, place, may_reset ? std::optional<Card>(Card::kLocomotive) : std::nullopt);
      throw_away(group, *row_after);
      return;
    }
  } else {
    reading = Reading{place_of(card), deck_ > 0, row_};
    reading->after[reading->place] = kUnknown;
  }
  for (std::size_t other = 0; other < kRow; ++other) {
    if (other != reading->place) learn(other, reading->after[other]);
  }
  learn(reading->place, index(card));
  row_[reading->place] = kEmpty;
  if (!reading->refilled) {
    // Only an empty deck leaves a gap.
    if (deck_ > 0) doubtful_ = true;
    deck_ = 0;
    return;
  }
  const int next = reading->after[reading->place];
  put(groups_.back(), reading->place, next >= 0 ? std::optional<Card>(static_cast<Card>(next)) : std::nullopt);
}

void CardTracker::paid(int cards) {
  Group& group = groups_.back();
  last_claim_ = groups_.size() - 1;
  discards_ += cards;
  reshuffle_if_empty(group);
  for (std::size_t place = 0; place < kRow; ++place) {
    if (row_[place] == kEmpty && deck_ > 0) put(group, place, {});
  }
}

}  // namespace fogg::playback
