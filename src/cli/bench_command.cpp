// fogg bench
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <chrono>

#include "bots/belief.h"
#include "bots/playout.h"
#include "cli/common.h"
#include "cli/sim.h"
#include "engine/perft.h"
#include "engine/view.h"

namespace fogg::cli {

namespace {

struct Part {
  std::string name;
  std::string unit;
  double per_second = 0;
  std::uint64_t signature = 0;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Part games(const Edition& edition, int players, const std::string& bot, std::int64_t number) {
  SimOptions options;
  options.players = players;
  options.games = number;
  options.seed = 2026;
  options.bots.assign(static_cast<std::size_t>(players), bot);
  const SimResult result = simulate(edition, options, [](const Standing&) { return !interrupted(); });
  if (result.stopped) throw Failure{kInterrupted, "interrupted"};
  return {fmt::format("{} {} players {}", edition.id, players, bot), "games",
          static_cast<double>(result.games) / result.seconds, result.signature};
}

Part tree(const Edition& edition) {
  const auto begin = std::chrono::steady_clock::now();
  FastChance chance(2026);
  State state;
  start(edition, state, 2, chance);
  const std::uint64_t nodes = perft(edition, state, chance, 6);
  return {edition.id + " perft 6", "nodes", static_cast<double>(nodes) / seconds_since(begin), nodes};
}

// Redeals all through a game, as a search would at every decision.
Part redeals(const Edition& edition) {
  FastChance chance(2026);
  FastGenerator random(2026, 1);
  std::uint64_t hash = 0xCBF29CE484222325U;
  std::int64_t number = 0;
  double seconds = 0;
  for (int game = 0; game < 20; ++game) {
    State state;
    start(edition, state, 3, chance);
    while (!state.over()) {
      const int seat = state.actor();
      const View view = view_of(edition, state, seat);
      const auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < 20; ++i) {
        State dealt;
        if (!redeal(edition, view, random, dealt)) throw Failure{kNo, "a view could not be dealt anew"};
        for (const CardCounts& hand : dealt.hand) hash = (hash ^ hand.colors()) * 0x100000001B3U;
        ++number;
      }
      seconds += seconds_since(begin);
      const Legal legal(edition, state, seat);
      apply_legal(edition, state, seat, legal.nth(static_cast<int>(random.pick(legal.count()))), chance);
    }
  }
  return {edition.id + " 3 players redeal", "deals", static_cast<double>(number) / seconds, hash};
}

// Whole games from the first tickets on, as a search plays them: what the first player cannot see is dealt anew for each.
Part playouts(const Edition& edition, int players, bool guided, int number) {
  FastChance chance(2026);
  State state;
  start(edition, state, players, chance);
  const View view = view_of(edition, state, 0);
  const Links links(edition);
  const Taste taste = usual_taste(edition);
  const Guide guide(edition, links, taste);
  const Belief belief(edition, links, view);
  Belief::Memory memory;
  Players planners(guide);
  Candidates candidates;
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < number && !interrupted(); ++i) {
    FastGenerator random(2026, static_cast<std::uint64_t>(i));
    const auto deal = belief.pick(random, memory);
    if (!deal || !belief.deal(*deal, state)) throw Failure{kNo, "a view could not be dealt anew"};
    FastChance cards(random.next());
    planners.begin();
    if (guided) {
      play_out(edition, state, planners, cards, candidates);
    } else {
      play_out_cheaply(edition, state, cards);
    }
    const Scores scores = score(edition, state);
    for (std::size_t seat = 0; seat < state.players; ++seat)
      hash = (hash ^ static_cast<std::uint64_t>(scores[seat].total)) * 0x100000001B3U;
  }
  if (interrupted()) throw Failure{kInterrupted, "interrupted"};
  return {fmt::format("{} {} players {}", edition.id, players, guided ? "guided" : "cheap"), "playouts",
          number / seconds_since(begin), hash};
}

}  // namespace

void add_bench(CLI::App& app, Common& common) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "bench", "A fixed amount of work: speeds, and one signature that changes when the play of any game changes");
  command->add_flag("--json", *json, "As JSON");
  command->callback([json, &common] {
    watch_interrupt();
    const auto classic = common.edition("usa-2004");
    const auto latest = common.edition("usa-2025");
    std::vector<Part> parts;
    for (const int players : {2, 3, 4, 5}) parts.push_back(games(*classic, players, "random", 30'000));
    parts.push_back(games(*latest, 2, "random", 30'000));
    parts.push_back(games(*classic, 2, "hungry", 1'000));
    parts.push_back(games(*classic, 2, "planner", 1'000));
    for (const int players : {2, 4}) {
      parts.push_back(playouts(*classic, players, true, 4'000));
      parts.push_back(playouts(*classic, players, false, 20'000));
    }
    parts.push_back(tree(*classic));
    parts.push_back(redeals(*classic));
    for (const char* id : {"europe", "maerklin"}) {
      const auto other = common.edition(id);
      parts.push_back(games(*other, 2, "random", 20'000));
      parts.push_back(games(*other, 4, "random", 10'000));
      parts.push_back(games(*other, 2, "hungry", 1'000));
      parts.push_back(playouts(*other, 2, true, 1'000));
      parts.push_back(redeals(*other));
    }
    std::uint64_t signature = 0;
    std::string list;
    for (const Part& part : parts) {
      signature = (signature ^ part.signature) * 0x100000001B3U;
      if (*json) {
        list +=
            fmt::format(R"({}{{"name":{},"unit":"{}","per_second":{:.1f},"signature":"{:016x}"}})",
                        list.empty() ? "" : ",", json_string(part.name), part.unit, part.per_second, part.signature);
      } else {
        fmt::print("{:<28} {:>14.0f} {}/s\n", part.name, part.per_second, part.unit);
      }
    }
    if (*json) {
      fmt::print(R"({{"parts":[{}],"signature":"{:016x}"}})"
                 "\n",
                 list, signature);
    } else {
      fmt::print("\nsignature {:016x}\n", signature);
    }
  });
}

}  // namespace fogg::cli
