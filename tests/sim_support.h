// For the tests of `fogg sim`: a folder, the program, and results without what depends on time.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace fogg::test {

namespace fs = std::filesystem;
namespace json = boost::json;

// A folder that goes with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "fogg-sim-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for the test");
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// Records of a folder, by name.
inline std::map<std::string, std::string> records_in(const std::string& folder) {
  std::map<std::string, std::string> records;
  if (!fs::exists(folder)) return records;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".jsonl") records[file.path().filename().string()] = read_file(file.path().string());
  }
  return records;
}

struct Output {
  int code = -1;
  std::string out;
  std::string err;
};

// Runs `PREFIX fogg ARGUMENTS` through the shell.
inline Output fogg(const Folder& folder, const std::string& arguments, const std::string& prefix = "") {
  const std::string err = folder / "stderr";
  const std::string command = fmt::format("{} '{}' {} 2>'{}'", prefix, FOGG_BINARY, arguments, err);
  FILE* pipe = popen(command.c_str(), "r");
  Output output;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) output.out.append(buffer.data(), got);
  const int status = pclose(pipe);
  output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  output.err = read_file(err);
  return output;
}

// A result without speeds.
inline std::string timeless(const std::string& text) {
  json::object result = json::parse(text).as_object();
  for (const char* key : {"seconds", "games_per_second", "decisions_per_second", "threads"}) result.erase(key);
  for (json::value& bot : result.at("by_bot").as_array()) bot.as_object().erase("decision_us");
  return json::serialize(result);
}

}  // namespace fogg::test
