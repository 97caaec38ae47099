// What a program needs to find on the disk, checked before anything is started.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/sandbox.h"

namespace fogg::arena {

// The paths as they really are; those inside are the same as outside, so that a virtual environment of Python or an absolute path in a script
// works as well.
struct Places {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> read_only, hidden;
  std::string search;  // PATH inside
};
tl::expected<Places, std::string> find_places(const ProgramSpec& spec);

// The program's file, or why it cannot be started: bwrap would only say so in its own words, after the start.
tl::expected<std::string, std::string> find_program(const std::string& word, const Places& places, bool unsafe);

bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);
// Absolute and without symbolic links.
std::filesystem::path real_path(const std::filesystem::path& path);
// The first one in a list of folders as PATH has it; empty if there is none.
std::string find_in(std::string_view path, const std::string& name);
// The PATH of this process.
std::string_view own_path();

}  // namespace fogg::arena
