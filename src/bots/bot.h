// A player inside the program.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bots/thoughts.h"
#include "engine/chance.h"
#include "engine/legal.h"
#include "engine/view.h"

namespace fogg {

// What a bot is asked. `legal` is never empty.
struct Question {
  const Edition& edition;
  const View& view;  // of the seat that is asked; empty for a bot that does not want it
  const Legal& legal;
  FastGenerator& random;  // the only source of chance a bot may use
  std::stop_token stop = {};  // answer soon when asked to
  Thoughts* thoughts = nullptr;  // filled in if wanted
  int most_threads = 64;  // that may think about it
};

class Bot {
 public:
  virtual ~Bot() = default;
  // One of the legal actions. Nothing is remembered from one question to the next: the same question gives the same answer.
  virtual Action choose(const Question& question) = 0;
  virtual bool wants_view() const { return true; }
  // How long a person would take for this decision, in seconds. Where people watch, an answer is held back until then.
  virtual double pace(const Action&, FastGenerator&) const { return 0; }
};

struct BotOption {
  std::string_view name;
  std::string_view values;
  std::string_view about;
  bool fine = false;  // a number to tune a bot with, of no use in daily life
};

struct BotInfo {
  std::string_view name;
  std::string_view about;
  std::vector<BotOption> options;
};

// The bots there are.
const std::vector<BotInfo>& bot_list();
// "hungry, random, …", for messages.
std::string bot_names();

// A bot by name and options: "planner", "search:time=1s:threads=2". Null if there is no such bot; `why`, if given, says what is wrong.
std::unique_ptr<Bot> make_bot(std::string_view spec, std::string* why = nullptr);

}  // namespace fogg
