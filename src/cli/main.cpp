#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <csignal>
#include <iostream>
#include <limits>
#include <memory>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/play_style.h"

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

std::vector<std::string> split_bots(const std::vector<std::string>& given) {
  std::vector<std::string> bots;
  for (const std::string& list : given) {
    if (list.empty()) throw Failure{kUsage, "--bots needs the name of a bot; `fogg bots` lists them"};
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      if (end == begin)
        throw Failure{kUsage, fmt::format("--bots {}: beside a comma the name of a bot is missing", list)};
      bots.push_back(list.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return bots;
}

std::string whole_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error == std::errc{} && end == text.data() + text.size()) return {};
  return fmt::format("a seed is a whole number from 0 to {}, not {}", std::numeric_limits<std::uint64_t>::max(), text);
}

int output_width(int otherwise, int file) {
  winsize size{};
  return ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? otherwise : size.ws_col;
}

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

namespace {

// Help as wide as the terminal.
class Help : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return beside(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return beside(command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* app) const override { return paragraphs(app->get_description()) + "\n"; }
  std::string make_footer(const CLI::App* app) const override { return paragraphs(app->get_footer()); }

 private:
  static int width() { return std::clamp(output_width(100), 60, 100); }
  static std::string beside(const std::string& name, const std::string& words) {
    constexpr int kColumn = 22;
    const std::string left = "  " + name;
    if (columns(left) + 2 <= kColumn) return wrap(words, pad(left, kColumn), width()) + "\n";
    return left + "\n" + wrap(words, std::string(kColumn, ' '), width()) + "\n";
  }
  static std::string paragraphs(std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      out += wrap(text.substr(0, end), "", width()) + "\n";
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
  }
};

std::string trouble_with(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::string words = error.what();
  std::string help = "--help";
  const auto chosen = app.get_subcommands();
  if (!chosen.empty()) help = fmt::format("{} --help", chosen.front()->get_name());
  // The library does not say which word it took for a command in vain.
  const auto is_word = [](const char* word) { return word[0] != '-'; };
  char** first = std::find_if(argv + std::min(argc, 1), argv + argc, is_word);
  if (first != argv + argc && std::string_view(first[-1]) == "--data")
    first = std::find_if(first + 1, argv + argc, is_word);
  if (chosen.empty() && first != argv + argc) words = fmt::format("there is no command \"{}\"", *first);
  return fmt::format("{}; see fogg {}", words, help);
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app{"Fogg: engine and bots for railway board games.\nNot affiliated with the publishers of any of them."};
  app.name("fogg");
  app.formatter(std::make_shared<Help>());
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
      "Every command has its own --help.\nExit codes: 0 all well, 1 the answer is no, 2 wrong usage or unusable data, "
      "3 something could not be written, 130 interrupted.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and the like
    fmt::print(stderr, "fogg: {}\n", trouble_with(app, error, argc, argv));
    return kUsage;
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
