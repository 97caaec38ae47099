// The command line of a program, as its organiser wrote it.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace fogg::arena {

// Splits it into words as a shell would: blanks, 'quotes', "quotes" and \. Nothing is expanded, as no shell runs it; a sign that only a shell
// would understand (| > $ and so on) outside quotes is an error and not a surprise.
tl::expected<std::vector<std::string>, std::string> split_words(std::string_view line);

}  // namespace fogg::arena
