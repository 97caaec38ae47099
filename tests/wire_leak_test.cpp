// Nobody learns from the bytes what the rules hide: what a viewer cannot see is dealt anew, and all that a server of v0.9 would send to
// this viewer stays the same to the byte, now and after the next action.
#include <bit>
#include <map>

#include "engine/view.h"
#include "redealt.h"
#include "wire_support.h"

namespace fogg::v09 {
namespace {

// The last three are wrong on purpose: to see that the comparison finds them.
enum class Telling {
  kHonest,
  kShowsDrawnCard,  // messages about draws go to all as the drawer gets them
  kShowsEverything,  // all messages as for who sees everything
  kShowsAnotherBoard,  // BoardState of the next seat
};

class Wire {
 public:
  Wire(const Edition& edition, Telling telling) : edition_(edition), teller_(edition), telling_(telling) {}

  // Everything that can be asked for or is sent without being asked.
  std::string now(const State& s, int viewer) const {
    const int board = telling_ == Telling::kShowsAnotherBoard ? (viewer + 1) % s.players : viewer;
    std::string out = teller_.began(s, {board}) + teller_.routes(s);
    Writer writer(out, Dialect::kCamel);
    const SeatColor color = teller_.party().colors[static_cast<std::size_t>(std::max(0, viewer))];
    for (const std::string& line : lines()) {
      const auto command = parse_command(edition_.board, line);
      const auto action = action_for(edition_, s, viewer, *command);
      if (action) {
        out += "would " + text(edition_, *action) + "\n";
      } else {
        writer.refusal(color, command->type, action.error().code);
      }
    }
    if (s.may_act(viewer)) writer.request(color, open_request(s));
    return out;
  }

  std::string told(const State& after, const Step& step, int viewer) const {
    const bool is_draw = step.action.kind == ActionKind::kDraw;
    int as = viewer;
    if (telling_ == Telling::kShowsDrawnCard && is_draw) as = step.seat;
    if (telling_ == Telling::kShowsEverything) as = Viewer::kEverything;
    return teller_.told(after, step, {as});
  }

 private:
  // Commands whose refusals might tell something: of all kinds, and claims all over the board.
  const std::vector<std::string>& lines() const {
    static const std::vector<std::string> kLines = {"DrawPassengerCars true",
                                                    "DrawPassengerCars false Rainbow",
                                                    "DrawPassengerCars false Red",
                                                    "DrawDestinationTickets",
                                                    "ClaimDestinationTickets false false false",
                                                    "ClaimDestinationTickets true true false",
                                                    "ClaimDestinationTickets true true true true",
                                                    "ClaimRoute Boston Miami Red",
                                                    "ClaimRoute Dallas Houston",
                                                    "ClaimRoute Dallas OklahomaCity Rainbow",
                                                    "ClaimRoute Denver KansasCity Orange",
                                                    "ClaimRoute Denver KansasCity",
                                                    "ClaimRoute Portland Seattle Blue Blue",
                                                    "ClaimRoute Chicago Duluth Red Red Red Rainbow",
                                                    "ClaimRoute Miami NewOrleans Red",
                                                    "ClaimRoute Montreal Toronto Green Green"};
    return kLines;
  }

  const Edition& edition_;
  Teller teller_;
  Telling telling_;
};

struct Result {
  std::map<std::string, long> compared;
  std::map<std::string, long> different;
  std::string first;  // where the first difference was

