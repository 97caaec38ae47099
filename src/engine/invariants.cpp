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

// Plays the ticket log again, with everything that is known of the decks: every ticket offered was on top of its deck, every offer
// has as many as there must be, and in the end every ticket is where the position says.
class LogReplay {
 public:
  LogReplay(const Edition& edition, const State& state) : e_(edition), s_(state) {
    place_.fill(ticket_at::kUnseen);
    for (std::size_t d = 0; d < e_.decks.size(); ++d) deck_[d].unseen = e_.decks[d].count;
  }

  std::string_view fault() {
    const std::uint8_t* log = s_.log(e_);
    int entries = 0;
    for (int at = 0; at < s_.log_size; ++entries) {
      const TicketChoice entry = TicketChoice::read(log + at);
      if (entry.seat >= s_.players || entry.offered > kMaxOffer || entry.kept > entry.offered ||
          at + entry.bytes() > s_.log_size)
        return "ticket log";
      const bool at_start = entries < s_.players;
      if (at_start && entry.seat != entries) return "choices of the start in the log";
      if (entry.kept < std::min(at_start ? e_.keep_at_start : e_.keep_later, entry.offered))
        return "too few tickets kept";
      if (!in_deck_order(entry.tickets, entry.kept) ||
          !in_deck_order(entry.tickets + entry.kept, entry.offered - entry.kept))
        return "order of the decks in the ticket log";
      if (!draw(entry.seat, entry.tickets, entry.offered, at_start)) return "tickets drawn in the log";
      settle(entry, at_start);
      if (entries + 1 == s_.players) end_start();
      at += entry.bytes();
    }
    if (s_.phase <= Phase::kStart ? entries != 0 : entries < s_.players) return "choices of the start in the log";
    for (int seat = 0; seat < s_.players; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      if (s_.offered[at] != 0 && !draw(seat, s_.offer[at].data(), s_.offered[at], s_.phase <= Phase::kStart))
        return "tickets on offer";
    }
    if (s_.phase == Phase::kStart) remove_undealt();
    for (int t = 0; t < e_.ticket_count(); ++t) {
      if (place_[static_cast<std::size_t>(t)] != s_.where(t)) return "a ticket is not where the log says";
    }
    return {};
  }

 private:
  struct Deck {
    int unseen = 0;
    int shuffled = 0;
    std::array<std::uint8_t, State::kTailBytes> queue{};
    std::size_t front = 0;
    std::size_t end = 0;
    int size() const { return unseen + shuffled + static_cast<int>(end - front); }
  };

  bool in_deck_order(const std::uint8_t* tickets, int number) const {
    return std::is_sorted(tickets, tickets + number,
                          [&](std::uint8_t x, std::uint8_t y) { return e_.deck_of(x) < e_.deck_of(y); });
  }

  // How many of each deck: in an offer there are as many as the rules say, or all that are left.
  bool right_numbers(const std::array<int, kMaxDecks>& drawn, bool at_start) const {
    auto brings = [&](int of_first, int of_second) {
      return drawn[0] == std::min(of_first, deck_[0].size()) && drawn[1] == std::min(of_second, deck_[1].size());
    };
    for (int of_first = 0; e_.mix > 0 && of_first <= e_.mix; ++of_first) {
      if (brings(of_first, e_.mix - of_first)) return true;
    }
    if (e_.mix > 0) return false;
    auto wanted = [&](std::size_t d) {
      return d >= e_.decks.size() ? 0 : at_start ? e_.decks[d].deal : e_.decks[d].draw;
    };
    return brings(wanted(0), wanted(1));
  }

