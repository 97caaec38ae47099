// A sensible, quick player: shortest paths for its tickets, then long routes. Its quality does not matter,
// but it must bring every game to an end.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

class Strategy {
  const Colour Loco = Colour.Rainbow;
  /// With this many cards in hand it claims whatever it can, so that two waiting players do not wait for ever.
  const int kFullHand = 24;
  readonly Table table;
  readonly Commands commands;
  readonly Random random;
  readonly bool hoard;
  int ticketDraws;
  List<Track> wanted = new List<Track>();

  public Strategy(Table table, Commands commands, Random random, bool hoard) {
    this.table = table;
    this.commands = commands;
    this.random = random;
    this.hoard = hoard;
  }

  public Command Answer(TurnType request) {
    switch (request) {
      case TurnType.ClaimDestinationTickets: return commands.Keep(ChooseTickets());
      case TurnType.DrawPassengerCars: return DrawCard(true);
      default: return TakeTurn();
    }
  }

  List<Ticket> ChooseTickets() {
    var byEffort = table.Offered.OrderBy(Effort).ToList();
    int number = Math.Min(table.MinimumToKeep, byEffort.Count);
    int effort = byEffort.Take(number).Sum(t => Effort(t));
    while (number < byEffort.Count && effort + Effort(byEffort[number]) <= table.Trains && random.Next(2) == 0) {
      effort += Effort(byEffort[number]);
      number++;
    }
    return byEffort.Take(number).ToList();
  }

  Command TakeTurn() {
    var claimable = table.Tracks.Where(commands.CanClaim).OrderByDescending(t => t.Cost).ToList();
    bool cards = table.Undrawn > 0;
    if (hoard && cards) return DrawCard(false);
    PlanRoutes();
    var useful = claimable.FirstOrDefault(t => wanted.Contains(t));
    if (useful != null) return Claim(useful);
    bool done = wanted.Count == 0;
    if (done && !table.FinalTurn && table.TicketsLeft > 0 && table.Trains >= 15 && ticketDraws < 3 &&
        random.Next(4) == 0) {
      ticketDraws++;
      return commands.DrawTickets();
    }
    bool impatient = table.Hand.Sum() >= kFullHand || table.FinalTurn || !cards;
    if (claimable.Count > 0 && (impatient || (done && claimable[0].Cost >= Math.Min(4, table.Trains))))
      return Claim(claimable[0]);
    if (cards) return DrawCard(false);
    if (table.TicketsLeft > 0) return commands.DrawTickets();
    throw new Deviation("a Turn request comes though no action is possible");
  }

  Command Claim(Track track) { return commands.Claim(track, commands.ServersSet(track)); }

  /// All tracks still missing for the ticket that needs the fewest trains. No ticket can be done: none.
  void PlanRoutes() {
    var own = table.RoutesOf(table.Me.Value);
    wanted = table.Kept.Where(t => !UsaBoard.Connected(own, t.A, t.B)).Select(t => Path(t.A, t.B))
      .Where(p => p != null && p.Sum(t => t.Cost) <= table.Trains).OrderBy(p => p.Sum(t => t.Cost)).FirstOrDefault();
    wanted = wanted == null ? new List<Track>()
      : table.Tracks.Where(t => table.IsOpen(t, table.Me.Value) && wanted.Any(w => w.Joins(t.A, t.B))).ToList();
  }

  int Effort(Ticket ticket) {
    var path = Path(ticket.A, ticket.B);
    return path == null ? 100 : path.Sum(t => t.Cost);
  }

  /// The free tracks of a cheapest path, own ones costing nothing; null if there is none.
  List<Track> Path(City from, City to) {
    var cost = new Dictionary<City, int> { { from, 0 } };
    var via = new Dictionary<City, Track>();
    var open = new List<City> { from };
    while (open.Count > 0) {
      City here = open.OrderBy(c => cost[c]).First();
      open.Remove(here);
      foreach (var track in table.Tracks.Where(t => t.A == here || t.B == here)) {
        bool own = track.Owner == table.Me;
        if (!own && !table.IsOpen(track, table.Me.Value)) continue;
        City there = track.Other(here);
        int through = cost[here] + (own ? 0 : track.Cost);
        if (cost.ContainsKey(there) && cost[there] <= through) continue;
        cost[there] = through;
        via[there] = track;
        if (!open.Contains(there)) open.Add(there);
      }
    }
    if (!cost.ContainsKey(to)) return null;
    var path = new List<Track>();
    for (City at = to; at != from; at = via[at].Other(at))
      if (via[at].Owner == null) path.Add(via[at]);
    return path;
  }

  Command DrawCard(bool second) {
    if (table.RowKnown) {
      var useful = table.Row.Where(c => c != Loco).OrderByDescending(Missing).ToList();
      if (useful.Count > 0 && (Missing(useful[0]) > 0 || table.Undrawn == 0)) return commands.DrawOpen(useful[0]);
      if (!second && table.Row.Contains(Loco) && random.Next(3) == 0) return commands.DrawOpen(Loco);
    }
    return commands.DrawBlind();
  }

  /// How much a card of this colour helps: longer routes first, as their cards take longest to collect.
  int Missing(Colour colour) {
    int best = 0;
    foreach (var track in wanted) {
      bool fits = track.Color == colour || (track.Color == Loco && commands.ServersSet(track) == colour);
      if (fits && table.Hand[(int)colour] < track.Cost) best = Math.Max(best, track.Cost);
    }
    return best;
  }
}

}  // namespace Fogg.V09
