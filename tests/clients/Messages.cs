// The messages of the server as classes. Every key must be there, have its type, and be known.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

class Ticket {
  public City A, B;
  public int Points;

  /// The order of the two cities means nothing, so tickets are compared through this.
  public string Id { get { return A < B ? A + "-" + B + " " + Points : B + "-" + A + " " + Points; } }
  public override string ToString() { return Id; }
}

class Message {}

/// A line for people; it may come at any time.
class TextLine : Message {}

class Request : Message {
  public TurnType Turn;
  public Seat Player;
}

class Info : Message {
  public TurnType Turn;
  public bool Success;
  public Seat Player;
  public ErrorCode Error;  // only if not Success
}

class JoinInfo : Info {
  public string Name;
  public ClientType Client;
}

class BoardInfo : Info {
  public List<Colour> Row;
  public int DeckCount, TicketsCount, ActivePlayers, TrainsLeft;
  public bool FinalTurn;
  public List<int> Hand;
  public List<Ticket> Kept, Offered;
  public List<Track> OwnRoutes;
}

class RoutesInfo : Info {
  public List<Track> Routes;
}

class DrawInfo : Info {
  public Colour? Card;
  public List<Colour> Row;
  public bool Hidden;
}

class ClaimInfo : Info {
  public City A, B;
  public Colour RouteColor;
  public List<Colour> Paid;
}

/// Of DrawDestinationTickets and of ClaimDestinationTickets.
class TicketsInfo : Info {
  public List<Ticket> Tickets;
  public int Count;
}

class ScoreInfo : Info {
  public string Name;
  public int Total, RoutePoints, LongestLength;
  public bool Longest, Winner;
  public List<Ticket> Done, Failed;
}

/// Takes the fields out of one JSON object; whatever is left at the end was not in the contract.
class Fields {
  readonly Dictionary<string, object> left;
  readonly Dialect dialect;
  readonly string line;

  public Fields(object value, Dialect dialect, string line) {
    var map = value as Dictionary<string, object>;
    if (map == null) throw new Deviation("an object was expected inside: " + line);
    left = new Dictionary<string, object>(map);
    this.dialect = dialect;
    this.line = line;
  }

  public bool Has(string key) { return left.ContainsKey(dialect.Spell(key)); }
  public string Text(string key) { return Take<string>(key, "a string"); }
  public bool Bool(string key) { return Take<bool>(key, "a boolean"); }
  public int Int(string key) { return ToInt(Take<object>(key, "an integer"), key); }
  public T Word<T>(string key) where T : struct { return dialect.Parse<T>(Text(key)); }

  public List<Colour> Colours(string key) { return List(key, ToColour); }
  public List<int> Ints(string key) { return List(key, v => ToInt(v, key)); }
  public List<Ticket> Tickets(string key) { return List(key, ToTicket); }
  public List<Track> Routes(string key) { return List(key, ToRoute); }

  public void End() {
    if (left.Count > 0) throw new Deviation("unknown key \"" + left.Keys.First() + "\" in: " + line);
  }

  T Take<T>(string key, string kind) {
    string spelled = dialect.Spell(key);
    object value;
    if (!left.TryGetValue(spelled, out value))
      throw new Deviation("the key \"" + spelled + "\" is missing in: " + line);
    left.Remove(spelled);
    if (!(value is T)) throw new Deviation("\"" + spelled + "\" is not " + kind + " in: " + line);
    return (T)value;
  }

  List<T> List<T>(string key, Func<object, T> convert) {
    return Take<List<object>>(key, "an array").Select(convert).ToList();
  }

  int ToInt(object value, string key) {
    if (!(value is long) || (long)value < -1000 || (long)value > 1000)
      throw new Deviation("\"" + key + "\" is not a sensible integer in: " + line);
    return (int)(long)value;
  }

  Colour ToColour(object value) {
    if (!(value is string)) throw new Deviation("a colour is not a string in: " + line);
    return dialect.Parse<Colour>((string)value);
  }

