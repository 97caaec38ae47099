// What the kernel says of processes and limits.
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <string>

namespace fogg::bench {

// All of them throw std::runtime_error if there is no such process.
double processor_seconds(pid_t pid);  // all its threads; in steps of the kernel's clock tick, mostly 10 ms
std::int64_t resident_bytes(pid_t pid);
std::string open_file_limit(pid_t pid);

double own_processor_seconds();

// Raises this process's limit of open files to at least `files` if the machine allows it; throws if not.
void allow_open_files(std::uint64_t files);

}  // namespace fogg::bench
