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
  if (s.phase > Phase::kOver || s.ending > Ending::kTurnLimit) return "phase or ending";
  if ((s.phase == Phase::kStartMix && e.mix == 0) || (s.phase == Phase::kTunnel && !e.has_tunnels) ||
      ((s.phase == Phase::kPlace || s.phase == Phase::kJourney) && e.passengers == 0)) {
    return "a phase this edition does not have";
  }
  if (s.turns > kMostTurns || (s.ending == Ending::kTurnLimit && s.turns != kMostTurns) ||
      (s.turns == kMostTurns && s.phase != Phase::kOver)) {
    return "number of turns";
  }
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
    if (e.has_extras()) sum[kind] += s.extras(e).revealed.of[kind];
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
  std::array<int, 14> count{};
  for (int t = 0; t < e.ticket_count(); ++t) {
    if (s.where(t) > ticket_at::kGone) return "place of a ticket";
    ++count[s.where(t)];
  }
  for (std::size_t d = 0; d < kMaxDecks; ++d) {
    auto in_deck = [&](std::uint8_t place) {
      return (s.tickets_at(e, place) & e.tickets_of(static_cast<int>(d))).size();
    };
    const TicketPile& pile = s.pile[d];
    if (in_deck(ticket_at::kUnseen) != pile.unseen || in_deck(ticket_at::kShuffled) != pile.shuffled ||
        in_deck(ticket_at::kReturned) != pile.returned) {
      return "parts of the ticket deck";
    }
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
    // Those who have announced a mix come before those who have not.
    const bool chooses = s.phase == Phase::kStart ? seat < s.players
                         : s.phase == Phase::kStartMix
                             ? seat + 1 < s.players && s.offered[seat] != 0 && (seat == 0 || s.offered[seat - 1] != 0)
                             : s.phase == Phase::kChooseTickets && seat == s.player;
    if ((s.offered[seat] != 0) != chooses) return "tickets offered at the wrong time";
    // Deck by deck, as they are drawn.
    for (std::size_t i = 1; i < s.offered[seat]; ++i) {
      if (e.deck_of(s.offer[seat][i]) < e.deck_of(s.offer[seat][i - 1])) return "order of the tickets offered";
    }
  }
  return {};
}

// Plays the ticket log again.
std::string_view log_fault(const Edition& e, const State& s) {
  if (s.log_size > e.ticket_log_bytes()) return "length of the ticket log";
  const std::uint8_t* log = s.log(e);
  TicketSet kept;
  std::array<std::array<std::uint8_t, State::kTailBytes>, kMaxDecks> queue;
  std::array<std::size_t, kMaxDecks> returned{};
  std::array<bool, kMaxDecks> begins{};
  int entries = 0;
  for (int at = 0; at < s.log_size; ++entries) {
    const TicketChoice entry = TicketChoice::read(log + at);
    for (std::size_t d = 0; d < kMaxDecks; ++d) begins[d] |= at == s.pile[d].entry;
    if (entry.seat >= s.players || entry.offered > kMaxOffer || entry.kept > entry.offered ||
        at + entry.bytes() > s.log_size)
      return "ticket log";
    const bool queued = entries >= s.players || e.start_returns == StartReturns::kUnder;
    TicketSet offered;
    int deck_before = 0;
    for (int i = 0; i < entry.offered; ++i) {
      const std::uint8_t ticket = entry.tickets[i];
      if (ticket >= e.ticket_count() || kept.has(ticket) || offered.has(ticket)) return "ticket log";
      offered |= TicketSet::single(ticket);
      const int deck = e.deck_of(ticket);
      if (i == entry.kept) deck_before = 0;
      if (deck < deck_before) return "order of the decks in the ticket log";
      deck_before = deck;
      if (i < entry.kept) {
        if (s.where(ticket) != entry.seat) return "kept tickets in the log";
        kept |= TicketSet::single(ticket);
      } else if (queued) {
        const auto d = static_cast<std::size_t>(deck);
        queue[d][returned[d]++] = ticket;
      }
    }
    at += entry.bytes();
  }
  int all_kept = 0;
  for (const std::uint8_t number : s.kept) all_kept += number;
  if (kept.size() != all_kept) return "kept tickets that are not in the log";
  if (s.phase <= Phase::kStart ? entries != 0 : entries < s.players) return "choices of the start in the log";
  for (std::size_t d = 0; d < kMaxDecks; ++d) {
    const TicketPile& pile = s.pile[d];
    if (d >= e.decks.size()) {
      if (pile.entry != 0 || pile.taken != 0) return "a ticket deck that is not there";
      continue;
    }
    // The last ones returned are those still under the deck.
    if (returned[d] < pile.returned) return "returned tickets that are not in the log";
    for (std::size_t i = returned[d] - pile.returned; i < returned[d]; ++i) {
      if (s.where(queue[d][i]) != ticket_at::kReturned) return "returned tickets in the log";
    }
    if (!begins[d] && pile.entry != s.log_size && pile.entry != 0) return "front of the returned tickets";
    if (pile.entry > s.log_size) return "front of the returned tickets";
    int behind = 0;
    for (int at = pile.entry; at < s.log_size;) {
      const TicketChoice entry = TicketChoice::read(log + at);
      const int here = detail::returns_of(e, entry, static_cast<int>(d)).count;
      if (at == pile.entry && pile.taken > here) return "front of the returned tickets";
      behind += here;
      at += entry.bytes();
    }
    if (behind - pile.taken != pile.returned) return "front of the returned tickets";
  }
  return {};
}

