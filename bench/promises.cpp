// How much of what playouts promise is so: at moments of games between planners, the action that does best in playouts, or that a bot
// chooses, is compared with the planner's own, in other playouts and in games that real planners play to their end, with hidden things
// dealt anew as a search does and as they are. What is lost on the way from the first to the last says where a search is misled, in
// minutes instead of matches.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bots/belief.h"
#include "bots/bot.h"
#include "bots/playout.h"
#include "data/catalog.h"
#include "stats/estimate.h"

namespace {

using namespace fogg;

struct Outcome {
  double win = 0;
  double lead = 0;
  Outcome& operator+=(const Outcome& more) {
    win += more.win;
    lead += more.lead;
    return *this;
  }
  Outcome operator-(const Outcome& less) const { return {win - less.win, lead - less.lead}; }
  Outcome operator/(double number) const { return {win / number, lead / number}; }
};

struct Means {
  Outcome sum;
  double squares = 0;  // of wins
  void add(const Outcome& one) {
    sum += one;
    squares += one.win * one.win;
  }
};

enum class Policy { kPlayout, kPlanner };
enum class Hidden { kDealt, kTrue };

class Promises {
 public:
  Promises(const Edition& edition, std::unique_ptr<Bot> bot, int deals, std::uint64_t seed)
      : edition_(edition),
        links_(edition),
        taste_(usual_taste(edition)),
        guide_(edition, links_, taste_),
        players_(guide_),
        bot_(std::move(bot)),
        deals_(deals),
        seed_(seed),
        pick_(seed) {}

  void look_at_game(int number) {
    constexpr int kFirst = 10;
    constexpr int kSpan = 90;
    FastChance chance(FastGenerator(seed_, static_cast<std::uint64_t>(number)).next());
    start(edition_, state_, 2, chance);
    const int decisions = kFirst + static_cast<int>(pick_.pick(kSpan));
    for (int i = 0; !state_.over(); ++i) {
      const Action action = planned(state_);
      if (i >= decisions && state_.phase == Phase::kTurn) {
        judge(action);
        return;
      }
      apply_legal(edition_, state_, state_.actor(), action, chance);
    }
  }

  int moments() const { return moments_; }

  void print() const {
    fmt::print("{} moments of games of {}, {} deals for each action\n", moments_, edition_.id, deals_);
    fmt::print("{} times another action than the planner's is chosen; what that brings, over all moments:\n\n",
               others_);
    const std::string_view names[] = {"promised: playouts, hidden things dealt anew",
                                      "planners, hidden things dealt anew", "playouts, hidden things as they are",
                                      "so: planners, hidden things as they are"};
    fmt::print("{:46} {:>16} {:>8}\n", "", "wins", "points");
    for (std::size_t i = 0; i < gains_.size(); ++i) {
      const double mean = gains_[i].sum.win / moments_;
      const double error = std::sqrt(std::max(0.0, gains_[i].squares / moments_ - mean * mean) / moments_);
      fmt::print("{:46} {:6.2f} % ± {:4.2f} {:>8.2f}\n", names[i], 100 * mean, 100 * kNormal * error,
                 gains_[i].sum.lead / moments_);
    }
  }

 private:
  // Leaves what was considered in `candidates_`.
  Action planned(const State& state) {
    const int seat = state.actor();
    const Legal legal(edition_, state, seat);
    const Plan plan =
        state.phase == Phase::kStart || state.phase == Phase::kStartMix ? Plan{} : guide_.plan(state, seat);
    guide_.consider(state, seat, plan, legal, Guide::Effort::kThorough, candidates_);
    return candidates_.best().action;
  }

  void judge(const Action& usual) {
    const View view = view_of(edition_, state_, state_.actor());
    const Belief belief(edition_, links_, view);
    const Action best = bot_ ? choice_of_bot(view) : best_in_playouts(belief);
    ++moments_;
    if (best == usual) return;  // nothing is gained or lost
    ++others_;
    // Other deals than those it was chosen by, or luck would count as merit.
    std::size_t at = 0;
    for (const Hidden hidden : {Hidden::kDealt, Hidden::kTrue}) {
      for (const Policy policy : {Policy::kPlayout, Policy::kPlanner}) {
        Outcome sum;
        for (int i = deals_; i < 2 * deals_; ++i)
          sum += play(belief, best, i, policy, hidden) - play(belief, usual, i, policy, hidden);
        gains_[at++].add(sum / deals_);
      }
    }
  }

