#include "playback/replay.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/play.h"
#include "playback/public_game.h"

namespace fogg::playback {

namespace {

constexpr std::size_t kMostLineBytes = std::size_t{64} * 1024;
constexpr int kMostLines = 200'000;

// Chance that answers what the record says. `fogg verify` is the judge of records; here it is enough that the engine gets outcomes it can
// use.
class Script {
 public:
  Script(const std::vector<NumberedEvent>& events, std::size_t begin, std::size_t end)
      : events_(events), at_(begin), end_(end) {}

  Card card(const CardCounts& deck, int, CardTo to) {
    const NumberedEvent& next = find(EventKind::kCard, "a card");
    if (!(next.event.to == to)) throw LineFault{next.line, "the card goes to another place by the rules"};
    if (!next.event.card) throw UnknownValue{};
    if (deck[*next.event.card] == 0) throw LineFault{next.line, "no such card is left in the deck"};
    ++at_;
    return *next.event.card;
  }
  int ticket(const TicketSet& possible, int seat) {
    const NumberedEvent& next = find(EventKind::kOffer, "an offer of tickets");
    if (next.event.actor != seat) throw LineFault{next.line, "the tickets are offered to another seat"};
    // Tickets that came off the deck in a known order are not asked for; they may stand before this one.
    while (used_ < next.event.tickets.size()) {
      const std::optional<int> ticket = next.event.tickets[used_++];
      if (!ticket) throw UnknownValue{};
      if (!possible.has(*ticket)) continue;
      if (used_ == next.event.tickets.size()) next_offer();
      return *ticket;
    }
    throw LineFault{next.line, "these tickets cannot be on offer now"};
  }
  int first_player(int players) {
    while (at_ < end_ && events_[at_].event.kind == EventKind::kOffer) ++at_;
    const NumberedEvent& next = find(EventKind::kFirstPlayer, "the first player");
    if (next.event.number >= players) throw LineFault{next.line, "there is no such seat"};
    return next.event.number;
  }
  void note_reset() { find(EventKind::kReset, "a reset of the row"), ++at_; }
  void note_reshuffle(int) { find(EventKind::kReshuffle, "a reshuffle"), ++at_; }

 private:
  void next_offer() {
    used_ = 0;
    ++at_;
  }
  const NumberedEvent& find(EventKind kind, std::string_view what) {
    if (used_ > 0 && kind != EventKind::kOffer) next_offer();
    // The offers of the set-up stand behind the cards, and may have been used up without a question.
    if (at_ >= end_)
      throw LineFault{end_ == 0 ? 1 : events_[end_ - 1].line, fmt::format("{} must follow here, but does not", what)};
    if (events_[at_].event.kind != kind) throw LineFault{events_[at_].line, fmt::format("{} must stand here", what)};
    return events_[at_];
  }

  const std::vector<NumberedEvent>& events_;
  std::size_t at_;
  std::size_t end_;
  std::size_t used_ = 0;  // of the tickets of an offer
};

std::size_t outcomes_end(const Record& record, std::size_t at) {
  while (at < record.events.size() && is_outcome(record.events[at].event.kind)) ++at;
  return at;
}

// What the outcomes from `begin` to `end` tell of a move.
void note_outcomes(const Record& record, std::size_t begin, std::size_t end, Move& move) {
  for (std::size_t i = begin; i < end; ++i) {
    const Event& event = record.events[i].event;
    if (event.kind == EventKind::kCard && event.to.place == CardTo::kHand) move.drawn = event.card;
    if (event.kind == EventKind::kCard && event.to.place == CardTo::kTunnel && event.card)
      move.revealed.push_back(*event.card);
    if (event.kind == EventKind::kOffer && move.action.kind == ActionKind::kTickets) move.offer = event.tickets;
  }
}

Move move_of(const NumberedEvent& at) {
  const auto& [event, line] = at;
  if (!event.actor) throw LineFault{line, "an action needs an actor"};
  Move move;
  move.seat = *event.actor;
  move.action = *event.action;
  move.t_ms = event.t_ms;
  move.line = line;
  return move;
}

// Both ways of going through a record.
class Walk {
 public:
  Walk(const Record& record, const Listener& listener) : record_(record), listener_(listener) {}
  virtual ~Walk() = default;

