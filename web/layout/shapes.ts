// Small plane geometry for the optimiser: boxes in any direction and how far they are apart.

export interface Box {
  x: number;
  y: number;
  /** Unit vector along the box. */
  ux: number;
  uy: number;
}

/** A lower bound of the distance between two boxes with half sizes (hl, hw); negative if they overlap. */
export function gap(p: Box, hl: number, hw: number, q: Box, ql: number, qw: number): number {
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const dot = Math.abs(p.ux * q.ux + p.uy * q.uy);
  const cross = Math.abs(p.ux * q.uy - p.uy * q.ux);
  const a = Math.abs(dx * p.ux + dy * p.uy) - hl - (ql * dot + qw * cross);
  const b = Math.abs(dy * p.ux - dx * p.uy) - hw - (ql * cross + qw * dot);
  const c = Math.abs(dx * q.ux + dy * q.uy) - ql - (hl * dot + hw * cross);
  const d = Math.abs(dy * q.ux - dx * q.uy) - qw - (hl * cross + hw * dot);
  return Math.max(a, b, c, d);
}

/** Distance from a point to a box; 0 inside. */
export function distanceTo(p: Box, hl: number, hw: number, x: number, y: number): number {
  const dx = x - p.x;
  const dy = y - p.y;
  const a = Math.max(0, Math.abs(dx * p.ux + dy * p.uy) - hl);
  const b = Math.max(0, Math.abs(dy * p.ux - dx * p.uy) - hw);
  return Math.hypot(a, b);
}

interface Point {
  x: number;
  y: number;
}

/** How often two lines cross. */
export function crossings(p: Point[], q: Point[]): number {
  let n = 0;
  for (let i = 1; i < p.length; i++) {
    const a = p[i - 1] as Point;
    const b = p[i] as Point;
    for (let j = 1; j < q.length; j++) {
      const c = q[j - 1] as Point;
      const d = q[j] as Point;
      const ab = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      const ad = (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
      if (ab * ad >= 0) continue;
      const ca = (d.x - c.x) * (a.y - c.y) - (d.y - c.y) * (a.x - c.x);
      const cb = (d.x - c.x) * (b.y - c.y) - (d.y - c.y) * (b.x - c.x);
      if (ca * cb < 0) n++;
    }
  }
  return n;
}

/** Repeatable random numbers: the same seed gives the same map. */
export function randomness(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = s;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
