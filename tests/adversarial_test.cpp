// Games must end, whatever chance and players do.
#include <algorithm>

#include "engine/invariants.h"
#include "engine/score.h"
#include "habits.h"
#include "positions.h"

namespace fogg::test {
namespace {

// No game can have more decisions than this. With p players, T tickets, C cards, N trains each:
// - A claim places at least one train: at most p·N claims, and not more than p·N cards are paid in all of them.
// - A card taken goes from outside the hands into a hand, and only payments bring cards out again: at most C + p·N.
// - A draw of tickets makes somebody keep one, which stays: at most T of them, each with the choice that follows.
// - The choices of the start: p.
// - Between two turns of another kind (or before the first, or after the last) there are at most p - 1 passes, for p in
//   a row end the game. Turns of another kind: at most (C + p·N) + p·N + T.
int most_decisions(const Edition& e, int p) {
  const int claims = p * e.trains;
  const int cards_taken = e.total_cards() + claims;
  const int tickets = e.ticket_count();
  const int passes = (p - 1) * (cards_taken + claims + tickets + 1);
  return claims + cards_taken + 2 * tickets + p + passes;
}

// One action fills the row at most eleven times: once, and after each of ten resets; and one card goes to a hand.
constexpr int kMostQuestions = 1 + 11 * kRow;

// Counts what is asked of another source of chance.
template <Chance C>
class Counting {
 public:
  explicit Counting(C& inner) : inner_(inner) {}
  Card card(const CardCounts& deck, int size, CardTo to) {
    ++questions;
    return inner_.card(deck, size, to);
  }
  int ticket(const TicketSet& possible, int seat) { return inner_.ticket(possible, seat); }
  int first_player(int players) { return inner_.first_player(players); }
  void note_reset() { ++resets; }
  void note_reshuffle(int) {}

  int questions = 0;
  int resets = 0;

 private:
  C& inner_;
};

struct Result {
  int decisions = 0;
  int most_questions = 0;
  int most_resets = 0;
  int resets = 0;
  Ending ending = Ending::kNone;
};

// Plays on to the end; `policy(state, seat)` chooses.
template <Chance C, typename Policy>
Result play_out(const Edition& e, State& s, C& chance, Policy&& policy) {
  Result result;
  const int most = most_decisions(e, s.players);
  while (!s.over()) {
    const int seat = s.actor();
    const Action action = policy(s, seat);
    Counting counting(chance);
    const Refusal refusal = apply(e, s, seat, action, counting);
    EXPECT_FALSE(refusal) << name(refusal.reason);
    EXPECT_EQ(find_fault(e, s), "");
    EXPECT_LE(counting.questions, kMostQuestions);
    EXPECT_LE(counting.resets, 10);
    result.most_questions = std::max(result.most_questions, counting.questions);
    result.most_resets = std::max(result.most_resets, counting.resets);
    result.resets += counting.resets;
    ++result.decisions;
    EXPECT_LE(result.decisions, most);
    if (testing::Test::HasFailure()) break;
  }
  result.ending = s.ending;
  return result;
}

// Never claims, never draws tickets, as long as there is a card to be had; then tickets; then what must be.
Action hoard(const Edition& e, const State& s, int seat, FastGenerator& random) {
  const Legal legal(e, s, seat);
  auto rank = [](const Action& a) {
    switch (a.kind) {
      case ActionKind::kDraw:
      case ActionKind::kTake: return 3;
      case ActionKind::kTickets: return 2;
      default: return 1;
    }
  };
  Action best = legal.nth(static_cast<int>(random.pick(legal.count())));
  legal.each([&](const Action& a) { best = rank(a) > rank(best) ? a : best; });
  return best;
}

// Chance that brings locomotives into the row whenever there are any.
Led::CardRule locomotives_to_the_row() {
  return [](const CardCounts&, CardTo to) {
    return to.place == CardTo::kInRow ? std::optional(Card::kLocomotive) : std::nullopt;
  };
}

TEST(Adversarial, LocomotivesAlwaysGoToTheRow) {
  int most_resets = 0;
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      for (const Habit habit : kHabits) {
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(repeats(4, 100)); ++seed) {
          Led chance(seed, locomotives_to_the_row());
          FastGenerator random(seed, 1);
          State s;
          start(e, s, players, chance);
          const auto policy = [&](const State& now, int seat) { return choose(e, now, seat, habit, random); };
          most_resets = std::max(most_resets, play_out(e, s, chance, policy).most_resets);
          ASSERT_FALSE(HasFailure());
        }
      }
    }
  }
  EXPECT_GE(most_resets, 3);
}

// Chance that brings exactly as many locomotives into a new row as it takes to throw it away again.
TEST(Adversarial, ThreeLocomotivesInEveryRow) {
  int most_resets = 0;
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      for (const Habit habit : kHabits) {
        const State* now = nullptr;
        Led chance(static_cast<std::uint64_t>(players), [&](const CardCounts& deck, CardTo to) -> std::optional<Card> {
          if (now != nullptr && to.place == CardTo::kInRow && now->row.count(Card::kLocomotive) < 3)
            return Card::kLocomotive;
          for (int kind = 0; kind < kColors; ++kind) {
            if (deck.of[static_cast<std::size_t>(kind)] > 0) return static_cast<Card>(kind);
          }
          return {};
        });
        FastGenerator random(1);
        State s;
        start(e, s, players, chance);
        now = &s;
        const auto policy = [&](const State&, int seat) { return choose(e, s, seat, habit, random); };
        most_resets = std::max(most_resets, play_out(e, s, chance, policy).most_resets);
        ASSERT_FALSE(HasFailure());
      }
    }
  }
  EXPECT_EQ(most_resets, 10);
}

