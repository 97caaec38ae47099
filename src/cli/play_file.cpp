#include "cli/play_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "data/sha256.h"
#include "engine/play.h"

namespace fogg::cli {

namespace {

using Kind = GameFileError::Kind;

constexpr std::size_t kMostBytes = std::size_t{64} * 1024 * 1024;  // no game is larger
constexpr std::string_view kGameFile = "last-game.jsonl";
constexpr std::string_view kEarlierGame = "previous-game";

Header header_for(const Edition& edition, const PlayOptions& options, const ChaKey& key) {
  Header header;
  header.edition = edition.id;
  header.data_hash = edition.data_hash;
  header.players.push_back({options.name, ""});
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(options.players); ++i) {
    const std::string bot = i < options.bots.size() ? options.bots[i] : default_opponent();
    header.players.push_back({bot, bot});
  }
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  header.key = hex(key);
  return header;
}

[[noreturn]] void unusable(const std::filesystem::path& path, int line, const std::string& why) {
  throw GameFileError(Kind::kUnusable, fmt::format("{}:{}: {}", path.string(), line, why));
}

}  // namespace

std::filesystem::path usual_game_file() {
  // An empty or relative XDG_STATE_HOME counts as none, as the specification says.
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && state[0] == '/') return std::filesystem::path(state) / "fogg" / kGameFile;
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') return {};
  return std::filesystem::path(home) / ".local" / "state" / "fogg" / kGameFile;
}

std::filesystem::path keep_unfinished(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  // A game that has only been dealt is no loss.
  const bool begun = text.find(R"("kind":"action")") != std::string::npos;
  if (!begun || text.find(R"("kind":"end")") != std::string::npos) return {};
  // Those that were kept before stay where they are.
  std::filesystem::path earlier = file.parent_path() / fmt::format("{}.jsonl", kEarlierGame);
  for (int number = 2; std::filesystem::exists(earlier); ++number)
    earlier = file.parent_path() / fmt::format("{}-{}.jsonl", kEarlierGame, number);
  std::filesystem::rename(file, earlier);
  return earlier;
}

std::uint64_t bot_seed(const ChaKey& key) {
  constexpr std::size_t kDigits = 16;
  return std::stoull(sha256_hex("fogg-bots " + hex(key)).substr(0, kDigits), nullptr, 16);
}

GameFile::GameFile(std::shared_ptr<const Edition> edition, Header header, const ChaKey& key)
    : edition_(std::move(edition)),
      header_(std::move(header)),
      key_(key),
      keyed_(key),
      recorder_(*edition_, header_, [this](std::string_view line) { lines_.emplace_back(line); }),
      recording_(recorder_.chance(keyed_)),
      table_(recording_) {}

GameFile::~GameFile() {
  if (file_ >= 0) close(file_);
}

std::unique_ptr<GameFile> GameFile::create(std::shared_ptr<const Edition> edition, const PlayOptions& options,
                                           const ChaKey& key, const std::filesystem::path& path, Replace replace) {
  Header header = header_for(*edition, options, key);
  std::unique_ptr<GameFile> file(new GameFile(std::move(edition), std::move(header), key));
  file->open(path, true);
  if (replace == Replace::kNever) file->refuse_full();
  file->make_empty();
  return file;
}

// Two programs that write into the same file would spoil it, so it is locked while it is open.
void GameFile::open(const std::filesystem::path& path, bool anew) {
  path_ = path;
  file_ = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | (anew ? O_CREAT : 0), S_IRUSR | S_IWUSR);
  const int error = errno;
  if (file_ < 0 && !anew && error == ENOENT) {
    throw GameFileError(Kind::kNothing,
                        fmt::format("there is no game to go on with: {} does not exist", path.string()));
  }
  if (file_ < 0) {
    throw GameFileError(
        anew ? Kind::kNotWritable : Kind::kUnusable,
        fmt::format("cannot {} {}: {}", anew ? "write" : "go on with", path.string(), std::strerror(error)));
  }
  if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw GameFileError(Kind::kUnusable, fmt::format("the game in {} is being played somewhere else", path.string()));
  }
}

