#include "arena/stage.h"

#include "arena/deal.h"
#include "data/sha256.h"

namespace fogg::arena {

Play::Look Play::look() const {
  const std::lock_guard lock(mutex_);
  return look_;
}

std::string Play::record_from(std::size_t byte) const {
  const std::lock_guard lock(mutex_);
  return byte < record_.size() ? record_.substr(byte) : std::string();
}

void Play::add(const server::Game& game, std::string_view fresh) {
  const State& state = game.state();
  Look look;
  for (std::size_t seat = 0; seat < state.players; ++seat) {
    look.points.push_back(state.points[seat]);
    look.trains.push_back(state.trains[seat]);
    if (!game.over() && state.may_act(static_cast<int>(seat))) look.deciding.push_back(static_cast<int>(seat));
  }
  look.turns = state.turns;
  look.over = game.over();
  const std::lock_guard lock(mutex_);
  record_ += fresh;
  look_ = std::move(look);
}

void Play::end() {
  const std::lock_guard lock(mutex_);
  look_.over = true;
  look_.deciding.clear();
}

void Stage::enter(const std::shared_ptr<Play>& play) {
  const std::lock_guard lock(mutex_);
  plays_[play->game().number] = play;
}

void Stage::leave(const Play& play) {
  const std::lock_guard lock(mutex_);
  const auto found = plays_.find(play.game().number);
  if (found != plays_.end() && found->second.get() == &play) plays_.erase(found);
}

std::vector<std::shared_ptr<const Play>> Stage::plays() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<const Play>> all;
  for (const auto& [number, play] : plays_) all.push_back(play);
  return all;
}

Broadcast::~Broadcast() {
  if (!play_) return;
  play_->end();
  stage_->leave(*play_);
}

void Broadcast::hear(const server::Game& game, std::string_view fresh) {
  if (stage_ == nullptr) return;
  const bool is_first = !play_;
  if (is_first) play_ = std::make_shared<Play>(game_, edition_, game.header());
  play_->add(game, fresh);
  if (is_first) stage_->enter(play_);
}

// The table plays as quickly as it can and writes no record: here the same game is played once more, with one.
void Broadcast::catch_up(const std::string& moves, std::chrono::steady_clock::duration elapsed) {
  if (!replica_) {
    Header header;
    header.edition = game_.edition;
    header.data_hash = edition_->data_hash;
    for (const EntrantEntry* entrant : seated_) header.players.push_back({entrant->spec.name, entrant->spec.bot});
    const ChaKey key = deal_key(competition_, game_.deal);
    header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
    replica_.emplace(edition_, header, key, false);
  }
  const auto now_ms = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  for (; done_ + 1 < moves.size(); done_ += 2) {
    const int id = static_cast<unsigned char>(moves[done_]) | static_cast<unsigned char>(moves[done_ + 1]) << 8;
    replica_->act(replica_->state().actor(), edition_->action(id), now_ms);
  }
  const std::string fresh = replica_->take_record();
  hear(*replica_, fresh);
}

}  // namespace fogg::arena
