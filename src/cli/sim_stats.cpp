#include "cli/sim_stats.h"

#include <algorithm>
#include <cmath>

namespace fogg::cli {

namespace {

// Of the blocks' values, not of their mean.
double variance(const BlockSum& sums, std::int64_t blocks, double unit) {
  const auto n = static_cast<long double>(blocks);
  const auto sum = static_cast<long double>(sums.sum);
  const long double rest = static_cast<long double>(sums.squares) - sum * sum / n;
  return static_cast<double>(std::max(rest, 0.0L) / (n - 1) / (static_cast<long double>(unit) * unit));
}

}  // namespace

Estimate mean_over_blocks(const BlockSum& sums, std::int64_t blocks, double unit) {
  if (blocks == 0) return {};
  const auto n = static_cast<double>(blocks);
  Estimate estimate{static_cast<double>(sums.sum) / unit / n, {}};
  if (blocks < 2) return estimate;
  const double half = student_t(blocks - 1) * std::sqrt(variance(sums, blocks, unit) / n);
  estimate.interval = {estimate.value - half, estimate.value + half};
  return estimate;
}

Estimate share_over_blocks(const BlockSum& sums, std::int64_t blocks, double unit) {
  if (blocks == 0) return {};
  const auto n = static_cast<double>(blocks);
  const double share = static_cast<double>(sums.sum) / unit / n;
  // How many independent trials would leave the same doubt. Values between 0 and 1 with a given mean vary most if they are all 0 or 1,
  // so it is never less than one trial per block; that is also what is left if all blocks are alike and show no variance.
  double trials = n;
  if (const double spread = blocks < 2 ? 0.0 : variance(sums, blocks, unit); spread > 0) {
    const double doubt = kNormal / student_t(blocks - 1);  // the variance is only estimated
    trials = std::max(n, share * (1 - share) / (spread / n) * doubt * doubt);
  }
  return {share, wilson(share, trials)};
}

}  // namespace fogg::cli
