#include "arena/deal_means.h"

#include <algorithm>
#include <cmath>

namespace fogg::arena {

void DealSums::add(const DealValue& value, std::int64_t sign) {
  if (value.count == 0) return;
  deals_ += sign;
  sum_ += sign * value.sum;
  count_ += sign * value.count;
  sum_sum_ += sign * value.sum * value.sum;
  sum_count_ += sign * value.sum * value.count;
  count_count_ += sign * value.count * value.count;
}

void DealSums::change(const DealValue& before, const DealValue& after) {
  add(before, -1);
  add(after, 1);
}

// The mean is a ratio, sum / count, and deals may have different counts: each deal is wrong by sum - mean · count.
double DealSums::squared_error(double unit) const {
  const auto deals = static_cast<long double>(deals_);
  const auto count = static_cast<long double>(count_);
  const long double mean = static_cast<long double>(sum_) / count;
  const long double squares = static_cast<long double>(sum_sum_) - 2 * mean * static_cast<long double>(sum_count_) +
                              mean * mean * static_cast<long double>(count_count_);
  const long double wide_unit = unit;
  return static_cast<double>(std::max(squares, 0.0L) * deals / (deals - 1) / (count * count) / (wide_unit * wide_unit));
}

Estimate DealSums::mean(double unit) const {
  if (deals_ == 0) return {};
  Estimate estimate{static_cast<double>(sum_) / unit / static_cast<double>(count_), {}};
  if (deals_ < 2) return estimate;
  const double half = student_t(deals_ - 1) * std::sqrt(squared_error(unit));
  estimate.interval = {estimate.value - half, estimate.value + half};
  return estimate;
}

Estimate DealSums::share(double unit) const {
  if (deals_ == 0) return {};
  const double share = static_cast<double>(sum_) / unit / static_cast<double>(count_);
  // How many independent trials would leave the same doubt. Values between 0 and 1 with a given mean vary most if they are all 0 or 1, so it
  // is never less than one trial per deal (fewer where some deals have far more games than others); that is also what is left if all deals
  // are alike and show no variance.
  const auto count = static_cast<double>(count_);
  double trials = count * count / static_cast<double>(count_count_);
  if (const double error = deals_ < 2 ? 0.0 : squared_error(unit); error > 0) {
    const double doubt = kNormal / student_t(deals_ - 1);  // the error is only estimated
    trials = std::max(trials, share * (1 - share) / error * doubt * doubt);
  }
  return {share, wilson(share, trials)};
}

}  // namespace fogg::arena
