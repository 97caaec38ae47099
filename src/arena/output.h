// What a program writes, cut into lines and kept within bounds. Pure, no files, no threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace fogg::arena {

using Clock = std::chrono::steady_clock;

struct Stamped {
  std::string line;  // without line feed, and without a carriage return before it
  Clock::time_point when;  // its last bytes arrived
};

// Lines that are not yet fetched.
class LineQueue {
 public:
  struct Bounds {
    std::size_t line = 64UL * 1024;
    std::size_t lines = 1000;
    std::size_t bytes = 1024UL * 1024;
  };
  explicit LineQueue(const Bounds& bounds) : bounds_(bounds) {}

  // False: that is too much. The lines before are kept, the rest is not, and nothing may be added any more.
  [[nodiscard]] bool add(std::string_view bytes, Clock::time_point when);
  std::optional<Stamped> take();
  bool empty() const { return lines_.empty(); }
  // What came after the last line feed: a program that forgets it is a common case.
  const std::string& unfinished() const { return part_; }
  // Why `add` said no.
  const std::string& trouble() const { return trouble_; }

 private:
  Bounds bounds_;
  std::string part_;
  std::deque<Stamped> lines_;
  std::size_t bytes_ = 0;
  std::string trouble_;
};

// The beginning and the end of a text of any length.
class Excerpt {
 public:
  explicit Excerpt(std::size_t most_each) : most_(most_each) {}
  void add(std::string_view bytes);
  std::size_t total() const { return total_; }
  // With a note of how much is missing between the two.
  std::string text() const;

 private:
  std::size_t most_;
  std::size_t total_ = 0;
  std::string first_, last_;  // `last_` may be longer than it should, up to twice
};

}  // namespace fogg::arena
