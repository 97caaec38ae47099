// What this client knows of the game, followed from message to message. Everything the server tells a
// second time, or that follows from what it told before, is compared with it.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Fogg.V09 {

enum Stage { Lobby, TicketChoice, Play, Scores }

class Table {
  /// From this many cards outside the hands on, three face-up locomotives cannot be anything but a forgotten reset.
  const int kResetIsCertain = 50;
  /// Ten resets are the most in a row.
  const int kMaxResetCards = 50;
  const Colour Loco = Colour.Rainbow;

  public readonly Seat? Me;  // null for an observer
  public readonly Dictionary<Seat, string> Names = new Dictionary<Seat, string>();
  public readonly List<Track> Tracks = UsaBoard.Tracks();
  public Stage Stage = Stage.Lobby;
  public int Players;
  public bool FinalTurn;
  public int TicketsLeft;
  public List<Colour> Row = new List<Colour>();
  public bool RowKnown = true;

  public int[] Hand = new int[UsaBoard.kColours];
  public List<Ticket> Kept = new List<Ticket>();
  public List<Ticket> Offered = new List<Ticket>();

  readonly Dictionary<Seat, int> handSize = new Dictionary<Seat, int>();
  readonly Dictionary<Seat, int> trains = new Dictionary<Seat, int>();
  readonly Dictionary<Seat, int> keptCount = new Dictionary<Seat, int>();
  readonly List<Seat> order = new List<Seat>();
  int? deck;                    // null after an unseen refill
  bool resetSeen;               // then the deck is smaller by five for each of an unknown number of resets
  bool deckRanDry;              // cards were discarded on an empty deck; when they are shuffled is not said
  int dealt, ticketDraw;        // how many tickets are offered at the start, and later (0: not known)
  bool ticketsKnown = true;     // false for an observer that cannot tell the edition yet
  int returnedAtStart, onOffer;
  Seat? busy;                   // the seat in the middle of its turn, and what it must do next
  TurnType due;
  Seat? last;
  bool textSinceTurn;
  int turnsAfterTrigger, textsAfterTrigger;

  public Table(Seat? me) { Me = me; }

  public int Trains { get { return trains[Me.Value]; } }
  public bool Watching { get { return Me == null; } }
  public IEnumerable<Seat> Seats { get { return Names.Keys; } }
  public int TrainsOf(Seat seat) { return trains[seat]; }
  public int TicketsOf(Seat seat) { return keptCount[seat]; }
  public List<Track> RoutesOf(Seat seat) { return Tracks.Where(t => t.Owner == seat).ToList(); }
  public int MinimumToKeep { get { return Stage != Stage.TicketChoice ? 1 : dealt == 5 ? 3 : 2; } }

  /// Cards of the deck and the discards together; the two can only be told apart by the deck's count.
  public int Undrawn { get { return Outside - (RowKnown ? Row.Count : Math.Min(UsaBoard.kRow, Outside)); } }
  int Outside { get { return UsaBoard.kCards - handSize.Values.Sum(); } }

  /// The request which must come next for this seat without anything in between, or null.
  public TurnType? DueFor(Seat seat) { return busy == seat ? due : (TurnType?)null; }

  public bool IsOpen(Track track, Seat seat) {
    if (track.Owner != null) return false;
    return !Tracks.Any(t => t != track && t.Joins(track.A, track.B) && t.Owner != null &&
                            (t.Owner == seat || Players <= 3));
  }

  public void OnText() {
    textSinceTurn = true;
    if (FinalTurn) textsAfterTrigger++;
  }

  public void OnJoin(JoinInfo info) {
    if (info.Client == ClientType.Observer) return;
    Check(Stage == Stage.Lobby, "a player joins after the start");
    Check(!Names.ContainsKey(info.Player), "the seat " + info.Player + " is taken twice");
    Check(!Names.ContainsValue(info.Name), "the name " + info.Name + " is seated twice");
    Names.Add(info.Player, info.Name);
  }

