// Everything a player can do, as a list to choose from by number. Routes come last.
#include <fmt/format.h>

#include <algorithm>

#include "cli/play_payment.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"
#include "cli/thoughts_text.h"

namespace fogg::cli {

namespace {

std::vector<std::string> kept_numbers(const Action& action) {
  std::vector<std::string> numbers;
  for (int i = 0; i < kMaxOffer; ++i) {
    if (((action.keep >> i) & 1) != 0) numbers.push_back(std::to_string(i + 1));
  }
  if (numbers.empty()) numbers.emplace_back("none");
  return numbers;
}

}  // namespace

std::vector<Choice> all_choices(const Situation& now) {
  if (std::vector<Choice> few = answers(now); !few.empty()) return few;
  const Edition& edition = now.edition;
  std::vector<Choice> choices;
  std::vector<Action> stations;
  for (const Action& action : now.legal) {
    switch (action.kind) {
      case ActionKind::kClaim: break;  // below, by route
      case ActionKind::kStation: stations.push_back(action); break;
      case ActionKind::kKeep:
        // Orders of the returned tickets are asked for afterwards.
        if (!choices.empty() && choices.back().actions[0].keep == action.keep) {
          choices.back().actions.push_back(action);
          break;
        }
        // Which tickets they are stands above; the names would fill the screen.
        choices.push_back({fmt::format("keep {}", enumeration(kept_numbers(action))), {action}});
        break;
      default: choices.push_back({action_words(edition, now.view, action), {action}});
    }
  }
  if (!stations.empty()) {
    choices.push_back({fmt::format("build a station ({})", count_words(station_price(edition, now.view), "card")),
                       std::move(stations)});
  }
  for (ClaimGroup& group : claim_groups(now)) {
    const Route& route = edition.board.routes[static_cast<std::size_t>(group.route)];
    const std::string crossing = crossing_words(route);
    const std::string what =
        fmt::format("claim {} ({} {}{}{})", route_words(edition.board, group.route), route.length,
                    route.color == kGray ? "any" : color_words(route), crossing.empty() ? "" : ", ", crossing);
    choices.push_back({what, std::move(group.actions)});
  }
  return choices;
}

Outcome narrow_stations(const Situation& now, const std::vector<Action>& actions) {
  std::vector<Choice> choices;
  for (const Action& action : actions) {
    if (choices.empty() || choices.back().actions[0].where != action.where) {
      choices.push_back({city_words(now.edition.board, action.where), {}});
    }
    choices.back().actions.push_back(action);
  }
  if (choices.size() == 1) return Outcome::ask("Pay how?", payment_choices(actions));
  return Outcome::ask("Build it in which city?", std::move(choices));
}

}  // namespace fogg::cli
