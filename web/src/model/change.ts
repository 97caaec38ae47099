// Small changes of a position, of which the fold is made. Each follows the function of src/engine/play.h that does the same.

import { routeOf } from './board';
import type { Card, Counts } from './cards';
import { CARDS, changed, combined, total, withCount } from './cards';
import type { Seat } from './event';
import type { Position, SeatPosition } from './position';
import { seatOf } from './position';

const MOST_TURNS = 1000;

export function replaced<T>(list: readonly T[], at: number, value: T): readonly T[] {
  const copy = list.slice();
  copy[at] = value;
  return copy;
}

export function withSeat(p: Position, seat: Seat, change: Partial<SeatPosition>): Position {
  return { ...p, seats: replaced(p.seats, seat, { ...seatOf(p, seat), ...change }) };
}

/** From the hand to the discards. Cards that are known to be in the hand leave it first. */
export function pay(p: Position, seat: Seat, cards: Counts): Position {
  const much = total(cards);
  if (much === 0) return p;
  const { hand } = seatOf(p, seat);
  const size = Math.max(0, hand.size - much);
  const paid = withSeat(p, seat, { hand: { size, known: combined(hand.known, cards, -1) } });
  return {
    ...paid,
    discards: { size: p.discards.size + much, known: combined(p.discards.known, cards, 1) },
  };
}

/** Everyone has seen these cards in the hand. */
export function show(p: Position, seat: Seat, cards: Counts): Position {
  const { hand } = seatOf(p, seat);
  let known = hand.known;
  for (const kind of CARDS) {
    const number = cards[kind] ?? 0;
    if (number > (known[kind] ?? 0)) known = withCount(known, kind, number);
  }
  return known === hand.known ? p : withSeat(p, seat, { hand: { size: hand.size, known } });
}

/** A card comes to a hand; null: the viewer does not know which. */
export function receive(p: Position, seat: Seat, card: Card | null, more: number): Position {
  const { hand } = seatOf(p, seat);
  const known = card === null ? hand.known : changed(hand.known, card, 1);
  return withSeat(p, seat, { hand: { size: hand.size + more, known } });
}

export function discard(p: Position, cards: readonly (Card | 'unknown' | null)[]): Position {
  let { size, known } = p.discards;
  for (const card of cards) {
    size += 1;
    if (card !== null && card !== 'unknown') known = changed(known, card, 1);
  }
  return { ...p, discards: { size, known } };
}

export function placeTrains(p: Position, seat: Seat, route: number): Position {
  const { length } = routeOf(p.edition.board, route);
  const points = p.edition.routePoints[length] ?? 0;
  const before = seatOf(p, seat);
  return {
    ...withSeat(p, seat, {
      trains: before.trains - length,
      routePoints: before.routePoints + points,
      points: before.points + points,
    }),
    claims: replaced(p.claims, route, seat),
  };
}

export function endTurn(p: Position, passed: boolean): Position {
  if (p.player === null) return p;
  const players = p.seats.length;
  const turns = p.turns + 1;
  const passes = passed ? p.passes + 1 : 0;
  let { lastRound } = p;
  if (lastRound) lastRound = { ...lastRound, turnsLeft: lastRound.turnsLeft - 1 };
  else if (seatOf(p, p.player).trains <= p.edition.lastRoundAt)
    lastRound = { by: p.player, turnsLeft: players };
  const ending =
    lastRound?.turnsLeft === 0
      ? 'last_round'
      : passes === players
        ? 'all_passed'
        : turns === MOST_TURNS
          ? 'turn_limit'
          : null;
  return {
    ...p,
    phase: ending ? 'over' : 'turn',
    player: (p.player + 1) % players,
    turns,
    passes,
    lastRound,
    over: ending ? { ending, forfeitBy: null, scores: null, winners: null } : null,
  };
}

/** Whether something may be taken as second card. If neither deck nor discards are left that is a matter of the row. */
function secondIsPossible(p: Position): boolean {
  return p.deck + p.discards.size > 0 || p.row.some((card) => card !== null && card !== 'locomotive');
}

/** After a card was taken: a second one, if it is the first and there is one to take; else the turn ends. */
export function afterCard(p: Position, actionEnds: boolean): Position {
  if (actionEnds || p.phase !== 'turn') return endTurn(p, false);
  return endIfNoSecond({ ...p, phase: 'second' });
}

/** The card that fills the place of the first one may leave nothing to take. */
export function endIfNoSecond(p: Position): Position {
  return p.phase === 'second' && !secondIsPossible(p) ? endTurn(p, false) : p;
}
