// What must be the same wherever games of a competition are played.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.h"

namespace fogg::arena {

// Here and now, a line for each: the versions of the rules and of the record, and the editions with the hashes of their data. Throws
// BookError if there is no such edition.
std::string basis_of(const Catalog& catalog, const std::vector<std::string>& editions);

// In words, if games that were begun there cannot be gone on with here. An empty basis is not known, and fits.
std::optional<std::string> basis_problem(std::string_view there, std::string_view here);

}  // namespace fogg::arena
