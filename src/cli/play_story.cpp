#include "cli/play_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace fogg::cli {

namespace {
constexpr std::string_view kDrawsBlind = "draws blind";
}  // namespace

Action public_part(const Action& action) {
  return action.kind == ActionKind::kKeep ? Action{.kind = ActionKind::kKeep} : action;
}

std::string Story::points_words(int route) const {
  return count_words(edition_.route_points[edition_.board.routes[static_cast<std::size_t>(route)].length], "point");
}

std::string Story::claim_words(const Action& action) const {
  return fmt::format("{} ({}) with {} for {}", route_words(edition_.board, action.where),
                     edition_.board.routes[action.where].length, payment_words(action), points_words(action.where));
}

// "2 green for the tunnel Venezia-Zürich (2); it turns up green, blue and locomotive"
std::string Story::tunnel_words(const Action& shown) const {
  std::vector<std::string> kinds;
  for (const Card card : revealed_) kinds.emplace_back(kind_words(card));
  return fmt::format("{} for the tunnel {} ({}), which turns up {}", payment_words(shown),
                     route_words(edition_.board, shown.where), edition_.board.routes[shown.where].length,
                     kinds.empty() ? "nothing" : enumeration(kinds));
}

std::string Story::kept_words(const View& before, const View& after, int seat) const {
  if (edition_.mix == 0) {
    const auto s = static_cast<std::size_t>(seat);
    return std::to_string(after.kept[s] - before.kept[s]);
  }
  const auto kept = [&](int deck) {
    return after.kept_of(edition_, seat, deck) - before.kept_of(edition_, seat, deck);
  };
  std::vector<std::string> parts;
  for (int deck = 0; deck < 2; ++deck) {
    if (kept(deck) > 0)
      parts.push_back(fmt::format("{} {}", kept(deck), edition_.decks[static_cast<std::size_t>(deck)].name));
  }
  return enumeration(parts);
}

int Story::journey_points() const { return std::accumulate(journey_.tiles.begin(), journey_.tiles.end(), 0); }

void Story::note_journey(const View& before, const View& after, int seat, const Action& action) {
  if (action.kind == ActionKind::kMove) journey_ = {{action.where}, {}, 0};
  if (action.kind != ActionKind::kGo) return;
  const auto s = static_cast<std::size_t>(seat);
  const Route& route = edition_.board.routes[action.where];
  journey_.cities.push_back(route.a == journey_.cities.back() ? route.b : route.a);
  if (const int tile = after.extras.goods[s] - before.extras.goods[s]; tile > 0) journey_.tiles.push_back(tile);
  if (!before.owned[s].has(action.where)) ++journey_.cards;
}

// "to Mainz for 8 points (4 + 2 + 2) with 1 passenger card"
std::string Story::journey_words() const {
  std::vector<std::string> names;
  for (const int city : journey_.cities) names.push_back(city_words(edition_.board, city));
  std::string out = fmt::format("{} for {}", fmt::join(names, " - "), count_words(journey_points(), "point"));
  if (journey_.tiles.size() > 1) out += fmt::format(" ({})", fmt::join(journey_.tiles, " + "));
  if (journey_.cards > 0) out += fmt::format(", playing {}", count_words(journey_.cards, "passenger card"));
  return out;
}

// One step of the human's journey, which has been noted.
std::string Story::go_words(const View& before, const Action& action) const {
  const int city = journey_.cities.back();
  const bool mine = before.owned[static_cast<std::size_t>(company_.human)].has(action.where);
  const int tile = next_tile(edition_, before.extras, city);
  std::string out = fmt::format("Your passenger goes to {}{}", city_words(edition_.board, city),
                                mine ? "" : " with a passenger card");
  if (tile > 0) out += fmt::format(" and takes {}", count_words(tile, "point"));
  return out + ".";
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
    case ActionKind::kTickets: {
      const auto s = static_cast<std::size_t>(company_.human);
      return fmt::format("You draw {}.", edition_.mix > 0 ? deck_counts(edition_, after.offered_first[s],
                                                                        after.offered[s] - after.offered_first[s])
                                                          : count_words(after.offered[s], "ticket"));
    }
    case ActionKind::kPass: return "You pass.";
    case ActionKind::kClaim:
      if (after.phase == Phase::kTunnel) return fmt::format("You show {}.", tunnel_words(action));
      if (edition_.board.routes[action.where].tunnel) {
        return fmt::format("You show {}: nothing to add, the route is yours for {}.", tunnel_words(action),
                           points_words(action.where));
      }
      return fmt::format("You claim {}.", claim_words(action));
    case ActionKind::kPay:
      return fmt::format("You pay {} more and claim {} for {}.", payment_words(action),
                         route_words(edition_.board, before.extras.tunnel_route),
                         points_words(before.extras.tunnel_route));
    case ActionKind::kDecline: return "You decline and keep your cards.";
    case ActionKind::kStation:
      return fmt::format("You build a station in {} with {}.", city_words(edition_.board, action.where),
                         payment_words(action));
    case ActionKind::kPlace:
      return fmt::format("You put a passenger into {}.", city_words(edition_.board, action.where));
    case ActionKind::kSkip: return "You put no passenger on the board.";
    case ActionKind::kMove:
      return fmt::format("Your passenger sets out from {}.", city_words(edition_.board, action.where));
    case ActionKind::kGo: return go_words(before, action);
    case ActionKind::kStop: return {};
    case ActionKind::kKeep: {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < before.offered[static_cast<std::size_t>(company_.human)]; ++i) {
        if (((action.keep >> i) & 1) != 0) {
          names.push_back(ticket_words(edition_.board, edition_.tickets[before.offer[i]]));
        }
      }
      return fmt::format("You keep {}.", enumeration(names));
    }
  }
  return {};
}

