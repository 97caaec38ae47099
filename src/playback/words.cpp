#include "playback/words.h"

#include <fmt/format.h>
#include <bit>

namespace fogg::playback {

namespace {

std::string counted(int number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string route_words(const Edition& edition, int r) {
  const Board& board = edition.board;
  const Route& route = board.routes[static_cast<std::size_t>(r)];
  return fmt::format("{} - {} ({})", board.cities[route.a].name, board.cities[route.b].name, route.length);
}

std::string payment_words(const Action& action) {
  std::string out;
  auto add = [&out](int number, std::string_view what) {
    if (number > 0) out += fmt::format("{}{} {}", out.empty() ? "" : " and ", number, what);
  };
  add(action.count, name(action.color));
  add(action.locomotives, action.locomotives == 1 ? "locomotive" : "locomotives");
  add(action.fours, action.fours == 1 ? "4+ locomotive" : "4+ locomotives");
  return out;
}

// ": Boston - Miami (12), …" with those of the set; empty if one is not known.
std::string ticket_words(const Edition& edition, const std::vector<std::optional<int>>& tickets, unsigned set) {
  std::string out;
  for (std::size_t i = 0; i < tickets.size(); ++i) {
    if (((set >> i) & 1U) == 0) continue;
    if (!tickets[i]) return {};
    const Ticket& t = edition.tickets[static_cast<std::size_t>(*tickets[i])];
    out += fmt::format("{}{} - {} ({})", out.empty() ? ": " : ", ", edition.board.end_name(t.a),
                       edition.board.end_name(t.b), t.points);
  }
  return out;
}

std::string claim_words(const Edition& edition, const Move& move) {
  const Route& route = edition.board.routes[move.action.where];
  const std::string what = route_words(edition, move.action.where);
  std::string shown;
  for (const Card card : move.revealed) shown += fmt::format("{}{}", shown.empty() ? "" : ", ", name(card));
  if (move.after.phase == Phase::kTunnel) {
    return fmt::format("tries the tunnel {} with {}; it turns up {}", what, payment_words(move.action), shown);
  }
  std::string out = fmt::format("claims {} with {} for {}", what, payment_words(move.action),
                                counted(edition.route_points[route.length], "point"));
  if (!shown.empty()) out += "; the tunnel turned up " + shown;
  return out;
}

}  // namespace

std::string words(const Edition& edition, const Move& move) {
  const Action& action = move.action;
  auto city = [&] { return edition.board.cities[action.where].name; };
  switch (action.kind) {
    case ActionKind::kDraw:
      return move.drawn ? fmt::format("draws blind: {}", name(*move.drawn)) : std::string("draws blind");
    case ActionKind::kTake: return fmt::format("takes {}", name(action.color));
    case ActionKind::kTickets:
      return fmt::format("draws {}{}", counted(static_cast<int>(move.offer.size()), "ticket"),
                         ticket_words(edition, move.offer, ~0U));
    case ActionKind::kPass: return "has to pass";
    case ActionKind::kKeep:
      return fmt::format("keeps {} of {}{}", std::popcount(action.keep),
                         counted(static_cast<int>(move.offer.size()), "ticket"),
                         ticket_words(edition, move.offer, action.keep));
    case ActionKind::kClaim: return claim_words(edition, move);
    case ActionKind::kPay: return fmt::format("pays {} more for the tunnel", payment_words(action));
    case ActionKind::kDecline: return "leaves the tunnel unpaid";
    case ActionKind::kStation: return fmt::format("builds a station in {} with {}", city(), payment_words(action));
    case ActionKind::kPlace: return fmt::format("puts a passenger in {}", city());
    case ActionKind::kSkip: return "puts no passenger on the board";
    case ActionKind::kMove: return fmt::format("sends the passenger in {} on a journey", city());
    case ActionKind::kGo: return fmt::format("travels {}", route_words(edition, action.where));
    case ActionKind::kStop: return "ends the journey";
  }
  return {};
}

}  // namespace fogg::playback
