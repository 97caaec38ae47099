#include "record/verify.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "data/sha256.h"
#include "engine/invariants.h"
#include "engine/play.h"
#include "record/ledger.h"
#include "record/lines.h"

namespace fogg {

namespace {

// Chance that repeats what the record says and throws as soon as that is not possible.
class Script {
 public:
  Script(const Edition& edition, const std::vector<NumberedEvent>& events, std::size_t begin, std::size_t end,
         KeyedChance* keyed)
      : edition_(edition), events_(events), at_(begin), end_(end), keyed_(keyed) {}

  Card card(const CardCounts& deck, int size, CardTo to) {
    const bool secret = to.place == CardTo::kHand;
    const NumberedEvent& next =
        expect(EventKind::kCard, secret                       ? fmt::format("a card to the hand of seat {}", to.at)
                                 : to.place == CardTo::kInRow ? fmt::format("a card to place {} of the row", to.at)
                                                              : fmt::format("card {} of the tunnel", to.at));
    if (!(next.event.to == to))
      fault(next.line, fmt::format("the card belongs to {} {}",
                                   secret                       ? "seat"
                                   : to.place == CardTo::kInRow ? "place"
                                                                : "the tunnel, number",
                                   to.at));
    if (next.event.only_for.has_value() != secret || (secret && *next.event.only_for != to.at))
      fault(next.line, "\"visible_to\" is wrong for this card");
    if (!next.event.card) throw UnknownValue{};
    if (deck[*next.event.card] == 0)
      fault(next.line, fmt::format("no {} card is left in the deck", name(*next.event.card)));
    if (keyed_ != nullptr && keyed_->card(deck, size, to) != *next.event.card)
      fault(next.line, "the card is not the one the key gives");
    ++at_;
    return *next.event.card;
  }

  int ticket(const TicketSet& possible, int seat) {
    const NumberedEvent& next = expect(EventKind::kOffer, fmt::format("tickets offered to seat {}", seat));
    if (next.event.actor != seat || next.event.only_for != seat)
      fault(next.line, fmt::format("these tickets are offered to seat {} and visible to it alone", seat));
    // Tickets of another deck that came off it in a known order may stand before this one.
    const int deck = edition_.deck_of(possible.first_member());
    while (tickets_used_ < next.event.tickets.size() && next.event.tickets[tickets_used_] &&
           edition_.deck_of(*next.event.tickets[tickets_used_]) < deck) {
      ++tickets_used_;
    }
    if (tickets_used_ >= next.event.tickets.size()) fault(next.line, "too few tickets offered");
    const std::optional<int> ticket = next.event.tickets[tickets_used_];
    if (!ticket) throw UnknownValue{};
    if (!possible.has(*ticket))
      fault(next.line,
            fmt::format("ticket {} of the offer cannot come now: it is not on top of the deck", tickets_used_ + 1));
    if (keyed_ != nullptr && keyed_->ticket(possible, seat) != *ticket)
      fault(next.line, "the tickets are not those the key gives");
    if (++tickets_used_ == next.event.tickets.size()) {
      tickets_used_ = 0;
      ++at_;
    }
    return *ticket;
  }

  int first_player(int players) {
    const NumberedEvent& next = expect(EventKind::kFirstPlayer, "the first player");
    if (next.event.number >= players) fault(next.line, "there is no such seat");
    if (keyed_ != nullptr && keyed_->first_player(players) != next.event.number)
      fault(next.line, "the first player is not the one the key gives");
    ++at_;
    return next.event.number;
  }

  void note_reset() {
    expect(EventKind::kReset, "a reset of the row");
    ++at_;
  }
  void note_reshuffle(int cards) {
    const NumberedEvent& next = expect(EventKind::kReshuffle, "a reshuffle");
    if (next.event.number != cards)
      fault(next.line, fmt::format("{} cards become the deck, not {}", cards, next.event.number));
    ++at_;
  }

  // After the engine is done: nothing may be left but what follows from the position.
  void finish(const State& state, bool at_start) {
    if (tickets_used_ != 0) ++at_;
    for (; at_ < end_; ++at_) {
      const NumberedEvent& next = events_[at_];
      if (next.event.kind == EventKind::kOffer) continue;  // compared below
      if (next.event.kind != EventKind::kKept)
        fault(next.line, fmt::format("\"{}\" does not follow from the rules here", name(next.event.kind)));
      check_kept(state, next, at_start);
    }
    if (kept_expected_ >= 0 && kept_seen_ != kept_expected_)
      fault(events_[end_ - 1].line, "\"kept\" must follow, once for every player who chose");
  }
  // After a choice of tickets: so many `kept` must follow; a single one is the actor's.
  void expect_kept(int number, int actor) {
    kept_expected_ = number;
    actor_ = actor;
  }

 private:
  [[noreturn]] static void fault(int line, std::string message) { throw LineFault{line, std::move(message)}; }

