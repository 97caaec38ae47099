import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deckOf, endCities, findRoute } from './board';
import type { EditionFile, MapFile } from './edition';
import { makeEdition } from './edition';
import { misfit } from './fits';
import { editionFiles, loadEdition } from './load';
import { seatColors } from './seats';
import { editionOf, FIXTURES, namesIn, recordOf } from './testing';

describe.each(editionFiles().map((file) => file.id))('%s', (id) => {
  test('numbers and board are all there', async () => {
    const edition = await editionOf(id);
    const { board, cards } = edition;
    expect(Object.values(cards).reduce((x, y) => x + y, 0)).toBe(edition.cardTotal);
    expect(edition.routePoints.slice(0, 7)).toEqual([0, 1, 2, 4, 7, 10, 15]);
    expect(edition.seats.length).toBeGreaterThanOrEqual(edition.players.max);
    for (const route of board.routes) {
      const [a, b] = [board.cities[route.a], board.cities[route.b]];
      expect(findRoute(board, a?.id ?? '', b?.id ?? '', route.track)).toBe(route);
      expect(findRoute(board, b?.id ?? '', a?.id ?? '', route.track)).toBeUndefined();
      expect(route.track > 0).toBe(route.parallel.length > 0);
      expect(edition.routePoints[route.length]).toBeGreaterThan(0);
    }
    edition.decks.forEach((deck, d) => {
      for (const ticket of deck.tickets) {
        expect(deckOf(edition, ticket)).toBe(d);
        for (const end of [ticket.a, ticket.b]) expect(endCities(board, end).length).toBeGreaterThan(0);
      }
    });
  });
  test('is loaded once', () => expect(loadEdition(id)).toBe(loadEdition(id)));
});

test('what the maps say of themselves', async () => {
  const usa = (await editionOf('usa-2004')).board;
  const europe = (await editionOf('europe')).board;
  const germany = (await editionOf('maerklin')).board;
  expect([usa.cities.length, usa.routes.length]).toEqual([36, 100]);
  expect([
    europe.routes.filter((r) => r.tunnel).length,
    europe.routes.filter((r) => r.ferry > 0).length,
  ]).toEqual([18, 13]);
  expect(germany.routes.filter((r) => r.track === 3)).toHaveLength(2);
  expect(germany.cities.reduce((sum, city) => sum + city.goods.length, 0)).toBe(74);
  expect(germany.countries.flatMap((country) => country.ends)).toHaveLength(14);
});

test('files that do not fit', () => {
  const file = editionFiles()[0] as EditionFile;
  const map: MapFile = { id: 'm', name: 'm', cities: [], routes: [], tickets: {} };
  expect(() => makeEdition(file, map)).toThrow(/no deck/);
});

test('colors of seats', async () => {
  const usa = await editionOf('usa-2004');
  const { header } = recordOf(join(FIXTURES, 'usa-2004-3p-all-passed.jsonl'));
  const colored = (...colors: (string | null)[]) =>
    seatColors(usa, { ...header, players: colors.map((color, i) => ({ name: `p${i}`, bot: null, color })) });
  expect(colored(null, null, null)).toEqual(['blue', 'red', 'green']);
  expect(colored(null, 'blue', null)).toEqual(['red', 'blue', 'green']);
  expect(colored('black', 'pink')).toEqual(['black', 'red']);
  expect(colored('Green', 'Yellow')).toEqual(['green', 'yellow']);
});

test('records of other boards are noticed', async () => {
  for (const name of namesIn(FIXTURES)) {
    const { header, events } = recordOf(join(FIXTURES, name));
    expect(misfit(await editionOf(header.edition), header, events)).toBeNull();
    const other = await editionOf(header.edition.startsWith('usa') ? 'europe' : 'usa-2004');
    expect(misfit(other, header, events)?.seq).toBe(0);
    expect(misfit(other, { ...header, edition: other.id }, events)?.seq).toBeGreaterThan(0);
  }
});
