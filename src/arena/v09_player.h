// Someone who connected with protocol v0.9 (docs/protocol-v0.9.md), at the referee's table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/linked_player.h"
#include "wire/v09_claim.h"
#include "wire/v09_story.h"

namespace fogg::arena {

class V09Player final : public LinkedPlayer {
 public:
  using LinkedPlayer::LinkedPlayer;

  void tell(const server::Game& game, std::string_view fresh) override;
  void saw(const server::Game& game, const v09::Step& step) override;
  void ask(const server::Game& game, int request, std::chrono::milliseconds left) override;
  Answer wait(const server::Game& game, Clock::time_point deadline) override;
  std::optional<Silence> attend(const server::Game& game) override;
  bool needs_attention() const override { return true; }
  void accepted(int) override;
  void refused(const Refusal& refusal) override;
  void overruled() override {
    is_open_ = false;
    late_ = true;
  }
  void dismiss() override;

 private:
  std::optional<Answer> understand(const server::Game& game, const Stamped& line) override;
  std::optional<Answer> understand(const server::Game& game, const v09::Command& command, Clock::time_point at);
  // The end of an answer that leaves the request open: the request again.
  void refuse(v09::TurnType type, v09::ErrorCode code);
  void repeat_request(std::string& out) const;
  bool welcome(const server::Game& game) override;
  v09::SeatColor color() const { return static_cast<v09::SeatColor>(seat_); }

  v09::Party party_;
  v09::TurnType open_ = v09::TurnType::kTurn;
  bool has_to_pass_ = false;
  bool late_ = false;  // an answer may still come to a request that a bot has decided
  v09::TurnType said_ = v09::TurnType::kUnknown;  // the command that is being looked at
  std::optional<v09::ErrorCode> code_;  // with which it will be refused
  std::string last_words_;  // the scores
};

}  // namespace fogg::arena
