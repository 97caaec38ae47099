// fogg arena
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "arena/accounts.h"
#include "arena/basis.h"
#include "arena/game_list.h"
#include "arena/records.h"
#include "arena/report_page.h"
#include "arena/runner.h"
#include "arena/summary_text.h"
#include "arena/token.h"
#include "arena/worker.h"
#include "cli/arena_entry.h"
#include "cli/arena_pages.h"
#include "cli/arena_place.h"
#include "cli/arena_progress.h"
#include "cli/common.h"

namespace fogg::cli {

namespace {

namespace fs = std::filesystem;
constexpr int kResamples = 1000;  // for the report

struct ArenaOptions {
  std::string what;  // a competition file, or with --resume its folder, or its name in a database
  std::string folder;
  std::string db;
  std::string key_file;
  bool resume = false;
  std::optional<int> threads;
  bool unsafe = false;
  int lease = kUsualLease;
  EntryPorts ports;
  PagesOptions pages;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  return text;
}

// With a database the place gets the competition's name, which stands in its file. `entry`: opened here, so that nothing is made if that is
// not possible.
std::unique_ptr<arena::Book> new_book(const Common& common, const ArenaOptions& options, ArenaPlace& place,
                                      const Say& say, std::shared_ptr<arena::Entry>& entry) {
  const std::string text = read_file(options.what);
  const std::string folder = fs::absolute(options.what).parent_path().string();
  auto spec = arena::read_spec(options.what, text, folder);
  if (!spec) throw Failure{kUsage, spec.error()};
  std::vector<arena::EntrantState> states(spec->entrants.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].outside = spec->entrants[i].way >= arena::Way::kConnects;
    states[i].connections = spec->entrants[i].connections;
  }
  if (const auto problem = arena::problem(spec->course, states))
    throw Failure{kUsage, fmt::format("{}: {}", options.what, *problem)};
  for (const std::string& id : spec->course.editions) common.edition(id, spec->course.seats);
  entry = open_entry(common, options.ports, spec->entrants, spec->course.editions);
  arena::NewCompetition competition{text, folder, key_from(options.key_file)};
  std::vector<Token> tokens;
  for (const arena::EntrantSpec& entrant : spec->entrants) {
    competition.entrants.push_back({entrant, {}});
    if (entrant.way < arena::Way::kConnects) continue;
    tokens.push_back({entrant.name, entrant.way, arena::new_token()});
    competition.entrants.back().token_hash = arena::hash_of_token(tokens.back().token);
  }
  competition.basis = arena::basis_of(common.catalog(), spec->course.editions);
  if (!options.db.empty()) place.given = spec->name;
  auto book = make_at(place, competition, say);
  if (!tokens.empty()) write_tokens(folder_of(place), tokens);
  return book;
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

void write_files(const fs::path& folder, const arena::Summary& summary, const arena::GameList& games) {
  make_folder(folder.string());
  write_file(folder / "summary.json", arena::summary_json(summary));
  write_file(folder / "report.html",
             arena::report_page(summary, fmt::format("Fogg {}", FOGG_VERSION), games.last(), arena::kShownAt));
  write_file(folder / "ranking.csv", arena::ranking_csv(summary));
  write_file(folder / "games.csv", games.csv());
}

arena::Spec spec_of(arena::Book& book) {
  auto spec = arena::read_spec("the competition", book.spec_text(), book.spec_folder());
  if (!spec) throw Failure{kUsage, spec.error()};
  return std::move(*spec);
}

// Of a competition that somebody else runs, or nobody. All games also go into `games`, if there is one.
arena::Summary summary_of(arena::Book& book, int resamples, arena::GameList* games = nullptr) {
  const arena::Spec spec = spec_of(book);
  const std::vector<arena::EntrantEntry> entrants = book.entrants();
  arena::Accounts accounts(spec.course, static_cast<int>(entrants.size()));
  std::int64_t serial = 0;
  book.each_ended_after(serial, [&](const arena::Book::Ended& game) {
    accounts.add(game);
    if (games != nullptr) games->add(game, entrants);
  });
  return arena::summarize(spec, book.phase(), book.counts(), entrants, accounts, {resamples});
}

std::shared_ptr<arena::Entry> reopen_entry(const Common& common, const EntryPorts& ports, arena::Book& book) {
  std::vector<arena::EntrantSpec> entrants;
  for (const arena::EntrantEntry& entrant : book.entrants())
    if (entrant.state.active) entrants.push_back(entrant.spec);
  return open_entry(common, ports, entrants, spec_of(book).course.editions);
}

void run_arena(Common& common, const ArenaOptions& options) {
  check_pages_options(options.pages);
  ArenaPlace place{options.what, options.folder, options.db};
  ArenaProgress* shown = nullptr;
  const Say say = [&](const std::string& line) {
    shown != nullptr ? shown->tell(line) : fmt::print(stderr, "arena: {}\n", line);
  };
  try {
    std::shared_ptr<arena::Entry> entry;
    watch_interrupt();
    const std::unique_ptr<arena::Book> book =
        options.resume ? open_at(place, arena::Access::kRun, say) : new_book(common, options, place, say, entry);
    if (options.resume) entry = reopen_entry(common, options.ports, *book);
    if (entry) tell_ports(*entry, book->entrants(), folder_of(place));
    const Catalog catalog = common.catalog();
    arena::Runner::Options how;
    how.threads = options.threads ? *options.threads : thread_count(0);
    how.unsafe = options.unsafe;
    how.lease = std::chrono::seconds(options.lease);
    if (!options.db.empty()) how.worker = arena::unique_worker(host_name());
    how.entry = entry;
    arena::Stage stage;
    const auto pages = open_pages(
        options.pages, [&] { return open_at(place, arena::Access::kLook, say); }, catalog, &stage, options.unsafe);
    if (pages) how.stage = &stage;
    arena::GameList games(spec_of(*book).course.seats, arena::kGamesInReport);
    how.games = &games;
    arena::Summary final;
    {
      ArenaProgress progress;
      shown = &progress;
      const std::shared_ptr<void> at_end(nullptr, [&](void*) { shown = nullptr; });
      arena::Runner* running = nullptr;
      how.watch = [&](const arena::Standing& standing) {
        if (pages) pages->tell(standing.news);
        progress.show(standing, [&](int resamples) { return running->summary(standing, {resamples}); });
        return !interrupted();
      };
      arena::Runner runner(catalog, *book, how);
      running = &runner;
      runner.run();
      final = runner.final_summary({kResamples});
    }
    fmt::print("{}", arena::table_text(final, 1'000'000, 200));
    write_files(folder_of(place), final, games);
    if (interrupted()) {
      fmt::print(stderr, "fogg: interrupted; `fogg arena --resume {}` goes on\n", words_for(place));
      common.exit_code = kInterrupted;
    } else if (pages && options.pages.stay) {
      keep_pages();
    }
  } catch (const arena::BookError& error) {
    throw Failure{kUsage, error.message};
  }
}

// -- Looking at a competition and asking something of it

std::unique_ptr<arena::Book> look_at(const ArenaPlace& place) {
  return open_at(place, arena::Access::kLook, [](const std::string& line) { fmt::print(stderr, "fogg: {}\n", line); });
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
void ask(const ArenaPlace& place, const std::string& verb, const std::string& argument) {
  guarded([&] {
    const auto book = look_at(place);
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

void show_status(const ArenaPlace& place, bool as_json) {
  guarded([&] {
    const auto book = look_at(place);
    const arena::Summary summary = summary_of(*book, 500);
    if (as_json) {
      fmt::print("{}", arena::summary_json(summary));
      return;
    }
    fmt::print("{}: {}, {} of {} games over\n\n{}", summary.name, arena::name(summary.phase), summary.counts.over,
               summary.counts.all(), arena::table_text(summary, 1'000'000, 200));
  });
}

void show_pages(Common& common, const ArenaPlace& place, const PagesOptions& options) {
  guarded([&] {
    const Catalog catalog = common.catalog();
    check_pages_options(options);
    watch_interrupt();
    const auto pages = open_pages(options, [&] { return look_at(place); }, catalog, nullptr, false);
    keep_pages();
  });
}

void write_report(const ArenaPlace& place) {
  guarded([&] {
    const auto book = look_at(place);
    arena::GameList games(spec_of(*book).course.seats, arena::kGamesInReport);
    const arena::Summary summary = summary_of(*book, kResamples, &games);
    write_files(folder_of(place), summary, games);
    fmt::print("{}\n", (fs::path(folder_of(place)) / "report.html").string());
  });
}

void write_records(Common& common, const ArenaPlace& place, const std::vector<std::int64_t>& numbers,
                   const std::string& to) {
  guarded([&] {
    const auto book = look_at(place);
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
    book->each_ended_after(serial, [&](const arena::Book::Ended& game) { write_one(game.game.number); });
  });
}

void add_entrant(const ArenaPlace& place, const std::string& file) {
  const auto entrant = arena::read_entrant(file, read_file(file), fs::absolute(file).parent_path().string());
  if (!entrant) throw Failure{kUsage, entrant.error()};
  if (entrant->way < arena::Way::kConnects) {
    ask(place, "add", arena::to_json(*entrant));
    return;
  }
  const Token token{entrant->name, entrant->way, arena::new_token()};
  ask(place, "add", arena::with_token(arena::to_json(*entrant), {token.name, arena::hash_of_token(token.token)}));
  write_tokens(folder_of(place), {token});
  fmt::print("its token is in {}\n", (fs::path(folder_of(place)) / "tokens.csv").string());
}

void renew_token(const ArenaPlace& place, const std::string& name) {
  Token token{name, arena::Way::kConnects, arena::new_token()};
  guarded([&] {
    const auto entrants = look_at(place)->entrants();
    const auto found = std::find_if(entrants.begin(), entrants.end(),
                                    [&](const arena::EntrantEntry& one) { return one.spec.name == name; });
    if (found == entrants.end()) throw Failure{kUsage, fmt::format("there is no entrant {}", name)};
    if (found->spec.way < arena::Way::kConnects)
      throw Failure{kUsage, fmt::format("{} does not connect and needs no token", name)};
    token.way = found->spec.way;
  });
  ask(place, "token", arena::with_token({}, {name, arena::hash_of_token(token.token)}));
  write_tokens(folder_of(place), {token});
  fmt::print("its new token is in {}\n", (fs::path(folder_of(place)) / "tokens.csv").string());
}

void add_control(CLI::App& arena, Common& common, const std::shared_ptr<ArenaOptions>& options) {
  struct Chosen {
    std::string place;
    std::string what;
    std::vector<std::int64_t> numbers;
    std::string to;
    bool json = false;
    PagesOptions pages;
    std::shared_ptr<ArenaOptions> options;
    ArenaPlace at() const { return {place, options->folder, options->db}; }
  };
  auto chosen = std::make_shared<Chosen>();
  chosen->options = options;
  const auto part = [&](const char* name, const char* help) {
    CLI::App* command = arena.add_subcommand(name, help);
    command->add_option("DIR", chosen->place, "The competition's folder; with --db its name")->required();
    return command;
  };
  part("pause", "Begin no more games; those that have begun are played to their end")->callback([chosen] {
    ask(chosen->at(), "pause", "");
  });
  part("go", "Go on after a pause")->callback([chosen] { ask(chosen->at(), "go", ""); });
  part("abort", "End it now; what was played stays")->callback([chosen] { ask(chosen->at(), "abort", ""); });
  CLI::App* kick = part("kick", "Take an entrant out; its games that are not over are called off");
  kick->add_option("NAME", chosen->what, "The entrant")->required();
  kick->callback([chosen] { ask(chosen->at(), "kick", chosen->what); });
  CLI::App* add = part("add", "Take one more entrant in; it plays from the next round on");
  add->add_option("FILE", chosen->what, "The entrant as it would stand behind [[entrant]] in the competition's file")
      ->required();
  add->callback([chosen] { add_entrant(chosen->at(), chosen->what); });
  CLI::App* token = part("token", "Make a new token for an entrant that connects; the old one is void");
  token->add_option("NAME", chosen->what, "The entrant")->required();
  token->callback([chosen] { renew_token(chosen->at(), chosen->what); });
  CLI::App* rerun = part("rerun", "Play a game once more; how it ended before is kept aside");
  rerun->add_option("GAME", chosen->what, "Its number")->required();
  rerun->callback([chosen] { ask(chosen->at(), "rerun", chosen->what); });
  CLI::App* status = part("status", "How it stands");
  status->add_flag("--json", chosen->json, "As JSON");
  status->callback([chosen] { show_status(chosen->at(), chosen->json); });
  CLI::App* show = part("show",
                        "Show a competition in the browser, one that is over or that another process runs; each game "
                        "opens in the replay");
  add_show_options(*show, chosen->pages);
  show->callback([chosen, &common] { show_pages(common, chosen->at(), chosen->pages); });
  part("report", "Write report.html, summary.json, ranking.csv and games.csv anew")->callback([chosen] {
    write_report(chosen->at());
  });
  CLI::App* record = part("record", "Records of games, for `fogg replay`, `fogg verify` and the browser");
  record->add_option("GAME", chosen->numbers, "Their numbers; none: all, with --to");
  record->add_option("--to", chosen->to, "Write each into a file of this folder")->type_name("DIR");
  record->callback([chosen, &common] { write_records(common, chosen->at(), chosen->numbers, chosen->to); });
}

}  // namespace

void add_arena(CLI::App& app, Common& common) {
  auto options = std::make_shared<ArenaOptions>();
  CLI::App* command = app.add_subcommand("arena", "Run a competition between bots");
  command->add_option("COMPETITION", options->what,
                      "The competition's file (docs/arena.md); with --resume its folder, or with --db its name");
  command->add_option("--dir", options->folder, "Where everything is kept. Default: the file's name with .arena")
      ->type_name("DIR");
  command->add_flag("--resume", options->resume,
                    "Go on with a competition that was interrupted, with the games that are missing");
  command
      ->add_option("--threads", options->threads,
                   "Games at once. Default: one for each core. 0 with --db: workers play all of them")
      ->check(CLI::Range(0, 1024))
      ->type_name("T");
  command->add_flag("--unsafe", options->unsafe, "Run programs without a sandbox: they can read and do what you can");
  command
      ->add_option(
          "--db", options->db,
          "Keep everything but the report in this PostgreSQL database, so that `fogg worker` on other machines "
          "can play games: postgresql://user@host/name")
      ->type_name("URL");
  command
      ->add_option("--lease", options->lease,
                   "With --db: games of a process that was not heard of for so many seconds go to others")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option(
          "--key", options->key_file,
          "The key of all chance, as 64 hexadecimal digits in this file, to repeat a competition. Default: a new "
          "one")
      ->type_name("FILE");
  command
      ->add_option("--tcp", options->ports.tcp,
                   "Where entrants connect with the current protocol; 0: any free port [127.0.0.1:8081]")
      ->type_name("[ADDR:]PORT");
  command->add_option("--v09", options->ports.v09, "The same for protocol v0.9 [127.0.0.1:8080]")
      ->type_name("[ADDR:]PORT");
  add_pages_options(*command, options->pages);
  add_control(*command, common, options);
  command->require_subcommand(0, 1);
  command->callback([options, command, &common] {
    if (!command->get_subcommands().empty()) return;
    if (options->what.empty())
      throw Failure{kUsage, "which competition? Give its file, or with --resume its folder (fogg arena --help)"};
    if (options->threads == 0 && options->db.empty())
      throw Failure{kUsage, "without --db nobody else can play the games: give at least one thread"};
    if (options->resume && !options->key_file.empty())
      throw Failure{kUsage, "a competition keeps the key that it was begun with: --key does not go with --resume"};
    run_arena(common, *options);
  });
}

}  // namespace fogg::cli
