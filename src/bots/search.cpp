#include "bots/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>
#include <thread>

#include "bots/character.h"
#include "bots/motives.h"
#include "bots/tree.h"

namespace fogg {

namespace {

using Clock = std::chrono::steady_clock;

struct Budget {
  double time = 0;  // seconds by the clock; 0: no limit
  double cpu = 0;   // seconds of the thread's own processor time; 0: no limit
  std::int64_t playouts = std::numeric_limits<std::int64_t>::max();  // of each thread
  int threads = 1;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Lets a tree grow until its budget is used up or its choice will hardly change any more: the second best option would have to win
// back its distance with this share of the playouts that are left. To insist on certainty (a share of 1) takes a third more time for
// another choice in one of twenty decisions, between options of nearly the same value.
constexpr double kCatchUp = 0.3;
constexpr double kLeastThought = 0.1;  // of the budget, before a choice counts as made

void think(Tree& tree, const Budget& budget, const std::stop_token& stop) {
  constexpr std::int64_t kLook = 8;  // playouts between two looks at the clock
  const auto begin = Clock::now();
  const double cpu_begin = budget.cpu > 0 ? cpu_seconds() : 0;
  while (tree.playouts() < budget.playouts && tree.grow()) {
    if (tree.playouts() % kLook != 0) continue;
    if (stop.stop_requested()) return;
    double used = static_cast<double>(tree.playouts()) / static_cast<double>(budget.playouts);
    if (budget.time > 0)
      used = std::max(used, std::chrono::duration<double>(Clock::now() - begin).count() / budget.time);
    if (budget.cpu > 0) used = std::max(used, (cpu_seconds() - cpu_begin) / budget.cpu);
    if (used >= 1) return;
    const double left = static_cast<double>(tree.playouts()) * (1 / used - 1);
    if (used >= kLeastThought && static_cast<double>(tree.lead()) > kCatchUp * left) return;
  }
}

class SearchBot final : public Bot {
 public:
  SearchBot(const Character& character, const SearchTaste& search, const Budget& budget)
      : character_(character), search_(search), budget_(budget) {}

  Action choose(const Question& question) override {
    const Edition& edition = question.edition;
    const auto begin = Clock::now();
    if (!links_ || !links_->made_for(edition)) links_.emplace(edition);
    const Taste taste = character_.taste(edition);
    const Guide guide(edition, *links_, taste);
    const Belief belief(edition, *links_, question.view);
    const std::uint64_t seed = question.random.next();
    std::vector<std::vector<Tree::Option>> found(
        static_cast<std::size_t>(std::max(1, std::min(budget_.threads, question.most_threads))));
    auto work = [&](std::size_t thread) {
      Tree tree(edition, question.view, question.legal, guide, belief, search_, seed + thread);
      if (tree.options().size() > 1) think(tree, budget_, question.stop);
      found[thread] = tree.options();
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < found.size(); ++i) threads.emplace_back([&work, i] { work(i); });
      work(0);
    }
    std::vector<Tree::Option> all = std::move(found[0]);
    for (std::size_t i = 1; i < found.size(); ++i) {
      for (std::size_t o = 0; o < all.size(); ++o) {
        const Tree::Option& more = found[i][o];
        all[o].visits += more.visits;
        all[o].value += more.value;
        all[o].win += more.win;
        all[o].lead += more.lead;
        all[o].expected.routes += more.expected.routes;
        all[o].expected.tickets += more.expected.tickets;
        all[o].expected.bonus += more.expected.bonus;
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const Tree::Option& a, const Tree::Option& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.prior > b.prior;
    });
    if (character_.whim > 0) follow_whim(all, question.random);
    if (question.thoughts != nullptr) {
      tell(all, begin, *question.thoughts);
      give_motives(edition, guide, question.view, *question.thoughts);
    }
    return all.front().action;
  }

  double pace(const Action& action, FastGenerator& random) const override { return character_.pace(action, random); }

 private:
  // Something else that it looked at, the more likely the more points it expects of it.
  void follow_whim(std::vector<Tree::Option>& all, FastGenerator& random) const {
    std::vector<double> points;
    for (const Tree::Option& option : all) {
      points.push_back(option.visits > 0 ? 10 * option.lead / static_cast<double>(option.visits) : -1e6);
    }
    const std::size_t chosen = pick_by_value(points, character_.whim, random);
    std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(chosen),
                all.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
  }

