// Means and shares over deals, with intervals that hold the true value in 95 of 100 competitions. Games of a deal depend on each other, so
// the deal is what is counted, not the game.
#pragma once

#include <cstdint>

#include "stats/estimate.h"

namespace fogg::arena {

// What one deal says about a quantity: the sum of `count` values.
struct DealValue {
  std::int64_t sum = 0;
  std::int64_t count = 0;
};

// What all deals say. Whole numbers, so that the order of the games does not matter, and so that a deal of which another game has ended can
// be taken out and put back exactly.
class DealSums {
 public:
  void change(const DealValue& before, const DealValue& after);

  std::int64_t deals() const { return deals_; }  // with at least one value
  std::int64_t sum() const { return sum_; }
  std::int64_t count() const { return count_; }

  // `unit`: what the values are divided by.
  Estimate mean(double unit) const;
  // The same for values from 0 to 1, after the division.
  Estimate share(double unit) const;

 private:
  void add(const DealValue& value, std::int64_t sign);
  double squared_error(double unit) const;  // of the mean; needs two deals

  std::int64_t deals_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t count_ = 0;
  // Over deals: sum · sum, sum · count, count · count.
  std::int64_t sum_sum_ = 0;
  std::int64_t sum_count_ = 0;
  std::int64_t count_count_ = 0;
};

}  // namespace fogg::arena
