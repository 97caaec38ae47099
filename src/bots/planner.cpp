#include "bots/planner.h"

#include <optional>

#include "bots/guide.h"

namespace fogg {

namespace {

class PlannerBot final : public Bot {
 public:
  explicit PlannerBot(const Taste& taste) : taste_(taste) {}

  Action choose(const Question& question) override {
    const Edition& edition = question.edition;
    if (!links_ || !links_->made_for(edition)) links_.emplace(edition);
    const State state = visible_state(edition, question.view);
    const int seat = question.view.viewer;
    const Guide guide(edition, *links_, taste_);
    const bool plans = state.phase != Phase::kStart && state.phase != Phase::kStartMix;
    const Plan plan = plans ? guide.plan(state, seat) : Plan{};
    guide.consider(state, seat, plan, question.legal, Guide::Effort::kThorough, candidates_);
    return candidates_.best().action;
  }

 private:
  Taste taste_;
  std::optional<Links> links_;
  Candidates candidates_;
};

}  // namespace

const std::vector<BotOption>& planner_options() {
  static const std::vector<BotOption> kOptions = {{"extras", "on, off", "off: ignores stations, passengers and goods"}};
  return kOptions;
}

std::unique_ptr<Bot> make_planner(BotSpec& spec) {
  Taste taste;
  taste.extras = spec.flag("extras", true);
  auto tune = [&](const char* name, int& value) { value = static_cast<int>(spec.number(name, -1000, 1000, value)); };
  tune("turn", taste.turn); tune("card", taste.card); tune("graycard", taste.gray_card); tune("train", taste.train);
  tune("points", taste.points); tune("tunnel", taste.tunnel); tune("ferry", taste.ferry); tune("station", taste.station);
  tune("planclaim", taste.plan_claim); tune("freetrain", taste.free_train); tune("racetrain", taste.race_train);
  tune("draw", taste.draw); tune("cardwanted", taste.card_wanted); tune("tickettrains", taste.ticket_trains);
  tune("ticketvalue", taste.ticket_value); tune("joker", taste.joker); tune("network", taste.network); tune("risk", taste.risk);
  tune("tunnelrisk", taste.tunnel_risk); tune("passengercard", taste.passenger_card); tune("journeywait", taste.journey_wait);
  tune("ticketloss", taste.ticket_loss); tune("ticketluck", taste.ticket_luck); tune("latestation", taste.late_station);
  tune("startmix", taste.start_mix); tune("latermix", taste.later_mix);
  return std::make_unique<PlannerBot>(taste);
}

}  // namespace fogg
