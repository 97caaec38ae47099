import { expect, test } from 'vitest';
import { pan, type Sizes, show, wholeMap, zoom } from './view';

const sizes: Sizes = { map: [1600, 1000], window: [800, 600] };

test('the whole map lies in the middle', () => {
  expect(wholeMap(sizes)).toEqual({ k: 0.5, x: 0, y: 50 });
});

test('zooming keeps the point under the pointer', () => {
  const before = wholeMap(sizes);
  const after = zoom(before, sizes, 2, 300, 300);
  expect((300 - after.x) / after.k).toBeCloseTo((300 - before.x) / before.k);
  expect((300 - after.y) / after.k).toBeCloseTo((300 - before.y) / before.k);
});

test('no way out of the map', () => {
  const near = zoom(wholeMap(sizes), sizes, 100, 400, 300);
  expect(near.k).toBeLessThanOrEqual(2.2);
  const corner = pan(near, sizes, 1e6, 1e6);
  expect([corner.x, corner.y]).toEqual([0, 0]);
  expect(zoom(near, sizes, 1e-6, 0, 0)).toEqual(wholeMap(sizes));
});

test('a focused city comes into the window', () => {
  const near = zoom(wholeMap(sizes), sizes, 4, 0, 0);
  const there = show(near, sizes, 1200, 700);
  const x = there.x + 1200 * there.k;
  const y = there.y + 700 * there.k;
  expect(x).toBeGreaterThan(0);
  expect(x).toBeLessThan(800);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(600);
});
