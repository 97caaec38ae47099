// How much of what playouts promise is so: at moments of games between planners, or of a bot against a planner, the action that bots
// choose, or that does best in playouts, is compared with the planner's own, in other playouts and in games that real planners play to
// their end, with hidden things dealt anew as a search does and as they are. What is lost on the way from the first to the last says
// where a search is misled, in minutes instead of matches. Several bots are asked at the same moments and compared with the first.
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
#include <utility>
#include <vector>

#include "bots/belief.h"
#include "bots/bot.h"
#include "bots/playout.h"
#include "bots/spec.h"
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

// A mean over moments and half the width of its interval. Moments of one game are alike, so games count as independent, not moments.
class Means {
 public:
  void add(int game, double one) {
    if (games_.empty() || games_.back().number != game) games_.push_back({.number = game});
    games_.back().sum += one;
    ++games_.back().moments;
  }
  double mean() const {
    double sum = 0;
    double moments = 0;
    for (const Game& game : games_) {
      sum += game.sum;
      moments += game.moments;
    }
    return moments > 0 ? sum / moments : 0;
  }
  double error() const {
    const double middle = mean();
    double squares = 0;
    double moments = 0;
    for (const Game& game : games_) {
      squares += std::pow(game.sum - middle * game.moments, 2);
      moments += game.moments;
    }
    return moments > 0 ? kNormal * std::sqrt(squares) / moments : 0;
  }

 private:
  struct Game {
    int number = 0;
    double sum = 0;
    double moments = 0;
  };
  std::vector<Game> games_;
};

enum class Policy { kPlayout, kPlanner };
enum class Hidden { kDealt, kTicketsTrue, kCardsTrue, kTrue };

// In which an action is judged.
constexpr std::pair<Policy, Hidden> kWorlds[] = {
    {Policy::kPlayout, Hidden::kDealt}, {Policy::kPlanner, Hidden::kDealt}, {Policy::kPlanner, Hidden::kTrue}};
constexpr std::size_t kWorldCount = std::size(kWorlds);
using Gains = std::array<double, kWorldCount>;

struct Chooser {
  std::string name;
  std::unique_ptr<Bot> bot = {};  // none: playouts choose, ...
  Hidden hidden = Hidden::kDealt;  // ... as this player knows things
  double budget = 0;  // for thinking, in seconds or playouts; 0: unknown
  int others = 0;  // how often another action than the planner's
  std::array<Means, kWorldCount> gains = {};
  std::array<Means, kWorldCount> beyond_first = {};  // than what the first chooser gains
};

// In seconds if any is named, else in playouts.
double budget_of(const std::string& spec) {
  constexpr double kLongest = 1000;
  constexpr long long kMost = 1'000'000'000;
  BotSpec options(spec);
  const double cpu = options.seconds("cpu", 0.001, kLongest, 0);
  const double time = cpu > 0 ? cpu : options.seconds("time", 0.001, kLongest, 0);
  return time > 0 ? time : static_cast<double>(options.number("iterations", 1, kMost, 0));
}

class Promises {
 public:
  Promises(const Edition& edition, std::vector<Chooser> choosers, std::unique_ptr<Bot> mover, int deals,
           std::uint64_t seed)
      : edition_(edition),
        links_(edition),
        taste_(usual_taste(edition)),
        guide_(edition, links_, taste_),
        players_(guide_),
        choosers_(std::move(choosers)),
        mover_(std::move(mover)),
        deals_(deals),
        seed_(seed),
        pick_(seed) {
    // Weights by which the choosers' gains add up to the rise of a line over the logarithm of their budgets, by least squares.
    double mean = 0;
    double squares = 0;
    for (const Chooser& one : choosers_) mean += std::log10(one.budget) / static_cast<double>(choosers_.size());
    for (const Chooser& one : choosers_) squares += std::pow(std::log10(one.budget) - mean, 2);
    if (!std::isfinite(mean) || squares <= 0) return;
    for (const Chooser& one : choosers_) rise_.push_back((std::log10(one.budget) - mean) / squares);
  }

