import { expect, test } from 'vitest';
import { layoutFor } from './layouts';
import type { PlacedMap } from './plain';

const hills: PlacedMap = {
  id: 'hills',
  cities: [
    { id: 'A', name: 'Anton', country: null, lat: 50, lon: 8 },
    { id: 'B', name: 'Berta', country: null, lat: 51, lon: 11 },
    { id: 'C', name: 'Caesar', country: null, lat: 49, lon: 12 },
  ],
  routes: [
    { a: 0, b: 1, length: 3, color: 'red', ferry: 0, tunnel: false },
    { a: 0, b: 1, length: 3, color: 'blue', ferry: 0, tunnel: false },
    { a: 1, b: 2, length: 2, color: 'gray', ferry: 0, tunnel: true },
  ],
};

test('a map of somebody’s own gets a plain layout inside its view', async () => {
  const layout = await layoutFor(hills);
  expect(layout.routes.map((r) => r.slots.length)).toEqual([3, 3, 2]);
  for (const c of layout.cities) {
    expect(c.x).toBeGreaterThanOrEqual(0);
    expect(c.x).toBeLessThanOrEqual(1600);
    expect(c.y).toBeGreaterThanOrEqual(0);
    expect(c.y).toBeLessThanOrEqual(1100);
  }
  expect(layout.routes[0]?.slots).not.toEqual(layout.routes[1]?.slots);
});

test('a changed map under a known name does not get the layout of the old one', async () => {
  const layout = await layoutFor({ ...hills, id: 'usa' });
  expect(layout.cities.length).toBe(3);
});
