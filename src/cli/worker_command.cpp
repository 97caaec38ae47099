// fogg worker
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "arena/worker.h"
#include "cli/arena_place.h"
#include "cli/common.h"
#include "cli/worker_progress.h"

namespace fogg::cli {

namespace {

struct WorkerOptions {
  std::string db;
  std::string name;
  int threads = 0;
  int lease = kUsualLease;
  bool unsafe = false;
  bool until_done = false;
};

void run_worker(Common& common, const WorkerOptions& options) {
  WorkerProgress progress;
  const arena::Database database = database_at(options.db, [&](const std::string& line) { progress.tell(line); });
  const Catalog catalog = common.catalog();
  watch_interrupt();
  arena::Worker::Options how;
  how.threads = thread_count(options.threads);
  how.name = options.name.empty() ? host_name() : options.name;
  how.unsafe = options.unsafe;
  how.lease = std::chrono::seconds(options.lease);
  how.until_done = options.until_done;
  how.watch = [&](const arena::WorkerStanding& standing) {
    progress.show(standing);
    return !interrupted();
  };
  try {
    progress.tell(fmt::format("{} serves {} with {} thread{}", how.name, arena::shown(database), how.threads,
                              how.threads == 1 ? "" : "s"));
    if (!arena::Worker(catalog, database, how).run()) common.exit_code = kNo;
  } catch (const arena::BookError& error) {
    // Ctrl-C while the database is away is no error.
    if (!interrupted()) throw Failure{kUsage, error.message};
    progress.tell(error.message);
  }
  if (interrupted()) common.exit_code = kInterrupted;
}

}  // namespace

void add_worker(CLI::App& app, Common& common) {
  auto options = std::make_shared<WorkerOptions>();
  CLI::App* command = app.add_subcommand("worker", "Play games of competitions that `fogg arena --db` runs elsewhere");
  command->add_option("--db", options->db, "The database of the competitions: postgresql://user@host/name")
      ->required()
      ->type_name("URL");
  command->add_option("--threads", options->threads, "Games at once. Default: one for each core")
      ->check(CLI::Range(1, 1024))
      ->type_name("T");
  command->add_option("--name", options->name, "What the database knows it by. Default: the machine's name")
      ->type_name("NAME");
  command
      ->add_option("--lease", options->lease,
                   "If nothing was heard of this worker for so many seconds, its games go to others")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str()
      ->type_name("S");
  command->add_flag("--unsafe", options->unsafe,
                    "Run programs without a sandbox: they can read and do what you can. Without it, and without a "
                    "sandbox, games with programs are left to others");
  command->add_flag("--until-done", options->until_done, "End when all competitions of the database are over");
  command->footer(
      "Any number of workers on any number of machines may serve the same database. Each takes games that nobody has,\n"
      "from all competitions that are running, and waits when there are none. Ctrl-C or SIGTERM ends it, and its "
      "games\n"
      "go to others; so they do when it is killed. A password belongs into the environment (PGPASSWORD) or into\n"
      "~/.pgpass, not on the command line, where others on the machine can see it. See docs/arena.md.");
  command->callback([options, &common] {
    try {
      run_worker(common, *options);
    } catch (const arena::BookError& error) {
      throw Failure{kUsage, error.message};
    }
  });
}

}  // namespace fogg::cli
