// An entrant whose program cannot even be started, or who did not come.
#pragma once

#include <string>
#include <utility>

#include "arena/player.h"

namespace fogg::arena {

class AbsentPlayer final : public Player {
 public:
  explicit AbsentPlayer(std::string why, Fault fault = Fault::kCrash) : why_(std::move(why)), fault_(fault) {}

  void tell(const server::Game&, std::string_view) override {}
  void ask(const server::Game&, int, std::chrono::milliseconds) override {}
  Clock::time_point asked_at() const override { return Clock::now(); }
  Answer wait(const server::Game&, Clock::time_point) override {
    Answer answer;
    answer.kind = Answer::Kind::kGone;
    answer.fault = fault_;
    answer.words = why_;
    answer.at = Clock::now();
    return answer;
  }
  void accepted(int) override {}
  void refused(const Refusal&) override {}

 private:
  std::string why_;
  Fault fault_;
};

}  // namespace fogg::arena
