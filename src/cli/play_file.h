// The file of a terminal game: its record, written while it is played, from which the game can go on later.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/play_command.h"
#include "data/catalog.h"
#include "record/recorder.h"

namespace fogg::cli {

// Why a file cannot be used.
struct GameFileError : std::runtime_error {
  enum class Kind : std::uint8_t { kNothing, kUnusable, kNotWritable };
  GameFileError(Kind what, const std::string& message) : std::runtime_error(message), kind(what) {}
  Kind kind;  // kNothing: there is no game to go on with
};

// Where a game is kept if nothing else is said; empty if the system has no such place.
std::filesystem::path usual_game_file();
// Moves an unfinished game out of the way of a new one, if something was done in it. Where it is then, or nothing. Throws
// std::filesystem::filesystem_error if that is not possible.
std::filesystem::path keep_unfinished(const std::filesystem::path& file);

// Bots draw from numbers of their own, which belong to the game as its cards do.
std::uint64_t bot_seed(const ChaKey& key);

class GameFile {
 public:
  enum class Replace : std::uint8_t { kNever, kAlways };  // what is in the file already
  // A new game. Throws GameFileError, as all of these do.
  static std::unique_ptr<GameFile> create(std::shared_ptr<const Edition> edition, const PlayOptions& options,
                                          const ChaKey& key, const std::filesystem::path& path,
                                          Replace replace = Replace::kNever);
  // A game that was left. What a crash has cut off is made whole.
  static std::unique_ptr<GameFile> resume(const Catalog& catalog, const std::filesystem::path& path);

  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;
  ~GameFile();

  const Edition& edition() const { return *edition_; }
  const Header& header() const { return header_; }
  TableChance& chance() { return table_; }
  std::uint64_t bot_seed() const { return cli::bot_seed(key_); }
  // Players and bots as the file has them, and what the game has to tell this file.
  void join(PlayOptions& options);
  // Publishes the key if the game is over. False if something could not be written.
  bool finish();
  bool over() const { return over_; }

 private:
  GameFile(std::shared_ptr<const Edition> edition, Header header, const ChaKey& key);

  void open(const std::filesystem::path& path, bool anew);
  void make_empty();
  void refuse_full() const;
  std::string read_all();
  // Plays the lines of the file again; throws if they are not what the rules and the key make of them.
  void repeat(const std::vector<std::string>& lines);
  std::int64_t repeat_event(const Event& event, int line);
  void check_made(const std::vector<std::string>& lines, std::size_t& made);
  void started(const State& state);
  void acted(int seat, const Action& action, const State& after, std::int64_t t_ms);
  void undone(int seat, int left, const State& after, std::int64_t t_ms);
  void write();
  std::int64_t now_ms() const;

  std::filesystem::path path_;
  int file_ = -1;
  std::shared_ptr<const Edition> edition_;
  Header header_;
  ChaKey key_;
  std::vector<std::string> lines_;  // made, but not written yet; some after an action: the file cannot be written
  KeyedChance keyed_;
  Recorder recorder_;
  RecordingChance<KeyedChance> recording_;
  TableChance table_;
  std::optional<Past> past_;
  std::vector<int> ends_;  // number of the last event: of the set-up, then of every action that was not taken back
  bool over_ = false;
  bool revealed_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace fogg::cli
