#include "arena/basis.h"

#include <fmt/format.h>
#include <map>

#include "arena/book.h"
#include "record/event.h"

namespace fogg::arena {

namespace {

std::map<std::string, std::string, std::less<>> pairs_of(std::string_view text) {
  std::map<std::string, std::string, std::less<>> pairs;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t space = line.rfind(' ');
    if (space != std::string_view::npos) pairs[std::string(line.substr(0, space))] = line.substr(space + 1);
  }
  return pairs;
}

}  // namespace

std::string basis_of(const Catalog& catalog, const std::vector<std::string>& editions) {
  std::string text = fmt::format("version of the rules {}\nformat of records {}\n", kRulesVersion, kRecordFormat);
  for (const std::string& id : editions) {
    const auto edition = catalog.edition(id);
    if (!edition) throw BookError{edition.error().text()};
    text += fmt::format("data of {} {}\n", id, (*edition)->data_hash);
  }
  return text;
}

std::optional<std::string> basis_problem(std::string_view there, std::string_view here) {
  const auto ours = pairs_of(here);
  for (const auto& [what, theirs] : pairs_of(there)) {
    const auto found = ours.find(what);
    const std::string_view our = found == ours.end() ? "unknown" : std::string_view(found->second);
    if (our != theirs)
      return fmt::format(
          "the competition was begun with another version of the program or its data: the {} is {} there, {} here",
          what, theirs, our);
  }
  return {};
}

}  // namespace fogg::arena
