// The finished layout as JSON for Board.svelte, and what is still wrong with it.
import { type Board, type City, halfSize } from './energy';
import { broken } from './labels';
import { ascent, type MapData, smaller, tile } from './main';
import { crossings, distanceTo, gap } from './shapes';
import { control } from './track';

const round = (x: number) => Math.round(x * 10) / 10;

/** Overlaps by the optimiser's own measure; the test in a browser has the last word. */
export function faults(data: MapData, board: Board): string[] {
  const found: string[] = [];
  const [length, width] = board.style.car;
  const name = (c: City) => data.cities[board.cities.indexOf(c)]?.id ?? '';
  board.pairs.forEach((p, i) => {
    const title = `${data.cities[p.a]?.id}–${data.cities[p.b]?.id}`;
    if (p.pitch < length + 2) found.push(`${title}: cars ${(length + 2 - p.pitch).toFixed(1)} too long`);
    for (const q of board.pairs.slice(i + 1)) {
      const close = p.slots.some((s) =>
        q.slots.some((t) => gap(s, length / 2, width / 2, t, length / 2, width / 2) < 1.5),
      );
      if (crossings(p.line, q.line))
        found.push(`${title} crosses ${data.cities[q.a]?.id}–${data.cities[q.b]?.id}`);
      if (close) found.push(`${title} × ${data.cities[q.a]?.id}–${data.cities[q.b]?.id}`);
    }
    const n = p.routes.length;
    if (
      p.slots.some(
        (s, k) =>
          p.slots[k + n] && gap(s, length / 2, width / 2, p.slots[k + n] ?? s, length / 2, width / 2) < 0.5,
      )
    ) {
      found.push(`${title}: cars in each other`);
    }
    for (const c of board.cities) {
      if (p.slots.some((s) => distanceTo(s, length / 2, width / 2, c.x, c.y) < board.style.dot + 1.5)) {
        found.push(`${title} over ${name(c)}`);
      }
    }
  });
  board.cities.forEach((c, i) => {
    const [hx, hy] = halfSize(c.label);
    const box = { x: c.x + c.label.dx, y: c.y + c.label.dy, ux: 1, uy: 0 };
    for (const p of board.pairs) {
      if (p.slots.some((s) => gap(box, hx, hy, s, length / 2, width / 2) < 1)) {
        found.push(`label ${name(c)} on ${data.cities[p.a]?.id}–${data.cities[p.b]?.id}`);
      }
    }
    board.cities.forEach((o, k) => {
      if (distanceTo(box, hx, hy, o.x, o.y) < board.style.dot + 1)
        found.push(`label ${name(c)} on ${name(o)}`);
      if (k <= i) return;
      const [ox, oy] = halfSize(o.label);
      const other = { x: o.x + o.label.dx, y: o.y + o.label.dy, ux: 1, uy: 0 };
      if (gap(box, hx, hy, other, ox, oy) < 1) found.push(`labels ${name(c)} and ${name(o)}`);
    });
  });
  return found;
}

function label(data: MapData, board: Board, c: City, i: number) {
  const city = data.cities[i];
  if (!city) throw new Error('city without data');
  const { style } = board;
  const [hx, hy] = halfSize(c.label);
  const two = c.label.variant === 1 ? broken(city.name) : null;
  const lines = two ?? [city.name];
  const size = style.font * (city.country ? smaller : 1);
  const x = c.x + c.label.dx;
  const y = c.y + c.label.dy;
  // The text hugs the side that faces the city, so that a narrower font does not drift away from it.
  const anchor = c.x < x - hx ? 'start' : c.x > x + hx ? 'end' : 'middle';
  const own = distanceTo({ x, y, ux: 1, uy: 0 }, hx, hy, c.x, c.y);
  const leader =
    own > style.dot + 13
      ? [c.x, c.y, Math.min(Math.max(c.x, x - hx), x + hx), Math.min(Math.max(c.y, y - hy), y + hy)].map(
          round,
        )
      : undefined;
  return {
    x: round(anchor === 'start' ? x - hx + 1.5 : anchor === 'end' ? x + hx - 1.5 : x),
    // Baseline of the first line.
    y: round(y - hy + size * ascent),
    anchor,
    lines,
    tiles: city.goods ? round(y + hy - tile - 0.5) : undefined,
    leader,
  };
}

export function output(data: MapData, board: Board, back: Record<string, string>): string {
  const { style, cities, pairs } = board;
  const routes: { slots: number[][]; line: string }[] = [];
  for (const p of pairs) {
    const a = cities[p.a] as City;
    const b = cities[p.b] as City;
    const c = control(p, a, b);
    const n = p.routes.length;
    p.routes.forEach((r, j) => {
      const slots = p.slots
        .filter((_, i) => i % n === j)
        .map((s) => [round(s.x), round(s.y), round((Math.atan2(s.uy, s.ux) * 180) / Math.PI)]);
      const line = `M${round(a.x)} ${round(a.y)}Q${round(c.x)} ${round(c.y)} ${round(b.x)} ${round(b.y)}`;
      routes[r] = { slots, line: j === 0 ? line : '' };
    });
  }
  const places = cities.map((c, i) => ({ x: round(c.x), y: round(c.y), label: label(data, board, c, i) }));
  const { view, car, dot, font } = style;
  return rewrite({ map: data.id, view, car, dot, font, smaller, tile, cities: places, routes }, back);
}

/** A line for each city, route and layer, so that a change can be read in a diff. */
export function rewrite(layout: Record<string, unknown>, back: Record<string, string>): string {
  const one = (v: unknown) => JSON.stringify(v);
  const value = (v: unknown) =>
    Array.isArray(v) && typeof v[0] === 'object' ? `[\n${v.map(one).join(',\n')}\n]` : one(v);
  const layers = Object.entries(back).map(([k, v]) => `${one(k)}: ${one(v)}`);
  const rest = Object.entries(layout).filter(([k]) => k !== 'back');
  return `{\n${rest.map(([k, v]) => `${one(k)}: ${value(v)}`).join(',\n')},\n"back": {\n${layers.join(',\n')}\n}\n}\n`;
}