// Nearly all colored cards are in a hand: the row is made of locomotives, and hardly anything else can come.
TEST(Adversarial, FewOthersOutsideTheHands) {
  for (int players = 2; players <= 5; ++players) {
    for (int others = 0; others <= 7; ++others) {
      for (const Habit habit : kHabits) {
        for (const bool led : {false, true}) {
          Position p("usa-2004", players);
          const int in_row = std::min(others, 3);
          std::vector<RowCard> row;
          for (int i = 0; i < kRow; ++i) row.emplace_back(i < in_row ? kR : kL);
          p.deal_deck(cards({{kL, 14 - (kRow - in_row)}, {kB, others - in_row}}), {}, row);
          Led chance(3, led ? locomotives_to_the_row() : Led::CardRule{});
          FastGenerator random(static_cast<std::uint64_t>(others));
          const auto policy = [&](const State& now, int seat) { return choose(p.e, now, seat, habit, random); };
          play_out(p.e, p.s, chance, policy);
          ASSERT_FALSE(HasFailure()) << players << " players, " << others << " others";
        }
      }
    }
  }
}

TEST(Adversarial, EveryoneHoards) {
  int emptied = 0;
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    for (int players = 2; players <= 5; ++players) {
      for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(repeats(3, 50)); ++seed) {
        Led chance(seed, seed % 2 == 0 ? locomotives_to_the_row() : Led::CardRule{});
        FastGenerator random(seed, 1);
        State s;
        start(e, s, players, chance);
        bool empty = false;
        play_out(e, s, chance, [&](const State& now, int seat) {
          empty |= now.deck_size == 0;
          return hoard(e, now, seat, random);
        });
        ASSERT_FALSE(HasFailure());
        emptied += empty ? 1 : 0;
      }
    }
  }
  EXPECT_GT(emptied, 20);
}

// -- A game that ends because all pass

// Claims the shortest route it can, but only so that it can still come down to exactly three trains; else a locomotive
// of the row, a card of the deck, any card of the row; then tickets, and keeps all; then it must claim or pass. Among
// equals the first in the order of `Legal`. No chance in it.
Action stop_at_three(const Edition& e, const State& s, int seat) {
  const Legal legal(e, s, seat);
  // Routes of 4, 5 and 6 are left at the end: from 4, 5, 6 or 10 trains they do not lead to 3.
  auto leads_to_three = [](int trains) { return trains == 3 || (trains >= 7 && trains != 10); };
  auto value = [&](const Action& a) {
    switch (a.kind) {
      case ActionKind::kClaim: {
        const int length = e.board.routes[a.where].length;
        const bool good = leads_to_three(s.trains[static_cast<std::size_t>(seat)] - length);
        return good ? 1000 - 10 * length - a.locomotives : -50 - a.locomotives;
      }
      case ActionKind::kTake: return a.color == Card::kLocomotive ? 60 : 40;
      case ActionKind::kDraw: return 50;
      case ActionKind::kKeep: return static_cast<int>(a.keep);
      case ActionKind::kTickets: return 10;
      case ActionKind::kPass: return 0;
      default: return -1000;  // none of the others occurs in the USA
    }
    return 0;
  };
  Action best = legal.nth(0);
  legal.each([&](const Action& a) { best = value(a) > value(best) ? a : best; });
  return best;
}

TEST(Adversarial, AllPassFromAnOrdinaryStart) {
  const Edition& e = edition("usa-2004");
  struct Case {
    int players;
    std::uint64_t seed;
    int decisions;
  };
  for (const Case& known : {Case{3, 1, 291}, Case{4, 13, 347}, Case{5, 1, 396}}) {
    FastChance chance(known.seed);
    State s;
    start(e, s, known.players, chance);
    const Result result =
        play_out(e, s, chance, [&](const State& now, int seat) { return stop_at_three(e, now, seat); });
    EXPECT_EQ(result.ending, Ending::kAllPassed);
    EXPECT_EQ(result.decisions, known.decisions);
    EXPECT_EQ(s.passes, known.players);
    EXPECT_EQ(s.turns_left, -1);
    EXPECT_EQ(s.deck_size + s.ticket_deck_size(), 0);
    for (std::size_t seat = 0; seat < s.players; ++seat) EXPECT_EQ(s.trains[seat], 3);
    const Scores scores = score(e, s);
    EXPECT_TRUE(std::ranges::any_of(scores, [](const Score& mine) { return mine.winner; }));
  }
}

TEST(Adversarial, UniformGamesAlsoEndThatWay) {
  const Edition& e = edition("usa-2004");
  int all_passed = 0;
  const int games = repeats(1'000, 20'000);
  for (int i = 0; i < games; ++i) {
    FastChance chance(static_cast<std::uint64_t>(i));
    FastGenerator random(static_cast<std::uint64_t>(i), 1);
    State s;
    start(e, s, 3, chance);
    int decisions = 0;
    for (; !s.over(); ++decisions) {
      const int seat = s.actor();
      apply_legal(e, s, seat, choose(e, s, seat, Habit::kUniform, random), chance);
    }
    ASSERT_LE(decisions, most_decisions(e, 3));
    all_passed += s.ending == Ending::kAllPassed ? 1 : 0;
  }
  fmt::print("{} of {} games ended because all passed\n", all_passed, games);
  EXPECT_GT(all_passed, 0);
}

}  // namespace
}  // namespace fogg::test
