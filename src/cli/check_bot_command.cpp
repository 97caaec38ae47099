// fogg check-bot
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "arena/check_bot.h"
#include "cli/arena_entry.h"
#include "cli/common.h"

namespace fogg::cli {

namespace {

struct Chosen {
  std::string command;
  std::string folder = ".";
  std::vector<std::string> reads;
  bool unsafe = false;
  EntryPorts ports;
  std::string name = "my-bot";
  std::string token = "test";
  std::string edition = "usa-2004";
  int players = 2;
  int games = 2;
  double start = 20;
  double arrive = 300;
  double move = 10;
};

// What is wrong with it; nothing if it is fine in both protocols.
std::string plain_word(std::string_view text, std::size_t most, std::string_view more) {
  const bool good = !text.empty() && text.size() <= most && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || more.find(c) != more.npos;
  });
  return good ? ""
              : fmt::format("\"{}\" is not 1 to {} letters{} digits{}", text, most, more.empty() ? " and" : ",",
                            more.empty() ? "" : ", - and _");
}

void tell(bool fine, const std::string& words) {
  fmt::print("{}  {}\n", fine ? "ok  " : "FAIL", words);
  std::fflush(stdout);
}

bool check_program(const Chosen& chosen, const arena::CheckOptions& options) {
  if (const auto& problem = arena::sandbox_problem(); problem && !chosen.unsafe)
    throw Failure{kUsage, fmt::format("programs cannot be run safely here: {} (--unsafe runs it without)", *problem)};
  arena::ProgramSpec program;
  program.command = chosen.command;
  program.folder = std::filesystem::absolute(chosen.folder).lexically_normal();
  for (const std::string& path : chosen.reads) program.read_only.emplace_back(std::filesystem::absolute(path));
  program.unsafe = chosen.unsafe;
  return arena::check_program(options, program, tell);
}

bool check_visitor(const Common& common, const Chosen& chosen, const arena::CheckOptions& options) {
  arena::EntrantSpec entrant;
  entrant.name = chosen.name;
  entrant.way = chosen.ports.v09.empty() ? arena::Way::kConnects : arena::Way::kConnectsV09;
  const auto entry = open_entry(common, chosen.ports, {entrant}, {chosen.edition});
  fmt::print("Waiting for the bot at {}. What it has to say:\n", entry->address(entrant.way));
  for (const std::string& line : first_lines({entrant.name, entrant.way, chosen.token})) fmt::print("  {}\n", line);
  std::fflush(stdout);
  return arena::check_visitor(options, {entrant.way, entrant.name, chosen.token}, *entry, tell);
}

void run(Common& common, const Chosen& chosen) {
  const int ways =
      (chosen.command.empty() ? 0 : 1) + (chosen.ports.tcp.empty() ? 0 : 1) + (chosen.ports.v09.empty() ? 0 : 1);
  if (ways != 1)
    throw Failure{kUsage,
                  "say how the bot comes to the table: its command, or --tcp or --v09 with a port it connects to"};
  arena::CheckOptions options;
  options.edition = common.edition(chosen.edition, chosen.players);
  options.players = chosen.players;
  options.games = chosen.games;
  options.start = chosen.start;
  options.arrive = chosen.arrive;
  options.move = chosen.move;
  const bool good = chosen.command.empty() ? check_visitor(common, chosen, options) : check_program(chosen, options);
  fmt::print("{}\n", good ? "The bot is ready to compete." : "There is something to mend.");
  if (!good) common.exit_code = kNo;
}

}  // namespace

void add_check_bot(CLI::App& app, Common& common) {
  auto chosen = std::make_shared<Chosen>();
  CLI::App* command = app.add_subcommand("check-bot", "Try a bot, and say in plain words what is wrong with it");
  command->add_option("CMD", chosen->command,
                      "How it is started, if it speaks the current protocol over its standard input and output: "
                      "\"python3 my_bot.py\"");
  command->add_option("--folder", chosen->folder, "The bot's folder; it starts there, and sees nothing else of yours")
      ->capture_default_str()
      ->type_name("DIR");
  command->add_option("--reads", chosen->reads, "More folders that it may read")->type_name("DIR");
  command->add_flag("--unsafe", chosen->unsafe, "Without a sandbox");
  command
      ->add_option("--tcp", chosen->ports.tcp,
                   "Instead of CMD: a bot that you start yourself connects here with the current protocol; 0: any "
                   "free port")
      ->type_name("[ADDR:]PORT");
  command->add_option("--v09", chosen->ports.v09, "The same for protocol v0.9")->type_name("[ADDR:]PORT");
  command->add_option("--name", chosen->name, "Of a bot that connects")
      ->capture_default_str()
      ->check([](const std::string& text) { return plain_word(text, 32, "-_"); })
      ->type_name("NAME");
  command->add_option("--token", chosen->token, "With which it says who it is")
      ->capture_default_str()
      ->check([](const std::string& text) { return plain_word(text, 64, ""); })
      ->type_name("TOKEN");
  command->add_option("--arrive", chosen->arrive, "Seconds until it is there")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("SECONDS");
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
  command->add_option("--start", chosen->start, "Seconds until the first answer of a program")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("SECONDS");
  command->footer("How to write one: docs/write-a-bot.md");
  command->callback([chosen, &common] { run(common, *chosen); });
}

}  // namespace fogg::cli
