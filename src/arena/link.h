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

  // -- Of lines to those who connected, who can lose the connection and come back

  virtual bool connects() const { return false; }
  // Somebody has just taken the seat, for the first time or again, and has to be told everything: asked once.
  struct Arrival {
    int after = 0;  // the last event it has seen
    bool positions = true;  // whether it wants them in requests
  };
  virtual std::optional<Arrival> arrival() { return {}; }
  // Why no answer came, if it was not for thinking: nobody is there, or what was sent is not taken.
  virtual std::optional<Trouble> silence() { return {}; }
  // Requests are numbered on through all games of a connection, so that a late answer to an old one cannot be taken for a new one.
  virtual int requests_before() const { return 0; }
  virtual void note_request(int) {}
  // Ends the connection, for this reason.
  virtual void cut(std::string_view lines, const Trouble&) { finish(lines); }
  // The last lines, after which it is closed. Who has heard them can come back at once.
  virtual void finish(std::string_view lines) {
    if (!lines.empty()) send(lines);
    close();
  }
};

}  // namespace fogg::arena
