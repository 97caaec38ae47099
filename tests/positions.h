// Positions made by hand: a started game whose cards and routes are then laid out as a test wants them.
#pragma once

#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/invariants.h"
#include "engine/score.h"
#include "support.h"

namespace fogg::test {

inline CardCounts cards(std::initializer_list<std::pair<Card, int>> list) {
  CardCounts out;
  for (const auto& [card, number] : list) out[card] = static_cast<std::uint8_t>(out[card] + number);
  return out;
}

inline CardCounts sum(const CardCounts& a, const CardCounts& b) {
  CardCounts out = a;
  for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
    out.of[kind] = static_cast<std::uint8_t>(out.of[kind] + b.of[kind]);
  }
  return out;
}

inline CardCounts difference(const CardCounts& a, const CardCounts& b) {
  CardCounts out = a;
  for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
    EXPECT_LE(b.of[kind], a.of[kind]) << "more cards than there are: kind " << kind;
    out.of[kind] = static_cast<std::uint8_t>(out.of[kind] - b.of[kind]);
  }
  return out;
}

// A card of the row, or an empty place.
using RowCard = std::optional<Card>;

class Position {
 public:
  const Edition& e;
  State s{};
  std::deque<Card> next;      // the cards that chance brings; when they run out, anything
  std::vector<CardTo> asked;  // where the cards drawn went
  Led chance;

  // Everyone has kept all tickets and seat 0 begins.
  Position(const std::string& id, int players)
      : e(edition(id)), chance(1, [this](const CardCounts& deck, CardTo to) { return lead(deck, to); }) {
    start(e, s, players, chance, 0);
    for (int seat = 0; seat < players && s.phase == Phase::kStartMix; ++seat) {
      EXPECT_FALSE(apply(e, s, seat, Action::tickets(e.mix / 2), chance));
    }
    for (int seat = 0; seat < players; ++seat) {
      EXPECT_FALSE(apply(e, s, seat, Action::keeping((1 << e.deal) - 1), chance));
    }
    asked.clear();
  }
  Position(const Position&) = delete;
  Position& operator=(const Position&) = delete;

  // Lays out the train cards; the deck gets the rest. Seats that are not named have none.
  void deal(const std::vector<CardCounts>& hands, const std::vector<RowCard>& row, const CardCounts& discards = {}) {
    CardCounts rest = place(hands, row, discards);
    s.deck = rest;
    s.deck_size = static_cast<std::uint8_t>(rest.total());
    expect_possible();
  }

  // The same with a given deck; the last seat gets the rest into its hand.
  void deal_deck(const CardCounts& deck, const std::vector<CardCounts>& hands, const std::vector<RowCard>& row,
                 const CardCounts& discards = {}) {
    CardCounts rest = difference(place(hands, row, discards), deck);
    CardCounts& last = s.hand[s.players - 1U];
    last = sum(last, rest);
    s.deck = deck;
    s.deck_size = static_cast<std::uint8_t>(deck.total());
    expect_possible();
  }

  int route(const std::string& name_wanted) const {
    for (std::size_t r = 0; r < e.board.routes.size(); ++r) {
      if (e.board.route_name(static_cast<int>(r)) == name_wanted) return static_cast<int>(r);
    }
    ADD_FAILURE() << "no route " << name_wanted;
    return 0;
  }

  // The seat has claimed these routes.
  void own(int seat, const std::vector<std::string>& routes) {
    for (const std::string& name_wanted : routes) own(seat, route(name_wanted));
    expect_possible();
  }
  void own(int seat, int r) {
    const auto at = static_cast<std::size_t>(seat);
    const RouteSet self = RouteSet::single(r);
    const Route& data = e.board.routes[static_cast<std::size_t>(r)];
    s.owned[at] |= self;
    s.closed |= self;
    if (s.players <= 3) s.closed |= e.parallel_to(self);
    s.trains[at] = static_cast<std::uint8_t>(s.trains[at] - data.length);
    s.points[at] = static_cast<std::int16_t>(s.points[at] + e.route_points[data.length]);
  }

