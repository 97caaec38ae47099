// What observers cost the players: the same slow game without and with many who watch.
#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <stdexcept>
#include <vector>

#include "load.h"
#include "load_game_client.h"
#include "load_observer.h"
#include "load_process.h"

namespace fogg::bench {

namespace {

struct Watched {
  Latencies latencies;
  Tally tally;
  std::int64_t games = 0;
  std::int64_t actions = 0;
  std::int64_t deliveries = 0;
  std::int64_t dropped = 0;
  std::int64_t malformed = 0;
  bool same_for_all = true;
};

// One game of two players who act at a fixed rate, both together.
class WatchedGame final : public GameClient::Director {
 public:
  WatchedGame(const Options& options, const RouteTable& routes, int observers, std::uint64_t number, Watched& results)
      : options_(options),
        results_(results),
        crowd_(context_, options.server, observers, fmt::format("watch{}x", number)),
        timer_(context_),
        interval_(to_duration(1 / options.rate)) {
    for (std::uint64_t seat = 0; seat < 2; ++seat) {
      players_.push_back(
          std::make_unique<GameClient>(context_, options.server, *this, results.tally,
                                       Player(routes, fmt::format("player{}x{}", number, seat),
                                              options.seed + 2 * number + seat, Player::Style::kPatient)));
    }
  }

  // Plays for that long or until the game is over; says how long that was.
  Clock::duration run(Clock::duration most) {
    start();
    const Clock::time_point begin = Clock::now();
    due_ = begin + interval_;
    end_ = begin + most;
    wait();
    run_until(context_, end_ + std::chrono::seconds(5),
              [this] { return over() || (Clock::now() >= end_ && waiting_for_ == nullptr); });
    const Clock::duration played = std::min(most, Clock::now() - begin);
    timer_.cancel();
    count_observers();
    return played;
  }

 private:
  void start() {
    const Clock::time_point deadline = Clock::now() + to_duration(options_.setup);
    for (const auto& player : players_) player->start(false);
    const bool begun = run_until(context_, deadline, [this] {
      return std::all_of(players_.begin(), players_.end(), [](const auto& player) { return player->in_game(); });
    });
    if (!begun) throw std::runtime_error("no game could be started; " + results_.tally.first_trouble);
    crowd_.gather(deadline);
  }

  bool over() const {
    return std::all_of(players_.begin(), players_.end(), [](const auto& player) { return player->finished(); });
  }

  void wait() {
    timer_.expires_at(due_);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) act();
    });
  }
  void act() {
    if (due_ >= end_ || over()) return;
    // If the answer to the one before is still out, this one is late, and its latency says so.
    if (waiting_for_ == nullptr) {
      const auto ready =
          std::find_if(players_.begin(), players_.end(), [](const auto& player) { return player->ready(); });
      if (ready != players_.end()) {
        waiting_for_ = ready->get();
        waiting_for_->play(due_);
        due_ += interval_;
        return wait();
      }
    }
    timer_.expires_after(std::chrono::microseconds(200));
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) act();
    });
  }

  void on_ready(GameClient&) override {}
  void on_answer(GameClient& client, std::chrono::nanoseconds latency) override {
    if (waiting_for_ == &client) waiting_for_ = nullptr;
    results_.latencies.add(latency);
    ++results_.actions;
  }
  void on_abandoned(GameClient& client) override {
    if (waiting_for_ == &client) waiting_for_ = nullptr;
  }

  // Gives the last messages time to arrive, then looks whether everyone has seen the same.
  void count_observers() {
    ++results_.games;
    const auto& observers = crowd_.observers();
    if (observers.empty()) return;
    const auto fewest_and_most = [&] {
      const auto [fewest, most] = std::minmax_element(
          observers.begin(), observers.end(),
          [](const auto& left, const auto& right) { return left->actions_seen() < right->actions_seen(); });
      return std::pair((*fewest)->actions_seen(), (*most)->actions_seen());
    };
    // Equal counts may still all be behind, so there is a pause in any case.
    run_until(context_, Clock::now() + std::chrono::milliseconds(300), [] { return false; });
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(5);
    Clock::time_point next_look = Clock::now();
    run_until(context_, deadline, [&] {
      if (Clock::now() < next_look) return false;
      next_look = Clock::now() + std::chrono::milliseconds(20);
      const auto [fewest, most] = fewest_and_most();
      return fewest == most;
    });
    const auto [fewest, most] = fewest_and_most();
    results_.same_for_all = results_.same_for_all && fewest == most && most > 0;
    results_.dropped += std::count_if(observers.begin(), observers.end(), [](const auto& observer) {
      return observer->lost() && !observer->saw_final_score();
    });
    results_.malformed += crowd_.malformed();
    for (const auto& observer : observers) results_.deliveries += observer->actions_seen();
  }

  const Options& options_;
  Watched& results_;
  boost::asio::io_context context_{1};
  Crowd crowd_;
  std::vector<std::unique_ptr<GameClient>> players_;
  boost::asio::steady_timer timer_;
  Clock::duration interval_;
  Clock::time_point due_;
  Clock::time_point end_;
  GameClient* waiting_for_ = nullptr;
};

// A game may be over before the time is: then there is another one.
Watched watch(const Options& options, const RouteTable& routes, int observers, std::uint64_t& number) {
  Watched results;
  Clock::duration left = to_duration(options.seconds);
  while (left > to_duration(2 / options.rate)) {
    WatchedGame game(options, routes, observers, number++, results);
    const std::int64_t before = results.actions;
    left -= game.run(left);
    if (results.actions == before) throw std::runtime_error("no command was answered; " + results.tally.first_trouble);
  }
  return results;
}

}  // namespace

bool run_observers(const Options& options, const RouteTable& routes, Report& report) {
  constexpr std::uint64_t kOwnFiles = 64;
  allow_open_files(static_cast<std::uint64_t>(options.observers) + kOwnFiles);
  std::uint64_t number = 0;
  const Watched alone = watch(options, routes, 0, number);
  const ProcessorMeter meter(options.pid);
  const Watched watched = watch(options, routes, options.observers, number);

  report.add("observers", std::int64_t{options.observers});
  report.add("actions_per_second_wanted", options.rate, 0);
  report.add("actions_alone", alone.actions);
  report.add("actions_watched", watched.actions);
  report.add("games", alone.games + watched.games);
  report.add(alone.latencies, "alone_");
  report.add(watched.latencies, "watched_");
  report.add("p99_rise_ms", watched.latencies.percentile(99) - alone.latencies.percentile(99), 3);
  report.add("messages_to_observers", watched.deliveries);
  report.add("observers_dropped", watched.dropped);
  report.add("all_observers_saw_the_same", watched.same_for_all);
  meter.add_to(report, watched.actions, options.seconds);
  Tally tally = alone.tally;
  tally.add(watched.tally);
  tally.malformed += watched.malformed;
  report.add(tally);
  return tally.clean() && watched.dropped == 0 && watched.same_for_all;
}

}  // namespace fogg::bench
