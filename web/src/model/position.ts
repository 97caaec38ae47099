// A position as a viewer knows it. Immutable: a step makes a new one that shares what did not change.
import type { Card, Counts, Pile } from './cards';
import { NO_CARDS, NO_PILE } from './cards';
import type { Edition, Ticket } from './edition';
import type { Ending, Header, Score, Seat } from './event';

export type Phase =
  | 'mix' // one after the other announces the mix of the first tickets
  | 'start' // everyone chooses the first tickets, all at once
  | 'turn' // `player` begins a turn
  | 'second' // `player` takes the second train card
  | 'choose' // `player` chooses from drawn tickets
  | 'tunnel' // cards are revealed, or `player` pays a surcharge or not
  | 'place' // `player` may put a passenger on the board
  | 'journey' // `player` moves a passenger
  | 'over';

/** A place of the row; null is empty. */
export type RowPlace = Card | 'unknown' | null;

export interface Offer {
  readonly size: number;
  /** How many of each deck. */
  readonly decks: readonly number[];
  /** In the order offered; null as a whole if the viewer does not see them. */
  readonly tickets: readonly (Ticket | null)[] | null;
}

export interface SeatPosition {
  /** All that scores during play: `routePoints` and `goods`. */
  readonly points: number;
  readonly routePoints: number;
  readonly goods: number;
  readonly trains: number;
  /** Known are all cards of a hand the viewer sees, of others those that everybody saw and that were not paid since. */
  readonly hand: Pile;
  /** Kept tickets the viewer knows of, and how many there are, in all and of each deck. */
  readonly tickets: readonly Ticket[];
  readonly ticketCount: number;
  readonly ticketDecks: readonly number[];
  readonly offer: Offer | null;
  /** The positions (from 1) chosen to keep, if the viewer saw the choice and it was not carried out yet. */
  readonly chosen: readonly number[] | null;
  readonly stationsLeft: number;
  /** Passengers that were not used yet. */
  readonly passengersLeft: number;
}

export interface Tunnel {
  readonly route: number;
  /** The cards shown; they stay in the hand until the tunnel is settled. */
  readonly shown: Counts;
  readonly revealed: readonly (Card | null)[];
  readonly surcharge: number;
  /** All cards are revealed and there is a surcharge. */
  readonly asked: boolean;
}

export interface Journey {
  readonly from: number;
  readonly at: number;
  /** Routes gone along, in order. */
  readonly path: readonly number[];
  /** Passenger cards played; they leave the hand at the end. */
  readonly cards: number;
  readonly goods: number;
}

export interface Over {
  readonly ending: Ending | 'forfeit';
  readonly forfeitBy: Seat | null;
  /** Null until the end is announced, and after a forfeit. */
  readonly scores: readonly Score[] | null;
  readonly winners: readonly Seat[] | null;
}

export interface Position {
  readonly edition: Edition;
  /** Of the last event; 0 before the first. */
  readonly seq: number;
  readonly phase: Phase;
  /** Whose turn it is; null before that is known. */
  readonly player: Seat | null;
  readonly firstPlayer: Seat | null;
  /** Completed turns of all players together. */
  readonly turns: number;
  /** Turns in which the player could only pass, in a row. */
  readonly passes: number;
  readonly lastRound: { readonly by: Seat; readonly turnsLeft: number } | null;
  readonly seats: readonly SeatPosition[];
  readonly row: readonly RowPlace[];
  readonly deck: number;
  readonly discards: Pile;
  readonly ticketDecks: readonly number[];
  /** By route: its owner. */
  readonly claims: readonly (Seat | null)[];
  /** By city: whose station or passenger stands there. Empty lists in editions without. */
  readonly stations: readonly (Seat | null)[];
  readonly passengers: readonly (Seat | null)[];
  /** By city: how many tiles are gone. */
  readonly tilesTaken: readonly number[];
  readonly tunnel: Tunnel | null;
  readonly placing: number | null;
  readonly journey: Journey | null;
  readonly over: Over | null;
  /** How often somebody went back; such a game is not rated. */
  readonly undos: number;
}

/**
 * Before the first event. Hands and first tickets are taken as dealt already: their events, of which others see nothing, then
 * only say what they are. So counts are the same for every viewer.
 */
export function opening(edition: Edition, header: Header): Position {
  const players = header.players.length;
  const decks = edition.decks.map((deck) => deck.tickets.length);
  const seats = header.players.map((): SeatPosition => {
    const dealt = edition.decks.map((deck, d) => Math.min(deck.deal, decks[d] ?? 0));
    dealt.forEach((number, d) => {
      decks[d] = (decks[d] ?? 0) - number;
    });
    return {
      points: 0,
      routePoints: 0,
      goods: 0,
      trains: edition.trains,
      hand: { size: edition.handAtStart, known: NO_CARDS },
      tickets: [],
      ticketCount: 0,
      ticketDecks: edition.decks.map(() => 0),
      offer: edition.mix > 0 ? null : { size: dealt.reduce((x, y) => x + y, 0), decks: dealt, tickets: null },
      chosen: null,
      stationsLeft: edition.stations.each,
      passengersLeft: edition.passengers,
    };
  });
  const perCity = <T>(there: boolean, value: T): T[] => (there ? edition.board.cities.map(() => value) : []);
  return {
    edition,
    seq: 0,
    phase: edition.mix > 0 ? 'mix' : 'start',
    player: header.firstPlayer,
    firstPlayer: header.firstPlayer,
    turns: 0,
    passes: 0,
    lastRound: null,
    seats,
    row: Array.from({ length: edition.rowSize }, () => null),
    deck: edition.cardTotal - players * edition.handAtStart,
    discards: NO_PILE,
    // A deck that is never drawn from leaves the game when the first tickets are dealt.
    ticketDecks: decks.map((left, d) => (edition.mix > 0 || (edition.decks[d]?.draw ?? 0) > 0 ? left : 0)),
    claims: edition.board.routes.map(() => null),
    stations: perCity<Seat | null>(edition.stations.each > 0, null),
    passengers: perCity<Seat | null>(edition.passengers > 0, null),
    tilesTaken: perCity(edition.passengers > 0, 0),
    tunnel: null,
    placing: null,
    journey: null,
    over: null,
    undos: 0,
  };
}

export function seatOf(position: Position, seat: Seat): SeatPosition {
  const found = position.seats[seat];
  if (!found) throw new RangeError(`no seat ${seat}`);
  return found;
}

/** The seats that may act, as far as the viewer knows; several only while the first tickets are chosen. */
export function acting(position: Position): readonly Seat[] {
  const all = position.seats.map((_, seat) => seat);
  switch (position.phase) {
    case 'over':
      return [];
    case 'mix':
      return all.filter((seat) => position.seats[seat]?.offer === null).slice(0, 1);
    case 'start':
      return all.filter(
        (seat) => position.seats[seat]?.offer !== null && position.seats[seat]?.chosen === null,
      );
    default:
      return position.player === null ? [] : [position.player];
  }
}

/** The tiles left in a city, the highest first. */
export function goodsLeft(position: Position, city: number): readonly number[] {
  return (position.edition.board.cities[city]?.goods ?? []).slice(position.tilesTaken[city] ?? 0);
}

export function routesOf(position: Position, seat: Seat): readonly number[] {
  return position.edition.board.routes.filter((r) => position.claims[r.index] === seat).map((r) => r.index);
}

/** With two or three players one owner closes all parallel routes. */
export function oneOfParallels(position: Position): boolean {
  return position.seats.length <= 3;
}
