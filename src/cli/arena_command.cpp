// fogg arena
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "arena/deal.h"
#include "arena/runner.h"
#include "cli/common.h"

namespace fogg::cli {

namespace {

namespace fs = std::filesystem;

struct ArenaOptions {
  std::string what;  // a competition file, or with --resume its folder
  std::string folder;
  bool resume = false;
  int threads = 0;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  return text;
}

std::string folder_of(const ArenaOptions& options) {
  if (!options.folder.empty()) return options.folder;
  if (fs::is_directory(options.what)) return options.what;
  return fs::path(options.what).stem().string() + ".arena";
}

std::unique_ptr<arena::Book> new_book(const ArenaOptions& options, const std::string& file) {
  const std::string text = read_file(options.what);
  const std::string folder = fs::absolute(options.what).parent_path().string();
  auto spec = arena::read_spec(options.what, text, folder);
  if (!spec) throw Failure{kUsage, spec.error()};
  std::error_code error;
  fs::create_directories(folder_of(options), error);
  if (error) throw Failure{kCannotWrite, fmt::format("cannot make {}: {}", folder_of(options), error.message())};
  auto book = arena::make_book(file, {text, folder, arena::new_key()});
  for (const arena::EntrantSpec& entrant : spec->entrants) book->add_entrant({entrant, {}});
  return book;
}

void run_arena(Common& common, ArenaOptions options) {
  const std::string file = (fs::path(folder_of(options)) / "arena.db").string();
  try {
    const std::unique_ptr<arena::Book> book =
        options.resume ? arena::open_book(file, arena::Access::kRun) : new_book(options, file);
    const Catalog catalog = common.catalog();
    watch_interrupt();
    arena::Runner::Options how;
    how.threads = options.threads > 0 ? options.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    arena::Standing last;
    how.watch = [&](const arena::Standing& standing) {
      for (const std::string& line : standing.news) fmt::print(stderr, "arena: {}\n", line);
      last = standing;
      return !interrupted();
    };
    arena::Runner runner(catalog, *book, how);
    runner.run();
    fmt::print("{} games, {} played here in {:.2f} s; {}\n", last.counts.over, last.played_here, last.seconds, arena::name(last.phase));
    if (interrupted()) {
      fmt::print(stderr, "fogg: interrupted; `fogg arena --resume {}` goes on\n", folder_of(options));
      common.exit_code = kInterrupted;
    }
  } catch (const arena::BookError& error) {
    throw Failure{kUsage, error.message};
  }
}

}  // namespace

void add_arena(CLI::App& app, Common& common) {
  auto options = std::make_shared<ArenaOptions>();
  CLI::App* command = app.add_subcommand("arena", "Run a competition between bots");
  command->add_option("COMPETITION", options->what, "The competition's file (docs/arena.md); with --resume its folder")->required();
  command->add_option("--dir", options->folder, "Where everything is kept. Default: the file's name with .arena")->type_name("DIR");
  command->add_flag("--resume", options->resume, "Go on with a competition that was interrupted, with the games that are missing");
  command->add_option("--threads", options->threads, "Games at once. Default: one for each core")->check(CLI::Range(1, 1024))->type_name("T");
  command->callback([options, &common] { run_arena(common, *options); });
}

}  // namespace fogg::cli
