#include "arena/summary_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <numeric>

namespace fogg::arena {

namespace {

namespace json = boost::json;

std::string half_width(const Estimate& estimate, double unit, int digits) {
  if (!estimate.interval) return "";
  return fmt::format("± {:.{}f}", unit * (estimate.interval->high - estimate.interval->low) / 2, digits);
}

std::int64_t all_faults(const EntrantAccount& account) {
  return std::accumulate(account.faults.begin(), account.faults.end(), std::int64_t{0});
}

std::string time_text(double microseconds) {
  if (microseconds < 1000) return fmt::format("{:.0f} µs", microseconds);
  if (microseconds < 1e6) return fmt::format("{:.1f} ms", microseconds / 1000);
  return fmt::format("{:.2f} s", microseconds / 1e6);
}

double mean_us(const EntrantAccount& account) {
  const std::int64_t decisions = account.times.decisions();
  return decisions == 0 ? 0 : static_cast<double>(account.times.total_us()) / static_cast<double>(decisions);
}

// In characters, not in bytes.
std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t width, bool right) {
  const std::size_t has = length(text);
  if (has >= width) return text;
  return right ? std::string(width - has, ' ') + text : text + std::string(width - has, ' ');
}

json::value estimate_json(const Estimate& estimate) {
  json::object out;
  out["value"] = estimate.value;
  if (estimate.interval) out["interval"] = {estimate.interval->low, estimate.interval->high};
  return out;
}

std::string csv_estimate(const Estimate& estimate) {
  if (!estimate.interval) return fmt::format("{:.6g},,", estimate.value);
  return fmt::format("{:.6g},{:.6g},{:.6g}", estimate.value, estimate.interval->low, estimate.interval->high);
}

}  // namespace

std::string table_text(const Summary& summary, int lines, int columns) {
  std::vector<std::vector<std::string>> rows = {
      {"", "entrant", "rating", "", "games", "won", "", "points", "thinks", "faults"}};
  int place = 0;
  for (const Entrant entrant : summary.ranking.order) {
    if (++place > std::max(1, lines - 2)) break;
    const auto i = static_cast<std::size_t>(entrant);
    const Rating& rating = summary.ranking.by_entrant[i];
    const EntrantAccount& account = summary.accounts[i];
    std::string name = summary.entries[i].spec.name;
    if (!summary.entries[i].state.active) name += " (left)";
    if (rating.games == 0) {
      rows.push_back({fmt::format("{}", place), name, "", "", "0", "", "", "", "", ""});
      continue;
    }
    rows.push_back({fmt::format("{}", place), name, fmt::format("{:+.0f}", rating.elo.value),
                    half_width(rating.elo, 1, 0), fmt::format("{}", rating.games),
                    fmt::format("{:.1f} %", 100 * rating.victories.value), half_width(rating.victories, 100, 1),
                    fmt::format("{:.1f}", rating.points.value), time_text(mean_us(account)),
                    fmt::format("{}", all_faults(account))});
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], length(row[c]));
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string cell = padded(row[c], widths[c], c != 1 && c != 3 && c != 6);
      // What does not fit is left out, the least needed first: columns stand in that order.
      if (length(line) + 2 + length(cell) > static_cast<std::size_t>(columns)) break;
      line += (c == 0 ? "" : "  ") + cell;
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (summary.sprt)
    out += fmt::format("\n{}\n", sprt_text(*summary.sprt, *summary.course.sprt, summary.entries[0].spec.name,
                                           summary.entries[1].spec.name));
  if (static_cast<int>(summary.ranking.order.size()) > std::max(1, lines - 2))
    out +=
        fmt::format("… and {} more\n", summary.ranking.order.size() - static_cast<std::size_t>(std::max(1, lines - 2)));
  return out;
}

