#include "arena/cgroup.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "arena/cgroup_files.h"

namespace fogg::arena {

namespace {

constexpr int kPeriodUs = 100'000;

std::int64_t number_after(const std::string& text, std::string_view key) {
  std::istringstream in(text);
  std::string word;
  for (std::int64_t number = 0; in >> word >> number;) {
    if (word == key) return number;
  }
  return 0;
}

}  // namespace

Cgroup::Cgroup(const Bounds& bounds, const CgroupPlace& place) : version_(place.version) {
  static std::atomic<int> count = 0;
  name_ = fmt::format("{}{}-{}", kCgroupPrefix, getpid(), ++count);
  const auto quota = static_cast<std::int64_t>(bounds.cpus * kPeriodUs);
  if (version_ == 2) {
    if (place.pids.empty() || !open(place.pids, pids_)) return;
    put(pids_ + "/memory.swap.max", "0");
    put(pids_ + "/memory.oom.group", "1");
    const bool memory = put(pids_ + "/memory.max", std::to_string(bounds.memory)) == 0;
    if (memory) memory_ = pids_;
    if (!place.cpu.empty() && quota > 0 && put(pids_ + "/cpu.max", fmt::format("{} {}", quota, kPeriodUs)) == 0)
      cpu_ = pids_;
    if (put(pids_ + "/pids.max", std::to_string(bounds.processes)) != 0) pids_.clear();
  } else if (version_ == 1) {
    if (!place.pids.empty() && open(place.pids, pids_) &&
        put(pids_ + "/pids.max", std::to_string(bounds.processes)) != 0) {
      pids_.clear();
    }
    if (!place.memory.empty() && open(place.memory, memory_)) {
      if (put(memory_ + "/memory.limit_in_bytes", std::to_string(bounds.memory)) == 0) {
        put(memory_ + "/memory.memsw.limit_in_bytes", std::to_string(bounds.memory));
      } else {
        memory_.clear();
      }
    }
    if (quota > 0 && !place.cpu.empty() && open(place.cpu, cpu_)) {
      put(cpu_ + "/cpu.cfs_period_us", std::to_string(kPeriodUs));
      if (put(cpu_ + "/cpu.cfs_quota_us", std::to_string(quota)) != 0) cpu_.clear();
    }
  }
}

bool Cgroup::open(const std::string& parent, std::string& folder) {
  folder = parent + "/" + name_;
  // Two controllers may share a hierarchy.
  if (std::find(folders_.begin(), folders_.end(), folder) != folders_.end()) return true;
  if (mkdir(folder.c_str(), 0755) == 0) {
    folders_.push_back(folder);
    Fd door(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (door) {
      doors_.push_back(std::move(door));
      return true;
    }
  }
  folder.clear();
  return false;
}

Cgroup::~Cgroup() {
  if (folders_.empty()) return;
  doors_.clear();
  kill();
  // The last member is gone a moment before the kernel lets go of the group.
  for (const std::string& folder : folders_) {
    for (int tries = 0; tries < 200 && rmdir(folder.c_str()) != 0 && errno == EBUSY; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

std::vector<int> Cgroup::doors() const {
  std::vector<int> doors;
  for (const Fd& door : doors_) doors.push_back(door.get());
  return doors;
}

std::vector<pid_t> Cgroup::members() const {
  std::vector<pid_t> members;
  for (const std::string& folder : folders_) {
    std::istringstream in(slurp(folder + "/cgroup.procs"));
    for (pid_t pid = 0; in >> pid;) members.push_back(pid);
  }
  return members;
}

void Cgroup::kill() {
  // Else a fork bomb might be faster than we are.
  if (!pids_.empty()) put(pids_ + "/pids.max", "0");
  for (int tries = 0; tries < 200; ++tries) {
    const std::vector<pid_t> left = members();
    if (left.empty()) return;
    if (version_ != 2 || put(folders_.front() + "/cgroup.kill", "1") != 0) {
      for (const pid_t pid : left) {
        if (pid > 1) ::kill(pid, SIGKILL);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::int64_t Cgroup::peak_memory() const {
  if (memory_.empty()) return 0;
  const std::string text = slurp(memory_ + (version_ == 2 ? "/memory.peak" : "/memory.max_usage_in_bytes"));
  return std::strtoll(text.c_str(), nullptr, 10);
}

std::function<bool()> Cgroup::memory_alarm() const {
  if (memory_.empty()) return [] { return false; };
  return [file = memory_ + (version_ == 2 ? "/memory.events" : "/memory.oom_control")] {
    return number_after(slurp(file), "oom_kill") > 0;
  };
}

}  // namespace fogg::arena
