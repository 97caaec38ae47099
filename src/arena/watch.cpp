#include "arena/watch.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace fogg::arena {

namespace fs = std::filesystem;

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  std::error_code error;
  // Children belong to the thread that made them.
  for (fs::directory_iterator thread(fmt::format("/proc/{}/task", pid), error), end; !error && thread != end;
       thread.increment(error)) {
    std::ifstream in(thread->path() / "children");
    for (pid_t child = 0; in >> child;) children.push_back(child);
  }
  return children;
}

std::vector<pid_t> family_of(pid_t pid) {
  // A family may grow while it is counted.
  constexpr std::size_t kMost = 10'000;
  std::vector<pid_t> family = {pid};
  for (std::size_t i = 0; i < family.size() && family.size() < kMost; ++i) {
    const std::vector<pid_t> children = children_of(family[i]);
    family.insert(family.end(), children.begin(), children.end());
  }
  return family;
}

MemoryUse memory_of(const std::vector<pid_t>& processes) {
  MemoryUse use;
  for (const pid_t pid : processes) {
    std::ifstream in(fmt::format("/proc/{}/status", pid));
    for (std::string line; std::getline(in, line);) {
      const auto bytes = [&] { return std::strtoll(line.c_str() + line.find(':') + 1, nullptr, 10) * 1024; };
      if (line.starts_with("RssAnon:") || line.starts_with("RssShmem:")) use.now += bytes();
      if (line.starts_with("VmHWM:")) use.peak = std::max<std::int64_t>(use.peak, bytes());
    }
  }
  return use;
}

}  // namespace fogg::arena
