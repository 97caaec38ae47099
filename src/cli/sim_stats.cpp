#include "cli/sim_stats.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fogg::cli {

namespace {

constexpr double kNormal = 1.959963984540054;

// Of the blocks' values, not of their mean.
double variance(const BlockSum& sums, std::int64_t blocks, double unit) {
  const auto n = static_cast<long double>(blocks);
  const auto sum = static_cast<long double>(sums.sum);
  const long double rest = static_cast<long double>(sums.squares) - sum * sum / n;
  return static_cast<double>(std::max(rest, 0.0L) / (n - 1) / (static_cast<long double>(unit) * unit));
}

// Wilson's interval for a share in n independent trials.
Interval wilson(double share, double n) {
  const double z2 = kNormal * kNormal;
  const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  // At the ends the formula gives them exactly, but for rounding.
  return {share <= 0 ? 0.0 : std::max(0.0, middle - half), share >= 1 ? 1.0 : std::min(1.0, middle + half)};
}

}  // namespace

double student_t(std::int64_t degrees) {
  // The series below is good to 0.01 from four degrees on.
  constexpr std::array<double, 3> kFirst = {12.706, 4.303, 3.182};
  if (degrees <= 3) return kFirst[degrees <= 1 ? 0 : static_cast<std::size_t>(degrees) - 1];
  const double z = kNormal;
  const double z2 = z * z;
  const auto d = static_cast<double>(degrees);
  return z * (1 + (z2 + 1) / (4 * d) + ((5 * z2 + 16) * z2 + 3) / (96 * d * d) +
              (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * d * d * d));
}

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
