// The files of data/, as they were when the program was built.
#pragma once

#include <span>
#include <string_view>

namespace fogg {

struct EmbeddedFile {
  std::string_view path;  // "maps/usa.json"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace fogg
