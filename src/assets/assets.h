// The files of the browser client, as they were when the program was built.
#pragma once

#include <span>
#include <string_view>

namespace fogg {

struct Asset {
  std::string_view path;  // "assets/index-DXZZhD5_.js"
  std::string_view type;  // what HTTP calls it
  std::string_view body;
  std::string_view gzip;   // the same compressed; empty if that would gain nothing
  std::string_view etag;   // of the contents, without quotation marks
  bool immutable = false;  // the contents of this path never change, its name has their hash in it
};

// Sorted by path.
std::span<const Asset> assets();

// The one with exactly this path, or none. It has no slash in front, and nothing in it is unescaped or resolved.
const Asset* find_asset(std::string_view path);

}  // namespace fogg
