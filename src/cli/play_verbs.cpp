#include "cli/play_verbs.h"

#include <array>

namespace fogg::cli {

const std::string_view kHelpText = R"(On your turn do one of these:
  draw, d              draw a train card blind
  take red, t red      take a card of the row, by color
  take 3, t 3          ... or by its place
  claim CITY CITY      claim a route; you are asked how to pay if there is a choice
  c bos ny red         ... the beginnings of names will do; paid with red cards,
                       and locomotives only where red ones are missing
  claim CITY           ... choose from the routes you can claim there
  tickets              draw new tickets
  keep 1 3             keep these of the tickets on offer
Look around:
  mine, m              your hand and tickets
  routes, r            routes you can claim now
  routes CITY          all routes at a city and whose they are
  board, b             the map and who owns what
  players, p           trains, points, cards and tickets of all
  cards                what is known of the others' cards, and the discards
  hint                 the shortest ways for your tickets
  show, s              the whole summary again
  legal, l             everything you can do, as exact texts
  quit, q              leave the game
)";

namespace {

struct VerbName {
  std::string_view word;
  Verb verb;
};
constexpr std::array<VerbName, 16> kVerbs = {{{"help", Verb::kHelp},
                                              {"draw", Verb::kDraw},
                                              {"take", Verb::kTake},
                                              {"claim", Verb::kClaim},
                                              {"tickets", Verb::kTickets},
                                              {"keep", Verb::kKeep},
                                              {"pass", Verb::kPass},
                                              {"mine", Verb::kMine},
                                              {"routes", Verb::kRoutes},
                                              {"board", Verb::kBoard},
                                              {"players", Verb::kPlayers},
                                              {"cards", Verb::kCards},
                                              {"hint", Verb::kHint},
                                              {"show", Verb::kShow},
                                              {"legal", Verb::kLegal},
                                              {"quit", Verb::kQuit}}};
// Short forms and words people are likely to try.
constexpr std::array<VerbName, 24> kOtherNames = {
    {{"h", Verb::kHelp},       {"?", Verb::kHelp},     {"d", Verb::kDraw},        {"blind", Verb::kDraw},
     {"t", Verb::kTake},       {"c", Verb::kClaim},    {"build", Verb::kClaim},   {"k", Verb::kKeep},
     {"m", Verb::kMine},       {"hand", Verb::kMine},  {"me", Verb::kMine},       {"tickets?", Verb::kMine},
     {"ticket?", Verb::kMine}, {"hand?", Verb::kMine}, {"r", Verb::kRoutes},      {"b", Verb::kBoard},
     {"map", Verb::kBoard},    {"p", Verb::kPlayers},  {"score", Verb::kPlayers}, {"s", Verb::kShow},
     {"l", Verb::kLegal},      {"q", Verb::kQuit},     {"exit", Verb::kQuit},     {"bye", Verb::kQuit}}};

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
