#include "load_process.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace fogg::bench {

namespace {

std::string read_proc(pid_t pid, const char* name) {
  std::ifstream file(fmt::format("/proc/{}/{}", pid, name));
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (content.empty()) throw std::runtime_error(fmt::format("there is no process {} whose {} can be read", pid, name));
  return content;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

double processor_seconds(pid_t pid) {
  const std::string content = read_proc(pid, "stat");
  // The name in brackets may have blanks in it. Behind it stand the state and ten numbers, then the two times.
  std::istringstream fields(content.substr(content.rfind(')') + 1));
  std::string skipped;
  for (int field = 0; field < 11; ++field) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::int64_t resident_bytes(pid_t pid) {
  std::istringstream fields(read_proc(pid, "statm"));
  std::int64_t total = 0;
  std::int64_t resident = 0;
  fields >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::string open_file_limit(pid_t pid) {
  std::istringstream lines(read_proc(pid, "limits"));
  const std::string title = "Max open files";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(title)) continue;
    std::istringstream words(line.substr(title.size()));
    std::string soft;
    words >> soft;
    return soft;
  }
  return "unknown";
}

double own_processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void allow_open_files(std::uint64_t files) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= files) return;
  const rlim_t most = limit.rlim_max;
  limit.rlim_cur = files;
  // Above the hard limit only root gets through.
  limit.rlim_max = std::max<rlim_t>(most, files);
  if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return;
  throw std::runtime_error(fmt::format("this machine lets a process open {} files, {} are needed ({}); see ulimit -Hn",
                                       most, files, std::strerror(errno)));
}

}  // namespace fogg::bench
