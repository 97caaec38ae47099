// One event after the other makes the position. It is the same for a live game, a watched one and a replay. Nothing here judges: a record
// that breaks the rules gives some position, never an error.
import { findRoute } from './board';
import type { Counts } from './cards';
import { NO_CARDS, NO_PILE } from './cards';
import {
  afterCard,
  discard,
  endIfNoSecond,
  endTurn,
  pay,
  placeTrains,
  receive,
  replaced,
  withSeat,
} from './change';
import type { Ticket } from './edition';
import type { Action, GameEvent, RouteName, Seat } from './event';
import type { Position, RowPlace } from './position';
import { seatOf } from './position';
import * as special from './special';

/** The position after an event that the viewer sees. An `undo` changes nothing here: only a `Timeline` knows what was before. */
export function step(p: Position, event: GameEvent): Position {
  const after = { ...p, seq: event.seq };
  switch (event.kind) {
    case 'action':
      return event.action ? act(ready(after, event.actor, event.action), event.actor, event.action) : after;
    case 'card':
      if ('hand' in event.to) return receive(after, event.to.hand, event.card, 0);
      after.deck = Math.max(0, p.deck - 1);
      if ('tunnel' in event.to) return special.reveal(after, event.card);
      after.row = filled(p.row, event.to.row, event.card ?? 'unknown');
      return endIfNoSecond(after);
    case 'offer':
      return offered(after, event.actor, event.tickets);
    case 'first_player':
      return { ...after, player: event.seat, firstPlayer: event.seat };
    case 'reset':
      return {
        ...discard(
          after,
          p.row.filter((card) => card !== null),
        ),
        row: p.row.map(() => null),
      };
    case 'reshuffle':
      return special.settleIfRevealed({ ...after, deck: event.cards, discards: NO_PILE });
    case 'kept':
      return kept(after, event.actor, event.count, event.decks);
    case 'end':
      return {
        ...after,
        phase: 'over',
        over: { ending: event.ending, forfeitBy: null, scores: event.scores, winners: event.winners },
      };
    case 'forfeit':
      return {
        ...after,
        phase: 'over',
        over: { ending: 'forfeit', forfeitBy: event.actor, scores: null, winners: null },
      };
    default:
      return after;
  }
}

/** A foreign log may leave out what came before; then it is the actor's turn all the same. */
function ready(p: Position, actor: Seat, action: Action): Position {
  if (action.type === 'keep') return p;
  if (p.tunnel && action.type !== 'pay' && action.type !== 'decline')
    return ready(special.settleTunnel(p, NO_CARDS), actor, action);
  // Who did not take a second card could not: what lay in the row was not known.
  if (p.phase === 'second' && p.player !== actor) return ready(endTurn(p, false), actor, action);
  if (p.phase === 'mix' && action.type === 'tickets') return p;
  const inTurn = p.phase !== 'mix' && p.phase !== 'start' && p.phase !== 'over';
  return inTurn && p.player === actor ? p : { ...p, phase: 'turn', player: actor, over: null };
}

/**
 * A card comes to the row. Among unknown cards a wrong one may have been taken for the one that left: if the place is not empty, the card
 * that was there is the one, and what was thought to have left is still in its place.
 */
function filled(row: readonly RowPlace[], place: number, card: RowPlace): readonly RowPlace[] {
  const empty = row.indexOf(null);
  const wrong = row[place] !== null && empty >= 0;
  return replaced(wrong ? replaced(row, empty, 'unknown') : row, place, card);
}

