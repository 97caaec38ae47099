// A player inside the program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chance.h"
#include "engine/legal.h"
#include "engine/view.h"

namespace fogg {

class Bot {
 public:
  virtual ~Bot() = default;
  // One of the legal actions. `legal` is never empty; `random` is the only source of chance a bot may use.
  // A bot that does not want the view is given an empty one.
  virtual Action choose(const Edition& edition, const View& view, const Legal& legal, FastGenerator& random) = 0;
  virtual bool wants_view() const { return true; }
};

struct BotInfo {
  std::string_view name;
  std::string_view about;
};

// The bots there are, and one of them by name (null if there is none of that name).
const std::vector<BotInfo>& bot_list();
std::unique_ptr<Bot> make_bot(std::string_view name);

}  // namespace fogg
