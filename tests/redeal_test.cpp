// Dealing anew what a viewer cannot see: the viewer must not notice, and what is hidden must really change.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "engine/invariants.h"
#include "engine/view.h"
#include "habits.h"
#include "redealt.h"

namespace fogg::test {
namespace {

bool same_bytes(const View& a, const View& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// All who look at a game: the seats and a spectator.
std::vector<int> viewers(const State& s) {
  std::vector<int> all = {kSpectator};
  for (int seat = 0; seat < s.players; ++seat) all.push_back(seat);
  return all;
}

// The tickets returned in a known order, the next one to be drawn first.
std::vector<int> queue_of(const Edition& e, State s) {
  std::vector<int> out;
  for (std::size_t d = 0; d < kMaxDecks; ++d) {
    while (s.pile[d].returned > 0) out.push_back(detail::next_returned_ticket(e, s, static_cast<int>(d)));
  }
  return out;
}

// -- The leak test

// In every position of random games, for everyone who looks: what is hidden is dealt anew, and the view stays the same.
TEST(Redeal, ViewIsKeptToTheByte) {
  FastGenerator random(1);
  long redeals = 0;
  play_games(long_run() ? 20 : 1, [&](const Edition& e, const State& s) {
    for (const int viewer : viewers(s)) {
      const View view = view_of(e, s, viewer);
      State dealt;
      std::memset(static_cast<void*>(&dealt), 0xA5, sizeof dealt);
      ASSERT_EQ(redeal(e, view, random, dealt), !s.over()) << "viewer " << viewer << ", redeal " << redeals;
      if (s.over()) continue;
      ++redeals;
      ASSERT_EQ(find_fault(e, dealt), "") << "viewer " << viewer;
      ASSERT_TRUE(same_bytes(view_of(e, dealt, viewer), view)) << "viewer " << viewer;
    }
  });
  fmt::print("{} redeals, none failed\n", redeals);
}

// The hardest for redealing: the ticket deck turned over many times, so that the viewer has seen much of it. No failure
// is allowed; most of the redeals are made at once.
TEST(Redeal, NeverFailsOnTurnedTickets) {
  FastGenerator random(2);
  long redeals = 0;
  for (int round = 0; round < repeats(25, 500); ++round) {
    for (const std::string& id : edition_ids()) {
      for (int players = 2; players <= 5; ++players) {
        const Edition& e = edition(id);
        int log_size = -1;
        const auto seed = static_cast<std::uint64_t>(7000 + 10 * round + players);
        const bool good = play_game(e, players, seed, Habit::kKeepOne, [&](const State& s) {
          if (s.over() || s.log_size == log_size) return;  // nothing new about tickets
          log_size = s.log_size;
          for (const int viewer : viewers(s)) {
            State dealt;
            ++redeals;
            ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt)) << "viewer " << viewer;
            ASSERT_EQ(find_fault(e, dealt), "");
          }
        });
        if (!good) return;
      }
    }
  }
  fmt::print("{} redeals, none failed\n", redeals);
}

// -- What is public goes on alike in the true position and in a redealt one

TEST(Redeal, PublicEventsLookTheSame) {
  FastGenerator random(3);
  std::map<ActionKind, int> compared;
  int by_ruling = 0;
  play_games(repeats(2, 20), [&](const Edition& e, const State& s) {
    if (s.over()) return;
    for (const int viewer : viewers(s)) {
      State dealt;
      ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt));
      const int seat = any_actor(s, random);
      if (!dealt.may_act(seat)) continue;  // at the start: that another one has chosen is hidden
      const Action action = choose(e, s, seat, Habit::kUniform, random);
      if (check(e, dealt, seat, action)) continue;  // a hand that cannot pay this
      const std::uint64_t seed = random.next();
      State truth;
      copy_state(e, truth, s);
      Common common(dealt, e, seed);
      apply_legal(e, truth, seat, action, common);
      if (!common.possible) continue;
      Repeat repeat(common.answers, viewer, seed + 1);
      // Tickets from the known part of the deck come without chance; the viewer's own are then the same, or not hidden.
      apply_legal(e, dealt, seat, action, repeat);
      if (!repeat.as_often()) {
        // Whether three locomotives are thrown away depends on what is left outside all hands, which the viewer may not
        // know: the ruling reset-must-end itself lets something show here.
        ASSERT_GE(std::max(s.row.count(Card::kLocomotive) + 1, truth.row.count(Card::kLocomotive)), 3);
        ++by_ruling;
        continue;
      }
      ASSERT_EQ(find_fault(e, dealt), "");
      const bool own_tickets = action.kind == ActionKind::kTickets && seat == viewer;
      if (own_tickets && truth.offer != dealt.offer) continue;  // returned by others: the viewer learns what they were
      const View seen = view_of(e, truth, viewer);
      const View seen_dealt = view_of(e, dealt, viewer);
      // The last choice of the start makes public how many everyone kept; what others chose was still open.
      if (s.phase == Phase::kStart && truth.phase != Phase::kStart) continue;
      if (truth.over()) continue;  // all tickets are shown
      ASSERT_TRUE(same_bytes(seen, seen_dealt)) << text(e, action) << " of seat " << seat << ", viewer " << viewer;
      ++compared[action.kind];
    }
  });
  for (const ActionKind kind :
       {ActionKind::kDraw, ActionKind::kTake, ActionKind::kTickets, ActionKind::kKeep, ActionKind::kClaim}) {
    EXPECT_GT(compared[kind], 100) << static_cast<int>(kind);
  }
  fmt::print("{} times the reset rule let something show\n", by_ruling);
}

