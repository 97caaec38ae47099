// The words of the protocol. The names of the enum members ARE the spelling on the wire.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

enum MessageType { Request, Info }

enum TurnType {
  Join, DrawPassengerCars, DrawDestinationTickets, ClaimDestinationTickets, ClaimRoute, BoardState, ListAllRoutes,
  Turn, FinalScore, Unknown
}

enum Seat { Blue, Red, Green, Yellow, Black }

/// In the order in which counts are given. Rainbow is the locomotive, and the colour of gray routes.
enum Colour { Purple, White, Blue, Yellow, Orange, Black, Red, Green, Rainbow }

enum ErrorCode { DoubleRouteClaimed, NoCardLeft, RuleViolation, NotPlayersTurn, InternalError, WrongTurnFormat }

enum ClientType { Player, Observer }

enum City {
  Atlanta, Boston, Calgary, Charleston, Chicago, Dallas, Denver, Duluth, ElPaso, Helena, Houston, KansasCity, LasVegas,
  LittleRock, LosAngeles, Miami, Montreal, Nashville, NewOrleans, NewYork, OklahomaCity, Omaha, Phoenix, Pittsburgh,
  Portland, Raleigh, SaintLouis, SaltLakeCity, SanFrancisco, SantaFe, SaultStMarie, Seattle, Toronto, Vancouver,
  Washington, Winnipeg
}

/// How words are spelled on this connection: as in the contract, or all in capitals as on the course's slides.
class Dialect {
  readonly bool upper;
  public Dialect(bool upper) { this.upper = upper; }

  public string Spell(string word) { return upper ? word.ToUpperInvariant() : word; }

  /// Like Enum.Parse with regard to case, but without its liking for numbers and lists.
  public T Parse<T>(string word) where T : struct {
    foreach (T value in Enum.GetValues(typeof(T)))
      if (Spell(value.ToString()) == word) return value;
    throw new Deviation("\"" + word + "\" is no " + typeof(T).Name + " of the contract");
  }
}

/// One track of the board. Owner is null while it is free.
class Track {
  public City A, B;
  public int Cost;
  public Colour Color;
  public Seat? Owner;

  public bool Joins(City x, City y) { return (A == x && B == y) || (A == y && B == x); }
  public City Other(City end) { return end == A ? B : A; }
  public override string ToString() { return A + "-" + B + " (" + Color + " " + Cost + ")"; }
}

static class UsaBoard {
  public const int kTrains = 45;
  public const int kCards = 110;
  public const int kRow = 5;
  public const int kColours = 9;
  static readonly int[] kPoints = { 0, 1, 2, 4, 7, 10, 15 };

