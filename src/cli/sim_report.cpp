#include "cli/sim_report.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <iterator>

namespace fogg::cli {

namespace {

using Out = std::back_insert_iterator<std::string>;

double per_second(std::int64_t number, const SimResult& r) {
  return r.seconds > 0 ? static_cast<double>(number) / r.seconds : 0.0;
}
double per_game(std::int64_t number, const SimResult& r) {
  return r.games > 0 ? static_cast<double>(number) / static_cast<double>(r.games) : 0.0;
}
double in_victories(std::int64_t shares) {
  return static_cast<double>(shares) / static_cast<double>(SimResult::kShare);
}

std::string quoted(std::string_view text) { return boost::json::serialize(boost::json::value(text)); }

// f(index) for each, with commas between.
template <typename F>
std::string list(std::size_t count, F&& f) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + f(i);
  return out;
}

std::string json_interval(const Estimate& estimate) {
  if (!estimate.interval) return "null";
  return fmt::format("[{:.6f},{:.6f}]", estimate.interval->low, estimate.interval->high);
}

// Of no deal at all there is no mean.
std::string json_mean(double value, const SimResult& r) {
  return r.blocks == 0 ? "null" : fmt::format("{:.6f}", value);
}

std::string json_bots(const SimPlan& plan, const SimResult& r) {
  return list(plan.bots.size(), [&](std::size_t bot) {
    const BotReport report = report_of_bot(plan, r, bot);
    return fmt::format(
        R"({{"bot":{},"seats_per_game":{},"games":{},"mean_score":{},"mean_score_interval":{},"victory_share":{},"victory_share_interval":{},"mean_rank":{},"decision_us":{}}})",
        quoted(plan.bots[bot]), plan.entries[bot], report.games, json_mean(report.mean_score.value, r),
        json_interval(report.mean_score), json_mean(report.victories.value, r), json_interval(report.victories),
        json_mean(report.mean_rank, r), report.decision_us ? fmt::format("{:.3f}", *report.decision_us) : "null");
  });
}

std::string json_pairs(const SimPlan& plan, const SimResult& r) {
  std::string out;
  for (std::size_t a = 0; a < plan.bots.size(); ++a) {
    for (std::size_t b = 0; b < plan.bots.size(); ++b) {
      if (a == b) continue;
      const Estimate ahead = ahead_of(plan, r, a, b);
      out +=
          fmt::format(R"({}{{"a":{},"b":{},"a_ahead_share":{},"a_ahead_share_interval":{}}})", out.empty() ? "" : ",",
                      quoted(plan.bots[a]), quoted(plan.bots[b]), json_mean(ahead.value, r), json_interval(ahead));
    }
  }
  return out;
}

// " 98.99 %   98.84 to  99.12"
std::string percent_with_interval(const Estimate& share) {
  const Interval interval = share.interval.value_or(Interval{0, 1});
  return fmt::format("{:6.2f} %  {:6.2f} to {:6.2f}", 100 * share.value, 100 * interval.low, 100 * interval.high);
}

std::string score_with_interval(const Estimate& score) {
  if (!score.interval) return fmt::format("{:>10.2f} {:>7}", score.value, "");
  const double half = (score.interval->high - score.interval->low) / 2;
  return fmt::format("{:>10.2f} ± {:<5.{}f}", score.value, half, half < 100 ? 2 : 1);
}

std::string time_text(std::optional<double> us) {
  if (!us) return "-";
  if (*us < 1000) return fmt::format("{:.1f} µs", *us);
  return *us < 1e6 ? fmt::format("{:.1f} ms", *us / 1e3) : fmt::format("{:.2f} s", *us / 1e6);
}

// Names of bots may be long, so that letters stand for them.
char letter(std::size_t bot) { return static_cast<char>('A' + bot); }

void print_bots(Out out, const SimPlan& plan, const SimResult& r) {
  fmt::format_to(out, "\n");
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot)
    fmt::format_to(out, "  {} = {}\n", letter(bot), plan.bots[bot]);
  fmt::format_to(out, "\n  {:<12} {:>10} {:>7} {:>10}  {:^16}  {:>5} {:>10}\n", "", "mean score", "", "wins",
                 "95 % interval", "rank", "decision");
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    const BotReport report = report_of_bot(plan, r, bot);
    fmt::format_to(out, "  {:<12} {}   {}  {:5.2f} {:>10}\n", letter(bot), score_with_interval(report.mean_score),
                   percent_with_interval(report.victories), report.mean_rank, time_text(report.decision_us));
  }
  for (std::size_t a = 0; a < plan.bots.size(); ++a) {
    for (std::size_t b = a + 1; b < plan.bots.size(); ++b) {
      fmt::format_to(out, "  {} ahead of {} {:>18}   {}\n", letter(a), letter(b), "",
                     percent_with_interval(ahead_of(plan, r, a, b)));
    }
  }
}

void print_seats(Out out, const SimOptions& o, const SimPlan& plan, const SimResult& r) {
  std::size_t width = 12;
  if (!plan.mirrored())
    for (const std::string& bot : o.bots) width = std::max(width, bot.size());
  fmt::format_to(out, "\n  {:<4} {:<{}} {:>10} {:>12} {:>8}\n", "seat", "bot", width, "mean score", "wins", "share");
  for (std::size_t seat = 0; seat < o.bots.size(); ++seat) {
    const double wins = in_victories(r.seat_victories[seat]);
    fmt::format_to(out, "  {:<4} {:<{}} {:>10.2f} {:>12.2f} {:>7.2f}%\n", seat,
                   plan.mirrored() ? "all in turn" : o.bots[seat], width, per_game(r.seat_points[seat], r), wins,
                   r.games > 0 ? 100 * wins / static_cast<double>(r.games) : 0.0);
  }
}

}  // namespace

