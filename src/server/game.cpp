#include "server/game.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "data/sha256.h"

namespace fogg::server {

namespace {

tl::unexpected<std::string> fail(std::string why) { return tl::unexpected<std::string>(std::move(why)); }

// What clients do wrong is noted only so often, as a record has an end (docs/records.md).
constexpr int kMostNotes = 20'000;

// Passes questions on and remembers the last card that went to a hand.
template <Chance C>
struct Watched {
  C& inner;
  Card to_hand = Card::kLocomotive;

  Card card(const CardCounts& deck, int size, CardTo to) {
    const Card card = inner.card(deck, size, to);
    if (to.place == CardTo::kHand) to_hand = card;
    return card;
  }
  int ticket(const TicketSet& possible, int seat) { return inner.ticket(possible, seat); }
  int first_player(int players) { return inner.first_player(players); }
  void note_reset() { inner.note_reset(); }
  void note_reshuffle(int cards) { inner.note_reshuffle(cards); }
};

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

Game::Game(std::shared_ptr<const Edition> edition, const Header& header, const ChaKey& key, bool reveals)
    : edition_(std::move(edition)),
      header_(header),
      key_(key),
      reveals_(reveals),
      chance_(key),
      recorder_(*edition_, header, [this](std::string_view line) {
        fresh_ += line;
        fresh_ += '\n';
      }) {
  auto recording = recorder_.chance(chance_);
  start(*edition_, state_, static_cast<int>(header.players.size()), recording, header.first_player);
  recorder_.started(state_);
}

v09::Step Game::act(int seat, const Action& action, std::int64_t t_ms) {
  t_ms_ = std::max(t_ms_, t_ms);
  v09::Step step = v09::step_of(state_, seat, action);
  auto recording = recorder_.chance(chance_);
  Watched<decltype(recording)> watched{recording};
  apply_legal(*edition_, state_, seat, action, watched);
  if (action.kind == ActionKind::kDraw) step.drawn = watched.to_hand;
  recorder_.acted(seat, action, state_, t_ms_);
  ++decisions_[static_cast<std::size_t>(seat)];
  if (state_.over() && reveals_) recorder_.reveal(key_);
  return step;
}

void Game::refused(int seat, const Action& action, const Refusal& refusal, std::int64_t t_ms) {
  if (++notes_ > kMostNotes) return;
  t_ms_ = std::max(t_ms_, t_ms);
  recorder_.refused(seat, action, refusal, t_ms_);
}

void Game::note(EventKind kind, int seat, std::int64_t t_ms) {
  if (kind != EventKind::kForfeit && ++notes_ > kMostNotes) return;
  t_ms_ = std::max(t_ms_, t_ms);
  recorder_.note(kind, seat, t_ms_);
  if (kind == EventKind::kForfeit) {
    forfeited_by_ = seat;
    if (reveals_) recorder_.reveal(key_);
  }
}

std::uint64_t Game::bot_seed(int seat) const {
  const std::string text =
      sha256_hex(fmt::format("bot {} {} {}", hex(key_), seat, decisions_[static_cast<std::size_t>(seat)]));
  std::uint64_t seed = 0;
  std::from_chars(text.data(), text.data() + 16, seed, 16);
  return seed;
}

tl::expected<std::unique_ptr<Game>, std::string> Game::restore(const std::shared_ptr<const Edition>& edition,
                                                               const ChaKey& key, std::string_view record,
                                                               const Told& told) {
  std::vector<Point> past;
  return replay(edition, key, record, told, past);
}

tl::expected<std::unique_ptr<Game>, std::string> Game::replay(const std::shared_ptr<const Edition>& edition,
                                                              const ChaKey& key, std::string_view record,
                                                              const Told& told, std::vector<Point>& past) {
  std::string_view rest = record;
  auto header = parse_header(next_line(rest));
  if (!header) return fail("the header: " + header.error().message);
  if (header->data_hash != edition->data_hash)
    return fail(fmt::format("it was played with other data of {}", header->edition));
  auto game = std::make_unique<Game>(edition, *header, key);
  std::string repeated = game->take_record();
  if (told.began) told.began(*game);
  past.push_back({game->last_seq(), game->state_});
  for (int line = 2; !rest.empty(); ++line) {
    const std::string_view text = next_line(rest);
    auto event = parse_event(*edition, text);
    if (!event) return fail(fmt::format("line {}: {}", line, event.error().message));
    const std::int64_t t_ms = event->t_ms.value_or(0);
    if (event->kind == EventKind::kAction) {
      if (!event->action || !event->actor || check(*edition, game->state_, *event->actor, *event->action))
        return fail(fmt::format("line {}: the action is not legal", line));
      const v09::Step step = game->act(*event->actor, *event->action, t_ms);
      const bool is_pass = event->action->kind == ActionKind::kPass;
      past.push_back({game->last_seq(), game->state_, is_pass ? -1 : *event->actor});
      if (told.step) told.step(*game, step);
    } else if (event->kind == EventKind::kUndo) {
      while (past.size() > 1 && past.back().seq > event->number) past.pop_back();
      if (past.back().seq != event->number) return fail(fmt::format("line {}: nothing to go back to", line));
      game->go_back(event->actor.value_or(0), past.back(), t_ms);
      if (told.undone) told.undone(event->number);
    } else if (event->kind == EventKind::kForfeit) {
      game->note(EventKind::kForfeit, event->actor.value_or(0), t_ms);
      if (told.event) told.event(*game, *event);
    } else if (event->kind > EventKind::kForfeit) {
      game->recorder_.repeat(text);
      game->t_ms_ = std::max(game->t_ms_, t_ms);
      ++game->notes_;
      if (told.event) told.event(*game, *event);
    }
    repeated += game->take_record();
  }
  if (repeated != record) return fail("the same moves with the same key give another record");
  return game;
}

void Game::go_back(int seat, const Point& to, std::int64_t t_ms) {
  t_ms_ = std::max(t_ms_, t_ms);
  state_ = to.state;
  recorder_.undone(seat, to.seq, state_, t_ms_);
}

// The positions there were are not kept: few games go back, and the record has all that is needed to find them again.
std::optional<int> Game::undo(int seat, std::string_view record, std::int64_t t_ms) {
  if (++notes_ > kMostNotes) return {};
  std::vector<Point> past;
  if (!replay(edition_, key_, record, {}, past)) return {};
  auto last = past.size() - 1;
  while (last > 0 && past[last].decided != seat) --last;
  if (last == 0) return {};
  go_back(seat, past[last - 1], t_ms);
  return past[last - 1].seq;
}

}  // namespace fogg::server
