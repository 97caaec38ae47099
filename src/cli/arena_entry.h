// Entrants of a competition who connect: their tokens for the organiser, and the ports they come to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/book.h"
#include "arena/entry.h"
#include "cli/common.h"

namespace fogg::cli {

// As given on the command line; empty: not given.
struct EntryPorts {
  std::string tcp;
  std::string v09;
};

// Opens the ports that these entrants need, and those that were asked for; null if there are none. Throws Failure.
std::shared_ptr<arena::Entry> open_entry(const Common& common, const EntryPorts& ports,
                                         const std::vector<arena::EntrantSpec>& entrants,
                                         const std::vector<std::string>& editions);
// Where to connect, for the organiser.
void tell_ports(const arena::Entry& entry, const std::vector<arena::EntrantEntry>& entrants, const std::string& folder);

struct Token {
  std::string name;
  arena::Way way = arena::Way::kConnects;
  std::string token;
};
// What it says first when it connects.
std::vector<std::string> first_lines(const Token& token);
// Writes tokens.csv in the competition's folder, for the organiser's eyes only. Rows of other entrants stay.
void write_tokens(const std::string& folder, const std::vector<Token>& tokens);

}  // namespace fogg::cli
