// Any bytes as what clients of protocol v0.9 send to a table in the middle of a game. The first line says which position it is, the
// others are commands, tried by every seat and carried out when they are allowed.
#include <array>
#include <string>

#include "engine/invariants.h"
#include "engine/view.h"
#include "opening.h"
#include "wire/v09_claim.h"
#include "wire/v09_story.h"

namespace fogg::fuzz {
namespace {

const std::array<Shared, 6>& editions() {
  static const std::array<Shared, 6> kEditions = [] {
    const Catalog catalog = *Catalog::open({});
    return std::array<Shared, 6>{*catalog.edition("usa-2004"), *catalog.edition("usa-2010"),
                                 *catalog.edition("usa-2025"), *catalog.edition("usa-1910"),
                                 *catalog.edition("usa-mega"), *catalog.edition("usa-bigcities")};
  }();
  return kEditions;
}

class Table {
 public:
  Table(const Opening& opening, std::uint64_t seed) : edition_(opening.edition(editions())), chance_(seed) {
    opening.play(edition_, state_, chance_, seed);
  }

  void hear(std::string_view line) {
    const auto command = v09::parse_command(edition_.board, line);
    std::string out;
    if (!command) {
      v09::Writer(out, v09::Dialect::kCamel)
          .refusal(v09::SeatColor::kBlue, command.error().type, v09::ErrorCode::kWrongTurnFormat);
      check_lines(out);
      return;
    }
    require(command->type < v09::TurnType::kTurn, "only commands are accepted");
    if (command->type == v09::TurnType::kJoin) join(command->join);
    for (int seat = -1; seat <= state_.players; ++seat) {
      if (act(seat, *command)) return;
    }
  }

 private:
  static void join(const v09::JoinCommand& join) {
    require(!join.name.empty(), "a name has characters");
    if (!v09::is_name(join.name)) return;
    std::string out;
    v09::Writer(out, v09::Dialect::kUpper).joined(v09::SeatColor::kRed, join.name, join.type);
    check_lines(out);
    require(join.name.size() <= 4U * v09::kMaxName, "a name is short");
  }

  // Whether the seat may do this, and has done it.
  bool act(int seat, const v09::Command& command) {
    const auto action = v09::action_for(edition_, state_, seat, command);
    if (seat >= 0 && seat < state_.players) {
      // What a seat is answered follows from what it can see.
      const State visible = visible_state(edition_, view_of(edition_, state_, seat));
      const auto same = v09::action_for(edition_, visible, seat, command);
      require(action.has_value() == same.has_value(), "the answer does not depend on what is hidden");
      require(action ? *action == *same : action.error().code == same.error().code, "nor does what it is");
    }
    if (!action) {
      require(action.error().code <= v09::ErrorCode::kWrongTurnFormat, "the error is one of the list");
      require(action.error().code != v09::ErrorCode::kInternalError, "and no internal one");
      require(state_.may_act(seat) || action.error().code == v09::ErrorCode::kNotPlayersTurn, "not this seat's turn");
      return false;
    }
    require(!check(edition_, state_, seat, *action), "the action is legal");
    v09::Step step = v09::step_of(state_, seat, *action);
    const CardCounts hand = state_.hand[static_cast<std::size_t>(seat)];
    apply_legal(edition_, state_, seat, *action, chance_);
    for (int kind = 0; kind < edition_.card_kinds; ++kind) {
      const auto card = static_cast<Card>(kind);
      if (state_.hand[static_cast<std::size_t>(seat)][card] > hand[card]) step.drawn = card;
    }
    const std::string_view fault = find_fault(edition_, state_);
    require(fault.empty(), fault);
    tell(step);
    return true;
  }

  void tell(const v09::Step& step) const {
    v09::Party party;
    party.colors = {v09::SeatColor::kRed, v09::SeatColor::kBlue, v09::SeatColor::kBlack, v09::SeatColor::kGreen,
                    v09::SeatColor::kYellow};
    party.names = {"a", "\"", "\\", "d", "e"};
    for (const v09::Dialect dialect : {v09::Dialect::kCamel, v09::Dialect::kUpper}) {
      const v09::Story story(edition_, party, dialect);
      for (int viewer = v09::Viewer::kEverything; viewer < state_.players; ++viewer) {
        std::string out;
        story.told(state_, step, {viewer}, out);
        story.began(state_, {viewer}, out);
        check_lines(out);
      }
    }
  }

  const Edition& edition_;
  FastChance chance_;
  State state_{};
};

}  // namespace
}  // namespace fogg::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  std::string_view text = fuzz::text_of(data, size);
  const std::string_view first = fuzz::next_line(text);
  fuzz::Table table(fuzz::Opening(first), fuzz::seed_of(first));
  while (!text.empty()) {
    const std::string_view line = fuzz::next_line(text);
    if (line.size() <= v09::kMaxLine) table.hear(line);
  }
  return 0;
}
