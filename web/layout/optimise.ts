// Simulated annealing: cities, bends and labels move at random; worse is accepted less and less often.
import {
  type Board,
  type City,
  halfSize,
  labelAlone,
  labelLabel,
  pairAlone,
  pairCity,
  pairPair,
  place,
} from './energy';
import { lay, type Pair } from './track';

export interface Plan {
  moves: number;
  /** Share of the run after which labels count, growing to full weight. */
  labelsFrom: number;
  /** Steps begin as small as after this share of a full run; 0 for a fresh start. */
  from: number;
  hot: number;
  cold: number;
}

/** Everything that the given pairs, cities and labels have to do with, once. */
function energy(board: Board, pairs: Pair[], moved: City | null, labels: City[]): number {
  let e = 0;
  pairs.forEach((p, i) => {
    e += pairAlone(board, p);
    for (const q of board.pairs) {
      const k = pairs.indexOf(q);
      if (k < 0 || k > i) e += pairPair(board, p, q);
    }
  });
  if (moved) {
    e += place(board, moved);
    for (const q of board.pairs) if (!pairs.includes(q)) e += pairCity(board, q, moved);
  }
  if (board.labels > 0) {
    labels.forEach((c, i) => {
      e += labelAlone(board, c);
      for (const o of board.cities) {
        const k = labels.indexOf(o);
        if (k < 0 || k > i) e += labelLabel(board, c, o);
      }
    });
  }
  return e;
}

export function total(board: Board): number {
  let e = 0;
  board.pairs.forEach((p, i) => {
    e += pairAlone(board, p);
    for (const q of board.pairs.slice(i + 1)) e += pairPair(board, p, q);
  });
  board.cities.forEach((c, i) => {
    e += place(board, c) + labelAlone(board, c);
    for (const o of board.cities.slice(i + 1)) e += labelLabel(board, c, o);
  });
  return e;
}

/** Labels that lie near any of the boxes or cities that move. */
function labelsNear(board: Board, pairs: Pair[], extra: City | null): City[] {
  if (board.labels === 0) return [];
  return board.cities.filter((c) => {
    if (c === extra) return true;
    const [hx, hy] = halfSize(c.label);
    const x = c.x + c.label.dx;
    const y = c.y + c.label.dy;
    const m = 25;
    if (extra && Math.abs(x - extra.x) < hx + 3 * m && Math.abs(y - extra.y) < hy + 3 * m) return true;
    return pairs.some(
      (p) => x + hx + m > p.box[0] && x - hx - m < p.box[2] && y + hy + m > p.box[1] && y - hy - m < p.box[3],
    );
  });
}

export function anneal(board: Board, plan: Plan, random: () => number): void {
  const { style } = board;
  const bell = () => (random() + random() + random() - 1.5) * 1.2;
  const relay = (p: Pair) => lay(p, board.cities[p.a] as City, board.cities[p.b] as City, style);
  for (const p of board.pairs) relay(p);

  const accept = (before: number, after: number, heat: number) =>
    after <= before || random() < Math.exp((before - after) / heat);

  function tryCity(c: City, heat: number, size: number): void {
    const { x, y } = c;
    const labels = labelsNear(board, c.pairs, c);
    const before = energy(board, c.pairs, c, labels);
    c.x += bell() * size;
    c.y += bell() * size;
    for (const p of c.pairs) relay(p);
    if (accept(before, energy(board, c.pairs, c, labels), heat)) return;
    c.x = x;
    c.y = y;
    for (const p of c.pairs) relay(p);
  }

  function tryBend(p: Pair, heat: number, size: number): void {
    const { bend, lean } = p;
    const mine = [p];
    const labels = labelsNear(board, mine, null);
    const before = energy(board, mine, null, labels);
    if (random() < 0.7) p.bend = random() < 0.05 ? -p.bend : p.bend + bell() * size;
    else p.lean += bell() * size;
    relay(p);
    if (accept(before, energy(board, mine, null, labels), heat)) return;
    p.bend = bend;
    p.lean = lean;
    relay(p);
  }

  function tryLabel(c: City, heat: number): void {
    const l = c.label;
    const { dx, dy, variant } = l;
    const mine = [c];
    const before = energy(board, [], null, mine);
    if (l.sizes.length > 1 && random() < 0.2) l.variant = 1 - l.variant;
    const [hx, hy] = halfSize(l);
    if (random() < 0.5) {
      // Somewhere on the rim around the dot, close to it or a little away.
      const reach = style.dot + 4 + (random() < 0.25 ? random() * 25 : 0);
      const side = random();
      if (side < 0.35) {
        l.dx = (random() < 0.5 ? -1 : 1) * (hx + reach);
        l.dy = bell() * hy;
      } else if (side < 0.7) {
        l.dx = bell() * hx;
        l.dy = (random() < 0.5 ? -1 : 1) * (hy + reach);
      } else {
        l.dx = (random() < 0.5 ? -1 : 1) * (hx + reach * 0.6);
        l.dy = (random() < 0.5 ? -1 : 1) * (hy + reach * 0.5);
      }
    } else {
      l.dx += bell() * 5;
      l.dy += bell() * 5;
    }
    if (accept(before, energy(board, [], null, mine), heat)) return;
    l.dx = dx;
    l.dy = dy;
    l.variant = variant;
  }

  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let i = 0; i < plan.moves; i++) {
    const f = i / plan.moves;
    const heat = plan.hot * (plan.cold / plan.hot) ** f;
    const size = 1 + 16 * ((1 - f) * (1 - plan.from)) ** 2;
    board.labels = f < plan.labelsFrom ? 0 : Math.min(1, 0.2 + plan.from + (f - plan.labelsFrom) * 4);
    const kind = random();
    if (kind < 0.3) tryCity(pick(board.cities), heat, size);
    else if (kind < 0.65 || board.labels === 0) tryBend(pick(board.pairs), heat, size * 1.3);
    else tryLabel(pick(board.cities), heat);
  }
  board.labels = 1;
}
