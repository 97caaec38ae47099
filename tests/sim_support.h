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

#include "folder.h"
#include "paths.h"
#include "run_fogg.h"

namespace fogg::test {

namespace json = boost::json;

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
  const std::string command = fmt::format("{} '{}' {} 2>'{}'", prefix, fogg_binary(), arguments, err);
  const Printed printed = run_shell(command);
  Output output{printed.code, printed.text, {}};
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
