// Nothing on a map may cover anything else. Measured on what the browser drew, not on the layout's numbers.
import { expect, test } from '@playwright/test';

/** Runs in the page: every pair that overlaps, by name. Boxes are four corners in screen pixels. */
function overlaps(): string[] {
  interface Piece {
    name: string;
    kind: 'label' | 'dot' | 'slot';
    owner: string;
    corners: DOMPoint[];
    /** Smaller by this, for lines of no width and rounded numbers. */
    x0: number;
    y0: number;
    x1: number;
    y1: number;
  }
  const pieces: Piece[] = [];
  const sheet = document.querySelector('.sheet') as SVGSVGElement;
  const frame = sheet.getScreenCTM() as DOMMatrix;
  const view = sheet.viewBox.baseVal;
  const a = new DOMPoint(0, 0).matrixTransform(frame);
  const b = new DOMPoint(view.width, view.height).matrixTransform(frame);

  function add(node: SVGGraphicsElement, kind: Piece['kind'], owner: string, name: string): void {
    const box = node.getBBox();
    const m = node.getScreenCTM() as DOMMatrix;
    const corners = [
      [box.x, box.y],
      [box.x + box.width, box.y],
      [box.x + box.width, box.y + box.height],
      [box.x, box.y + box.height],
    ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(m));
    const xs = corners.map((p) => p.x);
    const ys = corners.map((p) => p.y);
    pieces.push({
      name,
      kind,
      owner,
      corners,
      x0: Math.min(...xs),
      y0: Math.min(...ys),
      x1: Math.max(...xs),
      y1: Math.max(...ys),
    });
  }
  for (const g of document.querySelectorAll<SVGGElement>('[data-route]')) {
    const name = g.getAttribute('aria-label') ?? '';
    g.querySelectorAll<SVGGElement>('.slot').forEach((s, i) => {
      // The car or the bed without shadow and symbol; those lie inside.
      const body = s.querySelector<SVGGraphicsElement>('.body, .bed, .bore') as SVGGraphicsElement;
      add(body, 'slot', `route ${g.getAttribute('data-route')}`, `${name} (${i + 1})`);
    });
  }
  for (const g of document.querySelectorAll<SVGGElement>('[data-city]')) {
    const name = g.getAttribute('aria-label') ?? '';
    const owner = `city ${g.getAttribute('data-city')}`;
    add(g.querySelector('.dot') as SVGGraphicsElement, 'dot', owner, `dot ${name}`);
    add(g.querySelector('.name') as SVGGraphicsElement, 'label', owner, `label ${name}`);
    const goods = document.querySelectorAll<SVGGElement>(
      `[data-goods="${g.getAttribute('data-city')}"] .tile`,
    );
    for (const t of goods) add(t, 'label', owner, `goods ${name}`);
  }

  /** Do two convex boxes share more than a hair? */
  function meet(p: Piece, q: Piece): boolean {
    if (p.x0 >= q.x1 || q.x0 >= p.x1 || p.y0 >= q.y1 || q.y0 >= p.y1) return false;
    for (const shape of [p.corners, q.corners]) {
      for (let i = 0; i < 4; i++) {
        const s = shape[i] as DOMPoint;
        const t = shape[(i + 1) % 4] as DOMPoint;
        const nx = t.y - s.y;
        const ny = s.x - t.x;
        const span = (piece: Piece) => {
          const all = piece.corners.map((c) => (c.x * nx + c.y * ny) / Math.hypot(nx, ny));
          return [Math.min(...all), Math.max(...all)] as const;
        };
        const [p0, p1] = span(p);
        const [q0, q1] = span(q);
        if (p1 <= q0 + 0.05 || q1 <= p0 + 0.05) return false;
      }
    }
    return true;
  }
  const found: string[] = [];
  pieces.forEach((p, i) => {
    if (p.x0 < a.x || p.y0 < a.y || p.x1 > b.x || p.y1 > b.y) found.push(`${p.name} outside the map`);
    for (const q of pieces.slice(i + 1)) {
      // Goods are part of their city's label; cars of one route may stand close, but not in each other.
      if (p.owner === q.owner && p.kind === 'label' && q.kind === 'label') continue;
      if (meet(p, q)) found.push(`${p.name} × ${q.name}`);
    }
  });
  if (pieces.length < 300) found.push(`only ${pieces.length} pieces`);
  return found;
}

for (const map of ['usa', 'europe', 'germany']) {
  for (const width of [1440, 1024, 390]) {
    for (const claims of ['none', 'all']) {
      test(`${map}, ${width} pixels, ${claims} claimed: nothing overlaps`, async ({ page }) => {
        await page.setViewportSize({ width, height: Math.round(width * 0.7) });
        await page.goto(`/map-demo.html?map=${map}&claims=${claims}`);
        await page.waitForSelector('body[data-ready]');
        await page.evaluate(() => document.fonts.ready);
        expect(await page.evaluate(overlaps)).toEqual([]);
      });
    }
  }
}
