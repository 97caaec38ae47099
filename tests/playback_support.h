// Games and their logs for the tests of playback.
#pragma once

#include <fmt/format.h>
#include <sstream>
#include <string>
#include <vector>

#include "playback/import_v09.h"
#include "playback/playback.h"
#include "record/recorder.h"
#include "record/verify.h"
#include "support.h"
#include "wire/v09_story.h"

namespace fogg::test {

inline const Catalog& catalog() {
  static const Catalog kCatalog = *Catalog::open({});
  return kCatalog;
}

// A random game, told in all ways there are.
struct Told {
  std::string everything;  // the log of an all-seeing observer
  std::string open;        // the log of an ordinary one
  std::string capitals;    // as `everything`, in the other dialect
  std::string record;
  int actions = 0;
  Scores scores{};
};

struct GameOptions {
  std::string edition = "usa-2004";
  int players = 2;
  std::uint64_t seed = 1;
  int claims_of_ten = 5;  // how eager players are to build; a game without eagerness empties the decks
};

inline v09::Party party_of(int players) {
  static constexpr std::array<const char*, kMaxPlayers> kNames = {"ada", "bob", "cy", "dora", "Zoë"};
  v09::Party party;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
    party.colors[seat] = static_cast<v09::SeatColor>(seat);
    party.names[seat] = kNames[seat];
  }
  return party;
}

inline Action random_action(const Edition& e, const State& state, int seat, int eager, FastGenerator& random) {
  const Legal legal(e, state, seat);
  Action action = legal.nth(static_cast<int>(random.pick(legal.count())));
  if (static_cast<int>(random.pick(10)) < eager) return action;
  for (int i = 0; i < 20 && action.kind == ActionKind::kClaim; ++i)
    action = legal.nth(static_cast<int>(random.pick(legal.count())));
  return action;
}

inline Told play_game(const GameOptions& options) {
  const Edition& e = edition(options.edition);
  const v09::Party party = party_of(options.players);
  const v09::Story camel(e, party, v09::Dialect::kCamel);
  const v09::Story upper(e, party, v09::Dialect::kUpper);
  const v09::Viewer all{v09::Viewer::kEverything};
  const v09::Viewer open{v09::Viewer::kPublic};
  Told told;
  for (auto [text, dialect] : {std::pair{&told.everything, v09::Dialect::kCamel},
                               {&told.open, v09::Dialect::kCamel},
                               {&told.capitals, v09::Dialect::kUpper}}) {
    v09::Writer writer(*text, dialect);
    for (std::size_t s = 0; s < static_cast<std::size_t>(options.players); ++s)
      writer.joined(party.colors[s], party.names[s], v09::ClientType::kPlayer);
  }
  Header header;
  header.edition = e.id;
  header.data_hash = e.data_hash;
  for (std::size_t s = 0; s < static_cast<std::size_t>(options.players); ++s)
    header.players.push_back({party.names[s], ""});
  Recorder recorder(e, header, [&](std::string_view line) { told.record += std::string(line) + "\n"; });
  FastChance fast(options.seed);
  auto chance = recorder.chance(fast);
  State state;
  start(e, state, options.players, chance);
  recorder.started(state);
  camel.began(state, all, told.everything);
  camel.began(state, open, told.open);
  upper.began(state, all, told.capitals);
  FastGenerator random(options.seed, 7);
  while (!state.over()) {
    const int seat = state.actor();
    const Action action = random_action(e, state, seat, options.claims_of_ten, random);
    v09::Step step = v09::step_of(state, seat, action);
    const CardCounts before = state.hand[static_cast<std::size_t>(seat)];
    EXPECT_FALSE(apply(e, state, seat, action, chance));
    if (action.kind == ActionKind::kDraw) {
      for (int kind = 0; kind < kCardKinds; ++kind) {
        const auto card = static_cast<Card>(kind);
        if (state.hand[static_cast<std::size_t>(seat)][card] > before[card]) step.drawn = card;
      }
    }
    recorder.acted(seat, action, state, ++told.actions * 10);
    camel.told(state, step, all, told.everything);
    camel.told(state, step, open, told.open);
    upper.told(state, step, all, told.capitals);
  }
  told.scores = score(e, state);
  return told;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

inline Verdict verify_text(const std::string& text) {
  std::istringstream in(text);
  return verify_record(catalog(), in);
}

inline playback::Imported import_text(const std::string& log, const std::string& id = {}) {
  auto imported = playback::import_v09(catalog(), v09::read_log(log), id);
  if (!imported) {
    ADD_FAILURE() << "line " << imported.error().line << ": " << imported.error().message;
    return {};
  }
  return std::move(*imported);
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::string replaced_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace fogg::test
