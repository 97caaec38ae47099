// What does not change during a game: the numbers of an edition and its board, read from data/.
import type { Card, Color, Counts } from './cards';
import { CARDS } from './cards';

export interface City {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  /** Id of the country this is an end point of. */
  readonly country: string | null;
  /** Tiles, the highest first; none in editions without passengers. */
  readonly goods: readonly number[];
  readonly pile: string | null;
  /** Indices of the routes that lead here. */
  readonly routes: readonly number[];
}

export interface Route {
  /** In the order of the map file. */
  readonly index: number;
  readonly a: number;
  readonly b: number;
  readonly length: number;
  readonly color: Color | 'gray';
  /** 0: the only one between its cities; else 1, 2, 3. */
  readonly track: number;
  /** Locomotive symbols. */
  readonly ferry: number;
  readonly tunnel: boolean;
  /** Indices of the parallel routes, without this one. */
  readonly parallel: readonly number[];
}

export interface Country {
  readonly id: string;
  readonly name: string;
  /** Indices of its end points. */
  readonly ends: readonly number[];
}

/** An end is the id of a city or of a country. */
export interface Ticket {
  readonly a: string;
  readonly b: string;
  readonly points: number;
}

export interface Deck {
  readonly name: string;
  readonly deal: number;
  readonly draw: number;
  readonly tickets: readonly Ticket[];
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly cities: readonly City[];
  readonly routes: readonly Route[];
  readonly countries: readonly Country[];
  readonly cityById: ReadonlyMap<string, City>;
  readonly countryById: ReadonlyMap<string, Country>;
}

export type Tie = 'most_tickets' | 'fewest_stations' | 'longest_path' | 'most_goods';

export interface Edition {
  readonly id: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly unverified: readonly string[];
  readonly board: Board;
  readonly players: { readonly min: number; readonly max: number };
  readonly seats: readonly string[];
  readonly trains: number;
  readonly lastRoundAt: number;
  /** By length; 0 at index 0. */
  readonly routePoints: readonly number[];
  readonly cards: Counts;
  readonly cardTotal: number;
  readonly handAtStart: number;
  readonly rowSize: number;
  readonly decks: readonly Deck[];
  /** So many tickets are drawn in an announced mix of the decks; 0: no mix. */
  readonly mix: number;
  readonly keepAtStart: number;
  readonly keepLater: number;
  readonly startReturns: 'under' | 'shuffled_under' | 'leave' | 'shuffled_in';
  readonly returnOrder: 'offered' | 'chosen';
  readonly stations: { readonly each: number; readonly pointsUnbuilt: number };
  readonly passengers: number;
  readonly bonus: { readonly longestPath: number; readonly mostTickets: number };
  readonly ties: readonly Tie[];
}

// The files, as docs/maps.md describes them.
export interface MapFile {
  readonly id: string;
  readonly name: string;
  readonly countries?: readonly { readonly id: string; readonly name: string }[];
  readonly goods?: Readonly<Record<string, readonly number[]>>;
  readonly cities: readonly {
    readonly id: string;
    readonly name: string;
    readonly lat: number;
    readonly lon: number;
    readonly country?: string;
    readonly goods?: string;
  }[];
  readonly routes: readonly {
    readonly a: string;
    readonly b: string;
    readonly length: number;
    readonly color: string;
    readonly ferry?: number;
    readonly tunnel?: boolean;
  }[];
  readonly tickets: Readonly<Record<string, readonly Ticket[]>>;
}

export interface EditionFile {
  readonly id: string;
  readonly name: string;
  readonly notes?: readonly string[];
  readonly unverified?: readonly string[];
  readonly map: string;
  readonly players: { readonly min: number; readonly max: number };
  readonly seats: readonly string[];
  readonly trains: number;
  readonly last_round_at: number;
  readonly route_points: readonly number[];
  readonly cards: Readonly<Partial<Record<Card, number>>> & {
    readonly total: number;
    readonly hand_at_start: number;
    readonly row: number;
  };
  readonly tickets: {
    readonly decks: readonly {
      readonly name: string;
      readonly deal?: number;
      readonly draw?: number;
    }[];
    readonly mix?: number;
    readonly keep_at_start: number;
    readonly keep_later: number;
    readonly start_returns: string;
    readonly return_order: string;
  };
  readonly stations?: { readonly each: number; readonly points_unbuilt: number };
  readonly passengers?: number;
  readonly bonus: { readonly longest_path?: number; readonly most_tickets?: number };
  readonly ties: readonly string[];
}

