// Tunnels, stations, passengers: what only some editions have.
import { cityOf, otherEnd, routeOf } from './board';
import type { Card, Counts } from './cards';
import { COLORS, NO_CARDS } from './cards';
import { discard, endTurn, pay, placeTrains, replaced, show, withSeat } from './change';
import type { Seat } from './event';
import type { Position, Tunnel } from './position';
import { seatOf } from './position';

export const TUNNEL_CARDS = 3;

/** The color of a payment; null if only locomotives are played. */
export function paidColor(cards: Counts): Card | null {
  return COLORS.find((color) => (cards[color] ?? 0) > 0) ?? null;
}

export function enterTunnel(p: Position, seat: Seat, route: number, shown: Counts): Position {
  const tunnel: Tunnel = { route, shown, revealed: [], surcharge: 0, asked: false };
  return settleIfRevealed({ ...show(p, seat, shown), phase: 'tunnel', tunnel });
}

export function reveal(p: Position, card: Card | null): Position {
  if (!p.tunnel) return p;
  const { shown, revealed, surcharge } = p.tunnel;
  const counts = card === 'locomotive' || (card !== null && card === paidColor(shown));
  const tunnel = { ...p.tunnel, revealed: [...revealed, card], surcharge: surcharge + (counts ? 1 : 0) };
  return settleIfRevealed({ ...p, tunnel });
}

/**
 * When no more cards come: asks for the surcharge, or takes the route if there is none. Discards that are about to become the deck
 * do so first, so that neither the cards shown nor those revealed are among them.
 */
export function settleIfRevealed(p: Position): Position {
  if (!p.tunnel || p.tunnel.asked) return p;
  const reshuffleComes = p.deck === 0 && p.discards.size > 0;
  const nothingLeft = p.deck === 0 && p.discards.size === 0;
  if (reshuffleComes || (p.tunnel.revealed.length < TUNNEL_CARDS && !nothingLeft)) return p;
  if (p.tunnel.surcharge > 0) return { ...p, tunnel: { ...p.tunnel, asked: true } };
  // An unknown card may have cost something: what comes next tells.
  if (p.tunnel.revealed.includes(null)) return p;
  return settleTunnel(p, NO_CARDS);
}

/** `surcharge` null: declined. */
export function settleTunnel(p: Position, surcharge: Counts | null): Position {
  if (!p.tunnel || p.player === null) return p;
  const { route, shown, revealed } = p.tunnel;
  let after: Position = { ...p, tunnel: null };
  if (surcharge) {
    after = pay(pay(after, p.player, shown), p.player, surcharge);
    after = placeTrains(after, p.player, route);
  }
  return endTurn(discard(after, revealed), false);
}

export function buildStation(p: Position, seat: Seat, city: number, cards: Counts): Position {
  const paid = pay(p, seat, cards);
  const built = withSeat(paid, seat, { stationsLeft: seatOf(p, seat).stationsLeft - 1 });
  return endTurn({ ...built, stations: replaced(p.stations, city, seat) }, false);
}

/** After a claim: the player is asked only if a passenger is left and one of the cities can take it. */
export function askForPassenger(p: Position, seat: Seat, route: number): Position {
  const { a, b } = routeOf(p.edition.board, route);
  const free = (city: number) =>
    p.passengers[city] === null && cityOf(p.edition.board, city).country === null;
  if (seatOf(p, seat).passengersLeft > 0 && (free(a) || free(b)))
    return { ...p, phase: 'place', placing: route };
  return endTurn(p, false);
}

export function placePassenger(p: Position, seat: Seat, city: number): Position {
  const placed = withSeat(p, seat, { passengersLeft: seatOf(p, seat).passengersLeft - 1 });
  return endTurn({ ...placed, passengers: replaced(p.passengers, city, seat), placing: null }, false);
}

export function beginJourney(p: Position, city: number): Position {
  return {
    ...p,
    phase: 'journey',
    passengers: replaced(p.passengers, city, null),
    journey: { from: city, at: city, path: [], cards: 0, goods: 0 },
  };
}

export function travel(p: Position, seat: Seat, route: number): Position {
  if (!p.journey) return p;
  const { board } = p.edition;
  const at = otherEnd(routeOf(board, route), p.journey.at);
  const city = cityOf(board, at);
  const foreign = p.claims[route] !== seat;
  const cards = p.journey.cards + (foreign ? 1 : 0);
  const taken = p.tilesTaken[at] ?? 0;
  const tile = at === p.journey.from ? 0 : (city.goods[taken] ?? 0);
  let after: Position = foreign ? show(p, seat, { passenger: cards }) : p;
  if (tile > 0) {
    const { goods, points } = seatOf(after, seat);
    after = withSeat(after, seat, { goods: goods + tile, points: points + tile });
    after = { ...after, tilesTaken: replaced(after.tilesTaken, at, taken + 1) };
  }
  const { journey } = p;
  after = {
    ...after,
    journey: { ...journey, at, cards, path: [...journey.path, route], goods: journey.goods + tile },
  };
  return city.country === null ? after : endJourney(after, seat);
}

export function endJourney(p: Position, seat: Seat): Position {
  const cards = p.journey?.cards ?? 0;
  const done = { ...p, journey: null };
  return endTurn(cards > 0 ? pay(done, seat, { passenger: cards }) : done, false);
}