// -- It really varies, and keeps to what the viewer knows

TEST(Redeal, HiddenThingsVary) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      FastGenerator random(4);
      int turns = -1;
      play_game(e, players, 99, Habit::kUniform, [&](const State& s) {
        if (s.over() || s.phase == Phase::kStart || s.turns == turns || s.turns % 10 != 5) return;
        turns = s.turns;
        for (const int viewer : viewers(s)) {
          const View view = view_of(e, s, viewer);
          std::set<std::string> hands;
          std::set<std::uint64_t> decks;
          std::set<std::string> tickets;
          std::set<std::string> logs;
          for (int i = 0; i < 60; ++i) {
            State dealt;
            ASSERT_TRUE(redeal(e, view, random, dealt));
            std::string all;
            for (const CardCounts& hand : dealt.hand) all.append(hand.of.begin(), hand.of.end());
            hands.insert(all);
            decks.insert(dealt.deck.colors());
            tickets.insert({dealt.tail.begin(), dealt.tail.begin() + e.ticket_count()});
            logs.insert({dealt.log(e), dealt.log(e) + dealt.log_size});
          }
          int unknown = 0;  // cards in other hands the viewer knows nothing of
          for (int seat = 0; seat < players; ++seat) {
            if (seat != viewer) unknown += view.hand_size[static_cast<std::size_t>(seat)] - view.known(seat).total();
          }
          if (unknown >= 3 && s.deck_size >= 10) {
            ASSERT_GT(hands.size(), 10U);
            ASSERT_GT(decks.size(), 10U);
          }
          if (s.pile[0].unseen >= 8) {
            ASSERT_GT(tickets.size(), 40U);
            ASSERT_GT(logs.size(), 40U);
          }
        }
      });
    }
  }
}

