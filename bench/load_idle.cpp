// How much memory a server needs for connections that do nothing.
#include <fmt/format.h>
#include <array>
#include <memory>
#include <stdexcept>

#include "load.h"
#include "load_game_client.h"
#include "load_observer.h"
#include "load_process.h"

namespace fogg::bench {

namespace {

constexpr double kKiB = 1024;

// Players who keep a game open and leave every request unanswered.
class Sleepers final : public GameClient::Director {
 public:
  void on_ready(GameClient&) override {}
  void on_answer(GameClient&, std::chrono::nanoseconds) override {}
};

double resident_kib(pid_t pid) { return static_cast<double>(resident_bytes(pid)) / kKiB; }

}  // namespace

bool run_idle(const Options& options, const RouteTable& routes, Report& report) {
  constexpr std::uint64_t kOwnFiles = 64;
  allow_open_files(static_cast<std::uint64_t>(options.connections) + kOwnFiles);

  boost::asio::io_context context{1};
  Sleepers sleepers;
  Tally tally;
  std::array<std::unique_ptr<GameClient>, 2> players;
  if (options.observe) {
    for (std::size_t seat = 0; seat < players.size(); ++seat) {
      players[seat] = std::make_unique<GameClient>(
          context, options.server, sleepers, tally,
          Player(routes, fmt::format("sleeper{}", seat), options.seed + seat, Player::Style::kPatient));
      players[seat]->start(false);
    }
    const bool begun = run_until(context, Clock::now() + to_duration(options.setup),
                                 [&] { return players[0]->in_game() && players[1]->in_game(); });
    if (!begun) throw std::runtime_error("no game to watch could be started; " + tally.first_trouble);
  }

  const double before = resident_kib(options.pid);
  Crowd crowd(context, options.server, options.connections, options.observe ? "idle" : "");
  try {
    crowd.gather(Clock::now() + to_duration(options.setup));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(
        fmt::format("{} (the server itself may open {} files)", error.what(), open_file_limit(options.pid)));
  }
  const double at_first = resident_kib(options.pid);
  run_until(context, Clock::now() + to_duration(options.seconds), [] { return false; });
  const double at_last = resident_kib(options.pid);

  report.add("connections", std::int64_t{options.connections});
  report.add_text("joined_as", options.observe ? "observer" : "nothing");
  report.add("server_kib_before", before, 0);
  report.add("server_kib_after", at_last, 0);
  report.add("kib_per_connection_at_first", (at_first - before) / options.connections, 2);
  report.add("kib_per_connection", (at_last - before) / options.connections, 2);
  report.add("seconds_held", options.seconds, 1);
  report.add("connections_lost", crowd.lost() + tally.lost);
  report.add("malformed_lines", crowd.malformed() + tally.malformed);
  return crowd.lost() + tally.lost + crowd.malformed() + tally.malformed == 0;
}

}  // namespace fogg::bench
