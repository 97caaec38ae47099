// Wrong commands, each with the errors that the contract's table gives for it.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

static class Mistakes {
  const ErrorCode Format = ErrorCode.WrongTurnFormat;
  const ErrorCode NotNow = ErrorCode.NotPlayersTurn;
  const ErrorCode Rule = ErrorCode.RuleViolation;
  const ErrorCode Double = ErrorCode.DoubleRouteClaimed;
  const ErrorCode NoCard = ErrorCode.NoCardLeft;
  const Colour Loco = Colour.Rainbow;

  public static Command BeforeJoin(string name, Random random) {
    return Pick(random, new List<Command> {
      Unknown("Dance " + name), Unknown("Joyn " + name + " Player"),
      Command.Wrong("Join", TurnType.Join, Format),
      Command.Wrong("Join " + name, TurnType.Join, Format),
      Command.Wrong("Join " + name + " Pilot", TurnType.Join, Format),
      Command.Wrong("Join " + name + " Player Pink", TurnType.Join, Format),
      Command.Wrong("Join " + name + " Player Rainbow", TurnType.Join, Format),
      Command.Wrong("Join " + name + " Player Red now", TurnType.Join, Format),
      Command.Wrong("Join " + new string('x', 33) + " Player", TurnType.Join, Format),
      Command.Wrong("BoardState", TurnType.BoardState, NotNow),
      Command.Wrong("DrawDestinationTickets", TurnType.DrawDestinationTickets, NotNow),
      Command.Wrong("DrawPassengerCars true", TurnType.DrawPassengerCars, NotNow)
    });
  }

  public static Command OfObserver(Random random) {
    return Pick(random, new List<Command> {
      Command.Wrong("DrawPassengerCars true", TurnType.DrawPassengerCars, NotNow),
      Command.Wrong("DrawDestinationTickets", TurnType.DrawDestinationTickets, NotNow),
      Command.Wrong("ClaimDestinationTickets true true true", TurnType.ClaimDestinationTickets, NotNow),
      Command.Wrong("ClaimRoute Boston NewYork Red", TurnType.ClaimRoute, NotNow),
      Command.Wrong("Dance", TurnType.Unknown, Format, NotNow)
    });
  }

  /// Never right, whether or not a Turn request is on its way, so it can be sent while others play.
  public static Command OffTurn() {
    return Command.Wrong("ClaimDestinationTickets true", TurnType.ClaimDestinationTickets, NotNow);
  }

  public static Command At(TurnType request, Table table, Commands commands, Random random) {
    var list = new List<Command> {
      Unknown("Dance"), Unknown("Turn"),
      Command.Wrong("ClaimRoute Boston", TurnType.ClaimRoute, Format),
      Command.Wrong("ClaimRoute Atlantis Boston Red", TurnType.ClaimRoute, Format),
      Command.Wrong("ClaimRoute Boston NewYork Pink", TurnType.ClaimRoute, Format),
      Command.Wrong("DrawPassengerCars", TurnType.DrawPassengerCars, Format),
      Command.Wrong("DrawPassengerCars maybe", TurnType.DrawPassengerCars, Format),
      Command.Wrong("DrawPassengerCars false", TurnType.DrawPassengerCars, Format),
      Command.Wrong("DrawPassengerCars false Pink", TurnType.DrawPassengerCars, Format),
      Command.Wrong("ClaimDestinationTickets perhaps", TurnType.ClaimDestinationTickets, Format),
      Command.Wrong("Join again Player", TurnType.Join, NotNow)
    };
    // Malformed and at the wrong time as well: the contract does not say which is found first.
    foreach (var command in list.Where(c => c.Answer != TurnType.Unknown && c.Answer != TurnType.Join))
      if (!Fits(command.Answer, request)) command.Errors = new[] { Format, NotNow };

    if (request == TurnType.ClaimDestinationTickets) AtTicketChoice(list, table);
    else list.Add(OffTurn());
    if (request == TurnType.Turn) {
      AtTurn(list, table, commands);
    } else {
      list.Add(Command.Wrong("DrawDestinationTickets", TurnType.DrawDestinationTickets, NotNow));
      list.Add(Command.Wrong("ClaimRoute Boston NewYork Red", TurnType.ClaimRoute, NotNow));
    }
    if (request == TurnType.DrawPassengerCars) {
      if (table.Row.Contains(Loco)) list.Add(Command.Wrong(Open(Loco), TurnType.DrawPassengerCars, Rule));
      if (table.Undrawn == 0) list.Add(Command.Wrong("DrawPassengerCars true", TurnType.DrawPassengerCars, NoCard));
    }
    if (request != TurnType.ClaimDestinationTickets && table.RowKnown && table.Undrawn > 0)
      foreach (Colour colour in Enum.GetValues(typeof(Colour)))
        if (!table.Row.Contains(colour)) list.Add(Command.Wrong(Open(colour), TurnType.DrawPassengerCars, Rule));
    return Pick(random, list);
  }

