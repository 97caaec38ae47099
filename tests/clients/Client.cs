// The conversation: which message may come when, and what is sent in answer.
using System;
using System.Linq;

namespace Fogg.V09 {

class Client {
  readonly Options options;
  readonly Connection connection;
  readonly Dialect dialect;
  readonly Random random;
  Table table;                 // null until this client has joined
  Commands commands;
  Strategy strategy;
  Scores scores;

  TurnType? open;              // the request this client has not yet answered for good
  bool repeatDue;              // the answer was a query's or a refusal: the open request must come again, next
  Command pending;             // sent, not yet answered
  bool lobbyAsked, finalTurnSeen;

  public Client(Options options, Connection connection) {
    this.options = options;
    this.connection = connection;
    dialect = new Dialect(options.Upper);
    random = new Random(options.Seed);
  }

  /// Returns after the last FinalScore.
  public string Run() {
    int lines = 0;
    while (scores == null || !scores.Complete) {
      string line = Receive();
      lines++;
      var message = MessageReader.Read(line, dialect);
      try {
        Handle(message);
      } catch (Deviation e) {
        throw new Deviation(e.Message + "; last line: " + line);
      }
    }
    string role = options.Observer ? "observer" : table.Me.ToString();
    return options.Name + " (" + role + "): game over after " + lines + " lines";
  }

  string Receive() {
    try {
      return connection.Receive();
    } catch (TimedOut) {
      string waited = " within " + options.TimeoutSeconds + " seconds";
      if (repeatDue) throw new Deviation("the open request " + open + " is not repeated" + waited);
      if (pending != null) throw new TimedOut("no answer to \"" + pending.Line + "\"" + waited);
      throw new TimedOut("nothing came" + waited);
    }
  }

  void Handle(Message message) {
    if (message is TextLine) {
      if (table != null) table.OnText();
    } else if (message is Request) {
      OnRequest((Request)message);
    } else {
      var info = (Info)message;
      bool someoneWatches = info is JoinInfo && ((JoinInfo)info).Client == ClientType.Observer;
      Check(!repeatDue || (someoneWatches && table != null), "the open request " + open + " is not repeated");
      if (!info.Success) OnRefusal(info);
      else if (table == null) OnSuccessBeforeJoin(info);
      else OnSuccess(info);
    }
  }

  void OnRequest(Request request) {
    if (table != null) {
      Check(!options.Observer, "an observer is asked for " + request.Turn);
      Check(request.Player == table.Me, "a request for " + request.Player + " is sent to " + table.Me);
    }
    if (repeatDue) {
      Check(request.Turn == open, "the request " + open + " is repeated as " + request.Turn);
      repeatDue = false;
    } else {
      Check(open == null, "a second request comes though " + open + " is not yet answered");
      CheckNewRequest(request.Turn);
      open = request.Turn;
    }
    if (pending == null) Act();  // else the answer to a query sent earlier is on its way, and a repetition after it
  }

  void CheckNewRequest(TurnType turn) {
    if (table == null) {
      Check(turn == TurnType.Join, "the first request is " + turn + " instead of Join");
      return;
    }
    var due = table.DueFor(table.Me.Value);
    if (table.Stage == Stage.TicketChoice && table.Offered.Count > 0) due = TurnType.ClaimDestinationTickets;
    if (due == null) due = TurnType.Turn;
    Check(turn == due, "the request is " + turn + " where " + due + " is due");
    if (turn == TurnType.Turn) table.OnTurnRequest();
  }

  void OnRefusal(Info info) {
    Check(pending != null, "a refusal comes though nothing was asked");
    Check(info.Turn == pending.Answer, "the refusal of \"" + pending.Line + "\" has turnType " + info.Turn);
    Check(table == null || options.Observer || info.Player == table.Me, "a refusal for " + info.Player);
    bool early = table != null && table.Stage == Stage.Lobby && pending.Answer == TurnType.BoardState;
    var expected = early ? new[] { ErrorCode.NotPlayersTurn } : pending.Errors;
    Check(expected != null, "\"" + pending.Line + "\" is refused with " + info.Error);
    Check(expected.Contains(info.Error), "\"" + pending.Line + "\" is refused with " + info.Error + " instead of " +
                                         string.Join(" or ", expected));
    Answered();
  }

  void OnSuccessBeforeJoin(Info info) {
    if (info is RoutesInfo) {
      TakeAnswer(info);
      var routes = (RoutesInfo)info;
      // An observer may come in the middle of a game, and has not yet been told who owns what.
      if (options.Observer) routes.Routes.ForEach(t => t.Owner = null);
      new Table(null).OnRoutes(routes);
      Answered();
      return;
    }
    var join = info as JoinInfo;
    Check(join != null, info.Turn + " comes before the answer to Join");
    Check(join.Name == options.Name, "the Join of " + join.Name + " comes before the own one is answered");
    TakeAnswer(info);
    Check(join.Client == (options.Observer ? ClientType.Observer : ClientType.Player), "clientType is " + join.Client);
    open = null;
    pending = null;
    table = new Table(options.Observer ? (Seat?)null : join.Player);
    table.OnJoin(join);
    commands = new Commands(table, random, options.Style);
    strategy = new Strategy(table, commands, random, options.Hoard);
    scores = new Scores(table, options.Bonus);
    AskUnasked();
  }

