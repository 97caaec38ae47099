// Lines and rings of the backdrop: thinning, clipping, writing them as short SVG paths.

export type Place = [number, number];

/** Douglas and Peucker: keeps the points that matter at this tolerance; first and last always. */
export function thin(points: Place[], tolerance: number): boolean[] {
  const keep = points.map((_, i) => i === 0 || i === points.length - 1);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    const [ax, ay] = points[from] as Place;
    const [bx, by] = points[to] as Place;
    const d = Math.hypot(bx - ax, by - ay);
    let worst = tolerance;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const [x, y] = points[i] as Place;
      const off =
        d < 1e-6 ? Math.hypot(x - ax, y - ay) : Math.abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / d;
      if (off > worst) {
        worst = off;
        at = i;
      }
    }
    if (at < 0) continue;
    keep[at] = true;
    open.push([from, at], [at, to]);
  }
  return keep;
}

type Frame = [number, number, number, number];

/** Sutherland and Hodgman: the part of a ring inside a rectangle. */
export function clipRing(ring: Place[], [x0, y0, x1, y1]: Frame): Place[] {
  let out = ring;
  const sides: [(p: Place) => number, number][] = [
    [(p) => p[0] - x0, 0],
    [(p) => x1 - p[0], 0],
    [(p) => p[1] - y0, 1],
    [(p) => y1 - p[1], 1],
  ];
  for (const [inside] of sides) {
    const input = out;
    out = [];
    input.forEach((p, i) => {
      const q = input[(i + input.length - 1) % input.length] as Place;
      const dp = inside(p);
      const dq = inside(q);
      if (dp >= 0 !== dq >= 0) {
        const f = dq / (dq - dp);
        out.push([q[0] + (p[0] - q[0]) * f, q[1] + (p[1] - q[1]) * f]);
      }
      if (dp >= 0) out.push(p);
    });
  }
  return out;
}

/** Pieces of a line that have a point inside the rectangle, with one point beyond it at either end. */
export function clipLine(line: Place[], [x0, y0, x1, y1]: Frame): Place[][] {
  const inside = (p: Place | undefined) => !!p && p[0] >= x0 && p[0] <= x1 && p[1] >= y0 && p[1] <= y1;
  const out: Place[][] = [];
  let piece: Place[] = [];
  line.forEach((p, i) => {
    if (inside(p) || inside(line[i - 1]) || inside(line[i + 1])) piece.push(p);
    else if (piece.length) {
      out.push(piece);
      piece = [];
    }
  });
  if (piece.length > 1) out.push(piece);
  return out.filter((l) => l.length > 1);
}

export function area(ring: Place[]): number {
  let s = 0;
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length] as Place;
    s += p[0] * q[1] - q[0] * p[1];
  });
  return Math.abs(s) / 2;
}

export function within(ring: Place[], x: number, y: number): boolean {
  let hit = false;
  ring.forEach((p, i) => {
    const q = ring[(i + ring.length - 1) % ring.length] as Place;
    if (p[1] > y !== q[1] > y && x < ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]) + p[0]) hit = !hit;
  });
  return hit;
}

/** Path in half pixels, relative, without points that fall together; Board.svelte scales it back. */
export function path(lines: Place[][], closed: boolean): string {
  let out = '';
  for (const line of lines) {
    let px = 0;
    let py = 0;
    let text = '';
    line.forEach(([x, y], i) => {
      const qx = Math.round(x * 2);
      const qy = Math.round(y * 2);
      if (i === 0) text += `M${qx} ${qy}l`;
      else if (qx !== px || qy !== py) text += `${qx - px}${qy < py ? '' : ' '}${qy - py} `;
      px = qx;
      py = qy;
    });
    // A line that shrank to a point would make the rest of the path invalid.
    if (!text.endsWith('l')) out += text.trimEnd().replace(/ (?=-)/g, '') + (closed ? 'z' : '');
  }
  return out;
}

/** A smooth line through a few points (Catmull and Rom), as many points. */
export function smooth(points: Place[], closed: boolean): Place[] {
  const n = points.length;
  const get = (i: number) => points[closed ? (i + n) % n : Math.min(Math.max(i, 0), n - 1)] as Place;
  const out: Place[] = [];
  const parts = closed ? n : n - 1;
  for (let i = 0; i < parts; i++) {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let k = 0; k < 6; k++) {
      const t = k / 6;
      const mix = (j: 0 | 1) =>
        0.5 *
        (2 * b[j] +
          (c[j] - a[j]) * t +
          (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t +
          (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t * t * t);
      out.push([mix(0), mix(1)]);
    }
  }
  if (!closed) out.push(get(n - 1));
  return out;
}