// Averages over many redeals are those of cards dealt evenly.
TEST(Redeal, CardsAreDealtEvenly) {
  const Edition& e = edition("usa-2004");
  FastGenerator random(5);
  FastChance chance(5);
  State s;
  start(e, s, 3, chance, 0);
  const View view = view_of(e, s, 0);
  std::map<int, double> in_hand;  // by kind: how often in the hand of seat 2
  const int redeals = 20'000;
  for (int i = 0; i < redeals; ++i) {
    State dealt;
    ASSERT_TRUE(redeal(e, view, random, dealt));
    for (int kind = 0; kind < kCardKinds; ++kind) in_hand[kind] += dealt.hand[2].of[static_cast<std::size_t>(kind)];
  }
  for (int kind = 0; kind < kCardKinds; ++kind) {
    int left = e.cards.of[static_cast<std::size_t>(kind)] - s.hand[0].of[static_cast<std::size_t>(kind)];
    for (const std::uint8_t card : s.row) left -= card == kind ? 1 : 0;
    left -= s.discards.of[static_cast<std::size_t>(kind)];
    const double share = left / static_cast<double>(e.total_cards() - 4 - 5 - s.discards.total());
    const double expected = 4 * share;
    const double error = std::sqrt(4 * share * (1 - share) / redeals);  // a little more than without putting back
    EXPECT_NEAR(in_hand[kind] / redeals, expected, 5 * error) << kind;
  }
}

