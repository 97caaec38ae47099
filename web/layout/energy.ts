// What makes a layout bad, in one number. The optimiser asks only for the part that a move can change.
import { type Box, crossings, distanceTo, gap } from './shapes';
import type { Pair, Style } from './track';

export interface City {
  x: number;
  y: number;
  /** True place on the projected map. */
  gx: number;
  gy: number;
  /** How firmly it stays there: 1 for a city, less for an end point somewhere in a country. */
  firm: number;
  pairs: Pair[];
  near: { city: City; dx: number; dy: number; weight: number }[];
  label: Label;
}

export interface Label {
  /** Sizes of the label in one line or, if it can be broken, two. */
  sizes: [number, number][];
  variant: number;
  /** Middle of the box, from the city. */
  dx: number;
  dy: number;
}

export interface Board {
  style: Style;
  cities: City[];
  pairs: Pair[];
  /** Weight of the labels: they come into play after the routes have found their rough places. */
  labels: number;
}

const labelBox: Box = { x: 0, y: 0, ux: 1, uy: 0 };
const otherBox: Box = { x: 0, y: 0, ux: 1, uy: 0 };

function bad(lack: number): number {
  return lack > 0 ? lack * lack * 0.5 + 3 * lack : 0;
}

export function halfSize(l: Label): [number, number] {
  const s = l.sizes[l.variant] ?? [0, 0];
  return [s[0] / 2, s[1] / 2];
}

/** The pair alone: length, bend, the frame, foreign cities. */
export function pairAlone(board: Board, p: Pair): number {
  const { style } = board;
  const [length] = style.car;
  const a = board.cities[p.a] as City;
  const b = board.cities[p.b] as City;
  const chord = Math.hypot(b.x - a.x, b.y - a.y);
  let e = 3 * bad(p.cars * (length + style.carGap) + 2 * style.clear - p.length);
  const slack = p.length - p.cars * (length + style.carGap * 2) - 2 * style.clear;
  if (slack > 0) e += 1.5 * (slack / (p.cars * length)) ** 2 * p.cars;
  const curve = p.bend / chord;
  // Many cars between near cities need a wide arc; the others stay gentle.
  const need = (p.cars * (length + style.carGap) + 2 * style.clear) / Math.hypot(b.gx - a.gx, b.gy - a.gy);
  const most = Math.max(0.2, Math.min(0.5, need > 1 ? 0.7 * Math.sqrt(need - 1) : 0));
  e += 70 * curve * curve + bad((Math.abs(curve) - most) * 60) + 25 * (p.lean / chord) ** 2;
  for (const s of p.slots) {
    const m = 10 + length / 2;
    e += bad(m - s.x) + bad(m - s.y) + bad(s.x - style.view[0] + m) + bad(s.y - style.view[1] + m);
  }
  for (const c of board.cities) e += pairCity(board, p, c);
  // On the inner side of a bend the cars of parallel tracks come closer to each other.
  const tracks = p.routes.length;
  p.slots.forEach((s, i) => {
    const next = p.slots[i + tracks];
    if (next) e += bad(2 - gap(s, length / 2, style.car[1] / 2, next, length / 2, style.car[1] / 2));
  });
  return e;
}

/** The cars of a pair against one city: a foreign one needs more room than its own. */
export function pairCity(board: Board, p: Pair, c: City): number {
  if (c.x < p.box[0] - 10 || c.x > p.box[2] + 10 || c.y < p.box[1] - 10 || c.y > p.box[3] + 10) return 0;
  const { style } = board;
  const [length, width] = style.car;
  const own = c === board.cities[p.a] || c === board.cities[p.b];
  const hl = own ? length / 2 : Math.max(length, p.pitch) / 2;
  const room = style.dot + (own ? 3 : 8);
  let e = 0;
  for (const s of p.slots) e += bad(room - distanceTo(s, hl, width / 2, c.x, c.y));
  return e;
}

