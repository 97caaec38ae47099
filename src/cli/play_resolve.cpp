#include "cli/play_resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cli/play_input.h"
#include "cli/play_payment.h"
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
  sort_by_locomotives(found);
  return found;
}

RouteSet Situation::payable() const {
  // Cards on the table for a tunnel, and trains and cards of a claim under way, are no more to be had.
  if (view.phase >= Phase::kTunnel) return {};
  State turn = visible;
  turn.phase = Phase::kTurn;
  turn.player = static_cast<decltype(turn.player)>(view.viewer);
  return Legal(edition, turn, view.viewer).routes();
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

std::string row_words(const View& view) {
  std::vector<std::string> kinds;
  for (const std::uint8_t card : view.row) {
    if (card == kEmptyPlace) continue;
    const std::string kind(kind_words(static_cast<Card>(card)));
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds.empty() ? "nothing" : enumeration(kinds);
}

Outcome resolve_take(const Situation& now, const std::vector<std::string>& rest) {
  const View& view = now.view;
  std::string word;
  // "take the red card", "take card 3", "take 3 from the row", "take the 4+ locomotive"
  std::vector<std::string> parts = rest;
  if (std::ranges::find(parts, "4+") != parts.end()) {
    std::erase_if(parts, [](const std::string& part) { return match_card(part) == std::vector{Card::kLocomotive}; });
  }
  for (const std::string& part : parts) {
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

}  // namespace

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

Outcome resolve_keep(const Situation& now, std::string_view rest) {
  const int offered = now.view.offered[static_cast<std::size_t>(now.view.viewer)];
  if (now.view.phase != Phase::kStart && now.view.phase != Phase::kChooseTickets) {
    return Outcome::say(not_now(now.edition, now.view, ActionKind::kKeep));
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
