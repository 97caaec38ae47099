// Any bytes as the text of an action and of a position: what is accepted writes back to the same text.
#include "engine/invariants.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/state_text.h"
#include "engine/view.h"
#include "fuzz.h"

namespace {

const fogg::Edition& edition() {
  static const auto kEdition = *(*fogg::Catalog::open({})).edition("usa-2025");
  return *kEdition;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  const std::string_view input = fuzz::text_of(data, size);
  if (const auto action = parse_action(edition(), input)) {
    fuzz::require(text(edition(), *action) == input, "an action writes back to its text");
  }
  if (const auto parsed = parse_state(edition(), input)) {
    State state = *parsed;
    fuzz::require(state_text(edition(), state) == input, "a position writes back to its text");
    // A position that passes the check can be played on, seen and dealt anew.
    FastChance chance(fuzz::seed_of(input));
    FastGenerator random(fuzz::seed_of(input), 1);
    for (int step = 0; step < 300 && !state.over(); ++step) {
      const int seat = state.actor();
      const Legal legal(edition(), state, seat);
      fuzz::require(legal.count() > 0, "somebody can act");
      const View view = view_of(edition(), state, seat);
      State dealt;
      redeal(edition(), view, random, dealt);
      apply_legal(edition(), state, seat, legal.nth(static_cast<int>(random.pick(legal.count()))), chance);
      fuzz::require(find_fault(edition(), state).empty(), "play keeps a position possible");
    }
    score(edition(), state);
  }
  return 0;
}