  Action choice_of_bot(const View& view) {
    const State known = visible_state(edition_, view);
    const Legal legal(edition_, known, view.viewer);
    FastGenerator random(seed_ + 3, static_cast<std::uint64_t>(moments_));
    return bot_->choose({edition_, view, legal, random});
  }

  Action best_in_playouts(const Belief& belief) {
    constexpr int kSensible = 120;  // tenths of a point below the best
    std::vector<Action> actions;
    for (const Candidates::One& one : candidates_)
      if (one.value > candidates_.best().value - kSensible) actions.push_back(one.action);
    auto worth = [](const Outcome& one) { return one.win + 0.5 * std::tanh(one.lead / 40); };
    std::optional<double> most;
    Action best;
    for (const Action& action : actions) {
      Outcome sum;
      for (int i = 0; i < deals_; ++i) sum += play(belief, action, i, Policy::kPlayout, Hidden::kDealt);
      const double found = worth(sum / deals_);
      if (most && found <= *most) continue;
      most = found;
      best = action;
    }
    return best;
  }

  Outcome play(const Belief& belief, const Action& action, int deal, Policy policy, Hidden hidden) {
    const int seat = state_.actor();
    FastGenerator random(seed_ + 1, static_cast<std::uint64_t>(deal));
    State state = state_;
    if (hidden == Hidden::kDealt && !belief.deal(random, state)) return {};
    FastChance chance(FastGenerator(seed_ + 2, static_cast<std::uint64_t>(deal)).next());
    players_.begin();
    apply_legal(edition_, state, seat, action, chance);
    if (policy == Policy::kPlayout) {
      play_out(edition_, state, players_, chance, candidates_);
    } else {
      while (!state.over()) {
        const Action next = planned(state);
        apply_legal(edition_, state, state.actor(), next, chance);
      }
    }
    const Scores scores = score(edition_, state);
    const auto me = static_cast<std::size_t>(seat);
    const double win = scores[me].winner ? (scores[1 - me].winner ? 0.5 : 1.0) : 0.0;
    return {win, static_cast<double>(scores[me].total - scores[1 - me].total)};
  }

  const Edition& edition_;
  const Links links_;
  const Taste taste_;
  const Guide guide_;
  Players players_;
  Candidates candidates_;
  const std::unique_ptr<Bot> bot_;  // none: playouts choose
  int deals_;
  std::uint64_t seed_;
  FastGenerator pick_;
  State state_{};
  int moments_ = 0;
  int others_ = 0;
  std::array<Means, 4> gains_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How much of what playouts promise is so, for two players");
  std::string edition_id = "usa-2004";
  int moments = 100;
  int deals = 400;
  std::uint64_t seed = 1;
  std::string bot_spec;
  app.add_option("--edition", edition_id, "Which edition")->capture_default_str();
  app.add_option("--moments", moments, "How many moments")->check(CLI::Range(2, 100'000))->capture_default_str();
  app.add_option("--deals", deals, "Deals for each action")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--seed", seed, "Seed of games and deals")->capture_default_str();
  app.add_option("--bot", bot_spec, "Who chooses, see `fogg bots`; without it, the best of all playouts");
  CLI11_PARSE(app, argc, argv);
  const auto catalog = Catalog::open({});
  const auto edition = catalog ? catalog->edition(edition_id) : tl::make_unexpected(catalog.error());
  if (!edition) {
    fmt::print(stderr, "fogg_promises: {}\n", edition.error().text());
    return 1;
  }
  std::string why;
  std::unique_ptr<Bot> bot = bot_spec.empty() ? nullptr : make_bot(bot_spec, &why);
  if (!bot && !bot_spec.empty()) {
    fmt::print(stderr, "fogg_promises: {}\n", why);
    return 1;
  }
  Promises promises(**edition, std::move(bot), deals, seed);
  constexpr auto kQuiet = std::chrono::seconds(20);
  auto said = std::chrono::steady_clock::now();
  for (int game = 0; promises.moments() < moments; ++game) {
    promises.look_at_game(game);
    const auto now = std::chrono::steady_clock::now();
    if (now - said < kQuiet) continue;
    said = now;
    fmt::print(stderr, "fogg_promises: {} of {} moments\n", promises.moments(), moments);
  }
  promises.print();
  return 0;
}
