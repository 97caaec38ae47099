// What a server of protocol v0.9 says: one JSON object per line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/score.h"
#include "engine/state.h"
#include "wire/v09_words.h"

namespace fogg::v09 {

// Who hears a message: a seat (0, 1, …), someone who sees what is public, or someone who sees everything.
struct Viewer {
  static constexpr int kPublic = -1;
  static constexpr int kEverything = -2;
  int seat = kPublic;

  bool sees_hidden_of(int other) const { return seat == other || seat == kEverything; }
};

// The colors of a table's seats by seat number.
using SeatColors = std::array<SeatColor, kMaxPlayers>;

struct CardDrawn {
  Card card = Card::kLocomotive;
  bool hidden = false;
};

// Appends messages to a text, each with its line feed.
class Writer {
 public:
  Writer(std::string& out, Dialect dialect) : out_(out), upper_(dialect == Dialect::kUpper) {}

  void request(SeatColor player, TurnType type);
  void text(std::string_view for_people);
  void refusal(SeatColor player, TurnType type, ErrorCode code);
  void joined(SeatColor player, std::string_view name, ClientType type);

  // For a seat from its point of view; for all others with the public fields, zero counts and empty lists.
  void board_state(const Edition& edition, const State& state, const SeatColors& colors, int seat);
  // `player`: who asked.
  void all_routes(const Edition& edition, const State& state, const SeatColors& colors, SeatColor player);
  void drew_card(SeatColor player, CardDrawn drawn, bool show, const Row& row);
  void claimed_route(const Edition& edition, SeatColor player, const Action& claim);
  // kDrawDestinationTickets or kClaimDestinationTickets.
  void tickets(const Edition& edition, SeatColor player, TurnType type, std::span<const std::uint8_t> tickets,
               bool show);
  void final_score(const Edition& edition, const State& state, SeatColor player, int seat, std::string_view name,
                   const Score& score, int longest);

 private:
  void begin(TurnType type, bool success, SeatColor player);
  void end();
  void key(std::string_view name);
  void word(std::string_view text);    // in the dialect, with quotes
  void quoted(std::string_view text);  // as it is, with quotes
  void number(int value);
  void truth(bool value);
  void field(std::string_view name, std::string_view word_of_list);
  void row(const Row& row);
  void route(const Board& board, const Route& route);
  void ticket(const Edition& edition, int number);
  void ticket_list(std::string_view name, const Edition& edition, std::span<const std::uint8_t> tickets);
  void ticket_list(std::string_view name, const Edition& edition, TicketSet tickets);

  std::string& out_;
  bool upper_;
};

}  // namespace fogg::v09
