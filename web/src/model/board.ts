// Questions about a board.
import type { Board, City, Edition, Route, Ticket } from './edition';

const DIGIT_BASE = 4;

// City pairs as numbers, made once per board: routes are looked up for every event.
const routeTables = new WeakMap<Board, Map<number, number>>();

function routeTable(board: Board): Map<number, number> {
  let table = routeTables.get(board);
  if (!table) {
    table = new Map(
      board.routes.map((r) => [(r.a * board.cities.length + r.b) * DIGIT_BASE + r.track, r.index]),
    );
    routeTables.set(board, table);
  }
  return table;
}

/** A route as actions name it; the cities in the order of the map file. */
export function findRoute(board: Board, a: string, b: string, track: number): Route | undefined {
  const from = board.cityById.get(a);
  const to = board.cityById.get(b);
  if (!from || !to || track < 0 || track >= DIGIT_BASE) return undefined;
  const index = routeTable(board).get((from.index * board.cities.length + to.index) * DIGIT_BASE + track);
  return index === undefined ? undefined : board.routes[index];
}

export function otherEnd(route: Route, city: number): number {
  return route.a === city ? route.b : route.a;
}

export function cityOf(board: Board, index: number): City {
  const city = board.cities[index];
  if (!city) throw new RangeError(`no city ${index}`);
  return city;
}

export function routeOf(board: Board, index: number): Route {
  const route = board.routes[index];
  if (!route) throw new RangeError(`no route ${index}`);
  return route;
}

/** The cities that serve as an end of a ticket: one, or the end points of a country. */
export function endCities(board: Board, end: string): readonly number[] {
  const city = board.cityById.get(end);
  return city ? [city.index] : (board.countryById.get(end)?.ends ?? []);
}

export function endName(board: Board, end: string): string {
  return board.cityById.get(end)?.name ?? board.countryById.get(end)?.name ?? end;
}

export function sameTicket(x: Ticket, y: Ticket): boolean {
  return x.a === y.a && x.b === y.b && x.points === y.points;
}

/** The number of the deck a ticket belongs to; −1 if to none. */
export function deckOf(edition: Edition, ticket: Ticket): number {
  return edition.decks.findIndex((deck) => deck.tickets.some((other) => sameTicket(other, ticket)));
}
