#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

#include "arena/cgroup.h"
#include "arena/cgroup_files.h"

namespace fogg::arena {

namespace {

bool can_be_used(const std::string& folder) {
  return !folder.empty() && access(folder.c_str(), W_OK) == 0 && access((folder + "/cgroup.procs").c_str(), W_OK) == 0;
}

// Groups of an arena that was killed are empty and in nobody's way, but they would pile up.
void sweep(const std::string& folder) {
  DIR* dir = opendir(folder.c_str());
  if (dir == nullptr) return;
  while (const dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(kCgroupPrefix)) continue;
    pid_t pid = 0;
    std::from_chars(name.data() + kCgroupPrefix.size(), name.data() + name.size(), pid);
    if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH) rmdir((folder + "/" + std::string(name)).c_str());
  }
  closedir(dir);
}

// A group of version 2 hands its controllers on only when no process is in the group itself, so this process moves one level down. Others may be
// there too, such as the shell; then nothing is changed.
std::string open_version_2(const std::string& own) {
  const auto missing = [&] {
    const std::string on = slurp(own + "/cgroup.subtree_control");
    return !has_word(on, "pids") || !has_word(on, "memory");
  };
  if (!missing()) return "";
  const std::string offered = slurp(own + "/cgroup.controllers");
  if (!has_word(offered, "pids") || !has_word(offered, "memory"))
    return "the control group has no pids and memory to give";
  const auto enable = [&] {
    const int error = put(own + "/cgroup.subtree_control", "+pids +memory");
    if (error == 0 && has_word(offered, "cpu")) put(own + "/cgroup.subtree_control", "+cpu");
    return error;
  };
  if (enable() == 0) return "";
  const std::string below = fmt::format("{}/{}{}-arena", own, kCgroupPrefix, getpid());
  if (mkdir(below.c_str(), 0755) != 0) return fmt::format("cannot make a control group: {}", std::strerror(errno));
  const std::string self = std::to_string(getpid());
  int error = put(below + "/cgroup.procs", self);
  if (error == 0) error = enable();
  if (error == 0) return "";
  put(own + "/cgroup.procs", self);
  rmdir(below.c_str());
  return error == EBUSY ? "other processes are in the same control group; start the arena in one of its own: "
                          "systemd-run --user --scope -p Delegate=yes fogg …"
                        : fmt::format("cannot hand on the controllers of the control group: {}", std::strerror(error));
}

CgroupPlace none(std::string why) {
  CgroupPlace place;
  place.why_not = std::move(why);
  return place;
}

CgroupPlace find_place() {
  if (std::getenv("FOGG_NO_CGROUP") != nullptr) return none("FOGG_NO_CGROUP is set");
  CgroupPlace place = parse_cgroup_place(slurp("/proc/self/cgroup"), slurp("/proc/self/mountinfo"));
  for (std::string* folder : {&place.pids, &place.memory, &place.cpu}) {
    if (!can_be_used(*folder)) folder->clear();
  }
  if (place.version == 2 && !place.pids.empty()) {
    place.why_not = open_version_2(place.pids);
    if (!place.why_not.empty()) return none(place.why_not);
    if (!has_word(slurp(place.pids + "/cgroup.subtree_control"), "cpu")) place.cpu.clear();
  }
  if (place.pids.empty() && place.memory.empty() && place.why_not.empty()) {
    place.why_not = "the control group of this process is not ours to write to";
  }
  for (const std::string& folder : {place.pids, place.memory, place.cpu}) {
    if (!folder.empty()) sweep(folder);
  }
  return place;
}

}  // namespace

CgroupPlace parse_cgroup_place(std::string_view groups, std::string_view mounts) {
  // Which folder shows the group `path` of the hierarchy that `is_it` knows by its type and options.
  const auto folder_of = [&](std::string path,
                             const std::function<bool(const std::string&, const std::string&)>& is_it) {
    std::istringstream in{std::string(mounts)};
    for (std::string line; std::getline(in, line);) {
      std::istringstream fields(line);
      std::string skip, root, at, type, source, options;
      fields >> skip >> skip >> skip >> root >> at;
      while (fields >> skip && skip != "-") {
      }
      fields >> type >> source >> options;
      if (!is_it(type, options)) continue;
      // In a container only a part of the hierarchy may be mounted.
      if (root != "/") {
        if (!path.starts_with(root)) continue;
        path.erase(0, root.size());
      }
      return path == "/" || path.empty() ? at : at + path;
    }
    return std::string();
  };
  const auto has_option = [](std::string options, std::string_view wanted) {
    std::replace(options.begin(), options.end(), ',', ' ');
    return has_word(options, wanted);
  };

  CgroupPlace place;
  std::string unified;
  std::istringstream in{std::string(groups)};
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      unified = folder_of(path, [](const std::string& type, const std::string&) { return type == "cgroup2"; });
    }
    for (const auto& [name, folder] :
         {std::pair{"pids", &place.pids}, {"memory", &place.memory}, {"cpu", &place.cpu}}) {
      if (!has_option(controllers, name)) continue;
      *folder = folder_of(path, [&, wanted = name](const std::string& type, const std::string& options) {
        return type == "cgroup" && has_option(options, wanted);
      });
    }
  }
  // Both at once is possible, and then these controllers are with version 1.
  if (!place.pids.empty() || !place.memory.empty()) {
    place.version = 1;
  } else if (!unified.empty()) {
    place = {.version = 2, .pids = unified, .memory = unified, .cpu = unified, .why_not = ""};
  } else {
    place.why_not = "there are no control groups here";
  }
  return place;
}

const CgroupPlace& cgroup_place() {
  static const CgroupPlace kPlace = find_place();
  return kPlace;
}

}  // namespace fogg::arena
