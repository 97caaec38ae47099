#include "arena/book_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "record/event.h"

namespace fogg::arena {

namespace {
constexpr std::array<std::string_view, 4> kPhases = {"running", "paused", "aborted", "over"};
}

std::string_view name(Phase phase) { return kPhases[static_cast<std::size_t>(phase)]; }

bool is_final(Phase phase) { return phase == Phase::kOver || phase == Phase::kAborted; }

Phase book_phase(std::string_view text) {
  const auto found = std::find(kPhases.begin(), kPhases.end(), text);
  if (found == kPhases.end()) throw BookError{fmt::format("not a phase of a competition: {}", text)};
  return static_cast<Phase>(found - kPhases.begin());
}

ChaKey book_key(std::string_view hex) {
  const auto key = key_from_hex(hex);
  if (!key) throw BookError{"the competition's key cannot be read"};
  return *key;
}

std::string numbers_text(const std::vector<int>& numbers) { return fmt::format("{}", fmt::join(numbers, ",")); }

std::vector<int> numbers_from(std::string_view text) {
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    int number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || (next < end && *next != ','))
      throw BookError{fmt::format("not a list of numbers: {}", text)};
    numbers.push_back(number);
    at = next < end ? next + 1 : next;
  }
  return numbers;
}

EntrantEntry entrant_entry(std::string_view spec, bool active, int from_round, std::string_view why,
                           std::string_view token_hash) {
  auto read = entrant_from_json(spec);
  if (!read) throw BookError{read.error()};
  EntrantEntry entry;
  entry.spec = std::move(*read);
  entry.state.active = active;
  entry.state.outside = entry.spec.way >= Way::kConnects;
  entry.state.connections = entry.spec.connections;
  entry.state.from_round = from_round;
  entry.why_inactive = why;
  entry.token_hash = token_hash;
  return entry;
}

void give_fresh_deals(std::vector<Game>& games, std::int64_t free) {
  std::map<std::pair<std::int64_t, std::vector<Entrant>>, std::int64_t> fresh;  // by deal and players
  for (Game& game : games) {
    std::vector<Entrant> players = game.seats;
    std::sort(players.begin(), players.end());
    const auto mirrored = game.together ? fresh.find({game.deal, players}) : fresh.end();
    if (mirrored != fresh.end()) {
      game.deal = mirrored->second;
      continue;
    }
    fresh.emplace(std::pair{game.deal, std::move(players)}, free);
    game.deal = free++;
  }
}

GameReport report_of(std::string_view text) {
  auto report = report_from_json(text);
  if (!report) throw BookError{report.error()};
  return std::move(*report);
}

}  // namespace fogg::arena
