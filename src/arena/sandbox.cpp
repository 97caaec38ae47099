#include "arena/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <system_error>

#include "arena/places.h"
#include "arena/words.h"

namespace fogg::arena {

namespace fs = std::filesystem;

namespace {

constexpr const char* kScratchInside = "/tmp";
constexpr int kUidInside = 1000;
// For an arena of root: beyond what systems give to people, services and containers.
constexpr unsigned kFirstStrangeUid = 1'900'000'000;
constexpr unsigned kStrangeUids = 200'000'000;
// Node and Java reserve address space by the gigabyte and use little of it, so this only keeps it finite.
constexpr rlim_t kSpareAddresses = 64ULL << 30;
constexpr std::int64_t kSharedMemory = 16LL << 20;  // /dev/shm

// What interpreters look for in /etc. The rest is nobody's business: names, keys, the settings of this machine.
constexpr std::array kEtc = {"alternatives",
                             "ld.so.cache",
                             "ld.so.conf",
                             "ld.so.conf.d",
                             "localtime",
                             "java-11-openjdk",
                             "java-17-openjdk",
                             "java-21-openjdk",
                             "java-25-openjdk",
                             "mono",
                             "python3",
                             "python3.11",
                             "python3.12",
                             "python3.13",
                             "ssl/certs",
                             "ssl/openssl.cnf",
                             "perl",
                             "lua",
                             "php",
                             "fonts"};

class CommandLine {
 public:
  template <class... Words>
  void add(const Words&... words) {
    (words_.push_back(to_string(words)), ...);
  }
  // Readable for everybody on the way: bwrap itself would make closed folders.
  void show(const fs::path& path) {
    fs::path way = "/";
    for (const fs::path& part : path.parent_path().relative_path()) {
      way /= part;
      if (!is_visible(way)) add("--perms", "0755", "--dir", way);
    }
    add("--ro-bind", path, path);
    visible_.push_back(path);
  }
  void hide(const fs::path& path) {
    std::error_code error;
    if (!is_visible(path) || !fs::exists(path, error)) return;
    if (fs::is_directory(path, error)) {
      add("--perms", "0755", "--tmpfs", path);
      hidden_.push_back(path);
    } else {
      add("--ro-bind", "/dev/null", path);
    }
  }
  bool is_visible(const fs::path& path) const {
    return std::any_of(visible_.begin(), visible_.end(), [&](const fs::path& shown) {
      return is_below(path, shown) && std::none_of(hidden_.begin(), hidden_.end(), [&](const fs::path& hidden) {
               return is_below(path, hidden) && is_below(hidden, shown);
             });
    });
  }
  // Nothing can be added after it.
  void close() {
    for (const fs::path& path : hidden_) add("--remount-ro", path);
    add("--remount-ro", "/");
  }
  std::vector<std::string> take() { return std::move(words_); }

 private:
  static std::string to_string(const fs::path& path) { return path.string(); }

  std::vector<std::string> words_;
  std::vector<fs::path> visible_, hidden_;
};

void show_system(CommandLine& line) {
  line.show("/usr");
  std::error_code error;
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    if (fs::is_symlink(name, error)) {
      line.add("--symlink", fs::read_symlink(name, error), name);
    } else if (fs::is_directory(name, error)) {
      line.show(name);
    }
  }
  for (const char* name : kEtc) {
    const fs::path path = fs::path("/etc") / name;
    if (fs::exists(path, error)) line.show(path);
  }
}

// The first process of the sandbox. bwrap has one of its own, but with that the end is told before all is over, and the time that was used is
// lost. This one waits for a word from us first: if the arena dies while bwrap is still at work, bwrap does not notice, but now there is an end
// of file instead of the word. Later the death of the arena is noticed (--die-with-parent).
std::string first_process() {
  return fmt::format(R"(echo >&{2} && read -r go <&{2} || exit 1; "$@" <&{0} >&{1} {0}<&- {1}>&- {2}>&- & )"
                     R"(exec {0}<&- {1}>&- {2}>&-; wait $!; exit $?)",
                     kInFd, kOutFd, kLeashFd);
}

bool is_open(const fs::path& folder) {
  constexpr auto kNeeded = fs::perms::others_read | fs::perms::others_exec;
  std::error_code error;
  return (fs::status(folder, error).permissions() & kNeeded) == kNeeded;
}

unsigned strange_uid() {
  static std::atomic<unsigned> count = 0;
  constexpr unsigned kEach = 1024;
  return kFirstStrangeUid + (static_cast<unsigned>(getpid()) * kEach + count++ % kEach) % kStrangeUids;
}

std::vector<std::string> environment_of(const ProgramSpec& spec, const std::string& path, const std::string& scratch) {
  std::vector<std::string> environment = {"PATH=" + path, "HOME=" + scratch, "TMPDIR=" + scratch, "LANG=C.UTF-8",
                                          "USER=bot",
                                          // Else the most frequent fault of all: an answer that waits in a buffer.
                                          "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1"};
  environment.insert(environment.end(), spec.environment.begin(), spec.environment.end());
  return environment;
}

std::vector<std::pair<int, rlim_t>> rlimits_of(const ProgramLimits& limits, const BoundedElsewhere& elsewhere) {
  std::vector<std::pair<int, rlim_t>> rlimits = {{RLIMIT_CORE, 0},
                                                 {RLIMIT_CPU, static_cast<rlim_t>(limits.cpu_time.count())},
                                                 {RLIMIT_FSIZE, static_cast<rlim_t>(limits.scratch)},
                                                 {RLIMIT_NOFILE, static_cast<rlim_t>(limits.open_files)}};
  if (!elsewhere.memory) {
    const auto memory = static_cast<rlim_t>(limits.memory);
    rlimits.emplace_back(RLIMIT_DATA, memory);
    rlimits.emplace_back(RLIMIT_AS, memory + kSpareAddresses);
  }
  return rlimits;
}

}  // namespace

