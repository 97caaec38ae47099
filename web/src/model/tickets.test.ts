import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endCities, findRoute } from './board';
import type { Edition } from './edition';
import type { Header } from './event';
import type { Position } from './position';
import { opening } from './position';
import { editionOf, FIXTURES, factsOf, namesIn, POSITIONS, recordOf } from './testing';
import { borrow, mayClaim, ticketProgress } from './tickets';
import { Timeline } from './timeline';

function header(players: number): Header {
  return {
    format: 1,
    rules: 1,
    edition: '',
    data: '',
    players: Array.from({ length: players }, (_, i) => ({ name: `p${i}`, bot: null, color: null })),
    firstPlayer: 0,
    keyHash: null,
    seed: null,
  };
}

function route(edition: Edition, a: string, b: string, track = 0): number {
  const found = findRoute(edition.board, a, b, track);
  if (!found) throw new Error(`no route ${a}-${b}.${track}`);
  return found.index;
}

/** A position in which these routes, and stations, are somebody's. */
function board(
  edition: Edition,
  players: number,
  owned: [number, number][],
  stations: [string, number][] = [],
): Position {
  const start = opening(edition, header(players));
  const claims = start.claims.slice();
  for (const [index, seat] of owned) claims[index] = seat;
  const built = start.stations.slice();
  for (const [city, seat] of stations) built[edition.board.cityById.get(city)?.index ?? -1] = seat;
  return { ...start, phase: 'turn', player: 0, claims, stations: built };
}

const usa = await editionOf('usa-2004');
const europe = await editionOf('europe');

describe('USA', () => {
  const ticket = { a: 'Denver', b: 'KansasCity', points: 5 };
  const first = route(usa, 'Denver', 'KansasCity', 1);
  const second = route(usa, 'Denver', 'KansasCity', 2);

  test('nothing built: the shortest way', () => {
    const [progress] = ticketProgress(board(usa, 2, []), 0, [ticket]);
    expect(progress).toMatchObject({ state: 'open', trains: 4, stations: 0 });
    expect(progress?.missing).toHaveLength(1);
  });
  test('own routes cost nothing', () => {
    expect(ticketProgress(board(usa, 2, [[first, 0]]), 0, [ticket])[0]).toMatchObject({
      state: 'done',
      trains: 0,
      missing: [],
      way: [first],
    });
  });
  test('two players: one owner closes both tracks; four players: the other is open', () => {
    const [closed] = ticketProgress(board(usa, 2, [[first, 1]]), 0, [ticket]);
    expect(closed?.trains).toBe(5); // by way of Santa Fe and Oklahoma City, or Omaha
    const [open] = ticketProgress(board(usa, 4, [[first, 1]]), 0, [ticket]);
    expect(open).toMatchObject({ state: 'open', trains: 4, missing: [second] });
  });
  test('not enough trains', () => {
    const p = board(usa, 2, []);
    const few = { ...p, seats: p.seats.map((seat) => ({ ...seat, trains: 3 })) };
    expect(ticketProgress(few, 0, [ticket])[0]).toMatchObject({ state: 'lost', trains: null, missing: [] });
  });
  test('a city shut in by others', () => {
    const miami = usa.board.cityById.get('Miami')?.routes ?? [];
    const shut = board(
      usa,
      2,
      miami.map((index) => [index, 1]),
    );
    expect(ticketProgress(shut, 0, [{ a: 'Boston', b: 'Miami', points: 12 }])[0]?.state).toBe('lost');
  });
});

describe('Europe', () => {
  const ticket = { a: 'Edinburgh', b: 'Amsterdam', points: 7 };
  const north = route(europe, 'Edinburgh', 'London', 1);
  const south = route(europe, 'Edinburgh', 'London', 2);
  const sea = route(europe, 'Amsterdam', 'London');

  test('a station lends one route into its city, not two', () => {
    const owned: [number, number][] = [
      [north, 1],
      [sea, 1],
    ];
    const one = board(europe, 2, owned, [['London', 0]]);
    const [progress] = ticketProgress(one, 0, [ticket]);
    expect(progress).toMatchObject({ state: 'open' });
    expect(progress?.trains).toBeGreaterThan(0);
    const two = board(europe, 2, owned, [
      ['London', 0],
      ['Edinburgh', 0],
    ]);
    expect(ticketProgress(two, 0, [ticket])[0]).toMatchObject({ state: 'done', way: [north, sea] });
    expect(
      borrow(two, 0, [ticket])
        .lends.map(({ route: lent }) => lent)
        .toSorted(),
    ).toEqual([north, sea].toSorted());
  });
  test('a station serves the tickets that are worth most', () => {
    const p = board(
      europe,
      2,
      [
        [north, 1],
        [sea, 1],
      ],
      [['London', 0]],
    );
    const small = { a: 'Amsterdam', b: 'London', points: 2 };
    const large = { a: 'Edinburgh', b: 'London', points: 9 };
    expect(borrow(p, 0, [small, large]).done).toEqual([false, true]);
  });
  test('only a station not built yet can help: said, not lost', () => {
    const shut = board(europe, 2, [
      [north, 1],
      [sea, 0],
    ]);
    expect(ticketProgress(shut, 0, [ticket])[0]).toMatchObject({ state: 'station', stations: 1, trains: 0 });
    expect(mayClaim(shut, 0, europe.board.routes[south] ?? expect.fail())).toBe(false);
    const none = { ...shut, seats: shut.seats.map((seat) => ({ ...seat, stationsLeft: 0 })) };
    expect(ticketProgress(none, 0, [ticket])[0]?.state).toBe('lost');
  });
});

