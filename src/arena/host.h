// The two threads behind all running programs: one that reads, and one that starts them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tl/expected.hpp>
#include <vector>

#include "arena/channel.h"
#include "arena/launch.h"
#include "arena/reader.h"

namespace fogg::arena {

// The kernel kills a program when the *thread* that started it ends (that is what makes it die with an arena that is killed), so programs are
// not started by threads of games, which come and go, but by one that stays. When the host is gone, no program is left.
class ProgramHost {
 public:
  ProgramHost();
  ~ProgramHost();
  ProgramHost(const ProgramHost&) = delete;
  ProgramHost& operator=(const ProgramHost&) = delete;

  // From any thread.
  tl::expected<std::shared_ptr<Channel>, std::string> start(const Launch& what, const Channel::Bounds& bounds);
  // From now on it has a fault and is killed when all its processes together need more memory than that. Where the kernel keeps to the bound, it
  // takes one process after the other: `alarm` says whether it has; without one, somebody looks.
  void watch_memory(const std::shared_ptr<Channel>& channel, std::int64_t most, std::function<bool()> alarm);

 private:
  struct Watched {
    std::weak_ptr<Channel> channel;
    std::int64_t most;
    std::function<bool()> alarm;
  };
  void run();
  void look();

  Reader reader_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::vector<Watched> watched_;
  bool ending_ = false;
  std::thread starter_;
};

}  // namespace fogg::arena
