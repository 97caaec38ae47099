#include "data/catalog.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "data/embedded.h"

namespace fogg {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostBytes = 1U << 20U;

}  // namespace

tl::expected<std::string, DataError> read_data_file(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return tl::unexpected(DataError{path.string(), "", "cannot be read: " + error.message()});
  if (size > kMostBytes) return tl::unexpected(DataError{path.string(), "", "larger than 1 MiB"});
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return tl::unexpected(DataError{path.string(), "", "cannot be read"});
  return text.str();
}

namespace {

// In the order of their names, so that of several bad files the same one is reported everywhere. None if there is no
// such folder; but one that is there and cannot be looked into is an error.
tl::expected<std::set<fs::path>, DataError> json_files_in(const fs::path& folder) {
  std::set<fs::path> paths;
  std::error_code error;
  if (!fs::exists(folder, error) && !error) return paths;
  const fs::directory_iterator end;
  for (fs::directory_iterator entry(folder, error); !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") paths.insert(entry->path());
  }
  if (error) return tl::unexpected(DataError{folder.string(), "", "cannot be read: " + error.message()});
  return paths;
}

// The text behind "map" in an edition file, if there is one.
std::string word_for_map(std::string_view edition_text) {
  boost::system::error_code error;
  boost::json::parse_options options;
  options.max_depth = 16;
  const boost::json::value value = boost::json::parse(edition_text, error, {}, options);
  if (error || !value.is_object()) return {};
  const boost::json::value* map = value.get_object().if_contains("map");
  if (map == nullptr || !map->is_string()) return {};
  return {map->get_string().data(), map->get_string().size()};
}

// The same, if it can be the name of a map; anything wrong with the file is left to the full reading, which says it better.
std::string map_named_by(std::string_view edition_text) {
  std::string map = word_for_map(edition_text);
  const bool is_name = map.size() <= 40 && std::ranges::all_of(map, [](char c) {
                         return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
                       });
  return is_name ? map : std::string();
}

}  // namespace

bool is_edition_file(std::string_view text) {
  if (!word_for_map(text).empty()) return true;
  return text.find("\"route_points\"") != std::string_view::npos && text.find("\"routes\"") == std::string_view::npos;
}

tl::expected<Catalog, DataError> Catalog::open(const std::optional<fs::path>& folder) {
  Catalog catalog;
  for (const EmbeddedFile& file : embedded_files()) {
    catalog.files_[std::string(file.path)] = {"built-in " + std::string(file.path), std::string(file.text)};
  }
  if (!folder) return catalog;
  std::error_code error;
  if (!fs::is_directory(*folder, error)) return tl::unexpected(DataError{folder->string(), "", "is not a folder"});
  bool found = false;
  for (const char* part : {"maps", "editions"}) {
    auto paths = json_files_in(*folder / part);
    if (!paths) return tl::unexpected(paths.error());
    for (const fs::path& path : *paths) {
      auto text = read_data_file(path);
      if (!text) return tl::unexpected(text.error());
      catalog.files_[std::string(part) + "/" + path.filename().string()] = {path.string(), std::move(*text)};
      found = true;
    }
  }
  if (!found) return tl::unexpected(DataError{folder->string(), "", "has no maps/*.json or editions/*.json"});
  return catalog;
}

std::vector<std::string> Catalog::edition_ids() const {
  std::vector<std::string> ids;
  for (const auto& [path, file] : files_) {
    if (path.starts_with("editions/")) ids.push_back(path.substr(9, path.size() - 9 - 5));
  }
  return ids;
}

tl::expected<std::shared_ptr<const Edition>, DataError> Catalog::edition(const std::string& id) const {
  const auto found = files_.find("editions/" + id + ".json");
  if (found == files_.end()) {
    std::string known;
    for (const std::string& other : edition_ids()) known += (known.empty() ? "" : ", ") + other;
    return tl::unexpected(DataError{"edition \"" + id + "\"", "", "unknown; there are: " + known});
  }
  const File& file = found->second;
  const std::string map = map_named_by(file.text);
  const auto map_file = files_.find("maps/" + map + ".json");
  if (!map.empty() && map_file == files_.end()) {
    return tl::unexpected(DataError{file.shown, "map", fmt::format("there is no map \"{}\"", map)});
  }
  return make(file, id, map.empty() ? nullptr : &map_file->second, map);
}

std::optional<Catalog::Texts> Catalog::texts(const std::string& id) const {
  const auto file = files_.find("editions/" + id + ".json");
  if (file == files_.end()) return {};
  const auto map = files_.find("maps/" + map_named_by(file->second.text) + ".json");
  if (map == files_.end()) return {};
  return Texts{file->second.text, map->second.text};
}

tl::expected<std::shared_ptr<const Edition>, DataError> Catalog::make(const File& edition, const std::string& id,
                                                                      const File* map, const std::string& map_id) {
  // Without a map the edition stands in for it: what is wrong with it is found first.
  const File& board = map != nullptr ? *map : edition;
  auto made = read_edition(edition.shown, edition.text, board.shown, board.text);
  if (!made) return tl::unexpected(made.error());
  if (made->id != id) return tl::unexpected(DataError{edition.shown, "id", "must be the name of the file"});
  if (made->board.id != map_id) return tl::unexpected(DataError{board.shown, "id", "must be the name of the file"});
  return std::make_shared<const Edition>(std::move(*made));
}

tl::expected<std::shared_ptr<const Edition>, DataError> Catalog::check_edition(const fs::path& path,
                                                                               std::string_view text) const {
  const File file{path.string(), std::string(text)};
  const std::string map = map_named_by(text);
  const std::string id = path.stem().string();
  if (map.empty()) return make(file, id, nullptr, map);
  const fs::path beside = path.parent_path() / ".." / "maps" / (map + ".json");
  std::error_code error;
  if (fs::is_regular_file(beside, error)) {
    auto map_text = read_data_file(beside);
    if (!map_text) return tl::unexpected(map_text.error());
    const File board{beside.lexically_normal().string(), std::move(*map_text)};
    return make(file, id, &board, map);
  }
  const auto known = files_.find("maps/" + map + ".json");
  if (known == files_.end())
    return tl::unexpected(DataError{file.shown, "map", fmt::format("there is no map \"{}\"", map)});
  return make(file, id, &known->second, map);
}

}  // namespace fogg
