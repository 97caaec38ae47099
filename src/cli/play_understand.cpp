// Session: from a line to what it means.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "cli/play_input.h"
#include "cli/play_payment.h"
#include "cli/play_regions.h"
#include "cli/play_session.h"
#include "cli/play_think.h"
#include "cli/thoughts_text.h"

namespace fogg::cli {

Outcome Session::understand(const Situation& now, std::string_view line) {
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
  if (number >= 1 && number <= static_cast<int>(Row::size()) && now.may(ActionKind::kTake)) {
    return Outcome::say(
        fmt::format("To take a card of the row by its place, type 'take {}'; 'actions' lists all you can do with "
                    "numbers, 'help' all commands.",
                    words[0]));
  }
  if (number >= 0) {
    return Outcome::say(
        "There is no list with numbers now; 'actions' shows one of all you can do, 'help' all commands.");
  }
  if (folded == "cancel" || folded == "back") return Outcome::say("There is nothing to cancel.");
  return Outcome::say(
      fmt::format("I do not know the command {}; type 'help' for a list of commands.", quoted(words[0])));
}

// Answers that are no commands: "no", "yes", "3 short".
std::optional<Outcome> Session::answer_word(const Situation& now, const std::vector<std::string>& words,
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

Outcome Session::pick(const Situation& now, int number, const std::vector<Choice>& choices) {
  if (number < 1 || number > static_cast<int>(choices.size())) {
    Outcome again = Outcome::ask(fmt::format("Type a number from 1 to {}{} or another command.", choices.size(),
                                             pending_.empty() ? "" : ", 'cancel',"),
                                 pending_);
    // A long list need not be shown once more.
    constexpr std::size_t kShort = 12;
    again.listed = pending_.size() > kShort;
    return again;
  }
  return narrow(now, choices[static_cast<std::size_t>(number - 1)].actions);
}

// "go 2": the second answer on the list.
std::optional<Outcome> Session::numbered(const Situation& now, const std::vector<std::string>& words) {
  const int number = words.size() == 1 ? whole_number(words[0]).value_or(-1) : -1;
  const std::vector<Choice> shown = answers(now);
  if (number < 0 || shown.empty()) return {};
  return pick(now, number, shown);
}

Outcome Session::command(const Situation& now, Verb verb, const std::vector<std::string>& words,
                         std::string_view rest) {
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
    case Verb::kQuit:
    case Verb::kUndo:
      if (!others.empty())
        return Outcome::say(fmt::format("{} stands alone{}.", quoted(words[0]),
                                        verb == Verb::kUndo ? "; again and again it goes further back" : ""));
      (verb == Verb::kQuit ? leaving_ : undoing_) = true;
      return {};
    case Verb::kHint: return hint(now, others.empty() ? std::string() : others[0]);
    case Verb::kPlayers:
      // Three letters of "place" begin this, too.
      if (now.view.phase == Phase::kPlace && !others.empty()) return resolve_place(now, rest);
      break;
    default: break;
  }
  return look(now, verb, others);
}

// Commands that only show something.
Outcome Session::look(const Situation& now, Verb verb, const std::vector<std::string>& others) {
  switch (verb) {
    case Verb::kRoutes: return routes(now, others);
    case Verb::kBoard:
      if (!others.empty()) return routes(now, others);
      out_ << text_.board(now.view);
      break;
    case Verb::kActions: {
      std::vector<Choice> choices = all_choices(now);
      out_ << text_.actions(choices);
      return Outcome::shown(std::move(choices));
    }
    case Verb::kMap: out_ << text_.map(now.view) << text_.claimed(now.view); break;
    case Verb::kHelp: out_ << help_text(edition_); break;
    case Verb::kMine: out_ << text_.hand(now.view) << text_.tickets(now.view); break;
    case Verb::kPlayers: out_ << text_.players(now.view) << text_.pieces(now.view); break;
    case Verb::kGoods: out_ << text_.goods(now.view); break;
    case Verb::kCards: out_ << text_.known_cards(now.view); break;
    case Verb::kWays: out_ << text_.ways(now); break;
    case Verb::kShow:
      summarise();
      show(now.view);
      break;
    case Verb::kLegal: out_ << text_.legal(now); break;
    default: break;
  }
  return {};
}

Outcome Session::routes(const Situation& now, const std::vector<std::string>& words) {
  if (words.empty()) {
    out_ << text_.claimable(now);
    return {};
  }
  const RouteFilter filter = route_filter(edition_, company_, words);
  if (filter.rest.empty()) {
    out_ << text_.routes_by_region(now, filter);
    return {};
  }
  const CityMatch match = match_city(edition_.board, filter.rest);
  if (match.cities.empty()) {
    return Outcome::say(no_such_city(edition_.board, fmt::format("{}", fmt::join(filter.rest, " "))) +
                        " 'help' lists what else you can ask for.");
  }
  if (filter.rest.size() < words.size()) {
    RouteFilter there = filter;
    for (const int city : match.cities) there.cities |= city_bit(city);
    out_ << text_.routes_by_region(now, there);
    return {};
  }
  for (const int city : match.cities) out_ << text_.routes_at(now, city);
  return {};
}

Outcome Session::hint(const Situation& now, const std::string& asked) {
  const std::string spec = !asked.empty() ? asked : !options_.hint_bot.empty() ? options_.hint_bot : default_adviser();
  std::string why;
  const std::unique_ptr<Bot> bot = options_.bot_maker(spec, &why);
  if (!bot) return Outcome::say(capital(why) + ".");
  // Far from the numbers of decisions, so that a hint changes nothing in what bots do.
  constexpr std::uint64_t kHints = std::uint64_t{1} << 40U;
  FastGenerator random(bot_seed_, kHints + static_cast<std::uint64_t>(past_.decisions));
  const Legal legal(edition_, now.visible, now.view.viewer);
  Thoughts all;
  const Action best = think(*bot, {edition_, now.view, legal, random, {}, &all},
                            {options_.watched, false, fmt::format("The {} bot", spec)}, style_, out_);
  const Thoughts thoughts = merged(edition_, now.view, all);
  out_ << hint_text(edition_, now.view, style_, spec, best, thoughts);
  std::vector<Choice> choices;
  for (const Action& action : hinted(best, thoughts))
    choices.push_back({action_words(edition_, now.view, action), {action}});
  return Outcome::shown(std::move(choices));
}

}  // namespace fogg::cli
