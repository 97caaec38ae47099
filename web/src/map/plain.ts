// A map of somebody's own has no computed layout: straight routes and names to the right must do.
import type { BoardMap, Layout, Track } from './types';

export interface PlacedMap extends BoardMap {
  readonly cities: readonly {
    readonly id: string;
    readonly name: string;
    readonly country: string | null;
    readonly lat: number;
    readonly lon: number;
  }[];
}

const view = [1600, 1100] as const;
const margin = [70, 60, 220, 60] as const;
const dot = 8.5;
const clear = 14;

export function plainLayout(map: PlacedMap): Layout {
  const lats = map.cities.map((c) => c.lat);
  const squeeze = Math.cos(((Math.min(...lats) + Math.max(...lats)) / 2) * (Math.PI / 180));
  const flat = map.cities.map((c) => [c.lon * squeeze, -c.lat] as const);
  const x0 = Math.min(...flat.map((p) => p[0]));
  const y0 = Math.min(...flat.map((p) => p[1]));
  const wide = Math.max(...flat.map((p) => p[0])) - x0 || 1;
  const high = Math.max(...flat.map((p) => p[1])) - y0 || 1;
  const k = Math.min((view[0] - margin[0] - margin[2]) / wide, (view[1] - margin[1] - margin[3]) / high);
  const spots = flat.map((p) => ({ x: margin[0] + (p[0] - x0) * k, y: margin[1] + (p[1] - y0) * k }));
  const ends = (i: number) => {
    const r = map.routes[i];
    const a = spots[r?.a ?? 0] ?? { x: 0, y: 0 };
    const b = spots[r?.b ?? 0] ?? { x: 0, y: 0 };
    return { a, b, d: Math.hypot(b.x - a.x, b.y - a.y) || 1 };
  };
  // The tightest route decides the size of all cars, within reason.
  const room = map.routes.map((r, i) => (ends(i).d - 2 * clear) / r.length - 3);
  const length = Math.min(40, Math.max(14, Math.min(...room)));
  const width = Math.min(15, length * 0.4);
  const routes = map.routes.map((r, i): Track => {
    const { a, b, d } = ends(i);
    const same = map.routes.flatMap((o, j) => (o.a === r.a && o.b === r.b ? [j] : []));
    const off = (same.indexOf(i) - (same.length - 1) / 2) * (width + 3);
    const [ux, uy] = [(b.x - a.x) / d, (b.y - a.y) / d];
    const pitch = Math.min((d - 2 * clear) / r.length, length * 1.5);
    const slots = Array.from({ length: r.length }, (_, n) => {
      const s = d / 2 + (n - (r.length - 1) / 2) * pitch;
      return [a.x + ux * s - uy * off, a.y + uy * s + ux * off, (Math.atan2(uy, ux) * 180) / Math.PI];
    });
    return { slots, line: same[0] === i ? `M${a.x} ${a.y}L${b.x} ${b.y}` : '' };
  });
  const cities = spots.map((p, i) => ({
    ...p,
    label: {
      x: p.x + dot + 5,
      y: p.y + 6,
      anchor: 'start',
      lines: [map.cities[i]?.name ?? ''],
      tiles: p.y + 11,
    },
  }));
  return {
    map: map.id,
    view,
    car: [length, width],
    dot,
    font: 18,
    smaller: 0.8,
    tile: 15,
    cities,
    routes,
    back: {},
  };
}
