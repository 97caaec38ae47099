// What the tests of protocol v0.9 share: its editions, commands as text, messages as JSON.
#pragma once

#include <fmt/format.h>

#include <boost/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "habits.h"
#include "wire/v09_claim.h"
#include "wire/v09_story.h"

namespace fogg::v09 {

namespace json = boost::json;

// The editions that v0.9 can play.
inline const std::vector<std::string>& v09_ids() {
  static const std::vector<std::string> kIds = {"usa-2004", "usa-2010", "usa-2025",
                                                "usa-1910", "usa-mega", "usa-bigcities"};
  return kIds;
}

// Games of all editions and numbers of players; the habits take turns, so that a short run meets all of them.
template <typename F>
void each_game(int rounds, F&& play) {
  int number = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& id : v09_ids()) {
      for (int players = 2; players <= 5; ++players, ++number) {
        // The sixth habit is about things these editions do not have.
        const test::Habit habit = test::kHabits[static_cast<std::size_t>(number + number / 5) % 5];
        SCOPED_TRACE(fmt::format("{} players={} number={}", id, players, number));
        play(test::edition(id), players, static_cast<std::uint64_t>(number), habit);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

// Names that need care, and colors that are not in seat order.
inline Party odd_party() {
  Party party;
  party.colors = {SeatColor::kGreen, SeatColor::kBlue, SeatColor::kBlack, SeatColor::kRed, SeatColor::kYellow};
  party.names = {"ada", "quo\"te", "back\\slash", "Жанна🚂", "</script>'"};
  return party;
}

// What is said at a table of that party.
class Teller {
 public:
  explicit Teller(const Edition& edition, Dialect dialect = Dialect::kCamel)
      : edition_(edition), story_(edition, party_, dialect), dialect_(dialect) {}

  std::string began(const State& s, Viewer viewer) const {
    std::string out;
    story_.began(s, viewer, out);
    return out;
  }
  std::string told(const State& after, const Step& step, Viewer viewer) const {
    std::string out;
    story_.told(after, step, viewer, out);
    return out;
  }
  std::string scores(const State& s, int lost) const {
    std::string out;
    story_.scores(s, lost, out);
    return out;
  }
  std::string board(const State& s, int seat) const {
    std::string out;
    Writer(out, dialect_).board_state(edition_, s, party_.colors, seat);
    return out;
  }
  std::string routes(const State& s) const {
    std::string out;
    Writer(out, dialect_).all_routes(edition_, s, party_.colors, party_.colors[0]);
    return out;
  }
  const Party& party() const { return party_; }
  std::string color(int seat) const { return std::string(name(party_.colors[static_cast<std::size_t>(seat)])); }

 private:
  const Edition& edition_;
  Party party_ = odd_party();
  Story story_;
  Dialect dialect_;
};

inline std::vector<std::string> lines_of(const std::string& text) {
  EXPECT_TRUE(text.empty() || text.back() == '\n') << "a line without its end";
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::vector<json::object> messages_of(const std::string& text) {
  std::vector<json::object> messages;
  for (const std::string& line : lines_of(text)) {
    boost::system::error_code error;
    json::value value = json::parse(line, error);
    EXPECT_FALSE(error) << line;
    EXPECT_TRUE(value.is_object()) << line;
    messages.push_back(value.is_object() ? value.as_object() : json::object());
  }
  return messages;
}

inline std::string word(const json::object& message, std::string_view key) {
  const json::value* value = message.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : "";
}

inline std::int64_t number(const json::object& message, std::string_view key) {
  const json::value* value = message.if_contains(key);
  EXPECT_TRUE(value != nullptr && value->is_int64()) << key;
  return value != nullptr && value->is_int64() ? value->as_int64() : -1;
}

inline std::string of_one(const std::vector<json::object>& messages, std::string_view key) {
  EXPECT_EQ(messages.size(), 1U);
  return messages.empty() ? "" : word(messages[0], key);
}

// Plays an action, and gives what the messages about it are made of.
template <Chance C>
Step carry_out(const Edition& edition, State& state, int seat, const Action& action, C& chance) {
  Step step = step_of(state, seat, action);
  test::Listening<C> listening(chance);
  apply_legal(edition, state, seat, action, listening);
  if (action.kind == ActionKind::kDraw) step.drawn = static_cast<Card>(listening.heard.at(0).value);
  return step;
}

// Plays a game and calls `see(before, step, after)` for every action.
template <typename F>
void tell_game(const Edition& edition, int players, std::uint64_t seed, test::Habit habit, F&& see) {
  FastChance chance(seed);
  FastGenerator random(seed, 78);
  State before;
  State after;
  start(edition, after, players, chance);
  while (!after.over() && !testing::Test::HasFatalFailure()) {
    copy_state(edition, before, after);
    const int seat = test::any_actor(after, random);
    const Action action = test::choose(edition, after, seat, habit, random);
    const Step step = carry_out(edition, after, seat, action, chance);
    see(before, step, after);
  }
}

// Everyone who hears of a game.
inline std::vector<Viewer> everyone(int players) {
  std::vector<Viewer> all = {{Viewer::kPublic}, {Viewer::kEverything}};
  for (int seat = 0; seat < players; ++seat) all.push_back({seat});
  return all;
}

// What becomes of a line: the text of the action, or the name of the error.
inline std::string answer(const Edition& edition, const State& state, int seat, const std::string& line) {
  const auto command = parse_command(edition.board, line);
  if (!command) return std::string(name(ErrorCode::kWrongTurnFormat));
  const auto action = action_for(edition, state, seat, *command);
  if (!action) return std::string(name(action.error().code));
  const Refusal refusal = check(edition, state, seat, *action);
  EXPECT_FALSE(refusal) << line << ": " << name(refusal.reason);
  return text(edition, *action);
}

}  // namespace fogg::v09
