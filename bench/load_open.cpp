// Open loop: commands are due at fixed times, whether or not the server has kept up. A command that no client can send
// in time is sent as soon as one can, and its latency still counts from when it was due.
#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "load.h"
#include "load_game_client.h"

namespace fogg::bench {

namespace {

class Schedule final : public GameClient::Director {
 public:
  Schedule(const Options& options, const RouteTable& routes)
      : options_(options), timer_(context_), interval_(to_duration(1 / options.rate)) {
    for (int index = 0; index < options.connections; ++index) {
      clients_.push_back(std::make_unique<GameClient>(
          context_, options.server, *this, tally_,
          Player(routes, fmt::format("load{}", index), options.seed + static_cast<std::uint64_t>(index),
                 Player::Style::kBrisk)));
    }
  }

  void start() {
    for (const auto& client : clients_) client->start();
    const auto playing = [this] {
      return std::count_if(clients_.begin(), clients_.end(), [](const auto& client) { return client->has_played(); });
    };
    if (run_until(context_, Clock::now() + to_duration(options_.setup),
                  [&] { return playing() == std::ssize(clients_); })) {
      return;
    }
    throw std::runtime_error(fmt::format("only {} of {} clients were in a game after {} s; {}", playing(),
                                         clients_.size(), options_.setup, tally_.first_trouble));
  }

  // Sends what is due from now on for `seconds`; false if answers are missing long after that.
  bool run(double seconds) {
    before_ = tally_;
    latencies_.clear();
    overdue_.clear();
    sent_ = 0;
    answered_ = 0;
    abandoned_ = 0;
    most_overdue_ = 0;
    const Clock::time_point begin = Clock::now();
    next_due_ = begin + std::chrono::milliseconds(1);
    end_ = next_due_ + to_duration(seconds);
    wait();
    const bool complete =
        run_until(context_, end_ + std::chrono::seconds(5), [this] { return next_due_ >= end_ && answered_ >= sent_; });
    elapsed_ = Clock::now() - begin;
    // What was never sent has waited at least until now; leaving it out would flatter a server that fell behind.
    for (const Clock::time_point due : overdue_) latencies_.add(Clock::now() - due);
    return complete;
  }

  // What run() took: longer than it should if the server fell behind.
  double elapsed() const { return to_seconds(elapsed_); }
  Tally measured() const { return tally_.since(before_); }
  const Latencies& latencies() const { return latencies_; }
  std::int64_t missing() const { return sent_ - answered_; }
  std::int64_t abandoned() const { return abandoned_; }
  std::int64_t most_overdue() const { return most_overdue_; }

 private:
  void on_ready(GameClient& client) override {
    ready_.push_back(&client);
    if (!overdue_.empty()) send_overdue();
  }
  void on_answer(GameClient&, std::chrono::nanoseconds latency) override {
    ++answered_;
    latencies_.add(latency);
    if (!overdue_.empty()) send_overdue();
  }
  void on_abandoned(GameClient&) override {
    --sent_;
    ++abandoned_;
  }

  void wait() {
    timer_.expires_at(next_due_);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) tick();
    });
  }
  void tick() {
    const Clock::time_point now = Clock::now();
    for (; next_due_ <= now && next_due_ < end_; next_due_ += interval_) {
      overdue_.push_back(next_due_);
      ++sent_;
      // Queries are spread evenly among the commands: one goes out whenever their share has fallen behind.
      query_debt_ += options_.queries;
    }
    const std::size_t left = send_overdue();
    most_overdue_ = std::max(most_overdue_, static_cast<std::int64_t>(left));
    if (next_due_ < end_) wait();
  }

  // Says how many could not be sent because every client is waiting for an answer.
  std::size_t send_overdue() {
    while (!overdue_.empty() && send_one(overdue_.front())) overdue_.pop_front();
    return overdue_.size();
  }
  bool send_one(Clock::time_point due) {
    if (query_debt_ >= 1 && send_query(due)) {
      query_debt_ -= 1;
      return true;
    }
    while (!ready_.empty()) {
      GameClient& client = *ready_.front();
      ready_.pop_front();
      // A client stands here once for every time it was asked, and may have lost its connection since.
      if (!client.ready()) continue;
      client.play(due);
      return true;
    }
    return send_query(due);
  }
  // By one who is not asked for anything, in turns.
  bool send_query(Clock::time_point due) {
    for (std::size_t tried = 0; tried < clients_.size(); ++tried) {
      GameClient& client = *clients_[next_asker_];
      next_asker_ = (next_asker_ + 1) % clients_.size();
      if (!client.free() || client.ready()) continue;
      client.ask_board(due);
      return true;
    }
    return false;
  }

  const Options& options_;
  boost::asio::io_context context_{1};
  boost::asio::steady_timer timer_;
  Clock::duration interval_;
  std::vector<std::unique_ptr<GameClient>> clients_;
  std::deque<GameClient*> ready_;
  std::deque<Clock::time_point> overdue_;
  std::size_t next_asker_ = 0;
  double query_debt_ = 0;
  Clock::time_point next_due_;
  Clock::time_point end_;
  Clock::duration elapsed_{};
  std::int64_t sent_ = 0;
  std::int64_t answered_ = 0;
  std::int64_t abandoned_ = 0;
  std::int64_t most_overdue_ = 0;
  Tally tally_;
  Tally before_;
  Latencies latencies_;
};

}  // namespace

bool run_open(const Options& options, const RouteTable& routes, Report& report) {
  Schedule schedule(options, routes);
  schedule.start();
  if (options.warmup > 0) schedule.run(options.warmup);
  const ProcessorMeter meter(options.pid);
  const bool complete = schedule.run(options.seconds);

  const Tally measured = schedule.measured();
  report.add("connections", std::int64_t{options.connections});
  report.add("seconds", options.seconds, 1);
  report.add("commands_per_second_wanted", options.rate, 0);
  report.add("commands_per_second_answered",
             static_cast<double>(measured.commands + measured.queries) / schedule.elapsed(), 0);
  report.add("game_commands", measured.commands);
  report.add("queries", measured.queries);
  report.add("unanswered", schedule.missing());
  report.add("abandoned_at_game_end", schedule.abandoned());
  report.add("most_waiting_for_a_client", schedule.most_overdue());
  report.add(schedule.latencies());
  meter.add_to(report, measured.commands + measured.queries, schedule.elapsed());
  report.add(measured);
  return complete && measured.clean();
}

}  // namespace fogg::bench