  /// Length and colours of the track or tracks between two cities, in the order of the map.
  const string kTracks =
    "Atlanta Charleston 2 Rainbow;Atlanta Miami 5 Blue;Atlanta Nashville 1 Rainbow;" +
    "Atlanta NewOrleans 4 Orange Yellow;Atlanta Raleigh 2 Rainbow Rainbow;Boston Montreal 2 Rainbow Rainbow;" +
    "Boston NewYork 2 Red Yellow;Calgary Helena 4 Rainbow;Calgary Seattle 4 Rainbow;Calgary Vancouver 3 Rainbow;" +
    "Calgary Winnipeg 6 White;Charleston Miami 4 Purple;Charleston Raleigh 2 Rainbow;Chicago Duluth 3 Red;" +
    "Chicago Omaha 4 Blue;Chicago Pittsburgh 3 Black Orange;Chicago SaintLouis 2 Green White;" +
    "Chicago Toronto 4 White;Dallas ElPaso 4 Red;Dallas Houston 1 Rainbow Rainbow;Dallas LittleRock 2 Rainbow;" +
    "Dallas OklahomaCity 2 Rainbow Rainbow;Denver Helena 4 Green;Denver KansasCity 4 Black Orange;" +
    "Denver OklahomaCity 4 Red;Denver Omaha 4 Purple;Denver Phoenix 5 White;Denver SaltLakeCity 3 Red Yellow;" +
    "Denver SantaFe 2 Rainbow;Duluth Helena 6 Orange;Duluth Omaha 2 Rainbow Rainbow;" +
    "Duluth SaultStMarie 3 Rainbow;Duluth Toronto 6 Purple;Duluth Winnipeg 4 Black;ElPaso Houston 6 Green;" +
    "ElPaso LosAngeles 6 Black;ElPaso OklahomaCity 5 Yellow;ElPaso Phoenix 3 Rainbow;ElPaso SantaFe 2 Rainbow;" +
    "Helena Omaha 5 Red;Helena SaltLakeCity 3 Purple;Helena Seattle 6 Yellow;Helena Winnipeg 4 Blue;" +
    "Houston NewOrleans 2 Rainbow;KansasCity OklahomaCity 2 Rainbow Rainbow;KansasCity Omaha 1 Rainbow Rainbow;" +
    "KansasCity SaintLouis 2 Blue Purple;LasVegas LosAngeles 2 Rainbow;LasVegas SaltLakeCity 3 Orange;" +
    "LittleRock Nashville 3 White;LittleRock NewOrleans 3 Green;LittleRock OklahomaCity 2 Rainbow;" +
    "LittleRock SaintLouis 2 Rainbow;LosAngeles Phoenix 3 Rainbow;LosAngeles SanFrancisco 3 Purple Yellow;" +
    "Miami NewOrleans 6 Red;Montreal NewYork 3 Blue;Montreal SaultStMarie 5 Black;Montreal Toronto 3 Rainbow;" +
    "Nashville Pittsburgh 4 Yellow;Nashville Raleigh 3 Black;Nashville SaintLouis 2 Rainbow;" +
    "NewYork Pittsburgh 2 Green White;NewYork Washington 2 Black Orange;OklahomaCity SantaFe 3 Blue;" +
    "Phoenix SantaFe 3 Rainbow;Pittsburgh Raleigh 2 Rainbow;Pittsburgh SaintLouis 5 Green;" +
    "Pittsburgh Toronto 2 Rainbow;Pittsburgh Washington 2 Rainbow;Portland SaltLakeCity 6 Blue;" +
    "Portland SanFrancisco 5 Green Purple;Portland Seattle 1 Rainbow Rainbow;" +
    "Raleigh Washington 2 Rainbow Rainbow;SaltLakeCity SanFrancisco 5 Orange White;" +
    "SaultStMarie Toronto 2 Rainbow;SaultStMarie Winnipeg 6 Rainbow;Seattle Vancouver 1 Rainbow Rainbow";

  public static int Points(int length) { return kPoints[length]; }

  public static List<Track> Tracks() {
    var spelling = new Dialect(false);
    var result = new List<Track>();
    foreach (string entry in kTracks.Split(';')) {
      string[] words = entry.Split(' ');
      foreach (string colour in words.Skip(3))
        result.Add(new Track {
          A = spelling.Parse<City>(words[0]), B = spelling.Parse<City>(words[1]), Cost = int.Parse(words[2]),
          Color = spelling.Parse<Colour>(colour)
        });
    }
    return result;
  }

  /// Length of the longest trail (every track at most once), or -1 if the search would take too long.
  public static int LongestTrail(List<Track> tracks) {
    var used = new bool[tracks.Count];
    int best = 0, steps = 0;
    Action<City, int> walk = null;
    walk = (city, length) => {
      best = Math.Max(best, length);
      for (int i = 0; i < tracks.Count && steps < 5000000; i++) {
        if (used[i] || (tracks[i].A != city && tracks[i].B != city)) continue;
        steps++;
        used[i] = true;
        walk(tracks[i].Other(city), length + tracks[i].Cost);
        used[i] = false;
      }
    };
    foreach (City start in tracks.SelectMany(t => new[] { t.A, t.B }).Distinct()) walk(start, 0);
    return steps < 5000000 ? best : -1;
  }

  public static bool Connected(List<Track> tracks, City from, City to) {
    var reached = new HashSet<City> { from };
    while (!reached.Contains(to)) {
      var next = tracks.Where(t => reached.Contains(t.A) != reached.Contains(t.B)).ToList();
      if (next.Count == 0) return false;
      foreach (var track in next) {
        reached.Add(track.A);
        reached.Add(track.B);
      }
    }
    return true;
  }
}

}  // namespace Fogg.V09
