// One terminal game while it is played. The parts: play_session.cpp (the table), play_understand.cpp (what is typed).
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/board_text.h"
#include "cli/play_command.h"
#include "cli/play_input.h"
#include "cli/play_resolve.h"
#include "cli/play_story.h"
#include "cli/play_style.h"
#include "cli/play_verbs.h"

namespace fogg::cli {

class Session {
 public:
  Session(const Edition& edition, const PlayOptions& options, TableChance& chance, std::uint64_t bot_seed,
          std::istream& in, std::ostream& out);

  // Why the options do not fit, or nothing.
  std::string seat_everybody();
  // The exit code.
  int run();

 private:
  enum class Leave : std::uint8_t { kNo, kQuit, kEnded, kInterrupted };

  View view() const { return view_of(edition_, state_, company_.human); }

  // -- Showing
  void welcome();
  void welcome_back();
  void summarise();
  void news();
  void show(const View& now);
  void list(const std::vector<Choice>& choices);
  void keep_question(const View& now, int least);
  std::string_view prompt(const View& now) const;
  void say(std::string_view sentence);
  void finish();

  void measure();
  void tell_of_file();

  // -- Acting
  void perform(int seat, const Action& action);
  void bot_acts(int seat);
  Leave human_acts();
  std::optional<Line> read_answer();
  std::optional<Action> answer(const Situation& situation, const Outcome& outcome);
  // False, and says why, if there is nothing to take back.
  bool undo();
  // Tells again what has happened since the human's last turn.
  void retell();

  // -- Understanding
  Outcome understand(const Situation& now, std::string_view line);
  std::optional<Outcome> answer_word(const Situation& now, const std::vector<std::string>& words,
                                     std::string_view folded) const;
  Outcome pick(const Situation& now, int number, const std::vector<Choice>& choices);
  std::optional<Outcome> numbered(const Situation& now, const std::vector<std::string>& words);
  Outcome command(const Situation& now, Verb verb, const std::vector<std::string>& words, std::string_view rest);
  Outcome look(const Situation& now, Verb verb, const std::vector<std::string>& others);
  Outcome routes(const Situation& now, const std::vector<std::string>& words);
  Outcome hint(const Situation& now, const std::string& asked);

  const Edition& edition_;
  const PlayOptions& options_;
  TableChance& chance_;
  std::uint64_t bot_seed_;
  std::istream& in_;
  std::ostream& out_;
  Style style_;
  Company company_;
  BoardText text_{edition_, style_, company_};
  Story story_{edition_, text_, company_};
  std::vector<std::unique_ptr<Bot>> bots_;  // by seat; none for the human
  State state_;
  Past past_;
  std::vector<Choice> pending_;  // the numbered list shown last, while it can be answered
  bool leaving_ = false;
  bool undoing_ = false;
  bool hurried_ = false;  // until the human's next decision the bots do not pause
  bool told_of_file_ = false;
  bool interrupted_ = false;
  bool tickets_too_ = false;  // to be shown with the question for a second card
};

}  // namespace fogg::cli
