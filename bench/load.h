// The modes of the load generator and what they have in common.
#pragma once

#include <sys/types.h>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "load_connection.h"
#include "load_report.h"
#include "load_routes.h"

namespace fogg::bench {

struct Options {
  Endpoint server;
  std::uint64_t seed = 1;
  pid_t pid = 0;  // of the server; 0: not known
  int connections = 200;
  int threads = 1;
  int observers = 1000;
  double rate = 5000;
  double queries = 0.1;  // share of the commands of an open loop
  double seconds = 10;
  double warmup = 1;
  double setup = 30;  // seconds until the clients must be in their games
  bool observe = false;
};

// Each runs its mode, adds what it found, and says whether all went as it should. They throw std::runtime_error if there
// is nothing to be said at all.
bool run_closed(const Options& options, const RouteTable& routes, Report& report);
bool run_open(const Options& options, const RouteTable& routes, Report& report);
bool run_idle(const Options& options, const RouteTable& routes, Report& report);
bool run_observers(const Options& options, const RouteTable& routes, Report& report);

Clock::duration to_duration(double seconds);
double to_seconds(Clock::duration duration);

// Runs handlers until `done` or the time is up; says which.
bool run_until(boost::asio::io_context& context, Clock::time_point deadline, const std::function<bool()>& done);

// The processor time that the server and this program have used since it was made, per command if there were any.
class ProcessorMeter {
 public:
  explicit ProcessorMeter(pid_t server);
  void add_to(Report& report, std::int64_t commands, double seconds) const;

 private:
  pid_t server_;
  double server_before_ = 0;
  double own_before_ = 0;
};

}  // namespace fogg::bench
