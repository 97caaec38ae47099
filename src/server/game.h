// One game as the server plays it: position, chance from a key, and the record, which is the only thing that is stored.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "engine/play.h"
#include "record/recorder.h"
#include "wire/v09_story.h"

namespace fogg::server {

class Game {
 public:
  // Deals. The lines of the record so far are in `take_record`. `reveals`: the record ends with the key; not where other games with the same one
  // are still to be played.
  Game(std::shared_ptr<const Edition> edition, const Header& header, const ChaKey& key, bool reveals = true);

  // The game whose record this is, with position, chance and record as they were when it was written. `told` hears of every step and
  // forfeit in between. An error says what cannot be repeated.
  struct Told {
    std::function<void(const Game&)> began;
    std::function<void(const Game&, const v09::Step&)> step;
    std::function<void(int seq)> undone;  // back to where this was the last event
    std::function<void(const Game&, const Event&)> event;  // kinds without effect on the position
  };
  static tl::expected<std::unique_ptr<Game>, std::string> restore(const std::shared_ptr<const Edition>& edition,
                                                                  const ChaKey& key, std::string_view record,
                                                                  const Told& told);

  const Edition& edition() const { return *edition_; }
  const std::shared_ptr<const Edition>& shared_edition() const { return edition_; }
  const State& state() const { return state_; }
  const Header& header() const { return header_; }
  bool over() const { return state_.over() || forfeited_by_ >= 0; }
  int forfeited_by() const { return forfeited_by_; }
  std::int64_t last_time() const { return t_ms_; }
  int last_seq() const { return recorder_.seq(); }
  // How many actions a seat has carried out; those taken back count too.
  int decisions(int seat) const { return decisions_[static_cast<std::size_t>(seat)]; }

  // A legal action. Times are milliseconds since the start; one before the last counts as the last.
  v09::Step act(int seat, const Action& action, std::int64_t t_ms);
  void refused(int seat, const Action& action, const Refusal& refusal, std::int64_t t_ms);
  void note(EventKind kind, int seat, std::int64_t t_ms);

  // Takes back the last decision of `seat` and all that came after it; `record` is the whole record so far. Returns the last event before it; nothing
  // if there is nothing to take back.
  std::optional<int> undo(int seat, std::string_view record, std::int64_t t_ms);

  // Lines that were added since the last call, each with its line feed.
  std::string take_record() { return std::exchange(fresh_, {}); }

  // For a seat's bot: depends on key, seat and how often the seat has decided, so that a restored game goes on the same way, and tells nothing
  // about the key.
  std::uint64_t bot_seed(int seat) const;

 private:
  // A position that can be gone back to, the last event before it, and whose decision led to it; -1 if it was nobody's.
  struct Point {
    int seq;
    State state;
    int decided = -1;
  };
  static tl::expected<std::unique_ptr<Game>, std::string> replay(const std::shared_ptr<const Edition>& edition,
                                                                 const ChaKey& key, std::string_view record,
                                                                 const Told& told, std::vector<Point>& past);

  void go_back(int seat, const Point& to, std::int64_t t_ms);

  std::shared_ptr<const Edition> edition_;
  Header header_;
  ChaKey key_;
  bool reveals_;
  KeyedChance chance_;
  std::string fresh_;
  Recorder recorder_;
  State state_{};
  std::int64_t t_ms_ = 0;
  std::array<int, kMaxPlayers> decisions_{};
  int notes_ = 0;
  int forfeited_by_ = -1;
};

}  // namespace fogg::server