  const NumberedEvent& expect(EventKind kind, const std::string& what) {
    if (at_ >= end_) fault(events_[end_ - 1].line, fmt::format("after this {} must follow, but does not", what));
    const NumberedEvent& next = events_[at_];
    if (next.event.kind != kind)
      fault(next.line, fmt::format("here {} must follow, not \"{}\"", what, name(next.event.kind)));
    const bool to_hand = kind == EventKind::kCard && next.event.to.place == CardTo::kHand;
    if (kind != EventKind::kOffer && !to_hand && next.event.only_for)
      fault(next.line, "\"visible_to\" must be \"all\"");
    return next;
  }

  void check_kept(const State& state, const NumberedEvent& next, bool at_start) {
    const int seat = next.event.actor.value_or(-1);
    if (next.event.only_for) fault(next.line, "\"visible_to\" must be \"all\"");
    if (seat < 0 || seat >= state.players || kept_expected_ <= 0) fault(next.line, "nobody has chosen tickets here");
    const auto by_deck = last_kept(edition_, state, seat);
    if ((at_start ? seat != kept_seen_ : seat != actor_) || next.event.number != by_deck[0] + by_deck[1])
      fault(next.line, "the number of tickets kept, or its player, is wrong");
    if (edition_.decks.size() > 1 && !std::ranges::equal(next.event.by_deck, by_deck))
      fault(next.line, "\"decks\" must say how many tickets of each deck were kept");
    ++kept_seen_;
  }

  const Edition& edition_;
  const std::vector<NumberedEvent>& events_;
  std::size_t at_;
  std::size_t end_;
  KeyedChance* keyed_;
  std::size_t tickets_used_ = 0;
  int kept_expected_ = 0;
  int kept_seen_ = 0;
  int actor_ = 0;
};

std::string refusal_text(const Refusal& refusal) {
  std::string out(name(refusal.reason));
  if (refusal.have != 0 || refusal.need != 0) out += fmt::format(" (have {}, need {})", refusal.have, refusal.need);
  return out;
}

// Plays the record on the engine.
class Replayer {
 public:
  Replayer(const Edition& edition, const Record& record, KeyedChance* keyed, Verdict& verdict)
      : edition_(edition), record_(record), keyed_(keyed), verdict_(verdict) {}

  void run() {
    std::size_t at = set_up();
    while (at < record_.events.size()) at = step(at);
    verdict_.turns = state_.turns;
  }

 private:
  [[noreturn]] static void fault(int line, std::string message) { throw LineFault{line, std::move(message)}; }

  std::size_t outcomes_from(std::size_t at) const {
    while (at < record_.events.size() && is_outcome(record_.events[at].event.kind)) ++at;
    return at;
  }

  void check_offers(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [event, line] = record_.events[i];
      if (event.kind != EventKind::kOffer) continue;
      const auto seat = static_cast<std::size_t>(event.actor.value_or(0));
      if (seat >= state_.players || event.only_for != event.actor)
        fault(line, "tickets are offered to a seat and visible to it alone");
      bool same = event.tickets.size() == state_.offered[seat];
      for (std::size_t t = 0; same && t < event.tickets.size(); ++t) {
        if (!event.tickets[t]) throw UnknownValue{};
        same = *event.tickets[t] == state_.offer[seat][t];
      }
      if (!same) fault(line, "these are not the tickets on top of the deck");
    }
  }

  void check_position(int line) const {
    if (const auto wrong = find_fault(edition_, state_); !wrong.empty())
      fault(line, "conservation is broken: " + std::string(wrong));
  }

  std::size_t set_up() {
    if (record_.events.empty()) fault(1, "the record has no events");
    const std::size_t end = outcomes_from(0);
    if (end == 0) fault(record_.events[0].line, "the set-up is missing");
    Script script(edition_, record_.events, 0, end, keyed_);
    start(edition_, state_, static_cast<int>(record_.header.players.size()), script, record_.header.first_player);
    script.finish(state_, true);
    std::size_t offers = 0;
    for (std::size_t i = 0; i < end; ++i) offers += record_.events[i].event.kind == EventKind::kOffer ? 1U : 0U;
    if (offers != (edition_.mix > 0 ? 0 : record_.header.players.size()))
      fault(record_.events[end - 1].line, "every player must be offered tickets once");
    check_offers(0, end);
    check_position(record_.events[end - 1].line);
    remember(end);
    return end;
  }

  std::size_t step(std::size_t at) {
    const auto& [event, line] = record_.events[at];
    switch (event.kind) {
      case EventKind::kAction: return act(at);
      case EventKind::kEnd: check_end(event, line); break;
      case EventKind::kUndo: undo(event, line); break;
      case EventKind::kForfeit:
        if (verdict_.finished) fault(line, "the game has ended already");
        if (!event.actor || event.only_for) fault(line, "a forfeit needs an actor, and is visible to all");
        verdict_.finished = verdict_.forfeited = true;
        break;
      case EventKind::kKey:
        if (!verdict_.finished) fault(line, "the key shows before the end of the game");
        break;
      default:
        if (is_outcome(event.kind))
          fault(line, fmt::format("\"{}\" does not follow from the rules here", name(event.kind)));
        break;
    }
    return at + 1;
  }

