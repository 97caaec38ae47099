// Train cards of a log: which card came to which place of the row, when the deck ran out, what is not known. The log shows the row after
// every draw; all else is concluded from that.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "engine/edition.h"
#include "record/event.h"

namespace fogg::playback {

// An action and what it caused. The first one of a game is the set-up and has no action.
struct Group {
  std::optional<Event> action;
  std::vector<Event> outcomes;
  int line = 0;
};

class CardTracker {
 public:
  using List = std::optional<std::vector<Card>>;

  CardTracker(const Edition& edition, std::vector<Group>& groups) : edition_(edition), groups_(groups) {
    row_.fill(kEmpty);
  }

  // -- All of these add to the last group.
  // The set-up: `hands` by seat, where known; `deck`: cards left in it.
  void deal(const std::vector<List>& hands, const List& row, std::optional<int> deck);
  void drew(int seat, std::optional<Card> card, const List& row_after);
  void took(Card card, const List& row_after);
  void paid(int cards);

  // -- Before the group of an action is added.
  // A row that was shown; `deck`: cards left in it.
  void show(const std::vector<Card>& row, std::optional<int> deck = {});
  // Which card must have been taken, if the row was this afterwards.
  std::optional<Card> taken(const std::vector<Card>& row_after) const;
  // Whether the row is certainly another one: then a card was taken from it.
  bool differs(const std::vector<Card>& row) const;

  int deck() const { return deck_; }
  // Something did not fit: the record cannot have been like that in every detail.
  bool doubtful() const { return doubtful_; }

 private:
  static constexpr int kEmpty = -1;
  static constexpr int kUnknown = -2;  // a card, but which one?
  struct Spot {
    std::size_t group = 0;
    std::size_t outcome = 0;
  };
  // A way to understand a row after a card was taken from `place`.
  struct Reading {
    std::size_t place = 0;
    bool refilled = false;
    std::array<int, kRow> after{};
  };

  int filled() const;
  std::optional<Reading> in_order(Card card, const std::vector<Card>& after) const;
  std::optional<Reading> in_any_order(Card card, const std::vector<Card>& after) const;
  std::size_t place_of(Card card);
  void learn(std::size_t place, int card);
  void put(Group& group, std::size_t place, std::optional<Card> card);
  void use_card(Group& group);
  void reshuffle_if_empty(Group& group);
  void correct_deck(std::optional<int> deck);
  void throw_away(Group& group, const std::vector<Card>& next);
  Group& last_change() { return groups_[last_claim_.value_or(groups_.size() - 1)]; }

  const Edition& edition_;
  std::vector<Group>& groups_;
  std::array<int, kRow> row_{};
  std::array<Spot, kRow> spots_{};  // kUnknown: the event to complete when the card shows
  int deck_ = 0;
  int discards_ = 0;
  std::optional<std::size_t> last_claim_;
  bool any_order_ = false;  // this server does not keep cards in their places
  bool doubtful_ = false;
};

}  // namespace fogg::playback
