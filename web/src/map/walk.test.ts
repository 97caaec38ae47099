import { expect, test } from 'vitest';
import europe from '../../../data/maps/europe.json';
import germany from '../../../data/maps/germany.json';
import usa from '../../../data/maps/usa.json';
import { layoutOf } from './layouts';
import type { BoardMap, Target } from './types';
import { cycle, nearest, spot, turn, walk } from './walk';

interface File {
  id: string;
  cities: { id: string; name: string }[];
  routes: { a: string; b: string; length: number; color: string }[];
}

function mapOf(file: File): BoardMap {
  const index = new Map(file.cities.map((c, i) => [c.id, i]));
  return {
    id: file.id,
    cities: file.cities.map((c) => ({ ...c, country: null })),
    routes: file.routes.map((r) => ({
      ...r,
      a: index.get(r.a) ?? -1,
      b: index.get(r.b) ?? -1,
      ferry: 0,
      tunnel: false,
    })),
  };
}

for (const file of [usa, europe, germany] as File[]) {
  test(`${file.id}: the layout belongs to the map`, async () => {
    const layout = await layoutOf(file.id);
    expect(layout?.cities.length).toBe(file.cities.length);
    expect(layout?.routes.map((r) => r.slots.length)).toEqual(file.routes.map((r) => r.length));
    expect(layout?.cities.map((c) => c.label.lines.join(' '))).toEqual(file.cities.map((c) => c.name));
  });

  test(`${file.id}: keys reach every city and route`, async () => {
    const layout = await layoutOf(file.id);
    if (!layout) throw new Error('no layout');
    const map = mapOf(file);
    const seen = new Set<string>();
    const open: Target[] = [{ kind: 'city', index: 0 }];
    for (let t = open.pop(); t; t = open.pop()) {
      const name = `${t.kind} ${t.index}`;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        const next = walk(map, layout, t, key);
        if (next) open.push(next);
      }
      let r: Target | null = t;
      for (let i = 0; r && t.kind === 'city' && i < 20; i++) {
        r = turn(map, layout, t.index, r, 1);
        if (r) open.push(r);
      }
    }
    const all = [...map.cities.map((_, i) => `city ${i}`), ...map.routes.map((_, i) => `route ${i}`)];
    expect(all.filter((n) => !seen.has(n))).toEqual([]);
  });

  test(`${file.id}: a tap finds what lies there`, async () => {
    const layout = await layoutOf(file.id);
    if (!layout) throw new Error('no layout');
    for (let index = 0; index < file.routes.length; index++) {
      const p = spot(layout, { kind: 'route', index });
      expect(nearest(layout, p.x, p.y, 20)).toEqual({ kind: 'route', index });
    }
  });
}

test('Page Down goes through all that can be chosen and around', async () => {
  const layout = await layoutOf('usa');
  if (!layout) throw new Error('no layout');
  const highlights = { claimable: new Set([3, 40]), cities: new Set([7]) };
  const seen: Target[] = [];
  let t: Target | null = { kind: 'city', index: 0 };
  for (let i = 0; i < 4 && t; i++) {
    t = cycle(layout, highlights, t, 1);
    if (t) seen.push(t);
  }
  expect(new Set(seen.map(({ kind, index }) => `${kind} ${index}`))).toEqual(
    new Set(['route 3', 'route 40', 'city 7']),
  );
  expect(seen[3]).toEqual(seen[0]);
  expect(cycle(layout, {}, { kind: 'city', index: 0 }, 1)).toBeNull();
});
