#include "cli/arena_entry.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "wire/v1_message.h"

namespace fogg::cli {

namespace fs = std::filesystem;

namespace {

// The same as those of `fogg serve`.
constexpr std::string_view kUsualTcp = "8081";
constexpr std::string_view kUsualV09 = "8080";

arena::Port port_of(std::string_view option, std::string_view text) {
  const auto port = arena::read_port(text);
  if (!port) throw Failure{kUsage, fmt::format("--{}: \"{}\" is not a port, nor ADDRESS:PORT", option, text)};
  return *port;
}

std::string cell(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string row_of(const Token& token) {
  std::vector<std::string> lines = first_lines(token);
  lines.resize(2);
  return fmt::format("{},{},{},{},{}\n", cell(token.name), token.way == arena::Way::kConnectsV09 ? "v0.9" : "current",
                     token.token, cell(lines[0]), cell(lines[1]));
}

bool connect_by(const std::vector<arena::EntrantSpec>& entrants, arena::Way way) {
  return std::any_of(entrants.begin(), entrants.end(),
                     [way](const arena::EntrantSpec& entrant) { return entrant.way == way; });
}

}  // namespace

std::vector<std::string> first_lines(const Token& token) {
  if (token.way == arena::Way::kConnectsV09) return {fmt::format("Join {}@{} Player", token.name, token.token)};
  return {R"({"type":"hello","protocol":[1,1]})",
          fmt::format(R"({{"type":"join","name":{},"token":"{}"}})", v1::quoted(token.name), token.token)};
}

std::shared_ptr<arena::Entry> open_entry(const Common& common, const EntryPorts& ports,
                                         const std::vector<arena::EntrantSpec>& entrants,
                                         const std::vector<std::string>& editions) {
  arena::Entry::Options options;
  if (!ports.tcp.empty() || connect_by(entrants, arena::Way::kConnects))
    options.current = port_of("tcp", ports.tcp.empty() ? kUsualTcp : ports.tcp);
  if (!ports.v09.empty() || connect_by(entrants, arena::Way::kConnectsV09))
    options.v09 = port_of("v09", ports.v09.empty() ? kUsualV09 : ports.v09);
  if (!options.current && !options.v09) return nullptr;
  const Catalog catalog = common.catalog();
  for (const std::string& id : editions) {
    const auto edition = catalog.edition(id);
    if (!edition) throw Failure{kUsage, edition.error().text()};
    options.editions.push_back(*edition);
  }
  for (const arena::EntrantSpec& entrant : entrants)
    if (const auto problem = arena::problem_with(entrant, options.editions)) throw Failure{kUsage, *problem};
  try {
    return std::make_shared<arena::Entry>(std::move(options));
  } catch (const arena::BookError& error) {
    throw Failure{kUsage, fmt::format("{} (see --tcp and --v09)", error.message)};
  }
}

void tell_ports(const arena::Entry& entry, const std::vector<arena::EntrantEntry>& entrants,
                const std::string& folder) {
  bool any = false;
  for (const arena::Way way : {arena::Way::kConnects, arena::Way::kConnectsV09}) {
    if (entry.address(way).empty()) continue;
    std::vector<std::string> names;
    for (const arena::EntrantEntry& one : entrants)
      if (one.spec.way == way && one.state.active) names.push_back(one.spec.name);
    any = any || !names.empty();
    fmt::print(stderr, "arena: {} {}, {}\n",
               way == arena::Way::kConnects ? "current protocol:" : "protocol v0.9:", entry.address(way),
               names.empty() ? "nobody yet" : fmt::format("for {}", fmt::join(names, ", ")));
  }
  if (any)
    fmt::print(stderr, "arena: tokens for those who connect are in {}\n", (fs::path(folder) / "tokens.csv").string());
}

void write_tokens(const std::string& folder, const std::vector<Token>& tokens) {
  if (tokens.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Failure{kCannotWrite, fmt::format("cannot make {}: {}", folder, error.message())};
  const std::string path = (fs::path(folder) / "tokens.csv").string();
  constexpr std::string_view kHead = "name,protocol,token,first_line,second_line\n";
  std::string text(kHead);
  std::ifstream before(path);
  for (std::string line; std::getline(before, line);) {
    const bool is_new = std::any_of(tokens.begin(), tokens.end(),
                                    [&](const Token& one) { return line.starts_with(cell(one.name) + ","); });
    if (line + "\n" != kHead && !is_new) text += line + "\n";
  }
  for (const Token& token : tokens) text += row_of(token);
  // Nobody else may read it, not even for a moment.
  const std::string partial = path + ".part";
  unlink(partial.c_str());
  const int file = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool good = file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  good = file >= 0 && fsync(file) == 0 && good;
  if (file >= 0) close(file);
  if (!good || rename(partial.c_str(), path.c_str()) != 0)
    throw Failure{kCannotWrite, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
}

}  // namespace fogg::cli
