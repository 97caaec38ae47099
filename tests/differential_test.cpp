// The engine and the naive implementation play the same games: after every action all of the position, the legal actions of every seat and,
// at the end, the scores must agree.
#include <fmt/format.h>
#include <algorithm>

#include "engine/score.h"
#include "engine/view.h"
#include "habits.h"
#include "paths.h"
#include "replay_dealer.h"
#include "support.h"

namespace fogg::test {
namespace {

std::map<std::string, int> counts(const CardCounts& cards) {
  std::map<std::string, int> out;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (const int n = cards.of[static_cast<std::size_t>(kind)]; n > 0)
      out[std::string(kCardNames[static_cast<std::size_t>(kind)])] = n;
  }
  return out;
}

std::vector<int> members(const TicketSet& set) {
  std::vector<int> out;
  set.each([&](int member) { out.push_back(member); });
  return out;
}

std::set<int> as_set(const BitSet& set) {
  std::set<int> out;
  set.each([&](int member) { out.insert(member); });
  return out;
}

std::set<std::string> city_names(const Edition& e, CitySet cities) {
  std::set<std::string> out;
  for (; cities != 0; cities &= cities - 1)
    out.insert(e.board.cities[static_cast<std::size_t>(std::countr_zero(cities))].id);
  return out;
}

void add_extras(const Edition& e, const State& s, naive::Snapshot& out) {
  const Extras& x = s.extras(e);
  for (std::size_t seat = 0; seat < s.players; ++seat) {
    naive::PlayerSnapshot& player = out.players[seat];
    (e.stations > 0 ? player.stations : player.passengers) = city_names(e, x.pieces[seat]);
    player.passengers_left = x.passengers[seat];
    player.goods = x.goods[seat];
  }
  for (std::size_t city = 0; city < e.board.cities.size(); ++city) {
    const auto& pile = e.board.cities[city].goods;
    const int taken = x.tiles_taken(static_cast<int>(city));
    if (taken < static_cast<int>(pile.size()))
      out.goods[e.board.cities[city].id].assign(pile.begin() + taken, pile.end());
  }
  if (s.phase == Phase::kTunnel) {
    out.tunnel_route = x.tunnel_route;
    CardCounts shown;
    if (x.tunnel_count > 0) shown.add(x.tunnel_color, x.tunnel_count);
    shown.add(Card::kLocomotive, x.tunnel_locomotives);
    out.tunnel_shown = counts(shown);
    out.tunnel_revealed = counts(x.revealed);
    out.surcharge = x.surcharge;
  }
  if (s.phase == Phase::kJourney) {
    out.journey_from = e.board.cities[x.journey_from].id;
    out.journey_at = e.board.cities[x.journey_at].id;
    out.journey_used = as_set(x.journey_used);
    out.journey_cards = x.journey_cards;
  }
}

// The engine's position in the words of the naive one.
naive::Snapshot snapshot(const Edition& e, State s) {
  static const char* const kPhases[] = {"start_mix", "setup", "turn",    "second_card", "choose_tickets",
                                        "tunnel",    "place", "journey", "over"};
  static const char* const kEndings[] = {"", "last_round", "all_passed", "turn_limit"};
  naive::Snapshot out{};
  for (std::size_t seat = 0; seat < s.players; ++seat) {
    naive::PlayerSnapshot player{};
    player.hand = counts(s.hand[seat]);
    player.tickets = members(s.tickets_at(e, static_cast<std::uint8_t>(seat)));
    player.offer.assign(s.offer[seat].begin(), s.offer[seat].begin() + s.offered[seat]);
    player.trains = s.trains[seat];
    player.points = s.points[seat];
    player.routes = as_set(s.owned[seat]);
    out.players.push_back(player);
    if (s.may_act(static_cast<int>(seat))) out.to_act.push_back(static_cast<int>(seat));
  }
  for (const std::uint8_t card : s.row) out.row.emplace_back(card == kEmptyPlace ? "" : kCardNames[card]);
  out.deck = counts(s.deck);
  out.discards = counts(s.discards);
  out.unseen_tickets = as_set(s.tickets_at(e, ticket_at::kUnseen));
  out.shuffled_tickets = as_set(s.tickets_at(e, ticket_at::kShuffled));
  out.phase = kPhases[static_cast<int>(s.phase)];
  out.turn_player = s.player;
  out.turns = s.turns;
  out.turns_left = s.turns_left;
  out.passes = s.passes;
  out.ending = kEndings[static_cast<int>(s.ending)];
  out.gone_tickets = as_set(s.tickets_at(e, ticket_at::kGone));
  out.returned_by_deck.resize(e.decks.size());
  for (std::size_t d = 0; d < e.decks.size(); ++d) {
    while (s.pile[d].returned > 0)
      out.returned_by_deck[d].push_back(detail::next_returned_ticket(e, s, static_cast<int>(d)));
  }
  out.tunnel_route = -1;
  if (e.has_extras()) add_extras(e, s, out);
  return out;
}

std::set<std::string> legal_texts(const Edition& e, const State& s, int seat) {
  std::set<std::string> out;
  const Legal legal(e, s, seat);
  legal.each(
      [&](const Action& action) { EXPECT_TRUE(out.insert(text(e, action)).second) << "twice: " << text(e, action); });
  return out;
}

void expect_same_scores(const Edition& e, const State& s, const naive::Game& game) {
  const Scores mine = score(e, s);
  const auto theirs = game.scores();
  for (std::size_t seat = 0; seat < s.players; ++seat) {
    const Score& m = mine[seat];
    const naive::Score& t = theirs[seat];
    ASSERT_EQ(m.routes, t.route_points);
    ASSERT_EQ(m.tickets, t.ticket_points);
    ASSERT_EQ(m.completed, t.completed);
    ASSERT_EQ(m.uncompleted, t.uncompleted);
    ASSERT_EQ(m.longest, t.longest);
    ASSERT_EQ(m.bonus, t.bonus);
    ASSERT_EQ(m.most_tickets, t.most_tickets_bonus);
    ASSERT_EQ(m.stations, t.stations);
    ASSERT_EQ(m.goods, t.goods);
    ASSERT_EQ(m.total, t.total);
    ASSERT_EQ(m.winner, t.winner);
  }
}

void expect_same_position(const Edition& e, const State& s, const naive::Game& game) {
  naive::Snapshot mine = snapshot(e, s);
  naive::Snapshot theirs = game.snapshot();
  if (s.over()) mine.turn_player = theirs.turn_player;  // means nothing any more
  ASSERT_TRUE(mine == theirs) << "positions differ after turn " << s.turns;
  for (int seat = 0; seat < s.players; ++seat) ASSERT_EQ(legal_texts(e, s, seat), game.legal(seat)) << "seat " << seat;
}

void play_both(const std::string& id, int players, std::uint64_t seed, Habit habit) {
  const Edition& e = edition(id);
  SCOPED_TRACE(fmt::format("{} players={} seed={} habit={}", id, players, seed, static_cast<int>(habit)));
  FastChance fast(seed);
  Listening chance(fast);
  FastGenerator random(seed, 77);
  State s;
  start(e, s, players, chance);
  Replay replay;
  replay.take(chance.heard);
  naive::Game game(data_dir(), id, players, replay);
  ASSERT_TRUE(replay.empty());
  ASSERT_NO_FATAL_FAILURE(expect_same_position(e, s, game));
  while (!s.over()) {
    const int seat = any_actor(s, random);  // at the start answers come in any order
    const Action action = choose(e, s, seat, habit, random);
    ASSERT_FALSE(apply(e, s, seat, action, chance)) << text(e, action);
    replay.take(chance.heard);
    ASSERT_TRUE(game.apply(seat, text(e, action), replay)) << text(e, action);
    ASSERT_TRUE(replay.empty()) << "the engine asked chance more after " << text(e, action);
    ASSERT_NO_FATAL_FAILURE(expect_same_position(e, s, game)) << "after " << text(e, action);
  }
  expect_same_scores(e, s, game);
}

// Long runs: 20,000 games and more, over everything.
TEST(Differential, BothImplementationsAgreeMoveByMove) {
  const int rounds = repeats(6, 600);
  int games = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& id : edition_ids()) {
      for (int players = 2; players <= 5; ++players) {
        for (const Habit habit : kHabits) {
          if (round % 3 != 0 && habit != Habit::kUniform) continue;
          ASSERT_NO_FATAL_FAILURE(play_both(
              id, players, static_cast<std::uint64_t>(round) * 1000 + static_cast<std::uint64_t>(players), habit));
          ++games;
        }
      }
    }
  }
  RecordProperty("games", games);
  fmt::print("{} games agree\n", games);
}

}  // namespace
}  // namespace fogg::test