  void OnSuccess(Info info) {
    if (info is BoardInfo && table.Stage == Stage.Lobby) OnStart((BoardInfo)info);
    else if (info is BoardInfo || info is RoutesInfo) OnQueryAnswer(info);
    else if (info is JoinInfo) table.OnJoin((JoinInfo)info);
    else if (info is ScoreInfo) OnScore((ScoreInfo)info);
    else OnAction(info);
    if (pending == null && open == null && table.Stage != Stage.Scores) AskUnasked();
  }

  void OnStart(BoardInfo info) {
    table.OnBoard(info);
    if (options.Colour != null && table.Me != null && table.Me != options.Colour)
      Check(table.Names.ContainsKey(options.Colour.Value), "the wished colour was free, but not given");
  }

  void OnQueryAnswer(Info info) {
    TakeAnswer(info);
    if (info is BoardInfo) {
      table.OnBoard((BoardInfo)info);
    } else {
      Check(options.Observer || info.Player == table.Me, "ListAllRoutes is answered for " + info.Player);
      table.OnRoutes((RoutesInfo)info);
    }
    Answered();
  }

  void OnScore(ScoreInfo info) {
    Check(open == null, "FinalScore comes though " + open + " is not yet answered");
    scores.Add(info);
  }

  void OnAction(Info info) {
    bool own = info.Player == table.Me;
    if (own) {
      // Clients take the first Info of the awaited turnType for the answer, so nothing may come in between.
      TakeAnswer(info);
      Check(open != null, "an own action is told though nothing was asked");
      if (pending.Check != null) pending.Check(info);
    } else {
      Check(open == null, info.Player + " acts while this client is asked for " + open);
    }
    if (info is DrawInfo) table.OnDraw((DrawInfo)info);
    else if (info is ClaimInfo) table.OnClaim((ClaimInfo)info);
    else if (info.Turn == TurnType.DrawDestinationTickets) table.OnTicketsDrawn((TicketsInfo)info);
    else table.OnTicketsKept((TicketsInfo)info);
    if (own) {
      open = null;
      pending = null;
    }
  }

  void TakeAnswer(Info info) {
    Check(pending != null && pending.Answer == info.Turn, info.Turn + " is answered, but was not asked");
    Check(pending.Errors == null, "\"" + pending.Line + "\" is accepted");
  }

  /// A query or a refusal is answered: it did not end the open request, if there is one.
  void Answered() {
    pending = null;
    repeatDue = open != null;
  }

  void Act() {
    if (open == TurnType.Turn && NewsDue()) Send(Command.Query(TurnType.BoardState));
    else if (random.NextDouble() * (options.Queries + 1) >= 1) Send(RandomQuery());
    else if (random.Next(100) < options.Mistakes) Send(Mistake());
    else if (table == null) Send(Join());
    else Send(strategy.Answer(open.Value));
  }

  /// A row that was refilled unseen must be looked at; the last round is, once, to see whether it is announced.
  bool NewsDue() {
    if (!table.RowKnown) return true;
    if (!table.FinalTurn || finalTurnSeen || options.Queries == 0) return false;
    finalTurnSeen = true;
    return true;
  }

  /// Queries and mistakes while nothing is asked of this client; a few are enough.
  void AskUnasked() {
    if (table.Me != null && table.DueFor(table.Me.Value) != null) return;
    if (table.Stage == Stage.Lobby) {
      if (!lobbyAsked && options.Queries + options.Mistakes > 0) Send(RandomQuery());
      lobbyAsked = true;
    } else if (random.NextDouble() * (options.Queries + 1) >= 1) {
      if (random.Next(10) == 0) Send(RandomQuery());
    } else if (random.Next(300) < options.Mistakes) {
      if (options.Observer) Send(Mistakes.OfObserver(random));
      else if (table.Stage == Stage.Play) Send(Mistakes.OffTurn());
    }
  }

  Command RandomQuery() {
    bool board = table != null && random.Next(2) == 0;
    return Command.Query(board ? TurnType.BoardState : TurnType.ListAllRoutes);
  }

  Command Mistake() {
    if (table == null) return Mistakes.BeforeJoin(options.Name, random);
    return Mistakes.At(open.Value, table, commands, random);
  }

  Command Join() {
    // The slides say Spieler where the protocol says Player.
    string role = options.Observer ? "Observer" : random.Next(4) == 0 ? "Spieler" : "Player";
    string line = "Join " + options.JoinName + " " + role;
    if (options.Colour != null && !options.Observer) line += " " + options.Colour;
    return new Command { Line = line, Answer = TurnType.Join };
  }

  void Send(Command command) {
    pending = command;
    // Names keep their spelling in every dialect.
    connection.Send(string.Join(" ", command.Line.Split(' ').Select(w => w == options.JoinName || w == options.Name ? w : dialect.Spell(w))));
  }

  static void Check(bool good, string otherwise) {
    if (!good) throw new Deviation(otherwise);
  }
}

}  // namespace Fogg.V09
