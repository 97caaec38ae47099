// Someone outside who speaks the current protocol (docs/protocol.md) in lines.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "arena/linked_player.h"
#include "wire/v1_command.h"
#include "wire/v1_message.h"

namespace fogg::arena {

// The code of a game's table: those who come back say by it which of their games they mean.
std::string table_code(std::int64_t game);
// What looks like a token is left out: what is kept of a game is for everyone.
std::string without_tokens(std::string_view text);

class LinePlayer final : public LinkedPlayer {
 public:
  LinePlayer(std::unique_ptr<Link> link, int seat, std::int64_t game)
      : LinkedPlayer(std::move(link), seat), number_(game) {}

  void tell(const server::Game& game, std::string_view fresh) override;
  void saw(const server::Game&, const v09::Step& step) override { is_open_ = is_open_ && step.seat != seat_; }
  void ask(const server::Game& game, int request, std::chrono::milliseconds left) override;
  Answer wait(const server::Game& game, Clock::time_point deadline) override;
  void accepted(int seq) override;
  void refused(const Refusal& refusal) override;
  std::optional<Silence> attend(const server::Game& game) override;
  bool needs_attention() const override { return link_->connects(); }
  void overruled() override { is_open_ = false; }
  void dismiss() override;

 private:
  std::optional<Answer> understand(const server::Game& game, const Stamped& line) override;
  std::optional<Answer> understand(const server::Game& game, const v1::Message& message, Clock::time_point at);
  Answer fault(v1::ErrorCode code, const std::string& words, Clock::time_point at, const std::string& path = {});
  void understand_move(const server::Game& game, const v1::Move& move, Clock::time_point at,
                       std::optional<Answer>& answer);
  v1::TableInfo table(const server::Game& game) const;
  bool welcome(const server::Game& game) override;
  void count_refused();

  std::int64_t number_;
  bool greeted_ = false;
  bool positions_ = true;
  int request_ = 0;
  std::string ref_;  // of the move that is being looked at
  Clock::time_point due_;

  // -- Of those who connected
  std::string record_;  // so far, for those who come back
  bool over_ = false;
  Action given_;  // the last action, and the request it answered
  int answered_ = 0;
  int seq_ = 0;
  std::optional<Answer> held_;  // for when it is asked
};

}  // namespace fogg::arena
