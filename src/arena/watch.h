// Where no control group bounds the memory of a program, it is looked at from time to time.
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <vector>

namespace fogg::arena {

// A process and all below it, as /proc tells it; those that were handed to another parent are not found, but in a sandbox they stay below.
std::vector<pid_t> family_of(pid_t pid);
std::vector<pid_t> children_of(pid_t pid);
struct MemoryUse {
  std::int64_t now = 0;  // bytes that they have for themselves, all together; what they share is counted for each
  std::int64_t peak = 0;  // the most that a single one of them ever had
};
MemoryUse memory_of(const std::vector<pid_t>& processes);

}  // namespace fogg::arena