  // Gives the seat routes of exactly this many trains, whichever are free, but leaves those named alone.
  void own_trains(int seat, int trains, const std::vector<std::string>& spared = {}) {
    RouteSet taken = s.owned[0] | s.owned[1] | s.owned[2] | s.owned[3] | s.owned[4];
    for (const std::string& name_wanted : spared) taken |= RouteSet::single(route(name_wanted));
    const auto chosen = routes_of_length(trains, 0, taken | e.parallel_to(taken));
    ASSERT_TRUE(chosen) << "no free routes of " << trains << " trains";
    chosen->each([&](int r) { own(seat, r); });
    expect_possible();
  }

  int city(const std::string& id) const {
    const int found = e.board.city(id);
    EXPECT_GE(found, 0) << "no city " << id;
    return std::max(found, 0);
  }
  // The number of a ticket between two ends.
  int ticket(const std::string& a, const std::string& b) const {
    for (std::size_t t = 0; t < e.tickets.size(); ++t) {
      const std::string& from = e.board.end_id(e.tickets[t].a);
      const std::string& to = e.board.end_id(e.tickets[t].b);
      if ((from == a && to == b) || (from == b && to == a)) return static_cast<int>(t);
    }
    ADD_FAILURE() << "no ticket " << a << " - " << b;
    return 0;
  }
  // A station or a passenger of the seat stands there.
  void put(int seat, const std::string& id) {
    const auto at = static_cast<std::size_t>(seat);
    Extras& extras = s.extras(e);
    extras.pieces[at] |= city_bit(city(id));
    if (e.passengers > 0) --extras.passengers[at];
    expect_possible();
  }
  Extras& extras() { return s.extras(e); }

  // Gives a seat exactly these tickets as if it had kept them, in place of those it has. `s` keeps its counts, so the
  // number must be the same; the tickets change places with whoever has them.
  void hold(int seat, const std::vector<int>& tickets) {
    ASSERT_EQ(tickets.size(), s.kept[static_cast<std::size_t>(seat)]);
    for (const int ticket : tickets) {
      if (s.where(ticket) == seat) continue;
      int mine = 0;  // of the same deck
      while (s.where(mine) != seat || std::ranges::count(tickets, mine) != 0 || e.deck_of(mine) != e.deck_of(ticket)) {
        ASSERT_LT(++mine, e.ticket_count()) << "no ticket of this deck to change for";
      }
      std::swap(s.where(ticket), s.where(mine));
      for (std::uint8_t* at = s.log(e); at < s.log(e) + s.log_size;) {
        const TicketChoice entry = TicketChoice::read(at);
        for (int i = 1; i <= entry.offered; ++i) {
          if (at[i] == ticket) {
            at[i] = static_cast<std::uint8_t>(mine);
          } else if (at[i] == mine) {
            at[i] = static_cast<std::uint8_t>(ticket);
          }
        }
        at += entry.bytes();
      }
    }
    expect_possible();
  }

  // Turn after turn of tickets until so many are left in the deck.
  void drain_tickets(int left) {
    while (s.ticket_deck_size() > left) {
      const int offered = std::min(e.draw, s.ticket_deck_size());
      const int kept = std::min(offered, s.ticket_deck_size() - left);
      const bool ordered = e.return_order == ReturnOrder::kChosen && offered - kept >= 2;
      play("tickets");
      play(text(e, ordered ? Action::keeping_in_order((1 << kept) - 1, offered, 0) : Action::keeping((1 << kept) - 1)));
    }
  }

