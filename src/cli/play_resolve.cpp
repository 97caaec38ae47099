#include "cli/play_resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/play_input.h"
#include "cli/play_style.h"
#include "engine/legal.h"

namespace fogg::cli {

Situation::Situation(const Edition& edition_of_game, const View& view_of_player)
    : edition(edition_of_game), view(view_of_player), visible(visible_state(edition_of_game, view_of_player)) {
  Legal(edition, visible, view.viewer).each([this](const Action& action) { legal.push_back(action); });
}

std::vector<Action> Situation::claims(int route) const {
  std::vector<Action> found;
  for (const Action& action : legal) {
    if (action.kind == ActionKind::kClaim && action.where == route) found.push_back(action);
  }
  std::ranges::stable_sort(found, {}, &Action::locomotives);
  return found;
}

bool Situation::may(ActionKind kind) const {
  return std::ranges::any_of(legal, [kind](const Action& action) { return action.kind == kind; });
}

std::vector<ClaimGroup> claim_groups(const Situation& now) {
  std::vector<ClaimGroup> groups;
  const auto& routes = now.edition.board.routes;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    // Parallel routes are neighbours, so the same one is among the last few if it is there at all.
    const bool same = std::ranges::any_of(groups, [&](const ClaimGroup& group) {
      const Route& other = routes[static_cast<std::size_t>(group.route)];
      return other.a == routes[r].a && other.b == routes[r].b && other.length == routes[r].length &&
             other.color == routes[r].color;
    });
    if (same) continue;
    if (auto actions = now.claims(static_cast<int>(r)); !actions.empty()) {
      groups.push_back({static_cast<int>(r), std::move(actions)});
    }
  }
  std::ranges::stable_sort(groups, std::greater<>{}, [&](const ClaimGroup& group) {
    return routes[static_cast<std::size_t>(group.route)].length;
  });
  return groups;
}

