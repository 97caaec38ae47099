// Plays a game and writes its record line by line.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/play.h"
#include "record/event.h"

namespace fogg {

// Turns what chance answers into events, in the order it happens.
template <Chance C>
class RecordingChance {
 public:
  RecordingChance(C& inner, std::optional<int> actor, std::vector<Event>& events) : inner_(inner), actor_(actor), events_(events) {}

  Card card(const CardCounts& deck, int size, CardTo to) {
    Event& event = add(EventKind::kCard);
    event.card = inner_.card(deck, size, to);
    event.to = to;
    if (!to.row) event.only_for = to.at;
    return *event.card;
  }
  int ticket(const TicketSet& possible, int seat) { return inner_.ticket(possible, seat); }  // see Recorder::offer
  int first_player(int players) {
    Event& event = add(EventKind::kFirstPlayer);
    event.number = inner_.first_player(players);
    return event.number;
  }
  void note_reset() { add(EventKind::kReset); }
  void note_reshuffle(int cards) { add(EventKind::kReshuffle).number = cards; }

 private:
  Event& add(EventKind kind) {
    Event& event = events_.emplace_back();
    event.kind = kind;
    event.actor = actor_;
    return event;
  }
  C& inner_;
  std::optional<int> actor_;
  std::vector<Event>& events_;
};

// Every line goes to `sink` as soon as it is known, without a line feed.
class Recorder {
 public:
  using Sink = std::function<void(std::string_view line)>;

  Recorder(const Edition& edition, Header header, Sink sink)
      : edition_(edition), header_(std::move(header)), sink_(std::move(sink)) {}

  template <Chance C>
  void start(State& state, C& chance) {
    sink_(header_line(header_));
    std::vector<Event> events;
    RecordingChance recording(chance, std::nullopt, events);
    fogg::start(edition_, state, static_cast<int>(header_.players.size()), recording, header_.first_player);
    const bool drawn = !events.empty() && events.back().kind == EventKind::kFirstPlayer;
    const auto offers_at = events.end() - (drawn ? 1 : 0);
    std::vector<Event> offers;
    for (int seat = 0; seat < state.players; ++seat) offers.push_back(offer(state, seat));
    events.insert(offers_at, offers.begin(), offers.end());
    write(events);
  }

  template <Chance C>
  Refusal apply(State& state, int seat, const Action& action, C& chance, std::int64_t t_ms = 0) {
    const Refusal refusal = check(edition_, state, seat, action);
    if (refusal) return refusal;
    t_ms_ = t_ms;
    const bool at_start = state.phase == Phase::kStart;
    std::vector<Event> events(1);
    events[0].kind = EventKind::kAction;
    events[0].actor = seat;
    events[0].action = action;
    if (action.kind == ActionKind::kKeep) events[0].only_for = seat;
    RecordingChance recording(chance, seat, events);
    apply_legal(edition_, state, seat, action, recording);
    if (action.kind == ActionKind::kTickets) events.push_back(offer(state, seat));
    if (action.kind == ActionKind::kKeep && state.phase != Phase::kStart) {
      for (int other = 0; other < state.players; ++other) {
        if (!at_start && other != seat) continue;
        Event& kept = events.emplace_back();
        kept.kind = EventKind::kKept;
        kept.actor = other;
        kept.number = at_start ? state.kept[static_cast<std::size_t>(other)] : std::popcount(action.keep);
      }
    }
    if (state.over()) events.push_back(end(state));
    write(events);
    return refusal;
  }

  // The key, when the game is over.
  void reveal(const ChaKey& key) {
    Event event;
    event.kind = EventKind::kKey;
    event.key = hex(key);
    std::vector<Event> events = {event};
    write(events);
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
  void write(std::vector<Event>& events) {
    for (Event& event : events) {
      event.seq = ++seq_;
      event.t_ms = t_ms_;
      sink_(event_line(edition_, event));
    }
  }

  const Edition& edition_;
  Header header_;
  Sink sink_;
  int seq_ = 0;
  std::int64_t t_ms_ = 0;
};

}  // namespace fogg
