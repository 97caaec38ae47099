#include "arena/reader.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <vector>

namespace fogg::arena {

namespace {

// The lower bits of a key; the others are the number of the channel. Zero is for `wake_`.
enum Kind : std::uint64_t { kOutput, kErrors, kInput, kProcess };
constexpr std::uint64_t kKinds = 4;
constexpr int kEventsAtOnce = 64;
constexpr int kLookEveryMs = 20;

}  // namespace

Reader::Reader() : epoll_(epoll_create1(EPOLL_CLOEXEC)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = 0;
  if (!epoll_ || !wake_ || epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot prepare to read from programs");
  }
  thread_ = std::thread([this] { run(); });
}

Reader::~Reader() {
  ending_ = true;
  eventfd_write(wake_.get(), 1);
  thread_.join();
}

void Reader::add(std::shared_ptr<Channel> channel) {
  const Launched& process = channel->process();
  std::uint64_t id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = ++last_id_;
    channels_[id] = channel;
  }
  channel->attach(epoll_.get(), id * kKinds + kInput);
  const auto listen = [&](const Fd& fd, Kind kind) {
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = id * kKinds + kind;
    epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd.get(), &event);
  };
  listen(process.out, kOutput);
  listen(process.err, kErrors);
  if (process.process) {
    listen(process.process, kProcess);
  } else {
    ++without_pidfd_;
    eventfd_write(wake_.get(), 1);
  }
}

void Reader::run() {
  // Signals are for the other threads.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  std::array<epoll_event, kEventsAtOnce> events{};
  while (true) {
    const int count = epoll_wait(epoll_.get(), events.data(), kEventsAtOnce, without_pidfd_ > 0 ? kLookEveryMs : -1);
    if (ending_) return;
    for (int i = 0; i < count; ++i) handle(events[static_cast<std::size_t>(i)].data.u64);
    if (without_pidfd_ > 0) look_at_those_without_pidfd();
  }
}

void Reader::handle(std::uint64_t key) {
  if (key == 0) {
    eventfd_t ignored = 0;
    eventfd_read(wake_.get(), &ignored);
    return;
  }
  const std::uint64_t id = key / kKinds;
  std::shared_ptr<Channel> channel;
  {
    const std::lock_guard lock(mutex_);
    const auto found = channels_.find(id);
    // It was over a moment ago, by another event of the same round.
    if (found == channels_.end()) return;
    channel = found->second;
  }
  const auto no_more = [&](const Fd& fd) {
    epoll_event ignored = {};
    epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd.get(), &ignored);
  };
  switch (static_cast<Kind>(key % kKinds)) {
    case kOutput:
      if (channel->read_output() == Channel::Got::kEnd) no_more(channel->process().out);
      break;
    case kErrors:
      if (channel->read_errors() == Channel::Got::kEnd) no_more(channel->process().err);
      break;
    case kInput: channel->write_more(); break;
    case kProcess:
      if (channel->notice_end()) forget(id, *channel);
      break;
  }
}

void Reader::forget(std::uint64_t id, const Channel& channel) {
  epoll_event ignored = {};
  if (channel.process().process) {
    epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, channel.process().process.get(), &ignored);
  } else {
    --without_pidfd_;
  }
  const std::lock_guard lock(mutex_);
  channels_.erase(id);
}

void Reader::look_at_those_without_pidfd() {
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Channel>>> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, channel] : channels_) {
      if (!channel->process().process) all.emplace_back(id, channel);
    }
  }
  for (const auto& [id, channel] : all) {
    if (channel->notice_end()) forget(id, *channel);
  }
}

}  // namespace fogg::arena
