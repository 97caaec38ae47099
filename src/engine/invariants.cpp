#include "engine/invariants.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/play.h"

namespace fogg {

namespace {

bool at_most(const CardCounts& a, const CardCounts& b) {
  for (std::size_t kind = 0; kind < a.of.size(); ++kind) {
    if (a.of[kind] > b.of[kind]) return false;
  }
  return true;
}

std::string_view numbers_fault(const Edition& e, const State& s) {
  if (s.players < e.min_players || s.players > e.max_players) return "number of players";
  if (s.player >= s.players || s.first_player >= s.players) return "seat";
  if (s.phase > Phase::kOver || s.ending > Ending::kAllPassed) return "phase or ending";
  if ((s.phase == Phase::kOver) != (s.ending != Ending::kNone)) return "phase and ending disagree";
  if (s.turns_left < -1 || s.turns_left > s.players || s.passes > s.players) return "turns left or passes";
  if ((s.ending == Ending::kLastRound) != (s.turns_left == 0)) return "last round";
  if ((s.ending == Ending::kAllPassed) != (s.passes == s.players && s.turns_left != 0)) return "passes";
  for (std::size_t seat = s.players; seat < kMaxPlayers; ++seat) {
    if (!s.owned[seat].empty() || s.hand[seat].total() != 0 || s.trains[seat] != 0 || s.points[seat] != 0 ||
        s.kept[seat] != 0 || s.offered[seat] != 0 || s.choice[seat] != 0) {
      return "a seat nobody sits on has something";
    }
  }
  return {};
}

std::string_view cards_fault(const Edition& e, const State& s) {
  std::array<int, 12> sum{};
  for (std::size_t kind = 0; kind < sum.size(); ++kind) {
    sum[kind] = s.deck.of[kind] + s.discards.of[kind];
    for (const CardCounts& hand : s.hand) sum[kind] += hand.of[kind];
  }
  bool hole = false;
  for (std::size_t behind = kRow; behind < s.row.place.size(); ++behind) {
    if (s.row.place[behind] != 0) return "a card behind the row";
  }
  for (const std::uint8_t card : s.row) {
    if (card == kEmptyPlace) {
      hole = true;
    } else if (card >= kCardKinds) {
      return "unknown card in the row";
    } else {
      ++sum[card];
    }
  }
  for (std::size_t kind = 0; kind < sum.size(); ++kind) {
    if (sum[kind] != e.cards.of[kind]) return "train cards are missing or too many";
  }
  if (s.deck.total() != s.deck_size) return "size of the deck";
  if (s.deck_size == 0 && s.discards.total() != 0) return "discards left beside an empty deck";
  if (hole && s.deck_size != 0) return "an empty place in the row beside a deck";
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    if (!at_most(s.seen[seat], s.hand[seat])) return "seen cards that are not in the hand";
  }
  if (s.players == 2) {
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (!at_most(s.counted[seat], s.hand[seat]) || !at_most(s.seen[seat], s.counted[seat])) return "counted cards";
    }
  }
  return {};
}

std::string_view routes_fault(const Edition& e, const State& s) {
  RouteSet owned;
  RouteSet closed;
  for (std::size_t seat = 0; seat < s.players; ++seat) {
    const RouteSet mine = s.owned[seat];
    if (!mine.without(e.all_routes()).empty()) return "a route that is not there";
    if (!(owned & mine).empty()) return "a route with two owners";
    if (!(e.parallel_to(mine) & mine).empty()) return "parallel routes with one owner";
    if (s.one_of_parallels() && !(e.parallel_to(mine) & owned).empty()) return "parallel routes both owned";
    owned |= mine;
    closed |= mine;
    if (s.one_of_parallels()) closed |= e.parallel_to(mine);
    int trains = 0;
    int points = 0;
    mine.each([&](int r) {
      const Route& route = e.board.routes[static_cast<std::size_t>(r)];
      trains += route.length;
      points += e.route_points[route.length];
    });
    if (s.trains[seat] + trains != e.trains) return "trains are missing or too many";
    if (s.points[seat] != points) return "points differ from a recount";
  }
  if (!(closed == s.closed)) return "closed routes differ from a recount";
  return {};
}