  std::optional<Stop> run() {
    try {
      if (record_.events.empty()) return Stop{1, "the record has no events"};
      std::size_t at = outcomes_end(record_, 0);
      begin(at);
      listener_.began(state());
      remember(at);
      while (at < record_.events.size()) at = step(at);
    } catch (const LineFault& fault) {
      return Stop{fault.line, fault.message};
    }
    return {};
  }

 protected:
  virtual void begin(std::size_t end) = 0;
  virtual void act(Move& move, std::size_t begin, std::size_t end) = 0;
  virtual const State& state() const = 0;
  virtual void go_back(const State& state, int line) = 0;
  virtual void end(const Event&) {}

  const Record& record_;

 private:
  std::size_t step(std::size_t at) {
    const auto& [event, line] = record_.events[at];
    if (event.kind == EventKind::kUndo) {
      undo(event, line);
    } else if (event.kind == EventKind::kEnd) {
      end(event);
    } else if (is_outcome(event.kind)) {
      throw LineFault{line, fmt::format("\"{}\" does not follow from the rules here", name(event.kind))};
    } else if (event.kind == EventKind::kAction) {
      if (!event.action) throw UnknownValue{};
      Move move = move_of(record_.events[at]);
      const std::size_t last = outcomes_end(record_, at + 1);
      move.before = state();
      note_outcomes(record_, at + 1, last, move);
      act(move, at + 1, last);
      move.after = state();
      ++moves_;
      listener_.moved(move);
      remember(last);
      return last;
    }
    return at + 1;
  }

  void undo(const Event& event, int line) {
    const auto found = positions_.find(event.number);
    if (found == positions_.end()) throw LineFault{line, "there is no such position to go back to"};
    go_back(found->second.state, line);
    moves_ = found->second.moves;
    positions_.erase(std::next(found), positions_.end());
    listener_.undone(moves_);
  }

  void remember(std::size_t last) {
    if (last > 0) positions_[record_.events[last - 1].event.seq] = {state(), moves_};
  }

  struct Position {
    State state;
    int moves = 0;
  };
  const Listener& listener_;
  std::map<int, Position> positions_;  // by the seq of the last event that led to them
  int moves_ = 0;
};

class EngineWalk : public Walk {
 public:
  EngineWalk(const Edition& edition, const Record& record, const Listener& listener)
      : Walk(record, listener), edition_(edition) {}

 private:
  void begin(std::size_t end) override {
    Script script(record_.events, 0, end);
    start(edition_, state_, static_cast<int>(record_.header.players.size()), script, record_.header.first_player);
  }
  void act(Move& move, std::size_t begin, std::size_t end) override {
    if (const Refusal refusal = check(edition_, state_, move.seat, move.action)) {
      throw LineFault{move.line, fmt::format("seat {} may not \"{}\": {}", move.seat, text(edition_, move.action),
                                             name(refusal.reason))};
    }
    const auto seat = static_cast<std::size_t>(move.seat);
    if (move.action.kind == ActionKind::kKeep)
      move.offer.assign(state_.offer[seat].begin(), state_.offer[seat].begin() + state_.offered[seat]);
    Script script(record_.events, begin, end);
    apply_legal(edition_, state_, move.seat, move.action, script);
    if (move.action.kind == ActionKind::kTickets && edition_.mix == 0) {
      const auto* first = state_.offer[seat].data();
      if (!std::equal(move.offer.begin(), move.offer.end(), first, first + state_.offered[seat]))
        throw LineFault{move.line, "the tickets on offer are not those on top of the deck"};
    }
  }
  const State& state() const override { return state_; }
  void go_back(const State& state, int) override { state_ = state; }

  const Edition& edition_;
  State state_{};
};

class PublicWalk : public Walk {
 public:
  PublicWalk(const Edition& edition, const Record& record, const Listener& listener)
      : Walk(record, listener), game_(edition, static_cast<int>(record.header.players.size())) {}

