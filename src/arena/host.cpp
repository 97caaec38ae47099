#include "arena/host.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>

namespace fogg::arena {

namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(100);

}  // namespace

ProgramHost::ProgramHost() : starter_([this] { run(); }) {}

ProgramHost::~ProgramHost() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  starter_.join();
}

tl::expected<std::shared_ptr<Channel>, std::string> ProgramHost::start(const Launch& what,
                                                                       const Channel::Bounds& bounds) {
  std::promise<tl::expected<Launched, std::string>> promise;
  auto started = promise.get_future();
  {
    const std::lock_guard lock(mutex_);
    jobs_.emplace_back([&] { promise.set_value(launch(what)); });
  }
  changed_.notify_all();
  auto launched = started.get();
  if (!launched) return tl::unexpected(launched.error());
  // In this thread, so that several sandboxes can be made at the same time.
  if (const auto ready = let_go(*launched); !ready) return tl::unexpected(ready.error());
  auto channel = std::make_shared<Channel>(std::move(*launched), bounds);
  reader_.add(channel);
  return channel;
}

void ProgramHost::watch_memory(const std::shared_ptr<Channel>& channel, std::int64_t most,
                               std::function<bool()> alarm) {
  const std::lock_guard lock(mutex_);
  watched_.push_back({channel, most, std::move(alarm)});
  changed_.notify_all();
}

void ProgramHost::run() {
  // Signals are for the other threads.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  auto next_look = Clock::now();
  std::unique_lock lock(mutex_);
  while (true) {
    const auto has_work = [&] { return ending_ || !jobs_.empty(); };
    if (watched_.empty()) {
      changed_.wait(lock, [&] { return has_work() || !watched_.empty(); });
    } else {
      changed_.wait_until(lock, next_look, has_work);
    }
    if (!jobs_.empty()) {
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    } else if (ending_) {
      return;
    }
    if (Clock::now() >= next_look) {
      lock.unlock();
      look();
      lock.lock();
      next_look = Clock::now() + kLookEvery;
    }
  }
}

void ProgramHost::look() {
  std::vector<Watched> all;
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(watched_, [](const Watched& one) {
      const auto channel = one.channel.lock();
      return !channel || channel->ending();
    });
    all = watched_;
  }
  for (const Watched& one : all) {
    const auto channel = one.channel.lock();
    if (!channel) continue;
    if (one.alarm ? !one.alarm() : channel->look_at_memory() <= one.most) continue;
    channel->fault(fmt::format("more memory than {} MiB", one.most >> 20));
    channel->kill_all();
  }
}

}  // namespace fogg::arena
