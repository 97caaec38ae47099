// What the tests of map and edition files share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/catalog.h"

namespace fogg::test {

namespace fs = std::filesystem;

// As these names are given to the reader, so must they come back in errors.
inline constexpr const char* kEditionFile = "the-edition.json";
inline constexpr const char* kMapFile = "the-map.json";

struct Change {
  std::string from;
  std::string to;
};

// Every change must hit something, or a case would silently test nothing.
inline std::string changed(std::string text, std::initializer_list<Change> changes) {
  for (const Change& change : changes) {
    const std::size_t at = text.find(change.from);
    if (at == std::string::npos) {
      ADD_FAILURE() << "not found: " << change.from;
    } else {
      text.replace(at, change.from.size(), change.to);
    }
  }
  return text;
}

inline std::string changed(std::string text, const std::vector<Change>& changes) {
  for (const Change& change : changes) text = changed(std::move(text), {change});
  return text;
}

inline bool is_one_line(const std::string& text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

inline void expect_error(const DataError& error, std::string_view file, std::string_view where, std::string_view part) {
  EXPECT_EQ(error.file, file);
  EXPECT_EQ(error.where, where);
  EXPECT_NE(error.message.find(part), std::string::npos) << "message: " << error.message;
  EXPECT_TRUE(is_one_line(error.text())) << error.text();
  EXPECT_TRUE(error.text().starts_with(std::string(file) + ": ")) << error.text();
  EXPECT_LT(error.text().size(), 1000U);
}

// A folder of data files that is gone at the end of the test.
class Folder {
 public:
  Folder() {
    static int count = 0;
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = fs::path(testing::TempDir()) /
            ("fogg_data_" + std::to_string(getpid()) + "_" + test->name() + "_" + std::to_string(count++));
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }
  std::string shown(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream out(path_ / name, std::ios::binary);
    out << text;
    ASSERT_TRUE(out.good());
  }

 private:
  fs::path path_;
};

// Which of the two files of a bad case is changed.
enum class In : std::uint8_t { kEdition, kMap };

}  // namespace fogg::test
