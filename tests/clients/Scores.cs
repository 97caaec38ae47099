// The end of the game: everything in the FinalScores can be computed from what was public before.
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

/// What the edition pays on top of routes and tickets. The classic one is 10 for the longest path.
enum Bonus { Longest, Tickets, Both, None }

class Scores {
  readonly Table table;
  readonly Bonus bonus;
  readonly List<ScoreInfo> told = new List<ScoreInfo>();

  public Scores(Table table, Bonus bonus) {
    this.table = table;
    this.bonus = bonus;
  }

  public bool Complete { get { return told.Count > 0 && told.Count == table.Players; } }

  public void Add(ScoreInfo info) {
    if (told.Count == 0) table.OnFirstScore();
    Check(told.All(s => s.Player != info.Player), "two FinalScores for " + info.Player);
    Check(table.Names.ContainsKey(info.Player), "a FinalScore for an empty seat");
    Check(table.Names[info.Player] == info.Name, info.Player + " is called " + info.Name + " at the end");
    told.Add(info);
    if (!Complete) return;
    foreach (var score in told) CheckSeat(score);
    CheckWinners();
    var tickets = told.SelectMany(s => s.Done.Concat(s.Failed)).Select(t => t.Id).ToList();
    Check(tickets.Distinct().Count() == tickets.Count, "a ticket is counted twice");
  }

  void CheckSeat(ScoreInfo score) {
    var routes = table.RoutesOf(score.Player);
    string who = "the FinalScore of " + score.Player;
    int points = routes.Sum(t => UsaBoard.Points(t.Cost));
    Check(score.RoutePoints == points, who + " has scorePassengerCars " + score.RoutePoints + " instead of " + points);
    int longest = UsaBoard.LongestTrail(routes);
    Check(longest < 0 || score.LongestLength == longest,
          who + " has longestRouteLength " + score.LongestLength + " instead of " + longest);
    Check(score.LongestLength <= routes.Sum(t => t.Cost), who + " has a longestRouteLength above all its routes");
    foreach (var ticket in score.Done)
      Check(UsaBoard.Connected(routes, ticket.A, ticket.B), who + " counts as completed " + ticket);
    foreach (var ticket in score.Failed)
      Check(!UsaBoard.Connected(routes, ticket.A, ticket.B), who + " does not count as completed " + ticket);
    int tickets = score.Done.Count + score.Failed.Count;
    Check(tickets == table.TicketsOf(score.Player), who + " has " + tickets + " tickets");
    if (score.Player == table.Me)
      Check(Table.SameTickets(score.Done.Concat(score.Failed), table.Kept), who + " has other tickets than were kept");
    int total = points + score.Done.Sum(t => t.Points) - score.Failed.Sum(t => t.Points) + BonusOf(score);
    Check(score.Total == total, who + " has totalScore " + score.Total + " instead of " + total);
    int best = told.Max(s => s.LongestLength);
    bool hasLongest = best > 0 && score.LongestLength == best;
    if (PaysLongest) Check(score.Longest == hasLongest, who + " has longestRoute " + score.Longest);
  }

  bool PaysLongest { get { return bonus == Bonus.Longest || bonus == Bonus.Both; } }

  int BonusOf(ScoreInfo score) {
    int result = PaysLongest && score.Longest ? 10 : 0;
    int mostDone = told.Max(s => s.Done.Count);
    if ((bonus == Bonus.Tickets || bonus == Bonus.Both) && mostDone > 0 && score.Done.Count == mostDone) result += 15;
    return result;
  }

  /// Most points, then most completed tickets, then the longest path; whoever is still tied has won.
  void CheckWinners() {
    var best = told.Where(s => s.Total == told.Max(t => t.Total)).ToList();
    best = best.Where(s => s.Done.Count == best.Max(t => t.Done.Count)).ToList();
    if (best.Count(s => s.Longest) == 1) best = best.Where(s => s.Longest).ToList();
    foreach (var score in told)
      Check(score.Winner == best.Contains(score), "the FinalScore of " + score.Player + " has winner " + score.Winner);
  }

  static void Check(bool good, string otherwise) {
    if (!good) throw new Deviation(otherwise);
  }
}

}  // namespace Fogg.V09
