#include "engine/view.h"

#include <algorithm>
#include <cstring>

namespace fogg {

View view_of(const Edition& edition, const State& state, int viewer) {
  View view;
  std::memset(static_cast<void*>(&view), 0, sizeof view);
  view.viewer = static_cast<std::int8_t>(viewer);
  view.owned = state.owned;
  view.closed = state.closed;
  view.seen = state.seen;
  if (state.players == 2 && viewer != kSpectator) view.counted = state.counted;
  view.discards = state.discards;
  std::copy(state.row.begin(), state.row.end(), view.row.begin());
  view.trains = state.trains;
  view.kept = state.kept;
  view.offered = state.offered;
  view.phase = state.phase;
  view.ending = state.ending;
  view.players = state.players;
  view.player = state.player;
  view.first_player = state.first_player;
  view.deck_size = state.deck_size;
  view.passes = state.passes;
  view.turns_left = state.turns_left;
  view.pile = state.pile;
  view.points = state.points;
  view.turns = state.turns;
  view.log_size = state.log_size;
  for (int seat = 0; seat < state.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    for (std::size_t i = 0; i < state.offered[s]; ++i)
      view.offered_first[s] =
          static_cast<std::uint8_t>(view.offered_first[s] + (edition.deck_of(state.offer[s][i]) == 0));
    view.hand_size[s] = static_cast<std::uint8_t>(state.hand[s].total());
    if (seat == viewer || state.over()) view.tickets[s] = state.tickets_at(edition, static_cast<std::uint8_t>(seat));
  }
  if (viewer != kSpectator) {
    const auto own = static_cast<std::size_t>(viewer);
    view.hand = state.hand[own];
    view.offer = state.offer[own];
    view.choice = state.choice[own];
  }
  const std::uint8_t* log = state.log(edition);
  for (int at = 0; at < state.log_size;) {
    const TicketChoice entry = TicketChoice::read(log + at);
    view.log[static_cast<std::size_t>(at)] = log[at];
    for (int i = 1; i < entry.bytes(); ++i) {
      view.log[static_cast<std::size_t>(at + i)] =
          entry.seat == viewer ? log[at + i] : View::hidden_ticket(edition.deck_of(log[at + i]));
    }
    at += entry.bytes();
  }
  if (edition.has_extras()) view.extras = state.extras(edition);
  return view;
}

int View::kept_of(const Edition& edition, int seat, int deck) const {
  int count = 0;
  for (int at = 0; at < log_size;) {
    const TicketChoice entry = TicketChoice::read(log.data() + at);
    for (int i = 0; i < entry.kept && entry.seat == seat; ++i)
      count += deck_of(edition, entry.tickets[i]) == deck ? 1 : 0;
    at += entry.bytes();
  }
  return count;
}

State visible_state(const Edition& edition, const View& view) {
  State state;
  std::memset(static_cast<void*>(&state), 0, sizeof state);
  state.owned = view.owned;
  state.closed = view.closed;
  state.seen = view.seen;
  state.counted = view.counted;
  state.discards = view.discards;
  for (std::size_t place = 0; place < kRow; ++place) state.row.set(place, view.row[place]);
  state.trains = view.trains;
  state.kept = view.kept;
  state.offered = view.offered;
  state.phase = view.phase;
  state.ending = view.ending;
  state.players = view.players;
  state.player = view.player;
  state.first_player = view.first_player;
  state.deck_size = view.deck_size;
  state.passes = view.passes;
  state.turns_left = view.turns_left;
  state.pile = view.pile;
  state.points = view.points;
  state.turns = view.turns;
  state.log_size = view.log_size;
  // What the viewer does not know to be elsewhere counts as unseen.
  std::fill_n(state.tail.begin(), edition.tickets.size(), ticket_at::kUnseen);
  for (std::uint8_t seat = 0; seat < view.players; ++seat) {
    view.tickets[seat].each([&](int ticket) { state.where(ticket) = seat; });
  }
  if (view.viewer != kSpectator) {
    const auto own = static_cast<std::size_t>(view.viewer);
    for (std::size_t i = 0; i < view.offered[own]; ++i) {
      state.where(view.offer[i]) = static_cast<std::uint8_t>(ticket_at::kOffered + own);
    }
    state.hand[own] = view.hand;
    state.offer[own] = view.offer;
    state.choice[own] = view.choice;
  }
  std::copy_n(view.log.begin(), view.log_size, state.log(edition));
  if (edition.has_extras()) state.extras(edition) = view.extras;
  return state;
}

}  // namespace fogg
