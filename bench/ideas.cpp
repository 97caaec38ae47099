// How far a search may trust its first ideas: at moments of games of a search against a planner every action that the planner considers is
// played out from the same deals and compared with the planner's favourite, by what both are and how far their values are apart.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "bots/belief.h"
#include "bots/bot.h"
#include "bots/tree.h"
#include "data/catalog.h"

namespace {

using namespace fogg;

const char* name_of(const Action& action, const Plan& plan) {
  switch (action.kind) {
    case ActionKind::kDraw:
    case ActionKind::kTake: return "draw";
    case ActionKind::kTickets: return "tickets";
    case ActionKind::kKeep: return "keep";
    case ActionKind::kClaim: return plan.routes.has(action.where) ? "planned claim" : "other claim";
    default: return "other";
  }
}

// Differences to the favourite, and how much of their spread is chance.
struct Group {
  int number = 0;
  int better = 0;
  double sum = 0;
  double squares = 0;
  double noise = 0;
};

class Ideas {
 public:
  Ideas(const Edition& edition, int deals, std::uint64_t seed)
      : edition_(edition),
        links_(edition),
        taste_(usual_taste(edition)),
        guide_(edition, links_, taste_),
        players_(guide_),
        deals_(deals),
        seed_(seed),
        pick_(seed),
        mover_(make_bot("search:iterations=300")) {}

  void look_at_game(int number) {
    constexpr int kApart = 10;
    State state;
    FastChance chance(FastGenerator(seed_, static_cast<std::uint64_t>(number)).next());
    start(edition_, state, 2, chance);
    int next = static_cast<int>(pick_.pick(kApart));
    for (int i = 0; !state.over(); ++i) {
      const int seat = state.actor();
      const View view = view_of(edition_, state, seat);
      const State known = visible_state(edition_, view);
      const Legal legal(edition_, known, seat);
      const bool plans = known.phase != Phase::kStart && known.phase != Phase::kStartMix;
      const Plan plan = plans ? guide_.plan(known, seat) : Plan{};
      Candidates considered;
      guide_.consider(known, seat, plan, legal, Guide::Effort::kThorough, considered);
      Action action = considered.best().action;
      if (seat == number % 2) {
        if (i >= next && considered.size() > 1) {
          compare(view, plan, considered);
          next = i + kApart;
        }
        FastGenerator random(seed_ + 3, static_cast<std::uint64_t>(1000 * number + i));
        action = mover_->choose({edition_, view, legal, random});
      }
      apply_legal(edition_, state, seat, action, chance);
    }
  }

  int moments() const { return moments_; }

  void print() const {
    fmt::print(
        "{} moments of games of {}, {} playouts of every action; by how much it is better than the planner's "
        "favourite,\n"
        "in percent of a result (0: lost by far, 100: won by far); spread: beyond what chance explains\n\n",
        moments_, edition_.id, deals_);
    fmt::print("{:14} {:14} {:>14} {:>7} {:>7} {:>7} {:>16}\n", "favourite", "action", "value less by", "number",
               "mean", "spread", "better by 1 %");
    for (const auto& [key, group] : groups_) {
      const auto& [favourite, action, band] = key;
      const double mean = group.sum / group.number;
      const double variance = group.squares / group.number - mean * mean - group.noise / group.number;
      const int from = band == 0 ? 0 : kBands[static_cast<std::size_t>(band) - 1];
      const std::string less = static_cast<std::size_t>(band) < kBands.size()
                                   ? fmt::format("{} to {}", from, kBands[static_cast<std::size_t>(band)] - 1)
                                   : fmt::format("{} and more", from);
      fmt::print("{:14} {:14} {:>14} {:>7} {:>7.1f} {:>7.1f} {:>15.1f}%\n", favourite, action, less, group.number,
                 100 * mean, 100 * std::sqrt(std::max(0.0, variance)), 100.0 * group.better / group.number);
    }
  }