  void compare(const std::string& what, const std::string& truth, const std::string& dealt) {
    ++compared[what];
    if (truth == dealt) return;
    if (different.empty()) first = what + "\n" + truth + "\n" + dealt;
    ++different[what];
  }
};

std::string what_of(const Step& step, int viewer) {
  static const std::map<ActionKind, std::string> kWords = {
      {ActionKind::kDraw, "draw"}, {ActionKind::kTake, "take"}, {ActionKind::kTickets, "tickets"},
      {ActionKind::kPass, "pass"}, {ActionKind::kKeep, "keep"}, {ActionKind::kClaim, "claim"}};
  return (step.seat == viewer ? "own " : "other's ") + kWords.at(step.action.kind);
}

// The same action in both positions; what others draw unseen comes out differently.
void compare_next(const Edition& e, const Wire& wire, const State& s, State& dealt, int viewer, FastGenerator& random,
                  Result& result) {
  const int seat = test::any_actor(s, random);
  if (!dealt.may_act(seat)) return;  // at the start: that another one has chosen is hidden
  const auto habit = random.pick(3) == 0 ? test::Habit::kTickets : test::Habit::kUniform;
  const Action action = test::choose(e, s, seat, habit, random);
  if (check(e, dealt, seat, action)) return;  // a hand that cannot pay this
  State truth;
  copy_state(e, truth, s);
  const std::uint64_t seed = random.next();
  test::Common common(dealt, e, seed);
  const Step step = carry_out(e, truth, seat, action, common);
  if (!common.possible) return;
  test::Repeat repeat(common.answers, viewer, seed + 1);
  const Step dealt_step = carry_out(e, dealt, seat, action, repeat);
  if (!repeat.as_often()) return;  // the ruling reset-must-end, see redeal_test
  // Tickets that others have returned come without chance; who draws them learns what they were.
  if (action.kind == ActionKind::kTickets && seat == viewer && truth.offer != dealt.offer) return;
  // How many each one kept becomes public with the last choice of the start, all tickets with the end: other tests look at these.
  if (truth.over() || (s.phase == Phase::kStart && truth.phase != Phase::kStart)) return;
  result.compare(what_of(step, viewer), wire.told(truth, step, viewer), wire.told(dealt, dealt_step, viewer));
  result.compare("position after", wire.now(truth, viewer), wire.now(dealt, viewer));
}

// Looks at one of so many positions, and at all of the first ones.
Result play(Telling telling, int rounds, int one_of = 4) {
  Result result;
  FastGenerator random(21);
  each_game(rounds, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Wire wire(e, telling);
    test::play_game(e, players, seed + 900, habit, [&](const State& s) {
      if (s.over()) return;
      for (int viewer = kSpectator; viewer < players; ++viewer) {
        if (s.turns > 4 && random.pick(one_of) != 0) continue;
        State dealt;
        ASSERT_TRUE(redeal(e, view_of(e, s, viewer), random, dealt));
        result.compare("position", wire.now(s, viewer), wire.now(dealt, viewer));
        compare_next(e, wire, s, dealt, viewer, random, result);
      }
    });
  });
  return result;
}

// The public viewer of messages is the spectator of views.
static_assert(Viewer::kPublic == kSpectator);

TEST(WireLeak, NothingHiddenShowsInTheBytes) {
  Result result = play(Telling::kHonest, test::long_run() ? 40 : 2);
  EXPECT_TRUE(result.different.empty()) << result.first;
  for (const char* what :
       {"position", "position after", "own draw", "other's draw", "own take", "other's take", "own tickets",
        "other's tickets", "own keep", "other's keep", "own claim", "other's claim"}) {
    EXPECT_GT(result.compared[what], 100) << what;
  }
}

// The comparison can fail: with each of these it does, and only where something is told too much.
TEST(WireLeak, WouldBeFound) {
  Result card = play(Telling::kShowsDrawnCard, 1, 12);
  EXPECT_GT(card.different["other's draw"], 50);
  EXPECT_EQ(card.different["own draw"], 0);
  EXPECT_EQ(card.different["position"], 0);
  Result everything = play(Telling::kShowsEverything, 1, 12);
  EXPECT_GT(everything.different["other's draw"], 50);
  EXPECT_GT(everything.different["other's tickets"], 50);
  EXPECT_GT(everything.different["other's keep"], 50);
  EXPECT_EQ(everything.different["other's take"], 0);
  Result board = play(Telling::kShowsAnotherBoard, 1, 12);
  EXPECT_GT(board.different["position"], 500);
  EXPECT_EQ(board.different["other's draw"], 0);
}

// The whole start with other tickets for the others, who choose the same places of their offers or other ones, but as many: every
// message is the same, also the counts that the last choice makes public.
long different_starts(Telling telling, bool other_places) {
  long different = 0;
  each_game(3, [&](const Edition& e, int players, std::uint64_t seed, test::Habit) {
    const Wire wire(e, telling);
    FastGenerator random(seed, 5);
    FastChance chance(seed);
    State begin;
    start(e, begin, players, chance);
    for (int viewer = kSpectator; viewer < players; ++viewer) {
      State truth = begin;
      State dealt;
      ASSERT_TRUE(redeal(e, view_of(e, begin, viewer), random, dealt));
      while (truth.phase == Phase::kStart) {
        const int seat = test::any_actor(truth, random);
        const Action action = test::choose(e, truth, seat, test::Habit::kUniform, random);
        Action other = action;
        while (seat != viewer && other_places) {
          other = test::choose(e, truth, seat, test::Habit::kUniform, random);
          if (std::popcount(other.keep) == std::popcount(action.keep)) break;
        }
        ASSERT_TRUE(dealt.may_act(seat));
        const Step step = carry_out(e, truth, seat, action, chance);
        const Step dealt_step = carry_out(e, dealt, seat, other, chance);
        different += wire.told(truth, step, viewer) != wire.told(dealt, dealt_step, viewer) ? 1 : 0;
        different += wire.now(truth, viewer) != wire.now(dealt, viewer) ? 1 : 0;
      }
    }
  });
  return different;
}

TEST(WireLeak, ChoicesOfTheStart) {
  EXPECT_EQ(different_starts(Telling::kHonest, false), 0);
  EXPECT_EQ(different_starts(Telling::kHonest, true), 0);
  EXPECT_GT(different_starts(Telling::kShowsEverything, true), 100);
}

// While the start goes on, nobody can see who has chosen already.
TEST(WireLeak, WhoHasChosenIsHidden) {
  each_game(1, [&](const Edition& e, int players, std::uint64_t seed, test::Habit) {
    const Wire wire(e, Telling::kHonest);
    FastChance chance(seed);
    State s;
    start(e, s, players, chance);
    std::vector<std::string> before;
    for (int viewer = kSpectator; viewer < players; ++viewer) before.push_back(wire.now(s, viewer));
    for (int seat = 0; seat + 1 < players; ++seat) {
      const Step step = carry_out(e, s, seat, Action::keeping((1 << e.deal) - 1), chance);
      for (int viewer = kSpectator; viewer < players; ++viewer) {
        if (viewer >= 0 && viewer <= seat) continue;  // has chosen
        ASSERT_EQ(wire.now(s, viewer), before[static_cast<std::size_t>(viewer + 1)]) << viewer;
        ASSERT_EQ(wire.told(s, step, viewer), "");
      }
    }
  });
}

}  // namespace
}  // namespace fogg::v09