 private:
  void begin(std::size_t end) override {
    if (record_.header.first_player) {
      Event first;
      first.kind = EventKind::kFirstPlayer;
      first.number = *record_.header.first_player;
      game_.take_in(first);
    }
    note(0, end);
  }
  void act(Move& move, std::size_t begin, std::size_t end) override {
    auto& offer = offers_[static_cast<std::size_t>(move.seat)];
    if (move.action.kind == ActionKind::kKeep) move.offer = offer;
    if (const std::string why = game_.act(move.seat, move.action); !why.empty()) throw LineFault{move.line, why};
    note(begin, end);
  }
  void end(const Event& event) override {
    game_.end_half_turn();
    game_.finish(event.ending);
  }
  void note(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Event& event = record_.events[i].event;
      if (event.kind == EventKind::kOffer && event.actor)
        offers_[static_cast<std::size_t>(*event.actor)] = event.tickets;
      game_.take_in(event);
    }
  }
  const State& state() const override { return game_.state(); }
  void go_back(const State&, int line) override {
    throw LineFault{line, "an undo cannot be followed when values are unknown"};
  }

  PublicGame game_;
  std::array<std::vector<std::optional<int>>, kMaxPlayers> offers_;
};

}  // namespace

std::optional<Stop> replay_record(const Edition& edition, const Record& record, const Listener& listener,
                                  bool& partial) {
  partial = false;
  try {
    return EngineWalk(edition, record, listener).run();
  } catch (const UnknownValue&) {
    partial = true;
    return {};
  }
}

std::optional<Stop> replay_partial(const Edition& edition, const Record& record, const Listener& listener) {
  if (edition.is_special() || edition.decks.size() > 1)
    return Stop{1, fmt::format("a record of {} with unknown values cannot be played back", edition.id)};
  try {
    return PublicWalk(edition, record, listener).run();
  } catch (const UnknownValue&) {
    return Stop{1, "an action is unknown"};
  }
}

tl::expected<std::shared_ptr<const Edition>, DataError> Editions::find(const std::string& id) const {
  if (const auto made = made_.find(id); made != made_.end()) return made->second;
  auto edition = catalog_.edition(id);
  if (edition) made_[id] = *edition;
  return edition;
}

ReadRecord read_record_so_far(const Editions& editions, std::string_view text) {
  ReadRecord out;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  int players = 0;
  std::int64_t time = 0;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    auto stop = [&](std::string message) {
      out.stop = Stop{number, std::move(message)};
      return out;
    };
    if (line.size() > kMostLineBytes) return stop("the line is longer than 64 KiB");
    if (number > kMostLines) return stop(fmt::format("the file has more than {} lines", kMostLines));
    if (number == 1) {
      auto header = parse_header(line);
      if (!header) return stop(header.error().message);
      auto edition = editions.find(header->edition);
      if (!edition) return stop(edition.error().text());
      if ((*edition)->data_hash != header->data_hash)
        return stop(fmt::format("the record was made with other data of {}", header->edition));
      players = static_cast<int>(header->players.size());
      if (players < (*edition)->min_players || players > (*edition)->max_players)
        return stop("wrong number of players for this edition");
      out.edition = std::move(*edition);
      out.record.header = std::move(*header);
      continue;
    }
    auto event = parse_event(*out.edition, line);
    if (!event) return stop(event.error().message);
    if (event->seq != number - 1) return stop(fmt::format("\"seq\" must be {}, is {}", number - 1, event->seq));
    if (event->actor.value_or(0) >= players || event->only_for.value_or(0) >= players)
      return stop("there is no such seat");
    if (event->t_ms.value_or(time) < time) return stop("\"t_ms\" goes back");
    time = event->t_ms.value_or(time);
    out.record.events.push_back({std::move(*event), number});
  }
  if (!out.edition) out.stop = Stop{1, "the file is empty"};
  return out;
}

}  // namespace fogg::playback
