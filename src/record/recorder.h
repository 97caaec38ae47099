// Writes the record of a game while it is played.
#pragma once

#include <bit>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/play.h"
#include "engine/score.h"
#include "record/event.h"

namespace fogg {

// Notes what chance answers, in the order it happens.
template <Chance C>
class RecordingChance {
 public:
  RecordingChance(C& inner, std::vector<Event>& outcomes) : inner_(inner), outcomes_(outcomes) {}

  Card card(const CardCounts& deck, int size, CardTo to) {
    Event& event = add(EventKind::kCard);
    event.card = inner_.card(deck, size, to);
    event.to = to;
    if (to.place == CardTo::kHand) event.only_for = to.at;
    return *event.card;
  }
  int ticket(const TicketSet& possible, int seat) { return inner_.ticket(possible, seat); }  // shows in the offer
  int first_player(int players) {
    Event& event = add(EventKind::kFirstPlayer);
    event.number = inner_.first_player(players);
    return event.number;
  }
  void note_reset() { add(EventKind::kReset); }
  void note_reshuffle(int cards) { add(EventKind::kReshuffle).number = cards; }

 private:
  Event& add(EventKind kind) {
    Event& event = outcomes_.emplace_back();
    event.kind = kind;
    return event;
  }
  C& inner_;
  std::vector<Event>& outcomes_;
};

// Every line goes to `sink` as soon as it is known, without a line feed. Whoever plays the game draws from `chance()` and tells when
// it has begun and what was done.
class Recorder {
 public:
  using Sink = std::function<void(std::string_view line)>;

  Recorder(const Edition& edition, const Header& header, Sink sink) : edition_(edition), sink_(std::move(sink)) {
    sink_(header_line(header));
  }

  template <Chance C>
  RecordingChance<C> chance(C& inner) {
    return {inner, outcomes_};
  }

  // The set-up is done.
  void started(const State& state) {
    const bool drawn = !outcomes_.empty() && outcomes_.back().kind == EventKind::kFirstPlayer;
    std::vector<Event> offers;
    for (int seat = 0; seat < state.players; ++seat) {
      if (state.offered[static_cast<std::size_t>(seat)] > 0) offers.push_back(offer(state, seat));
    }
    outcomes_.insert(outcomes_.end() - (drawn ? 1 : 0), offers.begin(), offers.end());
    write_outcomes();
  }

  // A legal action was carried out; `state` is the position after it.
  void acted(int seat, const Action& action, const State& state, std::int64_t t_ms = 0) {
    t_ms_ = t_ms;
    const bool keeps = action.kind == ActionKind::kKeep;
    Event event;
    event.kind = EventKind::kAction;
    event.actor = seat;
    event.action = action;
    if (keeps) event.only_for = seat;
    write(event);
    for (Event& outcome : outcomes_) outcome.actor = seat;
    if (action.kind == ActionKind::kTickets) outcomes_.push_back(offer(state, seat));
    if (keeps && state.phase != Phase::kStart) {
      for (int other = 0; other < state.players; ++other) {
        if (playing_ && other != seat) continue;
        Event& kept = outcomes_.emplace_back();
        kept.kind = EventKind::kKept;
        kept.actor = other;
        const auto by_deck = last_kept(edition_, state, other);
        kept.number = by_deck[0] + by_deck[1];
        if (edition_.decks.size() > 1) kept.by_deck.assign(by_deck.begin(), by_deck.end());
      }
    }
    playing_ = state.phase > Phase::kStart;
    if (state.over()) outcomes_.push_back(end(state));
    write_outcomes();
  }

  // An action was refused; only its player hears of it.
  void refused(int seat, const Action& action, const Refusal& refusal, std::int64_t t_ms = 0) {
    t_ms_ = t_ms;
    Event event;
    event.kind = EventKind::kRefusal;
    event.actor = seat;
    event.only_for = seat;
    event.action = action;
    event.refusal = refusal;
    write(event);
  }

  // Something without effect on the position, or the forfeit of a game.
  void note(EventKind kind, int seat, std::int64_t t_ms) {
    t_ms_ = t_ms;
    Event event;
    event.kind = kind;
    event.actor = seat;
    write(event);
  }

  // A line of an earlier recording that has no effect on the position, as it is.
  void repeat(std::string_view line) {
    ++seq_;
    sink_(line);
  }

  // A player has taken actions back: the position is again `state`, that right after event `to_seq`. Chance goes on from where it is.
  void undone(int seat, int to_seq, const State& state, std::int64_t t_ms) {
    t_ms_ = t_ms;
    Event event;
    event.kind = EventKind::kUndo;
    event.actor = seat;
    event.number = to_seq;
    write(event);
    playing_ = state.phase > Phase::kStart;
  }

  // The number of the last event written.
  int seq() const { return seq_; }

  // The key, when the game is over.
  void reveal(const ChaKey& key) {
    Event event;
    event.kind = EventKind::kKey;
    event.key = hex(key);
    write(event);
  }

 private:
  static Event offer(const State& state, int seat) {
    Event event;
    event.kind = EventKind::kOffer;
    event.actor = seat;
    event.only_for = seat;
    const auto s = static_cast<std::size_t>(seat);
    event.tickets.assign(state.offer[s].begin(), state.offer[s].begin() + state.offered[s]);
    return event;
  }
  Event end(const State& state) const {
    Event event;
    event.kind = EventKind::kEnd;
    event.ending = state.ending;
    const Scores scores = score(edition_, state);
    event.scores.assign(scores.begin(), scores.begin() + state.players);
    return event;
  }
  void write(Event& event) {
    event.seq = ++seq_;
    event.t_ms = t_ms_;
    sink_(event_line(edition_, event));
  }
  void write_outcomes() {
    for (Event& event : outcomes_) write(event);
    outcomes_.clear();
  }

  const Edition& edition_;
  Sink sink_;
  std::vector<Event> outcomes_;
  bool playing_ = false;  // the choices of the start are made
  int seq_ = 0;
  std::int64_t t_ms_ = 0;
};

}  // namespace fogg
