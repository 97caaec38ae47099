// Counters of a server, and their text for Prometheus. Used on the I/O thread only.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "wire/v09_words.h"

namespace fogg::server {

class Metrics {
 public:
  std::uint64_t connections = 0;  // accepted
  std::uint64_t connections_turned_away = 0;
  std::uint64_t connections_open = 0;
  std::uint64_t lines = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t joins = 0;
  std::uint64_t rejoins = 0;
  std::uint64_t actions = 0;
  std::uint64_t bot_actions = 0;
  std::uint64_t bot_failures = 0;
  std::uint64_t games_started = 0;
  std::uint64_t games_finished = 0;
  std::uint64_t games_forfeited = 0;
  std::uint64_t timeouts = 0;
  std::uint64_t takeovers = 0;
  std::uint64_t disconnects = 0;
  std::uint64_t store_troubles = 0;
  std::array<std::uint64_t, 6> refusals{};  // by ErrorCode
  std::uint64_t tables_waiting = 0;
  std::uint64_t tables_running = 0;
  std::uint64_t observers = 0;
  bool frozen = false;

  void refused(v09::ErrorCode code) { ++refusals[static_cast<std::size_t>(code)]; }
  // An answer goes out to a question that came in at `asked`.
  void answered(std::chrono::steady_clock::time_point asked);

  std::string prometheus() const;

 private:
  static constexpr std::array<double, 12> kBounds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                                     0.01,   0.025,   0.05,   0.1,   0.5,    2.5};
  std::array<std::uint64_t, kBounds.size() + 1> answers_{};
  double answer_seconds_ = 0;
};

}  // namespace fogg::server
