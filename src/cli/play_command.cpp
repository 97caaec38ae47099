#include "cli/play_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <random>
#include <stdexcept>

#include "bots/bot.h"
#include "cli/board_text.h"
#include "cli/play_input.h"
#include "cli/play_payment.h"
#include "cli/play_resolve.h"
#include "cli/play_story.h"
#include "cli/play_style.h"
#include "cli/play_verbs.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/view.h"

namespace fogg::cli {

static_assert(Chance<TableChance>);

namespace {

// A name to print: not empty, not too long. The default is an address rather than a name.
std::string name_at_table(std::string_view name) {
  constexpr int kLongest = 16;
  std::string out;
  for (const char c : printable(name)) {
    const bool whole_characters = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    if (whole_characters && columns(out) == kLongest) break;
    out += c;
  }
  return out.empty() || fold(out) == "you" ? "You" : out;
}

class Session {
 public:
  Session(const Edition& edition, const PlayOptions& options, TableChance& chance, FastGenerator& random,
          std::istream& in, std::ostream& out)
      : edition_(edition), options_(options), chance_(chance), random_(random), in_(in), out_(out) {
    style_.color = options.color;
    style_.width = std::clamp(options.width, 60, 200);
  }

  // Why the options do not fit, or nothing.
  std::string seat_everybody() {
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
      const std::string name = seat - 1 < options_.bots.size() ? options_.bots[seat - 1] : "hungry";
      std::string why;
      bots_.push_back(make_bot(name, &why));
      if (!bots_.back()) return capital(why) + ".";
      company_.names.push_back(capital(edition_.seats[seat]));
      company_.notes.push_back(name + " bot");
    }
    return {};
  }

  int run() {
    start(edition_, state_, options_.players, chance_);
    if (options_.on_start) options_.on_start(state_);
    welcome();
    while (!state_.over()) {
      const int seat = state_.actor();
      if (seat != company_.human) {
        bot_acts(seat);
      } else if (const Leave leave = human_acts(); leave != Leave::kNo) {
        return leave == Leave::kQuit ? 0 : 1;
      }
    }
    finish();
    return 0;
  }

 private:
  enum class Leave : std::uint8_t { kNo, kQuit, kEnded };

  View view() const { return view_of(edition_, state_, company_.human); }

  void welcome() {
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

  // -- Showing

  void news() {
    for (const std::string& sentence : story_.take()) out_ << wrap(sentence, "  ", style_.width) << "\n";
  }

  void show(const View& now) {
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
      case Phase::kSecondCard: out_ << text_.row(now) << text_.hand(now); break;
      case Phase::kChooseTickets:
        out_ << text_.offer(now);
        keep_question(now, edition_.keep_later);
        break;
      case Phase::kStartMix:
        out_ << "\n" << text_.rule("Your first tickets") << text_.hand(now) << text_.row(now) << "\n";
        say(fmt::format(
            "You are dealt {} tickets and keep at least {}. Of which decks? Type 'tickets {} 1' or a number.",
            edition_.mix, edition_.keep_at_start, edition_.mix - 1));
        break;
      case Phase::kTunnel: out_ << text_.tunnel(now); break;
      case Phase::kPlace: out_ << text_.placing(now); break;
      case Phase::kJourney: out_ << text_.journey(now, story_.journey_points()); break;
      case Phase::kOver: break;
    }
    list(answers(Situation(edition_, now)));
  }

  void list(const std::vector<Choice>& choices) {
    for (std::size_t i = 0; i < choices.size(); ++i) out_ << fmt::format("  {:>2}  {}\n", i + 1, choices[i].label);
  }

  void keep_question(const View& now, int least) {
    const int offered = now.offered[static_cast<std::size_t>(company_.human)];
    out_ << fmt::format("Keep at least {}: type their numbers, for instance '{}'.\n", std::min(least, offered),
                        keep_example(std::min(least, offered)));
  }

