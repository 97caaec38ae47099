// All editions at hand: the embedded ones, and those of a folder that adds to them or replaces them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/edition.h"

namespace fogg {

// What is wrong with a data file, and where: a line and column for broken JSON, a key such as `routes[3].b` otherwise.
struct DataError {
  std::string file;
  std::string where;
  std::string message;
  std::string text() const { return file + ": " + (where.empty() ? "" : where + ": ") + message; }
};

// Makes an edition of the texts of its two files. Both are checked completely.
tl::expected<Edition, DataError> read_edition(std::string_view edition_file, std::string_view edition_text,
                                              std::string_view map_file, std::string_view map_text);
// Checks a map file by itself.
tl::expected<Board, DataError> read_map(std::string_view file, std::string_view text);

// The text whose SHA-256 is Edition::data_hash (docs/records.md).
std::string canonical_data(const Edition& edition);

// The text of a data file, of bounded size.
tl::expected<std::string, DataError> read_data_file(const std::filesystem::path& path);
// Whether a text looks more like an edition than like a map.
bool is_edition_file(std::string_view text);

class Catalog {
 public:
  // `folder`: maps/*.json and editions/*.json below it go before the embedded files of the same name.
  static tl::expected<Catalog, DataError> open(const std::optional<std::filesystem::path>& folder);

  std::vector<std::string> edition_ids() const;
  tl::expected<std::shared_ptr<const Edition>, DataError> edition(const std::string& id) const;
  // The texts of its file and of its map's; nothing if there is no such edition or no such map.
  struct Texts {
    std::string_view edition;
    std::string_view map;
  };
  std::optional<Texts> texts(const std::string& id) const;
  // An edition file that is not part of the catalog; its map may stand in the folder `maps` beside its own.
  tl::expected<std::shared_ptr<const Edition>, DataError> check_edition(const std::filesystem::path& path,
                                                                        std::string_view text) const;

 private:
  struct File {
    std::string shown;  // the name for messages
    std::string text;
  };
  static tl::expected<std::shared_ptr<const Edition>, DataError> make(const File& edition, const std::string& id,
                                                                      const File* map, const std::string& map_id);
  std::map<std::string, File> files_;  // by "maps/usa.json"
};

}  // namespace fogg
