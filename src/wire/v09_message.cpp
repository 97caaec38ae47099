#include "wire/v09_message.h"

#include <charconv>

namespace fogg::v09 {

namespace {

// Of the nine kinds of v0.9.
constexpr int kKinds = index(Card::kLocomotive) + 1;

}  // namespace

void Writer::word(std::string_view text) {
  out_ += '"';
  if (upper_) {
    for (const char c : text) out_ += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  } else {
    out_ += text;
  }
  out_ += '"';
}

void Writer::quoted(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out_ += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out_ += "\\u00";
      out_ += kDigits[byte >> 4U];
      out_ += kDigits[byte & 15U];
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

void Writer::key(std::string_view name) {
  out_ += out_.back() == '{' ? "" : ",";
  word(name);
  out_ += ':';
}

void Writer::number(int value) {
  std::array<char, 12> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out_.append(digits.data(), end);
}

void Writer::truth(bool value) { out_ += value ? "true" : "false"; }

void Writer::field(std::string_view name, std::string_view word_of_list) {
  key(name);
  word(word_of_list);
}

void Writer::begin(TurnType type, bool success, SeatColor player) {
  out_ += '{';
  field("type", "Info");
  field("turnType", name(type));
  key("success");
  truth(success);
  field("player", name(player));
}

void Writer::end() { out_ += "}\n"; }

void Writer::request(SeatColor player, TurnType type) {
  out_ += '{';
  field("type", "Request");
  field("player", name(player));
  field("turnType", name(type));
  end();
}

void Writer::text(std::string_view for_people) {
  out_ += '{';
  field("type", "Info");
  key("text");
  quoted(for_people);
  end();
}

void Writer::refusal(SeatColor player, TurnType type, ErrorCode code) {
  begin(type, false, player);
  field("errorCode", name(code));
  end();
}

void Writer::joined(SeatColor player, std::string_view player_name, ClientType type) {
  begin(TurnType::kJoin, true, player);
  key("playerName");
  quoted(player_name);
  field("clientType", name(type));
  end();
}

void Writer::row(const Row& row) {
  key("faceUpPassengerCarDeck");
  out_ += '[';
  for (const std::uint8_t card : row) {
    if (card == kEmptyPlace) continue;
    if (out_.back() != '[') out_ += ',';
    word(card_name(card));
  }
  out_ += ']';
}

void Writer::ticket(const Edition& edition, int number_in_deck) {
  const Ticket& t = edition.tickets[static_cast<std::size_t>(number_in_deck)];
  if (out_.back() != '[') out_ += ',';
  out_ += '{';
  field("city1", edition.board.end_id(t.a));
  field("city2", edition.board.end_id(t.b));
  key("points");
  number(t.points);
  out_ += '}';
}

void Writer::ticket_list(std::string_view list, const Edition& edition, std::span<const std::uint8_t> tickets) {
  key(list);
  out_ += '[';
  for (const std::uint8_t t : tickets) ticket(edition, t);
  out_ += ']';
}

void Writer::ticket_list(std::string_view list, const Edition& edition, TicketSet tickets) {
  key(list);
  out_ += '[';
  tickets.each([&](int t) { ticket(edition, t); });
  out_ += ']';
}

void Writer::route(const Board& board, const Route& route) {
  field("d1", board.cities[route.a].id);
  field("d2", board.cities[route.b].id);
  key("cost");
  number(route.length);
  field("color", card_name(route.color));
}

void Writer::board_state(const Edition& edition, const State& state, const SeatColors& colors, int seat) {
  const bool own = seat >= 0;
  // While the first tickets are chosen it is who will begin: who has chosen already is not to be seen.
  const int shown = own ? seat : state.player;
  const auto s = static_cast<std::size_t>(shown);
  begin(TurnType::kBoardState, true, colors[s]);
  row(state.row);
  key("topdownPassengerCarDeckCount");
  number(state.deck_size);
  key("destinationTicketsCount");
  number(state.ticket_deck_size());
  key("finalTurn");
  truth(state.turns_left >= 0);
  key("activePlayers");
  number(state.players);
  key("leftPassengerCars");
  number(own ? state.trains[s] : 0);
  key("drawnPassengerCars");
  for (int kind = 0; kind < kKinds; ++kind) {
    out_ += kind == 0 ? '[' : ',';
    number(own ? state.hand[s][static_cast<Card>(kind)] : 0);
  }
  out_ += ']';
  TicketSet kept;
  std::span<const std::uint8_t> offered;
  RouteSet owned;
  if (own) {
    kept = state.tickets_at(edition, static_cast<std::uint8_t>(seat));
    // A choice made at the start is carried out when all have chosen; its player may take it for done.
    if (state.phase == Phase::kStart && state.choice[s] != 0) {
      for (std::size_t i = 0; i < state.offered[s]; ++i) {
        if (((unsigned{state.choice[s]} >> i) & 1U) != 0) kept |= TicketSet::single(state.offer[s][i]);
      }
    } else {
      offered = {state.offer[s].data(), state.offered[s]};
    }
    owned = state.owned[s];
  }
  ticket_list("drawnDestinationTickets", edition, kept);
  ticket_list("toBeClaimedDestinationTickets", edition, offered);
  key("ownRoutes");
  out_ += '[';
  owned.each([&](int r) {
    out_ += out_.back() == '[' ? "{" : ",{";
    route(edition.board, edition.board.routes[static_cast<std::size_t>(r)]);
    field("claimedBy", name(colors[s]));
    out_ += '}';
  });
  out_ += ']';
  end();
}

void Writer::all_routes(const Edition& edition, const State& state, const SeatColors& colors, SeatColor player) {
  begin(TurnType::kListAllRoutes, true, player);
  key("routes");
  out_ += '[';
  for (std::size_t r = 0; r < edition.board.routes.size(); ++r) {
    out_ += r == 0 ? "{" : ",{";
    route(edition.board, edition.board.routes[r]);
    for (std::size_t s = 0; s < state.players; ++s) {
      if (state.owned[s].has(static_cast<int>(r))) field("claimedBy", name(colors[s]));
    }
    out_ += '}';
  }
  out_ += ']';
  end();
}

void Writer::drew_card(SeatColor player, CardDrawn drawn, bool show, const Row& row_after) {
  begin(TurnType::kDrawPassengerCars, true, player);
  if (show) field("drawnCard", card_name(drawn.card));
  row(row_after);
  key("hiddenDeck");
  truth(drawn.hidden);
  end();
}

void Writer::claimed_route(const Edition& edition, SeatColor player, const Action& claim) {
  const Route& r = edition.board.routes[claim.where];
  begin(TurnType::kClaimRoute, true, player);
  field("d1", edition.board.cities[r.a].id);
  field("d2", edition.board.cities[r.b].id);
  field("routeColor", card_name(r.color));
  key("passengerCarColors");
  out_ += '[';
  for (int i = 0; i < claim.count + claim.locomotives; ++i) {
    if (i > 0) out_ += ',';
    word(card_name(i < claim.count ? claim.color : Card::kLocomotive));
  }
  out_ += ']';
  end();
}

void Writer::tickets(const Edition& edition, SeatColor player, TurnType type, std::span<const std::uint8_t> tickets,
                     bool show) {
  begin(type, true, player);
  ticket_list("drawnCards", edition, show ? tickets : std::span<const std::uint8_t>{});
  key("drawnCardsCount");
  number(static_cast<int>(tickets.size()));
  end();
}

void Writer::final_score(const Edition& edition, const State& state, SeatColor player, int seat,
                         std::string_view player_name, const Score& score, int longest) {
  const auto s = static_cast<std::size_t>(seat);
  const TicketSet kept = state.tickets_at(edition, static_cast<std::uint8_t>(seat));
  const TicketSet done = completed_tickets(edition, state.owned[s], kept);
  begin(TurnType::kFinalScore, true, player);
  key("name");
  quoted(player_name);
  key("totalScore");
  number(score.total);
  key("scorePassengerCars");
  number(score.routes);
  key("longestRouteLength");
  number(longest);
  key("longestRoute");
  truth(score.bonus > 0);
  key("winner");
  truth(score.winner);
  ticket_list("claimedTickets", edition, done);
  ticket_list("nonClaimedTickets", edition, kept.without(done));
  end();
}

}  // namespace fogg::v09