  // One moment of a planner's game; of a game of another bot against the planner some, as that game takes longer.
  void look_at_game(int number) {
    constexpr int kFirst = 10;
    constexpr int kSpan = 90;
    constexpr int kApart = 16;
    FastChance chance(FastGenerator(seed_, static_cast<std::uint64_t>(number)).next());
    start(edition_, state_, 2, chance);
    const int mover = number % 2;
    game_ = number;
    int next = mover_ ? static_cast<int>(pick_.pick(kApart)) : kFirst + static_cast<int>(pick_.pick(kSpan));
    for (int i = 0; !state_.over(); ++i) {
      const int seat = state_.actor();
      Action action = planned(state_);
      const bool here = mover_ ? seat == mover : state_.phase == Phase::kTurn;
      if (i >= next && here) {
        judge(action);
        if (!mover_) return;
        next += kApart;
      }
      if (mover_ && seat == mover) {
        ++decisions_;
        action = choice_of(*mover_, view_of(edition_, state_, seat), static_cast<std::uint64_t>(1000 * number + i));
      }
      apply_legal(edition_, state_, seat, action, chance);
    }
  }

  int moments() const { return moments_; }

  void print() const {
    fmt::print(
        "{} moments of games of {}, {} deals for each action; percent of wins more than with the planner's action,\n"
        "when the game goes on in playouts with hidden things dealt anew (promised), between real planners,\n"
        "and between them with hidden things as they are (so); others: how often it is another action\n\n",
        moments_, edition_.id, deals_);
    fmt::print("{:44} {:>6} {:>15} {:>15} {:>15}\n", "", "others", "promised", "planners", "so");
    for (const Chooser& one : choosers_) {
      fmt::print("{:44} {:>6}", one.name, one.others);
      for (const Means& gain : one.gains) fmt::print(" {:>7.2f} ± {:5.2f}", 100 * gain.mean(), 100 * gain.error());
      if (&one == &choosers_.front()) {
        fmt::print("\n");
        continue;
      }
      fmt::print("\n{:44} {:>6}", "  beyond the first", "");
      for (const Means& gain : one.beyond_first)
        fmt::print(" {:>7.2f} ± {:5.2f}", 100 * gain.mean(), 100 * gain.error());
      fmt::print("\n");
    }
    if (!rise_.empty()) {
      fmt::print("{:44} {:>6}", "for ten times the budget", "");
      for (const Means& growth : growth_) fmt::print(" {:>7.2f} ± {:5.2f}", 100 * growth.mean(), 100 * growth.error());
      fmt::print("\n");
    }
    if (mover_)
      fmt::print("\nOf {} games, in which the bot had {:.1f} decisions each.\n", game_ + 1,
                 static_cast<double>(decisions_) / (game_ + 1));
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
    const Candidates sensible = candidates_;
    std::vector<std::pair<Action, Gains>> judged = {{usual, Gains{}}};
    Gains first{};
    Gains growth{};
    for (Chooser& chooser : choosers_) {
      const Action choice = chooser.bot ? choice_of(*chooser.bot, view, static_cast<std::uint64_t>(moments_))
                                        : best_in_playouts(belief, sensible, chooser.hidden);
      if (!(choice == usual)) ++chooser.others;
      auto known = std::find_if(judged.begin(), judged.end(), [&](const auto& one) { return one.first == choice; });
      if (known == judged.end()) known = judged.insert(known, {choice, gains(belief, choice, usual)});
      if (&chooser == &choosers_.front()) first = known->second;
      for (std::size_t w = 0; w < kWorldCount; ++w) {
        chooser.gains[w].add(game_, known->second[w]);
        chooser.beyond_first[w].add(game_, known->second[w] - first[w]);
        if (!rise_.empty())
          growth[w] += rise_[static_cast<std::size_t>(&chooser - choosers_.data())] * known->second[w];
      }
    }
    for (std::size_t w = 0; w < kWorldCount; ++w) growth_[w].add(game_, growth[w]);
    ++moments_;
  }

  // Judged by other deals than those it was chosen by, or luck would count as merit.
  Gains gains(const Belief& belief, const Action& action, const Action& usual) {
    Gains found{};
    for (std::size_t w = 0; w < kWorldCount; ++w) {
      const auto [policy, hidden] = kWorlds[w];
      Outcome sum;
      for (int i = deals_; i < 2 * deals_; ++i)
        sum += play(belief, action, i, policy, hidden) - play(belief, usual, i, policy, hidden);
      found[w] = sum.win / deals_;
    }
    return found;
  }

