#include <fmt/format.h>
#include <array>
#include <bit>
#include <boost/json.hpp>

#include "record/board_json.h"
#include "record/event.h"

namespace fogg {

namespace {

namespace json = boost::json;

std::string quoted(std::string_view text) { return json::serialize(json::value(text)); }

std::string ticket_json(const Edition& edition, std::optional<int> number) {
  return number ? fmt::format("{{{}}}", ticket_fields(edition, *number)) : "null";
}

std::string positions(const std::vector<int>& list) {
  std::vector<int> counted_from_one;
  for (const int position : list) counted_from_one.push_back(position + 1);
  return fmt::format("[{}]", fmt::join(counted_from_one, ","));
}

// `"cards":{"red":2,"locomotive":1}`
std::string cards_json(const Action& action) {
  std::string cards;
  auto add = [&cards](Card card, int number) {
    if (number > 0) cards += fmt::format(R"({}"{}":{})", cards.empty() ? "" : ",", name(card), number);
  };
  add(action.color, action.count);
  add(Card::kLocomotive, action.locomotives);
  add(Card::kLocomotive4, action.fours);
  return fmt::format(R"("cards":{{{}}})", cards);
}

}  // namespace

std::string action_json(const Edition& edition, const Action& action) {
  switch (action.kind) {
    case ActionKind::kDraw: return R"({"type":"draw"})";
    case ActionKind::kTake: return fmt::format(R"({{"type":"take","card":"{}"}})", name(action.color));
    case ActionKind::kTickets:
      if (edition.mix == 0) return R"({"type":"tickets"})";
      return fmt::format(R"({{"type":"tickets","mix":[{},{}]}})", action.count, edition.mix - action.count);
    case ActionKind::kPass: return R"({"type":"pass"})";
    case ActionKind::kKeep: {
      std::vector<int> kept;
      for (int i = 0; i < kMaxOffer; ++i) {
        if (((action.keep >> i) & 1) != 0) kept.push_back(i);
      }
      if (action.order == 0) return fmt::format(R"({{"type":"keep","positions":{}}})", positions(kept));
      const ReturnList list = returned_positions(action, action.count);
      std::vector<int> returned;
      for (int i = 0; i < list.size; ++i) returned.push_back(list.position[static_cast<std::size_t>(i)]);
      return fmt::format(R"({{"type":"keep","positions":{},"return":{}}})", positions(kept), positions(returned));
    }
    case ActionKind::kClaim:
      return fmt::format(R"({{"type":"claim",{},{}}})", route_fields(edition, action.where), cards_json(action));
    case ActionKind::kPay: return fmt::format(R"({{"type":"pay",{}}})", cards_json(action));
    case ActionKind::kDecline: return R"({"type":"decline"})";
    case ActionKind::kStation:
      return fmt::format(R"({{"type":"station","city":"{}",{}}})", edition.board.cities[action.where].id,
                         cards_json(action));
    case ActionKind::kPlace:
    case ActionKind::kMove:
      return fmt::format(R"({{"type":"{}","city":"{}"}})", action.kind == ActionKind::kMove ? "move" : "place",
                         edition.board.cities[action.where].id);
    case ActionKind::kSkip: return R"({"type":"skip"})";
    case ActionKind::kGo: return fmt::format(R"({{"type":"go",{}}})", route_fields(edition, action.where));
    case ActionKind::kStop: return R"({"type":"stop"})";
  }
  return "null";
}

namespace {

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kAllPassed: return "all_passed";
    case Ending::kTurnLimit: return "turn_limit";
    default: return "last_round";
  }
}

std::string end_json(const Edition& edition, const Event& event) {
  std::string scores;
  std::string winners;
  for (std::size_t seat = 0; seat < event.scores.size(); ++seat) {
    const Score& s = event.scores[seat];
    scores += fmt::format(R"({}{{"routes":{},"tickets":{},"completed":{},"uncompleted":{},"longest":{},"bonus":{})",
                          seat == 0 ? "" : ",", s.routes, s.tickets, s.completed, s.uncompleted, s.longest, s.bonus);
    if (edition.most_tickets_bonus > 0) scores += fmt::format(R"(,"most_tickets":{})", s.most_tickets);
    if (edition.stations > 0) scores += fmt::format(R"(,"stations":{})", s.stations);
    if (edition.passengers > 0) scores += fmt::format(R"(,"goods":{})", s.goods);
    scores += fmt::format(R"(,"total":{}}})", s.total);
    if (s.winner) winners += fmt::format("{}{}", winners.empty() ? "" : ",", seat);
  }
  return fmt::format(R"("ending":"{}","scores":[{}],"winners":[{}])", ending_name(event.ending), scores, winners);
}

