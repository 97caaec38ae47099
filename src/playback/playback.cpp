#include "playback/playback.h"

#include <algorithm>

#include "playback/import_v09.h"
#include "playback/words.h"

namespace fogg::playback {

namespace {

// Makes frames of moves.
class Maker {
 public:
  Maker(Playback& playback, const std::optional<Finale>& finale)
      : playback_(playback), story_(*playback.edition, playback.party, playback.dialect), finale_(finale) {}

  // `partial` if only public things are known.
  Listener listener(bool partial) {
    partial_ = partial;
    playback_.frames.clear();
    playback_.opening.clear();
    return {[this](const State& state) { began(state); }, [this](const Move& move) { moved(move); },
            [this](int moves) { undone(moves); }};
  }

  void finish() {
    Playback& p = playback_;
    State last = p.start;
    for (const Frame& frame : p.frames) {
      if (!frame.undone) last = frame.after;
    }
    if (finale_) {
      p.scores = finale_->scores;
    } else if (p.forfeited_by >= 0 && !partial_) {
      p.scores = v09::scores_without(*p.edition, last, p.forfeited_by);
    } else if (last.over() && !partial_) {
      p.scores = score(*p.edition, last);
    }
    if (p.scores && p.speaks_v09()) tell_scores(last);
  }

 private:
  void began(const State& state) {
    Playback& p = playback_;
    p.start = state;
    if (!p.speaks_v09()) return;
    v09::Writer writer(p.opening, p.dialect);
    for (int seat = 0; seat < p.players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      writer.joined(p.party.colors[s], p.party.names[s], v09::ClientType::kPlayer);
    }
    story_.began(state, v09::Viewer{}, p.opening);
  }

  void moved(const Move& move) {
    Playback& p = playback_;
    Frame& frame = p.frames.emplace_back();
    frame.number = static_cast<int>(p.frames.size());
    frame.turn = move.before.phase <= Phase::kStart ? 0 : move.before.turns + 1;
    frame.seat = move.seat;
    frame.line = move.line;
    frame.t_ms = move.t_ms;
    frame.words = words(*p.edition, move);
    frame.after = move.after;
    if (!p.speaks_v09()) return;
    v09::Step step = v09::step_of(move.before, move.seat, move.action);
    if (move.action.kind == ActionKind::kDraw && move.drawn) step.drawn = *move.drawn;
    // The scores come from elsewhere, at the end.
    State after = move.after;
    if (after.over()) after.phase = Phase::kTurn;
    story_.told(after, step, v09::Viewer{}, frame.messages);
  }

  void undone(int moves) {
    auto left = std::ranges::count_if(playback_.frames, [](const Frame& f) { return !f.undone; });
    for (auto frame = playback_.frames.rbegin(); left > moves; ++frame) {
      if (frame->undone) continue;
      --left;
      frame->undone = true;
      frame->messages.clear();
    }
  }

  void tell_scores(State last) {
    Playback& p = playback_;
    v09::Writer writer(p.frames.empty() ? p.opening : p.frames.back().messages, p.dialect);
    for (int seat = 0; seat < p.players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      if (finale_ && finale_->tickets[s])
        finale_->tickets[s]->each([&](int t) { last.where(t) = static_cast<std::uint8_t>(seat); });
      writer.final_score(*p.edition, last, p.party.colors[s], seat, p.party.names[s], (*p.scores)[s],
                         longest_trail(p.edition->board, last.owned[s]));
    }
  }

  Playback& playback_;
  v09::Story story_;
  std::optional<Finale> finale_;
  bool partial_ = false;
};

void play(Playback& p, const Record& record, std::optional<Finale> finale) {
  for (const auto& [event, line] : record.events) {
    if (event.kind == EventKind::kForfeit) p.forfeited_by = event.actor.value_or(-1);
    if (event.kind != EventKind::kEnd || finale || event.scores.size() != record.header.players.size()) continue;
    finale.emplace();
    std::ranges::copy(event.scores, finale->scores.begin());
  }
  Maker maker(p, finale);
  auto stop = replay_record(*p.edition, record, maker.listener(false), p.partial);
  if (p.partial) stop = replay_partial(*p.edition, record, maker.listener(true));
  if (stop) {
    p.stop = stop;
  } else {
    maker.finish();
  }
}

tl::expected<Playback, Stop> load_record(const Editions& editions, std::string_view text, const LoadOptions& options) {
  ReadRecord read = read_record_so_far(editions, text);
  if (!read.edition) return tl::unexpected(*read.stop);
  Playback p;
  p.edition = read.edition;
  p.players = static_cast<int>(read.record.header.players.size());
  p.dialect = options.dialect.value_or(v09::Dialect::kCamel);
  p.stop = read.stop;
  for (std::size_t s = 0; s < read.record.header.players.size(); ++s) {
    const auto& color = read.record.header.players[s].color;
    p.party.colors[s] = v09::seat_color(color).value_or(static_cast<v09::SeatColor>(s));
  }
  for (std::size_t s = 1; s < read.record.header.players.size(); ++s) {
    // Colors that cannot be those of seats are not used.
    if (p.party.colors[s] > p.party.colors[s - 1]) continue;
    for (std::size_t all = 0; all < p.party.colors.size(); ++all)
      p.party.colors[all] = static_cast<v09::SeatColor>(all);
    break;
  }
  for (std::size_t s = 0; s < read.record.header.players.size(); ++s)
    p.party.names[s] = clean_name(read.record.header.players[s].name, v09::name(p.party.colors[s]));
  play(p, read.record, {});
  if (p.frames.empty() && p.opening.empty() && p.stop) return tl::unexpected(*p.stop);
  if (!p.stop && !p.scores)
    p.stop = Stop{static_cast<int>(read.record.events.size()) + 1, "the record ends here, before the end of the game"};
  return p;
}

tl::expected<Playback, Stop> load_log(const Editions& editions, std::string_view text, const LoadOptions& options) {
  const v09::Log log = v09::read_log(text);
  auto imported = import_v09(editions, log, options.edition);
  if (!imported) return tl::unexpected(imported.error());
  Playback p;
  p.edition = imported->edition;
  p.players = static_cast<int>(imported->record.header.players.size());
  p.dialect = options.dialect.value_or(log.dialect);
  p.from_log = true;
  p.party.colors = imported->colors;
  for (std::size_t s = 0; s < imported->record.header.players.size(); ++s)
    p.party.names[s] = imported->record.header.players[s].name;
  const std::optional<Stop> stop = imported->stop;
  play(p, imported->record, imported->finale);
  if (!p.stop) p.stop = stop;
  return p;
}

}  // namespace

bool is_record(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.find("\"fogg\"") != std::string_view::npos && line.find("turnType") == std::string_view::npos;
}

tl::expected<Playback, Stop> load(const Editions& editions, std::string_view text, const LoadOptions& options) {
  return is_record(text) ? load_record(editions, text, options) : load_log(editions, text, options);
}

}  // namespace fogg::playback
