// map-demo.html?map=usa&claims=none|some|all&theme=dark&glow=1: a board without a game, for tests and pictures.
import { mount } from 'svelte';
import europe from '../../../data/maps/europe.json';
import germany from '../../../data/maps/germany.json';
import usa from '../../../data/maps/usa.json';
import Board from './Board.svelte';
import { demo } from './demo.svelte';
import { layoutOf } from './layouts';
import { seatLooks } from './palette';
import type { BoardMap, Mark } from './types';

interface MapFile {
  id: string;
  goods?: Record<string, number[]>;
  cities: { id: string; name: string; country?: string; goods?: string }[];
  routes: { a: string; b: string; length: number; color: string; ferry?: number; tunnel?: boolean }[];
}
const files: Record<string, MapFile> = { usa, europe, germany };

const ask = new URLSearchParams(location.search);
const file = files[ask.get('map') ?? 'usa'] ?? (usa as MapFile);
const index = new Map(file.cities.map((c, i) => [c.id, i]));
const map: BoardMap = {
  id: file.id,
  cities: file.cities.map((c) => ({ id: c.id, name: c.name, country: c.country ?? null })),
  routes: file.routes.map((r) => ({
    a: index.get(r.a) ?? 0,
    b: index.get(r.b) ?? 0,
    length: r.length,
    color: r.color,
    ferry: r.ferry ?? 0,
    tunnel: r.tunnel ?? false,
  })),
};
const how = ask.get('claims') ?? 'none';
const seats = seatLooks(
  file.id === 'germany'
    ? ['white', 'red', 'purple', 'yellow', 'black']
    : ['blue', 'red', 'green', 'yellow', 'black'],
);
// Neighbouring routes for each seat, so that the picture looks like a game.
const some = file.routes.map((_, i) =>
  (i * 7) % 10 < 4 ? Math.floor((i * 5) / file.routes.length) % 5 : null,
);
const claims = file.routes.map((_, i) => (how === 'all' ? i % 5 : how === 'some' ? (some[i] ?? null) : null));
demo.claims = claims;
addEventListener('claim', (e) => {
  demo.claims = demo.claims.with((e as CustomEvent<number>).detail, 0);
});
const extras = ask.has('glow');
const free = claims.flatMap((c, i) => (c === null ? [i] : []));
const marks = new Map<number, Mark>(
  extras
    ? [
        [1, 'open'],
        [15, 'open'],
        [4, 'done'],
        [9, 'lost'],
      ]
    : [],
);
if (ask.get('theme')) document.documentElement.setAttribute('data-theme', ask.get('theme') ?? '');

const layout = await layoutOf(file.id);
const target = document.getElementById('app');
if (target && layout) {
  mount(Board, {
    target,
    props: {
      map,
      layout,
      seats,
      get claims() {
        return demo.claims;
      },
      stations: extras && file.id === 'europe' ? file.cities.map((_, i) => (i % 9 === 2 ? i % 5 : null)) : [],
      passengers:
        extras && file.id === 'germany' ? file.cities.map((_, i) => (i % 11 === 3 ? i % 5 : null)) : [],
      goods: file.cities.map((c) => (c.goods ? (file.goods?.[c.goods] ?? []) : [])),
      marks,
      highlights: extras
        ? {
            claimable: new Set(free.filter((i) => i % 6 === 1)),
            wanted: new Set(free.filter((i) => i % 17 === 3)),
          }
        : {},
      tip: (t) => (t.kind === 'route' ? `Route ${t.index}` : (map.cities[t.index]?.name ?? '')),
      onroute: (i) => document.body.setAttribute('data-last', `route ${i}`),
      oncity: (i) => document.body.setAttribute('data-last', `city ${i}`),
    },
  });
  document.body.setAttribute('data-ready', file.id);
}
