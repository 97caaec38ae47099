#include <algorithm>

#include "assets/assets.h"

namespace fogg {

const Asset* find_asset(std::string_view path) {
  const std::span<const Asset> all = assets();
  const auto found = std::ranges::lower_bound(all, path, {}, &Asset::path);
  return found != all.end() && found->path == path ? &*found : nullptr;
}

}  // namespace fogg
