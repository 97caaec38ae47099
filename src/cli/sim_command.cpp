// fogg sim
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <csignal>

#include "bots/bot.h"
#include "cli/common.h"
#include "cli/sim.h"
#include "cli/sim_progress.h"
#include "cli/sim_report.h"

namespace fogg::cli {

namespace {

void check_bots(SimOptions& options) {
  for (const std::string& bot : options.bots) {
    std::string why;
    if (make_bot(bot, &why) == nullptr) throw Failure{kUsage, why};
  }
  if (options.bots.size() == 1) options.bots.resize(static_cast<std::size_t>(options.players), options.bots.front());
  if (options.bots.size() != static_cast<std::size_t>(options.players)) {
    throw Failure{kUsage, fmt::format("--bots names {} bots for {} players; name one for all, or one for each",
                                      options.bots.size(), options.players)};
  }
}

void tell_stopped(const SimOptions& options, const SimResult& result) {
  fmt::print(stderr, "fogg: interrupted after {} of {} games", result.games, result.wanted);
  if (result.in_open_blocks > 0)
    fmt::print(stderr, "; {} more {} over, but {} not count as not all games of their deals are", result.in_open_blocks,
               result.in_open_blocks == 1 ? "is" : "are", result.in_open_blocks == 1 ? "does" : "do");
  fmt::print(stderr, "{}\n", options.records.empty() ? "" : "; --resume goes on");
}

void run_sim(Common& common, const std::string& edition_id, SimOptions options, bool json) {
  const auto edition = common.edition(edition_id, options.players);
  check_bots(options);
  if (options.resume && options.records.empty()) throw Failure{kUsage, "--resume needs --records DIR"};
  options.version = FOGG_VERSION;
  const SimPlan plan = make_plan(options.bots, options.seatings);
  if (const std::int64_t whole = plan.whole(options.games); whole != options.games) {
    fmt::print(stderr, "fogg: {} games instead of {}, so that each deal is played with all {} {}\n", whole,
               options.games, plan.games_per_block(), plan.seatings == Seatings::kCyclic ? "rotations" : "seatings");
  }
  watch_interrupt();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like any other
  SimResult result;
  {
    Progress progress(plan, plan.whole(options.games), [] { return output_width(80, STDERR_FILENO); });
    result = simulate(*edition, options, [&](const Standing& standing) {
      progress.show(standing);
      return !interrupted();
    });
  }
  if (result.read_back > 0)
    fmt::print(stderr, "fogg: {} games were read from {}, {} played\n", result.read_back, options.records,
               result.games + result.in_open_blocks - result.read_back);
  if (json) {
    fmt::print("{}", sim_json(edition_id, options, result));
  } else if (result.games > 0) {
    fmt::print("{}", sim_table(edition_id, options, result));
  }
  if (result.stopped) {
    tell_stopped(options, result);
    common.exit_code = kInterrupted;
  }
}

std::string list_of_bots() {
  std::string list;
  for (const BotInfo& bot : bot_list()) list += fmt::format("{}{} ({})", list.empty() ? "" : "; ", bot.name, bot.about);
  return list;
}

}  // namespace

void add_sim(CLI::App& app, Common& common) {
  struct Chosen {
    std::string edition = "usa-2004";
    SimOptions options;
    std::string seatings;
    bool json = false;
  };
  auto chosen = std::make_shared<Chosen>();
  SimOptions& options = chosen->options;
  options.bots = {"random"};
  CLI::App* command = app.add_subcommand("sim", "Play many games between bots and compare them");
  command->add_option("--edition", chosen->edition, "Which edition")->capture_default_str()->type_name("E");
  command
      ->add_option("--players", options.players,
                   "How many players. Default: as many as there are in --bots; 2 if that is one")
      ->check(CLI::Range(2, 5))
      ->type_name("N");
  command
      ->add_option("--games", options.games,
                   "How many games; more where each deal is played with several seatings and the last would lack some")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))
      ->type_name("G");
  command->add_option("--seed", options.seed, "Same seed, same games, whatever the number of threads")
      ->capture_default_str()
      ->check(whole_seed)
      ->type_name("S");
  command
      ->add_option("--bots", options.bots,
                   "One bot for each seat, or one for all; options follow behind colons, as in NAME:OPTION=VALUE. " +
                       list_of_bots())
      ->capture_default_str()
      ->type_name("A,B,...");
  command
      ->add_option("--seatings", chosen->seatings,
                   "Different bots play every deal again with other seatings, so that luck cancels: all of them, "
                   "rotations (cyclic), or none. Default: all; cyclic if all would be more than 24")
      ->check(CLI::IsMember({"all", "cyclic", "none"}))
      ->type_name("WHICH");
  command->add_option("--threads", options.threads, "How many threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 256))
      ->type_name("T");
  command->add_option("--records", options.records, "Write a record of every game into this folder")
      ->check([](const std::string& folder) { return folder.empty() ? "the name of a folder is missing" : ""; })
      ->type_name("DIR");
  command->add_flag("--resume", options.resume,
                    "Go on with the run in the folder of --records, or begin one if there is none; --games may change");
  command->add_flag(
      "--keyed", options.keyed,
      "Chance from a key per deal, so that `fogg verify` can check the records' chance (other games than without)");
  command->add_flag("--json", chosen->json, "As JSON");
  command->footer("How bots are compared, and what the intervals mean: docs/sim.md");
  command->callback([chosen, command, &common] {
    chosen->options.bots = split_bots(chosen->options.bots);
    const std::size_t bots = chosen->options.bots.size();
    if (command->count("--players") == 0 && bots > 1) chosen->options.players = static_cast<int>(bots);
    chosen->options.seatings = seatings_from(chosen->seatings);
    run_sim(common, chosen->edition, chosen->options, chosen->json);
  });
}

}  // namespace fogg::cli