  std::string_view prompt(const View& now) const {
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

  void say(std::string_view sentence) { out_ << wrap(sentence, "", style_.width) << "\n"; }

  // -- Acting

  void perform(int seat, const Action& action) {
    const View before = view();
    chance_.forget();
    const Refusal refusal = apply(edition_, state_, seat, action, chance_);
    if (refusal) {
      throw std::logic_error(
          fmt::format("seat {}: {} was refused: {}", seat, text(edition_, action), name(refusal.reason)));
    }
    story_.tell(before, view(), seat, seat == company_.human ? action : public_part(action),
                {chance_.resets, chance_.reshuffles, chance_.revealed});
    if (options_.on_action) options_.on_action(seat, action, state_);
  }

  void bot_acts(int seat) {
    const View seen = view_of(edition_, state_, seat);
    perform(seat,
            bots_[static_cast<std::size_t>(seat)]->choose({edition_, seen, Legal(edition_, state_, seat), random_}));
  }

  Leave human_acts() {
    const View now = view();
    const Situation situation(edition_, now);
    show(now);
    if (situation.may(ActionKind::kPass)) say("You can do nothing this turn: type 'pass'.");
    pending_.clear();
    while (true) {
      out_ << style_.bold(prompt(now)) << std::flush;
      const auto line = read_line(in_);
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
      if (const auto action = answer(situation, outcome)) {
        perform(company_.human, *action);
        news();
        return Leave::kNo;
      }
    }
  }

  // Prints what an outcome has to say; the action, if it is one that may be carried out.
  std::optional<Action> answer(const Situation& situation, const Outcome& outcome) {
    pending_ = outcome.choices;
    if (outcome.action) {
      const Refusal refusal = check(edition_, situation.visible, company_.human, *outcome.action);
      if (!refusal) return outcome.action;
      say(refusal_words(edition_, situation.view, *outcome.action, refusal));
      return {};
    }
    if (!outcome.message.empty()) say(outcome.message);
    list(pending_);
    return {};
  }

  Outcome understand(const Situation& now, std::string_view line) {
    // A choice of tickets without the order the edition asks for is understood below, too, and leads to a question.
    const auto exact = parse_action(edition_, line);
    if (exact && exact->kind != ActionKind::kKeep) return Outcome::act(*exact);
    const std::string folded = fold(line);
    const std::vector<std::string> words = words_of(folded);
    if (words.empty()) return Outcome::ask("", pending_);
    const Phase phase = now.view.phase;
    const bool choosing = phase == Phase::kStart || phase == Phase::kChooseTickets;
    const int number = words.size() == 1 ? whole_number(words[0]).value_or(-1) : -1;
    if (!pending_.empty()) {
      if (number >= 0) return pick(now, number, pending_);
      for (const std::string_view no : {"cancel", "back", "no", "none", "nothing", "0"}) {
        if (folded == no) return Outcome::say("Nothing done.");
      }
    }
    // Commas alone would do, too.
    if (choosing && folded.find_first_not_of("0123456789,; ") == std::string::npos) return resolve_keep(now, folded);
    if (const auto listed = numbered(now, words)) return *listed;
    if (const auto short_answer = answer_word(now, words, folded)) return *short_answer;
    const auto verb = verb_of(words[0]);
    if (verb) return command(now, *verb, words, std::string_view(folded).substr(words[0].size()));
    if (choosing && (words[0] == "all" || words[0] == "both" || words[0] == "none")) return resolve_keep(now, folded);
    // The name of a city is answer enough where one is asked for.
    if ((phase == Phase::kPlace || phase == Phase::kJourney) && !match_city(edition_.board, words).cities.empty()) {
      return phase == Phase::kPlace ? resolve_place(now, folded) : resolve_go(now, folded);
    }
    if (number >= 0) {
      return Outcome::say(
          fmt::format("To take a card of the row by its place, type 'take {}'; 'help' lists all commands.", words[0]));
    }
    return Outcome::say(
        fmt::format("I do not know the command {}; type 'help' for a list of commands.", quoted(words[0])));
  }

  // Answers that are no commands: "no", "yes", "3 short".
  std::optional<Outcome> answer_word(const Situation& now, const std::vector<std::string>& words,
                                     std::string_view folded) const {
    const Phase phase = now.view.phase;
    if (phase == Phase::kStartMix) {
      const bool deck =
          std::ranges::any_of(edition_.decks, [&](const TicketDeck& d) { return fold(d.name) == words[0]; });
      if (deck || whole_number(words[0])) return resolve_tickets(now, folded);
    }
    if (words.size() != 1) return {};
    if (words[0] == "no" || words[0] == "n" || words[0] == "none" || words[0] == "nothing") {
      if (phase == Phase::kTunnel) return Outcome::act(Action::decline());
      if (phase == Phase::kPlace) return Outcome::act(Action::skip());
      if (phase == Phase::kJourney) return Outcome::act(Action::stop());
    }
    const bool yes = words[0] == "yes" || words[0] == "y";
    if (yes && phase == Phase::kTunnel) return resolve_pay(now, "");
    if (yes && phase == Phase::kPlace) return resolve_place(now, "");
    return {};
  }

  Outcome pick(const Situation& now, int number, const std::vector<Choice>& choices) {
    if (number < 1 || number > static_cast<int>(choices.size())) {
      return Outcome::ask(fmt::format("Type a number from 1 to {}{} or another command.", choices.size(),
                                      pending_.empty() ? "" : ", 'cancel',"),
                          pending_);
    }
    return narrow(now, choices[static_cast<std::size_t>(number - 1)].actions);
  }

  // "go 2": the second answer on the list.
  std::optional<Outcome> numbered(const Situation& now, const std::vector<std::string>& words) {
    const int number = words.size() == 1 ? whole_number(words[0]).value_or(-1) : -1;
    const std::vector<Choice> shown = answers(now);
    if (number < 0 || shown.empty()) return {};
    return pick(now, number, shown);
  }

  Outcome command(const Situation& now, Verb verb, const std::vector<std::string>& words, std::string_view rest) {
    const std::vector<std::string> others(words.begin() + 1, words.end());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    switch (verb) {
      case Verb::kDraw:
        // "draw tickets" and "draw red" mean something else.
        if (!others.empty() && others[0].starts_with("ticket")) return resolve_tickets(now, rest);
        if (!others.empty() && match_card(others[0]).size() == 1) return resolve_take(now, others);
        if (!others.empty() && others[0] != "blind" && others[0] != "card" && others[0] != "a") {
          return Outcome::say("'draw' draws one card blind; you are asked for the second one afterwards.");
        }
        return Outcome::act(Action::draw());
      case Verb::kTake:
        if (!others.empty() && others[0].starts_with("ticket")) return resolve_tickets(now, rest);
        return resolve_take(now, others);
      case Verb::kClaim:
        // "build a station in roma"
        if (std::ranges::find(others, "station") != others.end()) return resolve_station(now, rest);
        return resolve_claim(now, rest);
      case Verb::kTickets: return resolve_tickets(now, rest);
      case Verb::kStation: return resolve_station(now, rest);
      case Verb::kPay: return resolve_pay(now, rest);
      case Verb::kDecline: return Outcome::act(Action::decline());
      case Verb::kPlace:
        if (const auto number = numbered(now, others)) return *number;
        return resolve_place(now, rest);
      case Verb::kSkip: return Outcome::act(Action::skip());
      case Verb::kMove: return resolve_move(now, rest);
      case Verb::kGo:
        if (const auto number = numbered(now, others)) return *number;
        return resolve_go(now, rest);
      case Verb::kStop: return Outcome::act(Action::stop());
      case Verb::kKeep: return resolve_keep(now, rest);
      case Verb::kPass: return Outcome::act(Action::pass());
      case Verb::kQuit: leaving_ = true; return {};
      case Verb::kRoutes: return routes(now, others);
      case Verb::kHelp: out_ << help_text(edition_); break;
      case Verb::kMine: out_ << text_.hand(now.view) << text_.tickets(now.view); break;
      case Verb::kBoard:
        if (!others.empty()) return routes(now, others);
        out_ << text_.map(now.view) << text_.claimed(now.view);
        break;
      case Verb::kPlayers:
        // Three letters of "place" begin this, too.
        if (now.view.phase == Phase::kPlace && !others.empty()) return resolve_place(now, rest);
        out_ << text_.players(now.view) << text_.pieces(now.view);
        break;
      case Verb::kGoods: out_ << text_.goods(now.view); break;
      case Verb::kCards: out_ << text_.known_cards(now.view); break;
      case Verb::kHint: out_ << text_.hint(now); break;
      case Verb::kShow: show(now.view); break;
      case Verb::kLegal: out_ << text_.legal(now); break;
    }
    return {};
  }

  Outcome routes(const Situation& now, const std::vector<std::string>& words) {
    if (words.empty()) {
      out_ << text_.claimable(now);
      return {};
    }
    const CityMatch match = match_city(edition_.board, words);
    if (match.cities.empty()) {
      return Outcome::say(no_such_city(edition_.board, fmt::format("{}", fmt::join(words, " "))));
    }
    for (const int city : match.cities) out_ << text_.routes_at(now, city);
    return {};
  }

  void finish() {
    const View end = view();
    out_ << "\n" << text_.rule("The game is over");
    news();
    if (end.ending == Ending::kAllPassed) say("  Nobody can do anything any more.");
    if (end.ending == Ending::kTurnLimit) {
      say(fmt::format("  The game has taken {} turns, and that is the most it may take: it ends here.", end.turns));
    }
    std::array<Borrowed, kMaxPlayers> borrowed{};
    const Scores scores = score(edition_, state_, &borrowed);
    out_ << "\n" << text_.final_score(end, scores, borrowed) << std::flush;
  }

  const Edition& edition_;
  const PlayOptions& options_;
  TableChance& chance_;
  FastGenerator& random_;
  std::istream& in_;
  std::ostream& out_;
  Style style_;
  Company company_;
  BoardText text_{edition_, style_, company_};
  Story story_{edition_, text_, company_};
  std::vector<std::unique_ptr<Bot>> bots_;  // by seat; none for the human
  State state_;
  std::vector<Choice> pending_;  // the numbered list shown last, while it can be answered
  bool leaving_ = false;
};

}  // namespace

int play(const Edition& edition, const PlayOptions& options, TableChance& chance, FastGenerator& bot_random,
         std::istream& in, std::ostream& out) {
  Session session(edition, options, chance, bot_random, in, out);
  if (const std::string problem = session.seat_everybody(); !problem.empty()) {
    out << problem << "\n";
    return 2;
  }
  return session.run();
}

int play(const Edition& edition, const PlayOptions& options, std::istream& in, std::ostream& out) {
  std::random_device device;
  const std::uint64_t seed = options.seed.value_or((std::uint64_t{device()} << 32U) | device());
  FastChance source(seed);
  TableChance chance(source);
  FastGenerator bot_random(seed, 1);
  return play(edition, options, chance, bot_random, in, out);
}

}  // namespace fogg::cli