  public void OnBoard(BoardInfo info) {
    Check(info.Hand.Count == UsaBoard.kColours, "drawnPassengerCars has " + info.Hand.Count + " counts");
    if (Stage == Stage.Lobby) Start(info);
    Check(info.ActivePlayers == Players, "activePlayers is " + info.ActivePlayers + " instead of " + Players);
    Check(info.FinalTurn == FinalTurn, "finalTurn is " + info.FinalTurn);
    Check(info.TicketsCount == TicketsLeft || !ticketsKnown,
          "destinationTicketsCount is " + info.TicketsCount + " instead of " + TicketsLeft);
    TicketsLeft = info.TicketsCount;
    ticketsKnown |= Stage == Stage.Play;
    if (RowKnown) Check(info.Row.SequenceEqual(Row), "the row is not the one last told");
    TakeRow(info.Row);
    CheckDeck(info.DeckCount);
    if (Watching) {
      Check(info.TrainsLeft == 0 && info.Hand.All(n => n == 0), "an observer's BoardState has counts");
      Check(info.Kept.Count + info.Offered.Count + info.OwnRoutes.Count == 0, "an observer's BoardState has arrays");
      Check(Names.ContainsKey(info.Player), "BoardState names an empty seat");
      if (Stage == Stage.Play && !textSinceTurn && NextSeat() != null)
        Check(info.Player == NextSeat(), "BoardState says " + info.Player + " is at turn, not " + NextSeat());
      return;
    }
    Check(info.Player == Me, "BoardState is from the point of view of " + info.Player);
    Check(info.TrainsLeft == Trains, "leftPassengerCars is " + info.TrainsLeft + " instead of " + Trains);
    Check(info.Hand.SequenceEqual(Hand), "drawnPassengerCars is not the hand: " + string.Join(" ", info.Hand) +
                                         " instead of " + string.Join(" ", Hand));
    Check(SameTickets(info.Kept, Kept), "drawnDestinationTickets are not the kept tickets");
    Check(info.Offered.Select(t => t.Id).SequenceEqual(Offered.Select(t => t.Id)),
          "toBeClaimedDestinationTickets are not the offered tickets in their order");
    Check(SameRoutes(info.OwnRoutes, RoutesOf(Me.Value)), "ownRoutes are not the routes claimed");
  }

  void Start(BoardInfo info) {
    Players = info.ActivePlayers;
    Check(Players >= 2 && Players <= 5, "activePlayers is " + Players);
    Check(Names.Count == Players, "the game of " + Players + " starts after the Join of " + Names.Count + " seats");
    foreach (Seat seat in Seats) {
      handSize[seat] = 4;
      trains[seat] = UsaBoard.kTrains;
      keptCount[seat] = 0;
    }
    Row = info.Row;
    TicketsLeft = info.TicketsCount;
    int resetCards = Outside - info.Row.Count - info.DeckCount;
    Check(resetCards >= 0 && resetCards % UsaBoard.kRow == 0,
          "topdownPassengerCarDeckCount is " + info.DeckCount + " at the start");
    deck = info.DeckCount;
    if (Watching) {
      LearnTickets(kTicketDecks.Where(d => d.Total - Players * d.Dealt == TicketsLeft).ToList());
    } else {
      Hand = info.Hand.ToArray();
      Offered = info.Offered;
      Check(Hand.Sum() == 4 && Hand.All(n => n >= 0), "the first hand does not have four cards");
      LearnTickets(kTicketDecks.Where(d => d.Total - Players * d.Dealt == TicketsLeft && d.Dealt == Offered.Count)
                     .ToList());
    }
    Stage = Stage.TicketChoice;
  }

  /// An observer does not see how many tickets are offered, and the count of the deck may fit two editions.
  void LearnTickets(List<TicketDeck> decks) {
    Check(decks.Count > 0, "no edition offers " + Offered.Count + " tickets with " + TicketsLeft + " left");
    ticketsKnown = decks.Count == 1;
    dealt = decks.Max(d => d.Dealt);
    ticketDraw = decks.Select(d => d.Drawn).Distinct().Count() == 1 ? decks[0].Drawn : 0;
  }