  static void AtTicketChoice(List<Command> list, Table table) {
    int offered = table.Offered.Count;
    string keep = "ClaimDestinationTickets";
    list.Add(Command.Wrong("DrawPassengerCars true", TurnType.DrawPassengerCars, NotNow));
    list.Add(Command.Wrong(keep + Repeat(" false", offered), TurnType.ClaimDestinationTickets, Rule));
    list.Add(Command.Wrong(keep + Repeat(" true", offered + 1), TurnType.ClaimDestinationTickets, Format));
    list.Add(Command.Wrong(keep, TurnType.ClaimDestinationTickets, Format, Rule));
    if (table.MinimumToKeep > 1)
      list.Add(Command.Wrong(keep + " true" + Repeat(" false", offered - 1), TurnType.ClaimDestinationTickets, Rule));
  }

  static void AtTurn(List<Command> list, Table table, Commands commands) {
    list.Add(Command.Wrong("DrawDestinationTickets now", TurnType.DrawDestinationTickets, Format));
    list.Add(Claim("Boston", "Miami", "Red", Rule));
    list.Add(Claim("Boston", "Boston", "Red", Rule, Format));
    list.Add(Claim("Calgary", "Winnipeg", "Red", Rule));
    list.Add(Claim("Calgary", "Winnipeg", "White Red", Rule, Format));
    if (table.TicketsLeft == 0)
      list.Add(Command.Wrong("DrawDestinationTickets", TurnType.DrawDestinationTickets, NoCard));
    if (table.Undrawn == 0)
      list.Add(Command.Wrong("DrawPassengerCars true", TurnType.DrawPassengerCars, NoCard));
    foreach (var track in table.Tracks) {
      var set = commands.ServersSet(track);
      string a = track.A.ToString(), b = track.B.ToString();
      bool payable = track.Cost <= table.Trains && commands.CanPay(track, set);
      bool anyFree = table.Tracks.Any(t => t.Joins(track.A, track.B) && t.Owner == null);
      bool anyOpen = table.Tracks.Any(t => t.Joins(track.A, track.B) && table.IsOpen(t, table.Me.Value));
      if (!anyFree) {
        list.Add(Claim(a, b, set.ToString(), Rule));
      } else if (!anyOpen && track.Owner == null) {
        list.Add(payable ? Claim(a, b, set.ToString(), Double) : Claim(a, b, set.ToString(), Double, Rule));
      } else if (track.Owner != null) {
        // The colour names the taken one of a pair whose twin is free; is it closed, two errors fit.
        if (track.Color == Loco) continue;
        list.Add(anyOpen ? Claim(a, b, set.ToString(), Rule) : Claim(a, b, set.ToString(), Rule, Double));
      } else if (!payable) {
        list.Add(Claim(a, b, set.ToString(), Rule));
      } else if (track.Cost > 1 && table.Hand[(int)set] < track.Cost) {
        // Exact cards, though one of them is not in the hand.
        list.Add(Claim(a, b, set + Repeat(" " + set, track.Cost), Rule));
      }
    }
  }

  static bool Fits(TurnType command, TurnType request) {
    if (request == TurnType.Turn) return command != TurnType.ClaimDestinationTickets;
    return command == request;
  }

  static Command Unknown(string line) { return Command.Wrong(line, TurnType.Unknown, Format); }

  static string Open(Colour colour) { return "DrawPassengerCars false " + colour; }

  static Command Claim(string a, string b, string rest, params ErrorCode[] errors) {
    return Command.Wrong("ClaimRoute " + a + " " + b + " " + rest, TurnType.ClaimRoute, errors);
  }

  static string Repeat(string word, int times) { return string.Concat(Enumerable.Repeat(word, times)); }

  /// One kind of command first, then one of that kind: else the many routes would crowd out the rest.
  static Command Pick(Random random, List<Command> list) {
    var kinds = list.GroupBy(c => c.Answer + " " + string.Join(" ", c.Errors)).ToList();
    var kind = kinds[random.Next(kinds.Count)].ToList();
    return kind[random.Next(kind.Count)];
  }
}

}  // namespace Fogg.V09