  std::size_t act(std::size_t at) {
    const auto& [event, line] = record_.events[at];
    if (!event.action) throw UnknownValue{};
    if (!event.actor) fault(line, "an action needs an actor");
    if (verdict_.forfeited) fault(line, "the game has ended already");
    const Action& action = *event.action;
    const int seat = *event.actor;
    const bool secret = action.kind == ActionKind::kKeep;
    if (event.only_for.has_value() != secret || (secret && event.only_for != seat))
      fault(line, "\"visible_to\" is wrong for this action");
    if (const Refusal refusal = check(edition_, state_, seat, action)) {
      fault(line, fmt::format("seat {} may not \"{}\": {}", seat, text(edition_, action), refusal_text(refusal)));
    }
    const std::size_t end = outcomes_from(at + 1);
    const bool at_start = state_.phase == Phase::kStart;
    Script script(edition_, record_.events, at + 1, end, keyed_);
    apply_legal(edition_, state_, seat, action, script);
    if (secret && state_.phase != Phase::kStart) script.expect_kept(at_start ? state_.players : 1, seat);
    script.finish(state_, at_start);
    std::size_t offers = 0;
    for (std::size_t i = at + 1; i < end; ++i) offers += record_.events[i].event.kind == EventKind::kOffer ? 1U : 0U;
    if (offers != (action.kind == ActionKind::kTickets ? 1U : 0U))
      fault(line, "drawn tickets must be followed by exactly one offer");
    check_offers(at + 1, end);
    check_position(line);
    remember(end);
    return end;
  }

  void check_end(const Event& event, int line) {
    if (verdict_.finished) fault(line, "the game has ended already");
    if (!state_.over()) fault(line, "the game is not over by the rules");
    if (event.ending != state_.ending) fault(line, "the game ended in another way");
    const Scores scores = score(edition_, state_);
    if (event.scores.size() != state_.players) fault(line, "a score for every player is needed");
    for (std::size_t seat = 0; seat < state_.players; ++seat) {
      if (!(event.scores[seat] == scores[seat])) {
        const Score& right = scores[seat];
        fault(line, fmt::format("the score of seat {} is wrong: by the rules {} for routes, {} for tickets, longest "
                                "path {}, bonus {}, {} for most tickets, {} for stations, {} for goods, total {}{}",
                                seat, right.routes, right.tickets, right.longest, right.bonus, right.most_tickets,
                                right.stations, right.goods, right.total, right.winner ? ", a winner" : ""));
      }
    }
    verdict_.finished = true;
  }

  // Chance does not rewind: the key goes on where it was.
  void undo(const Event& event, int line) {
    const auto found = positions_.find(event.number);
    if (found == positions_.end() || event.number >= event.seq)
      fault(line, fmt::format("there is no position after event {} to go back to", event.number));
    if (verdict_.finished) fault(line, "the game has ended already");
    if (!event.actor || event.only_for) fault(line, "an undo needs an actor, and is visible to all");
    state_ = found->second;
    positions_.erase(std::next(found), positions_.end());
    verdict_.undone = true;
  }

  void remember(std::size_t end) { positions_[record_.events[end - 1].event.seq] = state_; }

  const Edition& edition_;
  const Record& record_;
  KeyedChance* keyed_;
  Verdict& verdict_;
  State state_{};
  std::map<int, State> positions_;  // by the seq of the last event that led to them
};

// The key of a record, from its end or its header, checked against the hash.
std::optional<KeyedChance> audit_key(const Record& record, Verdict& verdict) {
  if (!record.header.key_hash) return {};
  verdict.chance = Verdict::Chance::kKeyHidden;
  std::optional<ChaKey> key;
  auto found = [&](const std::string& text, int line) {
    key = key_from_hex(text);
    if (!key || sha256_hex({reinterpret_cast<const char*>(key->data()), key->size()}) != *record.header.key_hash) {
      throw LineFault{line, "this is not the key whose hash the header gives"};
    }
  };
  if (record.header.key) found(*record.header.key, 1);
  for (const auto& [event, line] : record.events) {
    if (event.kind == EventKind::kKey) found(event.key, line);
  }
  if (!key) return {};
  verdict.chance = Verdict::Chance::kKeyMatches;
  return KeyedChance(*key);
}

}  // namespace

Verdict verify_record(const Catalog& catalog, std::istream& in) {
  Verdict verdict;
  try {
    const auto [record, edition] = read_record(catalog, in);
    verdict.edition = edition->id;
    verdict.players = static_cast<int>(record.header.players.size());
    verdict.events = static_cast<int>(record.events.size());
    std::optional<KeyedChance> keyed = audit_key(record, verdict);
    try {
      Replayer(*edition, record, keyed ? &*keyed : nullptr, verdict).run();
    } catch (const UnknownValue&) {
      verdict.partial = true;
      verdict.finished = false;
      verdict.undone = verdict.forfeited = false;
      verdict.chance = record.header.key_hash ? Verdict::Chance::kKeyHidden : Verdict::Chance::kNoKey;
      check_public_ledger(*edition, record, verdict);
    }
    verdict.good = true;
  } catch (const LineFault& fault) {
    verdict.line = fault.line;
    verdict.message = fault.message;
  }
  return verdict;
}

}  // namespace fogg