namespace {

std::string row_words(const View& view) {
  std::vector<std::string> kinds;
  for (const std::uint8_t card : view.row) {
    if (card == kEmptyPlace) continue;
    const std::string kind(name(static_cast<Card>(card)));
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds.empty() ? "nothing" : enumeration(kinds);
}

std::string not_now(const View& view, const Action& action) {
  switch (view.phase) {
    case Phase::kStart:
    case Phase::kChooseTickets:
      return "First choose your tickets: type 'keep' and the numbers of those you want, for instance 'keep 1 2'.";
    case Phase::kSecondCard:
      return "You have taken one card and must take a second one now: 'draw', or 'take' with a color or place of the "
             "row.";
    case Phase::kTurn:
      if (action.kind == ActionKind::kKeep) return "There are no tickets to choose from now; 'tickets' draws new ones.";
      break;
    default: break;
  }
  return "That is not possible now; 'legal' lists what is.";
}

std::string taken_words(const Edition& edition, const View& view, int route) {
  const std::string words = route_words(edition.board, route);
  for (std::size_t seat = 0; seat < view.players; ++seat) {
    if (!view.owned[seat].has(route)) continue;
    if (static_cast<int>(seat) == view.viewer) return words + " is yours already.";
    return fmt::format("{} belongs to {} already; 'routes' lists what you can claim.", words,
                       capital(edition.seats[seat]));
  }
  return words + " is taken already; 'routes' lists what you can claim.";
}

}  // namespace

std::string refusal_words(const Edition& edition, const View& view, const Action& action, const Refusal& refusal) {
  const std::string route = action.kind == ActionKind::kClaim && action.where < edition.board.routes.size()
                                ? route_words(edition.board, action.where)
                                : std::string("That route");
  const int have = refusal.have;
  const int need = refusal.need;
  switch (refusal.reason) {
    case Reason::kNone: return "That is possible.";
    case Reason::kUnknownAction:
      return "There is no such route, card or payment in this edition; type 'legal' for what is possible or 'help'.";
    case Reason::kGameOver: return "The game is over.";
    case Reason::kNotYourTurn: return "It is not your turn.";
    case Reason::kNotNow: return not_now(view, action);
    case Reason::kDeckEmpty:
      if (action.kind == ActionKind::kTake) {
        return "The deck is empty, so no card can be taken, not even from the row; claim a route or draw tickets.";
      }
      return "There are no train cards left to draw; claim a route ('routes') or draw tickets ('tickets').";
    case Reason::kNotInRow:
      return fmt::format("There is no {} card in the row; there you find {}.", name(action.color), row_words(view));
    case Reason::kLocomotiveSecond:
      return "A locomotive from the row cannot be your second card; take another one or type 'draw'.";
    case Reason::kNoTickets: return "There are no tickets left to draw; take cards or claim a route.";
    case Reason::kKeepTooFew:
      return fmt::format("You must keep at least {} and named {}; type for instance 'keep {}'.",
                         count_words(need, "ticket"), have, need == 1 ? "1" : "1 2");
    case Reason::kKeepNotOffered:
      return fmt::format("Only tickets 1 to {} are on offer.", view.offered[static_cast<std::size_t>(view.viewer)]);
    case Reason::kOrderNotChosen:
      return "Say in which order the others go under the deck, for instance 'keep 2 return 3,1'.";
    case Reason::kOrderNotAllowed:
      return "The order of the returned tickets cannot be chosen here; type 'keep' and the numbers only.";
    case Reason::kRouteTaken: return taken_words(edition, view, action.where);
    case Reason::kParallelOwned: return "You own the other track of " + route + " and may not have both.";
    case Reason::kParallelClosed:
      return route + " is closed: with 2 or 3 players only one track of a double route can be claimed.";
    case Reason::kTooFewCards:
      return fmt::format("You need {} {} cards for that and have {}.", need, name(action.color), have);
    case Reason::kTooFewLocomotives:
      return fmt::format("You need {} for that and have {}.", count_words(need, "locomotive"), have);
    case Reason::kTooFewTrains:
      return fmt::format("{} is {} long and you have only {} left.", route, count_words(need, "train"), have);
    case Reason::kMayNotPass: return "You may pass only if nothing else is possible; 'legal' lists what is.";
    default: break;
  }
  return "That is not possible now.";
}

Outcome resolve_take(const Situation& now, const std::vector<std::string>& rest) {
  const View& view = now.view;
  std::string word;
  // "take the red card", "take card 3", "take 3 from the row"
  for (const std::string& part : rest) {
    static constexpr std::array<std::string_view, 8> kFiller = {"a",     "the",  "card", "number",
                                                                "place", "from", "row",  "one"};
    if (std::ranges::find(kFiller, part) != kFiller.end()) continue;
    if (!word.empty()) {
      return Outcome::say("Take one card at a time: 'take' with a color or a place of the row, 1 to 5.");
    }
    word = part;
  }
  if (word.empty()) {
    return Outcome::say(fmt::format(
        "Take which card? Type 'take' with a color or a place of the row, for instance 'take 3'; there you find {}.",
        row_words(view)));
  }
  if (word == "blind" || word == "deck") return Outcome::act(Action::draw());
  if (const auto place = whole_number(word)) {
    if (*place < 1 || *place > kRow) return Outcome::say(fmt::format("The places of the row are 1 to {}.", kRow));
    const std::uint8_t card = view.row[static_cast<std::size_t>(*place - 1)];
    if (card == kEmptyPlace) return Outcome::say(fmt::format("Place {} of the row is empty.", *place));
    return Outcome::act(Action::take(static_cast<Card>(card)));
  }
  const auto cards = match_card(word);
  if (cards.empty()) {
    return Outcome::say(
        fmt::format("There is no card called {}; in the row you find {}.", quoted(word), row_words(view)));
  }
  if (cards.size() > 1) {
    return Outcome::say(fmt::format("Do you mean {}?", card_names(cards)));
  }
  return Outcome::act(Action::take(cards[0]));
}

namespace {

// Numbers with blanks or commas between them; nothing if there is anything else.
std::optional<std::vector<int>> number_list(std::string_view text) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (c == ',' || c == ';') c = ' ';
  }
  std::vector<int> numbers;
  for (const std::string& word : words_of(spaced)) {
    if (word == "and") continue;
    const auto number = whole_number(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

Outcome ask_for_order(const Situation& now, const std::vector<Action>& orders_to_choose) {
  std::vector<Choice> choices;
  const int offered = now.view.offered[static_cast<std::size_t>(now.view.viewer)];
  for (const Action& action : orders_to_choose) {
    std::vector<std::string> names;
    const ReturnList list = returned_positions(action, offered);
    for (std::size_t i = 0; i < static_cast<std::size_t>(list.size); ++i) {
      const std::uint8_t ticket = now.view.offer[list.position[i]];
      names.push_back(ticket_words(now.edition.board, now.edition.tickets[ticket]));
    }
    choices.push_back({fmt::format("{}", fmt::join(names, ", then ")), {action}});
  }
  return Outcome::ask("In which order do the others go under the deck? The first will be the first to come up again.",
                      std::move(choices));
}

}  // namespace

Outcome resolve_keep(const Situation& now, std::string_view rest) {
  const int offered = now.view.offered[static_cast<std::size_t>(now.view.viewer)];
  if (now.view.phase != Phase::kStart && now.view.phase != Phase::kChooseTickets) {
    return Outcome::say(not_now(now.view, Action::keeping(1)));
  }
  const std::string_view kept_text = rest.substr(0, rest.find("return"));
  auto kept = number_list(kept_text);
  if (rest == "all" || rest == "both" || rest == "everything") {
    kept.emplace();
    for (int i = 1; i <= offered; ++i) kept->push_back(i);
  } else if (rest == "none" || rest == "nothing") {
    kept.emplace();
  } else if (!kept || kept->empty()) {
    return Outcome::say(
        "Type 'keep' and the numbers of the tickets with blanks between them, for instance 'keep 1 2', or 'keep all'.");
  }
  int set = 0;
  for (const int number : *kept) {
    if (number < 1 || number > offered) {
      return Outcome::say(fmt::format("There is no ticket {}: only 1 to {} are on offer.", number, offered));
    }
    set |= 1 << (number - 1);
  }
  std::vector<Action> fitting;
  for (const Action& action : now.legal) {
    if (action.keep == set) fitting.push_back(action);
  }
  if (kept_text.size() != rest.size()) {
    const auto returned = number_list(rest.substr(kept_text.size() + std::string_view("return").size()));
    if (!returned || returned->empty()) {
      return Outcome::say("Behind 'return' type the numbers of the other tickets, for instance 'keep 2 return 3,1'.");
    }
    if (fitting.size() == 1 && fitting[0].order == 0 && returned->size() > 1) {
      return Outcome::say(refusal_words(now.edition, now.view, fitting[0], {Reason::kOrderNotAllowed, 0, 0}));
    }
    const auto differs = [&](const Action& action) {
      const ReturnList list = returned_positions(action, offered);
      return !std::ranges::equal(std::span(list.position).first(static_cast<std::size_t>(list.size)), *returned, {},
                                 [](std::uint8_t position) { return position + 1; });
    };
    if (!fitting.empty()) {
      std::erase_if(fitting, differs);
      if (fitting.empty()) {
        return Outcome::say(
            "Behind 'return' name every ticket you do not keep once, for instance 'keep 2 return 3,1'.");
      }
    }
  }
  if (fitting.size() > 1) return ask_for_order(now, fitting);
  return Outcome::act(fitting.empty() ? Action::keeping(set) : fitting[0]);
}

}  // namespace fogg::cli
