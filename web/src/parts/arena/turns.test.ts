import { expect, test } from 'vitest';
import { nextCode, rowsAt } from './turns';

test('one game after the other, and from the beginning again', () => {
  expect(nextCode([], null)).toBe(null);
  expect(nextCode([], 'AAAA')).toBe(null);
  expect(nextCode(['AAAA', 'AAAB'], null)).toBe('AAAA');
  expect(nextCode(['AAAA', 'AAAB'], 'AAAA')).toBe('AAAB');
  expect(nextCode(['AAAA', 'AAAB'], 'AAAB')).toBe('AAAA');
  expect(nextCode(['AAAA', 'AAAB'], 'ZZZZ')).toBe('AAAA');
});

test('more rows than fit take turns, the first most often', () => {
  const rows = [1, 2, 3, 4, 5];
  expect(rowsAt(rows, 5, 3)).toEqual(rows);
  expect([0, 1, 2, 3, 4, 5].map((turn) => rowsAt(rows, 2, turn))).toEqual([
    [1, 2],
    [3, 4],
    [1, 2],
    [5],
    [1, 2],
    [3, 4],
  ]);
});
