// The lines this client sends, each with what the contract says must be the answer.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

class Command {
  public string Line;
  public TurnType Answer;           // turnType of the Info that answers it
  public ErrorCode[] Errors;        // null if it must succeed; several where it is wrong in two ways at once
  public Action<Info> Check;        // what a success must say

  public bool IsQuery { get { return Answer == TurnType.BoardState || Answer == TurnType.ListAllRoutes; } }

  public static Command Query(TurnType kind) { return new Command { Line = kind.ToString(), Answer = kind }; }

  public static Command Wrong(string line, TurnType answer, params ErrorCode[] errors) {
    return new Command { Line = line, Answer = answer, Errors = errors };
  }
}

/// How routes are claimed: the forms of the command that clients of different age use.
enum Style { Plain, Oldest, Older, Exact }

/// Writes commands and predicts their effect.
class Commands {
  const Colour Loco = Colour.Rainbow;
  readonly Table table;
  readonly Random random;
  readonly Style style;

  public Commands(Table table, Random random, Style style) {
    this.table = table;
    this.random = random;
    this.style = style;
  }

  /// Truth values are read without regard to case, so all spellings are used.
  public string Bool(bool value) {
    string word = value ? "true" : "false";
    switch (random.Next(3)) {
      case 0: return word;
      case 1: return word.ToUpperInvariant();
      default: return char.ToUpperInvariant(word[0]) + word.Substring(1);
    }
  }

  public Command DrawBlind() {
    return new Command {
      Line = "DrawPassengerCars " + Bool(true), Answer = TurnType.DrawPassengerCars,
      Check = info => Require(((DrawInfo)info).Hidden, "a blind draw is answered with hiddenDeck false")
    };
  }

  public Command DrawOpen(Colour colour) {
    return new Command {
      Line = "DrawPassengerCars " + Bool(false) + " " + colour, Answer = TurnType.DrawPassengerCars,
      Check = info => {
        var draw = (DrawInfo)info;
        Require(!draw.Hidden, "a face-up draw is answered with hiddenDeck true");
        Require(draw.Card == colour, draw.Card + " was drawn instead of " + colour);
      }
    };
  }

  public Command DrawTickets() {
    return new Command { Line = "DrawDestinationTickets", Answer = TurnType.DrawDestinationTickets };
  }

  public Command Keep(List<Ticket> keep) {
    var words = table.Offered.Select(t => keep.Contains(t)).ToList();
    // Missing words count as false.
    if (random.Next(3) == 0)
      while (!words[words.Count - 1]) words.RemoveAt(words.Count - 1);
    return new Command {
      Line = "ClaimDestinationTickets " + string.Join(" ", words.Select(Bool)),
      Answer = TurnType.ClaimDestinationTickets,
      Check = info =>
        Require(Table.SameTickets(((TicketsInfo)info).Tickets, keep), "other tickets are kept than chosen")
    };
  }

  /// Claims the track with cards of this colour and locomotives for the rest.
  public Command Claim(Track track, Colour set) {
    var paid = Payment(track, set);
    string line = "ClaimRoute " + (random.Next(2) == 0 ? track.A + " " + track.B : track.B + " " + track.A);
    // A set of locomotives only has no colour of its own: the word Rainbow leaves the choice to the server.
    bool noColour = track.Color == Loco && table.Hand[(int)set] == 0;
    if (noColour) paid = Payment(track, ServersSet(track));
    string word = noColour ? " Rainbow" : " " + set;
    switch (style) {
      case Style.Oldest:
        track = ServersTrack(track);
        paid = Payment(track, ServersSet(track));
        break;
      case Style.Older:
        line += " " + track.Color + word;
        break;
      case Style.Exact:
        // One locomotive more than needed shows that the listed cards are the ones that are taken.
        if (paid[0] != Loco && paid.Count(c => c == Loco) < table.Hand[(int)Loco] && random.Next(3) == 0) {
          paid.RemoveAt(0);
          paid.Add(Loco);
        }
        line += " " + set + " " + string.Join(" ", paid);
        break;
      default:
        line += word;
        break;
    }
    return new Command {
      Line = line, Answer = TurnType.ClaimRoute, Check = info => CheckClaim((ClaimInfo)info, track, paid)
    };
  }

  static void CheckClaim(ClaimInfo info, Track track, List<Colour> paid) {
    Require(track.Joins(info.A, info.B), "another route was claimed than " + track);
    Require(info.RouteColor == track.Color, "routeColor is " + info.RouteColor + " for " + track);
    Require(info.Paid.OrderBy(c => c).SequenceEqual(paid.OrderBy(c => c)),
            track + " was paid with " + string.Join(" ", info.Paid) + " instead of " + string.Join(" ", paid));
  }

  public bool CanPay(Track track, Colour set) {
    if (set != Loco && track.Color != Loco && set != track.Color) return false;
    return table.Hand[(int)set] + (set == Loco ? 0 : table.Hand[(int)Loco]) >= track.Cost;
  }

  public bool CanClaim(Track track) {
    return table.IsOpen(track, table.Me.Value) && track.Cost <= table.Trains && CanPay(track, ServersSet(track));
  }

  List<Colour> Payment(Track track, Colour set) {
    int coloured = Math.Min(track.Cost, table.Hand[(int)set]);
    return Enumerable.Repeat(set, coloured).Concat(Enumerable.Repeat(Loco, track.Cost - coloured)).ToList();
  }

  /// The colour the server picks: fewest locomotives, then the one held most often, then the order of colours.
  public Colour ServersSet(Track track) {
    if (track.Color != Loco) return track.Color;
    return Enumerable.Range(0, UsaBoard.kColours - 1).OrderBy(c => Math.Max(0, track.Cost - table.Hand[c]))
      .ThenByDescending(c => table.Hand[c]).ThenBy(c => c).Select(c => (Colour)c).First();
  }

  /// The track the server picks if no colour is named: the first of the pair that can be claimed.
  Track ServersTrack(Track track) { return table.Tracks.First(t => t.Joins(track.A, track.B) && CanClaim(t)); }

  static void Require(bool good, string otherwise) {
    if (!good) throw new Deviation(otherwise);
  }
}

}  // namespace Fogg.V09
