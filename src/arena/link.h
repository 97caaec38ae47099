// A line to someone outside: a program that was started, or one that connected.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "arena/output.h"
#include "arena/report.h"

namespace fogg::arena {

class Link {
 public:
  virtual ~Link() = default;
  // One line or several, without the last line feed. Never waits.
  virtual void send(std::string_view lines) = 0;
  // When all that was sent was in its hands; nothing if it was not yet.
  virtual std::optional<std::chrono::steady_clock::time_point> sent_at() const = 0;
  virtual std::optional<Stamped> receive(std::chrono::steady_clock::time_point deadline) = 0;
  // No line will ever come.
  virtual bool is_silent() const = 0;
  // Why, as a fault and in words.
  struct Trouble {
    Fault fault = Fault::kDisconnect;
    std::string words;
  };
  virtual Trouble trouble() = 0;
  // It is not needed any more.
  virtual void close() = 0;
};

}  // namespace fogg::arena
