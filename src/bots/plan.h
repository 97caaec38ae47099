// A plan: the routes that a player wants for all tickets together, and what they will take.
#pragma once

#include "bots/network.h"
#include "engine/state.h"

namespace fogg {

// What a planner likes. Prices and values are in tenths of a point.
struct Taste {
  int turn = 62;          // what a turn is worth
  int card = 6;          // what it takes to get one card of a color that is missing
  int gray_card = 7;      // the same, if any color will do
  int train = 5;          // what a train is worth that is used on the way
  int points = 6;         // tenths of a route's points that make it cheaper
  int tunnel = 9;         // what the surcharge of a tunnel may cost
  int ferry = 6;          // a locomotive symbol
  int station = 75;       // using somebody else's route, in editions with stations
  bool extras = true;     // whether stations, passengers and goods are thought of at all
  int plan_claim = 90;    // claiming a planned route beside its points
  int free_train = 30;    // what a train is worth while there are tickets to serve
  int race_train = 9;    // what a train is worth later
  int draw = 40;          // a turn of drawing cards
  int card_wanted = 16;   // a face-up card that is needed
  int ticket_trains = 42; // new tickets are drawn only with so many trains left, own and others'
  int ticket_value = 60;  // and then are worth so much
  int ticket_loss = 80;   // what it costs when no ticket of an offer fits
  int ticket_luck = 0;    // and in general
  int late_station = 25;  // using somebody else's route where there is no other way in time
  int joker = 18;         // a face-up locomotive that is needed
  int network = 19;       // a route that touches the own network, for the longest path
  int risk = 16;          // a short route on the plan is soon gone
  int tunnel_risk = 40;   // a tunnel with no card left for the surcharge
  int passenger_card = 6; // a face-up passenger card
  int journey_wait = 140; // what a journey must bring for it not to be put off
  int start_mix = 2;      // tickets of the first deck
  int later_mix = 2;
};

// The numbers that did best in games of planners among themselves and against others, by what an edition has.
Taste usual_taste(const Edition& edition);

struct Plan {
  RouteSet routes;        // to be claimed
  RouteSet borrowed;      // routes of others to be used by stations
  TicketSet open;         // tickets to be completed
  TicketSet given_up;
  int trains = 0;         // that the routes need
  int price = 0;
};

// How many turns a player has left, as far as one can tell: from the trains of everybody and how fast they went.
int turns_left(const Edition& edition, const State& state, int seat);

// What a route costs whoever has no cards yet.
Price price_at_first(const Edition& edition, const Route& route, const Taste& taste);

// What the routes cost a player now, by cards in hand and trains left.
void price_routes(const Edition& edition, const State& state, int seat, const Taste& taste, Prices& prices);

// Joins the ends of all tickets in turn, each with what is there already, in several orders, and takes the cheapest network. Tickets for which
// trains or time do not suffice are given up, the least worth first. Uses only what the seat may know.
Plan make_plan(const Edition& edition, const Links& links, const State& state, int seat, TicketSet tickets,
               const Taste& taste);

// What holding these tickets is worth to the player, in tenths of a point: their points, less what the network costs.
int worth_of_tickets(const Edition& edition, const Links& links, const State& state, int seat, TicketSet tickets,
                     const Taste& taste);

}  // namespace fogg
