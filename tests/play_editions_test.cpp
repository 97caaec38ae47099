// The terminal game where editions have more than the first one: mixes of tickets, ferries, tunnels, stations,
// passengers.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "cli/board_text.h"
#include "cli/play_input.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"
#include "engine/play.h"
#include "engine/score.h"
#include "engine/view.h"
#include "play_support.h"
#include "support.h"

namespace fogg::cli {
namespace {

using test::edition;
using test::edition_ids;

TEST(PlayEditions, EditionsByWords) {
  // Whole games in words: everything the editions have is done by the human, and told in lines that fit.
  std::map<std::string, std::set<ActionKind>> done;
  for (const std::string id : {"europe", "maerklin"}) {
    for (std::uint64_t seed = 1; seed <= 14; ++seed) {
      PlayOptions options = plain(2 + static_cast<int>(seed % 4), seed);
      options.bots = {"random"};
      options.name = "Anastasia Müller";
      const Played played = play_by_words(edition(id), options, seed);
      EXPECT_EQ(played.code, 0) << id << seed;
      EXPECT_TRUE(has(played.text, "The game is over"));
      EXPECT_FALSE(has(played.text, "locomotive4")) << id << seed;
      for (const std::string& line : lines_of(played.text)) EXPECT_LE(columns(line), 80) << line;
      for (const auto& [seat, action] : played.actions) {
        if (seat == 0) done[id].insert(action.kind);
      }
    }
  }
  using enum ActionKind;
  EXPECT_EQ(done["europe"], (std::set{kDraw, kTake, kTickets, kKeep, kClaim, kPay, kDecline, kStation}));
  EXPECT_EQ(done["maerklin"], (std::set{kDraw, kTake, kTickets, kKeep, kClaim, kPlace, kSkip, kMove, kGo, kStop}));
}

TEST(PlayEditions, HelpNamesWhatThereIs) {
  for (const std::string& id : edition_ids()) {
    const Edition& game = edition(id);
    const Played played = play_lines(game, plain(), "help\ntake passenger\nlegal\ngoods\nstation\nmove\n");
    for (const std::string& line : lines_of(played.text)) EXPECT_LE(columns(line), 80) << line;
    EXPECT_EQ(has(played.text, "  station CITY"), game.stations > 0);
    EXPECT_EQ(has(played.text, "  pay, pay 1 red"), game.has_tunnels);
    EXPECT_EQ(has(played.text, "  move CITY"), game.passengers > 0);
    EXPECT_EQ(has(played.text, "  tickets 3 1"), game.mix > 0);
    EXPECT_EQ(has(played.text, "There are no stations in this edition."), game.stations == 0);
    EXPECT_EQ(has(played.text, "There are no goods in this edition."), game.passengers == 0);
    EXPECT_EQ(has(played.text, "There are no passengers in this edition."), game.passengers == 0);
    EXPECT_EQ(has(played.text, "There are no passenger cards in this edition."), game.passengers == 0);
    EXPECT_TRUE(game.mix > 0 || has(played.text, "'" + keep_example(game.keep_at_start) + "'"));
    EXPECT_EQ(own_actions(played), 0);
  }
}

TEST(PlayEditions, LegalListsEverythingShortly) {
  for (const std::string& id : edition_ids()) {
    const Edition& game = edition(id);
    const Style style{false, 80};
    const Company company{0, {"You", "Red", "Green"}, {"blue", "bot", "bot"}};
    const BoardText shown(game, style, company);
    FastChance chance(5);
    State state{};
    start(game, state, 3, chance);
    for (int i = 0; i < 400 && !state.over(); ++i) {
      const int seat = state.actor();
      const Legal legal(game, state, seat);
      if (seat == 0) {
        const View view = view_of(game, state, 0);
        std::multiset<std::string> expected;
        legal.each([&](const Action& action) { expected.insert(text(game, action)); });
        const std::string listed = shown.legal(Situation(game, view));
        const std::vector<std::string> texts = legal_texts(game, listed);
        EXPECT_EQ(std::multiset<std::string>(texts.begin(), texts.end()), expected);
        for (const std::string& line : lines_of(listed)) EXPECT_LE(columns(line), 80) << line;
        EXPECT_LE(lines_of(listed).size(), game.board.routes.size() * 2 + 30);
      }
      apply(game, state, seat, legal.nth(static_cast<int>(chance.pick(Stream::kCards, legal.count()))), chance);
    }
  }
}

TEST(PlayEditions, AJourneyInAGame) {
  const Edition& game = edition("maerklin");
  int step = 0;
  PlayOptions options = plain(3, 8);
  options.width = 200;  // no sentence is broken
  const Played played = play_script(game, options, [&](const std::string& news) -> std::optional<std::string> {
    EXPECT_FALSE(has(news, "I do not know")) << news;
    if (news.ends_with("Number> ")) return "1";  // how to pay does not matter
    switch (step++) {
      case 0: return "2 2";
      case 1: EXPECT_TRUE(has(news, "Red draws ")); return "1 2";
      case 2: return "c Dortmund D\u00fcsseldorf";
      case 3:
        EXPECT_TRUE(has(news, "Put a passenger into a city of this route? You have 3 passengers left."));
        return "9";
      case 4: EXPECT_TRUE(has(news, "Type a number from 1 to 3 or another command.")); return "draw";
      case 5:
        EXPECT_TRUE(has(news, "First say whether a passenger goes into Dortmund or D\u00fcsseldorf"));
        return "pla dort";
      case 6: EXPECT_TRUE(has(news, "You put a passenger into Dortmund.")); return "claim koeln duesseldorf";
      case 7: return "n";
      case 8: EXPECT_TRUE(has(news, "You put no passenger on the board.")); return "ways";
      case 9:
        EXPECT_TRUE(
            has(news, "The best journeys of your passengers:\n  Dortmund - D\u00fcsseldorf - K\u00f6ln for 7 points\n"))
            << news;
        return "move dortmund";
      case 10: EXPECT_TRUE(has(news, "Your passenger sets out from Dortmund.")); return "stop";
      case 11: EXPECT_TRUE(has(news, "A journey has at least one step; type 'go' and a city.")); return "go 1";
      case 12:
        EXPECT_TRUE(has(news, "Your passenger goes to D\u00fcsseldorf and takes 3 points.")) << news;
        return "tickets";
      case 13:
        EXPECT_TRUE(has(news, "Your passenger is on its way, in D\u00fcsseldorf: type 'go'"));
        return "K\u00f6ln";
      case 14: EXPECT_TRUE(has(news, "in K\u00f6ln, 7 points so far")); return "no";
      default:
        EXPECT_TRUE(has(news, "The journey is over: Dortmund - D\u00fcsseldorf - K\u00f6ln for 7 points (3 + 4)."));
        return {};
    }
  });
  EXPECT_EQ(step, 16) << played.text;
  EXPECT_EQ(played.last.extras(game).goods[0], 7);
  EXPECT_TRUE(has(played.text, " and puts a passenger into ")) << played.text;
}

TEST(PlayEditions, Mixes) {
  const Edition& game = edition("maerklin");
  for (const char* words : {"tickets 3 1", "tickets 3 short", "tickets 3 short 1 long", "3 1", "1 long",
                            "TICKETS SHORT 3", "draw tickets 3 1", "tickets 3 short long", "tickets\n4", "4"}) {
    const Played played = play_lines(game, plain(), words + std::string("\n"));
    ASSERT_EQ(own_actions(played), 1) << played.text;
    EXPECT_EQ(text(game, played.actions[0].second), "tickets 3 short 1 long") << words;
    EXPECT_TRUE(has(played.text, "You draw 3 short and 1 long ticket.")) << words;
  }
  EXPECT_EQ(text(game, play_lines(game, plain(), "tickets long\n").actions[0].second), "tickets 4 long");
  const Played wrong =
      play_lines(game, plain(), "tickets 3 3\ntickets 5\ntickets short long\ntickets 1 2 3\nd\nkeep 1\n9\n");
  EXPECT_EQ(own_actions(wrong), 0);
  EXPECT_TRUE(has(wrong.text, "The two numbers make 4 tickets together")) << wrong.text;
  EXPECT_TRUE(has(wrong.text, "Draw 4 tickets; of which decks?"));
  EXPECT_TRUE(has(wrong.text, "Say how many of each deck you want"));
  EXPECT_TRUE(has(wrong.text, "First say how many tickets of each deck you want"));
  Position p(2, "maerklin");
  p.state.pile[0] = {};
  EXPECT_EQ(p.with(resolve_tickets, "4 short"), "none: That deck of tickets is used up; name the other one.");
  EXPECT_EQ(Position(2).with(resolve_tickets, ""), "tickets");
}

TEST(PlayEditions, Tunnels) {
  Position p(2, "europe");
  EXPECT_EQ(p.with(resolve_pay, "1 red"), "none: There is no tunnel to pay for now; 'claim' a route first.");
  p.hold(Card::kOrange, 4).hold(Card::kLocomotive, 2).hold(Card::kRed, 3);
  p.tunnel("Angora-Smyrna", Card::kOrange, 3, 0, {Card::kOrange, Card::kLocomotive, Card::kRed});
  EXPECT_EQ(p.with(resolve_pay, ""), "none: Pay 2 cards more how? | 1 orange + 1 loco | 2 loco");
  EXPECT_EQ(p.with(resolve_pay, "orange locomotive"), "pay orange*1 locomotive*1");
  EXPECT_EQ(p.with(resolve_pay, "with 1 orange and 1 loco"), "pay orange*1 locomotive*1");
  EXPECT_EQ(p.with(resolve_pay, "orange"), "pay orange*1 locomotive*1");
  EXPECT_EQ(p.with(resolve_pay, "2 locos"), "pay locomotive*2");
  EXPECT_EQ(p.with(resolve_pay, "2 orange"), "none: You need 2 orange cards for that and have 1 besides those shown.");
  EXPECT_EQ(p.with(resolve_pay, "1 loco"),
            "none: The tunnel takes exactly 2 cards more, not 1; 'pay' alone shows how you can.");
  EXPECT_EQ(p.with(resolve_pay, "2 red"),
            "none: The surcharge is paid with orange cards or locomotives here; or type 'decline'.");
  EXPECT_TRUE(has(p.with(resolve_pay, "roma"), "Type 'pay' and the cards"));
  EXPECT_TRUE(has(p.with(resolve_station, "roma"), "The tunnel takes 2 cards more: type 'pay', or 'decline'"));
  p.hold(Card::kLocomotive, 0);
  EXPECT_TRUE(has(p.with(resolve_pay, ""), "You do not have the cards for that; type 'decline'."));
}

TEST(PlayEditions, FerriesAndFours) {
  Position p(2, "europe");
  p.hold(Card::kRed, 2).hold(Card::kLocomotive, 1);
  EXPECT_EQ(p.claimed("london dieppe"), "claim Dieppe-London.1 red*1 locomotive*1");
  EXPECT_EQ(p.claimed("london dieppe 2 red"),
            "none: Dieppe-London is a ferry: at least 1 of the cards must be locomotives, not 0.");
  EXPECT_EQ(
      p.claimed("london amsterdam"),
      "none: Amsterdam-London is a ferry and takes at least 2 locomotives among its 2 cards; you have 1 locomotive.");
  Position m(2, "maerklin");
  m.hold(Card::kRed, 3).hold(Card::kLocomotive4, 2).hold(Card::kLocomotive, 1);
  for (const char* words :
       {"koln frankfurt 3 red 1 4+", "koeln-frankfurt.1 3 red + 1 loco4", "frankfurt k\u00f6ln red*3 locomotive4*1",
        "koeln frankfurt 3 red and 1 4+ locomotive", "koeln frankfurt 3 red 1 locomotive 4+", "koeln frankfurt red"}) {
    EXPECT_EQ(m.claimed(fold(words)), "claim Frankfurt-Koeln.1 red*3 locomotive4*1") << words;
  }
  EXPECT_EQ(m.claimed("koeln frankfurt 3 red 1 loco"), "claim Frankfurt-Koeln.1 red*3 locomotive*1");
  EXPECT_EQ(m.claimed("koeln frankfurt 1 red 1 loco 2 4+"), "claim Frankfurt-Koeln.1 red*1 locomotive*1 locomotive4*2");
  EXPECT_EQ(m.claimed("koeln frankfurt 1 red 3 4+"), "none: You need 3 locomotives 4+ for that and have 2.");
  EXPECT_EQ(m.claimed("augsburg munchen 4+"),
            "none: Locomotives 4+ are good for routes with 4 or more spaces only; Augsburg-M\u00fcnchen has 2.");
  EXPECT_EQ(m.claimed("danemark bremerhaven"),
            "none: Bremerhaven-D\u00e4nemark takes 5 green cards; you have 0 green, 1 locomotive and 2 4+.");
  EXPECT_EQ(match_card("4+"), std::vector{Card::kLocomotive4});
  EXPECT_EQ(match_card("loco4"), std::vector{Card::kLocomotive4});
  EXPECT_EQ(match_card("p"), std::vector{Card::kPurple});
  EXPECT_EQ(match_card("pas"), std::vector{Card::kPassenger});
}

TEST(PlayEditions, Stations) {
  Position p(3, "europe");
  EXPECT_EQ(p.with(resolve_station, "roma"),
            "none: Your next station costs 1 card of one color, and you do not have that many.");
  p.hold(Card::kRed, 2).hold(Card::kBlue, 1).hold(Card::kLocomotive, 1);
  EXPECT_EQ(p.with(resolve_station, "roma"),
            "none: Pay for the station in Roma (1 card) how? | 1 blue | 1 red | 1 loco");
  EXPECT_EQ(p.with(resolve_station, "in roma with a red card"), "station Roma red*1");
  EXPECT_EQ(p.with(resolve_station, "zurich loco"), "station Zuerich locomotive*1");
  EXPECT_EQ(p.with(resolve_station, "roma 2 red"),
            "none: This station costs 1 card of one color, locomotives included, not 2.");
  EXPECT_EQ(p.with(resolve_station, "roma green"), "none: You need 1 green card for that and have 0.");
  EXPECT_EQ(p.with(resolve_station, "rome"), "none: There is no city 'rome' on this map; do you mean Roma?");
  EXPECT_EQ(p.with(resolve_station, "s"),
            "none: Do you mean Sarajevo, Sevastopol, Smolensk, Smyrna, Sochi, Sofia or Stockholm?");
  EXPECT_TRUE(has(p.with(resolve_station, ""), "You have 3 stations left; the next costs 1 card. Name the city"));
  p.extras().pieces[1] = p.city("Paris");
  EXPECT_EQ(p.with(resolve_station, "paris red"),
            "none: Red has a station in Paris already; a city has room for one only.");
  p.extras().pieces[0] = p.city("Roma");
  EXPECT_EQ(p.with(resolve_station, "wien red"), "station Wien red*2");
  EXPECT_EQ(p.with(resolve_station, "wien blue"), "station Wien blue*1 locomotive*1");
  p.extras().pieces[0] |= p.city("Wien") | p.city("Berlin");
  EXPECT_EQ(p.with(resolve_station, "brest"), "none: All your stations are built.");
  EXPECT_EQ(Position(2).with(resolve_station, "boston"), "none: There are no stations in this edition.");
  // What stations do for tickets is part of the summary, and of the end.
  p.state.hand[0] = {};
  p.give(1, "Roma-Venezia");
  const Style style{false, 80};
  const Company company{0, {"You", "Red", "Green"}, {"blue", "bot", "bot"}};
  const BoardText shown(p.game, style, company);
  for (int t = 0; t < p.game.ticket_count(); ++t) {
    const Ticket& ticket = p.game.tickets[static_cast<std::size_t>(t)];
    const bool wanted = ticket_words(p.game.board, ticket) == "Roma-Smyrna";
    if (wanted || p.state.where(t) == 0) p.state.where(t) = wanted ? 0 : ticket_at::kUnseen;
  }
  EXPECT_TRUE(has(shown.tickets(view_of(p.game, p.state, 0)), "trains missing"));
  p.give(1, "Palermo-Roma");
  p.give(0, "Palermo-Smyrna");
  EXPECT_TRUE(has(shown.tickets(view_of(p.game, p.state, 0)), "done with a station"));
  std::array<Borrowed, kMaxPlayers> borrowed{};
  const Scores scores = score(p.game, p.state, &borrowed);
  const std::string end = shown.final_score(view_of(p.game, p.state, 0), scores, borrowed);
  EXPECT_TRUE(has(end, "Your station in Roma borrowed Red's Palermo-Roma.")) << end;
  EXPECT_TRUE(has(end, "Your station in Wien borrowed nothing."));
}

TEST(PlayEditions, Passengers) {
  Position p(3, "maerklin");
  EXPECT_EQ(p.with(resolve_move, ""),
            "none: You have no passenger on the board; after a claim you may place one in a city of the route.");
  EXPECT_TRUE(has(p.with(resolve_place, "koeln"), "A passenger is placed right after a claim"));
  EXPECT_TRUE(has(p.with(resolve_go, "koeln"), "a journey begins with 'move'"));
  p.state.phase = Phase::kPlace;
  p.extras().place_route = static_cast<std::uint8_t>(p.route("Duesseldorf-Koeln.1"));
  EXPECT_EQ(p.with(resolve_place, "koeln"), "place Koeln");
  EXPECT_EQ(p.with(resolve_place, "a passenger in dus"), "place Duesseldorf");
  EXPECT_EQ(p.with(resolve_place, "into dusseldorf"), "place Duesseldorf");
  EXPECT_EQ(p.with(resolve_place, "berlin"),
            "none: The passenger may only go into D\u00fcsseldorf or K\u00f6ln; or type 'skip'.");
  p.extras().pieces[1] = p.city("Koeln");
  EXPECT_EQ(p.with(resolve_place, "koln"),
            "none: Red has a passenger in K\u00f6ln already; a city has room for one only.");
  EXPECT_EQ(p.with(resolve_place, ""), "place Duesseldorf");
  p.extras().place_route = static_cast<std::uint8_t>(p.route("DaenemarkKiel-Kiel"));
  EXPECT_EQ(p.with(resolve_place, "danemark"),
            "none: A passenger cannot be put into a country; the other city, or 'skip'.");

  p.state.phase = Phase::kTurn;
  p.extras().place_route = 0;
  p.extras().pieces[0] = p.city("Dortmund") | p.city("Kiel");
  p.give(0, "Dortmund-Duesseldorf.1");
  p.give(1, "Duesseldorf-Koeln.1");
  p.give(0, "DaenemarkKiel-Kiel");
  EXPECT_EQ(p.with(resolve_move, ""),
            "none: Move which passenger? | the passenger in Dortmund | the passenger in Kiel");
  EXPECT_EQ(p.with(resolve_move, "my passenger in dort"), "move Dortmund");
  EXPECT_EQ(p.with(resolve_move, "berlin"), "none: You have no passenger in Berlin; yours are in Dortmund and Kiel.");
  p.extras().pieces[0] |= p.city("Ulm");
  EXPECT_TRUE(has(p.with(resolve_move, "ulm"), "Your passenger in Ulm cannot travel"));

  p.state.phase = Phase::kJourney;
  p.extras().journey_from = p.extras().journey_at = static_cast<std::uint8_t>(p.game.board.city("Dortmund"));
  EXPECT_EQ(p.with(resolve_go, "dusseldorf"), "go Dortmund-Duesseldorf.1");
  EXPECT_EQ(p.with(resolve_go, "dortmund-duesseldorf.1"), "go Dortmund-Duesseldorf.1");
  EXPECT_EQ(p.with(resolve_go, "munster"),
            "none: Dortmund-M\u00fcnster belongs to nobody; passengers use claimed routes only.");
  EXPECT_EQ(p.with(resolve_go, "berlin"), "none: There is no route from Dortmund, where your passenger is, to Berlin.");
  EXPECT_EQ(p.with(resolve_go, "koeln kiel"), "none: Your passenger is in Dortmund; name the next city only.");
  p.extras().journey_at = static_cast<std::uint8_t>(p.game.board.city("Duesseldorf"));
  p.extras().journey_used = RouteSet::single(p.route("Dortmund-Duesseldorf.1"));
  EXPECT_EQ(p.with(resolve_go, "koln"),
            "none: D\u00fcsseldorf-K\u00f6ln is not yours, and you have no passenger card left to use it.");
  EXPECT_EQ(p.with(resolve_go, "dortmund"),
            "none: Your passenger has used Dortmund-D\u00fcsseldorf on this journey already.");
  p.hold(Card::kPassenger, 1);
  EXPECT_EQ(p.with(resolve_move, "koln"), "go Duesseldorf-Koeln.1");
  const View view = view_of(p.game, p.state, 0);
  const std::vector<Choice> listed = answers(Situation(p.game, view));
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].label, "go K\u00f6ln  4 points  Red's route, takes a passenger card");
  EXPECT_EQ(listed[1].label, "stop");
  const Style style{false, 80};
  const Company company{0, {"You", "Red", "Purple"}, {"white", "bot", "bot"}};
  const BoardText shown(p.game, style, company);
  EXPECT_EQ(shown.journey(view, 3),
            "Your passenger is in D\u00fcsseldorf, 3 points so far; you have 1 passenger card\nleft.\n");
  EXPECT_TRUE(has(shown.goods(view), "  7 6 5 4  Berlin\n"));
  EXPECT_TRUE(has(shown.routes_at(Situation(p.game, view), p.game.board.city("Koeln")),
                  "K\u00f6ln: a passenger of Red, goods 4 3 2"));
}

}  // namespace
}  // namespace fogg::cli
