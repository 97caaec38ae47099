// Someone at the other end of a link, whatever is spoken there.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "arena/link.h"
#include "arena/player.h"

namespace fogg::arena {

class LinkedPlayer : public Player {
 public:
  LinkedPlayer(std::unique_ptr<Link> link, int seat) : link_(std::move(link)), seat_(seat) {}
  ~LinkedPlayer() override;

  Clock::time_point asked_at() const final;
  std::optional<Silence> silence() final;

 protected:
  static constexpr int kMostRefused = 50;  // in a row
  static constexpr int kLinesAtOnce = 32;  // of somebody who is not asked; then others have their turn

  // Tells everything to who has just come, at the start or again. False if nobody has.
  virtual bool welcome(const server::Game& game) = 0;
  // Nothing if it was no answer to the request.
  virtual std::optional<Answer> understand(const server::Game& game, const Stamped& line) = 0;

  // The next line that is an answer.
  Answer next_answer(const server::Game& game, Clock::time_point deadline);
  void say(std::string_view lines);
  // One more that was refused. True for the one with which it is enough.
  bool is_too_many();

  std::unique_ptr<Link> link_;
  int seat_;
  bool is_open_ = false;  // a request waits for its answer
  bool came_back_ = false;  // since the last request: being sent again does not make it younger
  Clock::time_point asked_;
  int refused_ = 0;  // lines in a row
  bool too_many_ = false;
};

}  // namespace fogg::arena
