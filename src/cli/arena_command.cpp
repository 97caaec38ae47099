// fogg arena
#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "arena/accounts.h"
#include "arena/deal.h"
#include "arena/records.h"
#include "arena/report_page.h"
#include "arena/runner.h"
#include "arena/summary_text.h"
#include "cli/arena_pages.h"
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
  PagesOptions pages;
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
  for (const arena::EntrantSpec& entrant : spec->entrants)
    if (entrant.way >= arena::Way::kConnects)
      throw Failure{kUsage, fmt::format("{}: {} connects over the network; that is not possible yet", options.what,
                                        entrant.name)};
  std::vector<arena::EntrantState> states(spec->entrants.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].outside = spec->entrants[i].way >= arena::Way::kConnects;
    states[i].connections = spec->entrants[i].connections;
  }
  if (const auto problem = arena::problem(spec->course, states))
    throw Failure{kUsage, fmt::format("{}: {}", options.what, *problem)};
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
  std::int64_t serial = 0;
  const std::vector<arena::Book::Ended> games = book.ended_after(serial);
  write_file(folder / "report.html",
             arena::report_page(summary, fmt::format("Fogg {}", FOGG_VERSION),
                                arena::last_rows(games, arena::kGamesInReport), arena::kShownAt));
  write_file(folder / "ranking.csv", arena::ranking_csv(summary));
  write_file(folder / "games.csv", arena::games_csv(summary, games));
}

arena::Summary summary_of(arena::Book& book, int resamples) {
  auto spec = arena::read_spec("the competition", book.spec_text(), book.spec_folder());
  if (!spec) throw Failure{kUsage, spec.error()};
  const std::vector<arena::EntrantEntry> entrants = book.entrants();
  arena::Accounts accounts(spec->course, static_cast<int>(entrants.size()));
  std::int64_t serial = 0;
  for (const arena::Book::Ended& game : book.ended_after(serial)) accounts.add(game);
  return arena::summarize(*spec, book.phase(), book.counts(), entrants, accounts, {resamples});
}

void run_arena(Common& common, ArenaOptions options) {
  check_pages_options(options.pages);
  const std::string file = (fs::path(folder_of(options)) / "arena.db").string();
  try {
    const std::unique_ptr<arena::Book> book =
        options.resume ? arena::open_book(file, arena::Access::kRun) : new_book(common, options, file);
    const Catalog catalog = common.catalog();
    watch_interrupt();
    arena::Runner::Options how;
    how.threads =
        options.threads > 0 ? options.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    how.unsafe = options.unsafe;
    arena::Stage stage;
    const auto pages = open_pages(options.pages, file, catalog, &stage, options.unsafe);
    if (pages) how.stage = &stage;
    {
      ArenaProgress progress;
      arena::Runner* running = nullptr;
      how.watch = [&](const arena::Standing& standing) {
        if (pages) pages->tell(standing.news);
        progress.show(standing, [&](int resamples) { return running->summary(standing, {resamples}); });
        return !interrupted();
      };
      arena::Runner runner(catalog, *book, how);
      running = &runner;
      runner.run();
    }
    const arena::Summary final = summary_of(*book, 1000);
    fmt::print("{}", arena::table_text(final, 1'000'000, 200));
    write_files(folder_of(options), final, *book);
    if (interrupted()) {
      fmt::print(stderr, "fogg: interrupted; `fogg arena --resume {}` goes on\n", folder_of(options));
      common.exit_code = kInterrupted;
    } else if (pages && options.pages.stay) {
      keep_pages();
    }
  } catch (const arena::BookError& error) {
    throw Failure{kUsage, error.message};
  }
}

// -- Looking at a competition and asking something of it

std::unique_ptr<arena::Book> look_at(const std::string& folder) {
  return arena::open_book((fs::path(folder) / "arena.db").string(), arena::Access::kLook);
}

template <typename F>
void guarded(F&& f) {
  try {
    f();
  } catch (const arena::BookError& error) {
    throw Failure{kUsage, error.message};
  }
}

