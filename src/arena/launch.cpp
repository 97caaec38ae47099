#include "arena/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <vector>

namespace fogg::arena {

namespace {

// Above all numbers that the process gets, so that none is overwritten before it is copied.
constexpr int kFirstOfOurs = 16;
constexpr int kPatienceMs = 30'000;

constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC, which older headers lack

struct Pipe {
  Fd read, write;
};

Fd move_up(int fd) {
  if (fd < 0) return Fd();
  const Fd low(fd);
  return Fd(fcntl(fd, F_DUPFD_CLOEXEC, kFirstOfOurs));
}

bool make_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {move_up(ends[0]), move_up(ends[1])};
  return pipe.read && pipe.write;
}

bool make_sockets(Pipe& pair) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  pair = {move_up(ends[0]), move_up(ends[1])};
  const int on = 1;
  setsockopt(pair.read.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  return pair.read && pair.write;
}

Fd make_text(const std::string& text) {
  const int fd = memfd_create("fogg", MFD_CLOEXEC);
  if (fd < 0) return Fd();
  Fd file = move_up(fd);
  if (!file || write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) return Fd();
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

Fd open_pidfd(pid_t pid) { return Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))); }

// All that the new process does before it is the other program. It shares our memory (vfork), so it calls nothing but the kernel.
struct Child {
  const char* program;
  char* const* words;
  char* const* environment;
  const char* folder;
  const int* files;  // file descriptor i is to be files[i]
  int file_count;
  const std::pair<int, rlim_t>* rlimits;
  std::size_t rlimit_count;
  const int* doors;
  std::size_t door_count;
  int trouble;  // where errno is written to
  pid_t parent;
  bool sandboxed;

  [[noreturn]] void fail() const {
    const int error = errno;
    [[maybe_unused]] const ssize_t ignored = write(trouble, &error, sizeof error);
    _exit(127);
  }

