// Closed loop: every client sends its next command as soon as it is asked for one.
#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "load.h"
#include "load_game_client.h"

namespace fogg::bench {

namespace {

// The clients of one thread.
class Fleet final : public GameClient::Director {
 public:
  Fleet(const Options& options, const RouteTable& routes, int first, int clients) {
    for (int index = first; index < first + clients; ++index) {
      clients_.push_back(std::make_unique<GameClient>(
          context_, options.server, *this, tally_,
          Player(routes, fmt::format("load{}", index), options.seed + static_cast<std::uint64_t>(index),
                 Player::Style::kBrisk)));
    }
  }

  // False if some have not been in a game by then.
  bool start(Clock::time_point deadline) {
    for (const auto& client : clients_) client->start();
    return run_until(context_, deadline, [this] { return playing() == std::ssize(clients_); });
  }
  std::ptrdiff_t playing() const {
    return std::count_if(clients_.begin(), clients_.end(), [](const auto& client) { return client->has_played(); });
  }

  // A timer that stops the io_context costs nothing between events, unlike asking for the time after each.
  void run(Clock::time_point end) {
    boost::asio::steady_timer timer(context_, end);
    timer.async_wait([this](const boost::system::error_code&) { context_.stop(); });
    context_.restart();
    context_.run();
  }
  void measure(Clock::time_point end) {
    before_ = tally_;
    latencies_.clear();
    measuring_ = true;
    run(end);
    measuring_ = false;
  }

  Tally measured() const { return tally_.since(before_); }
  const Tally& tally() const { return tally_; }
  const Latencies& latencies() const { return latencies_; }

 private:
  void on_ready(GameClient& client) override { client.play(Clock::now()); }
  void on_answer(GameClient&, std::chrono::nanoseconds latency) override {
    if (measuring_) latencies_.add(latency);
  }

  boost::asio::io_context context_{1};
  std::vector<std::unique_ptr<GameClient>> clients_;
  Tally tally_;
  Tally before_;
  Latencies latencies_;
  bool measuring_ = false;
};

void each_in_its_thread(const std::vector<std::unique_ptr<Fleet>>& fleets, const std::function<void(Fleet&)>& work) {
  std::vector<std::jthread> threads;
  for (std::size_t index = 1; index < fleets.size(); ++index) {
    threads.emplace_back([&work, &fleet = *fleets[index]] { work(fleet); });
  }
  work(*fleets[0]);
}

}  // namespace

bool run_closed(const Options& options, const RouteTable& routes, Report& report) {
  std::vector<std::unique_ptr<Fleet>> fleets;
  for (int thread = 0; thread < options.threads; ++thread) {
    const int first = options.connections * thread / options.threads;
    const int next = options.connections * (thread + 1) / options.threads;
    fleets.push_back(std::make_unique<Fleet>(options, routes, first, next - first));
  }

  const Clock::time_point deadline = Clock::now() + to_duration(options.setup);
  each_in_its_thread(fleets, [&](Fleet& fleet) { fleet.start(deadline); });
  std::ptrdiff_t playing = 0;
  Tally whole;
  for (const auto& fleet : fleets) {
    playing += fleet->playing();
    whole.add(fleet->tally());
  }
  if (playing < options.connections) {
    throw std::runtime_error(fmt::format("only {} of {} clients were in a game after {} s; {}", playing,
                                         options.connections, options.setup, whole.first_trouble));
  }

  const Clock::time_point begin = Clock::now() + to_duration(options.warmup);
  const Clock::time_point end = begin + to_duration(options.seconds);
  std::unique_ptr<ProcessorMeter> meter;
  each_in_its_thread(fleets, [&](Fleet& fleet) {
    fleet.run(begin);
    if (&fleet == fleets[0].get()) meter = std::make_unique<ProcessorMeter>(options.pid);
    fleet.measure(end);
  });

  Tally measured;
  Latencies latencies;
  for (const auto& fleet : fleets) {
    measured.add(fleet->measured());
    latencies.add(fleet->latencies());
  }
  report.add("connections", std::int64_t{options.connections});
  report.add("seconds", options.seconds, 1);
  report.add("round_trips", measured.commands);
  report.add("round_trips_per_second", static_cast<double>(measured.commands) / options.seconds, 0);
  report.add(latencies);
  meter->add_to(report, measured.commands, options.seconds);
  report.add(measured);
  return measured.clean() && measured.commands > 0;
}

}  // namespace fogg::bench
