#include "arena/program.h"

#include <fmt/format.h>
#include <poll.h>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include "arena/watch.h"

namespace fogg::arena {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kKillPatience{5};
constexpr int kShellSignal = 128;  // bwrap tells signals as shells do

bool is_over(const Fd& process) {
  pollfd ready = {process.get(), POLLIN, 0};
  return poll(&ready, 1, 0) != 0;
}

std::string name_of(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("SIG{}", name);
}

tl::expected<fs::path, std::string> make_scratch() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "fogg-scratch-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    return tl::unexpected(fmt::format("cannot make a scratch folder: {}", std::strerror(errno)));
  return name;
}

void remove_scratch(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  // A folder without permissions in it can be deleted only with them.
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
  }
  fs::remove_all(folder, error);
}

}  // namespace

tl::expected<std::unique_ptr<Program>, std::string> Program::start(const std::shared_ptr<ProgramHost>& host,
                                                                   const ProgramSpec& spec,
                                                                   const Channel::Bounds& bounds) {
  std::unique_ptr<Program> program(new Program);
  program->host_ = host;
  program->sandboxed_ = !spec.unsafe;
  if (spec.unsafe) {
    auto scratch = make_scratch();
    if (!scratch) return tl::unexpected(scratch.error());
    program->scratch_ = *scratch;
  }
  const Cgroup::Bounds most = {
      .memory = spec.limits.memory, .processes = spec.limits.processes + kOwnProcesses, .cpus = spec.limits.cpus};
  program->cgroup_ = std::make_unique<Cgroup>(most, spec.without_cgroup ? CgroupPlace() : cgroup_place());
  const bool memory_bounded = program->cgroup_->bounds_memory();
  auto launch = plan_launch(spec, {.memory = memory_bounded}, program->scratch_.string());
  if (!launch) return tl::unexpected(launch.error());
  launch->doors = program->cgroup_->doors();
  auto channel = host->start(*launch, bounds);
  if (!channel) return tl::unexpected(channel.error());
  program->channel_ = *channel;
  host->watch_memory(*channel, spec.limits.memory,
                     memory_bounded ? program->cgroup_->memory_alarm() : std::function<bool()>());
  return program;
}

Program::~Program() {
  if (channel_) stop(std::chrono::milliseconds(0));
  remove_scratch(scratch_);
}

std::string Program::trouble() const {
  if (std::string fault = channel_->fault(); !fault.empty()) return fault;
  if (channel_->ending()) return make_report(false).how;
  return channel_->output_closed() ? "closed its output" : "";
}

void Program::ask_to_end() {
  const Launched& process = channel_->process();
  if (!sandboxed_) {
    channel_->signal(SIGTERM, true);
  } else if (process.inner && !is_over(process.inner)) {
    // The first process of the sandbox is bwrap's own and does not pass signals on.
    for (const pid_t pid : children_of(process.inner_pid)) ::kill(pid, SIGTERM);
  }
}

void Program::kill() {
  channel_->kill_all();
  if (!channel_->wait_for_end(Clock::now() + kKillPatience)) channel_->signal(SIGKILL, true);
  cgroup_->kill();
  channel_->wait_for_end(Clock::now() + kKillPatience);
}

const ProgramReport& Program::stop(std::chrono::milliseconds patience) {
  if (report_) return *report_;
  const bool running = !channel_->ending();
  if (running && !cgroup_->bounds_memory()) channel_->look_at_memory();
  if (running && patience.count() > 0) {
    channel_->close_input();
    // For most programs that is the end of their main loop, and a signal would only disturb them on their way out.
    if (!channel_->wait_for_end(Clock::now() + patience / 2)) {
      ask_to_end();
      channel_->wait_for_end(Clock::now() + patience / 2);
    }
  }
  kill();
  report_ = make_report(running);
  cgroup_.reset();
  return *report_;
}

ProgramReport Program::make_report(bool stopped) const {
  ProgramReport report;
  report.stopped = stopped;
  report.fault = channel_->fault();
  report.errors = channel_->errors();
  report.unfinished = channel_->unfinished();
  if (cgroup_) report.out_of_memory = cgroup_->ran_out_of_memory();
  const std::optional<Ending> ending = channel_->ending();
  if (!ending) {
    report.how = "cannot be ended";
    return report;
  }
  report.exit_code = ending->exit_code;
  report.signal = ending->signal;
  if (sandboxed_ && report.exit_code > kShellSignal && report.exit_code < kShellSignal + NSIG) {
    report.signal = report.exit_code - kShellSignal;
    report.exit_code = -1;
  }
  report.cpu = ending->cpu;
  report.peak_memory = cgroup_ && cgroup_->bounds_memory() ? cgroup_->peak_memory() : ending->peak_memory;
  if (report.out_of_memory) {
    report.how = "out of memory";
  } else if (stopped) {
    report.how = report.exit_code == 0 ? "ended when told to" : "was stopped";
  } else if (report.signal != 0) {
    report.how = "killed by " + name_of(report.signal);
  } else {
    report.how = fmt::format("ended with exit code {}", report.exit_code);
  }
  return report;
}

}  // namespace fogg::arena
