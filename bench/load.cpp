// The load generator: clients of protocol v0.9, many at a time, against any server that speaks it.
#include "load.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <boost/asio/ip/address.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>

#include "load_process.h"

namespace fogg::bench {

Clock::duration to_duration(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}
double to_seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

bool run_until(boost::asio::io_context& context, Clock::time_point deadline, const std::function<bool()>& done) {
  context.restart();
  // Without this the io_context would stop as soon as nothing is under way, long before the deadline.
  const auto work = boost::asio::make_work_guard(context);
  while (!done()) {
    if (Clock::now() >= deadline) return false;
    context.run_one_until(deadline);
  }
  return true;
}

ProcessorMeter::ProcessorMeter(pid_t server)
    : server_(server),
      server_before_(server == 0 ? 0 : processor_seconds(server)),
      own_before_(own_processor_seconds()) {}

void ProcessorMeter::add_to(Report& report, std::int64_t commands, double seconds) const {
  if (server_ != 0) {
    const double used = processor_seconds(server_) - server_before_;
    report.add("server_cpu_percent", 100 * used / seconds, 0);
    if (commands > 0) report.add("server_cpu_us_per_command", 1e6 * used / static_cast<double>(commands), 2);
  }
  report.add("generator_cpu_percent", 100 * (own_processor_seconds() - own_before_) / seconds, 0);
}

namespace {

constexpr const char* kExamples = R"(
fogg_load --help has the options of all modes (--host, --port, --pid, --map, --seed, --setup, --json).

Examples, for a server on port 8080 whose process is 4711:
  fogg_load closed --port 8080 --connections 200 --seconds 10
  fogg_load open --port 8080 --connections 200 --rate 5000 --json
  fogg_load idle --port 8080 --pid 4711 --connections 5000 --join observer
  fogg_load observers --port 8080 --observers 1000 --rate 20
  fogg_load free-ports 2

The exit code is 0 if all went as it should; 1 if connections were lost, answers were wrong, or nothing could be measured;
2 for options that make no sense.)";

// A server that was started a moment ago may not listen yet.
void wait_for_server(const Endpoint& server, Clock::time_point deadline) {
  boost::asio::io_context context{1};
  while (true) {
    boost::asio::ip::tcp::socket socket(context);
    boost::system::error_code error;
    socket.connect(server, error);
    if (!error) return;
    if (Clock::now() >= deadline) {
      throw std::runtime_error(fmt::format("cannot connect to {} port {}: {}", server.address().to_string(),
                                           server.port(), error.message()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void print_free_ports(int count) {
  boost::asio::io_context context{1};
  // All are held until the last is found, so that they differ.
  std::vector<boost::asio::ip::tcp::acceptor> held;
  for (int index = 0; index < count; ++index) {
    held.emplace_back(context, Endpoint(boost::asio::ip::address_v4::loopback(), 0));
    fmt::print("{}\n", held.back().local_endpoint().port());
  }
}

struct CommandLine {
  Options options;
  std::string host = "127.0.0.1";
  std::uint16_t port = 8080;
  std::string map = "data/maps/usa.json";
  std::string join = "none";
  int ports = 1;
  bool json = false;
};

void add_options(CLI::App& app, CommandLine& line) {
  Options& o = line.options;
  app.footer(kExamples);
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--host", line.host, "address of the server")->capture_default_str();
  app.add_option("--port", line.port, "its v0.9 port")->capture_default_str();
  app.add_option("--pid", o.pid, "its process, on this machine: also measure its processor time")
      ->check(CLI::PositiveNumber);
  app.add_option("--map", line.map, "the map file with the routes")->capture_default_str();
  app.add_option("--seed", o.seed, "of the clients' decisions")->capture_default_str();
  app.add_option("--setup", o.setup, "seconds until all must be connected")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_flag("--json", line.json, "one JSON object instead of a table");

  const auto seconds = [&o](CLI::App* mode) {
    mode->add_option("--seconds", o.seconds, "how long to measure")->capture_default_str()->check(CLI::PositiveNumber);
  };
  const auto connections = [&o](CLI::App* mode) {
    mode->add_option("--connections", o.connections, "how many clients")
        ->capture_default_str()
        ->check(CLI::Range(2, 60000));
  };
  const auto warmup = [&o](CLI::App* mode) {
    mode->add_option("--warmup", o.warmup, "seconds before that")->capture_default_str()->check(CLI::NonNegativeNumber);
  };

  CLI::App* closed = app.add_subcommand("closed", "play whole games as fast as the server answers");
  connections(closed);
  seconds(closed);
  warmup(closed);
  closed->add_option("--threads", o.threads, "threads of the generator")
      ->capture_default_str()
      ->check(CLI::Range(1, 64));

  CLI::App* open = app.add_subcommand("open", "send commands at a fixed rate; latency counts from when one was due");
  connections(open);
  seconds(open);
  warmup(open);
  open->add_option("--rate", o.rate, "commands per second, all clients together")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 1e6));
  open->add_option("--queries", o.queries, "share of BoardState queries by clients that are not asked")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));

  CLI::App* idle = app.add_subcommand("idle", "memory of the server per idle connection; needs --pid");
  connections(idle);
  seconds(idle);
  idle->add_option("--join", line.join, "join as observer of one game, or not at all")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "observer"}));

  CLI::App* observers = app.add_subcommand("observers", "one game, without and with many observers");
  seconds(observers);
  observers->add_option("--observers", o.observers, "how many")->capture_default_str()->check(CLI::Range(1, 60000));
  observers->add_option("--rate", o.rate, "actions per second, both players together")->check(CLI::Range(0.1, 1e4));

  CLI::App* ports = app.add_subcommand("free-ports", "print TCP ports that nobody uses at the moment");
  ports->add_option("count", line.ports, "how many")->capture_default_str()->check(CLI::Range(1, 100));

  // What suits one mode does not suit the other.
  observers->preparse_callback([&o](std::size_t) { o.rate = 20; });
  idle->preparse_callback([&o](std::size_t) {
    o.connections = 5000;
    o.seconds = 5;
  });
}

int run_mode(const CLI::App& app, CommandLine& line) {
  const std::string mode = app.get_subcommands().front()->get_name();
  if (mode == "free-ports") {
    print_free_ports(line.ports);
    return 0;
  }
  Options& options = line.options;
  boost::system::error_code error;
  options.server = Endpoint(boost::asio::ip::make_address(line.host, error), line.port);
  options.observe = line.join == "observer";
  if (error || (mode == "idle" && options.pid == 0)) {
    fmt::print(stderr, "fogg_load: {}\n", error ? "--host must be an IP address" : "idle needs --pid");
    return 2;
  }
  const RouteTable routes = RouteTable::read(line.map);
  allow_open_files(static_cast<std::uint64_t>(options.connections) + 64);
  wait_for_server(options.server, Clock::now() + std::chrono::seconds(10));

  const auto mode_function = mode == "closed" ? run_closed
                             : mode == "open" ? run_open
                             : mode == "idle" ? run_idle
                                              : run_observers;
  Report report;
  const bool good = mode_function(options, routes, report);
  report.print(mode, line.json);
  return good ? 0 : 1;
}

int run(int argc, char** argv) {
  CLI::App app("Load generator for a server of protocol v0.9", "fogg_load");
  CommandLine line;
  add_options(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run_mode(app, line);
}

}  // namespace

}  // namespace fogg::bench

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return fogg::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fogg_load: %s\n", error.what());
    return 1;
  }
}
