#include "arena/channel.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "arena/watch.h"

namespace fogg::arena {

namespace {

constexpr std::size_t kReadBytes = 64UL * 1024;

// All read on one thread, so one buffer will do.
std::array<char, kReadBytes>& buffer() {
  static thread_local std::array<char, kReadBytes> bytes;
  return bytes;
}

// A program that went away must not take this process with it. The signal is kept off this thread for the moment, and taken away if it came.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now = {};
    while (came && !was_pending_ && sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

  bool came = false;

 private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

bool would_block() { return errno == EAGAIN || errno == EINTR; }

std::chrono::microseconds duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

Channel::Channel(Launched launched, const Bounds& bounds)
    : launched_(std::move(launched)), bounds_(bounds), lines_(bounds.lines), errors_(bounds.excerpt) {}

void Channel::attach(int epoll, std::uint64_t key) {
  const std::lock_guard lock(mutex_);
  epoll_ = epoll;
  key_ = key;
}

bool Channel::send(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (!launched_.in || ending_ || !fault_.empty()) return false;
  const bool waiting = !unsent_.empty();
  if (waiting && unsent_.size() - done_ + line.size() + 1 > bounds_.unsent) {
    fault_ = fmt::format("does not read its input: more than {} bytes wait", bounds_.unsent);
    changed_.notify_all();
    return false;
  }
  sent_at_.reset();
  unsent_.append(line).push_back('\n');
  if (!waiting) write_waiting();
  return static_cast<bool>(launched_.in);
}

void Channel::write_waiting() {
  NoSigpipe quiet;
  while (done_ < unsent_.size()) {
    const ssize_t size = write(launched_.in.get(), unsent_.data() + done_, unsent_.size() - done_);
    if (size >= 0) {
      done_ += static_cast<std::size_t>(size);
    } else if (errno == EAGAIN) {
      // Else what is done would be kept for as long as anything waits.
      unsent_.erase(0, done_);
      done_ = 0;
      wait_to_write();
      return;
    } else if (errno != EINTR) {
      // It closed its input, which is its own affair; whether it goes on to answer will be seen.
      quiet.came = errno == EPIPE;
      launched_.in.reset();
      unsent_.clear();
      done_ = 0;
      return;
    }
  }
  // After the fact: a moment in which this thread stood still is not to the program's disadvantage.
  sent_at_ = Clock::now();
  unsent_.clear();
  done_ = 0;
}

void Channel::wait_to_write() {
  epoll_event event = {};
  event.events = EPOLLOUT | EPOLLONESHOT;
  event.data.u64 = key_;
  epoll_ctl(epoll_, known_to_epoll_ ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, launched_.in.get(), &event);
  known_to_epoll_ = true;
}

void Channel::write_more() {
  const std::lock_guard lock(mutex_);
  if (launched_.in && !unsent_.empty()) write_waiting();
}

std::optional<Clock::time_point> Channel::sent_at() const {
  const std::lock_guard lock(mutex_);
  return sent_at_;
}

std::optional<Stamped> Channel::receive(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return !lines_.empty() || is_over_or_silent(); });
  return lines_.take();
}

bool Channel::is_silent() const {
  const std::lock_guard lock(mutex_);
  return lines_.empty() && is_over_or_silent();
}

bool Channel::wait_for_end(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [&] { return ending_.has_value(); });
}

void Channel::close_input() {
  const std::lock_guard lock(mutex_);
  launched_.in.reset();
  unsent_.clear();
  done_ = 0;
}

bool Channel::signal(int number, bool group) {
  const std::lock_guard lock(mutex_);
  // Until its end is noticed, which needs the lock too, the number of the process is nobody else's.
  return !ending_ && kill(group ? -launched_.pid : launched_.pid, number) == 0;
}

void Channel::kill_all() {
  // With the first process the kernel ends all others. bwrap outside is left to see that: the time they used is known then.
  if (launched_.inner && syscall(SYS_pidfd_send_signal, launched_.inner.get(), SIGKILL, nullptr, 0) == 0) return;
  signal(SIGKILL, true);
}

