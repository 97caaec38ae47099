#include "arena/places.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace fogg::arena {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPath = "/usr/local/bin:/usr/bin:/bin";

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

fs::path real_path(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) return path;
  return result.has_filename() ? result : result.parent_path();
}

std::string find_in(std::string_view path, const std::string& name) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const fs::path candidate = fs::path(path.substr(0, end)) / name;
    if (end > 0 && is_program(candidate)) return candidate.string();
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return "";
}

std::string_view own_path() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? kPath : std::string_view(path);
}

tl::expected<Places, std::string> find_places(const ProgramSpec& spec) {
  std::error_code error;
  Places places;
  places.folder = real_path(spec.folder);
  if (spec.folder.empty() || !fs::is_directory(places.folder, error)) {
    return tl::unexpected(fmt::format("the bot's folder {} does not exist", spec.folder.string()));
  }
  for (const char* system : {"/", "/usr", "/etc", "/proc", "/dev", "/sys", "/tmp", "/home", "/root"}) {
    if (places.folder == system) return tl::unexpected(fmt::format("{} cannot be the folder of a bot", system));
  }
  for (const fs::path& path : spec.read_only) {
    places.read_only.push_back(real_path(path));
    if (!fs::exists(places.read_only.back(), error)) {
      return tl::unexpected(fmt::format("the read-only path {} does not exist", path.string()));
    }
    if (places.read_only.back() == "/")
      return tl::unexpected(std::string("/ cannot be a read-only path: it shows everything"));
    const fs::path bin = places.read_only.back() / "bin";
    if (fs::is_directory(bin, error)) places.search += bin.string() + ":";
  }
  places.search += kPath;
  for (const fs::path& path : spec.hidden) {
    places.hidden.push_back(real_path(path));
    if (places.hidden.back() == places.folder) {
      return tl::unexpected(fmt::format("{} is the bot's folder and also one that it must not see", path.string()));
    }
  }
  return places;
}

tl::expected<std::string, std::string> find_program(const std::string& word, const Places& places, bool unsafe) {
  if (word.find('/') != std::string::npos) {
    const fs::path path = (places.folder / word).lexically_normal();
    std::error_code error;
    if (!fs::exists(path, error)) {
      return tl::unexpected(fmt::format("there is no program {} (looked for {})", word, path.string()));
    }
    if (!is_program(path))
      return tl::unexpected(fmt::format("{} is not an executable file (chmod +x?)", path.string()));
    return path.string();
  }
  std::string found = find_in(unsafe ? own_path() : std::string_view(places.search), word);
  if (!found.empty()) return found;
  std::string hint;
  const std::string outside = find_in(own_path(), word);
  if (is_program(places.folder / word)) {
    hint = fmt::format("; for the one in the bot's folder write ./{}", word);
  } else if (!outside.empty()) {
    hint = fmt::format(
        "; there is {}, but the sandbox does not show it: name the folder of its installation as a read-only path",
        outside);
  }
  return tl::unexpected(fmt::format("there is no program {} in {}{}", word, places.search, hint));
}

}  // namespace fogg::arena
