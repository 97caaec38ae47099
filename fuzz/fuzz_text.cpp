// Any bytes as the text of an action and of a position: what is accepted writes back to the same text. Tried with editions that
// together have everything; a position names its own.
#include <array>
#include <bit>
#include <charconv>
#include <vector>

#include "engine/invariants.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/state_text.h"
#include "engine/view.h"
#include "fuzz.h"

namespace fogg::fuzz {
namespace {

using Shared = std::shared_ptr<const Edition>;

const std::array<Shared, 4>& editions() {
  static const std::array<Shared, 4> kEditions = [] {
    const Catalog catalog = *Catalog::open({});
    return std::array<Shared, 4>{*catalog.edition("usa-2025"), *catalog.edition("usa-mega"), *catalog.edition("europe"),
                                 *catalog.edition("maerklin")};
  }();
  return kEditions;
}

// Whether the hidden part was dealt anew. A position that never came up in a game may have no history, and to find that out
// takes all attempts there are.
bool deal_anew(const Edition& edition, const State& state, int viewer, FastGenerator& random) {
  const View view = view_of(edition, state, viewer);
  State dealt;
  if (!redeal(edition, view, random, dealt)) return false;
  const std::string_view fault = find_fault(edition, dealt);
  require(fault.empty(), fault);
  require(view_of(edition, dealt, viewer) == view, "and looks the same");
  return true;
}

// A position that passes the check can be played on, seen and dealt anew.
void play_on(const Edition& edition, State state, std::uint64_t seed) {
  FastChance chance(seed);
  FastGenerator random(seed, 1);
  bool has_history = true;
  for (unsigned step = 0; step < 300 && !state.over(); ++step) {
    const int seat = state.actor();
    const Legal legal(edition, state, seat);
    require(legal.count() > 0, "somebody can act");
    if (has_history && std::popcount(step) <= 1) {
      has_history = deal_anew(edition, state, seat, random) && deal_anew(edition, state, kSpectator, random);
    }
    const Action action = legal.nth(static_cast<int>(random.pick(legal.count())));
    require(!check(edition, state, seat, action), "a legal action is not refused");
    apply_legal(edition, state, seat, action, chance);
    const std::string_view fault = find_fault(edition, state);
    require(fault.empty(), fault);
  }
  score(edition, state);
}

// The numbers of a position, and the text between them.
struct Numbers {
  std::vector<std::string> between;  // one more than numbers
  std::vector<std::uint64_t> numbers;

  explicit Numbers(std::string_view text) : between(1) {
    for (std::size_t at = 0; at < text.size();) {
      const bool begins = at > 0 && (text[at - 1] == '=' || text[at - 1] == ',');
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
      if (begins && error == std::errc{}) {
        numbers.push_back(number);
        between.emplace_back();
        at = static_cast<std::size_t>(end - text.data());
      } else {
        between.back() += text[at++];
      }
    }
  }
  std::string text() const {
    std::string out = between[0];
    for (std::size_t i = 0; i < numbers.size(); ++i) out += std::to_string(numbers[i]) + between[i + 1];
    return out;
  }
};

// Bytes changed at random hardly ever leave sums as they are. Here numbers are exchanged, moved from one to another, or
// one bit of a set is.
std::string changed_position(std::string_view text, FastGenerator& random) {
  Numbers parts(text);
  const int count = static_cast<int>(parts.numbers.size());
  if (count < 2) return std::string(text);
  for (int changes = 1 + static_cast<int>(random.pick(3)); changes > 0; --changes) {
    const int at = static_cast<int>(random.pick(count));
    // Mostly not far away, as lists are short.
    const int reach = random.pick(4) == 0 ? count : 24;
    const int other = std::clamp(at - reach + static_cast<int>(random.pick(2 * reach + 1)), 0, count - 1);
    std::uint64_t& a = parts.numbers[static_cast<std::size_t>(at)];
    std::uint64_t& b = parts.numbers[static_cast<std::size_t>(other)];
    switch (random.pick(4)) {
      case 0: std::swap(a, b); break;
      case 1:
        if (a == 0) break;
        --a;
        ++b;
        break;
      case 2: a = random.pick(static_cast<int>(std::min<std::uint64_t>(a, 100)) + 3); break;
      default: {
        const std::uint64_t bit = 1ULL << random.pick(64);
        const std::uint64_t moved = a > 255 ? a & -a : bit;
        a ^= moved;
        if (b > 255) b ^= moved;
      }
    }
  }
  return parts.text();
}

}  // namespace
}  // namespace fogg::fuzz

// Only there in programs made with libFuzzer.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  using namespace fogg;
  const std::string_view text = fuzz::text_of(data, size);
  FastGenerator random(seed, 0);
  if (text.starts_with("fogg-state") && random.pick(4) != 0) {
    const std::string changed = fuzz::changed_position(text, random);
    if (changed.size() <= most) {
      std::ranges::copy(changed, data);
      return changed.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  const std::string_view input = fuzz::text_of(data, size);
  for (const fuzz::Shared& edition : fuzz::editions()) {
    if (const auto action = parse_action(*edition, input)) {
      fuzz::require(text(*edition, *action) == input, "an action writes back to its text");
      const int id = edition->action_id(*action);
      fuzz::require(id >= 0 && edition->action(id) == *action, "an action has an id");
    }
    if (const auto state = parse_state(*edition, input)) {
      fuzz::require(state_text(*edition, *state) == input, "a position writes back to its text");
      fuzz::play_on(*edition, *state, fuzz::seed_of(input));
    }
  }
  return 0;
}
