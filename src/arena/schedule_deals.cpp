// From tables to games: seatings, editions and deals.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "arena/schedule_parts.h"

namespace fogg::arena::schedule {

namespace {

using Order = std::vector<std::size_t>;  // by seat: a place in the table

std::vector<Order> all_orders(std::size_t seats) {
  Order order(seats);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Order> orders;
  do {
    orders.push_back(order);
  } while (std::ranges::next_permutation(order).found);
  return orders;
}

// With rotations alone everybody would always have the same neighbors. So every time (`turn`) begins with another circle of the players.
std::vector<Order> rotations(std::size_t seats, std::size_t turn) {
  const std::vector<Order> circles = all_orders(seats - 1);
  Order order = {0};
  for (const std::size_t place : circles[turn % circles.size()]) order.push_back(place + 1);
  std::vector<Order> orders;
  for (std::size_t i = 0; i < seats; ++i) {
    orders.push_back(order);
    std::ranges::rotate(order, order.begin() + 1);
  }
  return orders;
}

// The deals for deal number so-and-so of one edition. As a rule it is one for all tables, so that luck is the same for all. But
// an entrant that could remember gets a deal only once: its next game takes the first deal that nobody who could remember has met.
class DealsOnce {
 public:
  // `outsiders`: those at the table who could remember.
  std::int64_t take(const std::vector<Entrant>& outsiders) {
    std::size_t word = 0;
    for (const Entrant entrant : outsiders) word = std::max(word, known_[entrant].full_words);
    std::uint64_t known = known_to(outsiders, word);
    while (~known == 0) known = known_to(outsiders, ++word);
    const int bit = std::countr_one(known);
    for (const Entrant entrant : outsiders) known_[entrant].add(word, bit);
    const std::int64_t deal = static_cast<std::int64_t>(word) * 64 + bit;
    used_ = std::max(used_, deal + 1);
    return deal;
  }

  // Deals without gaps: one is only passed over when another table has it.
  std::int64_t used() const { return used_; }

 private:
  struct Known {
    std::vector<std::uint64_t> words;
    std::size_t full_words = 0;  // at the beginning; so that the search need not start there

    void add(std::size_t word, int bit) {
      if (words.size() <= word) words.resize(word + 1);
      words[word] |= std::uint64_t{1} << static_cast<unsigned>(bit);
      while (full_words < words.size() && ~words[full_words] == 0) ++full_words;
    }
  };

  std::uint64_t known_to(const std::vector<Entrant>& outsiders, std::size_t word) {
    std::uint64_t known = 0;
    for (const Entrant entrant : outsiders) {
      const auto& words = known_[entrant].words;
      if (word < words.size()) known |= words[word];
    }
    return known;
  }

  std::map<Entrant, Known> known_;
  std::int64_t used_ = 0;
};

// How the games of a table get their deals.
struct Manner {
  std::vector<Entrant> outsiders;
  bool together = false;
};

Manner manner_of(const Pairing& table, const Entrants& entrants, std::size_t games_of_deal) {
  Manner manner;
  for (const Entrant entrant : table) {
    if (entrants[static_cast<std::size_t>(entrant)].outside) manner.outsiders.push_back(entrant);
  }
  manner.together = !manner.outsiders.empty() && std::ranges::all_of(manner.outsiders, [&](Entrant entrant) {
    return entrants[static_cast<std::size_t>(entrant)].connections >= static_cast<std::int64_t>(games_of_deal);
  });
  return manner;
}

}  // namespace

// Deal by deal over all tables, so that a competition that is interrupted has given everybody about the same; all seatings of a deal one
// after the other, so that its luck has cancelled as soon as possible.
std::vector<Game> games_of(const Course& course, const Entrants& entrants, const std::vector<Pairing>& tables,
                           int round, std::int64_t next_game, std::int64_t next_deal) {
  std::vector<Game> games;
  if (tables.empty()) return games;
  games.reserve(tables.size() * static_cast<std::size_t>(games_per_table(course)));

  const auto seats = static_cast<std::size_t>(course.seats);
  const auto games_of_deal = static_cast<std::size_t>(seatings_per_deal(course));
  std::vector<Manner> manners;
  for (const Pairing& table : tables) manners.push_back(manner_of(table, entrants, games_of_deal));

  for (int deal = 0; deal < course.deals; ++deal) {
    const auto turn = static_cast<std::size_t>(deal) + static_cast<std::size_t>(round - 1);
    const std::vector<Order> orders = course.seatings == Seatings::kAll ? all_orders(seats) : rotations(seats, turn);
    for (const std::string& edition : course.editions) {
      DealsOnce deals;
      for (std::size_t t = 0; t < tables.size(); ++t) {
        const auto& [outsiders, together] = manners[t];
        const bool mirrored = outsiders.empty() || together;
        std::int64_t number = mirrored ? deals.take(outsiders) : 0;
        for (std::size_t i = 0; i < orders.size(); ++i) {
          if (!mirrored) number = deals.take(outsiders);
          // Tables whose players meet a deal only once begin with different seatings: so they play each other's mirrors.
          const Order& order = orders[mirrored ? i : (i + t) % orders.size()];
          Game game{next_game++, round, next_deal + number, edition, {}, together};
          for (const std::size_t place : order) game.seats.push_back(tables[t][place]);
          games.push_back(std::move(game));
        }
      }
      next_deal += deals.used();
    }
  }
  return games;
}

}  // namespace fogg::arena::schedule
