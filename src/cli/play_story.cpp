#include "cli/play_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fogg::cli {

namespace {
constexpr std::string_view kDrawsBlind = "draws blind";
}  // namespace

Action public_part(const Action& action) {
  return action.kind == ActionKind::kKeep ? Action{.kind = ActionKind::kKeep} : action;
}

std::string Story::claim_words(const Action& action) const {
  const Route& route = edition_.board.routes[action.where];
  return fmt::format("{} ({}) with {} for {}", route_words(edition_.board, action.where), route.length,
                     payment_words(action), count_words(edition_.route_points[route.length], "point"));
}

std::string Story::own_sentence(const View& before, const View& after, const Action& action) const {
  switch (action.kind) {
    case ActionKind::kDraw:
      for (int kind = 0; kind < kCardKinds; ++kind) {
        const auto card = static_cast<Card>(kind);
        if (after.hand[card] > before.hand[card]) return fmt::format("You draw {}.", a_card(card));
      }
      return "You draw a card.";
    case ActionKind::kTake: return fmt::format("You take {} from the row.", a_card(action.color));
    case ActionKind::kTickets:
      return fmt::format("You draw {}.",
                         count_words(after.offered[static_cast<std::size_t>(company_.human)], "ticket"));
    case ActionKind::kPass: return "You pass.";
    case ActionKind::kClaim: return fmt::format("You claim {}.", claim_words(action));
    case ActionKind::kKeep: {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < before.offered[static_cast<std::size_t>(company_.human)]; ++i) {
        if (((action.keep >> i) & 1) != 0) {
          names.push_back(ticket_words(edition_.board, edition_.tickets[before.offer[i]]));
        }
      }
      return fmt::format("You keep {}.", enumeration(names));
    }
    default: return fmt::format("You: {}.", text(edition_, action));
  }
  return {};
}

// What another one does, as the part of a sentence behind the name.
std::string Story::part(const View& before, const View& after, int seat, const Action& action) const {
  const auto s = static_cast<std::size_t>(seat);
  switch (action.kind) {
    case ActionKind::kDraw: return std::string(kDrawsBlind);
    case ActionKind::kTake: return fmt::format("takes {} from the row", a_card(action.color));
    case ActionKind::kTickets: return fmt::format("draws {}", count_words(after.offered[s], "ticket"));
    case ActionKind::kPass: return "can do nothing and passes";
    case ActionKind::kClaim: return "claims " + claim_words(action);
    case ActionKind::kKeep: return fmt::format("keeps {}", after.kept[s] - before.kept[s]);
    default: return text(edition_, action);
  }
  return {};
}

void Story::begin_play(const View& after) {
  std::vector<std::string> counts;
  for (int seat = 0; seat < after.players; ++seat) {
    if (seat != company_.human) {
      counts.push_back(fmt::format("{} keeps {}", text_.who(seat),
                                   count_words(after.kept[static_cast<std::size_t>(seat)], "ticket")));
    }
  }
  sentences_.push_back(enumeration(counts) + ".");
  sentences_.push_back(after.player == company_.human ? "You begin." : text_.who(after.player) + " begins.");
}

// Two cards of the same kind, or both from the row, make a shorter sentence.
void Story::join_equal_parts() {
  constexpr std::string_view kTakes = "takes ";
  constexpr std::string_view kFromRow = " from the row";
  if (parts_.size() != 2) return;
  const bool same = parts_[0] == parts_[1];
  if (same && parts_[0] == kDrawsBlind) {
    parts_ = {"draws two cards blind"};
  } else if (parts_[0].ends_with(kFromRow) && parts_[1].ends_with(kFromRow)) {
    const auto taken = [&](const std::string& part) {
      return part.substr(kTakes.size(), part.size() - kTakes.size() - kFromRow.size());
    };
    const std::string first = taken(parts_[0]);
    // "a red card" twice is "two red cards".
    parts_ = {fmt::format("takes {} from the row",
                          same ? "two" + first.substr(first.find(' ')) + "s" : first + " and " + taken(parts_[1]))};
  }
}

void Story::tell(const View& before, const View& after, int seat, const Action& action, const Happenings& happenings) {
  const bool mine = seat == company_.human;
  if (before.phase == Phase::kStart) {
    if (mine) sentences_.push_back(own_sentence(before, after, action));
    if (after.phase != Phase::kStart) begin_play(after);
    return;
  }
  if (mine) {
    sentences_.push_back(own_sentence(before, after, action));
  } else {
    parts_.push_back(part(before, after, seat, action));
  }
  std::vector<std::string>& later = mine ? sentences_ : afterwards_;
  if (happenings.reshuffles > 0) {
    later.emplace_back("The deck is used up; the discards are shuffled and become the new deck.");
  }
  if (happenings.resets > 0) {
    later.push_back(fmt::format("Too many locomotives in the row: it is laid out anew{}.",
                                happenings.resets == 1 ? "" : fmt::format(", {} times", happenings.resets)));
  }
  if (after.turns == before.turns) return;

  if (!parts_.empty()) {
    join_equal_parts();
    sentences_.push_back(fmt::format("{} {}.", text_.who(seat), enumeration(parts_)));
    parts_.clear();
  }
  sentences_.insert(sentences_.end(), afterwards_.begin(), afterwards_.end());
  afterwards_.clear();
  if (before.turns_left < 0 && after.turns_left >= 0) {
    const int left = after.trains[static_cast<std::size_t>(seat)];
    sentences_.push_back(fmt::format("{} only {} left: the last round begins, everybody has one more turn!",
                                     mine ? "You have" : text_.who(seat) + " has", count_words(left, "train")));
  }
}

std::vector<std::string> Story::take() { return std::exchange(sentences_, {}); }

}  // namespace fogg::cli