std::string summary_json(const Summary& summary) {
  json::object out;
  out["name"] = summary.name;
  out["phase"] = name(summary.phase);
  out["round"] = summary.round;
  out["games"] = {{"over", summary.counts.over},
                  {"running", summary.counts.taken},
                  {"waiting", summary.counts.waiting},
                  {"called_off", summary.counts.called_off}};
  json::array entrants;
  for (std::size_t i = 0; i < summary.entries.size(); ++i) {
    const Rating& rating = summary.ranking.by_entrant[i];
    const EntrantAccount& account = summary.accounts[i];
    json::object one;
    one["name"] = summary.entries[i].spec.name;
    one["way"] = name(summary.entries[i].spec.way);
    if (!summary.entries[i].spec.bot.empty()) one["bot"] = summary.entries[i].spec.bot;
    one["active"] = summary.entries[i].state.active;
    if (!summary.entries[i].why_inactive.empty()) one["why_inactive"] = summary.entries[i].why_inactive;
    one["games"] = rating.games;
    one["elo"] = estimate_json(rating.elo);
    one["best"] = rating.best;
    one["victories"] = estimate_json(rating.victories);
    one["rank"] = estimate_json(rating.rank);
    one["points"] = estimate_json(rating.points);
    json::object faults;
    for (std::size_t fault = 0; fault < kFaults; ++fault)
      faults[name(static_cast<Fault>(fault))] = account.faults[fault];
    faults["games"] = account.faulty_games;
    faults["replaced"] = account.replaced;
    faults["forfeited"] = account.forfeited;
    if (!account.last_words.empty())
      faults["last"] = {{"game", account.last_fault_game}, {"words", account.last_words}};
    one["faults"] = std::move(faults);
    one["decisions"] = {{"number", account.times.decisions()},
                        {"mean_us", mean_us(account)},
                        {"slowest_us", account.times.slowest_us()},
                        {"classes", json::array(account.times.counts().begin(), account.times.counts().end())}};
    json::array points;
    for (const auto& [tens, times] : account.points) points.push_back({10 * tens, times});
    one["point_classes"] = std::move(points);
    entrants.push_back(std::move(one));
  }
  out["entrants"] = std::move(entrants);
  out["order"] = json::array(summary.ranking.order.begin(), summary.ranking.order.end());
  out["above_next"] = json::array(summary.ranking.above_next.begin(), summary.ranking.above_next.end());
  json::array places;
  for (const Place& place : summary.places)
    places.push_back({{"entrant", place.entrant},
                      {"place", place.place},
                      {"score", place.score},
                      {"opponents", place.opponents},
                      {"games", place.games},
                      {"byes", place.byes}});
  out["places"] = std::move(places);
  json::array pairs;
  for (const std::vector<Pair>& row : summary.ranking.pairs) {
    json::array line;
    for (const Pair& pair : row)
      line.push_back({{"games", pair.games},
                      {"ahead", pair.ahead},
                      {"equal", pair.equal},
                      {"behind", pair.behind},
                      {"share", estimate_json(pair.share)}});
    pairs.push_back(std::move(line));
  }
  out["pairs"] = std::move(pairs);
  if (summary.sprt) {
    static constexpr std::array<std::string_view, 3> kVerdicts = {"open", "not better", "better"};
    out["sprt"] = {
        {"deals", summary.sprt->deals}, {"score", summary.sprt->score},
        {"llr", summary.sprt->llr},     {"low", summary.sprt->low},
        {"high", summary.sprt->high},   {"verdict", kVerdicts[static_cast<std::size_t>(summary.sprt->verdict)]}};
  }
  json::array history;
  for (const Accounts::Stage& stage : summary.history)
    history.push_back({{"games", stage.games}, {"elo", json::array(stage.elo.begin(), stage.elo.end())}});
  out["history"] = std::move(history);
  return json::serialize(out) + "\n";
}

std::string ranking_csv(const Summary& summary) {
  std::string out =
      "place,name,active,games,elo,elo_low,elo_high,best,victories,victories_low,victories_high,rank,rank_low,rank_"
      "high,"
      "points,points_low,points_high,mean_decision_us,slowest_decision_us,faulty_games";
  for (std::size_t fault = 0; fault < kFaults; ++fault) out += fmt::format(",{}", name(static_cast<Fault>(fault)));
  out += '\n';
  int place = 0;
  for (const Entrant entrant : summary.ranking.order) {
    const auto i = static_cast<std::size_t>(entrant);
    const Rating& rating = summary.ranking.by_entrant[i];
    const EntrantAccount& account = summary.accounts[i];
    out += fmt::format("{},{},{},{},{},{:.4f},{},{},{},{:.1f},{},{}", ++place, csv_text(summary.entries[i].spec.name),
                       summary.entries[i].state.active ? "yes" : "no", rating.games, csv_estimate(rating.elo),
                       rating.best, csv_estimate(rating.victories), csv_estimate(rating.rank),
                       csv_estimate(rating.points), mean_us(account), account.times.slowest_us(), account.faulty_games);
    for (const std::int64_t number : account.faults) out += fmt::format(",{}", number);
    out += '\n';
  }
  return out;
}

std::string csv_text(std::string_view text) {
  // A spreadsheet must not take a name for a formula.
  std::string out = "\"";
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace fogg::arena
