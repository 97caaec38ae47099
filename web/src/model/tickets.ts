// How far a ticket has come: done, trains still needed, the links that are missing, or out of reach.
//
// Each ticket is looked at by itself: routes that serve two tickets are counted for both. How stations (Europe) count:
// - `done` is what the score would say now: every station standing lends its owner one route of another player that leads into its
//   city, chosen so that all tickets together are worth most, then most are done, then fewest routes are borrowed.
// - For a ticket not done, every station standing may lend it one such route, whatever the other tickets need.
// - Only if trains do not reach, stations that are not built yet may help, as few as possible (`stations`). They, and those standing, may
//   then also lend a route that somebody else has yet to claim. Without them too there is no way: the ticket is lost.
import { endCities, otherEnd } from './board';
import type { Board, Route, Ticket } from './edition';
import type { Seat } from './event';
import type { Position } from './position';
import { oneOfParallels, seatOf } from './position';

export type TicketState =
  | 'done'
  | 'open' // trains are enough
  | 'station' // only with further stations, or with routes that others may still build
  | 'lost';

export interface TicketProgress {
  readonly ticket: Ticket;
  readonly state: TicketState;
  /** Trains still to be placed on the best way; 0 if done, null if lost. */
  readonly trains: number | null;
  /** Further stations that way needs. */
  readonly stations: number;
  /** Routes still to be claimed on it. */
  readonly missing: readonly number[];
  /** All routes of it, own and borrowed ones too. */
  readonly way: readonly number[];
}

/** Whether a seat might claim a route some time, as far as owners are concerned. */
export function mayClaim(position: Position, seat: Seat, route: Route): boolean {
  if (position.claims[route.index] !== null) return false;
  return route.parallel.every((other) => {
    const owner = position.claims[other] ?? null;
    return owner === null || (owner !== seat && !oneOfParallels(position));
  });
}

function anyoneMayClaim(position: Position, route: Route): boolean {
  if (position.claims[route.index] !== null) return false;
  return !oneOfParallels(position) || route.parallel.every((other) => position.claims[other] === null);
}

function ownStations(position: Position, seat: Seat): number[] {
  return position.stations.flatMap((owner, city) => (owner === seat ? [city] : []));
}

/** For each city the lowest city it is joined with. */
function joinedBy(board: Board, routes: readonly Route[]): number[] {
  const label = board.cities.map((city) => city.index);
  for (const route of routes) merge(label, route);
  return label;
}

function merge(label: number[], route: Route): void {
  const x = label[route.a] ?? 0;
  const y = label[route.b] ?? 0;
  if (x === y) return;
  const [low, high] = x < y ? [x, y] : [y, x];
  for (let i = 0; i < label.length; i++) if (label[i] === high) label[i] = low;
}

function isDone(board: Board, label: readonly number[], ticket: Ticket): boolean {
  const there = new Set(endCities(board, ticket.b).map((city) => label[city]));
  return endCities(board, ticket.a).some((city) => there.has(label[city]));
}

export interface Borrowed {
  /** By station, in the order of the cities: the route it lends, null if it is not needed. */
  readonly lends: readonly { readonly city: number; readonly route: number | null }[];
  readonly done: readonly boolean[];
}

/** What the stations of a seat do for its tickets, as the score counts it. */
export function borrow(position: Position, seat: Seat, tickets: readonly Ticket[]): Borrowed {
  const { board } = position.edition;
  const own = joinedBy(
    board,
    board.routes.filter((route) => position.claims[route.index] === seat),
  );
  const stations = ownStations(position, seat);
  let best: { rank: readonly number[]; chosen: readonly (number | null)[]; done: readonly boolean[] } | null =
    null;
  const choose = (label: readonly number[], chosen: readonly (number | null)[]): void => {
    const city = stations[chosen.length];
    if (city === undefined) {
      const done = tickets.map((ticket) => isDone(board, label, ticket));
      const points = tickets.reduce((sum, ticket, i) => sum + (done[i] ? ticket.points : 0), 0);
      const borrowed = chosen.filter((route) => route !== null).length;
      const rank = [points, done.filter(Boolean).length, -borrowed];
      if (!best || isBetter(rank, best.rank)) best = { rank, chosen, done };
      return;
    }
    choose(label, [...chosen, null]);
    for (const index of board.cities[city]?.routes ?? []) {
      const route = board.routes[index];
      const owner = position.claims[index];
      if (!route || owner === null || owner === seat || label[route.a] === label[route.b]) continue;
      const wider = label.slice();
      merge(wider, route);
      choose(wider, [...chosen, index]);
    }
  };
  choose(own, []);
  const found = best as { chosen: readonly (number | null)[]; done: readonly boolean[] } | null;
  return {
    lends: stations.map((city, i) => ({ city, route: found?.chosen[i] ?? null })),
    done: found?.done ?? [],
  };
}

function isBetter(x: readonly number[], y: readonly number[]): boolean {
  const at = x.findIndex((value, i) => value !== y[i]);
  return at >= 0 && (x[at] ?? 0) > (y[at] ?? 0);
}

