#include "playback/import_plan.h"

#include <fmt/format.h>
#include <algorithm>

#include "playback/import_v09.h"

namespace fogg::playback {

using v09::LogMessage;
using v09::LogTicket;
using v09::SeatColor;
using v09::TurnType;

namespace {

using Colors = std::vector<SeatColor>;

bool has(const Colors& colors, SeatColor color) { return std::ranges::find(colors, color) != colors.end(); }

// Up to and with the scores of the first game.
std::size_t end_of_game(const std::vector<LogMessage>& messages) {
  auto is_score = [](const LogMessage& m) { return m.type == TurnType::kFinalScore; };
  auto at = std::ranges::find_if(messages, is_score);
  while (at != messages.end() && is_score(*at)) ++at;
  return static_cast<std::size_t>(at - messages.begin());
}

// The order in which players had their first turns.
Colors turn_order(const std::vector<LogMessage>& messages, std::size_t end) {
  Colors order;
  Colors chosen;
  for (std::size_t i = 0; i < end; ++i) {
    const LogMessage& m = messages[i];
    if (!m.player) continue;
    // The first choice is no turn, and some servers tell of the tickets it is made from like of those drawn later.
    const bool tickets = m.type == TurnType::kDrawDestinationTickets || m.type == TurnType::kClaimDestinationTickets;
    const bool turn = m.type == TurnType::kDrawPassengerCars || m.type == TurnType::kClaimRoute ||
                      (tickets && (!order.empty() || has(chosen, *m.player)));
    if (turn && !has(order, *m.player)) order.push_back(*m.player);
    if (m.type == TurnType::kClaimDestinationTickets) chosen.push_back(*m.player);
  }
  return order;
}

// Seats as the players joined, unless the turns went in another order.
Colors seat_order(const Colors& joined, const Colors& turns) {
  if (turns.empty()) return joined;
  Colors cycle = joined;
  std::ranges::rotate(cycle, std::ranges::find(cycle, turns[0]));
  if (std::equal(turns.begin(), turns.end(), cycle.begin())) return joined;
  cycle = turns;
  for (const SeatColor color : joined) {
    if (!has(cycle, color)) cycle.push_back(color);
  }
  std::ranges::rotate(cycle, std::ranges::find(cycle, joined[0]));
  return cycle;
}

// All tickets a message has, but for empty lists.
template <typename Use>
bool all_tickets(const LogMessage& m, const Use& use) {
  for (const auto* list : {&m.offered, &m.tickets, &m.missed}) {
    if (list->has_value() && !std::ranges::all_of(**list, use)) return false;
  }
  return true;
}

// Whether the log could be of this edition.
bool fits(const Edition& edition, const std::vector<LogMessage>& messages, const ImportPlan& plan) {
  std::vector<int> chosen(plan.seats.size(), 0);
  bool begun = false;
  for (std::size_t i = 0; i < plan.end; ++i) {
    const LogMessage& m = messages[i];
    if (!all_tickets(m, [&](const LogTicket& t) { return ticket_number(edition, t).has_value(); })) return false;
    const int seat = plan.seat(m.player);
    if (m.type == TurnType::kClaimDestinationTickets && seat >= 0) {
      const int kept = m.count.value_or(m.tickets ? static_cast<int>(m.tickets->size()) : 0);
      if (chosen[static_cast<std::size_t>(seat)]++ == 0 && kept > edition.deal) return false;
    }
    if (m.type == TurnType::kBoardState && !begun) {
      if (m.offered && !m.offered->empty() && static_cast<int>(m.offered->size()) != edition.deal) return false;
      const int left = edition.ticket_count() - edition.deal * static_cast<int>(plan.seats.size());
      if (m.ticket_deck && *m.ticket_deck != left) return false;
    }
    begun = begun || (m.type != TurnType::kJoin && m.type != TurnType::kBoardState);
  }
  return true;
}

std::shared_ptr<const Edition> choose_edition(const Editions& editions, const std::vector<LogMessage>& messages,
                                              const ImportPlan& plan) {
  for (const char* id : {"usa-2004", "usa-2025", "usa-1910", "usa-mega", "usa-bigcities"}) {
    const auto edition = editions.find(id);
    if (edition && v09::can_play(**edition) && fits(**edition, messages, plan)) return *edition;
  }
  // It plays all the same; tickets it does not have count as unknown.
  const auto edition = editions.find("usa-2004");
  return edition ? *edition : nullptr;
}

void find_seats(const std::vector<LogMessage>& messages, ImportPlan& plan) {
  Colors joined;
  std::array<std::string, v09::kSeatColors> names;
  for (std::size_t i = 0; i < plan.end; ++i) {
    const LogMessage& m = messages[i];
    if (!m.player || (m.type == TurnType::kJoin && m.client == v09::ClientType::kObserver)) continue;
    if (!has(joined, *m.player)) joined.push_back(*m.player);
    std::string& name = names[static_cast<std::size_t>(*m.player)];
    if (name.empty()) name = m.name;
  }
  const Colors turns = turn_order(messages, plan.end);
  plan.seats = joined.empty() ? joined : seat_order(joined, turns);
  for (const SeatColor color : plan.seats)
    plan.names.push_back(clean_name(names[static_cast<std::size_t>(color)], v09::name(color)));
  if (!turns.empty()) plan.first_player = plan.seat(turns[0]);
}

void find_tickets(const std::vector<LogMessage>& messages, ImportPlan& plan) {
  for (std::size_t i = 0; i < plan.end; ++i) {
    const LogMessage& m = messages[i];
    const int seat = plan.seat(m.player);
    if (seat < 0) continue;
    const auto s = static_cast<std::size_t>(seat);
    if (m.type == TurnType::kClaimDestinationTickets) ++plan.choices[s];
    if (m.type != TurnType::kFinalScore || !m.tickets || !m.missed) continue;
    TicketSet all;
    const bool known = all_tickets(m, [&](const LogTicket& t) {
      const auto number = ticket_number(*plan.edition, t);
      if (number) all |= TicketSet::single(*number);
      return number.has_value();
    });
    if (known) plan.last_tickets[s] = all;
  }
}

}  // namespace

int ImportPlan::seat(std::optional<SeatColor> color) const {
  if (!color) return -1;
  const auto found = std::ranges::find(seats, *color);
  return found == seats.end() ? -1 : static_cast<int>(found - seats.begin());
}

std::optional<int> ticket_number(const Edition& edition, const LogTicket& ticket) {
  const int a = v09::city(edition.board, ticket.a);
  const int b = v09::city(edition.board, ticket.b);
  if (a < 0 || b < 0) return {};
  for (std::size_t t = 0; t < edition.tickets.size(); ++t) {
    const Ticket& of = edition.tickets[t];
    if (((of.a == a && of.b == b) || (of.a == b && of.b == a)) && of.points == ticket.points)
      return static_cast<int>(t);
  }
  return {};
}

ImportPlan plan_import(const Editions& editions, const v09::Log& log, const std::string& edition) {
  ImportPlan plan;
  plan.end = end_of_game(log.messages);
  find_seats(log.messages, plan);
  const int last = std::max(1, log.lines);
  if (log.messages.empty()) {
    plan.error = log.stop ? Stop{log.stop->line, log.stop->message} : Stop{1, "there is no message of a game here"};
    return plan;
  }
  if (plan.seats.size() < kMinPlayers) {
    plan.error =
        log.stop ? Stop{log.stop->line, log.stop->message} : Stop{last, "the file ends before two players have joined"};
    return plan;
  }
  if (edition.empty()) {
    plan.edition = choose_edition(editions, log.messages, plan);
  } else if (const auto found = editions.find(edition)) {
    plan.edition = *found;
  } else {
    plan.error = Stop{0, found.error().text()};
    return plan;
  }
  if (!plan.edition || !v09::can_play(*plan.edition)) {
    plan.error = Stop{0, fmt::format("a log of protocol v0.9 cannot be a game of {}", edition)};
    return plan;
  }
  const int players = static_cast<int>(plan.seats.size());
  if (players < plan.edition->min_players || players > plan.edition->max_players) {
    plan.error = Stop{0, fmt::format("{} is not for {} players", plan.edition->id, players)};
    return plan;
  }
  find_tickets(log.messages, plan);
  return plan;
}

}  // namespace fogg::playback
