#include <fmt/format.h>
#include <boost/json.hpp>
#include <csignal>
#include <iostream>

#include "cli/common.h"

namespace fogg::cli {

namespace {

volatile std::sig_atomic_t stop_asked = 0;

void ask_to_stop(int) {
  // A second Ctrl-C ends the program at once.
  if (stop_asked != 0) std::_Exit(kInterrupted);
  stop_asked = 1;
}

}  // namespace

void watch_interrupt() {
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
}
bool interrupted() { return stop_asked != 0; }

std::string json_string(std::string_view text) { return boost::json::serialize(boost::json::value(text)); }

Catalog Common::catalog() const {
  auto found = Catalog::open(data_folder.empty() ? std::nullopt : std::optional<std::filesystem::path>(data_folder));
  if (!found) throw Failure{kUsage, found.error().text()};
  return std::move(*found);
}

std::shared_ptr<const Edition> Common::edition(const std::string& id, std::optional<int> players) const {
  auto found = catalog().edition(id);
  if (!found) throw Failure{kUsage, found.error().text()};
  const Edition& edition = **found;
  if (players && (*players < edition.min_players || *players > edition.max_players)) {
    throw Failure{kUsage, fmt::format("{} is for {} to {} players, not {}", id, edition.min_players,
                                      edition.max_players, *players)};
  }
  return *found;
}

int run(int argc, char** argv) {
  CLI::App app{"Fogg: engine and bots for railway board games.\nNot affiliated with the publishers of any of them."};
  app.name("fogg");
  app.set_version_flag("--version", "fogg " FOGG_VERSION " (built for " FOGG_BASELINE_NAME ")");
  app.require_subcommand(1);
  app.fallthrough();
  Common common;
  app.add_option("--data", common.data_folder,
                 "Folder with maps/*.json and editions/*.json that add to the built-in ones or replace them")
      ->type_name("DIR");
  add_editions(app, common);
  add_map(app, common);
  add_play(app, common);
  add_serve(app, common);
  add_sim(app, common);
  add_verify(app, common);
  add_replay(app, common);
  add_explain(app, common);
  add_arena(app, common);
  add_worker(app, common);
  add_check_bot(app, common);
  add_bots(app, common);
  add_perft(app, common);
  add_bench(app, common);
  app.footer(
      "Every command has its own --help. Exit codes: 0 all well, 1 the answer is no, 2 wrong usage or unusable data,\n"
      "3 something could not be written, 130 interrupted.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kUsage;
  } catch (const Failure& failure) {
    fmt::print(stderr, "fogg: {}\n", failure.message);
    return failure.code;
  }
  std::cout.flush();
  if (!std::cout || std::fflush(stdout) != 0) {
    fmt::print(stderr, "fogg: the output could not be written\n");
    return kCannotWrite;
  }
  return common.exit_code;
}

}  // namespace fogg::cli

int main(int argc, char** argv) {
  try {
    return fogg::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "fogg: " << error.what() << "\n";
    return fogg::cli::kUsage;
  }
}
