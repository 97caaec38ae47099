#include "server/crash_point.h"

#include <signal.h>
#include <unistd.h>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

namespace fogg::server {

namespace {

struct Plan {
  std::string name;
  std::atomic<long> passages_left;
  long microseconds = 0;
};

long number(std::string_view text) {
  long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Plan* plan() {
  static Plan* const kMade = []() -> Plan* {
    const char* text = std::getenv("FOGG_CRASH");
    if (text == nullptr) return nullptr;
    const std::string_view all = text;
    const std::size_t first = all.find(':');
    if (first == std::string_view::npos) return nullptr;
    const std::size_t second = all.find(':', first + 1);
    auto* plan = new Plan{std::string(all.substr(0, first)), {number(all.substr(first + 1, second - first - 1))}};
    if (second != std::string_view::npos) plan->microseconds = number(all.substr(second + 1));
    return plan;
  }();
  return kMade;
}

bool now(std::string_view name) {
  Plan* const here = plan();
  return here != nullptr && here->name == name && --here->passages_left == 0;
}

}  // namespace

void crash_point(std::string_view name) {
  if (now(name)) kill(getpid(), SIGKILL);
}

void crash_during(std::string_view name) {
  if (!now(name)) return;
  std::thread([delay = plan()->microseconds] {
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
    kill(getpid(), SIGKILL);
  }).detach();
}

}  // namespace fogg::server