  Ticket ToTicket(object value) {
    var fields = new Fields(value, dialect, line);
    var ticket = new Ticket {
      A = fields.Word<City>("city1"), B = fields.Word<City>("city2"), Points = fields.Int("points")
    };
    fields.End();
    if (ticket.A == ticket.B || ticket.Points < 1) throw new Deviation("an impossible ticket in: " + line);
    return ticket;
  }

  Track ToRoute(object value) {
    var fields = new Fields(value, dialect, line);
    var track = new Track {
      A = fields.Word<City>("d1"), B = fields.Word<City>("d2"), Cost = fields.Int("cost"),
      Color = fields.Word<Colour>("color")
    };
    if (fields.Has("claimedBy")) track.Owner = fields.Word<Seat>("claimedBy");
    fields.End();
    return track;
  }
}

static class MessageReader {
  public static Message Read(string line, Dialect dialect) {
    var fields = new Fields(Json.ReadObject(line), dialect, line);
    Message message;
    if (fields.Word<MessageType>("type") == MessageType.Request) {
      message = new Request { Turn = fields.Word<TurnType>("turnType"), Player = fields.Word<Seat>("player") };
    } else if (fields.Has("text")) {
      fields.Text("text");
      message = new TextLine();
    } else {
      message = ReadInfo(fields, line);
    }
    fields.End();
    return message;
  }

  static Info ReadInfo(Fields fields, string line) {
    var turn = fields.Word<TurnType>("turnType");
    var success = fields.Bool("success");
    var player = fields.Word<Seat>("player");
    Info info;
    if (!success) info = new Info { Error = fields.Word<ErrorCode>("errorCode") };
    else info = ReadSuccess(turn, fields, line);
    info.Turn = turn;
    info.Success = success;
    info.Player = player;
    return info;
  }

  static Info ReadSuccess(TurnType turn, Fields fields, string line) {
    switch (turn) {
      case TurnType.Join:
        return new JoinInfo { Name = fields.Text("playerName"), Client = fields.Word<ClientType>("clientType") };
      case TurnType.BoardState:
        return new BoardInfo {
          Row = fields.Colours("faceUpPassengerCarDeck"), DeckCount = fields.Int("topdownPassengerCarDeckCount"),
          TicketsCount = fields.Int("destinationTicketsCount"), FinalTurn = fields.Bool("finalTurn"),
          ActivePlayers = fields.Int("activePlayers"), TrainsLeft = fields.Int("leftPassengerCars"),
          Hand = fields.Ints("drawnPassengerCars"), Kept = fields.Tickets("drawnDestinationTickets"),
          Offered = fields.Tickets("toBeClaimedDestinationTickets"), OwnRoutes = fields.Routes("ownRoutes")
        };
      case TurnType.ListAllRoutes:
        return new RoutesInfo { Routes = fields.Routes("routes") };
      case TurnType.DrawPassengerCars:
        return new DrawInfo {
          Card = fields.Has("drawnCard") ? fields.Word<Colour>("drawnCard") : (Colour?)null,
          Row = fields.Colours("faceUpPassengerCarDeck"), Hidden = fields.Bool("hiddenDeck")
        };
      case TurnType.ClaimRoute:
        return new ClaimInfo {
          A = fields.Word<City>("d1"), B = fields.Word<City>("d2"), RouteColor = fields.Word<Colour>("routeColor"),
          Paid = fields.Colours("passengerCarColors")
        };
      case TurnType.DrawDestinationTickets:
      case TurnType.ClaimDestinationTickets:
        return new TicketsInfo { Tickets = fields.Tickets("drawnCards"), Count = fields.Int("drawnCardsCount") };
      case TurnType.FinalScore:
        return new ScoreInfo {
          Name = fields.Text("name"), Total = fields.Int("totalScore"), RoutePoints = fields.Int("scorePassengerCars"),
          LongestLength = fields.Int("longestRouteLength"), Longest = fields.Bool("longestRoute"),
          Winner = fields.Bool("winner"), Done = fields.Tickets("claimedTickets"),
          Failed = fields.Tickets("nonClaimedTickets")
        };
      default:
        throw new Deviation("an Info of turnType " + turn + " cannot be a success: " + line);
    }
  }
}

}  // namespace Fogg.V09
