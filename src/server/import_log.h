// POST /api/import: a log of protocol v0.9 that a page sends, as the record it becomes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "data/catalog.h"
#include "server/http.h"

namespace fogg::server {

inline constexpr std::string_view kImportPath = "/api/import";
inline constexpr std::size_t kMostImported = std::size_t{8} * 1024 * 1024;

// The record, or why there is none. Takes a while for a long log; may be called on any thread.
Page import_log(const Catalog& catalog, std::string_view log);

Page import_error(int status, std::string_view message, std::optional<int> line = {});

}  // namespace fogg::server