// Asks whoever runs it, and waits for the answer. Nobody runs it: it is done when somebody does.
void ask(const std::string& folder, const std::string& verb, const std::string& argument) {
  guarded([&] {
    const auto book = look_at(folder);
    if (const auto problem = arena::problem_with({0, verb, argument})) throw Failure{kUsage, *problem};
    const std::int64_t id = book->post({0, verb, argument});
    constexpr auto kPatience = std::chrono::seconds(5);
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < kPatience) {
      if (const auto answer = book->answer(id)) {
        fmt::print("{}\n", *answer);
        if (*answer != "done") throw Failure{kNo, "it was not done"};
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    fmt::print("nobody runs this competition now; it will be done when somebody does\n");
  });
}

void show_status(const std::string& folder, bool as_json) {
  guarded([&] {
    const auto book = look_at(folder);
    const arena::Summary summary = summary_of(*book, 500);
    if (as_json) {
      fmt::print("{}", arena::summary_json(summary));
      return;
    }
    fmt::print("{}: {}, {} of {} games over\n\n{}", summary.name, arena::name(summary.phase), summary.counts.over,
               summary.counts.all(), arena::table_text(summary, 1'000'000, 200));
  });
}

void write_report(const std::string& folder) {
  guarded([&] {
    const auto book = look_at(folder);
    write_files(folder, summary_of(*book, 1000), *book);
    fmt::print("{}\n", (fs::path(folder) / "report.html").string());
  });
}

void write_records(Common& common, const std::string& folder, const std::vector<std::int64_t>& numbers,
                   const std::string& to) {
  guarded([&] {
    const auto book = look_at(folder);
    const Catalog catalog = common.catalog();
    const auto write_one = [&](std::int64_t number) {
      const auto record = arena::record_of(catalog, *book, number);
      if (!record) throw Failure{kNo, record.error()};
      if (to.empty()) {
        fmt::print("{}", *record);
      } else {
        write_file(fs::path(to) / fmt::format("game-{}.jsonl", number), *record);
      }
    };
    if (!to.empty()) fs::create_directories(to);
    if (!numbers.empty()) {
      for (const std::int64_t number : numbers) write_one(number);
      return;
    }
    if (to.empty()) throw Failure{kUsage, "which games? Give their numbers, or --to DIR for all of them"};
    std::int64_t serial = 0;
    for (const arena::Book::Ended& game : book->ended_after(serial)) write_one(game.game.number);
  });
}

void add_entrant(const std::string& folder, const std::string& file) {
  const auto entrant = arena::read_entrant(file, read_file(file), fs::absolute(file).parent_path().string());
  if (!entrant) throw Failure{kUsage, entrant.error()};
  ask(folder, "add", arena::to_json(*entrant));
}

void add_control(CLI::App& arena, Common& common) {
  struct Chosen {
    std::string folder;
    std::string what;
    std::vector<std::int64_t> numbers;
    std::string to;
    bool json = false;
  };
  auto chosen = std::make_shared<Chosen>();
  const auto part = [&](const char* name, const char* help) {
    CLI::App* command = arena.add_subcommand(name, help);
    command->add_option("DIR", chosen->folder, "The competition's folder")->required();
    return command;
  };
  part("pause", "Begin no more games; those that have begun are played to their end")->callback([chosen] {
    ask(chosen->folder, "pause", "");
  });
  part("go", "Go on after a pause")->callback([chosen] { ask(chosen->folder, "go", ""); });
  part("abort", "End it now; what was played stays")->callback([chosen] { ask(chosen->folder, "abort", ""); });
  CLI::App* kick = part("kick", "Take an entrant out; its games that are not over are called off");
  kick->add_option("NAME", chosen->what, "The entrant")->required();
  kick->callback([chosen] { ask(chosen->folder, "kick", chosen->what); });
  CLI::App* add = part("add", "Take one more entrant in; it plays from the next round on");
  add->add_option("FILE", chosen->what, "The entrant as it would stand behind [[entrant]] in the competition's file")
      ->required();
  add->callback([chosen] { add_entrant(chosen->folder, chosen->what); });
  CLI::App* rerun = part("rerun", "Play a game once more; how it ended before is kept aside");
  rerun->add_option("GAME", chosen->what, "Its number")->required();
  rerun->callback([chosen] { ask(chosen->folder, "rerun", chosen->what); });
  CLI::App* status = part("status", "How it stands");
  status->add_flag("--json", chosen->json, "As JSON");
  status->callback([chosen] { show_status(chosen->folder, chosen->json); });
  part("report", "Write report.html, summary.json, ranking.csv and games.csv anew")->callback([chosen] {
    write_report(chosen->folder);
  });
  CLI::App* record = part("record", "Records of games, for `fogg replay`, `fogg verify` and the browser");
  record->add_option("GAME", chosen->numbers, "Their numbers; none: all, with --to");
  record->add_option("--to", chosen->to, "Write each into a file of this folder")->type_name("DIR");
  record->callback([chosen, &common] { write_records(common, chosen->folder, chosen->numbers, chosen->to); });
}

}  // namespace

void add_arena(CLI::App& app, Common& common) {
  auto options = std::make_shared<ArenaOptions>();
  CLI::App* command = app.add_subcommand("arena", "Run a competition between bots");
  command->add_option("COMPETITION", options->what, "The competition's file (docs/arena.md); with --resume its folder");
  command->add_option("--dir", options->folder, "Where everything is kept. Default: the file's name with .arena")
      ->type_name("DIR");
  command->add_flag("--resume", options->resume,
                    "Go on with a competition that was interrupted, with the games that are missing");
  command->add_option("--threads", options->threads, "Games at once. Default: one for each core")
      ->check(CLI::Range(1, 1024))
      ->type_name("T");
  command->add_flag("--unsafe", options->unsafe, "Run programs without a sandbox: they can read and do what you can");
  add_pages_options(*command, options->pages);
  add_control(*command, common);
  add_arena_show(*command, common);
  command->require_subcommand(0, 1);
  command->callback([options, command, &common] {
    if (!command->get_subcommands().empty()) return;
    if (options->what.empty())
      throw Failure{kUsage, "which competition? Give its file, or with --resume its folder (fogg arena --help)"};
    run_arena(common, *options);
  });
}

}  // namespace fogg::cli
