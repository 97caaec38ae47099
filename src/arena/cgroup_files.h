// The small files by which control groups are asked and told.
#pragma once

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <sstream>
#include <string>
#include <string_view>

#include "arena/fd.h"

namespace fogg::arena {

// Our groups have this in their names, and then the number of the process that made them.
inline constexpr std::string_view kCgroupPrefix = "fogg-";

inline std::string slurp(const std::string& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char part[4096];
  for (ssize_t size = 0; file && (size = read(file.get(), part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(size));
  }
  return text;
}

// 0, or what went wrong. The files of a group are never created, they are there or not.
inline int put(const std::string& path, std::string_view text) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) return errno;
  return write(file.get(), text.data(), text.size()) < 0 ? errno : 0;
}

inline bool has_word(const std::string& text, std::string_view wanted) {
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word == wanted) return true;
  }
  return false;
}

}  // namespace fogg::arena
