// What is to be told about a competition, kept up to date game by game.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/book.h"
#include "arena/rating.h"
#include "arena/schedule.h"
#include "arena/sprt_match.h"

namespace fogg::arena {

struct EntrantAccount {
  DecisionTimes times;
  std::array<std::int64_t, kFaults> faults{};
  std::int64_t faulty_games = 0;
  std::int64_t replaced = 0;   // games in which a bot played on in its place
  std::int64_t forfeited = 0;
  std::map<int, std::int64_t> points;  // how often it ended with 10·i to 10·i + 9 points, by i
  std::string last_words;  // of its last fault
  std::int64_t last_fault_game = 0;
};

class Accounts {
 public:
  Accounts(const Course& course, int entrants) : course_(course), standings_(entrants) {
    if (course.sprt) sprt_.emplace(*course.sprt);
    admit(entrants);
  }

  void admit(int entrants);
  void add(const Book::Ended& game);

  const std::vector<EntrantAccount>& entrants() const { return entrants_; }
  const std::vector<Played>& games() const { return games_; }
  const Standings& standings() const { return standings_; }
  // Of a test whether the second entrant is better than the first.
  std::optional<SprtState> sprt() const { return sprt_ ? std::optional(sprt_->state()) : std::nullopt; }
  // Ratings as they were after so many games.
  struct Stage {
    std::int64_t games = 0;
    std::vector<double> elo;  // by entrant
  };
  std::vector<Stage> history() const;

 private:
  Course course_;
  Standings standings_;
  std::vector<EntrantAccount> entrants_;
  std::vector<Played> games_;
  std::optional<SprtMatch> sprt_;
  std::vector<Stage> stages_;
  std::int64_t between_ = 1;  // games from one stage to the next
};

// Everything at one moment, for the terminal, the pages and the files.
struct Summary {
  std::string name;
  Phase phase = Phase::kRunning;
  int round = 0;
  GameCounts counts;
  Course course;
  std::vector<EntrantEntry> entries;
  std::vector<EntrantAccount> accounts;
  Ranking ranking;
  std::vector<Place> places;  // by the rules of the format
  std::vector<Accounts::Stage> history;
  std::optional<SprtState> sprt;
};
Summary summarize(const Spec& spec, Phase phase, const GameCounts& counts, const std::vector<EntrantEntry>& entries,
                  const Accounts& accounts, const RatingOptions& options);

}  // namespace fogg::arena
