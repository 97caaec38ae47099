#include "arena/rating.h"

#include <algorithm>

namespace fogg::arena {

namespace {

template <typename Cell>
Cell& cell_at(std::vector<Cell>& cells, std::size_t place) {
  auto found = std::ranges::lower_bound(cells, place, {}, &Cell::place);
  if (found == cells.end() || found->place != place) {
    found = cells.insert(found, Cell{});
    found->place = place;
  }
  return *found;
}

}  // namespace

std::size_t Standings::pair_place(Entrant one, Entrant other) {
  const std::size_t low = index(std::min(one, other));
  const std::size_t high = index(std::max(one, other));
  return high * (high - 1) / 2 + low;  // does not change when entrants come
}

void Standings::admit(int entrants) {
  if (entrants <= this->entrants()) return;
  entrants_.resize(index(entrants));
  pairs_.resize(entrants_.size() * (entrants_.size() - 1) / 2);
}

bool Standings::add(const Played& played) {
  const std::vector<Entrant>& seats = played.game.seats;
  const bool known = std::ranges::all_of(seats, [this](Entrant e) { return 0 <= e && e < entrants(); });
  const bool sized = !seats.empty() && seats.size() <= kMostSeats && played.outcome.ranks.size() == seats.size() &&
                     played.outcome.points.size() == seats.size();
  if (!known || !sized) return false;
  ++games_;
  Deal& deal = deals_[played.game.deal];
  add_seats(played, deal);
  add_pairs(played, deal);
  add_choices(played, deal);
  return true;
}

void Standings::add_seats(const Played& played, Deal& deal) {
  const std::vector<Entrant>& seats = played.game.seats;
  const std::vector<int>& ranks = played.outcome.ranks;
  for (std::size_t s = 0; s < seats.size(); ++s) {
    EntrantSums& sums = entrants_[index(seats[s])];
    if (std::find(seats.begin(), seats.begin() + static_cast<std::ptrdiff_t>(s), seats[s]) ==
        seats.begin() + static_cast<std::ptrdiff_t>(s)) {
      ++sums.games;
      sums.first_seat = std::min(sums.first_seat, static_cast<std::uint64_t>(played.game.number) * kMostSeats + s);
    }
    // Counted anew, so that it does not matter whether the ranks after a tie leave a gap.
    const std::int64_t better = std::ranges::count_if(ranks, [&](int rank) { return rank < ranks[s]; });
    const std::int64_t same = std::ranges::count(ranks, ranks[s]);
    EntrantInDeal& now = cell_at(deal.entrants, index(seats[s]));
    const EntrantInDeal before = now;
    ++now.seats;
    now.points += played.outcome.points[s];
    now.half_ranks += 2 * better + same + 1;
    now.victories += better == 0 ? kWholeVictory / same : 0;
    sums.points.change({before.points, before.seats}, {now.points, now.seats});
    sums.half_ranks.change({before.half_ranks, before.seats}, {now.half_ranks, now.seats});
    sums.victories.change({before.victories, before.seats}, {now.victories, now.seats});
  }
}

void Standings::add_pairs(const Played& played, Deal& deal) {
  const std::vector<Entrant>& seats = played.game.seats;
  const std::vector<int>& ranks = played.outcome.ranks;
  std::vector<std::size_t> met;
  for (std::size_t s = 0; s < seats.size(); ++s) {
    for (std::size_t t = 0; t < seats.size(); ++t) {
      if (seats[s] >= seats[t]) continue;
      const std::size_t place = pair_place(seats[s], seats[t]);
      PairSums& sums = pairs_[place];
      if (std::ranges::find(met, place) == met.end()) {
        met.push_back(place);
        ++sums.games;
      }
      sums.ahead += ranks[s] < ranks[t] ? 1 : 0;
      sums.behind += ranks[s] > ranks[t] ? 1 : 0;
      DealValue& now = cell_at(deal.pairs, place).half_wins;
      const DealValue before = now;
      now.sum += ranks[s] < ranks[t] ? 2 : ranks[s] == ranks[t] ? 1 : 0;
      ++now.count;
      sums.half_wins.change(before, now);
    }
  }
}

void Standings::add_choices(const Played& played, Deal& deal) {
  const std::vector<Entrant>& seats = played.game.seats;
  const GameChoices choices = choices_of(seats, played.outcome.ranks);
  for (const auto& choice : choices.choices) {
    const auto [found, is_new] = set_places_.try_emplace(choice.among, sets_.size());
    if (is_new) {
      sets_.push_back(choice.among);
      set_times_.push_back(0);
    }
    set_times_[found->second] += choice.times;
    cell_at(deal.sets, found->second).times += choice.times;
  }
  for (std::size_t s = 0; s < seats.size(); ++s) {
    entrants_[index(seats[s])].chosen += choices.chosen[s];
    cell_at(deal.entrants, index(seats[s])).chosen += choices.chosen[s];
  }
}

std::vector<double> Standings::strengths() const {
  Evidence evidence{{}, std::vector<Assumed>(entrants_.size()), sets_, {}};
  for (const EntrantSums& sums : entrants_) {
    evidence.chosen.push_back(static_cast<double>(sums.chosen) / static_cast<double>(kWholeChoice));
  }
  for (const std::int64_t times : set_times_) {
    evidence.times.push_back(static_cast<double>(times) / static_cast<double>(kWholeChoice));
  }
  return fit_strengths(evidence, std::vector<double>(entrants_.size())).strengths;
}

std::vector<std::size_t> Standings::with_games() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < entrants_.size(); ++i) {
    if (entrants_[i].games > 0) places.push_back(i);
  }
  return places;
}

std::vector<double> Standings::elo(Zero zero) const { return elo_of(strengths(), with_games(), zero); }

}  // namespace fogg::arena
