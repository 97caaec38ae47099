// The program `fogg` as people and scripts run it.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <string>

#include "paths.h"

namespace fogg::test {

struct Printed {
  int code = -1;
  std::string text;
};

// A command line of the shell, and what it prints on standard output.
inline Printed run_shell(const std::string& command) {
  Printed printed;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return printed;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) printed.text.append(buffer.data(), got);
  const int status = pclose(pipe);
  printed.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return printed;
}

// `fogg ARGUMENTS`, with both outputs together.
inline Printed fogg(const std::string& arguments) {
  return run_shell(fmt::format("'{}' {} 2>&1", fogg_binary(), arguments));
}

}  // namespace fogg::test
