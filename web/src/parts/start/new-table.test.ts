import { expect, test } from 'vitest';
import type { SeatChoice, TableChoice } from './new-table';
import { mistakeOf, offeredEditions, quickTable, shownEditions, tableOf } from './new-table';

const seat = (kind: SeatChoice['kind'], more: Partial<SeatChoice> = {}): SeatChoice => ({
  kind,
  level: 'medium',
  name: '',
  color: '',
  ...more,
});
const choice = (...seats: SeatChoice[]): TableChoice => ({
  edition: 'europe',
  name: 'Ada',
  seats,
  listed: true,
  observers: 'public',
  clock: 0,
  chat: true,
  v09: false,
});

test('five editions are offered', () => {
  expect(shownEditions().map(({ id }) => id)).toEqual([
    'usa-2004',
    'usa-2025',
    'usa-mega',
    'europe',
    'maerklin',
  ]);
});

test('a table can have any edition that the server and the page know', () => {
  const ids = (known: string[]) => offeredEditions(known.map((id) => ({ id }))).map(({ id }) => id);
  expect(ids([]).slice(0, 6)).toEqual([...shownEditions().map(({ id }) => id), 'usa-1910']);
  expect(ids(['usa-1910', 'europe', 'mars'])).toEqual(['europe', 'usa-1910']);
});

test('one click against bots', () => {
  expect(quickTable('europe', 2, 'hard', 'Ada')).toEqual({
    edition: 'europe',
    seats: ['me', 'search:level=hard', 'search:level=hard'],
    name: 'Ada',
  });
});

test('a friend at this screen gets an open seat at first', () => {
  const made = tableOf(
    choice(seat('me', { color: 'red' }), seat('friend'), seat('bot', { level: 'easy' }), seat('open')),
  );
  expect(made.seats).toEqual(['me', 'open', 'planner:level=easy', 'open']);
  expect(made.color).toBe('red');
  expect(made.clock).toBe(false);
  expect(tableOf({ ...choice(seat('me'), seat('open')), clock: 60 }).clock).toEqual({ move: 60 });
});

test('names and colors of people differ', () => {
  expect(mistakeOf(choice(seat('me'), seat('friend', { name: 'ada' })))).toBe('name_taken');
  expect(mistakeOf(choice(seat('me', { color: 'red' }), seat('friend', { name: 'B', color: 'red' })))).toBe(
    'color',
  );
  expect(mistakeOf(choice(seat('me', { color: 'red' }), seat('bot', { color: 'red' }), seat('bot')))).toBe(
    null,
  );
});
