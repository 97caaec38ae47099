// What is being played at this moment, for those who watch. Players only leave a note here, and never wait for anyone who looks.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/book.h"
#include "server/game.h"

namespace fogg::arena {

// One game that is going on, or has just ended. All functions may be called from any thread.
class Play {
 public:
  Play(const Game& game, std::shared_ptr<const Edition> edition, Header header)
      : game_(game), edition_(std::move(edition)), header_(std::move(header)) {}

  const Game& game() const { return game_; }
  const Edition& edition() const { return *edition_; }
  const Header& header() const { return header_; }
  std::chrono::steady_clock::time_point began() const { return began_; }

  // How it stands, as everybody at the table sees it.
  struct Look {
    std::vector<int> points;
    std::vector<int> trains;
    std::vector<int> deciding;  // seats
    int turns = 0;
    bool over = false;  // to its end, or given up
  };
  Look look() const;
  // The record from this byte on, with everything that is hidden: nobody may be shown it as it is.
  std::string record_from(std::size_t byte) const;

  void add(const server::Game& game, std::string_view fresh);
  void end();

 private:
  const Game game_;
  const std::shared_ptr<const Edition> edition_;
  const Header header_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;
  std::string record_;
  Look look_;
};

class Stage {
 public:
  void enter(const std::shared_ptr<Play>& play);
  void leave(const Play& play);
  // In the order of their numbers.
  std::vector<std::shared_ptr<const Play>> plays() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<Play>> plays_;
};

// Brings one game onto the stage; used by the thread that plays it. Without a stage it does nothing.
class Broadcast {
 public:
  // Nobody could watch what is over sooner.
  static constexpr auto kSlow = std::chrono::milliseconds(250);

  // All of it must stay there.
  Broadcast(Stage* stage, const Game& game, const std::shared_ptr<const Edition>& edition, const Seated& seated,
            const ChaKey& competition)
      : stage_(stage), game_(game), edition_(edition), seated_(seated), competition_(competition) {}
  ~Broadcast();
  Broadcast(const Broadcast&) = delete;
  Broadcast& operator=(const Broadcast&) = delete;

  // A game between built-in bots has gone on. `moves`: all so far (moves.h). One that is quick costs a comparison for each.
  void follow(const std::string& moves, std::chrono::steady_clock::duration elapsed) {
    if (stage_ != nullptr && elapsed >= kSlow) catch_up(moves, elapsed);
  }
  // A game with a referee has gone on.
  void hear(const server::Game& game, std::string_view fresh);
  bool is_wanted() const { return stage_ != nullptr; }

 private:
  void catch_up(const std::string& moves, std::chrono::steady_clock::duration elapsed);

  Stage* stage_;
  const Game& game_;
  const std::shared_ptr<const Edition>& edition_;
  const Seated& seated_;
  const ChaKey& competition_;
  std::shared_ptr<Play> play_;
  std::optional<server::Game> replica_;  // of a game between built-in bots
  std::size_t done_ = 0;  // bytes of its moves
};

}  // namespace fogg::arena
