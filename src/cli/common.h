// What the subcommands share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/catalog.h"

namespace CLI {  // NOLINT(readability-identifier-naming): as it calls itself
class App;  // its header takes long to compile: only who adds options includes it
}

namespace fogg::cli {

inline constexpr int kOk = 0;
inline constexpr int kNo = 1;
inline constexpr int kUsage = 2;
inline constexpr int kCannotWrite = 3;
inline constexpr int kInterrupted = 130;

// Thrown to end a command with a message on stderr.
struct Failure {
  int code;
  std::string message;
};

// Options before or behind the subcommand.
struct Common {
  std::string data_folder;
  int exit_code = kOk;

  Catalog catalog() const;
  std::shared_ptr<const Edition> edition(const std::string& id, std::optional<int> players = {}) const;
};

// Each adds its subcommand to the program.
void add_editions(CLI::App& app, Common& common);
void add_map(CLI::App& app, Common& common);
void add_sim(CLI::App& app, Common& common);
void add_perft(CLI::App& app, Common& common);
void add_bench(CLI::App& app, Common& common);
void add_verify(CLI::App& app, Common& common);
void add_serve(CLI::App& app, Common& common);
void add_play(CLI::App& app, Common& common);
void add_replay(CLI::App& app, Common& common);
void add_explain(CLI::App& app, Common& common);
void add_bots(CLI::App& app, Common& common);
void add_arena(CLI::App& app, Common& common);
void add_worker(CLI::App& app, Common& common);
void add_check_bot(CLI::App& app, Common& common);

std::string json_string(std::string_view text);

// The bots of `--bots A,B --bots C`, one by one. Throws Failure where there is nothing between two commas.
std::vector<std::string> split_bots(const std::vector<std::string>& given);
// Columns of the terminal that the output goes to, or what is said beside it; `otherwise` if it goes somewhere else.
int output_width(int otherwise, int file = 1);
// What is wrong with a text as a seed, or nothing: for options, which would take the largest number for a larger one.
std::string whole_seed(const std::string& text);

// True once the user has asked to stop (Ctrl-C, or SIGTERM). The first call of `watch_interrupt` makes it so.
void watch_interrupt();
bool interrupted();

}  // namespace fogg::cli