BotReport report_of_bot(const SimPlan& plan, const SimResult& result, std::size_t bot) {
  BotReport report;
  report.games = result.games;
  const auto seats = static_cast<double>(plan.games_per_block() * plan.entries[bot]);
  report.mean_score = mean_over_blocks(result.compared.points[bot], result.blocks, seats);
  report.victories =
      share_over_blocks(result.compared.victories[bot], result.blocks, seats * static_cast<double>(SimResult::kShare));
  report.mean_rank = mean_over_blocks(result.compared.ranks[bot], result.blocks, 2 * seats).value;
  if (result.timed_decisions[bot] > 0)
    report.decision_us =
        static_cast<double>(result.decision_ns[bot]) / 1000 / static_cast<double>(result.timed_decisions[bot]);
  return report;
}

Estimate ahead_of(const SimPlan& plan, const SimResult& result, std::size_t a, std::size_t b) {
  const std::int64_t meetings = plan.games_per_block() * plan.entries[a] * plan.entries[b];
  return share_over_blocks(result.compared.ahead[a][b], result.blocks, 2 * static_cast<double>(meetings));
}

std::string sim_json(const std::string& edition, const SimOptions& o, const SimResult& r) {
  const SimPlan plan = make_plan(o.bots, o.seatings);
  std::string mechanisms;
  Mechanisms::each(r.mechanisms, [&](const char* name, std::int64_t number) {
    mechanisms += fmt::format(R"({}"{}":{})", mechanisms.empty() ? "" : ",", name, number);
  });
  auto means = [&](const auto& points) {
    return list(o.bots.size(), [&](std::size_t i) { return fmt::format("{:.6f}", per_game(points[i], r)); });
  };
  auto victories = [&](const auto& shares) {
    return list(o.bots.size(), [&](std::size_t i) { return fmt::format("{:.6f}", in_victories(shares[i])); });
  };
  std::string out;
  const Out to = std::back_inserter(out);
  fmt::format_to(
      to,
      R"({{"edition":{},"players":{},"games":{},"seed":{},"threads":{},"bots":[{}],"seconds":{:.6f},"games_per_second":{:.1f},"decisions_per_second":{:.1f},)"
      R"("turns_per_game":{:.4f},"decisions_per_game":{:.4f},"mean_score":[{}],"wins":[{}],"endings":{{"last_round":{},"all_passed":{},"turn_limit":{}}},"mechanisms":{{{}}},)",
      quoted(edition), o.players, r.games, o.seed, o.threads,
      list(o.bots.size(), [&](std::size_t i) { return quoted(o.bots[i]); }), r.seconds, per_second(r.games, r),
      per_second(r.decisions, r), per_game(r.turns, r), per_game(r.decisions, r), means(r.points),
      victories(r.victories), r.endings[1], r.endings[2], r.endings[3], mechanisms);
  fmt::format_to(
      to,
      R"("seatings":"{}","games_per_deal":{},"deals":{},"by_bot":[{}],"pairs":[{}],"by_seat":{{"mean_score":[{}],"wins":[{}]}},"signature":"{:016x}","stopped":{}}})"
      "\n",
      name(plan.seatings), plan.games_per_block(), r.blocks, json_bots(plan, r), json_pairs(plan, r),
      means(r.seat_points), victories(r.seat_victories), r.signature, r.stopped);
  return out;
}

std::string sim_table(const std::string& edition, const SimOptions& o, const SimResult& r) {
  const SimPlan plan = make_plan(o.bots, o.seatings);
  std::string text;
  const Out out = std::back_inserter(text);
  fmt::format_to(out, "{} game{} of {} with {} players in {:.2f} s on {} thread{}\n", r.games, r.games == 1 ? "" : "s",
                 edition, o.players, r.seconds, o.threads, o.threads == 1 ? "" : "s");
  if (plan.mirrored()) {
    fmt::format_to(out, "{} deal{}, each played with {} seatings{}\n", r.blocks, r.blocks == 1 ? "" : "s",
                   plan.games_per_block(), plan.seatings == Seatings::kCyclic ? " (rotations)" : "");
  }
  fmt::format_to(out,
                 "\n  games/s            {:>12.0f}\n  decisions/s        {:>12.0f}\n  turns per game     {:>12.2f}\n"
                 "  decisions per game {:>12.2f}\n",
                 per_second(r.games, r), per_second(r.decisions, r), per_game(r.turns, r), per_game(r.decisions, r));
  fmt::format_to(out, "  endings            {:>12} last round, {} all passed, {} turn limit\n\n", r.endings[1],
                 r.endings[2], r.endings[3]);
  Mechanisms::each(r.mechanisms, [&](const char* name, std::int64_t number) {
    if (number == 0) return;
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    fmt::format_to(out, "  {:<22} {:>12}  {:>9.2f} per game\n", words, number, per_game(number, r));
  });
  print_seats(out, o, plan, r);
  if (plan.bots.size() > 1) print_bots(out, plan, r);
  return text;
}

}  // namespace fogg::cli
