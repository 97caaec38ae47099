// Why something is not possible, and what to type instead.
#include <fmt/format.h>

#include <algorithm>

#include "cli/play_input.h"
#include "cli/play_resolve.h"
#include "cli/play_style.h"

namespace fogg::cli {

namespace {

std::string taken_words(const Edition& edition, const View& view, int route) {
  const std::string words = route_words(edition.board, route);
  for (std::size_t seat = 0; seat < view.players; ++seat) {
    if (!view.owned[seat].has(route)) continue;
    if (static_cast<int>(seat) == view.viewer) return words + " is yours already.";
    return fmt::format("{} belongs to {} already; 'routes' lists what you can claim.", words,
                       capital(edition.seats[seat]));
  }
  return words + " is taken already; 'routes' lists what you can claim.";
}

std::string wanted_on_turn(const Edition& edition, ActionKind wanted) {
  switch (wanted) {
    case ActionKind::kKeep: return "There are no tickets to choose from now; 'tickets' draws new ones.";
    case ActionKind::kPay:
    case ActionKind::kDecline:
      return edition.has_tunnels ? "There is no tunnel to pay for now; 'claim' a route first."
                                 : "There are no tunnels in this edition; cards are named with the claim.";
    case ActionKind::kPlace:
    case ActionKind::kSkip:
      return edition.passengers > 0
                 ? "A passenger is placed right after a claim, in one of the route's cities; you are asked then."
                 : "There are no passengers in this edition.";
    case ActionKind::kGo:
    case ActionKind::kStop:
      return edition.passengers > 0
                 ? "Nobody is travelling; a journey begins with 'move' and the city of your passenger."
                 : "There are no passengers in this edition.";
    default: return "That is not possible now; 'legal' lists what is.";
  }
}

// Whose passenger or station it is that stands in a city.
std::string owner_there(const Edition& edition, const View& view, int city) {
  for (std::size_t seat = 0; seat < view.players; ++seat) {
    if ((view.extras.pieces[seat] & city_bit(city)) == 0) continue;
    return static_cast<int>(seat) == view.viewer ? "You have" : capital(edition.seats[seat]) + " has";
  }
  return "Somebody has";
}

std::string unknown_words(const Edition& edition, const Action& action) {
  if (action.kind == ActionKind::kTake && edition.cards[action.color] == 0) {
    return fmt::format("There are no {} cards in this edition.", kind_words(action.color));
  }
  if (action.kind == ActionKind::kStation && edition.stations == 0) return "There are no stations in this edition.";
  if ((action.kind == ActionKind::kPay || action.kind == ActionKind::kDecline) && !edition.has_tunnels)
    return "There are no tunnels in this edition.";
  switch (action.kind) {
    case ActionKind::kPlace:
    case ActionKind::kSkip:
    case ActionKind::kMove:
    case ActionKind::kGo:
    case ActionKind::kStop:
      if (edition.passengers == 0) return "There are no passengers in this edition.";
      break;
    default: break;
  }
  return "There is no such route, card or payment in this edition; type 'legal' for what is possible or 'help'.";
}

std::string place_words(const Edition& edition, const View& view) {
  const Route& route = edition.board.routes[view.extras.place_route];
  return enumeration({city_words(edition.board, route.a), city_words(edition.board, route.b)}, "or");
}

std::string surcharge_cards(const View& view) {
  if (view.extras.tunnel_count == 0) return "locomotives";
  return fmt::format("{} cards or locomotives", name(view.extras.tunnel_color));
}

// Of things that only some editions have.
std::string special_words(const Edition& edition, const View& view, const Action& action, const Refusal& refusal) {
  const bool of_route = action.kind == ActionKind::kClaim || action.kind == ActionKind::kGo;
  const std::string route = of_route && action.where < edition.board.routes.size()
                                ? route_words(edition.board, action.where)
                                : std::string("That route");
  const std::string city = !of_route && action.where < edition.board.cities.size()
                               ? city_words(edition.board, action.where)
                               : std::string("that city");
  const int have = refusal.have;
  const int need = refusal.need;
  switch (refusal.reason) {
    case Reason::kFerryLocomotives:
      return fmt::format("{} is a ferry: at least {} of the cards must be locomotives, not {}.", route, need, have);
    case Reason::kFourPlusTooShort:
      return fmt::format("Locomotives 4+ are good for routes with {} or more spaces only; {} has {}.", need, route,
                         have);
    case Reason::kTooFewFours:
      return fmt::format("You need {} 4+ for that and have {}.", count_words(need, "locomotive"), have);
    case Reason::kWrongSurcharge:
      return fmt::format("The tunnel takes exactly {} more, not {}; 'pay' alone shows how you can.",
                         count_words(need, "card"), have);
    case Reason::kWrongColor:
      return fmt::format("The surcharge is paid with {} here; or type 'decline'.", surcharge_cards(view));
    case Reason::kNoStationLeft: return "All your stations are built.";
    case Reason::kStationThere:
      return fmt::format("{} a station in {} already; a city has room for one only.",
                         owner_there(edition, view, action.where), city);
    case Reason::kWrongPrice:
      return fmt::format("This station costs {} of one color, locomotives included, not {}.", count_words(need, "card"),
                         have);
    case Reason::kNotAnEnd:
      return fmt::format("The passenger may only go into {}; or type 'skip'.", place_words(edition, view));
    case Reason::kNoPassengerHere: return fmt::format("You have no passenger in {}.", city);
    case Reason::kCityOccupied:
      return fmt::format("{} a passenger in {} already; a city has room for one only.",
                         owner_there(edition, view, action.where), city);
    case Reason::kCountry: return "A passenger cannot be put into a country; the other city, or 'skip'.";
    case Reason::kCannotTravel:
      return fmt::format(
          "Your passenger in {} cannot travel: no route of yours begins there, and for those of others you need a "
          "passenger "
          "card.",
          city);
    case Reason::kNotOnRoute:
      return fmt::format("{} does not begin in {}, where your passenger is.", route,
                         city_words(edition.board, view.extras.journey_at));
    case Reason::kRouteUsed: return fmt::format("Your passenger has used {} on this journey already.", route);
    case Reason::kRouteFree: return fmt::format("{} belongs to nobody; passengers use claimed routes only.", route);
    case Reason::kNoPassengerCard:
      return fmt::format("{} is not yours, and you have no passenger card left to use it.", route);
    case Reason::kMustTravel: return "A journey has at least one step; type 'go' and a city.";
    default: return "That is not possible now; 'legal' lists what is.";
  }
}

}  // namespace

std::string keep_example(int least) {
  std::string out = "keep";
  for (int i = 1; i <= std::clamp(least, 1, kMaxOffer); ++i) out += fmt::format(" {}", i);
  return out;
}

std::string not_now(const Edition& edition, const View& view, ActionKind wanted) {
  switch (view.phase) {
    case Phase::kStartMix:
      return fmt::format("First say how many tickets of each deck you want, {} in all, for instance 'tickets {} 1'.",
                         edition.mix, edition.mix - 1);
    case Phase::kStart:
    case Phase::kChooseTickets:
      return fmt::format("First choose your tickets: type 'keep' and the numbers of those you want, for instance '{}'.",
                         keep_example(view.phase == Phase::kStart ? edition.keep_at_start : 2));
    case Phase::kSecondCard:
      return "You have taken one card and must take a second one now: 'draw', or 'take' with a color or place of the "
             "row.";
    case Phase::kTunnel:
      return fmt::format("The tunnel takes {} more: type 'pay', or 'decline' to take your cards back.",
                         count_words(view.extras.surcharge, "card"));
    case Phase::kPlace:
      return fmt::format("First say whether a passenger goes into {}: type 'place' and the city, or 'skip'.",
                         place_words(edition, view));
    case Phase::kJourney:
      return fmt::format("Your passenger is on its way, in {}: type 'go' and a city{}.",
                         city_words(edition.board, view.extras.journey_at),
                         view.extras.journey_used.empty() ? "" : ", or 'stop'");
    case Phase::kTurn: return wanted_on_turn(edition, wanted);
    case Phase::kOver: break;
  }
  return "That is not possible now.";
}

std::string refusal_words(const Edition& edition, const View& view, const Action& action, const Refusal& refusal) {
  const std::string route = action.kind == ActionKind::kClaim && action.where < edition.board.routes.size()
                                ? route_words(edition.board, action.where)
                                : std::string("That route");
  const std::string_view besides = action.kind == ActionKind::kPay ? " besides those shown" : "";
  const int have = refusal.have;
  const int need = refusal.need;
  switch (refusal.reason) {
    case Reason::kNone: return "That is possible.";
    case Reason::kUnknownAction: return unknown_words(edition, action);
    case Reason::kGameOver: return "The game is over.";
    case Reason::kNotYourTurn: return "It is not your turn.";
    case Reason::kNotNow: return not_now(edition, view, action.kind);
    case Reason::kDeckEmpty:
      if (action.kind == ActionKind::kTake) {
        return "The deck is empty, so no card can be taken, not even from the row; claim a route or draw tickets.";
      }
      return "There are no train cards left to draw; claim a route ('routes') or draw tickets ('tickets').";
    case Reason::kNotInRow:
      return fmt::format("There is no {}{} in the row; there you find {}.", kind_words(action.color),
                         action.color == Card::kLocomotive4 ? "" : " card", row_words(view));
    case Reason::kLocomotiveSecond:
      return "A locomotive from the row cannot be your second card; take another one or type 'draw'.";
    case Reason::kNoTickets:
      if (view.ticket_deck_size() > 0) return "That deck of tickets is used up; name the other one.";
      return "There are no tickets left to draw; take cards or claim a route.";
    case Reason::kKeepTooFew:
      return fmt::format("You must keep at least {} and named {}; type for instance '{}'.", count_words(need, "ticket"),
                         have, keep_example(need));
    case Reason::kKeepNotOffered:
      return fmt::format("Only tickets 1 to {} are on offer.", view.offered[static_cast<std::size_t>(view.viewer)]);
    case Reason::kOrderNotChosen:
      return "Say in which order the others go under the deck, for instance 'keep 2 return 3,1'.";
    case Reason::kOrderNotAllowed:
      return "The order of the returned tickets cannot be chosen here; type 'keep' and the numbers only.";
    case Reason::kRouteTaken: return taken_words(edition, view, action.where);
    case Reason::kParallelOwned: return "You own another track of " + route + " and may have only one.";
    case Reason::kParallelClosed:
      return route + " is closed: with 2 or 3 players only one track of a double route can be claimed.";
    case Reason::kTooFewCards:
      return fmt::format("You need {} for that and have {}{}.",
                         count_words(need, fmt::format("{} card", name(action.color))), have, besides);
    case Reason::kTooFewLocomotives:
      return fmt::format("You need {} for that and have {}{}.", count_words(need, "locomotive"), have, besides);
    case Reason::kTooFewTrains:
      return fmt::format("{} is {} long and you have only {} left.", route, count_words(need, "train"), have);
    case Reason::kMayNotPass: return "You may pass only if nothing else is possible; 'legal' lists what is.";
    default: return special_words(edition, view, action, refusal);
  }
}

}  // namespace fogg::cli
