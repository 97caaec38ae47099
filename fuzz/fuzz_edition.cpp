// Any bytes as an edition file, and, behind a line `----`, as its map (without that line: the shipped map it names). Refused
// with one clear error, or an edition whose tables are sound and which can be played with every number of players.
#include "data/catalog.h"
#include "data/embedded.h"
#include "engine/action.h"
#include "engine/invariants.h"
#include "engine/play.h"
#include "engine/score.h"
#include "fuzz.h"

namespace fogg::fuzz {
namespace {

constexpr int kMostDecisions = 2000;
constexpr int kMostActionsChecked = 300;

// The map whose name stands in the text, that of the USA if it is none of ours.
std::string_view shipped_map(std::string_view edition) {
  std::string_view usa;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with("maps/")) continue;
    const std::string id(file.path.substr(5, file.path.size() - 5 - 5));
    if (id == "usa") usa = file.text;
    if (edition.find("\"map\": \"" + id + "\"") != std::string_view::npos) return file.text;
  }
  require(!usa.empty(), "the map is embedded");
  return usa;
}

struct Parts {
  std::string_view edition;
  std::string_view map;
};

Parts split(std::string_view text) {
  constexpr std::string_view kLine = "----";
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text.substr(begin, end - begin) == kLine)
      return {text.substr(0, begin), text.substr(std::min(end + 1, text.size()))};
    begin = end + 1;
  }
  return {text, shipped_map(text)};
}

// Ids, texts and actions belong together one to one. Texts are slow to read, so only some of many are tried.
void check_actions(const Edition& edition) {
  const int count = edition.action_count();
  const int step = 1 + count / kMostActionsChecked;
  for (int id = 0; id < count; ++id) {
    const Action& action = edition.action(id);
    require(edition.action_id(action) == id, "an action has the id it is listed under");
    if (id % step != 0) continue;
    const auto parsed = parse_action(edition, text(edition, action));
    require(parsed && *parsed == action, "the text of an action is read back as the same");
  }
}

void sound(const Edition& edition, const State& state) {
  const std::string_view fault = find_fault(edition, state);
  require(fault.empty(), fault);
}

void play(const Edition& edition, int players, std::uint64_t seed) {
  FastChance chance(seed);
  FastGenerator choices(seed, static_cast<std::uint64_t>(players));
  State state;
  start(edition, state, players, chance);
  sound(edition, state);
  for (int decision = 0; decision < kMostDecisions && !state.over(); ++decision) {
    const int seat = state.actor();
    const Legal legal(edition, state, seat);
    require(legal.count() > 0, "a player to act can do something");
    const Action action = legal.nth(static_cast<int>(choices.pick(legal.count())));
    require(edition.action_id(action) >= 0, "a legal action has an id");
    require(!check(edition, state, seat, action), "a legal action is not refused");
    apply_legal(edition, state, seat, action, chance);
    sound(edition, state);
  }
  const Scores scores = score(edition, state);
  bool won = false;
  for (int seat = 0; seat < players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    require(scores[s].longest <= edition.trains - state.trains[s], "no trail is longer than what was built");
    won = won || scores[s].winner;
  }
  require(won, "somebody wins");
}

void check_edition(const Edition& edition, std::uint64_t seed) {
  require(!canonical_data(edition).empty(), "there is canonical data");
  require(edition.data_hash.size() == 64, "there is a hash");
  require(edition.ticket_count() + edition.ticket_log_bytes() <= State::kTailBytes, "tickets fit a state");
  require(!edition.has_extras() || edition.extras_at() >= edition.ticket_count() + edition.ticket_log_bytes(),
          "extras stand behind the tickets");
  require(edition.state_bytes() <= static_cast<int>(sizeof(State)), "a state fits");
  check_actions(edition);
  for (int players = edition.min_players; players <= edition.max_players; ++players) play(edition, players, seed);
}

}  // namespace
}  // namespace fogg::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  const std::string_view text = fuzz::text_of(data, size);
  const auto [edition_text, map_text] = fuzz::split(text);
  const auto edition = read_edition("fuzz-edition", edition_text, "fuzz-map", map_text);
  if (edition) {
    fuzz::check_edition(*edition, fuzz::seed_of(text));
  } else {
    fuzz::check_error(edition.error(), edition.error().file == "fuzz-map" ? "fuzz-map" : "fuzz-edition");
  }
  return 0;
}
