// fogg check-bot
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>

#include "arena/check_bot.h"
#include "cli/common.h"

namespace fogg::cli {

void add_check_bot(CLI::App& app, Common& common) {
  struct Chosen {
    std::string command;
    std::string folder = ".";
    std::vector<std::string> reads;
    std::string edition = "usa-2004";
    int players = 2;
    int games = 2;
    double start = 20;
    double move = 10;
    bool unsafe = false;
  };
  auto chosen = std::make_shared<Chosen>();
  CLI::App* command =
      app.add_subcommand("check-bot", "Try a bot that speaks the current protocol over its standard input and output");
  command->add_option("CMD", chosen->command, "How it is started: \"python3 my_bot.py\"")->required();
  command->add_option("--folder", chosen->folder, "The bot's folder; it starts there, and sees nothing else of yours")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_option("--reads", chosen->reads, "More folders that it may read")->type_name("DIR");
  command->add_option("--edition", chosen->edition, "Which edition")->capture_default_str()->type_name("E");
  command->add_option("--players", chosen->players, "How many players")
      ->capture_default_str()
      ->check(CLI::Range(2, 5))
      ->type_name("N");
  command->add_option("--games", chosen->games, "How many games, each in another seat")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->type_name("G");
  command->add_option("--move", chosen->move, "Seconds for a decision")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("SECONDS");
  command->add_option("--start", chosen->start, "Seconds until the first answer")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("SECONDS");
  command->add_flag("--unsafe", chosen->unsafe, "Without a sandbox");
  command->footer("How to write one: docs/write-a-bot.md");
  command->callback([chosen, &common] {
    arena::CheckOptions options;
    options.edition = common.edition(chosen->edition, chosen->players);
    options.players = chosen->players;
    options.games = chosen->games;
    options.start = chosen->start;
    options.move = chosen->move;
    options.program.command = chosen->command;
    options.program.folder = std::filesystem::absolute(chosen->folder).lexically_normal();
    for (const std::string& path : chosen->reads)
      options.program.read_only.emplace_back(std::filesystem::absolute(path));
    options.program.unsafe = chosen->unsafe;
    if (const auto& problem = arena::sandbox_problem(); problem && !chosen->unsafe)
      throw Failure{kUsage, fmt::format("programs cannot be run safely here: {} (--unsafe runs it without)", *problem)};
    const bool good = arena::check_bot(options, [](bool fine, const std::string& words) {
      fmt::print("{}  {}\n", fine ? "ok  " : "FAIL", words);
      std::fflush(stdout);
    });
    fmt::print("{}\n", good ? "The bot is ready to compete." : "There is something to mend.");
    if (!good) common.exit_code = kNo;
  });
}

}  // namespace fogg::cli
