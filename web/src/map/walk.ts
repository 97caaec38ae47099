// The arrow keys walk along the net: from a city into the route that leaves in that direction, from a route to
// the city at its end or to the route beside it. So the whole board is one stop of the Tab key.
import type { BoardMap, Highlights, Layout, Target } from './types';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where something is on the map: a city's dot, the middle car of a route. */
export function spot(layout: Layout, t: Target): { x: number; y: number } {
  if (t.kind === 'city') return layout.cities[t.index] ?? { x: 0, y: 0 };
  const slots = layout.routes[t.index]?.slots ?? [];
  const [x = 0, y = 0] = slots[Math.floor(slots.length / 2)] ?? [];
  return { x, y };
}

export function walk(map: BoardMap, layout: Layout, from: Target, key: string): Target | null {
  const way = arrows[key];
  if (!way) return null;
  const here = spot(layout, from);
  let best: Target | null = null;
  let most = 0.2;
  /** How well the way there fits the arrow; of two in the same direction the nearer one. */
  const offer = (kind: Target['kind'], index: number, rank: number) => {
    const p = spot(layout, { kind, index });
    const d = Math.hypot(p.x - here.x, p.y - here.y) || 1;
    const fits = (((p.x - here.x) * way[0] + (p.y - here.y) * way[1]) / d) * rank - d / 1500;
    if (fits > most) {
      most = fits;
      best = { kind, index };
    }
  };
  const r = from.kind === 'route' ? map.routes[from.index] : null;
  if (r) {
    offer('city', r.a, 1.25);
    offer('city', r.b, 1.25);
  }
  map.routes.forEach((o, index) => {
    if (index === from.index && r) return;
    // Across the route: to the track beside it, or around the city to the next one.
    const ends = r ? [r.a, r.b] : [from.index];
    if (ends.includes(o.a) || ends.includes(o.b)) offer('route', index, 1);
  });
  return best;
}

/** The next route around a city, clockwise or back: so also those are reached that no arrow points to. */
export function turn(map: BoardMap, layout: Layout, city: number, from: Target, step: 1 | -1): Target | null {
  const middle = spot(layout, { kind: 'city', index: city });
  const angle = (index: number) => {
    const p = spot(layout, { kind: 'route', index });
    return Math.atan2(p.y - middle.y, p.x - middle.x);
  };
  const around = map.routes.flatMap((r, i) => (r.a === city || r.b === city ? [i] : []));
  around.sort((i, j) => angle(i) - angle(j));
  return after(
    around.map((index) => ({ kind: 'route', index })),
    from,
    step,
  );
}

function after(list: readonly Target[], from: Target, step: 1 | -1): Target | null {
  const at = list.findIndex(({ kind, index }) => kind === from.kind && index === from.index);
  const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
  return list[next] ?? null;
}

/** The next of what can be chosen, in reading order of the map; for Page Up and Page Down. */
export function cycle(
  layout: Layout,
  { claimable = new Set(), cities = new Set() }: Highlights,
  from: Target,
  step: 1 | -1,
): Target | null {
  const list = [
    ...[...claimable].map((index): Target => ({ kind: 'route', index })),
    ...[...cities].map((index): Target => ({ kind: 'city', index })),
  ];
  list.sort((s, t) => {
    const p = spot(layout, s);
    const q = spot(layout, t);
    return p.x - q.x || p.y - q.y;
  });
  return after(list, from, step);
}

/** What lies nearest to a point of the map, within reach; cities win ties since they are small. */
export function nearest(layout: Layout, x: number, y: number, reach: number): Target | null {
  let best: Target | null = null;
  let least = reach;
  layout.cities.forEach((c, index) => {
    const d = Math.hypot(c.x - x, c.y - y) - layout.dot;
    if (d < least) {
      least = d;
      best = { kind: 'city', index };
    }
  });
  layout.routes.forEach((_, index) => {
    const d = distanceTo(layout, index, x, y);
    if (d < least) {
      least = d;
      best = { kind: 'route', index };
    }
  });
  return best;
}

/** How far a point of the map is from the nearest car of a route; 0 on it. */
export function distanceTo(layout: Layout, route: number, x: number, y: number): number {
  const [length = 0, width = 0] = layout.car;
  let least = Number.POSITIVE_INFINITY;
  for (const [sx = 0, sy = 0, angle = 0] of layout.routes[route]?.slots ?? []) {
    const a = (angle * Math.PI) / 180;
    const u = Math.abs((x - sx) * Math.cos(a) + (y - sy) * Math.sin(a)) - length / 2;
    const v = Math.abs((y - sy) * Math.cos(a) - (x - sx) * Math.sin(a)) - width / 2;
    least = Math.min(least, Math.hypot(Math.max(0, u), Math.max(0, v)));
  }
  return least;
}
