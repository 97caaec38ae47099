// fogg sim
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <thread>

#include "bots/bot.h"
#include "cli/common.h"
#include "cli/sim.h"

namespace fogg::cli {

namespace {

std::string per_bot(const SimResult& r, int players, bool json, double (*value)(const SimResult&, std::size_t)) {
  std::string out;
  for (int seat = 0; seat < players; ++seat) {
    const double number = value(r, static_cast<std::size_t>(seat));
    out += (out.empty() ? "" : json ? "," : "  ") + fmt::format("{:.{}f}", number, json ? 6 : 2);
  }
  return out;
}

double mean_score(const SimResult& r, std::size_t seat) {
  return r.games == 0 ? 0.0 : static_cast<double>(r.points[seat]) / static_cast<double>(r.games);
}
double wins(const SimResult& r, std::size_t seat) {
  return static_cast<double>(r.victories[seat]) / static_cast<double>(SimResult::kShare);
}

double per_second(std::int64_t number, const SimResult& r) {
  return r.seconds > 0 ? static_cast<double>(number) / r.seconds : 0.0;
}
double per_game(std::int64_t number, const SimResult& r) {
  return r.games > 0 ? static_cast<double>(number) / static_cast<double>(r.games) : 0.0;
}

void print_json(const std::string& edition, const SimOptions& o, const SimResult& r) {
  std::string bots;
  for (const std::string& bot : o.bots) bots += (bots.empty() ? "" : ",") + json_string(bot);
  std::string mechanisms;
  Mechanisms::each(r.mechanisms, [&](const char* name, std::int64_t number) {
    mechanisms += fmt::format(R"({}"{}":{})", mechanisms.empty() ? "" : ",", name, number);
  });
  fmt::print(
      R"({{"edition":{},"players":{},"games":{},"seed":{},"threads":{},"bots":[{}],"seconds":{:.6f},"games_per_second":{:.1f},"decisions_per_second":{:.1f},)"
      R"("turns_per_game":{:.4f},"decisions_per_game":{:.4f},"mean_score":[{}],"wins":[{}],"endings":{{"last_round":{},"all_passed":{},"turn_limit":{}}},"mechanisms":{{{}}},"signature":"{:016x}","stopped":{}}})"
      "\n",
      json_string(edition), o.players, r.games, o.seed, o.threads, bots, r.seconds, per_second(r.games, r),
      per_second(r.decisions, r), per_game(r.turns, r), per_game(r.decisions, r),
      per_bot(r, o.players, true, mean_score), per_bot(r, o.players, true, wins), r.endings[1], r.endings[2],
      r.endings[3], mechanisms, r.signature, r.stopped);
}

void print_table(const std::string& edition, const SimOptions& o, const SimResult& r) {
  fmt::print("{} games of {} with {} players in {:.2f} s on {} thread{}\n\n", r.games, edition, o.players, r.seconds,
             o.threads, o.threads == 1 ? "" : "s");
  fmt::print(
      "  games/s            {:>12.0f}\n  decisions/s        {:>12.0f}\n  turns per game     {:>12.2f}\n  decisions per "
      "game {:>12.2f}\n",
      per_second(r.games, r), per_second(r.decisions, r), per_game(r.turns, r), per_game(r.decisions, r));
  fmt::print("  endings            {:>12} last round, {} all passed, {} turn limit\n\n", r.endings[1], r.endings[2],
             r.endings[3]);
  Mechanisms::each(r.mechanisms, [&](const char* name, std::int64_t number) {
    if (number == 0) return;
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    fmt::print("  {:<22} {:>12}  {:>9.2f} per game\n", words, number, per_game(number, r));
  });
  fmt::print("\n");
  fmt::print("  {:<4} {:<12} {:>10} {:>12} {:>8}\n", "seat", "bot", "mean score", "wins", "share");
  for (std::size_t seat = 0; seat < o.bots.size(); ++seat) {
    fmt::print("  {:<4} {:<12} {:>10.2f} {:>12.2f} {:>7.2f}%\n", seat, o.bots[seat], mean_score(r, seat), wins(r, seat),
               100 * wins(r, seat) / static_cast<double>(std::max<std::int64_t>(1, r.games)));
  }
}

// A bar on a terminal, once it has taken two seconds.
class Progress {
 public:
  explicit Progress(std::int64_t games) : games_(games), terminal_(isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }
  bool operator()(std::int64_t done) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    if (terminal_ && seconds > 2 && seconds > last_ + 0.1) {
      last_ = seconds;
      shown_ = true;
      const double share = static_cast<double>(done) / static_cast<double>(games_);
      const int filled = static_cast<int>(share * 30);
      const double left = share > 0 ? seconds / share - seconds : 0;
      fmt::print(stderr, "\r\033[K[{}{}] {:3.0f}%  {} of {} games, {:.0f} s left",
                 std::string(static_cast<std::size_t>(filled), '#'),
                 std::string(static_cast<std::size_t>(30 - filled), '.'), 100 * share, done, games_, left);
      std::fflush(stderr);
    }
    return !interrupted();
  }

