// A track: the gentle bend between two cities and the places of its cars.
import type { Box } from './shapes';

export interface Style {
  view: [number, number];
  /** Length and width of a car; one size for the whole map. */
  car: [number, number];
  /** Least distance between two cars of a route. */
  carGap: number;
  /** Distance between the middles of parallel tracks. */
  trackStep: number;
  /** Radius of a city's dot, and the free space from its middle to the first car. */
  dot: number;
  clear: number;
  font: number;
}

export interface Pair {
  a: number;
  b: number;
  /** Cars of a track, and the routes of the map that are its tracks, in order. */
  cars: number;
  routes: number[];
  /** Offset of the curve's middle from the straight line, and how far it leans towards b; pixels. */
  bend: number;
  lean: number;
  // Computed by lay():
  length: number;
  pitch: number;
  slots: Box[];
  /** The curve itself in a few straight pieces, from city to city. */
  line: Point[];
  box: [number, number, number, number];
}

const steps = 20;
const at: { x: number; y: number; s: number }[] = Array.from({ length: steps + 1 }, () => ({
  x: 0,
  y: 0,
  s: 0,
}));

export function control(p: Pair, a: Point, b: Point): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const d = Math.hypot(dx, dy) || 1;
  return {
    x: (a.x + b.x) / 2 + (2 * p.bend * -dy + p.lean * dx) / d,
    y: (a.y + b.y) / 2 + (2 * p.bend * dx + p.lean * dy) / d,
  };
}

export interface Point {
  x: number;
  y: number;
}

/** Places the cars of a pair along its curve: evenly, but not further apart than half a car. */
export function lay(p: Pair, a: Point, b: Point, style: Style): void {
  const c = control(p, a, b);
  let s = 0;
  let px = a.x;
  let py = a.y;
  at.forEach((q, i) => {
    const t = i / steps;
    const u = 1 - t;
    q.x = u * u * a.x + 2 * u * t * c.x + t * t * b.x;
    q.y = u * u * a.y + 2 * u * t * c.y + t * t * b.y;
    s += Math.hypot(q.x - px, q.y - py);
    q.s = s;
    px = q.x;
    py = q.y;
  });
  p.length = s;
  p.line = at.filter((_, i) => i % 3 === 1 || i === 0 || i === steps).map((q) => ({ x: q.x, y: q.y }));
  const [carLength, carWidth] = style.car;
  p.pitch = Math.min((s - 2 * style.clear) / p.cars, carLength * 1.5);
  const tracks = p.routes.length;
  const start = (s - p.pitch * p.cars) / 2 + p.pitch / 2;
  let k = 1;
  let n = 0;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = x0;
  let x1 = -x0;
  let y1 = -x0;
  for (let i = 0; i < p.cars; i++) {
    const want = start + i * p.pitch;
    while (k < steps && (at[k]?.s ?? 0) < want) k++;
    const q = at[k - 1] ?? a;
    const r = at[k] ?? b;
    const qs = at[k - 1]?.s ?? 0;
    const f = (want - qs) / ((at[k]?.s ?? 1) - qs || 1);
    // The tangent of the curve itself, not of the chord between two samples.
    const t = (k - 1 + f) / steps;
    const tx = (1 - t) * (c.x - a.x) + t * (b.x - c.x);
    const ty = (1 - t) * (c.y - a.y) + t * (b.y - c.y);
    const d = Math.hypot(tx, ty) || 1;
    for (let j = 0; j < tracks; j++) {
      const off = (j - (tracks - 1) / 2) * style.trackStep;
      let slot = p.slots[n];
      if (!slot) {
        slot = { x: 0, y: 0, ux: 1, uy: 0 };
        p.slots.push(slot);
      }
      n++;
      slot.ux = tx / d;
      slot.uy = ty / d;
      slot.x = q.x + (r.x - q.x) * f - slot.uy * off;
      slot.y = q.y + (r.y - q.y) * f + slot.ux * off;
      x0 = Math.min(x0, slot.x);
      y0 = Math.min(y0, slot.y);
      x1 = Math.max(x1, slot.x);
      y1 = Math.max(y1, slot.y);
    }
  }
  const reach = carLength * 0.8 + carWidth;
  p.box = [x0 - reach, y0 - reach, x1 + reach, y1 + reach];
}
