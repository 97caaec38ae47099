#include "arena/accounts.h"

#include <algorithm>
#include <cmath>

namespace fogg::arena {

namespace {

// A plot needs no more.
constexpr std::size_t kMostStages = 120;

int ten(int points) { return static_cast<int>(std::floor(points / 10.0)); }

}  // namespace

void Accounts::admit(int entrants) {
  standings_.admit(entrants);
  if (static_cast<std::size_t>(entrants) > entrants_.size()) entrants_.resize(static_cast<std::size_t>(entrants));
}

void Accounts::add(const Book::Ended& game) {
  const Played played{game.game, game.outcome};
  if (!standings_.add(played)) return;
  games_.push_back(played);
  if (sprt_) sprt_->add(played);
  for (std::size_t seat = 0; seat < game.game.seats.size() && seat < game.report.seats.size(); ++seat) {
    EntrantAccount& account = entrants_[static_cast<std::size_t>(game.game.seats[seat])];
    const SeatReport& report = game.report.seats[seat];
    account.times.add(report.times);
    ++account.points[ten(game.outcome.points[seat])];
    for (std::size_t fault = 0; fault < kFaults; ++fault) account.faults[fault] += report.faults[fault];
    account.replaced += report.replaced ? 1 : 0;
    account.forfeited += report.forfeited ? 1 : 0;
    if (!report.has_fault()) continue;
    ++account.faulty_games;
    account.last_words = report.words;
    account.last_fault_game = game.game.number;
  }
  const auto done = static_cast<std::int64_t>(games_.size());
  if (done % between_ != 0) return;
  stages_.push_back({done, standings_.elo()});
  if (stages_.size() < kMostStages) return;
  // Every other one will do from now on.
  std::vector<Stage> fewer;
  for (std::size_t i = 1; i < stages_.size(); i += 2) fewer.push_back(std::move(stages_[i]));
  stages_ = std::move(fewer);
  between_ *= 2;
}

std::vector<Accounts::Stage> Accounts::history() const {
  std::vector<Stage> all = stages_;
  const auto done = static_cast<std::int64_t>(games_.size());
  if (done > 0 && (all.empty() || all.back().games != done)) all.push_back({done, standings_.elo()});
  return all;
}

Summary summarize(const Spec& spec, Phase phase, const GameCounts& counts, const std::vector<EntrantEntry>& entries,
                  const Accounts& accounts, const RatingOptions& options) {
  Summary summary;
  summary.name = spec.name;
  summary.phase = phase;
  summary.course = spec.course;
  summary.counts = counts;
  summary.entries = entries;
  summary.accounts = accounts.entrants();
  summary.ranking = accounts.standings().ranking(options);
  std::vector<EntrantState> states;
  for (const EntrantEntry& entry : entries) states.push_back(entry.state);
  summary.places = standing(spec.course, states, accounts.games());
  summary.history = accounts.history();
  summary.sprt = accounts.sprt();
  for (const Played& played : accounts.games()) summary.round = std::max(summary.round, played.game.round);
  return summary;
}

}  // namespace fogg::arena
