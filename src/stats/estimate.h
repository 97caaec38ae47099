// Estimates with intervals that hold the true value 95 times of 100.
#pragma once

#include <cstdint>
#include <optional>

namespace fogg {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

struct Estimate {
  double value = 0;
  std::optional<Interval> interval;  // none: too little is known to say
  bool operator==(const Estimate&) const = default;
};

// Beyond it on each side lie 2.5 % of a normal distribution.
inline constexpr double kNormal = 1.959963984540054;
// The same of Student's distribution.
double student_t(std::int64_t degrees);

// Wilson's interval for a share in n independent trials.
Interval wilson(double share, double n);

}  // namespace fogg
