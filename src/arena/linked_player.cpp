#include "arena/linked_player.h"

namespace fogg::arena {

LinkedPlayer::~LinkedPlayer() { link_->close(); }

void LinkedPlayer::say(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  if (!lines.empty()) link_->send(lines);
}

Player::Clock::time_point LinkedPlayer::asked_at() const {
  return came_back_ ? asked_ : link_->sent_at().value_or(asked_);
}

Player::Answer LinkedPlayer::next_answer(const server::Game& game, Clock::time_point deadline) {
  while (!too_many_) {
    welcome(game);
    const auto line = link_->receive(deadline);
    if (line) {
      if (auto answer = understand(game, *line)) return std::move(*answer);
    } else if (!welcome(game)) {
      break;
    }
  }
  Answer answer;
  if (!link_->is_silent()) return answer;
  answer.kind = Answer::Kind::kGone;
  Link::Trouble trouble = link_->trouble();
  answer.fault = trouble.fault;
  answer.words = std::move(trouble.words);
  answer.at = Clock::now();
  return answer;
}

std::optional<Player::Silence> LinkedPlayer::silence() {
  auto trouble = link_->silence();
  if (!trouble) return {};
  return Silence{trouble->fault, std::move(trouble->words)};
}

bool LinkedPlayer::is_too_many() { return ++refused_ >= kMostRefused && !std::exchange(too_many_, true); }

}  // namespace fogg::arena
