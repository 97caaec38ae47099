// What goes to a running program and comes from it. The thread of a game and the thread that reads meet here.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "arena/launch.h"
#include "arena/output.h"

namespace fogg::arena {

// How a process ended, as far as the kernel knows.
struct Ending {
  int exit_code = -1;  // -1: by a signal
  int signal = 0;
  std::chrono::microseconds cpu{0};  // of all its processes that it waited for; in a sandbox those are all
  std::int64_t peak_memory = 0;  // bytes, of its largest process; 0 if not known
};

class Channel {
 public:
  struct Bounds {
    LineQueue::Bounds lines;
    std::size_t unsent = 1024UL * 1024;
    std::size_t errors = 16UL * 1024 * 1024;  // what it may write to its error output
    std::size_t excerpt = 8UL * 1024;  // how much of that is kept, from the beginning and from the end
  };
  Channel(Launched launched, const Bounds& bounds);

  // -- For the game

  // Never blocks. False: the program cannot be reached any more.
  bool send(std::string_view line);
  // When everything was handed over to the program; nothing if something still waits, or never was.
  std::optional<Clock::time_point> sent_at() const;
  // The next line. Nothing: it is later than `deadline`, or no line will ever come (`is_silent`).
  std::optional<Stamped> receive(Clock::time_point deadline);
  bool is_silent() const;
  bool wait_for_end(Clock::time_point deadline);
  void close_input();
  // To the process, or to all of its group. False if it is over.
  bool signal(int number, bool group);
  // Everything in the sandbox; without one, the group of the process.
  void kill_all();
  // How much its processes have now, together; remembers the peak.
  std::int64_t look_at_memory();
  // The first fault counts.
  void fault(std::string why);

  std::string fault() const;
  bool output_closed() const;
  std::optional<Ending> ending() const;
  std::string errors() const;
  std::string unfinished() const;
  const Launched& process() const { return launched_; }

  // -- For the reader, on its thread

  // Tells where to ask for word that the program reads again.
  void attach(int epoll, std::uint64_t key);
  enum class Got : std::uint8_t { kSome, kNothing, kEnd };  // kEnd: there will never be more, or no more is wanted
  Got read_output();
  Got read_errors();
  void write_more();
  // Looks whether the process is over. All it wrote before is read then.
  bool notice_end();

 private:
  bool is_over_or_silent() const { return ending_ || output_closed_ || !fault_.empty(); }
  // Writes what waits, as much as is taken. All with the lock held.
  void write_waiting();
  void wait_to_write();

  Launched launched_;  // `in` is guarded, the others do not change
  const Bounds bounds_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int epoll_ = -1;
  std::uint64_t key_ = 0;
  bool known_to_epoll_ = false;
  std::string unsent_;
  std::size_t done_ = 0;  // of `unsent_`
  std::optional<Clock::time_point> sent_at_;
  LineQueue lines_;
  Excerpt errors_;
  bool output_closed_ = false;
  std::string fault_;
  std::optional<Ending> ending_;
  std::int64_t seen_peak_ = 0;
};

}  // namespace fogg::arena