 private:
  static constexpr std::array<int, 4> kBands = {20, 60, 110, 200};  // tenths of a point

  void compare(const View& view, const Plan& plan, const Candidates& considered) {
    ++moments_;
    const Belief belief(edition_, links_, view);
    const auto& favourite = considered.best();
    const std::vector<double> usual = play(belief, view.viewer, favourite.action);
    for (const auto& one : considered) {
      if (one.action == favourite.action) continue;
      const std::vector<double> results = play(belief, view.viewer, one.action);
      double sum = 0;
      double squares = 0;
      for (std::size_t i = 0; i < std::min(results.size(), usual.size()); ++i) {
        sum += results[i] - usual[i];
        squares += (results[i] - usual[i]) * (results[i] - usual[i]);
      }
      const auto n = static_cast<double>(results.size());
      const double gain = sum / n;
      const auto band = std::upper_bound(kBands.begin(), kBands.end(), favourite.value - one.value) - kBands.begin();
      Group& group = groups_[{name_of(favourite.action, plan), name_of(one.action, plan), static_cast<int>(band)}];
      ++group.number;
      group.better += gain > 0.01 ? 1 : 0;
      group.sum += gain;
      group.squares += gain * gain;
      group.noise += (squares / n - gain * gain) / n;
    }
  }

  std::vector<double> play(const Belief& belief, int seat, const Action& action) {
    std::vector<double> results;
    for (int deal = 0; deal < deals_; ++deal) {
      FastGenerator random(seed_ + 1,
                           static_cast<std::uint64_t>(moments_) * 1'000'000 + static_cast<std::uint64_t>(deal));
      State state;
      if (!belief.deal(random, state)) continue;
      FastChance chance(random.next());
      players_.begin();
      players_.note(edition_, seat, action);
      apply_legal(edition_, state, seat, action, chance);
      play_out(edition_, state, players_, chance, candidates_);
      results.push_back(result(score(edition_, state), seat));
    }
    return results;
  }

  // As a search sees it.
  static double result(const Scores& scores, int seat) {
    const auto me = static_cast<std::size_t>(seat);
    const SearchTaste search;
    const double win = scores[me].winner ? (scores[1 - me].winner ? 0.5 : 1.0) : 0.0;
    const double lead = scores[me].total - scores[1 - me].total;
    return search.win_weight * win + (1 - search.win_weight) * (0.5 + 0.5 * std::tanh(lead / search.margin));
  }

  const Edition& edition_;
  const Links links_;
  const Taste taste_;
  const Guide guide_;
  Players players_;
  Candidates candidates_;
  int deals_;
  std::uint64_t seed_;
  FastGenerator pick_;
  const std::unique_ptr<Bot> mover_;
  int moments_ = 0;
  std::map<std::tuple<std::string, std::string, int>, Group> groups_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("How far a search may trust its first ideas, for two players");
  std::string edition_id = "usa-2004";
  int moments = 100;
  int deals = 500;
  std::uint64_t seed = 1;
  app.add_option("--edition", edition_id, "Which edition")->capture_default_str();
  app.add_option("--moments", moments, "How many moments")->check(CLI::Range(2, 100'000))->capture_default_str();
  app.add_option("--deals", deals, "Deals for each action")->check(CLI::Range(2, 100'000))->capture_default_str();
  app.add_option("--seed", seed, "Seed of games and deals")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto catalog = Catalog::open({});
  const auto edition = catalog ? catalog->edition(edition_id) : tl::make_unexpected(catalog.error());
  if (!edition) {
    fmt::print(stderr, "fogg_ideas: {}\n", edition.error().text());
    return 1;
  }
  Ideas ideas(**edition, deals, seed);
  for (int game = 0; ideas.moments() < moments; ++game) {
    ideas.look_at_game(game);
    fmt::print(stderr, "fogg_ideas: {} of {} moments\n", ideas.moments(), moments);
  }
  ideas.print();
  return 0;
}
