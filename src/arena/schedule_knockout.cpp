// Knock-out: groups whose best go on, until one table is left.
//
// Who is still in is found by going through the rounds again. Byes leave no trace in the games, nor does the moment at which
// somebody left; so whoever played in a later round has gone on, and otherwise who is still there comes before who has left.
#include <algorithm>
#include <map>
#include <tuple>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

// An entrant in a round.
struct InRound {
  Entrant entrant = 0;
  int standing = 0;  // 0: played later, so it has gone on; 1: is there; 2: has left
  int rank = 0;  // in its group; 0: had a bye
  Tally tally;
};

struct KnockOut {
  std::vector<Entrant> in;  // still in; for the next round, if there is one
  bool over = false;  // the final was played
  std::vector<int> byes;  // by entrant
  std::vector<std::pair<int, int>>
      left;  // by entrant: the round in which it was knocked out, its rank there. 0: not yet, or never in
  std::vector<Tally> last;  // by entrant: the last round it played
};

// For groups of a round as well as for comparing losers of different groups: those played the same number of games.
bool before(const Course& course, const InRound& a, const InRound& b) {
  if (a.standing != b.standing) return a.standing < b.standing;
  if (a.rank != b.rank) return a.rank < b.rank;
  // Games can have been called off, so shares are compared, not sums.
  const std::int64_t left = a.tally.halves * b.tally.opponents;
  const std::int64_t right = b.tally.halves * a.tally.opponents;
  if (left != right) return left > right;
  if (a.tally.points != b.tally.points) return a.tally.points > b.tally.points;
  return better_lot(course, a.entrant, b.entrant);
}

// Everybody of the round, the first to go on first.
std::vector<InRound> ranked(const Course& course, const Entrants& entrants, const std::vector<Entrant>& in,
                            const std::vector<const Played*>& games, const std::vector<Place>& places, int round) {
  std::map<Entrant, InRound> players;
  auto player = [&](Entrant entrant) -> InRound& {
    const auto i = static_cast<std::size_t>(entrant);
    const int standing = places[i].last_round > round ? 0 : entrants[i].active ? 1 : 2;
    return players.try_emplace(entrant, InRound{entrant, standing, 0, {}}).first->second;
  };
  for (const Entrant entrant : in) player(entrant);
  std::map<Pairing, std::vector<Entrant>> groups;
  const std::vector<bool> all = everybody(entrants);
  for (const Played* played : games) {
    const Pairing table = table_of(played->game);
    groups.try_emplace(table, table);
    for (std::size_t seat = 0; seat < played->game.seats.size(); ++seat) {
      player(played->game.seats[seat]).tally.add(*played, seat, all);
    }
  }
  for (auto& [table, group] : groups) {
    std::ranges::sort(group, [&](Entrant a, Entrant b) { return before(course, player(a), player(b)); });
    int rank = 0;
    for (const Entrant entrant : group) player(entrant).rank = ++rank;
  }
  std::vector<InRound> order;
  for (const auto& [entrant, in_round] : players) order.push_back(in_round);
  std::ranges::sort(order, [&](const InRound& a, const InRound& b) { return before(course, a, b); });
  return order;
}

void play_round(const Course& course, const std::vector<InRound>& order, int round, bool last_one, KnockOut& now) {
  const auto seats = static_cast<std::size_t>(course.seats);
  const auto played = static_cast<std::size_t>(
      std::ranges::count_if(order, [](const InRound& player) { return player.tally.games > 0; }));
  const std::size_t tables = played / seats;
  now.over = last_one && order.size() <= seats;
  // The final is always full: if too few would be left, the best of those who lost go on as well.
  const std::size_t going =
      now.over ? 0 : std::max(tables * static_cast<std::size_t>(course.advance) + (order.size() - played), seats);
  now.in.clear();
  for (const InRound& player : order) {
    const auto i = static_cast<std::size_t>(player.entrant);
    if (player.tally.games == 0) {
      ++now.byes[i];
    } else {
      now.last[i] = player.tally;
    }
    if (player.standing == 0 || (player.standing == 1 && now.in.size() < going)) {
      now.in.push_back(player.entrant);
    } else {
      now.left[i] = {round, player.rank};
    }
  }
}

KnockOut knock_out_of(const Course& course, const Entrants& entrants, const History& so_far) {
  const std::vector<Place> places = places_of(entrants, so_far);
  KnockOut now;
  now.byes.resize(entrants.size());
  now.left.resize(entrants.size());
  now.last.resize(entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const bool takes_part = entrants[i].active || places[i].games > 0;
    if (takes_part && entrants[i].from_round <= 1) now.in.push_back(static_cast<Entrant>(i));
  }
  const std::vector<std::vector<const Played*>> games = by_round(entrants, so_far);
  const int rounds = static_cast<int>(games.size());
  for (int round = 1; round <= rounds; ++round) {
    const auto& games_here = games[static_cast<std::size_t>(round - 1)];
    play_round(course, ranked(course, entrants, now.in, games_here, places, round), round, round == rounds, now);
  }
  return now;
}

}  // namespace

// The byes go to those who had the fewest, and of these to the strongest. Then the groups are dealt out to and fro, so that with two groups of three the
// first plays with the fourth and fifth: the strongest meet as late as possible, and all groups are about equally strong.
std::vector<Pairing> knock_out_tables(const Course& course, const Entrants& entrants, const History& so_far) {
  KnockOut now = knock_out_of(course, entrants, so_far);
  const auto seats = static_cast<std::size_t>(course.seats);
  if (now.over || now.in.size() < seats) return {};
  std::ranges::sort(now.in, [&course](Entrant a, Entrant b) {
    return course.seeding == Seeding::kLot ? better_lot(course, a, b) : a < b;
  });
  std::vector<Entrant> order = now.in;
  std::ranges::stable_sort(order, {}, [&now](Entrant entrant) { return now.byes[static_cast<std::size_t>(entrant)]; });
  order.resize(now.in.size() % seats);
  std::erase_if(now.in, [&order](Entrant entrant) { return std::ranges::find(order, entrant) != order.end(); });

  std::vector<Pairing> tables(now.in.size() / seats);
  for (std::size_t i = 0; i < now.in.size(); ++i) {
    const std::size_t lap = i / tables.size();
    const std::size_t at = i % tables.size();
    tables[lap % 2 == 0 ? at : tables.size() - 1 - at].push_back(now.in[i]);
  }
  for (Pairing& table : tables) std::ranges::sort(table);
  return tables;
}

std::vector<Place> standing_of_knock_out(const Course& course, const Entrants& entrants, const History& so_far) {
  const KnockOut now = knock_out_of(course, entrants, so_far);
  std::vector<Place> places = places_of(entrants, so_far);
  std::vector<bool> in(entrants.size(), false);
  for (const Entrant entrant : now.in) in[static_cast<std::size_t>(entrant)] = true;
  // Still in; then who was knocked out, the later the better; then who never took part.
  auto key = [&](const Place& place) {
    const auto i = static_cast<std::size_t>(place.entrant);
    const auto [round, rank] = now.left[i];
    return std::tuple(in[i] ? 0 : round > 0 ? 1 : 2, -round, rank);
  };
  for (Place& place : places) {
    const auto i = static_cast<std::size_t>(place.entrant);
    place.score = now.last[i].share();
    place.byes = now.byes[i];
  }
  std::ranges::stable_sort(places, [&](const Place& a, const Place& b) { return key(a) < key(b); });
  number_places(places, [&](const Place& a, const Place& b) { return key(a) == key(b); });
  return places;
}

}  // namespace fogg::arena::schedule
