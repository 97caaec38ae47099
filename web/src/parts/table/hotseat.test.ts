import { expect, test } from 'vitest';
import { frontOf } from './hotseat';

test('one person alone is always in front', () => {
  expect(frontOf([2], [], null)).toEqual({ shown: 2, passTo: null });
  expect(frontOf([2], [2], null)).toEqual({ shown: 2, passTo: null });
});

test('nothing is shown before somebody says to be there', () => {
  expect(frontOf([0, 1], [0, 1], null)).toEqual({ shown: 0, passTo: 0 });
  expect(frontOf([0, 1], [1], null).passTo).toBe(1);
  expect(frontOf([0, 1], [], null).passTo).toBe(0);
});

test('who decides stays in front, who waits may look on', () => {
  expect(frontOf([0, 1], [0, 1], 1)).toEqual({ shown: 1, passTo: null });
  expect(frontOf([0, 1], [], 1)).toEqual({ shown: 1, passTo: null });
});

test('the screen goes to the next one asked, around the table', () => {
  expect(frontOf([0, 1, 2], [0, 2], 1)).toEqual({ shown: 1, passTo: 2 });
  expect(frontOf([0, 1, 2], [0], 1).passTo).toBe(0);
});