test('Märklin: any end point of a country will do', async () => {
  const maerklin = await editionOf('maerklin');
  const ends = maerklin.board.countryById.get('Schweiz')?.ends ?? [];
  expect(ends).toHaveLength(3);
  const way = maerklin.board.cities[ends[1] ?? -1]?.routes[0] ?? -1;
  const p = board(maerklin, 2, [[way, 0]]);
  const other = maerklin.board.cityById.get('Konstanz');
  expect(ticketProgress(p, 0, [{ a: other?.id ?? '', b: 'Schweiz', points: 5 }])[0]).toMatchObject({
    state: 'done',
    way: [way],
  });
});

/** All shortest ways at once, by another method. */
function floyd(p: Position, seat: number): number[][] {
  const { cities, routes } = p.edition.board;
  const far = cities.map((x) => cities.map((y) => (x === y ? 0 : Number.POSITIVE_INFINITY)));
  const at = (x: number, y: number) => far[x]?.[y] ?? Number.POSITIVE_INFINITY;
  for (const r of routes) {
    const cost = p.claims[r.index] === seat ? 0 : mayClaim(p, seat, r) ? r.length : Number.POSITIVE_INFINITY;
    for (const [x, y] of [
      [r.a, r.b],
      [r.b, r.a],
    ] as const) {
      const line = far[x];
      if (line) line[y] = Math.min(at(x, y), cost);
    }
  }
  for (let k = 0; k < cities.length; k++)
    for (const line of far)
      for (let y = 0; y < cities.length; y++) line[y] = Math.min(line[y] ?? 0, (line[k] ?? 0) + at(k, y));
  return far;
}

const folders = [POSITIONS, ...(process.env.FOGG_POSITIONS ? [process.env.FOGG_POSITIONS] : [])];
for (const folder of folders) {
  const names =
    folder === POSITIONS ? namesIn(folder) : namesIn(folder).filter((name) => /planner/.test(name));
  test.each(names)(
    '%s: what is done agrees with the engine, what is needed with another method',
    { timeout: 60_000 },
    async (name) => {
      const record = recordOf(join(folder === POSITIONS ? FIXTURES : folder, name));
      const edition = await editionOf(record.header.edition);
      const timeline = new Timeline(edition, record.header, 'all', record.events);
      for (const [i, { seq, completed }] of factsOf(
        folder,
        folder === POSITIONS ? name : name.replace(/jsonl$/, 'positions'),
      ).entries()) {
        const p = timeline.at(timeline.countUpTo(seq));
        const done = p.seats.map((seat, s) => borrow(p, s, seat.tickets).done.filter(Boolean).length);
        expect({ seq, completed: done }).toEqual({ seq, completed });
        if (i % 20 !== 0) continue;
        p.seats.forEach((seat, s) => {
          const far = floyd(p, s);
          for (const progress of ticketProgress(p, s)) {
            const { ticket, state } = progress;
            if (state === 'station' || (state === 'lost' && edition.stations.each > 0)) continue;
            const least = Math.min(
              ...endCities(edition.board, ticket.a).flatMap((x) =>
                endCities(edition.board, ticket.b).map((y) => far[x]?.[y] ?? 99),
              ),
            );
            // Stations standing may make it cheaper.
            const standing = p.stations.includes(s);
            if (state === 'lost') expect(least).toBeGreaterThan(seat.trains);
            else if (standing) expect(progress.trains).toBeLessThanOrEqual(least);
            else expect(progress.trains).toBe(least);
            const sum = progress.missing.reduce(
              (x, index) => x + (edition.board.routes[index]?.length ?? 0),
              0,
            );
            expect(sum).toBe(progress.trains ?? 0);
          }
        });
      }
    },
  );
}
