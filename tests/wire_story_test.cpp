// What everyone is told of whole games: who, in which order, and what adds up from it.
#include <map>
#include <ranges>
#include <set>

#include "positions.h"
#include "wire_schema.h"

namespace fogg::v09 {
namespace {

// -- Nothing but the contract, ever

TEST(WireStory, EveryMessageOfEveryGameIsOfTheContract) {
  std::map<std::string, long> met;
  each_game(test::long_run() ? 20 : 1, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Schema schema(e);
    const Teller camel(e);
    const Teller capitals(e, Dialect::kUpper);
    int number_of_step = 0;
    tell_game(e, players, seed, habit, [&](const State& before, const Step& step, const State& after) {
      for (const Viewer viewer : everyone(players)) {
        if (number_of_step == 0) {
          ASSERT_NO_FATAL_FAILURE(expect_messages(schema, camel.began(before, viewer), capitals.began(before, viewer)));
        }
        const std::string told = camel.told(after, step, viewer);
        ASSERT_NO_FATAL_FAILURE(expect_messages(schema, told, capitals.told(after, step, viewer)));
        for (const json::object& message : messages_of(told)) ++met[word(message, "turnType")];
      }
      if (++number_of_step % 16 != 0 && !after.over()) return;
      for (int seat = -1; seat < players; ++seat) {
        ASSERT_NO_FATAL_FAILURE(expect_messages(schema, camel.board(after, seat), capitals.board(after, seat)));
      }
      ASSERT_NO_FATAL_FAILURE(expect_messages(schema, camel.routes(after), capitals.routes(after)));
      ASSERT_NO_FATAL_FAILURE(expect_messages(schema, camel.scores(after, 0), capitals.scores(after, 0)));
    });
  });
  for (const char* type :
       {"DrawPassengerCars", "ClaimRoute", "DrawDestinationTickets", "ClaimDestinationTickets", "FinalScore"}) {
    EXPECT_GT(met[type], 100) << type;
  }
}

// -- What adds up from messages

// A client that counts what it is told.
struct Count {
  std::array<std::int64_t, 9> cards{};
  std::int64_t trains = 0;
  std::multiset<std::string> kept;
  std::multiset<std::string> offered;
  bool operator==(const Count&) const = default;

  static std::multiset<std::string> texts(const json::value& list) {
    std::multiset<std::string> out;
    for (const json::value& one : list.as_array()) out.insert(json::serialize(one));
    return out;
  }
  void read_board(const json::object& board) {
    for (std::size_t i = 0; i < 9; ++i) cards[i] = board.at("drawnPassengerCars").as_array().at(i).as_int64();
    trains = number(board, "leftPassengerCars");
    kept = texts(board.at("drawnDestinationTickets"));
    offered = texts(board.at("toBeClaimedDestinationTickets"));
  }
  void hear(const json::object& message) {
    const std::string type = word(message, "turnType");
    auto kind = [](const json::value& named) { return static_cast<std::size_t>(*card(named.as_string())); };
    if (type == "DrawPassengerCars") ++cards[kind(message.at("drawnCard"))];
    if (type == "ClaimRoute") {
      for (const json::value& paid : message.at("passengerCarColors").as_array()) {
        --cards[kind(paid)];
        --trains;
      }
    }
    if (type == "DrawDestinationTickets") offered = texts(message.at("drawnCards"));
    if (type == "ClaimDestinationTickets") {
      for (const std::string& ticket : texts(message.at("drawnCards"))) {
        EXPECT_TRUE(offered.contains(ticket)) << ticket;
        kept.insert(ticket);
      }
      EXPECT_EQ(number(message, "drawnCardsCount"),
                static_cast<std::int64_t>(message.at("drawnCards").as_array().size()));
      offered.clear();
    }
  }
};

// Who counts what it is told of its own actions has what BoardState says; who sees everything has it of all.
TEST(WireStory, ToldAddsUpToTheBoardState) {
  each_game(test::long_run() ? 10 : 1, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Teller teller(e);
    std::map<std::string, Count> own;
    std::map<std::string, Count> seen_by_all;
    bool first = true;
    tell_game(e, players, seed + 70, habit, [&](const State& before, const Step& step, const State& after) {
      if (first) {
        for (int seat = 0; seat < players; ++seat) {
          const auto boards = messages_of(teller.began(before, {seat}));
          ASSERT_EQ(of_one(boards, "player"), teller.color(seat));
          own[teller.color(seat)].read_board(boards[0]);
        }
        for (const json::object& board : messages_of(teller.began(before, {Viewer::kEverything}))) {
          seen_by_all[word(board, "player")].read_board(board);
        }
        ASSERT_EQ(seen_by_all, own);
      }
      first = false;
      for (const json::object& message : messages_of(teller.told(after, step, {step.seat}))) {
        if (word(message, "player") == teller.color(step.seat)) own[teller.color(step.seat)].hear(message);
      }
      for (const json::object& message : messages_of(teller.told(after, step, {Viewer::kEverything}))) {
        if (message.contains("player")) seen_by_all[word(message, "player")].hear(message);
      }
      Count expected;
      expected.read_board(messages_of(teller.board(after, step.seat))[0]);
      ASSERT_EQ(own[teller.color(step.seat)], expected);
      // The choices of the start are told to those who watch when all are made.
      if (after.phase != Phase::kStart) {
        ASSERT_EQ(seen_by_all, own);
      }
    });
  });
}

