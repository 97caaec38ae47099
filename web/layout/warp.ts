// From longitude and latitude to the picture, and from the true picture to the one whose cities moved.
import type { Board } from './energy';
import type { MapData } from './main';
import type { MapPlan } from './maps';

export type Project = (lon: number, lat: number) => [number, number];

/** The projection, fitted so that the true places of all cities lie inside the margins. */
export function projector(data: MapData, plan: MapPlan): Project {
  const raw = plan.projection.scale(1000).translate([0, 0]);
  const flat = (lon: number, lat: number): [number, number] => {
    const p = raw([lon, lat]) ?? [0, 0];
    return [p[0] * plan.widen, p[1]];
  };
  const all = data.cities.map((c) => flat(c.lon, c.lat));
  const xs = all.map((p) => p[0]);
  const ys = all.map((p) => p[1]);
  const [left, top, right, bottom] = plan.margin;
  const [w, h] = plan.style.view;
  const wide = Math.max(...xs) - Math.min(...xs);
  const high = Math.max(...ys) - Math.min(...ys);
  const k = Math.min((w - left - right) / wide, (h - top - bottom) / high);
  const x0 = left + (w - left - right - wide * k) / 2 - Math.min(...xs) * k;
  const y0 = top + (h - top - bottom - high * k) / 2 - Math.min(...ys) * k;
  return (lon, lat) => {
    const p = flat(lon, lat);
    return [x0 + p[0] * k, y0 + p[1] * k];
  };
}

function solve(m: number[][], v: number[]): number[] {
  const n = v.length;
  const a = m.map((row, i) => [...row, v[i] ?? 0]);
  for (let i = 0; i < n; i++) {
    let p = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(a[r]?.[i] ?? 0) > Math.abs(a[p]?.[i] ?? 0)) p = r;
    [a[i], a[p]] = [a[p] as number[], a[i] as number[]];
    const pivot = a[i] as number[];
    for (let r = 0; r < n; r++) {
      const row = a[r] as number[];
      if (r === i) continue;
      const f = (row[i] ?? 0) / (pivot[i] ?? 1);
      if (f !== 0) for (let c = i; c <= n; c++) row[c] = (row[c] ?? 0) - f * (pivot[c] ?? 0);
    }
  }
  return a.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}

/**
 * A thin-plate spline through the moved cities: the land follows, so that a port stays on its coast. Points
 * well outside the frame are held, and a little smoothing keeps coasts from rippling between close cities.
 */
export function warp(board: Board): (p: [number, number]) => [number, number] {
  const [w, h] = board.style.view;
  const knots = board.cities
    .filter((c) => c.firm === 1)
    .map((c) => ({ x: c.gx, y: c.gy, dx: c.x - c.gx, dy: c.y - c.gy }));
  for (const fx of [-0.25, 0.15, 0.5, 0.85, 1.25]) {
    for (const fy of [-0.3, 1.3]) knots.push({ x: fx * w, y: fy * h, dx: 0, dy: 0 });
  }
  for (const fy of [0.2, 0.5, 0.8])
    for (const fx of [-0.25, 1.25]) knots.push({ x: fx * w, y: fy * h, dx: 0, dy: 0 });
  const kernel = (dx: number, dy: number) => {
    const r = (dx * dx + dy * dy) / 1e6;
    return r === 0 ? 0 : r * Math.log(r);
  };
  const n = knots.length;
  const m = knots.map((p, i) => [
    ...knots.map((q, j) => kernel(p.x - q.x, p.y - q.y) + (i === j ? 0.002 : 0)),
    1,
    p.x / 1000,
    p.y / 1000,
  ]);
  m.push([...knots.map(() => 1), 0, 0, 0]);
  m.push([...knots.map((q) => q.x / 1000), 0, 0, 0]);
  m.push([...knots.map((q) => q.y / 1000), 0, 0, 0]);
  const cx = solve(m, [...knots.map((q) => q.dx), 0, 0, 0]);
  const cy = solve(m, [...knots.map((q) => q.dy), 0, 0, 0]);
  const value = (c: number[], x: number, y: number) => {
    let s = (c[n] ?? 0) + ((c[n + 1] ?? 0) * x + (c[n + 2] ?? 0) * y) / 1000;
    knots.forEach((q, i) => {
      s += (c[i] ?? 0) * kernel(x - q.x, y - q.y);
    });
    return s;
  };
  return ([x, y]) => [x + value(cx, x, y), y + value(cy, x, y)];
}
