#include "cli/play_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "cli/play_think.h"
#include "cli/thoughts_text.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/view.h"

namespace fogg::cli {

namespace {

// A name to print: not empty, not too long. The default is an address rather than a name.
std::string name_at_table(std::string_view name) {
  constexpr int kLongest = 16;
  std::string out = shortened(printable(name), kLongest);
  return out.empty() || fold(out) == "you" ? "You" : out;
}

}  // namespace

Session::Session(const Edition& edition, const PlayOptions& options, TableChance& chance, std::uint64_t bot_seed,
                 std::istream& in, std::ostream& out)
    : edition_(edition), options_(options), chance_(chance), bot_seed_(bot_seed), in_(in), out_(out) {
  style_.color = options.color;
  measure();
}

// The window of a terminal may change at any time.
void Session::measure() {
  style_.width = std::clamp(options_.current_width ? options_.current_width() : options_.width, 40, 200);
}

void Session::tell_of_file() {
  if (!options_.is_kept) return;
  const bool kept = options_.is_kept();
  if (kept == !told_of_file_) return;
  told_of_file_ = !kept;
  say(kept ? "The game is being kept again, all of it."
           : "The game cannot be written to its file at the moment (is the disk full?). You can play on; it is tried "
             "again with every action, but what is not written is lost when you leave.");
}

std::string Session::seat_everybody() {
  if (options_.players < edition_.min_players || options_.players > edition_.max_players) {
    return fmt::format("{} is for {} to {} players.", edition_.name, edition_.min_players, edition_.max_players);
  }
  if (options_.bots.size() >= static_cast<std::size_t>(options_.players)) {
    return fmt::format("With {} players there is room for {}.", options_.players,
                       count_words(options_.players - 1, "bot"));
  }
  company_.names.push_back(name_at_table(options_.name));
  company_.notes.push_back(edition_.seats[0]);
  bots_.push_back(nullptr);
  for (std::size_t seat = 1; seat < static_cast<std::size_t>(options_.players); ++seat) {
    const std::string name = seat - 1 < options_.bots.size() ? options_.bots[seat - 1] : default_opponent();
    std::string why;
    bots_.push_back(options_.bot_maker(name, &why));
    if (!bots_.back()) return capital(why) + ".";
    company_.names.push_back(capital(edition_.seats[seat]));
    if (fold(company_.names[0]) == fold(company_.names.back()))
      return fmt::format("There is a {} at the table already; please choose another name.", company_.names.back());
    company_.notes.push_back(name + " bot");
  }
  std::string why;
  if (!options_.hint_bot.empty() && !options_.bot_maker(options_.hint_bot, &why)) return capital(why) + ".";
  return {};
}

int Session::run() {
  if (options_.past) {
    past_ = *options_.past;
    state_ = past_.state();
    welcome_back();
  } else {
    start(edition_, state_, options_.players, chance_);
    past_.start = state_;
    if (options_.on_start) options_.on_start(state_);
    welcome();
  }
  while (!state_.over()) {
    const int seat = state_.actor();
    if (seat != company_.human) {
      bot_acts(seat);
    } else if (const Leave leave = human_acts(); leave != Leave::kNo) {
      constexpr int kInterrupted = 130;
      return leave == Leave::kQuit ? 0 : leave == Leave::kInterrupted ? kInterrupted : 1;
    }
  }
  finish();
  return 0;
}

// -- Showing

void Session::welcome() {
  out_ << fmt::format("{} - {}\n\n", style_.bold("Welcome to Fogg, the railway game"), edition_.name);
  for (int seat = 0; seat < options_.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (seat == company_.human) {
      const std::string name = company_.names[s] == "You" ? "" : fmt::format(" ({})", company_.names[s]);
      out_ << fmt::format("  You{} play {}.\n", name, style_.seat(edition_.seats[s], edition_.seats[s]));
    } else {
      out_ << fmt::format("  {} is played by the {}.\n", text_.who(seat), company_.notes[s]);
    }
  }
  out_ << "\nType 'help' for the commands and 'quit' to leave.\n";
}

void Session::welcome_back() {
  out_ << fmt::format("{} - {}\n", style_.bold("Welcome back"), edition_.name);
  say("The game goes on where you left it. Type 'help' for the commands and 'quit' to leave.");
  summarise();
}

// In the middle of a turn less is shown than somebody wants who has been away, or asks for it.
void Session::summarise() {
  retell();
  const View now = view();
  const bool in_turn = state_.phase != Phase::kTurn && state_.phase > Phase::kStart;
  if (in_turn && state_.actor() == company_.human) {
    out_ << "\n" << text_.rule(fmt::format("Turn {}", now.turns / now.players + 1));
    news();
    out_ << "\n" << text_.players(now) << text_.pieces(now) << "\n";
    // The second card is asked for with row and hand, which stand above the tickets everywhere.
    tickets_too_ = now.phase == Phase::kSecondCard;
    if (!tickets_too_) out_ << text_.tickets(now);
  }
}

void Session::news() {
  for (const std::string& sentence : story_.take()) out_ << wrap(sentence, "  ", style_.width) << "\n";
}

void Session::show(const View& now) {
  const bool last = now.turns_left > 0;
  const int turn = now.turns / now.players + 1;
  switch (now.phase) {
    case Phase::kStart:
      out_ << "\n" << text_.rule("Your first tickets");
      news();
      out_ << text_.hand(now) << text_.row(now) << "\n" << text_.offer(now);
      keep_question(now, edition_.keep_at_start);
      break;
    case Phase::kTurn:
      out_ << "\n" << text_.rule(fmt::format("Turn {}{}", turn, last ? ", your last one" : ""));
      news();
      out_ << "\n" << text_.players(now) << text_.pieces(now) << "\n";
      out_ << text_.row(now) << text_.hand(now) << text_.tickets(now);
      break;
    case Phase::kSecondCard:
      out_ << text_.row(now) << text_.hand(now);
      if (std::exchange(tickets_too_, false)) out_ << text_.tickets(now);
      break;
    case Phase::kChooseTickets:
      out_ << text_.offer(now);
      keep_question(now, edition_.keep_later);
      break;
    case Phase::kStartMix:
      out_ << "\n" << text_.rule("Your first tickets") << text_.hand(now) << text_.row(now) << "\n";
      say(fmt::format("You are dealt {} tickets and keep at least {}. Of which decks? Type 'tickets {} 1' or a number.",
                      edition_.mix, edition_.keep_at_start, edition_.mix - 1));
      break;
    case Phase::kTunnel: out_ << text_.tunnel(now); break;
    case Phase::kPlace: out_ << text_.placing(now); break;
    case Phase::kJourney: out_ << text_.journey(now, story_.journey_points()); break;
    case Phase::kOver: break;
  }
  list(answers(Situation(edition_, now)));
}

void Session::list(const std::vector<Choice>& choices) { out_ << text_.choices(choices); }

void Session::keep_question(const View& now, int least) {
  const int offered = now.offered[static_cast<std::size_t>(company_.human)];
  out_ << fmt::format("Keep at least {}: type their numbers, for instance '{}'.\n", std::min(least, offered),
                      keep_example(std::min(least, offered)));
}

std::string_view Session::prompt(const View& now) const {
  if (!pending_.empty()) return "Number> ";
  switch (now.phase) {
    case Phase::kStart:
    case Phase::kChooseTickets: return "Keep> ";
    case Phase::kSecondCard: return "Second card> ";
    case Phase::kStartMix: return "Tickets> ";
    case Phase::kTunnel: return "Tunnel> ";
    case Phase::kPlace: return "Passenger> ";
    case Phase::kJourney: return "Journey> ";
    case Phase::kTurn:
    case Phase::kOver: break;
  }
  return "Your turn> ";
}

void Session::say(std::string_view sentence) { out_ << wrap(sentence, "", style_.width) << "\n"; }

void Session::finish() {
  const View end = view();
  out_ << "\n" << text_.rule("The game is over");
  news();
  if (end.ending == Ending::kAllPassed) say("  Nobody can do anything any more.");
  if (end.ending == Ending::kTurnLimit) {
    say(fmt::format("  The game has taken {} turns, and that is the most it may take: it ends here.", end.turns));
  }
  std::array<Borrowed, kMaxPlayers> borrowed{};
  const Scores scores = score(edition_, state_, &borrowed);
  out_ << "\n" << text_.final_score(end, scores, borrowed);
  if (past_.undos > 0) {
    out_ << fmt::format("\nYou went back {}: such a game is not rated.\n", count_words(past_.undos, "time"));
  }
  out_ << std::flush;
}

// -- Acting

void Session::perform(int seat, const Action& action) {
  const View before = view();
  chance_.forget();
  const Refusal refusal = apply(edition_, state_, seat, action, chance_);
  if (refusal) {
    throw std::logic_error(
        fmt::format("seat {}: {} was refused: {}", seat, text(edition_, action), name(refusal.reason)));
  }
  past_.actions.push_back({seat, action, state_, {chance_.resets, chance_.reshuffles, chance_.revealed}});
  ++past_.decisions;
  story_.tell(before, view(), seat, seat == company_.human ? action : public_part(action),
              past_.actions.back().happenings);
  if (options_.on_action) options_.on_action(seat, action, state_);
}

void Session::bot_acts(int seat) {
  measure();
  const View seen = view_of(edition_, state_, seat);
  const Legal legal(edition_, state_, seat);
  FastGenerator random(bot_seed_, static_cast<std::uint64_t>(past_.decisions) + 1);
  const Patience patience{options_.watched, options_.pace && !hurried_, company_.names[static_cast<std::size_t>(seat)],
                          &hurried_};
  perform(seat, think(*bots_[static_cast<std::size_t>(seat)], {edition_, seen, legal, random}, patience, style_, out_));
}

Session::Leave Session::human_acts() {
  const View now = view();
  const Situation situation(edition_, now);
  hurried_ = false;
  measure();
  show(now);
  tell_of_file();
  if (situation.may(ActionKind::kPass)) say("You can do nothing this turn: type 'pass'.");
  pending_.clear();
  while (true) {
    out_ << style_.bold(prompt(now)) << std::flush;
    const auto line = read_answer();
    measure();
    if (!line && interrupted_) {
      out_ << "\n" << std::flush;
      return Leave::kInterrupted;
    }
    if (!line) {
      out_ << "\nThe input ended in the middle of the game. Goodbye.\n" << std::flush;
      return Leave::kEnded;
    }
    if (options_.echo) out_ << printable(line->text) << "\n";
    if (line->too_long) {
      say(fmt::format("That line is too long; {} characters are the most.", kMaxLine));
      continue;
    }
    const Outcome outcome = understand(situation, line->text);
    if (leaving_) {
      out_ << "Goodbye.\n" << std::flush;
      return Leave::kQuit;
    }
    if (std::exchange(undoing_, false)) {
      if (undo()) return Leave::kNo;
      pending_.clear();
      continue;
    }
    if (const auto action = answer(situation, outcome)) {
      perform(company_.human, *action);
      news();
      return Leave::kNo;
    }
  }
}

// Where a person sits Ctrl-C leaves the game in good order.
std::optional<Line> Session::read_answer() {
  if (!options_.watched) return read_line(in_);
  const NoteInterrupt noted;
  auto line = read_line(in_);
  interrupted_ = NoteInterrupt::pressed();
  if (interrupted_) return {};
  return line;
}

// Prints what an outcome has to say; the action, if it is one that may be carried out.
std::optional<Action> Session::answer(const Situation& situation, const Outcome& outcome) {
  pending_ = outcome.choices;
  if (outcome.action) {
    const Refusal refusal = check(edition_, situation.visible, company_.human, *outcome.action);
    if (!refusal) return outcome.action;
    say(refusal_words(edition_, situation.view, *outcome.action, refusal));
    return {};
  }
  if (!outcome.message.empty()) say(outcome.message);
  if (!outcome.listed) list(pending_);
  return {};
}

bool Session::undo() {
  const int left = past_.before_last_of(company_.human);
  if (left < 0) {
    say("There is nothing to take back yet.");
    return false;
  }
  const Action mine = past_.actions[static_cast<std::size_t>(left)].action;
  const int others = static_cast<int>(past_.actions.size()) - left - 1;
  past_.actions.resize(static_cast<std::size_t>(left));
  ++past_.undos;
  state_ = past_.state();
  if (options_.on_undo) options_.on_undo(company_.human, left, state_);
  say(fmt::format("Taken back: {}{}. Chance does not go back: what is drawn from now on may be something else.",
                  action_words(edition_, view(), mine),
                  others == 0 ? "" : fmt::format(", and {} of the others", count_words(others, "action"))));
  retell();
  if (state_.phase != Phase::kTurn && state_.phase > Phase::kStart) story_.take();  // it stands a few lines above
  return true;
}

void Session::retell() {
  story_.clear();
  std::size_t first = past_.actions.size();
  const auto before = [&](std::size_t i) -> const State& { return i == 0 ? past_.start : past_.actions[i - 1].after; };
  while (first > 0) {
    const PastAction& last = past_.actions[first - 1];
    if (last.seat == company_.human && last.after.turns != before(first - 1).turns) break;
    --first;
  }
  for (std::size_t i = first; i < past_.actions.size(); ++i) {
    const PastAction& past = past_.actions[i];
    story_.tell(view_of(edition_, before(i), company_.human), view_of(edition_, past.after, company_.human), past.seat,
                past.seat == company_.human ? past.action : public_part(past.action), past.happenings);
  }
}

}  // namespace fogg::cli
