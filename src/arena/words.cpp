#include "arena/words.h"

#include <fmt/format.h>
#include <optional>

namespace fogg::arena {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kForAShell = "|&;<>()$`";
// Inside double quotes a backslash means itself before all other signs.
constexpr std::string_view kEscapable = "\"\\$`";

bool has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

}  // namespace

tl::expected<std::vector<std::string>, std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // an empty pair of quotes is a word too
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool last = i + 1 == line.size();
    if (c == '\0') return tl::unexpected(std::string("the command has a zero byte in it"));
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else if (quote == '"' && c == '\\' && !last && has(kEscapable, line[i + 1])) {
        word->push_back(line[++i]);
      } else {
        word->push_back(c);
      }
    } else if (has(kBlanks, c)) {
      if (word) words.push_back(std::move(*word));
      word.reset();
    } else if (has(kForAShell, c)) {
      return tl::unexpected(fmt::format(
          "the command has a '{}' outside quotes, but it is run without a shell: quote it, or write sh -c '…'", c));
    } else {
      if (!word) word.emplace();
      if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '\\') {
        if (last) return tl::unexpected(std::string("the command ends with a \\ and nothing after it"));
        word->push_back(line[++i]);
      } else {
        word->push_back(c);
      }
    }
  }
  if (quote != 0) return tl::unexpected(fmt::format("the command has a {} that is never closed", quote));
  if (word) words.push_back(std::move(*word));
  if (words.empty() || words.front().empty()) return tl::unexpected(std::string("the command is empty"));
  return words;
}

}  // namespace fogg::arena