TEST(WireStory, HiddenThingsAreForTheirOwner) {
  std::map<ActionKind, int> met;
  each_game(test::long_run() ? 10 : 1, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Teller teller(e);
    tell_game(e, players, seed + 140, habit, [&](const State& before, const Step& step, const State& after) {
      const ActionKind kind = step.action.kind;
      ++met[kind];
      const auto s = static_cast<std::size_t>(step.seat);
      for (const Viewer viewer : everyone(players)) {
        const auto messages = messages_of(teller.told(after, step, viewer));
        const bool all = viewer.seat == Viewer::kEverything;
        const bool sees = all || viewer.seat == step.seat;
        for (const json::object& message : messages) {
          // Of a single action only the choices of the start are more than one message; the end adds the scores.
          const bool others = before.phase == Phase::kStart || word(message, "turnType") == "FinalScore";
          ASSERT_TRUE(others || word(message, "player") == teller.color(step.seat) || message.contains("text"));
          if (const json::value* tickets = message.if_contains("drawnCards")) {
            const bool owns = viewer.seat >= 0 && word(message, "player") == teller.color(viewer.seat);
            const auto count = static_cast<std::int64_t>(tickets->as_array().size());
            ASSERT_EQ(count, all || owns ? number(message, "drawnCardsCount") : 0);
            ASSERT_GT(number(message, "drawnCardsCount"), 0);
          }
        }
        if (before.phase == Phase::kStart) continue;
        ASSERT_EQ(messages.size(), 1U + (after.over() ? static_cast<std::size_t>(players) : 0U));
        const json::object& first = messages[0];
        if (kind == ActionKind::kDraw || kind == ActionKind::kTake) {
          ASSERT_EQ(first.contains("drawnCard"), sees || kind == ActionKind::kTake);
          ASSERT_EQ(first.at("hiddenDeck"), kind == ActionKind::kDraw);
          std::vector<std::string> row;
          for (const std::uint8_t place : after.row) {
            if (place != kEmptyPlace) row.emplace_back(card_name(place));
          }
          ASSERT_EQ(first.at("faceUpPassengerCarDeck"), json::value_from(row));
        }
        if (kind == ActionKind::kTickets) {
          ASSERT_EQ(number(first, "drawnCardsCount"), after.offered[s]);
        }
        if (kind == ActionKind::kKeep) {
          ASSERT_EQ(number(first, "drawnCardsCount"), after.kept[s] - before.kept[s]);
        }
      }
    });
  });
  for (const ActionKind kind :
       {ActionKind::kDraw, ActionKind::kTake, ActionKind::kTickets, ActionKind::kKeep, ActionKind::kClaim}) {
    EXPECT_GT(met[kind], 100) << static_cast<int>(kind);
  }
}