interface Node {
  readonly city: number;
  /** Bits of the stations that have lent a route already. */
  readonly used: number;
  /** Further stations built. */
  readonly built: number;
  readonly cost: number;
  readonly by: number | null;
  readonly from: Node | null;
}

// Trains count first, then the number of routes to claim: fewer turns.
const PER_TRAIN = 1000;

interface Way {
  readonly trains: number;
  readonly built: number;
  readonly routes: readonly number[];
  /** Those of them that trains have to be placed on. */
  readonly claimed: readonly number[];
}

/** The cheapest way with at most so many further stations. `hope`: stations may lend routes that others have yet to claim. */
function cheapestWay(
  position: Position,
  seat: Seat,
  ticket: Ticket,
  further: number,
  hope: boolean,
): Way | null {
  const { board } = position.edition;
  const stations = ownStations(position, seat);
  const goal = new Set(endCities(board, ticket.b));
  const open: Node[] = endCities(board, ticket.a).map((city) => ({
    city,
    used: 0,
    built: 0,
    cost: 0,
    by: null,
    from: null,
  }));
  // The least cost known so far, by city and what stations have done.
  const keyOf = (city: number, used: number, built: number) => (city * 8 + used) * 8 + built;
  const best = new Map(open.map(({ city }) => [keyOf(city, 0, 0), 0]));
  while (open.length > 0) {
    let at = 0;
    for (let i = 1; i < open.length; i++) if ((open[i]?.cost ?? 0) < (open[at]?.cost ?? 0)) at = i;
    const node = open.splice(at, 1)[0];
    if (!node) break;
    if (goal.has(node.city)) return wayTo(node);
    if (node.cost > (best.get(keyOf(node.city, node.used, node.built)) ?? node.cost)) continue;
    const go = (route: Route, more: number, used: number, built: number) => {
      const city = otherEnd(route, node.city);
      const cost = node.cost + more;
      const key = keyOf(city, used, built);
      if (cost >= (best.get(key) ?? Number.POSITIVE_INFINITY)) return;
      best.set(key, cost);
      open.push({ city, used, built, cost, by: route.index, from: node });
    };
    for (const index of board.cities[node.city]?.routes ?? []) {
      const route = board.routes[index];
      if (!route) continue;
      const owner = position.claims[index] ?? null;
      if (owner === seat) {
        go(route, 0, node.used, node.built);
        continue;
      }
      if (mayClaim(position, seat, route)) go(route, route.length * PER_TRAIN + 1, node.used, node.built);
      if (owner === null && !(hope && anyoneMayClaim(position, route))) continue;
      stations.forEach((city, s) => {
        const bit = 1 << s;
        if ((node.used & bit) === 0 && (route.a === city || route.b === city))
          go(route, 0, node.used | bit, node.built);
      });
      const free = position.stations[route.a] === null || position.stations[route.b] === null;
      if (node.built < further && free) go(route, 0, node.used, node.built + 1);
    }
  }
  return null;
}

function wayTo(end: Node): Way {
  const nodes: Node[] = [];
  for (let node: Node | null = end; node?.from; node = node.from) nodes.unshift(node);
  const routes = (list: readonly Node[]) => list.flatMap(({ by }) => (by === null ? [] : [by]));
  return {
    trains: Math.floor(end.cost / PER_TRAIN),
    built: end.built,
    routes: routes(nodes),
    claimed: routes(nodes.filter((node) => node.cost > (node.from?.cost ?? 0))),
  };
}

function progressOf(position: Position, seat: Seat, ticket: Ticket): TicketProgress {
  const { trains, stationsLeft } = seatOf(position, seat);
  const result = (state: TicketState, way: Way): TicketProgress => ({
    ticket,
    state,
    trains: way.trains,
    stations: way.built,
    missing: way.claimed,
    way: way.routes,
  });
  const lost: TicketProgress = { ticket, state: 'lost', trains: null, stations: 0, missing: [], way: [] };
  if (position.phase === 'over') return lost;
  const plain = cheapestWay(position, seat, ticket, 0, false);
  if (plain && plain.trains <= trains) return result('open', plain);
  if (position.stations.length > 0) {
    for (const hope of [false, true]) {
      for (let further = 0; further <= stationsLeft; further++) {
        const way = cheapestWay(position, seat, ticket, further, hope);
        if (way && way.trains <= trains) return result('station', way);
      }
    }
  }
  return lost;
}

/** Of the tickets of a seat that the viewer knows, or of others: those on offer, to weigh them. */
export function ticketProgress(
  position: Position,
  seat: Seat,
  tickets: readonly Ticket[] = seatOf(position, seat).tickets,
): readonly TicketProgress[] {
  const { done } = borrow(position, seat, tickets);
  return tickets.map((ticket, i) => {
    if (!done[i]) return progressOf(position, seat, ticket);
    const way = cheapestWay(position, seat, ticket, 0, false);
    return {
      ticket,
      state: 'done',
      trains: 0,
      stations: 0,
      missing: [],
      way: way?.trains === 0 ? way.routes : [],
    };
  });
}
