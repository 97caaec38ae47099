// An entrant whose program cannot even be started.
#pragma once

#include <string>
#include <utility>

#include "arena/player.h"

namespace fogg::arena {

class AbsentPlayer final : public Player {
 public:
  explicit AbsentPlayer(std::string why) : why_(std::move(why)) {}

  void tell(const server::Game&, std::string_view) override {}
  void ask(const server::Game&, int, std::chrono::milliseconds) override {}
  Clock::time_point asked_at() const override { return Clock::now(); }
  Answer wait(const server::Game&, Clock::time_point) override {
    Answer answer;
    answer.kind = Answer::Kind::kGone;
    answer.fault = Fault::kCrash;
    answer.words = why_;
    answer.at = Clock::now();
    return answer;
  }
  void accepted(int) override {}
  void refused(const Refusal&) override {}

 private:
  std::string why_;
};

}  // namespace fogg::arena
