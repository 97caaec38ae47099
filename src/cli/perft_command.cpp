// fogg perft
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <map>

#include "cli/common.h"
#include "engine/perft.h"

namespace fogg::cli {

void add_perft(CLI::App& app, Common& common) {
  struct Chosen {
    std::string edition = "usa-2004";
    int players = 2;
    std::uint64_t seed = 1;
    int depth = 4;
    bool divide = false;
    bool json = false;
  };
  auto chosen = std::make_shared<Chosen>();
  CLI::App* command = app.add_subcommand(
      "perft", "Count all sequences of decisions of a length from the start of a game; a check of the rules");
  command->add_option("--edition", chosen->edition, "Which edition")->capture_default_str()->type_name("E");
  command->add_option("--players", chosen->players, "How many players")
      ->capture_default_str()
      ->check(CLI::Range(2, 5))
      ->type_name("N");
  command
      ->add_option(
          "--seed", chosen->seed,
          "Seed of chance. The source is copied with the position, so all actions of a position meet the same luck")
      ->capture_default_str()
      ->check(whole_seed)
      ->type_name("S");
  command->add_option("--depth", chosen->depth, "How many decisions")
      ->capture_default_str()
      ->check(CLI::Range(0, 30))
      ->type_name("D");
  command->add_flag("--divide", chosen->divide, "Also by first action");
  command->add_flag("--json", chosen->json, "As JSON");
  command->callback([chosen, &common] {
    const auto edition = common.edition(chosen->edition, chosen->players);
    FastChance chance(chosen->seed);
    State state;
    start(*edition, state, chosen->players, chance);
    std::string parts;
    std::uint64_t total = 0;
    if (chosen->depth == 0 || !chosen->divide) {
      total = perft(*edition, state, chance, chosen->depth);
    } else {
      std::map<int, std::uint64_t> by_id;
      each_child(*edition, state, chance, [&](const Action& action, const State& child, const FastChance& after) {
        by_id[edition->action_id(action)] = perft(*edition, child, after, chosen->depth - 1);
      });
      for (const auto& [id, count] : by_id) {
        const std::string name = text(*edition, edition->action(id));
        parts += chosen->json ? fmt::format(R"({}{}:{})", parts.empty() ? "" : ",", json_string(name), count)
                              : fmt::format("{}: {}\n", name, count);
        total += count;
      }
    }
    if (chosen->json) {
      fmt::print(R"({{"edition":{},"players":{},"seed":{},"depth":{},"nodes":{}{}}})"
                 "\n",
                 json_string(chosen->edition), chosen->players, chosen->seed, chosen->depth, total,
                 chosen->divide ? fmt::format(R"(,"divide":{{{}}})", parts) : "");
    } else {
      fmt::print("{}{}{}\n", parts, parts.empty() ? "" : "\n", total);
    }
  });
}

}  // namespace fogg::cli
