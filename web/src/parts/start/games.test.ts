import { expect, test } from 'vitest';
import { finishedGames, myTables } from './games';

const game = (id: number, status: string) => ({
  id,
  edition: 'europe',
  status,
  created_ms: 1000 + id,
  seats: [],
});
const key = (code: string, id: number, name: string) => ({
  code,
  id,
  seat: 0,
  token: `${code}${name}`,
  name,
  edition: 'europe',
  at: 0,
});

test('the last finished games come first', () => {
  const games = [game(1, 'over'), game(2, 'running'), game(3, 'over'), game(4, 'over')];
  expect(finishedGames(games, 2).map(({ id }) => id)).toEqual([4, 3]);
});

test('seats at the same table are one of my games, and finished ones are none', () => {
  const keys = [key('ABCD', 1, 'Ada'), key('WXYZ', 2, 'Ada'), key('ABCD', 1, 'Bob')];
  const tables = myTables(keys, [game(2, 'over')]);
  expect(tables).toHaveLength(1);
  expect(tables[0]).toMatchObject({ code: 'ABCD', names: ['Ada', 'Bob'], tokens: ['ABCDAda', 'ABCDBob'] });
});
