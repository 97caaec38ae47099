// How well a search guesses what others hold: at turns of games between bots, how often hidden tickets are dealt as they are, by what a
// player may believe and by chance alone. And the numbers behind the belief: fitted so that of the true tickets and others dealt by
// chance the true ones are likeliest.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bots/belief.h"
#include "bots/bot.h"
#include "data/catalog.h"
#include "engine/play.h"

namespace {

using namespace fogg;

// Games by how many trains the other has used.
constexpr std::array<int, 6> kStages = {0, 1, 10, 20, 30, 1000};

struct Stage {
  int moments = 0;
  double tickets = 0;  // true ones
  double by_chance = 0;  // of these, dealt to who holds them
  double believed = 0;
};

// Finds numbers by which the first of several sets of tickets is told from the others: the likelihood's maximum, by Newton's method.
class Fitting {
 public:
  using Signs = Belief::Signs;
  using Sets = std::vector<Signs>;
  void add(Sets sets) { moments_.push_back(std::move(sets)); }

  Signs find() const {
    constexpr int kSteps = 30;
    constexpr double kFurthest = 2;  // of one step, at which the approximation still holds
    Signs numbers{};
    for (int step = 0; step < kSteps; ++step) {
      Signs move = solve(numbers);
      double far = 0;
      for (const double one : move) far = std::max(far, std::abs(one));
      for (std::size_t i = 0; i < move.size(); ++i) numbers[i] += move[i] * std::min(1.0, kFurthest / far);
    }
    return numbers;
  }

  // The mean logarithm of the chance that is given to the truth.
  double score(const Signs& numbers) const {
    double sum = 0;
    for (const Sets& sets : moments_) sum += std::log(chances(sets, numbers).front());
    return sum / static_cast<double>(moments_.size());
  }

 private:
  static std::vector<double> chances(const Sets& sets, const Signs& numbers) {
    std::vector<double> chance;
    for (const Signs& signs : sets)
      chance.push_back(std::inner_product(signs.begin(), signs.end(), numbers.begin(), 0.0));
    const double most = *std::max_element(chance.begin(), chance.end());
    double sum = 0;
    for (double& one : chance) sum += one = std::exp(one - most);
    for (double& one : chance) one /= sum;
    return chance;
  }

  // Newton's step: slope by curvature, by elimination.
  Signs solve(const Signs& numbers) const {
    constexpr std::size_t kNumbers = Belief::kSigns;
    constexpr double kHold = 1e-4;  // holds back what the games say nothing about
    std::array<std::array<double, kNumbers + 1>, kNumbers> rows{};
    for (const Sets& sets : moments_) {
      const std::vector<double> chance = chances(sets, numbers);
      Signs mean{};
      for (std::size_t a = 0; a < sets.size(); ++a)
        for (std::size_t i = 0; i < kNumbers; ++i) mean[i] += chance[a] * sets[a][i];
      for (std::size_t i = 0; i < kNumbers; ++i) rows[i][kNumbers] += sets.front()[i] - mean[i];
      for (std::size_t a = 0; a < sets.size(); ++a)
        for (std::size_t i = 0; i < kNumbers; ++i)
          for (std::size_t j = 0; j < kNumbers; ++j)
            rows[i][j] += chance[a] * (sets[a][i] - mean[i]) * (sets[a][j] - mean[j]);
    }
    const double hold = kHold * static_cast<double>(moments_.size());
    for (std::size_t i = 0; i < kNumbers; ++i) {
      rows[i][i] += hold;
      rows[i][kNumbers] -= hold * numbers[i];
    }
    for (std::size_t i = 0; i < kNumbers; ++i) {
      for (std::size_t k = 0; k < kNumbers; ++k) {
        if (k == i) continue;
        const double times = rows[k][i] / rows[i][i];
        for (std::size_t j = i; j <= kNumbers; ++j) rows[k][j] -= times * rows[i][j];
      }
    }
    Signs move{};
    for (std::size_t i = 0; i < kNumbers; ++i) move[i] = rows[i][kNumbers] / rows[i][i];
    return move;
  }

  std::vector<Sets> moments_;
};

// The games of one pair of bots.
class Guesses {
 public:
  Guesses(const Edition& edition, int players, int deals, std::uint64_t seed, std::unique_ptr<Bot> viewer,
          std::unique_ptr<Bot> other)
      : edition_(edition),
        links_(edition),
        players_(players),
        deals_(deals),
        seed_(seed),
        viewer_(std::move(viewer)),
        other_(std::move(other)) {}

  void look_at_game(int number) {
    constexpr int kApart = 10;
    State state;
    FastChance chance(FastGenerator(seed_, static_cast<std::uint64_t>(number)).next());
    start(edition_, state, players_, chance);
    const int viewer = number % players_;
    int next = number % kApart;
    for (int i = 0; !state.over(); ++i) {
      const int seat = state.actor();
      const View view = view_of(edition_, state, seat);
      if (seat == viewer && state.phase == Phase::kTurn && i >= next) {
        look(state, view);
        next = i + kApart * players_ / 2;
      }
      const Legal legal(edition_, state, seat);
      FastGenerator random(seed_ + 1, static_cast<std::uint64_t>(1000 * number + i));
      const Action action = (seat == viewer ? *viewer_ : *other_).choose({edition_, view, legal, random});
      apply_legal(edition_, state, seat, action, chance);
    }
  }

  // Every other moment of these games is for fitting, the rest to see how good it is.
  void fit(Fitting& learned, Fitting& tested) const {
    for (std::size_t i = 0; i < sets_.size(); ++i) (i % 2 == 0 ? learned : tested).add(sets_[i]);
  }

