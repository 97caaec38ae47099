#include "server/bot_pool.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "engine/refusal.h"

namespace fogg::server {

struct BotPool::Job {
  Question question;
  std::function<void(const Answer&)> answer;
  std::stop_source stop;
  bool settled = false;  // answered, or nobody wants it any more; for the I/O thread only

  void settle(const Answer& found) {
    if (!std::exchange(settled, true)) answer(found);
  }
};

// What the threads and the pool have in common.
struct BotPool::Shared {
  struct Worker {
    std::shared_ptr<Job> job;  // that it thinks about
    Clock::time_point since;
    std::optional<Clock::time_point> told = {};  // when it was told to stop
    bool lost = false;  // its bot does not come back
    bool ended = false;
  };

  boost::asio::io_context& io;  // only while not `ending`
  const Make make;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::shared_ptr<Job>> queue;
  std::vector<Worker> workers;
  bool ending = false;

  Shared(boost::asio::io_context& the_io, Make the_make, int threads)
      : io(the_io), make(std::move(the_make)), workers(static_cast<std::size_t>(threads)) {}

  // Threads for a bot that thinks on several: whoever opens a table may ask for many, and the others' bots want to think too.
  int share() const {
    const auto busy = std::count_if(workers.begin(), workers.end(), [](const Worker& worker) { return !!worker.job; });
    return std::max(1, static_cast<int>(workers.size()) / std::max(1, static_cast<int>(busy)));
  }
  bool all_lost() const {
    return std::all_of(workers.begin(), workers.end(), [](const Worker& worker) { return worker.lost; });
  }
};

namespace {

// A bot that wants to wait longer than this has miscounted.
constexpr double kLongestPause = 30;

BotPool::Answer answer_instead(const BotPool::Question& question, std::string trouble) {
  const Edition& edition = *question.edition;
  const State known = visible_state(edition, question.view);
  const Legal legal(edition, known, question.view.viewer);
  FastGenerator random(question.seed);
  const Action action = make_bot(BotPool::kFallback)->choose({edition, question.view, legal, random});
  return {action, 0, std::move(trouble)};
}

double pace_of(const Bot& bot, const Action& action, std::uint64_t seed) {
  FastGenerator random(seed, 1);
  const double pace = bot.pace(action, random);
  return std::isfinite(pace) ? std::clamp(pace, 0.0, kLongestPause) : 0;
}

BotPool::Answer think(const BotPool::Make& make, const BotPool::Question& question, std::stop_token stop,
                      int most_threads) {
  const Edition& edition = *question.edition;
  const State known = visible_state(edition, question.view);
  const int seat = question.view.viewer;
  std::string trouble;
  try {
    if (const auto bot = make(question.bot, &trouble)) {
      const Legal legal(edition, known, seat);
      FastGenerator random(question.seed);
      Thoughts thoughts;
      const Action action = bot->choose({edition, question.view, legal, random, std::move(stop),
                                         question.wants_thoughts ? &thoughts : nullptr, most_threads});
      if (!check(edition, known, seat, action))
        return {action, pace_of(*bot, action, question.seed), {}, std::move(thoughts)};
      trouble = "it chose something that is not legal";
    }
  } catch (const std::exception& error) {
    trouble = error.what();
  } catch (...) {
    trouble = "it threw something unknown";
  }
  return answer_instead(question, trouble.empty() ? "there is no such bot" : trouble);
}

}  // namespace

BotPool::Open::~Open() {
  job_->settled = true;
  job_->stop.request_stop();
}

BotPool::BotPool(boost::asio::io_context& io, const Limits& limits, Make make)
    : limits_(limits),
      shared_(std::make_shared<Shared>(
          io, make ? std::move(make) : [](std::string_view spec, std::string* why) { return make_bot(spec, why); },
          limits.threads)),
      timer_(io) {
  for (std::size_t number = 0; number < shared_->workers.size(); ++number) {
    threads_.emplace_back([shared = shared_, number] {
      std::unique_lock lock(shared->mutex);
      while (true) {
        shared->changed.wait(lock, [&] { return shared->ending || !shared->queue.empty(); });
        if (shared->ending) break;
        const std::shared_ptr<Job> job = std::move(shared->queue.front());
        shared->queue.pop_front();
        if (job->stop.stop_requested()) continue;  // nobody wants to know any more
        shared->workers[number] = {job, Clock::now()};
        const int share = shared->share();
        lock.unlock();
        Answer found = think(shared->make, job->question, job->stop.get_token(), share);
        lock.lock();
        shared->workers[number] = {};
        if (shared->ending) break;
        boost::asio::post(shared->io, [job, found = std::move(found)] { job->settle(found); });
      }
      shared->workers[number].ended = true;
      shared->changed.notify_all();
    });
  }
}

// NOLINTNEXTLINE(bugprone-exception-escape): a lock that cannot be had would be the end anyway
BotPool::~BotPool() { stop(); }

std::unique_ptr<BotPool::Open> BotPool::ask(Question question, std::function<void(const Answer&)> answer) {
  auto job = std::make_shared<Job>();
  job->question = std::move(question);
  job->answer = std::move(answer);
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->queue.push_back(job);
  }
  shared_->changed.notify_one();
  // Nothing that is asked from now on can be overdue before this.
  if (!watching_) watch(Clock::now() + limits_.think);
  return std::make_unique<Open>(std::move(job));
}

