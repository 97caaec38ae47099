// Someone outside who speaks the current protocol (docs/protocol.md) in lines.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "arena/link.h"
#include "arena/player.h"
#include "wire/v1_command.h"
#include "wire/v1_message.h"

namespace fogg::arena {

class LinePlayer final : public Player {
 public:
  LinePlayer(std::unique_ptr<Link> link, int seat, std::int64_t game)
      : link_(std::move(link)), seat_(seat), number_(game) {}
  ~LinePlayer() override;

  void tell(const server::Game& game, std::string_view fresh) override;
  void ask(const server::Game& game, int request, std::chrono::milliseconds left) override;
  Clock::time_point asked_at() const override;
  Answer wait(const server::Game& game, Clock::time_point deadline) override;
  void accepted(int seq) override;
  void refused(const Refusal& refusal) override;
  void overruled() override { is_open_ = false; }
  void dismiss() override;

 private:
  // Nothing if it was no answer to the question.
  std::optional<Answer> understand(const server::Game& game, const Stamped& line);
  std::optional<Answer> understand(const server::Game& game, const v1::Message& message, Clock::time_point at);
  Answer fault(v1::ErrorCode code, const std::string& words, Clock::time_point at, const std::string& path = {});
  v1::TableInfo table(const server::Game& game) const;
  void say(std::string_view lines);

  std::unique_ptr<Link> link_;
  int seat_;
  std::int64_t number_;
  bool greeted_ = false;
  bool positions_ = true;
  int request_ = 0;
  bool is_open_ = false;
  std::string ref_;  // of the move that is being looked at
  Clock::time_point asked_;
};

}  // namespace fogg::arena
