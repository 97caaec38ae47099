// What a bot is called at a table.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace fogg::server {

// The name, and the options that are words: "planner:level=easy" is planner-easy, "search:time=1s" is search. Short enough that a number
// fits behind it, see v09::kMaxName.
inline std::string bot_title(std::string_view spec) {
  constexpr std::size_t kLongest = 28;
  std::string title(spec.substr(0, std::min(spec.find(':'), kLongest)));
  for (std::size_t at = spec.find(':'); at != std::string_view::npos; at = spec.find(':', at + 1)) {
    const std::string_view option = spec.substr(at + 1, spec.find(':', at + 1) - at - 1);
    const std::string_view value = option.substr(std::min(option.find('='), option.size() - 1) + 1);
    const bool is_word = !value.empty() && value != "on" && value != "off" &&
                         std::all_of(value.begin(), value.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (is_word && title.size() + 1 + value.size() <= kLongest) title += "-" + std::string(value);
  }
  return title;
}

}  // namespace fogg::server
