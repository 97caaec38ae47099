#include "bots/planner.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bots/character.h"
#include "bots/guide.h"
#include "bots/motives.h"

namespace fogg {

namespace {

class PlannerBot final : public Bot {
 public:
  explicit PlannerBot(const Character& character) : character_(character) {}

  Action choose(const Question& question) override {
    const Edition& edition = question.edition;
    if (!links_ || !links_->made_for(edition)) links_.emplace(edition);
    const State state = visible_state(edition, question.view);
    const int seat = question.view.viewer;
    const Taste taste = character_.taste(edition);
    const Guide guide(edition, *links_, taste);
    const bool plans = state.phase != Phase::kStart && state.phase != Phase::kStartMix;
    const Plan plan = plans ? guide.plan(state, seat) : Plan{};
    guide.consider(state, seat, plan, question.legal, Guide::Effort::kThorough, candidates_);
    const Candidates::One& chosen = character_.whim > 0 ? by_whim(question.random) : candidates_.best();
    if (question.thoughts != nullptr) tell(edition, guide, state, seat, plan, chosen, *question.thoughts);
    return chosen.action;
  }

  double pace(const Action& action, FastGenerator& random) const override { return character_.pace(action, random); }

 private:
  const Candidates::One& by_whim(FastGenerator& random) const {
    std::vector<double> values;
    for (const Candidates::One& one : candidates_) values.push_back(one.value);
    return candidates_[pick_by_value(values, character_.whim, random)];
  }

  void tell(const Edition& edition, const Guide& guide, const State& state, int seat, const Plan& plan,
            const Candidates::One& chosen, Thoughts& thoughts) const {
    constexpr double kHeat = 25;
    double sum = 0;
    const int best = candidates_.best().value;
    for (const Candidates::One& one : candidates_) sum += std::exp((one.value - best) / kHeat);
    for (const Candidates::One& one : candidates_) {
      Thought thought;
      thought.action = one.action;
      thought.share = std::exp((one.value - best) / kHeat) / sum;
      thoughts.options.push_back(thought);
    }
    std::stable_sort(thoughts.options.begin(), thoughts.options.end(), [&](const Thought& a, const Thought& b) {
      const bool a_chosen = a.action == chosen.action;
      const bool b_chosen = b.action == chosen.action;
      return a_chosen != b_chosen ? a_chosen : a.share > b.share;
    });
    for (std::size_t i = 0; i < std::min<std::size_t>(thoughts.options.size(), kExplained); ++i) {
      thoughts.options[i].motives = motives(edition, guide, state, seat, plan, thoughts.options[i].action);
    }
  }

  Character character_;
  std::optional<Links> links_;
  Candidates candidates_;
};

}  // namespace

const std::vector<BotOption>& planner_options() { return character_options(); }

std::unique_ptr<Bot> make_planner(BotSpec& spec) { return std::make_unique<PlannerBot>(read_character(spec)); }

}  // namespace fogg