  class TicketDeck {
    public int Total, Dealt, Drawn;
  }

  static readonly TicketDeck[] kTicketDecks = {
    new TicketDeck { Total = 30, Dealt = 3, Drawn = 3 }, new TicketDeck { Total = 33, Dealt = 4, Drawn = 3 },
    new TicketDeck { Total = 35, Dealt = 4, Drawn = 4 }, new TicketDeck { Total = 69, Dealt = 5, Drawn = 4 }
  };

  public void OnRoutes(RoutesInfo info) {
    Check(SameRoutes(info.Routes, Tracks), "ListAllRoutes does not give the routes of the map and their owners");
  }

  public void OnDraw(DrawInfo info) {
    bool second = Act(info, TurnType.DrawPassengerCars);
    bool visible = !info.Hidden || info.Player == Me;
    Check((info.Card != null) == visible, visible ? "drawnCard is missing" : "a blind draw of another shows drawnCard");
    Check(info.Hidden || !second || info.Card != Loco, "a face-up locomotive was taken as second card");
    int before = Undrawn;
    Check(second || before > 0, "cards were drawn though deck and discards are empty");
    if (info.Hidden) {
      Check(before > 0, "a card was drawn blind though deck and discards are empty");
      Check(!RowKnown || info.Row.SequenceEqual(Row), "a blind draw changed the row");
    } else if (RowKnown) {
      CheckRefill(info.Card.Value, info.Row, before);
    } else {
      deck = null;
    }
    handSize[info.Player]++;
    if (info.Player == Me) Hand[(int)info.Card.Value]++;
    RowKnown = true;
    TakeRow(info.Row);
    if (deckRanDry) deck = null;
    deckRanDry = false;
    if (before > 0 && deck != null) deck--;
    if (deck == 0 && !resetSeen) deck = Undrawn;  // the discards are shuffled at once
    bool more = !second && (info.Hidden || info.Card != Loco) && (Undrawn > 0 || Row.Any(c => c != Loco));
    if (more) Hold(info.Player, TurnType.DrawPassengerCars);
    else busy = null;
  }

  /// The taken card is replaced in its place; more may change only if the new card was the third locomotive.
  void CheckRefill(Colour taken, List<Colour> now, int undrawn) {
    Check(Row.Contains(taken), taken + " was taken from a row without it");
    for (int i = 0; i < Row.Count; i++) {
      if (Row[i] != taken) continue;
      var rest = Row.ToList();
      rest.RemoveAt(i);
      if (undrawn == 0 && now.SequenceEqual(rest)) return;
      if (undrawn > 0 && now.Count == Row.Count && now.Where((c, place) => place != i).SequenceEqual(rest)) return;
    }
    int locomotives = Row.Count(c => c == Loco) - (taken == Loco ? 1 : 0);
    Check(undrawn > 0 && locomotives >= 2, "the row changed in more than one place without a reset");
    resetSeen = true;
  }

  void TakeRow(List<Colour> row) {
    Row = row;
    RowKnown = true;
    Check(Row.Count == Math.Min(UsaBoard.kRow, Outside), "the row has " + Row.Count + " cards");
    Check(Row.Count(c => c == Loco) < 3 || Outside < kResetIsCertain, "three locomotives lie face up");
    foreach (Colour colour in Enum.GetValues(typeof(Colour)))
      Check(Row.Count(c => c == colour) + Hand[(int)colour] <= (colour == Loco ? 14 : 12),
            "there are too many " + colour + " cards");
  }