// From the moment the last round is triggered.
TEST(WireStory, FinalTurn) {
  int last_rounds = 0;
  each_game(1, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Teller teller(e);
    bool triggered = false;
    tell_game(e, players, seed + 210, habit, [&](const State&, const Step& step, const State& after) {
      const bool before = triggered;
      triggered |= after.trains[static_cast<std::size_t>(step.seat)] <= 2;
      last_rounds += triggered != before ? 1 : 0;
      if (triggered == before && after.turns % 8 != 0) return;
      for (int seat = -1; seat < players; ++seat) {
        ASSERT_EQ(messages_of(teller.board(after, seat))[0].at("finalTurn"), triggered);
      }
    });
  });
  EXPECT_GT(last_rounds, 5);
}

// -- The start

std::vector<std::string> players_of(const std::string& text) {
  std::vector<std::string> out;
  for (const json::object& message : messages_of(text)) {
    EXPECT_EQ(word(message, "turnType"), "ClaimDestinationTickets");
    out.push_back(word(message, "player"));
  }
  return out;
}

// The own choice is answered at once; those of the others are told after the last one, and no count moves before.
TEST(WireStory, ChoicesOfTheStart) {
  for (const std::string& id : v09_ids()) {
    const Edition& e = test::edition(id);
    const Teller teller(e);
    FastChance chance(4);
    State s;
    start(e, s, 3, chance, 2);
    const std::string board_of_observer = teller.board(s, Viewer::kPublic);
    const std::vector<std::string> boards = {teller.board(s, 0), teller.board(s, 1), teller.board(s, 2)};
    const auto count = number(messages_of(boards[0])[0], "destinationTicketsCount");
    EXPECT_EQ(count, e.ticket_count() - 3 * e.deal);
    const int set = (1 << e.keep_at_start) - 1;
    for (const int seat : {1, 0}) {
      const Step step = carry_out(e, s, seat, Action::keeping(set), chance);
      for (const Viewer viewer : everyone(3)) {
        const std::vector<std::string> expected =
            viewer.seat == seat ? std::vector<std::string>{teller.color(seat)} : std::vector<std::string>{};
        EXPECT_EQ(players_of(teller.told(s, step, viewer)), expected);
      }
      // Nobody can see that somebody has chosen, but the one who has.
      EXPECT_EQ(teller.board(s, Viewer::kPublic), board_of_observer);
      EXPECT_EQ(teller.board(s, 2), boards[2]);
      const json::object mine = messages_of(teller.board(s, seat))[0];
      EXPECT_EQ(number(mine, "destinationTicketsCount"), count);
      EXPECT_EQ(mine.at("toBeClaimedDestinationTickets").as_array().size(), 0U);
      EXPECT_EQ(mine.at("drawnDestinationTickets").as_array().size(), static_cast<std::size_t>(e.keep_at_start));
    }
    const Step last = carry_out(e, s, 2, Action::keeping((1 << e.deal) - 1), chance);
    const std::string zero = teller.color(0);
    const std::string one = teller.color(1);
    const std::string two = teller.color(2);
    using List = std::vector<std::string>;
    EXPECT_EQ(players_of(teller.told(s, last, {0})), (List{one, two}));
    EXPECT_EQ(players_of(teller.told(s, last, {1})), (List{zero, two}));
    EXPECT_EQ(players_of(teller.told(s, last, {2})), (List{two, zero, one}));  // the own answer first
    EXPECT_EQ(players_of(teller.told(s, last, {Viewer::kPublic})), (List{zero, one, two}));
    EXPECT_EQ(players_of(teller.told(s, last, {Viewer::kEverything})), (List{zero, one, two}));
    EXPECT_EQ(number(messages_of(teller.board(s, 0))[0], "destinationTicketsCount"),
              count + 2 * (e.deal - e.keep_at_start));
  }
}

