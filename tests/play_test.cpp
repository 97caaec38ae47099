// The terminal game, played over strings.
#include <gtest/gtest.h>

#include <set>

#include "cli/board_text.h"
#include "cli/play_command.h"
#include "cli/play_input.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"
#include "cli/play_ways.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/view.h"
#include "play_support.h"
#include "support.h"

namespace fogg::cli {
namespace {

using test::edition;
using test::edition_ids;

std::string score_columns(const Edition& game) {
  return std::string(game.stations > 0 ? "Stations  " : "") + (game.passengers > 0 ? "Goods  " : "") +
         (game.longest_path_bonus > 0 ? "Longest  Bonus  " : "") + (game.most_tickets_bonus > 0 ? "Most done  " : "");
}

TEST(Play, WholeGamesEndWithAScoreTable) {
  for (const std::string& id : edition_ids()) {
    for (int players = 2; players <= 5; ++players) {
      const auto seed = static_cast<std::uint64_t>(players);
      const Played played = play_by_legal_texts(edition(id), plain(players, seed), seed);
      EXPECT_EQ(played.code, 0) << id << players;
      EXPECT_TRUE(played.last.over());
      EXPECT_TRUE(has(played.text, "Routes  Tickets     Done  " + score_columns(edition(id)) + "Total"));
      const std::string second = capital(edition(id).seats[1]);
      EXPECT_TRUE(has(played.text, "Your tickets") && has(played.text, second + "'s tickets"));
      EXPECT_TRUE(has(played.text, "winner"));
      EXPECT_EQ(has(played.text, "the last round begins"), played.last.ending == Ending::kLastRound);
      EXPECT_EQ(played.text.find('\x1b'), std::string::npos);
      const std::vector<std::string> lines = lines_of(played.text);
      for (const std::string& line : lines) EXPECT_LE(columns(line), 80) << line;
      const Scores scores = score(edition(id), played.last);
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(players); ++seat) {
        const std::string name = seat == 0 ? "You" : capital(edition(id).seats[seat]);
        const Form row("  " + name + " +-?[0-9]+ .* +" + std::to_string(scores[seat].total) +
                       (scores[seat].winner ? "  winner" : ""));
        EXPECT_TRUE(std::ranges::any_of(lines, [&](const std::string& line) { return row.fits(line); })) << name;
      }
    }
  }
}

TEST(Play, HooksSeeEveryAction) {
  const Edition& game = edition("usa-2025");
  const Played played = play_by_legal_texts(game, plain(3, 11), 3);
  // The same chance and the same actions make the same game.
  FastChance chance(11);
  State state{};
  start(game, state, 3, chance);
  for (const auto& [seat, action] : played.actions) ASSERT_FALSE(apply(game, state, seat, action, chance));
  EXPECT_TRUE(same_state(game, state, played.last));
}

TEST(Play, EndOfInputInTheMiddle) {
  const Edition& game = edition("usa-2004");
  for (const char* lines : {"", "keep 1 2\n", "keep 1 2\ndraw\n", "keep 1 2\ntickets\n", "keep 1 2\nhelp"}) {
    const Played played = play_lines(game, plain(), lines);
    EXPECT_EQ(played.code, 1) << lines;
    EXPECT_TRUE(has(played.text, "The input ended"));
  }
  const Played left = play_lines(game, plain(), "keep 1 2\nQUIT\n");
  EXPECT_EQ(left.code, 0);
  EXPECT_TRUE(has(left.text, "Goodbye."));
}

TEST(Play, WrongOptions) {
  const Edition& game = edition("usa-2004");
  EXPECT_EQ(play_lines(game, plain(6), "").code, 2);
  EXPECT_EQ(play_lines(game, plain(1), "").code, 2);
  PlayOptions options = plain();
  options.bots = {"\x1b[31mnobody"};
  const Played played = play_lines(game, options, "");
  EXPECT_EQ(played.code, 2);
  EXPECT_TRUE(has(played.text, "There is no bot \"?[31mnobody\"; there are: "));
  options.bots = {"random", "random"};
  EXPECT_EQ(play_lines(game, options, "").code, 2);
}

TEST(Play, BadInputSaysSoAndChangesNothing) {
  const Edition& game = edition("usa-2004");
  const Played played = play_lines(game, plain(),
                                   "draw\nkeep 1\nkeep 9\nkeep 0\nkeep 1-3\nkeep\n\n   \n\xff\xfe\n\x1b[A\nfoo bar\n"
                                   "4 5\nkeep none\n99999999999999999999\nkeep 1 2 return 3\x01\n");
  EXPECT_EQ(own_actions(played), 0) << played.text;
  EXPECT_EQ(played.code, 1);
  EXPECT_TRUE(has(played.text, "First choose your tickets"));
  EXPECT_TRUE(has(played.text, "You must keep at least 2 tickets and named 1"));
  EXPECT_TRUE(has(played.text, "There is no ticket 9: only 1 to 3 are on offer."));
  EXPECT_TRUE(has(played.text, "There is no ticket 0"));
  EXPECT_TRUE(has(played.text, "with blanks between them"));
  EXPECT_TRUE(has(played.text, "I do not know the command 'foo'"));
  EXPECT_TRUE(has(played.text, "I do not know the command '?[a'"));
  EXPECT_EQ(played.text.find('\x1b'), std::string::npos);

  const Played turn = play_lines(game, plain(),
                                 "1 2\nclaim bostn newyork\nclaim boston miami\nclaim\nkeep 1\npass\nt\nt 6\nt pink\n"
                                 "t bl\nt xyz\n3\nroutes atlantis\nroutes bosten\ndraw 2\n" +
                                     std::string(1500, 'x') + "\n");
  EXPECT_EQ(own_actions(turn), 1) << turn.text;
  EXPECT_TRUE(has(turn.text, "There is no city 'bostn' on this map; do you mean Boston?"));
  EXPECT_TRUE(has(turn.text, "There is no route between Boston and Miami"));
  EXPECT_TRUE(has(turn.text, "You may pass only if nothing else is possible"));
  EXPECT_TRUE(has(turn.text, "The places of the row are 1 to 5."));
  EXPECT_TRUE(has(turn.text, "Do you mean blue or black?"));
  EXPECT_TRUE(has(turn.text, "There is no card called 'xyz'"));
  EXPECT_TRUE(has(turn.text, "type 'take 3'"));
  EXPECT_TRUE(has(turn.text, "There is no city 'atlantis' on this map"));
  EXPECT_TRUE(has(turn.text, "do you mean Boston?"));
  EXPECT_TRUE(has(turn.text, "That line is too long; 1000 characters are the most."));
}

TEST(Play, GarbageNeverHurts) {
  const std::string bits =
      "claim take keep draw 1 2 , * . - red loco bos new york \xc3\xa9 \xe2\x80\x93 # + return all routes ? x \t"
      " tickets 3 short 1 long station pay decline place skip move go stop 4+ loco4 @ koln danemark par roma no yes \n";
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    FastGenerator random(seed);
    const Edition& game = edition(seed % 3 == 0 ? "usa-2025" : seed % 3 == 1 ? "europe" : "maerklin");
    std::string lines;
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t what = random.pick(10);
      if (what == 0) {
        lines += '\n';
      } else if (what == 1) {
        lines += static_cast<char>(random.pick(256));
      } else {
        const std::uint32_t from = random.pick(static_cast<int>(bits.size()));
        lines += bits.substr(from, 1 + random.pick(8));
      }
    }
    // Also in the middle of a game, and not only before its first turn.
    const Played played = play_lines(game, plain(3, seed), "tickets 2 2\n1 2\n" + lines);
    EXPECT_TRUE(played.code == 0 || played.code == 1);
    EXPECT_EQ(played.text.find('\x1b'), std::string::npos);
  }
}

