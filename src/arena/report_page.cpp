#include "arena/report_page.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/plot.h"

namespace fogg::arena {

namespace {

constexpr int kColors = 8;
// More lines than these cannot be told apart; the best are shown.
constexpr std::size_t kMostLines = 16;
constexpr std::size_t kMostInMatrix = 40;
constexpr std::size_t kMostCharts = 40;

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --paper: #fbf7ec; --sheet: #fffdf7; --ink: #2a241b; --quiet: #6d6353; --line: #ddd3bd; --good: #2f7d4f; --bad: #a8322a; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1b18; --sheet: #272420; --ink: #efe7d8; --quiet: #b0a590; --line: #453f36; --good: #6fc08f; --bad: #e58a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 980px; margin: 0 auto; padding: 24px 16px 60px; }
h1 { font: 600 2rem/1.2 Georgia, serif; margin: 0 0 4px; }
h2 { font: 600 1.25rem/1.3 Georgia, serif; margin: 40px 0 10px; }
p { margin: 4px 0 12px; max-width: 46rem; }
.quiet, .tick { color: var(--quiet); fill: var(--quiet); }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; font-size: 0.85rem; color: var(--quiet); }
tr:last-child td { border-bottom: 0; }
.left { text-align: left; }
td.left { font-weight: 600; }
td.words { text-align: left; white-space: normal; min-width: 14rem; font-size: 0.9rem; }
.whisker .range { fill: none; stroke: var(--ink); stroke-width: 1.6; }
.whisker .dot { fill: var(--ink); }
.zero { stroke: var(--line); stroke-width: 1.5; }
.chart, .bars { width: 100%; height: auto; display: block; }
.grid { fill: none; stroke: var(--line); stroke-width: 1; }
.tick { font-size: 12px; }
.bars .tick { font-size: 10px; }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
.lead { fill: none; stroke: var(--line); }
.name { font-size: 13px; font-weight: 600; }
.many { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 14px; }
.many h3 { margin: 0; font-size: 0.95rem; } .many p { margin: 0 0 4px; font-size: 0.85rem; }
.long { max-height: 36rem; overflow: auto; } .long td { padding: 3px 10px; }
a { color: inherit; } code { font-size: 0.92em; }
.matrix td { text-align: center; padding: 6px; min-width: 3.6rem; } .matrix .none { color: var(--quiet); }
.matrix th { max-width: 6rem; overflow: hidden; text-overflow: ellipsis; text-align: center; } .matrix th.left { text-align: left; }
.tag { font-size: 0.75rem; font-weight: 400; color: var(--quiet); border: 1px solid var(--line); border-radius: 8px; padding: 0 6px; margin-left: 6px; }
.c0 { --c: #2d66b0; } .c1 { --c: #b8362c; } .c2 { --c: #2f7d4f; } .c3 { --c: #9a6a00; } .c4 { --c: #7b4ba0; } .c5 { --c: #0f7b83; } .c6 { --c: #b0447a; } .c7 { --c: #5d5a52; }
@media (prefers-color-scheme: dark) { .c0 { --c: #7fb0f0; } .c1 { --c: #f08a80; } .c2 { --c: #74c594; } .c3 { --c: #e0b040; } .c4 { --c: #c39be6; } .c5 { --c: #66c8cf; } .c6 { --c: #ee92bd; } .c7 { --c: #bdb6a8; } }
.line { stroke: var(--c); } .name, rect { fill: var(--c); }
@media print { body { background: #fff; } .sheet { break-inside: avoid; } }
)";

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string range(const Estimate& estimate, double unit, int digits) {
  if (!estimate.interval) return "";
  return fmt::format("{:.{}f} … {:.{}f}", unit * estimate.interval->low, digits, unit * estimate.interval->high,
                     digits);
}

std::string time_text(double microseconds) {
  if (microseconds < 1000) return fmt::format("{:.0f} µs", microseconds);
  if (microseconds < 1e6) return fmt::format("{:.3g} ms", microseconds / 1000);
  return fmt::format("{:.3g} s", microseconds / 1e6);
}

std::size_t at(Entrant entrant) { return static_cast<std::size_t>(entrant); }

class Page {
 public:
  Page(const Summary& summary, const std::vector<GameRow>& games, const std::string& shown_at)
      : s_(summary), games_(games), shown_at_(shown_at) {
    for (const Entrant entrant : s_.ranking.order) {
      color_.resize(std::max(color_.size(), at(entrant) + 1));
      color_[at(entrant)] = static_cast<int>(place_++) % kColors;
    }
  }

  std::string text(const std::string& made_by) {
    out_ = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\">"
        "<title>{0}</title><style>{1}</style></head>\n<body><main>\n<h1>{0}</h1>\n",
        escaped(s_.name), kStyle);
    head();
    ranking();
    over_time();
    matrix();
    points();
    times();
    faults();
    games();
    out_ += fmt::format(
        "<p class=\"quiet\">Made by {}. What the numbers mean: docs/ratings.md.</p>\n</main></body></html>\n",
        escaped(made_by));
    return std::move(out_);
  }

 private:
  std::string name(Entrant entrant) const { return escaped(s_.entries[at(entrant)].spec.name); }
  bool has_games(Entrant entrant) const { return s_.ranking.by_entrant[at(entrant)].games > 0; }

  void head() {
    static constexpr const char* kFormats[] = {"round robin", "gauntlet", "Swiss system", "knock-out"};
    out_ += fmt::format("<p class=\"quiet\">{} of {} players, {} entrants, {} games over",
                        kFormats[static_cast<std::size_t>(s_.course.format)], s_.course.seats, s_.entries.size(),
                        s_.counts.over);
    const std::int64_t open = s_.counts.waiting + s_.counts.taken;
    if (open > 0) out_ += fmt::format(", {} to come", open);
    if (s_.counts.called_off > 0) out_ += fmt::format(", {} called off", s_.counts.called_off);
    std::string editions;
    for (const std::string& id : s_.course.editions) editions += (editions.empty() ? "" : ", ") + id;
    out_ += fmt::format("; {}. {}</p>\n", escaped(editions),
                        s_.phase == Phase::kOver ? "The competition is over."
                                                 : fmt::format("The competition is {}.", arena::name(s_.phase)));
    if (s_.sprt)
      out_ +=
          fmt::format("<p>{}.</p>\n",
                      escaped(sprt_text(*s_.sprt, *s_.course.sprt, s_.entries[0].spec.name, s_.entries[1].spec.name)));
  }

  void ranking() {
    double low = 0;
    double high = 0;
    for (const Rating& rating : s_.ranking.by_entrant) {
      if (rating.games == 0) continue;
      low = std::min({low, rating.elo.value, rating.elo.interval ? rating.elo.interval->low : 0});
      high = std::max({high, rating.elo.value, rating.elo.interval ? rating.elo.interval->high : 0});
    }
    if (high <= low) high = low + 1;
    out_ +=
        "<h2>Ranking</h2>\n<div class=\"sheet\"><table><tr><th></th><th class=\"left\">entrant</th><th>rating</th><th "
        "class=\"left\">with 95 % "
        "interval</th><th>games</th><th>won</th><th>points</th><th>rank</th><th>best?</th><th>faults</th></tr>\n";
    int place = 0;
    for (const Entrant entrant : s_.ranking.order) {
      const Rating& rating = s_.ranking.by_entrant[at(entrant)];
      const EntrantAccount& account = s_.accounts[at(entrant)];
      out_ += fmt::format("<tr><td>{}</td><td class=\"left\">{}", ++place, name(entrant));
      if (s_.entries[at(entrant)].spec.way != Way::kBuiltIn)
        out_ += fmt::format("<span class=\"tag\">{}</span>", arena::name(s_.entries[at(entrant)].spec.way));
      if (!s_.entries[at(entrant)].state.active)
        out_ += fmt::format("<span class=\"tag\">{}</span>", escaped(s_.entries[at(entrant)].why_inactive));
      if (rating.games == 0) {
        out_ += "</td><td colspan=\"8\" class=\"left quiet\">no games</td></tr>\n";
        continue;
      }
      out_ += fmt::format(
          "</td><td>{:+.0f}</td><td class=\"left\" title=\"{}\">{}</td><td>{}</td><td title=\"{}\">{}</td><td "
          "title=\"{}\">{:.1f}</td><td "
          "title=\"{}\">{:.2f}</td><td>{:.0f} %</td><td>{}</td></tr>\n",
          rating.elo.value, range(rating.elo, 1, 0), whisker(rating.elo, low, high), rating.games,
          range(rating.victories, 100, 1), percent(rating.victories.value), range(rating.points, 1, 1),
          rating.points.value, range(rating.rank, 1, 2), rating.rank.value, 100 * rating.best,
          std::accumulate(account.faults.begin(), account.faults.end(), std::int64_t{0}));
    }
    out_ +=
        "</table></div>\n<p class=\"quiet\">400 points of rating more: ten times as strong. <i>best?</i>: how sure it "
        "is that nobody is stronger. "
        "Intervals show when the pointer rests on a number.</p>\n";
  }

  void over_time() {
    std::vector<Line> lines;
    for (const Entrant entrant : s_.ranking.order) {
      if (!has_games(entrant) || lines.size() >= kMostLines) continue;
      Line line{s_.entries[at(entrant)].spec.name, color_[at(entrant)], {}};
      for (const Accounts::Stage& stage : s_.history)
        if (at(entrant) < stage.elo.size())
          line.points.emplace_back(static_cast<double>(stage.games), stage.elo[at(entrant)]);
      lines.push_back(std::move(line));
    }
    if (lines.empty()) return;
    out_ += "<h2>Rating over time</h2>\n<div class=\"sheet\">" + line_chart(lines, "games", "rating") + "</div>\n";
  }

  void matrix() {
    std::vector<Entrant> shown;
    for (const Entrant entrant : s_.ranking.order)
      if (has_games(entrant) && shown.size() < kMostInMatrix) shown.push_back(entrant);
    if (shown.size() < 2) return;
    out_ += "<h2>Who beat whom</h2>\n<div class=\"sheet\"><table class=\"matrix\"><tr><th></th>";
    for (const Entrant other : shown) out_ += fmt::format("<th title=\"{0}\">{0}</th>", name(other));
    out_ += "</tr>\n";
    for (const Entrant entrant : shown) {
      out_ += fmt::format("<tr><th class=\"left\">{}</th>", name(entrant));
      for (const Entrant other : shown) {
        const Pair& pair = s_.ranking.pairs[at(entrant)][at(other)];
        if (entrant == other || pair.games == 0) {
          out_ += "<td class=\"none\">·</td>";
          continue;
        }
        const double share = pair.share.value;
        out_ += fmt::format(
            "<td style=\"background:color-mix(in srgb, var({}) {:.0f}%, transparent)\" title=\"{} against {}: {} "
            "games, {} ahead, {} equal, {} behind; {} "
            "%\">{:.0f} %</td>",
            share >= 0.5 ? "--good" : "--bad", 90 * std::abs(share - 0.5), name(entrant), name(other), pair.games,
            pair.ahead, pair.equal, pair.behind, range(pair.share, 100, 1), 100 * share);
      }
      out_ += "</tr>\n";
    }
    out_ += "</table></div>\n<p class=\"quiet\">The share of the row against the column; a tie is half.</p>\n";
  }

  void points() {
    int first = INT_MAX;
    int last = INT_MIN;
    for (const EntrantAccount& account : s_.accounts) {
      if (account.points.empty()) continue;
      first = std::min(first, account.points.begin()->first);
      last = std::max(last, account.points.rbegin()->first);
    }
    if (first > last || last - first > 400) return;
    const int between = last - first > 60 ? 20 : last - first > 24 ? 10 : 5;  // tens
    out_ += "<h2>Points</h2>\n<div class=\"sheet many\">\n";
    std::size_t charts = 0;
    for (const Entrant entrant : s_.ranking.order) {
      const EntrantAccount& account = s_.accounts[at(entrant)];
      if (account.points.empty() || ++charts > kMostCharts) continue;
      std::vector<Bar> bars;
      for (int tens = first; tens <= last; ++tens) {
        const auto found = account.points.find(tens);
        const std::int64_t times = found == account.points.end() ? 0 : found->second;
        bars.push_back({static_cast<double>(times), tens % between == 0 ? fmt::format("{}", 10 * tens) : "",
                        fmt::format("{} to {}: {}", 10 * tens, 10 * tens + 9, times)});
      }
      out_ += fmt::format("<div><h3>{}</h3><p class=\"quiet\">{:.1f} on average</p>{}</div>\n", name(entrant),
                          s_.ranking.by_entrant[at(entrant)].points.value, bar_chart(bars, color_[at(entrant)]));
    }
    out_ += "</div>\n";
  }

  void times() {
    std::size_t first = DecisionTimes::kClasses;
    std::size_t last = 0;
    for (const EntrantAccount& account : s_.accounts) {
      for (std::size_t i = 0; i < DecisionTimes::kClasses; ++i) {
        if (account.times.counts()[i] == 0) continue;
        first = std::min(first, i);
        last = std::max(last, i);
      }
    }
    if (first > last) return;
    out_ += "<h2>Time for a decision</h2>\n<div class=\"sheet many\">\n";
    std::size_t charts = 0;
    for (const Entrant entrant : s_.ranking.order) {
      const DecisionTimes& all = s_.accounts[at(entrant)].times;
      const std::int64_t decisions = all.decisions();
      if (decisions == 0 || ++charts > kMostCharts) continue;
      std::vector<Bar> bars;
      for (std::size_t i = first; i <= last; ++i) {
        const double to = std::ldexp(1, static_cast<int>(i));
        bars.push_back({static_cast<double>(all.counts()[i]), (i - first) % 5 == 0 ? time_text(to) : "",
                        fmt::format("below {}: {}", time_text(to), all.counts()[i])});
      }
      out_ += fmt::format("<div><h3>{}</h3><p class=\"quiet\">{} on average, {} at most</p>{}</div>\n", name(entrant),
                          time_text(static_cast<double>(all.total_us()) / static_cast<double>(decisions)),
                          time_text(static_cast<double>(all.slowest_us())), bar_chart(bars, color_[at(entrant)]));
    }
    out_ += "</div>\n";
  }

  void faults() {
    out_ += "<h2>Faults</h2>\n";
    const bool any = std::any_of(s_.accounts.begin(), s_.accounts.end(),
                                 [](const EntrantAccount& account) { return account.faulty_games > 0; });
    if (!any) {
      out_ +=
          "<p>None: nobody was late, nobody sent what the rules or the protocol do not allow, nobody broke down.</p>\n";
      return;
    }
    out_ += "<div class=\"sheet\"><table><tr><th class=\"left\">entrant</th><th>games with faults</th>";
    for (std::size_t fault = 0; fault < kFaults; ++fault)
      out_ += fmt::format("<th>{}</th>", arena::name(static_cast<Fault>(fault)));
    out_ += "<th>replaced</th><th>forfeited</th><th class=\"left\">the last one</th></tr>\n";
    for (const Entrant entrant : s_.ranking.order) {
      const EntrantAccount& account = s_.accounts[at(entrant)];
      if (account.faulty_games == 0) continue;
      out_ += fmt::format("<tr><td class=\"left\">{}</td><td>{}</td>", name(entrant), account.faulty_games);
      for (const std::int64_t number : account.faults) out_ += fmt::format("<td>{}</td>", number);
      out_ += fmt::format("<td>{}</td><td>{}</td><td class=\"words\">game {}: {}</td></tr>\n", account.replaced,
                          account.forfeited, link(account.last_fault_game), escaped(account.last_words));
    }
    out_ += "</table></div>\n";
  }

  std::string link(std::int64_t game) const {
    return fmt::format("<a href=\"{0}/replay?game={1}\">{1}</a>", shown_at_, game);
  }

  void games() {
    if (games_.empty()) return;
    const auto all = static_cast<std::size_t>(s_.counts.over);
    out_ += fmt::format("<h2>Games</h2>\n<p>{} ", games_.size() < all
                                                      ? fmt::format("The last {} of {}.", games_.size(), all)
                                                      : "All of them, the last first.");
    out_ += shown_at_.empty() ? "Each opens in the replay with a click on its number.</p>\n"
                              : fmt::format(
                                    "Each opens in the replay with a click on its number while <code>fogg arena show "
                                    "FOLDER</code> runs on "
                                    "this machine, with the folder of this report; then all of them are at <a "
                                    "href=\"{0}/arena\">{0}/arena</a>. "
                                    "<code>fogg arena record FOLDER GAME</code> writes the record of one.</p>\n",
                                    shown_at_);
    out_ +=
        "<div class=\"sheet long\"><table><tr><th>game</th><th>round</th><th class=\"left\">edition</th><th "
        "class=\"left\">players, the "
        "winner first</th><th>took</th></tr>\n";
    for (const GameRow& game : games_) {
      std::vector<GameRow::Seat> seats = game.seats;
      std::stable_sort(seats.begin(), seats.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
      out_ += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"words\">{}</td><td class=\"words\">",
                          link(game.number), game.round, escaped(game.edition));
      for (const GameRow::Seat& seat : seats) {
        out_ += fmt::format("{}<b>{}</b> {}", &seat == &seats.front() ? "" : " · ", name(seat.entrant), seat.points);
        if (seat.forfeited) out_ += " <span class=\"tag\">forfeited</span>";
        if (seat.replaced) out_ += " <span class=\"tag\">replaced</span>";
        if (seat.faults > 0)
          out_ += fmt::format(" <span class=\"tag\">{} {}</span>", seat.faults, seat.faults == 1 ? "fault" : "faults");
      }
      out_ += fmt::format("</td><td>{}</td></tr>\n", game.milliseconds == 0
                                                         ? "&lt; 1 ms"
                                                         : time_text(1000.0 * static_cast<double>(game.milliseconds)));
    }
    out_ += "</table></div>\n";
  }

  const Summary& s_;
  const std::vector<GameRow>& games_;
  const std::string& shown_at_;
  std::vector<int> color_;
  std::size_t place_ = 0;
  std::string out_;
};

}  // namespace

std::string report_page(const Summary& summary, const std::string& made_by, const std::vector<GameRow>& games,
                        const std::string& shown_at) {
  return Page(summary, games, shown_at).text(made_by);
}

}  // namespace fogg::arena