  // In whatever order: the log has lost that in which they came off their decks.
  bool draw(int seat, const std::uint8_t* tickets, int number, bool at_start) {
    std::array<int, kMaxDecks> drawn{};
    for (int i = 0; i < number; ++i) {
      if (tickets[i] >= e_.ticket_count()) return false;
      ++drawn[static_cast<std::size_t>(e_.deck_of(tickets[i]))];
    }
    if (!right_numbers(drawn, at_start)) return false;
    for (std::size_t d = 0; d < e_.decks.size(); ++d) {
      Deck& deck = deck_[d];
      const int from_unseen = std::min(drawn[d], deck.unseen);
      const int from_shuffled = std::min(drawn[d] - from_unseen, deck.shuffled);
      const std::size_t next = deck.front + static_cast<std::size_t>(drawn[d] - from_unseen - from_shuffled);
      int unseen = 0;
      int shuffled = 0;
      std::size_t queued = deck.front;
      for (int i = 0; i < number; ++i) {
        const std::uint8_t ticket = tickets[i];
        if (e_.deck_of(ticket) != static_cast<int>(d)) continue;
        std::uint8_t& place = place_[ticket];
        if (place == ticket_at::kUnseen) {
          ++unseen;
        } else if (place == ticket_at::kShuffled) {
          ++shuffled;
        } else if (place == ticket_at::kReturned) {
          const std::uint8_t* end = deck.queue.data() + next;
          const std::uint8_t* begin = deck.queue.data() + deck.front;
          if (std::find(begin, end, ticket) == end) return false;
          ++queued;
        } else {
          return false;
        }
        place = static_cast<std::uint8_t>(ticket_at::kOffered + seat);
      }
      if (unseen != from_unseen || shuffled != from_shuffled || queued != next) return false;
      deck.unseen -= unseen;
      deck.shuffled -= shuffled;
      deck.front = next;
    }
    return true;
  }

  void settle(const TicketChoice& entry, bool at_start) {
    for (int i = 0; i < entry.offered; ++i) {
      const std::uint8_t ticket = entry.tickets[i];
      std::uint8_t& place = place_[ticket];
      if (i < entry.kept) {
        place = static_cast<std::uint8_t>(entry.seat);
      } else if (!at_start || e_.start_returns == StartReturns::kUnder) {
        Deck& deck = deck_[static_cast<std::size_t>(e_.deck_of(ticket))];
        deck.queue[deck.end++] = ticket;
        place = ticket_at::kReturned;
      } else {
        // Counted when the start ends: all are dealt to before anybody returns something.
        place = e_.start_returns == StartReturns::kLeave ? ticket_at::kGone : ticket_at::kShuffled;
      }
    }
  }

  void end_start() {
    remove_undealt();
    for (int t = 0; t < e_.ticket_count(); ++t) {
      std::uint8_t& place = place_[static_cast<std::size_t>(t)];
      if (place == ticket_at::kUnseen && e_.start_returns == StartReturns::kShuffledIn) place = ticket_at::kShuffled;
      if (place == ticket_at::kShuffled) ++deck_[static_cast<std::size_t>(e_.deck_of(t))].shuffled;
    }
    for (Deck& deck : deck_) {
      if (e_.start_returns == StartReturns::kShuffledIn) deck.unseen = 0;
    }
  }

  void remove_undealt() {
    for (std::size_t d = 0; d < e_.decks.size(); ++d) {
      const TicketDeck& deck = e_.decks[d];
      if (e_.mix > 0 || deck.draw > 0) continue;
      for (int t = deck.first; t < deck.first + deck.count; ++t) {
        std::uint8_t& place = place_[static_cast<std::size_t>(t)];
        if (place == ticket_at::kUnseen) place = ticket_at::kGone;
      }
      deck_[d].unseen = 0;
    }
  }

  const Edition& e_;
  const State& s_;
  std::array<std::uint8_t, kMaxTickets> place_;
  std::array<Deck, kMaxDecks> deck_{};
};

// Where the tickets still under a deck begin in the log.
std::string_view front_fault(const Edition& e, const State& s) {
  const std::uint8_t* log = s.log(e);
  for (std::size_t d = 0; d < kMaxDecks; ++d) {
    const TicketPile& pile = s.pile[d];
    if (d >= e.decks.size()) {
      if (pile.entry != 0 || pile.taken != 0) return "a ticket deck that is not there";
      continue;
    }
    bool begins = pile.entry == s.log_size;
    int behind = 0;
    for (int at = 0; at < s.log_size;) {
      const TicketChoice entry = TicketChoice::read(log + at);
      const int here = detail::returns_of(e, entry, static_cast<int>(d)).count;
      if (at == pile.entry) {
        begins = true;
        if (pile.taken > here) return "front of the returned tickets";
      }
      if (at >= pile.entry) behind += here;
      at += entry.bytes();
    }
    if (!begins || behind - pile.taken != pile.returned) return "front of the returned tickets";
  }
  return {};
}

std::string_view log_fault(const Edition& e, const State& s) {
  if (s.log_size > e.ticket_log_bytes()) return "length of the ticket log";
  if (const auto fault = LogReplay(e, s).fault(); !fault.empty()) return fault;
  return front_fault(e, s);
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