function makeBoard(file: MapFile, hasGoods: boolean): Board {
  const number = new Map(file.cities.map((city, index) => [city.id, index]));
  const place = (id: string): number => {
    const index = number.get(id);
    if (index === undefined) throw new Error(`unknown city "${id}" in map "${file.id}"`);
    return index;
  };
  const pairs = new Map<string, number[]>();
  file.routes.forEach((route, index) => {
    const pair = `${route.a}-${route.b}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), index]);
  });
  const routes = file.routes.map((route, index): Route => {
    const same = pairs.get(`${route.a}-${route.b}`) ?? [];
    return {
      index,
      a: place(route.a),
      b: place(route.b),
      length: route.length,
      color: route.color as Color | 'gray',
      track: same.length > 1 ? same.indexOf(index) + 1 : 0,
      ferry: route.ferry ?? 0,
      tunnel: route.tunnel ?? false,
      parallel: same.filter((other) => other !== index),
    };
  });
  const cities = file.cities.map(
    (city, index): City => ({
      index,
      id: city.id,
      name: city.name,
      lat: city.lat,
      lon: city.lon,
      country: city.country ?? null,
      goods: hasGoods && city.goods !== undefined ? (file.goods?.[city.goods] ?? []) : [],
      pile: hasGoods ? (city.goods ?? null) : null,
      routes: routes.filter((route) => route.a === index || route.b === index).map((route) => route.index),
    }),
  );
  const countries = (file.countries ?? []).map(
    (country): Country => ({
      ...country,
      ends: cities.filter((city) => city.country === country.id).map((city) => city.index),
    }),
  );
  return {
    id: file.id,
    name: file.name,
    cities,
    routes,
    countries,
    cityById: new Map(cities.map((city) => [city.id, city])),
    countryById: new Map(countries.map((country) => [country.id, country])),
  };
}

/** Throws if the two files do not fit together; `fogg map --check` is the judge of files. */
export function makeEdition(file: EditionFile, map: MapFile): Edition {
  const cards: Partial<Record<Card, number>> = {};
  for (const kind of CARDS) {
    const number = file.cards[kind];
    if (number) cards[kind] = number;
  }
  return {
    id: file.id,
    name: file.name,
    notes: file.notes ?? [],
    unverified: file.unverified ?? [],
    board: makeBoard(map, (file.passengers ?? 0) > 0),
    players: file.players,
    seats: file.seats,
    trains: file.trains,
    lastRoundAt: file.last_round_at,
    routePoints: [0, ...file.route_points],
    cards,
    cardTotal: file.cards.total,
    handAtStart: file.cards.hand_at_start,
    rowSize: file.cards.row,
    decks: file.tickets.decks.map((deck) => {
      const tickets = map.tickets[deck.name];
      if (tickets === undefined) throw new Error(`map "${map.id}" has no deck "${deck.name}"`);
      return { name: deck.name, deal: deck.deal ?? 0, draw: deck.draw ?? 0, tickets };
    }),
    mix: file.tickets.mix ?? 0,
    keepAtStart: file.tickets.keep_at_start,
    keepLater: file.tickets.keep_later,
    startReturns: file.tickets.start_returns as Edition['startReturns'],
    returnOrder: file.tickets.return_order as Edition['returnOrder'],
    stations: { each: file.stations?.each ?? 0, pointsUnbuilt: file.stations?.points_unbuilt ?? 0 },
    passengers: file.passengers ?? 0,
    bonus: { longestPath: file.bonus.longest_path ?? 0, mostTickets: file.bonus.most_tickets ?? 0 },
    ties: file.ties as readonly Tie[],
  };
}
