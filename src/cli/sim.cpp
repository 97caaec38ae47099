#include "cli/sim.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>

#include "cli/sim_folder.h"
#include "cli/sim_table.h"

namespace fogg::cli {

namespace {

using Clock = std::chrono::steady_clock;

// A game that took so long is worth the wait for the disk.
constexpr auto kWorthKeeping = std::chrono::milliseconds(100);

class Run {
 public:
  Run(const Edition& edition, const SimOptions& options)
      : edition_(edition), options_(options), plan_(make_plan(options.bots, options.seatings)) {
    if (!options.records.empty()) folder_.emplace(edition, options, plan_);
    total_.wanted = plan_.whole(options.games);
  }

  SimResult run(const std::function<bool(const Standing&)>& progress) {
    const auto begin = Clock::now();
    std::vector<std::jthread> threads;
    running_ = options_.threads;
    for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this] { work(); });
    {
      std::unique_lock lock(mutex_);
      while (!finished_.wait_for(lock, std::chrono::milliseconds(50), [&] { return running_ == 0; })) {
        const Standing standing{done_, read_, total_};
        lock.unlock();
        if (!progress(standing)) stop_.request_stop();
        lock.lock();
      }
    }
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
    total_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    total_.stopped = total_.games < total_.wanted;
    total_.read_back = read_;
    for (const auto& [number, block] : open_) total_.in_open_blocks += block.totals.games;
    return total_;
  }

 private:
  void work() {
    SimResult own;
    std::exception_ptr failure;
    try {
      Table table(edition_, options_, plan_, stop_.get_token());
      if (folder_) read_back(table, own);
      play(table, own);
    } catch (...) {
      failure = std::current_exception();
      stop_.request_stop();
    }
    const std::lock_guard lock(mutex_);
    total_.add(own);
    if (failure && !failure_) failure_ = failure;
    --running_;
    finished_.notify_one();
  }

  // Before anything is played: if a record is broken, the user hears of it at once.
  void read_back(Table& table, SimResult& own) {
    while (!stop_.stop_requested()) {
      const std::size_t at = next_present_++;
      if (at >= folder_->present().size() || folder_->present()[at] >= total_.wanted) return;
      const std::int64_t game = folder_->present()[at];
      table.read_back(game, folder_->read(game), folder_->path(game));
      ++read_;
      settle(game, table.result(), own);
    }
  }

  void play(Table& table, SimResult& own) {
    while (!stop_.stop_requested()) {
      const std::int64_t game = next_++;
      if (game >= total_.wanted) return;
      if (folder_ && folder_->has(game)) continue;
      const auto begin = folder_ ? Clock::now() : Clock::time_point();
      if (!table.play(game)) return;
      if (folder_) folder_->write(game, table.record(), Clock::now() - begin > kWorthKeeping);
      settle(game, table.result(), own);
    }
  }

  void settle(std::int64_t game, const GameResult& result, SimResult& own) {
    ++done_;
    if (plan_.bots.size() == 1) {
      own.add(result.totals);
      own.add_block(result.compared);
      return;
    }
    const std::lock_guard lock(mutex_);
    const std::int64_t number = plan_.block_of(game);
    GameResult& block = open_[number];
    block.totals.add(result.totals);
    block.compared.with(result.compared, [](std::int64_t& mine, std::int64_t theirs) { mine += theirs; });
    if (block.totals.games < plan_.games_per_block()) return;
    total_.add(block.totals);
    total_.add_block(block.compared);
    open_.erase(number);
  }

  const Edition& edition_;
  const SimOptions& options_;
  const SimPlan plan_;
  std::optional<RunFolder> folder_;
  std::atomic<std::size_t> next_present_{0};
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> done_{0};
  std::atomic<std::int64_t> read_{0};
  std::stop_source stop_;
  std::mutex mutex_;  // for all below
  std::condition_variable finished_;
  int running_ = 0;
  std::exception_ptr failure_;
  std::map<std::int64_t, GameResult> open_;  // blocks some of whose games are over
  SimResult total_;
};

}  // namespace

void SimResult::add(const SimResult& other) {
  games += other.games;
  blocks += other.blocks;
  decisions += other.decisions;
  turns += other.turns;
  for (std::size_t i = 0; i < endings.size(); ++i) endings[i] += other.endings[i];
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    points[i] += other.points[i];
    victories[i] += other.victories[i];
    seat_points[i] += other.seat_points[i];
    seat_victories[i] += other.seat_victories[i];
    timed_decisions[i] += other.timed_decisions[i];
    decision_ns[i] += other.decision_ns[i];
  }
  compared.with(other.compared, [](BlockSum& mine, const BlockSum& theirs) { mine.add(theirs); });
  signature += other.signature;
  mechanisms.add(other.mechanisms);
}

SimResult simulate(const Edition& edition, const SimOptions& options,
                   const std::function<bool(const Standing&)>& progress) {
  return Run(edition, options).run(progress);
}

}  // namespace fogg::cli
