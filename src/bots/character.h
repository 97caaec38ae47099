// Strength and manner of the bots that plan: levels for people, and styles.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "bots/bot.h"
#include "bots/plan.h"
#include "bots/spec.h"

namespace fogg {

enum class Level : std::uint8_t { kFull, kEasy, kMedium, kHard };

enum class Style : std::uint8_t { kSteady, kRacer, kCollector, kBuilder };

struct Character {
  Level level = Level::kFull;
  Style style = Style::kSteady;
  bool extras = true;
  std::vector<std::pair<int Taste::*, int>> numbers;  // that were asked for
  // How freely it takes what it likes less, in tenths of a point: an option so much worse is taken about a third as often. 0: never.
  double whim = 0;

  // What such a character likes in an edition.
  Taste taste(const Edition& edition) const;
  double pace(const Action& action, FastGenerator& random) const;
};

// Takes the options `level`, `style`, `extras` and the numbers of a taste out of a spec.
Character read_character(BotSpec& spec);
// These options, for help texts.
const std::vector<BotOption>& character_options();
// One of several options by their values, as the character's whim has it.
std::size_t pick_by_value(const std::vector<double>& values, double whim, FastGenerator& random);

}  // namespace fogg