TEST(WireStory, BoardStatesAtTheBeginning) {
  const Edition& e = test::edition("usa-2025");
  const Teller teller(e);
  FastChance chance(4);
  State s;
  start(e, s, 4, chance);
  for (int seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(teller.began(s, {seat}), teller.board(s, seat));
    EXPECT_EQ(messages_of(teller.began(s, {seat}))[0].at("toBeClaimedDestinationTickets").as_array().size(), 4U);
  }
  EXPECT_EQ(teller.began(s, {Viewer::kPublic}), teller.board(s, Viewer::kPublic));
  EXPECT_EQ(teller.began(s, {Viewer::kEverything}),
            teller.board(s, 0) + teller.board(s, 1) + teller.board(s, 2) + teller.board(s, 3));
}

// -- Passing

TEST(WireStory, ForcedPassIsAText) {
  test::Position p("usa-2004", 2);
  p.drain_tickets(0);
  p.deal_deck({}, {}, {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt});
  // Nobody can pay anything: the cards of the second seat are of no use without trains.
  p.own_trains(1, 45);
  ASSERT_EQ(p.s.player, 0);
  const Teller teller(p.e);
  const Step step = carry_out(p.e, p.s, 0, Action::pass(), p.chance);
  for (const Viewer viewer : everyone(2)) {
    const auto messages = messages_of(teller.told(p.s, step, viewer));
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_NE(word(messages[0], "text").find(teller.party().names[0]), std::string::npos);
    EXPECT_FALSE(messages[0].contains("turnType"));
  }
  const Step last = carry_out(p.e, p.s, 1, Action::pass(), p.chance);
  ASSERT_TRUE(p.s.over());
  for (const Viewer viewer : everyone(2)) {
    const auto messages = messages_of(teller.told(p.s, last, viewer));
    ASSERT_EQ(messages.size(), 3U);
    EXPECT_TRUE(messages[0].contains("text"));
    EXPECT_EQ(word(messages[1], "turnType"), "FinalScore");
    EXPECT_EQ(word(messages[2], "turnType"), "FinalScore");
  }
}

// -- Scores

std::int64_t points_of(const json::value& tickets) {
  std::int64_t sum = 0;
  for (const json::value& ticket : tickets.as_array()) sum += number(ticket.as_object(), "points");
  return sum;
}

void expect_scores(const Edition& e, const Teller& teller, const State& s, const std::string& text) {
  const auto scores = messages_of(text);
  ASSERT_EQ(scores.size(), s.players);
  std::map<std::string, std::int64_t> route_points;
  const std::array<std::int64_t, 7> by_length = {0, 1, 2, 4, 7, 10, 15};
  const auto all_routes = messages_of(teller.routes(s));
  for (const json::value& route : all_routes[0].at("routes").as_array()) {
    const auto cost = static_cast<std::size_t>(number(route.as_object(), "cost"));
    route_points[word(route.as_object(), "claimedBy")] += by_length[cost];
  }
  std::int64_t longest = 0;
  std::int64_t best = -10000;
  std::size_t most = 0;
  for (const json::object& one : scores) {
    longest = std::max(longest, number(one, "longestRouteLength"));
    best = std::max(best, number(one, "totalScore"));
    most = std::max(most, one.at("claimedTickets").as_array().size());
  }
  int winners = 0;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    const json::object& one = scores[seat];
    ASSERT_EQ(word(one, "player"), teller.color(static_cast<int>(seat)));
    ASSERT_EQ(word(one, "name"), teller.party().names[seat]);
    ASSERT_EQ(number(one, "scorePassengerCars"), route_points[word(one, "player")]);
    const bool has_longest = e.longest_path_bonus > 0 && longest > 0 && number(one, "longestRouteLength") == longest;
    ASSERT_EQ(one.at("longestRoute"), has_longest);
    const bool has_most = most > 0 && one.at("claimedTickets").as_array().size() == most;
    ASSERT_EQ(number(one, "totalScore"), route_points[word(one, "player")] + points_of(one.at("claimedTickets")) -
                                             points_of(one.at("nonClaimedTickets")) +
                                             (has_longest ? e.longest_path_bonus : 0) +
                                             (has_most ? e.most_tickets_bonus : 0));
    if (one.at("winner") == true) {
      ++winners;
      ASSERT_EQ(number(one, "totalScore"), best);
    }
  }
  ASSERT_GE(winners, 1);
}

