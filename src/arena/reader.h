// The one thread that reads what programs write, as soon as it comes, so that every line has the time of its arrival however busy the games are.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "arena/channel.h"
#include "arena/fd.h"

namespace fogg::arena {

class Reader {
 public:
  Reader();
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // From any thread. Held until the program is over and everything is read.
  void add(std::shared_ptr<Channel> channel);

 private:
  void run();
  void handle(std::uint64_t key);
  void forget(std::uint64_t id, const Channel& channel);
  void look_at_those_without_pidfd();

  Fd epoll_;
  Fd wake_;  // readable: something changed
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Channel>> channels_;
  std::uint64_t last_id_ = 0;
  std::atomic<int> without_pidfd_ = 0;
  std::thread thread_;
};

}  // namespace fogg::arena