  void CheckDeck(int count) {
    if (deck != null && !resetSeen)
      Check(count == deck, "topdownPassengerCarDeckCount is " + count + " instead of " + deck);
    if (deck > kMaxResetCards && resetSeen)  // else the discards may have been shuffled in between
      Check(count < deck && (deck - count) % UsaBoard.kRow == 0,
            "topdownPassengerCarDeckCount is " + count + " after resets that began at " + deck);
    Check(count >= 0 && count <= Undrawn, "topdownPassengerCarDeckCount is " + count + " with " + Undrawn + " undrawn");
    Check(count > 0 || Undrawn == 0 || deckRanDry, "the deck is empty, but the discards were not shuffled");
    deck = count;
    resetSeen = false;
  }

  public void OnClaim(ClaimInfo info) {
    Act(info, TurnType.ClaimRoute);
    deckRanDry |= Undrawn == 0;
    var tracks = Tracks.Where(t => t.Joins(info.A, info.B) && t.Color == info.RouteColor).ToList();
    string what = info.Player + " claims " + info.A + "-" + info.B + " (" + info.RouteColor + ")";
    Check(tracks.Count > 0, what + ", which is not on the map");
    var track = tracks.FirstOrDefault(t => IsOpen(t, info.Player));
    Check(track != null, what + ", which is not free for that seat");
    Check(info.Paid.Count == track.Cost, what + " with " + info.Paid.Count + " cards");
    var set = info.Paid.Where(c => c != Loco).Distinct().ToList();
    Check(set.Count <= 1 && (set.Count == 0 || track.Color == Loco || set[0] == track.Color),
          what + " with cards that do not fit");
    track.Owner = info.Player;
    trains[info.Player] -= track.Cost;
    handSize[info.Player] -= track.Cost;
    Check(trains[info.Player] >= 0, what + " with too few trains");
    Check(handSize[info.Player] >= 0, what + " with more cards than were in the hand");
    if (info.Player == Me) {
      foreach (Colour card in info.Paid) Hand[(int)card]--;
      Check(Hand.All(n => n >= 0), what + " with cards that are not in the hand");
    }
    // Discards refill a short row, and wake a reset that was not possible before; neither is told at once.
    if (Row.Count < UsaBoard.kRow || Row.Count(c => c == Loco) >= 3) RowKnown = false;
    if (!RowKnown || deckRanDry) deck = null;
    busy = null;
    if (!FinalTurn && trains[info.Player] <= 2) {
      FinalTurn = true;
      turnsAfterTrigger = 0;
    }
  }

  public void OnTicketsDrawn(TicketsInfo info) {
    Act(info, TurnType.DrawDestinationTickets);
    CheckTickets(info);
    int expected = Math.Min(ticketDraw, TicketsLeft);
    Check(info.Count > 0 && (info.Count == expected || !ticketsKnown || ticketDraw == 0),
          info.Count + " tickets were drawn instead of " + expected);
    TicketsLeft -= info.Count;
    onOffer = info.Count;
    if (info.Player == Me) Offered = info.Tickets;
    Hold(info.Player, TurnType.ClaimDestinationTickets);
  }

  public void OnTicketsKept(TicketsInfo info) {
    CheckTickets(info);
    int offered = onOffer;
    if (Stage == Stage.TicketChoice) {
      offered = dealt;
      Check(keptCount.ContainsKey(info.Player), "an empty seat keeps tickets");
      Check(keptCount[info.Player] == 0, info.Player + " chooses its first tickets twice");
      if (!Watching && info.Player != Me)
        Check(keptCount[Me.Value] > 0, "another's choice of tickets is told before the own one is made");
    } else {
      Act(info, TurnType.ClaimDestinationTickets);
    }
    Check(info.Count >= MinimumToKeep && info.Count <= offered, info.Count + " of " + offered + " tickets are kept");
    keptCount[info.Player] += info.Count;
    if (info.Player == Me) {
      Check(!info.Tickets.Select(t => t.Id).Except(Offered.Select(t => t.Id)).Any(), "a kept ticket was not on offer");
      Kept.AddRange(info.Tickets);
      Offered = new List<Ticket>();
    }
    if (Stage == Stage.Play) {
      TicketsLeft += offered - info.Count;
      busy = null;
      return;
    }
    // Deck counts do not move before the last choice.
    returnedAtStart += offered - info.Count;
    if (keptCount.Values.Any(n => n == 0)) return;
    TicketsLeft += returnedAtStart;
    Stage = Stage.Play;
  }