function act(p: Position, seat: Seat, action: Action): Position {
  const { board } = p.edition;
  switch (action.type) {
    case 'draw':
      return afterCard(receive({ ...p, deck: Math.max(0, p.deck - 1) }, seat, null, 1), false);
    case 'take': {
      const exact = p.row.indexOf(action.card);
      const place = exact < 0 ? p.row.indexOf('unknown') : exact;
      const row = place < 0 ? p.row : replaced(p.row, place, null);
      return afterCard(receive({ ...p, row }, seat, action.card, 1), action.card === 'locomotive');
    }
    case 'tickets':
      return drawTickets(p, seat, action.mix);
    case 'keep':
      return withSeat(p, seat, { chosen: action.positions });
    case 'claim':
      return claim(p, seat, action, action.cards);
    case 'pay':
      return special.settleTunnel(p, action.cards);
    case 'decline':
      return special.settleTunnel(p, null);
    case 'station':
    case 'place':
    case 'move': {
      const city = board.cityById.get(action.city)?.index;
      if (city === undefined) return p;
      if (action.type === 'station') return special.buildStation(p, seat, city, action.cards);
      return action.type === 'place' ? special.placePassenger(p, seat, city) : special.beginJourney(p, city);
    }
    case 'skip':
      return endTurn({ ...p, placing: null }, false);
    case 'go': {
      const route = findRoute(board, action.a, action.b, action.track);
      return route ? special.travel(p, seat, route.index) : p;
    }
    case 'stop':
      return special.endJourney(p, seat);
    case 'pass':
      return endTurn(p, true);
  }
}

function claim(p: Position, seat: Seat, name: RouteName, cards: Counts): Position {
  const route = findRoute(p.edition.board, name.a, name.b, name.track);
  if (!route) return p;
  if (route.tunnel) return special.enterTunnel(p, seat, route.index, cards);
  const claimed = placeTrains(pay(p, seat, cards), seat, route.index);
  return p.edition.passengers > 0
    ? special.askForPassenger(claimed, seat, route.index)
    : endTurn(claimed, false);
}

function drawTickets(p: Position, seat: Seat, mix: readonly number[] | null): Position {
  const decks = p.edition.decks.map((deck, d) => Math.min(mix?.[d] ?? deck.draw, p.ticketDecks[d] ?? 0));
  const size = decks.reduce((x, y) => x + y, 0);
  const drawn = {
    ...withSeat(p, seat, { offer: { size, decks, tickets: null } }),
    ticketDecks: p.ticketDecks.map((left, d) => left - (decks[d] ?? 0)),
  };
  if (p.phase !== 'mix') return { ...drawn, phase: 'choose' };
  return drawn.seats.every(({ offer }) => offer !== null) ? { ...drawn, phase: 'start' } : drawn;
}

function offered(p: Position, seat: Seat, tickets: readonly (Ticket | null)[]): Position {
  const { offer } = seatOf(p, seat);
  // A foreign game may have dealt another number.
  const decks = offer?.size === tickets.length ? offer.decks : [tickets.length];
  return withSeat(p, seat, { offer: { size: tickets.length, decks, tickets } });
}

function kept(p: Position, seat: Seat, count: number, decks: readonly number[] | null): Position {
  const { offer, chosen, tickets, ticketCount, ticketDecks } = seatOf(p, seat);
  const atStart = p.phase === 'start' || p.phase === 'mix';
  const byDeck = decks ?? [count];
  const known = (offer?.tickets ?? []).filter(
    (ticket, i): ticket is Ticket =>
      ticket !== null && (count === offer?.size || (chosen?.includes(i + 1) ?? false)),
  );
  const settled = withSeat(p, seat, {
    offer: null,
    chosen: null,
    tickets: [...tickets, ...known],
    ticketCount: ticketCount + count,
    ticketDecks: ticketDecks.map((number, d) => number + (byDeck[d] ?? 0)),
  });
  const leave = atStart && p.edition.startReturns === 'leave';
  const returned = (d: number) => (leave ? 0 : (offer?.decks[d] ?? 0) - (byDeck[d] ?? 0));
  const after = { ...settled, ticketDecks: p.ticketDecks.map((left, d) => left + returned(d)) };
  if (!atStart) return endTurn(after, false);
  const all = after.seats.every((other) => other.offer === null);
  return all ? { ...after, phase: 'turn', player: p.firstPlayer ?? 0 } : after;
}

/** For tests and counters: all cards of the game, wherever they are. Always the edition's number. */
export function cardsInAll(p: Position): number {
  const shownCards = p.tunnel?.revealed.length ?? 0;
  const hands = p.seats.reduce((sum, { hand }) => sum + hand.size, 0);
  return p.deck + p.discards.size + hands + shownCards + p.row.filter((card) => card !== null).length;
}
