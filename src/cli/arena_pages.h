// The pages of a competition: the options of `fogg arena`, and `fogg arena show`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "arena/pages.h"
#include "cli/common.h"

namespace fogg::cli {

struct PagesOptions {
  std::string http;  // [ADDRESS:]PORT; empty: no pages
  std::string watch;  // live, over, none; empty: the usual
  bool stay = false;
};
void add_pages_options(CLI::App& command, PagesOptions& options);
// For `fogg arena show`.
void add_show_options(CLI::App& command, PagesOptions& options);
// Throws Failure if they make no sense, before anything is begun.
void check_pages_options(const PagesOptions& options);

// Opens the port and says where. None if no pages are wanted. `open`: another look at the competition.
using OpenBook = std::function<std::unique_ptr<arena::Book>()>;
std::unique_ptr<arena::Pages> open_pages(const PagesOptions& options, const OpenBook& open, const Catalog& catalog,
                                         const arena::Stage* stage, bool unsafe);
// Until Ctrl-C.
void keep_pages();

}  // namespace fogg::cli
