#include "cli/play_verbs.h"

#include <fmt/format.h>

#include <array>

#include "cli/play_input.h"
#include "cli/play_style.h"

namespace fogg::cli {

std::string help_text(const Edition& edition) {
  constexpr std::size_t kEnough = 3;
  const Route& route = edition.board.routes[0];
  const auto beginning = [&](int city) { return fold(city_words(edition.board, city)).substr(0, kEnough); };
  std::string out = fmt::format(R"(On your turn do one of these:
  draw, d              draw a train card blind
  take red, t red      take a card of the row, by color
  take 3, t 3          ... or by its place
  claim CITY CITY      claim a route; you are asked how to pay if need be
  {:<21}... the beginnings of names will do; paid with red cards,
                       and locomotives only where red ones are missing
  claim CITY           ... choose from the routes you can claim there
)",
                                fmt::format("c {} {} red", beginning(route.a), beginning(route.b)));
  if (edition.mix > 0) {
    out += R"(  tickets 3 1          draw new tickets, so many of each deck
)";
  } else {
    out += R"(  tickets              draw new tickets
)";
  }
  if (edition.stations > 0) {
    out += R"(  station CITY         build a station: at the end it lets you use one route
                       of another player at that city, for your tickets
)";
  }
  if (edition.passengers > 0) {
    out += R"(  move CITY            begin a journey with your passenger there
)";
  }
  out += R"(  keep 1 3             keep these of the tickets on offer
)";
  if (edition.has_tunnels) {
    out += R"(When a tunnel takes more cards:
  pay, pay 1 red       pay them; you are asked how if there is a choice
  decline, no          keep your cards; your turn is over
)";
  }
  if (edition.passengers > 0) {
    out += R"(Passengers:
  place CITY           put one into a city of the route just claimed
  skip, no             ... or not
  go CITY              on a journey: the next city, over your routes or, with a
                       passenger card for each, over those of others
  stop                 end the journey
)";
  }
  if (edition.has_fours) {
    out += R"(Cards:
  locomotive 4+        also 4+ or loco4: a joker for routes of 4 and more spaces
  passenger            also @: only for journeys
)";
  }
  out += fmt::format(R"(Look around:
  actions, a           all you can do, with numbers to choose by
  mine, m              your hand and tickets
  board, b             all routes as a table, by regions of the map
  routes, r            routes you can claim now
  routes CITY          all routes at a city and whose they are
  routes open north    ... or by any of: open, taken, mine, needed, a color, a
                       length (5), a region (north, south-east, center){}
  map                  the map and who owns what
  players, p           trains, points, cards and tickets of all
)",
                     edition.has_tunnels ? ",\n                       tunnels, ferries" : "");
  if (edition.passengers > 0) {
    out += R"(  goods                what lies in the cities for passengers to take
)";
  }
  out += R"(  cards                what is known of the others' cards, and the discards
  ways, w              the shortest ways for your tickets)";
  if (edition.passengers > 0) out += " and the best journeys";
  return out + R"(
  hint                 what a bot would do, and why; hint BOT asks another one
  show, s              the whole summary again
  legal, l             everything you can do, as exact texts
Leave and go back:
  undo, u              take your last action back, and what the others did since
  quit, q              leave the game
)";
}

namespace {

struct VerbName {
  std::string_view word;
  Verb verb;
};
constexpr std::array<VerbName, 29> kVerbs = {
    {{"help", Verb::kHelp},       {"draw", Verb::kDraw},       {"take", Verb::kTake},   {"claim", Verb::kClaim},
     {"tickets", Verb::kTickets}, {"keep", Verb::kKeep},       {"pass", Verb::kPass},   {"station", Verb::kStation},
     {"pay", Verb::kPay},         {"decline", Verb::kDecline}, {"place", Verb::kPlace}, {"skip", Verb::kSkip},
     {"move", Verb::kMove},       {"go", Verb::kGo},           {"stop", Verb::kStop},   {"goods", Verb::kGoods},
     {"mine", Verb::kMine},       {"routes", Verb::kRoutes},   {"board", Verb::kBoard}, {"players", Verb::kPlayers},
     {"cards", Verb::kCards},     {"hint", Verb::kHint},       {"show", Verb::kShow},   {"legal", Verb::kLegal},
     {"quit", Verb::kQuit},       {"map", Verb::kMap},         {"ways", Verb::kWays},   {"undo", Verb::kUndo},
     {"actions", Verb::kActions}}};
// Short forms and words people are likely to try.
constexpr std::array<VerbName, 43> kOtherNames = {
    {{"h", Verb::kHelp},         {"?", Verb::kHelp},           {"d", Verb::kDraw},        {"blind", Verb::kDraw},
     {"t", Verb::kTake},         {"c", Verb::kClaim},          {"build", Verb::kClaim},   {"k", Verb::kKeep},
     {"m", Verb::kMine},         {"hand", Verb::kMine},        {"me", Verb::kMine},       {"tickets?", Verb::kMine},
     {"ticket?", Verb::kMine},   {"hand?", Verb::kMine},       {"r", Verb::kRoutes},      {"b", Verb::kBoard},
     {"w", Verb::kWays},         {"p", Verb::kPlayers},        {"score", Verb::kPlayers}, {"s", Verb::kShow},
     {"l", Verb::kLegal},        {"q", Verb::kQuit},           {"exit", Verb::kQuit},     {"bye", Verb::kQuit},
     {"g", Verb::kGo},           {"travel", Verb::kMove},      {"journey", Verb::kMove},  {"put", Verb::kPlace},
     {"refuse", Verb::kDecline}, {"stations", Verb::kStation}, {"end", Verb::kStop},      {"halt", Verb::kStop},
     {"pla", Verb::kPlayers},    {"announce", Verb::kTickets}, {"mix", Verb::kTickets},   {"ticket", Verb::kTickets},
     {"a", Verb::kActions},      {"u", Verb::kUndo},           {"revert", Verb::kUndo},   {"table", Verb::kBoard},
     {"advice", Verb::kHint},    {"suggest", Verb::kHint},     {"leave", Verb::kQuit}}};

}  // namespace

std::optional<Verb> verb_of(std::string_view word) {
  for (const VerbName& known : kOtherNames) {
    if (known.word == word) return known.verb;
  }
  std::optional<Verb> found;
  for (const VerbName& known : kVerbs) {
    if (known.word == word) return known.verb;
    // Beginnings of three letters are enough, if they fit one word only.
    if (word.size() < 3 || known.word.substr(0, word.size()) != word) continue;
    if (found) return {};
    found = known.verb;
  }
  return found;
}

}  // namespace fogg::cli