// What another one does, as the part of a sentence behind the name. Nothing, if another part says it.
std::string Story::part(const View& before, const View& after, int seat, const Action& action) const {
  const auto s = static_cast<std::size_t>(seat);
  switch (action.kind) {
    case ActionKind::kDraw: return std::string(kDrawsBlind);
    case ActionKind::kTake: return fmt::format("takes {} from the row", a_card(action.color));
    case ActionKind::kTickets:
      return "draws " + (edition_.mix > 0
                             ? deck_counts(edition_, after.offered_first[s], after.offered[s] - after.offered_first[s])
                             : count_words(after.offered[s], "ticket"));
    case ActionKind::kPass: return "can do nothing and passes";
    case ActionKind::kClaim:
      if (after.phase == Phase::kTunnel) return fmt::format("shows {},", tunnel_words(action));
      if (edition_.board.routes[action.where].tunnel) {
        return fmt::format("shows {}, and claims it for {}", tunnel_words(action), points_words(action.where));
      }
      return "claims " + claim_words(action);
    case ActionKind::kKeep: return "keeps " + kept_words(before, after, seat);
    case ActionKind::kPay:
      return fmt::format("pays {} more to claim it for {}", payment_words(action),
                         points_words(before.extras.tunnel_route));
    case ActionKind::kDecline: return fmt::format("does not pay {} more", count_words(before.extras.surcharge, "card"));
    case ActionKind::kStation:
      return fmt::format("builds a station in {} with {}", city_words(edition_.board, action.where),
                         payment_words(action));
    case ActionKind::kPlace: return fmt::format("puts a passenger into {}", city_words(edition_.board, action.where));
    case ActionKind::kSkip:
    case ActionKind::kMove: return {};
    case ActionKind::kGo:
    case ActionKind::kStop:
      return after.phase == Phase::kJourney ? std::string() : "sends a passenger along " + journey_words();
  }
  return {};
}

void Story::begin_play(const View& after) {
  std::vector<std::string> counts;
  for (int seat = 0; seat < after.players; ++seat) {
    if (seat != company_.human) {
      counts.push_back(
          fmt::format("{} keeps {}", text_.who(seat),
                      deck_counts(edition_, after.kept_of(edition_, seat, 0), after.kept_of(edition_, seat, 1))));
    }
  }
  sentences_.push_back(
      fmt::format("{}.", edition_.decks.size() > 1 ? fmt::format("{}", fmt::join(counts, "; ")) : enumeration(counts)));
  sentences_.push_back(after.player == company_.human ? "You begin." : text_.who(after.player) + " begins.");
}

// Two cards of the same kind, or both from the row, make a shorter sentence.
void Story::join_equal_parts() {
  if (taken_.size() == 2) {
    parts_ = {fmt::format("takes {} from the row", taken_[0] == taken_[1]
                                                       ? two_cards(taken_[0])
                                                       : a_card(taken_[0]) + " and " + a_card(taken_[1]))};
  } else if (parts_.size() == 2 && parts_[0] == kDrawsBlind && parts_[1] == kDrawsBlind) {
    parts_ = {"draws two cards blind"};
  }
  taken_.clear();
}

void Story::tell(const View& before, const View& after, int seat, const Action& action, const Happenings& happenings) {
  const bool mine = seat == company_.human;
  revealed_ = happenings.revealed;
  note_journey(before, after, seat, action);
  if (before.phase == Phase::kStartMix) {
    sentences_.push_back(mine ? own_sentence(before, after, action)
                              : fmt::format("{} {}.", text_.who(seat), part(before, after, seat, action)));
    return;
  }
  if (before.phase == Phase::kStart) {
    if (mine) sentences_.push_back(own_sentence(before, after, action));
    if (after.phase != Phase::kStart) begin_play(after);
    return;
  }
  if (mine) {
    if (std::string own = own_sentence(before, after, action); !own.empty()) sentences_.push_back(std::move(own));
    if (before.phase == Phase::kJourney && after.phase != Phase::kJourney) {
      sentences_.push_back(fmt::format("The journey is over: {}.", journey_words()));
    }
  } else {
    if (std::string words = part(before, after, seat, action); !words.empty()) parts_.push_back(std::move(words));
    if (action.kind == ActionKind::kTake) taken_.push_back(action.color);
  }
  std::vector<std::string>& later = mine ? sentences_ : afterwards_;
  if (happenings.reshuffles > 0) {
    later.emplace_back("The deck is used up; the discards are shuffled and become the new deck.");
  }
  if (happenings.resets > 0) {
    later.push_back(fmt::format("Too many locomotives {}in the row: it is laid out anew{}.",
                                edition_.has_passenger_cards ? "or passengers " : "",
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

void Story::clear() {
  parts_.clear();
  taken_.clear();
  revealed_.clear();
  journey_ = {};
  afterwards_.clear();
  sentences_.clear();
}

std::vector<std::string> Story::take() { return std::exchange(sentences_, {}); }

}  // namespace fogg::cli
