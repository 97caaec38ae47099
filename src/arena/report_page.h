// The report of a competition: one HTML file that needs nothing else.
#pragma once

#include <string>

#include "arena/accounts.h"

namespace fogg::arena {

std::string report_page(const Summary& summary, const std::string& made_by);

}  // namespace fogg::arena