void BotPool::watch(Clock::time_point when) {
  watching_ = true;
  timer_.expires_at(when);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) look();
  });
}

// Who thinks for too long is told to stop; who does not hear is given up. When nobody is left to think, the questions are answered here.
void BotPool::look() {
  const auto now = Clock::now();
  std::vector<std::shared_ptr<Job>> too_long, given_up, unheard;
  std::optional<Clock::time_point> next;
  {
    const std::lock_guard lock(shared_->mutex);
    for (Shared::Worker& worker : shared_->workers) {
      if (!worker.job || worker.lost) continue;
      if (!worker.told && now >= worker.since + limits_.think) {
        worker.told = now;
        too_long.push_back(worker.job);
      }
      if (worker.told && now >= *worker.told + limits_.patience) {
        worker.lost = true;
        given_up.push_back(worker.job);
        continue;
      }
      const auto due = worker.told ? *worker.told + limits_.patience : worker.since + limits_.think;
      next = next ? std::min(*next, due) : due;
    }
    if (shared_->all_lost()) {
      unheard.assign(shared_->queue.begin(), shared_->queue.end());
      shared_->queue.clear();
      // They may come back, but others cannot wait for that.
      next = now + limits_.patience;
    } else if (next || !shared_->queue.empty()) {
      // Someone may begin to think at any moment, and is then due after this.
      next = std::min(next.value_or(now + limits_.think), now + limits_.think);
    }
  }
  watching_ = false;
  if (next) watch(*next);
  for (const auto& job : too_long) job->stop.request_stop();
  for (const auto& job : given_up) job->settle(answer_instead(job->question, "it does not answer"));
  for (const auto& job : unheard) {
    if (!job->settled) job->settle(answer_instead(job->question, "no thread is left to ask it"));
  }
}

void BotPool::stop() {
  if (threads_.empty()) return;
  timer_.cancel();
  std::vector<std::shared_ptr<Job>> thinking;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->ending = true;
    shared_->queue.clear();
    for (const Shared::Worker& worker : shared_->workers) {
      if (worker.job) thinking.push_back(worker.job);
    }
  }
  shared_->changed.notify_all();
  for (const auto& job : thinking) job->stop.request_stop();
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, limits_.patience, [this] {
    return std::all_of(shared_->workers.begin(), shared_->workers.end(), [](const auto& one) { return one.ended; });
  });
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    // One whose bot does not hear is left behind: the end does not wait for it.
    const bool ended = shared_->workers[number].ended;
    lock.unlock();
    ended ? threads_[number].join() : threads_[number].detach();
    lock.lock();
  }
  threads_.clear();
}

}  // namespace fogg::server
