#include "wire/v09_story.h"

#include <fmt/format.h>
#include <algorithm>

namespace fogg::v09 {

Step step_of(const State& before, int seat, const Action& action) {
  const auto s = static_cast<std::size_t>(seat);
  Step step{.seat = seat, .action = action};
  if (action.kind == ActionKind::kTake) step.drawn = action.color;
  if (action.kind == ActionKind::kKeep) {
    step.at_start = before.phase == Phase::kStart;
    step.offer = before.offer[s];
    step.offered = before.offered[s];
  }
  return step;
}

void Story::began(const State& state, Viewer viewer, std::string& out) const {
  Writer writer(out, dialect_);
  if (viewer.seat != Viewer::kEverything) {
    writer.board_state(edition_, state, party_.colors, viewer.seat);
    return;
  }
  for (int seat = 0; seat < state.players; ++seat) writer.board_state(edition_, state, party_.colors, seat);
}

void Story::keeps(const State& after, const Step& step, Viewer viewer, Writer& writer) const {
  const bool own = viewer.seat == step.seat;
  if (own || !step.at_start) {
    std::array<std::uint8_t, kMaxOffer> kept{};
    std::size_t count = 0;
    for (int i = 0; i < step.offered; ++i) {
      if (((step.action.keep >> i) & 1) != 0) kept[count++] = step.offer[static_cast<std::size_t>(i)];
    }
    writer.tickets(edition_, color(step.seat), TurnType::kClaimDestinationTickets, {kept.data(), count},
                   viewer.sees_hidden_of(step.seat));
  }
  if (!step.at_start || after.phase == Phase::kStart) return;
  // It was the last choice: now everyone hears of those of the others. They are the first entries of the log, by seat.
  const std::uint8_t* entry = after.log(edition_);
  for (int i = 0; i < after.players; ++i) {
    const TicketChoice choice = TicketChoice::read(entry);
    entry += choice.bytes();
    if (choice.seat == viewer.seat) continue;
    writer.tickets(edition_, color(choice.seat), TurnType::kClaimDestinationTickets,
                   {choice.tickets, static_cast<std::size_t>(choice.kept)}, viewer.sees_hidden_of(choice.seat));
  }
}

void Story::told(const State& after, const Step& step, Viewer viewer, std::string& out) const {
  Writer writer(out, dialect_);
  const SeatColor player = color(step.seat);
  const auto s = static_cast<std::size_t>(step.seat);
  switch (step.action.kind) {
    case ActionKind::kDraw:
      writer.drew_card(player, {step.drawn, true}, viewer.sees_hidden_of(step.seat), after.row);
      break;
    case ActionKind::kTake: writer.drew_card(player, {step.drawn, false}, true, after.row); break;
    case ActionKind::kClaim: writer.claimed_route(edition_, player, step.action); break;
    case ActionKind::kTickets:
      writer.tickets(edition_, player, TurnType::kDrawDestinationTickets, {after.offer[s].data(), after.offered[s]},
                     viewer.sees_hidden_of(step.seat));
      break;
    case ActionKind::kKeep: keeps(after, step, viewer, writer); break;
    case ActionKind::kPass:
      writer.text(fmt::format("{} ({}) has to pass: nothing else is possible", party_.names[s], name(player)));
      break;
    default: break;  // not in editions of v0.9
  }
  if (after.over()) scores(after, -1, out);
}

Scores scores_without(const Edition& edition, const State& state, int lost) {
  Scores all = score(edition, state);
  if (lost < 0) return all;
  all[static_cast<std::size_t>(lost)].winner = false;
  if (std::ranges::any_of(all, &Score::winner)) return all;
  int best = -1'000'000;
  for (int seat = 0; seat < state.players; ++seat) {
    if (seat != lost) best = std::max(best, all[static_cast<std::size_t>(seat)].total);
  }
  for (int seat = 0; seat < state.players; ++seat) {
    Score& one = all[static_cast<std::size_t>(seat)];
    one.winner = seat != lost && one.total == best;
  }
  return all;
}

void Story::scores(const State& state, int lost, std::string& out) const {
  Writer writer(out, dialect_);
  const Scores all = scores_without(edition_, state, lost);
  for (int seat = 0; seat < state.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    writer.final_score(edition_, state, color(seat), seat, party_.names[s], all[s],
                       longest_trail(edition_.board, state.owned[s]));
  }
}

}  // namespace fogg::v09
