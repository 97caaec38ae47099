// What `fogg sim` says when the games are over.
#pragma once

#include <string>
#include <vector>

#include "cli/sim.h"

namespace fogg::cli {

// How a bot did. A bot with several entries in the list: the average of them.
struct BotReport {
  std::int64_t games = 0;  // in which it played
  Estimate mean_score;
  Estimate victories;  // share; players who win together share the victory
  double mean_rank = 0;
  std::optional<double> decision_us;  // none: no decision was timed
};
BotReport report_of_bot(const SimPlan& plan, const SimResult& result, std::size_t bot);

// How often bot a was ahead of bot b at the end; half a time if they were equal.
Estimate ahead_of(const SimPlan& plan, const SimResult& result, std::size_t a, std::size_t b);

std::string sim_json(const std::string& edition, const SimOptions& options, const SimResult& result);
std::string sim_table(const std::string& edition, const SimOptions& options, const SimResult& result);

}  // namespace fogg::cli
