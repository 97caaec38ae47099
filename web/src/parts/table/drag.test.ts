import { expect, test } from 'vitest';
import usa from '../../map/usa.layout.json';
import { dropRoute } from './drag';

const slot = (route: number) => {
  const [x = 0, y = 0] = usa.routes[route]?.slots[0] ?? [];
  return [x, y] as const;
};

test('a card lands on the route below it', () => {
  expect(dropRoute(usa, [0, 5, 9], ...slot(5), 20)).toBe(5);
});

test('only where it can be used, and within reach', () => {
  const [x, y] = slot(5);
  expect(dropRoute(usa, [0], x, y, 5)).toBeNull();
  expect(dropRoute(usa, [], x, y, 500)).toBeNull();
});

test('of two it is the nearer one', () => {
  const [x, y] = slot(7);
  expect(dropRoute(usa, [5, 7, 9], x + 1, y + 1, 400)).toBe(7);
});
