#include "cli/sim_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "cli/common.h"
#include "record/event.h"

namespace fogg::cli {

namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::string_view kParameters = "run.json";
constexpr std::string_view kLock = "run.lock";
constexpr std::string_view kUnfinished = ".part";
constexpr std::uintmax_t kMostRecordBytes = std::uintmax_t{64} << 20U;
constexpr std::uintmax_t kMostParameterBytes = std::uintmax_t{64} << 10U;

std::string record_name(std::int64_t game) { return fmt::format("game-{:06}.jsonl", game + 1); }

// The game of a record's name; -1 if it is not one.
std::int64_t game_of(std::string_view file) {
  constexpr std::string_view kFront = "game-";
  if (!file.starts_with(kFront)) return -1;
  std::int64_t number = 0;
  std::from_chars(file.data() + kFront.size(), file.data() + file.size(), number);
  return number > 0 && record_name(number - 1) == file ? number - 1 : -1;
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
  throw Failure{kCannotWrite, fmt::format("cannot write {}: {}", path, std::strerror(error))};
}

// Under another name first, so that it is there as a whole or not at all.
void write_whole(const std::string& path, std::string_view text, bool durable) {
  const std::string part = path + std::string(kUnfinished);
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) cannot_write(part, errno);
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (error == 0 && durable && fdatasync(file) != 0) error = errno;
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return;
  unlink(part.c_str());  // a full disk needs the room
  cannot_write(path, error);
}

std::string read_whole(const std::string& path, std::uintmax_t most) {
  std::error_code error;
  const bool regular = fs::is_regular_file(path, error);
  if (!regular) throw Failure{kUsage, fmt::format("{} is not a file", path)};
  if (fs::file_size(path, error) > most)
    throw Failure{kUsage, fmt::format("{} is too large for what it should be", path)};
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Failure{kUsage, fmt::format("cannot read {}", path)};
  return text;
}

// All that decides how games go, but for their number.
json::object parameters_of(const Edition& edition, const SimOptions& options, const SimPlan& plan) {
  json::object o;
  o["fogg"] = "sim";
  o["format"] = 1;
  o["version"] = options.version;
  o["rules"] = kRulesVersion;
  o["edition"] = edition.id;
  o["data"] = edition.data_hash;
  o["players"] = options.players;
  o["bots"] = json::value_from(options.bots);
  o["seatings"] = name(plan.seatings);
  o["seed"] = options.seed;
  o["keyed"] = options.keyed;
  return o;
}

void check_parameters(const std::string& file, const json::object& here) {
  json::error_code error;
  const json::value read = json::parse(read_whole(file, kMostParameterBytes), error);
  const auto* there = error ? nullptr : read.if_object();
  if (there == nullptr || !there->contains("fogg") || there->at("fogg") != "sim")
    throw Failure{kUsage, fmt::format("{} is not the description of a run of `fogg sim`", file)};
  std::string differences;
  for (const auto& [key, value] : here) {
    const json::value* other = there->if_contains(key);
    // Numbers that were read may have another type than those that were not.
    const std::string mine = json::serialize(value);
    const std::string theirs = other == nullptr ? "missing" : json::serialize(*other);
    if (mine == theirs) continue;
    differences += fmt::format("{}{} is {} there and {} here", differences.empty() ? "" : "; ", std::string_view(key),
                               theirs.substr(0, 300), mine);
  }
  if (!differences.empty())
    throw Failure{kUsage, fmt::format("the run in {} was started differently: {}",
                                      fs::path(file).parent_path().string(), differences)};
}

}  // namespace

RunFolder::RunFolder(const Edition& edition, const SimOptions& options, const SimPlan& plan)
    : folder_(options.records), resume_(options.resume) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw Failure{kCannotWrite, fmt::format("cannot make the folder {}: {}", folder_, error.message())};
  look();
  lock();
  try {
    look();  // somebody else may have been quicker
    const std::string file = (fs::path(folder_) / kParameters).string();
    const json::object parameters = parameters_of(edition, options, plan);
    has_run_ ? check_parameters(file, parameters) : write_whole(file, json::serialize(parameters) + "\n", true);
    for (const std::string& leftover : leftovers_) fs::remove(leftover, error);
  } catch (...) {
    close(lock_);
    throw;
  }
}

RunFolder::~RunFolder() { close(lock_); }

// What is there, and whether it may be there. Files that have nothing to do with a run are left alone.
void RunFolder::look() {
  present_.clear();
  leftovers_.clear();
  has_run_ = false;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string file = at->path().filename().string();
    if (file == kParameters) has_run_ = true;
    if (const std::int64_t game = game_of(file); game >= 0) present_.push_back(game);
    if (file.ends_with(kUnfinished) && game_of(file.substr(0, file.size() - kUnfinished.size())) >= 0)
      leftovers_.push_back(at->path().string());
  }
  if (error) throw Failure{kUsage, fmt::format("cannot read the folder {}: {}", folder_, error.message())};
  if (!has_run_ && !present_.empty())
    throw Failure{kUsage, fmt::format("{} has records, but no {} that says of which run; choose another folder",
                                      folder_, kParameters)};
  if (has_run_ && !resume_)
    throw Failure{kUsage,
                  fmt::format("{} already has a run; go on with it (--resume), or choose another folder", folder_)};
  std::ranges::sort(present_);
}

void RunFolder::lock() {
  const std::string file = (fs::path(folder_) / kLock).string();
  lock_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) cannot_write(file, errno);
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  close(lock_);
  throw Failure{kUsage, error == EWOULDBLOCK ? fmt::format("another process is writing to {}", folder_)
                                             : fmt::format("cannot lock {}: {}", file, std::strerror(error))};
}

bool RunFolder::has(std::int64_t game) const { return std::ranges::binary_search(present_, game); }

std::string RunFolder::path(std::int64_t game) const { return (fs::path(folder_) / record_name(game)).string(); }

std::string RunFolder::read(std::int64_t game) const { return read_whole(path(game), kMostRecordBytes); }

void RunFolder::write(std::int64_t game, std::string_view text, bool durable) const {
  write_whole(path(game), text, durable);
}

}  // namespace fogg::cli
