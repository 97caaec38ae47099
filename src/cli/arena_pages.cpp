#include "cli/arena_pages.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

namespace fogg::cli {

namespace {

void add_watch(CLI::App& command, PagesOptions& options) {
  command
      .add_option(
          "--watch", options.watch,
          "What of a running competition the pages show. live: running games, without hidden cards. over: records of "
          "games, when all games with the same cards are over. none: only results. Default: live, but over if an "
          "entrant could read the pages itself, because it connects from outside or runs with --unsafe")
      ->check(CLI::IsMember({"live", "over", "none"}))
      ->type_name("WHAT");
}

std::optional<arena::WatchRule> rule_of(const std::string& text) {
  for (const auto rule : {arena::WatchRule::kLive, arena::WatchRule::kOver, arena::WatchRule::kNone})
    if (text == arena::name(rule)) return rule;
  return {};
}

}  // namespace

void add_pages_options(CLI::App& command, PagesOptions& options) {
  command
      .add_option(
          "--http", options.http,
          "Show the competition in the browser while it runs: a port, with or without an address before it. Without "
          "one only this machine gets in; 0.0.0.0:8020 lets everybody; port 0: any that is free")
      ->type_name("[ADDRESS:]PORT");
  add_watch(command, options);
  command.add_flag("--stay", options.stay, "With --http: keep the pages after the last game, until Ctrl-C");
}

void add_show_options(CLI::App& command, PagesOptions& options) {
  options.http = "8020";
  command
      .add_option("--http", options.http, "The port, with or without an address before it; 0: any that is free [8020]")
      ->type_name("[ADDRESS:]PORT");
  add_watch(command, options);
}

void check_pages_options(const PagesOptions& options) {
  if (options.http.empty() && (options.stay || !options.watch.empty()))
    throw Failure{kUsage, "--stay and --watch are for pages: add --http PORT"};
  if (options.http.empty()) return;
  const auto where = arena::address_and_port(options.http);
  if (!where) throw Failure{kUsage, fmt::format("--http: {}", where.error())};
  try {
    arena::Pages::try_port({where->first, where->second});
  } catch (const arena::PagesError& error) {
    throw Failure{kUsage, error.message};
  }
}

std::unique_ptr<arena::Pages> open_pages(const PagesOptions& options, const OpenBook& open, const Catalog& catalog,
                                         const arena::Stage* stage, bool unsafe) {
  if (options.http.empty()) return nullptr;
  const auto where = arena::address_and_port(options.http);
  arena::Pages::Options how;
  how.address = where->first;
  how.port = where->second;
  how.rule = rule_of(options.watch);
  how.unsafe = unsafe;
  how.made_by = fmt::format("Fogg {}", FOGG_VERSION);
  try {
    auto pages = std::make_unique<arena::Pages>(open(), catalog, stage, how);
    const std::string host = how.address.find(':') == std::string::npos ? how.address : "[" + how.address + "]";
    fmt::print(stderr,
               "arena: in the browser: http://{0}:{1}/arena\narena: for a big screen: http://{0}:{1}/arena/screen\n",
               host, pages->port());
    return pages;
  } catch (const arena::PagesError& error) {
    throw Failure{kUsage, error.message};
  }
}

void keep_pages() {
  fmt::print(stderr, "arena: the pages stay until Ctrl-C\n");
  while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace fogg::cli