std::string find_bwrap() { return find_in(own_path(), "bwrap"); }

tl::expected<Launch, std::string> plan_launch(const ProgramSpec& spec, const BoundedElsewhere& elsewhere,
                                              const std::string& scratch) {
  const auto words = split_words(spec.command);
  if (!words) return tl::unexpected(words.error());
  const auto places = find_places(spec);
  if (!places) return tl::unexpected(places.error());
  const auto program = find_program(words->front(), *places, spec.unsafe);
  if (!program) return tl::unexpected(program.error());

  Launch launch;
  launch.rlimits = rlimits_of(spec.limits, elsewhere);
  if (spec.unsafe) {
    launch.words = *words;
    launch.words.front() = *program;
    launch.folder = places->folder.string();
    launch.environment = environment_of(spec, std::string(own_path()), scratch);
    return launch;
  }

  const std::string bwrap = find_bwrap();
  if (bwrap.empty()) {
    return tl::unexpected(
        std::string("bubblewrap (bwrap) is not installed, and without it there is no sandbox: apt install bubblewrap"));
  }
  const bool root = geteuid() == 0;
  if (root && !is_open(places->folder)) {
    return tl::unexpected(
        fmt::format("the bot's folder {0} is closed to others, and an arena of root runs programs as others: "
                    "chmod -R o+rX {0}",
                    places->folder.string()));
  }
  const unsigned uid = root ? strange_uid() : kUidInside;
  const std::string scratch_size = std::to_string(spec.limits.scratch);
  CommandLine line;
  line.add(bwrap, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
           "--die-with-parent", "--as-pid-1", "--new-session", "--hostname", "bot", "--cap-drop", "ALL");
  if (root) {
    // The kernel does not count processes of root, in whatever namespace: the program gets a uid of its own. It changes to it inside, as
    // the folders may be out of reach for it otherwise.
    line.add("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP");
  } else {
    line.add("--unshare-user", "--disable-userns", "--uid", std::to_string(uid), "--gid", std::to_string(uid));
  }
  show_system(line);
  line.add("--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--size",
           std::to_string(std::min(kSharedMemory, spec.limits.scratch)), "--tmpfs", "/dev/shm", "--remount-ro", "/dev");
  line.add("--perms", "1777", "--size", scratch_size, "--tmpfs", kScratchInside);
  launch.texts = {fmt::format("bot:x:{0}:{0}:bot:{1}:/bin/sh\n", uid, kScratchInside), fmt::format("bot:x:{}:\n", uid)};
  line.add("--perms", "0644", "--ro-bind-data", std::to_string(kFirstTextFd), "/etc/passwd");
  line.add("--perms", "0644", "--ro-bind-data", std::to_string(kFirstTextFd + 1), "/etc/group");
  for (const fs::path& path : places->read_only) line.show(path);
  // The bot's folder may lie in the competition's, or the other way round.
  for (const fs::path& path : places->hidden) {
    if (is_below(places->folder, path)) line.hide(path);
  }
  line.show(places->folder);
  for (const fs::path& path : places->hidden) {
    if (!is_below(places->folder, path)) line.hide(path);
  }
  line.close();
  if (!line.is_visible(real_path(*program))) {
    return tl::unexpected(
        fmt::format("the sandbox does not show {}: name the folder of its installation as a read-only path",
                    real_path(*program).string()));
  }
  line.add("--chdir", places->folder, "--", "/bin/sh", "-c", first_process(), "sh");
  if (root) {
    launch.rlimits.emplace_back(RLIMIT_NPROC, static_cast<rlim_t>(spec.limits.processes));
    line.add("/usr/bin/setpriv", "--reuid", std::to_string(uid), "--regid", std::to_string(uid), "--clear-groups",
             "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--");
  } else {
    // Inside, where the kernel counts only the processes of this sandbox (Linux 5.14). Outside it would count all that the user has. One more
    // for bwrap.
    line.add("/usr/bin/prlimit", fmt::format("--nproc={0}:{0}", spec.limits.processes + 1), "--");
  }
  line.add(*program);
  for (std::size_t i = 1; i < words->size(); ++i) line.add((*words)[i]);
  launch.words = line.take();
  launch.environment = environment_of(spec, places->search, kScratchInside);
  launch.sandboxed = true;
  return launch;
}

}  // namespace fogg::arena
