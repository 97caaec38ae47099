// Reads data/maps/*.json, finds a good layout and writes src/map/*.layout.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Layout } from '../src/map/types';
import { backdrop } from './backdrop';
import { type Board, type City, halfSize } from './energy';
import { broken, widths } from './labels';
import { type MapPlan, plans } from './maps';
import { anneal, total } from './optimise';
import { faults, output, rewrite } from './output';
import { randomness } from './shapes';
import type { Pair } from './track';
import { projector } from './warp';

export interface MapData {
  id: string;
  cities: { id: string; name: string; lat: number; lon: number; country?: string; goods?: string }[];
  routes: { a: string; b: string; length: number; color: string }[];
  goods?: Record<string, number[]>;
}

export const tile = 15;
/** Heights of a line as browsers measure it, in the widest usual font. */
export const ascent = 0.93;
const lineHeight = 1.18;
/** Smaller letters for the many end points of a country. */
export const smaller = 0.8;

async function board(data: MapData, plan: MapPlan): Promise<Board> {
  const { style } = plan;
  const names = data.cities.flatMap((c) => [c.name, ...(broken(c.name) ?? [])]);
  const wide = await widths([...new Set(names)], `600 ${style.font}px system-ui, sans-serif`);
  const project = projector(data, plan);
  const cities: City[] = data.cities.map((c) => {
    const [x, y] = project(c.lon, c.lat);
    const scale = c.country ? smaller : 1;
    const tiles = c.goods ? (data.goods?.[c.goods]?.length ?? 0) : 0;
    const size = (lines: string[]): [number, number] => [
      Math.max(Math.max(...lines.map((l) => wide.get(l) ?? 0)) * scale, tiles * (tile + 2) - 2) + 3,
      ((lines.length - 1) * 1.06 + lineHeight) * style.font * scale + (tiles ? tile + 1 : 0) + 0.5,
    ];
    const two = broken(c.name);
    const sizes = two ? [size([c.name]), size(two)] : [size([c.name])];
    const label = { sizes, variant: 0, dx: 0, dy: 0 };
    label.dx = style.dot + 4 + (sizes[0]?.[0] ?? 0) / 2;
    return { x, y, gx: x, gy: y, firm: c.country ? 0.4 : 1, pairs: [], near: [], label };
  });
  const index = new Map(data.cities.map((c, i) => [c.id, i]));
  const pairs: Pair[] = [];
  data.routes.forEach((r, i) => {
    const a = index.get(r.a) ?? 0;
    const b = index.get(r.b) ?? 0;
    const known = pairs.find((p) => p.a === a && p.b === b);
    if (known) {
      known.routes.push(i);
      return;
    }
    const p: Pair = {
      a,
      b,
      cars: r.length,
      routes: [i],
      bend: 0,
      lean: 0,
      length: 0,
      pitch: 0,
      slots: [],
      line: [],
      box: [0, 0, 0, 0],
    };
    pairs.push(p);
    cities[a]?.pairs.push(p);
    cities[b]?.pairs.push(p);
  });
  // Neighbours keep their direction and distance as far as possible: the map swells, it does not crumple.
  for (const c of cities) {
    const byDistance = cities
      .filter((o) => o !== c)
      .sort((p, q) => Math.hypot(p.gx - c.gx, p.gy - c.gy) - Math.hypot(q.gx - c.gx, q.gy - c.gy))
      .slice(0, 6);
    for (const o of byDistance) {
      const dx = c.gx - o.gx;
      const dy = c.gy - o.gy;
      const weight = (14 * Math.min(c.firm, o.firm)) / (dx * dx + dy * dy + 1500);
      for (const [p, q, s] of [
        [c, o, 1],
        [o, c, -1],
      ] as const) {
        const old = p.near.find((n) => n.city === q);
        if (!old) p.near.push({ city: q, dx: dx * s, dy: dy * s, weight });
      }
    }
  }
  return { style, cities, pairs, labels: 0 };
}

export async function main(ids: string[]): Promise<void> {
  const polish = ids.includes('--polish');
  const warm = ids.includes('--warm');
  const quick = ids.includes('--quick');
  const seeds = ids.filter((i) => /^\d+$/.test(i)).map(Number);
  const wanted = ids.filter((i) => plans[i]);
  for (const id of wanted.length ? wanted : Object.keys(plans)) {
    const plan = plans[id] as MapPlan;
    const data: MapData = JSON.parse(readFileSync(`../data/maps/${id}.json`, 'utf8'));
    const folder = ids.find((i) => i.startsWith('--out='))?.slice(6) ?? 'src/map';
    const path = `${folder}/${id}.layout.json`;
    if (ids.includes('--backdrop')) {
      // Only the land below the cities, where they stand already.
      const old = JSON.parse(readFileSync(path, 'utf8'));
      const b = await board(data, plan);
      b.cities.forEach((c, i) => {
        Object.assign(c, { x: old.cities[i].x, y: old.cities[i].y });
      });
      write(path, rewrite(old, backdrop(id, data, plan, b)));
      continue;
    }
    let best: Board | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const seed of seeds.length ? seeds : [1, 2, 3]) {
      const b = await board(data, plan);
      const moves = quick ? plan.moves / 6 : plan.moves;
      const start = Date.now();
      if (polish) resume(b, JSON.parse(readFileSync(path, 'utf8')));
      anneal(
        b,
        polish
          ? { moves: moves / 4, labelsFrom: 0, from: 0.6, hot: warm ? 14 : 3, cold: 0.02 }
          : { moves, labelsFrom: 0.3, from: 0, hot: 30, cold: 0.03 },
        randomness(seed),
      );
      const e = total(b) + faults(data, b).length * 1000;
      console.log(id, 'seed', seed, 'energy', e.toFixed(1), `${Date.now() - start} ms`);
      if (e < least) {
        least = e;
        best = b;
      }
    }
    if (!best) return;
    for (const f of faults(data, best)) console.log('  fault:', f);
    write(path, output(data, best, backdrop(id, data, plan, best)));
  }
}

/** Takes cities, bends and labels from an earlier result. */
function resume(b: Board, old: Layout): void {
  b.cities.forEach((c, i) => {
    const o = old.cities[i];
    if (!o) return;
    c.x = o.x;
    c.y = o.y;
    const l = o.label;
    c.label.variant = l.lines.length - 1;
    const [hx, hy] = halfSize(c.label);
    c.label.dx = l.x - c.x + (l.anchor === 'start' ? hx - 1.5 : l.anchor === 'end' ? 1.5 - hx : 0);
    c.label.dy = l.y - c.y - b.style.font * ascent + hy;
  });
  for (const p of b.pairs) {
    const [ax = 0, ay = 0, cx = 0, cy = 0, bx = 0, by = 0] = (old.routes[p.routes[0] ?? 0]?.line ?? '')
      .split(/[MQ ]/)
      .filter((t) => t !== '')
      .map(Number);
    const d = Math.hypot(bx - ax, by - ay) || 1;
    const mx = cx - (ax + bx) / 2;
    const my = cy - (ay + by) / 2;
    p.bend = (my * (bx - ax) - mx * (by - ay)) / d / 2;
    p.lean = (mx * (bx - ax) + my * (by - ay)) / d;
  }
}

function write(path: string, text: string): void {
  writeFileSync(path, text);
  console.log(path, text.length, 'bytes,', gzipSync(text).length, 'gzipped');
}
