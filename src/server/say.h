// Messages for whoever runs the server.
#pragma once

#include <string_view>

namespace fogg::server {

// A line on stderr, with the time.
void say(std::string_view text);

}  // namespace fogg::server