  [[noreturn]] void run() const {
    // Not inherited: what is ignored here would be ignored there.
    struct sigaction plain = {};
    plain.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &plain, nullptr);
    // A sandbox sees to that itself, when it is ready for it: bwrap killed too early leaves its child behind.
    if (!sandboxed && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail();
    if (getppid() != parent) _exit(127);
    if (setsid() < 0) fail();
    for (std::size_t i = 0; i < door_count; ++i) {
      if (write(doors[i], "0", 1) != 1) fail();
    }
    for (std::size_t i = 0; i < rlimit_count; ++i) {
      const auto [what, most] = rlimits[i];
      // A process that used up its time is told by the first, and killed by the second.
      const rlimit limit = {most, what == RLIMIT_CPU ? most + 1 : most};
      // Perhaps it is bounded more tightly already.
      if (setrlimit(static_cast<__rlimit_resource>(what), &limit) != 0 && errno != EPERM) fail();
    }
    if (chdir(folder) != 0) fail();
    for (int fd = 0; fd < file_count; ++fd) {
      if (dup2(files[fd], fd) < 0) fail();
    }
    // Whatever else is open here, such as a file of a careless library.
    if (syscall(SYS_close_range, file_count, ~0U, kCloseOnExec) != 0) {
      constexpr int kMany = 4096;
      for (int fd = file_count; fd < kMany; ++fd) {
        if (fd != trouble) close(fd);
      }
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(program, words, environment);
    fail();
  }
};

// No handler of ours may run in the new process before it is another program.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

[[gnu::noinline]] pid_t spawn(const Child& child) {
  const NoSignals none;
  // Much faster than fork in a large process, and nothing else of this process stands still for it.
  const pid_t pid = vfork();  // NOLINT(bugprone-unsafe-functions): the child does nothing but `run`
  if (pid == 0) child.run();
  return pid;
}

// What comes until nothing comes any more, or a long time nothing.
std::string read_all(int fd) {
  std::string text;
  pollfd ready = {fd, POLLIN, 0};
  while (poll(&ready, 1, kPatienceMs) == 1) {
    std::array<char, 512> part{};
    const ssize_t size = read(fd, part.data(), part.size());
    if (size <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

// Waits for the word of the sandbox that it is ready. The kernel tells whose it is, as we see it: the first process inside. (bwrap would tell
// as well, --info-fd; but if nobody listens any more it ends there, and its child waits for it for ever.) -1: it did not work.
pid_t wait_for_word(int leash) {
  pollfd ready = {leash, POLLIN, 0};
  if (poll(&ready, 1, kPatienceMs) != 1) return -1;
  char word = 0;
  iovec part = {&word, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> space{};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space.data();
  message.msg_controllen = space.size();
  if (recvmsg(leash, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_CREDENTIALS) return -1;
  ucred sender = {};
  std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
  return sender.pid;
}

std::string failed(std::string_view what) { return fmt::format("{}: {}", what, std::strerror(errno)); }

}  // namespace

tl::expected<Launched, std::string> launch(const Launch& launch) {
  Pipe in, out, err, trouble, leash;
  const bool sandboxed = launch.sandboxed;
  const Fd null = move_up(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!null || !make_pipe(in) || !make_pipe(out) || !make_pipe(err) || !make_pipe(trouble) || !make_sockets(leash)) {
    return tl::unexpected(failed("cannot make a pipe"));
  }
  std::vector<Fd> texts;
  std::vector<int> files = {in.read.get(), out.write.get(), err.write.get()};
  if (sandboxed) {
    files = {null.get(), null.get(), err.write.get()};
    for (const std::string& text : launch.texts) {
      texts.push_back(make_text(text));
      if (!texts.back()) return tl::unexpected(failed("cannot make a file in memory"));
      files.push_back(texts.back().get());
    }
    files.insert(files.end(), {in.read.get(), out.write.get(), leash.write.get()});
  }
  const std::vector<char*> words = pointers(launch.words);
  const std::vector<char*> environment = pointers(launch.environment);
  const Child child = {.program = launch.words.front().c_str(),
                       .words = words.data(),
                       .environment = environment.data(),
                       .folder = launch.folder.c_str(),
                       .files = files.data(),
                       .file_count = static_cast<int>(files.size()),
                       .rlimits = launch.rlimits.data(),
                       .rlimit_count = launch.rlimits.size(),
                       .doors = launch.doors.data(),
                       .door_count = launch.doors.size(),
                       .trouble = trouble.write.get(),
                       .parent = getpid(),
                       .sandboxed = sandboxed};
  Launched launched;
  launched.pid = spawn(child);
  if (launched.pid < 0) return tl::unexpected(failed("cannot start a process"));
  launched.process = open_pidfd(launched.pid);
  for (Fd* theirs : {&in.read, &out.write, &err.write, &trouble.write, &leash.write}) theirs->reset();
  int error = 0;
  if (read(trouble.read.get(), &error, sizeof error) == sizeof error) {
    waitpid(launched.pid, nullptr, 0);
    errno = error;
    return tl::unexpected(failed("cannot start " + launch.words.front()));
  }
  if (sandboxed) {
    launched.leash = std::move(leash.read);
  }
  launched.in = std::move(in.write);
  launched.out = std::move(out.read);
  launched.err = std::move(err.read);
  for (const Fd* ours : {&launched.in, &launched.out, &launched.err}) fcntl(ours->get(), F_SETFL, O_NONBLOCK);
  return launched;
}

tl::expected<void, std::string> let_go(Launched& launched) {
  if (!launched.leash) return {};
  launched.inner_pid = wait_for_word(launched.leash.get());
  if (launched.inner_pid > 0) {
    launched.inner = open_pidfd(launched.inner_pid);
    if (::send(launched.leash.get(), "\n", 1, MSG_NOSIGNAL) == 1) {
      launched.leash.reset();
      return {};
    }
  }
  kill(-launched.pid, SIGKILL);
  waitpid(launched.pid, nullptr, 0);
  fcntl(launched.err.get(), F_SETFL, 0);
  return tl::unexpected("the sandbox could not be made: " + read_all(launched.err.get()));
}

}  // namespace fogg::arena
