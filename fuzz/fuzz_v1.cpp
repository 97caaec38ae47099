// Any bytes as messages of the current protocol, in the middle of a game. The first line says which position it is, the others are messages; a
// move is tried by every seat and carried out when it is allowed.
#include <array>
#include <boost/json.hpp>
#include <string>

#include "bots/bot.h"
#include "engine/invariants.h"
#include "engine/view.h"
#include "opening.h"
#include "record/event.h"
#include "wire/v1_command.h"
#include "wire/v1_message.h"

namespace fogg::fuzz {
namespace {

namespace json = boost::json;

const std::array<Shared, 5>& editions() {
  static const std::array<Shared, 5> kEditions = [] {
    const Catalog catalog = *Catalog::open({});
    return std::array<Shared, 5>{*catalog.edition("usa-2004"), *catalog.edition("europe"), *catalog.edition("maerklin"),
                                 *catalog.edition("usa-2025"), *catalog.edition("usa-mega")};
  }();
  return kEditions;
}

// A message of the server: one line of JSON, with the `ref` of what it answers.
void check_message(const std::string& line, const std::string& ref) {
  check_lines(line);
  boost::system::error_code error;
  const json::value value = json::parse(line, error);
  require(!error && value.is_object(), "a message of the server is JSON");
  const json::value* back = value.as_object().if_contains("ref");
  require((back == nullptr ? std::string() : json::serialize(*back)) == ref, "an answer has the ref of its message");
}

class Table {
 public:
  Table(const Opening& opening, std::uint64_t seed) : edition_(opening.edition(editions())), chance_(seed) {
    opening.play(edition_, state_, chance_, seed);
  }

  void hear(std::string_view line) {
    const auto message = v1::parse_message(line);
    if (!message) {
      const v1::Fault& fault = message.error();
      require(fault.code <= v1::ErrorCode::kBadMessage || fault.code == v1::ErrorCode::kTooLong,
              "the error is one of these");
      require(!fault.message.empty() && fault.message.size() < 1000, "the error says something, and not too much");
      std::string out;
      v1::Writer(out, fault.ref).error(fault.code, fault.message, fault.path);
      check_message(out, fault.ref);
      return;
    }
    ref_ = message->ref;
    std::visit([this](const auto& command) { take(command); }, message->command);
  }

 private:
  void take(const v1::Create& create) {
    require(create.seats.size() >= 2 && create.seats.size() <= kMaxPlayers, "so many seats there can be");
    require(!create.move_time || (*create.move_time >= 0 && *create.move_time <= 7.0 * 24 * 3600),
            "a clock has a limit");
    for (const std::string& seat : create.seats) bot(seat);
    sit(create.name, create.edition);
  }
  void take(const v1::Join& join) { sit(join.name, join.table); }
  void take(const v1::Hint& hint) { bot(hint.bot); }
  void take(const v1::Chat& chat) {
    std::string out;
    v1::Writer(out, ref_).chat(0, "a", chat.text, 1);
    check_message(out, ref_);
  }
  void take(const v1::Move& move) {
    require(move.request >= 1, "requests are counted from 1");
    const auto action = v1::action_of(edition_, move.action);
    if (!action) return;
    check_forms(*action);
    for (int seat = 0; seat < state_.players; ++seat) {
      if (act(seat, *action)) return;
    }
  }
  template <typename Other>
  void take(const Other&) {}

  void sit(const std::string& name, const std::string& word) const {
    if (!v1::is_name(name)) return;
    v1::TableInfo info;
    info.code = "ABCD";
    info.edition = word;
    info.status = "waiting";
    info.observers = "public";
    info.seats.push_back({name, "Blue", "", true, false});
    std::string out;
    v1::Writer(out, ref_).seated(info, 0, "0", "");
    check_message(out, ref_);
  }

  void bot(const std::string& spec) const {
    std::string why;
    if (make_bot(spec, &why)) return;
    std::string out;
    v1::Writer(out, ref_).error(v1::ErrorCode::kBadBot, why, "seats");
    check_message(out, ref_);
    require(!why.empty(), "it is said what is wrong with a bot");
  }

  // Whichever way an action is named, it is the same one.
  void check_forms(const Action& action) const {
    const int id = edition_.action_id(action);
    require(id >= 0 && id < edition_.action_count(), "an action has an id");
    require(edition_.action(id) == action, "an id leads back to its action");
    require(v1::action_of(edition_, json::value(text(edition_, action))) == action, "so does its text");
    require(v1::action_of(edition_, json::parse(action_json(edition_, action))) == action,
            "so does its structured form");
  }

  // Whether the seat may do this, and has done it.
  bool act(int seat, const Action& action) {
    const Refusal refusal = check(edition_, state_, seat, action);
    const State visible = visible_state(edition_, view_of(edition_, state_, seat));
    const Refusal same = check(edition_, visible, seat, action);
    require(refusal.reason == same.reason, "the answer does not depend on what is hidden");
    if (refusal) {
      std::string out;
      v1::Writer(out, ref_).illegal(refusal);
      check_message(out, ref_);
      return false;
    }
    apply_legal(edition_, state_, seat, action, chance_);
    const std::string_view fault = find_fault(edition_, state_);
    require(fault.empty(), fault);
    for (int next = 0; next < state_.players && !state_.over(); ++next) {
      if (!state_.may_act(next)) continue;
      std::string out;
      v1::Writer(out).request(edition_, state_, next, 1, 1000, true);
      check_message(out, "");
    }
    return true;
  }

  const Edition& edition_;
  FastChance chance_;
  State state_{};
  std::string ref_;
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
    if (line.size() <= v1::kMaxMessage) table.hear(line);
  }
  return 0;
}
