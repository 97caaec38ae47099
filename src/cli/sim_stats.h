// Means and shares over blocks of games that depend on each other, with intervals that hold the true value in 95 of 100 runs.
#pragma once

#include <cstdint>

#include "stats/estimate.h"

namespace fogg::cli {

// A quantity that has one value per block. Whole numbers, so that the order in which blocks are added does not matter. Squares of a
// block's value fit for far more games than anyone can play.
struct BlockSum {
  std::int64_t sum = 0;
  std::int64_t squares = 0;

  void add_block(std::int64_t value) {
    sum += value;
    squares += value * value;
  }
  void add(const BlockSum& other) {
    sum += other.sum;
    squares += other.squares;
  }
};

// `unit`: what a block's value is divided by.
Estimate mean_over_blocks(const BlockSum& sums, std::int64_t blocks, double unit);
// The same for values from 0 to 1, after the division.
Estimate share_over_blocks(const BlockSum& sums, std::int64_t blocks, double unit);

}  // namespace fogg::cli
