// fogg arena
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "arena/accounts.h"
#include "arena/deal.h"
#include "arena/report_page.h"
#include "arena/runner.h"
#include "arena/summary_text.h"
#include "cli/arena_progress.h"
#include "cli/common.h"

namespace fogg::cli {

namespace {

namespace fs = std::filesystem;

struct ArenaOptions {
  std::string what;  // a competition file, or with --resume its folder
  std::string folder;
  bool resume = false;
  int threads = 0;
  bool unsafe = false;
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

std::unique_ptr<arena::Book> new_book(const Common& common, const ArenaOptions& options, const std::string& file) {
  const std::string text = read_file(options.what);
  const std::string folder = fs::absolute(options.what).parent_path().string();
  auto spec = arena::read_spec(options.what, text, folder);
  if (!spec) throw Failure{kUsage, spec.error()};
  std::vector<arena::EntrantState> states(spec->entrants.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].outside = spec->entrants[i].way >= arena::Way::kConnects;
    states[i].connections = spec->entrants[i].connections;
  }
  if (const auto problem = arena::problem(spec->course, states)) throw Failure{kUsage, fmt::format("{}: {}", options.what, *problem)};
  for (const std::string& id : spec->course.editions) common.edition(id, spec->course.seats);
  std::error_code error;
  fs::create_directories(folder_of(options), error);
  if (error) throw Failure{kCannotWrite, fmt::format("cannot make {}: {}", folder_of(options), error.message())};
  arena::NewCompetition competition{text, folder, arena::new_key()};
  for (const arena::EntrantSpec& entrant : spec->entrants) competition.entrants.push_back({entrant, {}});
  return arena::make_book(file, competition);
}

void write_file(const fs::path& path, const std::string& text) {
  const fs::path partial = path.string() + ".part";
  std::ofstream out(partial, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  std::error_code error;
  if (out) fs::rename(partial, path, error);
  if (!out || error) throw Failure{kCannotWrite, fmt::format("cannot write {}", path.string())};
}

void write_files(const fs::path& folder, const arena::Summary& summary, arena::Book& book) {
  write_file(folder / "summary.json", arena::summary_json(summary));
  write_file(folder / "report.html", arena::report_page(summary, fmt::format("Fogg {}", FOGG_VERSION)));
  write_file(folder / "ranking.csv", arena::ranking_csv(summary));
  std::int64_t serial = 0;
  write_file(folder / "games.csv", arena::games_csv(summary, book.ended_after(serial)));
}

void run_arena(Common& common, ArenaOptions options) {
  const std::string file = (fs::path(folder_of(options)) / "arena.db").string();
  try {
    const std::unique_ptr<arena::Book> book =
        options.resume ? arena::open_book(file, arena::Access::kRun) : new_book(common, options, file);
    const Catalog catalog = common.catalog();
    watch_interrupt();
    auto spec = arena::read_spec("the competition", book->spec_text(), book->spec_folder());
    if (!spec) throw Failure{kUsage, spec.error()};
    arena::Accounts accounts(spec->course, static_cast<int>(book->entrants().size()));
    const auto summary = [&](const arena::Standing& standing, int resamples) {
      return arena::summarize(*spec, standing.phase, standing.counts, book->entrants(), accounts, {resamples});
    };
    arena::Runner::Options how;
    how.threads = options.threads > 0 ? options.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    how.unsafe = options.unsafe;
    arena::Standing last;
    {
      ArenaProgress progress;
      how.watch = [&](const arena::Standing& standing) {
        progress.show(standing, [&](int resamples) { return summary(standing, resamples); });
        last = standing;
        return !interrupted();
      };
      how.ended = [&](const std::vector<arena::Book::Ended>& games) {
        accounts.admit(static_cast<int>(book->entrants().size()));
        for (const arena::Book::Ended& game : games) accounts.add(game);
      };
      arena::Runner runner(catalog, *book, how);
      runner.run();
      last.phase = book->phase();
      last.counts = book->counts();
    }
    const arena::Summary final = summary(last, 1000);
    fmt::print("{}", arena::table_text(final, 1'000'000, 200));
    write_files(folder_of(options), final, *book);
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
  command->add_flag("--unsafe", options->unsafe, "Run programs without a sandbox: they can read and do what you can");
  command->callback([options, &common] { run_arena(common, *options); });
}

}  // namespace fogg::cli