// A ticket the viewer put under the deck stays where it is until somebody draws it. And what the viewer keeps or is
// offered is the same anyway.
TEST(Redeal, OwnReturnsStayInPlace) {
  FastGenerator random(6);
  long places = 0;
  for (const Habit habit : {Habit::kTickets, Habit::kKeepOne, Habit::kUniform}) {
    for (const std::string& id : edition_ids()) {
      for (int players = 2; players <= 5; ++players) {
        const Edition& e = edition(id);
        int log_size = -1;
        play_game(e, players, 123, habit, [&](const State& s) {
          if (s.over() || s.log_size == log_size) return;
          log_size = s.log_size;
          const std::vector<int> queue = queue_of(e, s);
          std::map<int, int> last_choice_by;  // who had a ticket last
          for (int at = 0; at < s.log_size;) {
            const TicketChoice entry = TicketChoice::read(s.log(e) + at);
            for (int i = 0; i < entry.offered; ++i) last_choice_by[entry.tickets[i]] = entry.seat;
            at += entry.bytes();
          }
          for (int viewer = 0; viewer < players; ++viewer) {
            const View view = view_of(e, s, viewer);
            for (int i = 0; i < 3; ++i) {
              State dealt;
              ASSERT_TRUE(redeal(e, view, random, dealt));
              const std::vector<int> dealt_queue = queue_of(e, dealt);
              ASSERT_EQ(dealt_queue.size(), queue.size());
              for (std::size_t place = 0; place < queue.size(); ++place) {
                if (last_choice_by[queue[place]] != viewer) continue;
                ASSERT_EQ(dealt_queue[place], queue[place]) << "viewer " << viewer;
                ++places;
              }
              const auto own = static_cast<std::uint8_t>(viewer);
              ASSERT_EQ(dealt.tickets_at(e, own), s.tickets_at(e, own));
              ASSERT_EQ(dealt.offer[own], s.offer[own]);
            }
          }
        });
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
  EXPECT_GT(places, 10'000);
}

// Tickets the viewer saw and gave back are with nobody who cannot have drawn them since.
TEST(Redeal, UnseenTicketsAreNotThoseTheViewerSaw) {
  FastGenerator random(7);
  play_games(1, [&](const Edition& e, const State& s) {
    if (s.over()) return;
    for (int viewer = 0; viewer < s.players; ++viewer) {
      State dealt;
      ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt));
      for (int at = 0; at < s.log_size;) {
        const TicketChoice entry = TicketChoice::read(s.log(e) + at);
        if (entry.seat == viewer) {
          for (int i = 0; i < entry.offered; ++i) ASSERT_NE(dealt.where(entry.tickets[i]), ticket_at::kUnseen);
        }
        at += entry.bytes();
      }
    }
  });
}

// The viewer sees in which order the tickets of an offer came: those off the unseen part have never been in another's hands.
TEST(Redeal, OrderOfAnOfferIsKnown) {
  FastGenerator random(4);
  int crossings = 0;
  for (const char* id : {"usa-2025", "usa-2004", "europe"}) {
    const Edition& e = edition(id);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      int unseen_before = -1;
      play_game(e, 4, seed, Habit::kTickets, [&](const State& s) {
        const std::size_t d = e.decks.size() - 1;  // the one that is drawn from
        const int unseen = unseen_before;
        unseen_before = s.pile[d].unseen;
        if (s.phase != Phase::kChooseTickets || unseen <= 0 || s.pile[d].unseen > 0) return;
        crossings += unseen < s.offered[s.player] ? 1 : 0;
        for (int i = 0; i < 20; ++i) {
          State dealt;
          ASSERT_TRUE(redeal(e, view_of(e, s, s.player), random, dealt));
          TicketSet seen;
          for (int at = 0; at < dealt.log_size;) {
            const TicketChoice entry = TicketChoice::read(dealt.log(e) + at);
            for (int t = 0; t < entry.offered; ++t) seen |= TicketSet::single(entry.tickets[t]);
            at += entry.bytes();
          }
          for (int t = 0; t < s.offered[s.player]; ++t)
            ASSERT_EQ(seen.has(s.offer[s.player][static_cast<std::size_t>(t)]), t >= unseen) << "ticket " << t;
        }
      });
    }
  }
  EXPECT_GT(crossings, 20);
}

// What everyone knows of a hand.
struct Known {
  std::array<int, kCardKinds> of{};
  Action shown;  // for a tunnel
  int played = 0;  // passenger cards of a journey
  void show(Card card, int number) {
    int& have = of[static_cast<std::size_t>(card)];
    have = std::max(have, number);
  }
  void lose(Card card, int number) {
    int& have = of[static_cast<std::size_t>(card)];
    have = std::max(have - number, 0);
  }
  void lose(const Action& action) {
    if (action.count > 0) lose(action.color, action.count);
    lose(Card::kLocomotive, action.locomotives);
    lose(Card::kLocomotive4, action.fours);
  }
};

// Counted here from the actions alone: what a player took from the row or has shown and has not paid since is in the hand.
TEST(Redeal, CardsTakenFromTheRowAreInTheHand) {
  FastGenerator random(8);
  long known = 0;
  for (const std::string& id : edition_ids()) {
    for (int players = 2; players <= 5; ++players) {
      for (const Habit habit : kHabits) {
        const Edition& e = edition(id);
        FastChance chance(5);
        FastGenerator choices(5, 1);
        State s;
        start(e, s, players, chance);
        std::array<Known, kMaxPlayers> taken{};
        while (!s.over()) {
          const int seat = any_actor(s, choices);
          const Action action = choose(e, s, seat, habit, choices);
          Known& mine = taken[static_cast<std::size_t>(seat)];
          const bool journey = s.phase == Phase::kJourney;
          if (action.kind == ActionKind::kTake) ++mine.of[static_cast<std::size_t>(action.color)];
          if (action.kind == ActionKind::kStation) mine.lose(action);
          if (action.kind == ActionKind::kGo && !s.owned[static_cast<std::size_t>(seat)].has(action.where))
            mine.show(Card::kPassenger, ++mine.played);
          if (action.kind == ActionKind::kClaim) {
            // Shown first, which tells as much as the cards are.
            mine.show(action.color, action.count);
            mine.show(Card::kLocomotive, action.locomotives);
            mine.shown = action;
          }
          apply_legal(e, s, seat, action, chance);
          if (action.kind == ActionKind::kClaim && s.phase != Phase::kTunnel) mine.lose(action);
          if (action.kind == ActionKind::kPay) {
            mine.lose(mine.shown);
            mine.lose(action);
          }
          if (journey && s.phase != Phase::kJourney) {
            mine.lose(Card::kPassenger, mine.played);
            mine.played = 0;
          }
          if (s.over() || s.turns % 4 != 0) continue;
          for (const int viewer : viewers(s)) {
            State dealt;
            ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt));
            for (std::size_t other = 0; other < s.players; ++other) {
              for (std::size_t kind = 0; kind < kCardKinds; ++kind) {
                ASSERT_GE(dealt.hand[other].of[kind], taken[other].of[kind]);
                ASSERT_EQ(s.seen[other].of[kind], taken[other].of[kind]);
                known += taken[other].of[kind];
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(known, 10'000);
}

// Two players, and the deck has just run empty: each knows the other's hand, and every redeal has it.
TEST(Redeal, TwoPlayersCountAfterAReshuffle) {
  FastGenerator random(9);
  int reshuffles = 0;
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(repeats(20, 200)); ++seed) {
      Led chance(seed);
      FastGenerator choices(seed, 1);
      State s;
      start(e, s, 2, chance);
      int before = chance.reshuffles;
      while (!s.over()) {
        const int seat = any_actor(s, choices);
        apply_legal(e, s, seat, choose(e, s, seat, seed % 2 == 0 ? Habit::kHoard : Habit::kUniform, choices), chance);
        if (s.over() || chance.reshuffles == before) continue;
        before = chance.reshuffles;
        ++reshuffles;
        for (const int viewer : {0, 1}) {
          for (int i = 0; i < 5; ++i) {
            State dealt;
            ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt));
            ASSERT_EQ(dealt.hand, s.hand);
          }
        }
      }
    }
  }
  EXPECT_GT(reshuffles, 20);
}

// Tickets picked by odds: the viewer must not notice either, likely tickets come more often, and `favor` says by how much, so that
// whoever divides by it is back where all are alike.
TEST(Redeal, OddsFavorTicketsAndSayByHowMuch) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    State s;
    FastChance chance(4);
    start(e, s, 3, chance);
    while (s.phase != Phase::kTurn) {
      const int seat = s.actor();
      apply_legal(e, s, seat, Legal(e, s, seat).nth(0), chance);
    }
    const View view = view_of(e, s, 0);
    TicketOdds odds;
    for (std::size_t seat = 0; seat < odds.size(); ++seat)
      for (std::size_t t = 0; t < odds[seat].size(); ++t) odds[seat][t] = t % 5 == seat ? 6.0F : 1.0F;
    constexpr int kDeals = 8'000;
    constexpr std::uint8_t kSeat = 2;
    FastGenerator random(12);
    State dealt;
    double liked = 0;
    double plain = 0;
    double weighed = 0;
    double weights = 0;
    auto count = [&] {
      int number = 0;
      dealt.tickets_at(e, kSeat).each([&](int ticket) { number += ticket % 5 == kSeat ? 1 : 0; });
      return number;
    };
    for (int i = 0; i < kDeals; ++i) {
      double favor = 0;
      ASSERT_TRUE(redeal(e, view, random, dealt, odds, favor));
      ASSERT_GT(favor, 0);
      if (i % 100 == 0) {
        ASSERT_EQ(find_fault(e, dealt), "");
        ASSERT_TRUE(same_bytes(view_of(e, dealt, 0), view));
      }
      liked += count();
      weighed += count() / favor;
      weights += 1 / favor;
      ASSERT_TRUE(redeal(e, view, random, dealt));
      plain += count();
    }
    EXPECT_GT(liked, 1.5 * plain) << id;
    EXPECT_NEAR(weights / kDeals, 1, 0.05) << id;
    EXPECT_NEAR(weighed / plain, 1, 0.1) << id;
  }
}

// The generator is the only source of chance.
TEST(Redeal, SameGeneratorSameDeal) {
  play_games(1, [&](const Edition& e, const State& s) {
    if (s.over() || s.turns % 7 != 0) return;
    const View view = view_of(e, s, 0);
    FastGenerator one(s.turns);
    FastGenerator two(s.turns);
    State a;
    State b;
    ASSERT_TRUE(redeal(e, view, one, a));
    ASSERT_TRUE(redeal(e, view, two, b));
    ASSERT_TRUE(same_state(e, a, b));
  });
}

}  // namespace
}  // namespace fogg::test
