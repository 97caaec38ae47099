// Bots that do what a test wants: think for ever, throw, lie, take their time.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bots/bot.h"

namespace fogg::test {

struct Script {
  std::function<Action(const Question&)> choose;
  double pace = 0;
};

class ScriptedBot final : public Bot {
 public:
  explicit ScriptedBot(Script script) : script_(std::move(script)) {}
  Action choose(const Question& question) override { return script_.choose(question); }
  double pace(const Action&, FastGenerator&) const override { return script_.pace; }

 private:
  Script script_;
};

// Scripts by the whole text that asks for a bot; what is not among them is an ordinary bot.
class Scripts {
 public:
  void add(const std::string& spec, Script script) { scripts_[spec] = std::move(script); }
  std::unique_ptr<Bot> make(std::string_view spec, std::string* why) {
    {
      const std::lock_guard lock(mutex_);
      asked_for_.emplace_back(spec);
    }
    const auto found = scripts_.find(std::string(spec));
    if (found != scripts_.end()) return std::make_unique<ScriptedBot>(found->second);
    return make_bot(spec, why);
  }
  auto maker() {
    return [this](std::string_view spec, std::string* why) { return make(spec, why); };
  }
  std::vector<std::string> asked_for() const {
    const std::lock_guard lock(mutex_);
    return asked_for_;
  }

 private:
  std::map<std::string, Script> scripts_;
  mutable std::mutex mutex_;
  std::vector<std::string> asked_for_;
};

// Anything legal. Always the first would be a card, and games in which bots take all of them.
inline Action any(const Question& question) {
  return question.legal.nth(static_cast<int>(question.random.pick(question.legal.count())));
}

// Thinks until it is told to stop.
struct Endless {
  std::atomic<int> thinking = 0;
  std::atomic<int> stopped = 0;

  Script script() {
    return {[this](const Question& question) {
      ++thinking;
      while (!question.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++stopped;
      return any(question);
    }};
  }
};

// Hears nothing until it is set free.
struct Deaf {
  std::atomic<bool> free = false;
  std::atomic<int> thinking = 0;
  std::atomic<int> back = 0;

  Script script() {
    return {[this](const Question& question) {
      ++thinking;
      const Action action = any(question);
      while (!free) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++back;
      return action;
    }};
  }
};

}  // namespace fogg::test
