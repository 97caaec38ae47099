#include "stats/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fogg {

Interval wilson(double share, double n) {
  const double z2 = kNormal * kNormal;
  const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  // At the ends the formula gives them exactly, but for rounding.
  return {share <= 0 ? 0.0 : std::max(0.0, middle - half), share >= 1 ? 1.0 : std::min(1.0, middle + half)};
}

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

}  // namespace fogg