  static void give_motives(const Edition& edition, const Guide& guide, const View& view, Thoughts& thoughts) {
    const State state = visible_state(edition, view);
    const bool plans = state.phase != Phase::kStart && state.phase != Phase::kStartMix;
    const Plan plan = plans ? guide.plan(state, view.viewer) : Plan{};
    for (std::size_t i = 0; i < std::min(thoughts.options.size(), kExplained); ++i) {
      Thought& thought = thoughts.options[i];
      thought.motives = motives(edition, guide, state, view.viewer, plan, thought.action);
    }
  }

  static void tell(const std::vector<Tree::Option>& all, Clock::time_point begin, Thoughts& thoughts) {
    for (const Tree::Option& option : all) thoughts.playouts += option.visits;
    thoughts.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    for (const Tree::Option& option : all) {
      Thought thought;
      thought.action = option.action;
      thought.share = option.prior;
      thought.visits = option.visits;
      if (thoughts.playouts > 0)
        thought.share = static_cast<double>(option.visits) / static_cast<double>(thoughts.playouts);
      if (option.visits > 0) {
        const auto n = static_cast<double>(option.visits);
        thought.win = option.win / n;
        thought.lead = option.lead / n;
        thought.expected = {option.expected.routes / n, option.expected.tickets / n, option.expected.bonus / n};
      }
      thoughts.options.push_back(thought);
    }
  }

  Character character_;
  SearchTaste search_;
  Budget budget_;
  std::optional<Links> links_;
};

}  // namespace

const std::vector<BotOption>& search_options() {
  static const std::vector<BotOption> kOptions = [] {
    std::vector<BotOption> options = {
        {"time", "1ms to 1000s",
         "how long it thinks about a decision (1s; level easy 50ms, medium 200ms). Of several limits the first ends "
         "it"},
        {"cpu", "1ms to 1000s", "the same in processor time of each thread, for fair figures on a busy machine"},
        {"iterations", "number", "playouts for a decision on each thread; the same on every machine"},
        {"threads", "1 to 64, all", "how many threads think (1); all: one for every core"},
        {"playouts", "guided, cheap", "whether playouts follow plans (guided) or only take long routes"},
        {"explore", "0 to 10000", "curiosity, in hundredths", true},
        {"heat", "1 to 1000", "how far the planner's values are apart before it hardly looks, in tenths of a point",
         true},
        {"fair", "0 to 100", "how much of its first ideas all actions share alike, in hundredths", true},
        {"winweight", "0 to 100", "how much of a result is who wins, in hundredths; the rest is by how much", true},
        {"margin", "1 to 1000", "points ahead that count as far", true},
    };
    options.insert(options.end(), character_options().begin(), character_options().end());
    return options;
  }();
  return kOptions;
}

namespace {

double usual_time(Level level) {
  switch (level) {
    case Level::kEasy: return 0.05;
    case Level::kMedium: return 0.2;
    case Level::kHard:
    case Level::kFull: break;
  }
  return 1;
}

int read_threads(BotSpec& spec) {
  constexpr unsigned kMost = 64;
  if (spec.is("threads", "all")) return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, kMost));
  return static_cast<int>(spec.number("threads", 1, kMost, 1, "all"));
}

}  // namespace

std::unique_ptr<Bot> make_search(BotSpec& spec) {
  const Character character = read_character(spec);
  SearchTaste search;
  Budget budget;
  budget.cpu = spec.seconds("cpu", 0.001, 1000, 0);
  constexpr long long kMost = 1'000'000'000;
  const long long playouts = spec.number("iterations", 1, kMost, 0);
  if (playouts > 0) budget.playouts = playouts;
  budget.time = spec.seconds("time", 0.001, 1000, playouts > 0 || budget.cpu > 0 ? 0 : usual_time(character.level));
  budget.threads = read_threads(spec);
  search.guided = spec.word("playouts", {"guided", "cheap"}, "guided") == "guided";
  auto hundredths = [&](std::string_view option, double& value, int most) {
    value = 0.01 * static_cast<double>(spec.number(option, 0, most, std::lround(100 * value)));
  };
  hundredths("explore", search.explore, 10'000);
  hundredths("fair", search.fair_share, 100);
  hundredths("winweight", search.win_weight, 100);
  search.heat = static_cast<double>(spec.number("heat", 1, 1000, std::lround(search.heat)));
  search.margin = static_cast<double>(spec.number("margin", 1, 1000, std::lround(search.margin)));
  return std::make_unique<SearchBot>(character, search, budget);
}

}  // namespace fogg