export function pairPair(board: Board, p: Pair, q: Pair): number {
  if (p.box[0] > q.box[2] || q.box[0] > p.box[2] || p.box[1] > q.box[3] || q.box[1] > p.box[3]) return 0;
  const [length, width] = board.style.car;
  // A route counts as one ribbon, gaps included: otherwise others would run through the gaps.
  const hp = Math.max(length, p.pitch) / 2;
  const hq = Math.max(length, q.pitch) / 2;
  const far = hp + hq + 2 * width;
  let e = 150 * crossings(p.line, q.line);
  for (const s of p.slots) {
    for (const t of q.slots) {
      if (Math.abs(s.x - t.x) > far || Math.abs(s.y - t.y) > far) continue;
      e += bad(4.5 - gap(s, hp, width / 2, t, hq, width / 2));
    }
  }
  return e;
}

export function place(board: Board, c: City): number {
  const { style } = board;
  const [w, h] = style.view;
  const m = 30;
  let e = (c.firm * ((c.x - c.gx) ** 2 + (c.y - c.gy) ** 2)) / 3600;
  e += bad(m - c.x) + bad(m - c.y) + bad(c.x - w + m) + bad(c.y - h + m);
  for (const n of c.near) {
    const dx = c.x - n.city.x - n.dx;
    const dy = c.y - n.city.y - n.dy;
    e += n.weight * (dx * dx + dy * dy);
  }
  return e;
}

/** The label of a city against everything but other labels. */
export function labelAlone(board: Board, c: City): number {
  const { style, labels } = board;
  const l = c.label;
  if (labels === 0) return 0;
  const [hx, hy] = halfSize(l);
  labelBox.x = c.x + l.dx;
  labelBox.y = c.y + l.dy;
  const [length, width] = style.car;
  let e = 0;
  const m = 8;
  e += bad(m + hx - labelBox.x) + bad(m + hy - labelBox.y);
  e += bad(labelBox.x + hx - style.view[0] + m) + bad(labelBox.y + hy - style.view[1] + m);
  for (const p of board.pairs) {
    if (labelBox.x + hx < p.box[0] || labelBox.x - hx > p.box[2]) continue;
    if (labelBox.y + hy < p.box[1] || labelBox.y - hy > p.box[3]) continue;
    // Also between the cars of a route there is no place for a label.
    const hl = Math.max(length, p.pitch) / 2;
    for (const s of p.slots) e += bad(3.5 - gap(labelBox, hx, hy, s, hl, width / 2));
  }
  const own = distanceTo(labelBox, hx, hy, c.x, c.y);
  for (const o of board.cities) {
    const d = distanceTo(labelBox, hx, hy, o.x, o.y);
    e += bad(style.dot + 3 - d);
    // A label nearer to another city would be read as that city's.
    if (o !== c && d < own * 1.6 + 8) e += (own * 1.6 + 8 - d) * 0.25;
  }
  const away = own - style.dot - 3.5;
  if (away > 0) e += 0.5 * away + 0.012 * away * away;
  // Beside the dot reads best, then straight above or below.
  const beside = Math.abs(l.dx) / (Math.abs(l.dx) + 2.5 * Math.abs(l.dy) + 1);
  e += 1.2 * (1 - beside) + (l.dx < 0 ? 0.4 : 0) + l.variant * 1.5;
  return e * labels;
}

export function labelLabel(board: Board, c: City, o: City): number {
  const [hx, hy] = halfSize(c.label);
  const [ox, oy] = halfSize(o.label);
  const dx = Math.abs(c.x + c.label.dx - o.x - o.label.dx);
  const dy = Math.abs(c.y + c.label.dy - o.y - o.label.dy);
  if (dx > hx + ox + 8 || dy > hy + oy + 6) return 0;
  labelBox.x = dx;
  labelBox.y = dy;
  otherBox.x = 0;
  otherBox.y = 0;
  return board.labels * bad(5 - gap(labelBox, hx, hy, otherBox, ox, oy));
}
