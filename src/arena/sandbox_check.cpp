#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "arena/cgroup.h"
#include "arena/program.h"
#include "arena/sandbox.h"

namespace fogg::arena {

namespace {

constexpr std::chrono::seconds kPatience{20};

bool kernel_is_at_least(int major, int minor) {
  utsname name = {};
  if (uname(&name) != 0) return false;
  const std::string_view text = name.release;
  int found_major = 0;
  int found_minor = 0;
  const auto after = std::from_chars(text.data(), text.data() + text.size(), found_major);
  if (after.ptr < text.data() + text.size()) std::from_chars(after.ptr + 1, text.data() + text.size(), found_minor);
  return found_major > major || (found_major == major && found_minor >= minor);
}

std::string advice_for(std::string_view errors) {
  const auto has = [&](std::string_view part) { return errors.find(part) != std::string_view::npos; };
  if (has("namespace") || has("uid map") || has("Operation not permitted") || has("Permission denied") ||
      has("loopback")) {
    return "this system forbids what bubblewrap needs (namespaces for ordinary users). Look at sysctl "
           "user.max_user_namespaces (not 0), "
           "kernel.unprivileged_userns_clone (1) and on Ubuntu kernel.apparmor_restrict_unprivileged_userns (0, or a "
           "profile for bwrap); "
           "in a container allow namespaces, or run the arena outside of it";
  }
  if (has("Unknown option")) return "bubblewrap 0.8 or newer is needed";
  if (has("setpriv") || has("prlimit")) return "setpriv and prlimit of the package util-linux are needed in /usr/bin";
  return "try `bwrap --ro-bind / / --unshare-all true` by hand";
}

}  // namespace

std::optional<std::string> try_sandbox() {
  if (find_bwrap().empty()) return "bubblewrap (bwrap) is not installed: apt install bubblewrap";
  if (geteuid() != 0 && cgroup_place().pids.empty() && !kernel_is_at_least(5, 14)) {
    return "the number of processes of a program cannot be bounded here: that needs Linux 5.14, or a control group of "
           "one's own "
           "(systemd-run --user --scope -p Delegate=yes fogg …)";
  }
  ProgramSpec spec;
  spec.command = "/bin/sh -c 'echo ok'";
  spec.folder = "/usr/bin";
  auto program = Program::start(std::make_shared<ProgramHost>(), spec);
  if (!program)
    return fmt::format("the sandbox does not work here: {} ({})", advice_for(program.error()), program.error());
  const auto line = (*program)->receive(Clock::now() + kPatience);
  const ProgramReport& report = (*program)->stop();
  if (line && line->line == "ok") return std::nullopt;
  return fmt::format("the sandbox does not work here: {} ({})", advice_for(report.errors),
                     report.errors.empty() ? report.how : report.errors);
}

const std::optional<std::string>& sandbox_problem() {
  static const std::optional<std::string> problem = try_sandbox();
  return problem;
}

std::string sandbox_bounds() {
  const CgroupPlace& place = cgroup_place();
  const std::string group = fmt::format("control group, version {}", place.version);
  const std::string none = place.why_not.empty() ? "" : fmt::format(" (no control group: {})", place.why_not);
  return fmt::format(
      "memory: {}\nprocesses: {}\nprocessor: {}\n",
      place.memory.empty() ? "of single processes, and all together looked at ten times a second" + none : group,
      place.pids.empty() ? "RLIMIT_NPROC of a user of its own" + none : group,
      place.cpu.empty() ? "time of single processes only" + none : group);
}

}  // namespace fogg::arena
