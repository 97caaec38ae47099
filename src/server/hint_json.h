#pragma once

#include <string>

#include "bots/thoughts.h"
#include "engine/edition.h"

namespace fogg::server {

// What a bot weighed, for a page to put into words of its language: the best few options with the figures and reasons of each.
std::string hint_json(const Edition& edition, const Thoughts& thoughts);

}  // namespace fogg::server
