// Routes and tickets as JSON, the same in records and in messages.
#pragma once

#include <string>

#include "engine/edition.h"

namespace fogg {

// Without braces: `"a":"Boston","b":"NewYork","track":2`
std::string route_fields(const Edition& edition, int route);
std::string ticket_fields(const Edition& edition, int ticket);

}  // namespace fogg
