// What the terminal game shows of a position: tables, lists and the map. Everything is made from a View, so nothing
// hidden from the viewer can get into it. All texts end with a line break.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cli/play_resolve.h"
#include "cli/play_style.h"
#include "engine/score.h"
#include "engine/view.h"

namespace fogg::cli {

// Who sits where.
struct Company {
  int human = 0;
  std::vector<std::string> names;  // by seat: "You", "Red"
  std::vector<std::string> notes;  // behind the name in tables: "blue", "hungry bot"
};

struct RouteFilter;  // play_regions.h

class BoardText {
 public:
  BoardText(const Edition& edition, const Style& style, const Company& company)
      : edition_(edition), style_(style), company_(company) {}

  std::string who(int seat) const;  // the name in its color

  // -- The turn
  std::string rule(std::string_view title) const;  // a line across with a title
  std::string players(const View& view) const;
  std::string pieces(const View& view) const;  // stations or passengers on the board; nothing if there are none
  std::string row(const View& view) const;
  std::string hand(const View& view) const;
  std::string tickets(const View& view) const;
  std::string offer(const View& view) const;
  std::string tunnel_cards(const View& view) const;  // shown, revealed, and what is left in hand
  std::string tunnel(const View& view) const;
  std::string placing(const View& view) const;
  std::string journey(const View& view, int points) const;  // `points`: of this journey so far

  // -- Asked for by a command
  std::string claimable(const Situation& now) const;
  std::string routes_at(const Situation& now, int city) const;
  std::string goods(const View& view) const;
  std::string known_cards(const View& view) const;
  std::string ways(const Situation& now) const;  // for the player's tickets
  std::string journeys(const Situation& now) const;  // the best ones the player could make now
  std::string legal(const Situation& now) const;
  std::string choices(const std::vector<Choice>& choices) const;  // with numbers; many of them in columns
  std::string actions(const std::vector<Choice>& choices) const;  // as `all_choices` makes them
  std::string board(const View& view) const;  // all routes in short, by regions
  std::string routes_by_region(const Situation& now, const RouteFilter& filter) const;
  std::string map(const View& view) const;
  std::string claimed(const View& view) const;

  // -- The end
  std::string final_score(const View& view, const Scores& scores,
                          const std::array<Borrowed, kMaxPlayers>& borrowed) const;

 private:
  static constexpr int kLabel = 11;  // columns before the contents of a line

  std::string ticket_state(const View& view, int ticket, TicketSet done) const;
  std::string label(std::string_view text) const;
  std::string counts(const CardCounts& cards, std::string_view first) const;
  std::string deck_column(int ticket) const;
  std::string here(const View& view, int city) const;
  std::string route_state(const Situation& now, int route) const;
  std::string board_cell(const View& view, int route, RouteSet wanted, int width) const;
  std::string borrowed_routes(const View& view, int seat, const Borrowed& borrowed) const;

  const Edition& edition_;
  const Style& style_;
  const Company& company_;
};

}  // namespace fogg::cli
