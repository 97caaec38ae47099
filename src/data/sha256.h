// SHA-256 as lower-case hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace fogg {

std::string sha256_hex(std::string_view bytes);

}  // namespace fogg
