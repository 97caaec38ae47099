#include "cli/thoughts_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

namespace fogg::cli {

namespace {

constexpr std::size_t kHinted = 3;

std::string ticket_named(const Edition& edition, int ticket) {
  if (ticket < 0 || ticket >= static_cast<int>(edition.tickets.size())) return "a ticket";
  const Ticket& t = edition.tickets[static_cast<std::size_t>(ticket)];
  return fmt::format("{} ({})", ticket_words(edition.board, t), t.points);
}

std::string card_named(int kind) {
  return kind < 0 || kind >= kCardKinds ? "unknown" : std::string(kind_words(static_cast<Card>(kind)));
}

std::string keep_words(const Edition& edition, const View& view, const Action& action) {
  std::vector<std::string> numbers;
  std::vector<std::string> tickets;
  for (std::size_t i = 0; i < kMaxOffer; ++i) {
    if (((action.keep >> i) & 1) == 0) continue;
    numbers.push_back(std::to_string(i + 1));
    const bool known = i < view.offered[static_cast<std::size_t>(view.viewer)];
    if (known) tickets.push_back(ticket_words(edition.board, edition.tickets[view.offer[i]]));
  }
  if (numbers.empty()) return "keep none";
  return fmt::format("keep {}{}", enumeration(numbers),
                     tickets.empty() ? "" : fmt::format(" ({})", fmt::join(tickets, ", ")));
}

// A share as a whole number of percent; "<1%" for what is there, but hardly.
std::string percent(double share) {
  if (share > 0 && share < 0.005) return "<1%";
  return fmt::format("{:.0f}%", share * 100);
}

bool searched(const Thoughts& thoughts) {
  return std::ranges::any_of(thoughts.options, [](const Thought& thought) { return thought.visits > 0; });
}

std::string searched_words(const Thoughts& thoughts) {
  if (thoughts.playouts <= 0) return {};
  return fmt::format("{} in {:.1f} s",
                     thoughts.playouts == 1 ? "1 playout" : fmt::format("{} playouts", thoughts.playouts),
                     thoughts.seconds);
}

}  // namespace

std::string action_words(const Edition& edition, const View& view, const Action& action) {
  const auto city = [&] { return city_words(edition.board, action.where); };
  switch (action.kind) {
    case ActionKind::kDraw: return "draw a card blind";
    case ActionKind::kTake: return fmt::format("take {}", a_card(action.color));
    case ActionKind::kTickets:
      return edition.mix == 0 ? "draw tickets"
                              : "draw " + deck_counts(edition, action.count, edition.mix - action.count);
    case ActionKind::kPass: return "pass";
    case ActionKind::kKeep: return keep_words(edition, view, action);
    case ActionKind::kClaim:
      return fmt::format("claim {} ({}) with {}", route_words(edition.board, action.where),
                         edition.board.routes[action.where].length, payment_words(action));
    case ActionKind::kPay: return fmt::format("pay {} more for the tunnel", payment_words(action));
    case ActionKind::kDecline: return "decline to pay for the tunnel";
    case ActionKind::kStation: return fmt::format("build a station in {} with {}", city(), payment_words(action));
    case ActionKind::kPlace: return fmt::format("put a passenger into {}", city());
    case ActionKind::kSkip: return "put no passenger on the board";
    case ActionKind::kMove: return fmt::format("send the passenger in {} on a journey", city());
    case ActionKind::kGo: {
      const Route& route = edition.board.routes[action.where];
      const int there = route.a == view.extras.journey_at ? route.b : route.a;
      return fmt::format("go to {}", city_words(edition.board, there));
    }
    case ActionKind::kStop: return "end the journey";
  }
  return {};
}

// Without a default: a new kind without words does not compile.
std::string motive_words(const Edition& edition, const Motive& motive) {
  const int n = motive.number;
  const auto ticket = [&] { return ticket_named(edition, motive.where); };
  switch (motive.kind) {
    case MotiveKind::kServesTicket: return fmt::format("It is on the way planned for the ticket {}.", ticket());
    case MotiveKind::kCompletesTicket: return fmt::format("It completes the ticket {}.", ticket());
    case MotiveKind::kOnPlan:
      return n == 0 ? "It is the last route of the plan."
                    : fmt::format("After it the plan lacks {}.", count_words(n, "route"));
    case MotiveKind::kMayBeTaken:
      return n == 0 ? "If somebody else takes it, there is no way around."
                    : fmt::format("If somebody else takes it, the way around takes {}.", count_words(n, "train"));
    case MotiveKind::kPoints: return fmt::format("The route brings {}.", count_words(n, "point"));
    case MotiveKind::kNeedsColor:
      return fmt::format("{} {} still missing.", count_words(n, card_named(motive.where) + " card"),
                         n == 1 ? "is" : "are");
    case MotiveKind::kNotNeeded: return fmt::format("No {} card is needed.", card_named(motive.where));
    case MotiveKind::kFitsGray: return "It fits a route of any color.";
    case MotiveKind::kSparesJoker: return "It saves a locomotive.";
    case MotiveKind::kJokerIsScarce: return "A locomotive serves any route.";
    case MotiveKind::kJokerForLong: return "It is a joker for routes of 4 and more spaces.";
    case MotiveKind::kRowHasNothing: return "No card of the row is needed.";
    case MotiveKind::kSavesForPlan: return fmt::format("The whole plan lacks {}.", count_words(n, "card"));
    case MotiveKind::kSavesForRoute: return fmt::format("The best route left lacks {}.", count_words(n, "card"));
    case MotiveKind::kPassengerCard: return "It takes a passenger along a route of somebody else.";
    case MotiveKind::kEndIsNear: return fmt::format("The end is near: probably {} left.", count_words(n, "turn"));
    case MotiveKind::kPlanIsDone: return "All tickets are done or given up.";
    case MotiveKind::kNewTickets:
      return fmt::format("The plan leaves {} for more tickets.", n == 0 ? "no train" : count_words(n, "train"));
    case MotiveKind::kTicketWorth:
      if (n == 0) return fmt::format("The ticket {} is worth what its way costs.", ticket());
      if (n < 0) return fmt::format("The ticket {} is worth less than its way costs.", ticket());
      return fmt::format("The ticket {} is worth about {} more than its way costs.", ticket(), count_words(n, "point"));
    case MotiveKind::kTicketCosts:
      return n == 0 ? fmt::format("The ticket {} would cost no more trains.", ticket())
                    : fmt::format("The ticket {} would cost {}.", ticket(), count_words(n, "more train"));
    case MotiveKind::kTicketTooFar: return fmt::format("The ticket {} is too far.", ticket());
    case MotiveKind::kNobodyElse: return "Nothing better is possible.";
    case MotiveKind::kStationHelps: return fmt::format("The station connects the ticket {}.", ticket());
    case MotiveKind::kGoods:
      return n == 0 ? "There is nothing more on the way."
                    : fmt::format("The journey brings goods for {}.", count_words(n, "point"));
    case MotiveKind::kGoodsAround:
      return fmt::format("In the cities around there are goods for {}.", count_words(n, "point"));
  }
  return {};
}

std::string reasons_text(const Edition& edition, const Style& style, const Thought& thought, std::string_view first) {
  std::vector<std::string> sentences;
  for (const Motive& motive : thought.motives) {
    std::string words = motive_words(edition, motive);
    if (std::ranges::find(sentences, words) == sentences.end()) sentences.push_back(std::move(words));
  }
  std::string all;
  for (const std::string& sentence : sentences) all += (all.empty() ? "" : " ") + sentence;
  return all.empty() ? "" : wrap(all, first, style.width) + "\n";
}

std::string thoughts_json(const Edition& edition, const Thoughts& thoughts) {
  std::string options;
  for (const Thought& thought : thoughts.options) {
    std::string reasons;
    for (const Motive& motive : thought.motives) {
      reasons += fmt::format(R"({}{{"kind":"{}","where":{},"number":{},"words":{}}})", reasons.empty() ? "" : ",",
                             name(motive.kind), motive.where, motive.number,
                             boost::json::serialize(boost::json::value(motive_words(edition, motive))));
    }
    std::string figures;
    if (thought.visits > 0) {
      const Expected& e = thought.expected;
      figures = fmt::format(
          R"(,"visits":{},"win":{:.4f},"expected":{{"routes":{:.2f},"tickets":{:.2f},"bonus":{:.2f},"total":{:.2f}}},"lead":{:.2f})",
          thought.visits, thought.win, e.routes, e.tickets, e.bonus, e.total(), thought.lead);
    }
    options += fmt::format(R"({}{{"action":"{}","share":{:.4f}{},"reasons":[{}]}})", options.empty() ? "" : ",",
                           text(edition, thought.action), thought.share, figures, reasons);
  }
  return "[" + options + "]";
}

Thoughts merged(const Edition& edition, const View& view, const Thoughts& thoughts) {
  Thoughts out = thoughts;
  out.options.clear();
  for (const Thought& thought : thoughts.options) {
    const std::string words = action_words(edition, view, thought.action);
    const auto same = std::ranges::find_if(
        out.options, [&](const Thought& other) { return action_words(edition, view, other.action) == words; });
    if (same == out.options.end()) {
      out.options.push_back(thought);
      continue;
    }
    const std::int64_t visits = same->visits + thought.visits;
    const auto mean = [&](double& a, double b) {
      if (visits > 0)
        a = (a * static_cast<double>(same->visits) + b * static_cast<double>(thought.visits)) /
            static_cast<double>(visits);
    };
    mean(same->win, thought.win);
    mean(same->lead, thought.lead);
    mean(same->expected.routes, thought.expected.routes);
    mean(same->expected.tickets, thought.expected.tickets);
    mean(same->expected.bonus, thought.expected.bonus);
    same->visits = visits;
    same->share += thought.share;
  }
  // Together two tracks may be the favourite; what the bot would do stays in front.
  std::ranges::stable_sort(out.options.begin() + (out.options.empty() ? 0 : 1), out.options.end(), std::greater<>{},
                           &Thought::share);
  return out;
}

std::vector<Action> hinted(const Action& best, const Thoughts& thoughts) {
  std::vector<Action> actions;
  for (const Thought& thought : thoughts.options) {
    if (actions.size() < kHinted) actions.push_back(thought.action);
  }
  if (actions.empty()) actions.push_back(best);
  return actions;
}

std::string hint_text(const Edition& edition, const View& view, const Style& style, std::string_view bot,
                      const Action& best, const Thoughts& thoughts) {
  const std::string words = action_words(edition, view, best);
  if (thoughts.options.empty()) {
    return wrap(fmt::format("The {} bot would {}. It does not say why. Type 1 to do it.", bot, words), "",
                style.width) +
           "\n";
  }
  const std::string effort = searched_words(thoughts);
  std::string out = wrap(fmt::format("The {} bot would {}{}. Type 1 to do it{}.", bot, words,
                                     effort.empty() ? "" : fmt::format(", after {}", effort),
                                     thoughts.options.size() > 1 ? ", or another number" : ""),
                         "", style.width) +
                    "\n";
  const std::size_t shown = std::min(kHinted, thoughts.options.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Thought& thought = thoughts.options[i];
    const std::string first = fmt::format("  {}  ", style.bold(fmt::format("{:>2}", i + 1)));
    out += wrap(fmt::format("{} ({})", action_words(edition, view, thought.action), percent(thought.share)), first,
                style.width) +
           "\n";
    if (thought.visits > 0) {
      const Expected& e = thought.expected;
      const std::string figures = fmt::format("Wins {}; {:.0f} points: {:.0f} routes, {:.0f} tickets, {:.0f} bonus.",
                                              percent(thought.win), e.total(), e.routes, e.tickets, e.bonus);
      out += wrap(figures, "      ", style.width) + "\n";
    }
    out += reasons_text(edition, style, thought, "      ");
  }
  return out;
}

std::string thoughts_table(const Edition& edition, const View& view, const Style& style, const Thoughts& thoughts,
                           std::size_t most) {
  const bool figures = searched(thoughts);
  const std::size_t shown = std::min(most, thoughts.options.size());
  int width = columns("Option");
  for (std::size_t i = 0; i < shown; ++i) {
    width = std::max(width, columns(action_words(edition, view, thoughts.options[i].action)));
  }
  // What stands behind the name. A name that leaves no room for it goes on below.
  const int figures_width = figures ? 52 : 7;
  width = std::min(width, style.width - 6 - figures_width);
  std::string out = style.dim(fmt::format("      {}  Share{}", pad("Option", width),
                                          figures ? "  Visits  Win Routes Tickets Bonus Total Lead" : "")) +
                    "\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const Thought& thought = thoughts.options[i];
    const std::string name = wrap(action_words(edition, view, thought.action), "", width);
    const std::string_view begin = std::string_view(name).substr(0, name.find('\n'));
    out += fmt::format("  {:>2}  {}  {:>5}", i + 1, pad(begin, width), percent(thought.share));
    if (thought.visits > 0) {
      const Expected& e = thought.expected;
      out += fmt::format(" {:>7} {:>4} {:>6.1f} {:>7.1f} {:>5.1f} {:>5.1f} {:>+4.0f}", thought.visits,
                         percent(thought.win), e.routes, e.tickets, e.bonus, e.total(), thought.lead);
    }
    out += "\n";
    if (begin.size() < name.size()) {
      std::string rest = name.substr(begin.size() + 1);
      std::ranges::replace(rest, '\n', ' ');
      out += wrap(rest, "        ", 6 + width) + "\n";
    }
  }
  if (thoughts.options.size() > shown) {
    double rest = 0;
    for (std::size_t i = shown; i < thoughts.options.size(); ++i) rest += thoughts.options[i].share;
    out += fmt::format("      {}  {:>5}\n", pad(fmt::format("{} more", thoughts.options.size() - shown), width),
                       percent(rest));
  }
  return out;
}

}  // namespace fogg::cli
