// fogg bots
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "bots/bot.h"
#include "cli/common.h"
#include "cli/play_style.h"

namespace fogg::cli {

namespace {

int width() { return std::clamp(output_width(100), 60, 100); }

// `all`: also what only matters to who wants to change a bot's taste.
void print_options(const BotInfo& bot, bool all) {
  int name_width = 0;
  int values_width = 0;
  for (const BotOption& option : bot.options) {
    if (option.fine && !all) continue;
    name_width = std::max(name_width, columns(option.name));
    values_width = std::max(values_width, columns(option.values));
  }
  for (const BotOption& option : bot.options) {
    if (option.fine && !all) continue;
    const std::string first =
        fmt::format("      {}  {}  ", pad(option.name, name_width), pad(option.values, values_width));
    fmt::print("{}\n", wrap(option.about, first, width()));
  }
}

void print_json(const std::vector<BotInfo>& bots) {
  std::string list;
  for (const BotInfo& bot : bots) {
    std::string options;
    for (const BotOption& option : bot.options) {
      options += fmt::format(R"({}{{"name":{},"values":{},"about":{}}})", options.empty() ? "" : ",",
                             json_string(option.name), json_string(option.values), json_string(option.about));
    }
    list += fmt::format(R"({}{{"name":{},"about":{},"options":[{}]}})", list.empty() ? "" : ",", json_string(bot.name),
                        json_string(bot.about), options);
  }
  fmt::print("{{\"bots\":[{}]}}\n", list);
}

}  // namespace

void add_bots(CLI::App& app, Common&) {
  auto name = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("bots", "The bots there are, and their options");
  command->add_option("NAME", *name, "Only this one");
  command->add_flag("--json", *json, "One JSON object");
  command->callback([name, json] {
    std::vector<BotInfo> bots = bot_list();
    if (!name->empty()) {
      std::erase_if(bots, [&](const BotInfo& bot) { return bot.name != *name; });
      if (bots.empty()) throw Failure{kUsage, fmt::format("there is no bot \"{}\"; there are: {}", *name, bot_names())};
    }
    if (*json) return print_json(bots);
    int name_width = 0;
    for (const BotInfo& bot : bots) name_width = std::max(name_width, columns(bot.name));
    for (const BotInfo& bot : bots) {
      fmt::print("{}\n", wrap(bot.about, "  " + pad(bot.name, name_width + 2), width()));
      print_options(bot, !name->empty());
    }
    const auto with = std::ranges::find_if(bots, [](const BotInfo& bot) { return !bot.options.empty(); });
    if (with != bots.end()) {
      fmt::print("\nOptions follow the name with colons between them, as in search:time=300ms:threads=2.\n");
      if (name->empty()) fmt::print("`fogg bots NAME` shows all options of a bot.\n");
    }
  });
}

}  // namespace fogg::cli