std::string_view tickets_fault(const Edition& e, const State& s) {
  std::array<int, 13> count{};
  for (int t = 0; t < e.ticket_count(); ++t) {
    if (s.where(t) > ticket_at::kReturned) return "place of a ticket";
    ++count[s.where(t)];
  }
  if (count[ticket_at::kUnseen] != s.unseen || count[ticket_at::kShuffled] != s.shuffled ||
      count[ticket_at::kReturned] != s.returned) {
    return "parts of the ticket deck";
  }
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    if (count[seat] != s.kept[seat]) return "number of kept tickets";
    if (s.offered[seat] > kMaxOffer || count[ticket_at::kOffered + seat] != s.offered[seat])
      return "number of offered tickets";
    for (std::size_t i = 0; i < kMaxOffer; ++i) {
      const std::uint8_t ticket = s.offer[seat][i];
      if (i >= s.offered[seat] ? ticket != 0
                               : ticket >= e.ticket_count() || s.where(ticket) != ticket_at::kOffered + seat)
        return "offered tickets";
      if (i < s.offered[seat] && std::find(s.offer[seat].begin(), s.offer[seat].begin() + static_cast<int>(i),
                                           ticket) != s.offer[seat].begin() + static_cast<int>(i)) {
        return "a ticket offered twice";
      }
    }
    if (s.choice[seat] != 0 && (s.phase != Phase::kStart || s.choice[seat] >= (1 << s.offered[seat])))
      return "choice at the start";
    const bool chooses =
        s.phase == Phase::kStart ? seat < s.players : s.phase == Phase::kChooseTickets && seat == s.player;
    if ((s.offered[seat] != 0) != chooses) return "tickets offered at the wrong time";
  }
  return {};
}

// Plays the ticket log again.
std::string_view log_fault(const Edition& e, const State& s) {
  if (s.log_size > e.ticket_log_bytes()) return "length of the ticket log";
  const std::uint8_t* log = s.log(e);
  const bool shuffles = e.start_returns == StartReturns::kShuffledUnder;
  TicketSet kept;
  std::array<std::uint8_t, State::kTailBytes> queue;
  std::size_t returned = 0;
  int entries = 0;
  bool entry_begins_here = s.queue_entry == 0 || s.queue_entry == s.log_size;
  for (int at = 0; at < s.log_size; ++entries) {
    const TicketChoice entry = TicketChoice::read(log + at);
    entry_begins_here |= at == s.queue_entry;
    if (entry.seat >= s.players || entry.offered > kMaxOffer || entry.kept > entry.offered ||
        at + entry.bytes() > s.log_size)
      return "ticket log";
    TicketSet offered;
    for (int i = 0; i < entry.offered; ++i) {
      const std::uint8_t ticket = entry.tickets[i];
      if (ticket >= e.ticket_count() || kept.has(ticket) || offered.has(ticket)) return "ticket log";
      offered |= TicketSet::single(ticket);
      if (i < entry.kept) {
        if (s.where(ticket) != entry.seat) return "kept tickets in the log";
        kept |= TicketSet::single(ticket);
      } else if (!(shuffles && entries < s.players)) {
        queue[returned++] = ticket;
      }
    }
    at += entry.bytes();
  }
  int all_kept = 0;
  for (const std::uint8_t number : s.kept) all_kept += number;
  if (kept.size() != all_kept) return "kept tickets that are not in the log";
  if (s.phase == Phase::kStart ? entries != 0 : entries < s.players) return "choices of the start in the log";
  // The last ones returned are those still under the deck.
  if (returned < s.returned) return "returned tickets that are not in the log";
  for (std::size_t i = returned - s.returned; i < returned; ++i) {
    if (s.where(queue[i]) != ticket_at::kReturned) return "returned tickets in the log";
  }
  if (!entry_begins_here || s.queue_entry > s.log_size) return "front of the returned tickets";
  int behind = s.queue_left;
  for (int at = s.queue_entry; at < s.log_size;) {
    const TicketChoice entry = TicketChoice::read(log + at);
    behind += entry.offered - entry.kept;
    at += entry.bytes();
  }
  if (behind != s.returned || s.queue_left > kMaxOffer || s.queue_left > s.queue_entry)
    return "front of the returned tickets";
  return {};
}

}  // namespace

std::string_view find_fault(const Edition& edition, const State& state) {
  for (auto* check_part : {numbers_fault, cards_fault, routes_fault, tickets_fault, log_fault}) {
    if (const std::string_view fault = check_part(edition, state); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace fogg
