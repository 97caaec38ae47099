// For the test that kills the server: places where it can be told to die at once, as by kill -9.
#pragma once

#include <string_view>

namespace fogg::server {

// Dies here if the environment says so: FOGG_CRASH=NAME:COUNT, at the COUNT-th passage. Costs nothing otherwise.
void crash_point(std::string_view name);
// Dies some time after this passage, while something else goes on: FOGG_CRASH=NAME:COUNT:MICROSECONDS.
void crash_during(std::string_view name);

}  // namespace fogg::server