  void CheckTickets(TicketsInfo info) {
    var seen = info.Turn == TurnType.DrawDestinationTickets ? info.Tickets.Concat(Kept) : info.Tickets;
    Check(seen.Select(t => t.Id).Distinct().Count() == seen.Count(), "a ticket is there twice");
    int shown = info.Player == Me ? info.Count : 0;
    Check(info.Tickets.Count == shown, "drawnCards has " + info.Tickets.Count + " tickets instead of " + shown);
  }

  /// A Turn request for this client: is it its turn?
  public void OnTurnRequest() {
    Check(Stage == Stage.Play && busy == null, "a Turn request comes in the middle of something else");
    CheckOrder(Me.Value);
    CheckNotOver();
  }

  /// Books an action; true if it goes on with a turn that has already begun.
  bool Act(Info info, TurnType action) {
    Check(Stage == Stage.Play, action + " is told outside of the turns");
    Check(Names.ContainsKey(info.Player), "an empty seat acts");
    if (busy != null) {
      Check(busy == info.Player && due == action,
            info.Player + " does " + action + " while " + busy + " is asked for " + due);
      return true;
    }
    Check(action != TurnType.ClaimDestinationTickets, info.Player + " keeps tickets without having drawn any");
    CheckOrder(info.Player);
    CheckNotOver();
    if (order.Count < Players) order.Add(info.Player);
    last = info.Player;
    textSinceTurn = false;
    if (FinalTurn) turnsAfterTrigger++;
    return false;
  }

  void Hold(Seat seat, TurnType next) {
    busy = seat;
    due = next;
  }

  /// Turns go round in an order learned in the first round. Later a text line may be a pass, which has no Info.
  void CheckOrder(Seat seat) {
    if (order.Count < Players) Check(!order.Contains(seat), seat + " is at turn twice in the first round");
    else if (!textSinceTurn) Check(seat == NextSeat(), seat + " is at turn instead of " + NextSeat());
  }

  Seat? NextSeat() {
    if (busy != null) return busy;
    if (order.Count < Players) return null;
    return order[(order.IndexOf(last.Value) + 1) % Players];
  }

  void CheckNotOver() {
    Check(!FinalTurn || turnsAfterTrigger < Players, "the game goes on after the last round");
  }

  public void OnFirstScore() {
    Check(Stage == Stage.Play && busy == null, "FinalScore comes in the middle of something else");
    Check(FinalTurn || textSinceTurn, "the game ends though nobody has two trains or fewer and nobody passed");
    Check(!FinalTurn || turnsAfterTrigger + textsAfterTrigger >= Players,
          "the game ends after " + turnsAfterTrigger + " turns of the last round");
    Stage = Stage.Scores;
  }

  public static bool SameTickets(IEnumerable<Ticket> some, IEnumerable<Ticket> others) {
    return Sorted(some.Select(t => t.Id)).SequenceEqual(Sorted(others.Select(t => t.Id)));
  }

  static bool SameRoutes(IEnumerable<Track> some, IEnumerable<Track> others) {
    return Sorted(some.Select(RouteId)).SequenceEqual(Sorted(others.Select(RouteId)));
  }

  static string RouteId(Track t) {
    return (t.A < t.B ? t.A + " " + t.B : t.B + " " + t.A) + " " + t.Cost + " " + t.Color + " " + t.Owner;
  }

  static IEnumerable<string> Sorted(IEnumerable<string> words) { return words.OrderBy(w => w, StringComparer.Ordinal); }

  static void Check(bool good, string otherwise) {
    if (!good) throw new Deviation(otherwise);
  }
}

}  // namespace Fogg.V09