  Action choice_of(Bot& bot, const View& view, std::uint64_t number) const {
    const State known = visible_state(edition_, view);
    const Legal legal(edition_, known, view.viewer);
    FastGenerator random(seed_ + 3, number);
    return bot.choose({edition_, view, legal, random});
  }

  Action best_in_playouts(const Belief& belief, const Candidates& sensible, Hidden hidden) {
    constexpr int kSensible = 120;  // tenths of a point below the best
    std::vector<Action> actions;
    for (const Candidates::One& one : sensible)
      if (one.value > sensible.best().value - kSensible) actions.push_back(one.action);
    auto worth = [](const Outcome& one) { return one.win + 0.5 * std::tanh(one.lead / 40); };
    std::optional<double> most;
    Action best;
    for (const Action& action : actions) {
      Outcome sum;
      for (int i = 0; i < deals_; ++i) sum += play(belief, action, i, Policy::kPlayout, hidden);
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
    if (hidden != Hidden::kTrue && !belief.deal(random, state)) return {};
    if (hidden == Hidden::kTicketsTrue) {
      const State dealt = state;
      state = state_;
      state.hand = dealt.hand;
      state.deck = dealt.deck;
    } else if (hidden == Hidden::kCardsTrue) {
      state.hand = state_.hand;
      state.deck = state_.deck;
    }
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
  std::vector<Chooser> choosers_;
  const std::unique_ptr<Bot> mover_;  // whose games are looked at; none: the planner's
  int deals_;
  std::uint64_t seed_;
  FastGenerator pick_;
  State state_{};
  int game_ = 0;
  int moments_ = 0;
  std::int64_t decisions_ = 0;  // of the mover
  std::vector<double> rise_;  // empty: budgets are unknown or the same
  std::array<Means, kWorldCount> growth_ = {};
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How much of what playouts promise is so, for two players");
  std::string edition_id = "usa-2004";
  int moments = 100;
  int deals = 400;
  std::uint64_t seed = 1;
  std::vector<std::string> bots;
  std::string mover;
  bool knowing = false;
  app.add_option("--edition", edition_id, "Which edition")->capture_default_str();
  app.add_option("--moments", moments, "How many moments")->check(CLI::Range(2, 100'000))->capture_default_str();
  app.add_option("--deals", deals, "Deals for each action")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--seed", seed, "Seed of games and deals")->capture_default_str();
  app.add_option("--bots", bots, "Who chooses, see `fogg bots`; without it, the best of all playouts")->delimiter(',');
  app.add_option("--games-of", mover, "Whose games against the planner are looked at; without it, the planner's own");
  app.add_flag("--knowing", knowing, "Also what would be gained by knowing what is hidden");
  CLI11_PARSE(app, argc, argv);
  const auto catalog = Catalog::open({});
  const auto edition = catalog ? catalog->edition(edition_id) : tl::make_unexpected(catalog.error());
  if (!edition) {
    fmt::print(stderr, "fogg_promises: {}\n", edition.error().text());
    return 1;
  }
  std::string why;
  auto make = [&why](const std::string& spec) {
    std::unique_ptr<Bot> bot = make_bot(spec, &why);
    if (!bot) fmt::print(stderr, "fogg_promises: {}\n", why);
    return bot;
  };
  std::vector<Chooser> choosers;
  for (const std::string& spec : bots) {
    choosers.push_back({.name = spec, .bot = make(spec), .budget = budget_of(spec)});
    if (!choosers.back().bot) return 1;
  }
  if (choosers.empty()) choosers.push_back({.name = "the best in playouts"});
  if (knowing) {
    choosers.push_back({.name = "  for one who knows the tickets", .hidden = Hidden::kTicketsTrue});
    choosers.push_back({.name = "  for one who knows the cards", .hidden = Hidden::kCardsTrue});
    choosers.push_back({.name = "  for one who knows both", .hidden = Hidden::kTrue});
  }
  std::unique_ptr<Bot> player = mover.empty() ? nullptr : make(mover);
  if (!player && !mover.empty()) return 1;
  Promises promises(**edition, std::move(choosers), std::move(player), deals, seed);
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
