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

// The code of a game's table: those who come back say by it which of their games they mean.
std::string table_code(std::int64_t game);
// What looks like a token is left out: what is kept of a game is for everyone.
std::string without_tokens(std::string_view text);

class LinePlayer final : public Player {
 public:
  LinePlayer(std::unique_ptr<Link> link, int seat, std::int64_t game)
      : link_(std::move(link)), seat_(seat), number_(game) {}
  ~LinePlayer() override;

  void tell(const server::Game& game, std::string_view fresh) override;
  void saw(const server::Game&, const v09::Step& step) override { is_open_ = is_open_ && step.seat != seat_; }
  void ask(const server::Game& game, int request, std::chrono::milliseconds left) override;
  Clock::time_point asked_at() const override;
  Answer wait(const server::Game& game, Clock::time_point deadline) override;
  void accepted(int seq) override;
  void refused(const Refusal& refusal) override;
  std::optional<Silence> silence() override;
  std::optional<Silence> attend(const server::Game& game) override;
  bool needs_attention() const override { return link_->connects(); }
  void overruled() override { is_open_ = false; }
  void dismiss() override;

 private:
  // Nothing if it was no answer to the question.
  std::optional<Answer> understand(const server::Game& game, const Stamped& line);
  std::optional<Answer> understand(const server::Game& game, const v1::Message& message, Clock::time_point at);
  Answer fault(v1::ErrorCode code, const std::string& words, Clock::time_point at, const std::string& path = {});
  void understand_move(const server::Game& game, const v1::Move& move, Clock::time_point at,
                       std::optional<Answer>& answer);
  v1::TableInfo table(const server::Game& game) const;
  // Tells everything to who has just come, at the start or again. False if nobody has.
  bool welcome(const server::Game& game);
  void count_refused();
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
  Clock::time_point due_;

  // -- Of those who connected
  std::string record_;  // so far, for those who come back
  bool came_back_ = false;  // since the last request: being sent again does not make it younger
  bool over_ = false;
  int refused_ = 0;  // messages in a row
  bool too_many_ = false;
  Action given_;  // the last action, and the request it answered
  int answered_ = 0;
  int seq_ = 0;
  std::optional<Answer> held_;  // for when it is asked
};

}  // namespace fogg::arena
