#pragma once

#include <string_view>

namespace fogg::server {

// Of this program.
constexpr std::string_view version() { return FOGG_VERSION; }

}  // namespace fogg::server