std::string_view tunnel_fault(const Edition& e, const State& s, const Extras& x) {
  if (s.phase != Phase::kTunnel) {
    const bool nothing = x.revealed.total() == 0 && x.tunnel_route == 0 && x.tunnel_color == Card::kPurple &&
                         x.tunnel_count == 0 && x.tunnel_locomotives == 0 && x.surcharge == 0;
    return nothing ? std::string_view{} : "a tunnel at the wrong time";
  }
  const Action shown = Action::claim(x.tunnel_route, x.tunnel_color, x.tunnel_count, x.tunnel_locomotives);
  if (shown.color != x.tunnel_color || e.action_id(shown) < 0 || !e.board.routes[x.tunnel_route].tunnel)
    return "tunnel";
  State before = s;
  before.phase = Phase::kTurn;
  if (check(e, before, s.player, shown)) return "a tunnel that cannot be claimed";
  int surcharge = x.revealed[Card::kLocomotive];
  if (x.tunnel_count > 0) surcharge += x.revealed[x.tunnel_color];
  if (x.revealed.total() > kTunnelCards || x.surcharge != surcharge || surcharge == 0) return "surcharge of a tunnel";
  if (!at_most(x.revealed, e.cards)) return "cards revealed";
  const CardCounts& seen = s.seen[s.player];
  if (seen[Card::kLocomotive] < x.tunnel_locomotives || (x.tunnel_count > 0 && seen[x.tunnel_color] < x.tunnel_count))
    return "cards shown that nobody has seen";
  return {};
}

std::string_view journey_fault(const Edition& e, const State& s, const Extras& x) {
  if (s.phase != Phase::kJourney) {
    const bool nothing = x.journey_used.empty() && x.journey_from == 0 && x.journey_at == 0 && x.journey_cards == 0;
    return nothing ? std::string_view{} : "a journey at the wrong time";
  }
  const auto cities = e.board.cities.size();
  if (x.journey_from >= cities || x.journey_at >= cities) return "city of a journey";
  if (((city_bit(x.journey_from) | city_bit(x.journey_at)) & e.country_ends) != 0) return "a journey in a country";
  RouteSet owned;
  for (const RouteSet& routes : s.owned) owned |= routes;
  if (!x.journey_used.without(owned).empty()) return "a journey along a free route";
  if (x.journey_used.without(s.owned[s.player]).size() != x.journey_cards) return "passenger cards of a journey";
  if (x.journey_cards > s.seen[s.player][Card::kPassenger]) return "passenger cards of a journey";
  // A trail: only its two ends have an odd number of its routes, or none if it has come back.
  for (std::size_t city = 0; city < cities; ++city) {
    const bool is_end = (city == x.journey_from) != (city == x.journey_at);
    if ((e.routes_at[city] & x.journey_used).size() % 2 != (is_end ? 1 : 0)) return "routes of a journey";
  }
  return {};
}

std::string_view extras_fault(const Edition& e, const State& s) {
  if (!e.has_extras()) return {};
  const Extras& x = s.extras(e);
  const CitySet all = ~CitySet{0} >> (kMaxCities - e.board.cities.size());
  CitySet occupied = 0;
  int travelling = s.phase == Phase::kJourney ? 1 : 0;
  for (std::size_t seat = 0; seat < kMaxPlayers; ++seat) {
    const CitySet mine = x.pieces[seat];
    const bool sits = seat < s.players;
    if ((mine & ~all) != 0 || (mine & occupied) != 0) return "stations or passengers";
    occupied |= mine;
    if (std::popcount(mine) > (sits ? e.stations + e.passengers : 0)) return "too many stations or passengers";
    if (e.passengers > 0 && (mine & e.country_ends) != 0) return "a passenger in a country";
    const int busy = seat == s.player ? travelling : 0;
    if (x.passengers[seat] + std::popcount(mine) + busy > (sits ? e.passengers + e.stations : 0) ||
        (e.passengers == 0 && x.passengers[seat] != 0)) {
      return "number of passengers";
    }
    if (!sits && x.goods[seat] != 0) return "goods of a seat nobody sits on";
  }
  int value = 0;
  for (std::size_t city = 0; city < kMaxCities; ++city) {
    const auto taken = static_cast<std::size_t>(x.tiles_taken(static_cast<int>(city)));
    if (taken == 0) continue;
    if (e.passengers == 0 || city >= e.board.cities.size() || taken > e.board.cities[city].goods.size())
      return "goods taken";
    for (std::size_t i = 0; i < taken; ++i) value += e.board.cities[city].goods[i];
  }
  int points = 0;
  for (const std::int16_t goods : x.goods) {
    if (goods < 0) return "points of goods";
    points += goods;
  }
  if (points != value) return "points of goods";
  if (x.spare != decltype(x.spare){}) return "spare bytes";
  if (s.phase == Phase::kPlace) {
    if (x.place_route >= e.board.routes.size() || !s.owned[s.player].has(x.place_route)) return "route just claimed";
    if (x.passengers[s.player] == 0 || Legal(e, s, s.player).count() < 2) return "no passenger can be placed";
  } else if (x.place_route != 0) {
    return "a route claimed at the wrong time";
  }
  if (const auto fault = tunnel_fault(e, s, x); !fault.empty()) return fault;
  return journey_fault(e, s, x);
}

}  // namespace

std::string_view find_fault(const Edition& edition, const State& state) {
  for (auto* check_part : {numbers_fault, cards_fault, routes_fault, tickets_fault, log_fault, extras_fault}) {
    if (const std::string_view fault = check_part(edition, state); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace fogg