 private:
  std::int64_t games_;
  bool terminal_;
  bool shown_ = false;
  double last_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void check_bots(SimOptions& options) {
  for (const std::string& bot : options.bots) {
    std::string why;
    if (make_bot(bot, &why) == nullptr) throw Failure{kUsage, why};
  }
  if (options.bots.size() == 1) options.bots.resize(static_cast<std::size_t>(options.players), options.bots.front());
  if (options.bots.size() != static_cast<std::size_t>(options.players)) {
    throw Failure{kUsage, fmt::format("--bots names {} bots for {} players; name one for all, or one for each",
                                      options.bots.size(), options.players)};
  }
}

void run_sim(Common& common, const std::string& edition_id, SimOptions options, bool json) {
  const auto edition = common.edition(edition_id, options.players);
  check_bots(options);
  if (!options.records.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.records, error);
    if (error)
      throw Failure{kCannotWrite, fmt::format("cannot make the folder {}: {}", options.records, error.message())};
  }
  watch_interrupt();
  SimResult result;
  {
    Progress progress(options.games);
    result = simulate(*edition, options, std::ref(progress));
  }
  json ? print_json(edition_id, options, result) : print_table(edition_id, options, result);
  if (result.stopped) {
    fmt::print(stderr, "fogg: interrupted after {} of {} games\n", result.games, options.games);
    common.exit_code = kInterrupted;
  }
}

}  // namespace

void add_sim(CLI::App& app, Common& common) {
  struct Chosen {
    std::string edition = "usa-2004";
    SimOptions options;
    bool json = false;
  };
  auto chosen = std::make_shared<Chosen>();
  chosen->options.bots = {"random"};
  CLI::App* command = app.add_subcommand("sim", "Play many games between bots and sum them up");
  command->add_option("--edition", chosen->edition, "Which edition")->capture_default_str()->type_name("E");
  command->add_option("--players", chosen->options.players, "How many players")
      ->capture_default_str()
      ->check(CLI::Range(2, 5))
      ->type_name("N");
  command->add_option("--games", chosen->options.games, "How many games")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}))
      ->type_name("G");
  command->add_option("--seed", chosen->options.seed, "Same seed, same games, whatever the number of threads")
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option(
          "--bots", chosen->options.bots,
          "Bots by seat, or one for all seats: " +
              [] {
                std::string list;
                for (const BotInfo& bot : bot_list())
                  list += fmt::format("{}{} ({})", list.empty() ? "" : "; ", bot.name, bot.about);
                return list;
              }())
      ->delimiter(',')
      ->capture_default_str()
      ->type_name("A,B,...");
  command->add_option("--threads", chosen->options.threads, "How many threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 256))
      ->type_name("T");
  command->add_option("--records", chosen->options.records, "Write a record of every game into this folder")
      ->type_name("DIR");
  command->add_flag(
      "--keyed", chosen->options.keyed,
      "Chance from a key per game, so that `fogg verify` can check the records' chance (other games than without)");
  command->add_flag("--json", chosen->json, "As JSON");
  command->callback([chosen, &common] { run_sim(common, chosen->edition, chosen->options, chosen->json); });
}

}  // namespace fogg::cli
