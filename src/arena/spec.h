// A competition as its organiser wrote it down (docs/arena.md), checked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "arena/schedule.h"
#include "engine/edition.h"

namespace fogg::arena {

// How an entrant comes to the table.
enum class Way : std::uint8_t {
  kBuiltIn,  // a bot of this program
  kProgram,  // started for every game, speaks the current protocol over its standard input and output
  kConnects,  // connects over TCP with its token, and speaks the current protocol
  kConnectsV09,  // the same with protocol v0.9
};
std::string_view name(Way way);

struct EntrantSpec {
  std::string name;
  Way way = Way::kBuiltIn;
  std::string bot;  // kBuiltIn: name and options
  std::string command;  // kProgram
  std::string folder;  // kProgram: of the bot; the only one of its own that it sees
  std::vector<std::string> reads;  // kProgram: more folders that it may read
  int connections = 1;  // kConnects…: how many games it can play at once
};

struct Limits {
  double start = 20;  // seconds until a program has said hello
  double move = 10;  // for a decision
  double game = 600;  // for all decisions of a game
  double arrive = 60;  // until somebody who connects is there for a game that could begin
  int memory = 1024;  // MiB
  int processes = 64;
  int scratch = 64;  // MiB
};

enum class FaultPolicy : std::uint8_t {
  kPlayOn,  // a bot decides in its place; a program that is gone is replaced for the rest of the game
  kForfeit,  // it is last in this game
};

struct FaultRules {
  FaultPolicy policy = FaultPolicy::kPlayOn;
  std::string stand_in = "hungry";
  int tries = 3;  // answers that are refused before the policy applies
  int timeouts = 3;  // in a row, after which nobody waits for it any more in this game
  int disqualify_after = 0;  // games with a fault; 0: never
};

struct Spec {
  std::string name;
  Course course;
  Limits limits;
  FaultRules faults;
  std::vector<EntrantSpec> entrants;
  std::string text;  // the file
};

// `file` is for messages only; folders in the text are relative to `folder`. An error says where and what.
tl::expected<Spec, std::string> read_spec(const std::string& file, std::string_view text, const std::string& folder);

// One more entrant, as a table of TOML like those of the file.
tl::expected<EntrantSpec, std::string> read_entrant(const std::string& file, std::string_view text,
                                                    const std::string& folder);

// Why an entrant cannot play these editions; nothing if it can.
std::optional<std::string> problem_with(const EntrantSpec& entrant,
                                        const std::vector<std::shared_ptr<const Edition>>& editions);

// For the book.
std::string to_json(const EntrantSpec& entrant);
tl::expected<EntrantSpec, std::string> entrant_from_json(std::string_view text);

}  // namespace fogg::arena
