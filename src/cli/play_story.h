// What has happened, in plain sentences, as one player sees it.
#pragma once

#include <string>
#include <vector>

#include "cli/board_text.h"
#include "cli/play_past.h"

namespace fogg::cli {

class Story {
 public:
  Story(const Edition& edition, const BoardText& text, const Company& company)
      : edition_(edition), text_(text), company_(company) {}

  // One action of a seat, told from the views of the human before and after it. Of another seat's choice of tickets
  // `action` may say nothing but that it was one (see `public_part`). Whole sentences come out with `take` at the end
  // of a turn; those about the human's own actions at once.
  void tell(const View& before, const View& after, int seat, const Action& action, const Happenings& happenings);
  std::vector<std::string> take();
  // Forgets what has not been taken, and the journey going on.
  void clear();
  // What the journey going on has brought.
  int journey_points() const;

 private:
  // A journey is told as a whole.
  struct Journey {
    std::vector<int> cities;  // from the start on
    std::vector<int> tiles;
    int cards = 0;
  };

  std::string own_sentence(const View& before, const View& after, const Action& action) const;
  std::string part(const View& before, const View& after, int seat, const Action& action) const;
  std::string points_words(int route) const;
  std::string claim_words(const Action& action) const;
  std::string tunnel_words(const Action& shown) const;
  std::string kept_words(const View& before, const View& after, int seat) const;
  std::string go_words(const View& before, const Action& action) const;
  std::string journey_words() const;
  void note_journey(const View& before, const View& after, int seat, const Action& action);
  void begin_play(const View& after);
  void join_equal_parts();

  const Edition& edition_;
  const BoardText& text_;
  const Company& company_;
  std::vector<std::string> parts_;  // of the sentence about the turn going on
  std::vector<Card> taken_;  // from the row in it
  std::vector<Card> revealed_;  // in the tunnel of the action being told
  Journey journey_;
  std::vector<std::string> afterwards_;  // what follows that sentence
  std::vector<std::string> sentences_;
};

// What everybody at the table learns of an action.
Action public_part(const Action& action);

}  // namespace fogg::cli
