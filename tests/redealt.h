// Sources of chance that let the same happen in a position and in one with other hidden cards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

#include "engine/chance.h"
#include "engine/state.h"

namespace fogg::test {

// Answers so that the same can happen in another position: only cards and tickets that are there as well.
class Common {
 public:
  Common(const State& other, const Edition& e, std::uint64_t seed)
      : random_(seed),
        deck_(other.deck),
        unseen_(other.tickets_at(e, ticket_at::kUnseen)),
        shuffled_(other.tickets_at(e, ticket_at::kShuffled)) {}
  Card card(const CardCounts& deck, int size, CardTo) {
    if (reshuffled_) deck_ = deck;  // made of discards, which are public
    reshuffled_ = false;
    CardCounts both;
    for (std::size_t kind = 0; kind < both.of.size(); ++kind) both.of[kind] = std::min(deck.of[kind], deck_.of[kind]);
    possible &= both.total() > 0;
    const Card drawn = both.total() > 0 ? both.at(random_.pick(both.total())) : deck.at(random_.pick(size));
    if (deck_[drawn] > 0) deck_.remove(drawn);
    answers.push_back(index(drawn));
    return drawn;
  }
  int ticket(const TicketSet& open, int) {
    TicketSet both = open & (unseen_.empty() ? shuffled_ : unseen_);
    possible &= !both.empty();
    if (both.empty()) both = open;
    const int drawn = both.nth(static_cast<int>(random_.pick(both.size())));
    unseen_ = unseen_.without(TicketSet::single(drawn));
    shuffled_ = shuffled_.without(TicketSet::single(drawn));
    answers.push_back(drawn);
    return drawn;
  }
  int first_player(int) { return 0; }
  void note_reset() {}
  void note_reshuffle(int) { reshuffled_ = true; }

  std::deque<int> answers;
  bool possible = true;

 private:
  FastGenerator random_;
  CardCounts deck_;
  TicketSet unseen_;
  TicketSet shuffled_;
  bool reshuffled_ = false;
};

// The same answers again, except for what another player draws unseen: that is up to chance.
class Repeat {
 public:
  Repeat(std::deque<int> answers, int viewer, std::uint64_t seed)
      : answers_(std::move(answers)), viewer_(viewer), random_(seed) {}
  Card card(const CardCounts& deck, int size, CardTo to) {
    const auto same = static_cast<Card>(next());
    const bool hidden = to.place == CardTo::kHand && to.at != viewer_;
    return hidden ? deck.at(random_.pick(size)) : same;
  }
  int ticket(const TicketSet& open, int seat) {
    const int same = next();
    return seat == viewer_ ? same : open.nth(static_cast<int>(random_.pick(open.size())));
  }
  int first_player(int) { return 0; }
  void note_reset() {}
  void note_reshuffle(int) {}
  bool as_often() const { return answers_.empty() && !asked_too_often_; }

 private:
  int next() {
    asked_too_often_ |= answers_.empty();
    if (answers_.empty()) return 0;
    const int value = answers_.front();
    answers_.pop_front();
    return value;
  }
  std::deque<int> answers_;
  bool asked_too_often_ = false;
  int viewer_;
  FastGenerator random_;
};

}  // namespace fogg::test
