// From a player's words to an action, a question or a sentence that says what is wrong. Works on what the player sees
// only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/refusal.h"
#include "engine/view.h"

namespace fogg::cli {

// One line of a numbered list to choose from. With one action it is that action; with several a further list follows.
struct Choice {
  std::string label;
  std::vector<Action> actions;
};

// Exactly one of the three: an action to carry out (it may still be refused), a list to choose from, a sentence.
struct Outcome {
  std::optional<Action> action;
  std::vector<Choice> choices;
  std::string message;  // with choices: the question
  bool listed = false;  // the choices have been shown already

  static Outcome act(const Action& action) { return {action, {}, {}}; }
  static Outcome say(std::string sentence) { return {{}, {}, std::move(sentence)}; }
  static Outcome ask(std::string question, std::vector<Choice> choices) {
    return {{}, std::move(choices), std::move(question)};
  }
  static Outcome shown(std::vector<Choice> choices) { return {{}, std::move(choices), {}, true}; }
};

// What a player may look at while answering.
struct Situation {
  const Edition& edition;
  const View& view;
  State visible;
  std::vector<Action> legal;

  Situation(const Edition& edition_of_game, const View& view_of_player);
  std::vector<Action> claims(int route) const;  // legal ones
  RouteSet payable() const;  // routes that the cards in hand would do for, also if it is not the moment to claim
  bool may(ActionKind kind) const;
};

// `rest`: the folded words behind the command.
Outcome resolve_take(const Situation& now, const std::vector<std::string>& rest);
Outcome resolve_keep(const Situation& now, std::string_view rest);
Outcome resolve_claim(const Situation& now, std::string_view rest);
Outcome resolve_tickets(const Situation& now, std::string_view rest);
Outcome resolve_station(const Situation& now, std::string_view rest);
Outcome resolve_pay(const Situation& now, std::string_view rest);
Outcome resolve_place(const Situation& now, std::string_view rest);
Outcome resolve_move(const Situation& now, std::string_view rest);
Outcome resolve_go(const Situation& now, std::string_view rest);
// The list that belongs to a choice with several actions.
Outcome narrow(const Situation& now, const std::vector<Action>& actions);
Outcome narrow_stations(const Situation& now, const std::vector<Action>& actions);
// Choices of the same tickets that differ in the order of those returned.
Outcome ask_for_order(const Situation& now, const std::vector<Action>& orders_to_choose);
std::vector<Choice> payment_choices(const std::vector<Action>& actions);
// All answers to a question with few of them, to be shown with numbers: a mix of tickets, a tunnel, a passenger, a
// journey. Nothing in other phases.
std::vector<Choice> answers(const Situation& now);
// All that can be done, in any phase. Ways to pay for the same thing are one choice, and so are all stations.
std::vector<Choice> all_choices(const Situation& now);

// Legal claims as a player thinks of them: parallel routes of the same color and length are one, only the first is
// named. In order of length, longest first.
struct ClaimGroup {
  int route;
  std::vector<Action> actions;  // fewest locomotives first
};
std::vector<ClaimGroup> claim_groups(const Situation& now);

// Why an action is refused, and what to type instead.
std::string refusal_words(const Edition& edition, const View& view, const Action& action, const Refusal& refusal);
// What to do now instead of an action of another phase.
std::string not_now(const Edition& edition, const View& view, ActionKind wanted);
std::string keep_example(int least);  // "keep 1 2"
std::string row_words(const View& view);  // "red, blue and locomotive"
// How many cards the viewer's next station costs; 0 if none is left.
int station_price(const Edition& edition, const View& view);
// The tile a passenger on its way would take in a city; 0 if none. Only during a journey.
int next_tile(const Edition& edition, const Extras& extras, int city);

}  // namespace fogg::cli
