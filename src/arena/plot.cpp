#include "arena/plot.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace fogg::arena {

namespace {

std::string number(double value) {
  if (value == 0) return "0";
  return std::abs(value) >= 1000 && std::fmod(value, 1000) == 0 ? fmt::format("{:.0f}k", value / 1000)
                                                                : fmt::format("{:g}", value);
}

// Names at the ends of lines must not lie on each other.
std::vector<double> spread_out(const std::vector<double>& wanted, double least, double low, double high) {
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> places = wanted;
  double next = low;
  for (const std::size_t i : order) {
    places[i] = std::max(wanted[i], next);
    next = places[i] + least;
  }
  double last = high;
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    places[*i] = std::min(places[*i], last);
    last = places[*i] - least;
  }
  return places;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

std::vector<double> ticks(double low, double high, int about) {
  if (!(high > low) || about < 1) return {low};
  const double rough = (high - low) / about;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double nice : {1.0, 2.0, 5.0}) {
    if (nice * power < rough) continue;
    step = nice * power;
    break;
  }
  std::vector<double> all;
  for (double at = std::ceil(low / step - 1e-9) * step; at <= high + step * 1e-9; at += step)
    all.push_back(std::abs(at) < step * 1e-9 ? 0 : at);
  return all;
}

std::string whisker(const Estimate& estimate, double low, double high) {
  constexpr double kWidth = 180;
  const auto x = [&](double value) { return 6 + (kWidth - 12) * std::clamp((value - low) / (high - low), 0.0, 1.0); };
  std::string out =
      fmt::format(R"(<svg class="whisker" viewBox="0 0 {0} 18" width="{0}" height="18" aria-hidden="true">)", kWidth);
  if (low < 0 && high > 0) out += fmt::format(R"(<path class="zero" d="M{:.1f} 0V18"/>)", x(0));
  if (estimate.interval)
    out += fmt::format(R"(<path class="range" d="M{0:.1f} 9H{1:.1f}M{0:.1f} 5V13M{1:.1f} 5V13"/>)",
                       x(estimate.interval->low), x(estimate.interval->high));
  return out + fmt::format(R"(<circle class="dot" cx="{:.1f}" cy="9" r="4"/></svg>)", x(estimate.value));
}

std::string line_chart(const std::vector<Line>& lines, std::string_view below, std::string_view beside) {
  constexpr double kWidth = 860;
  constexpr double kHeight = 340;
  constexpr double kLeft = 56;
  constexpr double kRight = 170;
  constexpr double kTop = 14;
  constexpr double kBottom = 44;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  double last = 1;
  for (const Line& line : lines) {
    for (const auto& [at, value] : line.points) {
      last = std::max(last, at);
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low < high)) {
    low = std::isfinite(low) ? low - 1 : 0;
    high = low + 2;
  }
  const double margin = (high - low) * 0.06;
  low -= margin;
  high += margin;
  const auto x = [&](double at) { return kLeft + (kWidth - kLeft - kRight) * at / last; };
  const auto y = [&](double value) { return kTop + (kHeight - kTop - kBottom) * (high - value) / (high - low); };
  std::string out = fmt::format(R"(<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">)", kWidth,
                                kHeight, escaped(beside));
  for (const double tick : ticks(low, high, 6))
    out += fmt::format(
        R"(<path class="grid" d="M{} {:.1f}H{}"/><text class="tick" x="{}" y="{:.1f}" text-anchor="end">{}</text>)",
        kLeft, y(tick), kWidth - kRight, kLeft - 8, y(tick) + 4, number(tick));
  for (const double tick : ticks(0, last, 7))
    out += fmt::format(
        R"(<path class="grid" d="M{0:.1f} {1}v5"/><text class="tick" x="{0:.1f}" y="{2}" text-anchor="middle">{3}</text>)",
        x(tick), kHeight - kBottom, kHeight - kBottom + 20, number(tick));
  out += fmt::format(R"(<text class="tick" x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", x(last / 2), kHeight - 6,
                     escaped(below));
  std::vector<double> ends;
  for (const Line& line : lines) ends.push_back(line.points.empty() ? kTop : y(line.points.back().second));
  constexpr double kApart = 16;
  const std::vector<double> names = spread_out(ends, kApart, kTop + 6, kHeight - kBottom);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].points.empty()) continue;
    std::string path;
    for (const auto& [at, value] : lines[i].points)
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(at), y(value));
    out += fmt::format(R"(<path class="line c{}" d="{}"><title>{}</title></path>)", lines[i].color, path,
                       escaped(lines[i].name));
    out += fmt::format(
        R"(<path class="lead" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/><text class="name c{}" x="{}" y="{:.1f}">{}</text>)",
        x(lines[i].points.back().first) + 3, ends[i], kWidth - kRight + 16, names[i], lines[i].color,
        kWidth - kRight + 20, names[i] + 4, escaped(lines[i].name));
  }
  return out + "</svg>";
}

std::string bar_chart(const std::vector<Bar>& bars, int color) {
  constexpr double kWidth = 260;
  constexpr double kHeight = 96;
  constexpr double kBottom = 18;
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.height);
  std::string out = fmt::format(R"(<svg class="bars" viewBox="0 0 {} {}" aria-hidden="true">)", kWidth, kHeight);
  const double each = kWidth / std::max<double>(1, static_cast<double>(bars.size()));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double height = most > 0 ? (kHeight - kBottom - 4) * bars[i].height / most : 0;
    const double x = each * static_cast<double>(i);
    if (height > 0)
      out += fmt::format(
          R"(<rect class="c{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)", color,
          x + 0.5, kHeight - kBottom - std::max(1.0, height), std::max(0.8, each - 1), std::max(1.0, height),
          escaped(bars[i].title));
    if (!bars[i].label.empty())
      out += fmt::format(R"(<text class="tick" x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                         std::clamp(x + each / 2, 14.0, kWidth - 14), kHeight - 4, escaped(bars[i].label));
  }
  return out + fmt::format(R"(<path class="grid" d="M0 {0}H{1}"/></svg>)", kHeight - kBottom, kWidth);
}

}  // namespace fogg::arena