TEST(Play, TakesByPlaceAndColor) {
  const Edition& game = edition("usa-2004");
  const Played start_only = play_lines(game, plain(), "1,2\n");
  ASSERT_EQ(start_only.last.player, 0);
  const auto third = static_cast<Card>(start_only.last.row[2]);
  ASSERT_NE(third, Card::kLocomotive);
  for (const std::string& words : {std::string("take 3"), std::string("T 3"), "take " + std::string(name(third)),
                                   std::string("t ") + letter(third), std::string("take the card 3")}) {
    const Played played = play_lines(game, plain(), "1,2\n" + words + "\n");
    ASSERT_EQ(own_actions(played), 2) << words;
    EXPECT_EQ(played.actions.back(), (std::pair{0, Action::take(third)}));
    EXPECT_TRUE(has(played.text, "Second card> "));
  }
}

TEST(Play, ClaimsByPrefixesAndAsks) {
  Position p(2);
  p.hold(Card::kRed, 2);
  EXPECT_EQ(p.claimed("boston new york"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("new york - boston"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("bos ny"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("boston-newyork red"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("from boston to new york with 2 red cards"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("boston montreal"), "claim Boston-Montreal.1 red*2");
  EXPECT_EQ(p.claimed("boston-montreal.2 red*2"), "claim Boston-Montreal.2 red*2");
  EXPECT_EQ(p.claimed("st louis little"), "claim LittleRock-SaintLouis red*2");
  EXPECT_EQ(p.claimed("boston new york yellow"),
            "none: Boston-New York takes 2 yellow cards; you have 0 yellow and 0 locomotives.");
  EXPECT_EQ(p.claimed("boston new york green"), "none: Boston-New York takes red or yellow cards, not green.");
  EXPECT_EQ(p.claimed("seattle helena"),
            "none: Helena-Seattle takes 6 yellow cards; you have 0 yellow and 0 locomotives.");
  // Every city by its own name and by itself is no route.
  for (const City& city : p.game.board.cities) EXPECT_FALSE(p.claim(fold(city.name)).action) << city.name;
  EXPECT_FALSE(p.claim("kansas city red").action);
  // The beginnings of a city's words may also be those of two cities.
  EXPECT_EQ(p.claimed("st l"), "none: Do you mean Little Rock-Saint Louis or a route at Saint Louis?");

  p.hold(Card::kLocomotive, 2).hold(Card::kYellow, 1);
  const Outcome ask = p.claim("boston new york");
  ASSERT_EQ(ask.choices.size(), 5U);
  EXPECT_EQ(ask.choices[0].label, "2 red on the red track");
  EXPECT_EQ(p.claim("boston").choices.size(), 3U);
  // A color alone spends as few locomotives as possible; the numbers decide otherwise.
  EXPECT_EQ(p.claimed("boston new york yellow"), "claim Boston-NewYork.2 yellow*1 locomotive*1");
  EXPECT_EQ(p.claimed("boston new york red"), "claim Boston-NewYork.1 red*2");
  EXPECT_EQ(p.claimed("boston new york 1 red 1 loco"), "claim Boston-NewYork.1 red*1 locomotive*1");
  EXPECT_EQ(p.claimed("boston montreal loco"), "claim Boston-Montreal.1 locomotive*2");
  EXPECT_EQ(p.claimed("boston new york 2 yellow"), "none: You need 2 yellow cards for that and have 1.");
  EXPECT_EQ(p.claimed("boston new york 3 red"), "none: Boston-New York takes exactly 2 cards, locomotives included.");

  p.give(1, "Boston-NewYork.1");
  EXPECT_EQ(p.claimed("boston new york"),
            "none: Boston-New York belongs to Red already; 'routes' lists what you can claim.");
  p.give(0, "Boston-Montreal.1");
  EXPECT_EQ(p.claimed("boston montreal"), "none: Boston-Montréal is yours already.");
  p.state.trains[0] = 1;
  EXPECT_EQ(p.claimed("atlanta raleigh"), "none: Atlanta-Raleigh is 2 trains long and you have only 1 left.");
}

TEST(Play, NumberedListsInAGame) {
  const Edition& game = edition("usa-2004");
  // In the second turn there are cards to choose from; which ones does not matter.
  int step = 0;
  bool claimed = false;
  const Played played = play_script(game, plain(2, 3), [&](const std::string& news) -> std::optional<std::string> {
    switch (step++) {
      case 0: return "1 2";
      case 1: return "c dallas houston";
      case 2: EXPECT_TRUE(has(news, "Pay for Dallas-Houston (1) how?\n   1  1 ")); return "77";
      case 3: EXPECT_TRUE(has(news, "Type a number from 1 to ")); return "cancel";
      case 4: EXPECT_TRUE(has(news, "Nothing done.")); return "1";
      case 5: EXPECT_TRUE(has(news, "type 'take 1'")); return "c dallas houston";
      case 6: return "2";
      default:
        EXPECT_TRUE(has(news, "You claim Dallas-Houston (1) with 1 "));
        claimed = true;
        return {};
    }
  });
  EXPECT_TRUE(claimed) << played.text;
}

TEST(Play, OrderOfReturnsIsAsked) {
  const Edition& game = edition("usa-2025");
  const Played played = play_lines(game, plain(), "1 2\ntickets\nkeep 2\n2\nq\n");
  EXPECT_TRUE(has(played.text, "In which order do the others go under the deck?"));
  const auto own =
      std::ranges::find_if(played.actions.rbegin(), played.actions.rend(), [](const auto& a) { return a.first == 0; });
  EXPECT_EQ(text(game, own->second), "keep 2 return 3,1");
  const Played direct = play_lines(game, plain(), "1 2\ntickets\nkeep 2 return 3 1\nq\n");
  EXPECT_EQ(direct.actions.size(), played.actions.size());
  const Played old = play_lines(edition("usa-2004"), plain(), "1 2\ntickets\nkeep 2 return 3 1\n");
  EXPECT_TRUE(has(old.text, "The order of the returned tickets cannot be chosen here"));
}

TEST(Play, HiddenThingsOfOthersAreNotShown) {
  // Every sentence about another player has one of these forms; none names a card drawn blind or a ticket.
  const std::string card = "an? [a-z]+( card| 4[+])?";
  const std::string taken = "takes " + card + " from the row";
  const std::string paid = "([0-9] [a-z]+)?( [+] )?([0-9] loco)?( [+] )?([0-9] loco 4[+])?";
  const std::string points = " for [0-9]+ points?";
  const std::string shown =
      "shows " + paid +
      " for the tunnel .* [(][0-9][)], which turns up (nothing|[a-z]+(, [a-z]+)*( and [a-z]+)?), and ";
  const std::string decks = "[0-9] ((short|long)( and [0-9] long)? )?";
  const Form allowed(
      "  (Red|Green|Yellow|Purple) (draws blind|draws two cards blind|draws blind and " + taken + "|" + taken + "|" +
      taken + " and draws blind|takes " + card + " and " + card +
      " from the row|takes two ([a-z]+ cards|locomotives 4[+]) from the row|" + "draws " + decks +
      "tickets? and keeps [0-9]( short| long)?( and [0-9] long)?|claims .* [(][0-9][)] with " + paid + points +
      "( and puts a passenger into [^ ]+)?|" + shown + "(claims it" + points + "|pays " + paid + " more to claim it" +
      points + "|does not pay [0-9] cards? more)|builds a station in [^ ]+ with " + paid +
      "|sends a passenger along [^ ]+( - [^ ]+)+" + points +
      "( [(][0-9]+( [+] [0-9]+)+[)])?(, playing [0-9]+ passenger cards?)?|can do nothing and passes|begins)[.]");
  const Form about_others("  (Red|Green|Yellow|Purple) [a-z].*[.]");
  int sentences = 0;
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    PlayOptions options = plain(4, seed);
    options.bots = {"random", "hungry", "random"};
    options.width = 200;  // no sentence is broken
    const Played played = play_by_legal_texts(edition(seed % 3 == 0   ? "usa-2004"
                                                      : seed % 3 == 1 ? "europe"
                                                                      : "maerklin"),
                                              options, seed);
    const std::size_t begin = played.text.find("Turn 1");
    const std::string before_end = played.text.substr(begin, played.text.find("The game is over") - begin);
    for (const std::string& line : lines_of(before_end)) {
      if (!about_others.fits(line) || has(line, " keeps [0-9] tickets") || has(line, "last round")) continue;
      if (has(line, " tickets; ") || has(line, " ticket; ") || has(line, "tickets, ")) continue;  // of the start
      ++sentences;
      EXPECT_TRUE(allowed.fits(line)) << line;
    }
  }
  EXPECT_GT(sentences, 300);
}

TEST(Play, ShowsTheSameForPositionsThatLookTheSame) {
  for (const std::string& id : edition_ids()) {
    const Edition& game = edition(id);
    const Style style{false, 80};
    const Company company{0, {"You", "Red", "Green"}, {"blue", "bot", "bot"}};
    const BoardText shown(game, style, company);
    const auto everything = [&](const State& position) {
      const View view = view_of(game, position, 0);
      const Situation now(game, view);
      return shown.players(view) + shown.goods(view) + shown.row(view) + shown.hand(view) + shown.tickets(view) +
             shown.claimable(now) + shown.known_cards(view) + shown.ways(now) + shown.board(view) +
             shown.choices(all_choices(now)) + shown.map(view) + shown.claimed(view) + shown.legal(now) +
             shown.routes_at(now, 3);
    };
    FastChance chance(3);
    State state{};
    start(game, state, 3, chance);
    for (int i = 0; i < 40; ++i) {
      const Legal legal(game, state, state.actor());
      apply(game, state, state.actor(), legal.nth(static_cast<int>(chance.pick(Stream::kCards, legal.count()))),
            chance);
    }
    FastGenerator random(1);
    State other{};
    const View view = view_of(game, state, 0);
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(redeal(game, view, random, other));
      EXPECT_EQ(everything(other), everything(state));
    }
  }
}

TEST(Play, ColorIsAnAddition) {
  PlayOptions options = plain();
  options.color = true;
  const std::string script =
      "1 2\nboard\nmap\nactions\nroutes\nroutes open\nways\nhint\nmine\ncards\nplayers\nroutes boston\nhelp\nd\nd\nq\n";
  const Played colored = play_lines(edition("usa-2004"), options, script);
  const Played bare = play_lines(edition("usa-2004"), plain(), script);
  EXPECT_NE(colored.text.find('\x1b'), std::string::npos);
  // Without escape sequences, brackets and blanks both are the same.
  const auto letters = [](const std::string& text) {
    std::string out;
    bool escape = false;
    for (const char c : text) {
      if (c == '\x1b') escape = true;
      if (!escape && c != ' ' && c != '[' && c != ']') out += c;
      if (c == 'm') escape = false;
    }
    return out;
  };
  EXPECT_EQ(letters(colored.text), letters(bare.text));
}

TEST(Play, EveryRefusalHasASentence) {
  const Position p(2);
  const View view = view_of(p.game, p.state, 0);
  std::set<std::string> sentences;
  for (int reason = 1; reason <= static_cast<int>(Reason::kMustTravel); ++reason) {
    const std::string words =
        refusal_words(p.game, view, Action::claim(0, Card::kRed, 2, 0), {static_cast<Reason>(reason), 37, 43});
    EXPECT_TRUE(words.ends_with(".")) << reason;
    sentences.insert(words);
    using enum Reason;
    static const std::set<Reason> with_numbers = {kTooFewCards, kTooFewLocomotives, kTooFewTrains,
                                                  kKeepTooFew,  kFerryLocomotives,  kFourPlusTooShort,
                                                  kTooFewFours, kWrongSurcharge,    kWrongPrice};
    if (with_numbers.contains(static_cast<Reason>(reason))) {
      EXPECT_TRUE(has(words, "37") && has(words, "43")) << words;
    }
  }
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(Reason::kMustTravel));
}

TEST(Play, Words) {
  EXPECT_EQ(fold("  Montr\xc3\xa9\x61l \xe2\x80\x93 X\t"), "montreal - x");
  EXPECT_EQ(fold("a\x1b\xff"
                 "b"),
            "a??b");
  EXPECT_EQ(printable("Zo\xc3\xab\x1b[1m\xff"), "Zo\xc3\xab?[1m?");
  EXPECT_EQ(match_card("loco"), std::vector{Card::kLocomotive});
  EXPECT_EQ(match_card("b"), std::vector{Card::kBlue});
  EXPECT_EQ(match_card("bl").size(), 2U);
  EXPECT_TRUE(match_card("").empty());
  const Board& board = edition("usa-2004").board;
  const auto one = [&](const std::vector<std::string>& words) {
    const CityMatch match = match_city(board, words);
    return match.cities.size() == 1 ? board.cities[static_cast<std::size_t>(match.cities[0])].id
                                    : std::to_string(match.cities.size());
  };
  for (const City& city : board.cities) {
    EXPECT_EQ(one({fold(city.id)}), city.id);
    EXPECT_EQ(one(words_of(fold(city.name))), city.id);
  }
  EXPECT_EQ(one({"la"}), "LosAngeles");
  EXPECT_EQ(one({"slc"}), "SaltLakeCity");
  EXPECT_EQ(one({"s", "f"}), "2");  // San Francisco, Santa Fe
  EXPECT_EQ(one({"vegas"}), "LasVegas");
  EXPECT_EQ(one({"city"}), "0");
  EXPECT_EQ(one({"new"}), "2");
  EXPECT_EQ(one({"sault", "ste", "marie"}), "SaultStMarie");
  EXPECT_EQ(columns("\x1b[1mMontr\xc3\xa9"
                    "al\x1b[0m"),
            8);
  EXPECT_EQ(wrap("one two three", "> ", 9), "> one two\n  three");
}

TEST(Play, ShowTellsTheWholeOfItAgain) {
  for (const char* lines : {"1 2\ndraw\nshow\n", "1 2\ntickets\nshow\n", "1 2\nboard\nshow\n"}) {
    const std::string text = play_lines(edition("usa-2004"), plain(3), lines).text;
    const std::string again = text.substr(text.rfind("-- Turn 1 "));
    for (const char* part : {"keeps", "Trains  Points", "  You ", "Hand ", "Row ", "Tickets "}) {
      const bool offer = has(lines, "tickets") && (part == std::string("Hand ") || part == std::string("Row "));
      EXPECT_TRUE(has(again, part) || offer) << part << text;
    }
  }
}

TEST(Play, SaysWhatTheCardsWouldDoForInTheMiddleOfATurn) {
  Position p(2);
  p.hold(Card::kRed, 2);
  for (const Phase phase : {Phase::kTurn, Phase::kSecondCard, Phase::kChooseTickets}) {
    p.state.phase = phase;
    const View view = view_of(p.game, p.state, 0);
    const RouteSet payable = Situation(p.game, view).payable();
    int routes = 0;
    payable.each([&](int r) {
      const Route& route = p.game.board.routes[static_cast<std::size_t>(r)];
      EXPECT_TRUE(route.length <= 2 && (route.color == kGray || route.color == static_cast<int>(Card::kRed)));
      ++routes;
    });
    EXPECT_GT(routes, 5);
  }
}

TEST(Play, CheapestWays) {
  Position p(2);
  const auto trains = [&](const char* a, const char* b) {
    const Ticket ticket{static_cast<std::uint8_t>(p.game.board.city(a)),
                        static_cast<std::uint8_t>(p.game.board.city(b)), 5};
    const auto way = cheapest_way(p.game, view_of(p.game, p.state, 0), ticket);
    return way ? way->trains : -1;
  };
  EXPECT_EQ(trains("Boston", "NewYork"), 2);
  EXPECT_EQ(trains("Boston", "Washington"), 4);
  p.give(0, "Boston-NewYork.2");
  EXPECT_EQ(trains("Boston", "NewYork"), 0);
  EXPECT_EQ(trains("Boston", "Washington"), 2);
  p.give(1, "Atlanta-Miami");
  p.give(1, "Charleston-Miami");
  EXPECT_EQ(trains("NewOrleans", "Miami"), 6);
  p.give(1, "Miami-NewOrleans");
  EXPECT_EQ(trains("Boston", "Miami"), -1);
}

}  // namespace
}  // namespace fogg::cli
