// Small drawings as SVG, for the report. Everything is drawn in a box of given size; colors come from the page's style.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/deal_means.h"

namespace fogg::arena {

std::string escaped(std::string_view text);  // for HTML

// Round numbers that divide a range: 0, 50, 100 for 3 to 140.
std::vector<double> ticks(double low, double high, int about);

// A value with its interval on a scale from low to high, for a row of a table.
std::string whisker(const Estimate& estimate, double low, double high);

struct Line {
  std::string name;
  int color = 0;  // of the page's palette
  std::vector<std::pair<double, double>> points;  // in ascending order of the first
};
std::string line_chart(const std::vector<Line>& lines, std::string_view below, std::string_view beside);

// Bars side by side; `labels` below some of them.
struct Bar {
  double height = 0;
  std::string label;  // empty: none
  std::string title;
};
std::string bar_chart(const std::vector<Bar>& bars, int color);

}  // namespace fogg::arena