  // The player to act does this.
  void play(const std::string& line) { play(s.actor(), line); }
  void play(int seat, const std::string& line) {
    expect_possible();
    const Refusal refusal = attempt(seat, line);
    EXPECT_EQ(name(refusal.reason), name(Reason::kNone)) << line;
    expect_possible();
  }
  // The same for what may be refused.
  Refusal attempt(int seat, const std::string& line) {
    const auto action = parse_action(e, line);
    if (!action) {
      ADD_FAILURE() << "not an action: " << line;
      return {Reason::kUnknownAction};
    }
    return apply(e, s, seat, *action, chance);
  }
  bool allowed(const std::string& line) const { return allowed(s.actor(), line); }
  bool allowed(int seat, const std::string& line) const {
    const auto action = parse_action(e, line);
    if (!action) return false;
    bool listed = false;
    Legal(e, s, seat).each([&](const Action& a) { listed |= a == *action; });
    EXPECT_EQ(listed, !check(e, s, seat, *action)) << line;
    return listed;
  }
  std::vector<std::string> legal(int seat) const {
    std::vector<std::string> out;
    Legal(e, s, seat).each([&](const Action& a) { out.push_back(text(e, a)); });
    std::ranges::sort(out);
    return out;
  }

  // The row as text, with "-" for an empty place: "red blue - - locomotive".
  std::string row() const {
    std::string out;
    for (const std::uint8_t card : s.row) {
      out += (out.empty() ? "" : " ") + std::string(card == kEmptyPlace ? "-" : kCardNames[card]);
    }
    return out;
  }
  const CardCounts& hand(int seat) const { return s.hand[static_cast<std::size_t>(seat)]; }

  void expect_possible() const { EXPECT_EQ(find_fault(e, s), ""); }

 private:
  std::optional<Card> lead(const CardCounts& deck, CardTo to) {
    asked.push_back(to);
    if (next.empty()) return {};
    const Card card = next.front();
    next.pop_front();
    EXPECT_GT(deck[card], 0) << "the script wants a card that is not in the deck: " << name(card);
    return card;
  }

  // Routes from number `from` on, none of them in `taken`, that are together so long.
  std::optional<RouteSet> routes_of_length(int length, int from, RouteSet taken) const {
    if (length == 0) return RouteSet{};
    for (int r = from; r < static_cast<int>(e.board.routes.size()); ++r) {
      const RouteSet self = RouteSet::single(r);
      const int rest = length - e.board.routes[static_cast<std::size_t>(r)].length;
      if (rest < 0 || taken.has(r)) continue;
      if (const auto others = routes_of_length(rest, r + 1, taken | e.parallel_to(self))) return *others | self;
    }
    return {};
  }

  // Sets hands, row and discards, and forgets what was known of hands. Returns the cards left.
  CardCounts place(const std::vector<CardCounts>& hands, const std::vector<RowCard>& row, const CardCounts& discards) {
    CardCounts rest = difference(e.cards, discards);
    s.hand = {};
    s.seen = {};
    s.counted = {};
    s.discards = discards;
    for (std::size_t seat = 0; seat < hands.size(); ++seat) {
      s.hand[seat] = hands[seat];
      rest = difference(rest, hands[seat]);
    }
    for (std::size_t at = 0; at < kRow; ++at) {
      const RowCard card = row.at(at);
      s.row[at] = card ? static_cast<std::uint8_t>(*card) : kEmptyPlace;
      if (card) rest = difference(rest, cards({{*card, 1}}));
    }
    return rest;
  }
};

// Short names for the cards of a test's positions.
inline constexpr Card kP = Card::kPurple;
inline constexpr Card kW = Card::kWhite;
inline constexpr Card kB = Card::kBlue;
inline constexpr Card kY = Card::kYellow;
inline constexpr Card kO = Card::kOrange;
inline constexpr Card kK = Card::kBlack;
inline constexpr Card kR = Card::kRed;
inline constexpr Card kG = Card::kGreen;
inline constexpr Card kL = Card::kLocomotive;
inline constexpr Card kF = Card::kLocomotive4;
inline constexpr Card kPass = Card::kPassenger;

}  // namespace fogg::test