std::string payload(const Edition& edition, const Event& event) {
  switch (event.kind) {
    case EventKind::kAction:
      if (!event.action) return R"("action":null)";
      return fmt::format(R"("action":{},"text":"{}")", action_json(edition, *event.action),
                         text(edition, *event.action));
    case EventKind::kCard:
      return fmt::format(R"("to":{{"{}":{}}},"card":{})", name(event.to.place), event.to.at,
                         event.card ? quoted(name(*event.card)) : "null");
    case EventKind::kOffer: {
      std::string list;
      for (const auto& ticket : event.tickets) list += (list.empty() ? "" : ",") + ticket_json(edition, ticket);
      return fmt::format(R"("tickets":[{}])", list);
    }
    case EventKind::kFirstPlayer: return fmt::format(R"("seat":{})", event.number);
    case EventKind::kReshuffle: return fmt::format(R"("cards":{})", event.number);
    case EventKind::kKept:
      if (event.by_deck.empty()) return fmt::format(R"("count":{})", event.number);
      return fmt::format(R"("count":{},"decks":[{}])", event.number, fmt::join(event.by_deck, ","));
    case EventKind::kEnd: return end_json(edition, event);
    case EventKind::kKey: return fmt::format(R"("key":"{}")", event.key);
    case EventKind::kRefusal:
      if (!event.action) return {};
      return fmt::format(R"("action":{},"text":"{}","reason":"{}","have":{},"need":{})",
                         action_json(edition, *event.action), text(edition, *event.action), name(event.refusal.reason),
                         event.refusal.have, event.refusal.need);
    case EventKind::kUndo: return fmt::format(R"("to_seq":{})", event.number);
    default: return {};
  }
}

}  // namespace

std::string_view name(EventKind kind) {
  static constexpr std::array<std::string_view, kEventKinds> kNames = {
      "action", "card",    "offer",   "first_player", "reset",    "reshuffle",  "kept",      "end",  "key",
      "undo",   "forfeit", "refusal", "timeout",      "takeover", "disconnect", "reconnect", "clock"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string header_line(const Header& header) {
  std::string players;
  for (const PlayerInfo& player : header.players) {
    players += fmt::format(R"({}{{"name":{})", players.empty() ? "" : ",", quoted(player.name));
    if (!player.bot.empty()) players += fmt::format(R"(,"bot":{})", quoted(player.bot));
    if (!player.color.empty()) players += fmt::format(R"(,"color":{})", quoted(player.color));
    players += "}";
  }
  std::string out = fmt::format(R"({{"fogg":"record","format":{},"rules":{},"edition":{},"data":{},"players":[{}])",
                                header.format, header.rules, quoted(header.edition), quoted(header.data_hash), players);
  if (header.first_player) out += fmt::format(R"(,"first_player":{})", *header.first_player);
  if (header.key_hash) out += fmt::format(R"(,"key_hash":{})", quoted(*header.key_hash));
  if (header.key) out += fmt::format(R"(,"key":{})", quoted(*header.key));
  if (header.seed) out += fmt::format(R"(,"seed":{})", quoted(*header.seed));
  return out + "}";
}

std::string event_line(const Edition& edition, const Event& event) {
  const std::string more = payload(edition, event);
  return fmt::format(R"({{"seq":{},"kind":"{}","t_ms":{},"actor":{},"visible_to":{}{}{}}})", event.seq,
                     name(event.kind), event.t_ms ? std::to_string(*event.t_ms) : "null",
                     event.actor ? std::to_string(*event.actor) : "null",
                     event.only_for ? fmt::format("[{}]", *event.only_for) : R"("all")", more.empty() ? "" : ",", more);
}

std::string hex(const ChaKey& key) {
  std::string out;
  for (const std::uint8_t byte : key) out += fmt::format("{:02x}", byte);
  return out;
}

std::optional<ChaKey> key_from_hex(std::string_view text) {
  ChaKey key{};
  if (text.size() != 2 * key.size()) return {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return {};
    key[i / 2] = static_cast<std::uint8_t>(key[i / 2] * 16 + digit);
  }
  return key;
}

}  // namespace fogg
