// The arrow keys walk along the net: from a city into the route that leaves in that direction, from a route to
// the city at its end or to the track beside it. So the whole board is one stop of the Tab key.
import type { BoardMap, Layout, Target } from './types';

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
  const options: Target[] = [];
  if (from.kind === 'city') {
    map.routes.forEach((r, index) => {
      if (r.a === from.index || r.b === from.index) options.push({ kind: 'route', index });
    });
  } else {
    const r = map.routes[from.index];
    if (!r) return null;
    options.push({ kind: 'city', index: r.a }, { kind: 'city', index: r.b });
    map.routes.forEach((o, index) => {
      if (index !== from.index && o.a === r.a && o.b === r.b) options.push({ kind: 'route', index });
    });
  }
  let best: Target | null = null;
  let most = 0.3;
  for (const o of options) {
    const p = spot(layout, o);
    const d = Math.hypot(p.x - here.x, p.y - here.y) || 1;
    // Of two tracks in the same direction the nearer one.
    const along = ((p.x - here.x) * way[0] + (p.y - here.y) * way[1]) / d - d / 20000;
    if (along > most) {
      most = along;
      best = o;
    }
  }
  return best;
}

/** The next of a set of routes, in reading order of the map; for Page Up and Page Down. */
export function cycle(layout: Layout, set: ReadonlySet<number>, from: Target, step: 1 | -1): Target | null {
  const list = [...set].sort((i, j) => {
    const p = spot(layout, { kind: 'route', index: i });
    const q = spot(layout, { kind: 'route', index: j });
    return p.x - q.x || p.y - q.y;
  });
  if (list.length === 0) return null;
  const at = from.kind === 'route' ? list.indexOf(from.index) : -1;
  const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
  return { kind: 'route', index: list[next] ?? 0 };
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
  const [length = 0, width = 0] = layout.car;
  layout.routes.forEach((r, index) => {
    for (const [sx = 0, sy = 0, angle = 0] of r.slots) {
      const a = (angle * Math.PI) / 180;
      const u = Math.abs((x - sx) * Math.cos(a) + (y - sy) * Math.sin(a)) - length / 2;
      const v = Math.abs((y - sy) * Math.cos(a) - (x - sx) * Math.sin(a)) - width / 2;
      const d = Math.hypot(Math.max(0, u), Math.max(0, v));
      if (d < least) {
        least = d;
        best = { kind: 'route', index };
      }
    }
  });
  return best;
}