void GameFile::make_empty() {
  if (ftruncate(file_, 0) != 0 && errno != EINVAL)  // a device has no length
    throw GameFileError(Kind::kNotWritable, fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

// A file that somebody names may be anything.
void GameFile::refuse_full() const {
  struct stat found{};
  if (fstat(file_, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) {
    throw GameFileError(
        Kind::kUnusable,
        fmt::format("there is something in {} already; name another file, or go on with the game in it: "
                    "fogg play --resume {}",
                    path_.string(), path_.string()));
  }
}

std::string GameFile::read_all() {
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = ::read(file_, buffer.data(), buffer.size());
    if (got == 0) return text;
    if (got < 0) throw GameFileError(Kind::kUnusable, fmt::format("cannot read {}", path_.string()));
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > kMostBytes) unusable(path_, 1, "this is too large to be a game");
  }
}

std::unique_ptr<GameFile> GameFile::resume(const Catalog& catalog, const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string first;
  if (!in && !std::filesystem::exists(path)) {
    throw GameFileError(Kind::kNothing,
                        fmt::format("there is no game to go on with: {} does not exist", path.string()));
  }
  constexpr std::size_t kMostHeader = std::size_t{64} * 1024;
  for (char c = 0; in.get(c) && c != '\n' && first.size() < kMostHeader;) first += c;
  if (first.empty()) throw GameFileError(Kind::kNothing, fmt::format("there is no game in {}", path.string()));
  auto header = parse_header(first);
  if (!header) unusable(path, 1, header.error().message);
  if (!header->key) {
    unusable(
        path, 1,
        "this record does not have the key of its chance, so nobody can go on with the game; 'fogg replay' shows it");
  }
  const ChaKey key = *key_from_hex(*header->key);
  if (sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()}) != header->key_hash)
    unusable(path, 1, "this is not the key whose hash the header gives");
  auto edition = catalog.edition(header->edition);
  if (!edition) unusable(path, 1, edition.error().text());
  if ((*edition)->data_hash != header->data_hash)
    unusable(path, 1, fmt::format("the game was begun with other data of {}", header->edition));
  const auto players = static_cast<int>(header->players.size());
  if (players < (*edition)->min_players || players > (*edition)->max_players)
    unusable(path, 1, "wrong number of players for this edition");
  for (std::size_t seat = 0; seat < header->players.size(); ++seat) {
    if (header->players[seat].bot.empty() != (seat == 0))
      unusable(path, 1, "this is not a game of one person against bots");
  }
  std::unique_ptr<GameFile> file(new GameFile(*edition, std::move(*header), key));
  file->open(path, false);
  const std::string text = file->read_all();
  // A line that was being written when everything stopped says nothing yet.
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < whole;) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  file->repeat(lines);
  if (whole < text.size() && ftruncate(file->file_, static_cast<off_t>(whole)) != 0)
    throw GameFileError(Kind::kNotWritable, fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  file->write();
  if (file->over_) {
    file->finish();
    throw GameFileError(Kind::kNothing, fmt::format("the game in {} is over; 'fogg replay' shows it", path.string()));
  }
  return file;
}

// Lines made from the start on must be those of the file as far as it goes; the others stay to be written.
void GameFile::check_made(const std::vector<std::string>& lines, std::size_t& made) {
  std::size_t same = 0;
  for (; same < lines_.size() && made < lines.size(); ++same, ++made) {
    // Of the header only what it means counts.
    if (made > 0 && lines_[same] != lines[made]) {
      unusable(path_, static_cast<int>(made) + 1,
               "the file is damaged: this line does not follow from those before it");
    }
  }
  lines_.erase(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(same));
}

