// fogg serve
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "cli/common.h"
#include "server/server.h"

namespace fogg::cli {

namespace {

struct ServeOptions {
  std::map<std::string, std::string> given;  // by the name of the setting
  std::map<std::string, bool> switches;
  std::string config_file;
  bool print_config = false;
};

std::string read_file(const std::string& path) {
  constexpr std::size_t kMost = 1 << 20;
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), {});
  if (!in.good() && !in.eof()) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  if (text.size() > kMost) throw Failure{kUsage, fmt::format("{} is larger than a settings file can be", path)};
  return text;
}

server::Config effective(const ServeOptions& options) {
  server::Config config;
  if (!options.config_file.empty()) server::read_toml(config, options.config_file, read_file(options.config_file));
  for (const server::Setting& setting : server::settings()) {
    const std::string name(setting.name);
    if (const auto on = options.switches.find(name); on != options.switches.end() && on->second)
      setting.set(config, "true");
    const auto given = options.given.find(name);
    if (given == options.given.end() || given->second.empty()) continue;
    if (const std::string wrong = setting.set(config, given->second); !wrong.empty())
      throw server::ConfigError{fmt::format("--{}: {}", name, wrong)};
  }
  return config;
}

int serve(const Catalog& catalog, const server::Config& config) {
  server::Server server(catalog, config);
  server::say(fmt::format("players and observers (protocol v0.9): {}:{}", config.bind, server.v09_port()));
  server::say(fmt::format("bots and other programs (current protocol, docs/protocol.md): {}:{}", config.bind,
                          server.tcp_port()));
  server::say(fmt::format("in the browser: http://{}:{}/", config.bind, server.http_port()));
  server::say(fmt::format("status page: http://{}:{}/status", config.bind, server.http_port()));
  server::say(fmt::format("games are kept in {}", config.store));
  if (config.seed) {
    server::say("WARNING: --seed is for tests. Everyone who knows it can predict every card of every game.");
  }
  if (!v09::can_play(server.usual_edition()))
    server::say(fmt::format("note: {} cannot be played with protocol v0.9", config.edition));
  return server.run();
}

}  // namespace

void add_serve(CLI::App& app, Common& common) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command =
      app.add_subcommand("serve", "Run a game server, for clients of protocol v0.9 and of the current one");
  const server::Config usual;
  for (const server::Setting& setting : server::settings()) {
    const std::string name(setting.name);
    const std::string shown = setting.show(usual);
    std::string help(setting.help);
    if (setting.kind.empty()) {
      command->add_flag("--" + name, options->switches[name], help);
      continue;
    }
    if (!shown.empty() && shown != "[]") help += fmt::format(" [{}]", shown);
    command->add_option("--" + name, options->given[name], help)->type_name(std::string(setting.kind));
  }
  command->add_option("--config", options->config_file, "Settings from a TOML file; options go before it")
      ->type_name("FILE");
  command->add_flag("--print-config", options->print_config, "Show the effective settings as TOML and end");
  command->footer(
      "Whoever connects sits down at the next open table; a full table begins. One player against bots:\n"
      "  fogg serve --players 3 --bots hungry,random\n"
      "SIGTERM or Ctrl-C ends the server; running games go on when it is started again with the same store.");
  command->callback([options, &common] {
    try {
      const server::Config config = effective(*options);
      if (options->print_config) {
        std::cout << server::to_toml(config);
        return;
      }
      const Catalog catalog = common.catalog();
      common.exit_code = serve(catalog, config);
    } catch (const server::ConfigError& error) {
      throw Failure{kUsage, error.message};
    } catch (const server::StoreError& error) {
      throw Failure{kUsage, error.message};
    }
  });
}

}  // namespace fogg::cli
