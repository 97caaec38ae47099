// Control groups: what really bounds the memory, the processes and the share of the processor of a program and all that it starts. Only
// below the group in which this process runs, and only if that may be written to. Version 2 as systemd gives it (delegated), and version 1.
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/fd.h"

namespace fogg::arena {

// Where new groups can be made. A folder that is empty: there is none for this.
struct CgroupPlace {
  int version = 0;  // 0: none at all
  std::string pids, memory, cpu;  // version 2: all the same folder
  std::string why_not;  // what is missing, in words
};
// The group of this process in every hierarchy, out of /proc/self/cgroup and /proc/self/mountinfo; whether it may be written to is not looked at.
CgroupPlace parse_cgroup_place(std::string_view groups, std::string_view mounts);
// The one of this process, prepared for new groups; found out once. Setting the variable FOGG_NO_CGROUP keeps it from using any.
const CgroupPlace& cgroup_place();

class Cgroup {
 public:
  struct Bounds {
    std::int64_t memory = 0;
    int processes = 0;
    double cpus = 0;  // 0: as many as there are
  };
  // Bounds as much as can be bounded here, perhaps nothing.
  explicit Cgroup(const Bounds& bounds, const CgroupPlace& place = cgroup_place());
  ~Cgroup();
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;

  bool bounds_memory() const { return !memory_.empty(); }
  bool bounds_processes() const { return !pids_.empty(); }
  bool bounds_cpu() const { return !cpu_.empty(); }
  // A process that writes "0" into each of them belongs to the group.
  std::vector<int> doors() const;

  // Everything in it, now. Returns when nothing is left, or after a second.
  void kill();
  // In bytes; 0 if not known.
  std::int64_t peak_memory() const;
  bool ran_out_of_memory() const { return memory_alarm()(); }
  // The same for somebody who asks again and again, also when the group is gone: then it is not so.
  std::function<bool()> memory_alarm() const;

 private:
  bool open(const std::string& parent, std::string& folder);
  std::vector<pid_t> members() const;

  int version_ = 0;
  std::string name_;
  std::string pids_, memory_, cpu_;
  std::vector<std::string> folders_;  // each once
  std::vector<Fd> doors_;
};

}  // namespace fogg::arena
