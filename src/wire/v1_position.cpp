// What a seat knows of the position, for programs that do not follow events.
#include <fmt/format.h>
#include <array>
#include <bit>

#include "engine/score.h"
#include "record/board_json.h"
#include "wire/v1_message.h"
#include "wire/v1_texts.h"

namespace fogg::v1 {

namespace {

constexpr std::array<std::string_view, 9> kPhases = {"start_mix", "start", "turn",    "second_card", "choose_tickets",
                                                     "tunnel",    "place", "journey", "over"};

// `{"red":2,"locomotive":1}`
std::string cards_json(const CardCounts& cards) {
  std::string out = "{";
  for (int c = 0; c < kCardKinds; ++c) {
    const auto card = static_cast<Card>(c);
    const int number = cards[card];
    if (number <= 0) continue;
    out += out.size() == 1 ? "\"" : ",\"";
    out += fogg::name(card);
    out += "\":";
    out += fmt::format_int(number).c_str();
  }
  return out + '}';
}

std::string ticket_json(const Edition& edition, int number, std::optional<bool> done) {
  return fmt::format("{{{}{}}}", ticket_fields(edition, number),
                     done ? fmt::format(R"(,"done":{})", *done) : std::string());
}

// A list that grows.
class List {
 public:
  void add(std::string_view item) {
    if (!text_.empty()) text_ += ',';
    text_ += item;
  }
  std::string json() const { return '[' + text_ + ']'; }

 private:
  std::string text_;
};

std::string players_json(const Edition& edition, const View& view) {
  List players;
  for (int seat = 0; seat < view.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    std::string one = fmt::format(R"({{"points":{},"trains":{},"cards":{},"tickets":{},"known":{})", view.points[s],
                                  view.trains[s], view.hand_size[s], view.kept[s], cards_json(view.known(seat)));
    if (edition.stations > 0)
      one += fmt::format(R"(,"stations":{})", edition.stations - std::popcount(view.extras.pieces[s]));
    if (edition.passengers > 0)
      one += fmt::format(R"(,"passengers":{},"goods":{})", view.extras.passengers[s], view.extras.goods[s]);
    players.add(one + "}");
  }
  return players.json();
}

// Stations and passengers on the board, goods left, tunnel, journey.
std::string extras_json(const Edition& edition, const View& view) {
  const Extras& extras = view.extras;
  std::string out;
  List pieces;
  for (int seat = 0; seat < view.players; ++seat) {
    for (CitySet rest = extras.pieces[static_cast<std::size_t>(seat)]; rest != 0; rest &= rest - 1) {
      const City& city = edition.board.cities[static_cast<std::size_t>(std::countr_zero(rest))];
      pieces.add(fmt::format(R"({{"city":"{}","seat":{}}})", city.id, seat));
    }
  }
  if (edition.stations > 0) out += fmt::format(R"(,"stations":{})", pieces.json());
  if (edition.passengers > 0) {
    List goods;
    for (std::size_t c = 0; c < edition.board.cities.size(); ++c) {
      const City& city = edition.board.cities[c];
      const auto taken = static_cast<std::size_t>(extras.tiles_taken(static_cast<int>(c)));
      if (taken >= city.goods.size()) continue;
      List tiles;
      for (std::size_t t = taken; t < city.goods.size(); ++t) tiles.add(fmt::to_string(city.goods[t]));
      goods.add(fmt::format(R"({{"city":"{}","tiles":{}}})", city.id, tiles.json()));
    }
    out += fmt::format(R"(,"passengers":{},"goods":{})", pieces.json(), goods.json());
  }
  if (view.phase == Phase::kTunnel) {
    out += fmt::format(R"(,"tunnel":{{{},"revealed":{},"surcharge":{}}})", route_fields(edition, extras.tunnel_route),
                       cards_json(extras.revealed), extras.surcharge);
  }
  if (view.phase == Phase::kJourney) {
    List used;
    extras.journey_used.each([&](int route) { used.add(fmt::format("{{{}}}", route_fields(edition, route))); });
    out += fmt::format(R"(,"journey":{{"from":"{}","at":"{}","used":{},"passenger_cards":{}}})",
                       edition.board.cities[extras.journey_from].id, edition.board.cities[extras.journey_at].id,
                       used.json(), extras.journey_cards);
  }
  return out;
}

}  // namespace

std::string position_json(const Edition& edition, const View& view) {
  const auto own = static_cast<std::size_t>(view.viewer);
  List row;
  for (const std::uint8_t card : view.row)
    row.add(card == kEmptyPlace ? "null" : fmt::format("\"{}\"", fogg::name(static_cast<Card>(card))));
  List decks;
  for (std::size_t d = 0; d < edition.decks.size(); ++d) decks.add(fmt::to_string(view.pile[d].size()));
  const TicketSet done = completed_tickets(edition, view.owned[own], view.tickets[own]);
  List tickets;
  view.tickets[own].each([&](int ticket) { tickets.add(ticket_json(edition, ticket, done.has(ticket))); });
  List offered;
  for (std::size_t i = 0; i < view.offered[own]; ++i) offered.add(ticket_json(edition, view.offer[i], {}));
  Texts& texts = Texts::of(edition);
  std::string routes;
  for (int seat = 0; seat < view.players; ++seat) {
    view.owned[static_cast<std::size_t>(seat)].each([&](int route) {
      routes += routes.empty() ? "{" : ",{";
      routes += texts.route(edition, route);
      routes += R"(,"seat":)";
      routes += static_cast<char>('0' + seat);
      routes += '}';
    });
  }
  return fmt::format(
      R"({{"phase":"{}","turn":{},"hand":{},"row":{},"deck":{},"discards":{},"ticket_decks":{},"tickets":{},"offered":{},)"
      R"("routes":[{}],"players":{},"last_round":{}{}}})",
      kPhases[static_cast<std::size_t>(view.phase)], view.player, cards_json(view.hand), row.json(), view.deck_size,
      cards_json(view.discards), decks.json(), tickets.json(), offered.json(), routes, players_json(edition, view),
      view.turns_left >= 0, edition.has_extras() ? extras_json(edition, view) : "");
}

}  // namespace fogg::v1