void GameFile::repeat(const std::vector<std::string>& lines) {
  past_.emplace();
  fogg::start(*edition_, past_->start, static_cast<int>(header_.players.size()), table_, header_.first_player);
  started(past_->start);
  std::size_t made = 0;
  check_made(lines, made);
  std::int64_t time = 0;
  while (made < lines.size()) {
    const int line = static_cast<int>(made) + 1;
    const auto event = parse_event(*edition_, lines[made]);
    if (!event) unusable(path_, line, "the file is damaged: " + event.error().message);
    if (event->seq != recorder_.seq() + 1)
      unusable(path_, line, "the file is damaged: a line is missing or twice there");
    time = std::max(time, repeat_event(*event, line));
    check_made(lines, made);
  }
  begin_ = std::chrono::steady_clock::now() - std::chrono::milliseconds(time);
}

std::int64_t GameFile::repeat_event(const Event& event, int line) {
  const std::int64_t time = event.t_ms.value_or(0);
  State state = past_->state();
  if (event.kind == EventKind::kAction && event.action && event.actor) {
    table_.forget();
    if (over_ || apply(*edition_, state, *event.actor, *event.action, table_))
      unusable(path_, line, "the file is damaged: this action is not possible here");
    past_->actions.push_back({*event.actor, *event.action, state, {table_.resets, table_.reshuffles, table_.revealed}});
    ++past_->decisions;
    acted(*event.actor, *event.action, state, time);
  } else if (event.kind == EventKind::kUndo && event.actor && !over_) {
    const auto end = std::ranges::find(ends_, event.number);
    if (end == ends_.end()) unusable(path_, line, "the file is damaged: there is no such event to go back to");
    const auto left = static_cast<int>(end - ends_.begin());
    past_->actions.resize(static_cast<std::size_t>(left));
    ++past_->undos;
    undone(*event.actor, left, past_->state(), time);
  } else if (event.kind == EventKind::kKey && over_ && !revealed_) {
    revealed_ = true;
    recorder_.reveal(key_);
  } else {
    unusable(path_, line, fmt::format("\"{}\" does not belong into the file of such a game", name(event.kind)));
  }
  return time;
}

void GameFile::started(const State& state) {
  recorder_.started(state);
  ends_ = {recorder_.seq()};
}

void GameFile::acted(int seat, const Action& action, const State& after, std::int64_t t_ms) {
  recorder_.acted(seat, action, after, t_ms);
  ends_.push_back(recorder_.seq());
  over_ = after.over();
}

void GameFile::undone(int seat, int left, const State& after, std::int64_t t_ms) {
  recorder_.undone(seat, ends_[static_cast<std::size_t>(left)], after, t_ms);
  ends_.resize(static_cast<std::size_t>(left) + 1);
}

void GameFile::join(PlayOptions& options) {
  options.edition = header_.edition;
  options.players = static_cast<int>(header_.players.size());
  options.name = header_.players[0].name;
  options.bots.clear();
  for (std::size_t seat = 1; seat < header_.players.size(); ++seat) options.bots.push_back(header_.players[seat].bot);
  options.past = past_;
  options.on_start = [this](const State& state) {
    started(state);
    write();
  };
  options.on_action = [this](int seat, const Action& action, const State& after) {
    acted(seat, action, after, now_ms());
    write();
  };
  options.on_undo = [this](int seat, int left, const State& after) {
    undone(seat, left, after, now_ms());
    write();
  };
  options.is_kept = [this] { return lines_.empty(); };
}

bool GameFile::finish() {
  if (over_ && !revealed_) {
    revealed_ = true;
    recorder_.reveal(key_);
  }
  write();
  return lines_.empty();
}

// All lines of an action at once: either all of them are there afterwards, whatever happens to the program, or none. What cannot be
// written, as the disk is full, waits for the next time.
void GameFile::write() {
  if (file_ < 0 || lines_.empty()) return;
  const off_t before = lseek(file_, 0, SEEK_END);
  std::string text;
  for (const std::string& line : lines_) text += line + "\n";
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file_, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      // Half a line would be in the way of the next try; a reader knows what to do with one that stays.
      [[maybe_unused]] const int cut = before >= 0 ? ftruncate(file_, before) : 0;
      return;
    }
    done += static_cast<std::size_t>(wrote);
  }
  lines_.clear();
}

std::int64_t GameFile::now_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace fogg::cli