TEST(WireScore, AddsUp) {
  each_game(test::long_run() ? 10 : 2, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Teller teller(e);
    tell_game(e, players, seed + 280, habit, [&](const State&, const Step& step, const State& after) {
      if (!after.over()) return;
      const std::string scores = teller.scores(after, -1);
      ASSERT_NO_FATAL_FAILURE(expect_scores(e, teller, after, scores));
      // One message per player, the same to everyone, and the last that is said.
      for (const Viewer viewer : everyone(players)) {
        const std::string told = teller.told(after, step, viewer);
        ASSERT_TRUE(told.ends_with(scores));
        ASSERT_EQ(messages_of(told).size(), 1U + static_cast<std::size_t>(players));
      }
    });
  });
}

std::set<std::size_t> winners_of(const std::vector<json::object>& scores) {
  std::set<std::size_t> out;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    if (scores[seat].at("winner") == true) out.insert(seat);
  }
  return out;
}

// Who forfeits does not win; the victory goes to the best of the others, and everything else is as it was.
TEST(WireScore, Forfeits) {
  int moved = 0;
  int unmoved = 0;
  int decided = 0;  // tickets or the longest path decide between equals
  each_game(5, [&](const Edition& e, int players, std::uint64_t seed, test::Habit habit) {
    const Teller teller(e);
    tell_game(e, players, seed + 350, habit, [&](const State&, const Step&, const State& after) {
      if (after.phase != Phase::kTurn) return;
      const Scores all = score(e, after);
      const int best_of_all = std::ranges::max(all | std::views::take(players) | std::views::transform(&Score::total));
      const bool decides = std::ranges::any_of(
          all | std::views::take(players), [&](const Score& one) { return one.total == best_of_all && !one.winner; });
      if (after.turns % 16 != 0 && !decides) return;
      decided += decides ? 1 : 0;
      const auto plain = messages_of(teller.scores(after, -1));
      const std::set<std::size_t> winners = winners_of(plain);
      for (int lost = 0; lost < players; ++lost) {
        auto scores = messages_of(teller.scores(after, lost));
        std::set<std::size_t> others = winners;
        others.erase(static_cast<std::size_t>(lost));
        const std::set<std::size_t> now = winners_of(scores);
        if (!others.empty()) {
          ++unmoved;
          ASSERT_EQ(now, others);  // their victory is not touched, nor what decided between equals
        } else {
          ++moved;
          std::int64_t best = -10000;
          for (std::size_t seat = 0; seat < scores.size(); ++seat) {
            if (static_cast<int>(seat) != lost) best = std::max(best, number(scores[seat], "totalScore"));
          }
          ASSERT_FALSE(now.empty() || now.contains(static_cast<std::size_t>(lost)));
          for (const std::size_t seat : now) ASSERT_EQ(number(scores[seat], "totalScore"), best);
        }
        for (std::size_t seat = 0; seat < scores.size(); ++seat) {
          scores[seat]["winner"] = plain[seat].at("winner");
          ASSERT_EQ(scores[seat], plain[seat]);
        }
      }
    });
  });
  EXPECT_GT(moved, 100);
  EXPECT_GT(unmoved, 100);
  EXPECT_GT(decided, 10);
}

}  // namespace
}  // namespace fogg::v09
