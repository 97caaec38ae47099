#include "cli/arena_place.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "arena/deal.h"
#include "cli/common.h"
#include "record/event.h"

namespace fogg::cli {

namespace {

namespace fs = std::filesystem;

std::string file_of(const ArenaPlace& place) { return (fs::path(folder_of(place)) / "arena.db").string(); }

// A competition's name is for people, and may be no name of a folder.
std::string folder_name(std::string name) {
  for (char& c : name)
    if (c == '/' || static_cast<unsigned char>(c) < ' ') c = '_';
  if (name.starts_with('.') || name.starts_with('-')) name.front() = '_';
  return name + ".arena";
}

}  // namespace

std::string folder_of(const ArenaPlace& place) {
  if (!place.folder.empty()) return place.folder;
  if (!place.db.empty()) return folder_name(place.given);
  if (fs::is_directory(place.given)) return place.given;
  return fs::path(place.given).stem().string() + ".arena";
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw Failure{kCannotWrite, fmt::format("cannot make {}: {}", path, error.message())};
}

std::string words_for(const ArenaPlace& place) {
  if (place.db.empty()) return folder_of(place);
  return fmt::format("\"{}\" --db {}", place.given, arena::shown({place.db}));
}

arena::Database database_at(const std::string& url, Say say) {
  arena::Database database;
  database.url = url;
  database.say = std::move(say);
  database.gives_up = [] { return interrupted(); };
  return database;
}

std::unique_ptr<arena::Book> make_at(const ArenaPlace& place, const arena::NewCompetition& competition,
                                     const Say& say) {
  if (!place.db.empty()) return arena::make_book(database_at(place.db, say), place.given, competition);
  make_folder(folder_of(place));
  return arena::make_book(file_of(place), competition);
}

std::unique_ptr<arena::Book> open_at(const ArenaPlace& place, arena::Access access, const Say& say) {
  if (place.db.empty()) return arena::open_book(file_of(place), access);
  return arena::open_book(database_at(place.db, say), place.given, access);
}

ChaKey key_from(const std::string& file) {
  if (file.empty()) return arena::new_key();
  std::ifstream in(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in && !in.eof()) throw Failure{kUsage, fmt::format("cannot read {}", file)};
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  const auto key = key_from_hex(text);
  if (!key) throw Failure{kUsage, fmt::format("{} must have 64 hexadecimal digits in it, and nothing else", file)};
  return *key;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "somewhere";
}

int thread_count(int asked) {
  return asked > 0 ? asked : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace fogg::cli
