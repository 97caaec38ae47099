import { expect, test } from 'vitest';
import { lanesOf, trackLength } from './track';

test('the track grows with the points', () => {
  expect(trackLength([])).toBe(100);
  expect(trackLength([0, 99])).toBe(100);
  expect(trackLength([100])).toBe(150);
  expect(trackLength([-20, 151])).toBe(200);
});

test('markers that would touch get lanes of their own', () => {
  expect(lanesOf([0, 0, 0], 5)).toEqual([0, 1, 2]);
  expect(lanesOf([10, 50, 90], 5)).toEqual([0, 0, 0]);
  expect(lanesOf([10, 12, 14], 5)).toEqual([2, 1, 0]);
  expect(lanesOf([10, 14, 18], 5)).toEqual([0, 1, 0]);
});
