// Scores and winners (docs/rules.md, "End and score").
#include <algorithm>

#include "naive_game.h"
#include "naive_trail.h"

namespace naive {

// Points of routes, tickets, stations, goods, bonuses, winners. Tickets on offer count nothing.
std::vector<Score> Game::scores() const {
  std::vector<Score> result;
  for (int seat = 0; seat < seats(); ++seat) {
    const Player& one = player(seat);
    Score score{};
    score.route_points = one.points;
    score.stations = (rules_.stations - size_of_list(one.stations.size())) * rules_.points_unbuilt;
    score.goods = one.goods;

    count_tickets(seat, one.routes, score);
    use_stations(seat, std::vector<std::string>(one.stations.begin(), one.stations.end()), one.routes, score);

    if (rules_.longest_path_bonus.has_value()) {
      std::vector<Track> network;
      for (const int index : one.routes) {
        const Route& route = rules_.route(index);
        network.push_back({route.a, route.b, route.length});
      }
      score.longest = longest_trail(network);
    }
    result.push_back(score);
  }

  int greatest_length = 0;
  int most_completed = 0;
  for (const Score& score : result) {
    greatest_length = std::max(greatest_length, score.longest);
    most_completed = std::max(most_completed, score.completed);
  }
  for (Score& score : result) {
    // Everyone with the greatest length gets the bonus, but not for no routes at all (ruling no-routes-no-bonus).
    if (greatest_length > 0 && score.longest == greatest_length) {
      score.bonus = rules_.longest_path_bonus.value_or(0);
    }
    // The same with the most tickets (ruling no-ticket-no-bonus).
    if (most_completed > 0 && score.completed == most_completed) {
      score.most_tickets_bonus = rules_.most_tickets_bonus.value_or(0);
    }
    score.total = score.route_points + score.ticket_points + score.bonus + score.most_tickets_bonus + score.stations +
                  score.goods;
  }
  mark_winners(result);
  return result;
}

// The cities that will do for one end of a ticket (ruling any-end-point).
std::vector<std::string> Game::ends_of(const std::string& place) const {
  const auto country = rules_.end_points.find(place);
  if (country == rules_.end_points.end()) {
    return {place};
  }
  return std::vector<std::string>(country->second.begin(), country->second.end());
}

// Sets what the tickets of the seat bring with these routes.
void Game::count_tickets(int seat, const std::set<int>& routes, Score& score) const {
  std::vector<Track> network;
  for (const int index : routes) {
    const Route& route = rules_.route(index);
    network.push_back({route.a, route.b, route.length});
  }
  const std::map<std::string, std::string> groups = joined_groups(network);

  score.completed = 0;
  score.uncompleted = 0;
  score.ticket_points = 0;
  for (const int index : player(seat).tickets) {
    const Ticket& ticket = rules_.ticket(index);
    bool completed = false;
    for (const std::string& a : ends_of(ticket.a)) {
      for (const std::string& b : ends_of(ticket.b)) {
        completed = completed || (groups.count(a) > 0 && groups.count(b) > 0 && groups.at(a) == groups.at(b));
      }
    }
    if (completed) {
      ++score.completed;
      score.ticket_points += ticket.points;
    } else {
      ++score.uncompleted;
      score.ticket_points -= ticket.points;
    }
  }
}

// Tries for the last of these stations no route and every route of another player at its city, and for each of these
// the same with the stations before it. The best is kept: most points of tickets, then most completed tickets.
void Game::use_stations(int seat, const std::vector<std::string>& stations, const std::set<int>& routes,
                        Score& best) const {
  if (stations.empty()) {
    Score tried = best;
    count_tickets(seat, routes, tried);
    const bool more_points = tried.ticket_points > best.ticket_points;
    const bool more_tickets = tried.ticket_points == best.ticket_points && tried.completed > best.completed;
    if (more_points || more_tickets) {
      best = tried;
    }
    return;
  }
  const std::string& city = stations.back();
  const std::vector<std::string> others(stations.begin(), stations.end() - 1);
  use_stations(seat, others, routes, best);
  for (int owner = 0; owner < seats(); ++owner) {
    if (owner == seat) {
      continue;
    }
    for (const int index : player(owner).routes) {
      if (rules_.route(index).a == city || rules_.route(index).b == city) {
        std::set<int> more = routes;
        more.insert(index);
        use_stations(seat, others, more, best);
      }
    }
  }
}

// Most points, then what the edition says, one thing after the other, each among those still equal (ruling ties).
void Game::mark_winners(std::vector<Score>& result) const {
  // Of those still equal only those with the greatest value stay.
  const auto keep_greatest = [&result](const std::vector<int>& values) {
    std::optional<int> greatest;
    for (std::size_t seat = 0; seat < result.size(); ++seat) {
      if (result[seat].winner) {
        greatest = std::max(greatest.value_or(values[seat]), values[seat]);
      }
    }
    for (std::size_t seat = 0; seat < result.size(); ++seat) {
      result[seat].winner = result[seat].winner && values[seat] == *greatest;
    }
  };

  std::vector<int> totals;
  int greatest_length = 0;
  for (Score& score : result) {
    score.winner = true;
    totals.push_back(score.total);
    greatest_length = std::max(greatest_length, score.longest);
  }
  keep_greatest(totals);

  for (const std::string& tie : rules_.ties) {
    std::vector<int> values;
    int winners_with_longest = 0;
    for (int seat = 0; seat < seats(); ++seat) {
      const Score& score = result.at(static_cast<std::size_t>(seat));
      const bool has_longest = greatest_length > 0 && score.longest == greatest_length;
      winners_with_longest += score.winner && has_longest ? 1 : 0;
      if (tie == "most_tickets") {
        values.push_back(score.completed);
      } else if (tie == "fewest_stations") {
        values.push_back(-size_of_list(player(seat).stations.size()));
      } else if (tie == "longest_path") {
        values.push_back(has_longest ? 1 : 0);
      } else if (tie == "most_goods") {
        values.push_back(score.goods);
      } else {
        fail("nobody knows how " + tie + " decides");
      }
    }
    // The longest path decides only if exactly one of those still equal has the bonus.
    if (tie != "longest_path" || winners_with_longest == 1) {
      keep_greatest(values);
    }
  }
}

}  // namespace naive
