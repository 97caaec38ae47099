// A server in a thread of the test, with bots of the test.
#pragma once

#include <thread>

#include "scripted_bots.h"
#include "server/server.h"
#include "server_replay.h"
#include "server_support.h"

namespace fogg::test {

class ServerThread {
 public:
  ServerThread(const server::Config& config, Scripts& scripts)
      : server_(catalog(), config, scripts.maker()), thread_([this] { code_ = server_.run(); }) {
    LineClient(v09()).message();  // it runs, and so hears signals
  }
  ~ServerThread() { stop(); }
  ServerThread(const ServerThread&) = delete;
  ServerThread& operator=(const ServerThread&) = delete;

  int v09() const { return server_.v09_port(); }
  std::string page(const std::string& target) const { return http_body(server_.http_port(), target); }
  json::object game(std::size_t number) const {
    return json::parse(page("/api/games")).at("games").as_array().at(number).as_object();
  }
  std::string record() const { return page("/api/games/1/record"); }
  bool has_metric(const std::string& line) const {
    return page("/metrics").find("\n" + line + "\n") != std::string::npos;
  }
  int stop() {
    if (thread_.joinable()) {
      kill(getpid(), SIGTERM);
      thread_.join();
    }
    return code_;
  }

 private:
  server::Server server_;
  int code_ = -1;
  std::thread thread_;
};

}  // namespace fogg::test
