#include "engine/queue_fates.h"

#include <algorithm>

namespace fogg {

QueueFates::QueueFates(const Edition& edition, const View& view) {
  std::array<int, kMaxDecks> above{};  // tickets that come off before the queue
  std::array<int, kMaxDecks> front{};
  std::array<int, kMaxDecks> end{};
  for (std::size_t d = 0; d < edition.decks.size(); ++d) above[d] = edition.decks[d].count;
  int entries = 0;
  int own = 0;
  for (int at = 0; at < view.log_size; ++entries) {
    const TicketChoice entry = TicketChoice::read(view.log.data() + at);
    const bool mine = entry.seat == view.viewer;
    for (std::size_t d = 0; d < edition.decks.size(); ++d) {
      Visit visit{.deck = d, .own = mine ? std::min(own, 62) : -1};
      for (int i = 0; i < entry.offered; ++i) {
        if (View::deck_of(edition, entry.tickets[i]) != static_cast<int>(d)) continue;
        ++(i < entry.kept ? visit.kept : visit.returned);
      }
      const int drawn = visit.kept + visit.returned;
      visit.from_above = std::min(drawn, above[d]);
      above[d] -= visit.from_above;
      visit.in = front[d];
      front[d] += drawn - visit.from_above;
      visit.out = end[d];
      const bool at_start = entries < view.players;
      if (!at_start || edition.start_returns == StartReturns::kUnder) {
        end[d] += visit.returned;
      } else if (edition.start_returns != StartReturns::kLeave) {
        above[d] += visit.returned;
        visit.out = -1;
      } else {
        visit.out = -1;
      }
      visit.any_order = edition.return_order == ReturnOrder::kChosen && !at_start;
      visits_.push_back(visit);
    }
    if (mine) ++own;
    at += entry.bytes();
  }
  for (std::size_t d = 0; d < edition.decks.size(); ++d) {
    fates_[d].assign(static_cast<std::size_t>(end[d]) + 1, kNotSeen);
    for (int seat = 0; seat < view.players; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      const int first = view.offered_first[s];
      int drawn = d == 0 ? first : view.offered[s] - first;
      for (; drawn > 0 && above[d] > 0; --drawn) --above[d];
      for (; drawn > 0 && front[d] < end[d]; --drawn, ++front[d]) {
        if (seat == view.viewer) fates_[d][static_cast<std::size_t>(front[d])] = 1ULL << std::min(own, 62);
      }
    }
  }
  for (auto visit = visits_.rbegin(); visit != visits_.rend(); ++visit) look_back(*visit);
}

void QueueFates::look_back(const Visit& visit) {
  const int drawn = visit.kept + visit.returned;
  for (int rank = visit.from_above; rank < drawn; ++rank) {
    Set& fate = fates_[visit.deck][static_cast<std::size_t>(visit.in + rank - visit.from_above)];
    if (visit.own >= 0) {
      fate = 1ULL << visit.own;
      continue;
    }
    fate = visit.kept > 0 ? kNotSeen : 0;
    const int lowest = visit.any_order ? 0 : std::max(0, rank - visit.kept);
    const int highest = visit.any_order ? visit.returned - 1 : std::min(rank, visit.returned - 1);
    for (int to = lowest; to <= highest; ++to)
      fate |= visit.out < 0 ? ~Set{0} : fates_[visit.deck][static_cast<std::size_t>(visit.out + to)];
  }
}

}  // namespace fogg