std::int64_t Channel::look_at_memory() {
  const MemoryUse use = memory_of(family_of(launched_.inner_pid > 0 ? launched_.inner_pid : launched_.pid));
  const std::lock_guard lock(mutex_);
  seen_peak_ = std::max(seen_peak_, use.peak);
  return use.now;
}

void Channel::fault(std::string why) {
  const std::lock_guard lock(mutex_);
  if (fault_.empty() && !ending_) fault_ = std::move(why);
  changed_.notify_all();
}

std::string Channel::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

bool Channel::output_closed() const {
  const std::lock_guard lock(mutex_);
  return output_closed_;
}

std::optional<Ending> Channel::ending() const {
  const std::lock_guard lock(mutex_);
  return ending_;
}

std::string Channel::errors() const {
  const std::lock_guard lock(mutex_);
  return errors_.text();
}

std::string Channel::unfinished() const {
  const std::lock_guard lock(mutex_);
  return lines_.unfinished();
}

Channel::Got Channel::read_output() {
  const ssize_t size = read(launched_.out.get(), buffer().data(), buffer().size());
  const Clock::time_point now = Clock::now();
  if (size < 0 && would_block()) return Got::kNothing;
  const std::lock_guard lock(mutex_);
  if (size <= 0) {
    output_closed_ = true;
  } else if (!lines_.add({buffer().data(), static_cast<std::size_t>(size)}, now) && fault_.empty()) {
    fault_ = lines_.trouble();
  }
  changed_.notify_all();
  return size > 0 && fault_.empty() ? Got::kSome : Got::kEnd;
}

Channel::Got Channel::read_errors() {
  const ssize_t size = read(launched_.err.get(), buffer().data(), buffer().size());
  if (size < 0 && would_block()) return Got::kNothing;
  if (size <= 0) return Got::kEnd;
  const std::lock_guard lock(mutex_);
  errors_.add({buffer().data(), static_cast<std::size_t>(size)});
  if (errors_.total() <= bounds_.errors) return Got::kSome;
  if (fault_.empty()) fault_ = fmt::format("too much output: more than {} bytes of errors", bounds_.errors);
  changed_.notify_all();
  return Got::kEnd;
}

bool Channel::notice_end() {
  siginfo_t info = {};
  const int error =
      waitid(P_PID, static_cast<id_t>(launched_.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ? errno : 0;
  if (error == 0 && info.si_pid == 0) return false;
  // While nobody has waited for it, its number and that of its group cannot be another's.
  if (error == 0) kill(-launched_.pid, SIGKILL);
  const auto drain = [this](int fd, auto read_some) {
    // What is in the pipe and no more: somebody who got away might go on writing. A pipe holds at most a few times our buffer.
    constexpr int kTimes = 32;
    epoll_event ignored = {};
    epoll_ctl(epoll_, EPOLL_CTL_DEL, fd, &ignored);
    for (int i = 0; i < kTimes && (this->*read_some)() == Got::kSome; ++i) {
    }
  };
  if (!is_silent()) drain(launched_.out.get(), &Channel::read_output);
  drain(launched_.err.get(), &Channel::read_errors);

  const std::lock_guard lock(mutex_);
  Ending ending;
  int status = 0;
  rusage usage = {};
  if (error == 0 && wait4(launched_.pid, &status, 0, &usage) == launched_.pid) {
    if (WIFEXITED(status)) ending.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
    ending.cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    // The process began as a copy of this one, and its size then counts too. So only what is larger than that tells anything.
    rusage own = {};
    getrusage(RUSAGE_SELF, &own);
    ending.peak_memory =
        std::max<std::int64_t>(seen_peak_, usage.ru_maxrss > own.ru_maxrss ? usage.ru_maxrss * 1024 : 0);
  }
  ending_ = ending;
  changed_.notify_all();
  return true;
}

}  // namespace fogg::arena