  void print() const {
    fmt::print("{:>12} {:>8} {:>10} {:>10} {:>10}\n", "trains used", "moments", "tickets", "by chance", "believed");
    for (std::size_t i = 0; i + 1 < kStages.size(); ++i) {
      const Stage& stage = stages_[i];
      if (stage.tickets <= 0) continue;
      const std::string range = kStages[i + 1] - kStages[i] == 1 ? fmt::format("{}", kStages[i])
                                : i + 2 == kStages.size()        ? fmt::format("{} and more", kStages[i])
                                                          : fmt::format("{} to {}", kStages[i], kStages[i + 1] - 1);
      fmt::print("{:>12} {:>8} {:>10.1f} {:>8.1f} % {:>8.1f} %\n", range, stage.moments, stage.tickets / stage.moments,
                 100 * stage.by_chance / stage.tickets, 100 * stage.believed / stage.tickets);
    }
  }

 private:
  static constexpr int kOtherSets = 15;  // to tell the truth from

  void look(const State& state, const View& view) {
    const Belief belief(edition_, links_, view);
    FastGenerator random(seed_ + 2, static_cast<std::uint64_t>(looks_++));
    State dealt;
    std::array<double, kMaxPlayers> by_chance{};
    std::array<double, kMaxPlayers> believed{};
    auto count = [&](std::array<double, kMaxPlayers>& right) {
      for (int seat = 0; seat < players_; ++seat) {
        const auto place = static_cast<std::uint8_t>(seat);
        const TicketSet both = dealt.tickets_at(edition_, place) & state.tickets_at(edition_, place);
        right[static_cast<std::size_t>(seat)] += static_cast<double>(both.size()) / deals_;
      }
    };
    std::array<Fitting::Sets, kMaxPlayers> sets;
    auto add_sets = [&](const State& from) {
      for (int seat = 0; seat < players_; ++seat) {
        const auto place = static_cast<std::uint8_t>(seat);
        if (seat != view.viewer) sets[place].push_back(belief.signs(seat, from.tickets_at(edition_, place)));
      }
    };
    add_sets(state);
    for (int i = 0; i < deals_; ++i) {
      if (redeal(edition_, view, random, dealt)) {
        count(by_chance);
        if (i < kOtherSets) add_sets(dealt);
      }
      if (belief.deal(random, dealt)) count(believed);
    }
    for (Fitting::Sets& one : sets) {
      if (one.size() > 1) sets_.push_back(std::move(one));
    }
    for (int seat = 0; seat < players_; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      if (seat == view.viewer) continue;
      const int used = edition_.trains - state.trains[s];
      std::size_t at = 0;
      while (used >= kStages[at + 1]) ++at;
      Stage& stage = stages_[at];
      ++stage.moments;
      stage.tickets += state.tickets_at(edition_, static_cast<std::uint8_t>(seat)).size();
      stage.by_chance += by_chance[s];
      stage.believed += believed[s];
    }
  }

  const Edition& edition_;
  const Links links_;
  int players_;
  int deals_;
  std::uint64_t seed_;
  std::unique_ptr<Bot> viewer_;
  std::unique_ptr<Bot> other_;
  int looks_ = 0;
  std::array<Stage, kStages.size()> stages_{};
  std::vector<Fitting::Sets> sets_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How well a search guesses what others hold");
  std::vector<std::string> editions = {"usa-2004"};
  std::string viewer = "planner";
  std::vector<std::string> others = {"planner"};
  int players = 2;
  int games = 100;
  int deals = 100;
  std::uint64_t seed = 1;
  bool fits = false;
  app.add_option("--edition", editions, "Which editions")->delimiter(',')->capture_default_str();
  app.add_option("--players", players, "How many players")->check(CLI::Range(2, 5))->capture_default_str();
  app.add_option("--games", games, "How many games of each edition and bot")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--deals", deals, "Deals at each moment")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--seed", seed, "Seed of games and deals")->capture_default_str();
  app.add_option("--viewer", viewer, "Who guesses in these games, see `fogg bots`")->capture_default_str();
  app.add_option("--other", others, "Whose tickets are guessed")->delimiter(',')->capture_default_str();
  app.add_flag("--fit", fits, "Also find the numbers that tell true tickets from others best, in half of the moments");
  CLI11_PARSE(app, argc, argv);
  auto fail = [](const std::string& why) {
    fmt::print(stderr, "fogg_beliefs: {}\n", why);
    return 1;
  };
  const auto catalog = Catalog::open({});
  if (!catalog) return fail(catalog.error().text());
  Fitting learned;
  Fitting tested;
  for (const std::string& id : editions) {
    const auto edition = catalog->edition(id);
    if (!edition) return fail(edition.error().text());
    for (const std::string& other : others) {
      std::string why;
      auto viewer_bot = make_bot(viewer, &why);
      auto other_bot = viewer_bot ? make_bot(other, &why) : nullptr;
      if (!other_bot) return fail(why);
      Guesses guesses(**edition, players, deals, seed, std::move(viewer_bot), std::move(other_bot));
      for (int game = 0; game < games; ++game) guesses.look_at_game(game);
      fmt::print("{}, tickets of {}\n", id, other);
      guesses.print();
      guesses.fit(learned, tested);
    }
  }
  if (!fits) return 0;
  const Belief::Signs found = learned.find();
  fmt::print("the logarithm of the chance that is given to the truth: {:.3f}; as the numbers are now {:.3f}\n",
             tested.score(found), tested.score(Belief::numbers()));
  for (const double number : found) fmt::print("{:.3f}\n", number);
  return 0;
}
